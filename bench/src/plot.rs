//! The pictures: times against each other as in [BMWK10] Fig. 5, and growth with the number of threads.

use crate::Row;
use crate::tools::Tool;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

const SIZE: (u32, u32) = (720, 560);
const LEAST: f64 = 1e-5;

/// Our time (x) against the other tool's (y), one point per program and N, both axes logarithmic.
pub fn scatter(path: &Path, rows: &[Row], other: Tool, limit: f64) -> Result<(), Box<dyn Error>> {
    let ours = rows.iter().filter(|r| r.tool == Tool::Counter);
    let points: Vec<(f64, f64, u32)> = ours
        .filter_map(|row| {
            let theirs = rows
                .iter()
                .find(|r| r.program == row.program && r.threads == row.threads && r.tool == other)?;
            let clip = |s: Option<f64>| s.unwrap_or(limit).clamp(LEAST, limit);
            Some((clip(row.measured.seconds), clip(theirs.measured.seconds), row.threads))
        })
        .collect();
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let range = || (LEAST..limit * 1.5).log_scale();
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("counter engine against {other:?}, N = 2, 3, …"), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(range(), range())?;
    chart
        .configure_mesh()
        .x_desc("counter engine, seconds")
        .y_desc(format!("{other:?}, seconds (top edge: limit)"))
        .draw()?;
    for factor in [1.0, 5.0] {
        let line = (0..=60).map(|i| LEAST * 10f64.powf(f64::from(i) / 8.0)).filter(|x| *x <= limit);
        chart.draw_series(LineSeries::new(
            line.map(|x| (x, (x * factor).min(limit))),
            BLACK.mix(if factor > 1.0 { 0.3 } else { 0.8 }),
        ))?;
    }
    chart.draw_series(points.iter().map(|(x, y, n)| {
        let colour = HSLColor((f64::from(*n) * 0.07) % 1.0, 0.8, 0.42);
        Circle::new((*x, *y), 4, colour.filled())
    }))?;
    area.present()?;
    Ok(())
}

/// Counter states against N, both axes logarithmic: polynomial growth is a straight line.
pub fn growth(path: &Path, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let states = |r: &Row| r.measured.states.map(|n| (f64::from(r.threads), n as f64));
    let ours: Vec<&Row> =
        rows.iter().filter(|r| r.tool == Tool::Counter && r.measured.states.is_some()).collect();
    let most = ours.iter().filter_map(|r| states(r)).map(|(_, n)| n).fold(10.0, f64::max);
    let threads = ours.iter().map(|r| f64::from(r.threads)).fold(3.0, f64::max);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("counter states against the number of threads", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d((2.0..threads * 1.05).log_scale(), (1.0..most * 2.0).log_scale())?;
    chart.configure_mesh().x_desc("N (logarithmic)").y_desc("states (logarithmic)").draw()?;
    let mut names: Vec<&str> = ours.iter().map(|r| r.program.as_str()).collect();
    names.dedup();
    for (i, name) in names.iter().enumerate() {
        let colour = HSLColor(i as f64 / names.len() as f64, 0.75, 0.42);
        let line: Vec<(f64, f64)> =
            ours.iter().filter(|r| r.program == *name).filter_map(|r| states(r)).collect();
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    area.present()?;
    Ok(())
}
