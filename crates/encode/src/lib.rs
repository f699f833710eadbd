//! Statements of Boolean programs as relations over decision diagrams.
//!
//! What the engines that work on sets of values share.
//!
//! Variables:
//! - `order`: a static order of the variables, in which those that statements relate stand together.
//! - `variables`: the numbers of variables in diagrams, for old and new values of the shared ones and of two threads.
//! - `room`: how many nodes and variables diagrams may have.
//!
//! Statements:
//! - `relation`: the relation of an assignment between old and new values, its image and its preimage.
//! - `others`: the relation of a passive update between the values of a thread that does not move.
//! - `statement`: what an edge does to values, with the classes of a passive update.
//! - `product`: splits a set of pairs into products.
//!
//! Sets:
//! - `interned`: sets of shared values and of local states with ids, and the statements of a program on them.
//! - `interner`: ids for values of any type, in the order of their first appearance.
//! - `exported`: diagrams as plain data, for certificates.
//!
//! `fault` names the known faults that the fuzzer plants.

mod exported;
mod fault;
mod interned;
mod interner;
mod order;
mod others;
mod product;
mod relation;
mod room;
mod statement;
mod variables;

pub use exported::Exported;
pub use fault::FAULTS;
pub use interned::{InternedSets, UpdateId};
pub use interner::Interner;
pub use order::{Order, places};
pub use product::{Product, classes, scattered_classes};
pub use relation::{Active, Encoder, Numbering, Relation, leaf_of};
pub use room::{Room, too_many_variables};
pub use statement::Statement;
pub use variables::{Named, Variables};
