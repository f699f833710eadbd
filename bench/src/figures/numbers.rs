//! The numbers of [BMWK10] sections 7.1 and 7.3, from the records.

use super::compare::{Pair, Time, geometric_mean, pairs};
use super::configuration::{COUNTER, Configuration, PLAIN_SYMBOLIC, SYMBOLIC, SYMBOLIC_POR};
use super::record::{Outcome, Record};

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
        let runs = records.iter().filter(move |r| r.configuration == PLAIN_SYMBOLIC && r.threads == threads);
        runs.filter(|r| r.outcome.finished()).count()
    };
    let mut programs: Vec<&str> =
        records.iter().filter(|r| r.configuration == PLAIN_SYMBOLIC).map(|r| r.program.as_str()).collect();
    programs.sort_unstable();
    programs.dedup();
    let largest = records.iter().map(|r| r.threads).max()?;
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
pub fn beyond(records: &[Record], a: Configuration, b: Configuration) -> usize {
    let stopped: std::collections::HashMap<&str, u32> = records
        .iter()
        .filter(|r| r.configuration == b && r.outcome == Outcome::Stopped)
        .map(|r| (r.program.as_str(), r.threads))
        .collect();
    let further = |r: &&Record| stopped.get(r.program.as_str()).is_some_and(|limit| r.threads > *limit);
    records.iter().filter(|r| r.configuration == a && r.outcome.finished()).filter(further).count()
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
        .filter(|r| r.configuration == SYMBOLIC && r.outcome.finished())
        .filter(|r| r.count("splices.statements").is_some())
        .collect();
    let first: Vec<&&Record> = runs.iter().filter(|r| r.threads == 2).collect();
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
pub fn reach(records: &[Record], configuration: Configuration) -> Option<(f64, usize)> {
    let mut largest: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    for record in records.iter().filter(|r| r.configuration == configuration && r.outcome != Outcome::NotRun)
    {
        let entry = largest.entry(&record.program).or_insert(1);
        if record.outcome.finished() {
            *entry = (*entry).max(record.threads);
        }
    }
    let sum: u32 = largest.values().sum();
    (!largest.is_empty()).then(|| (f64::from(sum) / largest.len() as f64, largest.len()))
}

/// Where explicit counters win against symbolic ones: for each N, runs compared and runs won.
pub fn counter_wins(records: &[Record]) -> Vec<(u32, usize, usize)> {
    let compared = pairs(records, COUNTER, SYMBOLIC_POR);
    let mut numbers: Vec<u32> = compared.iter().map(|p| p.threads).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let line = |n: u32| {
        let share = super::compare::Share::of(compared.iter().filter(|p| p.threads == n));
        (n, share.compared, share.won)
    };
    numbers.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Ahead, ahead, beyond, splices};
    use crate::figures::configuration::{PLAIN_SYMBOLIC, SYMBOLIC};
    use crate::figures::record::Record;

    /// Program a: plain exploration stops at N = 4. Program b: at N = 3.
    fn records() -> Vec<Record> {
        let lines = "\
driver,a,1,symbolic,none,on,2,complete,,1.0,,,,,,100,8,10,20,1,20,2
driver,a,1,symbolic,none,on,3,complete,,0.1,,,,,,100,8,10,20,1,20,2
driver,a,1,symbolic,none,on,4,complete,,0.1,,,,,,,,,,,,
driver,a,1,symbolic,none,on,5,complete,,0.1,,,,,,,,,,,,
driver,a,1,plain-symbolic,none,,2,complete,,1.0,,,,,,,,,,,,
driver,a,1,plain-symbolic,none,,3,complete,,1.0,,,,,,,,,,,,
driver,a,1,plain-symbolic,none,,4,stopped,time,30.0,,,,,,,,,,,,
driver,a,1,plain-symbolic,none,,5,not-run,,,,,,,,,,,,,,
library,b,1,symbolic,none,on,2,complete,,1.0,,,,,,300,8,20,10,2,20,2
library,b,1,symbolic,none,on,3,violation,,0.03,,,,,,,,,,,,
library,b,1,plain-symbolic,none,,2,complete,,1.0,,,,,,,,,,,,
library,b,1,plain-symbolic,none,,3,stopped,time,30.0,,,,,,,,,,,,";
        lines.lines().map(|l| Record::from_line(l).unwrap()).collect()
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
