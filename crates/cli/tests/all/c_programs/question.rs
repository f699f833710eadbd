//! What is asked: options, properties, ranges of inputs.

use super::*;

#[test]
fn wrong_options() {
    let with = |args: &[&str]| check("safe.c", SAFE, args);
    rejected(&with(&["--opt", "3"]), 1, "--opt 3: expected 0, 1, 2");
    rejected(&with(&["--opt", "fast"]), 1, "fast");
    rejected(&with(&["--threads", "0"]), 1, "--threads 0");
    rejected(&with(&["--threads", "many"]), 1, "--threads many");
    rejected(&with(&["--property", "nonsense"]), 1, "--property nonsense: no such property");
    rejected(&with(&["--property", "assertion,nonsense"]), 1, "--property nonsense");
    rejected(&with(&["--property", ""]), 1, "no such property");
    rejected(&with(&["--time-limit", "soon"]), 1, "soon");
    rejected(&with(&["--memory-limit", "much"]), 1, "much");
    rejected(&with(&["--output", "/nonexistent/result.json"]), 1, "cannot write");
    rejected(&with(&["--engine", "counter"]), 3, "for them there are execute, abstraction");
    rejected(&with(&["--engine", "plain"]), 3, "for them there are execute, abstraction");
    rejected(&with(&["--engine", "magic"]), 1, "magic");
    rejected(&with(&["--reduction", "por"]), 1, "--reduction por is for Boolean programs");
    rejected(&with(&["--reduction", "tau,tau+"]), 1, "only one of tau, tau+ and access");
    rejected(&with(&["--reduction", "heap,magic"]), 1, "magic is no reduction");
    rejected(&with(&["--jobs", "0"]), 1, "--jobs 0");
    rejected(&with(&["--bitstate=much"]), 1, "much");
    rejected(&with(&["--set", "hunt=often"]), 1, "--set hunt=often: expected a number of attempts");
    rejected(&with(&["--set", "hunt=-1"]), 1, "--set hunt=-1: expected a number of attempts, or 0 for none");
    rejected(&with(&["--set", "hunt=9", "--search", "bfs"]), 1, "not with --search");
    rejected(&with(&["--set", "hunt=9", "--bitstate=1MB"]), 1, "not with --bitstate");
    rejected(&with(&["--bitstate", "--hash-compact"]), 1, "--hash-compact");
    for range in ["7..0", "0-7", "a..b", "0..", "..", "", "5", "0...7", "99999999999999999999..0"] {
        rejected(&with(&["--nondet-range", range]), 1, "expected two numbers as in 0..7");
    }
}

#[test]
fn machines_and_limits_that_are_none() {
    let with = |args: &[&str]| check("safe.c", SAFE, args);
    let constants = [
        (
            "page-size",
            &["0", "3", "4097", "-4096", "2147483648", "big"][..],
            "a power of two from 1 to 1073741824",
        ),
        ("processors", &["0", "-1", "2147483648", "99999999999", ""], "a number from 1 to 2147483647"),
        ("process-id", &["0", "-1", "2147483648", "me"], "a number from 1 to 2147483647"),
        ("clock-advances", &["0", "-1", "256", "1.5"], "a number from 1 to 255"),
    ];
    for (key, values, expected) in constants {
        for value in values {
            let given = format!("{key}={value}");
            rejected(&with(&["--set", &given]), 1, &format!("--set {given}: expected {expected}"));
        }
    }
    for (key, expected) in
        [("time-limit", "a time above 0"), ("memory-limit", "an amount of memory from 1MB on")]
    {
        for value in ["0", "0s", "0GB", "-1", "999", "nan", "1e99"] {
            if (key, value) != ("time-limit", "999") {
                let given = format!("--{key}={value}");
                rejected(&with(&[&given]), 1, &format!("--{key} {value}: expected {expected}"));
            }
        }
    }
    rejected(&with(&["--bitstate=0"]), 1, "--bitstate 0: expected an amount of memory from 1MB on");
    for jobs in ["0", "-1", "1025", "99999999999"] {
        rejected(
            &with(&[&format!("--jobs={jobs}")]),
            1,
            &format!("--jobs {jobs}: expected a number of threads from 1 to 1024"),
        );
    }
    holds(&with(&["--set", "page-size=1", "--set", "processors=1", "--set", "process-id=2147483647"]));
}

