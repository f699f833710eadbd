//! How many threads violations need: the two histograms of a fuzz result. `cargo xtask bench thread-counts` draws them.

use std::collections::BTreeMap;
use std::fmt;

/// Thread counts of violations.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ThreadCounts {
    least: BTreeMap<u32, u64>,
    not_found: u64,
    found: BTreeMap<u64, u64>,
}

impl ThreadCounts {
    /// Adds a violation: the least number of threads by bounded search, absent if its limits are too small, and the number
    /// in the schedule of backward search, absent if that one gave up.
    pub fn add(&mut self, least: Option<u32>, found: Option<u64>) {
        match least {
            Some(threads) => *self.least.entry(threads).or_default() += 1,
            None => self.not_found += 1,
        }
        if let Some(threads) = found {
            *self.found.entry(threads).or_default() += 1;
        }
    }

    /// Adds other violations.
    pub fn merge(&mut self, other: &ThreadCounts) {
        other.least.iter().for_each(|(n, count)| *self.least.entry(*n).or_default() += count);
        other.found.iter().for_each(|(n, count)| *self.found.entry(*n).or_default() += count);
        self.not_found += other.not_found;
    }

    /// All violations.
    pub fn violations(&self) -> u64 {
        self.least.values().sum::<u64>() + self.not_found
    }
}

impl fmt::Display for ThreadCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "least number of threads of a violation (bounded search; more: not within its limits):")?;
        self.least.iter().try_for_each(|(n, count)| writeln!(f, "  {n:>4}  {count}"))?;
        if self.not_found > 0 {
            writeln!(f, "  more  {}", self.not_found)?;
        }
        writeln!(f, "threads of the violation that backward search finds:")?;
        self.found.iter().try_for_each(|(n, count)| writeln!(f, "  {n:>4}  {count}"))
    }
}

#[cfg(test)]
mod tests {
    use super::ThreadCounts;

    #[test]
    fn violations_are_counted_once() {
        let (mut counts, mut others) = (ThreadCounts::default(), ThreadCounts::default());
        counts.add(Some(2), Some(3));
        others.add(None, Some(12));
        others.add(Some(2), None);
        counts.merge(&others);
        assert_eq!(counts.violations(), 3);
        let text = counts.to_string();
        assert!(text.contains("     2  2\n  more  1\n"), "{text}");
        assert!(text.ends_with("     3  1\n    12  1\n"), "{text}");
    }
}
