//! One program: what the step graph allows against what the engine `execute` finds.

use super::explorer::{Explored, Question, explore};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_execute::{Finding, Hunt, Options, Search, run};
use tw_ir::Module;
use tw_steps::Template;
use tw_verdict::{Control, Property};

/// Threads that may run at the same time.
const THREADS: usize = 3;

/// States of the explorer.
const STATES: usize = 20_000;

/// States of the engine.
const SEARCHED: u64 = 20_000;

/// A search may take so long.
const LONGEST: Duration = Duration::from_secs(5);

/// What a program is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Some assertion fails.
    False,
    /// None fails.
    True,
    /// There is no graph.
    Refused(String),
    /// One of the searches did not end.
    Large,
}

/// What a comparison gave.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What the engine says.
    pub outcome: Outcome,
    /// States of the explorer.
    pub states: usize,
    /// The graph has a violation, through steps that allow more than the program does.
    pub over: bool,
    /// What is wrong.
    pub difference: Option<String>,
}

impl Compared {
    fn of(outcome: Outcome) -> Compared {
        Compared { outcome, states: 0, over: false, difference: None }
    }
}

/// Compares.
pub fn compare(module: &Arc<Module>) -> Compared {
    let options = tw_steps::Options { properties: vec![Property::Assertion], assume_defined: true };
    let template = match catch_unwind(AssertUnwindSafe(|| tw_steps::build(module, &options))) {
        Ok(Ok(template)) => template,
        Ok(Err(why)) => return Compared::of(Outcome::Refused(format!("{why:?}"))),
        Err(_) => {
            let difference = Some("panic: an invariant is broken while the graph is built".into());
            return Compared { difference, ..Compared::of(Outcome::Large) };
        }
    };
    let Some(violated) = executed(module) else { return Compared::of(Outcome::Large) };
    let all = explored(&template, false);
    let mut result = Compared {
        states: all.states,
        ..Compared::of(if violated { Outcome::False } else { Outcome::True })
    };
    match (&all.violation, violated) {
        (None, _) if all.large || all.sampled => result.outcome = Outcome::Large,
        (None, true) => {
            result.difference = Some("missing: an assertion fails, and no path of the graph shows it".into());
        }
        (Some(_), false) => {
            let exact = explored(&template, true);
            result.over = exact.violation.is_none();
            if let Some(path) = exact.violation {
                result.difference = Some(format!("invented: {}", show(&template, &path)));
            }
        }
        _ => {}
    }
    result
}

fn explored(template: &Template, exact: bool) -> Explored {
    explore(template, Question { threads: THREADS, exact, states: STATES, property: Property::Assertion })
}

/// Whether an assertion fails; none if that is not known.
fn executed(module: &Arc<Module>) -> Option<bool> {
    let threads = u32::try_from(THREADS).ok();
    let options = Options { threads, ..Options::new(vec![Property::Assertion]) };
    let search = Search { few_switches: false, hunt: Hunt::attempts(0), ..Search::default() };
    let mut control = Control::unlimited();
    control.limits.states = Some(SEARCHED);
    control.limits.time = Some((LONGEST, Instant::now() + LONGEST));
    let run = run(module, &options, &search, &control);
    match run.finding {
        Finding::Violation(_) => Some(true),
        Finding::Exhausted if run.met.unsupported.is_none() => Some(false),
        _ => None,
    }
}

fn show(template: &Template, path: &[(usize, tw_steps::EdgeId)]) -> String {
    let steps = path.iter().map(|(thread, edge)| {
        let edge = &template.edges[*edge];
        let names = &template.places;
        format!("{thread}@{} -> {}", names[edge.from].name, names[edge.to].name)
    });
    steps.collect::<Vec<String>>().join(", ")
}
