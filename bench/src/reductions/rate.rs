//! Speed and size of large state spaces, with one and two searching threads.

use super::explored::{Explored, Explorer};
use super::{Bench, grouped};
use crate::harness::command::CommandLine;
use crate::harness::limit::Limit;
use crate::harness::page::{Table, or_dash};
use crate::harness::record::Run;
use std::fmt::Write;

/// The programs of `bench/c/large`, with the argument that makes them small for `--quick`.
const PROGRAMS: [(&str, &str); 3] =
    [("peterson.c", "-DROUNDS=4"), ("ring-buffer.c", "-DELEMENTS=4"), ("three-threads.c", "-DSTEPS=2")];

/// A way to search.
type Way = fn(CommandLine) -> CommandLine;

/// The ways to search: name, and options.
const WAYS: [(&str, Way); 3] = [
    ("--jobs 1", |command| command.jobs(1)),
    ("--jobs 2", |command| command.jobs(2)),
    ("--jobs 1 --hash-compact", |command| command.jobs(1).hash_compact()),
];

/// Targets, for one searching thread: states for each second, bytes for each state, states.
const RATE: f64 = 100_000.0;
const BYTES: f64 = 100.0;
const STATES: u64 = 1_000_000;

/// Writes `rate.md`; fails if one and two searching threads count differently.
pub fn run(bench: &Bench) -> Result<(), String> {
    let mut explorer = Explorer::new(&bench.campaign, "rate", &Limit::seconds(600))?;
    let mut table = Table::new().words(["program", "options"]).numbers([
        "states",
        "transitions",
        "s",
        "states/s",
        "bytes/state stored",
        "unpacked",
        "peak MB",
    ]);
    let (mut verdicts, mut different) = (String::new(), Vec::new());
    for (program, small) in PROGRAMS {
        let runs = measure(&mut explorer, program, Some(small).filter(|_| bench.quick))?;
        for ((options, _), explored) in WAYS.iter().zip(&runs) {
            table.row(cells(program, options, explored));
        }
        let _ = writeln!(verdicts, "- {program}: {}", judge(&runs));
        let counts = |e: &Explored| (e.states, e.transitions, e.limit.clone());
        if counts(&runs[0]) != counts(&runs[1]) {
            different.push(format!("{program}: {:?} and {:?}", counts(&runs[0]), counts(&runs[1])));
        }
    }
    let same = match different.is_empty() {
        true => {
            "One and two searching threads count the same states and transitions in every program.".into()
        }
        false => format!("**One and two searching threads differ**: {}.", different.join("; ")),
    };
    let head = explorer.head("Speed and size of large state spaces");
    bench.campaign.write("rate.md", &format!("{head}{HOW}{table}\n{}\n{verdicts}\n{same}\n", goals()))?;
    if different.is_empty() {
        Ok(())
    } else {
        Err(format!("--jobs 1 and 2 differ: {}", different.join("; ")))
    }
}

const HOW: &str = "`threadwise explore FILE …` on the programs of `bench/c/large`, default properties and reductions. Seconds are those of the search; compilation is not in them. Stored bytes are those of the whole store. Peak is the resident memory of the process. `--hash-compact` may take two states for one.\n\n";

fn goals() -> String {
    format!(
        "Targets with one searching thread: at least {} states/s, at most {BYTES} bytes/state, at least {} states.\n",
        grouped(RATE as u64),
        grouped(STATES)
    )
}

fn measure(explorer: &mut Explorer, program: &str, small: Option<&str>) -> Result<Vec<Explored>, String> {
    let file = crate::root().join("bench/c/large").join(program);
    let explore = |(name, way): &(&str, Way)| {
        let command = way(CommandLine::explore(&file));
        let command = small.map_or(command.clone(), |argument| command.clang(argument));
        explorer.explore(Run::new(program, name), &command)
    };
    WAYS.iter().map(explore).collect()
}

fn cells(program: &str, options: &str, explored: &Explored) -> [String; 9] {
    [
        program.to_string(),
        format!("`{options}`"),
        explored.cell(),
        grouped(explored.transitions),
        format!("{:.2}", explored.seconds),
        grouped(explored.rate() as u64),
        format!("{:.1}", explored.stored),
        format!("{:.1}", explored.unpacked),
        or_dash(explored.peak, |p| (p / 1_000_000).to_string()),
    ]
}

/// The targets of one program, and the gain of the second thread.
fn judge(runs: &[Explored]) -> String {
    let one = &runs[0];
    let judge = |what: &str, met: bool| format!("{what} {}", if met { "met" } else { "**missed**" });
    format!(
        "{}, {}, {}; two threads are {:.2} times as fast as one.",
        judge("rate", one.rate() >= RATE),
        judge("bytes", one.stored <= BYTES),
        judge("states", one.states >= STATES),
        one.seconds / runs[1].seconds.max(1e-3)
    )
}
