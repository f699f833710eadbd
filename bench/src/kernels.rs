//! `cargo xtask bench kernels [--binary PATH] [--against PATH] [--only NAME-PART] [--out DIR]`: instructions of ten fixed checks.
//!
//! *What*: each check runs once under `valgrind --tool=callgrind`, with one searching thread, so that its number of
//! instructions hardly depends on the machine and its load: two runs of one binary differ by a few thousandths.
//! Processes that the tool starts, above all clang, are not counted. The verdict must be the known one.
//! *Fails*: after another verdict, and with `--against` if a check takes more than [`MOST`] times the instructions that the
//! second binary takes.
//! *Files*: `bench/results/kernels.md`.

use crate::harness::campaign::Campaign;
use crate::harness::command::{CommandLine, Setting};
use crate::harness::limit::Limit;
use crate::harness::options::{Options, existing};
use crate::harness::page::{self, Table, or_dash};
use crate::harness::process::{self, Room};
use crate::harness::run::{FALSE, TRUE};
use std::path::Path;
use std::time::Duration;
use tw_report::grouped;

/// A check.
struct Kernel {
    name: &'static str,
    command: fn() -> CommandLine,
    /// The exit code of the right verdict.
    code: i32,
}

/// The checks. None has an expert setting: binaries of different revisions understand them all.
const KERNELS: [Kernel; 10] = [
    safe("counter", || bp("bench/programs/ticket.bp", "counter").threads("6", 6)),
    safe("plain", || bp("bench/programs/ticket.bp", "plain").threads("3", 3)),
    safe("symbolic", || bp("bench/programs/two-locks.bp", "symbolic").threads("6", 6)),
    safe("simulate", || bp("bench/programs/simulate/reachable-30-safe.bp", "simulate").threads("single", 1)),
    safe("backward", || bp("bench/cover/ticket-3bit-safe.bp", "backward").init("single").error_label("CS:2")),
    safe("karp-miller", || bp("bench/cover/refcount-3bit-safe.bp", "karp-miller").init("single")),
    safe("system", || check("bench/kernels/tas-spin-safe.tts")),
    safe("net", || check("bench/kernels/once-state-safe.spec")),
    safe("execute-safe", || c("bench/c/peterson.c")),
    Kernel { name: "execute-unsafe", command: || c("bench/c/reductions/peterson_bug.c"), code: FALSE },
];

/// Where the check of a larger ratio fails.
const MOST: f64 = 1.05;

/// Time for one check, about a hundred times what it needs.
const ROOM: Room = Room { time: Some(Duration::from_secs(1200)), memory: None };

const fn safe(name: &'static str, command: fn() -> CommandLine) -> Kernel {
    Kernel { name, command, code: TRUE }
}

fn check(file: &str) -> CommandLine {
    CommandLine::check(Path::new(file))
}

fn bp(file: &str, engine: &'static str) -> CommandLine {
    check(file).setting(&Setting::engine(engine))
}

fn c(file: &str) -> CommandLine {
    bp(file, "execute").jobs(1)
}

/// Counts, writes the page, and fails if a check takes too many instructions.
pub fn run(args: &[String]) -> Result<(), String> {
    let mut against = None;
    let foreign = ["--limit", "--fresh", "--plots-only"];
    let options = Options::read(args, "bench kernels", Limit::seconds(1), &foreign, |arg, value| {
        let own = arg == "--against";
        if own {
            against = Some(existing(&value()?)?);
        }
        Ok(own)
    })?;
    process::prepare("valgrind", &["--version"], &crate::root(), ROOM)
        .map_err(|e| format!("{e} (is the package valgrind installed?)"))?;
    let campaign = Campaign::begin(options, "", 0)?;
    let mut counts = Vec::new();
    for kernel in KERNELS.iter().filter(|k| campaign.options.wants(k.name)) {
        let ours = instructions(&campaign.tool.binary, kernel)?;
        let theirs = against.as_deref().map(|binary| instructions(binary, kernel)).transpose()?;
        let count = Count { name: kernel.name, command: (kernel.command)().args().join(" "), ours, theirs };
        println!("{}", count.cells().join(" | "));
        counts.push(count);
    }
    campaign.write("kernels.md", &page(&campaign, &counts))?;
    judgement(&counts)
}

