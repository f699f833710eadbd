//! Test programs: the header says what is expected.
//!
//! ```text
//! // title: …
//! // check: --threads 2 --error-label L:2 => FALSE
//! // check: --threads 1 => TRUE plain=12 counter=7
//! // check: => ERROR 2 "fragment"
//! // check: --init unbounded --threads unbounded => FALSE threads=3
//! ```
//! `--threads unbounded` asks the engines for any number of threads; `threads` is how many the schedule has alive at
//! once, and `UNKNOWN` means that none of them can tell.

use std::path::{Path, PathBuf};
use tw_boolprog::checked::Unit;
use tw_verdict::{Bounds, InitialThreads, Target, Threads};

/// A test program.
pub struct Case {
    /// Name, from the folder of cases.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What is expected of it.
    pub checks: Vec<Check>,
}

/// One expectation.
pub struct Check {
    /// Options of `threadwise check`.
    pub options: Vec<String>,
    /// The outcome.
    pub expected: Expected,
}

/// An expected outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A verdict, and the number of states of the plain and of the counter engine without reduction.
    Verdict {
        /// TRUE (or FALSE).
        safe: bool,
        /// States of the plain engine.
        plain: Option<u64>,
        /// States of the counter engine.
        counter: Option<u64>,
    },
    /// The answer for any number of threads.
    Any {
        /// TRUE or FALSE, if there is an answer.
        safe: Option<bool>,
        /// The most threads alive at once in the schedule.
        threads: Option<u32>,
    },
    /// Rejected, with this exit code and this text in a message.
    Error(u8, String),
}

impl Expected {
    /// The expected verdict, if one is expected.
    pub fn safe(&self) -> Option<bool> {
        match self {
            Expected::Verdict { safe, .. } => Some(*safe),
            Expected::Any { .. } | Expected::Error(..) => None,
        }
    }
}

/// Bounds and targets of a check line; no targets are given for the default question.
pub fn question_of(options: &[String], unit: &Unit) -> (Bounds, Option<Vec<Target>>) {
    let value = |option: &str| options.iter().skip_while(|o| *o != option).nth(1);
    let init = match value("--init").map(String::as_str) {
        None => unit.default_init(),
        Some("single") => InitialThreads::Exactly(1),
        Some("unbounded") => InitialThreads::Unbounded,
        Some(n) => InitialThreads::Exactly(n.parse().expect("a number")),
    };
    let threads = match value("--threads").expect("cases give --threads").as_str() {
        "unbounded" => Threads::AnyNumber,
        n => Threads::AtMost(n.parse().expect("a number")),
    };
    let labels = options.iter().zip(options.iter().skip(1)).filter(|(o, _)| *o == "--error-label");
    let targets: Vec<Target> = labels.map(|(_, t)| Target::parse(t).expect("a target")).collect();
    (Bounds { init, threads }, Some(targets).filter(|t| !t.is_empty()))
}

/// All cases below `folder`, sorted by name.
pub fn read_cases(folder: &Path) -> Vec<Case> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    files.iter().map(|path| read_case(folder, path)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of cases is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "bp") {
            files.push(path);
        }
    }
}

/// Reads one case below `folder`.
pub fn read_case(folder: &Path, path: &Path) -> Case {
    let text = std::fs::read_to_string(path).expect("cases are text");
    let name = path.strip_prefix(folder).unwrap_or(path).with_extension("").display().to_string();
    let checks: Vec<Check> =
        text.lines().filter_map(|l| l.strip_prefix("// check:")).map(|l| read_check(&name, l)).collect();
    assert!(!checks.is_empty(), "{name}: no check line");
    Case { name, path: path.to_path_buf(), checks }
}

fn read_check(name: &str, line: &str) -> Check {
    let (options, expected) = line.split_once("=>").unwrap_or_else(|| panic!("{name}: no => in '{line}'"));
    let words: Vec<&str> = expected.split_whitespace().collect();
    let count = |key: &str| {
        words.iter().find_map(|w| w.strip_prefix(key)).map(|n| n.parse::<u64>().expect("counts are numbers"))
    };
    let unbounded = options.contains("--threads unbounded");
    let expected = match words[0] {
        "TRUE" | "FALSE" | "UNKNOWN" if unbounded => {
            let safe = Some(words[0] == "TRUE").filter(|_| words[0] != "UNKNOWN");
            Expected::Any { safe, threads: count("threads=").map(|n| n as u32) }
        }
        "TRUE" | "FALSE" => {
            Expected::Verdict { safe: words[0] == "TRUE", plain: count("plain="), counter: count("counter=") }
        }
        "ERROR" => {
            let fragment = expected.split('"').nth(1).unwrap_or_default();
            Expected::Error(words[1].parse().expect("exit codes are numbers"), fragment.to_string())
        }
        other => panic!("{name}: unknown verdict {other}"),
    };
    Check { options: options.split_whitespace().map(str::to_string).collect(), expected }
}
