//! Whether each step of a template is a step of its abstraction, state by state.
//!
//! *What*: the bits of a state are computed from its values: a bit of a thread is "in scope, and φ". What a child's bits say of
//! identities may be anything until its first step: so for all such bits before there must be some after.

use crate::concrete::{State, Taken, valuation};
use tw_abstraction::{Emitted, PredicateId, PredicateKind, Predicates, Scopes};
use tw_boolprog::checked::{LocalVar, Var};
use tw_boolprog::{Action, EdgeId, FormulaId, Leaf, Owner, Possible, Program};
use tw_index::{Id, IdVec};
use tw_steps::{Kind, Template};

/// An abstraction to be compared with.
pub struct Simulation<'a> {
    template: &'a Template,
    predicates: &'a Predicates,
    scopes: Scopes,
    emitted: &'a Emitted,
    /// For each edge of the template, those of the program that are taken for it, in order.
    paths: IdVec<tw_steps::EdgeId, Vec<EdgeId>>,
    /// Local variables that speak of identities.
    of_identity: Vec<usize>,
}

/// Bits of a state: shared ones, and those of each thread.
#[derive(Clone, Debug)]
struct Bits {
    shared: Vec<bool>,
    threads: Vec<Vec<bool>>,
    newborn: Vec<bool>,
}

