//! Why there is no verdict.

use std::fmt;
use tw_verdict::{Diagnostic, SourceFile};

/// Whose fault it is; `cli` has the exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The command line is wrong.
    Usage,
    /// The input cannot be read or is invalid.
    Input,
    /// The input is valid, but outside of the chosen engine or conversion.
    Unsupported,
    /// We are wrong.
    Internal,
}

/// A command that cannot give a verdict.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Whose fault it is.
    pub kind: FailureKind,
    /// What to tell the user.
    pub message: Message,
}

/// What to tell the user.
#[derive(Clone, Debug)]
pub enum Message {
    /// A sentence.
    Text(String),
    /// Messages on the source.
    Diagnostics(Box<Remarks>),
}

/// Messages about one source text.
#[derive(Clone, Debug)]
pub struct Remarks {
    /// The text.
    pub source: SourceFile,
    /// The messages.
    pub messages: Vec<Diagnostic>,
}

impl Failure {
    fn new(kind: FailureKind, message: impl fmt::Display) -> Failure {
        Failure { kind, message: Message::Text(message.to_string()) }
    }

    /// The command line is wrong.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure::new(FailureKind::Usage, message)
    }

    /// The input is wrong.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::new(FailureKind::Input, message)
    }

    /// The input is outside of what the engine or conversion can do.
    pub fn unsupported(message: impl fmt::Display) -> Failure {
        Failure::new(FailureKind::Unsupported, message)
    }

    /// We are wrong.
    pub fn internal(message: impl fmt::Display) -> Failure {
        Failure::new(FailureKind::Internal, message)
    }

    /// The source is rejected.
    pub fn rejected(source: SourceFile, messages: Vec<Diagnostic>, unsupported: bool) -> Failure {
        let kind = if unsupported { FailureKind::Unsupported } else { FailureKind::Input };
        Failure { kind, message: Message::Diagnostics(Box::new(Remarks { source, messages })) }
    }

    /// A text that the command line names is wrong.
    pub fn mistaken(source: SourceFile, messages: Vec<Diagnostic>) -> Failure {
        let message = Message::Diagnostics(Box::new(Remarks { source, messages }));
        Failure { kind: FailureKind::Usage, message }
    }

    /// The message as text, with carets for messages on the source.
    pub fn text(&self, colour: bool) -> String {
        match (&self.message, self.kind) {
            (Message::Text(text), FailureKind::Internal) => format!(
                "internal error: {text}\nthis is a bug of threadwise; no verdict is given. Please report it with the input file."
            ),
            (Message::Text(text), _) => format!("error: {text}"),
            (Message::Diagnostics(remarks), _) => {
                tw_report::diagnostics(&remarks.source, &remarks.messages, colour).trim_end().to_string()
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}

impl From<tw_tts::Rejected> for Failure {
    fn from(rejected: tw_tts::Rejected) -> Failure {
        let unsupported = rejected.is_unsupported();
        Failure::rejected((*rejected.source).clone(), rejected.messages, unsupported)
    }
}
