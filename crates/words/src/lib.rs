//! Words of 1 to 128 bits and arrays of them, as terms.
//!
//! *What*: a term is a number of a [`Words`] graph, in which equal terms are one. Operations are those of integers in `tw_ir`,
//! all of them total: a division by zero or a shift by the width or more has the value stated at [`BinaryOp`]; whoever
//! needs it to be an error asks for that beside it.
//! *Cost*: a look-up per operation; constants are folded and simple laws are applied when a term is made.
//!
//! - `term`: the graph, and how terms are made.
//! - `number`: the operations on plain numbers.
//! - `simplify`: what is known of a term before it is made.
//! - `walk`: what a term consists of.
//! - `substitute`: terms with other terms in place of symbols; which symbols a term depends on.
//! - `eval`: the value of a term.
//! - `blast`: terms as formulas, bit by bit; `circuit`: the operations on bits.
//! - `show`: terms in the syntax of C.

mod blast;
mod circuit;
mod eval;
mod number;
mod show;
mod simplify;
mod substitute;
mod term;
#[cfg(test)]
mod tests;
mod walk;

pub use blast::Blaster;
pub use eval::{ArrayValue, Valuation};
pub use show::Show;
pub use substitute::{Substitution, Support};
pub use term::{ArrayId, ArrayNode, ArraySymbol, BinaryOp, Node, Symbol, TermId, UnaryOp, Words};
