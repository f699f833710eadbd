//! Exit codes, and how failures become messages: the one map.

use crate::output;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use tw_decide::{Failure, FailureKind};
use tw_report::{Document, Error, Subject};
use tw_verdict::Verdict;

/// TRUE, and commands that did their work.
pub const TRUE: u8 = 0;
/// FALSE.
pub const FALSE: u8 = 10;
/// UNKNOWN.
pub const UNKNOWN: u8 = 5;
/// The command line is wrong, or an output cannot be written.
pub const USAGE: u8 = 1;
/// The input cannot be read or is invalid.
pub const INPUT: u8 = 2;
/// The input is valid, but outside of the chosen engine or conversion.
pub const UNSUPPORTED: u8 = 3;
/// We are wrong.
pub const INTERNAL: u8 = 6;

/// Who wrote a result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The format of standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people, with last lines for machines.
    Text,
    /// One JSON document, whatever happens.
    Json,
}

/// Whether a panic writes a document.
static JSON: AtomicBool = AtomicBool::new(false);

/// The code of a verdict.
pub fn of_verdict(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::True => TRUE,
        Verdict::False => FALSE,
        Verdict::Unknown => UNKNOWN,
    }
}

/// The code of a failure.
pub fn of_failure(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Usage => USAGE,
        FailureKind::Input => INPUT,
        FailureKind::Unsupported => UNSUPPORTED,
        FailureKind::Internal => INTERNAL,
    }
}

/// Shows a failure on standard error, and as a document on standard output if that is the format.
pub fn fail(failure: &Failure, subject: &Subject, format: Format) -> u8 {
    let code = of_failure(failure.kind);
    eprintln!("{}", failure.text(std::io::stderr().is_terminal()));
    document(code, failure.text(false), subject, format);
    code
}

/// Shows a message that is complete already.
pub fn show(code: u8, message: &str, subject: &Subject, format: Format) -> u8 {
    eprint!("{message}");
    document(code, message.trim_end().to_string(), subject, format);
    code
}

fn document(code: u8, message: String, subject: &Subject, format: Format) {
    if format == Format::Json {
        let error = Error { code, message };
        output::print(&Document::failed(error, subject.clone(), VERSION).text());
    }
}

/// From now on a panic writes a document.
pub fn announce(format: Format) {
    JSON.store(format == Format::Json, Ordering::Relaxed);
}

/// A panic ends with a readable message and the code of a bug.
pub fn install_panic_message() {
    std::panic::set_hook(Box::new(|info| {
        let format = if JSON.load(Ordering::Relaxed) { Format::Json } else { Format::Text };
        let code = fail(&Failure::internal(info), &Subject::default(), format);
        std::process::exit(i32::from(code));
    }));
}
