//! `cargo xtask bench threads [--limit 20s] [--only NAME-PART] [--binary PATH] [--against PATH] [--out DIR] [--fresh]`: small
//! C programs with many threads, against targets.
//!
//! *What*: for each program of `bench/c/threads` and N = 1, 2, 3 … the states of `explore`; at some N `check` with and
//! without a certificate, the states with the default properties, and the unsafe twin; with `--against` states and twins
//! of a second binary beside them. Seconds are those of the whole process, compilation included, unless said otherwise.
//! *Fails*: after a wrong verdict or an error; not if a target is missed, which the page tells.
//! *Files* in `bench/results`: `threads.md`, `threads.csv`, `threads.svg`.

mod page;
mod picture;
mod target;

use crate::harness::answer::SWITCHES;
use crate::harness::campaign::Campaign;
use crate::harness::command::CommandLine;
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::options::{Options, existing};
use crate::harness::outcome::Outcome;
use crate::harness::record::{Known, Record, Run, judgement};
use crate::harness::run::Tool;

/// Gigabytes for one run.
const MEMORY: u64 = 4;
/// Counters that have a column.
const COUNTERS: [&str; 3] = ["states", "transitions", SWITCHES];
/// The number of threads at which ways to ask are compared.
const USUAL: u32 = 4;

/// A program.
struct Program {
    name: &'static str,
    /// What is asked about, and what the unsafe twin violates.
    property: &'static str,
    /// The largest number of threads that is tried, and that of the unsafe twin.
    most: u32,
    /// Whether there is an unsafe twin.
    has_twin: bool,
    /// Whether it allocates memory.
    heap: bool,
}

const PROGRAMS: [Program; 9] = [
    Program { has_twin: false, ..Program::asserting("empty", 8) },
    Program::asserting("add", 8),
    Program::asserting("counter", 16),
    Program::asserting("plain", 8),
    Program::asserting("section", 8),
    Program::asserting("barrier", 10),
    Program { property: "deadlock", ..Program::asserting("philosophers", 9) },
    Program { heap: true, ..Program::asserting("treiber", 7) },
    Program { property: "data-race", ..Program::asserting("rounds", 4) },
];

impl Program {
    const fn asserting(name: &'static str, most: u32) -> Program {
        Program { name, property: "assertion", most, has_twin: true, heap: false }
    }

    fn ask(&self, of: &Asked, threads: u32) -> CommandLine {
        let file = crate::root().join("bench/c/threads").join(self.name).with_extension("c");
        let line = match of {
            Asked::States | Asked::Defaults => CommandLine::explore(&file),
            _ => CommandLine::check(&file),
        };
        let line = if *of == Asked::Defaults { line } else { line.property(self.property) };
        let line = if *of == Asked::Search { line.without_certificate() } else { line };
        let line = line.clang(&format!("-DN={threads}"));
        if *of == Asked::Twin { line.clang("-DBUG") } else { line }
    }
}

/// What is asked about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// `explore` with the program's property.
    States,
    /// `explore` with the default properties.
    Defaults,
    /// `check --certificate none`.
    Search,
    /// `check`.
    Check,
    /// `check` of the unsafe twin.
    Twin,
}

impl Asked {
    const ALL: [Asked; 5] = [Asked::States, Asked::Defaults, Asked::Search, Asked::Check, Asked::Twin];

    /// As in files.
    fn name(self) -> &'static str {
        match self {
            Asked::States => "states",
            Asked::Defaults => "default properties",
            Asked::Search => "check without certificate",
            Asked::Check => "check",
            Asked::Twin => "unsafe twin",
        }
    }

    fn known(self) -> Option<Known> {
        match self {
            Asked::States | Asked::Defaults => None,
            Asked::Search | Asked::Check => Some(Known::Safe),
            Asked::Twin => Some(Known::Unsafe(0)),
        }
    }
}

/// All runs of one binary.
#[derive(Default)]
struct Runs(Vec<Record>);

impl Runs {
    fn of(&self, program: &str, asked: Asked, threads: u32) -> Option<&Record> {
        let is = |r: &&Record| {
            r.run.program == program && r.run.setting == asked.name() && r.run.bound == Some(threads)
        };
        self.0.iter().find(is)
    }

