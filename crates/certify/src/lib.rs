//! Independent checkers of certificates.
//!
//! Shares no code with the engines: its own step relation, its own analysis of independence, both
//! written for plainness. It trusts the front end (parser, checker, inliner), which replay judges.

mod format;
mod independence;
mod reached_set;
mod step;

pub use format::{Header, write};
pub use reached_set::{Accepted, check};
