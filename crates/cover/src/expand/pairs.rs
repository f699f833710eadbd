//! The pairs of a shared and a local state in which some thread may be, and the steps from them.
//!
//! *What*: the least set that holds the initial pairs and is closed under steps: the thread that moves takes its pair along,
//! and every other thread that may be in the same shared state follows, with what the step does to it.
//! *Claim*: every thread of every reachable state is in a pair of the set. Others are taken as they come, so
//! there may be pairs that no execution has: they make the system larger, and change no answer.
//! *Why pairs*: shared and local states on their own would be multiplied with each other; pairs leave out most of that,
//! and keep threads out of sections in which somebody else is.

use super::Refused;
use crate::fault::{Fault, planted};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use tw_boolprog::semantics::{State, Successor, Thread, thread_successors};
use tw_boolprog::{Action, EdgeId, Loc, Program, Valuation};
use tw_encode::Interner;
use tw_index::{BitSet, IdVec};

/// Successors that may be computed for each pair or transition that the limit allows.
const PATIENCE: usize = 64;

/// The shared variables, and whether some thread is inside an atomic section.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct SharedState {
    pub vars: Valuation,
    pub inside: bool,
}

/// A step of a thread; all states by number.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub from: (usize, usize),
    /// Afterwards; without local state the thread has ended.
    pub to: (usize, Option<usize>),
    pub child: Option<usize>,
    /// What happens to other threads, if anything.
    pub effect: Option<usize>,
    pub edge: EdgeId,
}

/// What a step does to the others in its shared state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Cause {
    Nothing,
    Broadcast,
    /// A passive update: the mover before, and the state after the step if there is no other thread.
    Update(usize, EdgeId, State),
}

/// An effect on other threads, and where each of them goes.
pub(super) struct Effect {
    cause: Cause,
    to: usize,
    /// Where the threads of a local state go, for all that may be there.
    pub transfers: Vec<(usize, Vec<usize>)>,
}

/// All pairs and steps.
pub(super) struct Pairs<'a> {
    pub program: &'a Program,
    live: &'a IdVec<Loc, BitSet>,
    pub shared: Interner<SharedState>,
    pub locals: Interner<Thread>,
    /// The initial shared and local states.
    pub initial: (Vec<usize>, Vec<usize>),
    known: FxHashSet<(usize, usize)>,
    waiting: Vec<(usize, usize)>,
    /// The local states in each shared state that have been looked at.
    pub at: Vec<Vec<usize>>,
    pub steps: Vec<Step>,
    pub effects: Vec<Effect>,
    effects_at: Vec<Vec<usize>>,
    numbers: FxHashMap<(usize, usize, Cause), usize>,
    most: usize,
    work: usize,
}

impl<'a> Pairs<'a> {
    /// Explores all pairs.
    pub fn explore(program: &'a Program, live: &'a IdVec<Loc, BitSet>, most: usize) -> Result<Self, Refused> {
        let mut pairs = Pairs {
            program,
            live,
            shared: Interner::default(),
            locals: Interner::default(),
            initial: (Vec::new(), Vec::new()),
            known: FxHashSet::default(),
            waiting: Vec::new(),
            at: Vec::new(),
            steps: Vec::new(),
            effects: Vec::new(),
            effects_at: Vec::new(),
            numbers: FxHashMap::default(),
            most,
            work: 0,
        };
        pairs.begin()?;
        while let Some((shared, local)) = pairs.waiting.pop() {
            pairs.visit(shared, local)?;
        }
        Ok(pairs)
    }

    /// The error that there is too much.
    pub fn too_large(&self) -> Refused {
        Refused::TooLarge {
            shared: self.shared.items.len(),
            locals: self.locals.items.len(),
            most: self.most,
        }
    }

    fn begin(&mut self) -> Result<(), Refused> {
        let program = self.program;
        let shared: Vec<Option<bool>> = program.shared.iter().map(|v| v.init).collect();
        let live = &self.live[program.entry];
        let initial = |(v, init): (usize, Option<bool>)| if live.contains(v) { init } else { Some(false) };
        let locals: Vec<Option<bool>> =
            program.locals.iter().map(|v| v.init).enumerate().map(initial).collect();
        for vars in self.valuations(&shared)? {
            let number = self.shared_number(SharedState { vars, inside: false });
            self.initial.0.push(number);
        }
        for vars in self.valuations(&locals)? {
            let number = self.locals.intern(Thread { loc: program.entry, vars });
            self.initial.1.push(number);
        }
        let (shared, locals) = self.initial.clone();
        shared.iter().try_for_each(|s| locals.iter().try_for_each(|l| self.add(*s, *l)))
    }

    /// All values of variables of which some are given.
    fn valuations(&self, given: &[Option<bool>]) -> Result<Vec<Valuation>, Refused> {
        let mut found = vec![Valuation::new(given.len())];
        for (v, value) in given.iter().enumerate() {
            let mut set = found.clone();
            set.iter_mut().for_each(|values| values.set(v, true));
            match value {
                Some(false) => {}
                Some(true) => found = set,
                None => found.extend(set),
            }
            if found.len() > self.most {
                return Err(self.too_large());
            }
        }
        Ok(found)
    }

    fn shared_number(&mut self, state: SharedState) -> usize {
        let number = self.shared.intern(state);
        if number == self.at.len() {
            self.at.push(Vec::new());
            self.effects_at.push(Vec::new());
        }
        number
    }

    /// The number of a local state, without its dead variables.
    fn local_number(&mut self, mut thread: Thread) -> usize {
        let live = &self.live[thread.loc];
        for v in (0..self.program.locals.len()).filter(|v| !live.contains(*v)) {
            thread.vars.set(v, false);
        }
        self.locals.intern(thread)
    }

