//! `cargo xtask bench settings [--programs 40] [--threads 3]`: what the settings of the symbolic engines are worth, one
//! at a time, on realistic programs.
//!
//! *What*: each program is explored with the defaults and with one setting changed. Diagram nodes and sets of states do
//! not depend on the machine; times are compared as a ratio within one run. Writes `bench/results/settings.md`.

use crate::realistic::{Family, Realistic, set};
use crate::reductions::{self, process};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: &str = "20s";

/// A setting against the default of the same engine.
struct Setting {
    name: &'static str,
    engine: &'static str,
    args: &'static [&'static str],
}

const SETTINGS: [Setting; 8] = [
    Setting { name: "symbolic", engine: "symbolic", args: &[] },
    Setting { name: "order as declared", engine: "symbolic", args: &["--variable-order", "declared"] },
    Setting { name: "order scattered", engine: "symbolic", args: &["--variable-order", "scattered"] },
    Setting { name: "all variables kept", engine: "symbolic", args: &["--live-variables", "off"] },
    Setting { name: "no merging", engine: "symbolic", args: &["--merging", "off"] },
    Setting { name: "no reduction", engine: "symbolic", args: &["--reduction", "none"] },
    Setting { name: "plain-symbolic", engine: "plain-symbolic", args: &[] },
    Setting {
        name: "plain-symbolic, order scattered",
        engine: "plain-symbolic",
        args: &["--variable-order", "scattered"],
    },
];

/// One run.
#[derive(Clone, Copy)]
struct Run {
    seconds: f64,
    states: u64,
    nodes: u64,
}

/// Measures and writes the table.
pub fn run(args: &[String]) -> Result<(), String> {
    let value = |name: &str| args.iter().skip_while(|a| *a != name).nth(1);
    let number = |name: &str, default: usize| {
        value(name).map_or(Ok(default), |v| v.parse().map_err(|_| format!("{name}: {v} is no number")))
    };
    let (count, threads) = (number("--programs", 40)?, number("--threads", 3)?.to_string());
    let binary = reductions::build()?;
    let mut programs = set::default_set();
    programs.sort_by_key(|p| (p.seed, p.family.name()));
    programs.truncate(count);
    let folder = crate::root().join("target/bench/realistic");
    set::write(&folder, &programs)?;
    let mut runs: Vec<Vec<Option<Run>>> = SETTINGS.iter().map(|_| Vec::new()).collect();
    for (at, program) in programs.iter().enumerate() {
        eprintln!("{}/{} {}", at + 1, programs.len(), program.name);
        for (setting, runs) in SETTINGS.iter().zip(&mut runs) {
            runs.push(explore(&binary, &folder, program, setting, &threads)?);
        }
    }
    let text = table(&runs, programs.len(), &threads, &reductions::revision(&crate::root(), false));
    print!("{text}");
    let path = crate::root().join("bench/results/settings.md");
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Explores one program; nothing if a limit was reached.
fn explore(
    binary: &Path,
    folder: &Path,
    program: &Realistic,
    setting: &Setting,
    threads: &str,
) -> Result<Option<Run>, String> {
    let file: PathBuf = folder.join(&program.name).with_extension("bp");
    let init = if program.family == Family::Driver { "single" } else { threads };
    let file = file.to_string_lossy();
    let mut args = vec!["explore", &file, "--engine", setting.engine, "--init", init, "--threads", threads];
    args.extend(["--time-limit", LIMIT, "--memory-limit", "4GB", "--format", "json"]);
    args.extend(setting.args);
    let finished = process::run(binary, &args, &crate::root(), Some(Duration::from_secs(60)))?;
    let document: Value = serde_json::from_str(&finished.stdout)
        .map_err(|e| format!("{} {}: {e}: {}", program.name, setting.name, finished.stderr.trim()))?;
    // A run that the watchdog ends has no statistics.
    let statistics = &document["statistics"];
    let count = |value: &Value| value.as_u64().filter(|_| document["outcome"] != "stopped");
    let (states, nodes) = (count(&statistics["states"]), count(&statistics["diagrams"]["nodes"]));
    let seconds = statistics["seconds"].as_f64().unwrap_or(finished.seconds);
    Ok(states.zip(nodes).map(|(states, nodes)| Run { seconds, states, nodes }))
}

fn table(runs: &[Vec<Option<Run>>], programs: usize, threads: &str, revision: &str) -> String {
    let mut out = format!(
        "# Settings of the symbolic engines\n\nRevision {revision}, {programs} realistic programs, {threads} threads, {LIMIT} and 4 GB for each run, with partial-order \
         reduction unless said otherwise. Each setting against the default of its engine: geometric means over the \
         programs that both finished.\n\n\
         | setting | finished | time | sets of states | diagram nodes |\n|---|---:|---:|---:|---:|\n"
    );
    for (at, setting) in SETTINGS.iter().enumerate() {
        let base = SETTINGS.iter().position(|s| s.engine == setting.engine).unwrap_or(0);
        let both: Vec<(Run, Run)> = runs[at]
            .iter()
            .zip(&runs[base])
            .filter_map(|(changed, default)| Some(((*changed)?, (*default)?)))
            .collect();
        let finished = runs[at].iter().flatten().count();
        let ratio = |of: &dyn Fn(&Run) -> f64| {
            let logs =
                both.iter().map(|(changed, default)| (of(changed).max(1e-6) / of(default).max(1e-6)).ln());
            (logs.sum::<f64>() / both.len().max(1) as f64).exp()
        };
        let _ = writeln!(
            out,
            "| {} | {finished} of {programs} | {:.2} × | {:.2} × | {:.2} × |",
            setting.name,
            ratio(&|r| r.seconds),
            ratio(&|r| r.states as f64),
            ratio(&|r| r.nodes as f64)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Run, SETTINGS, table};

    #[test]
    fn ratios_are_over_what_both_finished() {
        let run = |factor: f64| {
            Some(Run { seconds: factor, states: (10.0 * factor) as u64, nodes: (100.0 * factor) as u64 })
        };
        let mut runs = vec![vec![run(1.0), run(1.0)]; SETTINGS.len()];
        runs[2] = vec![run(3.0), None];
        let text = table(&runs, 2, "3", "r");
        assert!(text.contains("| order scattered | 1 of 2 | 3.00 × | 3.00 × | 3.00 × |"), "{text}");
        assert!(text.contains("| no merging | 2 of 2 | 1.00 × |"), "{text}");
    }
}
