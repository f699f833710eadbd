//! Forward search on Boolean programs: markings with ω \[Karp and Miller\].
//!
//! *What*: markings ⟨s, h, counts⟩: shared values, the local state of the thread inside an atomic section if there is one,
//! and how many other threads are in which local state; a count may be ω, any number. A marking that is greater than one on
//! the way to it gets ω where it is greater: the way can be repeated.
//! *Claim*: the states below the markings are exactly those below reachable states. No less: the initial states are
//! below markings, and each successor of an expanded marking is below one; a marking that is not expanded is below
//! one that is. No more: every step of a way that is repeated is one of the program, and more threads outside of sections
//! disable none of them.
//! *Atomic sections*: the thread inside stops all others, so it is part of what must be equal. Only markings with the same
//! holder are compared, and ω never arises there.
//! *Violations*: an assertion can fail for any thread, or for the holder alone if there is one: others cannot be
//! scheduled. A target counts all threads, the holder too. As every marking names its holder or has none,
//! a smaller state has the same threads that may run; so a marking covers a violation exactly if a reachable state is one,
//! and nothing like the open elements of backward search is needed.
//! *Pruning*: a marking below another one is not expanded. Nothing that was met is taken away: it stays on the ways
//! to later markings.
//! *Whole sections*: the way of a thread through an atomic section is one step, unless a target or a birth is inside:
//! no other thread moves meanwhile. An assertion that can fail inside can fail for the thread that may enter.
//! *Departure*: where ω threads can take a step that keeps the shared values, what they become is ω at once: the
//! marking after the step is greater than the one before it.
//! *Refused*: broadcasts and passive updates. With them, a way that leads to more threads need not be repeatable.
//! *Cost*: one comparison with each maximal marking of the same shared values and holder per step, most by two words.

mod steps;
mod store;
#[cfg(test)]
mod tests;

use crate::fault::{Fault, planted};
use crate::karp_miller::omega::{OMEGA, minus_one};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::Instant;
use steps::{Image, LocalState, SharedState, Step};
use store::{Marking, Store};
use tw_boolprog::semantics::{ResolvedTargets, Thread};
use tw_boolprog::{Action, Edge, EdgeId, Program, Valuation};
use tw_index::Id;
use tw_verdict::{
    Control, InitialThreads, MarkedState, Markings, Progress, Question, Statistics, StopReason,
};

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No violation is reachable; the maximal markings, unless limits were reached while they were written down.
    Safe(Option<Markings>),
    /// A violation is reachable with some number of threads.
    Unsafe,
    /// The program moves other threads; the first edge that does.
    MovesOthers(EdgeId),
    /// The search ended early.
    Stopped(StopReason),
}

/// Whether a violation is reachable with any number of threads; the bound of the question plays no part.
pub fn run(program: &Arc<Program>, question: &Question, control: &Control) -> (Outcome, Statistics) {
    if let Some(edge) = moves_others(program) {
        return (Outcome::MovesOthers(edge), Statistics::default());
    }
    let mut search = Search::new(program, question, control);
    let ended = search.run();
    let statistics = search.statistics();
    let outcome = match ended {
        Break(Ended::Violation) => Outcome::Unsafe,
        Break(Ended::Stopped(reason)) => Outcome::Stopped(reason),
        Continue(()) => Outcome::Safe(search.markings()),
    };
    (outcome, statistics)
}

/// The first step that moves other threads, if there is one: such programs are refused.
pub fn moves_others(program: &Program) -> Option<EdgeId> {
    program.edges.ids().find(|id| {
        let edge = &program.edges[*id];
        matches!(edge.action, Action::Broadcast) || edge.passive().is_some()
    })
}

/// Whether the way through an atomic section can be one step: no target asks for a thread inside, and no thread is born there.
fn can_pass_sections(program: &Program, targets: &ResolvedTargets) -> bool {
    let parts = targets.alternatives.iter().flatten();
    let asked = parts.flat_map(|(locs, _)| locs).any(|loc| program.in_atomic(*loc));
    let born = |edge: &Edge| matches!(edge.action, Action::Start(_)) && program.in_atomic(edge.from);
    !asked && !program.edges.iter().any(born)
}

