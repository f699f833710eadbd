//! Numbers over many runs.

use super::Results;
use super::setting::SETTINGS;
use crate::harness::command::Setting;
use crate::harness::outcome::Outcome;
use crate::harness::page;
use crate::harness::record::Record;

/// Times below this are not told apart: starting a process takes as long.
const LEAST: f64 = 1e-3;

impl Results {
    /// Settings with runs, in the order of tables.
    pub fn settings(&self) -> Vec<Setting> {
        SETTINGS.into_iter().filter(|s| self.of(s.name).next().is_some()).collect()
    }

    /// The runs of a setting.
    pub fn of<'a>(&'a self, setting: &'a str) -> impl Iterator<Item = &'a Record> {
        self.records.iter().filter(move |r| r.run.setting == setting)
    }

    /// One run.
    pub fn find(&self, program: &str, setting: &str) -> Option<&Record> {
        self.records.iter().find(|r| r.run.setting == setting && r.run.program == program)
    }

    /// Seconds of the limit.
    pub fn limit(&self) -> f64 {
        self.limit.as_seconds()
    }

    /// The runs of two settings on the same program, where both apply.
    pub fn pairs<'a>(
        &'a self,
        one: &'a str,
        other: &'a str,
    ) -> impl Iterator<Item = (&'a Record, &'a Record)> {
        let applies = |r: &&Record| r.outcome != Outcome::NotApplicable && !r.outcome.is_failure();
        self.of(one)
            .filter(applies)
            .filter_map(move |r| Some((r, self.find(&r.run.program, other).filter(applies)?)))
    }
}

/// Whole seconds for a ratio; without an answer the limit, which is too small.
pub fn seconds(record: &Record, limit: f64) -> f64 {
    if record.is_solved() { whole(record).max(LEAST) } else { limit }
}

/// Seconds by the clock.
pub fn whole(record: &Record) -> f64 {
    record.whole.unwrap_or(0.0)
}

/// What a run has in a table of times.
pub fn cell(record: Option<&Record>, limit: f64) -> String {
    let Some(record) = record else { return String::new() };
    match record.outcome {
        _ if record.is_solved() => page::seconds(whole(record)),
        _ if record.agrees == Some(false) => "**WRONG**".to_string(),
        Outcome::NotApplicable => "n/a".to_string(),
        outcome if outcome.is_failure() => "**error**".to_string(),
        // Some give up early.
        _ if whole(record) < 0.9 * limit => format!("? {}", page::seconds(whole(record))),
        _ => format!("> {limit:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Record, cell};
    use crate::harness::record::{Known, Run};

    #[test]
    fn cells_tell_limits_from_early_ends() {
        let run = |outcome, whole| {
            let record = Record::new(Run::new("p", "s"), outcome, "");
            Record { whole: Some(whole), ..record }.judge(Known::Safe)
        };
        let shown = |outcome, whole| cell(Some(&run(outcome, whole)), 30.0);
        assert_eq!(shown(Outcome::Unknown, 30.2), "> 30");
        assert_eq!(shown(Outcome::Unknown, 0.2), "? 0.20");
        assert_eq!(shown(Outcome::False, 0.2), "**WRONG**");
        assert_eq!(shown(Outcome::True, 0.2), "0.20");
        assert_eq!(cell(None, 30.0), "");
    }
}
