//! The source lines that a schedule refers to.

use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use tw_verdict::Schedule;

/// Texts of source files, by name.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    texts: BTreeMap<String, String>,
}

/// The lines of one file that a schedule refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceLines {
    /// The file, as in the places of rows.
    pub path: String,
    /// Lines by number.
    pub lines: BTreeMap<u32, String>,
}

impl Sources {
    /// Adds the text of a file.
    pub fn add(&mut self, name: impl Into<String>, bytes: &[u8]) {
        self.texts.insert(name.into(), String::from_utf8_lossy(bytes).into_owned());
    }

    /// Whether the text of a file is there.
    pub fn has(&self, name: &str) -> bool {
        self.text(name).is_some()
    }

    /// A line of a file, if it is there.
    pub fn line(&self, name: &str, line: u32) -> Option<&str> {
        let index = (line as usize).checked_sub(1)?;
        self.text(name)?.lines().nth(index).map(str::trim_end)
    }

    /// The text of a file. Compilers shorten `/a/b/x.c` to `b/x.c` when they run in a folder beside `/a/b`.
    fn text(&self, name: &str) -> Option<&String> {
        let longer = || {
            let mut all = self.texts.iter().filter(|(full, _)| Path::new(full).ends_with(name));
            all.next().filter(|_| all.next().is_none()).map(|(_, text)| text)
        };
        self.texts.get(name).or_else(longer)
    }

    /// The lines that the rows and sites of a schedule refer to, file by file.
    pub fn of(&self, schedule: &Schedule) -> Vec<SourceLines> {
        let rows = schedule.rows.iter().filter_map(|row| row.place.as_ref()).map(|p| (&p.file, p.line));
        let sites = schedule.sites.iter().map(|site| (&site.file, site.line));
        let mut found: BTreeMap<&str, BTreeMap<u32, String>> = BTreeMap::new();
        for (file, line) in rows.chain(sites) {
            if let Some(text) = self.line(file, line) {
                found.entry(file).or_default().insert(line, text.to_string());
            }
        }
        found.into_iter().map(|(path, lines)| SourceLines { path: path.into(), lines }).collect()
    }
}
