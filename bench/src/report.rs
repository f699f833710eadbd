//! Tables and files.

use crate::large::PROGRAM;
use crate::tools::{HandWritten, Tool};
use crate::{Row, plot};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use tw_verdict::Statistics;

/// Runs of rumur shorter than this are not compared: starting a process takes nearly as long.
const SHORTEST: f64 = 0.05;

/// Writes all files; returns the text of the report.
pub fn write(root: &Path, limit: Duration, rows: &[Row], large: Option<&Statistics>) -> String {
    let text = report(root, limit, rows, large);
    let folder = root.join("bench/results");
    let write = |name: &str, content: &str| {
        if let Err(error) =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(name), content))
        {
            eprintln!("cannot write {name}: {error}");
        }
    };
    write("compare.md", &text);
    write("compare.csv", &csv(rows));
    for (name, tool) in [("scatter-rumur.svg", Tool::Rumur), ("scatter-spin.svg", Tool::Spin)] {
        if let Err(error) = plot::scatter(&folder.join(name), rows, tool, limit.as_secs_f64()) {
            eprintln!("cannot draw {name}: {error}");
        }
    }
    if let Err(error) = plot::growth(&folder.join("growth.svg"), rows) {
        eprintln!("cannot draw growth.svg: {error}");
    }
    text
}

fn report(root: &Path, limit: Duration, rows: &[Row], large: Option<&Statistics>) -> String {
    let revision = revision(root);
    let mut out = format!(
        "# Counter engine, rumur and SPIN on the same programs\n\nrevision {revision}; limit {} s; `cargo xtask bench`\n\n",
        limit.as_secs()
    );
    out += "Seconds of checking, without compilation. rumur with symmetry reduction (scalarset), SPIN without reduction.\n\n";
    out += "| program | N | states | counter s | rumur s | rumur / counter | SPIN states | SPIN s |\n|---|---|---|---|---|---|---|---|\n";
    let find = |row: &Row, tool: Tool| {
        rows.iter().find(|r| r.program == row.program && r.threads == row.threads && r.tool == tool)
    };
    for row in rows.iter().filter(|r| r.tool == Tool::Counter) {
        let (rumur, spin) = (find(row, Tool::Rumur), find(row, Tool::Spin));
        let seconds = |r: Option<&Row>| {
            r.map_or("–".into(), |r| {
                r.measured.seconds.map_or_else(|| r.measured.note.clone(), |s| format!("{s:.3}"))
            })
        };
        let ratio = ratio(row, rumur).map_or("–".into(), |r| format!("{r:.1}"));
        let states =
            |r: Option<&Row>| r.and_then(|r| r.measured.states).map_or("–".into(), |n| n.to_string());
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {ratio} | {} | {} |",
            row.program,
            row.threads,
            states(Some(row)),
            seconds(Some(row)),
            seconds(rumur),
            states(spin),
            seconds(spin)
        );
    }
    out += &summary(rows);
    if let Some(s) = large {
        let beyond = (s.store_bytes - s.packed_bytes) as f64 / s.states.max(1) as f64;
        let _ = writeln!(
            out,
            "\n## A large space\n\n{} with N = {}: {} states, {} transitions, {:.1} s, {:.2} million distinct stored states/s, {:.1} bytes/state, of which {beyond:.1} beyond the packed content.",
            PROGRAM.0,
            PROGRAM.1,
            s.states,
            s.transitions,
            s.seconds,
            s.rate() / 1e6,
            s.bytes_per_state()
        );
    }
    out
}

/// The revision of the sources.
pub fn revision(root: &Path) -> String {
    let git = std::process::Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root).output();
    git.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
}

/// Writes the comparison of converted and hand-written models; returns its text.
pub fn write_hand_written(root: &Path, by_hand: &[HandWritten]) -> String {
    let mut out = format!(
        "# Converted against hand-written Murphi models\n\nrevision {}; best of five runs, processor seconds\n\n",
        revision(root)
    );
    out += "| program | N | states converted / by hand | converted s | by hand s | ratio |\n|---|---|---|---|---|---|\n";
    for h in by_hand {
        let (a, b) = (h.converted.seconds.unwrap_or(f64::NAN), h.by_hand.seconds.unwrap_or(f64::NAN));
        let (m, n) = (h.converted.states.unwrap_or(0), h.by_hand.states.unwrap_or(0));
        let _ =
            writeln!(out, "| {} | {} | {m} / {n} | {a:.3} | {b:.3} | {:.2} |", h.program, h.threads, a / b);
    }
    let folder = root.join("bench/results");
    if let Err(error) =
        std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join("hand-written.md"), &out))
    {
        eprintln!("cannot write hand-written.md: {error}");
    }
    out
}

/// rumur's time over ours, where both are long enough to compare.
fn ratio(ours: &Row, theirs: Option<&Row>) -> Option<f64> {
    let (a, b) = (ours.measured.seconds?, theirs?.measured.seconds?);
    (b >= SHORTEST).then(|| b / a.max(1e-6))
}

fn summary(rows: &[Row]) -> String {
    let pairs = rows.iter().filter(|r| r.tool == Tool::Counter && r.threads >= 3);
    let rumur = |row: &Row| {
        rows.iter().find(|r| r.program == row.program && r.threads == row.threads && r.tool == Tool::Rumur)
    };
    let ratios: Vec<f64> = pairs.filter_map(|row| ratio(row, rumur(row))).collect();
    if ratios.is_empty() {
        return String::new();
    }
    let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let least = ratios.iter().copied().fold(f64::MAX, f64::min);
    let ahead = ratios.iter().filter(|r| **r > 1.0).count();
    let counted = rows
        .iter()
        .filter(|r| r.tool == Tool::Counter)
        .filter(|r| rumur(r).is_some_and(|t| t.measured.states.is_some()));
    let equal =
        counted.clone().filter(|r| rumur(r).is_some_and(|t| t.measured.states == r.measured.states)).count();
    format!(
        "\nFrom N = 3 on, where rumur takes at least {} ms: ahead of rumur in {ahead} of {} runs, geometric mean {mean:.1} times as fast, least {least:.1}. State counts equal rumur's in {equal} of {} runs.\n",
        SHORTEST * 1000.0,
        ratios.len(),
        counted.count(),
    )
}

/// Runs in which rumur counts other states than we do: then the comparison is worthless.
pub fn count_differences(rows: &[Row]) -> Vec<String> {
    let ours = rows.iter().filter(|r| r.tool == Tool::Counter);
    let other = |row: &&Row| {
        let rumur = rows
            .iter()
            .find(|r| r.program == row.program && r.threads == row.threads && r.tool == Tool::Rumur)?;
        let (a, b) = (row.measured.states?, rumur.measured.states?);
        (a != b).then(|| format!("{} N={}: {a} states, but {b} of rumur", row.program, row.threads))
    };
    ours.filter_map(|row| other(&row)).collect()
}

fn csv(rows: &[Row]) -> String {
    let mut out = String::from("program,threads,tool,states,seconds,note\n");
    for r in rows {
        let states = r.measured.states.map(|n| n.to_string()).unwrap_or_default();
        let seconds = r.measured.seconds.map(|s| format!("{s:.6}")).unwrap_or_default();
        let _ = writeln!(
            out,
            "{},{},{:?},{states},{seconds},{}",
            r.program,
            r.threads,
            r.tool,
            r.measured.note.replace(',', ";")
        );
    }
    out
}
