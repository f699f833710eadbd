//! What is asked: who runs at the start, how many threads may live, what must not happen.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Who runs at the start (`--init`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InitialThreads {
    /// Exactly this many threads at the entry of `main`.
    Exactly(u32),
    /// Every number of threads from 1 to the bound.
    Unbounded,
}

impl fmt::Display for InitialThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InitialThreads::Exactly(1) => f.write_str("single"),
            InitialThreads::Exactly(n) => write!(f, "{n}"),
            InitialThreads::Unbounded => f.write_str("unbounded"),
        }
    }
}

/// How many threads may be alive at once (`--threads`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// At most this many; a creation at the bound is a skip.
    AtMost(u32),
    /// Any number.
    AnyNumber,
}

impl Threads {
    /// The bound, if there is one.
    pub fn at_most(self) -> Option<u32> {
        match self {
            Threads::AtMost(most) => Some(most),
            Threads::AnyNumber => None,
        }
    }

    /// The number of live threads at which creations are skipped; more than any program has if there is no bound.
    pub fn limit(self) -> u32 {
        self.at_most().unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Threads::AtMost(most) => write!(f, "{most}"),
            Threads::AnyNumber => f.write_str("unbounded"),
        }
    }
}

/// As a number, or `"unbounded"`.
impl Serialize for Threads {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Threads::AtMost(most) => to.serialize_u32(*most),
            Threads::AnyNumber => to.serialize_str("unbounded"),
        }
    }
}

impl<'de> Deserialize<'de> for Threads {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Threads, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Read {
            Number(u32),
            Word(String),
        }
        match Read::deserialize(from)? {
            Read::Number(most) => Ok(Threads::AtMost(most)),
            Read::Word(word) if word == "unbounded" => Ok(Threads::AnyNumber),
            Read::Word(word) => Err(D::Error::custom(format!("'{word}' is not a number of threads"))),
        }
    }
}

/// The threads of one exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// Who runs at the start.
    pub init: InitialThreads,
    /// How many may be alive at once.
    pub threads: Threads,
}

impl Bounds {
    /// At most so many threads alive at once.
    pub fn up_to(init: InitialThreads, most: u32) -> Bounds {
        Bounds { init, threads: Threads::AtMost(most) }
    }

    /// Any number of threads.
    pub fn any_number(init: InitialThreads) -> Bounds {
        Bounds { init, threads: Threads::AnyNumber }
    }

    /// The same start, with at most so many threads alive at once.
    #[must_use]
    pub fn with_at_most(self, most: u32) -> Bounds {
        Bounds::up_to(self.init, most)
    }

    /// The same start, with any number of threads.
    #[must_use]
    pub fn with_any_number(self) -> Bounds {
        Bounds::any_number(self.init)
    }

    /// The fewest threads that run at the start.
    pub fn fewest(&self) -> u32 {
        match self.init {
            InitialThreads::Exactly(n) => n,
            InitialThreads::Unbounded => 1,
        }
    }

    /// The numbers of threads that may run at the start.
    pub fn initial_counts(&self) -> std::ops::RangeInclusive<u32> {
        match self.init {
            InitialThreads::Exactly(n) => n..=n,
            InitialThreads::Unbounded => 1..=self.threads.limit(),
        }
    }
}

/// A conjunction of labels with thread counts: `L:2` or `L:1+M:1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// Label and the least number of threads that stand at it.
    pub labels: Vec<(String, u32)>,
}

/// The most threads at a label that can be asked for.
const MOST_AT_LABEL: u32 = 65_535;

impl Target {
    /// Reads `L`, `L:2`, `L:1+M:1`.
    ///
    /// # Errors
    /// A sentence that says what is wrong with `text`.
    pub fn parse(text: &str) -> Result<Target, String> {
        let part = |part: &str| -> Result<(String, u32), String> {
            let (label, count) = match part.rsplit_once(':') {
                None => (part, 1),
                Some((label, digits)) => match digits.trim().parse::<u32>() {
                    Ok(count) if (1..=MOST_AT_LABEL).contains(&count) => (label, count),
                    _ => {
                        return Err(format!(
                            "'{digits}' is not a number of threads (1 to {MOST_AT_LABEL}) in '{part}'"
                        ));
                    }
                },
            };
            match label.trim() {
                "" => Err(format!("a label is missing in '{text}'")),
                label => Ok((label.to_string(), count)),
            }
        };
        text.split('+').map(part).collect::<Result<_, _>>().map(|labels| Target { labels })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (label, count)) in self.labels.iter().enumerate() {
            write!(f, "{}{label}:{count}", if i > 0 { "+" } else { "" })?;
        }
        Ok(())
    }
}

/// One bounded question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Threads at the start and bound.
    pub bounds: Bounds,
    /// States that must not be reached, besides failing assertions; each is an alternative.
    pub targets: Vec<Target>,
    /// Whether a failing assertion is a violation.
    pub assertions: bool,
    /// Partial-order reduction.
    pub reduction: Reduction,
    /// Order of the search.
    pub search: SearchOrder,
    /// Go on after a violation, to count the whole state space.
    pub explore_all: bool,
}

impl Question {
    /// The plain question: all interleavings, breadth first, up to the first violation.
    pub fn new(bounds: Bounds, targets: Vec<Target>, assertions: bool) -> Self {
        let (reduction, search) = (Reduction::None, SearchOrder::Bfs);
        Question { bounds, targets, assertions, reduction, search, explore_all: false }
    }
}

/// Which interleavings may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// All interleavings.
    None,
    /// Partial-order reduction.
    Por,
}

/// The order in which states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOrder {
    /// Breadth first: shortest schedules.
    Bfs,
    /// Depth first: the newest state next.
    Dfs,
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn targets_read_and_print() {
        assert_eq!(Target::parse("L").unwrap().to_string(), "L:1");
        assert_eq!(Target::parse("L:2+M:1").unwrap().to_string(), "L:2+M:1");
        for wrong in ["", "L:0", "L:x", "+M"] {
            assert!(Target::parse(wrong).is_err(), "{wrong}");
        }
    }
}
