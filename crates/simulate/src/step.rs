//! Statements on symbolic states: \[CKS05\] table 2, and the rest of the language.
//!
//! A guard is only conjoined, never decided here. Every `*` that can make a difference is a new choice.

use crate::state::{Layout, Symbolic, Terms};
use rustc_hash::FxHashMap;
use tw_boolprog::{Action, Assign, EdgeId, Formula, FormulaId, Owner, Passive, Possible, Program};
use tw_index::Id;
use tw_solver::{Graph, Input, Lit, Substitution};

/// The state behind a step.
#[derive(Debug)]
pub(crate) struct Next {
    pub state: Symbolic,
    /// A creation was skipped at the bound.
    pub skipped: bool,
    /// For each thread of the state: its position before; absent for one that was created.
    pub sources: Vec<Option<usize>>,
}

/// The old and new formulas that a formula of the program can refer to.
struct Env<'a> {
    program: &'a Program,
    layout: Layout,
    old: &'a [Lit],
    new: &'a [Lit],
    active: usize,
    passive: usize,
}

impl Env<'_> {
    fn leaf(&self, leaf: tw_boolprog::Leaf) -> Lit {
        let values = if leaf.primed { self.new } else { self.old };
        let index = leaf.index as usize;
        match leaf.owner {
            Owner::Shared => values[index],
            Owner::Active => values[self.layout.local(self.active, index)],
            Owner::Passive => values[self.layout.local(self.passive, index)],
        }
    }

    fn formula(&self, graph: &mut Graph, id: FormulaId, known: &mut FxHashMap<FormulaId, Lit>) -> Lit {
        if let Some(lit) = known.get(&id) {
            return *lit;
        }
        let lit = match self.program.formulas.node(id) {
            Formula::Const(value) => Lit::constant(value),
            Formula::Leaf(leaf) => self.leaf(leaf),
            Formula::Not(a) => !self.formula(graph, a, known),
            Formula::And(a, b) => {
                let (a, b) = (self.formula(graph, a, known), self.formula(graph, b, known));
                graph.and(a, b)
            }
            Formula::Or(a, b) => {
                let (a, b) = (self.formula(graph, a, known), self.formula(graph, b, known));
                graph.or(a, b)
            }
            Formula::Xor(a, b) => {
                let (a, b) = (self.formula(graph, a, known), self.formula(graph, b, known));
                graph.xor(a, b)
            }
        };
        known.insert(id, lit);
        lit
    }

    fn value(&self, graph: &mut Graph, formula: FormulaId) -> Lit {
        self.formula(graph, formula, &mut FxHashMap::default())
    }

    /// A value that is possible: with both, a new choice decides.
    fn chosen(
        &self,
        terms: &mut Terms,
        used: &mut usize,
        possible: Possible,
        known: &mut FxHashMap<FormulaId, Lit>,
    ) -> Lit {
        let yes = self.formula(&mut terms.graph, possible.yes, known);
        let no = self.formula(&mut terms.graph, possible.no, known);
        if yes == !no {
            return yes;
        }
        let choice = terms.choice(used);
        // True where it must be, the choice where it may be.
        let free = terms.graph.or(!no, choice);
        terms.graph.and(yes, free)
    }
}

/// The step of a thread along an edge; absent where its guard is plainly false.
pub(crate) fn step(
    terms: &mut Terms,
    program: &Program,
    state: &Symbolic,
    thread: usize,
    edge: EdgeId,
    bound: u32,
) -> Option<Next> {
    let layout = Layout::new(program);
    let step = &program.edges[edge];
    let count = state.place.len();
    let mut next = Symbolic { age: state.age + 1, ..state.clone() };
    next.place[thread] = step.to;
    let mut sources: Vec<Option<usize>> = (0..count).map(Some).collect();
    let mut skipped = false;
    match &step.action {
        Action::Wait => return None,
        Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {}
        Action::Start(child) => {
            skipped = count >= bound as usize;
            if !skipped {
                next.place.push(*child);
                next.values.extend_from_slice(state.locals(layout, thread));
                sources.push(None);
            }
        }
        Action::End if program.in_atomic(step.from) => next.place[thread] = program.stuck,
        Action::End => {
            next.place.remove(thread);
            next.values.drain(layout.local(thread, 0)..layout.local(thread + 1, 0));
            sources.remove(thread);
        }
        Action::Broadcast => {
            for other in (0..count).filter(|i| *i != thread) {
                let at = &mut next.place[other];
                *at = program.released(*at).unwrap_or(*at);
            }
        }
        Action::Assign(assign) => next.guard = assigned(terms, program, state, &mut next, thread, assign),
    }
    (next.guard != Lit::FALSE).then_some(Next { state: next, skipped, sources })
}

