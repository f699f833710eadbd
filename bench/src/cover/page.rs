//! The page `cover.md`, and the pictures in it.

use super::numbers::{cell, seconds, whole};
use super::setting::{BACKWARD, EXPANDED, SETTINGS};
use super::{MEMORY, Results, cactus, expansion, growth, memory};
use crate::harness::command::Setting;
use crate::harness::means::{geometric_mean, median};
use crate::harness::outcome::Outcome;
use crate::harness::page::{self, Table, factor, or_dash};
use crate::harness::record::{Known, Record};
use crate::picture;
use std::fmt::Write;
use std::path::Path;

/// Writes all.
pub fn write(folder: &Path, results: &Results) -> Result<(), String> {
    if results.records.is_empty() {
        return Err("no runs: no setting is available, or no program has such a name".to_string());
    }
    let draw = |name: &str, svg: String| picture::write(folder, name, |path| Ok(std::fs::write(path, &svg)?));
    draw("cactus", cactus::draw(results, "whole seconds", |r| r.whole))?;
    draw("cactus-search", cactus::draw(results, "seconds of search", |r| r.search))?;
    draw("growth", growth::draw(results))?;
    std::fs::write(folder.join("cover.md"), page(results)).map_err(|e| format!("cover.md: {e}"))
}

fn page(results: &Results) -> String {
    let mut out = head(results);
    out += &summary(results);
    out += &settings(results);
    out += CACTUS;
    out += &expansion::section(results);
    out += &growth::section(results);
    out += &memory::section(results);
    out + &programs(results)
}

fn head(results: &Results) -> String {
    let settings = results.settings().len();
    let mut out = page::head("Any number of threads: settings compared", &results.origin);
    out += &page::limits(&results.limit, MEMORY);
    let _ = writeln!(
        out,
        "- runs: {} of {} (programs of `bench/cover`: {}, settings: {settings}), all in `runs.csv`\n",
        results.records.len(),
        results.programs.len() * settings,
        results.programs.len(),
    );
    out
}

const SUMMARY: &str = "## Summary\n\nSolved: the known answer was given. Whole seconds are by the clock, with reading, expansion, evidence and its check; search is what the engine says, with expansion. Sums are over solved programs, which differ from row to row; the median is over all programs to which the setting applies. The last column is over programs that both solved: the geometric mean of whole seconds, divided by those of `backward`. Certified: proofs whose certificate was checked within the limit.\n\n";

fn summary(results: &Results) -> String {
    let mut table = Table::new().words(["setting"]).numbers([
        "solved",
        "TRUE",
        "FALSE",
        "unsolved",
        "not applicable",
        "errors",
        "wrong",
        "whole, sum",
        "search, sum",
        "whole, median",
        "certified",
        "against backward",
    ]);
    for setting in SETTINGS {
        if results.unavailable.iter().any(|(s, _)| s.name == setting.name) {
            table.row([setting.name.to_string(), "not available".to_string()]);
        } else if results.of(setting.name).next().is_some() {
            table.row([setting.name.to_string()].into_iter().chain(summary_line(results, &setting)));
        }
    }
    let wrong = results.records.iter().filter(|r| r.agrees == Some(false)).count();
    let warning = match wrong {
        0 => String::new(),
        _ => {
            format!("\n**WRONG ANSWERS: {wrong}. Nothing on this page counts before they are explained.**\n")
        }
    };
    format!("{SUMMARY}{table}{warning}\n")
}

