//! Why an execution does not go on.

use tw_verdict::{Breach, Property};

/// The end of an execution within a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A property is violated.
    Breach(Breach),
    /// Outside of what the machine can do: the answer can no longer be TRUE.
    Unsupported(String),
}

/// The result of a computation depends on where objects lie in memory.
#[cold]
pub fn depends_on_addresses(what: &str) -> Stop {
    Stop::Unsupported(format!("the result depends on numeric addresses ({what})"))
}

/// A violation of `memory`.
#[cold]
pub fn memory(code: &str, message: impl Into<String>) -> Stop {
    Stop::Breach(Breach { property: Property::Memory, code: code.into(), message: message.into() })
}

/// An invalid access.
#[cold]
pub fn bad_access(message: impl Into<String>) -> Stop {
    memory("valid-deref", message)
}

/// A decision that depends on an undefined value.
#[cold]
pub fn undefined_use(what: &str) -> Stop {
    bad_access(format!("{what} depends on an uninitialised value"))
}

/// A division by zero or a bad shift.
#[cold]
pub fn arithmetic(message: &str) -> Stop {
    Stop::Breach(Breach {
        property: Property::Arithmetic,
        code: "arithmetic".into(),
        message: message.into(),
    })
}
