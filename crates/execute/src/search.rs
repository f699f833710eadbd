//! Search over the machine's states.

use crate::engine::{Engine, Met};
use crate::fault::{Fault, planted};
use crate::future::Future;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::options::Options;
use crate::schedule::schedule;
use crate::step::{Context, Notes};
use std::sync::Arc;
use tw_explore::{CAUGHT, Exploration, Hunt, Hunter, Outcome, StoreKind, explore_and_hunt, explore_parallel};
use tw_ir::Module;
use tw_verdict::{
    Control, ExecutionTrace, Progress, Property, SearchOrder, Statistics, StopReason, Unreached,
};

/// What a search found.
pub struct Run {
    /// The result.
    pub finding: Finding,
    /// What was counted.
    pub statistics: Statistics,
    /// What was met in the states.
    pub met: Met,
    /// What of the user's program was never reached; all of it if the search did not end.
    pub unreached: Vec<Unreached>,
}

/// The result of a search.
pub enum Finding {
    /// A violation.
    Violation(ExecutionTrace),
    /// All states were visited.
    Exhausted,
    /// All states that the store could tell apart were visited: some may be missing.
    Incomplete,
    /// The search ended early.
    Stopped(StopReason),
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// Order.
    pub order: SearchOrder,
    /// Go on after a violation, to count the whole state space.
    pub explore_all: bool,
    /// How visited states are kept.
    pub store: StoreKind,
    /// Threads that search.
    pub workers: usize,
    /// Look for a schedule with few context switches.
    pub few_switches: bool,
    /// Walks at random in the pauses of a search breadth first.
    pub hunt: Hunt,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            order: SearchOrder::Bfs,
            explore_all: false,
            store: StoreKind::Tree,
            workers: 1,
            few_switches: true,
            hunt: Hunt::attempts(HUNT_ATTEMPTS),
        }
    }
}

/// Attempts of a hunt, unless something else is said.
pub const HUNT_ATTEMPTS: u64 = 200_000;

/// Searches all interleavings of a module.
pub fn run(module: &Arc<Module>, options: &Options, search: &Search, control: &Control) -> Run {
    with_engines(module, options, 1 + search.workers.max(1), |engines| {
        engines.iter_mut().for_each(|engine| engine.control = Some(control.clone()));
        // What the hunt meets says nothing about the search.
        let (hunting, engines) = engines.split_last_mut().expect("there is one more engine");
        hunting.lone = false;
        let exploration =
            explore_and_hunt(engines, &settings(search), control, &mut Hunter::new(hunting, search.hunt));
        let mut notes = Notes::default();
        let finding = match &exploration.outcome {
            Outcome::Stopped(reason) => Finding::Stopped(reason.clone()),
            Outcome::Violation(index)
                if planted(Fault::HuntDecides)
                    && *index != CAUGHT
                    && exploration.statistics.hunted_steps > 0 =>
            {
                Finding::Exhausted
            }
            Outcome::Violation(index) | Outcome::Exhausted(Some(index)) => {
                let mut path = exploration.path(*index);
                let caught = *index == CAUGHT;
                if caught && planted(Fault::CatchCutShort) {
                    path.pop();
                }
                let met = std::mem::take(&mut engines[0].met);
                let trace = schedule(&mut engines[0], &path, search.few_switches, caught, control);
                notes = std::mem::replace(&mut engines[0].met, met).notes;
                Finding::Violation(trace)
            }
            Outcome::Exhausted(None) if search.store.is_exact() => Finding::Exhausted,
            Outcome::Exhausted(None) => Finding::Incomplete,
        };
        let mut met = Met::default();
        engines.iter_mut().for_each(|e| met.add(std::mem::take(&mut e.met)));
        if let Finding::Violation(trace) = &finding {
            met.violated.insert(trace.breach.property);
        }
        let mut finding = finding;
        if met.cut_short && !matches!(finding, Finding::Violation(_) | Finding::Stopped(_)) {
            let why = control.should_stop(Progress::default());
            finding = Finding::Stopped(why.unwrap_or(StopReason::Interrupted));
        }
        if matches!(exploration.outcome, Outcome::Violation(_)) {
            // Workers may have run ahead: only what lies on the way counts.
            met.notes = notes;
        }
        let unreached = crate::checks::unreached(engines[0].context().program, &met.reached);
        Run { finding, statistics: exploration.statistics, met, unreached }
    })
}

/// Makes one engine per worker.
pub fn with_engines<R>(
    module: &Arc<Module>,
    options: &Options,
    workers: usize,
    work: impl FnOnce(&mut [Engine<'_>]) -> R,
) -> R {
    let leaks = options.checks(Property::Memtrack) || options.checks(Property::Cleanup);
    let program = crate::compile::compile(module, options.reductions.registers, leaks);
    let mut constants = Memory::default();
    let initial = Machine::initial(&program, &mut constants);
    let future = options.reductions.future.then(|| Future::new(&program));
    let cx = Context { program: &program, constants: &constants, options, future: future.as_ref() };
    let mut engines: Vec<Engine<'_>> = (0..workers.max(1)).map(|_| Engine::new(&cx, &initial)).collect();
    work(&mut engines)
}

/// Searches with these engines.
pub fn explore(engines: &mut [Engine<'_>], search: &Search, control: &Control) -> Exploration {
    explore_parallel(engines, &settings(search), control)
}

fn settings(search: &Search) -> tw_explore::Search {
    tw_explore::Search { order: search.order, explore_all: search.explore_all, store: search.store }
}
