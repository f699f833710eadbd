//! What a long run has done so far, in a file: a run that was ended goes on where it was.
//!
//! Each line says what a batch of programs gave, or what differs in one of them, or with which revision a run began.

use super::Summary;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// What has been done.
#[derive(Default)]
pub struct Done {
    /// Numbers of batches.
    pub batches: BTreeSet<u64>,
    /// What they gave.
    pub summary: Summary,
    /// What differs.
    pub failures: Vec<String>,
    /// Each revision, and how many programs were compared with it.
    pub revisions: Vec<(String, u64)>,
}

/// The file, open for more.
pub struct Journal(File);

impl Journal {
    /// Opens a file; `resume`: what is there counts.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(path: &Path, resume: bool, revision: &str) -> std::io::Result<(Journal, Done)> {
        let text = if resume { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = File::options().create(true).append(true).open(path)?;
        if text.is_empty() {
            file.set_len(0)?;
        }
        // A run may have been ended in the middle of a line.
        let broken = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        writeln!(file, "{broken}revision {revision}")?;
        let mut done = read(&text);
        done.revisions.push((revision.to_string(), 0));
        Ok((Journal(file), done))
    }

    /// Adds what a batch gave.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, batch: u64, summary: &Summary, failures: &[String]) -> std::io::Result<()> {
        let mut text: String = failures.iter().map(|why| format!("different {batch} {why}\n")).collect();
        text.push_str(&format!("batch {batch} {}\n", summary.line()));
        self.0.write_all(text.as_bytes())
    }
}

fn read(text: &str) -> Done {
    let mut done = Done::default();
    let mut different: Vec<(u64, String)> = Vec::new();
    for line in text.lines() {
        let Some((kind, rest)) = line.split_once(' ') else { continue };
        if kind == "revision" {
            done.revisions.push((rest.to_string(), 0));
        }
        let Some((number, rest)) = rest.split_once(' ') else { continue };
        let Ok(number) = number.parse::<u64>() else { continue };
        match (kind, Summary::read(rest)) {
            ("different", _) => different.push((number, rest.to_string())),
            ("batch", Some(summary)) if done.batches.insert(number) => {
                if let Some((_, programs)) = done.revisions.last_mut() {
                    *programs += summary.programs();
                }
                done.summary.merge(summary);
            }
            _ => {}
        }
    }
    // A batch whose own line is missing is compared again.
    different.sort();
    different.dedup();
    let whole = different.into_iter().filter(|(number, _)| done.batches.contains(number));
    done.failures = whole.map(|(_, why)| why).collect();
    done
}

#[cfg(test)]
mod tests {
    use super::{Summary, read};

    #[test]
    fn half_a_line_does_not_count() {
        let mut summary = Summary::default();
        (summary.with_none, summary.skipped) = (20, 5);
        let line = summary.line();
        let text =
            format!("revision a\nbatch 0 {line}\ndifferent 1 seed 30: x\nbatch 1 none 2 acc\nrevision b\n");
        let text =
            format!("{text}different 2 seed 50: y\nbatch 2 {line}\nbatch 2 {line}\ndifferent 3 seed 80: z\n");
        let done = read(&text);
        assert_eq!(done.batches.into_iter().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(done.failures, ["seed 50: y"]);
        assert_eq!(done.revisions, [("a".into(), 25), ("b".into(), 25)]);
        assert_eq!(done.summary.programs(), 50);
    }
}
