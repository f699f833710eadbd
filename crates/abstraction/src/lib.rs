//! Predicate abstraction of step graphs, with refinement [DKKW11].
//!
//! - [`predicate`]: predicates and their kinds; [`seed`]: those to begin with.
//! - [`clause`]: the only form of abstraction: clauses over predicates of the active thread and one other.
//! - [`relation`]: which clauses hold of an edge.
//! - [`emit`](mod@emit): the Boolean program.
//! - [`scope`]: where the bit of a predicate matters, and where it is known.
//! - [`text`](mod@text): the Boolean program for people.
//! - [`refine`]: why a path of the Boolean program does not exist, and which predicates exclude it.
//! - [`trace`]: the schedule of a path that exists.
//! - [`search`]: the loop. [`evidence`]: what a proof rests on. `log`: what the loop says.
//! - `certificate`: a proof as text.
//! - `vocabulary`: which variables terms speak of.
//!
//! `fault` names the known faults that tests plant.

mod certificate;
pub mod clause;
pub mod emit;
pub mod evidence;
mod fault;
mod log;
pub mod predicate;
pub mod refine;
pub mod relation;
pub mod scope;
pub mod search;
pub mod seed;
pub mod text;
pub mod trace;
mod vocabulary;

pub use certificate::certificate;
pub use clause::{Clause, Literal, Relation, Whose};
pub use emit::{Emitted, emit};
pub use evidence::Evidence;
pub use fault::FAULTS;
pub use predicate::{Level, Origin, Predicate, PredicateId, PredicateKind, Predicates};
pub use relation::{Exactness, Relations};
pub use scope::Scopes;
pub use search::{BooleanAnswer, Host, Internal, Outcome, Round, Settings, Unfinished, Why, run};
pub use text::text;
pub use trace::Planned;
