//! Concurrent Boolean programs: three dialects, one checked [`Program`], one semantics.
//!
//! `text → lex → parse → check → inline → Program`. The checked tree before inlining is kept for
//! [`replay`], which judges all engines from outside.
//!
//! Text to tree, with all errors:
//! - `lex`: the tokens of the three dialects.
//! - `cursor`: the place of the parser in the tokens.
//! - `parse`, `parse_expr`: statements and expressions.
//! - [`syntax`], `expr`: the tree as parsed, and its expressions.
//! - [`print`](mod@print): prints a tree in its own dialect.
//! - `named_labels`: translates the dialects with numbers into the C-dialect.
//! - `load`: from bytes to a checked program.
//!
//! Checking:
//! - `scope`: what names mean.
//! - `check`: names, labels, arities, and where `'` and `$` may stand.
//! - `recursion`: finds recursive calls.
//! - [`checked`]: the checked tree.
//!
//! The flat program:
//! - `inline`: inlines procedures; statements become locations and edges.
//! - `atomic`: the depth of atomic sections at each location.
//! - `program`: locations, edges and actions.
//! - `builder`: flat programs without a source.
//! - `formula`: expressions as pairs of formulas without choice, "can be false" and "can be true"; exact because every
//!   `*` is independent.
//! - `valuation`: values of Boolean variables, packed.
//! - `defaults`: what is asked of a program when nothing else is said.
//!
//! Meaning and analyses:
//! - [`semantics`]: one step.
//! - `independence`: partial-order reduction, statically.
//! - `liveness`: which variables still matter at a location.
//! - `flow`: the order of locations in the control flow.
//! - `totality`: whether more threads can disable a step.
//!
//! Traces:
//! - `trace_builder`: makes a trace of a path of concrete states.
//! - `reorder`: reorders the steps of a trace so that there are few context switches.
//! - `calm`: searches for a schedule with the fewest context switches.
//! - [`replay`]: executes a trace on the checked tree; `replay/machine` has its states and steps, `replay/position` the
//!   place of a thread, `replay/eval` the values of expressions.
//!
//! For other tools and for tests:
//! - [`export`]: models for SPIN (`export/promela`) and rumur (`export/murphi`), pictures for Graphviz (`export/dot`).
//! - [`generate`]: random programs; `generate/statements`, `generate/expressions`: their parts.
//! - [`shrink`]: smaller variants of a program.
//! - `fault`: known faults that the fuzzer plants.

mod atomic;
mod builder;
mod calm;
mod check;
pub mod checked;
mod cursor;
mod defaults;
pub mod export;
mod expr;
mod fault;
mod flow;
mod formula;
pub mod generate;
mod independence;
mod inline;
mod lex;
mod liveness;
mod load;
mod named_labels;
mod parse;
mod parse_expr;
mod population;
pub mod print;
mod program;
mod recursion;
mod reorder;
pub mod replay;
mod scope;
pub mod semantics;
pub mod shrink;
pub mod syntax;
mod totality;
mod trace_builder;
mod valuation;

pub use builder::Builder;
pub use calm::fewest_switches;
pub use fault::FAULTS;
pub use flow::control_order;
pub use formula::{Formula, FormulaId, Formulas, Leaf, Owner, Possible};
pub use independence::Independence;
pub use liveness::{LiveShared, live_locals};
pub use load::{LoadError, Loaded, MAX_FILE_BYTES, load};
pub use named_labels::with_named_labels;
pub use parse::parse;
pub use program::{Action, Assign, Edge, EdgeId, Loc, Location, Passive, Program};
pub use reorder::few_switches;
pub use totality::passive_updates_are_total;
pub use trace_builder::TraceBuilder;
pub use valuation::Valuation;
