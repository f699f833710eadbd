//! The oracle: all interleavings of (shared, l1 … ln), straight on [`tw_boolprog::semantics`].
//!
//! *Claim*: sound and complete within the bounds. The reduction, which shows that
//! [`tw_boolprog::Independence`] is right on its own, is off unless asked for.
//! *Cost*: exponential in the number of threads; no symmetry.

mod fault;
mod pack;

pub use fault::FAULTS;

use fault::{Fault, planted};
use pack::Packing;
use std::cell::RefCell;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use tw_boolprog::semantics::{
    ResolvedTargets, State, failing_assertion, initial_states, may_run, orbit, reached_target, successors,
    thread_successors,
};
use tw_boolprog::{Independence, Program, TraceBuilder};
use tw_explore::{Exploration, Index, Outcome, Search, Sink, StoreKind, System, explore};
use tw_index::{BitSet, Id};
use tw_verdict::{Control, Finding, Question, Reached, ReachedSet, Reduction, Run, StateView, Trace};

/// Explores all interleavings within the bounds of `question`.
pub fn run(program: &Arc<Program>, question: &Question, control: &Control) -> Run {
    run_observed(program, question, control).0
}

/// The transition system that [`run`] explores: its states mean the same in every process.
pub fn system(program: &Arc<Program>, question: &Question) -> impl System + Send + use<> {
    Plain::new(program, question)
}

/// Like [`run`]; also returns which edges were taken.
pub fn run_observed(program: &Arc<Program>, question: &Question, control: &Control) -> (Run, BitSet) {
    let mut system = Plain::new(program, question);
    let (order, explore_all) = (question.search, question.explore_all);
    let exploration = explore(&mut system, &Search { order, explore_all, store: StoreKind::Flat }, control);
    let finding = match &exploration.outcome {
        Outcome::Stopped(reason) => Finding::Stopped(reason.clone()),
        Outcome::Violation(index) | Outcome::Exhausted(Some(index)) => {
            Finding::Violation(system.trace(&exploration, *index))
        }
        Outcome::Exhausted(None) => Finding::Exhausted { creation_skipped: system.creation_skipped },
        Outcome::Refuted(_) => unreachable!("this system takes nothing for granted"),
    };
    let statistics = exploration.statistics.clone();
    let taken = system.taken.take();
    let reached = matches!(exploration.outcome, Outcome::Exhausted(_))
        .then(|| Reached::States(Box::new(States { system, exploration })));
    (Run { finding, statistics, reached }, taken)
}

struct Plain {
    program: Arc<Program>,
    packing: Packing,
    question: Question,
    targets: ResolvedTargets,
    independence: Option<Independence>,
    creation_skipped: bool,
    taken: RefCell<BitSet>,
}

impl Plain {
    fn new(program: &Arc<Program>, question: &Question) -> Plain {
        let targets = ResolvedTargets::new(program, &question.targets);
        let independence =
            (question.reduction == Reduction::Por).then(|| Independence::new(program, targets.locations()));
        Plain {
            program: program.clone(),
            packing: Packing::new(program),
            question: question.clone(),
            targets,
            independence,
            creation_skipped: false,
            taken: RefCell::default(),
        }
    }
}

impl System for Plain {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let packing = &self.packing;
        initial_states(&self.program, &self.question.bounds, &mut |state| {
            sink.push_with(|out| packing.pack(&state, out))
        })
    }

    fn expand(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        let state = self.packing.unpack(bytes);
        if self.violates(&state) {
            sink.violation(None);
        }
        let (packing, taken, bound) = (&self.packing, &self.taken, self.question.bounds.threads.limit());
        let mut skipped = false;
        let mut visit = |s: tw_boolprog::semantics::Successor| {
            skipped |= s.creation_skipped;
            taken.borrow_mut().insert(s.edge.index());
            sink.push_with(|out| packing.pack(&s.state, out))
        };
        let lone = self.lone_thread(&state);
        let flow = match lone {
            Some(thread) => thread_successors(&self.program, &state, thread, bound, &mut visit),
            None => successors(&self.program, &state, bound, &mut visit),
        };
        self.creation_skipped |= skipped;
        if lone.is_some() {
            sink.reduced();
        }
        flow
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Plain {
    fn violates(&self, state: &State) -> bool {
        let fails = |t| failing_assertion(&self.program, state, t).is_some();
        (self.question.assertions && (0..state.threads.len()).any(fails))
            || reached_target(&self.targets, state).is_some()
    }

    /// The thread that is explored alone: among those that may, the one in the least local state.
    fn lone_thread(&self, state: &State) -> Option<usize> {
        let independence = self.independence.as_ref()?;
        let may_run_alone = |t: &usize| {
            let others = state.threads.iter().enumerate().filter(|(o, _)| o != t);
            let others = others.filter(|(_, thread)| {
                !planted(Fault::SecondThreadForgotten) || *thread != &state.threads[*t]
            });
            may_run(&self.program, state, *t)
                && independence.may_run_alone(state.threads[*t].loc, others.map(|(_, thread)| thread.loc))
                && self.can_move(state, *t)
        };
        (0..state.threads.len()).filter(may_run_alone).min_by_key(|t| &state.threads[*t])
    }

    fn can_move(&self, state: &State, thread: usize) -> bool {
        let stop = &mut |_| ControlFlow::Break(());
        thread_successors(&self.program, state, thread, self.question.bounds.threads.limit(), stop).is_break()
    }

    fn trace(&self, exploration: &Exploration, index: Index) -> Trace {
        let store = exploration.flat();
        let states: Vec<State> =
            store.path(index).iter().map(|i| self.packing.unpack(store.get(*i))).collect();
        let mut builder = TraceBuilder::new(&self.program, &states[0]);
        for pair in states.windows(2) {
            let mut found = None;
            let _ = successors(&self.program, &pair[0], self.question.bounds.threads.limit(), &mut |s| {
                if s.state == pair[1] {
                    found = Some((s.thread, s.edge));
                    return ControlFlow::Break(());
                }
                Continue(())
            });
            let (thread, edge) = found.expect("a state on a path is a successor of the one before");
            builder.step(thread, edge, &pair[0], &pair[1]);
        }
        let last = states.last().expect("paths have a state");
        if let Some(target) = reached_target(&self.targets, last) {
            return builder.reaching(self.question.targets[target].to_string());
        }
        let failing =
            (0..last.threads.len()).find_map(|t| failing_assertion(&self.program, last, t).map(|e| (t, e)));
        let (thread, edge) = failing.expect("a violating state has a target or a failing assertion");
        builder.failing(thread, edge)
    }
}

/// The states up to the identity of threads.
struct States {
    system: Plain,
    exploration: Exploration,
}

impl ReachedSet for States {
    fn len(&self) -> u64 {
        self.exploration.store.len()
    }

    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView)) {
        let (system, store) = (&self.system, self.exploration.flat());
        let locals = system.program.locals.len();
        for index in 0..store.len() {
            let state = system.packing.unpack(store.get(index as Index));
            let StateView { shared, groups, .. } = orbit(&system.program, &state);
            let chosen = system.lone_thread(&state).map(|t| {
                let thread = &state.threads[t];
                let (location, vars) = (thread.loc.index(), thread.vars.to_bits(locals));
                let group = groups.iter().position(|g| g.location as usize == location && g.locals == vars);
                let independence =
                    system.independence.as_ref().expect("a thread runs alone only with reduction");
                let rank = state.threads.iter().map(|t| independence.rank(t.loc)).sum();
                (group.expect("every thread is in a group"), rank)
            });
            visit(&StateView { shared, groups, chosen });
        }
    }
}
