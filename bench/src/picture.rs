//! A picture as SVG and, with the feature `png`, as PNG beside it.

#[cfg(feature = "png")]
mod png;

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

#[cfg(feature = "png")]
fn as_png(svg: &Path) -> Result<(), String> {
    png::write(svg)
}

/// Without the feature there are only SVGs.
#[cfg(not(feature = "png"))]
fn as_png(_: &Path) -> Result<(), String> {
    Ok(())
}
