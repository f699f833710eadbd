//! Exit codes, and how failures become messages.

use std::fmt;

/// TRUE.
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

/// A command that cannot give a verdict: a message and an exit code.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// What to tell the user.
    pub message: String,
}

impl Failure {
    /// The command line is wrong.
    pub fn usage(message: impl fmt::Display) -> Self {
        Failure { code: USAGE, message: format!("error: {message}") }
    }

    /// The input is wrong.
    pub fn input(message: impl fmt::Display) -> Self {
        Failure { code: INPUT, message: format!("error: {message}") }
    }

    /// The input is outside of what the engine or conversion can do.
    pub fn unsupported(message: impl fmt::Display) -> Self {
        Failure { code: UNSUPPORTED, message: format!("error: {message}") }
    }

    /// We are wrong.
    pub fn internal(message: impl fmt::Display) -> Self {
        let plea = "this is a bug of threadwise; no verdict is given. Please report it with the input file.";
        Failure { code: INTERNAL, message: format!("internal error: {message}\n{plea}") }
    }
}

/// A panic ends with a readable message and the code of a bug.
pub fn install_panic_message() {
    std::panic::set_hook(Box::new(|info| {
        let failure = Failure::internal(info);
        eprintln!("{}", failure.message);
        std::process::exit(i32::from(INTERNAL));
    }));
}
