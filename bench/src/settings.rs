//! `cargo xtask bench settings [--programs 40] [--threads 3] [--limit 20s] [--only NAME-PART] [--binary PATH] [--fresh]`:
//! what the settings of the symbolic engines are worth, one at a time, on realistic programs.
//!
//! *What*: each program is explored with the defaults and with one setting changed. Diagram nodes and sets of states do
//! not depend on the machine; times are compared as a ratio within one run. Writes `settings.md` and `settings.csv` to
//! `bench/results`.

use crate::harness::campaign::Campaign;
use crate::harness::command::{CommandLine, Setting};
use crate::harness::csv::Log;
use crate::harness::limit::Limit;
use crate::harness::means::mean_ratio;
use crate::harness::options::{Options, number};
use crate::harness::page::{Table, factor};
use crate::harness::record::{Record, Run, judgement};
use crate::realistic::{Realistic, set};

/// Gigabytes for one run.
const MEMORY: u64 = 4;
/// Counters that have a column.
const COUNTERS: [&str; 2] = ["states", NODES];
const NODES: &str = "diagram_nodes";

/// A setting is compared with the first one of the same engine.
const SETTINGS: [Setting; 8] = [
    SYMBOLIC,
    SYMBOLIC.named("order as declared").with(&[("variable-order", "declared")]),
    SYMBOLIC.named("order scattered").with(&[("variable-order", "scattered")]),
    SYMBOLIC.named("all variables kept").with(&[("live-variables", "off")]),
    SYMBOLIC.named("no merging").with(&[("merging", "off")]),
    SYMBOLIC.named("no reduction").reduction("none"),
    PLAIN,
    PLAIN.named("plain-symbolic, order scattered").with(&[("variable-order", "scattered")]),
];
const SYMBOLIC: Setting = Setting::engine("symbolic");
const PLAIN: Setting = Setting::engine("plain-symbolic");

/// Measures and writes the table.
pub fn run(args: &[String]) -> Result<(), String> {
    let (mut count, mut threads) = (40, 3);
    let options =
        Options::read(args, "bench settings", Limit::seconds(20), &["--plots-only"], |arg, value| {
            match arg {
                "--programs" => count = number(arg, &value()?)?,
                "--threads" => threads = number(arg, &value()?)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
    let campaign = Campaign::begin(options, "", MEMORY)?;
    let mut log = campaign.log("settings", &campaign.tool.limit, &COUNTERS)?;
    let programs = set::first(Some(count), |name| campaign.options.wants(name));
    let runs = measure(&campaign, &mut log, &programs, threads)?;
    let head = campaign.head("Settings of the symbolic engines", &campaign.tool.limit);
    campaign.write("settings.md", &(head + &page(&runs, programs.len(), threads)))?;
    judgement(runs.iter().flatten())
}

/// The runs of each setting, program by program.
fn measure(
    campaign: &Campaign,
    log: &mut Log,
    programs: &[Realistic],
    threads: u32,
) -> Result<Vec<Vec<Record>>, String> {
    let folder = crate::folder("target/bench/realistic")?;
    set::write(&folder, programs)?;
    campaign.expect(programs.len() * SETTINGS.len());
    let mut runs = vec![Vec::new(); SETTINGS.len()];
    for program in programs {
        let file = folder.join(&program.name).with_extension("bp");
        for (setting, runs) in SETTINGS.iter().zip(&mut runs) {
            let command =
                CommandLine::explore(&file).setting(setting).threads(&program.family.init(threads), threads);
            let run = Run::new(&program.name, setting.name).with_threads(threads);
            runs.push(campaign.ask(log, run, &command)?);
            campaign.advance();
        }
    }
    Ok(runs)
}

fn page(runs: &[Vec<Record>], programs: usize, threads: u32) -> String {
    let columns = ["finished", "time", "sets of states", "diagram nodes"];
    let mut table = Table::new().words(["setting"]).numbers(columns);
    for (setting, own) in SETTINGS.iter().zip(runs) {
        let base = SETTINGS.iter().position(|s| s.engine == setting.engine).unwrap_or(0);
        let both = own.iter().zip(&runs[base]).filter(|(a, b)| is_counted(a) && is_counted(b));
        let both: Vec<(&Record, &Record)> = both.collect();
        let ratio =
            |of: &dyn Fn(&Record) -> f64| factor(mean_ratio(both.iter().map(|(a, b)| (of(a), of(b))), 1e-6));
        table.row([
            setting.name.to_string(),
            format!("{} of {programs}", own.iter().filter(|r| is_counted(r)).count()),
            ratio(&Record::time),
            ratio(&|r| r.states().unwrap_or(0) as f64),
            ratio(&|r| r.count(NODES).unwrap_or(0) as f64),
        ]);
    }
    format!(
        "{programs} realistic programs, {threads} threads, with partial-order reduction unless said otherwise. Each setting against the default of its engine: geometric means over the programs that both finished.\n\n{table}"
    )
}

/// A run that a limit ended counts nothing; neither does one that the watchdog ended, without statistics.
fn is_counted(record: &Record) -> bool {
    record.outcome.is_finished() && record.states().is_some() && record.count(NODES).is_some()
}

#[cfg(test)]
mod tests {
    use super::{NODES, Record, Run, SETTINGS, page};
    use crate::harness::outcome::Outcome;

    #[test]
    fn ratios_are_over_what_both_finished() {
        let run = |outcome, factor: f64| {
            let record = Record::new(Run::new("p", "s"), outcome, "");
            let counts = [("states", 10.0), (NODES, 100.0)];
            let counters = counts.map(|(name, n)| (name.to_string(), (n * factor) as u64)).into();
            Record { search: Some(factor), counters, ..record }
        };
        let mut runs = vec![vec![run(Outcome::Complete, 1.0), run(Outcome::Violation, 1.0)]; SETTINGS.len()];
        runs[2] = vec![run(Outcome::Complete, 3.0), run(Outcome::Unknown, 9.0)];
        let text = page(&runs, 2, 3);
        assert!(text.contains("| order scattered | 1 of 2 | 3.00 × | 3.00 × | 3.00 × |"), "{text}");
        assert!(text.contains("| no merging | 2 of 2 | 1.00 × |"), "{text}");
    }
}
