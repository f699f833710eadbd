//! All interleavings by the naive interpreter: certificates for TRUE on C and C++ programs.
//!
//! *What*: explores a program with [`State`], which shares no code with the machine of `tw-execute`. [`explore`] makes the
//! list of the states that are met, [`check`] demands that nothing else is met.
//! *Claim*: if [`check`] accepts, no execution within the bounds of the question violates a property asked for.
//! *Departures*: threads first do what concerns nobody else (`next.rs`); only states in which nobody can are listed. In a
//! listed state with a chosen thread, only that one is moved. Both are argued for in `docs/soundness.md`.
//! *Cost*: a copy of the state for each step, a hash for each state; thousands of states, not millions.

mod answers;
mod canonical;
mod certificate;
mod listing;
mod moves;
mod next;
#[cfg(test)]
mod tests;

pub use certificate::{Certificate, Recipe, program_hash, read, write};
pub use listing::{check, explore};

use crate::ReplayOptions;
use tw_verdict::Breach;

/// What is claimed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// Properties and bounds.
    pub replay: ReplayOptions,
    /// Inputs are taken from this range.
    pub nondet_range: Option<(i64, i64)>,
}

/// How much may be explored.
pub struct Budget<'a> {
    /// At most so many states.
    pub states: Option<u64>,
    /// Whether there is time left.
    pub go_on: &'a dyn Fn() -> bool,
}

/// A state of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The hash of its canonical form.
    pub fingerprint: u128,
    /// The thread that alone is moved, and the rank.
    pub chosen: Option<(u32, u64)>,
}

/// All states of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// The states, in the order in which they are met.
    pub states: Vec<Listed>,
    /// Whether a thread was made that the bound does not let run.
    pub beyond_bound: bool,
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A property is violated.
    Violation(Breach),
    /// Not everything can be explored, for this reason.
    Unknown(String),
    /// There are more states than this.
    TooLarge(u64),
    /// There was no time left.
    Stopped,
    /// The certificate is wrong.
    Wrong(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Violation(breach) => write!(f, "{} is violated: {}", breach.property, breach.message),
            Refusal::Unknown(why) | Refusal::Wrong(why) => f.write_str(why),
            Refusal::TooLarge(most) => write!(f, "more than {most} states"),
            Refusal::Stopped => f.write_str("a limit was reached"),
        }
    }
}