impl<'a> Simulation<'a> {
    /// Compares with an abstraction.
    pub fn new(template: &'a Template, predicates: &'a Predicates, emitted: &'a Emitted) -> Simulation<'a> {
        let scopes = Scopes::new(template, predicates);
        let program = &emitted.program;
        let into =
            |loc| program.edges.enumerate().find(|(_, e)| e.to == loc && e.from != loc).map(|(id, _)| id);
        let paths = template.edges.ids().map(|edge| {
            let main = emitted.edges.enumerate().find(|(_, e)| **e == Some(edge)).map(|(id, _)| id);
            let Some(main) = main else { return Vec::new() };
            let (from, to) = (program.edges[main].from, program.edges[main].to);
            let mut path = Vec::new();
            if emitted.places[from].is_none() {
                path.extend(into(from));
            }
            path.push(main);
            if emitted.places[to].is_none() && matches!(template.edges[edge].kind, Kind::Start(_)) {
                path.extend(program.edges_from(to).map(|(id, _)| id));
            }
            path
        });
        let paths = paths.collect();
        let locals = predicates.list.ids().filter(|p| scopes.is_of_identity(*p));
        let of_identity = locals.filter_map(|p| match emitted.bits[p] {
            Var::Local(v) => Some(v.index()),
            Var::Shared(_) => None,
        });
        let of_identity = of_identity.collect();
        Simulation { template, predicates, scopes, emitted, paths, of_identity }
    }

    fn program(&self) -> &Program {
        &self.emitted.program
    }

    /// The bits of a state; of a thread that is creating another one, those inside the creating region. A shared bit that
    /// stands for what threads see differently is what this one sees.
    fn bits(&self, state: &State, creating: Option<(usize, tw_steps::EdgeId)>, seen_by: usize) -> Bits {
        let program = self.program();
        let mut shared = vec![false; program.shared.len()];
        let mut threads = Vec::new();
        let mut newborn = Vec::new();
        for (number, thread) in state.threads.iter().enumerate() {
            let at_start = self.scopes.start() == Some(thread.place) && creating.is_none();
            let values = valuation(self.template, &state.shared, &thread.locals, thread.identity);
            // Where the copies of a newborn thread were made, or where the thread is.
            let creation = match creating {
                Some((creator, edge)) if creator == number => Some(edge),
                _ => thread.born_by,
            };
            let in_scope = |contains: &dyn Fn(tw_steps::Place) -> bool| match creation {
                Some(edge) => match self.template.edges[edge].kind {
                    Kind::Start(child) => contains(self.template.edges[edge].to) || contains(child),
                    _ => contains(thread.place),
                },
                None => contains(thread.place),
            };
            let mut bits = vec![false; program.locals.len()];
            for (predicate, info) in self.predicates.list.enumerate() {
                let value = values.eval(&self.template.words, info.term) == 1;
                let known = in_scope(&|place| self.scopes.contains(predicate, place)) && !at_start;
                match self.emitted.bits[predicate] {
                    Var::Local(v) => bits[v.index()] = value && known,
                    Var::Shared(v) => {
                        let alike = self.kind(predicate) == PredicateKind::Shared;
                        if number == seen_by || (alike && number == 0) {
                            shared[v.index()] = value && !at_start;
                        }
                    }
                }
            }
            for (places, variable) in &self.emitted.scopes {
                bits[variable.index()] = in_scope(&|place| places.contains(place.index()));
            }
            if let Some(variable) = self.emitted.newborn {
                bits[variable.index()] = creation.is_some();
            }
            newborn.push(thread.born_by.is_some());
            threads.push(bits);
        }
        Bits { shared, threads, newborn }
    }

    fn kind(&self, predicate: PredicateId) -> PredicateKind {
        self.predicates.list[predicate].kind
    }

    /// Whether the abstraction has a step; a sentence says what is wrong.
    pub fn check(&self, before: &State, taken: &Taken) -> Result<(), String> {
        let edge = &self.template.edges[taken.edge];
        let wrong = |what: &str| {
            Err(format!(
                "{what}: thread {} at {}, edge {:?}\n  before {before:?}\n  after {:?}",
                taken.thread, self.template.places[edge.from].name, taken.edge, taken.state
            ))
        };
        let path = &self.paths[taken.edge];
        if path.is_empty() {
            return wrong("there is no edge");
        }
        let old = self.bits(before, None, taken.thread);
        if let Kind::Error(..) = edge.kind {
            let all = match path.as_slice() {
                [only] => self.fails(*only, &old, taken.thread),
                [first, ..] => self.admits(*first, &old, &old, taken.thread),
                [] => false,
            };
            return if all { Ok(()) } else { wrong("the error is impossible") };
        }
        // What other threads see after the step must be right, too.
        for seen_by in 0..taken.state.threads.len().max(1) {
            let admitted = match edge.kind {
                Kind::End => {
                    // The thread is gone: its bits do not matter.
                    let mut state = taken.state.clone();
                    state.threads.insert(taken.thread, before.threads[taken.thread].clone());
                    let seen_by = seen_by + usize::from(seen_by >= taken.thread);
                    let mut after = self.bits(&state, None, seen_by);
                    after.threads[taken.thread] = old.threads[taken.thread].clone();
                    self.admits(path[0], &old, &after, taken.thread)
                }
                Kind::Start(_) => self.admits_creation(path, &old, taken, seen_by),
                _ => {
                    let after = self.bits(&taken.state, None, seen_by);
                    self.admits(path[0], &old, &after, taken.thread)
                }
            };
            if !admitted {
                return wrong("the step is impossible");
            }
        }
        Ok(())
    }

    fn admits_creation(&self, path: &[EdgeId], old: &Bits, taken: &Taken, seen_by: usize) -> bool {
        let active = taken.thread;
        let mut alone = taken.state.clone();
        alone.threads.pop();
        let inside = self.bits(&alone, Some((active, taken.edge)), seen_by.min(alone.threads.len() - 1));
        let after = self.bits(&taken.state, None, seen_by);
        let child = after.threads.len() - 1;
        // The child has a copy of what its creator has inside the region.
        let is_copy = (0..after.threads[child].len())
            .all(|v| self.of_identity.contains(&v) || after.threads[child][v] == inside.threads[active][v]);
        let mut copied = inside.clone();
        copied.threads.push(inside.threads[active].clone());
        copied.newborn.push(true);
        let rest = match path.get(2) {
            Some(last) => self.admits(*last, &copied, &after, active),
            None => copied.threads[active] == after.threads[active],
        };
        is_copy && self.admits(path[0], old, &inside, active) && rest
    }

    /// All values of bits of a newborn thread that may be anything.
    fn variants(&self, bits: &[bool], is_newborn: bool) -> Vec<Vec<bool>> {
        let mut found = vec![bits.to_vec()];
        if is_newborn {
            for at in &self.of_identity {
                let other = found.clone().into_iter().map(|mut bits| {
                    bits[*at] = !bits[*at];
                    bits
                });
                found.extend(other.collect::<Vec<_>>());
            }
        }
        found
    }

    fn fails(&self, edge: EdgeId, old: &Bits, active: usize) -> bool {
        let Action::Assert(possible) = self.program().edges[edge].action else { return false };
        let variants = self.variants(&old.threads[active], old.newborn[active]);
        variants.iter().all(|own| {
            self.program().formulas.eval(possible.no, &|leaf: Leaf| match leaf.owner {
                Owner::Shared => old.shared[leaf.index as usize],
                _ => own[leaf.index as usize],
            })
        })
    }

    /// Whether the edge leads from bits to bits.
    fn admits(&self, edge: EdgeId, old: &Bits, new: &Bits, active: usize) -> bool {
        let program = self.program();
        let Action::Assign(assign) = &program.edges[edge].action else { return false };
        let own_after = &new.threads[active];
        self.variants(&old.threads[active], old.newborn[active]).iter().all(|own| {
            let own_ways = self.variants(own_after, new.newborn[active]);
            own_ways.iter().any(|own_after| {
                let step = Step { program, old, new, own: [own, own_after], other: [own, own_after] };
                let is_kept = |var: Var| match var {
                    Var::Shared(v) => old.shared[v.index()] == new.shared[v.index()],
                    Var::Local(v) => own[v.index()] == own_after[v.index()],
                };
                let shared = (0..old.shared.len()).map(|v| Var::Shared(Id::from_index(v)));
                let locals = (0..own.len()).map(|v| Var::Local(LocalVar::from_index(v)));
                let kept = shared
                    .chain(locals)
                    .all(|var| assign.targets.iter().any(|(v, _)| *v == var) || is_kept(var));
                let allowed = assign.targets.iter().all(|(var, possible)| {
                    let value = match var {
                        Var::Shared(v) => new.shared[v.index()],
                        Var::Local(v) => own_after[v.index()],
                    };
                    step.allows(*possible, value)
                });
                let others = (0..old.threads.len()).filter(|other| *other != active);
                kept && allowed
                    && step.holds(assign.guard)
                    && step.holds(assign.constraint)
                    && others
                        .into_iter()
                        .all(|other| self.admits_other(edge, (old, new), [own, own_after], other))
            })
        })
    }

    fn admits_other(
        &self,
        edge: EdgeId,
        (old, new): (&Bits, &Bits),
        own: [&Vec<bool>; 2],
        other: usize,
    ) -> bool {
        let program = self.program();
        let passive = program.edges[edge].passive();
        self.variants(&old.threads[other], old.newborn[other]).iter().all(|before| {
            self.variants(&new.threads[other], new.newborn[other]).iter().any(|after| {
                let step = Step { program, old, new, own, other: [before, after] };
                let targets = passive.map_or(&[][..], |p| &p.targets[..]);
                let kept = (0..before.len())
                    .all(|v| targets.iter().any(|(t, _)| t.index() == v) || before[v] == after[v]);
                kept && targets.iter().all(|(v, possible)| step.allows(*possible, after[v.index()]))
                    && passive.is_none_or(|p| step.holds(p.constraint))
            })
        })
    }
}

/// Old and new values of the active thread and another one.
struct Step<'a> {
    program: &'a Program,
    old: &'a Bits,
    new: &'a Bits,
    own: [&'a Vec<bool>; 2],
    other: [&'a Vec<bool>; 2],
}

impl Step<'_> {
    fn holds(&self, formula: FormulaId) -> bool {
        self.program.formulas.eval(formula, &|leaf: Leaf| {
            let (time, index) = (usize::from(leaf.primed), leaf.index as usize);
            match leaf.owner {
                Owner::Shared => [&self.old.shared, &self.new.shared][time][index],
                Owner::Active => self.own[time][index],
                Owner::Passive => self.other[time][index],
            }
        })
    }

    /// A value that a target may get; its formulas are about old values.
    fn allows(&self, possible: Possible, value: bool) -> bool {
        self.holds(if value { possible.yes } else { possible.no })
    }
}
