//! What people and machines read: diagnostics, schedules, JSON results.
//!
//! Sees only `tw-verdict`: no language, no engine.

mod diagnostics;
mod execution;
mod json;
mod program;
mod schedule;
mod table;
mod text;

pub use diagnostics::diagnostics;
pub use execution::execution;
pub use json::{CertificateInfo, Counterexample, InputFile, Options, ResultDocument, SCHEMA, Tool, document};
pub use program::{
    ProgramCounterexample, ProgramDocument, ProgramOptions, program_coverage, program_document,
    program_machine_line, program_verdict,
};
pub use schedule::schedule;
pub use text::{grouped, machine_line, statistics, verdict};
