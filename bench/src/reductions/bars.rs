//! The picture of states per program, level and reduction.

use super::table::{COLUMNS, Measured};
use crate::picture::{self, Drawn};
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (1200, 560);
/// The part of the place of a row that its bars take.
const WIDTH: f64 = 0.8;

/// Draws one bar for each column of each row, states on a logarithmic axis.
pub fn draw(path: &Path, measured: &[Measured]) -> Drawn {
    let most = measured.iter().flat_map(|m| &m.ours).map(|e| e.states as f64).fold(10.0, f64::max);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("states under each reduction", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(80)
        .build_cartesian_2d(-0.5..measured.len() as f64 - 0.5, (10.0..most * 6.0).log_scale())?;
    let level = |x: &f64| {
        let row = measured.get(x.round().max(0.0) as usize).filter(|_| (x - x.round()).abs() < 0.01);
        row.map_or(String::new(), |m| format!("-O{}", m.paper.1))
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(measured.len() + 1)
        .x_label_formatter(&level)
        .y_label_formatter(&|y| super::grouped(*y as u64))
        .y_desc("states (logarithmic)")
        .draw()?;
    for (c, (name, _)) in COLUMNS.iter().enumerate() {
        let colour = HSLColor(c as f64 / COLUMNS.len() as f64, 0.65, 0.5);
        let bars = measured.iter().enumerate().map(|(i, m)| {
            let left = i as f64 - WIDTH / 2.0 + WIDTH * c as f64 / COLUMNS.len() as f64;
            let right = left + WIDTH / COLUMNS.len() as f64;
            Rectangle::new([(left, 10.0), (right, m.ours[c].states as f64)], colour.filled())
        });
        chart
            .draw_series(bars)?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
    }
    // The name of a program stands above the bars of its first level.
    let first = |i: &usize| *i == 0 || measured[*i].paper.0 != measured[i - 1].paper.0;
    chart.draw_series((0..measured.len()).filter(first).map(|i| {
        Text::new(
            measured[i].paper.0.to_string(),
            (i as f64 - 0.4, most * 2.2),
            ("sans-serif", 15).into_font(),
        )
    }))?;
    picture::legend(&mut chart, SeriesLabelPosition::UpperRight)?;
    area.present()?;
    Ok(())
}
