//! The pictures, and the page with the numbers.

use super::compare::{Pair, Share, pairs};
use super::configuration::{COUNTER, PLAIN_SYMBOLIC, PLAIN_SYMBOLIC_POR, SYMBOLIC, SYMBOLIC_POR, UNMERGED};
use super::{MEMORY, configuration, growth, numbers, scatter};
use crate::harness::command::Setting;
use crate::harness::limit::Limit;
use crate::harness::origin::Origin;
use crate::harness::page::{self, Table, or_dash};
use crate::harness::record::Record;
use crate::picture;
use std::fmt::Write;
use std::path::Path;

/// A figure: its number in [BMWK10], what lies on the two axes, and its words.
const FIGURES: [(&str, (Setting, Setting), &str); 4] = [
    ("fig4", (SYMBOLIC, PLAIN_SYMBOLIC), "symbolic counter abstraction against plain exploration"),
    ("fig6", (SYMBOLIC_POR, PLAIN_SYMBOLIC_POR), "the same, both with partial-order reduction"),
    (
        "fig7",
        (SYMBOLIC_POR, SYMBOLIC),
        "symbolic counter abstraction with and without partial-order reduction",
    ),
    (
        "fig8",
        (SYMBOLIC, PLAIN_SYMBOLIC_POR),
        "counter abstraction alone against partial-order reduction alone",
    ),
];

/// Writes all pictures and `figures.md`.
pub fn write(folder: &Path, origin: &Origin, limit: &Limit, records: &[Record]) -> Result<(), String> {
    if records.is_empty() {
        return Err(format!("no runs with a limit of {} in {}", limit.text, folder.display()));
    }
    let seconds = limit.as_seconds();
    for (name, axes, words) in FIGURES {
        let title = format!("Fig. {}: {words}", &name[3..]);
        picture::write(folder, name, |path| scatter::draw(path, &title, records, axes, seconds))?;
    }
    picture::write(folder, "growth", |path| growth::draw(path, records, seconds))?;
    let text = page(origin, limit, records);
    print!("{text}");
    std::fs::write(folder.join("figures.md"), text).map_err(|e| format!("figures.md: {e}"))
}

const HOW: &str = "Ratios are of seconds of the search. A run is one program with one N. It is won by the side that needs less time, or that alone finishes within the limits. Runs that no side finished are left out and counted; larger N than the first that reached a limit are not run, and not counted. Times below 0.1 ms count as 0.1 ms.\n\n";

fn page(origin: &Origin, limit: &Limit, records: &[Record]) -> String {
    let mut out = page::head("Symbolic counter abstraction on realistic programs", origin);
    out += &page::limits(limit, MEMORY);
    let _ = writeln!(out, "- runs: `runs-{}.csv`\n\n{HOW}{}", limit.text, overview(records));
    out += &won(records);
    out += &far_ahead(records, limit.as_seconds());
    out += &splices(records);
    out += &effects(records);
    out += &explicit(records);
    out += "\n## Pictures\n\n";
    for (name, _, words) in FIGURES {
        let _ = writeln!(out, "![Fig. {}: {words}]({name}.svg)\n", &name[3..]);
    }
    out + "![Time against threads](growth.svg)\n"
}

fn overview(records: &[Record]) -> String {
    let mut table = Table::new().words(["engine"]).numbers([
        "programs",
        "runs",
        "finished",
        "at a limit",
        "largest N, mean",
    ]);
    for setting in configuration::all(true) {
        let runs: Vec<&Record> = numbers::started(records, setting).collect();
        let Some((reach, programs)) = numbers::reach(records, setting) else { continue };
        let finished = runs.iter().filter(|r| r.outcome.is_finished()).count();
        let counts = [programs, runs.len(), finished, runs.len() - finished].map(|n| n.to_string());
        table.row([setting.to_string()].into_iter().chain(counts).chain([format!("{reach:.1}")]));
    }
    format!(
        "## Runs\n\n{table}\nThe last column takes 1 for a program that was not finished with two threads."
    )
}

