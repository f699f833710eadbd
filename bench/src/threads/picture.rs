//! The picture of growth with the number of threads.

use super::{Asked, PROGRAMS, Runs};
use crate::picture::{self, Drawn};
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (760, 560);

/// Threads and states.
type Points = Vec<(f64, f64)>;

/// Draws states against threads, states on a logarithmic axis; dashed lines are of the second binary.
pub fn draw(path: &Path, ours: &Runs, theirs: Option<&Runs>) -> Drawn {
    let lines: Vec<(usize, bool, Points)> = PROGRAMS
        .iter()
        .enumerate()
        .flat_map(|(i, program)| {
            let of = |runs: &Runs| points(runs, program.name, program.most);
            [(i, true, of(ours)), (i, false, theirs.map(of).unwrap_or_default())]
        })
        .filter(|(.., points)| !points.is_empty())
        .collect();
    let all = || lines.iter().flat_map(|(.., points)| points);
    let most = all().map(|(_, states)| *states).fold(10.0, f64::max);
    let threads = all().map(|(n, _)| *n).fold(3.0, f64::max);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("states against threads (dashed: the binary compared with)", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(90)
        .build_cartesian_2d(0.8..threads + 0.2, (1.0..most * 30.0).log_scale())?;
    chart
        .configure_mesh()
        .x_labels(threads as usize)
        .x_label_formatter(&|x| if x.fract() == 0.0 { x.to_string() } else { String::new() })
        .y_label_formatter(&|y| tw_report::grouped(*y as u64))
        .x_desc("threads created")
        .y_desc("states (logarithmic)")
        .draw()?;
    for (i, solid, points) in lines {
        let colour = HSLColor(i as f64 / PROGRAMS.len() as f64, 0.75, 0.42);
        if solid {
            let drawn = chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
            picture::name_line(drawn, PROGRAMS[i].name.to_string(), colour.stroke_width(2));
        } else {
            chart.draw_series(DashedLineSeries::new(points.iter().copied(), 5, 4, colour.stroke_width(1)))?;
        }
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
    }
    picture::legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    area.present()?;
    Ok(())
}

/// Where all states were counted.
fn points(runs: &Runs, program: &str, most: u32) -> Points {
    let at = |n| Some((f64::from(n), runs.states(program, Asked::States, n)? as f64));
    (1..=most).filter_map(at).collect()
}
