//! Predicate abstraction of step graphs, with refinement [DKKW11].
//!
//! - [`predicate`]: predicates and their kinds.
//! - [`clause`]: the only form of abstraction: clauses over predicates of the active thread and one other.
//! - `vocabulary`: which variables terms speak of.
//! - [`refine`]: why a path of the abstract program does not exist, and which predicates exclude it.

pub mod clause;
pub mod predicate;
pub mod refine;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use clause::{Clause, Literal, Relation, Whose};
pub use predicate::{Level, Origin, Predicate, PredicateId, PredicateKind, Predicates};
