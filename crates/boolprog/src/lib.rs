//! Concurrent Boolean programs: three dialects, one checked [`Program`], one semantics.
//!
//! `text → lex → parse → check → inline → Program`. The checked tree before inlining is kept for
//! [`replay`], which judges all engines from outside.

mod atomic;
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
