//! Wider and wider words: where decision diagrams become slow, and what simulation needs there.

use super::arithmetic::{divider, multiplier};
use super::benchmark::{Answer, Program};
use super::record::{Outcome, Record};
use super::table::ENGINES;
use super::{Bench, shown};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

/// Diagrams are slow from so many seconds on.
const SLOW: f64 = 10.0;

/// The note of runs that were ended while they checked what the search had found.
const SEARCH_ONLY: &str = "the search ends within the limit; the check of what it found does not";

/// Programs that grow: a name, how they are made, and the widths.
type Family = (&'static str, fn(usize, Answer) -> Program, RangeInclusive<usize>);

const FAMILIES: [Family; 2] = [("multiplier", multiplier, 4..=16), ("divider", divider, 3..=11)];

/// All widths under all engines, until an engine reaches its limit; writes `sweep.md` and `sweep.csv`.
pub fn run(bench: &Bench) -> Result<Vec<Record>, String> {
    let started = Instant::now();
    let mut records = Vec::new();
    let mut body = String::new();
    for (name, make, widths) in FAMILIES {
        for answer in Answer::BOTH.into_iter().filter(|a| bench.wants(&format!("{name}-{}", a.name()))) {
            let rows = measure(bench, make, widths.clone(), answer)?;
            let _ = writeln!(body, "## {name}, {}\n\n{}", answer.name(), table(&rows));
            records.extend(rows.into_iter().flat_map(|(_, row)| row.into_iter().flatten()));
            let page = bench.header("Wider and wider words", started) + HEAD + &body;
            bench.write("sweep", &page, &records)?;
        }
    }
    Ok(records)
}

const HEAD: &str = "The programs of benchmark 2 for growing widths. Seconds of the search; `*` is a limit, and wider words are not tried then. `†`: the search ends (`threadwise explore`), but not the check of what it found, within the limit.\n\n";

/// The width and a run of each engine that was not over before.
type Row = (usize, [Option<Record>; ENGINES.len()]);

fn measure(
    bench: &Bench,
    make: fn(usize, Answer) -> Program,
    widths: RangeInclusive<usize>,
    answer: Answer,
) -> Result<Vec<Row>, String> {
    let mut over = [false; ENGINES.len()];
    let mut rows = Vec::new();
    for width in widths {
        let program = make(width, answer);
        let mut row: [Option<Record>; ENGINES.len()] = Default::default();
        for (at, engine) in ENGINES.into_iter().enumerate().filter(|(at, _)| !over[*at]).collect::<Vec<_>>() {
            let mut record = bench.tools.check(&program, engine, &[])?;
            if answer == Answer::Safe && record.outcome == Outcome::Limit && record.search.is_none() {
                record.search = bench.tools.search_alone(&program, engine)?;
                if record.search.is_some() {
                    record.note = SEARCH_ONLY.to_string();
                }
            }
            over[at] = !is_searched(&record);
            row[at] = Some(record);
        }
        rows.push((width, row));
        if over.iter().all(|over| *over) {
            break;
        }
    }
    Ok(rows)
}

fn table(rows: &[Row]) -> String {
    let mut out = format!("| width | {} |\n|---:|{}\n", ENGINES.join(" | "), "---:|".repeat(ENGINES.len()));
    for (width, row) in rows {
        let cell = |record: &Option<Record>| match record {
            Some(record) if record.is_solved() => shown(record.time()),
            Some(record) if is_searched(record) => format!("{} †", shown(record.time())),
            Some(_) => "*".to_string(),
            None => String::new(),
        };
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(out, "| {width} | {} |", cells.join(" | "));
    }
    out + "\n" + &ENGINES[1..3].iter().enumerate().map(|(at, e)| slow(rows, at + 1, e)).collect::<String>()
}

/// Whether the search ended.
fn is_searched(record: &Record) -> bool {
    record.is_solved() || record.note == SEARCH_ONLY
}

/// What simulation needs where an engine with diagrams becomes slow.
fn slow(rows: &[Row], at: usize, engine: &str) -> String {
    let is_slow = |record: &Record| !is_searched(record) || record.time() >= SLOW;
    let Some((width, row)) = rows.iter().find(|(_, row)| row[at].as_ref().is_some_and(is_slow)) else {
        return format!("- {engine} stays below {SLOW} s.\n");
    };
    let theirs = row[at].as_ref().map_or(0.0, Record::time);
    let reached = row[at].as_ref().is_some_and(|r| !is_searched(r));
    let at_least = if reached { "the limit after " } else { "" };
    match row[0].as_ref().filter(|r| r.is_solved()) {
        Some(ours) => format!(
            "- {engine} passes {SLOW} s at width {width} ({at_least}{} s); simulate needs {} s there, {:.0} times less.\n",
            shown(theirs),
            shown(ours.time()),
            theirs / ours.time()
        ),
        None => format!(
            "- {engine} passes {SLOW} s at width {width} ({at_least}{} s); simulate reaches its limit there, too.\n",
            shown(theirs)
        ),
    }
}
