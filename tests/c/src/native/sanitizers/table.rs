//! The result of many comparisons.

use super::{Answer, Class, Compared, Language, Sanitizer, Twin};
use std::collections::BTreeMap;
use std::fmt;

/// Comparisons, counted by class.
#[derive(Default)]
pub struct Table {
    rows: BTreeMap<Class, Row>,
    /// Reasons for UNKNOWN, with their numbers.
    unknown: BTreeMap<String, u64>,
    /// Faults without a report, with the reason.
    unreported: BTreeMap<(Class, &'static str), u64>,
    differences: Vec<String>,
}

/// The programs of one class.
#[derive(Default)]
struct Row {
    faulty: Answers,
    /// Faulty programs that no sanitizer reports.
    silent: u64,
    reported: [u64; Sanitizer::ALL.len()],
    safe: Answers,
}

/// Numbers of answers.
#[derive(Default)]
struct Answers {
    programs: u64,
    is_false: u64,
    is_true: u64,
    unknown: u64,
}

impl Table {
    /// The table of comparisons.
    pub fn of(all: &[Compared]) -> Table {
        let mut table = Table::default();
        all.iter().for_each(|compared| table.add(compared));
        table
    }

    /// The number of differences.
    pub fn differences(&self) -> usize {
        self.differences.len()
    }

    fn add(&mut self, compared: &Compared) {
        let row = self.rows.entry(compared.class).or_default();
        if compared.twin == Twin::Faulty {
            row.faulty.add(compared.answer.as_ref());
            row.silent += u64::from(compared.reports.is_empty());
            compared.reports.iter().for_each(|report| row.reported[report.by as usize] += 1);
        } else {
            row.safe.add(compared.answer.as_ref());
        }
        if let Some(Answer::Unknown(why)) = &compared.answer {
            *self.unknown.entry(why.clone()).or_default() += 1;
        }
        let silent = compared.twin == Twin::Faulty && compared.reports.is_empty();
        if let Some(why) = compared.class.unreported(compared.language).filter(|_| silent) {
            *self.unreported.entry((compared.class, why)).or_default() += 1;
        }
        self.differences.extend(compared.told());
    }
}

impl Answers {
    fn add(&mut self, answer: Option<&Answer>) {
        self.programs += 1;
        match answer {
            Some(Answer::True) => self.is_true += 1,
            Some(Answer::False(..)) => self.is_false += 1,
            Some(Answer::Unknown(_)) => self.unknown += 1,
            None => {}
        }
    }
}

impl Compared {
    /// The difference, with its seed, class and twin, in one line.
    pub fn told(&self) -> Option<String> {
        let twin = if self.twin == Twin::Faulty { "faulty" } else { "safe" };
        let language = if self.language == Language::C { "C" } else { "C++" };
        let why = self.difference.as_ref()?;
        Some(format!("seed {}, {language}, {}, {twin}: {why}", self.seed, self.class))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<34} faulty  ASan UBSan  MSan  TSan  none | FALSE  TRUE UNKNOWN |  safe  TRUE FALSE UNKNOWN",
            "class"
        )?;
        for (class, row) in &self.rows {
            writeln!(f, "{class:<34}{row}")?;
        }
        for ((class, why), number) in &self.unreported {
            writeln!(f, "not reported {number}, {class}: {why}")?;
        }
        for (why, number) in &self.unknown {
            writeln!(f, "UNKNOWN {number}: {why}")?;
        }
        self.differences.iter().try_for_each(|line| writeln!(f, "DIFFERENT {line}"))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {:>6}", self.faulty.programs)?;
        self.reported.iter().try_for_each(|number| write!(f, " {number:>5}"))?;
        let (faulty, safe) = (&self.faulty, &self.safe);
        write!(
            f,
            " {:>5} | {:>5} {:>5} {:>7}",
            self.silent, faulty.is_false, faulty.is_true, faulty.unknown
        )?;
        write!(f, " | {:>5} {:>5} {:>5} {:>7}", safe.programs, safe.is_true, safe.is_false, safe.unknown)
    }
}
