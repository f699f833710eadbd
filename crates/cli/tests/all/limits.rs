//! Large programs and many threads: they are checked, or end at a limit with UNKNOWN.

use crate::threadwise::{Outcome, case, decided, document, run, scratch, text};

#[test]
fn bounds_that_the_memory_cannot_hold() {
    let path = case("control/uninitialised");
    let outcome = run(&[
        "check",
        text(&path),
        "--init",
        "1000000",
        "--threads",
        "1000000",
        "--memory-limit",
        "60MB",
        "--time-limit",
        "20s",
    ]);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.contains("RESULT: UNKNOWN("), "{outcome:?}");
}

#[test]
fn a_million_threads_that_do_not_exist_cost_nothing() {
    let file = case("algorithms/peterson-safe");
    let outcome = run(&["check", text(&file), "--threads", "1000000", "--error-label", "CS0:1+CS1:1"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn an_expression_with_many_choices_stops_at_the_limit() {
    let names: Vec<String> = (0..40).map(|i| format!("x{i}")).collect();
    let stars = vec!["*"; 40].join(", ");
    let zeros: Vec<String> = names.iter().map(|n| format!("{n} := 0")).collect();
    let source = format!("decl {}; void main() begin {} := {stars}; end", zeros.join(", "), names.join(", "));
    let path = scratch("choices.bp");
    std::fs::write(&path, source).expect("the scratch folder is writable");
    let path = text(&path);
    let outcome =
        run(&["check", path, "--engine", "counter", "--time-limit", "1s", "--memory-limit", "300MB"]);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.contains("RESULT: UNKNOWN("), "{outcome:?}");
    the_watchdog_writes_a_document(path);
    let outcome = run(&["check", path, "--time-limit", "10s", "--memory-limit", "300MB"]);
    assert_eq!(outcome.code, 0, "sets of values are no problem: {outcome:?}");
}

/// The counter engine does not notice the limit in the middle of a statement.
fn the_watchdog_writes_a_document(path: &str) {
    let limits = ["--time-limit", "1s", "--memory-limit", "4GB", "--format", "json"];
    let outcome = run(&[&["check", path, "--engine", "counter"], &limits[..]].concat());
    assert_eq!(outcome.code, 5, "{outcome:?}");
    let told = document(&outcome);
    let note = told["notes"][0].as_str().unwrap_or_default();
    assert!(note.contains("not noticed by the work itself"), "{told}");
    assert_eq!(
        (&told["language"], &told["settings"]["engine"]),
        (&"boolean-program".into(), &"counter".into())
    );
    assert!(told["input"][0]["sha256"].as_str().is_some_and(|sum| sum.len() == 64), "{told}");
    let property = decided(&told);
    assert_eq!((&property["name"], &property["verdict"]), (&"assertion".into(), &"UNKNOWN".into()), "{told}");
    assert_eq!(property["reason"]["kind"], "time-limit", "{told}");
    assert!(told["statistics"]["states"].is_u64(), "{told}");
    assert!(told["statistics"]["seconds"].as_f64().is_some_and(|s| s >= 1.0), "{told}");
    assert_eq!(told["result"], "RESULT: UNKNOWN(time limit of 1 s reached)");
    assert!(property["advice"].as_str().is_some_and(|advice| advice.contains("--time-limit")), "{told}");
}

/// A safe program with so many shared variables.
fn many_variables(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|i| format!("s{i} := 0")).collect();
    format!("decl {}; void main() begin s0 := s{}; assert(!s0); end", names.join(", "), count - 1)
}

#[test]
fn many_variables_in_decision_diagrams() {
    let path = scratch("variables.bp");
    for (count, code, fragment) in [(1_200, 0, "RESULT: TRUE"), (40_000, 5, "variables")] {
        std::fs::write(&path, many_variables(count)).expect("the scratch folder is writable");
        for engine in ["symbolic", "plain-symbolic"] {
            let args = ["check", text(&path), "--engine", engine, "--threads", "1"];
            let outcome = run(&args);
            assert_eq!(outcome.code, code, "{outcome:?}");
            assert!(outcome.stdout.contains(fragment), "{outcome:?}");
        }
    }
}

#[test]
fn a_hundred_thousand_statements_are_no_problem() {
    let path = scratch("statements.bp");
    let line = "s := l; l := !s;\n".repeat(50_000);
    let source = format!("decl s := 0; void main() begin decl l; l := s;\n{line}assert(!l); end");
    std::fs::write(&path, source).expect("the scratch folder is writable");
    for engine in ["counter", "symbolic", "simulate"] {
        let args = ["check", text(&path), "--engine", engine, "--threads", "1"];
        let outcome = run(&[&args[..], &["--time-limit", "60s"]].concat());
        assert_eq!(outcome.code, 0, "{outcome:?}");
    }
}

#[test]
fn what_takes_too_long_to_check_is_true_without_a_certificate() {
    let path = scratch("twins.bp");
    let names: Vec<String> = (0..16).map(|i| format!("a{i}")).collect();
    let source = format!(
        "decl s := 0; void main() begin decl {}; start_thread goto L; L: s := {}; assert(s | !s); end",
        names.join(", "),
        names.join(" ^ ")
    );
    std::fs::write(&path, source).expect("the scratch folder is writable");
    let args = ["check", text(&path), "--engine", "symbolic", "--threads", "2"];
    let outcome = run(&[&args[..], &["--time-limit", "4s"]].concat());
    // On a busy machine the time may be over before the search is.
    let right = match outcome.code {
        0 => outcome.stdout.contains("too hard to check"),
        code => code == 5 && outcome.stdout.contains("time limit"),
    };
    assert!(right, "{outcome:?}");
}

/// Checks a program with the simulating engine.
fn simulated(name: &str, source: &str, more: &[&str]) -> Outcome {
    let path = scratch(name);
    std::fs::write(&path, source).expect("the scratch folder is writable");
    run(&[&["check", text(&path), "--engine", "simulate"], more].concat())
}

#[test]
fn thousands_of_choices_are_no_problem_for_simulation() {
    let names: Vec<String> = (0..5_000).map(|i| format!("x{i}")).collect();
    let stars = vec!["*"; names.len()].join(", ");
    let source = format!(
        "decl {names}; void main() begin {names} := {stars}; if x0 then assert(!x0 | x0); else assert(x4999 | !x4999); fi; end",
        names = names.join(", ")
    );
    let outcome = simulated("thousands.bp", &source, &["--threads", "1", "--time-limit", "60s"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn a_constraint_that_nothing_satisfies() {
    let source = "decl x; void main() begin x := * constrain 'x & !'x; assert(F); end";
    let outcome = simulated("blocked.bp", source, &["--threads", "2"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let source = "decl x := 0; void main() begin assume(x); assert(F); end";
    let outcome = simulated("blocked.bp", source, &["--threads", "1"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

/// The pigeonhole principle keeps the solver busy for hours.
#[test]
fn a_time_limit_in_the_middle_of_a_solver_call() {
    let holes = 13;
    let sits = |pigeon: usize, hole: usize| format!("p{pigeon}_{hole}");
    let all: Vec<String> = (0..=holes).flat_map(|p| (0..holes).map(move |h| sits(p, h))).collect();
    let somewhere = |p| (0..holes).map(|h| sits(p, h)).collect::<Vec<_>>().join(" | ");
    let mut parts: Vec<String> = (0..=holes).map(|p| format!("({})", somewhere(p))).collect();
    for hole in 0..holes {
        for a in 0..=holes {
            parts.extend((0..a).map(|b| format!("!({} & {})", sits(a, hole), sits(b, hole))));
        }
    }
    let source =
        format!("decl {}; void main() begin assume({}); assert(F); end", all.join(", "), parts.join(" & "));
    let began = std::time::Instant::now();
    let outcome = simulated("pigeons.bp", &source, &["--threads", "1", "--time-limit", "2s"]);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.contains("RESULT: UNKNOWN(time limit"), "{outcome:?}");
    // What to try next is another engine, among other things.
    assert!(outcome.stdout.contains("Try: --engine symbolic"), "{outcome:?}");
    assert!(began.elapsed().as_secs_f64() < 3.5, "it took {:?}", began.elapsed());
}

#[test]
fn simulation_of_a_million_threads_stops_at_the_limit() {
    let file = case("control/uninitialised");
    for init in ["1000000", "unbounded"] {
        let args = ["check", text(&file), "--engine", "simulate", "--init", init];
        let limits = ["--threads", "1000000", "--memory-limit", "500MB", "--time-limit", "10s"];
        let outcome = run(&[&args[..], &limits].concat());
        assert_eq!(outcome.code, 5, "{outcome:?}");
        assert!(outcome.stdout.contains("RESULT: UNKNOWN("), "{outcome:?}");
    }
}

/// Each thread may run alone: whether it may is not asked a million times of a million threads.
#[test]
fn a_million_threads_with_private_work_stop_in_time() {
    let file = case("simulation/private-loop");
    let args = ["check", text(&file), "--engine", "simulate", "--init", "1000000"];
    let began = std::time::Instant::now();
    let outcome = run(&[&args[..], &["--threads", "1000000", "--time-limit", "3s"]].concat());
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.contains("RESULT: UNKNOWN(time limit"), "{outcome:?}");
    // The watchdog would end it after eight seconds.
    assert!(began.elapsed().as_secs_f64() < 7.0, "it took {:?}", began.elapsed());
}

/// Thousands of choices are not settled one by one in the check of the certificate.
#[test]
fn certificates_with_thousands_of_choices_are_checked() {
    let count = 12_000;
    let names: Vec<String> = (0..count).map(|i| format!("x{i}")).collect();
    let with_next = |i: usize| format!("x{i} & x{}", (i + 1) % count);
    let source = format!(
        "decl {declared}; void main() begin {assigned} := {values}; assert({any} | !x0); end",
        declared = names.join(", "),
        assigned = names.join(", "),
        values = (0..count).map(with_next).collect::<Vec<_>>().join(", "),
        any = names.join(" | ")
    );
    let outcome = simulated("choices.bp", &source, &["--threads", "1", "--time-limit", "30s"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("accepted by the independent checker"), "{outcome:?}");
}

/// The search for a calmer schedule lists initial states one by one; there may be more of them than anybody can list.
#[test]
fn a_violation_with_many_uninitialised_variables_is_shown() {
    let names: Vec<String> = (0..60).map(|i| format!("x{i}")).collect();
    let source = format!("void main() begin decl {}; assert(!x0 | !x59); end", names.join(", "));
    for engine in ["symbolic", "simulate"] {
        let path = scratch("uninitialised.bp");
        std::fs::write(&path, &source).expect("the scratch folder is writable");
        let args = ["check", text(&path), "--engine", engine, "--threads", "1"];
        let outcome = run(&[&args[..], &["--time-limit", "20s", "--memory-limit", "1GB"]].concat());
        assert_eq!(outcome.code, 10, "{engine}: {outcome:?}");
    }
}
