//! One run, and the line of the CSV file that holds it.

use super::configuration::{self, Configuration, PLAIN};
use crate::realistic::Realistic;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything was explored, and nothing is violated.
    Complete,
    /// Everything was explored; some states are violations.
    Violation,
    /// A limit was reached.
    Stopped,
    /// Not run, because a smaller number of threads reached a limit; neither are larger numbers.
    NotRun,
}

const OUTCOMES: [(Outcome, &str); 4] = [
    (Outcome::Complete, "complete"),
    (Outcome::Violation, "violation"),
    (Outcome::Stopped, "stopped"),
    (Outcome::NotRun, "not-run"),
];

impl Outcome {
    /// Whether the whole space was explored.
    pub fn finished(self) -> bool {
        matches!(self, Outcome::Complete | Outcome::Violation)
    }

    /// The outcome of this name.
    pub fn read(text: &str) -> Option<Outcome> {
        OUTCOMES.iter().find(|(_, name)| *name == text).map(|(outcome, _)| *outcome)
    }

    fn name(self) -> &'static str {
        OUTCOMES.iter().find(|(outcome, _)| *outcome == self).map_or("", |(_, name)| name)
    }
}

/// Numbers of a run, in the order of the columns: names of the statistics, those of splices behind `splices.`.
pub const COUNTS: [&str; 10] = [
    "states",
    "transitions",
    "reduced_states",
    "splices.statements",
    "splices.splice_statements",
    "splices.executions",
    "splices.variables",
    "splices.median_variables",
    "splices.cofactors",
    "splices.double_cofactors",
];

/// One run.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Family of the program.
    pub family: String,
    /// Its name.
    pub program: String,
    /// Its seed.
    pub seed: u64,
    /// How it was explored.
    pub configuration: Configuration,
    /// Number of threads.
    pub threads: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Which limit was reached.
    pub reason: String,
    /// Seconds of the search, as the tool says; the clock's if it says nothing.
    pub seconds: Option<f64>,
    /// Seconds of the process.
    pub wall: Option<f64>,
    /// Most resident memory of the process, in bytes.
    pub memory: Option<u64>,
    /// See [`COUNTS`].
    pub counts: [Option<u64>; COUNTS.len()],
}

/// The names of the columns.
pub fn columns() -> String {
    let fixed = "family,program,seed,engine,reduction,merging,threads,outcome,reason,seconds,wall,memory";
    format!("{fixed},{}", COUNTS.join(","))
}

impl Record {
    /// A program that was not run yet.
    pub fn about(program: &Realistic) -> Record {
        Record {
            family: program.family.name().to_string(),
            program: program.name.clone(),
            seed: program.seed,
            configuration: PLAIN,
            threads: 0,
            outcome: Outcome::NotRun,
            reason: String::new(),
            seconds: None,
            wall: None,
            memory: None,
            counts: [None; COUNTS.len()],
        }
    }

    /// The number with this name.
    pub fn count(&self, name: &str) -> Option<u64> {
        COUNTS.iter().position(|n| *n == name).and_then(|i| self.counts[i])
    }

    /// Whether both are about the same run.
    pub fn same_run(&self, other: &Record) -> bool {
        self.program == other.program
            && self.configuration == other.configuration
            && self.threads == other.threads
    }

    /// The line of the file.
    pub fn to_line(&self) -> String {
        let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        let time = |t: Option<f64>| t.map(|t| format!("{t:.6}")).unwrap_or_default();
        let c = &self.configuration;
        let fixed = [
            self.family.clone(),
            self.program.clone(),
            self.seed.to_string(),
            c.engine.to_string(),
            c.reduction.to_string(),
            c.merging.to_string(),
            self.threads.to_string(),
            self.outcome.name().to_string(),
            self.reason.replace([',', '\n'], ";"),
            time(self.seconds),
            time(self.wall),
            number(self.memory),
        ];
        fixed.into_iter().chain(self.counts.iter().map(|n| number(*n))).collect::<Vec<_>>().join(",")
    }

    /// Reads a line; absent if it is none.
    pub fn from_line(line: &str) -> Option<Record> {
        let cells: Vec<&str> = line.split(',').collect();
        let (fixed, counts) = cells.split_at_checked(12)?;
        if counts.len() != COUNTS.len() {
            return None;
        }
        let mut read = [None; COUNTS.len()];
        read.iter_mut().zip(counts).for_each(|(to, from)| *to = from.parse().ok());
        Some(Record {
            family: fixed[0].to_string(),
            program: fixed[1].to_string(),
            seed: fixed[2].parse().ok()?,
            configuration: configuration::find(fixed[3], fixed[4], fixed[5])?,
            threads: fixed[6].parse().ok()?,
            outcome: Outcome::read(fixed[7])?,
            reason: fixed[8].to_string(),
            seconds: fixed[9].parse().ok(),
            wall: fixed[10].parse().ok(),
            memory: fixed[11].parse().ok(),
            counts: read,
        })
    }
}
