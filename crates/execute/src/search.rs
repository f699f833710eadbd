//! Search over the machine's states.

use crate::engine::{Engine, Met, Refuted};
use crate::fault::{Fault, planted};
use crate::future::Future;
use crate::learning::{learn, waits_for_locks};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::options::Options;
use crate::schedule::schedule;
use crate::sections::{Sections, Seen};
use crate::step::{Context, Notes};
use std::sync::Arc;
use tw_explore::{CAUGHT, Exploration, Hunt, Hunter, Outcome, StoreKind, explore_and_hunt, explore_parallel};
use tw_ir::{Identities, Module};
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
    /// What was taken to be protected by locks.
    pub protection: Protection,
}

/// What was taken to be protected by locks, at the end of a search.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Protection {
    /// Locks that protect something, or whose sections end in the step in which they begin.
    pub locks: usize,
    /// Ranges of bytes that they protect.
    pub ranges: usize,
    /// How often the search began anew with less.
    pub restarts: u32,
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

/// Searches all interleavings of a module; once more for each thing that does not hold of what the search takes for granted.
pub fn run(module: &Arc<Module>, options: &Options, search: &Search, control: &Control) -> Run {
    let mut options = options.clone();
    loop {
        let run = run_taking_for_granted(module, &options, search, control);
        match run.met.refuted.filter(|_| !planted(Fault::ObservationIgnored)) {
            None => return run,
            Some(Refuted::Ahead) => options.reductions.ahead = false,
            Some(Refuted::Gone) => options.reductions.exchange = false,
            Some(Refuted::Identities) => options.identities = Identities::Numbers,
        }
    }
}

fn run_taking_for_granted(
    module: &Arc<Module>,
    options: &Options,
    search: &Search,
    control: &Control,
) -> Run {
    with_engines(module, options, 1 + search.workers.max(1), |engines| {
        engines.iter_mut().for_each(|engine| engine.control = Some(control.clone()));
        // What the hunt meets says nothing about the search.
        let (hunting, engines) = engines.split_last_mut().expect("there is one more engine");
        hunting.lone = false;
        let (exploration, protection) = search_and_hunt(engines, Some(hunting), search, control);
        let (mut notes, mut refuted) = (Notes::default(), None);
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
                match trace {
                    Ok(trace) => Finding::Violation(trace),
                    Err(what) => {
                        refuted = Some(what);
                        Finding::Incomplete
                    }
                }
            }
            Outcome::Exhausted(None) if search.store.is_exact() => Finding::Exhausted,
            Outcome::Exhausted(None) => Finding::Incomplete,
            Outcome::Refuted(_) => unreachable!("a search that is refuted begins anew"),
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
            met.refuted = refuted;
        }
        let unreached = crate::checks::unreached(engines[0].context().program, &met.reached);
        Run { finding, statistics: exploration.statistics, met, unreached, protection }
    })
}

/// Makes one engine per worker.
pub fn with_engines<R>(
    module: &Arc<Module>,
    options: &Options,
    workers: usize,
    work: impl FnOnce(&mut [Engine<'_>]) -> R,
) -> R {
    let numbered = !options.reductions.references;
    let identities = if numbered { Identities::Numbers } else { options.identities };
    let options = &Options { identities, ..options.clone() };
    let leaks = options.checks(Property::Memtrack) || options.checks(Property::Cleanup);
    let program = crate::compile::compile(module, options.reductions.registers, leaks);
    let mut constants = Memory::default();
    let initial = Machine::initial(&program, &mut constants);
    let future = options.reductions.future.then(|| Future::new(&program));
    let cx = Context { program: &program, constants: &constants, options, future: future.as_ref() };
    let mut engines: Vec<Engine<'_>> = (0..workers.max(1)).map(|_| Engine::new(&cx, &initial)).collect();
    work(&mut engines)
}

/// After so many searches that were refuted, nothing more is taken for granted.
const MOST_RESTARTS: u32 = 8;

/// Of the states that were found after one that refutes something, so many are asked as well.
const MOST_ASKED: u32 = 2000;

/// Searches with these engines, until nothing that they take for granted is refuted.
pub fn explore(engines: &mut [Engine<'_>], search: &Search, control: &Control) -> (Exploration, Protection) {
    search_and_hunt(engines, None, search, control)
}

fn search_and_hunt<'p>(
    engines: &mut [Engine<'p>],
    mut hunting: Option<&mut Engine<'p>>,
    search: &Search,
    control: &Control,
) -> (Exploration, Protection) {
    let settings =
        tw_explore::Search { order: search.order, explore_all: search.explore_all, store: search.store };
    let mut sections = first_map(&mut engines[0], search, control);
    for restarts in 0.. {
        for engine in engines.iter_mut() {
            engine.sections = sections.clone();
            engine.met = Met::default();
        }
        let exploration = match &mut hunting {
            Some(hunting) => {
                hunting.sections = sections.clone();
                explore_and_hunt(engines, &settings, control, &mut Hunter::new(*hunting, search.hunt))
            }
            None => explore_parallel(engines, &settings, control),
        };
        let Outcome::Refuted(index) = exploration.outcome else {
            let (locks, ranges) = sections.size();
            return (exploration, Protection { locks, ranges, restarts });
        };
        let seen = seen_from(&mut engines[0], &exploration, index);
        seen.iter().for_each(|seen| sections.learn(seen));
        if restarts + 1 == MOST_RESTARTS {
            sections = Sections::default();
        }
    }
    unreachable!("a search that takes nothing for granted is not refuted")
}

/// What a search takes for granted at first. A store that is not exact keeps no states that could be asked again.
fn first_map(engine: &mut Engine<'_>, search: &Search, control: &Control) -> Sections {
    let useful = engine.takes_sections() && waits_for_locks(&engine.context().program.module);
    if useful && search.store.is_exact() {
        let guess = engine.context().options.guess;
        learn(engine, guess, control)
    } else {
        Sections::default()
    }
}

/// What a state shows that refutes something, and some of those found after it: the same for any number of workers.
fn seen_from(engine: &mut Engine<'_>, exploration: &Exploration, index: tw_explore::Index) -> Vec<Seen> {
    let mut all: Vec<Seen> = Vec::new();
    exploration.for_each_state(&mut |number, state| {
        if number >= index && number - index <= MOST_ASKED {
            engine.successors(state);
            let seen = std::mem::take(&mut engine.seen);
            seen.into_iter().for_each(|seen| {
                if !all.contains(&seen) {
                    all.push(seen);
                }
            });
        }
    });
    all
}
