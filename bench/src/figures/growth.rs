//! Time against the number of threads, for ten programs.

use super::configuration::{PLAIN_SYMBOLIC_POR, SYMBOLIC_POR};
use crate::harness::command::Setting;
use crate::harness::record::Record;
use crate::picture::{self, Drawn};
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

const SIZE: (u32, u32) = (900, 620);
/// Programs in the picture.
const PROGRAMS: usize = 10;
const FLOOR: f64 = 1e-4;

/// Draws symbolic counters as lines with filled points, plain symbolic exploration with hollow points, both with
/// partial-order reduction.
pub fn draw(path: &Path, records: &[Record], limit: f64) -> Drawn {
    let programs = choose(records);
    let most =
        records.iter().filter(|r| r.outcome.is_finished()).map(Record::threads).max().unwrap_or(3).max(3);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(
            "time against threads (filled: symbolic + POR, hollow: plain-symbolic + POR)",
            ("sans-serif", 18),
        )
        .margin(14)
        .x_label_area_size(48)
        .y_label_area_size(72)
        .build_cartesian_2d(1.8..f64::from(most) * 1.25, (FLOOR..limit * 1.5).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| if *y >= 1.0 { format!("{y:.0}") } else { y.to_string() })
        .x_desc("number of threads N")
        .y_desc("seconds (logarithmic)")
        .draw()?;
    for (i, program) in programs.iter().enumerate() {
        let colour = HSLColor(i as f64 / PROGRAMS as f64, 0.75, 0.4);
        let symbolic = times(records, program, SYMBOLIC_POR);
        let plain = times(records, program, PLAIN_SYMBOLIC_POR);
        let drawn = chart.draw_series(LineSeries::new(symbolic.iter().copied(), colour.stroke_width(2)))?;
        picture::name_line(drawn, program.as_str(), colour.stroke_width(2));
        chart.draw_series(symbolic.iter().map(|p| Circle::new(*p, 3, colour.filled())))?;
        chart.draw_series(LineSeries::new(plain.iter().copied(), colour.mix(0.6).stroke_width(1)))?;
        chart.draw_series(plain.iter().map(|p| Circle::new(*p, 4, colour.stroke_width(1))))?;
    }
    picture::legend(&mut chart, SeriesLabelPosition::LowerRight)?;
    area.present()?;
    Ok(())
}

fn times(records: &[Record], program: &str, setting: Setting) -> Vec<(f64, f64)> {
    let of =
        records.iter().filter(|r| r.run.program == program && r.is_of(&setting) && r.outcome.is_finished());
    let mut points: Vec<(f64, f64)> = of.map(|r| (f64::from(r.threads()), r.time().max(FLOOR))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// Ten programs from the easiest to the hardest, by the largest N that symbolic counters finish.
fn choose(records: &[Record]) -> Vec<String> {
    let mut reached: BTreeMap<&str, u32> = BTreeMap::new();
    for record in records.iter().filter(|r| r.is_of(&SYMBOLIC_POR) && r.outcome.is_finished()) {
        let largest = reached.entry(&record.run.program).or_insert(0);
        *largest = (*largest).max(record.threads());
    }
    let mut ranked: Vec<(u32, &str)> = reached.into_iter().map(|(name, n)| (n, name)).collect();
    ranked.sort_unstable();
    let count = ranked.len().min(PROGRAMS);
    (0..count).map(|i| ranked[i * ranked.len() / count].1.to_string()).collect()
}
