//! Predicate abstraction: proofs for any number of threads, schedules, predicates of the user, and what is refused.

use super::*;

const COUNTER: &str = r"#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned value;

static void *worker(void *unused) {
#ifndef BUG
    pthread_mutex_lock(&m);
#endif
    unsigned v = value;
    if (v != 0xffffffffu) {
        value = v + 1;
        assert(value > v);
    }
#ifndef BUG
    pthread_mutex_unlock(&m);
#endif
    return unused;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
}
";

const ASSERTION: [&str; 3] = ["--property", "assertion", "--assume-defined"];

fn asked(name: &str, source: &str, args: &[&str]) -> Outcome {
    check(name, source, &[&["--engine", "abstraction"], args].concat())
}

fn kinds(document: &Value) -> Vec<&str> {
    let all = document["assumptions"].as_array().expect("a list of assumptions");
    all.iter().filter_map(|assumption| assumption["kind"].as_str()).collect()
}

#[test]
fn a_proof_for_any_number_of_threads() {
    let proof = asked("counter.c", COUNTER, &ASSERTION);
    answered(&proof, 0, "TRUE", "TRUE: no violation (assertion), for any number of threads.");
    assert!(proof.stdout.contains("predicates") && proof.stdout.contains("--assume-defined"), "{proof:?}");
    let json = document(&asked("counter.c", COUNTER, &[&ASSERTION[..], &["--format", "json"]].concat()));
    assert_eq!(decided(&json)["coverage"], "any");
    assert_eq!(decided(&json)["decided_by"], "abstraction");
    assert_eq!(decided(&json)["evidence"]["certificate"]["kind"], "predicate-abstraction");
    assert!(kinds(&json).contains(&"defined") && kinds(&json).contains(&"sequential-consistency"), "{json}");
    assert!(json["statistics"]["predicates"].as_u64().is_some_and(|n| n > 0), "{json}");
}

#[test]
fn a_violation_is_a_schedule_that_runs_again() {
    let path = write("counter.c", COUNTER);
    let result = scratch("result.json");
    let args = ["--engine", "abstraction", "--output", text(&result)];
    let found = run(&[&["check", text(&path)], &args[..], &ASSERTION, &["--", "-DBUG"]].concat());
    answered(&found, 10, "FALSE(unreach-call)", "The interpreter has executed this schedule");
    let again = run(&["replay", text(&path), text(&result)]);
    answered(&again, 10, "FALSE(unreach-call)", "value");
}

#[test]
fn two_engines_are_asked_where_any_number_is_asked_for() {
    let both = [&["--threads", "unbounded", "--format", "json"], &ASSERTION[..]].concat();
    let json = document(&check("counter.c", COUNTER, &both));
    assert_eq!(
        (json["verdict"].as_str(), &json["settings"]["engine"]),
        (Some("TRUE"), &"execute,abstraction".into())
    );
    assert_eq!(decided(&json)["decided_by"], "abstraction");
    let found = check("counter.c", COUNTER, &[&both[..], &["--", "-DBUG"]].concat());
    assert_eq!(document(&found)["verdict"], "FALSE");
    // Whoever says how to search gets that search alone.
    let alone =
        document(&check("safe.c", SAFE, &["--threads", "unbounded", "--search", "bfs", "--format", "json"]));
    assert_eq!((alone["verdict"].as_str(), &alone["settings"]["engine"]), (Some("TRUE"), &"execute".into()));
    let few = document(&check("safe.c", SAFE, &["--threads", "unbounded", "--format", "json"]));
    assert_eq!(few["verdict"], "TRUE", "execute decides all properties: {few}");
}

#[test]
fn properties_of_other_engines_stay_open() {
    let outcome = asked("counter.c", COUNTER, &["--property", "assertion,memory", "--assume-defined"]);
    unknown(&outcome, "the engine abstraction does not decide this property");
    assert!(outcome.stdout.contains("No violation of: assertion."), "{outcome:?}");
    assert!(outcome.stdout.contains("--property assertion"), "{outcome:?}");
}

#[test]
fn rounds_are_told_and_limited() {
    let told = asked("counter.c", COUNTER, &[&ASSERTION[..], &["-v"]].concat());
    holds(&told);
    assert!(told.stderr.contains("round 1"), "{told:?}");
    let none = asked("counter.c", COUNTER, &[&ASSERTION[..], &["--set", "rounds=0"]].concat());
    rejected(&none, 1, "expected a number of rounds from 1 on");
}

