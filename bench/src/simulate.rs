//! `cargo xtask bench simulate [--limit SECONDS] [--only NAME-PART] [--part table|sweep|settings|growth] [--programs-only]`:
//! the simulating engine beside the others and SPIN, as in [CKS05] section 5.
//!
//! *What*: five kinds of programs of our own in place of those of [CKS05] Table 3, made from fixed seeds and written to
//! `target/bench/simulate`, the first two also to `bench/programs/simulate`: see `docs/simulation-benchmarks.md`. `table` is that table; `sweep` raises the width of a
//! multiplier and a divider until diagrams are slow; `settings` switches off one thing at a time; `growth` counts the
//! nodes of formulas.
//! *Fails*: after a verdict that is not the known one, and if a tool ends with an error.
//! *Files* in `bench/results/simulate`: `table.md`, `table.csv`, `sweep.md`, `sweep.csv`, `settings.md`, `settings.csv`,
//! `growth.md`, `growth.csv`, `growth.svg`. With `--only`, files go to `target/bench/simulate/partial`.

mod arithmetic;
mod benchmark;
mod driver;
mod execute;
mod growth;
mod reachable;
mod record;
mod recovery;
mod settings;
mod small;
mod sweep;
mod table;
mod threads;
mod work;
mod workers;

use crate::limit::Limit;
use crate::reductions;
use benchmark::Program;
use execute::{MEMORY, Tools};
use record::{COLUMNS, Record};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How the command line was understood.
pub struct Bench {
    tools: Tools,
    /// Only programs with this part in their name.
    only: Option<String>,
    /// Where files go.
    results: PathBuf,
    revision: String,
    /// The machine, with its load at the start.
    machine: String,
    /// The options as typed.
    options: String,
}

/// Measures, writes its files, and returns its runs.
type Part = fn(&Bench) -> Result<Vec<Record>, String>;

/// Programs of the benchmarks up to this one are small enough to be kept.
const LAST_KEPT: u32 = 2;

/// The parts by name.
const PARTS: [(&str, Part); 4] =
    [("table", table::run), ("sweep", sweep::run), ("settings", settings::run), ("growth", growth::run)];

/// Runs the chosen parts, and fails after a wrong answer.
pub fn run(args: &[String]) -> Result<(), String> {
    let (mut limit, mut only, mut part, mut programs_only) = (Limit::seconds(60), None, None, false);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--limit" => limit = Limit::read(value()?).ok_or("--limit needs a time, as in 20s")?,
            "--only" => only = Some(value()?.clone()),
            "--part" => part = Some(value()?.clone()),
            "--programs-only" => programs_only = true,
            other => return Err(format!("{other}: no such option of bench simulate")),
        }
    }
    if let Some(part) = part.as_ref().filter(|part| PARTS.iter().all(|(name, _)| name != part)) {
        return Err(format!("--part {part}: expected table, sweep, settings or growth"));
    }
    let root = crate::root();
    let folder = root.join("target/bench/simulate");
    write_programs(&root, &folder)?;
    if programs_only {
        return Ok(());
    }
    let results = if only.is_some() { folder.join("partial") } else { root.join("bench/results/simulate") };
    std::fs::create_dir_all(&results).map_err(|e| format!("{}: {e}", results.display()))?;
    let (revision, machine) = (reductions::revision(&root, false), reductions::machine());
    let tools = Tools { binary: reductions::build()?, limit, folder };
    let options = args.join(" ");
    let bench = Bench { tools, only, results, revision, machine, options };
    let mut records = Vec::new();
    for (name, run) in PARTS.iter().filter(|(name, _)| part.as_ref().is_none_or(|part| part == name)) {
        println!("== {name}");
        records.extend(run(&bench)?);
    }
    record::judgement(records.iter())
}

/// All programs of the table; the small ones of benchmarks 1 and 2 are kept in the repository, too.
fn write_programs(root: &Path, folder: &Path) -> Result<(), String> {
    let kept = root.join("bench/programs/simulate");
    let write = |folder: &Path, program: &Program| {
        let file = folder.join(&program.name).with_extension("bp");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&file, &program.text))
            .map_err(|e| format!("{}: {e}", file.display()))
    };
    for benchmark in benchmark::all() {
        for program in &benchmark.programs {
            write(folder, program)?;
            if benchmark.number <= LAST_KEPT {
                write(&kept, program)?;
            }
        }
    }
    println!("written: target/bench/simulate");
    Ok(())
}

impl Bench {
    /// Whether programs with this name are wanted.
    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|part| name.contains(part.as_str()))
    }

    /// How a page begins.
    fn header(&self, title: &str, started: Instant) -> String {
        format!(
            "# {title}\n\n- revision {}\n- command: `cargo xtask bench simulate {}`\n- machine: {}\n- limits of a run: {}, {MEMORY}; one run at a time\n- duration: {} s\n\n",
            self.revision,
            self.options,
            self.machine,
            self.tools.limit.text,
            started.elapsed().as_secs()
        )
    }

    /// Writes a page and the file with its runs.
    fn write(&self, name: &str, page: &str, records: &[Record]) -> Result<(), String> {
        let lines: Vec<String> = records.iter().map(Record::to_line).collect();
        let runs = format!("# revision {}\n{COLUMNS}\n{}\n", self.revision, lines.join("\n"));
        for (extension, text) in [("md", page), ("csv", runs.as_str())] {
            let file = self.results.join(name).with_extension(extension);
            std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        println!("{page}");
        Ok(())
    }
}

/// Seconds as tables show them.
fn shown(seconds: f64) -> String {
    match seconds {
        s if s < 0.0995 => format!("{s:.3}"),
        s if s < 9.95 => format!("{s:.2}"),
        s => format!("{s:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{LAST_KEPT, benchmark};

    #[test]
    fn kept_programs_are_those_that_are_made() {
        let folder = crate::root().join("bench/programs/simulate");
        for program in benchmark::all().iter().filter(|b| b.number <= LAST_KEPT).flat_map(|b| &b.programs) {
            let kept = std::fs::read_to_string(folder.join(&program.name).with_extension("bp"));
            assert!(
                kept.is_ok_and(|text| text == program.text),
                "{}: --programs-only writes it",
                program.name
            );
        }
    }
}
