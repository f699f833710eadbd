//! The CSV file: every finished run is appended at once, and a restart goes on behind the last whole line.

use super::record::{Record, columns};
use crate::limit::Limit;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What was measured with one limit.
pub struct Log {
    path: PathBuf,
    /// The runs.
    pub records: Vec<Record>,
    /// The revisions they were measured with, in order.
    pub revisions: Vec<String>,
}

/// How the line with the revision begins.
const HEADER: &str = "# revision ";

impl Log {
    /// Reads the file of this limit, if it exists. A line that was cut short is dropped.
    pub fn open(folder: &Path, limit: &Limit) -> Result<Log, String> {
        let path = folder.join(format!("runs-{}.csv", limit.text));
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(format!("{}: {e}", path.display())),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        if whole.len() < text.len() {
            std::fs::write(&path, whole).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        let mut log = Log { path, records: Vec::new(), revisions: Vec::new() };
        for line in whole.lines().filter(|l| *l != columns()) {
            match line.strip_prefix(HEADER) {
                Some(header) => {
                    log.revisions.push(header.split("; limit ").next().unwrap_or(header).to_string())
                }
                None => log.records.push(
                    Record::from_line(line)
                        .ok_or_else(|| format!("{}: not understood: {line}", log.path.display()))?,
                ),
            }
        }
        Ok(log)
    }

    /// Says which revision the next runs are of.
    pub fn begin(&mut self, revision: &str) -> Result<(), String> {
        if self.revisions.last().is_some_and(|r| r == revision) {
            return Ok(());
        }
        if !self.revisions.is_empty() {
            eprintln!("{}: holds runs of another revision; they are kept", self.path.display());
        }
        let limit = self.path.file_stem().unwrap_or_default().to_string_lossy().replace("runs-", "");
        let names = if self.revisions.is_empty() { columns() + "\n" } else { String::new() };
        self.revisions.push(revision.to_string());
        self.write(&format!("{HEADER}{revision}; limit {limit}\n{names}"))
    }

    /// The run, if it is there.
    pub fn find(&self, run: &Record) -> Option<&Record> {
        self.records.iter().find(|r| r.same_run(run))
    }

    /// Adds a run.
    pub fn append(&mut self, record: &Record) -> Result<(), String> {
        self.write(&(record.to_line() + "\n"))?;
        self.records.push(record.clone());
        Ok(())
    }

    fn write(&self, text: &str) -> Result<(), String> {
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut f| f.write_all(text.as_bytes()))
            .map_err(|e| format!("{}: {e}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::Log;
    use crate::figures::configuration::{SYMBOLIC, SYMBOLIC_POR};
    use crate::figures::record::{Outcome, Record};
    use crate::limit::Limit;
    use crate::realistic::{Family, generate};
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = crate::root().join("target/bench").join(format!("{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn run(threads: u32) -> Record {
        Record {
            configuration: SYMBOLIC,
            threads,
            outcome: Outcome::Complete,
            seconds: Some(0.25),
            ..Record::about(&generate(Family::Driver, 1))
        }
    }

    #[test]
    fn restart_knows_what_was_run() {
        let (folder, limit) = (folder("resume"), Limit::read("5s").unwrap());
        let mut log = Log::open(&folder, &limit).unwrap();
        log.begin("one").unwrap();
        log.append(&run(2)).unwrap();
        log.append(&run(3)).unwrap();
        // The last line was cut short.
        let path = folder.join("runs-5s.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# revision one; limit 5s\nfamily,program,"));
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        let mut again = Log::open(&folder, &limit).unwrap();
        assert_eq!(again.records, [run(2)]);
        again.begin("one").unwrap();
        again.append(&run(3)).unwrap();
        again.begin("two").unwrap();
        let last = Log::open(&folder, &limit).unwrap();
        assert_eq!((last.records.len(), last.revisions), (2, vec!["one".to_string(), "two".to_string()]));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn another_limit_is_another_file() {
        let folder = folder("limit");
        let mut log = Log::open(&folder, &Limit::read("5s").unwrap()).unwrap();
        log.begin("one").unwrap();
        log.append(&run(2)).unwrap();
        assert!(log.find(&run(2)).is_some());
        assert!(log.find(&Record { configuration: SYMBOLIC_POR, ..run(2) }).is_none());
        assert!(Log::open(&folder, &Limit::read("6s").unwrap()).unwrap().records.is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
