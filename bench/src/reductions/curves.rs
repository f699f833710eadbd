//! The picture of growth with the number of threads.

use super::scaling::Series;
use crate::picture::{self, Drawn};
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (720, 560);

/// Draws states against threads, states on a logarithmic axis; hollow points ended at a limit.
pub fn draw(path: &Path, series: &[Series]) -> Drawn {
    let all = || series.iter().flat_map(|s| &s.points);
    let most = all().map(|(_, e)| e.states as f64).fold(10.0, f64::max);
    let threads = all().map(|(n, _)| f64::from(*n)).fold(3.0, f64::max);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("states against threads (hollow: at least, ended at a limit)", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(90)
        .build_cartesian_2d(1.8..threads + 0.2, (10.0..most * 30.0).log_scale())?;
    chart
        .configure_mesh()
        .x_labels(threads as usize)
        .x_label_formatter(&|x| if x.fract() == 0.0 { x.to_string() } else { String::new() })
        .y_label_formatter(&|y| super::grouped(*y as u64))
        .x_desc("threads created")
        .y_desc("states (logarithmic)")
        .draw()?;
    for (i, s) in series.iter().enumerate() {
        let colour = HSLColor(i as f64 / series.len() as f64, 0.75, 0.42);
        let at = |(n, e): &(u32, super::explored::Explored)| (f64::from(*n), e.states as f64);
        let complete = s.points.iter().filter(|(_, e)| e.limit.is_none()).map(at);
        let drawn = chart.draw_series(LineSeries::new(complete, colour.stroke_width(2)))?;
        picture::name_line(drawn, format!("{} {}", s.program, s.reduction), colour.stroke_width(2));
        chart.draw_series(s.points.iter().map(|p| {
            let style = if p.1.limit.is_none() { colour.filled() } else { colour.stroke_width(1) };
            Circle::new(at(p), 4, style)
        }))?;
    }
    picture::legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    area.present()?;
    Ok(())
}
