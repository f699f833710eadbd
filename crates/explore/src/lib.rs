//! Search over packed states, once for all engines: visited store, frontier, parents, limits.
//!
//! A state is a canonical byte string; an engine is a [`System`] that expands one. Breadth-first
//! search needs no queue: states are numbered in the order in which they are found, so the frontier is
//! the range of numbers not yet expanded.

mod search;
mod store;

pub use search::{Exploration, Outcome, Sink, System, explore};
pub use store::{Index, Store};
