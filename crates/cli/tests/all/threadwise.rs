//! Running the command, and what to expect of it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a command did.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The command, without arguments.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadwise"));
    command.env("COLUMNS", "100");
    command
}

/// What a command did that has ended.
pub fn ended(output: Output) -> Outcome {
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs `threadwise` with the given arguments.
pub fn run(args: &[&str]) -> Outcome {
    ended(command().args(args).output().expect("the command starts"))
}

/// `check` on a file with this name and text.
pub fn check(name: &str, content: impl AsRef<[u8]>, args: &[&str]) -> Outcome {
    let path = write(name, content);
    run(&[&["check", text(&path)], args].concat())
}

/// The file of a test program.
pub fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/boolprog").join(name).with_extension("bp")
}

/// A file or folder of these tests.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// A file of this test alone.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string());
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "-");
    folder.join(format!("{thread}{name}"))
}

/// Writes a file of this test alone.
pub fn write(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = scratch(name);
    std::fs::write(&path, content).expect("the scratch folder is writable");
    path
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("paths are text")
}

/// The one document on standard output, which agrees with the exit code.
pub fn document(outcome: &Outcome) -> Value {
    let document: Value = serde_json::from_str(&outcome.stdout)
        .unwrap_or_else(|error| panic!("not one JSON document: {error}: {outcome:?}"));
    assert_eq!(document["schema"], "threadwise/2", "{outcome:?}");
    let verdict = match outcome.code {
        0 => "TRUE".into(),
        10 => "FALSE".into(),
        5 => "UNKNOWN".into(),
        _ => Value::Null,
    };
    assert_eq!(document["verdict"], verdict, "{outcome:?}");
    let code = if verdict.is_null() { outcome.code.into() } else { Value::Null };
    assert_eq!(document["errors"][0]["code"], code, "{outcome:?}");
    document
}

/// The only property of a document, or the one that is violated.
pub fn decided(document: &Value) -> &Value {
    let properties = document["properties"].as_array().expect("a list of properties");
    let violated = properties.iter().find(|property| property["verdict"] == "FALSE");
    violated.or(properties.first()).expect("a property")
}

/// The counterexample of a document.
pub fn counterexample(document: &Value) -> &Value {
    let found = &decided(document)["evidence"]["counterexample"];
    assert!(found.is_object(), "no counterexample in {document}");
    found
}

/// No verdict: a message and an exit code.
pub fn rejected(outcome: &Outcome, code: i32, fragment: &str) {
    assert_eq!(outcome.code, code, "{outcome:?}");
    assert!(outcome.stderr.contains(fragment), "no '{fragment}' in {outcome:?}");
    assert!(!outcome.stdout.contains("RESULT"), "a verdict in {outcome:?}");
    assert!(!outcome.stderr.contains("internal error"), "{outcome:?}");
}

/// A verdict: its exit code, its one RESULT line at the end, and a fragment of what is said.
pub fn answered(outcome: &Outcome, code: i32, result: &str, fragment: &str) {
    assert_eq!(outcome.code, code, "{outcome:?}");
    assert_eq!(outcome.stdout.lines().last(), Some(format!("RESULT: {result}").as_str()), "{outcome:?}");
    assert_eq!(outcome.stdout.matches("RESULT:").count(), 1, "{outcome:?}");
    assert!(outcome.stdout.contains(fragment), "no '{fragment}' in {outcome:?}");
}

/// TRUE.
pub fn holds(outcome: &Outcome) {
    answered(outcome, 0, "TRUE", "TRUE: no violation");
}

/// UNKNOWN, for this reason.
pub fn unknown(outcome: &Outcome, reason: &str) {
    assert_eq!(outcome.code, 5, "{outcome:?}");
    let last = outcome.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("RESULT: UNKNOWN(") && last.contains(reason), "no '{reason}' in {outcome:?}");
    assert_eq!(outcome.stdout.matches("RESULT:").count(), 1, "{outcome:?}");
}
