//! The page `cover.md`, and the pictures in it.

use super::numbers::{cell, geometric_mean, median, or_dash, seconds, time};
use super::program::Answer;
use super::record::{Outcome, Record};
use super::setting::{BACKWARD, SETTINGS, Setting, Way};
use super::{Results, cactus, execute, expansion, growth, memory};
use crate::picture;
use crate::reductions::output;
use std::fmt::Write;
use std::path::Path;

/// Writes all.
pub fn write(folder: &Path, results: &Results) -> Result<(), String> {
    if results.records.is_empty() {
        return Err("no runs: no setting is available, or no program has such a name".to_string());
    }
    let draw = |name: &str, svg: String| picture::write(folder, name, |path| Ok(std::fs::write(path, &svg)?));
    draw("cactus", cactus::draw(results, "whole seconds", |r| Some(r.whole)))?;
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
    let limit = &results.limit.text;
    let settings = results.settings().len();
    format!(
        "# Any number of threads: settings compared\n\n- revision {}\n- date: {}\n- command: `cargo xtask bench cover --limit {limit}`\n- machine: {}\n- limits of a run: {limit}, {}; one run at a time\n- runs: {} of {} (programs of `bench/cover`: {}, settings: {settings}), all in `runs.csv`\n\n",
        results.revision,
        output("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
        results.machine,
        execute::MEMORY,
        results.records.len(),
        results.programs.len() * settings,
        results.programs.len(),
    )
}

const SUMMARY: &str = "## Summary\n\nSolved: the known answer was given. Whole seconds are by the clock, with reading, expansion, evidence and its check; search is what the engine says, with expansion. Sums are over solved programs, which differ from row to row; the median is over all programs to which the setting applies. The last column is over programs that both solved: the geometric mean of whole seconds, divided by those of `backward`. Certified: proofs whose certificate was checked within the limit.\n\n| setting | solved | TRUE | FALSE | unsolved | not applicable | errors | wrong | whole, sum | search, sum | whole, median | certified | against backward |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";

fn summary(results: &Results) -> String {
    let mut out = SUMMARY.to_string();
    for setting in SETTINGS {
        if results.unavailable.iter().any(|(s, _)| s.name == setting.name) {
            let _ = writeln!(out, "| {} | not available |{}", setting.name, " |".repeat(11));
        } else if results.of(setting.name).next().is_some() {
            out += &summary_line(results, &setting);
        }
    }
    let wrong = results.records.iter().filter(|r| r.agrees == Some(false)).count();
    if wrong > 0 {
        let _ = writeln!(
            out,
            "\n**WRONG ANSWERS: {wrong}. Nothing on this page counts before they are explained.**"
        );
    }
    out + "\n"
}

fn summary_line(results: &Results, setting: &Setting) -> String {
    let runs: Vec<&Record> = results.of(setting.name).collect();
    let solved: Vec<&Record> = runs.iter().copied().filter(|r| r.is_solved()).collect();
    let count = |outcome| runs.iter().filter(|r| r.outcome == outcome).count();
    let right = |outcome| solved.iter().filter(|r| r.outcome == outcome).count();
    let applicable = runs.len() - count(Outcome::NotApplicable);
    let certified = solved.iter().filter(|r| r.certified == Some(true)).count();
    let cells = [
        format!("{} of {applicable}", solved.len()),
        right(Outcome::True).to_string(),
        right(Outcome::False).to_string(),
        count(Outcome::Unknown).to_string(),
        count(Outcome::NotApplicable).to_string(),
        count(Outcome::Error).to_string(),
        runs.iter().filter(|r| r.agrees == Some(false)).count().to_string(),
        time(solved.iter().map(|r| r.whole).sum()),
        time(solved.iter().filter_map(|r| r.search).sum()),
        middle(results, setting),
        format!("{certified} of {}", right(Outcome::True)),
        or_dash(against_backward(results, setting), |f| format!("{f:.2} ×")),
    ];
    format!("| {} | {} |\n", setting.name, cells.join(" | "))
}

fn middle(results: &Results, setting: &Setting) -> String {
    let limit = results.limit();
    let applies = results.of(setting.name).filter(|r| r.outcome != Outcome::NotApplicable);
    let times = applies.map(|r| if r.is_solved() { r.whole } else { f64::INFINITY }).collect();
    or_dash(median(times), |m| if m.is_finite() { time(m) } else { format!("> {limit:.0}") })
}

fn against_backward(results: &Results, setting: &Setting) -> Option<f64> {
    let both = results.pairs(setting.name, BACKWARD).filter(|(a, b)| a.is_solved() && b.is_solved());
    let limit = results.limit();
    geometric_mean(&both.map(|(a, b)| seconds(a, limit) / seconds(b, limit)).collect::<Vec<_>>())
}

fn settings(results: &Results) -> String {
    let mut out =
        "Each setting is `threadwise check PROGRAM.bp`, the options of line 3 of the program, and:\n\n"
            .to_string();
    for setting in SETTINGS {
        let args = setting.args.join(" ");
        let what = match setting.way {
            Way::Direct => format!("`{args}`"),
            Way::Expanded => "`threadwise convert --to tts` first, then `check` of what comes out, within one limit; an expansion beyond the limits counts as unsolved".to_string(),
        };
        let refused = results.unavailable.iter().find(|(s, _)| s.name == setting.name);
        let reason = refused.map_or(String::new(), |(_, why)| format!(" (not available: {why})"));
        let _ = writeln!(out, "- {}: {what}{reason}", setting.name);
    }
    out + "\n"
}

const CACTUS: &str = "## Cactus plot\n\nAs in [LW14] Fig. 4: the programs that a setting solves, sorted by time. Further right and further down is better.\n\n![Solved programs by whole seconds](cactus.svg)\n\nThe same with seconds of search, without evidence and its check:\n\n![Solved programs by seconds of search](cactus-search.svg)\n\n";

fn programs(results: &Results) -> String {
    let settings = results.settings();
    let names: Vec<&str> = settings.iter().map(|s| s.name).collect();
    let mut out = format!(
        "## Programs\n\nWhole seconds; `> {:.0}`: the limit; `?`: gave up earlier; n/a: not applicable.\n\n| program | shared | local | locations | answer | {} |\n|---|---:|---:|---:|---|{}\n",
        results.limit(),
        names.join(" | "),
        "---:|".repeat(names.len())
    );
    for program in &results.programs {
        let runs: Vec<Option<&Record>> = names.iter().map(|n| results.find(&program.name, n)).collect();
        if runs.iter().all(Option::is_none) {
            continue;
        }
        let answer = match program.answer {
            Answer::True => "TRUE".to_string(),
            Answer::False(least) => format!("FALSE ≥{least}"),
        };
        let cells: Vec<String> = runs.into_iter().map(|r| cell(r, results.limit())).collect();
        let (shared, local) = program.variables;
        let _ = writeln!(
            out,
            "| {} | {shared} | {local} | {} | {answer} | {} |",
            program.name,
            program.locations,
            cells.join(" | ")
        );
    }
    out
}
