//! *What*: why a certificate is not accepted.

use std::fmt::{Display, Formatter, Result};

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It proves nothing: the first thing that is wrong with it.
    Wrong(String),
    /// The check was given up: it says nothing about the certificate.
    TooLong,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Refusal::Wrong(why) => f.write_str(why),
            Refusal::TooLong => f.write_str("it takes too long to check"),
        }
    }
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Refusal::Wrong(why)
    }
}

impl From<&str> for Refusal {
    fn from(why: &str) -> Self {
        Refusal::Wrong(why.into())
    }
}
