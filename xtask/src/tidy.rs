//! `cargo xtask tidy`: rules that the compiler does not know.
//!
//! - No decision hangs on a sentence: `.starts_with("…")`, `.contains("…")` and the like over messages. Parsers, and
//!   places that look at names (symbols, paths, lines of files), say so with a comment `// text:` on the line or the line
//!   before it, or stand in [`PARSERS`].
//! - Words of the house: idioms that a reader stumbles over are not used in documents and messages.

use std::path::{Path, PathBuf};

/// Files that read languages, names of LLVM, or the output of other tools.
const PARSERS: [&str; 8] = [
    "crates/boolprog/src/lex.rs",
    "crates/boolprog/src/parse.rs",
    "crates/boolprog/src/export/",
    "crates/llvm/src/",
    "crates/decide/src/property.rs",
    "crates/tts/src/spec",
    "bench/src/",
    "xtask/src/",
];

/// Ways to look into a text.
const LOOKS: [&str; 4] = [".starts_with(\"", ".contains(\"", ".ends_with(\"", ".find(\""];

/// Idioms, and what to say instead.
const WORDS: [(&str, &str); 5] = [
    ("for ever", "forever"),
    ("nobody", "no thread, no one, nothing"),
    ("so many", "this many, as many"),
    ("somebody", "a thread, a caller"),
    ("any more thread", "another thread"),
];

/// Documents whose words are looked at.
const DOCUMENTS: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// Everything that is against the rules.
pub fn violations(root: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for folder in ["crates", "tests", "bench", "xtask"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut wrong = Vec::new();
    for path in files {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        wrong.extend(looks_into_text(&name, &text));
    }
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root.join(document)).unwrap_or_default();
        wrong.extend(idioms(document, &text));
    }
    wrong
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Whether a file is a test, or reads texts for a living.
fn is_exempt(name: &str) -> bool {
    let test = name.contains("/tests/") || name.ends_with("tests.rs") || name.starts_with("tests/");
    test || PARSERS.iter().any(|parser| name.starts_with(parser))
}

fn looks_into_text(name: &str, text: &str) -> Vec<String> {
    if is_exempt(name) {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        if line.trim() == "#[cfg(test)]" {
            break;
        }
        let allowed = line.contains("// text:") || before.contains("// text:");
        let code = line.split("//").next().unwrap_or("");
        if !allowed && LOOKS.iter().any(|look| code.contains(look)) {
            let what = "a decision hangs on a text: use a type, or say // text: why";
            wrong.push(format!("{name}:{}: {what}: {}", number + 1, line.trim()));
        }
        before = line;
    }
    wrong
}

fn idioms(name: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        for (idiom, instead) in WORDS.iter().filter(|(idiom, _)| has_words(&lower, idiom)) {
            wrong.push(format!("{name}:{}: '{idiom}': say {instead}", number + 1));
        }
    }
    wrong
}

/// Whether whole words stand in a line.
fn has_words(line: &str, words: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    line.match_indices(words).any(|(at, _)| ends(&line[at + words.len()..]))
}

#[cfg(test)]
mod tests {
    use super::{idioms, looks_into_text, violations};
    use crate::layers::workspace_root;

    #[test]
    fn the_workspace_is_tidy() {
        assert_eq!(violations(&workspace_root()), Vec::<String>::new());
    }

    #[test]
    fn sentences_that_decide_are_found() {
        let code = "if why.starts_with(\"too hard\") {\n";
        assert_eq!(looks_into_text("crates/cli/src/x.rs", code).len(), 1);
        assert!(looks_into_text("crates/cli/tests/x.rs", code).is_empty());
        let said = "// text: a name of the system\nif path.starts_with(\"/usr/\") {\n";
        assert!(looks_into_text("crates/cli/src/x.rs", said).is_empty());
        let in_tests = "#[cfg(test)]\nmod tests { fn f(t: &str) -> bool { t.contains(\"x\") } }\n";
        assert!(looks_into_text("crates/cli/src/x.rs", in_tests).is_empty());
        assert_eq!(idioms("README.md", "It runs for ever.\n").len(), 1);
        assert!(idioms("README.md", "This holds for every engine.\n").is_empty());
    }
}
