//! The counter engine: explicit-state counter abstraction.
//!
//! *What*: all states ⟨s, {(l1,n1) … (lk,nk)}⟩ reachable within the bounds; one successor computation
//! per occupied local state, not per thread.
//! *Source*: \[BMWK10\] section 5, Algorithm 1; reduction of section 7.3 in [`tw_boolprog::Independence`].
//! *Claim*: its states are exactly the orbits of the plain engine's states under permutation of threads,
//! with and without reduction; violations likewise.
//! *Departures*: 1. the image of a thread state (s, l) is computed once and kept; 2. initial states are
//! those of the declarations, not "all variables 0"; 3. broadcasts and passive updates, which the paper
//! does not have, move the other pairs of the state as well: a pair of n threads splits over all
//! multisets of n choices.
//! *Cost*: at most n + l over n (multisets) states per shared valuation; a state takes about 2k + 1 bytes.

mod concrete;
mod image;
mod tape;

use crate::fault::{Fault, planted};
use crate::multiset::{LocalId, Multiset, Pair, SharedId, join, leave, pack};
use image::{Effect, Image, Step, Steps};
use std::ops::ControlFlow::{self, Continue};
use std::ops::Range;
use std::sync::Arc;
use tw_boolprog::semantics::ResolvedTargets;
use tw_boolprog::{Independence, Program, Valuation};
use tw_explore::{Exploration, Index, Outcome, Search, Sink, StoreKind, System, explore};
use tw_index::Id;
use tw_verdict::{Control, Finding, Question, Reached, ReachedSet, Reduction, Run, StateView, ThreadGroup};

/// Explores the counter abstraction within the bounds of `question`.
pub fn run(program: &Arc<Program>, question: &Question, control: &Control) -> Run {
    let targets = ResolvedTargets::new(program, &question.targets);
    let independence =
        (question.reduction == Reduction::Por).then(|| Independence::new(program, targets.locations()));
    let mut engine = Counter {
        image: Image::new(program.clone()),
        question: question.clone(),
        targets,
        independence,
        creation_skipped: false,
        state: Multiset::default(),
        steps: Vec::new(),
        scratch: Vec::new(),
    };
    let (order, explore_all) = (question.search, question.explore_all);
    let exploration = explore(&mut engine, &Search { order, explore_all, store: StoreKind::Flat }, control);
    let finding = match &exploration.outcome {
        Outcome::Stopped(reason) => Finding::Stopped(reason.clone()),
        Outcome::Violation(index) | Outcome::Exhausted(Some(index)) => {
            Finding::Violation(engine.trace(&exploration, *index))
        }
        Outcome::Exhausted(None) => Finding::Exhausted { creation_skipped: engine.creation_skipped },
        Outcome::Refuted(_) => unreachable!("this system takes nothing for granted"),
    };
    let mut statistics = exploration.statistics.clone();
    statistics.local_states = engine.image.local_count() as u64;
    let done = matches!(exploration.outcome, Outcome::Exhausted(_));
    let reached = done.then(|| Reached::States(Box::new(States { engine, exploration })));
    Run { finding, statistics, reached }
}

struct Counter {
    image: Image,
    question: Question,
    targets: ResolvedTargets,
    independence: Option<Independence>,
    creation_skipped: bool,
    /// The state being expanded.
    state: Multiset,
    /// The steps of each of its pairs that may be scheduled; stale for the others.
    steps: Vec<Steps>,
    /// The pairs of the successor being built.
    scratch: Vec<Pair>,
}

