//! How lines look.

/// A line: its colour, its dashes and its marks.
pub struct Style {
    colour: &'static str,
    dashes: &'static str,
    mark: Mark,
}

#[derive(Clone, Copy)]
enum Mark {
    Circle,
    Square,
    Triangle,
    Wedge,
    Diamond,
    Cross,
    Plus,
}

/// Neighbours differ in all three; with dashes the marks are hollow.
pub const STYLES: [Style; 10] = [
    Style { colour: "#000000", dashes: "", mark: Mark::Circle },
    Style { colour: "#0072b2", dashes: "", mark: Mark::Square },
    Style { colour: "#d55e00", dashes: "8 4", mark: Mark::Triangle },
    Style { colour: "#009e73", dashes: "2 3", mark: Mark::Diamond },
    Style { colour: "#b0407f", dashes: "", mark: Mark::Cross },
    Style { colour: "#7a4b00", dashes: "14 5", mark: Mark::Circle },
    Style { colour: "#2f9fd8", dashes: "9 3 2 3", mark: Mark::Square },
    Style { colour: "#d89000", dashes: "", mark: Mark::Plus },
    Style { colour: "#707070", dashes: "4 2", mark: Mark::Wedge },
    Style { colour: "#c00000", dashes: "", mark: Mark::Diamond },
];

/// Half of the width of a mark.
const R: f64 = 4.5;

impl Style {
    /// Attributes of a line.
    pub fn stroke(&self) -> String {
        let dashes = match self.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        format!("stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"{dashes}", self.colour)
    }

    /// A mark.
    pub fn mark(&self, (x, y): (f64, f64)) -> String {
        let fill = if self.dashes.is_empty() { self.colour } else { "white" };
        let style = format!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.6\"", self.colour);
        let path = |corners: &[(f64, f64)], closed: &str| {
            let steps: Vec<String> =
                corners.iter().map(|(a, b)| format!("{:.1} {:.1}", x + a * R, y + b * R)).collect();
            format!("<path d=\"M{}{closed}\" {style}/>\n", steps.join("L"))
        };
        match self.mark {
            Mark::Circle => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{R}\" {style}/>\n"),
            Mark::Square => path(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)], "Z"),
            Mark::Triangle => path(&[(0.0, -1.2), (1.1, 0.9), (-1.1, 0.9)], "Z"),
            Mark::Wedge => path(&[(0.0, 1.2), (1.1, -0.9), (-1.1, -0.9)], "Z"),
            Mark::Diamond => path(&[(0.0, -1.3), (1.2, 0.0), (0.0, 1.3), (-1.2, 0.0)], "Z"),
            Mark::Cross => path(&[(-1.1, -1.1), (1.1, 1.1)], "") + &path(&[(-1.1, 1.1), (1.1, -1.1)], ""),
            Mark::Plus => path(&[(0.0, -1.3), (0.0, 1.3)], "") + &path(&[(-1.3, 0.0), (1.3, 0.0)], ""),
        }
    }
}
