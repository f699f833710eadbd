//! The steps of one thread in a local state under shared values, each computed once.
//!
//! Values of dead local variables are forgotten: they are false.
//! *Whole sections*: a thread that enters an atomic section runs alone until it leaves it. So the way through it is one step,
//! as long as nobody asks for the states inside; they are found again for the certificate.

use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use tw_boolprog::semantics::{State, Thread, failing_assertion, thread_successors};
use tw_boolprog::{Loc, Program, Valuation, live_locals};
use tw_encode::Interner;
use tw_index::{BitSet, Id, IdVec, define_id};

define_id!(/// Interned values of the shared variables.
    pub struct SharedState);
define_id!(/// An interned local state: a location and values of the live local variables.
    pub struct LocalState);

/// What a thread does in one step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Step {
    /// The shared values behind it.
    pub shared: SharedState,
    /// Where the thread is then; absent if it has ended.
    pub moved: Option<LocalState>,
    /// The thread that it has created.
    pub child: Option<LocalState>,
}

/// The steps of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    first: u32,
    end: u32,
    /// Whether it is at an assertion that can fail.
    pub fails: bool,
}

/// Interned states, and the steps computed so far.
pub(crate) struct Image {
    program: Arc<Program>,
    /// The live local variables of each location.
    pub live: IdVec<Loc, BitSet>,
    shared: Interner<Valuation>,
    locals: Interner<Thread>,
    inside: Vec<bool>,
    known: FxHashMap<(SharedState, LocalState), Steps>,
    /// The same with whole sections.
    through: FxHashMap<(SharedState, LocalState), Steps>,
    steps: Vec<Step>,
    whole_sections: bool,
}

impl Image {
    /// Without `whole_sections`, each step inside of an atomic section is one of its own.
    pub fn new(program: &Arc<Program>, whole_sections: bool) -> Image {
        Image {
            program: program.clone(),
            live: live_locals(program),
            shared: Interner::default(),
            locals: Interner::default(),
            inside: Vec::new(),
            known: FxHashMap::default(),
            through: FxHashMap::default(),
            steps: Vec::new(),
            whole_sections,
        }
    }

    pub fn shared_state(&mut self, values: Valuation) -> SharedState {
        SharedState::from_index(self.shared.intern(values))
    }

    pub fn local_state(&mut self, mut thread: Thread) -> LocalState {
        let live = &self.live[thread.loc];
        let dead = (0..self.program.locals.len()).filter(|v| !live.contains(*v));
        dead.for_each(|v| thread.vars.set(v, false));
        let inside = self.program.in_atomic(thread.loc);
        let number = self.locals.intern(thread);
        if number == self.inside.len() {
            self.inside.push(inside);
        }
        LocalState::from_index(number)
    }

    /// All shared values met, by number.
    pub fn shared_states(&self) -> &[Valuation] {
        &self.shared.items
    }

    /// All local states met, by number.
    pub fn local_states(&self) -> &[Thread] {
        &self.locals.items
    }

    pub fn loc(&self, local: LocalState) -> Loc {
        self.locals.items[local.index()].loc
    }

    /// Whether a thread there is inside an atomic section.
    pub fn is_inside(&self, local: LocalState) -> bool {
        self.inside[local.index()]
    }

    /// A step of a list.
    pub fn step(&self, steps: Steps, number: usize) -> Option<Step> {
        let at = steps.first as usize + number;
        (at < steps.end as usize).then(|| self.steps[at])
    }

    /// The steps of a thread, through a whole section if it enters one.
    pub fn steps(&mut self, shared: SharedState, local: LocalState) -> Steps {
        if !self.whole_sections || self.is_inside(local) {
            return self.single_steps(shared, local);
        }
        if let Some(steps) = self.through.get(&(shared, local)) {
            return *steps;
        }
        let mut steps = self.single_steps(shared, local);
        let own: Vec<Step> = (0..).map_while(|at| self.step(steps, at)).collect();
        let enters = |step: &Step| step.moved.is_some_and(|l| self.is_inside(l));
        if own.iter().any(enters) {
            let mut found: Vec<Step> = own.into_iter().filter(|step| !enters(step)).collect();
            for (shared, inside) in self.interior(shared, local) {
                let next = self.single_steps(shared, inside);
                steps.fails |= next.fails;
                let outside = (0..).map_while(|at| self.step(next, at));
                found.extend(outside.filter(|step| step.moved.is_none_or(|l| !self.is_inside(l))));
            }
            steps = self.listed(found, steps.fails);
        }
        self.through.insert((shared, local), steps);
        steps
    }

    /// The states inside of a section that a thread can come to before it leaves it again.
    pub fn interior(&mut self, shared: SharedState, local: LocalState) -> Vec<(SharedState, LocalState)> {
        let mut found: Vec<(SharedState, LocalState)> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![(shared, local)];
        while let Some((shared, local)) = work.pop() {
            let steps = self.single_steps(shared, local);
            for step in (0..).map_while(|at| self.step(steps, at)) {
                let inside = step.moved.filter(|l| self.is_inside(*l)).map(|l| (step.shared, l));
                if let Some(next) = inside.filter(|next| seen.insert(*next)) {
                    found.push(next);
                    work.push(next);
                }
            }
        }
        found
    }

    /// The steps of a thread, as if there were no other: without broadcasts and passive updates others do not
    /// matter, but for the one inside an atomic section.
    fn single_steps(&mut self, shared: SharedState, local: LocalState) -> Steps {
        if let Some(steps) = self.known.get(&(shared, local)) {
            return *steps;
        }
        let program = self.program.clone();
        let thread = self.locals.items[local.index()].clone();
        let alone = State { shared: self.shared.items[shared.index()].clone(), threads: vec![thread] };
        let mut found = Vec::new();
        let _ = thread_successors(&program, &alone, 0, u32::MAX, &mut |successor| {
            let mut threads = successor.state.threads.into_iter().map(|t| self.local_state(t));
            let (moved, child) = (threads.next(), threads.next());
            drop(threads);
            found.push(Step { shared: self.shared_state(successor.state.shared), moved, child });
            Continue(())
        });
        let fails = failing_assertion(&program, &alone, 0).is_some();
        let steps = self.listed(found, fails);
        self.known.insert((shared, local), steps);
        steps
    }

    fn listed(&mut self, mut found: Vec<Step>, fails: bool) -> Steps {
        found.sort_unstable();
        found.dedup();
        let narrow = |n: usize| u32::try_from(n).expect("fewer than 2^32 steps");
        let first = narrow(self.steps.len());
        self.steps.extend(found);
        Steps { first, end: narrow(self.steps.len()), fails }
    }

    /// Rough size of all tables.
    pub fn bytes(&self) -> u64 {
        let states = self.shared.items.len() + self.locals.items.len();
        (states * 160
            + (self.known.capacity() + self.through.capacity()) * 24
            + self.steps.capacity() * size_of::<Step>()) as u64
    }
}