/// Why a search ends before everything was met.
enum Ended {
    Violation,
    Stopped(StopReason),
}

/// Successors between two looks at the limits.
const PATIENCE: u64 = 1024;

struct Search<'a> {
    program: &'a Program,
    question: &'a Question,
    control: &'a Control,
    targets: ResolvedTargets,
    image: Image,
    store: Store,
    open: Vec<u32>,
    computed: u64,
    peak: usize,
    began: Instant,
}

impl<'a> Search<'a> {
    fn new(program: &'a Arc<Program>, question: &'a Question, control: &'a Control) -> Self {
        let targets = ResolvedTargets::new(program, &question.targets);
        let image = Image::new(program, can_pass_sections(program, &targets));
        Search {
            program,
            question,
            control,
            targets,
            image,
            store: Store::default(),
            open: Vec::new(),
            computed: 0,
            peak: 0,
            began: Instant::now(),
        }
    }

    fn run(&mut self) -> ControlFlow<Ended> {
        self.add_initial()?;
        let mut at = Marking { shared: SharedState::from_index(0), holder: None, pairs: Vec::new() };
        while let Some(number) = self.open.pop() {
            if !self.store.is_below_another(number) {
                self.store.load(number, &mut at);
                self.expand(&at, number)?;
            }
        }
        Continue(())
    }

    /// Adds the markings at the start.
    fn add_initial(&mut self) -> ControlFlow<Ended> {
        let program = self.program;
        let live = self.image.live[program.entry].clone();
        let fixed = |(v, init): (usize, Option<bool>)| if live.contains(v) { init } else { Some(false) };
        let locals = program.locals.iter().map(|v| v.init).enumerate().map(fixed).collect();
        let mut entries = Vec::new();
        for vars in valuations(locals) {
            self.look_at_limits()?;
            entries.push(self.image.local_state(Thread { loc: program.entry, vars }));
        }
        for values in valuations(program.shared.iter().map(|v| v.init).collect()) {
            let shared = self.image.shared_state(values);
            match self.question.bounds.init {
                InitialThreads::Unbounded => {
                    let pairs = entries.iter().map(|local| (*local, OMEGA)).collect();
                    self.add(Marking { shared, holder: None, pairs }, None)?;
                }
                InitialThreads::Exactly(count) => self.add_divided(shared, &entries, count)?,
            }
        }
        Continue(())
    }

    /// All ways to divide the threads at the start among the local states there.
    fn add_divided(&mut self, shared: SharedState, entries: &[LocalState], count: u32) -> ControlFlow<Ended> {
        let mut counts = vec![0; entries.len()];
        counts[0] = count;
        loop {
            let pairs = entries.iter().copied().zip(counts.iter().copied()).filter(|(_, n)| *n > 0);
            self.add(Marking { shared, holder: None, pairs: pairs.collect() }, None)?;
            let last = counts.len() - 1;
            let Some(place) = counts[..last].iter().rposition(|n| *n > 0) else { return Continue(()) };
            let tail = std::mem::take(&mut counts[last]);
            counts[place] -= 1;
            counts[place + 1] = tail + 1;
        }
    }

    fn expand(&mut self, at: &Marking, number: u32) -> ControlFlow<Ended> {
        if let Some(holder) = at.holder {
            return self.take_steps(at, holder, at, number);
        }
        for (place, (local, count)) in at.pairs.iter().enumerate() {
            let mut others = at.clone();
            match minus_one(*count) {
                0 => drop(others.pairs.remove(place)),
                rest => others.pairs[place].1 = rest,
            }
            self.take_steps(at, *local, &others, number)?;
        }
        Continue(())
    }

