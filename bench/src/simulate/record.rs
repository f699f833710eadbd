//! What one run gave.

use super::benchmark::Answer;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A verdict.
    Verdict(Answer),
    /// A limit was reached.
    Limit,
    /// The tool does not do such programs.
    NotApplicable,
    /// Anything else.
    Error,
}

impl Outcome {
    /// As files say it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Verdict(answer) => answer.verdict(),
            Outcome::Limit => "limit",
            Outcome::NotApplicable => "n/a",
            Outcome::Error => "error",
        }
    }
}

/// A run of one tool on one program.
#[derive(Clone, Debug)]
pub struct Record {
    /// The program.
    pub program: String,
    /// The engine, with its setting, or SPIN.
    pub tool: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether a verdict is the known one.
    pub expected: Answer,
    /// Seconds of the process by the clock.
    pub seconds: f64,
    /// Seconds of the search, as the engine says.
    pub search: Option<f64>,
    /// Most resident memory of the process, in bytes.
    pub peak: Option<u64>,
    /// States stored or explored.
    pub states: Option<u64>,
    /// Steps.
    pub transitions: Option<u64>,
    /// Nodes of formulas, of the simulating engine.
    pub nodes: Option<u64>,
    /// Why there is no verdict.
    pub note: String,
}

impl Record {
    /// Whether the right answer was given.
    pub fn is_solved(&self) -> bool {
        self.outcome == Outcome::Verdict(self.expected)
    }

    /// Seconds of the search, which SPIN's process does nothing else than.
    pub fn time(&self) -> f64 {
        self.search.unwrap_or(self.seconds)
    }

    /// Whether something is wrong with the tool.
    pub fn is_bad(&self) -> bool {
        let wrong = matches!(self.outcome, Outcome::Verdict(answer) if answer != self.expected);
        wrong || self.outcome == Outcome::Error
    }

    /// One line for people who wait.
    pub fn progress(&self) -> String {
        let Record { program, tool, outcome, seconds, note, .. } = self;
        let mut line = format!("{program} {tool}: {} after {seconds:.2} s", outcome.name());
        if let Some(search) = self.search {
            line += &format!(" (search {search:.2} s)");
        }
        if let Some(states) = self.states {
            line += &format!(", {states} states");
        }
        if !note.is_empty() {
            line += &format!(" ({note})");
        }
        if self.is_bad() { line + " *** WRONG ***" } else { line }
    }

    /// The line of the file.
    pub fn to_line(&self) -> String {
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        [
            self.program.clone(),
            self.tool.replace(',', ";"),
            self.outcome.name().to_string(),
            self.expected.verdict().to_string(),
            format!("{:.4}", self.seconds),
            self.search.map_or(String::new(), |s| format!("{s:.4}")),
            number(self.peak),
            number(self.states),
            number(self.transitions),
            number(self.nodes),
            one_line(&self.note),
        ]
        .join(",")
    }
}

/// The names of the columns.
pub const COLUMNS: &str =
    "program,tool,verdict,expected,seconds,search_seconds,peak_bytes,states,transitions,formula_nodes,note";

/// The first line, without commas; files by their names in the workspace.
fn one_line(text: &str) -> String {
    let root = format!("{}/", crate::root().display());
    text.trim().lines().next().unwrap_or_default().replace(&root, "").replace(',', ";")
}

/// Fails if any run was wrong.
pub fn judgement<'a>(records: impl Iterator<Item = &'a Record>) -> Result<(), String> {
    let bad: Vec<String> = records.filter(|r| r.is_bad()).map(Record::progress).collect();
    if bad.is_empty() { Ok(()) } else { Err(format!("wrong answers or errors:\n{}", bad.join("\n"))) }
}

#[cfg(test)]
mod tests {
    use super::{Answer, COLUMNS, Outcome, Record, judgement};

    #[test]
    fn wrong_answers_are_noticed() {
        let mut record = Record {
            program: "p".to_string(),
            tool: "simulate no-merging,no-union".to_string(),
            outcome: Outcome::Verdict(Answer::Safe),
            expected: Answer::Safe,
            seconds: 0.5,
            search: None,
            peak: Some(7),
            states: None,
            transitions: None,
            nodes: None,
            note: "one, two\nthree".to_string(),
        };
        assert!(record.is_solved() && judgement([&record].into_iter()).is_ok());
        assert_eq!(record.to_line().split(',').count(), COLUMNS.split(',').count());
        record.expected = Answer::Unsafe;
        assert!(judgement([&record].into_iter()).is_err_and(|e| e.contains("WRONG")));
        record.outcome = Outcome::Limit;
        assert!(!record.is_solved() && judgement([&record].into_iter()).is_ok());
    }
}
