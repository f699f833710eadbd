//! One run, and the line of `runs.csv` that holds it.

use super::program::Answer;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Safe.
    True,
    /// A violation.
    False,
    /// No answer, mostly because of a limit.
    Unknown,
    /// The engine is not made for this program, and says so.
    NotApplicable,
    /// Neither an answer nor a refusal: a bug.
    Error,
}

const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::True, "TRUE"),
    (Outcome::False, "FALSE"),
    (Outcome::Unknown, "UNKNOWN"),
    (Outcome::NotApplicable, "not-applicable"),
    (Outcome::Error, "ERROR"),
];

impl Outcome {
    /// As in files.
    pub fn name(self) -> &'static str {
        OUTCOMES.iter().find(|(o, _)| *o == self).map_or("", |(_, name)| name)
    }

    /// The outcome of this name.
    pub fn read(text: &str) -> Option<Outcome> {
        OUTCOMES.iter().find(|(_, name)| *name == text).map(|(o, _)| *o)
    }
}

/// One run. What an engine does not tell is absent.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The program.
    pub program: String,
    /// Name of the setting.
    pub setting: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the answer is the known one; absent without an answer.
    pub agrees: Option<bool>,
    /// Seconds of the search, and of the expansion before it.
    pub search: Option<f64>,
    /// Seconds by the clock, from the start of the process to its end.
    pub whole: f64,
    /// Seconds of the expansion, a part of the others.
    pub expansion: Option<f64>,
    /// The numbers, in the order of `NUMBERS`.
    pub numbers: [Option<u64>; NUMBERS.len()],
    /// Whether the certificate of a TRUE was checked.
    pub certified: Option<bool>,
    /// Why there is no answer.
    pub note: String,
}

/// Elements or states met; bytes of the elements and of all tables; sets of shared and of local values; minimal elements
/// in the certificate; threads of the violation; peak of resident memory.
pub const NUMBERS: [&str; 8] = [
    "elements",
    "element_bytes",
    "store_bytes",
    "shared_sets",
    "local_sets",
    "minimal_elements",
    "threads",
    "peak_bytes",
];

impl Record {
    /// A run without any number.
    pub fn new(program: &str, setting: &str, outcome: Outcome, whole: f64, note: &str) -> Record {
        Record {
            program: program.to_string(),
            setting: setting.to_string(),
            outcome,
            agrees: None,
            search: None,
            whole,
            expansion: None,
            numbers: [None; NUMBERS.len()],
            certified: None,
            note: one_line(note),
        }
    }

    /// The number of this name.
    pub fn number(&self, name: &str) -> Option<u64> {
        NUMBERS.iter().position(|n| *n == name).and_then(|at| self.numbers[at])
    }

    /// Compares with the known answer. A violation with fewer threads than the least number is wrong as well.
    pub fn judge(&mut self, known: Answer) {
        self.agrees = match (self.outcome, known) {
            (Outcome::True, Answer::True) => Some(true),
            (Outcome::False, Answer::False(least)) => {
                Some(self.number("threads").is_none_or(|found| found >= least))
            }
            (Outcome::True | Outcome::False, _) => Some(false),
            _ => None,
        };
    }

    /// Whether the right answer was given.
    pub fn is_solved(&self) -> bool {
        self.agrees == Some(true)
    }

    /// The line of the file.
    pub fn to_line(&self) -> String {
        let seconds = |s: Option<f64>| s.map_or(String::new(), |s| format!("{s:.4}"));
        let flag = |f: Option<bool>| f.map_or("", |f| if f { "yes" } else { "no" }).to_string();
        let mut cells = vec![
            self.program.clone(),
            self.setting.clone(),
            self.outcome.name().to_string(),
            flag(self.agrees),
            seconds(self.search),
            seconds(Some(self.whole)),
            seconds(self.expansion),
        ];
        cells.extend(self.numbers.iter().map(|n| n.map_or(String::new(), |n| n.to_string())));
        cells.extend([flag(self.certified), self.note.clone()]);
        cells.join(",")
    }

    /// Reads a line.
    pub fn from_line(line: &str) -> Option<Record> {
        let cells: Vec<&str> = line.split(',').collect();
        let [program, setting, outcome, agrees, search, whole, expansion, rest @ ..] = cells.as_slice()
        else {
            return None;
        };
        let (numbers, [certified, note]) = rest.split_at_checked(NUMBERS.len())? else { return None };
        let mut record = Record::new(program, setting, Outcome::read(outcome)?, whole.parse().ok()?, note);
        let flag = |text: &str| if text.is_empty() { None } else { Some(text == "yes") };
        (record.agrees, record.certified) = (flag(agrees), flag(certified));
        (record.search, record.expansion) = (search.parse().ok(), expansion.parse().ok());
        record.numbers.iter_mut().zip(numbers).for_each(|(to, text)| *to = text.parse().ok());
        Some(record)
    }
}

/// The names of the columns.
pub fn columns() -> String {
    let numbers = NUMBERS.join(",");
    format!(
        "program,setting,verdict,agrees,search_seconds,whole_seconds,expansion_seconds,{numbers},certified,note"
    )
}

/// The first line, without commas; files by their names in the workspace.
fn one_line(text: &str) -> String {
    let root = format!("{}/", crate::root().display());
    text.trim().lines().next().unwrap_or_default().replace(&root, "").replace(',', ";")
}

#[cfg(test)]
mod tests {
    use super::{Answer, Outcome, Record, columns};

    #[test]
    fn notes_name_files_in_the_workspace() {
        let file = crate::root().join("bench/cover/p.bp");
        let note = format!("{}: too large", file.display());
        let record = Record::new("p", "backward", Outcome::Unknown, 0.5, &note);
        assert_eq!(record.note, "bench/cover/p.bp: too large");
    }

    #[test]
    fn lines_are_read_back() {
        let mut record = Record::new("p", "backward", Outcome::False, 0.5, "one, two\nthree");
        record.search = Some(0.25);
        record.numbers[6] = Some(3);
        record.judge(Answer::False(2));
        let line = record.to_line();
        assert_eq!(line.split(',').count(), columns().split(',').count());
        assert_eq!(Record::from_line(&line), Some(record));
        assert_eq!(Record::from_line("p,backward,FALSE"), None);
    }

    #[test]
    fn too_few_threads_are_wrong() {
        let mut record = Record::new("p", "backward", Outcome::False, 0.5, "");
        record.numbers[6] = Some(3);
        record.judge(Answer::False(4));
        assert_eq!(record.agrees, Some(false));
        record.judge(Answer::True);
        assert_eq!(record.agrees, Some(false));
        record.outcome = Outcome::Unknown;
        record.judge(Answer::True);
        assert_eq!(record.agrees, None);
    }
}
