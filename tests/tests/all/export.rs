//! The exported models give the same verdicts in SPIN and rumur, and rumur counts our states.

use std::path::{Path, PathBuf};
use std::process::Command;
use tw_boolprog::export::{murphi, promela};
use tw_boolprog::{Loaded, load, print::print, with_named_labels};
use tw_tests::tools::installed;
use tw_tests::{Expected, Scope, battery, question_of, read_case};
use tw_verdict::{InitialThreads, Question};

/// A sample over all constructs; compiling a model takes a second or two.
const SAMPLE: &[&str] = &[
    "papers/bmwk10-listing-2",
    "algorithms/readers-writers-safe",
    "passive/star-per-thread-unsafe",
    "passive/zero-test",
    "broadcast/release-all-unsafe",
    "threads/end-frees-slot-unsafe",
    "threads/start-and-swap",
    "atomic/end-inside-unsafe",
    "dkkw/b-broadcast-unsafe",
    "initial/local-star-each-thread-unsafe",
    "control/constrain-safe",
];

fn question(loaded: &Loaded, options: &[String]) -> Question {
    let (bounds, targets) = question_of(options, &loaded.unit);
    let assertions = targets.is_none();
    let targets = targets.unwrap_or_else(|| loaded.unit.conventional_targets());
    Question::new(bounds, targets, assertions)
}

fn folder(tool: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{tool}-{}", name.replace('/', "-")));
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

fn run(folder: &Path, program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(folder).output().expect("the tool starts");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Whether rumur needs no prelude to reach the initial states, so that it counts exactly ours.
fn deterministic_start(loaded: &Loaded, question: &Question) -> bool {
    let known = loaded.program.locals.iter().all(|v| v.init.is_some());
    let choices = loaded.program.edges.iter().any(|e| e.passive().is_some());
    let init = question.bounds.init;
    let all = init == InitialThreads::Exactly(1)
        || init == InitialThreads::Exactly(question.bounds.threads.limit());
    known && all && !choices
}

#[test]
fn spin_gives_the_same_verdicts() {
    if !installed("spin") {
        return;
    }
    for name in SAMPLE {
        let (case, loaded) = load_case(name);
        let folder = folder("spin", name);
        for check in &case.checks {
            let question = question(&loaded, &check.options);
            let safe = spin_finds_no_error(&loaded, &question, &folder);
            assert_eq!(Some(safe), check.expected.safe(), "{name} {:?}", check.options);
        }
    }
}

fn spin_finds_no_error(loaded: &Loaded, question: &Question, folder: &Path) -> bool {
    let model = promela(&loaded.program, question).expect("the sample can be expressed");
    std::fs::write(folder.join("model.pml"), model).expect("writable");
    let said = run(folder, "spin", &["-a", "model.pml"]);
    run(folder, "cc", &["-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"]);
    let output = run(folder, "./pan", &["-E", "-m100000", "-w18"]);
    let complete = output.contains("errors: ") && !output.contains("max search depth");
    assert!(complete, "{}: {said}{output}", folder.display());
    output.contains("errors: 0")
}

/// SPIN has a limit for the number of `d_step`s in a model.
#[test]
fn spin_accepts_large_programs() {
    if !installed("spin") {
        return;
    }
    for (last, safe) in [("!x", true), ("x", false)] {
        let work = "x, y := !x, x; ".repeat(2500);
        let text = format!("decl x := 0, y; void main() begin {work} assert({last}); end");
        let loaded = load("large.bp", text.into_bytes()).expect("valid");
        let question = question(&loaded, &["--threads".into(), "1".into()]);
        let folder = folder("spin", &format!("large-{safe}"));
        assert_eq!(spin_finds_no_error(&loaded, &question, &folder), safe);
    }
}

#[test]
fn rumur_gives_the_same_verdicts_and_counts() {
    if !installed("rumur") {
        return;
    }
    let mut counted = 0;
    for name in SAMPLE {
        let (case, loaded) = load_case(name);
        let folder = folder("rumur", name);
        for check in &case.checks {
            let question = question(&loaded, &check.options);
            let model = murphi(&loaded.program, &question).expect("the sample can be expressed");
            std::fs::write(folder.join("model.m"), model).expect("writable");
            let args = ["--deadlock-detection", "off", "--threads", "1", "--output", "model.c", "model.m"];
            run(&folder, "rumur", &args);
            run(&folder, "cc", &["-std=c11", "-O0", "-w", "-o", "model", "model.c", "-lpthread"]);
            let output = run(&folder, "./model", &[]);
            let safe = output.contains("No error found");
            assert!(safe || output.contains("result:") || output.contains("rror"), "{name}: {output}");
            assert_eq!(Some(safe), check.expected.safe(), "{name} {:?}: {output}", check.options);
            let Question { bounds, targets, assertions, .. } = &question;
            let ours = battery(&loaded, *bounds, targets, *assertions, 20_000, Scope::Bounded)
                .expect("no disagreement")
                .expect("small");
            let theirs = output
                .lines()
                .filter_map(|l| l.trim().split_once(" states"))
                .find_map(|(n, _)| n.trim().parse::<u64>().ok());
            let exact = deterministic_start(&loaded, &question);
            if safe && exact {
                assert_eq!(theirs, Some(ours.counter[0]), "{name} {:?}: {output}", check.options);
                counted += 1;
            }
        }
    }
    assert!(counted >= 5, "only {counted} counts were compared");
}

#[test]
fn other_dialects_convert_to_named_labels_with_the_same_states() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/boolprog");
    let mut converted = 0;
    for case in tw_tests::read_cases(&root) {
        let bytes = std::fs::read(&case.path).expect("readable");
        let Ok(loaded) = load("case.bp", bytes) else { continue };
        let text = print(&with_named_labels(&loaded.syntax));
        let again = load("converted.bp", text.clone().into_bytes())
            .unwrap_or_else(|e| panic!("{}: {:?}\n{text}", case.name, e.messages));
        let bounded = |check: &&tw_tests::Check| !matches!(check.expected, Expected::Any { .. });
        for check in case.checks.iter().filter(bounded) {
            // Numeric labels have changed their names.
            if check.options.iter().any(|o| o == "--error-label") {
                continue;
            }
            let before = question(&loaded, &check.options);
            let run = |l: &Loaded| {
                battery(l, before.bounds, &before.targets, true, 20_000, Scope::Bounded)
                    .expect("no disagreement")
                    .expect("small")
            };
            let (a, b) = (run(&loaded), run(&again));
            assert_eq!((a.safe, a.plain, a.counter), (b.safe, b.plain, b.counter), "{}: {text}", case.name);
            converted += 1;
        }
    }
    assert!(converted > 150, "only {converted} comparisons");
}

fn load_case(name: &str) -> (tw_tests::Case, Loaded) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/boolprog");
    let path = root.join(name).with_extension("bp");
    let loaded = load(name, std::fs::read(&path).expect("the case is there")).expect("the case is valid");
    (read_case(&root, &path), loaded)
}
