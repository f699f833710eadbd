//! How a run ended.

/// How a run ended. `check` gives verdicts, `explore` says whether it has seen everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The property holds.
    True,
    /// A violation.
    False,
    /// No answer, mostly because of a limit.
    Unknown,
    /// Everything was explored, and nothing is violated.
    Complete,
    /// Everything was explored; some states are violations.
    Violation,
    /// Everything was explored, in a store that may take two states for one.
    Incomplete,
    /// The tool is not made for this program, and says so.
    NotApplicable,
    /// Not run, because a smaller number of threads reached a limit; neither are larger numbers.
    NotRun,
    /// The command line or the input is wrong, or the tool was interrupted: tried again by the next command.
    Error,
    /// The tool says that it is wrong, or ends without a word.
    Bug,
}

/// As in files; the first name of an outcome is written, all are read.
const NAMES: [(Outcome, &str); 13] = [
    (Outcome::True, "TRUE"),
    (Outcome::False, "FALSE"),
    (Outcome::Unknown, "UNKNOWN"),
    (Outcome::Unknown, "stopped"),
    (Outcome::Complete, "complete"),
    (Outcome::Violation, "violation"),
    (Outcome::Incomplete, "incomplete"),
    (Outcome::NotApplicable, "not-applicable"),
    (Outcome::NotRun, "not-run"),
    (Outcome::Error, "ERROR"),
    (Outcome::Bug, "BUG"),
    (Outcome::Unknown, "limit"),
    (Outcome::NotApplicable, "n/a"),
];

impl Outcome {
    /// As in files.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(outcome, _)| *outcome == self).map_or("", |(_, name)| name)
    }

    /// The outcome of this name.
    pub fn read(text: &str) -> Option<Outcome> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(outcome, _)| *outcome)
    }

    /// Whether the tool did what it was asked for.
    pub fn is_finished(self) -> bool {
        !self.is_unfinished()
            && !self.is_failure()
            && !matches!(self, Outcome::NotApplicable | Outcome::NotRun)
    }

    /// Whether a limit ended it.
    pub fn is_unfinished(self) -> bool {
        self == Outcome::Unknown
    }

    /// Whether it does not count as a result.
    pub fn is_failure(self) -> bool {
        matches!(self, Outcome::Error | Outcome::Bug)
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Outcome};

    #[test]
    fn names_are_read_back() {
        for (outcome, name) in NAMES {
            assert_eq!(Outcome::read(name), Some(outcome));
            assert_eq!(Outcome::read(outcome.name()), Some(outcome));
        }
        assert!(Outcome::Violation.is_finished() && !Outcome::NotRun.is_finished());
    }
}
