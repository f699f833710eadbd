//! What people and machines read: an [`tw_verdict::Answer`] once per format.
//!
//! Sees only `tw-verdict`: no language, no engine.
//!
//! - `text`: the answer in words, with the line for machines; `schedule` draws the table of an execution, on `table`.
//! - `json`: the document `threadwise/2`, for every exit code; `sources` finds the source lines that it embeds.
//! - `catalogue`: the engines and settings, for programs.
//! - `hint`: what to try next, in words.
//! - `diagnostics`: messages on the source, with carets.

mod catalogue;
mod diagnostics;
mod hint;
mod json;
mod schedule;
mod sources;
mod table;
mod text;

pub use catalogue::{Catalogue, EngineRow, Reads, SettingRow};
pub use diagnostics::diagnostics;
pub use json::{Document, Error, InputFile, SCHEMA, Subject, certified, converted, exploration};
pub use schedule::schedule;
pub use sources::Sources;
pub use text::{answer, counters, grouped, machine_lines};
