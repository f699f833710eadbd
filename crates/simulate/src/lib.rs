//! Symbolic simulation: explicit program counters, data as formulas over choices.
//!
//! *What*: reachability of concurrent Boolean programs with up to N threads by executing statements on symbolic states
//! ⟨i, ω, γ⟩, which grow by a few nodes of a formula graph for each statement, however many values they stand for.
//! *Source*: \[CKS05\]; the departures are noted where they are made (`history`, `reduce`, `normal`, `join`).
//! *Claim*: exact within the bounds; the argument is in `docs/soundness.md`.
//! *Cost*: a comparison with earlier states at the same place is a question of satisfiability, or one with two
//! quantifiers.
//!
//! States:
//! - `state`: program counters, one formula for each variable, a guard.
//! - `step`: executes statements on a symbolic state.
//! - `live`: forgets the values of variables that do not matter any more.
//!
//! Searching:
//! - `search`: decides what is explored next.
//! - `expand`: the steps of one state, and whether it is a violation.
//! - `join`: joins states that wait at the same place.
//! - `reduce`: partial-order reduction: which thread may run alone in which states.
//! - `rank`: enforces the cycle proviso of the reduction: no thread is postponed forever.
//!
//! Comparing with explored states:
//! - `history`: whether explored states hold a new one.
//! - `groups`: compares groups of variables without common choices one by one.
//! - `sets`: sets of values as formulas.
//! - `normal`: eliminates choices.
//!
//! Results:
//! - `trace`: finds the schedule of a violation.
//! - `evidence`: the reached states, for a certificate.
//! - `options`: what can be switched.
//!
//! `fault` names the known faults that the fuzzer plants.

mod evidence;
mod expand;
mod fault;
mod groups;
mod history;
mod join;
mod live;
mod normal;
mod options;
mod rank;
mod reduce;
mod search;
mod sets;
mod state;
mod step;
mod trace;

pub use fault::FAULTS;
pub use options::{Options, Outer, Preference};

use search::Simulation;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tw_boolprog::Program;
use tw_solver::{Stop, Stopped};
use tw_verdict::{Control, Finding, Question, Reached, Run, Statistics, StopReason, resident_bytes};

/// Simulates all interleavings within the bounds of `question`.
pub fn run(program: &Arc<Program>, question: &Question, options: &Options, control: &Control) -> Run {
    let began = Instant::now();
    let mut simulation = Simulation::new(program, question, *options, stop_of(control));
    let finding = match simulation.search(control) {
        Err(Stopped) => Finding::Stopped(reason(control, &simulation)),
        Ok(Some(reason)) => Finding::Stopped(reason),
        Ok(None) => match simulation.found.take() {
            None => Finding::Exhausted { creation_skipped: simulation.creation_skipped },
            Some((found, assignment)) => match simulation.trace(found, assignment) {
                Ok(trace) => Finding::Violation(trace),
                Err(Stopped) => Finding::Stopped(reason(control, &simulation)),
            },
        },
    };
    let mut counted = simulation.statistics.clone();
    counted.nodes = simulation.terms.graph.len() as u64;
    counted.choices = simulation.terms.graph.inputs() as u64;
    let statistics = Statistics {
        states: simulation.expansions.len() as u64,
        transitions: simulation.transitions,
        peak_frontier: simulation.peak,
        reduced_states: counted.reduced,
        store_bytes: simulation.bytes(),
        seconds: began.elapsed().as_secs_f64(),
        simulation: Some(counted),
        ..Statistics::default()
    };
    let done = options.evidence && !matches!(finding, Finding::Stopped(_)) && simulation.is_done();
    let reached = done.then(|| Reached::Symbolic(simulation.reached()));
    Run { finding, statistics, reached }
}

/// The memory in use is looked at this often: reading it takes a while.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// What a solver asks whether to go on.
fn stop_of(control: &Control) -> Stop {
    let (limits, interrupted) = (control.limits.clone(), control.interrupted.clone());
    let looked = Cell::new(Instant::now());
    let stopped = Cell::new(false);
    Rc::new(move || {
        let now = Instant::now();
        if !stopped.get() && now.duration_since(looked.get()) > BETWEEN_LOOKS {
            looked.set(now);
            stopped.set(limits.memory.is_some_and(|limit| resident_bytes().unwrap_or(0) > limit));
        }
        stopped.get()
            || interrupted.load(Ordering::Relaxed)
            || limits.time.is_some_and(|(_, deadline)| now >= deadline)
    })
}

/// Why a solver gave up.
fn reason(control: &Control, simulation: &Simulation) -> StopReason {
    control.should_stop(simulation.progress()).unwrap_or_else(|| {
        // The memory was given back since.
        control.limits.memory.map_or(StopReason::Interrupted, StopReason::Memory)
    })
}
