//! Statements of Boolean programs as relations over decision diagrams.
//!
//! What the engines that work on sets of values share: the order and numbering of variables, the relation of a statement
//! between old and new values, and the splitting of a set of pairs into products.

mod exported;
mod interner;
mod order;
mod others;
mod product;
mod relation;
mod room;
mod variables;

pub use exported::Exported;
pub use interner::Interner;
pub use order::{Order, places};
pub use others::{Others, kept};
pub use product::{Product, classes, scattered_classes};
pub use relation::{Active, Encoder, Numbering, Relation, leaf_of};
pub use room::{Room, too_many_variables};
pub use variables::{Named, Variables};
