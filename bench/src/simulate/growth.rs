//! How formulas grow with the number of steps: linearly, as [CKS05] section 3 promises.
//!
//! *What*: two programs that take more and more steps: a multiplier whose rounds are written one behind the other, and
//! a loop that counts its rounds. For each size, the nodes of all formulas of a run against its steps, with the default
//! and without normal forms, which rebuild formulas.

mod picture;
mod programs;

use super::Bench;
use super::benchmark::Program;
use super::record::Record;
use crate::picture as pictures;
use std::fmt::Write;
use std::time::Instant;
use tw_report::grouped;

/// A program that grows.
struct Family {
    name: &'static str,
    /// What the size is.
    size: &'static str,
    make: fn(usize) -> Program,
    sizes: &'static [usize],
}

const FAMILIES: [Family; 2] = [
    Family {
        name: "rounds",
        size: "rounds of a multiplier, one behind the other",
        make: programs::rounds,
        sizes: &[8, 16, 32, 64, 96, 128, 192, 256],
    },
    Family {
        name: "loop",
        size: "bits of a counter of rounds",
        make: programs::counted_loop,
        sizes: &[2, 3, 4, 5, 6, 7, 8, 9],
    },
];

/// What is compared.
const SETTINGS: [(&str, &[&str]); 2] =
    [("default", &[]), ("no-normal-forms", &["--simulation", "no-normal-forms"])];

/// The runs of one family under one setting.
struct Curve {
    family: &'static str,
    setting: &'static str,
    runs: Vec<(usize, Record)>,
}

impl Curve {
    /// Steps and nodes.
    fn points(&self) -> Vec<(f64, f64)> {
        let point = |r: &Record| Some((r.transitions? as f64, r.nodes? as f64));
        self.runs.iter().filter(|(_, r)| r.is_solved()).filter_map(|(_, r)| point(r)).collect()
    }
}

/// Runs all sizes; writes `growth.md`, `growth.csv` and `growth.svg`.
pub fn run(bench: &Bench) -> Result<Vec<Record>, String> {
    let started = Instant::now();
    let mut curves = Vec::new();
    for family in FAMILIES.iter().filter(|f| bench.wants(f.name)) {
        for (setting, options) in SETTINGS {
            let mut runs = Vec::new();
            for size in family.sizes {
                let record = bench.tools.check(&(family.make)(*size), "simulate", options)?;
                let over = !record.is_solved();
                runs.push((*size, record));
                if over {
                    break;
                }
            }
            curves.push(Curve { family: family.name, setting, runs });
        }
    }
    let records: Vec<Record> = curves.iter().flat_map(|c| c.runs.iter().map(|(_, r)| r.clone())).collect();
    bench.write("growth", &(bench.header("Growth of formulas", started) + &page(&curves)), &records)?;
    pictures::write(&bench.results, "growth", |path| picture::draw(path, &curves))?;
    Ok(records)
}

fn page(curves: &[Curve]) -> String {
    let mut out = "Steps are those of the search; nodes are those of the graph that all formulas of a run share. If growth is linear, nodes for each step stay the same.\n\n![Nodes of formulas against steps](growth.svg)\n".to_string();
    for family in &FAMILIES {
        for curve in curves.iter().filter(|c| c.family == family.name) {
            let _ = writeln!(
                out,
                "\n## {}, {}\n\n| {} | steps | states | nodes | nodes for each step | seconds of search |\n|---:|---:|---:|---:|---:|---:|",
                curve.family, curve.setting, family.size
            );
            curve.runs.iter().for_each(|(size, record)| out += &row(*size, record));
        }
    }
    out
}

fn row(size: usize, record: &Record) -> String {
    let number = |n: Option<u64>| n.map_or("–".to_string(), grouped);
    let each = record.nodes.zip(record.transitions).map(|(n, t)| n as f64 / t.max(1) as f64);
    let seconds =
        if record.is_solved() { super::shown(record.search.unwrap_or(0.0)) } else { "*".to_string() };
    format!(
        "| {size} | {} | {} | {} | {} | {seconds} |\n",
        number(record.transitions),
        number(record.states),
        number(record.nodes),
        each.map_or("–".to_string(), |e| format!("{e:.1}"))
    )
}