/// Instructions of one check.
struct Count {
    name: &'static str,
    command: String,
    ours: u64,
    /// Those of the second binary.
    theirs: Option<u64>,
}

impl Count {
    fn ratio(&self) -> Option<f64> {
        self.theirs.map(|theirs| self.ours as f64 / theirs.max(1) as f64)
    }

    fn cells(&self) -> [String; 4] {
        let ratio = or_dash(self.ratio(), |r| format!("{r:.3}"));
        [self.name.to_string(), grouped(self.ours), or_dash(self.theirs, grouped), ratio]
    }
}

/// Runs the check under callgrind.
fn instructions(binary: &Path, kernel: &Kernel) -> Result<u64, String> {
    let mut args = ["--tool=callgrind", "--callgrind-out-file=/dev/null"].map(String::from).to_vec();
    args.push(binary.to_string_lossy().into_owned());
    args.extend((kernel.command)().args());
    let fail = |why: String| format!("{} with {}: {why}", kernel.name, binary.display());
    let finished = process::run(Path::new("valgrind"), &args, &crate::root(), ROOM)
        .map_err(|failure| fail(failure.to_string()))?;
    if finished.code != Some(kernel.code) {
        let said = [finished.stdout, finished.stderr].concat();
        return Err(fail(format!("exit code {:?} instead of {}:\n{said}", finished.code, kernel.code)));
    }
    collected(&finished.stderr).ok_or_else(|| fail(format!("no count of instructions:\n{}", finished.stderr)))
}

/// Reads `==123== Collected : 456`.
fn collected(text: &str) -> Option<u64> {
    let count = |line: &str| line.split_once("== Collected : ")?.1.trim().parse().ok();
    text.lines().rev().find_map(count)
}

const HOW: &str = "Instructions of whole checks (reading, search, evidence and its check), counted by `valgrind --tool=callgrind`; child processes, such as clang, are not counted. Two runs of one binary differ by a few thousandths, because orders of hash tables are random.\n\n";

fn page(campaign: &Campaign, counts: &[Count]) -> String {
    let mut out = page::head("Instructions of ten checks", &campaign.origin) + "\n" + HOW;
    let mut table = Table::new().words(["check"]).numbers(["instructions"]);
    let columns = if counts.iter().any(|c| c.theirs.is_some()) { 4 } else { 2 };
    if columns == 4 {
        table = table.numbers(["against", "ratio"]);
    }
    counts.iter().for_each(|count| table.row(count.cells().into_iter().take(columns)));
    out += &format!("{table}\n");
    for count in counts {
        out += &format!("- {}: `threadwise {}`\n", count.name, count.command);
    }
    out
}

fn judgement(counts: &[Count]) -> Result<(), String> {
    let over = |count: &&Count| count.ratio().is_some_and(|ratio| ratio > MOST);
    let over: Vec<String> = counts.iter().filter(over).map(|c| c.cells().join(" | ")).collect();
    match over.is_empty() {
        true => Ok(()),
        false => Err(format!("more than {MOST} times the instructions:\n{}", over.join("\n"))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, KERNELS, collected, judgement};

    #[test]
    fn ratios_are_judged() {
        let count = |ours, theirs| Count { name: "n", command: String::new(), ours, theirs };
        assert!(judgement(&[count(105, Some(100)), count(7, None)]).is_ok());
        assert!(judgement(&[count(106, Some(100))]).is_err_and(|e| e.contains("n | 106 | 100 | 1.060")));
    }

    #[test]
    fn counts_of_callgrind_are_read() {
        let text = "==15471== Events    : Ir\n==15471== Collected : 23845785\n==15471== \n";
        assert_eq!((collected(text), collected("==1== Command: x\n")), (Some(23_845_785), None));
    }

    #[test]
    fn every_check_has_its_file() {
        for kernel in &KERNELS {
            let file = &(kernel.command)().args()[1];
            assert!(crate::root().join(file).is_file(), "{file}");
        }
    }
}
