//! What each part of the simulating engine is worth.

use super::benchmark::{Answer, Program};
use super::reachable::{self, Invariant};
use super::{COUNTERS, arithmetic, driver, execute, recovery, small, threads, workers};
use crate::harness::campaign::Campaign;
use crate::harness::command::Setting;
use crate::harness::means::mean_ratio;
use crate::harness::page::{Table, factor};
use crate::harness::record::{Record, Run};

/// The default, then one change at a time; parts that matter where another one is missing, beside that one; then what the
/// paper describes.
const SETTINGS: [Setting; 18] = [
    ENGINE.named("default"),
    ENGINE.named("no-merging").with(&[(WORDS, "no-merging")]),
    ENGINE.named("no-union").with(&[(WORDS, "no-union")]),
    ENGINE.named("no-normal-forms").with(&[(WORDS, "no-normal-forms")]),
    ENGINE.named("no-partition").with(&[(WORDS, "no-partition")]),
    ENGINE.named("no-live-variables").with(&[(WORDS, "no-live-variables")]),
    ENGINE.named("no-symmetry").with(&[(WORDS, "no-symmetry")]),
    ENGINE.named("outer=choices").with(&[(WORDS, "outer=choices")]),
    ENGINE.named("guards=0").with(&[(WORDS, "guards=0")]),
    ENGINE.named("guards=4").with(&[(WORDS, "guards=4")]),
    ENGINE.named("guards=16").with(&[(WORDS, "guards=16")]),
    ENGINE.named("reduction none").reduction("none"),
    ENGINE.named("no-merging, no-union").with(&[(WORDS, "no-merging,no-union")]),
    ENGINE.named("no-normal-forms, no-union").with(&[(WORDS, "no-normal-forms,no-union")]),
    ENGINE.named("no-normal-forms, no-partition").with(&[(WORDS, "no-normal-forms,no-partition")]),
    ENGINE.named("no-normal-forms, outer=choices").with(&[(WORDS, "no-normal-forms,outer=choices")]),
    ENGINE.named("paper").with(&[(WORDS, "no-merging,no-union,no-normal-forms,no-symmetry")]),
    ENGINE
        .named("paper, choices outside")
        .with(&[(WORDS, "no-merging,no-union,no-normal-forms,no-symmetry,outer=choices")]),
];

const ENGINE: Setting = Setting::engine("simulate");
/// The expert setting that takes words.
const WORDS: &str = "simulation";

/// There are many runs: each has this part of the time.
const HASTE: u64 = 4;
/// A run that takes less than this many seconds is repeated, and the fastest one counts.
const SHORT: f64 = 0.5;
const REPEATED: u32 = 2;
/// How many of the small programs take part.
const SMALL: u64 = 20;

/// Programs that belong together, with a name.
type Group = (&'static str, Vec<Program>);

/// Smaller programs than in the table, so that the paper's settings can finish; and two that the table has no need of.
fn groups() -> Vec<Group> {
    let both = |make: &dyn Fn(Answer) -> Program| Answer::BOTH.map(make).to_vec();
    vec![
        ("1 reachable, 10 variables", both(&|a| reachable::program(10, Invariant::Few, a))),
        ("1 parity, 10 variables", both(&|a| reachable::program(10, Invariant::Parity, a))),
        ("2 multiplier, 12 bits", both(&|a| arithmetic::multiplier(12, a))),
        ("2 divider, 6 bits", both(&|a| arithmetic::divider(6, a))),
        ("3 small", (0..SMALL).map(small::program).collect()),
        ("4 driver, little", both(&|a| driver::program(driver::LITTLE, a))),
        ("4 driver", both(&|a| driver::program(driver::LARGE, a))),
        ("5 threads, little", both(&|a| threads::program(threads::LITTLE, a))),
        ("5 threads", both(&|a| threads::program(threads::LARGE, a))),
        ("equal threads", both(&workers::program)),
        ("branches never taken", both(&recovery::program)),
    ]
}

/// Runs all settings; writes `settings.md` and `settings.csv`.
pub fn run(campaign: &Campaign) -> Result<Vec<Record>, String> {
    let tool = campaign.tool.within(campaign.tool.limit.part(HASTE));
    let mut log = campaign.log("settings", &tool.limit, &COUNTERS)?;
    let (mut records, mut body) = (Vec::new(), String::new());
    for (name, programs) in groups().into_iter().filter(|(name, _)| campaign.options.wants(name)) {
        let mut runs = Vec::new();
        for setting in &SETTINGS {
            let mut own = Vec::new();
            for program in &programs {
                let run = Run::new(&program.name, setting.name);
                let file = execute::file(program)?;
                let check = |run| execute::check(&tool, program, &file, setting, run);
                own.push(campaign.measure(&mut log, run, |run| fastest(run, &check))?);
            }
            runs.push(own);
        }
        body += &format!("## {name}\n\n{}\n", table(&runs));
        records.extend(runs.into_iter().flatten());
        let page = campaign.head("Settings of the simulating engine", &tool.limit) + HEAD + &body;
        campaign.write("settings.md", &page)?;
    }
    Ok(records)
}

fn fastest(run: Run, check: &dyn Fn(Run) -> Record) -> Record {
    let mut best = check(run.clone());
    for _ in 0..REPEATED {
        if best.is_solved() && best.time() < SHORT {
            let again = check(run.clone());
            best = if again.is_solved() && again.time() < best.time() { again } else { best };
        }
    }
    best
}

const HEAD: &str = "One thing is changed at a time, or two where the first hides the effect of the second; each run has a quarter of `--limit`, and of three short runs the fastest counts. Ratios are against the default: geometric means over the programs that both solve, of seconds of search, explored states and nodes of formulas. `paper` has the words `no-merging,no-union,no-normal-forms,no-symmetry`: what [CKS05] describes, but with the quantifier outside over values; with `outer=choices` it is that of the paper, too.\n\n";

fn table(runs: &[Vec<Record>]) -> Table {
    let mut table =
        Table::new().words(["setting"]).numbers(["solved", "seconds, sum", "time", "states", "nodes"]);
    for (setting, own) in SETTINGS.iter().zip(runs) {
        let solved = own.iter().filter(|r| r.is_solved()).count();
        let both: Vec<(&Record, &Record)> =
            own.iter().zip(&runs[0]).filter(|(a, b)| a.is_solved() && b.is_solved()).collect();
        let ratio =
            |of: &dyn Fn(&Record) -> f64| factor(mean_ratio(both.iter().map(|(a, b)| (of(a), of(b))), 1e-4));
        table.row([
            setting.name.to_string(),
            format!("{solved} of {}", own.len()),
            format!("{:.2}", own.iter().map(Record::time).sum::<f64>()),
            ratio(&Record::time),
            ratio(&|r| r.states().unwrap_or(1) as f64),
            ratio(&|r| r.count("formula_nodes").unwrap_or(1) as f64),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{SETTINGS, groups};

    #[test]
    fn runs_can_be_told_apart() {
        let groups = groups();
        let programs = groups.iter().flat_map(|(_, programs)| programs);
        let mut names: Vec<&str> = programs.map(|p| p.name.as_str()).collect();
        let mut settings = SETTINGS.map(|s| s.name).to_vec();
        for names in [&mut names, &mut settings] {
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }
}
