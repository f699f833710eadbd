//! A picture as PNG.
//!
//! The pictures are drawn as SVG, where text needs no fonts; here it does. They are those of the system; without any,
//! the PNG has no text.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::path::Path;

/// Twice the size of the SVG.
const SCALE: f32 = 2.0;

/// Writes the picture beside its SVG.
pub fn write(svg: &Path) -> Result<(), String> {
    let data = std::fs::read(svg).map_err(|e| format!("{}: {e}", svg.display()))?;
    let tree = Tree::from_data(&data, &options()).map_err(|e| e.to_string())?;
    let size = tree.size();
    let mut pixmap = Pixmap::new((size.width() * SCALE) as u32, (size.height() * SCALE) as u32)
        .ok_or("a picture without size")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    pixmap.save_png(svg.with_extension("png")).map_err(|e| e.to_string())
}

/// The fonts of the system; `sans-serif` is the first family that is called so.
fn options() -> Options<'static> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let mut families: Vec<String> =
        fonts.faces().flat_map(|f| f.families.iter().map(|(name, _)| name.clone())).collect();
    families.sort();
    let sans = families.iter().find(|n| n.ends_with(" Sans")).or(families.first()).cloned();
    if let Some(name) = sans {
        fonts.set_sans_serif_family(name);
    }
    options
}
