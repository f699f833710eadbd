//! What is written: JSON, traces, conversions, statistics.

use super::*;

#[test]
fn json_is_one_document() {
    let told = |name: &str, program: &str, code: i32| {
        let outcome = check(name, program, &["--format", "json"]);
        assert_eq!(outcome.code, code, "{outcome:?}");
        document(&outcome)
    };
    let violated = told("race.c", RACE, 10);
    assert_eq!(violated["result"], "RESULT: FALSE(no-data-race)");
    assert_eq!(decided(&violated)["name"], "data-race");
    assert_eq!(decided(&violated)["code"], "no-data-race");
    assert_eq!(decided(&violated)["decided_by"], "execute");
    assert_eq!(violated["settings"]["engine"], "execute");
    assert!(violated["input"][0]["path"].as_str().is_some_and(|p| p.ends_with("race.c")));
    assert!(violated["statistics"]["states"].as_u64().is_some_and(|n| n > 0));
    let counterexample = counterexample(&violated);
    assert!(counterexample["trace"]["steps"].as_array().is_some_and(|s| !s.is_empty()));
    assert!(counterexample["schedule"]["rows"].as_array().is_some_and(|r| !r.is_empty()));
    let sites = counterexample["schedule"]["sites"].as_array().expect("two places");
    let mut lines: Vec<_> = sites.iter().filter_map(|site| site["line"].as_u64()).collect();
    lines.sort_unstable();
    assert_eq!(lines, [7, 14]);

    let held = told("safe.c", SAFE, 0);
    for property in held["properties"].as_array().expect("a list of properties") {
        assert_eq!(property["verdict"], "TRUE");
        assert!(property["evidence"]["counterexample"].is_null());
        assert!(property["evidence"]["certificate"].is_object());
    }

    let open = told("external.c", EXTERNAL, 5);
    assert!(decided(&open)["reason"]["text"].as_str().is_some_and(|r| r.contains("launch")), "{open}");
    assert!(decided(&open)["advice"].as_str().is_some_and(|r| r.contains("--havoc-externals")), "{open}");
}

/// What no execution reaches is marked.
const HALF_REACHED: &str = r"#include <assert.h>
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assert(int);
static int counter, flag;
int nobody(void) { assert(counter); return 1; }                 // MARK function nobody
static void helper(int n) { assert(n == 3); }                   // MARK function helper
static void *count(void *arg) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void *late(void *arg) {                                  // MARK function late
    return arg;
}
void __VERIFIER_atomic_wait(void) { if (flag != 9) for (;;) ; }
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, count, 0);
    count(0);
    pthread_join(other, 0);
    assert(counter == 2);
    if (counter == 3) {
        helper(3);
        pthread_create(&other, 0, late, 0);
        assert(flag == 1 && counter);                           // MARK assertion assert
        __VERIFIER_assert(flag == 2);                           // MARK assertion __VERIFIER_assert
        if (flag) reach_error();                                // MARK assertion reach_error
    }
    if (flag) goto ERROR;
    switch (counter) {
    case 1: assert(flag); break;                                // MARK assertion assert
    case 2: break;
    default: reach_error();
    }
    if (flag) __VERIFIER_atomic_wait();
    return 0;
ERROR:
    reach_error();
}
";

#[test]
fn true_names_what_was_never_reached() {
    let expected: Vec<String> = (HALF_REACHED.lines().enumerate())
        .filter_map(|(n, line)| Some(format!("{} {}", n + 1, line.split("// MARK ").nth(1)?)))
        .chain(["15 function __VERIFIER_atomic_wait".to_string()])
        .collect();
    for args in [&[][..], &["--jobs", "1"], &["--jobs", "4"], &["--reduction", "none"], &["--search", "dfs"]]
    {
        let outcome = check("half.c", HALF_REACHED, &[args, &["--format", "json"]].concat());
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let document = document(&outcome);
        let list = document["never_reached"].as_array().expect("a list");
        let mut found: Vec<String> = (list.iter())
            .map(|it| format!("{} {} {}", it["place"]["line"], it["kind"], it["name"]).replace('"', ""))
            .collect();
        let mut expected = expected.clone();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{args:?}");
    }
    let outcome = check("half.c", HALF_REACHED, &[]);
    assert!(outcome.stdout.contains("Never reached: nobody ("), "{outcome:?}");
    let fails = HALF_REACHED.replace("counter == 2)", "counter == 7)");
    let outcome = check("half.c", &fails, &["--format", "json"]);
    assert_eq!(outcome.code, 10, "{outcome:?}");
    assert_eq!(document(&outcome)["never_reached"].as_array().map(Vec::len), Some(0));
    assert!(!check("safe.c", SAFE, &[]).stdout.contains("Never reached"));
}

