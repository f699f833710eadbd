//! A finished run as a row.

use super::answer::THREADS;
use super::command::Setting;
use super::outcome::Outcome;
use super::run::{Asked, Said};
use std::collections::BTreeMap;

/// Processor time of a run in microseconds, among the counters.
pub const PROCESSOR: &str = "processor_us";

/// Which run: two with the same names are the same run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The program.
    pub program: String,
    /// The setting, or another tool.
    pub setting: String,
    /// The number of threads, where one program is run with several.
    pub bound: Option<u32>,
}

impl Run {
    /// A program under a setting.
    pub fn new(program: &str, setting: &str) -> Run {
        Run { program: program.to_string(), setting: setting.to_string(), bound: None }
    }

    /// The same with this number of threads.
    pub fn with_threads(self, threads: u32) -> Run {
        Run { bound: Some(threads), ..self }
    }
}

/// What is known about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is safe.
    Safe,
    /// It fails, with at least this number of threads alive at once.
    Unsafe(u64),
}

/// A row. What a tool does not tell is absent.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Which run.
    pub run: Run,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the answer is the known one; absent without an answer.
    pub agrees: Option<bool>,
    /// Seconds of the search, as the tool says.
    pub search: Option<f64>,
    /// Seconds by the clock, from the start of the process to its end.
    pub whole: Option<f64>,
    /// Most resident memory of the process, in bytes.
    pub peak: Option<u64>,
    /// Whether the certificate of a TRUE was checked.
    pub certified: Option<bool>,
    /// Other numbers, by the names of `answer::COUNTERS` or of a benchmark.
    pub counters: BTreeMap<String, u64>,
    /// Why there is no answer.
    pub note: String,
}

impl Record {
    /// A run without any number.
    pub fn new(run: Run, outcome: Outcome, note: &str) -> Record {
        Record {
            run,
            outcome,
            agrees: None,
            search: None,
            whole: None,
            peak: None,
            certified: None,
            counters: BTreeMap::new(),
            note: one_line(note),
        }
    }

    /// A run of the tool.
    pub fn of(run: Run, asked: &Asked) -> Record {
        let (outcome, note) = match &asked.said {
            Said::Answer(answer) => (answer.verdict, answer.reason.clone()),
            Said::Refused(why) => (Outcome::NotApplicable, why.clone()),
            Said::Stopped(why) => (Outcome::Unknown, format!("ended from outside: {why}")),
            Said::Failed(why) => (Outcome::Error, why.clone()),
            Said::Broken(why) => (Outcome::Bug, why.clone()),
        };
        let mut record = Record::new(run, outcome, &note);
        (record.whole, record.peak) = (Some(asked.seconds), asked.peak);
        if let Said::Answer(answer) = &asked.said {
            (record.search, record.certified) = (answer.seconds, answer.certified);
            record.counters = answer.counters.iter().map(|(name, n)| (name.to_string(), *n)).collect();
        }
        record.counters.extend(asked.processor.map(|s| (PROCESSOR.to_string(), (s * 1e6) as u64)));
        record
    }

    /// The number of this name.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.counters.get(name).copied()
    }

    /// States, sets of states, or elements.
    pub fn states(&self) -> Option<u64> {
        self.count("states")
    }

    /// The number of threads of a run that has one.
    pub fn threads(&self) -> u32 {
        self.run.bound.unwrap_or(0)
    }

    /// Whether it is of this setting.
    pub fn is_of(&self, setting: &Setting) -> bool {
        self.run.setting == setting.name
    }

    /// Seconds of the search; a process that says nothing does nothing else.
    pub fn time(&self) -> f64 {
        self.search.or(self.whole).unwrap_or(0.0)
    }

    /// Compares with what is known. A violation with fewer threads than the least number is wrong as well.
    pub fn judge(mut self, known: Known) -> Record {
        self.agrees = match (self.outcome, known) {
            (Outcome::True, Known::Safe) => Some(true),
            (Outcome::False, Known::Unsafe(least)) => {
                Some(self.count(THREADS).is_none_or(|found| found >= least))
            }
            (Outcome::True | Outcome::False, _) => Some(false),
            _ => None,
        };
        self
    }

    /// Whether the right answer was given.
    pub fn is_solved(&self) -> bool {
        self.agrees == Some(true)
    }

    /// Whether something is wrong with the tool.
    pub fn is_bad(&self) -> bool {
        self.agrees == Some(false) || self.outcome.is_failure()
    }

    /// One line for people who wait.
    pub fn progress(&self) -> String {
        let Run { program, setting, bound } = &self.run;
        let mut line = format!("{program} {setting}");
        if let Some(threads) = bound {
            line += &format!(" N={threads}");
        }
        line += &format!(": {} after {:.2} s", self.outcome.name(), self.whole.unwrap_or(0.0));
        if let Some(search) = self.search {
            line += &format!(" (search {search:.2} s)");
        }
        if let Some(states) = self.states() {
            line += &format!(", {states} states");
        }
        if !self.note.is_empty() {
            line += &format!(" ({})", self.note);
        }
        if self.is_bad() { line + " *** WRONG ***" } else { line }
    }
}

/// Fails if any run was wrong: no wrong answer and no error may pass unnoticed.
pub fn judgement<'a>(records: impl Iterator<Item = &'a Record>) -> Result<(), String> {
    let bad: Vec<String> = records.filter(|r| r.is_bad()).map(Record::progress).collect();
    if bad.is_empty() { Ok(()) } else { Err(format!("wrong answers or errors:\n{}", bad.join("\n"))) }
}

/// The first line; files by their names in the workspace.
fn one_line(text: &str) -> String {
    let root = format!("{}/", crate::root().display());
    text.trim().lines().next().unwrap_or_default().replace(&root, "")
}

#[cfg(test)]
mod tests {
    use super::{Known, Outcome, Record, Run, THREADS, judgement};

    fn run(outcome: Outcome, note: &str) -> Record {
        Record::new(Run::new("p", "backward"), outcome, note)
    }

    #[test]
    fn notes_name_files_in_the_workspace() {
        let note = format!("{}: too large\nmore", crate::root().join("bench/cover/p.bp").display());
        assert_eq!(run(Outcome::Unknown, &note).note, "bench/cover/p.bp: too large");
    }

    #[test]
    fn too_few_threads_are_wrong() {
        let mut record = run(Outcome::False, "");
        record.counters.insert(THREADS.to_string(), 3);
        let agrees = |record: Record, known| record.judge(known).agrees;
        assert_eq!(agrees(record.clone(), Known::Unsafe(3)), Some(true));
        assert_eq!(agrees(record.clone(), Known::Unsafe(4)), Some(false));
        assert_eq!(agrees(record, Known::Safe), Some(false));
        assert_eq!(agrees(run(Outcome::Unknown, ""), Known::Safe), None);
    }

    #[test]
    fn wrong_answers_are_noticed() {
        let right = run(Outcome::True, "").judge(Known::Safe);
        assert!(right.is_solved() && judgement([&right].into_iter()).is_ok());
        let wrong = run(Outcome::True, "").judge(Known::Unsafe(2));
        assert!(judgement([&right, &wrong].into_iter()).is_err_and(|e| e.contains("WRONG")));
        let stopped = run(Outcome::Unknown, "").judge(Known::Safe);
        assert!(!stopped.is_solved() && judgement([&stopped].into_iter()).is_ok());
        assert!(judgement([&run(Outcome::Bug, "")].into_iter()).is_err());
    }
}
