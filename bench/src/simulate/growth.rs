//! How formulas grow with the number of steps: linearly, as [CKS05] section 3 promises.
//!
//! *What*: two programs that take more and more steps: a multiplier whose rounds are written one after the other, and
//! a loop that counts its rounds. For each size, the nodes of all formulas of a run against its steps, with the default
//! and without normal forms, which rebuild formulas.

mod picture;
mod programs;

use super::benchmark::Program;
use super::{COUNTERS, execute};
use crate::harness::campaign::Campaign;
use crate::harness::command::Setting;
use crate::harness::csv::Log;
use crate::harness::page::{self, Table, count, or_dash};
use crate::harness::record::{Record, Run};
use crate::picture as pictures;

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
        size: "rounds of a multiplier, one after the other",
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
const SETTINGS: [Setting; 2] = [
    Setting::engine("simulate").named("default"),
    Setting::engine("simulate").named("no-normal-forms").with(&[("simulation", "no-normal-forms")]),
];

/// Nodes of all formulas of a run, among the counters.
const NODES: &str = "formula_nodes";

/// The runs of one family under one setting.
struct Curve {
    family: &'static str,
    setting: &'static str,
    runs: Vec<(usize, Record)>,
}

impl Curve {
    /// Steps and nodes.
    fn points(&self) -> Vec<(f64, f64)> {
        let point = |r: &Record| Some((r.count("transitions")? as f64, r.count(NODES)? as f64));
        self.runs.iter().filter(|(_, r)| r.is_solved()).filter_map(|(_, r)| point(r)).collect()
    }
}

/// Runs all sizes; writes `growth.md`, `growth.csv` and `growth.svg`.
pub fn run(campaign: &Campaign) -> Result<Vec<Record>, String> {
    let mut log = campaign.log("growth", &campaign.tool.limit, &COUNTERS)?;
    let mut curves = Vec::new();
    for family in FAMILIES.iter().filter(|f| campaign.options.wants(f.name)) {
        for setting in SETTINGS {
            curves.push(measure(campaign, &mut log, family, &setting)?);
        }
    }
    campaign
        .write("growth.md", &(campaign.head("Growth of formulas", &campaign.tool.limit) + &page(&curves)))?;
    pictures::write(&campaign.results, "growth", |path| picture::draw(path, &curves))?;
    Ok(curves.into_iter().flat_map(|c| c.runs).map(|(_, record)| record).collect())
}

/// Larger and larger, until the limit.
fn measure(campaign: &Campaign, log: &mut Log, family: &Family, setting: &Setting) -> Result<Curve, String> {
    let mut runs = Vec::new();
    for size in family.sizes {
        let program = (family.make)(*size);
        let (file, run) = (execute::file(&program)?, Run::new(&program.name, setting.name));
        let make = |run| execute::check(&campaign.tool, &program, &file, setting, run);
        let record = campaign.measure(log, run, make)?;
        let over = !record.is_solved();
        runs.push((*size, record));
        if over {
            break;
        }
    }
    Ok(Curve { family: family.name, setting: setting.name, runs })
}

fn page(curves: &[Curve]) -> String {
    let mut out = "Steps are those of the search; nodes are those of the graph that all formulas of a run share. If growth is linear, nodes for each step stay the same.\n\n![Nodes of formulas against steps](growth.svg)\n".to_string();
    for family in &FAMILIES {
        for curve in curves.iter().filter(|c| c.family == family.name) {
            let columns = ["steps", "states", "nodes", "nodes for each step", "seconds of search"];
            let mut table = Table::new().numbers([family.size]).numbers(columns);
            curve.runs.iter().for_each(|(size, record)| table.row(row(*size, record)));
            out += &format!("\n## {}, {}\n\n{table}", curve.family, curve.setting);
        }
    }
    out
}

fn row(size: usize, record: &Record) -> [String; 6] {
    let (nodes, steps) = (record.count(NODES), record.count("transitions"));
    let each = nodes.zip(steps).map(|(n, t)| n as f64 / t.max(1) as f64);
    [
        size.to_string(),
        count(steps),
        count(record.states()),
        count(nodes),
        or_dash(each, |e| format!("{e:.1}")),
        if record.is_solved() { page::seconds(record.time()) } else { "*".to_string() },
    ]
}
