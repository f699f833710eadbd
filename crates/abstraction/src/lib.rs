//! Predicate abstraction of step graphs, with refinement [DKKW11].
//!
//! - [`predicate`]: predicates and their kinds.
//! - [`clause`]: the only form of abstraction: clauses over predicates of the active thread and one other.

pub mod clause;
pub mod predicate;

pub use clause::{Clause, Literal, Relation, Whose};
pub use predicate::{Level, Origin, Predicate, PredicateId, PredicateKind, Predicates};