    /// Adds what comes after each step of a thread.
    fn take_steps(
        &mut self,
        at: &Marking,
        local: LocalState,
        others: &Marking,
        number: u32,
    ) -> ControlFlow<Ended> {
        let steps = self.image.steps(at.shared, local);
        let flooded = at.holder.is_none() && at.is_flooded(local);
        let mut next = others.clone();
        let mut index = 0;
        while let Some(step) = self.image.step(steps, index) {
            index += 1;
            self.computed += 1;
            self.look_at_limits()?;
            if flooded && step.shared == at.shared && leads_to(step).all(|l| at.is_flooded(l)) {
                continue;
            }
            next.shared = step.shared;
            next.holder = step.moved.filter(|l| self.image.is_inside(*l));
            next.pairs.clone_from(&others.pairs);
            step.moved.filter(|_| next.holder.is_none()).into_iter().for_each(|l| next.add(l));
            let child = step.child.filter(|_| !planted(Fault::ForwardChildForgotten));
            child.into_iter().for_each(|l| next.add(l));
            if !self.store.covers(&next) {
                self.add_below_none(next.clone(), Some(number))?;
            }
        }
        Continue(())
    }

    fn add(&mut self, marking: Marking, parent: Option<u32>) -> ControlFlow<Ended> {
        self.computed += 1;
        self.look_at_limits()?;
        if self.store.covers(&marking) { Continue(()) } else { self.add_below_none(marking, parent) }
    }

    /// Adds a marking that is below none, with all the ω that the way to it allows.
    fn add_below_none(&mut self, mut marking: Marking, parent: Option<u32>) -> ControlFlow<Ended> {
        self.saturate(&mut marking);
        while self.store.accelerate(&mut marking, parent) {
            self.saturate(&mut marking);
        }
        if self.is_violation(&marking) {
            return Break(Ended::Violation);
        }
        let number = self.store.insert(&marking, parent);
        self.open.push(number);
        self.peak = self.peak.max(self.open.len());
        Continue(())
    }

    /// ω for all that any number of threads can become without a change of shared values.
    fn saturate(&mut self, marking: &mut Marking) {
        if marking.holder.is_some() {
            return;
        }
        let flooded = |(l, n): &(LocalState, u32)| Some(*l).filter(|_| *n == OMEGA);
        let mut work: Vec<LocalState> = marking.pairs.iter().filter_map(flooded).collect();
        while let Some(local) = work.pop() {
            let steps = self.image.steps(marking.shared, local);
            let mut index = 0;
            while let Some(step) = self.image.step(steps, index) {
                index += 1;
                let enters = step.moved.is_some_and(|l| self.image.is_inside(l));
                if step.shared != marking.shared || enters {
                    continue;
                }
                work.extend(leads_to(step).filter(|l| marking.flood(*l)));
            }
        }
    }

    fn is_violation(&mut self, marking: &Marking) -> bool {
        if self.question.assertions {
            let running: Vec<LocalState> = match marking.holder {
                Some(holder) => vec![holder],
                None => marking.pairs.iter().map(|(l, _)| *l).collect(),
            };
            if running.into_iter().any(|l| self.image.steps(marking.shared, l).fails) {
                return true;
            }
        }
        if self.targets.alternatives.is_empty() {
            return false;
        }
        let holder = marking.holder.map(|l| (l, 1));
        let threads = marking.pairs.iter().copied().chain(holder);
        let threads: Vec<_> = threads.map(|(l, n)| (self.image.loc(l), u64::from(n))).collect();
        let there = |locs: &[_]| threads.iter().filter(|(l, _)| locs.contains(l)).map(|(_, n)| n).sum();
        self.targets.reached(there).is_some()
    }

    fn look_at_limits(&mut self) -> ControlFlow<Ended> {
        if !self.computed.is_multiple_of(PATIENCE) {
            return Continue(());
        }
        match self.control.should_stop(self.progress()) {
            Some(reason) => Break(Ended::Stopped(reason)),
            None => Continue(()),
        }
    }

