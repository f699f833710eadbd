//! What a run over many programs shows.

use super::compare::{Compared, KEEPING};
use std::collections::BTreeMap;
use std::fmt;
use tw_verdict::Property;

/// Counts over many programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Programs compared with every instruction an interleaving point.
    pub with_none: u64,
    /// Larger programs, compared with every access an interleaving point.
    pub with_access: u64,
    /// Programs that were too large for both.
    pub skipped: u64,
    /// Programs with at least one difference.
    pub different: u64,
    several_outcomes: u64,
    unsupported: u64,
    misses: u64,
    violated: BTreeMap<&'static str, u64>,
    any_violated: u64,
    /// States in all, of programs compared with `none`: the base, then each reduction.
    states: Vec<u64>,
    /// Programs in which a reduction has more states than the base.
    larger: Vec<u64>,
}

impl Summary {
    /// Programs in all.
    pub fn programs(&self) -> u64 {
        self.with_none + self.with_access + self.skipped
    }

    /// Adds one program.
    pub fn add(&mut self, one: &Compared) {
        match one.base {
            None => self.skipped += 1,
            Some("none") => self.with_none += 1,
            Some(_) => self.with_access += 1,
        }
        self.different += u64::from(!one.differences.is_empty());
        self.several_outcomes += u64::from(one.outcomes > 1);
        self.unsupported += u64::from(one.unsupported);
        self.misses += u64::from(one.misses);
        self.any_violated += u64::from(!one.violated.is_empty());
        for property in &one.violated {
            *self.violated.entry(property.name()).or_default() += 1;
        }
        if one.base == Some("none") && one.states.len() == KEEPING.len() + 1 {
            self.states.resize(one.states.len(), 0);
            self.larger.resize(one.states.len(), 0);
            for (at, states) in one.states.iter().enumerate() {
                self.states[at] += states;
                self.larger[at] += u64::from(*states > one.states[0]);
            }
        }
    }

    /// Adds what another worker has counted.
    pub fn merge(&mut self, other: Summary) {
        self.with_none += other.with_none;
        self.with_access += other.with_access;
        self.skipped += other.skipped;
        self.different += other.different;
        self.several_outcomes += other.several_outcomes;
        self.unsupported += other.unsupported;
        self.misses += other.misses;
        self.any_violated += other.any_violated;
        for (name, count) in other.violated {
            *self.violated.entry(name).or_default() += count;
        }
        add(&mut self.states, &other.states);
        add(&mut self.larger, &other.larger);
    }
}

impl Summary {
    /// All counts in one line.
    pub fn line(&self) -> String {
        let named = [
            ("none", self.with_none),
            ("access", self.with_access),
            ("skipped", self.skipped),
            ("different", self.different),
            ("outcomes", self.several_outcomes),
            ("unsupported", self.unsupported),
            ("misses", self.misses),
            ("any", self.any_violated),
        ];
        let mut words: Vec<String> = named.iter().map(|(name, count)| format!("{name} {count}")).collect();
        words.extend(self.violated.iter().map(|(name, count)| format!("violated:{name} {count}")));
        let columns = |name: &str, counts: &[u64]| {
            counts.iter().enumerate().map(|(at, count)| format!("{name}:{at} {count}")).collect::<Vec<_>>()
        };
        words.extend(columns("states", &self.states));
        words.extend(columns("larger", &self.larger));
        words.join(" ")
    }

    /// Reads what [`Summary::line`] writes; absent if it is something else, such as half a line.
    pub fn read(line: &str) -> Option<Summary> {
        let mut summary = Summary::default();
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.chunks(2) {
            let [name, count] = pair else { return None };
            let count: u64 = count.parse().ok()?;
            let (name, rest) = name.split_once(':').unwrap_or((name, ""));
            match name {
                "none" => summary.with_none = count,
                "access" => summary.with_access = count,
                "skipped" => summary.skipped = count,
                "different" => summary.different = count,
                "outcomes" => summary.several_outcomes = count,
                "unsupported" => summary.unsupported = count,
                "misses" => summary.misses = count,
                "any" => summary.any_violated = count,
                "violated" => drop(summary.violated.insert(Property::of_programs(rest)?.name(), count)),
                "states" => summary.states.push(count),
                "larger" => summary.larger.push(count),
                _ => return None,
            }
        }
        (summary.states.len() == summary.larger.len()).then_some(summary)
    }
}

fn add(to: &mut Vec<u64>, from: &[u64]) {
    to.resize(to.len().max(from.len()), 0);
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "programs: {}; compared with none {}; larger, compared with access {}; too large {}; different {}",
            self.programs(),
            self.with_none,
            self.with_access,
            self.skipped,
            self.different
        )?;
        writeln!(f, "several outcomes: {}", self.several_outcomes)?;
        writeln!(f, "an execution that could not be followed: {}", self.unsupported)?;
        writeln!(f, "violated, any property: {}", self.any_violated)?;
        for (name, count) in &self.violated {
            writeln!(f, "violated, {name}: {count}")?;
        }
        writeln!(f, "paper misses an outcome or a violation: {}", self.misses)?;
        writeln!(f, "states in all (programs compared with none), programs with more states than none:")?;
        for (at, name) in ["none"].iter().chain(&KEEPING).enumerate() {
            let value = |counts: &[u64]| counts.get(at).copied().unwrap_or(0);
            writeln!(f, "  {name:20} {:12} {:6}", value(&self.states), value(&self.larger))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Compared, KEEPING, Summary};
    use tw_verdict::Property;

    #[test]
    fn counts_are_read_as_they_were_written() {
        let mut summary = Summary::default();
        let mut one = Compared { base: Some("none"), outcomes: 2, unsupported: true, ..Compared::default() };
        one.states = (1..).take(KEEPING.len() + 1).collect();
        one.violated.insert(Property::DataRace);
        summary.add(&one);
        summary.add(&Compared::default());
        let read = Summary::read(&summary.line()).expect("counts");
        assert_eq!(read.to_string(), summary.to_string());
        assert!(Summary::read("none 3 access").is_none() && Summary::read("others 3").is_none());
    }
}
