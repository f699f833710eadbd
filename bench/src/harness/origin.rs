//! Where numbers come from: revision, date, command, machine.

use super::options::Options;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// What a page says about its numbers.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The revision, or the binary where no revision describes it.
    pub revision: String,
    /// The command as typed.
    pub command: String,
    /// The machine, with its load at the start; absent where nothing was run.
    pub machine: Option<String>,
    /// When the command began.
    began: Instant,
}

impl Origin {
    /// Of runs of this binary.
    pub fn of(options: &Options, binary: &Path) -> Origin {
        let revision = revision(options.binary.is_some(), binary);
        Origin { machine: Some(machine()), ..Origin::known(options, revision) }
    }

    /// Of runs that were made before.
    pub fn known(options: &Options, revision: String) -> Origin {
        let command = format!("cargo xtask {} {}", options.command, options.typed);
        Origin { revision, command: command.trim_end().to_string(), machine: None, began: Instant::now() }
    }

    /// Seconds since the command began.
    pub fn seconds(&self) -> u64 {
        self.began.elapsed().as_secs()
    }
}

/// The revision of the sources. A binary that they do not describe, given or built from changed sources, is named by its
/// content: runs of one and the same binary can be resumed, others cannot be mixed with them.
fn revision(given: bool, binary: &Path) -> String {
    let hash = || output("git", &["hash-object", &binary.to_string_lossy()]);
    if given {
        return format!("of a given binary, git hash-object {}", short(&hash()));
    }
    let changes = output("git", &["status", "--porcelain", "--", ".", ":!bench/results"]);
    let revision = output("git", &["rev-parse", "HEAD"]);
    match changes.is_empty() {
        true => revision,
        false => format!("{revision} with local changes, git hash-object {}", short(&hash())),
    }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// The time, to the minute.
pub fn date() -> String {
    output("date", &["-u", "+%Y-%m-%d %H:%M UTC"])
}

/// What a command prints in the workspace.
pub fn output(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(crate::root()).output();
    output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
}

/// Number of cores, the model's name, and the load: with other work going on, times say little.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find(|l| l.starts_with("model name")).and_then(|l| l.split_once(": "));
    let model = model.map_or("unknown model", |(_, name)| name.trim());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!("{cores} cores, {model}; load average {load} when the command began")
}
