//! The page.

use super::target::targets;
use super::{Asked, PROGRAMS, Program, Runs, USUAL};
use crate::harness::answer::SWITCHES;
use crate::harness::campaign::Campaign;
use crate::harness::page::{Table, count, or_dash, seconds};
use crate::harness::record::Record;

/// Targets, growth, times and unsafe twins.
pub fn page(campaign: &Campaign, ours: &Runs, theirs: Option<&Runs>) -> String {
    let mut out = campaign.head("Many threads", &campaign.tool.limit) + HOW;
    let all = targets(ours);
    let reached = all.iter().filter(|target| target.reached).count();
    out += &format!("## Targets\n\n{reached} of {} are reached.\n\n", all.len());
    let mut table = Table::new().words(["what"]).numbers(["at most", "measured"]).words(["reached"]);
    for target in all {
        let reached = if target.reached { "yes" } else { "**no**" };
        table.row([target.what, target.most, target.value, reached.to_string()]);
    }
    out += &format!("{table}\n## States\n\n{}", states(ours));
    if let Some(theirs) = theirs {
        out += &format!("\nThose of the binary given with `--against`:\n\n{}", states(theirs));
    }
    out += &format!("\n![growth](threads.svg)\n\n## Ways to ask\n\nN = {USUAL}.\n\n{}", ways(ours));
    out += &format!("\n## Unsafe twins\n\n{}", twins(ours, theirs));
    out
}

const HOW: &str = "\nPrograms of `bench/c/threads`, with `-DN=…` for the number of threads that the first one creates, and `-DBUG` for the unsafe twin. States are those of `threadwise explore FILE --property …` (`assertion`; philosophers `deadlock`, rounds `data-race`); seconds are those of the whole process, compilation included, unless they are said to be those of the search. A dash: no answer within the limits, or not asked.\n\n";

fn programs(runs: &Runs) -> impl Iterator<Item = &'static Program> {
    PROGRAMS.iter().filter(|p| runs.0.iter().any(|r| r.run.program == p.name))
}

fn states(runs: &Runs) -> String {
    let most = programs(runs).map(|p| p.most).max().unwrap_or(0);
    let mut table = Table::new().words(["program"]).numbers((1..=most).map(|n| format!("N = {n}")));
    for program in programs(runs) {
        let cell = |n| match runs.of(program.name, Asked::States, n) {
            Some(r) if !r.outcome.is_finished() => format!(">{}", count(r.states())),
            Some(r) => count(r.states()),
            None => String::new(),
        };
        table.row([program.name.to_string()].into_iter().chain((1..=program.most).map(cell)));
    }
    table.to_string()
}

fn ways(runs: &Runs) -> String {
    let columns =
        ["explore, s", "check, s", "without certificate, s", "states", "with the default properties"];
    let mut table = Table::new().words(["program"]).numbers(columns).words(["certificate"]);
    for program in programs(runs) {
        let time = |asked| or_dash(runs.seconds(program.name, asked, USUAL), seconds);
        let states = |asked| count(runs.states(program.name, asked, USUAL));
        let check = runs.of(program.name, Asked::Check, USUAL);
        let certified = check.and_then(|r| r.certified);
        table.row([
            program.name.to_string(),
            time(Asked::States),
            time(Asked::Check),
            time(Asked::Search),
            states(Asked::States),
            states(Asked::Defaults),
            or_dash(certified, |yes| if yes { "checked" } else { "none" }.to_string()),
        ]);
    }
    table.to_string()
}

fn twins(ours: &Runs, theirs: Option<&Runs>) -> String {
    let columns = ["N", "first violation, s", "answer, s", "switches"];
    let mut table = Table::new().words(["program"]).numbers(columns);
    if theirs.is_some() {
        table = table.numbers(columns[1..].iter().map(|name| format!("against: {name}")));
    }
    for program in programs(ours).filter(|p| p.has_twin) {
        for n in super::numbers(program, Asked::Twin) {
            let cells = |runs: &Runs| {
                let twin = runs.of(program.name, Asked::Twin, n).filter(|r| r.outcome.is_finished());
                let of = |value: &dyn Fn(&Record) -> Option<f64>| or_dash(twin.and_then(value), seconds);
                let switches = count(twin.and_then(|r| r.count(SWITCHES)));
                [of(&|r| r.search), of(&|r| r.whole), switches]
            };
            let first = [program.name.to_string(), n.to_string()];
            let others = theirs.map(cells).into_iter().flatten();
            table.row(first.into_iter().chain(cells(ours)).chain(others));
        }
    }
    table.to_string()
}
