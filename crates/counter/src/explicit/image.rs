//! The image of one thread state (s, l): what [BMWK10] Algorithm 1 computes in line 6, each once.
//!
//! Shared valuations and local states are interned, and the steps of each pair (s, l) are kept, so that
//! the search itself only moves numbers.

use super::tape::{Frame, Tapes};
use crate::fault::{Fault, planted};
use crate::multiset::{LocalId, SharedId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Assign, EdgeId, Loc, Possible, Program, Valuation};
use tw_encode::Interner;
use tw_index::Id;

/// A local state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Local {
    pub loc: Loc,
    pub vars: Valuation,
}

/// One step of a thread in a local state, under a shared valuation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub edge: EdgeId,
    pub shared: SharedId,
    pub local: LocalId,
    pub effect: Effect,
}

/// What a step does besides moving its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// A thread in this local state is created.
    Start(LocalId),
    /// The thread is gone.
    End,
    /// Waiting threads are released.
    Broadcast,
    /// Every other thread is updated; the number names the step in [`Image::passive_options`].
    Passive(u32),
}

/// The steps of a thread state.
#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    first: u32,
    end: u32,
    /// The edge of an assertion that can fail.
    pub failing: Option<EdgeId>,
}

/// What a passive step needs to know of its active thread.
#[derive(Clone, Copy)]
struct PassiveStep {
    edge: EdgeId,
    old: (SharedId, LocalId),
    new: (SharedId, LocalId),
}

/// Interned states and the steps computed so far.
pub(super) struct Image {
    pub program: Arc<Program>,
    shared: Interner<Valuation>,
    locals: Interner<Local>,
    in_atomic: Vec<bool>,
    steps_of: FxHashMap<(SharedId, LocalId), Steps>,
    steps: Vec<Step>,
    passive_steps: Vec<PassiveStep>,
    options_of: FxHashMap<(u32, LocalId), Arc<[LocalId]>>,
    released: FxHashMap<LocalId, Option<LocalId>>,
    tapes: Tapes,
}

impl Image {
    pub fn new(program: Arc<Program>) -> Self {
        Image {
            program,
            shared: Interner::default(),
            locals: Interner::default(),
            in_atomic: Vec::new(),
            steps_of: FxHashMap::default(),
            steps: Vec::new(),
            passive_steps: Vec::new(),
            options_of: FxHashMap::default(),
            released: FxHashMap::default(),
            tapes: Tapes::default(),
        }
    }

    pub fn shared_id(&mut self, valuation: Valuation) -> SharedId {
        SharedId::from_index(self.shared.intern(valuation))
    }

    pub fn local_id(&mut self, loc: Loc, vars: Valuation) -> LocalId {
        let index = self.locals.intern(Local { loc, vars });
        if index == self.in_atomic.len() {
            self.in_atomic.push(self.program.in_atomic(loc));
        }
        LocalId::from_index(index)
    }

