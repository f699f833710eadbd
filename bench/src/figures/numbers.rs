//! The numbers of [BMWK10] sections 7.1 and 7.3, from the records.

use super::compare::{Pair, Share, Time, pairs};
use super::configuration::{COUNTER, PLAIN_SYMBOLIC, SYMBOLIC, SYMBOLIC_POR};
use crate::harness::command::Setting;
use crate::harness::means::geometric_mean;
use crate::harness::record::Record;
use std::collections::{BTreeMap, HashMap};

/// How far ahead the first side is at one number of threads.
#[derive(Debug, PartialEq)]
pub struct Ahead {
    /// The number of threads.
    pub threads: u32,
    /// Programs that plain symbolic exploration finishes, and programs in all.
    pub finished: (usize, usize),
    /// Orders of magnitude: geometric mean and largest, with the limit in place of a time above it.
    pub mean: f64,
    /// The largest.
    pub most: f64,
}

/// Symbolic against plain symbolic exploration at the largest N that the latter finishes for half of the programs.
pub fn ahead(records: &[Record], limit: f64) -> Option<Ahead> {
    let of = |threads: u32| {
        let runs = records.iter().filter(move |r| r.is_of(&PLAIN_SYMBOLIC) && r.threads() == threads);
        runs.filter(|r| r.outcome.is_finished()).count()
    };
    let mut programs: Vec<&str> =
        records.iter().filter(|r| r.is_of(&PLAIN_SYMBOLIC)).map(|r| r.run.program.as_str()).collect();
    programs.sort_unstable();
    programs.dedup();
    let largest = records.iter().map(Record::threads).max()?;
    let threads = (2..=largest).rev().find(|n| !programs.is_empty() && 2 * of(*n) >= programs.len())?;
    let compared = pairs(records, SYMBOLIC, PLAIN_SYMBOLIC);
    let ratio = |p: &Pair| match (p.a, p.b) {
        (Time::Limit, Time::Limit) => None,
        (a, b) => Some(b.seconds().unwrap_or(limit) / a.seconds().unwrap_or(limit)),
    };
    let ratios: Vec<f64> = compared.iter().filter(|p| p.threads == threads).filter_map(ratio).collect();
    Some(Ahead {
        threads,
        finished: (of(threads), programs.len()),
        mean: geometric_mean(&ratios)?.log10(),
        most: ratios.iter().copied().fold(f64::MIN, f64::max).log10(),
    })
}

/// Runs that the first side finished, with more threads than the second one was run with after a limit.
pub fn beyond(records: &[Record], a: Setting, b: Setting) -> usize {
    let stopped: HashMap<&str, u32> = records
        .iter()
        .filter(|r| r.is_of(&b) && r.outcome.is_unfinished())
        .map(|r| (r.run.program.as_str(), r.threads()))
        .collect();
    let further = |r: &&Record| stopped.get(r.run.program.as_str()).is_some_and(|limit| r.threads() > *limit);
    records.iter().filter(|r| r.is_of(&a) && r.outcome.is_finished()).filter(further).count()
}

/// What splice statements cost.
#[derive(Debug, PartialEq)]
pub struct Splices {
    /// Programs with these numbers.
    pub programs: usize,
    /// Splice statements in percent of all statements.
    pub statements: f64,
    /// Shared variables of a splice statement, on average.
    pub variables: f64,
    /// Median over programs of the median of splice variables.
    pub median: u64,
    /// Splice variables with two satisfiable cofactors, in percent.
    pub double: f64,
}

/// Splice statements of symbolic runs without reduction: statements once per program, executions of all runs.
pub fn splices(records: &[Record]) -> Option<Splices> {
    let runs: Vec<&Record> = records
        .iter()
        .filter(|r| r.is_of(&SYMBOLIC) && r.outcome.is_finished())
        .filter(|r| r.count("splices.statements").is_some())
        .collect();
    let first: Vec<&&Record> = runs.iter().filter(|r| r.threads() == 2).collect();
    let once = |name: &str| first.iter().filter_map(|r| r.count(name)).sum::<u64>() as f64;
    let sum = |name: &str| runs.iter().filter_map(|r| r.count(name)).sum::<u64>() as f64;
    let mut medians: Vec<u64> = runs
        .iter()
        .filter(|r| r.count("splices.executions").unwrap_or(0) > 0)
        .filter_map(|r| r.count("splices.median_variables"))
        .collect();
    medians.sort_unstable();
    (!first.is_empty()).then(|| Splices {
        programs: first.len(),
        statements: 100.0 * once("splices.splice_statements") / once("splices.statements").max(1.0),
        variables: once("splices.variables") / once("splices.splice_statements").max(1.0),
        median: medians.get(medians.len() / 2).copied().unwrap_or(0),
        double: 100.0 * sum("splices.double_cofactors") / sum("splices.cofactors").max(1.0),
    })
}

