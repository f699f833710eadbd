//! The pictures: times against each other as in [BMWK10] Fig. 5, and growth with the number of threads.

use super::page::{beside, of, states};
use super::tool::COUNTER;
use crate::harness::record::Record;
use crate::picture::{self, Drawn};
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (720, 560);
const LEAST: f64 = 1e-5;

/// Our time (x) against the other tool's (y), one point per program and N, both axes logarithmic.
pub fn scatter(path: &Path, records: &[Record], other: &str, limit: f64) -> Drawn {
    let time = |r: &Record| {
        let seconds = if r.outcome.is_finished() { r.time() } else { limit };
        seconds.clamp(LEAST, limit)
    };
    let points: Vec<(f64, f64, u32)> = of(records, COUNTER)
        .filter_map(|ours| Some((time(ours), time(beside(records, ours, other)?), ours.threads())))
        .collect();
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let range = || (LEAST..limit * 1.5).log_scale();
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("counter engine against {other}, N = 2, 3, …"), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(range(), range())?;
    chart
        .configure_mesh()
        .x_desc("counter engine, seconds")
        .y_desc(format!("{other}, seconds (top edge: limit)"))
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
pub fn growth(path: &Path, records: &[Record]) -> Drawn {
    let point = |r: &Record| states(r).map(|n| (f64::from(r.threads()), n as f64));
    let ours: Vec<&Record> = of(records, COUNTER).filter(|r| point(r).is_some()).collect();
    let most = ours.iter().filter_map(|r| point(r)).map(|(_, n)| n).fold(10.0, f64::max);
    let threads = ours.iter().map(|r| f64::from(r.threads())).fold(3.0, f64::max);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("counter states against the number of threads", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d((2.0..threads * 1.05).log_scale(), (1.0..most * 2.0).log_scale())?;
    chart.configure_mesh().x_desc("N (logarithmic)").y_desc("states (logarithmic)").draw()?;
    let mut names: Vec<&str> = ours.iter().map(|r| r.run.program.as_str()).collect();
    names.dedup();
    for (i, name) in names.iter().enumerate() {
        let colour = HSLColor(i as f64 / names.len() as f64, 0.75, 0.42);
        let line: Vec<(f64, f64)> =
            ours.iter().filter(|r| r.run.program == *name).filter_map(|r| point(r)).collect();
        let drawn = chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        picture::name_line(drawn, *name, colour.stroke_width(2));
    }
    picture::legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    area.present()?;
    Ok(())
}
