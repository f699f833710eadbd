//! Refinement: why a control path of the abstract program does not exist, and what makes it impossible there too.
//!
//! - [`path`]: the control path.
//! - [`chain`]: Q0: is it possible for the program?
//! - [`links`]: Q1, Q2: is it possible if only the values of predicates are handed on? `copy`: one copy of a step.
//! - [`slice`]: the words it is impossible for.
//! - [`ladder`]: candidates for predicates; `atoms`, `pullback`: where they come from.
//! - [`select`]: which of them are taken.
//! - [`clauses`]: the clauses that make a path impossible, where the predicates do. `flow`: which bit is where on a path.

mod atoms;
pub mod chain;
pub mod clauses;
mod copy;
mod flow;
pub mod ladder;
pub mod links;
pub mod path;
mod pullback;
pub mod select;
pub mod slice;

pub use atoms::atoms;
