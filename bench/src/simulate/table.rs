//! The table of [CKS05] section 5, with our engines and SPIN.

use super::benchmark::{self, Benchmark};
use super::record::{Outcome, Record};
use super::{Bench, shown};
use crate::realistic::statistics::Statistics;
use std::fmt::Write;
use std::time::Instant;
use tw_report::grouped;

/// Our engines.
pub const ENGINES: [&str; 4] = ["simulate", "symbolic", "plain-symbolic", "counter"];
const SPIN: &str = "SPIN";

/// [CKS05] Table 3: times of MOPED, SPIN, BEBOP, ZING, BOPPO.
const PAPER: &str = "\
| benchmark of the paper | MOPED | SPIN | BEBOP | ZING | BOPPO |
|---|---:|---:|---:|---:|---:|
| 1: most states reachable | 0.1 s | * | 0.1 s | n/a | 0.6 s |
| 2: multiplication | * | 3.8 s | 120 s | n/a | 27.0 s |
| 3: 572 small ones, average | n/a | n/a | 0.17 s | n/a | 0.43 s |
| 4: large sequential driver | n/a | * | 2058 s | n/a | 75.6 s |
| 5: driver with three threads | n/a | * | n/a | * | 55.8 s |
";

/// Runs all tools on all benchmarks; writes `table.md` and `table.csv`.
pub fn run(bench: &Bench) -> Result<Vec<Record>, String> {
    let started = Instant::now();
    let benchmarks: Vec<Benchmark> = benchmark::all().into_iter().filter(|b| bench.wants(&b.name)).collect();
    let mut records = Vec::new();
    let mut rows = Vec::new();
    for benchmark in &benchmarks {
        let own = measure(bench, benchmark)?;
        rows.push(row(benchmark, &own));
        records.extend(own);
        // What is done is kept, should the run be cut short.
        let page = bench.header("Symbolic simulation beside other ways", started) + &page(&rows);
        bench.write("table", &page, &records)?;
    }
    Ok(records)
}

fn measure(bench: &Bench, benchmark: &Benchmark) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for engine in ENGINES {
        for program in &benchmark.programs {
            records.push(bench.tools.check(program, engine, &[])?);
        }
    }
    for program in benchmark.programs.iter().take(benchmark.for_spin()) {
        records.push(bench.tools.spin(program)?);
    }
    Ok(records)
}

fn page(rows: &[String]) -> String {
    let tools: Vec<&str> = ENGINES.into_iter().chain([SPIN]).collect();
    format!(
        "As [CKS05] Table 3, with programs of our own: `docs/simulation-benchmarks.md` says what they are. A cell has \
         seconds of the search and the most resident memory of the process; `*` is a limit. Our engines are `threadwise \
         check X.bp --engine E --threads N`; behind the search it executes traces and checks certificates, which is not timed here \
         (`table.csv` has seconds by the clock, too), but needs memory. SPIN gets `threadwise convert --to promela` and runs with \
         its partial-order reduction; translation and compilation are not timed. Of `small`, times are averages over \
         all programs, the memory is the largest; SPIN gets the first tenth of them. All verdicts are compared with the \
         known ones.\n\n\
         | | program | threads | lines | locations | variables | answer | {} |\n|---:|---|---:|---:|---:|---:|---|{}\n{}\n\
         The paper's, with its own programs, one hour and 2 GB:\n\n{PAPER}",
        tools.join(" | "),
        "---:|".repeat(tools.len()),
        rows.concat()
    )
}

fn row(benchmark: &Benchmark, records: &[Record]) -> String {
    let first = &benchmark.programs[0];
    let many = benchmark.programs.len();
    let sizes: Vec<Statistics> = benchmark.programs.iter().map(|p| sizes(&p.text)).collect();
    let Statistics { locations, locals, shared, .. } = Statistics::mean(&sizes);
    let lines = benchmark.programs.iter().map(|p| p.text.lines().count()).sum::<usize>() / many;
    let answer = if many == 1 { first.answer.verdict().to_string() } else { format!("{many} programs") };
    let mut out = format!(
        "| {} | {} | {} | {} | {} | {:.0} | {answer} |",
        benchmark.number,
        benchmark.name,
        first.threads,
        grouped(lines as u64),
        grouped(locations as u64),
        locals + shared
    );
    for tool in ENGINES.into_iter().chain([SPIN]) {
        let own: Vec<&Record> = records.iter().filter(|r| r.tool == tool).collect();
        let _ = write!(out, " {} |", cell(&own));
    }
    out + "\n"
}

fn sizes(text: &str) -> Statistics {
    let loaded = tw_boolprog::load("benchmark", text.into());
    loaded.map_or_else(|_| Statistics::default(), |l| Statistics::of(&l.program))
}

/// The average of the times, or why there is none.
fn cell(records: &[&Record]) -> String {
    let count = |outcome: Outcome| records.iter().filter(|r| r.outcome == outcome).count();
    if records.iter().any(|r| r.is_bad()) {
        return "WRONG".to_string();
    }
    if count(Outcome::NotApplicable) == records.len() {
        return "n/a".to_string();
    }
    let peak = records.iter().filter_map(|r| r.peak).max();
    let memory = peak.map_or(String::new(), |bytes| format!(", {:.0} MB", bytes as f64 / 1e6));
    let stopped = count(Outcome::Limit);
    if stopped == records.len() {
        return format!("*{memory}");
    }
    let mean = records.iter().map(|r| r.time()).sum::<f64>() / records.len() as f64;
    let remark = if stopped > 0 { format!(" ({stopped} *)") } else { String::new() };
    format!("{} s{remark}{memory}", shown(mean))
}