#[test]
fn certification_has_a_time_of_its_own() {
    let seconds = |args: &[&str]| {
        let outcome = check("safe.c", SAFE, &[args, &["--format", "json"]].concat());
        document(&outcome)["statistics"]["certification_seconds"].as_f64()
    };
    assert!(seconds(&[]).is_some());
    assert!(seconds(&["--certificate", "none"]).is_none());
    assert!(check("safe.c", SAFE, &[]).stdout.contains(" s of certification"));
}

fn table(out: &str) -> Vec<&str> {
    out.lines().filter(|line| line.contains('│')).collect()
}

#[test]
fn a_written_result_is_executed_again() {
    let result = scratch("result.json");
    let same = |file: &Path, args: &[&str]| {
        let checked = run(&[&["check", text(file), "--output", text(&result)], args].concat());
        assert_eq!(checked.code, 10, "{args:?}: {checked:?}");
        let replayed = run(&["replay", text(file), text(&result)]);
        assert_eq!(replayed.code, 10, "{args:?}: {replayed:?}");
        assert!(!table(&replayed.stdout).is_empty(), "{replayed:?}");
        assert_eq!(table(&checked.stdout), table(&replayed.stdout), "{args:?}");
        assert_eq!(checked.stdout.lines().last(), replayed.stdout.lines().last(), "{args:?}");
        assert_eq!(replayed.stderr, "", "{args:?}");
    };
    let race = write("race.c", RACE);
    same(&race, &[]);
    same(&race, &["--property", "assertion"]);
    same(&race, &["--property", "assertion", "--search", "dfs", "--reduction", "access"]);
    same(&race, &["--opt", "2"]);
    same(&race, &["--32", "--threads", "2"]);
    same(&compiled("race.bc", RACE), &[]);
    same(&write("nondet.c", NONDET), &["--nondet-range", "0..9"]);
    same(&write("external.c", EXTERNAL), &["--havoc-externals"]);
    let first =
        write("first.c", "#include <assert.h>\nint f(void);\nint main(void) {\n    assert(f() != N);\n}\n");
    let second = write("second.c", "int f(void) { return N; }\n");
    same(&first, &[text(&second), "--", "-DN=3"]);
    let may_fail =
        "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    free(p);\n}\n";
    same(&write("malloc.c", may_fail), &["--malloc-may-fail"]);
}

#[test]
fn a_tampered_trace_is_rejected() {
    let (program, result) = (write("race.c", RACE), scratch("result.json"));
    let checked = run(&["check", text(&program), "--property", "assertion", "--output", text(&result)]);
    answered(&checked, 10, "FALSE(unreach-call)", "race.c:16");
    let json = std::fs::read_to_string(&result).expect("the result was written");
    let written: Value = serde_json::from_str(&json).expect("the result is JSON");
    assert_eq!(written["properties"].as_array().map(Vec::len), Some(1), "one property was asked about");

    let tampered = |change: &dyn Fn(&mut Value)| {
        let mut changed = written.clone();
        change(&mut changed);
        run(&["replay", text(&program), text(&write("tampered.json", changed.to_string()))])
    };
    let trace = "/properties/0/evidence/counterexample/trace";
    let changed = |change: &dyn Fn(&mut Value)| tampered(&|d| change(d.pointer_mut(trace).expect("a trace")));
    assert_eq!(tampered(&|_| ()).code, 10);
    let steps = written.pointer(trace).and_then(|t| t["steps"].as_array()).expect("there are steps").len();
    for step in 0..steps {
        let outcome = changed(&|t| {
            t["steps"].as_array_mut().expect("steps").remove(step);
        });
        rejected(&outcome, 2, "not an execution of the program");
        for (field, value) in [("thread", 99_u64), ("instructions", 0), ("instructions", u64::MAX / 2)] {
            let outcome = changed(&|t| t["steps"][step][field] = value.into());
            rejected(&outcome, 2, "not an execution of the program");
        }
    }
    let outcome = changed(&|t| t["breach"]["property"] = "memory".into());
    rejected(&outcome, 2, "not an execution of the program");
    let outcome = changed(&|t| t["breach"]["property"] = "beauty".into());
    rejected(&outcome, 2, "beauty");
    rejected(&tampered(&|d| d["schema"] = "threadwise/3".into()), 2, "schema threadwise/3");
    let without = tampered(&|d| d["properties"][0]["evidence"] = Value::Null);
    rejected(&without, 2, "no counterexample");

    let other = run(&["replay", text(&write("safe.c", SAFE)), text(&result)]);
    rejected(&other, 2, "not an execution of the program");
    assert!(other.stderr.contains("has changed"), "{other:?}");
    rejected(&run(&["replay", text(&program), text(&program)]), 2, "not a result");
    rejected(&run(&["replay", text(&program), "/nonexistent.json"]), 2, "cannot read");
    let held = scratch("held.json");
    holds(&check("safe.c", SAFE, &["--output", text(&held)]));
    rejected(&run(&["replay", text(&program), text(&held)]), 2, "the verdict is TRUE");
}

