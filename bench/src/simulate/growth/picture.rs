//! The picture: nodes of formulas against steps, a panel for each program.

use super::{Curve, FAMILIES};
use crate::picture::{self, Drawn};
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (1080, 480);
const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];

/// Draws it; both axes are linear, so that linear growth is a straight line.
pub fn draw(path: &Path, curves: &[Curve]) -> Drawn {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    for (panel, family) in area.split_evenly((1, FAMILIES.len())).iter().zip(&FAMILIES) {
        let own: Vec<&Curve> = curves.iter().filter(|c| c.family == family.name).collect();
        let points = || own.iter().flat_map(|c| c.points());
        let most = |of: fn(&(f64, f64)) -> f64| points().map(|p| of(&p)).fold(1.0, f64::max) * 1.05;
        let mut chart = ChartBuilder::on(panel)
            .caption(format!("{}: {}", family.name, family.size), ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d(0.0..most(|p| p.0), 0.0..most(|p| p.1))?;
        chart
            .configure_mesh()
            .x_desc("steps")
            .y_desc("nodes of formulas")
            .x_labels(6)
            .x_label_formatter(&|n| format!("{n:.0}"))
            .y_label_formatter(&|n| format!("{n:.0}"))
            .draw()?;
        for (curve, colour) in own.iter().zip(COLOURS) {
            let drawn =
                chart.draw_series(LineSeries::new(curve.points(), colour.stroke_width(2)).point_size(3))?;
            picture::name_line(drawn, curve.setting, colour.stroke_width(2));
        }
        picture::legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    }
    area.present()?;
    Ok(())
}
