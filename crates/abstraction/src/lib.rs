//! Predicate abstraction of step graphs, with refinement [DKKW11].
//!
//! - [`predicate`]: predicates and their kinds.
//! - [`clause`]: the only form of abstraction: clauses over predicates of the active thread and one other.
//! - [`relation`]: which clauses hold of an edge.
//! - [`emit`](mod@emit): the Boolean program.
//! - [`scope`]: where the bit of a predicate matters, and where it is known.
//! - [`text`](mod@text): the Boolean program for people.
//!
//! `fault` names the known faults that tests plant.

pub mod clause;
pub mod emit;
mod fault;
pub mod predicate;
pub mod relation;
pub mod scope;
pub mod text;

pub use clause::{Clause, Literal, Relation, Whose};
pub use emit::{Emitted, emit};
pub use fault::FAULTS;
pub use predicate::{Level, Origin, Predicate, PredicateId, PredicateKind, Predicates};
pub use relation::{Exactness, Relations};
pub use scope::Scopes;
pub use text::text;
