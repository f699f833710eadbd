//! C programs at the command line: what is wrong with them, what is asked about them, and how it ends.

mod common;

use common::{Outcome, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const SAFE: &str = "int g;\nint f(void) { return g; }\nint main(void) { g = 1; return f() - 1; }\n";

/// A data race, and an assertion that it can break.
const RACE: &str = r"#include <assert.h>
#include <pthread.h>

int turn;

static void *worker(void *unused) {
    turn = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = turn;
    pthread_join(thread, 0);
    assert(seen == 0);
    return 0;
}
";

const NONDET: &str = r"#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 9);
    return 0;
}
";

const EXTERNAL: &str = r"#include <assert.h>
int launch(int code);
int main(void) {
    int x = launch(3);
    assert(x != 4711);
    return 0;
}
";

fn text(path: &Path) -> &str {
    path.to_str().expect("paths are text")
}

fn write(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = scratch(name);
    std::fs::write(&path, content).expect("the scratch folder is writable");
    path
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// `check` on a program with this text.
fn check(name: &str, content: impl AsRef<[u8]>, args: &[&str]) -> Outcome {
    let path = write(name, content);
    run(&[&["check", text(&path)], args].concat())
}

/// `check` with another search path for programs.
fn check_with_path(file: &Path, folder: &Path) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_threadwise"))
        .args(["check", text(file)])
        .env("PATH", folder)
        .output()
        .expect("the command starts");
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// No verdict: a message and an exit code.
fn rejected(outcome: &Outcome, code: i32, fragment: &str) {
    assert_eq!(outcome.code, code, "{outcome:?}");
    assert!(outcome.stderr.contains(fragment), "no '{fragment}' in {outcome:?}");
    assert!(!outcome.stdout.contains("RESULT"), "a verdict in {outcome:?}");
    assert!(!outcome.stderr.contains("internal error"), "{outcome:?}");
}

/// A verdict: its exit code, its one RESULT line at the end, and a fragment of what is said.
fn answered(outcome: &Outcome, code: i32, result: &str, fragment: &str) {
    assert_eq!(outcome.code, code, "{outcome:?}");
    assert_eq!(outcome.stdout.lines().last(), Some(format!("RESULT: {result}").as_str()), "{outcome:?}");
    assert_eq!(outcome.stdout.matches("RESULT:").count(), 1, "{outcome:?}");
    assert!(outcome.stdout.contains(fragment), "no '{fragment}' in {outcome:?}");
}

fn holds(outcome: &Outcome) {
    answered(outcome, 0, "TRUE", "TRUE: no violation");
}

fn unknown(outcome: &Outcome, reason: &str) {
    assert_eq!(outcome.code, 5, "{outcome:?}");
    let last = outcome.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("RESULT: UNKNOWN(") && last.contains(reason), "no '{reason}' in {outcome:?}");
    assert_eq!(outcome.stdout.matches("RESULT:").count(), 1, "{outcome:?}");
}

/// Compiles to LLVM: bitcode, or its text form.
fn compiled(name: &str, source: &str) -> PathBuf {
    let (input, output) = (write("input.c", source), scratch(name));
    let form = if name.ends_with(".ll") { "-S" } else { "-c" };
    let status = Command::new("clang-19")
        .args(["-g", "-O0", form, "-emit-llvm", text(&input), "-o", text(&output)])
        .status()
        .expect("clang-19 starts");
    assert!(status.success(), "clang-19 compiles {name}");
    output
}

#[test]
fn programs_that_do_not_compile_show_what_clang_says() {
    let outcome = check("syntax.c", "int main(void) {\n    int x = ;\n}\n", &[]);
    rejected(&outcome, 2, "does not compile");
    rejected(&outcome, 2, "syntax.c:2:13: error: expected expression");
    let outcome = check("header.c", "#include <nosuch.h>\nint main(void) { return 0; }\n", &[]);
    rejected(&outcome, 2, "header.c:1:10: fatal error: 'nosuch.h' file not found");
    let outcome = check("type.c", "int main(void) { return undeclared; }\n", &["--format", "json"]);
    rejected(&outcome, 2, "undeclared");
    assert_eq!(outcome.stdout, "");
}