#[test]
fn options_of_boolean_programs_are_not_ignored() {
    for args in [["--error-label", "NOWHERE"], ["--init", "3"], ["--init", "unbounded"]] {
        let outcome = check("safe.c", SAFE, &args);
        rejected(&outcome, 1, args[0]);
    }
}

#[test]
fn properties_of_competitions() {
    let program = fixture("violations.c");
    let line = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )\n");
    let memory = line("G valid-free") + &line("G valid-deref") + &line("G valid-memtrack") + "\n";
    // The name of the file, its text, and what violates it.
    /// What a program compiled with this flag gives.
    type Expected<'a> = &'a [(&'a str, &'a str)];
    let files: [(&str, String, Expected<'_>); 6] = [
        ("unreach-call.prp", line("G ! call(reach_error())"), &[("ERROR", "unreach-call")]),
        ("no-data-race.prp", line("G ! data-race"), &[("RACE", "no-data-race")]),
        ("no-overflow.prp", line("G ! overflow"), &[("OVERFLOW", "no-overflow")]),
        (
            "valid-memsafety.prp",
            memory,
            &[("DEREF", "valid-deref"), ("FREE", "valid-free"), ("LOST", "valid-memtrack")],
        ),
        (
            "valid-memcleanup.prp",
            line("G valid-memcleanup"),
            &[("LOST", "valid-memcleanup"), ("KEPT", "valid-memcleanup")],
        ),
        ("no-deadlock.prp", line("G ! deadlock"), &[("DEADLOCK", "no-deadlock")]),
    ];
    for (name, content, violations) in files {
        let file = write(name, &content);
        // The name of a file, and its text in place of it.
        for property in [text(&file), content.as_str()] {
            holds(&run(&["check", text(&program), "--property", property]));
        }
        for define in ["ERROR", "RACE", "OVERFLOW", "DEADLOCK"] {
            if violations.iter().all(|(d, _)| *d != define) {
                let define = format!("-D{define}");
                holds(&run(&["check", text(&program), "--property", text(&file), "--", &define]));
            }
        }
        for (define, code) in violations {
            let define = format!("-D{define}");
            let outcome = run(&["check", text(&program), "--property", text(&file), "--", &define]);
            answered(&outcome, 10, &format!("FALSE({code})"), "violations.c:");
        }
    }
    // Behind undefined behaviour nothing is claimed.
    let outcome = run(&["check", text(&program), "--property", "assertion", "--", "-DDEREF"]);
    unknown(&outcome, "which was not asked for");
}

#[test]
fn parts_of_memory() {
    let program = fixture("violations.c");
    let asked = |property: &str, define: &str| {
        run(&["check", text(&program), "--property", property, "--", &format!("-D{define}")])
    };
    let parts = [("valid-deref", "DEREF"), ("valid-free", "FREE"), ("valid-memtrack", "LOST")];
    for (part, own) in parts {
        let file = write(&format!("{part}.prp"), format!("CHECK( init(main()), LTL(G {part}) )\n"));
        for property in [part, text(&file)] {
            holds(&asked(property, "NOTHING"));
            answered(&asked(property, own), 10, &format!("FALSE({part})"), &format!("{part} is violated"));
            for (other, define) in parts.into_iter().filter(|(other, _)| *other != part) {
                if other == "valid-memtrack" {
                    holds(&asked(property, define));
                } else {
                    unknown(&asked(property, define), &format!("{other} is violated, which was not asked"));
                }
            }
        }
    }
    answered(&asked("valid-memtrack,valid-free", "LOST"), 10, "FALSE(valid-memtrack)", "valid-memtrack is");
    answered(
        &asked("valid-free,valid-memtrack,valid-deref", "LOST"),
        10,
        "FALSE(valid-memtrack)",
        "memory is",
    );
}

#[test]
fn property_files_that_are_none() {
    let with = |property: &str| check("safe.c", SAFE, &["--property", property]);
    let termination = write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    rejected(&with(text(&termination)), 3, "LTL(F end) ) is not supported");
    rejected(&with(text(&write("empty.prp", ""))), 1, "empty");
    rejected(&with(text(&write("prose.prp", "It works.\n"))), 1, "'It works.' is no property");
    rejected(&with("/nonexistent.prp"), 1, "cannot read the property file");
}

