//! Running the command.
#![allow(dead_code, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a command did.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `threadwise` with the given arguments.
pub fn run(args: &[&str]) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_threadwise"))
        .args(args)
        .env("COLUMNS", "100")
        .output()
        .expect("the command starts");
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The file of a test program.
pub fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/boolprog").join(name).with_extension("bp")
}

/// A file of this test process alone.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string());
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "-");
    folder.join(format!("{thread}{name}"))
}