#[test]
fn programs_without_an_entry() {
    rejected(&check("library.c", "int f(void) { return 0; }\n", &[]), 2, "no function main");
    rejected(&check("variable.c", "int main;\n", &[]), 2, "no function");
    for name in ["empty.c", "empty.ll", "empty.bc"] {
        rejected(&check(name, "", &[]), 2, "no functions at all");
    }
    rejected(&check("comment.ll", "; ModuleID = 'nothing'\n", &[]), 2, "no functions at all");
}

#[test]
fn modules_that_llvm_19_cannot_read() {
    let garbage: Vec<u8> = (0..4000u32).map(|i| (i * i * 31 + i / 7) as u8).collect();
    rejected(&check("garbage.bc", garbage, &[]), 2, "not readable as LLVM 19");
    rejected(&check("text.bc", "this is LLVM version 3\n", &[]), 2, "not readable as LLVM 19");
    let old = "@x = global i32 0\ndefine i32 @main() {\n  %1 = load i32* @x\n  ret i32 %1\n}\n";
    rejected(&check("typed-pointers.ll", old, &[]), 2, "not readable as LLVM 19");
    let unverified = "define i32 @main() {\n  ret i64 0\n}\n";
    rejected(&check("ill-typed.ll", unverified, &[]), 2, "not readable as LLVM 19");

    let bitcode = std::fs::read(compiled("whole.bc", SAFE)).expect("clang wrote it");
    let wrong_magic = [b"BCXX", &bitcode[4..]].concat();
    rejected(&check("magic.bc", wrong_magic, &[]), 2, "not readable as LLVM 19");
    for len in (4..bitcode.len()).step_by(197) {
        rejected(&check("truncated.bc", &bitcode[..len], &[]), 2, "not readable as LLVM 19");
    }
}

#[test]
fn bitcode_with_a_wrong_bit() {
    let bitcode = std::fs::read(compiled("whole.bc", SAFE)).expect("clang wrote it");
    for position in (8..bitcode.len()).step_by(29) {
        let mut wrong = bitcode.clone();
        wrong[position] ^= 0x10;
        let outcome = check("wrong.bc", wrong, &["--time-limit", "10s"]);
        assert!([0, 2, 5, 10].contains(&outcome.code), "{position}: {outcome:?}");
    }
}

#[test]
fn files_that_are_none() {
    rejected(&run(&["check", "/nonexistent/program.c"]), 2, "cannot read /nonexistent/program.c");
    let safe = write("safe.c", SAFE);
    rejected(&run(&["check", text(&safe), "/nonexistent.c"]), 2, "cannot read /nonexistent.c");
    for name in ["folder.c", "folder.bc", "folder.ll"] {
        let folder = scratch(name);
        std::fs::create_dir_all(&folder).expect("folders can be made");
        rejected(&run(&["check", text(&folder)]), 2, name);
    }
    rejected(&run(&["check"]), 1, "<FILE>");
}

#[test]
fn several_files_are_linked() {
    let a = write("a.c", "int f(int);\nint main(void) { return f(1) / (f(1) - 2 + ZERO); }\n");
    let b = write("b.c", "int f(int x) { return x + 1; }\n");
    for b in [
        b.clone(),
        compiled("b.ll", "int f(int x) { return x + 1; }"),
        compiled("b.bc", "int f(int x) { return x + 1; }"),
    ] {
        holds(&run(&["check", text(&a), text(&b), "--", "-DZERO=1"]));
    }
    let outcome = run(&["check", text(&a), text(&b), "--property", "arithmetic", "--", "-DZERO=0"]);
    answered(&outcome, 10, "FALSE(arithmetic)", "a.c");
    unknown(&run(&["check", text(&a), "--", "-DZERO=1"]), "the external function f has no model");
    rejected(&run(&["check", text(&a), text(&a), "--", "-DZERO=1"]), 2, "multiply defined");
    let boolean = write("other.bp", "void main() begin skip; end");
    rejected(&run(&["check", text(&b), text(&boolean)]), 1, "other.bp");
}