impl System for Counter {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let program = self.image.program.clone();
        let shared_init: Vec<_> = program.shared.iter().map(|v| v.init).collect();
        let local_init: Vec<_> = program.locals.iter().map(|v| v.init).collect();
        for count in self.question.bounds.initial_counts() {
            for_each_valuation(&shared_init, &mut |shared| {
                let shared = self.image.shared_id(shared);
                self.initial_multisets(shared, &local_init, count, sink)
            })?;
        }
        Continue(())
    }

    fn expand(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut state = std::mem::take(&mut self.state);
        state.unpack(bytes);
        let runnable = self.runnable(&state);
        self.look_up_steps(&state, runnable.clone());
        if self.violates(&state, runnable.clone()) {
            sink.violation(None);
        }
        let flow = match self.lone_pair(&state) {
            Some(pair) => {
                sink.reduced();
                self.expand_pair(&state, pair, sink)
            }
            None => {
                self.runnable(&state).into_iter().try_for_each(|pair| self.expand_pair(&state, pair, sink))
            }
        };
        self.state = state;
        flow
    }

    fn bytes(&self) -> u64 {
        self.image.bytes()
    }
}

impl Counter {
    /// All multisets of `count` initial local states.
    fn initial_multisets(
        &mut self,
        shared: SharedId,
        init: &[Option<bool>],
        count: u32,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        let entry = self.image.program.entry;
        let mut locals: Vec<LocalId> = Vec::new();
        let _ = for_each_valuation(init, &mut |vars| {
            locals.push(self.image.local_id(entry, vars));
            Continue(())
        });
        // A multiset is an ascending sequence: its cost does not depend on how many local states there are.
        let mut chosen = vec![0usize; count as usize];
        loop {
            let pairs = &mut self.scratch;
            pairs.clear();
            for run in chosen.chunk_by(|a, b| a == b) {
                join(pairs, locals[run[0]], u32::try_from(run.len()).expect("thread bounds fit in 32 bits"));
            }
            sink.push_with(|out| pack(shared, pairs, out))?;
            let Some(place) = chosen.iter().rposition(|c| c + 1 < locals.len()) else { return Continue(()) };
            let next = chosen[place] + 1;
            chosen[place..].fill(next);
        }
    }

    /// The pairs whose threads may be scheduled: all, or the one inside an atomic section.
    fn runnable(&self, state: &Multiset) -> Range<usize> {
        let inside = |(l, _): &Pair| self.image.in_atomic(*l);
        match state.pairs.iter().position(inside) {
            Some(holder) if !planted(Fault::CounterAtomicPreempted) => holder..holder + 1,
            _ => 0..state.pairs.len(),
        }
    }

    /// One look-up per occupied local state; line 6 of Algorithm 1.
    fn look_up_steps(&mut self, state: &Multiset, runnable: Range<usize>) {
        self.steps.resize(state.pairs.len(), Steps::default());
        for pair in runnable {
            self.steps[pair] = self.image.steps(state.shared, state.pairs[pair].0);
        }
    }

    fn violates(&self, state: &Multiset, mut runnable: Range<usize>) -> bool {
        let fails = |pair: usize| self.steps[pair].failing.is_some();
        (self.question.assertions && runnable.any(fails)) || self.reached_target(state).is_some()
    }

    fn reached_target(&self, state: &Multiset) -> Option<usize> {
        if self.targets.alternatives.is_empty() {
            return None;
        }
        let at = |locs: &[tw_boolprog::Loc]| {
            let there = state.pairs.iter().filter(|(l, _)| locs.contains(&self.image.local(*l).loc));
            there.map(|(_, n)| u64::from(*n)).sum()
        };
        self.targets.reached(at)
    }

    /// The pair whose thread is explored alone: among those that may, the least local state, so that
    /// the choice depends on the state alone and not on the order of interning.
    fn lone_pair(&self, state: &Multiset) -> Option<usize> {
        self.independence.as_ref()?;
        if self.runnable(state).len() < state.pairs.len()
            || state.pairs.iter().any(|(l, _)| self.image.in_atomic(*l))
        {
            return None;
        }
        let mut best: Option<usize> = None;
        for pair in 0..state.pairs.len() {
            let better = best
                .is_none_or(|b| self.image.local(state.pairs[pair].0) < self.image.local(state.pairs[b].0));
            if better && self.may_run_alone(state, pair) {
                best = Some(pair);
            }
        }
        best
    }

