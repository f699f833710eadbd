//! `runs.csv`: every finished run is appended at once; a restart of the same revision and limit goes on behind it.

use super::record::{Outcome, Record, columns};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What was measured.
pub struct Log {
    path: PathBuf,
    /// The runs of this revision and limit.
    pub records: Vec<Record>,
}

impl Log {
    /// Opens the file. Runs of another revision or limit are set aside in `target/bench`; a line that was cut short is dropped.
    pub fn open(folder: &Path, revision: &str, limit: &str) -> Result<Log, String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let path = folder.join("runs.csv");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(format!("{}: {e}", path.display())),
        };
        let head = format!("# revision {revision}; limit {limit}");
        let mut log = Log { path, records: Vec::new() };
        if text.lines().next() == Some(&head) {
            let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
            let lines = whole.lines().skip(2);
            log.records = lines.filter_map(Record::from_line).collect();
        } else if !text.is_empty() {
            set_aside(&text)?;
        }
        let lines: Vec<String> = log.records.iter().map(|r| r.to_line() + "\n").collect();
        let text = format!("{head}\n{}\n{}", columns(), lines.concat());
        std::fs::write(&log.path, text).map_err(|e| format!("{}: {e}", log.path.display()))?;
        Ok(log)
    }

    /// The run, if it is there; errors are tried again.
    pub fn find(&self, program: &str, setting: &str) -> Option<&Record> {
        self.records
            .iter()
            .find(|r| r.program == program && r.setting == setting && r.outcome != Outcome::Error)
    }

    /// Adds a run, or replaces it.
    pub fn put(&mut self, record: Record) -> Result<(), String> {
        let fail = |e: std::io::Error| format!("{}: {e}", self.path.display());
        let same = |r: &Record| r.program == record.program && r.setting == record.setting;
        if self.records.iter().any(same) {
            self.records.retain(|r| !same(r));
            let head = std::fs::read_to_string(&self.path).map_err(fail)?;
            let head = head.lines().next().unwrap_or_default();
            let lines: Vec<String> = self.records.iter().map(|r| r.to_line() + "\n").collect();
            std::fs::write(&self.path, format!("{head}\n{}\n{}", columns(), lines.concat())).map_err(fail)?;
        }
        let file = OpenOptions::new().append(true).open(&self.path);
        file.and_then(|mut f| writeln!(f, "{}", record.to_line())).map_err(fail)?;
        self.records.push(record);
        Ok(())
    }
}

/// Nothing that took hours is thrown away.
fn set_aside(text: &str) -> Result<(), String> {
    let head = text.lines().next().unwrap_or_default();
    let name = head.trim_start_matches("# revision ").replace("; limit ", "-");
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || "-.".contains(*c)).collect();
    let folder = crate::root().join("target/bench");
    let path = folder.join(format!("cover-{name}.csv"));
    eprintln!("runs of another revision or limit are set aside in target/bench/cover-{name}.csv");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
    written.map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{Log, Outcome, Record};

    #[test]
    fn restart_knows_what_was_run() {
        let folder = crate::root().join("target/bench").join(format!("{}-cover", std::process::id()));
        let run = |program: &str, outcome| Record::new(program, "backward", outcome, 0.5, "");
        let mut log = Log::open(&folder, "test", "1s").unwrap();
        log.put(run("a", Outcome::True)).unwrap();
        log.put(run("b", Outcome::Error)).unwrap();
        log.put(run("c", Outcome::Unknown)).unwrap();
        let path = folder.join("runs.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 1]).unwrap();
        let mut again = Log::open(&folder, "test", "1s").unwrap();
        let known = |log: &Log, program: &str| log.find(program, "backward").is_some();
        assert_eq!(["a", "b", "c"].map(|p| known(&again, p)), [true, false, false]);
        again.put(run("b", Outcome::False)).unwrap();
        let last = Log::open(&folder, "test", "1s").unwrap();
        assert!(known(&last, "b") && last.records.len() == 2);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