#[test]
fn lost_memory_with_all_properties() {
    let program = fixture("violations.c");
    let outcome = run(&["check", text(&program), "--property", "all", "--", "-DLOST"]);
    assert_eq!(outcome.code, 10, "{outcome:?}");
    assert!(outcome.stdout.contains("RESULT: FALSE(valid-mem"), "{outcome:?}");
}

#[test]
fn ranges_of_inputs() {
    for range in ["0..7", "-3..3", "0..8", "10..10"] {
        holds(&check("nondet.c", NONDET, &["--nondet-range", range]));
    }
    for args in [&["--nondet-range", "0..9"][..], &["--nondet-range", "9..9"], &[]] {
        let outcome = check("nondet.c", NONDET, args);
        answered(&outcome, 10, "FALSE(unreach-call)", "nondet.c:5");
    }
}

#[test]
fn ranges_of_inputs_are_part_of_the_result() {
    let outcome = check("nondet.c", NONDET, &["--nondet-range", "0..7", "--format", "json"]);
    assert_eq!(document(&outcome)["settings"]["nondet-range"], "0..7", "{outcome:?}");
}

/// Two threads and an atomic weaker than seq_cst: races are not decided, the rest holds, within the bound only.
const WEAK: &str = "#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *a) { atomic_store_explicit(&x, 1, memory_order_relaxed); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
  return atomic_load_explicit(&x, memory_order_relaxed) > 1; }
";

#[test]
fn weaker_atomics_are_not_true_unless_sequential_consistency_is_assumed() {
    let outcome = check("weak.c", WEAK, &["--format", "json"]);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    let found = document(&outcome);
    for property in found["properties"].as_array().expect("a list") {
        assert_eq!(
            (&property["verdict"], &property["reason"]["kind"]),
            (&"UNKNOWN".into(), &"weak-atomics".into())
        );
    }
    let outcome = check("weak.c", WEAK, &[]);
    unknown(&outcome, "an atomic is weaker than seq_cst");
    assert!(outcome.stdout.contains("--memory-model sc"), "{outcome:?}");
    let assumed = check("weak.c", WEAK, &["--memory-model", "sc"]);
    answered(&assumed, 0, "TRUE", "treated as sequentially consistent");
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    answered(&check("weak.c", WEAK, &["--property", property]), 0, "TRUE", "sequential consistency");
}

/// Six different threads; that one of their updates is lost shows at the very end.
const LOST: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum;
static void *add(void *weight) {
    for (int i = 0; i < 3; i++) {
        int seen = sum;
        sum = seen + (int)(long)weight;
    }
    return 0;
}
int main(void) {
    pthread_t t[6];
    for (long i = 0; i < 6; i++) pthread_create(&t[i], 0, add, (void *)(1 + i * i));
    for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
    assert(sum == 3 * 61);
    return 0;
}
";

#[test]
fn deep_violations_are_hunted() {
    let asked = ["--property", "assertion", "--format", "json"];
    let with = |more: &[&str]| document(&check("lost.c", LOST, &[&asked, more].concat()));
    let count = |document: &Value, name: &str| document["statistics"][name].as_u64().expect("a counter");
    let (one, two) = (with(&["--jobs", "1"]), with(&["--jobs", "2"]));
    assert!(count(&one, "hunted_steps") > 0 && count(&one, "catching_walk") > 0, "{one}");
    assert_eq!(counterexample(&one)["trace"], counterexample(&two)["trace"], "any number of workers");
    for counter in ["states", "hunted_steps", "catching_walk"] {
        assert_eq!(count(&one, counter), count(&two, counter), "{counter}");
    }
    let switches = counterexample(&one)["switches"].as_u64().expect("a number");
    assert!(switches <= 10, "six threads, one of them twice: {switches} switches");
    for not in [&["--set", "hunt=0"], &["--search", "bfs"]] {
        let stopped = with(&[not, &["--time-limit", "1s"][..]].concat());
        assert_eq!(count(&stopped, "hunted_steps"), 0, "{not:?}");
    }
    let explored = run(&["explore", text(&write("lost.c", LOST)), "--set", "hunt=9"]);
    assert_eq!(explored.code, 1, "{explored:?}");
}
