//! `cargo xtask bench cover [--limit 30s] [--only NAME-PART] [--settings a,b] [--fresh]`: the programs of `bench/cover`, for
//! any number of threads, under each setting of `setting.rs`.
//!
//! *What*: each run is a process of the release binary with limits of time and memory, one after the other, and its answer is
//! compared with the known one. A wrong answer makes the command fail.
//! *Files* in `bench/results/cover`: `runs.csv` (appended after each run; runs of the same revision and limit are not repeated
//! without `--fresh`), `cover.md`, and the pictures `cactus`, `cactus-search` and `growth`.
//! *Source*: the cactus plot is that of [LW14] Fig. 4.
//! *Departures*: our programs instead of those of [LW14], see `bench/cover/README.md`; our own expansion to thread transition
//! systems instead of other tools.

mod cactus;
mod execute;
mod expansion;
mod growth;
mod log;
mod memory;
mod numbers;
mod options;
mod page;
pub mod program;
mod record;
mod setting;

use crate::reductions;
use execute::Tool;
use log::Log;
use options::Options;
use program::Program;
use record::{Outcome, Record};
use setting::{SETTINGS, Setting};
use std::path::Path;
use std::process::Command;

/// All that the page tells about.
pub struct Results {
    revision: String,
    /// The machine, with its load at the start.
    machine: String,
    limit: crate::limit::Limit,
    programs: Vec<Program>,
    records: Vec<Record>,
    /// Settings that this revision does not have, and what it says.
    unavailable: Vec<(Setting, String)>,
}

/// Runs what is missing, writes the page, and fails after a wrong answer.
pub fn run(args: &[String]) -> Result<(), String> {
    let options = Options::read(args)?;
    let root = crate::root();
    let (revision, machine) = (revision(&root), reductions::machine());
    let folder = root.join("bench/results/cover");
    let programs = program::all(&root.join("bench/cover"))?;
    if let Some(part) = options.only.as_ref().filter(|part| !programs.iter().any(|p| p.name.contains(*part)))
    {
        return Err(format!("--only {part}: no program has such a name"));
    }
    let binary = reductions::build()?;
    let tool = Tool { binary, limit: options.limit.clone(), folder: root.join("target/bench/cover") };
    let unavailable = unavailable(&tool)?;
    let mut log = Log::open(&folder, &revision, &options.limit.text)?;
    measure(&tool, &options, &programs, &unavailable, &mut log)?;
    let limit = options.limit;
    let results = Results { revision, machine, limit, programs, records: log.records, unavailable };
    page::write(&folder, &results)?;
    println!("written: bench/results/cover/cover.md");
    results.judgement()
}

/// Asks for each setting whether there is such a thing.
fn unavailable(tool: &Tool) -> Result<Vec<(Setting, String)>, String> {
    let mut all = Vec::new();
    for setting in SETTINGS {
        if let Some(reason) = tool.refusal(&setting)? {
            eprintln!("{} is not available: {reason}", setting.name);
            all.push((setting, reason));
        }
    }
    Ok(all)
}

/// Program after program, so that a run that is cut short has compared some in full.
fn measure(
    tool: &Tool,
    options: &Options,
    programs: &[Program],
    unavailable: &[(Setting, String)],
    log: &mut Log,
) -> Result<(), String> {
    let chosen = programs.iter().filter(|p| options.only.as_ref().is_none_or(|part| p.name.contains(part)));
    let available = |s: &&Setting| unavailable.iter().all(|(u, _)| u.name != s.name);
    let settings: Vec<&Setting> = options.settings.iter().filter(available).collect();
    let runs: Vec<(&Program, &Setting)> =
        chosen.flat_map(|p| settings.iter().map(move |s| (p, *s))).collect();
    let missing = |(p, s): &&(&Program, &Setting)| options.fresh || log.find(&p.name, s.name).is_none();
    let todo: Vec<_> = runs.iter().filter(missing).collect();
    println!("{} runs, {} of them known", runs.len(), runs.len() - todo.len());
    for (at, (program, setting)) in todo.iter().enumerate() {
        let record = tool.run(program, setting);
        println!("{}/{} {}", at + 1, todo.len(), progress(&record));
        log.put(record)?;
    }
    Ok(())
}

fn progress(record: &Record) -> String {
    let Record { program, setting, outcome, whole, .. } = record;
    let mut line = format!("{program} {setting}: {} after {whole:.2} s", outcome.name());
    if let Some(elements) = record.number("elements") {
        line += &format!(", {elements} elements");
    }
    if !record.note.is_empty() {
        line += &format!(" ({})", record.note);
    }
    if record.agrees == Some(false) { line + " *** WRONG ***" } else { line }
}

impl Results {
    /// No wrong answer and no error may pass unnoticed.
    fn judgement(&self) -> Result<(), String> {
        let bad = |r: &&Record| r.agrees == Some(false) || r.outcome == Outcome::Error;
        let bad: Vec<&Record> = self.records.iter().filter(bad).collect();
        bad.iter().for_each(|r| eprintln!("{}", progress(r)));
        let wrong = bad.iter().filter(|r| r.agrees == Some(false)).count();
        match (wrong, bad.len() - wrong) {
            (0, 0) => Ok(()),
            (0, errors) => Err(format!("runs without an answer or a refusal: {errors}")),
            (wrong, errors) => Err(format!(
                "{wrong} WRONG ANSWERS (see above), {errors} runs without an answer or a refusal"
            )),
        }
    }
}

/// `git describe --always --dirty`, but results do not make the tree dirty.
fn revision(root: &Path) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(root).output();
        output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
    };
    let changes = git(&["status", "--porcelain", "--", ".", ":!bench/results"]);
    let revision = git(&["describe", "--always"]);
    if changes.is_empty() {
        return revision;
    }
    eprintln!("the tree has changes: known runs may be of other ones; --fresh runs all again");
    revision + "-dirty"
}
