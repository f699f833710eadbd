//! Speed and size of large state spaces, with one and two searching threads.

use super::threadwise::Explored;
use super::{Bench, grouped, head, row};
use std::fmt::Write;
use std::time::Instant;

/// The programs of `bench/c/large`, with the argument that makes them small for `--quick`.
const PROGRAMS: [(&str, &str); 3] =
    [("peterson.c", "-DROUNDS=4"), ("ring-buffer.c", "-DELEMENTS=4"), ("three-threads.c", "-DSTEPS=2")];

/// The ways to search: name, and options.
const WAYS: [(&str, &[&str]); 3] = [
    ("--jobs 1", &["--jobs", "1"]),
    ("--jobs 2", &["--jobs", "2"]),
    ("--jobs 1 --hash-compact", &["--jobs", "1", "--hash-compact"]),
];

/// Targets, for one searching thread: states for each second, bytes for each state, states.
const RATE: f64 = 100_000.0;
const BYTES: f64 = 100.0;
const STATES: u64 = 1_000_000;

/// Writes `rate.md`; fails if one and two searching threads count differently.
pub fn run(bench: &Bench) -> Result<(), String> {
    let started = Instant::now();
    let mut table = head(&[
        "program",
        "options",
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
        let runs = measure(bench, program, small)?;
        for ((options, _), explored) in WAYS.iter().zip(&runs) {
            table += &cells(program, options, explored);
        }
        let _ = writeln!(verdicts, "- {program}: {}", judge(&runs));
        let counts = |e: &Explored| (e.states, e.transitions, e.limit.clone());
        if counts(&runs[0]) != counts(&runs[1]) {
            different.push(format!("{program}: {:?} and {:?}", counts(&runs[0]), counts(&runs[1])));
        }
    }
    let mut out = bench.header("Speed and size of large state spaces", "rate", started);
    out +=
        "`threadwise explore FILE …` on the programs of `bench/c/large`, default properties and reductions. ";
    out += "Seconds are those of the search; compilation is not in them. Stored bytes are those of the whole store. ";
    out += "Peak is the resident memory of the process. ";
    out += "`--hash-compact` may take two states for one.\n\n";
    out += &table;
    let _ = write!(
        out,
        "\nTargets with one searching thread: at least {} states/s, at most {BYTES} bytes/state, at least {} states.\n\n{verdicts}\n",
        grouped(RATE as u64),
        grouped(STATES)
    );
    out += &match different.is_empty() {
        true => {
            "One and two searching threads count the same states and transitions in every program.\n".into()
        }
        false => format!("**One and two searching threads differ**: {}.\n", different.join("; ")),
    };
    bench.write("rate.md", &out)?;
    if different.is_empty() {
        Ok(())
    } else {
        Err(format!("--jobs 1 and 2 differ: {}", different.join("; ")))
    }
}

fn measure(bench: &Bench, program: &str, small: &str) -> Result<Vec<Explored>, String> {
    let clang: &[&str] = if bench.quick { &[small] } else { &[] };
    let file = format!("bench/c/large/{program}");
    let explore = |(_, way): &(&str, &[&str])| {
        bench.tool.explore(&file, &[*way, &["--time-limit", "600s"]].concat(), clang)
    };
    WAYS.iter().map(explore).collect()
}

fn cells(program: &str, options: &str, explored: &Explored) -> String {
    row(&[
        program.to_string(),
        format!("`{options}`"),
        explored.cell(),
        grouped(explored.transitions),
        format!("{:.2}", explored.seconds),
        grouped(explored.rate() as u64),
        format!("{:.1}", explored.stored),
        format!("{:.1}", explored.unpacked),
        explored.peak.map_or("–".to_string(), |p| (p / 1_000_000).to_string()),
    ])
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
