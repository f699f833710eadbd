//! Runs of our engines and of SPIN.

use super::benchmark::Program;
use crate::harness::command::{CommandLine, Setting};
use crate::harness::outcome::Outcome;
use crate::harness::process::{Failure, Room};
use crate::harness::record::{Record, Run};
use crate::harness::run::{Said, Tool};
use crate::spin::{self, Verified};
use std::path::{Path, PathBuf};

/// How SPIN's verifier is compiled and run: with its partial-order reduction, until the first error.
const COMPILE: [&str; 2] = ["-DNOCLAIM", "-DMEMLIM=4000"];
const VERIFY: [&str; 3] = ["-E", "-m10000000", "-w22"];
/// Transitions of a verifier, in bytes of C, beyond which the optimiser takes many minutes.
const MAX_OPTIMISED: u64 = 1_000_000;

/// Writes the program below the folder of the workspace, and returns its file.
pub fn file(program: &Program) -> Result<PathBuf, String> {
    let file = crate::folder("target/bench/simulate")?.join(&program.name).with_extension("bp");
    std::fs::write(&file, &program.text).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(file)
}

/// Checks the program with one of our engines.
pub fn check(tool: &Tool, program: &Program, file: &Path, setting: &Setting, run: Run) -> Record {
    let command = CommandLine::check(file).setting(setting).threads("single", program.threads);
    Record::of(run, &tool.ask(&command)).judge(program.answer.known())
}

/// Seconds of the search alone, if it ends within the limit: a check that was ended from outside does not say whether
/// it was still searching, or checking what it had found.
pub fn search_alone(tool: &Tool, program: &Program, file: &Path, setting: &Setting) -> Option<f64> {
    let command = CommandLine::explore(file).setting(setting).threads("single", program.threads);
    match tool.ask(&command).said {
        Said::Answer(answer) if answer.verdict == Outcome::Complete => answer.seconds,
        _ => None,
    }
}

/// Checks the program with SPIN: converted, translated and compiled, which is not timed, then verified.
pub fn spin(tool: &Tool, program: &Program, file: &Path, run: Run) -> Record {
    let folder = crate::workplace("simulate");
    let record = match verifier(tool, program, file, &folder) {
        Err(reason) => Record::new(run, Outcome::NotApplicable, &reason),
        Ok(()) => {
            let room = Room { time: Some(tool.limit.time), memory: Some(tool.bytes()) };
            verified(run, spin::verify(&VERIFY, &folder, room), tool.limit.as_seconds())
        }
    };
    let _ = std::fs::remove_dir_all(&folder);
    record.judge(program.answer.known())
}

/// Makes the verifier of a program.
fn verifier(tool: &Tool, program: &Program, file: &Path, folder: &Path) -> Result<(), String> {
    let model = folder.join("model.pml");
    let command = CommandLine::convert(file, "promela", &model).threads("single", program.threads);
    tool.convert(&command).map_err(|asked| Record::of(Run::default(), &asked).note)?;
    spin::translate(&model, &[], folder)?;
    let length = std::fs::metadata(folder.join("pan.m")).map_or(0, |m| m.len());
    let optimised = if length > MAX_OPTIMISED { "-O0" } else { "-O2" };
    spin::compile(&[&[optimised], &COMPILE[..]].concat(), folder)
}

/// What SPIN's verifier said.
fn verified(run: Run, verified: Result<Verified, Failure>, limit: f64) -> Record {
    let verified = match verified {
        Ok(verified) => verified,
        Err(Failure::Limit(reason)) => {
            return Record { whole: Some(limit), ..Record::new(run, Outcome::Unknown, &reason) };
        }
        Err(Failure::NotStarted(reason)) => return Record::new(run, Outcome::Error, &reason),
    };
    let violated = verified.finished.stdout.contains("assertion violated");
    let outcome = match verified.errors {
        _ if verified.is_complete() => Outcome::True,
        Some(1..) if violated => Outcome::False,
        _ if verified.is_cut => Outcome::Unknown,
        _ => Outcome::Error,
    };
    let mut record = Record::new(run, outcome, "");
    (record.whole, record.peak) = (Some(verified.finished.seconds), verified.finished.peak);
    let numbers = [("states", verified.states()), ("transitions", verified.transitions())];
    record.counters = numbers.into_iter().filter_map(|(name, n)| Some((name.to_string(), n?))).collect();
    record
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Run, Verified, verified};
    use crate::harness::process::{Failure, Finished};

    #[test]
    fn verdicts_of_spin_are_read() {
        let outcome = |stdout: &str, errors, is_cut| {
            let finished = Finished {
                stdout: stdout.into(),
                stderr: String::new(),
                code: Some(0),
                seconds: 1.0,
                peak: None,
                processor: None,
            };
            verified(Run::default(), Ok(Verified { finished, is_cut, errors }), 9.0).outcome
        };
        assert_eq!(outcome("", Some(0), false), Outcome::True);
        assert_eq!(outcome("pan:1: assertion violated 0", Some(1), false), Outcome::False);
        assert_eq!(outcome("Search not completed", Some(0), true), Outcome::Unknown);
        assert_eq!(outcome("pan: something else", None, false), Outcome::Error);
        let ended = verified(Run::default(), Err(Failure::Limit("time".into())), 9.0);
        assert_eq!((ended.outcome, ended.whole), (Outcome::Unknown, Some(9.0)));
    }
}
