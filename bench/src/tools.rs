//! The tools, each given the same program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_boolprog::export::{murphi::murphi, promela::promela};
use tw_boolprog::{Loaded, Program};
use tw_verdict::{Bounds, Control, Finding, InitialThreads, Limits, Question};

/// The numbers of threads that are tried.
pub const THREADS: [u32; 11] = [2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 45];
/// Memory for each tool.
const MEMORY: u64 = 8_000_000_000;

/// A model checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Our counter engine, without reduction.
    Counter,
    /// rumur, with its symmetry reduction.
    Rumur,
    /// SPIN, without reduction.
    Spin,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Seconds of checking; absent if the limit was reached or the tool failed.
    pub seconds: Option<f64>,
    /// States stored.
    pub states: Option<u64>,
    /// Why there is no time.
    pub note: String,
}

impl Measured {
    fn failed(note: impl Into<String>) -> Self {
        Measured { seconds: None, states: None, note: note.into() }
    }
}

/// Reads a program of the benchmark.
pub fn load(path: &Path) -> Loaded {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    tw_boolprog::load(&path.display().to_string(), bytes)
        .unwrap_or_else(|e| panic!("{}: {:?}", path.display(), e.messages))
}

/// All threads at the start, or one that creates the others.
fn question(program: &Program, threads: u32) -> Question {
    let init = InitialThreads::Exactly(if program.creates_threads { 1 } else { threads });
    let bounds = Bounds::up_to(init, threads);
    Question::new(bounds, Vec::new(), true)
}

impl Tool {
    /// Explores the whole state space of the program with `threads` threads.
    pub fn run(self, program: &Loaded, threads: u32, limit: Duration) -> Measured {
        let question = question(&program.program, threads);
        match self {
            Tool::Counter => counter(&program.program, &question, limit),
            Tool::Rumur => match murphi(&program.program, &question) {
                Ok(model) => run_murphi(&model, limit),
                Err(reason) => Measured::failed(reason),
            },
            Tool::Spin => match promela(&program.program, &question) {
                Ok(model) => run_promela(&model, limit),
                Err(reason) => Measured::failed(reason),
            },
        }
    }
}

fn counter(program: &Program, question: &Question, limit: Duration) -> Measured {
    let limits = Limits { time: Some((limit, Instant::now() + limit)), memory: Some(MEMORY), states: None };
    let control = Control { limits, ..Control::unlimited() };
    let run = tw_counter::explicit::run(&Arc::new(program.clone()), question, &control);
    match run.finding {
        Finding::Exhausted { .. } => Measured {
            seconds: Some(run.statistics.seconds),
            states: Some(run.statistics.states),
            note: String::new(),
        },
        Finding::Violation(_) => Measured::failed("a violation in a benchmark program"),
        Finding::Stopped(reason) => Measured::failed(reason.to_string()),
    }
}

