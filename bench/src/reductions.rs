//! `cargo xtask bench reductions [table|rate|spin|scaling|all] [--quick] [--limit SECONDS] [--binary PATH]`: what the
//! reductions for C and C++ programs gain, how fast and how large the state spaces are, SPIN beside us, and growth with
//! the number of threads.
//!
//! *What*: runs the tool as a process, one run after the other, and reads its output. Without `--binary` the release
//! binary of the workspace is built first. `--limit` is the time for one run of `scaling` (60 s, with `--quick` 5 s).
//! *Fails*: if the tool ends with an error, or if one and two searching threads count different states.
//! Writes `reductions.md`, `rate.md`, `spin.md`, `scaling.md` and two pictures to `bench/results`; with `--quick`, small
//! parts of each to `target/bench/quick`, so that a trial never replaces results.

mod bars;
mod counterexamples;
mod curves;
mod paper;
pub mod process;
mod rate;
mod scaling;
mod spin;
mod table;
mod threadwise;

use crate::report;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use threadwise::Threadwise;
use tw_report::grouped;

/// How the command line was understood.
pub struct Bench {
    /// The folder of the workspace.
    root: PathBuf,
    /// The tool.
    tool: Threadwise,
    /// Only small parts, for trying.
    quick: bool,
    /// Time for one run of `scaling`.
    limit: Duration,
    /// Where files go.
    results: PathBuf,
    /// The options as typed, without the path of the binary.
    options: String,
    /// The revision at the start, and whether something differs from it.
    revision: String,
    /// The machine, with its load at the start.
    machine: String,
}

/// Measures, and writes its files.
type Part = fn(&Bench) -> Result<(), String>;

/// The parts by name.
const PARTS: [(&str, Part); 4] =
    [("table", table::run), ("rate", rate::run), ("spin", spin::run), ("scaling", scaling::run)];

/// Runs the chosen parts.
pub fn run(args: &[String]) -> Result<(), String> {
    let (chosen, bench) = read(args)?;
    PARTS.iter().filter(|(name, _)| chosen == "all" || chosen == *name).try_for_each(|(_, run)| run(&bench))
}

fn read(args: &[String]) -> Result<(String, Bench), String> {
    let (mut part, mut quick, mut limit, mut binary) = (None, false, None, None);
    let mut options = String::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--quick" => (quick, options) = (true, options + " --quick"),
            "--limit" => {
                let value = rest.next().and_then(|v| v.parse().ok());
                let seconds: u64 = value.ok_or("--limit needs a number of seconds")?;
                limit = Some(seconds);
                options += &format!(" --limit {seconds}");
            }
            "--binary" => {
                let path = PathBuf::from(rest.next().ok_or("--binary needs a path")?);
                binary = Some(path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?);
                options += " --binary …";
            }
            name if part.is_none() && (name == "all" || PARTS.iter().any(|(n, _)| *n == name)) => {
                part = Some(name.to_string());
            }
            other => return Err(format!("{other}: expected table, rate, spin, scaling or all")),
        }
    }
    let root = crate::root();
    let given = binary.is_some();
    let revision = revision(&root, given);
    let binary = binary.map_or_else(build, Ok)?;
    let limit = Duration::from_secs(limit.unwrap_or(if quick { 5 } else { 60 }));
    let tool = Threadwise { binary, root: root.clone() };
    let results = root.join(if quick { "target/bench/quick" } else { "bench/results" });
    std::fs::create_dir_all(&results).map_err(|e| format!("{}: {e}", results.display()))?;
    let bench = Bench { root, tool, quick, limit, results, options, revision, machine: machine() };
    Ok((part.unwrap_or_else(|| "all".to_string()), bench))
}

/// Builds the release binary of the workspace; it lies in the target folder that this program was built in.
pub fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let status = Command::new(cargo)
        .args(["build", "--locked", "--release", "--package", "tw-cli"])
        .current_dir(crate::root())
        .status();
    if !status.is_ok_and(|s| s.success()) {
        return Err("the release binary cannot be built".to_string());
    }
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    let target = this.ancestors().nth(2).ok_or("this program lies in no target folder")?;
    Ok(target.join("release/threadwise"))
}

impl Bench {
    /// How a file begins: title, revision, date, command, machine, duration.
    fn header(&self, title: &str, part: &str, started: Instant) -> String {
        format!(
            "# {title}\n\n- revision {}\n- date: {}\n- command: `cargo xtask bench reductions {part}{}`\n- machine: {}\n- duration: {} s\n\n",
            self.revision,
            output("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
            self.options,
            self.machine,
            started.elapsed().as_secs()
        )
    }

    /// Writes a file of results, and shows it.
    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        println!("{text}");
        std::fs::write(self.results.join(name), text).map_err(|e| format!("{name}: {e}"))
    }
}

/// The revision, whether anything but results differs from it, and whether the binary is known to be built from it.
pub fn revision(root: &Path, given: bool) -> String {
    let status = Command::new("git")
        .args(["status", "--porcelain", "--", ".", ":!bench/results"])
        .current_dir(root)
        .output();
    let changes = if status.is_ok_and(|s| !s.stdout.is_empty()) { " with local changes" } else { "" };
    let binary = if given { "; the binary was given and may be of another revision" } else { "" };
    format!("{}{changes}{binary}", report::revision(root))
}

/// What a command prints.
pub fn output(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
}

/// Number of cores, the model's name, and the load: with other work going on, times say little.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find(|l| l.starts_with("model name")).and_then(|l| l.split_once(": "));
    let model = model.map_or("unknown model", |(_, name)| name.trim());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!("{cores} cores, {model}; load average {load} when the command began")
}

/// The row of a table.
fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// The head of a table.
fn head(names: &[&str]) -> String {
    format!("| {} |\n|{}\n", names.join(" | "), "---|".repeat(names.len()))
}
