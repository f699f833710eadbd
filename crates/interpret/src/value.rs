//! Values of registers, and why an execution stops.

use crate::holding::Awaited;
use crate::piece::Part;
use std::fmt;
use tw_ir::{Outside, Wait};
use tw_verdict::{Breach, Property};

tw_index::define_id!(/// An object in memory: its number.
    pub struct ObjectId);

/// The content of a register: bits, which of them are undefined, and the object of an address.
///
/// An address has no undefined bits, and its bits are the offset. Undefined bits read as 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The defined bits.
    pub bits: u128,
    /// Which bits are undefined.
    pub undef: u128,
    /// The object, for an address and for parts of one.
    pub object: Option<ObjectId>,
    /// The bytes that are parts of an address, if the number is not a whole one. They read as 0.
    pub part: Option<Part>,
}

impl Value {
    /// A defined integer.
    pub fn int(bits: u128) -> Value {
        Value { bits, undef: 0, object: None, part: None }
    }

    /// An integer with undefined bits.
    pub fn partly(bits: u128, undef: u128) -> Value {
        Value { bits: bits & !undef, undef, object: None, part: None }
    }

    /// A value of which nothing is known.
    pub fn undefined(width: u32) -> Value {
        Value::partly(0, mask(width))
    }

    /// An address.
    pub fn address(object: ObjectId, offset: u128) -> Value {
        Value { bits: offset, undef: 0, object: Some(object), part: None }
    }

    /// A truth value (`i1`).
    pub fn bool(holds: bool) -> Value {
        Value::int(u128::from(holds))
    }

    /// Whether all bits are defined.
    pub fn is_defined(self) -> bool {
        self.undef == 0
    }

    /// The number, if it is defined and no address.
    pub fn plain(self) -> Option<u128> {
        (self.is_defined() && self.object.is_none()).then_some(self.bits)
    }
}

/// Ones in the lowest `width` bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The lowest `width` bits as a number with sign.
pub fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    (bits << shift).cast_signed() >> shift
}

/// Why an execution does not go on behind an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A violation of a property that is asked for.
    Violation(Breach),
    /// A violation of another property, after which nothing more can be said.
    Ends(String),
    /// The process ended with this code.
    Exit(i32),
    /// The process was aborted.
    Abort,
    /// An assumption does not hold.
    Assumption,
    /// The thread cannot make this step now.
    Blocked {
        /// What it waits for.
        why: Wait,
        /// Whom it waits for.
        awaited: Awaited,
    },
    /// Something without a meaning here: UNKNOWN, for this reason.
    Unsupported(Unsupported),
    /// The trace or the module is wrong.
    Misfit(String),
}

/// What the interpreter does not execute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// A function without code.
    External {
        /// Its name in the source.
        function: String,
    },
    /// A result that depends on where objects lie in memory.
    Addresses,
    /// An input of which not all values can be tried.
    Input {
        /// Its bits.
        width: u32,
        /// This many values can be tried.
        most: u64,
    },
    /// It depends on something that nobody has told.
    Outside {
        /// What.
        what: Outside,
        /// Which variable of the environment.
        name: String,
    },
    /// The program looks at numbers of threads, which it is not given.
    Identity,
    /// Another construct.
    Construct(String),
}

impl Unsupported {
    /// Whether the execution might go on where threads have numbers.
    pub fn asks_for_numbers(&self) -> bool {
        matches!(self, Unsupported::Identity)
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::External { function } => write!(f, "the external function {function}"),
            Unsupported::Addresses => f.write_str("the result depends on addresses"),
            Unsupported::Input { width, most } => {
                write!(f, "an input of {width} bits has more than {most} values")
            }
            Unsupported::Outside { what: Outside::Arguments, .. } => {
                f.write_str("arguments of the program are not given")
            }
            Unsupported::Outside { what: Outside::Environment, name } => {
                write!(f, "the environment variable {name} is not given")
            }
            Unsupported::Identity => f.write_str("the program looks at numbers of threads"),
            Unsupported::Construct(what) => f.write_str(what),
        }
    }
}

/// A result, or why there is none.
pub type Done<T> = Result<T, Stop>;

impl Stop {
    /// A violation; whether it is asked for is seen to later.
    pub fn violation(property: Property, code: &str, message: impl Into<String>) -> Stop {
        Stop::Violation(Breach { property, code: code.into(), message: message.into() })
    }

    /// An invalid access.
    pub fn deref(message: impl Into<String>) -> Stop {
        Stop::violation(Property::Deref, "valid-deref", message)
    }

    /// A bad free.
    pub fn free(message: impl Into<String>) -> Stop {
        Stop::violation(Property::Free, "valid-free", message)
    }

    /// A construct that the interpreter does not have.
    pub fn unsupported(what: impl Into<String>) -> Stop {
        Stop::Unsupported(Unsupported::Construct(what.into()))
    }

    /// A call of a function without code.
    pub fn external(function: &str) -> Stop {
        Stop::Unsupported(Unsupported::External { function: function.into() })
    }

    /// A number that the program cannot rely on.
    pub fn depends() -> Stop {
        Stop::Unsupported(Unsupported::Addresses)
    }
}
