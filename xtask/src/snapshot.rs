//! `cargo xtask snapshot`: what every case answers under every engine, compared with the recorded answers.
//!
//! Each case of `tests/cases` is checked by the `threadwise` command with every engine that accepts its question. Verdict,
//! coverage, length and switches of the schedule, counts and certificate are one line of `tests/snapshot.tsv`. A change
//! that is not meant to change answers leaves that file as it is; `--bless` writes it anew, and the numbers of states in
//! the headers of C cases.

mod answer;
mod cases;

use crate::layers::workspace_root;
use cases::Question;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Limits of each run: what passes them is recorded as such, without counts.
const LIMITS: [&str; 4] = ["--time-limit", "20s", "--memory-limit", "4GB"];

/// Differences that are shown.
const MOST_SHOWN: usize = 60;

/// What to do, as typed.
struct Options {
    binary: Option<PathBuf>,
    file: PathBuf,
    only: String,
    bless: bool,
    jobs: usize,
}

/// Runs the chore; says whether nothing differs.
pub fn snapshot(args: &[String]) -> bool {
    let options = match read(args) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("cargo xtask snapshot: {why}");
            eprintln!(
                "usage: cargo xtask snapshot [--bless] [--only NAME-PART] [--binary PATH] [--file PATH] [--jobs N]"
            );
            return false;
        }
    };
    let Some(binary) = options.binary.clone().or_else(built) else { return false };
    let began = Instant::now();
    let Some(engines) = cases::Engines::of(&binary) else {
        eprintln!("{} does not list its engines: threadwise settings --format json", binary.display());
        return false;
    };
    let questions = cases::questions(&workspace_root().join("tests/cases"), &options.only, &engines);
    let found = answers(&binary, &questions, options.jobs);
    println!("{} answers in {:.0} s", found.len(), began.elapsed().as_secs_f64());
    if options.bless {
        return write(&options, &found) && bless_headers(&options);
    }
    compare(&options, &found)
}

fn read(args: &[String]) -> Result<Options, String> {
    let file = workspace_root().join("tests/snapshot.tsv");
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options { binary: None, file, only: String::new(), bless: false, jobs };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().cloned().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--bless" => options.bless = true,
            "--binary" => options.binary = Some(value()?.into()),
            "--file" => options.file = value()?.into(),
            "--only" => options.only = value()?,
            "--jobs" => options.jobs = value()?.parse().map_err(|_| "--jobs is a number")?,
            other => return Err(format!("unknown option {other}")),
        }
    }
    Ok(options)
}

/// The command, built now.
fn built() -> Option<PathBuf> {
    let root = workspace_root();
    let build = ["build", "--locked", "--quiet", "--package", "tw-cli"];
    let status = Command::new(env!("CARGO")).args(build).current_dir(&root).status();
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    status.is_ok_and(|s| s.success()).then(|| folder.join("debug/threadwise"))
}

/// All answers, by question.
fn answers(binary: &Path, questions: &[Question], jobs: usize) -> BTreeMap<String, String> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answer = ask(binary, question);
                    found.lock().expect("no worker panics").insert(question.key(), answer);
                }
            });
        }
    });
    found.into_inner().expect("no worker panics")
}

fn ask(binary: &Path, question: &Question) -> String {
    let mut command = Command::new(binary);
    command.arg("check").arg(&question.file).args(&question.options).args(LIMITS).args(["--format", "json"]);
    if !question.flags.is_empty() {
        command.arg("--").args(&question.flags);
    }
    command.current_dir(workspace_root().join("tests/cases")).stdin(Stdio::null()).stderr(Stdio::null());
    match command.output() {
        Ok(output) => answer::line(output.status.code(), &output.stdout, question.timing_decides),
        Err(error) => format!("cannot run {}: {error}", binary.display()),
    }
}

fn write(options: &Options, found: &BTreeMap<String, String>) -> bool {
    let mut all = if options.only.is_empty() { BTreeMap::new() } else { recorded(&options.file) };
    all.extend(found.clone());
    let text: String = all.iter().map(|(key, answer)| format!("{key}\t{answer}\n")).collect();
    match std::fs::write(&options.file, text) {
        Ok(()) => true,
        Err(error) => {
            eprintln!("cannot write {}: {error}", options.file.display());
            false
        }
    }
}

/// Rewrites the numbers of states in the headers of C cases.
fn bless_headers(options: &Options) -> bool {
    let run = ["run", "--locked", "--quiet", "--package", "tw-tests-c", "--bin", "states"];
    let mut command = Command::new(env!("CARGO"));
    command.args(run).current_dir(workspace_root());
    if !options.only.is_empty() {
        command.env("THREADWISE_CASES", options.only.trim_start_matches("c/"));
    }
    let concerned = options.only.is_empty() || options.only.starts_with("c/");
    !concerned || command.status().is_ok_and(|status| status.success())
}

/// The recorded answers; a line is the case, its options, and the answer.
fn recorded(file: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let split = |line: &str| {
        let at = line.match_indices('\t').nth(1).map(|(at, _)| at)?;
        Some((line[..at].to_string(), line[at + 1..].to_string()))
    };
    text.lines().filter_map(split).collect()
}

fn compare(options: &Options, found: &BTreeMap<String, String>) -> bool {
    let recorded = recorded(&options.file);
    let mut different = Vec::new();
    for (key, answer) in found {
        match recorded.get(key) {
            Some(before) if before == answer => {}
            Some(before) => different.push(format!("{key}\n  - {before}\n  + {answer}")),
            None => different.push(format!("{key}\n  + {answer}")),
        }
    }
    if options.only.is_empty() {
        let gone = recorded.iter().filter(|(key, _)| !found.contains_key(*key));
        different.extend(gone.map(|(key, before)| format!("{key}\n  - {before}")));
    }
    different.iter().take(MOST_SHOWN).for_each(|line| println!("{line}"));
    println!("{} of {} answers differ", different.len(), found.len());
    different.is_empty()
}
