//! The file of runs: each is appended at once, and a restart of the same revision and limit goes on after the last one.
//!
//! The first line has the revision and the limit, the second one the names of the columns. Columns are read by name; one
//! that is not among those of every run is a counter.

use super::limit::Limit;
use super::origin::Origin;
use super::outcome::Outcome;
use super::record::{Record, Run};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Runs in a file.
pub struct Log {
    path: PathBuf,
    head: String,
    /// Counters that have a column.
    counters: &'static [&'static str],
    /// The runs.
    pub records: Vec<Record>,
}

const REVISION: &str = "# revision ";
const LIMIT: &str = "; limit ";

/// Columns of every run, but for the note, which is the last one.
const COLUMNS: [&str; 9] = [
    "program",
    "setting",
    "bound",
    "outcome",
    "agrees",
    "search_seconds",
    "whole_seconds",
    "peak_bytes",
    "certified",
];
const NOTE: &str = "note";

/// Files from before there was one harness: a column that tells them, and columns with the names that they have now.
/// Columns that share a name are put together.
const FORMER: [(&str, &[(&str, &str)]); 2] = [
    (
        "merging",
        &[
            ("engine", "setting"),
            ("reduction", "setting"),
            ("merging", "setting"),
            ("threads", "bound"),
            ("reason", NOTE),
            ("seconds", "search_seconds"),
            ("wall", "whole_seconds"),
            ("memory", "peak_bytes"),
        ],
    ),
    (
        "minimal_elements",
        &[
            ("verdict", "outcome"),
            ("elements", "states"),
            ("element_bytes", "packed_bytes"),
            ("minimal_elements", "certificate_size"),
        ],
    ),
];

impl Log {
    /// Opens the file to go on with it. Runs of another revision or limit are set aside; a line that was cut short is dropped.
    pub fn open(
        path: PathBuf,
        origin: &Origin,
        limit: &Limit,
        counters: &'static [&'static str],
    ) -> Result<Log, String> {
        let head = format!("{REVISION}{}{LIMIT}{}", origin.revision, limit.text);
        let mut log = Log { path, head, counters, records: Vec::new() };
        let text = text(&log.path)?;
        let mut lines = text.lines();
        if lines.next() == Some(&log.head) && lines.next() == Some(&log.columns()) {
            log.records = records(&text, &log.path)?;
        } else if !text.is_empty() {
            set_aside(&log.path, &text)?;
        }
        log.rewrite()?;
        Ok(log)
    }

    /// The revision and the runs of a file, whatever revision it is of.
    pub fn read(path: &Path) -> Result<(String, Vec<Record>), String> {
        let text = text(path)?;
        let first = text.lines().next().and_then(|l| l.strip_prefix(REVISION));
        let revision = first.ok_or_else(|| format!("{}: no runs", path.display()))?;
        let revision = revision.rsplit_once(LIMIT).map_or(revision, |(revision, _)| revision);
        Ok((revision.to_string(), records(&text, path)?))
    }

    /// The run, if it is there; failures are tried again.
    pub fn find(&self, run: &Run) -> Option<&Record> {
        self.records.iter().find(|r| r.run == *run && !r.outcome.is_failure())
    }

    /// Adds a run, or replaces it.
    pub fn put(&mut self, record: Record) -> Result<(), String> {
        let line = self.line(&record);
        let known = self.records.len();
        self.records.retain(|r| r.run != record.run);
        let replaced = self.records.len() < known;
        self.records.push(record);
        if replaced {
            return self.rewrite();
        }
        let file = OpenOptions::new().append(true).open(&self.path);
        file.and_then(|mut f| writeln!(f, "{line}")).map_err(|e| format!("{}: {e}", self.path.display()))
    }

    fn rewrite(&self) -> Result<(), String> {
        let lines: Vec<String> = self.records.iter().map(|r| self.line(r) + "\n").collect();
        let text = format!("{}\n{}\n{}", self.head, self.columns(), lines.concat());
        std::fs::write(&self.path, text).map_err(|e| format!("{}: {e}", self.path.display()))
    }

    fn columns(&self) -> String {
        [&COLUMNS[..], self.counters, &[NOTE]].concat().join(",")
    }

    fn line(&self, record: &Record) -> String {
        let seconds = |s: Option<f64>| s.map_or(String::new(), |s| format!("{s:.6}"));
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let flag = |f: Option<bool>| f.map_or("", |f| if f { "yes" } else { "no" }).to_string();
        let mut cells = vec![
            record.run.program.clone(),
            record.run.setting.clone(),
            number(record.run.bound.map(u64::from)),
            record.outcome.name().to_string(),
            flag(record.agrees),
            seconds(record.search),
            seconds(record.whole),
            number(record.peak),
            flag(record.certified),
        ];
        cells.extend(self.counters.iter().map(|name| number(record.count(name))));
        cells.push(record.note.clone());
        cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",")
    }
}