    /// States, if all were counted.
    fn states(&self, program: &str, asked: Asked, threads: u32) -> Option<u64> {
        self.of(program, asked, threads).filter(|r| r.outcome.is_finished())?.states()
    }

    /// Seconds of the process, if it gave an answer.
    fn seconds(&self, program: &str, asked: Asked, threads: u32) -> Option<f64> {
        self.of(program, asked, threads).filter(|r| r.outcome.is_finished())?.whole
    }
}

/// Measures, writes the page, and fails after a wrong answer.
pub fn run(args: &[String]) -> Result<(), String> {
    let mut against = None;
    let limit = Limit::seconds(20);
    let options = Options::read(args, "bench threads", limit, &["--plots-only"], |arg, value| {
        let own = arg == "--against";
        if own {
            against = Some(existing(&value()?)?);
        }
        Ok(own)
    })?;
    let campaign = Campaign::begin(options, "", MEMORY)?;
    let mut log = campaign.log("threads", &campaign.tool.limit, &COUNTERS)?;
    let ours = measure(&campaign, &Asked::ALL, &mut |run, line| asked(&campaign, &mut log, run, line))?;
    let other = against.map(|binary| Tool { binary, ..campaign.tool.clone() });
    let theirs = other.map(|tool| {
        measure(&campaign, &[Asked::States, Asked::Twin], &mut |run, line| {
            let record = Record::of(run, &tool.ask(line));
            println!("against: {}", record.progress());
            Ok(record)
        })
    });
    let theirs = theirs.transpose()?;
    campaign.write("threads.md", &page::page(&campaign, &ours, theirs.as_ref()))?;
    let picture = campaign.results.join("threads.svg");
    picture::draw(&picture, &ours, theirs.as_ref()).map_err(|e| format!("threads.svg: {e}"))?;
    judgement(ours.0.iter())
}

fn asked(campaign: &Campaign, log: &mut Log, run: Run, line: &CommandLine) -> Result<Record, String> {
    campaign.ask(log, run, line)
}

/// Raises N until a run reaches a limit; asks everything else at the numbers of threads that targets are about.
fn measure(
    campaign: &Campaign,
    kinds: &[Asked],
    ask: &mut dyn FnMut(Run, &CommandLine) -> Result<Record, String>,
) -> Result<Runs, String> {
    let mut runs = Runs::default();
    for program in PROGRAMS.iter().filter(|p| campaign.options.wants(p.name)) {
        for kind in kinds.iter().filter(|kind| **kind != Asked::Twin || program.has_twin) {
            for threads in numbers(program, *kind) {
                let run = Run::new(program.name, kind.name()).with_threads(threads);
                let record = ask(run, &program.ask(kind, threads))?;
                let record = match kind.known() {
                    Some(known) => record.judge(known),
                    None => record,
                };
                let over = record.outcome == Outcome::Unknown;
                runs.0.push(record);
                if over {
                    break;
                }
            }
        }
    }
    Ok(runs)
}

/// The numbers of threads that something is asked for, in order.
fn numbers(program: &Program, asked: Asked) -> Vec<u32> {
    let mut numbers = match asked {
        Asked::States => (1..=program.most).collect(),
        Asked::Defaults | Asked::Check => vec![USUAL],
        Asked::Search | Asked::Twin => vec![USUAL, program.most],
    };
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::{Asked, PROGRAMS, USUAL, numbers};

    #[test]
    fn every_program_has_its_file_and_is_asked_by_its_property() {
        for program in &PROGRAMS {
            let args = program.ask(&Asked::Twin, 3).args();
            assert!(std::path::Path::new(&args[1]).is_file(), "{}", args[1]);
            assert_eq!(args[2..].join(" "), format!("--property {} -- -DN=3 -DBUG", program.property));
            let defaults = program.ask(&Asked::Defaults, 3).args();
            assert_eq!((defaults[0].as_str(), defaults[2..].join(" ")), ("explore", "-- -DN=3".to_string()));
            assert!(numbers(program, Asked::Search).contains(&USUAL) && program.most >= USUAL);
        }
    }
}
