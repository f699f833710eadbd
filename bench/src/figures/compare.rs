//! Two configurations on the same runs.

use super::configuration::Configuration;
use super::record::{Outcome, Record};

/// Times below this are not told apart: the clock and the caches decide.
pub const LEAST: f64 = 1e-4;

/// What one side needed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Time {
    /// Seconds.
    Finished(f64),
    /// A limit was reached.
    Limit,
}

impl Time {
    fn of(record: &Record) -> Option<Time> {
        match record.outcome {
            Outcome::NotRun => None,
            Outcome::Stopped => Some(Time::Limit),
            Outcome::Complete | Outcome::Violation => Some(Time::Finished(record.seconds?.max(LEAST))),
        }
    }

    /// Seconds, if it finished.
    pub fn seconds(self) -> Option<f64> {
        if let Time::Finished(seconds) = self { Some(seconds) } else { None }
    }
}

/// Both sides of a run that both were started on.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The program.
    pub program: String,
    /// Number of threads.
    pub threads: u32,
    /// The first side.
    pub a: Time,
    /// The second side.
    pub b: Time,
}

/// All runs that both sides were started on. What is not run, because fewer threads were too many already, is no run.
pub fn pairs(records: &[Record], a: Configuration, b: Configuration) -> Vec<Pair> {
    let of_b: std::collections::HashMap<(&str, u32), &Record> = records
        .iter()
        .filter(|r| r.configuration == b)
        .map(|r| ((r.program.as_str(), r.threads), r))
        .collect();
    let pair = |first: &Record| {
        let second = of_b.get(&(first.program.as_str(), first.threads))?;
        let (a, b) = (Time::of(first)?, Time::of(second)?);
        Some(Pair { program: first.program.clone(), threads: first.threads, a, b })
    };
    records.iter().filter(|r| r.configuration == a).filter_map(pair).collect()
}

/// Who wins how often, and by how much.
#[derive(Clone, PartialEq, Debug)]
pub struct Share {
    /// Runs that at least one side finished.
    pub compared: usize,
    /// Runs the first side wins: it needs less time, or it alone finishes.
    pub won: usize,
    /// Runs that only the first side finished.
    pub alone: usize,
    /// Runs that only the second side finished.
    pub other_alone: usize,
    /// Runs that no side finished; they are left out.
    pub left_out: usize,
    /// Geometric mean of the second side's time over the first one's, where both finished.
    pub mean: Option<f64>,
    /// Largest of these.
    pub most: Option<f64>,
}

impl Share {
    /// Counts.
    pub fn of<'a>(pairs: impl Iterator<Item = &'a Pair>) -> Share {
        let (mut share, mut ratios) = (Share::none(), Vec::new());
        for pair in pairs {
            match (pair.a, pair.b) {
                (Time::Limit, Time::Limit) => share.left_out += 1,
                (Time::Finished(_), Time::Limit) => share.alone += 1,
                (Time::Limit, Time::Finished(_)) => share.other_alone += 1,
                (Time::Finished(a), Time::Finished(b)) => ratios.push(b / a),
            }
        }
        share.won = share.alone + ratios.iter().filter(|r| **r > 1.0).count();
        share.compared = share.alone + share.other_alone + ratios.len();
        share.mean = geometric_mean(&ratios);
        share.most = ratios.iter().copied().max_by(f64::total_cmp);
        share
    }

    fn none() -> Share {
        Share { compared: 0, won: 0, alone: 0, other_alone: 0, left_out: 0, mean: None, most: None }
    }

    /// Won runs in percent.
    pub fn percent(&self) -> Option<f64> {
        (self.compared > 0).then(|| 100.0 * self.won as f64 / self.compared as f64)
    }
}

/// The geometric mean; absent of nothing.
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|r| r.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::{Share, pairs};
    use crate::figures::configuration::{PLAIN_SYMBOLIC, SYMBOLIC};
    use crate::figures::record::Record;

    /// Program, engine, N, outcome, seconds.
    fn records(lines: &[(&str, &str, u32, &str, &str)]) -> Vec<Record> {
        let line = |(program, engine, threads, outcome, seconds): &(&str, &str, u32, &str, &str)| {
            let merging = if *engine == "symbolic" { "on" } else { "" };
            let text = format!(
                "driver,{program},1,{engine},none,{merging},{threads},{outcome},,{seconds},,,,,,,,,,,,"
            );
            Record::from_line(&text).unwrap()
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn shares_of_a_small_table() {
        let records = records(&[
            ("a", "symbolic", 2, "complete", "1.0"),
            ("a", "plain-symbolic", 2, "complete", "0.5"),
            ("a", "symbolic", 3, "complete", "2.0"),
            ("a", "plain-symbolic", 3, "complete", "16.0"),
            ("a", "symbolic", 4, "complete", "4.0"),
            ("a", "plain-symbolic", 4, "stopped", "30.0"),
            ("a", "symbolic", 5, "complete", "8.0"),
            ("a", "plain-symbolic", 5, "not-run", ""),
            ("b", "symbolic", 2, "stopped", "30.0"),
            ("b", "plain-symbolic", 2, "stopped", "30.0"),
            ("c", "symbolic", 2, "violation", "1.0"),
            ("c", "plain-symbolic", 2, "violation", "4.0"),
            ("d", "symbolic", 2, "stopped", "30.0"),
            ("d", "plain-symbolic", 2, "complete", "4.0"),
        ]);
        let pairs = pairs(&records, SYMBOLIC, PLAIN_SYMBOLIC);
        let all = Share::of(pairs.iter());
        assert_eq!((all.compared, all.won, all.alone, all.other_alone, all.left_out), (5, 3, 1, 1, 1));
        assert_eq!((all.percent(), all.most), (Some(60.0), Some(8.0)));
        // The product of 1/2, 8 and 4 is 16.
        assert!((all.mean.unwrap() - 16f64.powf(1.0 / 3.0)).abs() < 1e-9);
        let two = Share::of(pairs.iter().filter(|p| p.threads == 2));
        assert_eq!((two.compared, two.won, two.left_out), (3, 1, 1));
        let more = Share::of(pairs.iter().filter(|p| p.threads >= 3));
        assert_eq!((more.compared, more.won, more.percent()), (2, 2, Some(100.0)));
        assert_eq!(Share::of([].iter()).percent(), None);
    }
}
