//! Two configurations on the same runs.

use crate::harness::command::Setting;
use crate::harness::means::geometric_mean;
use crate::harness::record::Record;
use std::collections::HashMap;

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
            outcome if outcome.is_unfinished() => Some(Time::Limit),
            outcome if outcome.is_finished() => Some(Time::Finished(record.time().max(LEAST))),
            _ => None,
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

/// All runs that both sides were started on. What is not run, because fewer threads were too many already, does not count.
pub fn pairs(records: &[Record], a: Setting, b: Setting) -> Vec<Pair> {
    let key = |r: &Record| (r.run.program.clone(), r.run.bound);
    let of_b: HashMap<_, &Record> = records.iter().filter(|r| r.is_of(&b)).map(|r| (key(r), r)).collect();
    let pair = |first: &Record| {
        let second = of_b.get(&key(first))?;
        let (a, b) = (Time::of(first)?, Time::of(second)?);
        Some(Pair { program: first.run.program.clone(), threads: first.threads(), a, b })
    };
    records.iter().filter(|r| r.is_of(&a)).filter_map(pair).collect()
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

#[cfg(test)]
pub mod tests {
    use super::{Share, pairs};
    use crate::figures::configuration::{PLAIN_SYMBOLIC, SYMBOLIC};
    use crate::harness::command::Setting;
    use crate::harness::outcome::Outcome;
    use crate::harness::record::{Record, Run};

    /// One run: program, engine, N, outcome, seconds.
    pub fn run(program: &str, setting: &Setting, threads: u32, outcome: Outcome, seconds: f64) -> Record {
        let run = Run::new(program, setting.name).with_threads(threads);
        Record { search: Some(seconds), ..Record::new(run, outcome, "") }
    }

    #[test]
    fn shares_of_a_small_table() {
        use Outcome::{Complete, NotRun, Unknown, Violation};
        let records = [
            run("a", &SYMBOLIC, 2, Complete, 1.0),
            run("a", &PLAIN_SYMBOLIC, 2, Complete, 0.5),
            run("a", &SYMBOLIC, 3, Complete, 2.0),
            run("a", &PLAIN_SYMBOLIC, 3, Complete, 16.0),
            run("a", &SYMBOLIC, 4, Complete, 4.0),
            run("a", &PLAIN_SYMBOLIC, 4, Unknown, 30.0),
            run("a", &SYMBOLIC, 5, Complete, 8.0),
            run("a", &PLAIN_SYMBOLIC, 5, NotRun, 0.0),
            run("b", &SYMBOLIC, 2, Unknown, 30.0),
            run("b", &PLAIN_SYMBOLIC, 2, Unknown, 30.0),
            run("c", &SYMBOLIC, 2, Violation, 1.0),
            run("c", &PLAIN_SYMBOLIC, 2, Violation, 4.0),
            run("d", &SYMBOLIC, 2, Unknown, 30.0),
            run("d", &PLAIN_SYMBOLIC, 2, Complete, 4.0),
        ];
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
