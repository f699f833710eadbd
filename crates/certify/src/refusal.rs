//! Why a certificate is not accepted: it is wrong, or nobody knows.
//!
//! Which of the two is a variant, never a question to the text: an engine whose certificate is wrong is wrong itself, one
//! whose certificate is too hard to check may be right.

use std::fmt;

/// Why a certificate is not accepted. Prints as the reason, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The first thing that is wrong with it.
    Wrong(String),
    /// It may be right, but nobody knows.
    TooHard(String),
}

/// How reasons read if a certificate may be right.
const TOO_HARD: &str = "it is too hard to check";

impl Refusal {
    /// Nobody knows, because of `why`.
    pub(crate) fn too_hard(why: impl fmt::Display) -> Refusal {
        Refusal::TooHard(format!("{TOO_HARD}: {why}"))
    }

    /// Nobody knows, because the time is over.
    pub(crate) fn too_long() -> Refusal {
        Refusal::too_hard("it takes too long")
    }

    /// Nobody knows, because some operation on sets of states gave up, whatever it ran out of.
    pub(crate) fn gave_up() -> Refusal {
        Refusal::TooHard(TOO_HARD.into())
    }

    /// Says where something is wrong. What is too hard is so everywhere.
    pub(crate) fn at(self, place: impl fmt::Display) -> Refusal {
        self.reworded(|why| format!("{place}: {why}"))
    }

    /// Says in other words what is wrong. What is too hard stays as it is.
    pub(crate) fn reworded(self, words: impl FnOnce(String) -> String) -> Refusal {
        match self {
            Refusal::Wrong(why) => Refusal::Wrong(words(why)),
            Refusal::TooHard(why) => Refusal::TooHard(why),
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong(why) | Refusal::TooHard(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::Refusal;

    #[test]
    fn a_place_is_said_of_what_is_wrong_only() {
        let wrong = Refusal::from("the target L holds").at(format_args!("set {}", 3));
        assert_eq!(wrong, Refusal::Wrong("set 3: the target L holds".into()));
        assert_eq!(Refusal::too_long().at("set 3"), Refusal::too_long());
        assert_eq!(Refusal::gave_up().reworded(|_| "wrong".into()), Refusal::gave_up());
    }

    #[test]
    fn what_is_wrong_stays_wrong_whatever_it_reads_like() {
        let quoted = Refusal::from(Refusal::too_long().to_string());
        assert!(matches!(quoted, Refusal::Wrong(_)));
        assert_eq!(quoted.at("line 2").to_string(), "line 2: it is too hard to check: it takes too long");
    }

    #[test]
    fn what_is_too_hard_says_so() {
        assert_eq!(Refusal::too_long().to_string(), "it is too hard to check: it takes too long");
        assert_eq!(Refusal::gave_up().to_string(), "it is too hard to check");
        let many = Refusal::too_hard(format_args!("more than {} variables", 1000));
        assert_eq!(many.to_string(), "it is too hard to check: more than 1000 variables");
    }
}
