//! Statements of Boolean programs as relations over decision diagrams.
//!
//! What the engines that work on sets of values share: the order and numbering of variables, the relation of a statement
//! between old and new values, and the splitting of a set of pairs into products.

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
