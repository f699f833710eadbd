//! The programs of `bench/cover` with what their first lines say.

use crate::harness::record::Known;
use crate::realistic::statistics::Statistics;
use std::path::{Path, PathBuf};

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the file, without its end.
    pub name: String,
    /// Where it is.
    pub file: PathBuf,
    /// What is known, for any number of threads.
    pub known: Known,
    /// Options that belong to the question.
    pub options: Vec<String>,
    /// Locations that can be reached along edges.
    pub locations: u64,
    /// Shared and local variables.
    pub variables: (u64, u64),
}

/// All programs, by name; numbers in names count as numbers.
pub fn all(folder: &Path) -> Result<Vec<Program>, String> {
    let files = crate::programs(folder);
    if files.is_empty() {
        return Err(format!("{}: no programs", folder.display()));
    }
    let mut programs = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    programs.sort_by_cached_key(|p| sort_key(&p.name));
    Ok(programs)
}

/// `grow-locals-10-safe` comes after `grow-locals-2-safe`.
fn sort_key(name: &str) -> Vec<(u64, String)> {
    name.split('-').map(|part| (part.parse().unwrap_or(0), part.to_string())).collect()
}

fn read(file: &Path) -> Result<Program, String> {
    let fail = |text: &str| format!("{}: {text}", file.display());
    let text = std::fs::read_to_string(file).map_err(|e| fail(&e.to_string()))?;
    let line = |start: &str| text.lines().take(3).find_map(|l| l.strip_prefix(start)).map(str::trim);
    let known = line("// answer:").and_then(answer).ok_or_else(|| fail("no answer in line 2"))?;
    let options = line("// options:").ok_or_else(|| fail("no options in line 3"))?;
    let options = options.split_whitespace().map(String::from).collect();
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let loaded = tw_boolprog::load(&name, text.into_bytes())
        .map_err(|e| fail(e.messages.first().map_or("", |m| &m.message)))?;
    let numbers = Statistics::of(&loaded.program);
    let variables = (numbers.shared as u64, numbers.locals as u64);
    Ok(Program {
        name,
        file: file.to_path_buf(),
        known,
        options,
        locations: numbers.locations as u64,
        variables,
    })
}

/// Reads `TRUE` or `FALSE threads>=2`.
fn answer(text: &str) -> Option<Known> {
    match text {
        "TRUE" => Some(Known::Safe),
        _ => text.strip_prefix("FALSE threads>=")?.parse().ok().map(Known::Unsafe),
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, all};

    #[test]
    fn every_program_has_an_answer() {
        let programs = all(&crate::root().join("bench/cover")).unwrap();
        let find = |name: &str| programs.iter().position(|p| p.name == name).unwrap();
        assert_eq!(programs[find("rwlock-counter-unsafe")].known, Known::Unsafe(4));
        assert!(find("grow-locals-2-safe") < find("grow-locals-10-safe"));
        let large = &programs[find("grow-locations-30-safe")];
        assert_eq!((large.locations, large.variables), (195, (3, 2)));
        assert!(programs.iter().all(|p| !p.options.is_empty()));
    }
}