#[test]
fn predicates_are_read_and_mistakes_have_a_place() {
    let given = |content: &str| {
        let file = write("predicates.txt", content);
        asked("counter.c", COUNTER, &[&ASSERTION[..], &["--predicates", text(&file)]].concat())
    };
    holds(&given("# what the proof needs\nvalue > worker::v\nvalue == worker::v\n"));
    let wrong = given("value > 1\n  valu > worker::v\n");
    rejected(&wrong, 1, "there is no global variable valu");
    assert!(wrong.stderr.contains("predicates.txt:2:3"), "{wrong:?}");
    rejected(&given("v > 1\n"), 1, "worker::v");
    rejected(&given("value > 1.5\n"), 1, "whole numbers");
    let useless = given("1 < 2\n");
    holds(&useless);
    assert!(useless.stdout.contains("predicates.txt:1:1: this is always true"), "{useless:?}");
    rejected(
        &asked("counter.c", COUNTER, &["--predicates", "/missing/file"]),
        1,
        "--predicates /missing/file",
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for args in [
        &["--reduction", "none"][..],
        &["--search", "dfs"],
        &["--bitstate"],
        &["--hash-compact"],
        &["--jobs", "2"],
        &["--nondet-range", "0..7"],
        &["--set", "hunt=0"],
    ] {
        let outcome = asked("counter.c", COUNTER, args);
        rejected(&outcome, 1, args[0].trim_start_matches("--set"));
        assert!(outcome.stderr.contains("abstraction"), "{outcome:?}");
    }
    for args in [&["--assume-defined"][..], &["--predicates", "x"], &["--set", "rounds=3"]] {
        let outcome = check("counter.c", COUNTER, args);
        assert_eq!(outcome.code, 1, "{outcome:?}");
    }
    let boolean = "void main() begin\n  assert(1);\nend\n";
    rejected(&check("a.bp", boolean, &["--engine", "abstraction"]), 3, "--engine abstraction does not read");
    rejected(&check("a.bp", boolean, &["--assume-defined"]), 1, "--assume-defined is for C");
    let path = write("counter.c", COUNTER);
    rejected(&run(&["explore", text(&path), "--engine", "abstraction"]), 3, "no states to count");
}

#[test]
fn what_has_no_translation_is_named_before_the_first_round() {
    let source = "#include <assert.h>\nint n;\nint f(int k) { return k ? f(k - 1) + n : 0; }\nint main(void) { n = 1; assert(f(n) < 9); return 0; }\n";
    let outcome = asked("recursive.c", source, &["--property", "assertion"]);
    unknown(&outcome, "recursion");
    assert!(outcome.stdout.contains("recursive.c:3"), "{outcome:?}");
}

#[test]
fn weak_atomics_need_an_assumption() {
    let source = COUNTER.replace(
        "static unsigned value",
        "#include <stdatomic.h>\nstatic atomic_uint other;\nstatic unsigned value",
    );
    let source = source.replace(
        "value = v + 1;",
        "value = v + 1;\n        atomic_store_explicit(&other, 1, memory_order_relaxed);",
    );
    unknown(&asked("weak.c", &source, &ASSERTION), "weaker than seq_cst");
    holds(&asked("weak.c", &source, &[&ASSERTION[..], &["--memory-model", "sc"]].concat()));
}

#[test]
fn the_boolean_program_is_read_back() {
    let (path, output) = (write("counter.c", COUNTER), scratch("counter.bp"));
    let args =
        ["abstract", text(&path), "--property", "assertion", "--assume-defined", "--output", text(&output)];
    let written = run(&args);
    assert_eq!(written.code, 0, "{written:?}");
    let program = std::fs::read_to_string(&output).expect("written");
    assert!(program.contains("value"), "{program}");
    let outcome = run(&["check", text(&output)]);
    assert!([0, 10].contains(&outcome.code), "{outcome:?}");
    let steps = run(&["convert", text(&path), "--to", "steps"]);
    assert!(steps.code == 0 && steps.stdout.contains("shared value"), "{steps:?}");
    let boolean = write("a.bp", "void main() begin\n  assert(1);\nend\n");
    rejected(&run(&["abstract", text(&boolean)]), 3, "abstract is for C programs");
}

#[test]
fn variables_that_are_not_initialised_are_inputs_where_asked() {
    let source = "#include <assert.h>\n#include <stdbool.h>\nint main(void) {\n    bool b;\n    if (b) assert(0);\n    return 0;\n}\n";
    answered(&check("off.c", source, &[]), 10, "FALSE(valid-deref)", "undefined");
    let input = check("off.c", source, &["--uninitialised", "input"]);
    answered(&input, 10, "FALSE(unreach-call)", "--uninitialised input");
    let assigned = source.replace("bool b;", "bool b, c[2]; b = false; c[1] = b; b = c[1];");
    let safe = check("off.c", assigned, &["--uninitialised", "input"]);
    holds(&safe);
    assert!(safe.stdout.contains("--uninitialised input"), "{safe:?}");
    rejected(
        &check("off.c", source, &["--uninitialised", "input", "--opt", "1"]),
        1,
        "--uninitialised input",
    );
}
