//! Verdicts and their evidence.

use crate::{CertificateSize, Reached, Schedule, Statistics, StopReason, Trace};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an engine found, before anybody has checked it.
pub enum Finding {
    /// A violation, with the schedule that leads to it.
    Violation(Trace),
    /// Every state within the bounds was visited; none is a violation.
    Exhausted {
        /// Whether some creation of a thread was skipped at the bound.
        creation_skipped: bool,
    },
    /// The search ended early.
    Stopped(StopReason),
}

/// The result of one engine run.
pub struct Run {
    /// What was found.
    pub finding: Finding,
    /// What was counted.
    pub statistics: Statistics,
    /// The reached states, for a certificate (after an exhaustive search).
    pub reached: Option<Reached>,
}

/// What a TRUE quantifies over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// Any number of threads, at the start and later.
    Any,
    /// Any number of threads alive at once, from exactly this many at the start.
    AnyFrom(u32),
    /// Up to this many threads alive at once.
    UpTo(u32),
    /// Exactly `init` threads at the start, up to `threads` alive at once.
    Exactly {
        /// Threads at the start.
        init: u32,
        /// Threads alive at once.
        threads: u32,
    },
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = |n: u32| if n == 1 { "1 thread".to_string() } else { format!("{n} threads") };
        match self {
            Coverage::Any => f.write_str("for any number of threads"),
            Coverage::AnyFrom(1) => f.write_str("for any number of threads, starting from one"),
            Coverage::AnyFrom(n) => write!(f, "for any number of threads, starting from exactly {n}"),
            Coverage::UpTo(n) => write!(f, "for up to {} alive at once", threads(*n)),
            Coverage::Exactly { init, threads: bound } if init == bound => {
                write!(f, "for exactly {}", threads(*init))
            }
            Coverage::Exactly { init, threads: bound } => {
                write!(f, "for exactly {} at the start and up to {bound} alive at once", threads(*init))
            }
        }
    }
}

/// How far a TRUE has been checked by someone else than the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The independent checker accepted a certificate of this size.
    Certified(CertificateSize),
    /// By exhaustive exploration only.
    NotCertified {
        /// The kind of certificate that there would be.
        kind: &'static str,
        /// Why there is none.
        why: String,
    },
}

/// The answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// No violation.
    Safe {
        /// What was quantified over.
        coverage: Coverage,
        /// Who has checked it.
        proof: Proof,
    },
    /// A violation, executed by the interpreter.
    Unsafe {
        /// The schedule as executed.
        schedule: Schedule,
        /// The schedule to execute again.
        trace: Trace,
        /// Threads alive at once in the exploration that found it.
        threads: u32,
    },
    /// Neither.
    Unknown {
        /// Why.
        reason: String,
        /// What to try next.
        advice: String,
    },
}