fn text(path: &Path) -> Result<String, String> {
    match std::fs::read_to_string(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(String::new()),
        text => text.map_err(|e| format!("{}: {e}", path.display())),
    }
}

/// The runs of a file, without a last line that was cut short.
fn records(text: &str, path: &Path) -> Result<Vec<Record>, String> {
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = whole.lines().filter(|l| !l.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    let names: Vec<String> = present_names(&cells(first));
    let understood = |line: &str| {
        record(&names, &cells(line)).ok_or_else(|| format!("{}: not understood: {line}", path.display()))
    };
    lines.filter(|l| *l != first).map(understood).collect()
}

/// The names that the columns have now.
fn present_names(names: &[String]) -> Vec<String> {
    let former = FORMER.iter().find(|(tells, _)| names.iter().any(|n| n == tells));
    let renamed = |name: &String| {
        let now = former.and_then(|(_, pairs)| pairs.iter().find(|(before, _)| before == name));
        now.map_or(name.clone(), |(_, now)| now.to_string())
    };
    names.iter().map(renamed).collect()
}

fn record(names: &[String], cells: &[String]) -> Option<Record> {
    if names.len() != cells.len() {
        return None;
    }
    let cell = |wanted: &str| {
        let parts = names.iter().zip(cells).filter(|(name, cell)| *name == wanted && !cell.is_empty());
        parts.map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join(" ")
    };
    let flag = |text: String| if text.is_empty() { None } else { Some(text == "yes") };
    let run = Run { program: cell("program"), setting: cell("setting"), bound: cell("bound").parse().ok() };
    let mut record = Record::new(run, Outcome::read(&cell("outcome"))?, &cell(NOTE));
    (record.agrees, record.certified) = (flag(cell("agrees")), flag(cell("certified")));
    (record.search, record.whole) = (cell("search_seconds").parse().ok(), cell("whole_seconds").parse().ok());
    record.peak = cell("peak_bytes").parse().ok();
    let others = names.iter().zip(cells).filter(|(name, _)| !COLUMNS.contains(&name.as_str()));
    record.counters = others.filter_map(|(name, cell)| Some((name.clone(), cell.parse().ok()?))).collect();
    Some(record)
}

/// A cell with commas stands in quotation marks.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_string() }
}

/// The cells of a line.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut inside) = (vec![String::new()], false);
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let last = cells.last_mut().expect("there is a cell");
        match c {
            '"' if inside && rest.next_if_eq(&'"').is_some() => last.push('"'),
            '"' => inside = !inside,
            ',' if !inside => cells.push(String::new()),
            other => last.push(other),
        }
    }
    cells
}

/// Nothing that took hours is thrown away.
fn set_aside(path: &Path, text: &str) -> Result<(), String> {
    let first = text.lines().next().unwrap_or_default();
    let words = first.trim_start_matches(REVISION).replace(LIMIT, "-").replace(' ', "-");
    let name: String = words.chars().filter(|c| c.is_ascii_alphanumeric() || "-.".contains(*c)).collect();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let aside = format!("target/bench/aside/{stem}-{name}.csv");
    eprintln!("{}: runs of another revision, limit or form are set aside in {aside}", path.display());
    let to = crate::root().join(aside);
    let folder = to.parent().unwrap_or(&to);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&to, text));
    written.map_err(|e| format!("{}: {e}", to.display()))
}

#[cfg(test)]
mod tests;
