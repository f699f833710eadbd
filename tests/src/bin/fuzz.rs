//! `cargo xtask fuzz [--seeds N] [--start S] [--jobs J] [--seconds T] [--bounded | --faults [--only NAME] | --systems]`: random
//! programs through every engine, or those for a given number of threads; with `--systems`, random thread transition systems.
//!
//! Writes its figures to `bench/results/`; a disagreement is shrunk, written to `target/fuzz/` and
//! makes the command fail.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tw_tests::Scope;
use tw_tests::arguments::{Arguments, Known, Value};
use tw_tests::fuzz::{CAP, SeedResult, Summary, run_seed};
use tw_tests::histogram::ThreadCounts;
use tw_tests::nets::Changed;
use tw_tests::results::{head, root, write_result};
use tw_tests::simulate::Simulated;
use tw_tests::systems::{Verdict, run_system};

const OPTIONS: [Known; 8] = [
    ("--seeds", Value::Number, "so many programs; 1000, with --faults at most 20000 for each fault"),
    ("--start", Value::Number, "the seed of the first one; 0"),
    ("--jobs", Value::Number, "so many at once; all cores"),
    ("--seconds", Value::Number, "none begins after this time; no limit"),
    ("--bounded", Value::Nothing, "leave out the engines for any number of threads"),
    ("--systems", Value::Nothing, "thread transition systems instead of programs"),
    ("--faults", Value::Nothing, "plant each known fault, which has to be found"),
    ("--only", Value::Word, "with --faults: those with this in their names"),
];

fn main() -> ExitCode {
    let args = Arguments::of_process("xtask fuzz", &OPTIONS);
    let value = |name: &str, default: u64| args.number(name, default);
    let (seeds, start) = (value("--seeds", 1000), value("--start", 0));
    let clean = if args.has("--faults") {
        faults(value("--seeds", 20_000), args.word("--only"))
    } else if args.has("--systems") {
        systems(start, seeds)
    } else {
        let scope = if args.has("--bounded") { Scope::Bounded } else { Scope::All };
        fuzz(start, seeds, scope, value("--jobs", 0), value("--seconds", u64::MAX))
    };
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fuzz(start: u64, seeds: u64, scope: Scope, jobs: u64, seconds: u64) -> bool {
    let began = Instant::now();
    let next = AtomicU64::new(start);
    let workers =
        if jobs > 0 { jobs as usize } else { std::thread::available_parallelism().map_or(1, |n| n.get()) };
    let results: Vec<(Summary, Vec<u64>)> = std::thread::scope(|threads| {
        let work = || {
            let (mut summary, mut failures) = (Summary::default(), Vec::new());
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= start + seeds || began.elapsed().as_secs() >= seconds {
                    return (summary, failures);
                }
                match run_seed(seed, scope, true) {
                    SeedResult::Agreed { battery, constructs } => summary.add(&battery, &constructs),
                    SeedResult::TooLarge => summary.too_large += 1,
                    SeedResult::Failed { text, reason } => {
                        report_failure(seed, &text, &reason);
                        failures.push(seed);
                    }
                }
                if seed % 10_000 == 9_999 {
                    eprintln!("{} programs, {:.0} s", seed + 1 - start, began.elapsed().as_secs_f64());
                }
            }
        };
        let handles: Vec<_> = (0..workers).map(|_| threads.spawn(work)).collect();
        handles.into_iter().map(|h| h.join().expect("workers report failures, they do not panic")).collect()
    });
    let (mut summary, mut failures) = (Summary::default(), Vec::new());
    for (part, failed) in results {
        summary.merge(part);
        failures.extend(failed);
    }
    let seeds = summary.agreed + summary.too_large + failures.len() as u64;
    let mut report = head(&format!("fuzz: seeds {start} to {}", start + seeds.max(1) - 1), began);
    let _ = writeln!(
        report,
        "programs: {seeds}; compared {}; more than {CAP} states {}; disagreements {}",
        summary.agreed,
        summary.too_large,
        failures.len()
    );
    let _ = writeln!(report, "unsafe: {:.1} %", summary.unsafe_percent());
    let _ = writeln!(report, "median states (plain): {}", summary.median_states());
    let [plain, plain_por, counter, counter_por] = summary.totals;
    let _ = writeln!(
        report,
        "states in all: plain {plain}, plain reduced {plain_por}, counter {counter}, counter reduced {counter_por}"
    );
    let Simulated { runs, stopped, certificates } = summary.simulated;
    let _ = writeln!(
        report,
        "simulation: {runs} runs, {certificates} certificates accepted, {} schedules executed, {stopped} runs out of time",
        runs - certificates
    );
    if scope == Scope::All {
        let [safe, violated, large, refused] = summary.expanded;
        let _ = writeln!(
            report,
            "expansions: safe {safe}, unsafe {violated}, too large {large}, refused {refused}"
        );
        let _ = write!(report, "{}", summary.threads);
    } else {
        let _ = writeln!(report, "engines for any number of threads were left out");
    }
    let _ = writeln!(report, "executed constructs (share of programs):");
    for (construct, percent) in summary.construct_percents() {
        let _ = writeln!(report, "  {percent:5.1} %  {construct}");
    }
    for seed in &failures {
        let _ = writeln!(report, "disagreement: seed {seed}");
    }
    print!("{report}");
    write_result(
        &if seeds >= 10_000 { format!("fuzz-from-{start}.txt") } else { "fuzz-short.txt".into() },
        &report,
    );
    failures.is_empty()
}

