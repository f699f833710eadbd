//! Ways of abstraction that the tool does not offer: mixed predicates taken for local or for shared ones, and predicates
//! replicated for each thread. The binary is `tests/c/src/bin/abstraction-variants.rs`, built with planted faults.

use super::program::{INTRODUCTION, PROGRAMS, Program, Version};
use crate::harness::campaign::Campaign;
use crate::harness::command::CommandLine;
use crate::harness::csv::Log;
use crate::harness::outcome::Outcome;
use crate::harness::page::{Table, count, or_dash, seconds};
use crate::harness::record::{Known, Record, Run};
use crate::harness::run::{Tool, build_variants};
use std::path::PathBuf;

/// Table 2: faults by name, and what they do; the first is none.
const FAULTS: [(&str, &str); 3] =
    [("", "sound"), ("MixedAsLocal", "mixed as local"), ("MixedAsShared", "mixed as shared")];

/// Table 1: how the last Boolean program of a proof is explored.
const WAYS: [(&str, &str); 2] = [("counted", "counted"), ("replicated", "replicated")];
/// Numbers of threads.
const THREADS: [u32; 3] = [2, 3, 4];

/// Columns besides those of the runs of the tool.
pub const BITS: &str = "bits";

/// All runs.
#[derive(Default)]
pub struct Variants(pub Vec<Record>);

/// Asks everything, with the binary that was given or one that is built now.
pub fn measure(campaign: &Campaign, log: &mut Log, binary: Option<PathBuf>) -> Result<Variants, String> {
    let binary = binary.map_or_else(build_variants, Ok)?;
    let tool = Tool { binary, ..campaign.tool.clone() };
    let mut variants = Variants::default();
    let mut ask = |run: Run, line: CommandLine, known: Option<Known>| {
        let record = campaign.measure(log, run, |run| Record::of(run, &tool.ask(&line)))?;
        variants.0.push(match known {
            Some(known) => record.judge(known),
            None => record,
        });
        Ok::<(), String>(())
    };
    let is_wanted = |p: &&Program| campaign.options.wants(p.name);
    for (program, version) in asked_with_faults().filter(|(p, _)| is_wanted(p)) {
        for (fault, name) in FAULTS {
            let run = Run::new(program.name, &format!("{name} {}", version.name()));
            // What a planted fault says is shown; only what is said without one has to be right.
            let known = fault.is_empty().then(|| program.known(version));
            ask(run, program.planted(version, fault), known)?;
        }
    }
    for program in explored().filter(is_wanted) {
        for (way, name) in WAYS {
            for threads in THREADS {
                let run = Run::new(program.name, name).with_threads(threads);
                ask(run, program.explored(way, threads), Some(Known::Safe))?;
            }
        }
    }
    Ok(variants)
}

fn asked_with_faults() -> impl Iterator<Item = (&'static Program, Version)> {
    let published = PROGRAMS.iter().flat_map(|p| Version::ALL.map(|version| (p, version)));
    published.chain(INTRODUCTION.iter().map(|p| (p, Version::Plain)))
}

/// The safe programs of the paper.
fn explored() -> impl Iterator<Item = &'static Program> {
    PROGRAMS.iter().filter(|p| p.safe && p.paper.is_some())
}

impl Variants {
    fn of(&self, program: &Program, setting: &str, threads: Option<u32>) -> Option<&Record> {
        let is =
            |r: &&Record| r.run.program == program.name && r.run.setting == setting && r.run.bound == threads;
        self.0.iter().find(is)
    }

    /// Table 2.
    pub fn faults(&self) -> String {
        let mut table = Table::new().words(["program", "expected"]).words(FAULTS.map(|(_, name)| name));
        for (program, version) in asked_with_faults() {
            let record = |name: &str| self.of(program, &format!("{name} {}", version.name()), None);
            if record(FAULTS[0].1).is_none() {
                continue;
            }
            let known = program.known(version);
            let expected = if known == Known::Safe { Outcome::True } else { Outcome::False };
            let cell = |(_, name): (&str, &str)| or_dash(record(name), |r| verdict(r, expected));
            let first = [super::page::title(program, version), expected.name().to_string()];
            table.row(first.into_iter().chain(FAULTS.map(cell)));
        }
        table.to_string()
    }

    /// The left half of Table 1.
    pub fn replicated(&self) -> String {
        let mut table = Table::new().words(["program"]).numbers(["N"]);
        for (_, name) in WAYS {
            let names = ["bits", "states", "s"].map(|column| format!("{name}: {column}"));
            table = table.words([format!("{name}: verdict")]).numbers(names);
        }
        for program in explored() {
            for threads in THREADS {
                let records = WAYS.map(|(_, name)| self.of(program, name, Some(threads)));
                if records.iter().all(Option::is_none) {
                    continue;
                }
                let first = [program.name.to_string(), threads.to_string()];
                let cells = records.map(|record| match record {
                    None => [const { String::new() }; 4],
                    Some(r) => [
                        verdict(r, Outcome::True),
                        count(r.count(BITS)),
                        count(r.states()),
                        or_dash(r.search, seconds),
                    ],
                });
                table.row(first.into_iter().chain(cells.into_iter().flatten()));
            }
        }
        table.to_string()
    }
}

/// A wrong verdict, and none, is printed bold; the reason says what kind of end it is.
fn verdict(record: &Record, expected: Outcome) -> String {
    let name = record.outcome.name();
    let note: String = record.note.chars().take(NOTE).collect();
    match record.outcome == expected {
        true => name.to_string(),
        false if note.is_empty() => format!("**{name}**"),
        false => format!("**{name}** ({note})"),
    }
}

/// Letters of a reason that a table has room for.
const NOTE: usize = 60;
