//! Times of two configurations against each other, as in [BMWK10] Fig. 4, 6, 7 and 8.

use super::compare::{Pair, Time, pairs};
use crate::harness::command::Setting;
use crate::harness::record::Record;
use crate::picture::{self, Drawn};
use plotters::coord::combinators::LogCoord;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (760, 640);
/// Where the axes begin.
const FLOOR: f64 = 1e-4;

/// Numbers of threads that look alike, from and to.
const CLASSES: [(u32, u32); 8] = [(2, 2), (3, 3), (4, 4), (5, 5), (6, 7), (8, 10), (11, 15), (16, u32::MAX)];

/// The chart of a scatter plot.
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f64>, LogCoord<f64>>>;

/// Draws `x` against `y`: above the diagonal `x` is faster. A limit that was reached lies on the border.
pub fn draw(path: &Path, title: &str, records: &[Record], (x, y): (Setting, Setting), limit: f64) -> Drawn {
    let points = pairs(records, x, y);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let range = || (FLOOR..limit * 2.5).log_scale();
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(48)
        .y_label_area_size(72)
        .build_cartesian_2d(range(), range())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(format!("{x}, seconds (outer line: limit of {limit} s)"))
        .y_desc(format!("{y}, seconds (outer line: limit)"))
        .x_label_formatter(&|v| power(*v))
        .y_label_formatter(&|v| power(*v))
        .draw()?;
    lines(&mut chart, limit)?;
    for (class, (from, to)) in CLASSES.iter().enumerate() {
        let of: Vec<(f64, f64)> =
            points.iter().filter(|p| (*from..=*to).contains(&p.threads)).map(|p| place(p, limit)).collect();
        if !of.is_empty() {
            let name = name(*from, *to, of.len());
            series(&mut chart, class, &of, &name)?;
        }
    }
    picture::legend(&mut chart, SeriesLabelPosition::LowerRight)?;
    area.present()?;
    Ok(())
}

/// A limit is drawn beyond all times.
fn place(pair: &Pair, limit: f64) -> (f64, f64) {
    let at = |time: Time| time.seconds().map_or(limit * 1.5, |s| s.clamp(FLOOR, limit));
    (at(pair.a), at(pair.b))
}

fn name(from: u32, to: u32, runs: usize) -> String {
    match to {
        _ if from == to => format!("N = {from}: {runs}"),
        u32::MAX => format!("N ≥ {from}: {runs}"),
        _ => format!("N = {from}–{to}: {runs}"),
    }
}

fn power(value: f64) -> String {
    if value >= 1.0 { format!("{value:.0}") } else { format!("{value}") }
}

/// The diagonal, one line for each factor of ten, and the limit.
fn lines(chart: &mut Chart, limit: f64) -> Drawn {
    let end = limit * 1.5;
    for power in -5..=5 {
        let factor = 10f64.powi(power);
        let (from, to) = (FLOOR.max(FLOOR / factor), end.min(end / factor));
        let strength = if power == 0 { 0.8 } else { 0.18 };
        if from < to {
            chart.draw_series(LineSeries::new(
                [(from, from * factor), (to, to * factor)],
                BLACK.mix(strength),
            ))?;
        }
    }
    for border in [[(FLOOR, end), (end, end)], [(end, FLOOR), (end, end)]] {
        chart.draw_series(LineSeries::new(border, RED.mix(0.5)))?;
    }
    Ok(())
}

/// Points of one class: each has its colour, and neighbours differ in shape.
fn series(chart: &mut Chart, class: usize, points: &[(f64, f64)], name: &str) -> Drawn {
    let colour = HSLColor(class as f64 / CLASSES.len() as f64, 0.8, 0.4);
    let points = points.iter().copied();
    let style = colour.stroke_width(1);
    let labelled = match class % 4 {
        0 => chart.draw_series(points.map(|p| Circle::new(p, 3, colour.filled())))?,
        1 => chart.draw_series(points.map(|p| TriangleMarker::new(p, 4, colour.filled())))?,
        2 => chart.draw_series(points.map(|p| Cross::new(p, 3, style)))?,
        _ => chart.draw_series(points.map(|p| Circle::new(p, 4, style)))?,
    };
    labelled.label(name);
    match class % 4 {
        0 => labelled.legend(move |(x, y)| Circle::new((x + 8, y), 3, colour.filled())),
        1 => labelled.legend(move |(x, y)| TriangleMarker::new((x + 8, y), 4, colour.filled())),
        2 => labelled.legend(move |(x, y)| Cross::new((x + 8, y), 3, style)),
        _ => labelled.legend(move |(x, y)| Circle::new((x + 8, y), 4, style)),
    };
    Ok(())
}
