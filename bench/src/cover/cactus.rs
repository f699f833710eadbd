//! The cactus plot [LW14, Fig. 4]: solved programs sorted by time, one line for each setting.

use super::Results;
use super::setting::SETTINGS;
use crate::chart::{Chart, Line, Panel, draw as draw_chart};
use crate::harness::record::Record;

/// Distance of marks.
const MARKS: usize = 9;

/// Draws it for one kind of time.
pub fn draw(results: &Results, y_title: &str, time: impl Fn(&Record) -> Option<f64>) -> String {
    let mut solved: Vec<(usize, Vec<f64>)> = Vec::new();
    for (style, setting) in SETTINGS.iter().enumerate() {
        let mut times: Vec<f64> =
            results.of(setting.name).filter(|r| r.is_solved()).filter_map(&time).collect();
        times.sort_by(f64::total_cmp);
        if results.of(setting.name).next().is_some() {
            solved.push((style, times));
        }
    }
    solved.sort_by_key(|(style, times)| (std::cmp::Reverse(times.len()), *style));
    let lines = solved.iter().map(|(style, times)| Line {
        style: *style,
        points: times.iter().enumerate().map(|(at, t)| Some(((at + 1) as f64, *t))).collect(),
        marks: MARKS,
    });
    // The best line lies on top.
    let lines = lines.rev().collect();
    let label =
        |(style, times): &(usize, Vec<f64>)| (*style, format!("{}: {}", SETTINGS[*style].label, times.len()));
    let most = programs_run(results);
    let panel = Panel {
        x_title: "number of solved programs".to_string(),
        x: (0.0, most as f64 * 1.02),
        ticks: ticks(most),
        lines,
    };
    draw_chart(&Chart {
        title: format!("{most} programs for any number of threads: solved within a time"),
        y_title: format!("{y_title} for one program (logarithmic)"),
        panels: vec![panel],
        legend: solved.iter().map(label).collect(),
        limit: results.limit(),
    })
}

/// Programs with some run.
fn programs_run(results: &Results) -> usize {
    results.programs.iter().filter(|p| results.records.iter().any(|r| r.run.program == p.name)).count()
}

/// Round numbers.
fn ticks(most: usize) -> Vec<(f64, u64)> {
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|s| most / s <= 12).unwrap_or(100);
    (0..=most).step_by(step).map(|n| (n as f64, n as u64)).collect()
}
