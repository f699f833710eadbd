//! Words of 1 to 128 bits and arrays of them, as terms.
//!
//! *What*: a term is a number of a [`Words`] graph, in which equal terms are one. Operations are those of integers in `tw_ir`,
//! all of them total: a division by zero or a shift by the width or more has the value stated at [`BinaryOp`]; whoever
//! needs it to be an error asks for that beside it.
//! *Cost*: a look-up per operation; constants are folded and simple laws are applied when a term is made.
//!
//! ```
//! use std::rc::Rc;
//! use tw_solver::{Cnf, Graph};
//! use tw_words::{BinaryOp, Blaster, Show, Words};
//!
//! let mut words = Words::new();
//! let x = words.symbol("x", 32);
//! let (term, one) = (words.of_symbol(x), words.constant(1, 32));
//! let next = words.binary(BinaryOp::Add, term, one);
//! let wraps = words.less(true, next, term);
//! assert_eq!("x + 1 < x", Show(&words, wraps).to_string());
//!
//! let (mut graph, mut blaster, mut cnf) = (Graph::new(), Blaster::new(), Cnf::new(&(Rc::new(|| false) as _)));
//! let formula = blaster.lit(&words, &mut graph, wraps);
//! cnf.require(&mut graph, formula);
//! blaster.congruence().into_iter().for_each(|lit| cnf.require(&mut graph, lit));
//! assert_eq!(Ok(true), cnf.sat.solve(&[]));
//! let assignment = cnf.assignment();
//! let valuation = blaster.valuation(&words, &mut graph, &assignment);
//! assert_eq!(i32::MAX as u128, valuation.eval(&words, term));
//! ```
//!
//! - `node`: what terms consist of. `term`: the graph, and how terms are made.
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
mod node;
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
pub use node::{ArrayId, ArrayNode, ArraySymbol, BinaryOp, Node, Symbol, TermId, UnaryOp};
pub use show::{Naming, Show, ShowNamed};
pub use substitute::{Substitution, Support};
pub use term::Words;