#[test]
fn llvm_modules_are_programs_too() {
    for name in ["safe.ll", "safe.bc"] {
        holds(&run(&["check", text(&compiled(name, SAFE))]));
        rejected(&run(&["check", text(&compiled(name, SAFE)), "--32"]), 2, "64 bits");
    }
    for name in ["race.ll", "race.bc"] {
        let outcome = run(&["check", text(&compiled(name, RACE))]);
        answered(&outcome, 10, "FALSE(no-data-race)", "data race on turn");
    }
    // Without a target, and without names and lines.
    let bare = "@x = global i32 0\ndefine i32 @main() {\n  %1 = load i32, ptr @x\n  ret i32 %1\n}\n";
    holds(&check("bare.ll", bare, &[]));
    holds(&check("bare.ll", bare, &["--32"]));
}

#[test]
fn arguments_for_clang() {
    let program = "#include <assert.h>\n#ifndef FOO\n#define FOO 0\n#endif\nint main(void) {\n    assert(FOO == 0);\n}\n";
    holds(&check("flag.c", program, &[]));
    holds(&check("flag.c", program, &["--", "-DFOO=0"]));
    let outcome = check("flag.c", program, &["--", "-DFOO"]);
    answered(&outcome, 10, "FALSE(unreach-call)", "flag.c:6");
    rejected(&check("flag.c", program, &["--", "-nosuchflag"]), 2, "-nosuchflag");
    rejected(&check("flag.c", program, &["--", "-E"]), 2, "flag.c");
}

#[test]
fn data_models() {
    let program =
        "#include <assert.h>\nint main(void) {\n    assert(sizeof(void *) + sizeof(long) == 16);\n}\n";
    holds(&check("word.c", program, &[]));
    holds(&check("word.c", program, &["--64"]));
    answered(&check("word.c", program, &["--32"]), 10, "FALSE(unreach-call)", "word.c:3");
    rejected(&check("word.c", program, &["--32", "--64"]), 1, "cannot be used with");
}

#[test]
fn wrong_options() {
    let with = |args: &[&str]| check("safe.c", SAFE, args);
    rejected(&with(&["--opt", "3"]), 1, "'--opt <0|1|2>'");
    rejected(&with(&["--opt", "fast"]), 1, "fast");
    rejected(&with(&["--threads", "0"]), 1, "--threads 0");
    rejected(&with(&["--threads", "many"]), 1, "--threads many");
    rejected(&with(&["--property", "nonsense"]), 1, "--property nonsense: no such property");
    rejected(&with(&["--property", "assertion,nonsense"]), 1, "--property nonsense");
    rejected(&with(&["--property", ""]), 1, "no such property");
    rejected(&with(&["--time-limit", "soon"]), 1, "soon");
    rejected(&with(&["--memory-limit", "much"]), 1, "much");
    rejected(&with(&["--output", "/nonexistent/result.json"]), 1, "cannot write");
    rejected(&with(&["--engine", "counter"]), 3, "--engine execute");
    rejected(&with(&["--engine", "plain"]), 3, "--engine execute");
    rejected(&with(&["--engine", "magic"]), 1, "magic");
    rejected(&with(&["--reduction", "none"]), 3, "access or private");
    rejected(&with(&["--reduction", "por"]), 3, "access or private");
    rejected(&with(&["--certificate", text(&scratch("proof.cert"))]), 3, "--certificate");
    for range in ["7..0", "0-7", "a..b", "0..", "..", "", "5", "0...7", "99999999999999999999..0"] {
        rejected(&with(&["--nondet-range", range]), 1, "expected two numbers as in 0..7");
    }
}

