//! `cargo xtask bench simulate [--limit 60s] [--only NAME-PART] [--part table|sweep|settings|growth] [--programs-only]
//! [--binary PATH] [--fresh]`: the simulating engine beside the others and SPIN, as in [CKS05] section 5.
//!
//! *What*: five kinds of programs of our own in place of those of [CKS05] Table 3, made from fixed seeds and written to
//! `target/bench/simulate`, the first two also to `bench/programs/simulate`: see `bench/README.md`. `table` is that table;
//! `sweep` raises the width of a multiplier and a divider until diagrams are slow; `settings` switches off one thing at a
//! time; `growth` counts the nodes of formulas.
//! *Fails*: after a verdict that is not the known one, and if a tool ends with an error.
//! *Files* in `bench/results/simulate`: a page and a file of runs for each part, and `growth.svg`.

mod arithmetic;
mod benchmark;
mod driver;
mod execute;
mod growth;
mod reachable;
mod recovery;
mod settings;
mod small;
mod sweep;
mod table;
mod threads;
mod work;
mod workers;

use crate::harness::campaign::Campaign;
use crate::harness::limit::Limit;
use crate::harness::options::Options;
use crate::harness::record::{Record, judgement};
use benchmark::Program;
use std::path::Path;

/// Gigabytes for one run.
const MEMORY: u64 = 4;

/// Counters that have a column.
const COUNTERS: [&str; 3] = ["states", "transitions", "formula_nodes"];

/// Measures, writes its files, and returns its runs.
type Part = fn(&Campaign) -> Result<Vec<Record>, String>;

/// Programs of the benchmarks up to this one are small enough to be kept.
const LAST_KEPT: u32 = 2;

/// The parts by name.
const PARTS: [(&str, Part); 4] =
    [("table", table::run), ("sweep", sweep::run), ("settings", settings::run), ("growth", growth::run)];

/// Runs the chosen parts, and fails after a wrong answer.
pub fn run(args: &[String]) -> Result<(), String> {
    let (mut part, mut programs_only) = (None, false);
    let options =
        Options::read(args, "bench simulate", Limit::seconds(60), &["--plots-only"], |arg, value| {
            match arg {
                "--part" => part = Some(value()?),
                "--programs-only" => programs_only = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
    if let Some(part) = part.as_ref().filter(|part| PARTS.iter().all(|(name, _)| name != part)) {
        return Err(format!("--part {part}: expected table, sweep, settings or growth"));
    }
    let root = crate::root();
    write_programs(&root, &crate::folder("target/bench/simulate")?)?;
    if programs_only {
        return Ok(());
    }
    let campaign = Campaign::begin(options, "simulate", MEMORY)?;
    let mut records = Vec::new();
    for (name, run) in PARTS.iter().filter(|(name, _)| part.as_ref().is_none_or(|part| part == name)) {
        println!("== {name}");
        records.extend(run(&campaign)?);
    }
    judgement(records.iter())
}

/// All programs of the table; the small ones of benchmarks 1 and 2 are kept in the repository, too.
fn write_programs(root: &Path, folder: &Path) -> Result<(), String> {
    let kept = root.join("bench/programs/simulate");
    let write = |folder: &Path, program: &Program| {
        let file = folder.join(&program.name).with_extension("bp");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&file, &program.text))
            .map_err(|e| format!("{}: {e}", file.display()))
    };
    for benchmark in benchmark::all() {
        for program in &benchmark.programs {
            write(folder, program)?;
            if benchmark.number <= LAST_KEPT {
                write(&kept, program)?;
            }
        }
    }
    println!("written: target/bench/simulate");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LAST_KEPT, benchmark};

    #[test]
    fn kept_programs_are_those_that_are_made() {
        let folder = crate::root().join("bench/programs/simulate");
        for program in benchmark::all().iter().filter(|b| b.number <= LAST_KEPT).flat_map(|b| &b.programs) {
            let kept = std::fs::read_to_string(folder.join(&program.name).with_extension("bp"));
            assert!(
                kept.is_ok_and(|text| text == program.text),
                "{}: --programs-only writes it",
                program.name
            );
        }
    }
}
