//! Compares the machine with natively compiled programs.
//!
//! `native sequential COUNT [FIRST]`: programs of csmith; output and exit code must be equal, at every level in turn.
//! `native parallel COUNT [FIRST]`: small programs with two or three threads; each outcome of 1,000 native runs must
//! be among the machine's outcomes, and each of the machine's outcomes must replay.
//! `native sanitizers COUNT [FIRST]`: programs with planted faults and their safe twins; what a sanitizer of clang
//! reports must be FALSE, and the other way round, except for listed classes.
//! `native speed`: the machine against LLVM's interpreter, and two state spaces.
//! The result goes to `bench/results/native-*.txt`, differences stay in `target/native/`.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use tw_tests_c::native::sanitizers::{Compared, Sanitizers, Table, compare_all};
use tw_tests_c::native::{Outcome, parallel, sequential};
use tw_tests_c::report;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/native");
    std::fs::create_dir_all(&folder).expect("target/ is writable");
    if args.first().is_some_and(|a| a == "speed") {
        return speed(&root);
    }
    if args.first().is_some_and(|a| a == "sanitizers") {
        return compare_sanitizers(&folder, number(1, 100), number(2, 1));
    }
    let (kind, compare): (&str, fn(&Path, u64) -> Outcome) = match args.first().map(String::as_str) {
        Some("sequential") => ("sequential", sequential),
        Some("parallel") => ("parallel", parallel),
        _ => {
            eprintln!("usage: native sequential|parallel|sanitizers COUNT [FIRST], or native speed");
            return ExitCode::from(1);
        }
    };
    let (count, first) = (number(1, 100), number(2, 1));
    let started = Instant::now();
    let (mut same, mut skipped, mut different) = (0, Vec::new(), Vec::new());
    for seed in first..first + count {
        match compare(&folder, seed) {
            Outcome::Same => same += 1,
            Outcome::Skipped(why) => skipped.push((seed, why)),
            Outcome::Different(why) => {
                println!("seed {seed}: {why}");
                different.push((seed, why));
            }
        }
        if (seed - first + 1) % 50 == 0 {
            println!(
                "{} done, {same} equal, {} skipped, {} different",
                seed - first + 1,
                skipped.len(),
                different.len()
            );
        }
    }
    let text = summary(kind, count, first, same, &skipped, &different, started.elapsed().as_secs());
    report::write(&format!("native-{kind}.txt"), &text);
    ExitCode::from(u8::from(!different.is_empty()))
}

/// Fewer programs than this are for looking into a difference: they leave the result as it is.
const RECORDED: u64 = 300;

fn compare_sanitizers(folder: &Path, count: u64, first: u64) -> ExitCode {
    let sanitizers = match Sanitizers::prepare(folder) {
        Ok(sanitizers) => sanitizers,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(1);
        }
    };
    let started = Instant::now();
    let seeds: Vec<u64> = (first..first + count).collect();
    let all = compare_all(&sanitizers, folder, &seeds, tell);
    let table = Table::of(&all);
    let text = format!(
        "native sanitizers {count} {first}\nrevision {}, {} s\nprograms {count}: as they should be {}, different {}\n{table}",
        report::revision(),
        started.elapsed().as_secs(),
        count - table.differences() as u64,
        table.differences()
    );
    if count >= RECORDED {
        report::write("native-sanitizers.txt", &text);
    } else {
        print!("{text}");
    }
    ExitCode::from(u8::from(table.differences() > 0))
}

/// Prints a difference, and how to see it again.
fn tell(compared: &Compared) {
    if let Some(line) = compared.told() {
        println!("{line}\n    again: cargo xtask native sanitizers 1 {}", compared.seed);
    }
}

fn speed(root: &Path) -> ExitCode {
    match tw_tests_c::speed::measure(root) {
        Ok(text) => {
            report::write("execute-speed.md", &format!("{text}\nRevision {}.\n", report::revision()));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(1)
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn summary(
    kind: &str,
    count: u64,
    first: u64,
    same: u64,
    skipped: &[(u64, String)],
    different: &[(u64, String)],
    seconds: u64,
) -> String {
    let revision = report::revision();
    let mut text = format!("native {kind} {count} {first}\nrevision {revision}, {seconds} s\n");
    let _ = writeln!(
        text,
        "programs {count}: equal {same}, skipped {}, different {}",
        skipped.len(),
        different.len()
    );
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for (_, why) in skipped {
        match reasons.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, n)) => *n += 1,
            None => reasons.push((why.clone(), 1)),
        }
    }
    for (reason, n) in reasons {
        let _ = writeln!(text, "skipped {n}: {reason}");
    }
    for (seed, why) in different {
        let _ = writeln!(text, "DIFFERENT seed {seed}: {why}");
    }
    text
}
