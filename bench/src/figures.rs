//! `cargo xtask figures [--limit 30s] [--max-threads 30] [--programs N] [--only FAMILY] [--plain] [--binary PATH]
//! [--out DIR] [--plots-only]`: the experiments of [BMWK10] sections 7.1 and 7.3 on the realistic programs.
//!
//! *What*: for each program and each engine N = 2, 3, 4 … until the engine passes the limit; larger N are recorded as not
//! run. Every run explores the whole state space (`threadwise explore`), as a process of its own, one after the other.
//! *Files*: each finished run is appended to `runs-LIMIT.csv` at once, and a restart goes on behind it. At the end, and
//! with `--plots-only` from what is there, Fig. 4, 6, 7 and 8, a picture of growth and a page with the numbers are
//! written. Without `--out` all goes to `bench/results/figures`.
//! *Departures*: 1. our programs instead of those of [BMWK10], see `realistic.rs`. 2. limits of 30 s and 4 GB instead of
//! 720 s and 12 GB. 3. library programs start with N threads: nothing in them creates one.

mod compare;
mod configuration;
mod execute;
mod growth;
mod log;
mod numbers;
mod options;
mod page;
mod record;
mod scatter;

use crate::realistic::set;
use configuration::Configuration;
use execute::Tool;
use indicatif::{ProgressBar, ProgressStyle};
use log::Log;
use options::Options;
use record::{Outcome, Record};
use std::path::PathBuf;

/// Runs what is missing, then draws.
pub fn run(args: &[String]) -> Result<(), String> {
    let options = Options::read(args)?;
    std::fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    let mut log = Log::open(&options.out, &options.limit)?;
    let failures = if options.plots_only { 0 } else { measure(&options, &mut log)? };
    page::write(&options, &log)?;
    if failures > 0 {
        return Err(format!("{failures} runs ended with an error; a restart tries them again"));
    }
    Ok(())
}

/// A program and one way to explore it.
struct Series {
    program: Record,
    file: PathBuf,
    configuration: Configuration,
}

/// After so many errors without one answer nothing more is tried.
const HOPELESS: usize = 12;

/// Runs all series; returns how many ended with an error.
fn measure(options: &Options, log: &mut Log) -> Result<usize, String> {
    let tool = Tool::new(options)?;
    log.begin(&tool.revision)?;
    let all = series(options)?;
    let bar = ProgressBar::new(all.len() as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, about {eta} left  {msg}");
    bar.set_style(style.map_err(|e| e.to_string())?);
    let (mut failures, known) = (0, log.records.len());
    for one in &all {
        failures += usize::from(!raise(&tool, one, options, log, &bar)?);
        bar.inc(1);
        if failures == HOPELESS && log.records.len() == known {
            return Err(format!("the first {HOPELESS} runs ended with an error"));
        }
    }
    bar.finish_and_clear();
    Ok(failures)
}

/// The series, program after program: a run that is cut short has looked at some programs in full.
fn series(options: &Options) -> Result<Vec<Series>, String> {
    let programs = options.choose(set::default_set());
    let folder = crate::root().join("target/bench/realistic");
    set::write(&folder, &programs)?;
    let mut all = Vec::new();
    for program in &programs {
        for configuration in configuration::all(options.plain) {
            all.push(Series {
                program: Record::about(program),
                file: folder.join(&program.name).with_extension("bp"),
                configuration,
            });
        }
    }
    Ok(all)
}

/// Raises N until the limit is passed; false after an error.
fn raise(
    tool: &Tool,
    one: &Series,
    options: &Options,
    log: &mut Log,
    bar: &ProgressBar,
) -> Result<bool, String> {
    for threads in 2..=options.max_threads {
        let template = Record { threads, configuration: one.configuration, ..one.program.clone() };
        let outcome = match log.find(&template) {
            Some(known) => known.outcome,
            None => {
                bar.set_message(format!("{} {} N={threads}", template.program, one.configuration));
                match tool.explore(&one.file, &template) {
                    Ok(record) => {
                        log.append(&record)?;
                        record.outcome
                    }
                    Err(reason) => {
                        bar.suspend(|| {
                            eprintln!("{} {} N={threads}: {reason}", template.program, one.configuration)
                        });
                        return Ok(false);
                    }
                }
            }
        };
        if !outcome.finished() {
            let next = Record { threads: threads + 1, outcome: Outcome::NotRun, ..template };
            if outcome != Outcome::NotRun && threads < options.max_threads && log.find(&next).is_none() {
                log.append(&next)?;
            }
            break;
        }
    }
    Ok(true)
}
