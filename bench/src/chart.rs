//! Line charts as SVG: logarithmic time upwards, panels side by side, the legend beside them.
//!
//! Lines differ in colour, in dashes and in marks, so that they can be told apart without colour.

mod style;

use crate::svg::{self, line, text};
use std::fmt::Write;
use style::{STYLES, Style};

/// A picture.
pub struct Chart {
    /// Above all.
    pub title: String,
    /// What lies upwards.
    pub y_title: String,
    /// Side by side, with the same scale upwards.
    pub panels: Vec<Panel>,
    /// Style and text of each line.
    pub legend: Vec<(usize, String)>,
    /// Seconds of the limit, drawn as a line.
    pub limit: f64,
}

/// A pair of axes.
pub struct Panel {
    /// What lies to the right.
    pub x_title: String,
    /// From where to where.
    pub x: (f64, f64),
    /// Numbers below the axis.
    pub ticks: Vec<(f64, u64)>,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line.
pub struct Line {
    /// Position in `STYLES`.
    pub style: usize,
    /// Where it goes; it is interrupted where a point is absent.
    pub points: Vec<Option<(f64, f64)>>,
    /// Every so many points have a mark, and the last one has.
    pub marks: usize,
}

const PANELS: f64 = 700.0;
const LEGEND: f64 = 320.0;
const LEFT: f64 = 92.0;
const TOP: f64 = 48.0;
const HEIGHT: f64 = 440.0;
const BOTTOM: f64 = 62.0;
const GAP: f64 = 34.0;
/// Room for a number beside the axis.
const NUMBER: f64 = 16.0;
/// Shorter times are drawn here.
const FLOOR: f64 = 1e-3;

/// The scale upwards, from decade to limit.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(chart: &Chart) -> Scale {
        let points = chart.panels.iter().flat_map(|p| &p.lines).flat_map(|l| l.points.iter().flatten());
        let least = points.map(|(_, y)| *y).fold(chart.limit / 100.0, f64::min).max(FLOOR);
        Scale { low: least.log10().floor(), high: (chart.limit * 1.5).log10() }
    }

    fn decades(self) -> impl Iterator<Item = i32> {
        self.low as i32..=self.high.floor() as i32
    }

    fn y(self, seconds: f64) -> f64 {
        let part = (seconds.max(FLOOR).log10() - self.low) / (self.high - self.low);
        TOP + HEIGHT * (1.0 - part.clamp(0.0, 1.0))
    }
}

/// Draws the picture.
pub fn draw(chart: &Chart) -> String {
    let mut out = svg::open(LEFT + PANELS + LEGEND, TOP + HEIGHT + BOTTOM);
    text(&mut out, (LEFT, 28.0), "start", "font-size=\"18\"", &chart.title);
    let (x, y) = (22.0, TOP + HEIGHT / 2.0);
    text(&mut out, (x, y), "middle", &format!("transform=\"rotate(-90 {x} {y})\""), &chart.y_title);
    let scale = Scale::of(chart);
    let count = chart.panels.len().max(1) as f64;
    let each = (PANELS - GAP * (count - 1.0)) / count;
    for (at, panel) in chart.panels.iter().enumerate() {
        let from = LEFT + at as f64 * (each + GAP);
        draw_panel(&mut out, panel, (from, from + each), scale, chart.limit);
    }
    numbers(&mut out, scale, chart.limit);
    legend(&mut out, &chart.legend);
    out + svg::CLOSE
}

/// A panel between two positions.
fn draw_panel(out: &mut String, panel: &Panel, (from, to): (f64, f64), scale: Scale, limit: f64) {
    let x = |value: f64| from + (value - panel.x.0) / (panel.x.1 - panel.x.0) * (to - from);
    grid(out, (from, to), scale);
    let bottom = TOP + HEIGHT;
    for (at, number) in &panel.ticks {
        line(out, (x(*at), bottom), (x(*at), bottom + 6.0), "stroke=\"#444\"");
        text(out, (x(*at), bottom + 22.0), "middle", "", &number.to_string());
    }
    text(out, (f64::midpoint(from, to), bottom + 48.0), "middle", "", &panel.x_title);
    let y = scale.y(limit);
    line(out, (from, y), (to, y), "stroke=\"#444\" stroke-width=\"1.2\" stroke-dasharray=\"2 3\"");
    for line in &panel.lines {
        curve(out, line, &|(a, b)| (x(a), scale.y(b)));
    }
    let _ = writeln!(
        out,
        "<rect x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#444\"/>",
        to - from
    );
}

