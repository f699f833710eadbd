//! Pages in Markdown: a head that says where numbers come from, and tables.

use super::limit::Limit;
use super::origin::{Origin, date};
use std::fmt;
use tw_report::grouped;

/// How a page begins.
pub fn head(title: &str, origin: &Origin) -> String {
    let mut out = format!("# {title}\n\n- revision {}\n- date: {}\n", origin.revision, date());
    out += &format!("- command: `{}`\n", origin.command);
    if let Some(machine) = &origin.machine {
        out += &format!("- machine: {machine}\n- duration: {} s\n", origin.seconds());
    }
    out
}

/// A line of the head about the limits.
pub fn limits(limit: &Limit, gigabytes: u64) -> String {
    format!("- limits of a run: {}, {gigabytes}GB; one run at a time\n", limit.text)
}

/// A table.
#[derive(Default)]
pub struct Table {
    head: Vec<(String, &'static str)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// No columns yet.
    pub fn new() -> Table {
        Table::default()
    }

    /// Further columns of words.
    pub fn words<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Table {
        self.head.extend(names.into_iter().map(|name| (name.into(), "---")));
        self
    }

    /// Further columns of numbers.
    pub fn numbers<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Table {
        self.head.extend(names.into_iter().map(|name| (name.into(), "---:")));
        self
    }

    /// A further row; it may be shorter than the head.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut cells: Vec<String> = cells.into_iter().collect();
        cells.resize(self.head.len(), String::new());
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, self.head.iter().map(|(name, _)| name.as_str()))?;
        let rules: Vec<&str> = self.head.iter().map(|(_, rule)| *rule).collect();
        writeln!(f, "|{}|", rules.join("|"))?;
        self.rows.iter().try_for_each(|row| line(f, row.iter().map(String::as_str)))
    }
}

fn line<'a>(f: &mut fmt::Formatter<'_>, mut cells: impl Iterator<Item = &'a str>) -> fmt::Result {
    cells.try_for_each(|cell| if cell.is_empty() { write!(f, "| ") } else { write!(f, "| {cell} ") })?;
    writeln!(f, "|")
}

/// Seconds in a table.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.0995 => format!("{s:.3}"),
        s if s < 9.95 => format!("{s:.2}"),
        s => format!("{s:.1}"),
    }
}

/// An absent value is a dash.
pub fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or("–".to_string(), show)
}

/// A number in a table.
pub fn count(number: Option<u64>) -> String {
    or_dash(number, grouped)
}

/// A factor in a table.
pub fn factor(ratio: Option<f64>) -> String {
    or_dash(ratio, |r| format!("{r:.2} ×"))
}

#[cfg(test)]
mod tests {
    use super::{Table, count, seconds};

    #[test]
    fn tables_are_aligned() {
        let mut table = Table::new().words(["program"]).numbers(["states", "s"]);
        table.row(["p".to_string(), count(Some(1234)), seconds(0.01234)]);
        table.row(["q".to_string(), count(None)]);
        assert_eq!(
            table.to_string(),
            "| program | states | s |\n|---|---:|---:|\n| p | 1 234 | 0.012 |\n| q | – | |\n"
        );
    }
}
