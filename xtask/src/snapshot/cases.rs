//! The questions of all cases, from the headers of their files.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One run of `threadwise check`.
pub struct Question {
    /// The file, from the folder of cases.
    pub file: String,
    /// Options, the engine among them.
    pub options: Vec<String>,
    /// Arguments for clang.
    pub flags: Vec<String>,
    /// Several searches race for the answer: only its verdict is the same every time.
    pub timing_decides: bool,
}

impl Question {
    /// The case and its options, as the first two columns of a line.
    pub fn key(&self) -> String {
        format!("{}\t{}", self.file, self.options.join(" "))
    }
}

/// The engines, as the command lists them.
pub struct Engines(Value);

impl Engines {
    /// Asks the command.
    pub fn of(binary: &Path) -> Option<Engines> {
        let output = Command::new(binary).args(["settings", "--format", "json"]).output().ok()?;
        serde_json::from_slice(&output.stdout).ok().map(Engines)
    }

    /// Those that read a language, with or without a bound: names, and whether searches race.
    fn fitting(&self, language: &str, bounded: bool) -> Vec<(&str, bool)> {
        let threads = if bounded { "bounded" } else { "any-number" };
        let reads = |engine: &&Value| {
            let rows = engine["reads"].as_array().into_iter().flatten();
            let mut here = rows.filter(|row| row["language"] == language);
            here.any(|row| row["threads"] == threads || row["threads"] == "either")
        };
        let engines = self.0["engines"].as_array().into_iter().flatten().filter(reads);
        engines.filter_map(|e| Some((e["name"].as_str()?, e["races"] == true))).collect()
    }
}

/// The questions of all cases whose name contains `only`.
pub fn questions(folder: &Path, only: &str, engines: &Engines) -> Vec<Question> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let file = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        match path.extension().and_then(|e| e.to_str()) {
            _ if !file.contains(only) => {}
            Some("bp") => all.extend(with_engines(&file, &text, "//", "boolean-program", engines)),
            Some("tts") => all.extend(with_engines(&file, &text, "#", "system", engines)),
            Some("spec") => all.extend(with_engines(&file, &text, "#", "net", engines)),
            Some("c" | "cpp") => all.push(program(&file, &text)),
            _ => {}
        }
    }
    all
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// The options of lines such as `// check: --threads 2 => TRUE`.
fn checks<'t>(text: &'t str, comment: &str) -> Vec<Vec<&'t str>> {
    let start = format!("{comment} check:");
    let lines = text.lines().filter_map(|line| line.strip_prefix(&start));
    lines.map(|line| line.split("=>").next().unwrap_or("").split_whitespace().collect()).collect()
}

/// The questions of a file, to each engine that answers about them.
fn with_engines(file: &str, text: &str, comment: &str, language: &str, engines: &Engines) -> Vec<Question> {
    let one = |options: &Vec<&str>| -> Vec<Question> {
        let bound = options.iter().skip_while(|o| **o != "--threads").nth(1);
        let fitting = engines.fitting(language, bound.is_some_and(|b| *b != "unbounded"));
        let question = |(engine, timing_decides): (&str, bool)| {
            let unquoted = options.iter().map(|word| word.trim_matches('\'').to_string());
            let options = unquoted.chain(["--engine".into(), engine.into()]).collect();
            Question { file: file.into(), options, flags: Vec::new(), timing_decides }
        };
        fitting.into_iter().map(question).collect()
    };
    checks(text, comment).iter().flat_map(one).collect()
}

fn program(file: &str, text: &str) -> Question {
    let header =
        || text.lines().take_while(|l| l.starts_with("//")).map(|l| l.trim_start_matches('/').trim());
    let words = |key: &str| -> Vec<String> {
        let lines = header().filter_map(|line| line.strip_prefix(key));
        lines.flat_map(|rest| rest.split_whitespace().map(str::to_string)).collect()
    };
    let mut options = words("options:");
    options.extend(words("word:").iter().map(|bits| format!("--{bits}")));
    options.extend(["--jobs".into(), "1".into()]);
    Question { file: file.into(), options, flags: words("flags:"), timing_decides: false }
}