/// Assigns; returns the guard.
fn assigned(
    terms: &mut Terms,
    program: &Program,
    state: &Symbolic,
    next: &mut Symbolic,
    thread: usize,
    assign: &Assign,
) -> Lit {
    let layout = Layout::new(program);
    let before =
        Env { program, layout, old: &state.values, new: &state.values, active: thread, passive: thread };
    let mut known = FxHashMap::default();
    let mut guard = before.formula(&mut terms.graph, assign.guard, &mut known);
    guard = terms.graph.and(state.guard, guard);
    if guard == Lit::FALSE {
        return guard;
    }
    let mut value = |(_, possible): &_| before.chosen(terms, &mut next.used, *possible, &mut known);
    let values: Vec<Lit> = assign.targets.iter().map(&mut value).collect();
    for ((var, _), value) in assign.targets.iter().zip(values) {
        let at = match var {
            tw_boolprog::checked::Var::Shared(v) => v.index(),
            tw_boolprog::checked::Var::Local(v) => layout.local(thread, v.index()),
        };
        next.values[at] = value;
    }
    let after =
        Env { program, layout, old: &state.values, new: &next.values, active: thread, passive: thread };
    let constraint = after.value(&mut terms.graph, assign.constraint);
    guard = terms.graph.and(guard, constraint);
    if let Some(passive) = &assign.passive {
        for other in (0..state.place.len()).filter(|i| *i != thread) {
            if guard == Lit::FALSE {
                break;
            }
            let holds = update_other(terms, program, state, next, (thread, other), passive);
            guard = terms.graph.and(guard, holds);
        }
    }
    guard
}

/// Updates another thread; returns what must hold for it.
fn update_other(
    terms: &mut Terms,
    program: &Program,
    state: &Symbolic,
    next: &mut Symbolic,
    (active, other): (usize, usize),
    passive: &Passive,
) -> Lit {
    let layout = Layout::new(program);
    let before = Env { program, layout, old: &state.values, new: &state.values, active, passive: other };
    let mut known = FxHashMap::default();
    let mut value = |(_, possible): &_| before.chosen(terms, &mut next.used, *possible, &mut known);
    let values: Vec<Lit> = passive.targets.iter().map(&mut value).collect();
    for ((var, _), value) in passive.targets.iter().zip(values) {
        next.values[layout.local(other, var.index())] = value;
    }
    let after = Env { program, layout, old: &state.values, new: &next.values, active, passive: other };
    after.value(&mut terms.graph, passive.constraint)
}

/// Where an assertion of `thread` can fail: a formula over the choices.
pub(crate) fn fails(
    graph: &mut Graph,
    program: &Program,
    state: &Symbolic,
    thread: usize,
    assertion: Possible,
) -> Lit {
    let layout = Layout::new(program);
    let env =
        Env { program, layout, old: &state.values, new: &state.values, active: thread, passive: thread };
    let no = env.value(graph, assertion.no);
    graph.and(state.guard, no)
}

/// The condition under which a thread can take an edge; absent where it depends on many choices that the step makes.
fn enabled_by(
    terms: &mut Terms,
    program: &Program,
    state: &Symbolic,
    thread: usize,
    edge: EdgeId,
) -> Option<Lit> {
    let layout = Layout::new(program);
    match &program.edges[edge].action {
        Action::Wait => Some(Lit::FALSE),
        Action::Assign(assign) if program.formulas.is_true(assign.constraint) && assign.passive.is_none() => {
            let values = &state.values;
            let env = Env { program, layout, old: values, new: values, active: thread, passive: thread };
            Some(env.value(&mut terms.graph, assign.guard))
        }
        Action::Assign(_) => {
            let open = Symbolic { guard: Lit::TRUE, ..state.clone() };
            match step(terms, program, &open, thread, edge, 1) {
                None => Some(Lit::FALSE),
                Some(Next { state: next, .. }) => exists_made(terms, next.guard, state.used, next.used),
            }
        }
        _ => Some(Lit::TRUE),
    }
}

/// The condition under which a thread can move; absent where it depends on many choices that a step makes.
pub(crate) fn enabled(terms: &mut Terms, program: &Program, state: &Symbolic, thread: usize) -> Option<Lit> {
    let mut moves = Lit::FALSE;
    for (edge, _) in program.edges_from(state.place[thread]) {
        let by_this = enabled_by(terms, program, state, thread, edge)?;
        moves = terms.graph.or(moves, by_this);
    }
    Some(moves)
}

/// Whether some values of the choices of the pool from one number to another make a formula true.
pub(crate) fn exists_made(terms: &mut Terms, lit: Lit, from: usize, to: usize) -> Option<Lit> {
    let made = terms.choices(from, to).to_vec();
    exists(&mut terms.graph, lit, &made)
}

/// More choices than this are not tried out one by one.
const MOST_CHOICES: usize = 6;

/// Whether some values of the choices make a formula true.
fn exists(graph: &mut Graph, lit: Lit, choices: &[Input]) -> Option<Lit> {
    let support = graph.support(&[lit]);
    let choices: Vec<Input> = choices.iter().copied().filter(|i| support.binary_search(i).is_ok()).collect();
    if choices.len() > MOST_CHOICES {
        return None;
    }
    let mut found = lit;
    for choice in choices {
        let mut with = |value| graph.substitute_one(found, &mut Substitution::constants([(choice, value)]));
        let (no, yes) = (with(false), with(true));
        found = graph.or(no, yes);
    }
    Some(found)
}
