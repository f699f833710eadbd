//! C programs as a graph of large steps.
//!
//! *What*: a [`Template`] has variables (shared, or one copy for each thread), places where other threads may run, and edges
//! between places: a guard and a parallel assignment over words. What any number of threads do is what copies of the
//! template do one edge at a time.
//!
//! - [`template`]: the data.
//! - [`operation`]: the operations of `tw_ir` as words.

pub mod operation;
pub mod template;

pub use template::{
    ArrayInfo, ArrayVar, Edge, EdgeId, Frame, Kind, Path, Place, PlaceInfo, Position, Template, Var, VarInfo,
    VarKind,
};