/// A table of shares.
fn shares<'a>(what: &str, rows: impl IntoIterator<Item = (&'a str, Share)>) -> Table {
    let mut table = Table::new().words([what]).numbers([
        "compared",
        "won",
        "share",
        "finished alone",
        "the other alone",
        "left out",
        "geometric mean",
        "largest",
    ]);
    let factor = |f: Option<f64>| or_dash(f, |f| format!("{f:.2}"));
    for (name, share) in rows {
        table.row([
            name.to_string(),
            share.compared.to_string(),
            share.won.to_string(),
            or_dash(share.percent(), |p| format!("{p:.0} %")),
            share.alone.to_string(),
            share.other_alone.to_string(),
            share.left_out.to_string(),
            factor(share.mean),
            factor(share.most),
        ]);
    }
    table
}

fn won(records: &[Record]) -> String {
    let compared = pairs(records, SYMBOLIC, PLAIN_SYMBOLIC);
    let of = |chosen: fn(&&Pair) -> bool| Share::of(compared.iter().filter(chosen));
    let rows = [("all", of(|_| true)), ("N = 2", of(|p| p.threads == 2)), ("N ≥ 3", of(|p| p.threads >= 3))];
    let beyond = numbers::beyond(records, SYMBOLIC, PLAIN_SYMBOLIC);
    format!(
        "\n## {SYMBOLIC} against {PLAIN_SYMBOLIC}\n\n[BMWK10] section 7.1: faster on 83 % of all runs, on 96 % of those with three or more threads. Factors are over runs that both finished.\n\n{}\nBesides, {SYMBOLIC} finished {beyond} runs with more threads than the first number at which {PLAIN_SYMBOLIC} reached a limit.\n",
        shares("runs", rows)
    )
}

fn far_ahead(records: &[Record], limit: f64) -> String {
    let Some(ahead) = numbers::ahead(records, limit) else { return String::new() };
    format!(
        "\nAt N = {}, the largest number that {PLAIN_SYMBOLIC} finishes for half of the programs ({} of {}), the lead is {:.1} orders of magnitude in the geometric mean and {:.1} at most, with the limit in place of times above it.\n",
        ahead.threads, ahead.finished.0, ahead.finished.1, ahead.mean, ahead.most
    )
}

fn splices(records: &[Record]) -> String {
    let Some(s) = numbers::splices(records) else { return String::new() };
    let mut table =
        Table::new().words([""]).numbers([format!("here ({} programs)", s.programs), "[BMWK10]".into()]);
    for (what, here, theirs) in [
        ("splice statements", format!("{:.1} %", s.statements), "below 12 %"),
        ("splice variables, mean", format!("{:.1}", s.variables), "2.1"),
        ("splice variables, median", s.median.to_string(), "1"),
        ("two satisfiable cofactors", format!("{:.0} %", s.double), "10 %"),
    ] {
        table.row([what.to_string(), here, theirs.to_string()]);
    }
    format!("\n## Splice statements\n\n{table}")
}

fn effects(records: &[Record]) -> String {
    let rows = [
        ("merging, symbolic + POR", SYMBOLIC_POR, UNMERGED),
        ("POR, symbolic", SYMBOLIC_POR, SYMBOLIC),
        ("POR, plain-symbolic", PLAIN_SYMBOLIC_POR, PLAIN_SYMBOLIC),
        ("counters, both with POR", SYMBOLIC_POR, PLAIN_SYMBOLIC_POR),
        ("counters against POR", SYMBOLIC, PLAIN_SYMBOLIC_POR),
    ];
    let rows = rows.map(|(name, with, without)| (name, Share::of(pairs(records, with, without).iter())));
    format!(
        "\n## Merging and partial-order reduction\n\nThe first side is the one with it. [BMWK10]: merging gives 83 % on average; partial-order reduction makes plain exploration 4.2 times as fast.\n\n{}",
        shares("effect", rows)
    )
}

fn explicit(records: &[Record]) -> String {
    let compared = pairs(records, COUNTER, SYMBOLIC_POR);
    let of = |family: &str| Share::of(compared.iter().filter(|p| p.program.starts_with(family)));
    let rows = [("all", ""), ("driver", "driver"), ("library", "library")].map(|(name, f)| (name, of(f)));
    let wins: Vec<String> = numbers::counter_wins(records)
        .into_iter()
        .map(|(n, compared, won)| format!("N = {n}: {won} of {compared}"))
        .collect();
    format!(
        "\n## {COUNTER} (explicit) against {SYMBOLIC_POR}\n\n{}\nWon by explicit counters: {}.\n",
        shares("runs", rows),
        wins.join(", ")
    )
}
