//! What the symbolic engines compute with: binary decision diagrams.
//!
//! The only crate that knows OxiDD.

mod bdd;

pub use bdd::{Bdd, Diagrams, Full, Renaming};
