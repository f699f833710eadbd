//! One step of the flat program, by the format document: the definition that `plain` runs on.
//!
//! Written to be read: no packing, no caching. A state is the shared valuation and the list of live
//! threads; a step is taken by one thread along one edge.

use crate::checked::{LocalVar, Var};
use crate::fault::{Fault, planted};
use crate::formula::{Formula, FormulaId, Leaf, Owner, Possible};
use crate::program::{Action, Assign, EdgeId, Loc, Passive, Program};
use crate::valuation::Valuation;
use std::ops::ControlFlow::{self, Continue};
use tw_index::Id;
use tw_verdict::{Bounds, StateView, Target, ThreadGroup};

/// A live thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thread {
    /// Where it stands.
    pub loc: Loc,
    /// Its copy of the local variables.
    pub vars: Valuation,
}

/// A global state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Shared variables.
    pub shared: Valuation,
    /// Live threads, in the order of their creation.
    pub threads: Vec<Thread>,
}

/// A step and where it leads.
#[derive(Clone, Debug)]
pub struct Successor {
    /// Position of the thread that moves.
    pub thread: usize,
    /// The edge it takes.
    pub edge: EdgeId,
    /// A creation was skipped at the bound.
    pub creation_skipped: bool,
    /// The state after the step.
    pub state: State,
}

/// Receives states or steps one by one; breaking ends the enumeration.
pub type Visit<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;

/// All initial states within `bounds`.
pub fn initial_states(program: &Program, bounds: &Bounds, visit: Visit<State>) -> ControlFlow<()> {
    let free = |init: &[Option<bool>]| -> Vec<Possible> {
        let constant = |value| program.formulas.constant(value);
        init.iter()
            .map(|i| Possible { no: constant(*i != Some(true)), yes: constant(*i != Some(false)) })
            .collect()
    };
    let shared_init: Vec<_> = program.shared.iter().map(|v| v.init).collect();
    let local_init: Vec<_> = program.locals.iter().map(|v| v.init).collect();
    let (shared_values, local_values) = (free(&shared_init), free(&local_init));
    for count in bounds.initial_counts() {
        choose_values(program, &shared_values, &mut |shared: &[bool]| {
            let state = State { shared: Valuation::from_bits(shared), threads: Vec::new() };
            add_initial_threads(program, count, &local_values, state, visit)
        })?;
    }
    Continue(())
}

fn add_initial_threads(
    program: &Program,
    missing: u32,
    values: &[Possible],
    state: State,
    visit: Visit<State>,
) -> ControlFlow<()> {
    // Iterative over the threads: there may be a million.
    let mut choices: Vec<Vec<bool>> = Vec::new();
    let _ = choose_values(program, values, &mut |locals: &[bool]| {
        choices.push(locals.to_vec());
        Continue(())
    });
    let threads: Vec<Thread> =
        choices.iter().map(|c| Thread { loc: program.entry, vars: Valuation::from_bits(c) }).collect();
    let mut digits = vec![0usize; missing as usize];
    loop {
        let state = State {
            shared: state.shared.clone(),
            threads: digits.iter().map(|d| threads[*d].clone()).collect(),
        };
        visit(state)?;
        let Some(place) = digits.iter().rposition(|d| d + 1 < threads.len()) else { return Continue(()) };
        digits[place] += 1;
        digits[place + 1..].fill(0);
    }
}

/// Whether the thread may be scheduled: nobody else is inside an atomic section.
pub fn may_run(program: &Program, state: &State, thread: usize) -> bool {
    if planted(Fault::AtomicPreempted) {
        return true;
    }
    state.threads.iter().enumerate().all(|(i, t)| i == thread || !program.in_atomic(t.loc))
}

/// All steps of all threads.
pub fn successors(program: &Program, state: &State, bound: u32, visit: Visit<Successor>) -> ControlFlow<()> {
    for thread in 0..state.threads.len() {
        thread_successors(program, state, thread, bound, visit)?;
    }
    Continue(())
}

