//! Predicate abstraction on published programs: the benchmarks of [DKKW11] and the programs of its introduction, for any
//! number of threads, without given predicates.

use super::*;

/// Benchmarks that take a fraction of a second: with and without a lock, safe as they stand.
const BENCHMARKS: [&str; 5] = ["increment-lock", "tas-lock", "findmax-lock", "prng-lock", "stack-lock"];

fn workspace(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Asks as the benchmarks are asked.
fn asked(file: &Path, clang: &[&str]) -> Value {
    let args = ["--property", "assertion", "--threads", "unbounded", "--assume-defined"];
    let engine = ["--engine", "abstraction", "--format", "json"];
    document(&run(&[&["check", text(file)], &args[..], &engine, clang].concat()))
}

/// TRUE for any number of threads. Returns the number of mixed predicates.
fn proved(file: &Path) -> u64 {
    let json = asked(file, &[]);
    assert_eq!((&json["verdict"], &decided(&json)["coverage"]), (&"TRUE".into(), &"any".into()), "{json}");
    assert_eq!(decided(&json)["decided_by"], "abstraction");
    json["statistics"]["mixed_predicates"].as_u64().expect("a number of predicates")
}

/// FALSE, with a schedule of at least so many threads that the interpreter has executed.
fn refuted(file: &Path, clang: &[&str], threads: usize) {
    let json = asked(file, clang);
    assert_eq!(
        (&json["verdict"], &decided(&json)["code"]),
        (&"FALSE".into(), &"unreach-call".into()),
        "{json}"
    );
    let steps = counterexample(&json)["trace"]["steps"].as_array().expect("a schedule");
    let mut moving: Vec<u64> = steps.iter().filter_map(|step| step["thread"].as_u64()).collect();
    moving.sort_unstable();
    moving.dedup();
    assert!(moving.len() >= threads, "threads {moving:?} of {}", file.display());
}

#[test]
fn benchmarks_are_proved_for_any_number_of_threads() {
    for name in BENCHMARKS {
        proved(&workspace("bench/c/dkkw").join(name).with_extension("c"));
    }
}

#[test]
fn benchmarks_with_a_bug_are_refuted() {
    for name in BENCHMARKS {
        // The main thread creates, and at least one other fails.
        refuted(&workspace("bench/c/dkkw").join(name).with_extension("c"), &["--", "-DBUG"], 2);
    }
}

/// Two workers are needed where one moves what the other looks at.
#[test]
fn the_programs_of_the_introduction() {
    let program = |name: &str| workspace("tests/cases/c/abstraction").join(name);
    refuted(&program("p.c"), &[], 3);
    refuted(&program("p-prime.c"), &[], 3);
    refuted(&program("p-two-primes-plain.c"), &[], 3);
    assert!(proved(&program("p-two-primes.c")) > 0, "a proof needs a mixed predicate");
}

/// Small programs around the rules of steps: what stops behind an action, ends of sections, exits, locks, arrays, loops, creators.
/// Their first lines say what is expected; it was written down before the first run.
#[test]
fn steps_end_where_others_may_notice() {
    let folder = workspace("crates/cli/tests/fixtures/predicates");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() >= 50, "{} programs", files.len());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a program");
        let expected = source.lines().next().and_then(|line| line.strip_prefix("// expect: "));
        let json = asked(&file, &[]);
        assert_eq!(json["verdict"].as_str(), expected, "{}: {json}", file.display());
    }
}