    fn may_run_alone(&self, state: &Multiset, pair: usize) -> bool {
        let loc = |i: usize| self.image.local(state.pairs[i].0).loc;
        // A second thread in the same local state is another thread.
        let twins = state.pairs[pair].1 > 1 && !planted(Fault::SecondThreadForgotten);
        let others = (0..state.pairs.len()).filter(|i| *i != pair || twins).map(loc);
        let independence = self.independence.as_ref().expect("asked for with reduction only");
        independence.may_run_alone(loc(pair), others) && self.image.step(self.steps[pair], 0).is_some()
    }

    fn expand_pair(&mut self, state: &Multiset, pair: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let steps = self.steps[pair];
        let mut index = 0;
        while let Some(step) = self.image.step(steps, index) {
            index += 1;
            if step.effect == Effect::None && state.is_small() && !faulty_counters() {
                sink.push_with(|out| state.pack_move(pair, step.local, step.shared, out))?;
                continue;
            }
            self.scratch.clear();
            self.scratch.extend_from_slice(&state.pairs);
            leave(&mut self.scratch, pair);
            match step.effect {
                Effect::None => join(&mut self.scratch, step.local, 1),
                Effect::End => {}
                Effect::Start(child) => {
                    join(&mut self.scratch, step.local, 1);
                    let full = state.threads() >= u64::from(self.question.bounds.threads.limit())
                        && !planted(Fault::BoundIgnored);
                    self.creation_skipped |= full;
                    if full && planted(Fault::BoundBlocks) {
                        continue;
                    }
                    if !full {
                        join(&mut self.scratch, child, 1);
                    }
                }
                Effect::Broadcast => self.broadcast(step.local),
                Effect::Passive(number) => {
                    self.passive_successors(step, number, sink)?;
                    continue;
                }
            }
            let pairs = &self.scratch;
            sink.push_with(|out| pack(step.shared, pairs, out))?;
        }
        Continue(())
    }

    /// Releases the waiting threads among the others (in `scratch`), then adds the broadcaster.
    fn broadcast(&mut self, broadcaster: LocalId) {
        let others = std::mem::take(&mut self.scratch);
        for (local, count) in others {
            match self.image.released(local) {
                Some(_) if planted(Fault::BroadcastReleasesOne) && count > 1 => {
                    let released = self.image.released(local).expect("was released above");
                    join(&mut self.scratch, local, count - 1);
                    join(&mut self.scratch, released, 1);
                }
                Some(released) => join(&mut self.scratch, released, count),
                None => join(&mut self.scratch, local, count),
            }
        }
        join(&mut self.scratch, broadcaster, 1);
    }

    /// All ways in which the other threads (in `scratch`) choose: for each pair a multiset of choices.
    fn passive_successors(&mut self, step: Step, number: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let others = self.scratch.clone();
        let options: Vec<Arc<[LocalId]>> =
            others.iter().map(|(l, _)| self.image.passive_options(number, *l)).collect();
        if options.iter().any(|o| o.is_empty()) {
            return Continue(());
        }
        let whole = |(i, (_, n)): (usize, &Pair)| {
            let mut counts = vec![0; options[i].len()];
            counts[0] = *n;
            counts
        };
        let mut counts: Vec<Vec<u32>> = others.iter().enumerate().map(whole).collect();
        loop {
            self.scratch.clear();
            let alike = counts.iter().all(|c| c.iter().filter(|n| **n > 0).count() <= 1);
            for (options, counts) in options.iter().zip(&counts) {
                let moves = options.iter().zip(counts).filter(|(_, n)| **n > 0);
                moves.for_each(|(local, n)| join(&mut self.scratch, *local, *n));
            }
            join(&mut self.scratch, step.local, 1);
            if planted(Fault::PassiveSkipsTwin) {
                self.skip_twin(&others, step);
            }
            let pairs = &self.scratch;
            if alike || !planted(Fault::PassiveMovesAlike) {
                sink.push_with(|out| pack(step.shared, pairs, out))?;
            }
            let total = |c: &Vec<u32>| c.iter().sum();
            let advanced = counts.iter_mut().any(|c| {
                let n = total(c);
                next_composition(c) || {
                    c.fill(0);
                    c[0] = n;
                    false
                }
            });
            if !advanced {
                return Continue(());
            }
        }
    }

