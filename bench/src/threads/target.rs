//! What is to be reached.

use super::{Asked, PROGRAMS, Program, Runs, USUAL};
use crate::harness::answer::SWITCHES;
use crate::harness::page::seconds;
use tw_report::grouped;

/// A target, and what was measured.
#[derive(Debug, PartialEq)]
pub struct Target {
    /// Whose, and of what.
    pub what: String,
    /// The target.
    pub most: String,
    /// The value; a dash if there is none.
    pub value: String,
    /// Without a value it is missed: there was no answer within the limits.
    pub reached: bool,
}

/// States of `explore` at most.
const STATES: [(&str, u32, u64); 8] = [
    ("empty", 8, 20),
    ("add", 7, 150),
    ("add", 7, 20),
    ("counter", 6, 500),
    ("plain", 5, 150),
    ("section", 4, 15),
    ("barrier", 6, 1500),
    ("treiber", 4, 300),
];
/// Seconds of `check --certificate none` at most.
const SECONDS: [(&str, u32, f64); 5] = [
    ("counter", 16, 5.0),
    ("barrier", 10, 10.0),
    ("philosophers", 9, 10.0),
    ("treiber", 7, 10.0),
    ("rounds", 4, 5.0),
];
/// Seconds of the search of an unsafe twin until the first violation, and of the whole check.
const FIRST_VIOLATION: f64 = 1.0;
const FEW_SWITCHES: f64 = 3.0;
/// `check` takes at most so many times as long as `explore`, and the default properties have at most so many times the
/// states of one property, without heap.
const CHECK: f64 = 5.0;
const DEFAULTS: f64 = 1.5;

/// All targets for programs that were run.
pub fn targets(runs: &Runs) -> Vec<Target> {
    let ran = |name: &str| runs.0.iter().any(|r| r.run.program == name);
    let mut all = Vec::new();
    for (name, n, most) in STATES.iter().filter(|t| ran(t.0)) {
        let value = runs.states(name, Asked::States, *n).map(|v| v as f64);
        all.push(Target::of(format!("{name} N={n}: states"), value, *most as f64, |v| grouped(v as u64)));
    }
    for (name, n, most) in SECONDS.iter().filter(|t| ran(t.0)) {
        let value = runs.seconds(name, Asked::Search, *n);
        all.push(Target::of(format!("{name} N={n}: s of check without certificate"), value, *most, seconds));
    }
    for program in PROGRAMS.iter().filter(|p| ran(p.name)) {
        all.extend(of_every_program(runs, program));
    }
    all
}

fn of_every_program(runs: &Runs, program: &Program) -> Vec<Target> {
    let (name, most) = (program.name, program.most);
    let mut all = Vec::new();
    if program.has_twin {
        let twin = runs.of(name, Asked::Twin, most).filter(|r| r.outcome.is_finished());
        let first = twin.and_then(|r| r.search);
        let whole = twin.and_then(|r| r.whole);
        let switches = twin.and_then(|r| r.count(SWITCHES));
        let what = format!("{name} N={most}, unsafe: s to the first violation");
        all.push(Target::of(what, first, FIRST_VIOLATION, seconds));
        let switches = switches.map_or("few switches".to_string(), |n| format!("{n} switches"));
        all.push(Target::of(
            format!("{name} N={most}, unsafe: s to {switches}"),
            whole,
            FEW_SWITCHES,
            seconds,
        ));
    }
    let time = |asked| runs.seconds(name, asked, USUAL);
    let ratio = time(Asked::Check).zip(time(Asked::States)).map(|(check, explore)| check / explore);
    let times = |ratio: f64| format!("{ratio:.1} ×");
    all.push(Target::of(format!("{name} N={USUAL}: check against explore"), ratio, CHECK, times));
    if !program.heap {
        let states = |asked| runs.states(name, asked, USUAL).map(|n| n as f64);
        let ratio = states(Asked::Defaults).zip(states(Asked::States)).map(|(all, one)| all / one);
        let what = format!("{name} N={USUAL}: states with the default properties");
        all.push(Target::of(what, ratio, DEFAULTS, times));
    }
    all
}

impl Target {
    fn of(what: String, value: Option<f64>, most: f64, show: impl Fn(f64) -> String) -> Target {
        let reached = value.is_some_and(|value| value <= most);
        Target { what, most: show(most), value: value.map_or("–".to_string(), &show), reached }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Runs, targets};
    use crate::harness::outcome::Outcome;
    use crate::harness::record::{Record, Run};

    fn record(asked: Asked, threads: u32, outcome: Outcome, states: u64, whole: f64) -> Record {
        let run = Run::new("section", asked.name()).with_threads(threads);
        let counters = [("states".to_string(), states), ("switches".to_string(), 3)].into();
        Record { whole: Some(whole), search: Some(whole / 2.0), counters, ..Record::new(run, outcome, "") }
    }

    #[test]
    fn targets_are_reached_missed_or_without_a_value() {
        let runs = Runs(vec![
            record(Asked::States, 4, Outcome::Complete, 15, 0.25),
            record(Asked::Check, 4, Outcome::True, 15, 2.5),
            record(Asked::Twin, 8, Outcome::False, 9, 1.5),
        ]);
        let rows: Vec<String> = targets(&runs)
            .iter()
            .map(|t| format!("{} {} {} {}", t.what, t.most, t.value, t.reached))
            .collect();
        assert_eq!(
            rows,
            [
                "section N=4: states 15 15 true",
                "section N=8, unsafe: s to the first violation 1.00 0.75 true",
                "section N=8, unsafe: s to 3 switches 3.00 1.50 true",
                "section N=4: check against explore 5.0 × 10.0 × false",
                "section N=4: states with the default properties 1.5 × – false",
            ]
        );
    }
}
