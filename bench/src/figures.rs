//! `cargo xtask figures [--limit 30s] [--max-threads 30] [--programs N] [--only NAME-PART] [--plain] [--binary PATH]
//! [--out DIR] [--fresh] [--plots-only]`: the experiments of [BMWK10] sections 7.1 and 7.3 on the realistic programs.
//!
//! *What*: for each program and each engine N = 2, 3, 4 … until the engine passes the limit; larger N are recorded as not
//! run. Every run explores the whole state space (`threadwise explore`).
//! *Files* in `bench/results/figures`: `runs-LIMIT.csv`; at the end, and with `--plots-only` from what is there, Fig. 4, 6, 7
//! and 8, a picture of growth and the page `figures.md`.
//! *Departures*: 1. our programs instead of those of [BMWK10], see `realistic.rs`. 2. limits of 30 s and 4 GB instead of
//! 720 s and 12 GB. 3. library programs start with N threads: nothing in them creates one.

mod compare;
mod configuration;
mod growth;
mod numbers;
mod page;
mod scatter;

use crate::harness::campaign::Campaign;
use crate::harness::command::{CommandLine, Setting};
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::options::{Options, number};
use crate::harness::origin::Origin;
use crate::harness::outcome::Outcome;
use crate::harness::record::{Record, Run};
use crate::realistic::{Realistic, set};
use std::path::PathBuf;

/// Gigabytes for one run.
const MEMORY: u64 = 4;

/// Counters that have a column.
const COUNTERS: [&str; 10] = [
    "states",
    "transitions",
    "reduced_states",
    "splices.statements",
    "splices.splice_statements",
    "splices.executions",
    "splices.variables",
    "splices.median_variables",
    "splices.cofactors",
    "splices.double_cofactors",
];

/// Options of this command alone.
struct Choice {
    max_threads: u32,
    programs: Option<u32>,
    plain: bool,
}

/// Runs what is missing, then draws.
pub fn run(args: &[String]) -> Result<(), String> {
    let mut choice = Choice { max_threads: 30, programs: None, plain: false };
    let options = Options::read(args, "figures", Limit::seconds(30), &[], |arg, value| {
        match arg {
            "--max-threads" => choice.max_threads = number(arg, &value()?)?,
            "--programs" => choice.programs = Some(number(arg, &value()?)?),
            "--plain" => choice.plain = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let file = format!("runs-{}", options.limit.text);
    if options.plots_only {
        let folder = options.results("figures")?;
        let (revision, records) = Log::read(&folder.join(file).with_extension("csv"))?;
        let origin = Origin::known(&options, revision);
        return page::write(&folder, &origin, &options.limit, &records);
    }
    let campaign = Campaign::begin(options, "figures", MEMORY)?;
    let mut log = campaign.log(&file, &campaign.tool.limit, &COUNTERS)?;
    let failures = measure(&campaign, &choice, &mut log)?;
    page::write(&campaign.results, &campaign.origin, &campaign.tool.limit, &log.records)?;
    if failures > 0 {
        return Err(format!("{failures} runs ended with an error; a restart tries them again"));
    }
    Ok(())
}

/// A program and one way to explore it.
struct Series<'a> {
    program: &'a Realistic,
    file: PathBuf,
    setting: Setting,
}

/// After this number of errors without an answer nothing more is tried.
const HOPELESS: usize = 12;

/// Runs all series, program after program, so that a run that is cut short has looked at some in full; returns how many
/// ended with an error.
fn measure(campaign: &Campaign, choice: &Choice, log: &mut Log) -> Result<usize, String> {
    let programs = set::first(choice.programs, |name| campaign.options.wants(name));
    let folder = crate::root().join("target/bench/realistic");
    set::write(&folder, &programs)?;
    let settings: Vec<Setting> = configuration::all(choice.plain).collect();
    campaign.expect(programs.len() * settings.len());
    let mut failures = 0;
    for program in &programs {
        for setting in &settings {
            let file = folder.join(&program.name).with_extension("bp");
            let series = Series { program, file, setting: *setting };
            failures += usize::from(!raise(campaign, &series, choice, log)?);
            campaign.advance();
            if failures == HOPELESS && log.records.iter().all(|r| r.outcome.is_failure()) {
                return Err(format!("the first {HOPELESS} runs ended with an error"));
            }
        }
    }
    Ok(failures)
}

/// Raises N until the limit is passed; false after an error.
fn raise(campaign: &Campaign, series: &Series, choice: &Choice, log: &mut Log) -> Result<bool, String> {
    for threads in 2..=choice.max_threads {
        let run = |n| Run::new(&series.program.name, series.setting.name).with_threads(n);
        let command = CommandLine::explore(&series.file)
            .setting(&series.setting)
            .threads(&series.program.family.init(threads), threads);
        let outcome = campaign.ask(log, run(threads), &command)?.outcome;
        if outcome.is_finished() {
            continue;
        }
        let next = run(threads + 1);
        if outcome.is_unfinished() && threads < choice.max_threads && log.find(&next).is_none() {
            log.put(Record::new(next, Outcome::NotRun, ""))?;
        }
        return Ok(!outcome.is_failure());
    }
    Ok(true)
}
