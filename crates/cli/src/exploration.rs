//! What `explore` prints: for people, or as one document.

use crate::args::FormatName;
use crate::exit::{self, Failure};
use crate::output;
use serde_json::json;
use tw_verdict::Statistics;

/// How an exploration ended.
pub enum Outcome {
    /// All states were visited, none is a violation.
    Complete,
    /// None of the visited states is a violation; the store may have taken two states for one.
    Incomplete,
    /// Some states are violations.
    Violation,
    /// It was stopped.
    Stopped(String),
}

/// A finished exploration.
pub struct Exploration<'a> {
    /// What was explored, if there is more to say than the command line does.
    pub title: Option<String>,
    /// What was counted.
    pub statistics: &'a Statistics,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Exploration<'_> {
    /// Prints it; returns the exit code.
    pub fn show(&self, format: FormatName) -> Result<u8, Failure> {
        output::print(&match format {
            FormatName::Text => self.text(),
            FormatName::Json => self.document()? + "\n",
        });
        Ok(if matches!(self.outcome, Outcome::Stopped(_)) { exit::UNKNOWN } else { exit::TRUE })
    }

    fn text(&self) -> String {
        let title = self.title.iter().cloned();
        let notes = self.notes.iter().map(|note| format!("Note: {note}"));
        let outcome = match &self.outcome {
            Outcome::Complete => None,
            Outcome::Incomplete => {
                Some("Note: this store may take two states for one; there may be more states".into())
            }
            Outcome::Violation => Some("some states are violations".into()),
            Outcome::Stopped(reason) => Some(format!("RESULT: UNKNOWN({reason})")),
        };
        let lines = title.chain([tw_report::statistics(self.statistics)]).chain(notes).chain(outcome);
        lines.map(|line| line + "\n").collect()
    }

    fn document(&self) -> Result<String, Failure> {
        let (outcome, reason) = match &self.outcome {
            Outcome::Complete => ("complete", None),
            Outcome::Incomplete => ("incomplete", None),
            Outcome::Violation => ("violation", None),
            Outcome::Stopped(reason) => ("stopped", Some(reason)),
        };
        let Exploration { statistics, notes, .. } = self;
        let document =
            json!({ "outcome": outcome, "reason": reason, "notes": notes, "statistics": statistics });
        serde_json::to_string_pretty(&document).map_err(Failure::internal)
    }
}
