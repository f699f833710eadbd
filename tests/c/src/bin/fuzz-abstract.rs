//! `cargo xtask fuzz-abstract [--programs N] [--start SEED] [--jobs J] [--minutes M]`: predicate abstraction on random C programs.
//!
//! Writes its figures to `bench/results/fuzz-abstract.txt`. A program for which something is wrong is shrunk, written to
//! `bench/results/fuzz-abstract-failures/`, and makes the command fail.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tw_tests::arguments::{Arguments, Known, Value};
use tw_tests_c::abstraction::{BATCH, Failure, Found, Outcome, compare, run_batch};
use tw_tests_c::report;
use tw_verdict::Verdict;

const OPTIONS: [Known; 7] = [
    ("--programs", Value::Number, "so many programs; 500"),
    ("--start", Value::Number, "the seed of the first one; 0"),
    ("--jobs", Value::Number, "so many at once; 1"),
    ("--minutes", Value::Number, "none begins after this time; no limit"),
    ("--graphs", Value::Nothing, "compare step graphs only"),
    ("--folder", Value::Word, "compare the programs of this folder instead"),
    ("--show", Value::Number, "print the program of this seed, and run nothing"),
];

#[derive(Default)]
struct All {
    found: Vec<Found>,
    failures: Vec<Failure>,
    broken: Vec<String>,
}

fn main() -> ExitCode {
    let args = Arguments::of_process("xtask fuzz-abstract", &OPTIONS);
    if args.has("--show") {
        print!("{}", tw_tests_c::abstraction::program(args.number("--show", 0)).file());
        return ExitCode::SUCCESS;
    }
    if let Some(folder) = args.word("--folder") {
        return files(std::path::Path::new(folder));
    }
    let (start, count) = (args.number("--start", 0), args.number("--programs", 500));
    let seconds = args.number("--minutes", u64::MAX / 60).saturating_mul(60);
    let (began, revision) = (Instant::now(), report::revision());
    let folder = report::scratch("fuzz-abstract");
    let (next, all) = (AtomicU64::new(start), Mutex::new(All::default()));
    std::thread::scope(|scope| {
        for _ in 0..args.number("--jobs", 1).max(1) {
            scope.spawn(|| {
                while began.elapsed().as_secs() < seconds {
                    let first = next.fetch_add(BATCH, Ordering::Relaxed);
                    let seeds: Vec<u64> = (first..(first + BATCH).min(start + count)).collect();
                    if seeds.is_empty() {
                        return;
                    }
                    let mut found = Vec::new();
                    let failures = run_batch(&folder, &seeds, !args.has("--graphs"), &mut found);
                    let mut all = all.lock().expect("workers do not panic");
                    all.found.append(&mut found);
                    match failures {
                        Ok(failures) => {
                            failures.iter().for_each(keep);
                            all.failures.extend(failures);
                        }
                        Err(why) => all.broken.push(format!("seeds from {first}: {why}")),
                    }
                    eprintln!(
                        "{} programs, {} wrong, {} s",
                        all.found.len(),
                        all.failures.len(),
                        began.elapsed().as_secs()
                    );
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    let all = all.into_inner().expect("workers do not panic");
    let mut text = format!("fuzz-abstract: {} programs from seed {start}\n", all.found.len());
    text.push_str(&format!("revision: {revision}\nduration: {} s\n", began.elapsed().as_secs()));
    text.push_str(&summary(&all));
    report::write("fuzz-abstract.txt", &text);
    if all.failures.is_empty() && all.broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compares files, and says what they are.
fn files(folder: &std::path::Path) -> ExitCode {
    let Ok(entries) = std::fs::read_dir(folder) else { return ExitCode::FAILURE };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut clean = true;
    for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "c")) {
        match tw_tests_c::load(path, &["-w".into()], 0, false) {
            Ok(module) => {
                let one = compare(&module);
                clean &= one.difference.is_none();
                println!("{}: {:?} {}", path.display(), one.outcome, one.difference.unwrap_or_default());
            }
            Err(why) => println!("{}: {why}", path.display()),
        }
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn summary(all: &All) -> String {
    let count = |wanted: &dyn Fn(&Found) -> bool| all.found.iter().filter(|found| wanted(found)).count();
    let outcome = |wanted: Outcome| count(&|found| found.compared.outcome == wanted);
    let mut text = format!(
        "graphs, up to 3 threads: FALSE {}; TRUE {}; too large {}; refused {}; FALSE only through steps that allow more {}\n",
        outcome(Outcome::False),
        outcome(Outcome::True),
        outcome(Outcome::Large),
        count(&|found| matches!(found.compared.outcome, Outcome::Refused(_))),
        count(&|found| found.compared.over),
    );
    let said = |verdict| count(&|found| found.answers.as_ref().is_some_and(|a| a.any == Some(verdict)));
    text.push_str(&format!(
        "abstraction, any number of threads: FALSE {}; TRUE {}; UNKNOWN {}\n",
        said(Verdict::False),
        said(Verdict::True),
        said(Verdict::Unknown),
    ));
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &all.found {
        if let Outcome::Refused(why) = &one.compared.outcome {
            *refused.entry(why.split(", Some").next().unwrap_or(why)).or_default() += 1;
        }
    }
    for (why, count) in refused {
        text.push_str(&format!("  refused {count}: {why}\n"));
    }
    for failure in &all.failures {
        text.push_str(&format!("WRONG seed {}: {}\n", failure.seed, failure.what));
    }
    for broken in &all.broken {
        text.push_str(&format!("WRONG {broken}\n"));
    }
    text
}

/// Keeps the program.
fn keep(failure: &Failure) {
    let folder = report::root().join("bench/results/fuzz-abstract-failures");
    let text = format!("// Seed {}: {}\n{}", failure.seed, failure.what, failure.text);
    let path = folder.join(format!("{}.c", failure.seed));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &text));
    if let Err(error) = written {
        eprintln!("cannot write {}: {error}", path.display());
    }
    eprintln!("{text}");
}
