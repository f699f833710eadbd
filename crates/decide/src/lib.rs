//! From a command as typed to an answer with evidence.
//!
//! `Typed` + `Subject` → [`Plan`] → engine or strategy → finding → evidence → [`tw_verdict::Answer`]. This crate
//! dispatches on the language once, for every command; it prints nothing and knows no exit codes.
//!
//! - [`subject`]: what is checked, read once and hashed once.
//! - [`settings`]: one table of all settings; a command line as typed.
//! - [`plan`]: a command line validated for a subject.
//! - [`engines`]: the table of engines, and their adapters.
//! - [`strategy`]: bound after bound, a team of searches, levels of C programs.
//! - [`evidence`]: every violation executed again, every proof certified.
//! - `check`, [`explore`], [`replay`], [`certify`], [`convert`]: the commands.
//! - `compile`, `property`: C programs to modules; names of properties.
//! - [`failure`]: why there is no verdict; [`host`]: limits, progress and log of whoever asks.

mod abstracted;
pub mod certify;
mod check;
mod compile;
pub mod convert;
pub mod engines;
pub mod evidence;
pub mod explore;
pub mod failure;
pub mod host;
pub mod plan;
pub mod property;
pub mod replay;
pub mod settings;
pub mod strategy;
pub mod subject;

pub use check::Decided;
pub use compile::{Compile, Compiled};
pub use failure::{Failure, FailureKind};
pub use host::{Host, Phase, Quiet};
pub use plan::Plan;
pub use settings::{CommandName, Typed};
pub use subject::{Language, Subject};
