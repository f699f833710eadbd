//! The histograms, one panel for each kind: least numbers as filled bars, those of backward search as hollow ones.

use super::{Counts, Kind};
use crate::svg::{self, line, text};
use std::fmt::Write;

const LEFT: f64 = 92.0;
const WIDTH: f64 = 760.0;
const PANEL: f64 = 190.0;
const GAP: f64 = 86.0;
const TOP: f64 = 66.0;
/// Numbers of threads that every panel has room for.
const LEAST_ROOM: u64 = 9;

/// Draws the panels below each other, with the same scale to the right.
pub fn draw(kinds: &[Kind]) -> String {
    let height = TOP + kinds.len() as f64 * (PANEL + GAP);
    let mut out = svg::open(LEFT + WIDTH + 20.0, height);
    key(&mut out);
    let most = kinds.iter().map(Kind::largest).max().unwrap_or(0).max(LEAST_ROOM);
    for (at, kind) in kinds.iter().enumerate() {
        panel(&mut out, kind, TOP + 22.0 + at as f64 * (PANEL + GAP), most);
    }
    out + svg::CLOSE
}

const FILLED: &str = "fill=\"#0072b2\" stroke=\"#0072b2\"";
const HOLLOW: &str = "fill=\"white\" stroke=\"#d55e00\" stroke-width=\"1.5\"";

/// What filled and hollow mean.
fn key(out: &mut String) {
    for (x, style, words) in [
        (LEFT, FILLED, "least number of threads (bounded search)"),
        (LEFT + 370.0, HOLLOW, "threads in what backward search finds"),
    ] {
        bar(out, (x, 16.0), (16.0, 16.0), style);
        text(out, (x + 24.0, 29.0), "start", "", words);
    }
}

fn panel(out: &mut String, kind: &Kind, top: f64, most: u64) {
    let title = format!("{}: {} violations", kind.name, tw_report::grouped(kind.least.violations()));
    text(out, (LEFT, top - 8.0), "start", "font-size=\"16\"", &title);
    let bottom = top + PANEL;
    let highest = (0..=most).map(|n| kind.least.percent(n).max(kind.found.percent(n))).fold(1.0, f64::max);
    let scale = PANEL / (highest * 1.12);
    let step = if highest > 50.0 { 20 } else { 10 };
    for percent in (0..=highest as u32).step_by(step) {
        let y = bottom - f64::from(percent) * scale;
        line(out, (LEFT, y), (LEFT + WIDTH, y), "stroke=\"#ddd\"");
        text(out, (LEFT - 8.0, y + 5.0), "end", "font-size=\"14\"", &format!("{percent} %"));
    }
    let (x, y) = (22.0, top + PANEL / 2.0);
    text(out, (x, y), "middle", &format!("transform=\"rotate(-90 {x} {y})\""), "share of violations");
    let room = WIDTH / (most + 1) as f64;
    for threads in 0..=most {
        let middle = LEFT + room * (threads as f64 + 0.5);
        let half = room * 0.38;
        column(out, &kind.least, threads, (middle - half, bottom), (half, scale), FILLED);
        column(out, &kind.found, threads, (middle + 2.0, bottom), (half - 2.0, scale), HOLLOW);
        text(out, (middle, bottom + 19.0), "middle", "font-size=\"14\"", &threads.to_string());
    }
    line(out, (LEFT, bottom), (LEFT + WIDTH, bottom), "stroke=\"#444\"");
    text(out, (LEFT + WIDTH / 2.0, bottom + 40.0), "middle", "", "threads alive at once");
}

/// A bar with its percentage above it.
fn column(
    out: &mut String,
    counts: &Counts,
    threads: u64,
    (x, bottom): (f64, f64),
    (width, scale): (f64, f64),
    style: &str,
) {
    let percent = counts.percent(threads);
    if percent > 0.0 {
        let height = (percent * scale).max(1.0);
        bar(out, (x, bottom - height), (width, height), style);
        let label = match percent {
            p if p < 0.05 => "<0.1".to_string(),
            p if p < 9.95 => format!("{p:.1}"),
            p => format!("{p:.0}"),
        };
        text(out, (x + width / 2.0, bottom - height - 4.0), "middle", "font-size=\"11\"", &label);
    }
}

fn bar(out: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), style: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {style}/>"
    );
}
