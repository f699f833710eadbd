//! Bad input ends with a message and the right exit code: no panic, no verdict.

mod common;

use common::{Outcome, case, run, scratch};

fn rejected(outcome: &Outcome, code: i32, fragment: &str) {
    assert_eq!(outcome.code, code, "{outcome:?}");
    assert!(outcome.stderr.contains(fragment), "no '{fragment}' in {outcome:?}");
    assert!(!outcome.stdout.contains("RESULT"), "a verdict in {outcome:?}");
    assert!(!outcome.stderr.contains("internal error"), "{outcome:?}");
}

fn check_text(name: &str, content: &[u8]) -> Outcome {
    let path = scratch(name);
    std::fs::write(&path, content).expect("the scratch folder is writable");
    run(&["check", path.to_str().expect("scratch paths are text")])
}

#[test]
fn empty_and_blank_files() {
    rejected(&check_text("empty.bp", b""), 2, "empty");
    rejected(&check_text("blank.bp", b" \n\t\n"), 2, "empty");
    rejected(&check_text("comment.bp", b"// nothing\n"), 2, "main");
}

#[test]
fn binary_files() {
    rejected(&check_text("binary.bp", &[0x7f, b'E', b'L', b'F', 0, 1, 2]), 2, "not a text file");
    rejected(&check_text("latin.bp", b"// caf\xe9\nvoid main() begin skip; end"), 2, "not a text file");
}

#[test]
fn a_file_of_100_megabytes() {
    let path = scratch("huge.bp");
    let file = std::fs::File::create(&path).expect("the scratch folder is writable");
    file.set_len(100_000_000).expect("sparse files are possible");
    rejected(&run(&["check", path.to_str().expect("text")]), 2, "100 MB");
}

#[test]
fn truncated_programs_of_every_length() {
    let text = std::fs::read(case("algorithms/peterson-safe")).expect("the case is there");
    for len in (0..text.len()).step_by(37) {
        let outcome = check_text("truncated.bp", &text[..len]);
        assert!([0, 2, 5].contains(&outcome.code), "{len}: {outcome:?}");
        assert!(!outcome.stderr.contains("internal error"), "{len}: {outcome:?}");
    }
}

#[test]
fn deep_nesting() {
    let parens = format!("decl x; void main() begin x := {}x{}; end", "(".repeat(10_000), ")".repeat(10_000));
    rejected(&check_text("parens.bp", parens.as_bytes()), 2, "nested more than");
    let blocks =
        format!("void main() begin {} skip; {} end", "while * do ".repeat(10_000), " od;".repeat(10_000));
    rejected(&check_text("blocks.bp", blocks.as_bytes()), 2, "nested more than");
    let nots = format!("decl x; void main() begin x := {}x; end", "!".repeat(100_000));
    rejected(&check_text("nots.bp", nots.as_bytes()), 2, "nested more than");
}

