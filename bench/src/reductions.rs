//! `cargo xtask bench reductions [table|rate|spin|scaling|all] [--quick] [--limit 60s] [--binary PATH] [--out DIR]
//! [--fresh]`: what the reductions for C and C++ programs gain, how fast and how large the state spaces are, SPIN beside us,
//! and growth with the number of threads.
//!
//! *What*: explores C programs, one run after the other. `--limit` is the time for one run of `scaling` (60 s, with
//! `--quick` 5 s).
//! *Fails*: if the tool ends with an error, or if one and two searching threads count different states.
//! *Files* in `bench/results`: `reductions`, `rate`, `spin` and `scaling`, each a page and a file of runs, and two pictures;
//! with `--quick` small parts of each elsewhere.

mod bars;
mod counterexamples;
mod curves;
mod explored;
mod paper;
mod rate;
mod scaling;
mod spin;
mod table;

use crate::harness::campaign::Campaign;
use crate::harness::limit::Limit;
use crate::harness::options::Options;
use tw_report::grouped;

/// Gigabytes for one run.
const MEMORY: u64 = 8;

/// How the command line was understood.
pub struct Bench {
    campaign: Campaign,
    /// Only small parts, for trying.
    quick: bool,
}

/// Measures, and writes its files.
type Part = fn(&Bench) -> Result<(), String>;

/// The parts by name.
const PARTS: [(&str, Part); 4] =
    [("table", table::run), ("rate", rate::run), ("spin", spin::run), ("scaling", scaling::run)];

/// Runs the chosen parts.
pub fn run(args: &[String]) -> Result<(), String> {
    let (chosen, bench) = read(args)?;
    PARTS.iter().filter(|(name, _)| chosen == "all" || chosen == *name).try_for_each(|(_, run)| run(&bench))
}

fn read(args: &[String]) -> Result<(String, Bench), String> {
    let quick = args.iter().any(|arg| arg == "--quick");
    let mut part = None;
    let limit = Limit::seconds(if quick { 5 } else { 60 });
    let mut options =
        Options::read(args, "bench reductions", limit, &["--plots-only", "--only"], |arg, _| match arg {
            "--quick" => Ok(true),
            name if part.is_none() && (name == "all" || PARTS.iter().any(|(n, _)| *n == name)) => {
                part = Some(name.to_string());
                Ok(true)
            }
            _ => Ok(false),
        })?;
    options.partial = quick;
    let campaign = Campaign::begin(options, "", MEMORY)?;
    Ok((part.unwrap_or_else(|| "all".to_string()), Bench { campaign, quick }))
}
