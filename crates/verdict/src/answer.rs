//! The answer: a verdict with evidence for each property that was asked for.

use crate::{Assumption, CertificateSize, Counters, Hint, Place, Property, Reason, Schedule};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of three words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No violation.
    True,
    /// A violation.
    False,
    /// Neither.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unknown => "UNKNOWN",
        })
    }
}

/// What was asked, and what came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Each property that was asked for.
    pub properties: Vec<PropertyAnswer>,
    /// What the verdicts rest on.
    pub assumptions: Vec<Assumption>,
    /// Observations that belong to the answer.
    pub notes: Vec<String>,
    /// Functions and assertions of the user that no execution reached; only where all properties hold.
    pub unreached: Vec<Unreached>,
    /// What was counted.
    pub statistics: Counters,
}

/// Something of the user's program that no execution reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreached {
    /// What it is.
    pub kind: UnreachedKind,
    /// The function; of an assertion, the function or macro that states it.
    pub name: String,
    /// Where.
    pub place: Option<Place>,
}

/// What was not reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UnreachedKind {
    /// A function that was never entered.
    Function,
    /// An assertion that was never decided.
    Assertion,
}

impl Answer {
    /// The conjunction: FALSE if a property is violated, TRUE if all hold.
    pub fn verdict(&self) -> Verdict {
        let all: Vec<Verdict> = self.properties.iter().map(|p| p.outcome.verdict()).collect();
        if all.contains(&Verdict::False) {
            Verdict::False
        } else if all.contains(&Verdict::Unknown) || all.is_empty() {
            Verdict::Unknown
        } else {
            Verdict::True
        }
    }

    /// The first violation.
    pub fn violation(&self) -> Option<&Violated> {
        self.properties.iter().find_map(|p| match &p.outcome {
            Outcome::Violated(violated) => Some(&**violated),
            _ => None,
        })
    }

    /// The first reason why a property is not decided, with what to try next.
    pub fn undecided(&self) -> Option<(&Reason, &[Hint])> {
        self.properties.iter().find_map(|p| match &p.outcome {
            Outcome::Undecided { reason, hints } => Some((reason, hints.as_slice())),
            _ => None,
        })
    }

    /// The properties that hold.
    pub fn holding(&self) -> Vec<Property> {
        let holds = |p: &&PropertyAnswer| p.outcome.verdict() == Verdict::True;
        self.properties.iter().filter(holds).map(|p| p.property).collect()
    }
}

/// The answer about one property.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyAnswer {
    /// The property.
    pub property: Property,
    /// What came out.
    pub outcome: Outcome,
    /// The engine that decided it, or the member of a team.
    pub decided_by: Option<&'static str>,
}

/// What came out for one property.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It holds.
    Holds {
        /// What was quantified over.
        coverage: Coverage,
        /// Who has checked it.
        proof: Proof,
    },
    /// It is violated.
    Violated(Box<Violated>),
    /// Neither is known.
    Undecided {
        /// Why.
        reason: Reason,
        /// What to try next.
        hints: Vec<Hint>,
    },
}

impl Outcome {
    /// In one word.
    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::Holds { .. } => Verdict::True,
            Outcome::Violated(_) => Verdict::False,
            Outcome::Undecided { .. } => Verdict::Unknown,
        }
    }
}

/// A violation that an interpreter has executed.
#[derive(Clone, PartialEq, Debug)]
pub struct Violated {
    /// For reading.
    pub schedule: Schedule,
    /// For executing again: what `replay` of the language reads.
    pub recording: serde_json::Value,
    /// The bound on threads of the search that found it, or the number that it takes.
    pub threads: Option<u32>,
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
    /// All threads that the program starts, from `main` on.
    AllStarted,
    /// Any number of tokens.
    AnyTokens,
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
            Coverage::AllStarted => {
                f.write_str("in every interleaving of all threads that the program starts")
            }
            Coverage::AnyTokens => f.write_str("with any number of tokens"),
        }
    }
}

/// How far a TRUE has been checked by code other than the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The independent checker accepted a certificate.
    Certified {
        /// What it consists of.
        size: CertificateSize,
        /// Where it was written.
        path: Option<String>,
    },
    /// By exhaustive exploration only.
    NotCertified {
        /// The kind of certificate that there would be.
        kind: &'static str,
        /// Why there is none.
        why: String,
    },
}