/// All steps of one thread.
pub fn thread_successors(
    program: &Program,
    state: &State,
    thread: usize,
    bound: u32,
    visit: Visit<Successor>,
) -> ControlFlow<()> {
    if !may_run(program, state, thread) {
        return Continue(());
    }
    for (edge, step) in program.edges_from(state.threads[thread].loc) {
        let mut next = state.clone();
        next.threads[thread].loc = step.to;
        let mut creation_skipped = false;
        match &step.action {
            Action::Wait => continue,
            Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {}
            Action::Start(child) => {
                let vars = next.threads[thread].vars.clone();
                creation_skipped = state.threads.len() >= bound as usize;
                if !creation_skipped {
                    next.threads.push(Thread { loc: *child, vars });
                }
            }
            Action::End if program.in_atomic(step.from) => next.threads[thread].loc = program.stuck,
            Action::End => {
                next.threads.remove(thread);
            }
            Action::Broadcast => {
                for other in (0..next.threads.len()).filter(|i| *i != thread) {
                    let at = &mut next.threads[other].loc;
                    *at = program.released(*at).unwrap_or(*at);
                }
            }
            Action::Assign(assign) => {
                assign_successors(program, state, thread, assign, &next, &mut |state| {
                    visit(Successor { thread, edge, creation_skipped: false, state })
                })?;
                continue;
            }
        }
        visit(Successor { thread, edge, creation_skipped, state: next })?;
    }
    Continue(())
}

/// The old and new values that a formula can refer to.
struct Env<'a> {
    old: &'a State,
    new: &'a State,
    active: usize,
    passive: usize,
}

impl Env<'_> {
    fn holds(&self, program: &Program, formula: FormulaId) -> bool {
        program.formulas.eval(formula, &|leaf: Leaf| {
            let state = if leaf.primed { self.new } else { self.old };
            let index = leaf.index as usize;
            match leaf.owner {
                Owner::Shared => state.shared.get(index),
                Owner::Active => state.threads[self.active].vars.get(index),
                Owner::Passive => state.threads[self.passive].vars.get(index),
            }
        })
    }

    /// The formulas of `possible` with their values in this environment.
    fn settle(&self, program: &Program, possible: Possible) -> Possible {
        let value = |f| program.formulas.constant(self.holds(program, f));
        Possible { no: value(possible.no), yes: value(possible.yes) }
    }
}

fn assign_successors(
    program: &Program,
    old: &State,
    thread: usize,
    assign: &Assign,
    moved: &State,
    visit: Visit<State>,
) -> ControlFlow<()> {
    let before = Env { old, new: old, active: thread, passive: thread };
    if !before.holds(program, assign.guard) {
        return Continue(());
    }
    let values: Vec<Possible> = assign.targets.iter().map(|(_, p)| before.settle(program, *p)).collect();
    choose_values(program, &values, &mut |values: &[bool]| {
        let mut next = moved.clone();
        for ((var, _), value) in assign.targets.iter().zip(values) {
            match var {
                Var::Shared(v) => next.shared.set(v.index(), *value),
                Var::Local(v) => next.threads[thread].vars.set(v.index(), *value),
            }
        }
        let after = Env { old, new: &next, active: thread, passive: thread };
        if !after.holds(program, assign.constraint) {
            return Continue(());
        }
        match &assign.passive {
            None => visit(next),
            Some(passive) => passive_successors(program, old, thread, passive, next, visit),
        }
    })
}

/// Every other thread chooses independently; if one has no choice, the step does not exist.
fn passive_successors(
    program: &Program,
    old: &State,
    active: usize,
    passive: &Passive,
    next: State,
    visit: Visit<State>,
) -> ControlFlow<()> {
    let applies = |other: &usize| *other != active || planted(Fault::PassiveHitsActive);
    let others: Vec<usize> = (0..old.threads.len()).filter(applies).collect();
    let options: Vec<Vec<Valuation>> =
        others.iter().map(|other| passive_options(program, old, active, *other, passive, &next)).collect();
    if options.iter().any(Vec::is_empty) {
        return Continue(());
    }
    let mut digits = vec![0usize; options.len()];
    loop {
        let mut state = next.clone();
        for ((other, options), digit) in others.iter().zip(&options).zip(&digits) {
            state.threads[*other].vars = options[*digit].clone();
        }
        visit(state)?;
        let Some(place) = (0..digits.len()).rev().find(|i| digits[*i] + 1 < options[*i].len()) else {
            return Continue(());
        };
        digits[place] += 1;
        digits[place + 1..].fill(0);
    }
}

