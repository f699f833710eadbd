//! C programs at the command line: what is wrong with them, what is asked about them, and how it ends.

mod abstraction;
mod certificates;
mod files;
mod limits;
mod published;
mod question;
mod results;

use crate::threadwise::{
    Outcome, answered, check, command, counterexample, decided, document, ended, fixture, holds, rejected,
    run, scratch, text, unknown, write,
};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub const SAFE: &str = "int g;\nint f(void) { return g; }\nint main(void) { g = 1; return f() - 1; }\n";

/// A data race, and an assertion that it can break.
pub const RACE: &str = r"#include <assert.h>
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

pub const EXTERNAL: &str = r"#include <assert.h>
int launch(int code);
int main(void) {
    int x = launch(3);
    assert(x != 4711);
    return 0;
}
";

/// `check` with another search path for programs.
fn check_with_path(file: &Path, folder: &Path) -> Outcome {
    let output = command().args(["check", text(file)]).env("PATH", folder).output();
    ended(output.expect("the command starts"))
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
