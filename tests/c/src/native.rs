//! The machine against natively compiled programs.

mod generate;
mod planted;
pub mod sanitizers;

use crate::load::load;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tw_decide::engines::{Confirmed, confirmed};
use tw_execute::{Finding, Options, Reductions, Search, run, run_once};
use tw_verdict::{Control, Property};

/// The result of one comparison.
pub enum Outcome {
    /// As the native program.
    Same,
    /// No comparison, for this reason.
    Skipped(String),
    /// A difference.
    Different(String),
}

/// Native runs of a program with threads.
const NATIVE_RUNS: u32 = 1000;

/// A program of csmith.
pub fn sequential(folder: &Path, seed: u64) -> Outcome {
    let source = folder.join(format!("csmith-{seed}.c"));
    let generated = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&source)
        .args([
            "--max-funcs",
            "4",
            "--max-block-depth",
            "3",
            "--max-block-size",
            "3",
            "--max-expr-complexity",
            "5",
        ])
        .current_dir(folder)
        .stdout(Stdio::null())
        .status();
    if !generated.is_ok_and(|s| s.success()) {
        return Outcome::Skipped("csmith failed".into());
    }
    let binary = folder.join(format!("csmith-{seed}"));
    let flags = ["-w", "-I/usr/include/csmith"].map(String::from);
    let outcome = compare_sequential(&source, &binary, &flags, (seed % 3) as u8);
    let _ = std::fs::remove_file(&binary);
    if !matches!(outcome, Outcome::Different(_)) {
        let _ = std::fs::remove_file(&source);
    }
    outcome
}

fn compare_sequential(source: &Path, binary: &Path, flags: &[String], level: u8) -> Outcome {
    if !compiled(source, binary, flags) {
        return Outcome::Skipped("the native compiler failed".into());
    }
    // The limit keeps programs that run for long, or for ever, out of the comparison.
    let native = Command::new("timeout").arg("2").arg(binary).stdin(Stdio::null()).output();
    let Ok(native) = native else { return Outcome::Skipped("the native program did not run".into()) };
    let Some(code) = native.status.code() else {
        return Outcome::Skipped("the native program was killed by a signal".into());
    };
    if code == 124 {
        return Outcome::Skipped("the native program runs for more than 2 s".into());
    }
    let module = match load(source, flags, level, false) {
        Ok(module) => module,
        Err(why) => return Outcome::Different(format!("the front end fails: {why}")),
    };
    let once = run_once(
        &module,
        &Options::new(vec![Property::Assertion, Property::Memory]),
        Duration::from_secs(20),
    );
    match once.ended {
        Err(why) if why == "time limit" => Outcome::Skipped("the machine takes more than 20 s".into()),
        Err(why) => Outcome::Different(format!("-O{level}: the machine stops: {why}")),
        Ok(ours) if ours & 255 != code => {
            Outcome::Different(format!("-O{level}: exit code {ours}, natively {code}"))
        }
        Ok(_) if once.output.as_bytes() != native.stdout => Outcome::Different(format!(
            "-O{level}: output {:?}, natively {:?}",
            once.output,
            String::from_utf8_lossy(&native.stdout)
        )),
        Ok(_) => Outcome::Same,
    }
}

/// A generated program with threads.
pub fn parallel(folder: &Path, seed: u64) -> Outcome {
    let source = folder.join(format!("parallel-{seed}.c"));
    let text = generate::program(seed);
    if std::fs::write(&source, &text).is_err() {
        return Outcome::Skipped("the folder is not writable".into());
    }
    let binary = folder.join(format!("parallel-{seed}"));
    let outcome = compare_parallel(&source, &binary, (seed % 3) as u8);
    let _ = std::fs::remove_file(&binary);
    if !matches!(outcome, Outcome::Different(_)) {
        let _ = std::fs::remove_file(&source);
    }
    outcome
}

fn compare_parallel(source: &Path, binary: &Path, level: u8) -> Outcome {
    let flags = ["-pthread".to_string(), format!("-DRUNS={NATIVE_RUNS}")];
    if !compiled(source, binary, &flags) {
        return Outcome::Different("the native compiler rejects the program".into());
    }
    let Ok(native) = Command::new("timeout").arg("60").arg(binary).output() else {
        return Outcome::Skipped("the native program did not run".into());
    };
    if !native.status.success() {
        return Outcome::Skipped(format!("the native program ended with {}", native.status));
    }
    let seen: BTreeSet<i32> =
        String::from_utf8_lossy(&native.stdout).lines().filter_map(|l| l.parse().ok()).collect();
    let module = match load(source, &[], level, false) {
        Ok(module) => module,
        Err(why) => return Outcome::Different(format!("the front end fails: {why}")),
    };
    let search = Search { explore_all: true, ..Search::default() };
    let options = Options::new(vec![Property::Assertion, Property::Pthread, Property::Deadlock]);
    let mut control = Control::unlimited();
    control.limits.states = Some(500_000);
    let found = run(&module, &options, &search, &control);
    match found.finding {
        Finding::Exhausted | Finding::Incomplete => {}
        Finding::Stopped(reason) => return Outcome::Skipped(reason.to_string()),
        Finding::Violation(trace) => {
            return Outcome::Different(format!("-O{level}: a violation: {}", trace.breach.message));
        }
    }
    if let Some((why, _)) = found.met.unsupported {
        return Outcome::Different(format!("-O{level}: unsupported: {why}"));
    }
    if let Some(missing) = seen.iter().find(|outcome| !found.met.exit_codes.contains(outcome)) {
        return Outcome::Different(format!(
            "-O{level}: outcome {missing} is seen natively; the machine has only {:?}",
            found.met.exit_codes
        ));
    }
    // With every access an interleaving point there are no other outcomes.
    let every = Options { reductions: Reductions::ACCESS, ..options.clone() };
    let full = run(&module, &every, &search, &control);
    if matches!(full.finding, Finding::Exhausted) && full.met.exit_codes != found.met.exit_codes {
        return Outcome::Different(format!(
            "-O{level}: outcomes {:?}, with every access an interleaving point {:?}",
            found.met.exit_codes, full.met.exit_codes
        ));
    }
    for outcome in &found.met.exit_codes {
        if let Err(why) = replays(source, *outcome, level) {
            return Outcome::Different(format!("-O{level}: outcome {outcome}: {why}"));
        }
    }
    Outcome::Same
}

/// Whether the interpreter executes a schedule with this outcome.
fn replays(source: &Path, outcome: i32, level: u8) -> Result<(), String> {
    let module = load(source, &[format!("-DFORBIDDEN={outcome}")], level, false)?;
    let search = Search::default();
    let options = Options::new(vec![Property::Assertion]);
    match confirmed(&module, &options, &search, &Control::unlimited())? {
        Confirmed::Violated(_) => Ok(()),
        _ => Err("the machine's outcome is not found again".into()),
    }
}

fn compiled(source: &Path, binary: &Path, flags: &[String]) -> bool {
    let status = Command::new("clang-19")
        .arg("-O1")
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(binary)
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|s| s.success())
}
