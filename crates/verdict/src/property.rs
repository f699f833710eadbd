//! What can be asked of a program.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What must not happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// A failing assertion, or a call of `reach_error`.
    Assertion,
    /// An invalid access, a double free, an uninitialised value that decides, lost memory.
    Memory,
    /// The part of `Memory` that is about accesses and uninitialised values, asked for by itself.
    Deref,
    /// The part of `Memory` that is about `free`, asked for by itself.
    Free,
    /// The part of `Memory` that is about lost memory, asked for by itself.
    Memtrack,
    /// Two conflicting accesses without order.
    DataRace,
    /// Threads that wait for each other.
    Deadlock,
    /// A thread function called in a way that POSIX forbids.
    Pthread,
    /// Division by zero, a shift by too much.
    Arithmetic,
    /// Signed overflow.
    Overflow,
    /// Memory that is still allocated at exit, reachable or not.
    Cleanup,
    /// Threads at labels that were asked about (Boolean programs).
    ErrorLabel,
    /// A state that covers a target (thread transition systems and nets).
    Target,
}

impl Property {
    /// What can be asked of C and C++ programs.
    pub const ALL: [Property; 8] = [
        Property::Assertion,
        Property::Memory,
        Property::DataRace,
        Property::Deadlock,
        Property::Pthread,
        Property::Arithmetic,
        Property::Overflow,
        Property::Cleanup,
    ];

    /// The parts of `Memory`: each can be asked for by itself, and all three together are `Memory`.
    pub const OF_MEMORY: [Property; 3] = [Property::Deref, Property::Free, Property::Memtrack];

    /// Checked by default: all but overflow and the strict form of leaks.
    pub const DEFAULT: [Property; 6] = [
        Property::Assertion,
        Property::Memory,
        Property::DataRace,
        Property::Deadlock,
        Property::Pthread,
        Property::Arithmetic,
    ];

    /// The name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assertion => "assertion",
            Property::Memory => "memory",
            Property::Deref => "valid-deref",
            Property::Free => "valid-free",
            Property::Memtrack => "valid-memtrack",
            Property::DataRace => "data-race",
            Property::Deadlock => "deadlock",
            Property::Pthread => "pthread",
            Property::Arithmetic => "arithmetic",
            Property::Overflow => "overflow",
            Property::Cleanup => "valid-memcleanup",
            Property::ErrorLabel => "error-label",
            Property::Target => "target",
        }
    }

    /// The property with this name.
    pub fn named(name: &str) -> Option<Property> {
        let others = [Property::ErrorLabel, Property::Target].into_iter().find(|p| p.name() == name);
        Property::of_programs(name).or(others)
    }

    /// The property of C and C++ programs with this name.
    pub fn of_programs(name: &str) -> Option<Property> {
        Property::ALL.into_iter().chain(Property::OF_MEMORY).find(|property| property.name() == name)
    }

    /// The property that this one is a part of; else itself.
    pub fn whole(self) -> Property {
        if Property::OF_MEMORY.contains(&self) { Property::Memory } else { self }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Property {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Property, D::Error> {
        let name = String::deserialize(from)?;
        Property::named(&name).ok_or_else(|| D::Error::custom(format!("'{name}' is not a property")))
    }
}

/// A violation as an engine found it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Breach {
    /// The violated property.
    pub property: Property,
    /// `unreach-call`, `valid-deref`, `valid-free`, `valid-memtrack`, … for the machine-readable line.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl Breach {
    /// Something was reached that must not be reached.
    pub fn reached(property: Property, message: impl Into<String>) -> Breach {
        Breach { property, code: "unreach-call".into(), message: message.into() }
    }
}