#[test]
fn long_chains_are_no_problem() {
    let chain =
        format!("decl x := 0; void main() begin x := {}; assert(!x); end", vec!["x"; 50_000].join(" & "));
    let outcome = check_text("chain.bp", chain.as_bytes());
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn inlining_that_explodes() {
    let mut text = String::from("void f0() begin skip; end\n");
    for i in 1..30 {
        text += &format!("void f{i}() begin f{0}(); f{0}(); end\n", i - 1);
    }
    text += "void main() begin f29(); end";
    rejected(&check_text("explosion.bp", text.as_bytes()), 3, "inlining");
}

#[test]
fn what_has_no_expansion() {
    let program = scratch("expansion.bp");
    let convert = |source: &str, args: &[&str]| {
        std::fs::write(&program, source).expect("the scratch folder is writable");
        run(&[&["convert", program.to_str().expect("text")], args].concat())
    };
    let names: Vec<String> = (0..24).map(|i| format!("a{i}")).collect();
    let large = format!("decl {};\nvoid main() begin skip; end\n", names.join(", "));
    rejected(&convert(&large, &["--to", "tts"]), 3, "check --threads unbounded");
    // Small at the beginning, large later on.
    let sets: String = names.iter().map(|name| format!("  {name} := *;\n")).collect();
    let zero: String = names.iter().map(|name| format!("decl {name} := 0;\n")).collect();
    let grown = format!("{zero}void main() begin\n{sets}end\n");
    rejected(&convert(&grown, &["--to", "spec"]), 3, "more than 1000000 transitions, after");
    let test = "decl x;\ndecl thread_local b;\nvoid main() begin\n  skip;\n  x := 1 constrain !b$;\nend\n";
    rejected(&convert(test, &["--to", "tts"]), 3, "expansion.bp:5: this statement is impossible");
    let choice = "decl thread_local b;\nvoid main() begin\n  b$ := *;\n  assert(b);\nend\n";
    rejected(&convert(choice, &["--to", "spec", "--init", "2"]), 3, "a free choice");
    assert_eq!(convert(choice, &["--to", "tts", "--init", "2"]).code, 0);
    rejected(&convert(choice, &["--to", "tts", "--threads", "3"]), 3, "any number of threads");
    rejected(&convert(choice, &["--to", "tts", "--error-label", "L"]), 1, "no label L");
    let many = "void main() begin\n  L: skip;\nend\n";
    rejected(&convert(many, &["--to", "tts", "--error-label", "L:4000000000"]), 1, "1 to 65535");
    rejected(&convert(many, &["--to", "tts", "--init", "4000000000"]), 3, "too large");
}

#[test]
fn wrong_options() {
    let file = case("threads/bound-skips");
    let with = |args: &[&str]| run(&[&["check", file.to_str().expect("text")], args].concat());
    rejected(&with(&["--threads", "0"]), 1, "--threads 0");
    rejected(&with(&["--threads", "many"]), 1, "--threads many");
    rejected(&with(&["--init", "0"]), 1, "--init 0");
    rejected(&with(&["--init", "3", "--threads", "2"]), 1, "--init 3");
    rejected(&with(&["--threads", "unbounded", "--engine", "counter"]), 3, "backward");
    rejected(&with(&["--threads", "2", "--engine", "backward"]), 1, "any number of threads");
    rejected(&with(&["--engine", "symbolic", "--elements", "single"]), 3, "--elements");
    rejected(&with(&["--target", "1|2"]), 1, "--error-label");
    rejected(&with(&["--threads", "2", "--engine", "karp-miller"]), 1, "any number of threads");
    rejected(&with(&["--engine", "karp-miller", "--oracle", "off"]), 3, "--oracle");
    let broadcast = case("unbounded/broadcaster-appears-unsafe");
    let forward = run(&["check", broadcast.to_str().expect("text"), "--engine", "karp-miller"]);
    rejected(&forward, 3, "in line");
    assert!(forward.stderr.contains("--engine backward"), "{forward:?}");
    let system = scratch("settings.tts");
    std::fs::write(&system, "1 2\n0 0 -> 0 1\n0|1\n").expect("the scratch folder is writable");
    let on = |args: &[&str]| run(&[&["check", system.to_str().expect("text")], args].concat());
    rejected(&on(&["--merging", "off"]), 3, "settings of other engines");
    rejected(&on(&["--elements", "single"]), 3, "settings of other engines");
    rejected(&on(&["--error-label", "L"]), 1, "--target");
    rejected(&on(&["--engine", "karp-miller", "--threads", "2"]), 1, "any number of threads");
    let net = scratch("net.spec");
    std::fs::write(&net, "vars x\nrules x >= 1 -> x' = x - 1;\ninit x = 1\ntarget x >= 2\n")
        .expect("writable");
    let on = |args: &[&str]| run(&[&["check", net.to_str().expect("text")], args].concat());
    rejected(&on(&["--target", "1|2"]), 1, "sections init and target");
    rejected(&on(&["--threads", "2"]), 1, "leave --threads out");
    rejected(&on(&["--engine", "counter"]), 3, "backward and karp-miller");
    rejected(&on(&["--certificate", "net.cert"]), 3, "no certificates about nets");
    rejected(&on(&["--merging", "off"]), 3, "settings of other engines");
    rejected(&run(&["convert", net.to_str().expect("text"), "--to", "tts"]), 3, "no way to tts");
    let converted = run(&["convert", net.to_str().expect("text"), "--to", "spec"]);
    assert!(converted.code == 0 && converted.stdout.contains("x' = x - 1"), "{converted:?}");
    rejected(&with(&["--error-label", "NOWHERE"]), 1, "NOWHERE");
    rejected(&with(&["--error-label", "L:0"]), 1, "L:0");
    rejected(&with(&["--time-limit", "soon"]), 1, "soon");
    rejected(&with(&["--memory-limit", "much"]), 1, "much");
    rejected(&with(&["--engine", "magic"]), 1, "magic");
    rejected(&with(&["--output", "/nonexistent/result.json"]), 1, "cannot write");
    rejected(&with(&["--certificate", "/"]), 1, "cannot write");
    rejected(&with(&["--merging", "off"]), 3, "--merging");
    rejected(&with(&["--engine", "plain", "--live-variables", "on"]), 3, "--live-variables");
    rejected(&with(&["--engine", "plain-symbolic", "--merging", "on"]), 3, "--merging");
    rejected(&with(&["--engine", "plain", "--simulation", "no-union"]), 3, "--engine simulate");
    rejected(&with(&["--engine", "simulate", "--simulation", "no-magic"]), 1, "no-magic");
    rejected(&with(&["--engine", "simulate", "--simulation", "guards=often"]), 1, "often");
    let drawing = scratch("sets.dot");
    let drawing = drawing.to_str().expect("text");
    for engine in ["symbolic", "plain-symbolic", "simulate"] {
        let args = ["explore", file.to_str().expect("text"), "--engine", engine, "--dot", drawing];
        rejected(&run(&args), 3, "--dot");
    }
    rejected(&run(&["check", "/nonexistent.bp"]), 2, "cannot read");
    rejected(&run(&["check", "/"]), 2, "cannot read");
    rejected(&run(&["nonsense"]), 1, "nonsense");
}

#[test]
fn bounds_that_the_memory_cannot_hold() {
    let path = case("control/uninitialised");
    let outcome = run(&[
        "check",
        path.to_str().expect("text"),
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
    let outcome =
        run(&["check", file.to_str().expect("text"), "--threads", "1000000", "--error-label", "CS0:1+CS1:1"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn an_expression_with_many_choices_stops_at_the_limit() {
    let names: Vec<String> = (0..40).map(|i| format!("x{i}")).collect();
    let stars = vec!["*"; 40].join(", ");
    let zeros: Vec<String> = names.iter().map(|n| format!("{n} := 0")).collect();
    let text = format!("decl {}; void main() begin {} := {stars}; end", zeros.join(", "), names.join(", "));
    let path = scratch("choices.bp");
    std::fs::write(&path, text).expect("the scratch folder is writable");
    let path = path.to_str().expect("text");
    let outcome =
        run(&["check", path, "--engine", "counter", "--time-limit", "1s", "--memory-limit", "300MB"]);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(outcome.stdout.contains("RESULT: UNKNOWN("), "{outcome:?}");
    let outcome = run(&["check", path, "--time-limit", "10s", "--memory-limit", "300MB"]);
    assert_eq!(outcome.code, 0, "sets of values are no problem: {outcome:?}");
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
            let args = ["check", path.to_str().expect("text"), "--engine", engine, "--threads", "1"];
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
    let text = format!("decl s := 0; void main() begin decl l; l := s;\n{line}assert(!l); end");
    std::fs::write(&path, text).expect("the scratch folder is writable");
    for engine in ["counter", "symbolic", "simulate"] {
        let args = ["check", path.to_str().expect("text"), "--engine", engine, "--threads", "1"];
        let outcome = run(&[&args[..], &["--time-limit", "60s"]].concat());
        assert_eq!(outcome.code, 0, "{outcome:?}");
    }
}

#[test]
fn what_takes_too_long_to_check_is_true_without_a_certificate() {
    let path = scratch("twins.bp");
    let names: Vec<String> = (0..16).map(|i| format!("a{i}")).collect();
    let text = format!(
        "decl s := 0; void main() begin decl {}; start_thread goto L; L: s := {}; assert(s | !s); end",
        names.join(", "),
        names.join(" ^ ")
    );
    std::fs::write(&path, text).expect("the scratch folder is writable");
    let args = ["check", path.to_str().expect("text"), "--engine", "symbolic", "--threads", "2"];
    let outcome = run(&[&args[..], &["--time-limit", "4s"]].concat());
    // On a busy machine the time may be over before the search is.
    let right = match outcome.code {
        0 => outcome.stdout.contains("too hard to check"),
        code => code == 5 && outcome.stdout.contains("time limit"),
    };
    assert!(right, "{outcome:?}");
}

#[test]
fn an_initial_state_with_more_threads_than_the_bound_is_refused() {
    let path = scratch("more-threads.tts");
    std::fs::write(&path, "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n")
        .expect("the scratch folder is writable");
    let path = path.to_str().expect("text");
    let outcome = run(&["check", path, "--init", "1|2,2,2", "--target", "1|2,2", "--threads", "1"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stderr.contains("3 threads, more than may live"), "{outcome:?}");
    let fits = run(&["check", path, "--init", "1|2,2,2", "--target", "1|2,2", "--threads", "3"]);
    assert_eq!(fits.code, 10, "the initial state is a target: {fits:?}");
    for (init, code) in [("2", 10), ("1", 0), ("0", 1), ("single", 0)] {
        let outcome = run(&["check", path, "--init", init, "--target", "0|3,1"]);
        assert_eq!(outcome.code, code, "--init {init}: {outcome:?}");
    }
}

#[test]
fn devices_and_links_are_written_to_and_not_replaced() {
    let program = case("atomic/test-and-set-safe");
    let program = program.to_str().expect("text");
    let convert = |to: &str| run(&["convert", program, "--to", "bp", "--output", to]);
    let null = convert("/dev/null");
    assert_eq!(null.code, 0, "{null:?}");
    assert!(!std::fs::metadata("/dev/null").expect("there is one").is_file());
    let (file, link) = (scratch("linked.bp"), scratch("link.bp"));
    std::fs::write(&file, "old").expect("the scratch folder is writable");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(&file, &link).expect("links can be made");
    assert_eq!(convert(link.to_str().expect("text")).code, 0);
    assert!(std::fs::symlink_metadata(&link).expect("there is one").is_symlink());
    assert_ne!(std::fs::read_to_string(&file).expect("text"), "old");
}

#[test]
fn a_full_disk_is_an_error() {
    let program = case("atomic/test-and-set-safe");
    let program = program.to_str().expect("text");
    let onto = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one");
    let full = std::process::Command::new(env!("CARGO_BIN_EXE_threadwise"))
        .args(["convert", program, "--to", "bp"])
        .stdout(onto)
        .output()
        .expect("threadwise runs");
    assert_eq!(full.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write standard output"));
}

/// Checks a program with the simulating engine.
fn simulated(name: &str, text: &str, more: &[&str]) -> Outcome {
    let path = scratch(name);
    std::fs::write(&path, text).expect("the scratch folder is writable");
    run(&[&["check", path.to_str().expect("text"), "--engine", "simulate"], more].concat())
}

#[test]
fn thousands_of_choices_are_no_problem_for_simulation() {
    let names: Vec<String> = (0..5_000).map(|i| format!("x{i}")).collect();
    let stars = vec!["*"; names.len()].join(", ");
    let text = format!(
        "decl {names}; void main() begin {names} := {stars}; if x0 then assert(!x0 | x0); else assert(x4999 | !x4999); fi; end",
        names = names.join(", ")
    );
    let outcome = simulated("thousands.bp", &text, &["--threads", "1", "--time-limit", "60s"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn a_constraint_that_nothing_satisfies() {
    let text = "decl x; void main() begin x := * constrain 'x & !'x; assert(F); end";
    let outcome = simulated("blocked.bp", text, &["--threads", "2"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let text = "decl x := 0; void main() begin assume(x); assert(F); end";
    let outcome = simulated("blocked.bp", text, &["--threads", "1"]);
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
    let text =
        format!("decl {}; void main() begin assume({}); assert(F); end", all.join(", "), parts.join(" & "));
    let began = std::time::Instant::now();
    let outcome = simulated("pigeons.bp", &text, &["--threads", "1", "--time-limit", "2s"]);
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
        let args = ["check", file.to_str().expect("text"), "--engine", "simulate", "--init", init];
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
    let args = ["check", file.to_str().expect("text"), "--engine", "simulate", "--init", "1000000"];
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
    let text = format!(
        "decl {declared}; void main() begin {assigned} := {values}; assert({any} | !x0); end",
        declared = names.join(", "),
        assigned = names.join(", "),
        values = (0..count).map(with_next).collect::<Vec<_>>().join(", "),
        any = names.join(" | ")
    );
    let outcome = simulated("choices.bp", &text, &["--threads", "1", "--time-limit", "30s"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("accepted by the independent checker"), "{outcome:?}");
}

/// The search for a calmer schedule lists initial states one by one; there may be more of them than anybody can list.
#[test]
fn a_violation_with_many_uninitialised_variables_is_shown() {
    let names: Vec<String> = (0..60).map(|i| format!("x{i}")).collect();
    let text = format!("void main() begin decl {}; assert(!x0 | !x59); end", names.join(", "));
    for engine in ["symbolic", "simulate"] {
        let path = scratch("uninitialised.bp");
        std::fs::write(&path, &text).expect("the scratch folder is writable");
        let args = ["check", path.to_str().expect("text"), "--engine", engine, "--threads", "1"];
        let outcome = run(&[&args[..], &["--time-limit", "20s", "--memory-limit", "1GB"]].concat());
        assert_eq!(outcome.code, 10, "{engine}: {outcome:?}");
    }
}