    fn add(&mut self, shared: usize, local: usize) -> Result<(), Refused> {
        if self.known.insert((shared, local)) {
            self.waiting.push((shared, local));
        }
        let patient = self.work <= self.most.saturating_mul(PATIENCE);
        if self.known.len() <= self.most && patient { Ok(()) } else { Err(self.too_large()) }
    }

    /// Whether a thread in this local state is inside an atomic section.
    pub fn is_inside(&self, local: usize) -> bool {
        self.program.in_atomic(self.locals.items[local].loc)
    }

    /// Whether a thread of this pair may move: no other thread is inside a section.
    pub fn may_run(&self, shared: usize, local: usize) -> bool {
        self.shared.items[shared].inside == self.is_inside(local) || planted(Fault::ExpandedSectionIgnored)
    }

    /// The program with these threads only.
    pub fn state(&self, shared: usize, locals: &[usize]) -> State {
        State {
            shared: self.shared.items[shared].vars.clone(),
            threads: locals.iter().map(|l| self.locals.items[*l].clone()).collect(),
        }
    }

    fn visit(&mut self, shared: usize, local: usize) -> Result<(), Refused> {
        if !self.is_inside(local) {
            for effect in self.effects_at[shared].clone() {
                self.follow(shared, effect, local)?;
            }
        }
        self.at[shared].push(local);
        if self.may_run(shared, local) {
            for successor in self.successors(shared, &[local])? {
                self.step(shared, local, successor)?;
            }
        }
        Ok(())
    }

    /// The steps of the first thread.
    fn successors(&mut self, shared: usize, locals: &[usize]) -> Result<Vec<Successor>, Refused> {
        let room = (self.most.saturating_mul(PATIENCE)).saturating_sub(self.work);
        let mut found = Vec::new();
        let mut take = |successor| {
            found.push(successor);
            if found.len() > room { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let complete = thread_successors(self.program, &self.state(shared, locals), 0, u32::MAX, &mut take);
        self.work += found.len() + 1;
        if complete.is_break() { Err(self.too_large()) } else { Ok(found) }
    }

    fn step(&mut self, shared: usize, local: usize, successor: Successor) -> Result<(), Refused> {
        let Successor { edge, state, .. } = successor;
        let cause = match &self.program.edges[edge].action {
            Action::Broadcast => Cause::Broadcast,
            Action::Assign(assign) if assign.passive.is_some() => Cause::Update(local, edge, state.clone()),
            _ => Cause::Nothing,
        };
        let inside = state.threads.first().is_some_and(|t| self.program.in_atomic(t.loc));
        let to = self.shared_number(SharedState { vars: state.shared, inside });
        let mut threads = state.threads.into_iter();
        // A thread that ends inside a section never leaves it: no thread can move any more.
        let mover = threads.next().filter(|t| t.loc != self.program.stuck).map(|t| self.local_number(t));
        let child = threads.next().map(|t| self.local_number(t));
        for local in mover.into_iter().chain(child) {
            self.add(to, local)?;
        }
        let effect = match cause {
            Cause::Nothing if to == shared => None,
            cause => Some(self.effect(shared, to, cause)?),
        };
        let effect = effect.filter(|e| self.effects[*e].cause != Cause::Nothing);
        self.steps.push(Step { from: (shared, local), to: (to, mover), child, effect, edge });
        if self.steps.len() > self.most { Err(self.too_large()) } else { Ok(()) }
    }

    /// The effect of a step on the others; a new one is applied to all that are known.
    fn effect(&mut self, from: usize, to: usize, cause: Cause) -> Result<usize, Refused> {
        let key = (from, to, cause);
        if let Some(number) = self.numbers.get(&key) {
            return Ok(*number);
        }
        let number = self.effects.len();
        self.effects.push(Effect { cause: key.2.clone(), to, transfers: Vec::new() });
        self.numbers.insert(key, number);
        self.effects_at[from].push(number);
        for other in self.at[from].clone() {
            if !self.is_inside(other) {
                self.follow(from, number, other)?;
            }
        }
        Ok(number)
    }

    /// Another thread follows a step.
    fn follow(&mut self, shared: usize, effect: usize, local: usize) -> Result<(), Refused> {
        let to = self.effects[effect].to;
        let after = match self.effects[effect].cause.clone() {
            Cause::Nothing => vec![local],
            Cause::Broadcast => {
                let Thread { loc, vars } = self.locals.items[local].clone();
                let loc = self.program.released(loc).unwrap_or(loc);
                vec![self.local_number(Thread { loc, vars })]
            }
            Cause::Update(mover, edge, after) => self.updated(shared, mover, edge, &after, local)?,
        };
        self.work += 1 + after.len();
        if after != [local] {
            self.effects[effect].transfers.push((local, after.clone()));
        }
        after.into_iter().try_for_each(|local| self.add(to, local))
    }

    /// Where another thread may go in a passive update.
    fn updated(
        &mut self,
        shared: usize,
        mover: usize,
        edge: EdgeId,
        after: &State,
        other: usize,
    ) -> Result<Vec<usize>, Refused> {
        let mut found = Vec::new();
        for Successor { edge: taken, state, .. } in self.successors(shared, &[mover, other])? {
            if taken == edge && state.shared == after.shared && state.threads[0] == after.threads[0] {
                let [_, other] = <[Thread; 2]>::try_from(state.threads).expect("an update keeps all threads");
                found.push(self.local_number(other));
            }
        }
        found.sort_unstable();
        found.dedup();
        if found.is_empty() {
            let from = self.program.edges[edge].from;
            return Err(Refused::ZeroTest(self.program.locations[from].span));
        }
        Ok(found)
    }
}