    pub fn shared(&self, id: SharedId) -> &Valuation {
        &self.shared.items[id.index()]
    }

    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals.items[id.index()]
    }

    pub fn in_atomic(&self, id: LocalId) -> bool {
        self.in_atomic[id.index()]
    }

    pub fn local_count(&self) -> usize {
        self.locals.items.len()
    }

    /// Rough size of all tables.
    pub fn bytes(&self) -> u64 {
        let vars = 64 + self.program.locals.len() / 8;
        let locals = self.locals.items.len() * (2 * vars + 16);
        let shared = self.shared.items.len() * (128 + self.program.shared.len() / 8);
        (locals
            + shared
            + self.steps.capacity() * size_of::<Step>()
            + self.steps_of.capacity() * 40
            + self.options_of.len() * 64) as u64
    }

    /// The steps of a thread in `local` under `shared`.
    pub fn steps(&mut self, shared: SharedId, local: LocalId) -> Steps {
        if let Some(steps) = self.steps_of.get(&(shared, local)) {
            return *steps;
        }
        let first = self.steps.len();
        let mut failing = None;
        let program = self.program.clone();
        for (edge, step) in program.edges_from(self.local(local).loc) {
            if let Action::Assert(possible) = &step.action
                && self.can_fail(shared, local, *possible)
            {
                failing = failing.or(Some(edge));
            }
            self.edge_steps(shared, local, edge);
        }
        // Different choices may give the same step.
        let mut seen = rustc_hash::FxHashSet::default();
        let mut kept = first;
        for i in first..self.steps.len() {
            let step = self.steps[i];
            let plain = matches!(step.effect, Effect::None);
            if !plain || seen.insert((step.shared, step.local)) {
                self.steps[kept] = step;
                kept += 1;
            }
        }
        self.steps.truncate(kept);
        let narrow = |n: usize| u32::try_from(n).expect("fewer than 2^32 thread steps");
        let steps = Steps { first: narrow(first), end: narrow(kept), failing };
        self.steps_of.insert((shared, local), steps);
        steps
    }

    /// A step of a list.
    pub fn step(&self, steps: Steps, index: usize) -> Option<Step> {
        let at = steps.first as usize + index;
        (at < steps.end as usize).then(|| self.steps[at])
    }

    fn can_fail(&mut self, shared: SharedId, local: LocalId, possible: Possible) -> bool {
        let program = self.program.clone();
        let (s, l) = (&self.shared.items[shared.index()], &self.locals.items[local.index()].vars);
        let frame = Frame::before(s, l, l);
        let can_be_true =
            planted(Fault::AssertMustFail) && self.tapes.eval(&program.formulas, possible.yes, &frame);
        self.tapes.eval(&program.formulas, possible.no, &frame) && !can_be_true
    }

    fn edge_steps(&mut self, shared: SharedId, local: LocalId, edge: EdgeId) {
        let program = self.program.clone();
        let step = &program.edges[edge];
        let vars = self.local(local).vars.clone();
        let moved = |image: &mut Self, to: Loc| image.local_id(to, vars.clone());
        let (local, effect) = match &step.action {
            Action::Wait => return,
            Action::Assign(assign) => return self.assign_steps(shared, local, edge, assign),
            Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {
                (moved(self, step.to), Effect::None)
            }
            Action::Start(child) => {
                let child_vars = if planted(Fault::ChildForgetsLocals) {
                    Valuation::new(program.locals.len())
                } else {
                    vars.clone()
                };
                (moved(self, step.to), Effect::Start(self.local_id(*child, child_vars)))
            }
            Action::End if program.in_atomic(step.from) && !planted(Fault::EndReleasesAtomic) => {
                (moved(self, program.stuck), Effect::None)
            }
            Action::End => (local, Effect::End),
            Action::Broadcast => (moved(self, step.to), Effect::Broadcast),
        };
        self.steps.push(Step { edge, shared, local, effect });
    }

    fn assign_steps(&mut self, shared: SharedId, local: LocalId, edge: EdgeId, assign: &Assign) {
        let program = self.program.clone();
        let (old_shared, old_local) = (self.shared(shared).clone(), self.local(local).vars.clone());
        let before = Frame::before(&old_shared, &old_local, &old_local);
        if !self.tapes.eval(&program.formulas, assign.guard, &before) {
            return;
        }
        let mut choices = Choices::default();
        for (_, possible) in &assign.targets {
            let can = |tapes: &mut Tapes, f| tapes.eval(&program.formulas, f, &before);
            choices.add(can(&mut self.tapes, possible.no), can(&mut self.tapes, possible.yes));
        }
        while choices.next() {
            let (mut new_shared, mut new_local) = (old_shared.clone(), old_local.clone());
            for ((var, _), value) in assign.targets.iter().zip(&choices.values) {
                match var {
                    Var::Shared(v) => new_shared.set(v.index(), *value),
                    Var::Local(v) => new_local.set(v.index(), *value),
                }
            }
            let after = Frame { new_shared: &new_shared, new_active: &new_local, ..before };
            if !self.tapes.eval(&program.formulas, assign.constraint, &after) {
                continue;
            }
            let new = (self.shared_id(new_shared), self.local_id(program.edges[edge].to, new_local));
            let effect = match &assign.passive {
                None => Effect::None,
                Some(_) => {
                    self.passive_steps.push(PassiveStep { edge, old: (shared, local), new });
                    Effect::Passive(
                        u32::try_from(self.passive_steps.len() - 1).expect("fewer than 2^32 passive steps"),
                    )
                }
            };
            self.steps.push(Step { edge, shared: new.0, local: new.1, effect });
            if planted(Fault::OneChoiceOnly) {
                return;
            }
        }
    }

    /// The local states that another thread in `local` can be in after a passive step, ascending.
    pub fn passive_options(&mut self, step: u32, local: LocalId) -> Arc<[LocalId]> {
        if let Some(options) = self.options_of.get(&(step, local)) {
            return options.clone();
        }
        let program = self.program.clone();
        let PassiveStep { edge, old, new } = self.passive_steps[step as usize];
        let passive = program.edges[edge].passive().expect("passive steps have a passive part");
        let (loc, old_passive) = (self.local(local).loc, self.local(local).vars.clone());
        let old_values = (self.shared(old.0).clone(), self.local(old.1).vars.clone());
        let new_values = (self.shared(new.0).clone(), self.local(new.1).vars.clone());
        let before = Frame::before(&old_values.0, &old_values.1, &old_passive);
        let mut choices = Choices::default();
        for (_, possible) in &passive.targets {
            let can = |tapes: &mut Tapes, f| tapes.eval(&program.formulas, f, &before);
            choices.add(can(&mut self.tapes, possible.no), can(&mut self.tapes, possible.yes));
        }
        let mut options = Vec::new();
        while choices.next() {
            let mut new_passive = old_passive.clone();
            for ((var, _), value) in passive.targets.iter().zip(&choices.values) {
                new_passive.set(var.index(), *value);
            }
            let after = Frame {
                new_shared: &new_values.0,
                new_active: &new_values.1,
                new_passive: &new_passive,
                ..before
            };
            if self.tapes.eval(&program.formulas, passive.constraint, &after) {
                options.push(self.local_id(loc, new_passive));
            }
        }
        if options.is_empty() && planted(Fault::PassiveNotDisabled) {
            options.push(local);
        }
        options.sort();
        options.dedup();
        let options: Arc<[LocalId]> = options.into();
        self.options_of.insert((step, local), options.clone());
        options
    }

    /// Where a broadcast moves a thread in `local`, if it waits.
    pub fn released(&mut self, local: LocalId) -> Option<LocalId> {
        if let Some(released) = self.released.get(&local) {
            return *released;
        }
        let Local { loc, vars } = self.local(local).clone();
        let released = self.program.released(loc).map(|to| self.local_id(to, vars));
        self.released.insert(local, released);
        released
    }
}

/// All combinations of values, each variable with the values it can have.
#[derive(Default)]
struct Choices {
    possible: Vec<(bool, bool)>,
    pub values: Vec<bool>,
    started: bool,
}

impl Choices {
    fn add(&mut self, can_be_false: bool, can_be_true: bool) {
        self.possible.push((can_be_false, can_be_true));
    }

    /// Goes to the next combination; false when there is none.
    fn next(&mut self) -> bool {
        if !self.started {
            self.started = true;
            self.values = self.possible.iter().map(|(no, _)| !no).collect();
            return self.possible.iter().all(|(no, yes)| *no || *yes);
        }
        for (value, (no, yes)) in self.values.iter_mut().zip(&self.possible).rev() {
            if !*value && *yes {
                *value = true;
                return true;
            }
            *value = !*no;
        }
        false
    }
}
