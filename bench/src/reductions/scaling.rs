//! Growth of state spaces with the number of threads.

use super::explored::{Explored, Explorer};
use super::{Bench, curves};
use crate::harness::command::CommandLine;
use crate::harness::page::Table;
use crate::harness::record::Run;
use std::ops::RangeInclusive;

/// The programs of `bench/c/scaling`.
const PROGRAMS: [&str; 2] = ["counter.c", "treiber.c"];
/// Words of `--reduction`.
const REDUCTIONS: [&str; 3] = ["access", "access,heap,stores", "all"];
/// Numbers of threads, and the largest with `--quick`.
const THREADS: RangeInclusive<u32> = 2..=6;
const QUICK: u32 = 3;

/// States of one program under one reduction, for each number of threads.
pub struct Series {
    /// The program.
    pub program: &'static str,
    /// Words of `--reduction`.
    pub reduction: &'static str,
    /// The number of threads, and what was counted.
    pub points: Vec<(u32, Explored)>,
}

/// Writes `scaling.md` and `scaling.svg`.
pub fn run(bench: &Bench) -> Result<(), String> {
    let mut explorer = Explorer::new(&bench.campaign, "scaling", &bench.campaign.tool.limit)?;
    let threads: Vec<u32> = THREADS.filter(|n| !bench.quick || *n <= QUICK).collect();
    let mut series = Vec::new();
    for program in PROGRAMS {
        for reduction in REDUCTIONS {
            series.push(measure(&mut explorer, program, reduction, &threads)?);
        }
    }
    let columns = threads.iter().map(|n| format!("N = {n}"));
    let mut table = Table::new().words(["program", "reduction"]).numbers(columns);
    for s in &series {
        let names = [s.program.to_string(), format!("`{}`", s.reduction)];
        table.row(names.into_iter().chain(s.points.iter().map(|(_, explored)| explored.cell())));
    }
    let head = explorer.head("Growth with the number of threads");
    let growth = growth(&series);
    let text = format!("{head}{HOW}{table}\n{REMARKS}{growth}\n![growth](scaling.svg)\n");
    bench.campaign.write("scaling.md", &text)?;
    let picture = bench.campaign.results.join("scaling.svg");
    curves::draw(&picture, &series).map_err(|e| format!("scaling.svg: {e}"))
}

const HOW: &str = "`threadwise explore FILE --property assertion --reduction … -- -DTHREADS=N` on the programs of `bench/c/scaling`: states. N is the number of threads that the first one creates. After > stands how many states were reached before which limit.\n\n";

const REMARKS: &str = "`access`: every access to memory is an interleaving point. `stores` leaves out memory that no other thread can reach. `all` is the default. No reduction here exploits that the threads run the same code, so each thread more still multiplies the states; the reductions make the factor smaller.\n\n";

fn measure(
    explorer: &mut Explorer,
    program: &'static str,
    reduction: &'static str,
    threads: &[u32],
) -> Result<Series, String> {
    let file = crate::root().join("bench/c/scaling").join(program);
    let mut points = Vec::new();
    for n in threads {
        let command = CommandLine::explore(&file).property("assertion").reduction(reduction);
        let run = Run::new(program, reduction).with_threads(*n);
        points.push((*n, explorer.explore(run, &command.clang(&format!("-DTHREADS={n}")))?));
    }
    Ok(Series { program, reduction, points })
}

/// By which factor the states grow with each thread more, where both numbers are known.
fn growth(series: &[Series]) -> String {
    let mut out = "Growth with each thread more:\n\n".to_string();
    for s in series {
        let pairs = s.points.windows(2).filter_map(|p| Some((p[0].1.complete()?, p[1].1.complete()?)));
        let factors: Vec<String> = pairs.map(|(a, b)| format!("{:.1}", b as f64 / a as f64)).collect();
        let factors = if factors.is_empty() { "not known".to_string() } else { factors.join(", ") };
        out += &format!("- {} `{}`: {factors}\n", s.program, s.reduction);
    }
    out
}
