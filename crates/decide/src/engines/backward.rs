//! Adapter: from the violations back to the initial states, for programs, systems and nets.

use super::{BooleanTask, Engine, Finding, Found, Material, Scope, SystemTask, Task, Witness, counters};
use crate::failure::Failure;
use crate::strategy::growing::{Growing, Grown};
use crate::subject::Language;
use std::time::Instant;
use tw_cover::{backward, nets, systems};
use tw_tts::Net;
use tw_verdict::{Control, Counters, Hint, Reason, StopReason};

/// More threads than at the start that are tried where backward search cannot tell.
const FEW_MORE: u32 = 4;

/// `--engine backward`.
pub struct Backward;

impl Engine for Backward {
    fn name(&self) -> &'static str {
        "backward"
    }

    fn about(&self) -> &'static str {
        "none with **any number of threads**, from the violations back to the initial states"
    }

    fn good_for(&self) -> &'static str {
        "any number of threads"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language != Language::Program).then_some(Scope::AnyNumber)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        match task {
            Task::Boolean(task) => Ok(boolean(*task, control)),
            Task::System(task) => Ok(system(task, control)),
            Task::Net(net) => Ok(of_net(net, control)),
            Task::Program(_) => task.boolean().map(|task| boolean(task, control)),
        }
    }
}

/// What to try where a search for any number of threads was stopped.
pub fn hints(stop: &StopReason) -> Vec<Hint> {
    match stop {
        StopReason::ZeroTest(_) => vec![Hint::SomeBound, Hint::Undecidable],
        _ => vec![Hint::LargerLimits, Hint::SomeBound],
    }
}

/// A search that was stopped.
pub fn stopped(stop: StopReason) -> Finding {
    let hints = hints(&stop);
    Finding::undecided(Reason::Stopped(stop), hints)
}

fn boolean(task: BooleanTask<'_>, control: &Control) -> Found {
    let run = backward::run(task.program, task.question, &task.options.backward, control);
    match run.finding {
        tw_verdict::Finding::Stopped(stop) => {
            let counters = counters::backward(&run.statistics);
            let more = Growing { task, more: FEW_MORE, control };
            if matches!(stop, StopReason::ZeroTest(_))
                && let Grown::Violation(found) = more.search()
            {
                return *found;
            }
            Found::new(stopped(stop), counters, "backward")
        }
        tw_verdict::Finding::Violation(ref trace) => {
            let threads = task.program.most_alive(trace);
            Found::of_backward(run, Some(threads))
        }
        tw_verdict::Finding::Exhausted { .. } => Found::of_backward(run, None),
    }
}

fn counted(counts: systems::Counts, began: Instant) -> Counters {
    Counters::default()
        .counted("elements", counts.elements, "minimal elements")
        .counted("predecessors", counts.predecessors, "predecessors")
        .measured("seconds", began.elapsed().as_secs_f64(), Some("s"))
}

/// Backwards on a system.
pub fn system(task: &SystemTask<'_>, control: &Control) -> Found {
    let began = Instant::now();
    let (outcome, counts) =
        systems::backward(task.system, &task.claim.initials, &task.claim.targets, control);
    let finding = match outcome {
        systems::Outcome::Uncoverable(elements) => {
            Finding::Holds { creation_skipped: false, material: Material::SystemElements(elements) }
        }
        systems::Outcome::Coverable(run) => Finding::Violation(Witness::System(run.start, run.steps)),
        systems::Outcome::Stopped(stop) => stopped(stop),
    };
    Found::new(finding, counted(counts, began), "backward")
}

/// Backwards on a net.
pub fn of_net(net: &Net, control: &Control) -> Found {
    let began = Instant::now();
    let (outcome, counts) = nets::backward(net, control);
    let finding = match outcome {
        nets::Outcome::Uncoverable(elements) => {
            Finding::Holds { creation_skipped: false, material: Material::NetElements(elements) }
        }
        nets::Outcome::Coverable(run) => Finding::Violation(Witness::Net(run.start, run.steps)),
        nets::Outcome::Stopped(stop) => Finding::undecided(Reason::Stopped(stop), vec![Hint::LargerLimits]),
    };
    Found::new(finding, counted(counts, began), "backward")
}
