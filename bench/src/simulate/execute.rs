//! Runs of our engines and of SPIN, as processes of their own.

use super::benchmark::{Answer, Program};
use super::record::{Outcome, Record};
use crate::limit::Limit;
use crate::reductions::process::{Finished, Room, run_within};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Memory for one run.
pub const MEMORY: &str = "4GB";
const MEMORY_BYTES: u64 = 4_000_000_000;
/// Our tool keeps its limits itself; after so much more, or a quarter more of memory, it is ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// The exit code of a program that is not supported: `crates/cli/src/exit.rs`.
const UNSUPPORTED: i32 = 3;

/// How SPIN's verifier is compiled and run: with its partial-order reduction, until the first error.
const COMPILE: [&str; 7] = ["-w", "-DSAFETY", "-DNOFAIR", "-DNOCLAIM", "-DMEMLIM=4000", "-o", "pan"];
const VERIFY: [&str; 3] = ["-E", "-m10000000", "-w22"];
/// Transitions of a verifier, in bytes of C, beyond which the optimiser takes many minutes.
const MAX_OPTIMISED: u64 = 1_000_000;
/// Translation and compilation are not timed, but must end.
const PREPARATION: Duration = Duration::from_secs(120);

/// The tools and where programs lie.
#[derive(Clone)]
pub struct Tools {
    /// The release binary.
    pub binary: PathBuf,
    /// Time for one run.
    pub limit: Limit,
    /// Where programs are written.
    pub folder: PathBuf,
}

impl Tools {
    /// The same with a part of the time for each run.
    pub fn hastier(&self, part: u64) -> Tools {
        Tools { limit: Limit::seconds((self.limit.time.as_secs() / part).max(1)), ..self.clone() }
    }

    /// Writes the program and returns its file.
    fn file(&self, program: &Program) -> Result<PathBuf, String> {
        let file = self.folder.join(&program.name).with_extension("bp");
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(&file, &program.text))
            .map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(file)
    }

    /// Checks the program with one of our engines and these further options.
    pub fn check(&self, program: &Program, engine: &str, options: &[&str]) -> Result<Record, String> {
        let file = self.file(program)?;
        let (file, threads) = (file.to_string_lossy(), program.threads.to_string());
        let mut args = vec!["check", &file, "--engine", engine, "--init", "single", "--threads", &threads];
        args.extend(["--time-limit", &self.limit.text, "--memory-limit", MEMORY, "--format", "json"]);
        args.extend(options);
        let tool = [&[engine], options].concat().join(" ");
        let room = Room { time: Some(self.limit.time + PATIENCE), memory: Some(MEMORY_BYTES * 5 / 4) };
        let record = match run_within(&self.binary, &args, &crate::root(), room) {
            Err(reason) => ended(program, tool, Outcome::Limit, self.limit.time.as_secs_f64(), reason),
            Ok(finished) => read(program, tool, &finished),
        };
        println!("{}", record.progress());
        Ok(record)
    }

    /// Seconds of the search alone, if it ends within the limit: a check that was ended from outside does not say whether
    /// it was still searching, or checking what it had found.
    pub fn search_alone(&self, program: &Program, engine: &str) -> Result<Option<f64>, String> {
        let file = self.file(program)?;
        let (file, threads) = (file.to_string_lossy(), program.threads.to_string());
        let mut args = vec!["explore", &file, "--engine", engine, "--init", "single", "--threads", &threads];
        args.extend(["--time-limit", &self.limit.text, "--memory-limit", MEMORY, "--format", "json"]);
        let room = Room { time: Some(self.limit.time + PATIENCE), memory: Some(MEMORY_BYTES * 5 / 4) };
        let Ok(finished) = run_within(&self.binary, &args, &crate::root(), room) else { return Ok(None) };
        let document = serde_json::from_str::<Value>(&finished.stdout).unwrap_or_default();
        let seconds = document["statistics"]["seconds"].as_f64();
        let complete = document["outcome"] == "complete";
        println!("{} {engine}: the search alone: {seconds:?}, complete: {complete}", program.name);
        Ok(seconds.filter(|_| complete))
    }

    /// Checks the program with SPIN: converted, translated and compiled, which is not timed, then verified.
    pub fn spin(&self, program: &Program) -> Result<Record, String> {
        let file = self.file(program)?;
        let folder = crate::tools::workplace("simulate");
        let record = match self.verifier(program, &file, &folder) {
            Err(reason) => ended(program, "SPIN".to_string(), Outcome::NotApplicable, 0.0, reason),
            Ok(verifier) => self.verify(program, &verifier, &folder),
        };
        println!("{}", record.progress());
        Ok(record)
    }

    /// Makes the verifier of a program.
    fn verifier(&self, program: &Program, file: &Path, folder: &Path) -> Result<PathBuf, String> {
        let threads = program.threads.to_string();
        let file = file.to_string_lossy();
        let convert = [
            "convert",
            &file,
            "--to",
            "promela",
            "--init",
            "single",
            "--threads",
            &threads,
            "--output",
            "model.pml",
        ];
        prepare(&self.binary, &convert, folder)?;
        prepare(Path::new("spin"), &["-a", "model.pml"], folder)?;
        let length = std::fs::metadata(folder.join("pan.m")).map_or(0, |m| m.len());
        let optimised = if length > MAX_OPTIMISED { "-O0" } else { "-O2" };
        prepare(Path::new("gcc"), &[&[optimised][..], &COMPILE, &["pan.c"]].concat(), folder)?;
        Ok(folder.join("pan"))
    }

    fn verify(&self, program: &Program, verifier: &Path, folder: &Path) -> Record {
        let room = Room { time: Some(self.limit.time), memory: Some(MEMORY_BYTES) };
        let tool = "SPIN".to_string();
        let finished = match run_within(verifier, &VERIFY, folder, room) {
            Err(reason) => {
                return ended(program, tool, Outcome::Limit, self.limit.time.as_secs_f64(), reason);
            }
            Ok(finished) => finished,
        };
        let text = &finished.stdout;
        let cut = ["Search not completed", "max search depth too small", "out of memory"]
            .iter()
            .any(|words| text.contains(words));
        let outcome = match errors(text) {
            Some(0) if !cut => Outcome::Verdict(Answer::Safe),
            Some(n) if n > 0 && text.contains("assertion violated") => Outcome::Verdict(Answer::Unsafe),
            _ if cut => Outcome::Limit,
            _ => Outcome::Error,
        };
        let mut record = ended(program, tool, outcome, finished.seconds, String::new());
        (record.peak, record.states) = (finished.peak, before(text, " states, stored"));
        record.transitions = before(text, " transitions (");
        record
    }
}