/// Largest N that each program was finished with, on average, and the number of programs.
pub fn reach(records: &[Record], setting: Setting) -> Option<(f64, usize)> {
    let mut largest: BTreeMap<&str, u32> = BTreeMap::new();
    for record in started(records, setting) {
        let entry = largest.entry(&record.run.program).or_insert(1);
        if record.outcome.is_finished() {
            *entry = (*entry).max(record.threads());
        }
    }
    let sum: u32 = largest.values().sum();
    (!largest.is_empty()).then(|| (f64::from(sum) / largest.len() as f64, largest.len()))
}

/// Runs of a setting that ended or reached a limit.
pub fn started(records: &[Record], setting: Setting) -> impl Iterator<Item = &Record> {
    let ran = |r: &&Record| r.outcome.is_finished() || r.outcome.is_unfinished();
    records.iter().filter(move |r| r.is_of(&setting)).filter(ran)
}

/// Where explicit counters win against symbolic ones: for each N, runs compared and runs won.
pub fn counter_wins(records: &[Record]) -> Vec<(u32, usize, usize)> {
    let compared = pairs(records, COUNTER, SYMBOLIC_POR);
    let mut numbers: Vec<u32> = compared.iter().map(|p| p.threads).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let line = |n: u32| {
        let share = Share::of(compared.iter().filter(|p| p.threads == n));
        (n, share.compared, share.won)
    };
    numbers.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Ahead, ahead, beyond, splices};
    use crate::figures::compare::tests::run;
    use crate::figures::configuration::{PLAIN_SYMBOLIC, SYMBOLIC};
    use crate::harness::outcome::Outcome::{Complete, NotRun, Unknown, Violation};
    use crate::harness::record::Record;

    /// A symbolic run with statements, splice statements, executions, variables, median, cofactors, double cofactors.
    fn spliced(record: Record, numbers: [u64; 7]) -> Record {
        let names = [
            "statements",
            "splice_statements",
            "executions",
            "variables",
            "median_variables",
            "cofactors",
            "double_cofactors",
        ];
        let counters = names.into_iter().zip(numbers).map(|(name, n)| (format!("splices.{name}"), n));
        Record { counters: counters.collect(), ..record }
    }

    /// Program a: plain exploration stops at N = 4. Program b: at N = 3.
    fn records() -> Vec<Record> {
        let a = [100, 8, 10, 20, 1, 20, 2];
        let b = [300, 8, 20, 10, 2, 20, 2];
        vec![
            spliced(run("a", &SYMBOLIC, 2, Complete, 1.0), a),
            spliced(run("a", &SYMBOLIC, 3, Complete, 0.1), a),
            run("a", &SYMBOLIC, 4, Complete, 0.1),
            run("a", &SYMBOLIC, 5, Complete, 0.1),
            run("a", &PLAIN_SYMBOLIC, 2, Complete, 1.0),
            run("a", &PLAIN_SYMBOLIC, 3, Complete, 1.0),
            run("a", &PLAIN_SYMBOLIC, 4, Unknown, 30.0),
            run("a", &PLAIN_SYMBOLIC, 5, NotRun, 0.0),
            spliced(run("b", &SYMBOLIC, 2, Complete, 1.0), b),
            run("b", &SYMBOLIC, 3, Violation, 0.03),
            run("b", &PLAIN_SYMBOLIC, 2, Complete, 1.0),
            run("b", &PLAIN_SYMBOLIC, 3, Unknown, 30.0),
        ]
    }

    #[test]
    fn lead_at_the_largest_number_for_half_of_the_programs() {
        let Ahead { threads, finished, mean, most } = ahead(&records(), 30.0).unwrap();
        assert_eq!((threads, finished), (3, (1, 2)));
        // Factors of 10, and of 30 s / 0.03 s.
        assert!((mean - 2.0).abs() < 1e-9 && (most - 3.0).abs() < 1e-9, "{mean} {most}");
        assert_eq!(beyond(&records(), SYMBOLIC, PLAIN_SYMBOLIC), 1);
    }

    #[test]
    fn splices_are_summed() {
        let s = splices(&records()).unwrap();
        assert_eq!((s.programs, s.statements, s.median), (2, 4.0, 1));
        assert!((s.variables - 30.0 / 16.0).abs() < 1e-9 && (s.double - 10.0).abs() < 1e-9);
    }
}
