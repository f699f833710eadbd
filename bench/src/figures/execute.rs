//! One run of the tool, measured from outside and read from its JSON document.

use super::options::Options;
use super::record::{COUNTS, Outcome, Record};
use crate::limit::Limit;
use crate::reductions::{self, process};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Memory for one run.
pub const MEMORY: &str = "4GB";

/// The tool.
pub struct Tool {
    binary: PathBuf,
    limit: Limit,
    /// The revision it was built from.
    pub revision: String,
}

impl Tool {
    /// The binary that was given, or the release binary of the workspace, built now.
    pub fn new(options: &Options) -> Result<Tool, String> {
        let revision = reductions::revision(&crate::root(), options.binary.is_some());
        let binary = options.binary.clone().map_or_else(reductions::build, Ok)?;
        Ok(Tool { binary, limit: options.limit.clone(), revision })
    }

    /// Explores the file as the record says; returns the record with what came out.
    ///
    /// # Errors
    /// The tool cannot be started, was interrupted, or gives no answer: such a run is no result.
    pub fn explore(&self, file: &Path, run: &Record) -> Result<Record, String> {
        let threads = run.threads.to_string();
        let init = if run.family == "driver" { "single" } else { &threads };
        let file = file.to_string_lossy();
        let c = &run.configuration;
        let mut args = vec!["explore", &file, "--engine", c.engine, "--reduction", c.reduction];
        if !c.merging.is_empty() {
            args.extend(["--merging", c.merging]);
        }
        args.extend(["--init", init, "--threads", &threads, "--time-limit", &self.limit.text]);
        args.extend(["--memory-limit", MEMORY, "--format", "json"]);
        // The tool keeps its limits itself; one that does not is ended.
        let patience = self.limit.time * 3 / 2 + Duration::from_secs(5);
        match process::run(&self.binary, &args, &crate::root(), Some(patience)) {
            Ok(finished) => read(&finished, run),
            Err(reason) if reason.starts_with("time limit") => {
                let reason = "ended from outside: the time limit was not kept".to_string();
                Ok(Record {
                    outcome: Outcome::Stopped,
                    reason,
                    wall: Some(patience.as_secs_f64()),
                    ..run.clone()
                })
            }
            Err(reason) => Err(reason),
        }
    }
}

/// What the process said.
fn read(finished: &process::Finished, run: &Record) -> Result<Record, String> {
    let document: Value = serde_json::from_str(&finished.stdout).map_err(|e| {
        format!("exit code {:?}, no JSON document ({e}): {}", finished.code, finished.stderr.trim())
    })?;
    let outcome = document["outcome"].as_str().and_then(Outcome::read);
    let outcome = outcome.ok_or_else(|| format!("no outcome in {}", finished.stdout.trim()))?;
    let reason = document["reason"].as_str().unwrap_or_default().to_string();
    if reason.contains("interrupt") {
        return Err("interrupted".to_string());
    }
    let statistics = &document["statistics"];
    let count = |name: &&str| name.split('.').fold(statistics, |value, part| &value[part]).as_u64();
    let mut counts = [None; COUNTS.len()];
    counts.iter_mut().zip(&COUNTS).for_each(|(to, name)| *to = count(name));
    Ok(Record {
        outcome,
        reason,
        seconds: statistics["seconds"].as_f64().or(Some(finished.seconds)),
        wall: Some(finished.seconds),
        memory: finished.peak,
        counts,
        ..run.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Record, process::Finished, read};
    use crate::realistic::{Family, generate};

    fn finished(stdout: &str) -> Finished {
        Finished { stdout: stdout.into(), stderr: "no".into(), code: Some(0), seconds: 2.0, peak: Some(5) }
    }

    #[test]
    fn document_is_read() {
        let run = Record::about(&generate(Family::Library, 1));
        let text = r#"{"outcome":"violation","reason":null,"statistics":{"states":7,"transitions":9,"seconds":0.5,
            "splices":{"statements":100,"splice_statements":8,"median_variables":1}}}"#;
        let record = read(&finished(text), &run).unwrap();
        assert_eq!((record.outcome, record.seconds, record.memory), (Outcome::Violation, Some(0.5), Some(5)));
        assert_eq!((record.count("states"), record.count("splices.splice_statements")), (Some(7), Some(8)));
        assert_eq!(record.count("reduced_states"), None);
        assert_eq!(Record::from_line(&record.to_line()), Some(Record { wall: Some(2.0), ..record }));
    }

    #[test]
    fn errors_are_no_results() {
        let run = Record::about(&generate(Family::Library, 1));
        assert!(read(&finished("error: no such engine"), &run).is_err());
        assert!(read(&finished(r#"{"outcome":"stopped","reason":"interrupted"}"#), &run).is_err());
    }
}
