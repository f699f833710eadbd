//! All interleavings by the naive interpreter: certificates for TRUE on C and C++ programs.
//!
//! *What*: explores a program with `State`, which shares no code with the machine of `tw-execute`. [`explore`] makes the
//! list of the states that are met, [`check`] demands that nothing else is met.
//! *Claim*: if [`check`] accepts, no execution within the bounds of the question violates a property asked for.
//! *Departures*: threads first do what concerns nobody else (`next.rs`); only states in which nobody can are listed. In a
//! listed state with a chosen thread, only that one is moved. Both are argued for in `docs/soundness.md`.
//! *Cost*: a copy of the state for each step, a hash for each state; thousands of states, not millions.
//!
//! What is inside:
//!
//! - `abilities`: what the code of the program is able to do at all.
//! - `next`: what the next instruction of a thread means to other threads.
//! - `moves`: everything that one thread can do next. `answers`: all answers to its questions.
//! - `canonical`: the hash of what the future of a state depends on.
//! - `listing`: makes and checks lists of states.
//! - `certificate`: the text form of a list.

mod abilities;
mod answers;
mod canonical;
mod certificate;
mod listing;
mod moves;
mod next;
#[cfg(test)]
mod tests;

pub use certificate::{Certificate, Recipe, program_hash, read, write};
pub use listing::{check, explore, explore_by};

use self::abilities::Abilities;
use crate::ReplayOptions;
use crate::value::Unsupported;
use std::fmt;
use tw_ir::Module;
use tw_verdict::{Breach, Meter};

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
    /// Where it is shown how far the exploration is.
    pub meter: Option<&'a Meter>,
}

/// What is left out of the exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Nothing: each instruction outside of atomic code is an interleaving point. To compare with.
    None,
    /// What `docs/soundness.md` argues for.
    All,
}

/// By what one program is explored.
#[derive(Clone, Copy)]
struct Rules<'a> {
    question: &'a Question,
    budget: &'a Budget<'a>,
    abilities: Abilities,
    reduction: Reduction,
}

impl<'a> Rules<'a> {
    fn new(
        reduction: Reduction,
        module: &Module,
        question: &'a Question,
        budget: &'a Budget<'a>,
    ) -> Rules<'a> {
        Rules { question, budget, abilities: Abilities::of(module), reduction }
    }
}

/// A state of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The hash of its canonical form.
    pub fingerprint: u128,
    /// The thread that alone is moved, by its place in the canonical form, and the rank.
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
    Unknown(Unknown),
    /// There are more states than this.
    TooLarge(u64),
    /// There was no time left.
    Stopped,
    /// The certificate is wrong.
    Wrong(String),
}

/// Why not everything can be explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// Something that the interpreter does not execute.
    Unsupported(Unsupported),
    /// A violation, in words, of a property that is not asked for: nothing is certain after that.
    NotAsked(String),
    /// There are atomics weaker than the interpreter executes them.
    WeakAtomics,
    /// A function without code, of this name, that does not return as others do.
    Jump(String),
    /// Atomic code with more instructions than this.
    LongAtomicCode(u64),
    /// The module is wrong.
    Misfit(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Unsupported(what) => write!(f, "{what}"),
            Unknown::NotAsked(what) => {
                write!(f, "{what}, a violation of a property that is not asked for")
            }
            Unknown::WeakAtomics => f.write_str("atomics weaker than seq_cst are not explored"),
            Unknown::Jump(name) => write!(f, "the function {name}, which does not return as others do"),
            Unknown::LongAtomicCode(most) => write!(f, "atomic code of more than {most} instructions"),
            Unknown::Misfit(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Violation(breach) => write!(f, "{} is violated: {}", breach.property, breach.message),
            Refusal::Unknown(why) => write!(f, "{why}"),
            Refusal::Wrong(why) => f.write_str(why),
            Refusal::TooLarge(most) => write!(f, "more than {most} states"),
            Refusal::Stopped => f.write_str("a limit was reached"),
        }
    }
}
