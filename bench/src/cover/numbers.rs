//! Numbers over many runs.

use super::Results;
use super::record::{Outcome, Record};
use super::setting::{SETTINGS, Setting};

/// Times below this are not told apart: starting a process takes as long.
const LEAST: f64 = 1e-3;

impl Results {
    /// Settings with runs, in the order of tables.
    pub fn settings(&self) -> Vec<Setting> {
        SETTINGS.into_iter().filter(|s| self.of(s.name).next().is_some()).collect()
    }

    /// The runs of a setting.
    pub fn of<'a>(&'a self, setting: &'a str) -> impl Iterator<Item = &'a Record> {
        self.records.iter().filter(move |r| r.setting == setting)
    }

    /// One run.
    pub fn find(&self, program: &str, setting: &str) -> Option<&Record> {
        self.records.iter().find(|r| r.setting == setting && r.program == program)
    }

    /// Seconds of the limit.
    pub fn limit(&self) -> f64 {
        self.limit.time.as_secs_f64()
    }

    /// The runs of two settings on the same program, where both apply.
    pub fn pairs<'a>(
        &'a self,
        one: &'a str,
        other: &'a str,
    ) -> impl Iterator<Item = (&'a Record, &'a Record)> {
        let applies = |r: &&Record| !matches!(r.outcome, Outcome::NotApplicable | Outcome::Error);
        self.of(one)
            .filter(applies)
            .filter_map(move |r| Some((r, self.find(&r.program, other).filter(applies)?)))
    }
}

/// Whole seconds for a ratio; without an answer the limit, which is too small.
pub fn seconds(record: &Record, limit: f64) -> f64 {
    if record.is_solved() { record.whole.max(LEAST) } else { limit }
}

/// The geometric mean; absent without values.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs: f64 = values.iter().map(|v| v.ln()).sum();
    (!values.is_empty()).then(|| (logs / values.len() as f64).exp())
}

/// The median; absent without values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().checked_sub(1)? / 2).copied()
}

/// A time in a table.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.2}"),
        s => format!("{s:.1}"),
    }
}

/// What a run has in a table of times.
pub fn cell(record: Option<&Record>, limit: f64) -> String {
    let Some(record) = record else { return String::new() };
    match record.outcome {
        _ if record.is_solved() => time(record.whole),
        Outcome::True | Outcome::False => "**WRONG**".to_string(),
        Outcome::NotApplicable => "n/a".to_string(),
        Outcome::Error => "**error**".to_string(),
        // Some give up early.
        Outcome::Unknown if record.whole < 0.9 * limit => format!("? {}", time(record.whole)),
        Outcome::Unknown => format!("> {limit:.0}"),
    }
}

/// An absent value is a dash.
pub fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or("–".to_string(), show)
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Record, cell, geometric_mean, median};

    #[test]
    fn means_of_nothing_are_absent() {
        assert_eq!((geometric_mean(&[]), median(Vec::new())), (None, None));
        assert_eq!(median(vec![3.0, 1.0, 2.0, 9.0]), Some(2.0));
        assert!((geometric_mean(&[1.0, 100.0]).unwrap() - 10.0).abs() < 1e-9);
    }

    #[test]
    fn cells_tell_limits_from_early_ends() {
        let run = |whole| Record::new("p", "s", Outcome::Unknown, whole, "");
        assert_eq!(cell(Some(&run(30.2)), 30.0), "> 30");
        assert_eq!(cell(Some(&run(0.2)), 30.0), "? 0.20");
        assert_eq!(cell(None, 30.0), "");
    }
}