/// Runs a tool on the way to a verifier.
fn prepare(tool: &Path, args: &[&str], folder: &Path) -> Result<(), String> {
    let room = Room { time: Some(PREPARATION), memory: None };
    let name = tool.file_name().unwrap_or_default().to_string_lossy();
    let finished = run_within(tool, args, folder, room).map_err(|reason| format!("{name}: {reason}"))?;
    if finished.code == Some(0) {
        return Ok(());
    }
    let said = [finished.stderr, finished.stdout].concat();
    Err(format!("{name}: {}", said.lines().next().unwrap_or("failed")))
}

/// SPIN's number of errors.
fn errors(text: &str) -> Option<u64> {
    let (_, behind) = text.split_once("errors: ")?;
    behind.split_whitespace().next()?.parse().ok()
}

/// The number before these words.
fn before(text: &str, words: &str) -> Option<u64> {
    let (front, _) = text.split_once(words)?;
    front.split_whitespace().last()?.parse::<f64>().ok().map(|n| n as u64)
}

fn ended(program: &Program, tool: String, outcome: Outcome, seconds: f64, note: String) -> Record {
    Record {
        program: program.name.clone(),
        tool,
        outcome,
        expected: program.answer,
        seconds,
        search: None,
        peak: None,
        states: None,
        transitions: None,
        nodes: None,
        note,
    }
}

/// What our tool said.
fn read(program: &Program, tool: String, finished: &Finished) -> Record {
    let Ok(document) = serde_json::from_str::<Value>(&finished.stdout) else {
        let refused = finished.code == Some(UNSUPPORTED);
        let outcome = if refused { Outcome::NotApplicable } else { Outcome::Error };
        let note = format!("exit code {:?}: {}", finished.code, finished.stderr.trim());
        return ended(program, tool, outcome, finished.seconds, note);
    };
    let outcome = match document["verdict"].as_str() {
        Some("TRUE") => Outcome::Verdict(Answer::Safe),
        Some("FALSE") => Outcome::Verdict(Answer::Unsafe),
        Some("UNKNOWN") => Outcome::Limit,
        _ => Outcome::Error,
    };
    let note = document["reason"].as_str().unwrap_or_default();
    let statistics = &document["statistics"];
    Record {
        search: statistics["seconds"].as_f64(),
        peak: finished.peak,
        states: statistics["states"].as_u64(),
        transitions: statistics["transitions"].as_u64(),
        nodes: statistics["simulation"]["nodes"].as_u64(),
        ..ended(program, tool, outcome, finished.seconds, note.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{before, errors};

    #[test]
    fn numbers_of_spin_are_read() {
        let text = "State-vector 20 byte, depth reached 9, errors: 1\n   1.5e+06 states, stored\n";
        assert_eq!((errors(text), before(text, " states, stored")), (Some(1), Some(1_500_000)));
    }
}
