//! The tools, each given the same program.

use crate::harness::command::{CommandLine, Setting};
use crate::harness::outcome::Outcome;
use crate::harness::process::{self, Failure, Room};
use crate::harness::record::{Record, Run};
use crate::harness::run::Tool;
use crate::spin;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Explores the whole state space of a program with a number of threads.
type Explore = fn(&Tool, &Program, u32, Run) -> Record;

/// Our counter engine, without reduction.
pub const COUNTER: &str = "counter";
/// rumur, with its symmetry reduction.
pub const RUMUR: &str = "rumur";
/// SPIN, without reduction.
pub const SPIN: &str = "SPIN";

/// All tools.
pub const TOOLS: [(&str, Explore); 3] = [(COUNTER, counter), (RUMUR, rumur), (SPIN, spin)];

/// Translation and compilation are not timed, but must end.
const PREPARATION: Room = Room { time: Some(Duration::from_secs(300)), memory: None };

/// A program of `bench/programs`.
pub struct Program {
    /// The name of its file, without its end.
    pub name: String,
    file: PathBuf,
    creates_threads: bool,
}

impl Program {
    /// Reads it.
    pub fn load(file: &Path) -> Result<Program, String> {
        let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let loaded = tw_boolprog::load(&name, bytes).map_err(|e| format!("{name}: {:?}", e.messages))?;
        Ok(Program { name, file: file.to_path_buf(), creates_threads: loaded.program.creates_threads })
    }

    /// A run with this number of threads.
    pub fn run(&self, tool: &str, threads: u32) -> Run {
        Run::new(&self.name, tool).with_threads(threads)
    }

    /// All threads at the start, or one that creates the others.
    fn init(&self, threads: u32) -> String {
        (if self.creates_threads { 1 } else { threads }).to_string()
    }

    /// Converts it for another tool.
    fn convert(&self, tool: &Tool, to: &str, threads: u32, output: &Path) -> Result<(), String> {
        let command = CommandLine::convert(&self.file, to, output).threads(&self.init(threads), threads);
        tool.convert(&command).map(drop).map_err(|asked| Record::of(Run::default(), &asked).note)
    }
}

/// Our engine.
pub fn counter(tool: &Tool, program: &Program, threads: u32, run: Run) -> Record {
    let setting = Setting::engine("counter").reduction("none");
    let command =
        CommandLine::explore(&program.file).setting(&setting).threads(&program.init(threads), threads);
    Record::of(run, &tool.ask(&command))
}

/// A converted Murphi model.
pub fn rumur(tool: &Tool, program: &Program, threads: u32, run: Run) -> Record {
    let folder = crate::workplace("murphi");
    let made = program.convert(tool, "murphi", threads, &folder.join("model.m"));
    murphi(made, tool, &folder, run)
}

/// Compiles and runs `model.m`; only the run is timed.
pub fn murphi(made: Result<(), String>, tool: &Tool, folder: &Path, run: Run) -> Record {
    // Only traces need the schedules of scalarsets, and they cost most of the time.
    let translate = "--symmetry-reduction heuristic --scalarset-schedules off --deadlock-detection off \
                     --threads 1 --quiet --output model.c model.m";
    let compile = "-std=c11 -O3 -march=native -w -o model model.c -lpthread";
    let made = made.and_then(|()| prepare("rumur", translate, folder));
    if let Err(reason) = made.and_then(|()| prepare("cc", compile, folder)) {
        return Record::new(run, Outcome::Error, &reason);
    }
    let none: [&str; 0] = [];
    match process::run(&folder.join("model"), &none, folder, Room::time(tool.limit.time)) {
        Err(failure) => stopped(run, failure),
        Ok(finished) if !finished.stdout.contains("No error found") => {
            Record::new(run, Outcome::Error, last_line(&finished.stdout))
        }
        Ok(finished) => {
            let states = number_before(&finished.stdout, " states");
            explored(run, finished.seconds, states)
        }
    }
}

/// A converted Promela model; only the run is timed.
fn spin(tool: &Tool, program: &Program, threads: u32, run: Run) -> Record {
    let folder = crate::workplace("promela");
    let model = folder.join("model.pml");
    let flags = ["-O3", "-march=native", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=8000"];
    let made = program.convert(tool, "promela", threads, &model);
    let made = made.and_then(|()| spin::translate(&model, &[], &folder));
    if let Err(reason) = made.and_then(|()| spin::compile(&flags, &folder)) {
        return Record::new(run, Outcome::Error, &reason);
    }
    let room = Room::time(tool.limit.time);
    match spin::verify(&["-E", "-m2000000", "-w24", "-b"], &folder, room) {
        Err(failure) => stopped(run, failure),
        Ok(verified) if verified.is_complete() => explored(run, verified.finished.seconds, verified.states()),
        Ok(verified) if verified.is_cut => {
            Record::new(run, Outcome::Unknown, last_line(&verified.finished.stdout))
        }
        Ok(verified) => Record::new(run, Outcome::Error, last_line(&verified.finished.stdout)),
    }
}

fn prepare(tool: &str, words: &str, folder: &Path) -> Result<(), String> {
    let args: Vec<&str> = words.split_whitespace().collect();
    process::prepare(tool, &args, folder, PREPARATION).map(drop)
}

fn explored(run: Run, seconds: f64, states: Option<u64>) -> Record {
    let counters = states.map(|n| ("states".to_string(), n)).into_iter().collect();
    Record { whole: Some(seconds), counters, ..Record::new(run, Outcome::Complete, "") }
}

fn stopped(run: Run, failure: Failure) -> Record {
    match failure {
        Failure::Limit(reason) => Record::new(run, Outcome::Unknown, &reason),
        Failure::NotStarted(reason) => Record::new(run, Outcome::Error, &reason),
    }
}

fn last_line(text: &str) -> &str {
    text.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("no output").trim()
}

/// The number that stands before the last `word`: earlier ones report progress.
fn number_before(text: &str, word: &str) -> Option<u64> {
    let (before, _) = text.rsplit_once(word)?;
    let digits: String = before.chars().rev().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    digits.chars().rev().filter(|c| *c != ',').collect::<String>().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{last_line, number_before};

    #[test]
    fn output_of_rumur_is_read() {
        let text =
            "\t 10 states, 20 rules\nStatus:\n\n\tNo error found.\n\n\t1,234 states, 9 rules fired.\n\n";
        assert_eq!(number_before(text, " states"), Some(1234));
        assert_eq!((last_line(text), last_line("")), ("1,234 states, 9 rules fired.", "no output"));
    }
}
