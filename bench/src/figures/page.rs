//! The pictures, and the page with the numbers.

use super::compare::{Share, pairs};
use super::configuration::{
    COUNTER, Configuration, PLAIN_SYMBOLIC, PLAIN_SYMBOLIC_POR, SYMBOLIC, SYMBOLIC_POR, UNMERGED,
};
use super::log::Log;
use super::options::Options;
use super::record::{Outcome, Record};
use super::{configuration, execute, growth, numbers, scatter};
use crate::picture;
use std::fmt::Write;

/// A figure: its number in [BMWK10], what lies on the two axes, and its words.
const FIGURES: [(&str, (Configuration, Configuration), &str); 4] = [
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
pub fn write(options: &Options, log: &Log) -> Result<(), String> {
    if log.records.is_empty() {
        return Err(format!("no runs with a limit of {} in {}", options.limit.text, options.out.display()));
    }
    let limit = options.limit.time.as_secs_f64();
    for (name, axes, words) in FIGURES {
        let title = format!("Fig. {}: {words}", &name[3..]);
        picture::write(&options.out, name, |path| scatter::draw(path, &title, &log.records, axes, limit))?;
    }
    picture::write(&options.out, "growth", |path| growth::draw(path, &log.records, limit))?;
    let text = page(options, log, limit);
    print!("{text}");
    std::fs::write(options.out.join("figures.md"), text).map_err(|e| format!("figures.md: {e}"))
}

fn page(options: &Options, log: &Log, limit: f64) -> String {
    let records = &log.records;
    let mut out = String::from("# Symbolic counter abstraction on realistic programs\n\n");
    let _ = writeln!(out, "- revision {}", log.revisions.join("; then "));
    let _ = writeln!(out, "- command: `cargo xtask figures --limit {}`", options.limit.text);
    let _ = writeln!(out, "- limits of a run: {}, {}", options.limit.text, execute::MEMORY);
    let _ = writeln!(out, "- runs: `runs-{}.csv`\n", options.limit.text);
    out += "Ratios are of seconds of the search. A run is one program with one N. It is won by the side that needs less time, or that alone finishes within the limits. Runs that no side finished are left out and counted; larger N than the first that reached a limit are not run, and not counted. Times below 0.1 ms count as 0.1 ms.\n\n";
    out += &overview(records);
    out += &won(records);
    out += &far_ahead(records, limit);
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
    let mut out = "## Runs\n\n| engine | programs | runs | finished | at a limit | largest N, mean |\n|---|---|---|---|---|---|\n".to_string();
    for configuration in configuration::all(true) {
        let runs: Vec<&Record> = records
            .iter()
            .filter(|r| r.configuration == configuration && r.outcome != Outcome::NotRun)
            .collect();
        let Some((reach, programs)) = numbers::reach(records, configuration) else { continue };
        let finished = runs.iter().filter(|r| r.outcome.finished()).count();
        let stopped = runs.len() - finished;
        let _ = writeln!(
            out,
            "| {configuration} | {programs} | {} | {finished} | {stopped} | {reach:.1} |",
            runs.len()
        );
    }
    out + "\nThe last column takes 1 for a program that was not finished with two threads.\n"
}

const SHARES: &str = "| runs | compared | won | share | finished alone | the other alone | left out | geometric mean | largest |\n|---|---|---|---|---|---|---|---|---|\n";

fn share_line(out: &mut String, name: &str, share: &Share) {
    let factor = |f: Option<f64>| f.map_or("–".to_string(), |f| format!("{f:.2}"));
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
        share.compared,
        share.won,
        share.percent().map_or("–".to_string(), |p| format!("{p:.0} %")),
        share.alone,
        share.other_alone,
        share.left_out,
        factor(share.mean),
        factor(share.most)
    );
}

fn won(records: &[Record]) -> String {
    let mut out = format!(
        "\n## {SYMBOLIC} against {PLAIN_SYMBOLIC}\n\n[BMWK10] section 7.1: faster on 83 % of all runs, on 96 % of those with three or more threads. Factors are over runs that both finished.\n\n{SHARES}"
    );
    let compared = pairs(records, SYMBOLIC, PLAIN_SYMBOLIC);
    share_line(&mut out, "all", &Share::of(compared.iter()));
    share_line(&mut out, "N = 2", &Share::of(compared.iter().filter(|p| p.threads == 2)));
    share_line(&mut out, "N ≥ 3", &Share::of(compared.iter().filter(|p| p.threads >= 3)));
    let beyond = numbers::beyond(records, SYMBOLIC, PLAIN_SYMBOLIC);
    let _ = writeln!(
        out,
        "\nBesides, {SYMBOLIC} finished {beyond} runs with more threads than the first number at which {PLAIN_SYMBOLIC} reached a limit."
    );
    out
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
    format!(
        "\n## Splice statements\n\n| | here ({} programs) | [BMWK10] |\n|---|---|---|\n| splice statements | {:.1} % | below 12 % |\n| splice variables, mean | {:.1} | 2.1 |\n| splice variables, median | {} | 1 |\n| two satisfiable cofactors | {:.0} % | 10 % |\n",
        s.programs, s.statements, s.variables, s.median, s.double
    )
}

fn effects(records: &[Record]) -> String {
    let mut out = format!(
        "\n## Merging and partial-order reduction\n\nThe first side is the one with it. [BMWK10]: merging gives 83 % on average; partial-order reduction makes plain exploration 4.2 times as fast.\n\n{}",
        SHARES.replacen("| runs", "| effect", 1)
    );
    for (name, with, without) in [
        ("merging, symbolic + POR", SYMBOLIC_POR, UNMERGED),
        ("POR, symbolic", SYMBOLIC_POR, SYMBOLIC),
        ("POR, plain-symbolic", PLAIN_SYMBOLIC_POR, PLAIN_SYMBOLIC),
        ("counters, both with POR", SYMBOLIC_POR, PLAIN_SYMBOLIC_POR),
        ("counters against POR", SYMBOLIC, PLAIN_SYMBOLIC_POR),
    ] {
        share_line(&mut out, name, &Share::of(pairs(records, with, without).iter()));
    }
    out
}

fn explicit(records: &[Record]) -> String {
    let compared = pairs(records, COUNTER, SYMBOLIC_POR);
    let mut out = format!("\n## {COUNTER} (explicit) against {SYMBOLIC_POR}\n\n{SHARES}");
    share_line(&mut out, "all", &Share::of(compared.iter()));
    for family in ["driver", "library"] {
        let of = compared.iter().filter(|p| p.program.starts_with(family));
        share_line(&mut out, family, &Share::of(of));
    }
    let wins: Vec<String> = numbers::counter_wins(records)
        .into_iter()
        .map(|(n, compared, won)| format!("N = {n}: {won} of {compared}"))
        .collect();
    let _ = writeln!(out, "\nWon by explicit counters: {}.", wins.join(", "));
    out
}
