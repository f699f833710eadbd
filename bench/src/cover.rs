//! `cargo xtask bench cover [--limit 30s] [--only NAME-PART] [--settings a,b] [--fresh] [--plots-only]`: the programs of
//! `bench/cover`, for any number of threads, under each setting of `setting.rs`.
//!
//! *What*: the answer of each run is compared with the known one. A wrong answer makes the command fail.
//! *Files* in `bench/results/cover`: `runs.csv`, `cover.md`, and the pictures `cactus`, `cactus-search` and `growth`.
//! *Source*: the cactus plot is that of [LW14] Fig. 4.
//! *Departures*: our programs instead of those of [LW14], see `bench/cover/README.md`; our own expansion to thread transition
//! systems instead of other tools.

mod cactus;
mod execute;
mod expansion;
mod growth;
mod memory;
mod numbers;
mod page;
pub mod program;
mod setting;

use crate::harness::campaign::Campaign;
use crate::harness::command::Setting;
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::options::Options;
use crate::harness::origin::Origin;
use crate::harness::record::{Record, Run, judgement};
use crate::harness::run::Tool;
use program::Program;
use setting::SETTINGS;
use std::path::{Path, PathBuf};

/// Gigabytes for one run.
const MEMORY: u64 = 4;

/// Counters that have a column.
const COUNTERS: [&str; 8] = [
    "states",
    "packed_bytes",
    "store_bytes",
    "shared_sets",
    "local_sets",
    "certificate_size",
    "threads",
    execute::EXPANSION,
];

/// All that the page tells about.
pub struct Results {
    origin: Origin,
    limit: Limit,
    programs: Vec<Program>,
    records: Vec<Record>,
    /// Settings that this revision does not have, and what it says.
    unavailable: Vec<(Setting, String)>,
}

/// Runs what is missing, writes the page, and fails after a wrong answer.
pub fn run(args: &[String]) -> Result<(), String> {
    let mut settings = setting::choose(None)?;
    let options = Options::read(args, "bench cover", Limit::seconds(30), &[], |arg, value| {
        let own = arg == "--settings";
        if own {
            settings = setting::choose(Some(&value()?))?;
        }
        Ok(own)
    })?;
    let programs = program::all(&crate::root().join("bench/cover"))?;
    if let Some(part) = options.only.as_ref().filter(|_| !programs.iter().any(|p| options.wants(&p.name))) {
        return Err(format!("--only {part}: no program has such a name"));
    }
    let (folder, results) = if options.plots_only {
        known(&options, programs)?
    } else {
        measured(Campaign::begin(options, "cover", MEMORY)?, &settings, programs)?
    };
    page::write(&folder, &results)?;
    println!("written: {}", folder.join("cover.md").display());
    judgement(results.records.iter())
}

/// The runs that are there.
fn known(options: &Options, programs: Vec<Program>) -> Result<(PathBuf, Results), String> {
    let folder = options.results("cover")?;
    let (revision, records) = Log::read(&folder.join("runs.csv"))?;
    let (origin, limit) = (Origin::known(options, revision), options.limit.clone());
    Ok((folder, Results { origin, limit, programs, records, unavailable: Vec::new() }))
}

/// Runs what is missing.
fn measured(
    campaign: Campaign,
    settings: &[Setting],
    programs: Vec<Program>,
) -> Result<(PathBuf, Results), String> {
    let folder = crate::folder("target/bench/cover")?;
    let unavailable = unavailable(&campaign.tool, &folder)?;
    let mut log = campaign.log("runs", &campaign.tool.limit, &COUNTERS)?;
    let available = |s: &&Setting| unavailable.iter().all(|(u, _)| u.name != s.name);
    let settings: Vec<&Setting> = settings.iter().filter(available).collect();
    let chosen: Vec<&Program> = programs.iter().filter(|p| campaign.options.wants(&p.name)).collect();
    campaign.expect(chosen.len() * settings.len());
    // Program after program, so that a run that is cut short has compared some in full.
    for program in chosen {
        for setting in &settings {
            let run = Run::new(&program.name, setting.name);
            campaign
                .measure(&mut log, run, |run| execute::run(&campaign.tool, &folder, program, setting, run))?;
            campaign.advance();
        }
    }
    let Campaign { origin, tool, results, .. } = campaign;
    let records = log.records;
    Ok((results, Results { origin, limit: tool.limit, programs, records, unavailable }))
}

/// Asks for each setting whether there is such a thing.
fn unavailable(tool: &Tool, folder: &Path) -> Result<Vec<(Setting, String)>, String> {
    let mut all = Vec::new();
    for setting in SETTINGS {
        if let Some(reason) = execute::refusal(tool, folder, &setting)? {
            eprintln!("{} is not available: {reason}", setting.name);
            all.push((setting, reason));
        }
    }
    Ok(all)
}
