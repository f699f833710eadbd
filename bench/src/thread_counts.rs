//! `cargo xtask bench thread-counts`: how many threads violations need, from what fuzzing has written.
//!
//! Reads `bench/results/fuzz-from-*.txt` (random programs), `fuzz-systems-from-*.txt` (random thread transition systems) and
//! the answers of `bench/cover`; writes `docs/thread-counts.md` and `docs/thread-counts.svg`.

mod bars;

use crate::cover::program;
use crate::harness::page::Table;
use crate::harness::record::Known;
use crate::picture;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Violations for each number of threads.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    by_threads: BTreeMap<u64, u64>,
    /// Violations that need more threads, or were not found in the room there was.
    more: u64,
}

/// The violations of one kind of input.
pub struct Kind {
    name: &'static str,
    from: Vec<String>,
    least: Counts,
    /// As backward search finds them.
    found: Counts,
}

/// Reads, draws and writes.
pub fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("{arg}: thread-counts has no options"));
    }
    let root = crate::root();
    let results = root.join("bench/results");
    let kinds: Vec<Kind> = [
        fuzzed(&results, "random programs", "fuzz-from-")?,
        fuzzed(&results, "random thread transition systems", "fuzz-systems-from-")?,
        written(&root.join("bench/cover"))?,
    ]
    .into_iter()
    .filter(|kind| kind.least.violations() > 0)
    .collect();
    let docs = root.join("docs");
    let svg = bars::draw(&kinds);
    picture::write(&docs, "thread-counts", |path| Ok(std::fs::write(path, &svg)?))?;
    let page = page(&kinds);
    print!("{page}");
    std::fs::write(docs.join("thread-counts.md"), page).map_err(|e| format!("thread-counts.md: {e}"))
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        other.by_threads.iter().for_each(|(n, count)| *self.by_threads.entry(*n).or_default() += count);
        self.more += other.more;
    }

    fn violations(&self) -> u64 {
        self.by_threads.values().sum::<u64>() + self.more
    }

    /// Percent of the violations that need so many.
    fn percent(&self, threads: u64) -> f64 {
        100.0 * *self.by_threads.get(&threads).unwrap_or(&0) as f64 / self.violations().max(1) as f64
    }
}

/// Adds up all files whose name begins so.
fn fuzzed(folder: &Path, name: &'static str, start: &str) -> Result<Kind, String> {
    let files = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<String> =
        files.flatten().map(|f| f.file_name().to_string_lossy().into_owned()).collect();
    files.retain(|f| f.starts_with(start) && f.ends_with(".txt"));
    files.sort();
    let mut kind = Kind { name, from: Vec::new(), least: Counts::default(), found: Counts::default() };
    for file in files {
        let text = std::fs::read_to_string(folder.join(&file)).map_err(|e| format!("{file}: {e}"))?;
        let least = section(&text, "least number of threads");
        if least.violations() > 0 {
            kind.least.add(&least);
            kind.found.add(&section(&text, "threads of the violation that backward"));
            kind.from.push(format!("bench/results/{file}"));
        }
    }
    Ok(kind)
}

/// The lines `N  COUNT` behind a heading.
fn section(text: &str, heading: &str) -> Counts {
    let mut counts = Counts::default();
    let lines = text.lines().skip_while(|l| !l.starts_with(heading)).skip(1);
    for line in lines.take_while(|l| l.starts_with(' ')) {
        let mut words = line.split_whitespace();
        let (Some(threads), Some(Ok(count))) = (words.next(), words.next().map(str::parse::<u64>)) else {
            break;
        };
        match threads.parse() {
            Ok(threads) => *counts.by_threads.entry(threads).or_default() += count,
            Err(_) => counts.more += count,
        }
    }
    counts
}

/// What is known of the programs of `bench/cover`.
fn written(folder: &Path) -> Result<Kind, String> {
    let mut least = Counts::default();
    for program in program::all(folder)? {
        if let Known::Unsafe(threads) = program.known {
            *least.by_threads.entry(threads).or_default() += 1;
        }
    }
    let from = vec!["bench/cover".to_string()];
    Ok(Kind { name: "programs of bench/cover", from, least, found: Counts::default() })
}

const HEAD: &str = "# How many threads violations need\n\nWritten by `cargo xtask bench thread-counts`. *Least*: the smallest number of threads alive at once with which a bounded search finds a violation; `more` are those that it does not find within its limits. *Backward*: the threads of the violation that backward search finds for any number of threads; it need not be the least number. Programs of `bench/cover` were written to be unsafe with the numbers that they have.\n\n![Histograms](thread-counts.svg)\n";

fn page(kinds: &[Kind]) -> String {
    let mut out = HEAD.to_string();
    for kind in kinds {
        let from: Vec<String> = kind.from.iter().map(|f| format!("`{f}`")).collect();
        let _ = writeln!(out, "\n## {}\n\nFrom {}.\n", heading(kind.name), from.join(", "));
        out += &table(kind).to_string();
    }
    out
}

fn heading(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

fn table(kind: &Kind) -> Table {
    let both = kind.found.violations() > 0;
    let mut table = Table::new().numbers(["threads", "least", "share"]);
    if both {
        table = table.numbers(["backward", "share"]);
    }
    for threads in kind.smallest()..=kind.largest() {
        let cells = |c: &Counts| {
            [c.by_threads.get(&threads).unwrap_or(&0).to_string(), format!("{:.1} %", c.percent(threads))]
        };
        let found = both.then(|| cells(&kind.found)).into_iter().flatten();
        table.row([threads.to_string()].into_iter().chain(cells(&kind.least)).chain(found));
    }
    if kind.least.more > 0 {
        table.row(["more".to_string(), kind.least.more.to_string()]);
    }
    table
}

impl Kind {
    fn all(&self) -> impl Iterator<Item = u64> {
        self.least.by_threads.keys().chain(self.found.by_threads.keys()).copied()
    }

    fn smallest(&self) -> u64 {
        self.all().min().unwrap_or(0)
    }

    fn largest(&self) -> u64 {
        self.all().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, section};

    #[test]
    fn sections_end_with_their_lines() {
        let text = "systems: 7\nleast number of threads of a violation (x):\n     2  30\n  more  5\nthreads of the violation that backward search finds:\n    10  4\ndisagreement: 3\n";
        let least = section(text, "least number of threads");
        assert_eq!(least, Counts { by_threads: [(2, 30)].into(), more: 5 });
        assert_eq!(section(text, "threads of the violation").by_threads, [(10, 4)].into());
        assert_eq!(section(text, "nothing"), Counts::default());
        assert!((least.percent(2) - 85.714).abs() < 0.01);
    }
}
