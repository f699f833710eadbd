//! Why an execution does not go on.

use std::fmt;
use tw_ir::Outside;
use tw_verdict::{Breach, Property};

/// The end of an execution within a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A property is violated.
    Breach(Breach),
    /// Outside of what the machine can do: the answer can no longer be TRUE. In a box, so that the loop of `step.rs`
    /// passes on the results of instructions cheaply.
    Unsupported(Box<Unsupported>),
    /// A limit was reached: nothing follows from it.
    CutShort,
}

impl Stop {
    /// A construct outside of what the machine can do.
    #[cold]
    pub fn unsupported(what: impl Into<String>) -> Stop {
        Stop::Unsupported(Box::new(Unsupported::Construct(what.into())))
    }

    /// A call of a function without code.
    #[cold]
    pub fn no_model(function: &str) -> Stop {
        Stop::Unsupported(Box::new(Unsupported::NoModel { function: function.into() }))
    }
}

/// Why an execution cannot be followed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// A function without code is called, of which nothing may be assumed.
    NoModel {
        /// Its name in the source.
        function: String,
    },
    /// A property is violated that was not asked for: nothing is certain after that.
    NotAsked {
        /// The property.
        property: Property,
        /// What is wrong.
        message: String,
    },
    /// It depends on something that nobody has told.
    Outside {
        /// What.
        what: Outside,
        /// Which variable of the environment.
        name: String,
    },
    /// It depends on where objects lie in memory.
    Addresses(String),
    /// The program observes which threads are which, where they have no numbers.
    Identity,
    /// The program tells threads apart that are gone.
    Gone,
    /// A thread that was joined ahead is looked for.
    Ahead,
    /// More threads at once than this.
    ManyThreads(usize),
    /// A construct that the machine does not have.
    Construct(String),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::NoModel { function } => {
                write!(f, "the external function {function} has no model")
            }
            Unsupported::NotAsked { property, message } => {
                write!(f, "{property} is violated, which was not asked for: {message}")
            }
            Unsupported::Outside { what: Outside::Arguments, .. } => {
                f.write_str("the program looks at its arguments, which are not given")
            }
            Unsupported::Outside { what: Outside::Environment, name } => {
                write!(f, "the program looks at the environment variable {name}, which is not given")
            }
            Unsupported::Addresses(what) => write!(f, "the result depends on numeric addresses ({what})"),
            Unsupported::Gone => f.write_str("the program compares the identifier of a thread that is gone"),
            Unsupported::Identity => f.write_str("the program computes with identities of threads"),
            Unsupported::Ahead => f.write_str("the program looks for a thread that was joined"),
            Unsupported::ManyThreads(most) => write!(f, "more than {most} threads at once"),
            Unsupported::Construct(what) => f.write_str(what),
        }
    }
}

/// The result of a computation depends on where objects lie in memory.
#[cold]
pub fn depends_on_addresses(what: &str) -> Stop {
    Stop::Unsupported(Box::new(Unsupported::Addresses(what.into())))
}

/// A violation of a part of `memory`; its name is the code.
#[cold]
pub fn memory(part: Property, message: impl Into<String>) -> Stop {
    Stop::Breach(Breach { property: part, code: part.name().into(), message: message.into() })
}

/// An invalid access.
#[cold]
pub fn bad_access(message: impl Into<String>) -> Stop {
    memory(Property::Deref, message)
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