/// A folder for the models of one kind.
pub fn workplace(kind: &str) -> PathBuf {
    let folder = crate::root().join("target/bench").join(format!("{}-{kind}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
}

/// Compiles and runs a Murphi model; only the run is timed.
pub fn run_murphi(model: &str, limit: Duration) -> Measured {
    let folder = workplace("murphi");
    std::fs::write(folder.join("model.m"), model).expect("the temporary folder is writable");
    let translated = Command::new("rumur")
        .args([
            "--symmetry-reduction",
            "heuristic",
            // Only traces need the schedules, and they cost most of the time.
            "--scalarset-schedules",
            "off",
            "--deadlock-detection",
            "off",
            "--threads",
            "1",
            "--quiet",
            "--output",
            "model.c",
            "model.m",
        ])
        .current_dir(&folder)
        .output();
    if let Err(reason) = succeeded("rumur", translated) {
        return Measured::failed(reason);
    }
    let compiled = Command::new("cc")
        .args(["-std=c11", "-O3", "-march=native", "-w", "-o", "model", "model.c", "-lpthread"])
        .current_dir(&folder)
        .output();
    if let Err(reason) = succeeded("cc", compiled) {
        return Measured::failed(reason);
    }
    let (output, seconds) = match timed(&folder.join("model"), &[], &folder, limit) {
        Ok(result) => result,
        Err(reason) => return Measured::failed(reason),
    };
    if !output.contains("No error found") {
        return Measured::failed(last_line(&output));
    }
    Measured { seconds: Some(seconds), states: number_before(&output, " states"), note: String::new() }
}

/// Compiles and runs a Promela model; only the run is timed.
fn run_promela(model: &str, limit: Duration) -> Measured {
    let folder = workplace("promela");
    std::fs::write(folder.join("model.pml"), model).expect("the temporary folder is writable");
    let translated = Command::new("spin").args(["-a", "model.pml"]).current_dir(&folder).output();
    if let Err(reason) = succeeded("spin", translated) {
        return Measured::failed(reason);
    }
    let compiled = Command::new("cc")
        .args([
            "-O3",
            "-march=native",
            "-w",
            "-DSAFETY",
            "-DNOREDUCE",
            "-DNOFAIR",
            "-DNOCLAIM",
            "-DMEMLIM=8000",
            "-o",
            "pan",
            "pan.c",
        ])
        .current_dir(&folder)
        .output();
    if let Err(reason) = succeeded("cc", compiled) {
        return Measured::failed(reason);
    }
    let (output, seconds) =
        match timed(&folder.join("pan"), &["-E", "-m2000000", "-w24", "-b"], &folder, limit) {
            Ok(result) => result,
            Err(reason) => return Measured::failed(reason),
        };
    let complete = output.contains("errors: 0")
        && !output.contains("Search not completed")
        && !output.contains("max search depth too small");
    if !complete {
        return Measured::failed(last_line(&output));
    }
    Measured {
        seconds: Some(seconds),
        states: number_before(&output, " states, stored"),
        note: String::new(),
    }
}

fn succeeded(tool: &str, output: std::io::Result<std::process::Output>) -> Result<(), String> {
    match output {
        Err(error) => Err(format!("{tool} cannot be started: {error}")),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{tool}: {}", last_line(&String::from_utf8_lossy(&output.stderr)))),
    }
}

/// Runs a program with a limit; returns its standard output and its seconds.
fn timed(program: &Path, args: &[&str], folder: &Path, limit: Duration) -> Result<(String, f64), String> {
    let log = folder.join("output");
    let file = std::fs::File::create(&log).map_err(|e| e.to_string())?;
    let started = Instant::now();
    let child =
        Command::new(program).args(args).current_dir(folder).stdout(file).stderr(Stdio::null()).spawn();
    let mut child = child.map_err(|e| e.to_string())?;
    loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(_) => break,
            None if started.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("time limit of {} s", limit.as_secs()));
            }
            None => std::thread::sleep(Duration::from_micros(if started.elapsed().as_secs() < 1 {
                200
            } else {
                5000
            })),
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    std::fs::read_to_string(&log).map(|text| (text, seconds)).map_err(|e| e.to_string())
}

fn last_line(text: &str) -> String {
    text.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("no output").trim().to_string()
}

/// The number that stands before the last `word`: earlier ones report progress.
fn number_before(text: &str, word: &str) -> Option<u64> {
    let (before, _) = text.rsplit_once(word)?;
    let digits: String = before.chars().rev().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    digits.chars().rev().filter(|c| *c != ',').collect::<String>().parse().ok()
}

/// Processor seconds of the Murphi model that was compiled last: steadier than the clock on a busy machine.
fn murphi_processor_seconds() -> Option<f64> {
    let folder = workplace("murphi");
    let timed = "TIMEFORMAT='%U %S'; time ./model > output";
    let output = Command::new("bash").args(["-c", timed]).current_dir(&folder).output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    (numbers.len() == 2).then(|| numbers[0] + numbers[1])
}

/// A hand-written model against the converted one.
pub struct HandWritten {
    /// Program name.
    pub program: String,
    /// Number of threads.
    pub threads: u32,
    /// The converted model.
    pub converted: Measured,
    /// The hand-written one.
    pub by_hand: Measured,
}

/// Runs the hand-written models of `bench/handwritten`: `NAME.m` with `@N@` for the number of threads,
/// whose first line says for which N to compare.
pub fn hand_written(root: &Path, limit: Duration) -> Vec<HandWritten> {
    let mut results = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("bench/handwritten"))
        .map(|d| d.flatten().map(|e| e.path()).collect())
        .unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "m"));
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("models are text");
        let threads = text
            .lines()
            .next()
            .and_then(|l| l.rsplit("N = ").next())
            .and_then(|n| n.trim().parse().ok())
            .unwrap_or(6);
        let program = load(&root.join("bench/programs").join(&name).with_extension("bp"));
        // Best of five in processor time: both are short runs on a noisy machine.
        let best = |run: &dyn Fn() -> Measured| {
            let compiled = run();
            let seconds = (0..5).filter_map(|_| murphi_processor_seconds()).min_by(f64::total_cmp);
            Measured { seconds, ..compiled }
        };
        let converted = best(&|| Tool::Rumur.run(&program, threads, limit));
        let by_hand = best(&|| run_murphi(&text.replace("@N@", &threads.to_string()), limit));
        eprintln!("{name} N={threads}: converted {converted:?}, by hand {by_hand:?}");
        results.push(HandWritten { program: name, threads, converted, by_hand });
    }
    results
}
