//! A picture as SVG and, with the feature `png`, as PNG beside it.

#[cfg(feature = "png")]
mod png;

use plotters::chart::SeriesAnno;
use plotters::coord::CoordTranslate;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// What drawing returns.
pub type Drawn = Result<(), Box<dyn Error>>;

/// Draws the SVG in the folder, then the PNG.
pub fn write(folder: &Path, name: &str, draw: impl Fn(&Path) -> Drawn) -> Result<(), String> {
    let path = folder.join(name).with_extension("svg");
    draw(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    as_png(&path)
}

/// Gives a line its name in the legend.
pub fn name_line<'a, DB: DrawingBackend + 'a>(
    line: &mut SeriesAnno<'a, DB>,
    name: impl Into<String>,
    style: ShapeStyle,
) {
    line.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
}

/// Draws the legend.
pub fn legend<'a, DB: DrawingBackend + 'a, CT: CoordTranslate>(
    chart: &mut ChartContext<'a, DB, CT>,
    position: SeriesLabelPosition,
) -> Drawn
where
    DB::ErrorType: 'static,
{
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .position(position)
        .draw()?;
    Ok(())
}

#[cfg(feature = "png")]
fn as_png(svg: &Path) -> Result<(), String> {
    png::write(svg)
}

/// Without the feature there are only SVGs.
#[cfg(not(feature = "png"))]
fn as_png(_: &Path) -> Result<(), String> {
    Ok(())
}
