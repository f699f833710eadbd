//! The questions of all cases, from the headers of their files.

use std::path::{Path, PathBuf};

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

const BOUNDED: [&str; 5] = ["plain", "counter", "symbolic", "plain-symbolic", "simulate"];
const ANY_NUMBER: [&str; 3] = ["cover", "backward", "karp-miller"];

/// The questions of all cases whose name contains `only`.
pub fn questions(folder: &Path, only: &str) -> Vec<Question> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let file = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        match path.extension().and_then(|e| e.to_str()) {
            _ if !file.contains(only) => {}
            Some("bp") => all.extend(boolean(&file, &text)),
            Some("tts" | "spec") => all.extend(system(&file, &text)),
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

fn with_engine(file: &str, options: &[&str], engine: &str) -> Question {
    let unquoted = options.iter().map(|word| word.trim_matches('\'').to_string());
    let options = unquoted.chain(["--engine".into(), engine.into()]).collect();
    Question { file: file.into(), options, flags: Vec::new(), timing_decides: engine == "cover" }
}

fn boolean(file: &str, text: &str) -> Vec<Question> {
    let engines = |options: &[&str]| -> &[&str] {
        let bound = options.iter().skip_while(|o| **o != "--threads").nth(1);
        match bound {
            Some(&"unbounded") | None => &ANY_NUMBER,
            Some(_) => &BOUNDED,
        }
    };
    let one = |options: &Vec<&str>| -> Vec<Question> {
        engines(options).iter().map(|engine| with_engine(file, options, engine)).collect()
    };
    checks(text, "//").iter().flat_map(one).collect()
}

fn system(file: &str, text: &str) -> Vec<Question> {
    let one = |options: &Vec<&str>| -> Vec<Question> {
        let bounded = options.contains(&"--threads") && !options.contains(&"unbounded");
        let engines: &[&str] = if bounded { &["plain"] } else { &["backward", "karp-miller"] };
        engines.iter().map(|engine| with_engine(file, options, engine)).collect()
    };
    checks(text, "#").iter().flat_map(one).collect()
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