/// The values that thread `other` can have after the step.
fn passive_options(
    program: &Program,
    old: &State,
    active: usize,
    other: usize,
    passive: &Passive,
    next: &State,
) -> Vec<Valuation> {
    let before = Env { old, new: old, active, passive: other };
    let values: Vec<Possible> = passive.targets.iter().map(|(_, p)| before.settle(program, *p)).collect();
    let mut options = Vec::new();
    let _ = choose_values(program, &values, &mut |values: &[bool]| {
        let mut new = next.clone();
        set_locals(&mut new.threads[other].vars, &passive.targets, values);
        let after = Env { old, new: &new, active, passive: other };
        if after.holds(program, passive.constraint) {
            options.push(new.threads[other].vars.clone());
        }
        Continue(())
    });
    options
}

fn set_locals(vars: &mut Valuation, targets: &[(LocalVar, Possible)], values: &[bool]) {
    for ((var, _), value) in targets.iter().zip(values) {
        vars.set(var.index(), *value);
    }
}

/// All combinations of constant possibilities, false before true.
fn choose_values(
    program: &Program,
    possible: &[Possible],
    visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let is = |f: FormulaId| program.formulas.node(f) == Formula::Const(true);
    if possible.iter().any(|p| !is(p.no) && !is(p.yes)) {
        return Continue(());
    }
    let mut values: Vec<bool> = possible.iter().map(|p| !is(p.no)).collect();
    loop {
        visit(&values)?;
        let Some(place) = (0..values.len()).rev().find(|i| !values[*i] && is(possible[*i].yes)) else {
            return Continue(());
        };
        values[place] = true;
        for i in place + 1..values.len() {
            values[i] = !is(possible[i].no);
        }
    }
}

/// The edge of an assertion that thread `thread` can fail now.
pub fn failing_assertion(program: &Program, state: &State, thread: usize) -> Option<EdgeId> {
    if !may_run(program, state, thread) {
        return None;
    }
    let env = Env { old: state, new: state, active: thread, passive: thread };
    let fails = |action: &Action| matches!(action, Action::Assert(p) if env.holds(program, p.no));
    program.edges_from(state.threads[thread].loc).find(|(_, e)| fails(&e.action)).map(|(id, _)| id)
}

/// Targets with their labels resolved to locations.
#[derive(Clone, Debug, Default)]
pub struct ResolvedTargets {
    /// For each target, its parts: locations, and how many threads must stand there.
    pub alternatives: Vec<Vec<(Vec<Loc>, u32)>>,
}

impl ResolvedTargets {
    /// Looks the labels up in `program`.
    pub fn new(program: &Program, targets: &[Target]) -> Self {
        let part = |(label, count): &(String, u32)| (program.locations_of_label(label).collect(), *count);
        ResolvedTargets {
            alternatives: targets.iter().map(|t| t.labels.iter().map(part).collect()).collect(),
        }
    }

    /// The first target that holds, where `at(locs)` counts the threads at the locations.
    pub fn reached(&self, at: impl Fn(&[Loc]) -> u64) -> Option<usize> {
        self.alternatives
            .iter()
            .position(|parts| parts.iter().all(|(locs, count)| at(locs) >= u64::from(*count)))
    }

    /// All locations that matter to some target.
    pub fn locations(&self) -> impl Iterator<Item = Loc> + '_ {
        self.alternatives.iter().flatten().flat_map(|(locs, _)| locs.iter().copied())
    }
}

/// The first target that holds in `state`.
pub fn reached_target(targets: &ResolvedTargets, state: &State) -> Option<usize> {
    targets.reached(|locs| state.threads.iter().filter(|t| locs.contains(&t.loc)).count() as u64)
}

/// The state up to the identity of threads.
pub fn orbit(program: &Program, state: &State) -> StateView {
    let mut threads: Vec<&Thread> = state.threads.iter().collect();
    threads.sort();
    let mut groups: Vec<ThreadGroup> = Vec::new();
    for thread in threads {
        let location = u32::try_from(thread.loc.index()).expect("ids fit in 32 bits");
        let locals = thread.vars.to_bits(program.locals.len());
        match groups.last_mut() {
            Some(group) if group.location == location && group.locals == locals => group.count += 1,
            _ => groups.push(ThreadGroup { location, locals, count: 1 }),
        }
    }
    StateView { shared: state.shared.to_bits(program.shared.len()), groups, chosen: None }
}
