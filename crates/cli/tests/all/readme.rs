//! What the README shows is what the command prints.

use crate::threadwise::command;
use std::path::Path;

#[test]
fn transcripts_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README is there");
    let blocks: Vec<&str> =
        readme.split("```").filter(|b| b.trim_start().starts_with("$ threadwise")).collect();
    assert!(!blocks.is_empty(), "the README shows a command");
    for block in blocks {
        let (line, expected) = block.trim_start().split_once('\n').expect("a command and its output");
        let args: Vec<&str> = line.split_whitespace().skip(2).collect();
        let output = command().args(&args).current_dir(&root).output();
        let printed = String::from_utf8_lossy(&output.expect("the command starts").stdout).into_owned();
        // `…` stands for a line with times.
        let pairs = expected.trim_end().lines().zip(printed.trim_end().lines());
        assert_eq!(expected.trim_end().lines().count(), printed.trim_end().lines().count(), "{printed}");
        for (wanted, line) in pairs.filter(|(wanted, _)| *wanted != "…") {
            assert_eq!(wanted, line, "{printed}");
        }
    }
}