/// A line for each decade, faint ones between.
fn grid(out: &mut String, (from, to): (f64, f64), scale: Scale) {
    for decade in scale.decades() {
        for digit in 1..=9 {
            let seconds = f64::from(digit) * 10f64.powi(decade);
            if seconds.log10() > scale.high {
                break;
            }
            let colour = if digit == 1 { "stroke=\"#bbb\"" } else { "stroke=\"#eee\"" };
            line(out, (from, scale.y(seconds)), (to, scale.y(seconds)), colour);
        }
    }
}

/// Decades and the limit, to the left of all.
fn numbers(out: &mut String, scale: Scale, limit: f64) {
    let mut number = |seconds: f64, label: &str| {
        text(out, (LEFT - 8.0, scale.y(seconds) + 5.0), "end", "", label);
    };
    number(limit, &format!("limit {limit}"));
    for decade in scale.decades() {
        let seconds = 10f64.powi(decade);
        if (scale.y(seconds) - scale.y(limit)).abs() > NUMBER {
            let digits = if decade < 0 { decade.unsigned_abs() as usize } else { 0 };
            number(seconds, &format!("{seconds:.digits$}"));
        }
    }
}

fn curve(out: &mut String, line: &Line, place: &dyn Fn((f64, f64)) -> (f64, f64)) {
    let style = &STYLES[line.style % STYLES.len()];
    let (mut path, mut pen) = (String::new(), 'M');
    for point in &line.points {
        match point.map(place) {
            Some((x, y)) => {
                let _ = write!(path, "{pen}{x:.1} {y:.1}");
                pen = 'L';
            }
            None => pen = 'M',
        }
    }
    let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" {}/>", style.stroke());
    let places: Vec<(f64, f64)> = line.points.iter().flatten().map(|p| place(*p)).collect();
    // Lines that lie on each other have their marks at different points.
    let phase = line.style * 3 % line.marks.max(1);
    let marked = |at: &usize| at % line.marks.max(1) == phase || at + 1 == places.len();
    (0..places.len()).filter(marked).for_each(|at| out.push_str(&style.mark(places[at])));
}

fn legend(out: &mut String, entries: &[(usize, String)]) {
    let left = LEFT + PANELS + 22.0;
    for (row, (style, label)) in entries.iter().enumerate() {
        let (style, y): (&Style, f64) = (&STYLES[style % STYLES.len()], TOP + 14.0 + 27.0 * row as f64);
        line(out, (left, y), (left + 44.0, y), &style.stroke());
        out.push_str(&style.mark((left + 22.0, y)));
        text(out, (left + 54.0, y + 5.0), "start", "font-size=\"14\"", label);
    }
}

#[cfg(test)]
mod tests {
    use super::{Chart, Line, Panel, draw};

    #[test]
    fn lines_are_interrupted_where_points_are_absent() {
        let line = Line { style: 0, points: vec![Some((1.0, 0.1)), None, Some((3.0, 1.0))], marks: 1 };
        let panel = Panel { x_title: "K".into(), x: (0.0, 4.0), ticks: vec![(1.0, 1)], lines: vec![line] };
        let legend = vec![(0, "a < b".to_string())];
        let text =
            draw(&Chart { title: "t".into(), y_title: "s".into(), panels: vec![panel], legend, limit: 30.0 });
        let path = text.lines().find(|l| l.starts_with("<path")).unwrap();
        assert_eq!((path.matches('M').count(), path.matches('L').count()), (2, 0), "{path}");
        assert!(text.contains("a &lt; b") && text.contains(">limit 30<"));
    }
}
