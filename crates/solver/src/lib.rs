//! What the symbolic engines compute with: binary decision diagrams, formulas, satisfiability, and formulas with two
//! quantifiers.
//!
//! The only crate that knows OxiDD and CaDiCaL.

mod bdd;
mod canonical;
mod cnf;
mod graph;
mod qbf;
mod sat;

pub use bdd::{Bdd, Diagrams, Full, Renaming};
pub use canonical::{Canonical, canonical};
pub use cnf::Cnf;
pub use graph::{Assignment, Gate, Graph, Input, Lit, Substitution};
pub use qbf::{Effort, Exists, covered, for_all_exists};
pub use sat::{Sat, Stop, Stopped};