    fn progress(&self) -> Progress {
        let bytes = self.store.bytes() + self.image.bytes();
        Progress { states: self.store.len() as u64, frontier: self.open.len() as u64, depth: 0, bytes }
    }

    /// The maximal markings, for a certificate.
    fn markings(&mut self) -> Option<Markings> {
        let bits = |values: &Valuation, len: usize| values.to_bits(len);
        let (shared, locals) = (self.program.shared.len(), self.program.locals.len());
        let index_of = |thread: &Thread| u32::try_from(thread.loc.index()).expect("ids fit in 32 bits");
        let number_of = |local: LocalState| u32::try_from(local.index()).expect("ids fit in 32 bits");
        let mut at = Marking { shared: SharedState::from_index(0), holder: None, pairs: Vec::new() };
        let written = |at: &Marking| MarkedState {
            shared: u32::try_from(at.shared.index()).expect("ids fit in 32 bits"),
            threads: at.pairs.iter().map(|(l, n)| (number_of(*l), *n)).collect(),
        };
        let mut marked = Vec::new();
        let mut passed = FxHashSet::default();
        for number in 0..u32::try_from(self.store.len()).expect("markings fit in 32 bits") {
            self.computed += 1;
            if self.look_at_limits().is_break() {
                return None;
            }
            if self.store.is_below_another(number) {
                continue;
            }
            self.store.load(number, &mut at);
            at.holder.into_iter().for_each(|l| at.add(l));
            marked.push(written(&at));
            let inside = if at.holder.is_none() { self.interiors(&at) } else { Vec::new() };
            marked
                .extend(inside.iter().map(written).filter(|m| passed.insert((m.shared, m.threads.clone()))));
        }
        Some(Markings {
            live: self
                .image
                .live
                .iter()
                .map(|live| (0..locals).map(|v| live.contains(v)).collect())
                .collect(),
            shared: self.image.shared_states().iter().map(|v| bits(v, shared)).collect(),
            locals: self.image.local_states().iter().map(|t| (index_of(t), bits(&t.vars, locals))).collect(),
            markings: marked,
        })
    }

    /// The markings with a thread inside of a section through which a step of this one leads; the thread is among the others.
    fn interiors(&mut self, at: &Marking) -> Vec<Marking> {
        let mut found = Vec::new();
        for (place, (local, count)) in at.pairs.iter().enumerate() {
            for (shared, inside) in self.image.interior(at.shared, *local) {
                let mut next = Marking { shared, holder: None, pairs: at.pairs.clone() };
                match minus_one(*count) {
                    0 => drop(next.pairs.remove(place)),
                    rest => next.pairs[place].1 = rest,
                }
                next.add(inside);
                found.push(next);
            }
        }
        found
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            states: self.store.len() as u64,
            transitions: self.computed,
            peak_frontier: self.peak as u64,
            packed_bytes: self.store.bytes(),
            store_bytes: self.progress().bytes,
            local_states: self.image.local_states().len() as u64,
            seconds: self.began.elapsed().as_secs_f64(),
            ..Statistics::default()
        }
    }
}

/// The local states of the threads after a step.
fn leads_to(step: Step) -> impl Iterator<Item = LocalState> {
    step.moved.into_iter().chain(step.child)
}

/// All valuations that agree with the given values.
fn valuations(given: Vec<Option<bool>>) -> impl Iterator<Item = Valuation> {
    let mut next = Some(given.iter().map(|v| v.unwrap_or(false)).collect::<Vec<bool>>());
    std::iter::from_fn(move || {
        let bits = next.take()?;
        let values = Valuation::from_bits(&bits);
        if let Some(place) = (0..bits.len()).rev().find(|i| given[*i].is_none() && !bits[*i]) {
            let mut more = bits;
            more[place] = true;
            (place + 1..more.len()).filter(|i| given[*i].is_none()).for_each(|i| more[i] = false);
            next = Some(more);
        }
        Some(values)
    })
}
