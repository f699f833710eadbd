//! Wider and wider words: where decision diagrams become slow, and what simulation needs there.

use super::arithmetic::{divider, multiplier};
use super::benchmark::{Answer, Program};
use super::execute;
use super::table::ENGINES;
use crate::harness::campaign::Campaign;
use crate::harness::command::Setting;
use crate::harness::csv::Log;
use crate::harness::outcome::Outcome;
use crate::harness::page::{self, Table};
use crate::harness::record::{Record, Run};
use crate::harness::run::Tool;
use std::ops::RangeInclusive;
use std::path::Path;

/// Diagrams are slow from this number of seconds on.
const SLOW: f64 = 10.0;

/// Counters that have a column.
const COUNTERS: [&str; 4] = ["states", "transitions", "formula_nodes", SEARCH_ONLY];
/// Is 1 for runs that were ended while they checked what the search had found.
const SEARCH_ONLY: &str = "search_only";

/// Programs that grow: a name, how they are made, and the widths.
type Family = (&'static str, fn(usize, Answer) -> Program, RangeInclusive<usize>);

const FAMILIES: [Family; 2] = [("multiplier", multiplier, 4..=16), ("divider", divider, 3..=11)];

/// All widths under all engines, until an engine reaches its limit; writes `sweep.md` and `sweep.csv`.
pub fn run(campaign: &Campaign) -> Result<Vec<Record>, String> {
    let mut log = campaign.log("sweep", &campaign.tool.limit, &COUNTERS)?;
    let (mut records, mut body) = (Vec::new(), String::new());
    for (name, make, widths) in FAMILIES {
        let wanted = |answer: &Answer| campaign.options.wants(&format!("{name}-{}", answer.name()));
        for answer in Answer::BOTH.into_iter().filter(wanted) {
            let programs = widths.clone().map(|width| (width, make(width, answer)));
            let rows = measure(campaign, &mut log, programs)?;
            body += &format!("## {name}, {}\n\n{}\n", answer.name(), table(&rows));
            records.extend(rows.into_iter().flat_map(|(_, row)| row.into_iter().flatten()));
            let page = campaign.head("Wider and wider words", &campaign.tool.limit) + HEAD + &body;
            campaign.write("sweep.md", &page)?;
        }
    }
    Ok(records)
}

const HEAD: &str = "The programs of benchmark 2 for growing widths. Seconds of the search; `*` is a limit, and wider words are not tried then. `†`: the search ends (`threadwise explore`), but not the check of what it found, within the limit.\n\n";

/// The width and a run of each engine that was not over before.
type Row = (usize, [Option<Record>; ENGINES.len()]);

fn measure(
    campaign: &Campaign,
    log: &mut Log,
    programs: impl Iterator<Item = (usize, Program)>,
) -> Result<Vec<Row>, String> {
    let mut over = [false; ENGINES.len()];
    let mut rows = Vec::new();
    for (width, program) in programs {
        let file = execute::file(&program)?;
        let mut row: [Option<Record>; ENGINES.len()] = Default::default();
        for (at, setting) in ENGINES.into_iter().enumerate() {
            if !over[at] {
                let run = Run::new(&program.name, setting.name);
                let make = |run| check(&campaign.tool, &program, &file, &setting, run);
                let record = campaign.measure(log, run, make)?;
                over[at] = !is_searched(&record);
                row[at] = Some(record);
            }
        }
        rows.push((width, row));
        if over.iter().all(|over| *over) {
            break;
        }
    }
    Ok(rows)
}

/// A check; where the limit ends it without a word, the search alone.
fn check(tool: &Tool, program: &Program, file: &Path, setting: &Setting, run: Run) -> Record {
    let mut record = execute::check(tool, program, file, setting, run);
    let silent = record.outcome == Outcome::Unknown && record.search.is_none();
    if program.answer == Answer::Safe && silent {
        record.search = execute::search_alone(tool, program, file, setting);
        if record.search.is_some() {
            record.counters.insert(SEARCH_ONLY.to_string(), 1);
        }
    }
    record
}

fn table(rows: &[Row]) -> String {
    let mut table = Table::new().numbers(["width"]).numbers(ENGINES.map(|s| s.name));
    for (width, row) in rows {
        let cell = |record: &Option<Record>| match record {
            Some(record) if record.is_solved() => page::seconds(record.time()),
            Some(record) if is_searched(record) => format!("{} †", page::seconds(record.time())),
            Some(_) => "*".to_string(),
            None => String::new(),
        };
        table.row([width.to_string()].into_iter().chain(row.iter().map(cell)));
    }
    let slow: String = (1..3).map(|at| slow(rows, at, ENGINES[at].name)).collect();
    format!("{table}\n{slow}")
}

/// Whether the search ended.
fn is_searched(record: &Record) -> bool {
    record.is_solved() || record.count(SEARCH_ONLY).is_some()
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
            page::seconds(theirs),
            page::seconds(ours.time()),
            theirs / ours.time()
        ),
        None => format!(
            "- {engine} passes {SLOW} s at width {width} ({at_least}{} s); simulate reaches its limit there, too.\n",
            page::seconds(theirs)
        ),
    }
}
