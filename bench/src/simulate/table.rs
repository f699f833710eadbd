//! The table of [CKS05] section 5, with our engines and SPIN.

use super::benchmark::{self, Benchmark};
use super::{COUNTERS, execute};
use crate::harness::campaign::Campaign;
use crate::harness::command::Setting;
use crate::harness::csv::Log;
use crate::harness::outcome::Outcome;
use crate::harness::page::{self, Table};
use crate::harness::record::{Record, Run};
use crate::realistic::statistics::Statistics;
use tw_report::grouped;

/// Our engines.
pub const ENGINES: [Setting; 4] = [
    Setting::engine("simulate"),
    Setting::engine("symbolic"),
    Setting::engine("plain-symbolic"),
    Setting::engine("counter"),
];
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
pub fn run(campaign: &Campaign) -> Result<Vec<Record>, String> {
    let benchmarks = benchmark::all().into_iter().filter(|b| campaign.options.wants(&b.name));
    let mut log = campaign.log("table", &campaign.tool.limit, &COUNTERS)?;
    let mut records = Vec::new();
    let mut table = Table::new()
        .numbers([""])
        .words(["program"])
        .numbers(["threads", "lines", "locations", "variables"])
        .words(["answer"])
        .numbers(tools());
    for benchmark in benchmarks {
        let own = measure(campaign, &mut log, &benchmark)?;
        table.row(about(&benchmark).into_iter().chain(times(&own)));
        records.extend(own);
        // What is done is kept, should the run be cut short.
        let head = campaign.head("Symbolic simulation beside other ways", &campaign.tool.limit);
        let paper = format!("The paper's, with its own programs, one hour and 2 GB:\n\n{PAPER}");
        campaign.write("table.md", &format!("{head}{HOW}{table}\n{paper}"))?;
    }
    Ok(records)
}

fn measure(campaign: &Campaign, log: &mut Log, benchmark: &Benchmark) -> Result<Vec<Record>, String> {
    let tool = &campaign.tool;
    let mut records = Vec::new();
    for setting in ENGINES {
        for program in &benchmark.programs {
            let (file, run) = (execute::file(program)?, Run::new(&program.name, setting.name));
            let make = |run| execute::check(tool, program, &file, &setting, run);
            records.push(campaign.measure(log, run, make)?);
        }
    }
    for program in benchmark.programs.iter().take(benchmark.for_spin()) {
        let (file, run) = (execute::file(program)?, Run::new(&program.name, SPIN));
        records.push(campaign.measure(log, run, |run| execute::spin(tool, program, &file, run))?);
    }
    Ok(records)
}

const HOW: &str = "As [CKS05] Table 3, with programs of our own: `bench/README.md` says what they are. A cell has \
    seconds of the search and the most resident memory of the process; `*` is a limit. Our engines are `threadwise \
    check X.bp --engine E --threads N`; after the search it executes traces and checks certificates, which is not timed here \
    (`table.csv` has seconds by the clock, too), but needs memory. SPIN gets `threadwise convert --to promela` and runs with \
    its partial-order reduction; translation and compilation are not timed. Of `small`, times are averages over \
    all programs, the memory is the largest; SPIN gets the first tenth of them. All verdicts are compared with the \
    known ones.\n\n";

fn tools() -> impl Iterator<Item = &'static str> {
    ENGINES.into_iter().map(|s| s.name).chain([SPIN])
}

fn about(benchmark: &Benchmark) -> [String; 7] {
    let first = &benchmark.programs[0];
    let many = benchmark.programs.len();
    let sizes: Vec<Statistics> = benchmark.programs.iter().map(|p| sizes(&p.text)).collect();
    let Statistics { locations, locals, shared, .. } = Statistics::mean(&sizes);
    let lines = benchmark.programs.iter().map(|p| p.text.lines().count()).sum::<usize>() / many;
    [
        benchmark.number.to_string(),
        benchmark.name.clone(),
        first.threads.to_string(),
        grouped(lines as u64),
        grouped(locations as u64),
        format!("{:.0}", locals + shared),
        if many == 1 { first.answer.verdict().to_string() } else { format!("{many} programs") },
    ]
}

fn times(records: &[Record]) -> impl Iterator<Item = String> {
    tools().map(|tool| cell(&records.iter().filter(|r| r.run.setting == tool).collect::<Vec<_>>()))
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
    let stopped = count(Outcome::Unknown);
    if stopped == records.len() {
        return format!("*{memory}");
    }
    let mean = records.iter().map(|r| r.time()).sum::<f64>() / records.len() as f64;
    let remark = if stopped > 0 { format!(" ({stopped} *)") } else { String::new() };
    format!("{} s{remark}{memory}", page::seconds(mean))
}
