//! Growth of state spaces with the number of threads.

use super::threadwise::Explored;
use super::{Bench, curves, head, row};
use std::time::Instant;

/// The programs of `bench/c/scaling`.
const PROGRAMS: [&str; 2] = ["counter.c", "treiber.c"];
/// Words of `--reduction`.
const REDUCTIONS: [&str; 3] = ["access", "access,heap,stores", "all"];
/// Numbers of threads, and the largest with `--quick`.
const THREADS: std::ops::RangeInclusive<u32> = 2..=6;
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
    let started = Instant::now();
    let mut series = Vec::new();
    for program in PROGRAMS {
        for reduction in REDUCTIONS {
            series.push(measure(bench, program, reduction)?);
        }
    }
    let mut out = bench.header("Growth with the number of threads", "scaling", started);
    out += &format!(
        "`threadwise explore FILE --property assertion --reduction … -- -DTHREADS=N` on the programs of `bench/c/scaling`: states. \
         N is the number of threads that the first one creates. Each run has {} s and 8 GB; behind > stands how many states were reached before which limit.\n\n",
        bench.limit.as_secs()
    );
    let names: Vec<String> = series[0].points.iter().map(|(threads, _)| format!("N = {threads}")).collect();
    out += &head(
        &["program", "reduction"].into_iter().chain(names.iter().map(String::as_str)).collect::<Vec<_>>(),
    );
    for s in &series {
        let cells = s.points.iter().map(|(_, explored)| explored.cell());
        out += &row(&[s.program.to_string(), format!("`{}`", s.reduction)]
            .into_iter()
            .chain(cells)
            .collect::<Vec<_>>());
    }
    out += "\n`access`: every access to memory is an interleaving point. `stores` leaves out memory that no other thread can reach. ";
    out += "`all` is the default. No reduction here exploits that the threads run the same code, so each thread more still multiplies the states; the reductions make the factor smaller.\n\n";
    out += &growth(&series);
    out += "\n![growth](scaling.svg)\n";
    bench.write("scaling.md", &out)?;
    curves::draw(&bench.results.join("scaling.svg"), &series).map_err(|e| format!("scaling.svg: {e}"))
}

fn measure(bench: &Bench, program: &'static str, reduction: &'static str) -> Result<Series, String> {
    let limit = format!("{}s", bench.limit.as_secs());
    let mut points = Vec::new();
    for threads in THREADS.filter(|n| !bench.quick || *n <= QUICK) {
        let options = ["--property", "assertion", "--reduction", reduction, "--time-limit", &limit];
        let file = format!("bench/c/scaling/{program}");
        points.push((threads, bench.tool.explore(&file, &options, &[&format!("-DTHREADS={threads}")])?));
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
