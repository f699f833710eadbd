//! What people and machines read: diagnostics, schedules, JSON results.
//!
//! Sees only `tw-verdict`: no language, no engine.

mod diagnostics;
mod json;
mod schedule;
mod text;

pub use diagnostics::diagnostics;
pub use json::{CertificateInfo, Counterexample, InputFile, Options, ResultDocument, SCHEMA, Tool, document};
pub use schedule::schedule;
pub use text::{machine_line, statistics, verdict};
