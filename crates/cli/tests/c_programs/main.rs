//! C programs at the command line: what is wrong with them, what is asked about them, and how it ends.

mod certificates;
#[path = "../common/mod.rs"]
mod common;
mod files;
mod limits;
mod question;
mod results;

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