#[test]
fn convert_prints_functions() {
    let safe = write("safe.c", SAFE);
    let outcome = run(&["convert", text(&safe), "--to", "ir"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for fragment in ["define main() -> i32", "define f() -> i32", "global @g"] {
        assert!(outcome.stdout.contains(fragment), "no '{fragment}' in {outcome:?}");
    }
    let file = scratch("safe.ir");
    let written = run(&["convert", text(&safe), "--to", "ir", "--output", text(&file)]);
    assert_eq!((written.code, written.stdout.as_str()), (0, ""), "{written:?}");
    assert_eq!(std::fs::read_to_string(&file).expect("it was written"), outcome.stdout);
    for language in ["bp", "promela", "murphi", "dot"] {
        rejected(&run(&["convert", text(&safe), "--to", language]), 3, "are converted to ir");
    }
    let broken = write("broken.c", "int main(void) {");
    rejected(&run(&["convert", text(&broken), "--to", "ir"]), 2, "does not compile");
}

#[test]
fn explore_prints_statistics() {
    let outcome = run(&["explore", text(&write("safe.c", SAFE))]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains(" states, ") && outcome.stdout.contains(" transitions, "), "{outcome:?}");
    let race = write("race.c", RACE);
    let states = |reduction: &str| {
        let outcome = run(&["explore", text(&race), "--reduction", reduction]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert!(outcome.stdout.contains("some states are violations"), "{outcome:?}");
        let count = outcome.stdout.split(" states").next().expect("a count").replace(' ', "");
        count.parse::<u64>().expect("a number")
    };
    let outcome = run(&["explore", text(&race), "--format", "json"]);
    let explored: Value = serde_json::from_str(&outcome.stdout).expect("one document");
    assert_eq!(explored["exploration"]["outcome"], "violation", "{outcome:?}");
    assert_eq!(explored["statistics"]["states"], states("all"), "{outcome:?}");
    rejected(&run(&["explore", text(&race), "--set", "merging=off"]), 1, "--set merging");
    rejected(&run(&["explore", text(&race), "--merging", "off"]), 1, "--set merging=off");
    assert!(states("all") < states("access"));
    assert!(states("access") < states("none"));
    let graph = scratch("graph.dot");
    let outcome = run(&["explore", text(&race), "--dot", text(&graph)]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let drawn = std::fs::read_to_string(&graph).expect("the graph is written");
    assert!(drawn.starts_with("digraph states {") && drawn.ends_with("}\n"), "{drawn}");
    assert_eq!(drawn.matches("[label=\"").count() as u64, states("all"), "one box per state");
    assert!(drawn.contains("thread 1: ") && drawn.contains("color=red"), "{drawn}");
    let many = r"#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *worker(void *p) { for (int i = 0; i < 60; i++) { x++; y = x; } return p; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
}
";
    rejected(
        &run(&["explore", text(&write("many.c", many)), "--dot", text(&graph)]),
        3,
        "more than 2000 states",
    );
    rejected(&run(&["explore", "/nonexistent.c"]), 2, "cannot read");
}

#[test]
fn reductions_agree() {
    let programs = [("safe.c", SAFE), ("race.c", RACE), ("nondet.c", NONDET), ("external.c", EXTERNAL)];
    for (name, program) in programs {
        for property in ["default", "assertion", "data-race"] {
            let usual = check(name, program, &["--property", property]);
            let access = check(name, program, &["--property", property, "--reduction", "access"]);
            assert!([0, 5, 10].contains(&usual.code), "{usual:?}");
            assert_eq!(usual.code, access.code, "{name} {property}: {usual:?} {access:?}");
            assert_eq!(usual.stdout.lines().last(), access.stdout.lines().last(), "{name} {property}");
        }
    }
}

const TWO_LOADS: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *writer(void *p) { x = 1; y = 1; return p; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int first = x, second = y;
    assert(!(first == 0 && second == 1));
    pthread_join(thread, 0);
}
";

#[test]
fn the_published_reduction_is_never_true() {
    let with =
        |reduction: &str| check("loads.c", TWO_LOADS, &["--property", "assertion", "--reduction", reduction]);
    unknown(&with("paper"), "loses behaviours");
    for sound in ["none", "tau", "tau+", "access", "heap,access", "access,future,lone", "all"] {
        answered(&with(sound), 10, "FALSE(unreach-call)", "assertion");
    }
}

#[test]
fn stores_that_are_not_exact_are_never_true() {
    for store in ["--hash-compact", "--bitstate", "--bitstate=1MB"] {
        unknown(&check("safe.c", SAFE, &[store]), "may take two states for one");
        let found = check("loads.c", TWO_LOADS, &["--property", "assertion", store]);
        answered(&found, 10, "FALSE(unreach-call)", "assertion");
    }
    rejected(&check("safe.c", SAFE, &["--bitstate=9000TB"]), 1, "--bitstate");
}

#[test]
fn workers_change_nothing() {
    let told = |jobs: &str, program: &str| {
        let outcome =
            check("program.c", program, &["--jobs", jobs, "--format", "json", "--property", "assertion"]);
        let mut document = document(&outcome);
        document["statistics"]["seconds"] = Value::Null;
        document["statistics"]["certification_seconds"] = Value::Null;
        document
    };
    for program in [SAFE, RACE, TWO_LOADS] {
        assert_eq!(told("1", program), told("3", program));
    }
}

#[test]
fn schedules_have_few_switches() {
    let outcome = check("loads.c", TWO_LOADS, &["--property", "assertion"]);
    assert_eq!(outcome.stdout.matches("╌╌ switch to").count(), 2, "there and back: {outcome:?}");
}

#[test]
fn what_standards_leave_open_is_said_where_it_is_used() {
    let calls = "rand, srand and strerror are safe with threads";
    let sign = "the sign of a NaN is the one that this processor gives it";
    let alone = "#include <stdlib.h>\nint main(void) { srand(1); return rand() & 0; }\n";
    let beside = "#include <pthread.h>\n#include <stdlib.h>\n\
        static void *f(void *p) { return srand(1), p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); srand(2); return pthread_join(t, 0); }\n";
    let quotient = "int main(void) { volatile double x = 0, y = X / x; return y != y ? 0 : 1; }\n";
    let bits = "#include <math.h>\nint main(void) { double x = NAN; return signbit(x) & 0; }\n";
    let cases: [(&str, &str, &[&str], Option<&str>); 6] = [
        ("alone.c", alone, &["--nondet-range", "0..1"], None),
        ("beside.c", beside, &[], Some(calls)),
        ("quotient.c", quotient, &["--", "-DX=0.0"], Some(sign)),
        ("number.c", quotient, &["--", "-DX=1.0"], None),
        ("bits.c", bits, &[], Some(sign)),
        ("none.c", "#include <math.h>\nint main(void) { return isnan(NAN) ? 0 : 1; }\n", &[], None),
    ];
    for (name, program, args, said) in cases {
        let outcome = check(name, program, args);
        holds(&outcome);
        for sentence in [calls, sign] {
            let is_said = outcome.stdout.contains(sentence);
            assert_eq!(is_said, said == Some(sentence), "{sentence}: {outcome:?}");
        }
    }
    let strict = check("beside.c", beside, &["--strict-standard", "--property", "data-race"]);
    answered(&strict, 10, "FALSE(no-data-race)", "data race on generator");
}
