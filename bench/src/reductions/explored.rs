//! What `threadwise explore` counts of a C program.

use crate::harness::campaign::Campaign;
use crate::harness::command::CommandLine;
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::outcome::Outcome;
use crate::harness::record::{Record, Run};
use crate::harness::run::Tool;
use tw_report::grouped;

/// Counters that have a column.
pub const COUNTERS: [&str; 4] = ["states", "transitions", "packed_bytes", "store_bytes"];

/// An exploration.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Seconds of the search, without compilation.
    pub seconds: f64,
    /// Bytes of the store for each state.
    pub stored: f64,
    /// Bytes of a state before it is compressed.
    pub unpacked: f64,
    /// Which limit ended the search, as in "memory limit"; absent if it is complete.
    pub limit: Option<String>,
    /// Most resident memory of the process, in bytes.
    pub peak: Option<u64>,
}

/// Explores the programs of one part, each within a limit, and keeps the runs in a file.
pub struct Explorer<'a> {
    campaign: &'a Campaign,
    tool: Tool,
    log: Log,
}

impl Explorer<'_> {
    /// With the file of this name.
    pub fn new<'a>(campaign: &'a Campaign, name: &str, limit: &Limit) -> Result<Explorer<'a>, String> {
        let log = campaign.log(name, limit, &COUNTERS)?;
        Ok(Explorer { campaign, tool: campaign.tool.within(limit.clone()), log })
    }

    /// How a page about its runs begins.
    pub fn head(&self, title: &str) -> String {
        self.campaign.head(title, &self.tool.limit)
    }

    /// Explores a program, or takes what is known.
    pub fn explore(&mut self, run: Run, command: &CommandLine) -> Result<Explored, String> {
        self.best(1, run, command)
    }

    /// Explores as often as said; the fastest run counts, but a failure before all.
    pub fn best(&mut self, repeats: usize, run: Run, command: &CommandLine) -> Result<Explored, String> {
        let tool = &self.tool;
        let fastest = |run: Run| {
            let mut best = Record::of(run.clone(), &tool.ask(command));
            for _ in 1..repeats {
                let again = Record::of(run.clone(), &tool.ask(command));
                if again.outcome.is_failure() || again.time() < best.time() {
                    best = again;
                }
            }
            best
        };
        let record = self.campaign.measure(&mut self.log, run, fastest)?;
        Explored::of(&record).ok_or_else(|| record.progress())
    }
}

impl Explored {
    /// The numbers of a run that counted states.
    pub fn of(record: &Record) -> Option<Explored> {
        let stopped = record.outcome == Outcome::Unknown;
        if !stopped && !record.outcome.is_finished() {
            return None;
        }
        let states = record.states()?;
        let each = |name| record.count(name).map(|bytes| bytes as f64 / states.max(1) as f64);
        Some(Explored {
            states,
            transitions: record.count("transitions")?,
            seconds: record.time(),
            stored: each("store_bytes")?,
            unpacked: each("packed_bytes")?,
            // "memory limit of 8 GB reached"
            limit: stopped.then(|| record.note.split(" of ").next().unwrap_or_default().to_string()),
            peak: record.peak,
        })
    }

    /// The number of states, or how many were reached before which limit.
    pub fn cell(&self) -> String {
        match &self.limit {
            None => grouped(self.states),
            Some(limit) => format!(">{}, {limit}", grouped(self.states)),
        }
    }

    /// The number of states, if all were counted.
    pub fn complete(&self) -> Option<u64> {
        self.limit.is_none().then_some(self.states)
    }

    /// States for each second.
    pub fn rate(&self) -> f64 {
        self.states as f64 / self.seconds.max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::{Explored, Outcome, Record, Run};

    #[test]
    fn limits_are_shown() {
        let counters =
            [("states", 1000), ("transitions", 5000), ("packed_bytes", 8000), ("store_bytes", 4000)];
        let run = |outcome, note: &str| {
            let record = Record::new(Run::new("p", "s"), outcome, note);
            Record { counters: counters.map(|(name, n)| (name.to_string(), n)).into(), ..record }
        };
        let whole = Explored::of(&run(Outcome::Violation, "")).unwrap();
        assert_eq!((whole.complete(), whole.stored, whole.unpacked), (Some(1000), 4.0, 8.0));
        let part = Explored::of(&run(Outcome::Unknown, "memory limit of 8 GB reached")).unwrap();
        assert_eq!((part.cell().as_str(), part.complete()), (">1 000, memory limit", None));
        assert_eq!(Explored::of(&run(Outcome::Error, "")), None);
        assert_eq!(Explored::of(&Record::new(Run::new("p", "s"), Outcome::Unknown, "")), None);
    }
}