#[test]
fn options_of_boolean_programs_are_not_ignored() {
    for args in [["--error-label", "NOWHERE"], ["--init", "3"], ["--init", "unbounded"]] {
        let outcome = check("safe.c", SAFE, &args);
        assert!([1, 3].contains(&outcome.code), "{args:?}: {outcome:?}");
        rejected(&outcome, outcome.code, args[0]);
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
    let document: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("one JSON document");
    assert!(!document["options"]["nondet_range"].is_null(), "{outcome:?}");
}

#[test]
fn functions_without_a_model() {
    let outcome = check("external.c", EXTERNAL, &[]);
    unknown(&outcome, "the external function launch has no model");
    unknown(&outcome, "external.c:4");
    assert!(outcome.stdout.contains("--havoc-externals"), "{outcome:?}");

    let outcome = check("external.c", EXTERNAL, &["--havoc-externals"]);
    answered(&outcome, 10, "FALSE(unreach-call)", "external.c:5");
    assert!(outcome.stdout.contains("Note: assumed: launch returns anything"), "{outcome:?}");
    let harmless = "void launch(int);\nint main(void) {\n    launch(3);\n    return 0;\n}\n";
    let outcome = check("harmless.c", harmless, &["--havoc-externals"]);
    answered(&outcome, 0, "TRUE", "Note: assumed: launch returns anything");
    let outcome = check("external.c", EXTERNAL, &["--havoc-externals", "--nondet-range", "0..7"]);
    answered(&outcome, 0, "TRUE", "Note: assumed: launch returns anything");

    let unreached = "int launch(int);\nvolatile int zero;\nint main(void) { return zero ? launch(3) : 0; }\n";
    holds(&check("unreached.c", unreached, &[]));
}

#[test]
fn unknown_functions_that_do_not_return() {
    let program = "__attribute__((noreturn)) void fatal(int);\nint main(void) {\n    fatal(3);\n}\n";
    let outcome = check("noreturn.c", program, &["--havoc-externals"]);
    assert!([0, 5].contains(&outcome.code), "{outcome:?}");
}

#[test]
fn inline_assembly() {
    let program = r#"volatile int zero;
int main(void) {
    int x = 0;
    if (zero == WHEN)
        __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
"#;
    let outcome = check("assembly.c", program, &["--", "-DWHEN=0"]);
    unknown(&outcome, "inline assembly");
    unknown(&outcome, "assembly.c:5");
    unknown(&check("assembly.c", program, &["--havoc-externals", "--", "-DWHEN=0"]), "assembly.c:5");
    holds(&check("assembly.c", program, &["--", "-DWHEN=1"]));
}

const LONG_JUMP: &str = r"#include <setjmp.h>
static jmp_buf target;
volatile int zero;
int main(void) {
    if (zero == WHEN && setjmp(target) == 0)
        longjmp(target, 1);
    return 0;
}
";

#[test]
fn long_jumps() {
    let outcome = check("jump.c", LONG_JUMP, &["--", "-DWHEN=0"]);
    unknown(&outcome, "setjmp");
    unknown(&outcome, "jump.c:5");
    holds(&check("jump.c", LONG_JUMP, &["--", "-DWHEN=1"]));
}

#[test]
fn long_jumps_are_no_violation() {
    let outcome = check("jump.c", LONG_JUMP, &["--havoc-externals", "--", "-DWHEN=0"]);
    assert!([0, 5].contains(&outcome.code), "{outcome:?}");
}

#[test]
fn arguments_of_main() {
    let program = r"#include <assert.h>
int main(int argc, char **argv) {
    assert(argc >= 0);
    assert(argv[argc] == 0);
    return 0;
}
";
    holds(&check("argv.c", program, &[]));
}

#[test]
fn endless_loops() {
    let begin = Instant::now();
    holds(&check("spin.c", "int main(void) { while (1); }\n", &["--time-limit", "60s"]));
    for program in [
        "int main(void) { unsigned x = 0; for (;;) x++; }\n",
        "unsigned x; int main(void) { for (;;) x++; }\n",
    ] {
        let outcome = check("count.c", program, &["--time-limit", "2s"]);
        if outcome.code == 0 {
            holds(&outcome);
        } else {
            unknown(&outcome, "time limit of 2 s");
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn programs_that_take_all_memory() {
    let lost = "#include <stdlib.h>\nint main(void) {\n    for (;;)\n        *(char *)malloc(4096) = 1;\n}\n";
    let limits = ["--memory-limit", "300MB", "--time-limit", "120s"];
    unknown(&check("lost.c", lost, &limits), "memory limit of 300 MB");
    let list = r"#include <stdlib.h>
struct node { struct node *next; char rest[4000]; } *head;
int main(void) {
    for (;;) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
}
";
    unknown(&check("list.c", list, &limits), "memory limit of 300 MB");
    let outcome = check("list.c", list, &[&limits[..], &["--format", "json"]].concat());
    assert_eq!(outcome.code, 5, "{outcome:?}");
    let document: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("one JSON document");
    assert_eq!(document["schema"], "threadwise/1");
    assert_eq!(document["verdict"], "UNKNOWN");
}

#[test]
fn objects_beyond_the_largest_size() {
    let local = "int main(void) {\n    char big[1UL << 40];\n    big[7] = 1;\n    return 0;\n}\n";
    unknown(&check("local.c", local, &[]), "local array of more than 256 MB");
    let global = "char big[1UL << 40];\nint main(void) {\n    big[7] = 1;\n    return 0;\n}\n";
    unknown(&check("global.c", global, &[]), "big");
}

#[test]
fn large_allocations_are_not_taken_to_fail() {
    let program =
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(!malloc(1UL << 34)); }\n";
    let outcome = check("large.c", program, &[]);
    assert!([5, 10].contains(&outcome.code), "{outcome:?}");
}

#[test]
fn ten_thousand_threads() {
    let one_by_one = r"#include <pthread.h>
static void *worker(void *argument) { return argument; }
int main(void) {
    for (int i = 0; i < 10000; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
        pthread_join(thread, 0);
    }
}
";
    let at_once = r"#include <pthread.h>
static pthread_t threads[10000];
static void *worker(void *argument) { return argument; }
int main(void) {
    for (int i = 0; i < 10000; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 10000; i++)
        pthread_join(threads[i], 0);
}
";
    let begin = Instant::now();
    for program in [one_by_one, at_once] {
        for order in ["bfs", "dfs"] {
            let limits = ["--time-limit", "4s", "--memory-limit", "1GB", "--search", order];
            let outcome = check("threads.c", program, &limits);
            if outcome.code == 0 {
                holds(&outcome);
                continue;
            }
            unknown(&outcome, "");
            let reasons = ["more than 1000 threads", "time limit", "memory limit"];
            let last = outcome.stdout.lines().last().unwrap_or_default();
            assert!(reasons.iter().any(|r| last.contains(r)), "{outcome:?}");
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(90), "{:?}", begin.elapsed());
}

#[test]
fn deep_recursion() {
    let program = r"static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) { return depth(DEPTH) - DEPTH; }
";
    holds(&check("depth.c", program, &["--", "-DDEPTH=1000"]));
    let outcome = check("depth.c", program, &["--time-limit", "60s", "--", "-DDEPTH=10000000"]);
    unknown(&outcome, "recursion deeper than");
    unknown(&outcome, "depth.c:1");
    let endless = "static int f(int n) { return 1 + f(n); }\nint main(void) { return f(1); }\n";
    unknown(&check("endless.c", endless, &["--time-limit", "60s"]), "recursion deeper than");
}

#[test]
fn json_is_one_document() {
    let document = |name: &str, program: &str, code: i32| -> serde_json::Value {
        let outcome = check(name, program, &["--format", "json"]);
        assert_eq!(outcome.code, code, "{outcome:?}");
        serde_json::from_str(&outcome.stdout).expect("standard output is one JSON document")
    };
    let violated = document("race.c", RACE, 10);
    assert_eq!(violated["schema"], "threadwise/1");
    assert_eq!(violated["verdict"], "FALSE");
    assert_eq!(violated["property"], "data-race");
    assert_eq!(violated["code"], "no-data-race");
    assert_eq!(violated["options"]["engine"], "execute");
    assert!(violated["input"][0]["path"].as_str().is_some_and(|p| p.ends_with("race.c")));
    assert!(violated["statistics"]["states"].as_u64().is_some_and(|n| n > 0));
    let counterexample = &violated["counterexample"];
    assert!(counterexample["trace"]["steps"].as_array().is_some_and(|s| !s.is_empty()));
    assert!(counterexample["execution"]["rows"].as_array().is_some_and(|r| !r.is_empty()));
    let sites = counterexample["execution"]["sites"].as_array().expect("two places");
    let mut lines: Vec<_> = sites.iter().filter_map(|site| site["line"].as_u64()).collect();
    lines.sort_unstable();
    assert_eq!(lines, [7, 14]);

    let held = document("safe.c", SAFE, 0);
    assert_eq!(held["schema"], "threadwise/1");
    assert_eq!(held["verdict"], "TRUE");
    assert!(held["counterexample"].is_null());

    let open = document("external.c", EXTERNAL, 5);
    assert_eq!(open["verdict"], "UNKNOWN");
    assert!(open["reason"].as_str().is_some_and(|r| r.contains("launch")));
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
    let document: serde_json::Value = serde_json::from_str(&json).expect("the result is JSON");

    let tampered = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut document = document.clone();
        change(&mut document);
        run(&["replay", text(&program), text(&write("tampered.json", document.to_string()))])
    };
    assert_eq!(tampered(&|_| ()).code, 10);
    let steps = document["counterexample"]["trace"]["steps"].as_array().expect("there are steps").len();
    for step in 0..steps {
        let outcome = tampered(&|d| {
            d["counterexample"]["trace"]["steps"].as_array_mut().expect("steps").remove(step);
        });
        rejected(&outcome, 2, "not an execution of the program");
        for (field, value) in [("thread", 99_u64), ("instructions", 0), ("instructions", u64::MAX / 2)] {
            let outcome = tampered(&|d| d["counterexample"]["trace"]["steps"][step][field] = value.into());
            rejected(&outcome, 2, "not an execution of the program");
        }
    }
    let outcome = tampered(&|d| d["counterexample"]["trace"]["breach"]["property"] = "memory".into());
    rejected(&outcome, 2, "not an execution of the program");
    let outcome = tampered(&|d| d["counterexample"]["trace"]["breach"]["property"] = "beauty".into());
    rejected(&outcome, 2, "beauty");
    rejected(&tampered(&|d| d["schema"] = "threadwise/2".into()), 2, "schema threadwise/2");
    rejected(&tampered(&|d| d["counterexample"] = serde_json::Value::Null), 2, "no counterexample");

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
        rejected(&run(&["convert", text(&safe), "--to", language]), 3, "ir only");
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
    assert!(states("private") < states("access"));
    rejected(&run(&["explore", text(&race), "--dot", text(&scratch("graph.dot"))]), 3, "--dot");
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

#[test]
fn without_clang_19() {
    let program = write("safe.c", SAFE);
    let empty = scratch("nothing");
    std::fs::create_dir_all(&empty).expect("folders can be made");
    let outcome = check_with_path(&program, &empty);
    rejected(&outcome, 2, "clang-19 is not installed");
    rejected(&outcome, 2, "apt install clang-19");
    let cpp = write("safe.cpp", "int main() {}\n");
    rejected(&check_with_path(&cpp, &empty), 2, "apt install clang-19");
    let outcome = check_with_path(&program, &fixture("other-clang"));
    rejected(&outcome, 2, "clang version 14.0.6");
    rejected(&outcome, 2, "apt install clang-19");
    // Modules need no compiler.
    holds(&check_with_path(&compiled("safe.ll", SAFE), &empty));
}