fn summary_line(results: &Results, setting: &Setting) -> [String; 12] {
    let runs: Vec<&Record> = results.of(setting.name).collect();
    let solved: Vec<&Record> = runs.iter().copied().filter(|r| r.is_solved()).collect();
    let count = |outcome| runs.iter().filter(|r| r.outcome == outcome).count();
    let right = |outcome| solved.iter().filter(|r| r.outcome == outcome).count();
    let applicable = runs.len() - count(Outcome::NotApplicable);
    let certified = solved.iter().filter(|r| r.certified == Some(true)).count();
    [
        format!("{} of {applicable}", solved.len()),
        right(Outcome::True).to_string(),
        right(Outcome::False).to_string(),
        count(Outcome::Unknown).to_string(),
        count(Outcome::NotApplicable).to_string(),
        runs.iter().filter(|r| r.outcome.is_failure()).count().to_string(),
        runs.iter().filter(|r| r.agrees == Some(false)).count().to_string(),
        page::seconds(solved.iter().map(|r| whole(r)).sum()),
        page::seconds(solved.iter().filter_map(|r| r.search).sum()),
        middle(results, setting),
        format!("{certified} of {}", right(Outcome::True)),
        factor(against_backward(results, setting)),
    ]
}

fn middle(results: &Results, setting: &Setting) -> String {
    let limit = results.limit();
    let applies = results.of(setting.name).filter(|r| r.outcome != Outcome::NotApplicable);
    let times = applies.map(|r| if r.is_solved() { whole(r) } else { f64::INFINITY }).collect();
    or_dash(median(times), |m| if m.is_finite() { page::seconds(m) } else { format!("> {limit:.0}") })
}

fn against_backward(results: &Results, setting: &Setting) -> Option<f64> {
    let both = results.pairs(setting.name, BACKWARD).filter(|(a, b)| a.is_solved() && b.is_solved());
    let limit = results.limit();
    geometric_mean(&both.map(|(a, b)| seconds(a, limit) / seconds(b, limit)).collect::<Vec<_>>())
}

fn settings(results: &Results) -> String {
    let mut out =
        "Each setting is `threadwise check PROGRAM.bp --threads unbounded`, the options of line 3 of the program, and:\n\n"
            .to_string();
    for setting in SETTINGS {
        let what = match setting.words().join(" ") {
            _ if setting.name == EXPANDED => "`threadwise convert --to tts` first, then `check` of what comes out, within one limit; an expansion beyond the limits counts as unsolved".to_string(),
            words if words.is_empty() => "nothing else".to_string(),
            words => format!("`{words}`"),
        };
        let refused = results.unavailable.iter().find(|(s, _)| s.name == setting.name);
        let reason = refused.map_or(String::new(), |(_, why)| format!(" (not available: {why})"));
        let _ = writeln!(out, "- {}: {what}{reason}", setting.name);
    }
    out + "\n"
}

const CACTUS: &str = "## Cactus plot\n\nAs in [LW14] Fig. 4: the programs that a setting solves, sorted by time. Further right and further down is better.\n\n![Solved programs by whole seconds](cactus.svg)\n\nThe same with seconds of search, without evidence and its check:\n\n![Solved programs by seconds of search](cactus-search.svg)\n\n";

fn programs(results: &Results) -> String {
    let names: Vec<&str> = results.settings().iter().map(|s| s.name).collect();
    let mut table = Table::new()
        .words(["program"])
        .numbers(["shared", "local", "locations"])
        .words(["answer"])
        .numbers(names.clone());
    for program in &results.programs {
        let runs: Vec<Option<&Record>> = names.iter().map(|n| results.find(&program.name, n)).collect();
        if runs.iter().all(Option::is_none) {
            continue;
        }
        let answer = match program.known {
            Known::Safe => "TRUE".to_string(),
            Known::Unsafe(least) => format!("FALSE ≥{least}"),
        };
        let (shared, local) = program.variables;
        let about = [&program.name, &shared.to_string(), &local.to_string(), &program.locations.to_string()];
        let cells = runs.into_iter().map(|r| cell(r, results.limit()));
        table.row(about.map(String::from).into_iter().chain([answer]).chain(cells));
    }
    format!(
        "## Programs\n\nWhole seconds; `> {:.0}`: the limit; `?`: gave up earlier; n/a: not applicable.\n\n{table}",
        results.limit()
    )
}
