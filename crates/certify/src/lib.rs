//! Independent checkers of certificates.
//!
//! Shares no code with the engines: its own step relation, its own analysis of independence, both
//! written for plainness. It reads the same flat program as they do, so it trusts the front end
//! (parser, checker, inliner, formulas), which replay judges on the traces of unsafe programs.

mod format;
mod independence;
mod reached_set;
mod step;

pub use format::{Header, write};
pub use reached_set::{Accepted, check};
