//! C programs as a graph of large steps.
//!
//! *What*: a [`Template`] has variables (shared, or one copy for each thread), places where other threads may run, and edges
//! between places: a guard and a parallel assignment over words. What any number of threads do is what copies of the
//! template do one edge at a time.
//!
//! Building ([`build()`]):
//! - `build`: explores the code from each place until facts settle.
//! - `facts`: what is taken for granted meanwhile, and grows.
//! - `state`: a thread in the middle of a step. `value`: values and addresses.
//! - `execute`: one instruction. `memory`: loads, stores, copies. `traps`: services of the machine. `library`: functions that
//!   are replaced by what they mean. `operation`: arithmetic.
//! - `liveness`: registers that are read later, heads of loops.
//! - `assemble`: from ways through the code to the graph. `scopes`: where local variables matter. `names`: for people.
//!
//! What comes of it:
//! - [`template`]: the data.
//! - `show`: in the syntax of C. `predicate_text`: predicates that people write, as terms over its variables.

mod assemble;
mod build;
mod execute;
mod facts;
mod library;
mod liveness;
mod memory;
mod names;
pub mod operation;
mod predicate_text;
mod scopes;
mod show;
mod state;
pub mod template;
mod traps;
mod value;

pub use build::{Options, Refused, build};
pub use predicate_text::predicates;
pub use show::show;
pub use template::{
    ArrayInfo, ArrayVar, Edge, EdgeId, Frame, Kind, Path, Place, PlaceInfo, Position, Template, Var, VarInfo,
    VarKind,
};