    /// The planted fault: threads in the active thread's old local state keep it.
    fn skip_twin(&mut self, others: &[Pair], step: Step) {
        let source = self.image.program.edges[step.edge].from;
        if let Some((twin, count)) = others.iter().find(|(l, _)| self.image.local(*l).loc == source) {
            self.scratch.retain(|(l, _)| self.image.local(*l).loc != source);
            join(&mut self.scratch, *twin, *count);
        }
    }
}

/// The planted faults of the counters live in the general path.
fn faulty_counters() -> bool {
    planted(Fault::CounterNotDecremented) || planted(Fault::CounterNotIncremented)
}

/// The next way to write the sum of `counts` as an ordered sum; false after the last.
fn next_composition(counts: &mut [u32]) -> bool {
    let last = counts.len() - 1;
    let Some(place) = counts[..last].iter().rposition(|n| *n > 0) else { return false };
    let tail = std::mem::take(&mut counts[last]);
    counts[place] -= 1;
    counts[place + 1] = tail + 1;
    true
}

/// All valuations that agree with the given initial values.
fn for_each_valuation(
    init: &[Option<bool>],
    visit: &mut dyn FnMut(Valuation) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut bits: Vec<bool> = init.iter().map(|i| i.unwrap_or(false)).collect();
    loop {
        visit(Valuation::from_bits(&bits))?;
        let Some(place) = (0..bits.len()).rev().find(|i| init[*i].is_none() && !bits[*i]) else {
            return Continue(());
        };
        bits[place] = true;
        (place + 1..bits.len()).filter(|i| init[*i].is_none()).for_each(|i| bits[i] = false);
    }
}

/// The reached counter states.
struct States {
    engine: Counter,
    exploration: Exploration,
}

impl ReachedSet for States {
    fn len(&self) -> u64 {
        self.exploration.store.len()
    }

    fn for_each(&mut self, visit: &mut dyn FnMut(&StateView)) {
        let mut state = Multiset::default();
        let store = self.exploration.flat();
        for index in 0..store.len() {
            state.unpack(store.get(index as Index));
            let runnable = self.engine.runnable(&state);
            self.engine.look_up_steps(&state, runnable);
            let chosen = self.engine.lone_pair(&state);
            visit(&self.engine.view(&state, chosen));
        }
    }
}

impl Counter {
    fn view(&self, state: &Multiset, chosen: Option<usize>) -> StateView {
        let program = &self.image.program;
        let mut order: Vec<usize> = (0..state.pairs.len()).collect();
        order.sort_by_key(|i| self.image.local(state.pairs[*i].0));
        let group = |i: &usize| {
            let (id, count) = state.pairs[*i];
            let local = self.image.local(id);
            let location = u32::try_from(local.loc.index()).expect("ids fit in 32 bits");
            ThreadGroup { location, locals: local.vars.to_bits(program.locals.len()), count }
        };
        let rank_of = |pair: &Pair| {
            let independence = self.independence.as_ref().expect("a thread runs alone only with reduction");
            independence.rank(self.image.local(pair.0).loc) * u64::from(pair.1)
        };
        let chosen = chosen.map(|pair| {
            let group = order.iter().position(|i| *i == pair).expect("every pair is in the order");
            (group, state.pairs.iter().map(rank_of).sum())
        });
        let shared = self.image.shared(state.shared).to_bits(program.shared.len());
        StateView { shared, groups: order.iter().map(group).collect(), chosen }
    }
}
