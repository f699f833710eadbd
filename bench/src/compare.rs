//! `cargo xtask bench [--limit 60s] [--only NAME-PART] [--skip-large] [--hand-written] [--binary PATH] [--fresh]`: the
//! counter engine, rumur with symmetry reduction and SPIN on the same programs, in one run [BMWK10, section 7.2].
//!
//! *What*: for each program of `bench/programs` and N = 2, 3, 4 … each tool explores the whole state space until it takes
//! longer than the limit. Only checking is timed, compilation is not. All tools run alone, one after the other, without
//! partial-order reduction, with one core.
//! *Fair*: rumur gets the program through `convert --to murphi` (one scalarset of threads) and must count exactly our
//! states; for three programs the converted model is timed against a hand-written one.
//! *Files* in `bench/results`: `compare.md`, `compare.csv`, `hand-written.md` and three pictures.

mod hand_written;
mod page;
mod pictures;
mod tool;

use crate::harness::campaign::Campaign;
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::options::Options;
use crate::harness::record::Record;
use tool::{Program, TOOLS};

/// Gigabytes for one run.
const MEMORY: u64 = 8;

/// Counters that have a column.
const COUNTERS: [&str; 4] = ["states", "transitions", "packed_bytes", "store_bytes"];

/// The numbers of threads that are tried.
const THREADS: [u32; 11] = [2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 45];

/// One large space, for the speed and size of the store: about 26 million counter states.
const LARGE: (&str, u32) = ("lock-work", 45);

/// Compares, and fails if another tool counts other states.
pub fn run(args: &[String]) -> Result<(), String> {
    let (mut skip_large, mut by_hand_only) = (false, false);
    let options = Options::read(args, "bench", Limit::seconds(60), &["--plots-only"], |arg, _| {
        match arg {
            "--skip-large" => skip_large = true,
            "--hand-written" => by_hand_only = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let campaign = Campaign::begin(options, "", MEMORY)?;
    if by_hand_only {
        return hand_written::run(&campaign);
    }
    let mut log = campaign.log("compare", &campaign.tool.limit, &COUNTERS)?;
    let records = compare(&campaign, &mut log)?;
    hand_written::run(&campaign)?;
    let large = if skip_large { None } else { Some(large(&campaign, &mut log)?) };
    page::write(&campaign, &records, large.as_ref())?;
    let different = page::differences(&records);
    if different.is_empty() { Ok(()) } else { Err(different.join("\n")) }
}

fn compare(campaign: &Campaign, log: &mut Log) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for file in crate::programs(&crate::root().join("bench/programs")) {
        let program = Program::load(&file)?;
        if campaign.options.wants(&program.name) {
            records.extend(raise(campaign, log, &program)?);
            // What is done is kept, should the run be cut short.
            page::write(campaign, &records, None)?;
        }
    }
    Ok(records)
}

/// Raises N until a tool needs longer than a third of the limit; the others go on.
fn raise(campaign: &Campaign, log: &mut Log, program: &Program) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for (name, explore) in TOOLS {
        for threads in THREADS {
            let make = |run| explore(&campaign.tool, program, threads, run);
            let record = campaign.measure(log, program.run(name, threads), make)?;
            let over =
                !record.outcome.is_finished() || record.time() > campaign.tool.limit.as_seconds() / 3.0;
            records.push(record);
            if over {
                break;
            }
        }
    }
    Ok(records)
}

fn large(campaign: &Campaign, log: &mut Log) -> Result<Record, String> {
    let (name, threads) = LARGE;
    let program = Program::load(&crate::root().join("bench/programs").join(name).with_extension("bp"))?;
    let tool = campaign.tool.within(Limit::seconds(1800));
    campaign.measure(log, program.run("large", threads), |run| tool::counter(&tool, &program, threads, run))
}
