//! Thread transition systems and nets as test cases: the header says what is expected.
//!
//! ```text
//! # title: …
//! # check: --target '2|1,2' => FALSE threads=2
//! # check: --init single --threads 3 => TRUE states=30
//! # check: => ERROR 2 "fragment"
//! # warns: fragment
//! ```
//! Options are those of `threadwise check`. `threads` is the least number of threads with which a target is covered, `tokens`
//! the same of a net; `states` is how many configurations there are with the bound. A file draws exactly as many warnings
//! as there are `warns` lines.

use std::path::{Path, PathBuf};

/// A test case.
pub struct SystemCase {
    /// Its name, with its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What is expected of it.
    pub checks: Vec<SystemCheck>,
    /// Fragments of its warnings, in order.
    pub warns: Vec<String>,
}

/// One expectation.
pub struct SystemCheck {
    /// Options of `threadwise check`.
    pub options: Vec<String>,
    /// The outcome.
    pub expected: SystemExpected,
}

/// An expected outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SystemExpected {
    /// No target can be covered; so many configurations there are with a bound.
    Safe {
        /// Configurations.
        states: Option<usize>,
    },
    /// A target can be covered, with so many threads or tokens at least.
    Unsafe {
        /// Threads or tokens.
        least: Option<u32>,
    },
    /// Rejected, with this exit code and this text in a message.
    Error(u8, String),
}

/// The cases of a folder, sorted by name.
///
/// # Panics
/// If a case cannot be read.
pub fn read_system_cases(folder: &Path) -> Vec<SystemCase> {
    let entries = std::fs::read_dir(folder).expect("the folder of cases is there").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().map(|path| read_system_case(path)).collect()
}

fn read_system_case(path: &Path) -> SystemCase {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = header_text(&std::fs::read(path).expect("cases can be read"));
    let all = |key: &'static str| {
        text.lines().filter_map(move |line| line.trim_start_matches('\u{feff}').strip_prefix(key))
    };
    assert_eq!(all("# title: ").count(), 1, "{name}: no title");
    let checks: Vec<SystemCheck> = all("# check: ").map(|line| read_check(&name, line)).collect();
    assert!(!checks.is_empty(), "{name}: no check line");
    let warns = all("# warns: ").map(str::to_string).collect();
    SystemCase { name, path: path.to_path_buf(), checks, warns }
}

/// The text as far as headers need it: whatever the encoding is, they are ASCII but for titles.
fn header_text(bytes: &[u8]) -> String {
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let bytes: Vec<u8> = bytes.iter().copied().filter(|b| !wide || (*b != 0 && b.is_ascii())).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read_check(name: &str, line: &str) -> SystemCheck {
    let (options, expected) = line.split_once("=> ").unwrap_or_else(|| panic!("{name}: no => in '{line}'"));
    let words: Vec<&str> = expected.split_whitespace().collect();
    let count = |keys: [&str; 2]| {
        let value = words.iter().skip(1).find_map(|w| keys.iter().find_map(|key| w.strip_prefix(key)));
        assert!(value.is_some() == (words.len() > 1), "{name}: '{expected}' is not understood");
        value.map(|n| n.parse().unwrap_or_else(|_| panic!("{name}: '{n}' is not a number")))
    };
    let expected = match words[0] {
        "TRUE" => SystemExpected::Safe { states: count(["states=", "states="]).map(|n| n as usize) },
        "FALSE" => SystemExpected::Unsafe { least: count(["threads=", "tokens="]) },
        "ERROR" => {
            let code = words[1].parse().expect("exit codes are numbers");
            let fragment = expected.split('"').nth(1).unwrap_or_else(|| panic!("{name}: no fragment"));
            SystemExpected::Error(code, fragment.to_string())
        }
        other => panic!("{name}: unknown verdict {other}"),
    };
    let plain = |word: &str| word.trim_matches('\'').to_string();
    SystemCheck { options: options.split_whitespace().map(plain).collect(), expected }
}
