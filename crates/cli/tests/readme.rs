//! What the README shows is what the command prints.

mod common;

use std::path::Path;
use std::process::Command;

#[test]
fn transcripts_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README is there");
    let blocks: Vec<&str> =
        readme.split("```").filter(|b| b.trim_start().starts_with("$ threadwise")).collect();
    assert!(!blocks.is_empty(), "the README shows a command");
    for block in blocks {
        let (command, expected) = block.trim_start().split_once('\n').expect("a command and its output");
        let args: Vec<&str> = command.split_whitespace().skip(2).collect();
        let output = Command::new(env!("CARGO_BIN_EXE_threadwise"))
            .args(&args)
            .env("COLUMNS", "100")
            .current_dir(&root)
            .output();
        let printed = String::from_utf8_lossy(&output.expect("the command starts").stdout).into_owned();
        // `…` stands for a line with times.
        let pairs = expected.trim_end().lines().zip(printed.trim_end().lines());
        assert_eq!(expected.trim_end().lines().count(), printed.trim_end().lines().count(), "{printed}");
        for (wanted, line) in pairs.filter(|(wanted, _)| *wanted != "…") {
            assert_eq!(wanted, line, "{printed}");
        }
    }
}
