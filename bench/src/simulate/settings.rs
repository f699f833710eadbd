//! What each part of the simulating engine is worth.

use super::benchmark::{Answer, Program};
use super::execute::Tools;
use super::reachable::{self, Invariant};
use super::record::Record;
use super::{Bench, arithmetic, driver, recovery, small, threads, workers};
use std::fmt::Write;
use std::time::Instant;

/// A setting: its name and the options of the tool.
type Setting = (&'static str, &'static [&'static str]);

/// The default, then one change at a time; parts that matter where another one is missing, beside that one; then what the
/// paper describes.
const SETTINGS: [Setting; 18] = [
    ("default", &[]),
    ("no-merging", &["--simulation", "no-merging"]),
    ("no-union", &["--simulation", "no-union"]),
    ("no-normal-forms", &["--simulation", "no-normal-forms"]),
    ("no-partition", &["--simulation", "no-partition"]),
    ("no-live-variables", &["--simulation", "no-live-variables"]),
    ("no-symmetry", &["--simulation", "no-symmetry"]),
    ("outer=choices", &["--simulation", "outer=choices"]),
    ("guards=0", &["--simulation", "guards=0"]),
    ("guards=4", &["--simulation", "guards=4"]),
    ("guards=16", &["--simulation", "guards=16"]),
    ("reduction none", &["--reduction", "none"]),
    ("no-merging, no-union", &["--simulation", "no-merging,no-union"]),
    ("no-normal-forms, no-union", &["--simulation", "no-normal-forms,no-union"]),
    ("no-normal-forms, no-partition", &["--simulation", "no-normal-forms,no-partition"]),
    ("no-normal-forms, outer=choices", &["--simulation", "no-normal-forms,outer=choices"]),
    ("paper", &["--simulation", "no-merging,no-union,no-normal-forms,no-symmetry"]),
    (
        "paper, choices outside",
        &["--simulation", "no-merging,no-union,no-normal-forms,no-symmetry,outer=choices"],
    ),
];

/// There are many runs: each has this part of the time.
const HASTE: u64 = 4;
/// A run that takes less than this many seconds is repeated, and the fastest one counts.
const SHORT: f64 = 0.5;
const REPEATED: u32 = 2;
/// How many of the small programs take part.
const SMALL: u64 = 20;

/// Programs that belong together, with a name.
type Group = (&'static str, Vec<Program>);

/// Smaller programs than in the table, so that the paper's settings can finish; and two that the table has no need of.
fn groups() -> Vec<Group> {
    let both = |make: &dyn Fn(Answer) -> Program| Answer::BOTH.map(make).to_vec();
    vec![
        ("1 reachable, 10 variables", both(&|a| reachable::program(10, Invariant::Few, a))),
        ("1 parity, 10 variables", both(&|a| reachable::program(10, Invariant::Parity, a))),
        ("2 multiplier, 12 bits", both(&|a| arithmetic::multiplier(12, a))),
        ("2 divider, 6 bits", both(&|a| arithmetic::divider(6, a))),
        ("3 small", (0..SMALL).map(small::program).collect()),
        ("4 driver, little", both(&|a| driver::program(driver::LITTLE, a))),
        ("4 driver", both(&|a| driver::program(driver::LARGE, a))),
        ("5 threads, little", both(&|a| threads::program(threads::LITTLE, a))),
        ("5 threads", both(&|a| threads::program(threads::LARGE, a))),
        ("equal threads", both(&workers::program)),
        ("branches never taken", both(&recovery::program)),
    ]
}

/// Runs all settings; writes `settings.md` and `settings.csv`.
pub fn run(bench: &Bench) -> Result<Vec<Record>, String> {
    let started = Instant::now();
    let groups: Vec<Group> = groups().into_iter().filter(|(name, _)| bench.wants(name)).collect();
    let mut records: Vec<Record> = Vec::new();
    let mut body = String::new();
    let tools = bench.tools.hastier(HASTE);
    for (name, programs) in &groups {
        let mut runs = Vec::new();
        for (_, options) in SETTINGS {
            let checked = programs.iter().map(|p| fastest(&tools, p, options));
            runs.push(checked.collect::<Result<Vec<Record>, String>>()?);
        }
        let _ = writeln!(body, "## {name}\n\n{}", table(&runs));
        records.extend(runs.into_iter().flatten());
        let page = bench.header("Settings of the simulating engine", started) + HEAD + &body;
        bench.write("settings", &page, &records)?;
    }
    Ok(records)
}

fn fastest(tools: &Tools, program: &Program, options: &[&str]) -> Result<Record, String> {
    let mut best = tools.check(program, "simulate", options)?;
    for _ in 0..REPEATED {
        if best.is_solved() && best.time() < SHORT {
            let again = tools.check(program, "simulate", options)?;
            best = if again.is_solved() && again.time() < best.time() { again } else { best };
        }
    }
    Ok(best)
}

const HEAD: &str = "One thing is changed at a time, or two where the first hides the effect of the second; each run has a quarter of the time above, and of three short runs the fastest counts. Ratios are against the default: geometric means over the programs that both solve, of seconds of search, explored states and nodes of formulas. `paper` is `--simulation no-merging,no-union,no-normal-forms,no-symmetry`: what [CKS05] describes, but with the quantifier outside over values; with `outer=choices` it is that of the paper, too.\n\n";

fn table(runs: &[Vec<Record>]) -> String {
    let mut out =
        "| setting | solved | seconds, sum | time | states | nodes |\n|---|---:|---:|---:|---:|---:|\n"
            .to_string();
    for ((name, _), own) in SETTINGS.iter().zip(runs) {
        let solved = own.iter().filter(|r| r.is_solved()).count();
        let both: Vec<(&Record, &Record)> =
            own.iter().zip(&runs[0]).filter(|(a, b)| a.is_solved() && b.is_solved()).collect();
        let ratio = |of: &dyn Fn(&Record) -> f64| {
            if both.is_empty() {
                return "–".to_string();
            }
            let logs = both.iter().map(|(a, b)| (of(a).max(1e-4) / of(b).max(1e-4)).ln());
            format!("{:.2} ×", (logs.sum::<f64>() / both.len() as f64).exp())
        };
        let _ = writeln!(
            out,
            "| {name} | {solved} of {} | {:.2} | {} | {} | {} |",
            own.len(),
            own.iter().map(Record::time).sum::<f64>(),
            ratio(&Record::time),
            ratio(&|r| r.states.unwrap_or(1) as f64),
            ratio(&|r| r.nodes.unwrap_or(1) as f64),
        );
    }
    out
}
