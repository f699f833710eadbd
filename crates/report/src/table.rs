//! A table with one column per thread.

use std::fmt::Write;

const MIN_COLUMN: usize = 26;
const MAX_COLUMN: usize = 56;

/// A table under construction.
pub struct Table {
    /// The text so far.
    pub text: String,
    width: usize,
    threads: usize,
}

impl Table {
    /// A table with these headings; `None` if the columns would be too narrow.
    pub fn new(terminal: usize, headings: Vec<String>) -> Option<Table> {
        let threads = headings.len();
        let width = (terminal.saturating_sub(7) / threads.max(1)).saturating_sub(3);
        if width < MIN_COLUMN {
            return None;
        }
        let width = width.min(MAX_COLUMN);
        let mut head = format!("{:>5} ", "step");
        for heading in headings {
            let _ = write!(head, "│ {:<width$} ", shorten(&heading, width));
        }
        let rule = format!("──────{}", format!("┼{}", "─".repeat(width + 2)).repeat(threads));
        Some(Table { text: format!("{}\n{rule}\n", head.trim_end()), width, threads })
    }

    /// Width of a column.
    pub fn column(&self) -> usize {
        self.width
    }

    /// Adds a line in the column of one thread.
    pub fn line(&mut self, thread: usize, number: &str, text: &str) {
        let mut line = format!("{number:>5} ");
        for t in 0..self.threads {
            let cell = if t == thread { shorten(text, self.width) } else { String::new() };
            let padding = self.width.saturating_sub(cell.chars().count());
            let _ = write!(line, "│ {cell}{} ", " ".repeat(padding));
        }
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// Cuts a text to `width` characters.
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
