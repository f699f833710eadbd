//! The tool as a process.

use super::{grouped, process};
use std::path::PathBuf;

/// Memory for one run.
const MEMORY: &str = "8GB";

/// The tool.
pub struct Threadwise {
    /// The binary.
    pub binary: PathBuf,
    /// The folder it runs in: the workspace.
    pub root: PathBuf,
}

/// What `threadwise explore` counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Seconds of the search, without compilation.
    pub seconds: f64,
    /// Bytes of the store for each state.
    pub stored: f64,
    /// Bytes of a state before it is compressed.
    pub unpacked: f64,
    /// Which limit ended the search, as in "memory limit"; absent if it is complete.
    pub limit: Option<String>,
    /// Most resident memory of the process, in bytes.
    pub peak: Option<u64>,
}

impl Threadwise {
    /// Explores a program of the workspace.
    pub fn explore(&self, file: &str, options: &[&str], clang: &[&str]) -> Result<Explored, String> {
        let memory = ["--memory-limit", MEMORY];
        let args = [&["explore", file], options, &memory, &["--"], clang].concat();
        let finished = self.run(&args)?;
        let explored = parse(&finished.stdout).map(|e| Explored { peak: finished.peak, ..e });
        let explored =
            explored.ok_or_else(|| format!("{}: not understood:\n{}", args.join(" "), finished.stdout))?;
        eprintln!("{} => {} states, {:.3} s", args.join(" "), explored.cell(), explored.seconds);
        Ok(explored)
    }

    /// Checks a program; returns the JSON document.
    pub fn check(&self, file: &str, options: &[&str]) -> Result<serde_json::Value, String> {
        let args = [&["check", file, "--format", "json", "--memory-limit", MEMORY], options].concat();
        let finished = self.run(&args)?;
        serde_json::from_str(&finished.stdout).map_err(|e| format!("{}: {e}", args.join(" ")))
    }

    /// Runs a command: TRUE, UNKNOWN and FALSE are answers, everything else is an error.
    fn run(&self, args: &[&str]) -> Result<process::Finished, String> {
        let finished = process::run(&self.binary, args, &self.root, None)?;
        match finished.code {
            Some(0 | 5 | 10) => Ok(finished),
            code => Err(format!(
                "threadwise {} ended with {}:\n{}{}",
                args.join(" "),
                code.map_or("a signal".to_string(), |c| format!("exit code {c}")),
                finished.stdout,
                finished.stderr
            )),
        }
    }
}

impl Explored {
    /// The number of states, or how many were reached before which limit.
    pub fn cell(&self) -> String {
        match &self.limit {
            None => grouped(self.states),
            Some(limit) => format!(">{}, {limit}", grouped(self.states)),
        }
    }

    /// The number of states, if all were counted.
    pub fn complete(&self) -> Option<u64> {
        self.limit.is_none().then_some(self.states)
    }

    /// States for each second.
    pub fn rate(&self) -> f64 {
        self.states as f64 / self.seconds.max(1e-3)
    }
}

/// Reads "47 507 states, 136 395 transitions, …, 0.226 s (… states/s, 52.8 bytes/state stored, 394.7 unpacked)".
fn parse(text: &str) -> Option<Explored> {
    let line = joined(text.lines().find(|l| l.contains(" states, "))?);
    let before = |word: &str| {
        let (front, _) = line.split_once(word)?;
        front.rsplit([' ', '(']).next()?.parse::<f64>().ok()
    };
    let reason = text.lines().find_map(|l| l.strip_prefix("RESULT: UNKNOWN("));
    let limit = reason.map(|r| r.split(" of ").next().unwrap_or(r).trim_end_matches(')').to_string());
    Some(Explored {
        states: before(" states,")? as u64,
        transitions: before(" transitions,")? as u64,
        seconds: before(" s (")?,
        stored: before(" bytes/state stored")?,
        unpacked: before(" unpacked")?,
        limit,
        peak: None,
    })
}

/// The text without spaces, thin or normal, between two digits.
fn joined(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    let separates = |i: usize| i > 0 && chars[i].is_whitespace() && digit(i - 1) && digit(i + 1);
    (0..chars.len()).filter(|i| !separates(*i)).map(|i| chars[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn output_is_read() {
        let line = "1 347 507 states, 136\u{202f}395 transitions, peak frontier 1 211, depth 165, 0.226 s (210 665 states/s, 52.8 bytes/state stored, 394.7 unpacked)\n";
        let whole = parse(line).unwrap();
        assert_eq!((whole.states, whole.transitions, whole.limit), (1_347_507, 136_395, None));
        assert_eq!((whole.seconds, whole.stored, whole.unpacked), (0.226, 52.8, 394.7));
        let part = parse(&format!("{line}RESULT: UNKNOWN(memory limit of 8 GB reached)\n")).unwrap();
        assert_eq!(part.cell(), ">1 347 507, memory limit");
        assert_eq!(parse("error: no such file"), None);
    }
}