/// Random thread transition systems, one core.
fn systems(start: u64, seeds: u64) -> bool {
    let began = Instant::now();
    let (mut safe, mut unknown) = (0u64, 0u64);
    let (mut of_systems, mut of_nets) = (Changed::default(), Changed::default());
    let mut threads = ThreadCounts::default();
    let mut failures = Vec::new();
    for seed in start..start + seeds {
        let verdict = match run_system(seed) {
            Ok((verdict, changed)) => {
                of_nets += changed;
                verdict
            }
            Err(reason) => {
                eprintln!("seed {seed}: {reason}");
                failures.push(seed);
                continue;
            }
        };
        match verdict {
            Verdict::Safe(changed) => {
                safe += 1;
                of_systems += changed;
            }
            Verdict::Unsafe { found, least } => threads.add(least, Some(found)),
            Verdict::Unknown => unknown += 1,
        }
    }
    let covered = threads.violations();
    let mut report = head(&format!("fuzz --systems: seeds {start} to {}", start + seeds.max(1) - 1), began);
    let _ = writeln!(
        report,
        "systems: {seeds}; safe {safe}; unsafe {covered}; too large {unknown}; disagreements {}",
        failures.len()
    );
    for (what, Changed { accepted, rejected }) in [("systems", of_systems), ("nets", of_nets)] {
        let _ = writeln!(
            report,
            "changed certificates about {what}: {accepted} accepted and {rejected} rejected, as brute force says"
        );
    }
    let _ = write!(report, "{threads}");
    for seed in &failures {
        let _ = writeln!(report, "disagreement: seed {seed}");
    }
    print!("{report}");
    if seeds >= 10_000 {
        write_result(&format!("fuzz-systems-from-{start}.txt"), &report);
    }
    failures.is_empty()
}

fn report_failure(seed: u64, text: &str, reason: &str) {
    let folder = root().join("target/fuzz");
    let path = folder.join(format!("seed-{seed}.bp"));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
    eprintln!("seed {seed}: {reason}\n{text}");
    if let Err(error) = written {
        eprintln!("cannot write {}: {error}", path.display());
    }
}

#[cfg(feature = "faults")]
fn faults(seeds: u64, only: Option<&str>) -> bool {
    let began = Instant::now();
    let mut report = head(&format!("planted faults: each must be found within {seeds} seeds"), began);
    // A planted fault may break an invariant: a panic is a find as well.
    std::panic::set_hook(Box::new(|_| {}));
    let mut all = known_faults();
    all.retain(|fault| only.is_none_or(|name| fault.contains(name)));
    let mut found = 0;
    for fault in &all {
        tw_index::plant(Some(fault));
        let fails = |seed: u64| match std::panic::catch_unwind(|| run_seed(seed, Scope::All, false)) {
            Ok(SeedResult::Agreed { .. } | SeedResult::TooLarge) => None,
            Ok(SeedResult::Failed { reason, .. }) => Some((seed, reason)),
            Err(_) => Some((seed, "an invariant is broken".to_string())),
        };
        let first = (0..seeds).find_map(fails);
        tw_index::plant(None);
        found += u64::from(first.is_some());
        let short = |reason: String| reason.chars().take(90).collect::<String>();
        let outcome =
            first.map_or("NOT FOUND".to_string(), |(seed, why)| format!("seed {seed}: {}", short(why)));
        let _ = writeln!(report, "  {fault}: {outcome}");
        eprintln!("{fault}: {outcome}");
    }
    let _ = writeln!(report, "{found} of {} faults found; {:.0} s", all.len(), began.elapsed().as_secs_f64());
    print!("{report}");
    if only.is_none() {
        write_result("faults.txt", &report);
    }
    found == all.len() as u64
}

/// The faults of all crates, each once: one that several crates have is planted in all of them at once.
#[cfg(feature = "faults")]
fn known_faults() -> Vec<&'static str> {
    let crates = [
        tw_boolprog::FAULTS,
        tw_encode::FAULTS,
        tw_plain::FAULTS,
        tw_counter::FAULTS,
        tw_cover::FAULTS,
        tw_simulate::FAULTS,
    ];
    let mut known: Vec<&str> = Vec::new();
    for fault in crates.into_iter().flatten() {
        if !known.contains(fault) {
            known.push(fault);
        }
    }
    known
}

#[cfg(not(feature = "faults"))]
fn faults(_: u64, _: Option<&str>) -> bool {
    eprintln!("planting faults needs the feature `faults`: cargo xtask fuzz --faults sets it");
    false
}
