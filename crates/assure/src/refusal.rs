//! Why a certificate is not accepted: it is wrong, or nobody knows.

use std::fmt;
use tw_solver::Stopped;

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The first thing that is wrong with it.
    Wrong {
        /// The line, from 1; absent if something is missing.
        line: Option<usize>,
        /// What is wrong.
        why: String,
    },
    /// It may be right, but nobody knows.
    TooHard(String),
}

impl Refusal {
    /// Something is wrong with a line.
    pub fn at(line: usize, why: impl Into<String>) -> Refusal {
        Refusal::Wrong { line: Some(line), why: why.into() }
    }

    /// Something is wrong that is in no line.
    pub fn wrong(why: impl Into<String>) -> Refusal {
        Refusal::Wrong { line: None, why: why.into() }
    }

    /// Says of what is wrong without a line that it is in this one.
    #[must_use]
    pub fn or_at(self, line: usize) -> Refusal {
        match self {
            Refusal::Wrong { line: None, why } => Refusal::at(line, why),
            other => other,
        }
    }
}

impl From<Stopped> for Refusal {
    fn from(Stopped: Stopped) -> Refusal {
        Refusal::TooHard("it takes too long".into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong { line: Some(line), why } => write!(f, "line {line}: {why}"),
            Refusal::Wrong { line: None, why } => f.write_str(why),
            Refusal::TooHard(why) => write!(f, "it is too hard to check: {why}"),
        }
    }
}

impl std::error::Error for Refusal {}
