//! The Boolean broadcast program of a step graph, its predicates and its relations.
//!
//! *What*: [DKKW11]'s Boolean program, flat, so that a location has several edges. Deterministic: equal inputs give equal
//! programs, and a certificate can be checked against a program that was built a second time.
//! *Claim*: if the relations hold, each step of any number of threads of the template is a path of the program between
//! states with the same bits. So what no state of the program reaches, no state of the template does.
//!
//! *Variables*, in this order: a bit for each predicate, shared if its kind is, else local; then for each scope that is
//! not everything, and in which some predicate is that a clause or a change of other threads speaks of (`$`), a local
//! variable `in`, in the order of these predicates; then `newborn`, if threads are created and a predicate speaks of
//! identities. If nothing leads to the entry, all bits are false at the start, else those in scope are arbitrary;
//! `in` says what is in scope at the entry.
//!
//! *Locations*: one for each place, in their order; then, edge by edge, the inner ones; then one for the end of threads, if
//! they end. *Edges*, in the order of those of the template, without those whose clauses hold the empty one:
//! - *Step*: an assignment. What the edge changes and is known behind it gets any value, what is not known behind it
//!   becomes false, `in` what it is behind it, and `newborn` false. Clauses over bits before the step are the guard, the
//!   others the constraint; a bit that has one value behind the step gets that value.
//! - *Start*: the same to an inner, atomic location, with `newborn` set, and with the scope of both places behind it; then the
//!   creation, and then (if anything is left to do) an assignment from another inner location that makes `newborn` false
//!   and the scope that of the creator.
//! - *End*: an assignment to the location where threads end.
//! - *Error*: an assertion at the place itself, which fails where all clauses hold. If clauses speak of other threads, an
//!   assignment to an inner, atomic location with an assertion that always fails.
//!
//! *Clauses* are about predicates, and are made clauses about bits as `scope` says. Those that speak of no other thread
//! hold without one; each of the others gets `newborn$` as a literal if one of its literals of the other thread speaks of
//! identities, and `not in$` for each true one. A bit of another thread that changes gets `not 'b$ or in$`, too.
//!
//! `emit/clauses` makes formulas of clauses.
//! *Departures*: errors are assertions, so that they are found without being a place.

mod clauses;

use crate::clause::{Clause, Literal, Relation, Whose};
use crate::fault::{Fault, planted};
use crate::predicate::{PredicateId, PredicateKind, Predicates};
use crate::relation::Relations;
use crate::scope::Scopes;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use tw_boolprog::checked::{LocalVar, Var};
use tw_boolprog::{Action, Assign, Builder, FormulaId, Loc, Passive, Possible, Program};
use tw_index::{BitSet, Id, IdVec};
use tw_steps::{Edge, EdgeId, Kind, Place, Template};

/// A Boolean program, and what its parts stand for.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// The program.
    pub program: Arc<Program>,
    /// The edges of the template: each is taken with one edge of the program, a creation with the one that creates, an
    /// error with the assertion that fails.
    pub edges: IdVec<tw_boolprog::EdgeId, Option<EdgeId>>,
    /// The places of the template.
    pub places: IdVec<Loc, Option<Place>>,
    /// The bits of predicates.
    pub bits: IdVec<PredicateId, Var>,
    /// Scopes as sets of places, with the variables that say whether a thread is in them.
    pub scopes: Vec<(BitSet, LocalVar)>,
    /// It is true of threads that have not taken their first step.
    pub newborn: Option<LocalVar>,
}

/// Words of the language of Boolean programs, which cannot be labels.
const RESERVED: [&str; 32] = [
    "begin",
    "end",
    "decl",
    "void",
    "bool",
    "goto",
    "while",
    "do",
    "skip",
    "od",
    "enforce",
    "abortif",
    "start_thread",
    "end_thread",
    "thread_local",
    "sync",
    "atomic_begin",
    "atomic_end",
    "constrain",
    "dead",
    "return",
    "if",
    "then",
    "else",
    "elsif",
    "fi",
    "dfs",
    "schoose",
    "assert",
    "assume",
    "wait",
    "broadcast",
];

/// The Boolean program.
pub fn emit(template: &Template, predicates: &Predicates, relations: &Relations) -> Emitted {
    let scopes = Scopes::new(template, predicates);
    let relations: Vec<&Relation> = template.edges.ids().map(|e| relations.relation(e)).collect();
    let mut emitter = Emitter::new(template, predicates, &scopes, &relations);
    for (id, relation) in template.edges.ids().zip(&relations) {
        if relation.clauses.iter().all(|clause| !clause.is_empty()) {
            emitter.edge(id, relation);
        }
    }
    emitter.finish()
}

struct Emitter<'a> {
    template: &'a Template,
    predicates: &'a Predicates,
    scopes: &'a Scopes,
    builder: Builder,
    bits: IdVec<PredicateId, Var>,
    variables: Vec<(BitSet, LocalVar)>,
    newborn: Option<LocalVar>,
    labels: FxHashSet<String>,
    /// By location.
    places: IdVec<Loc, Option<Place>>,
    /// By the calls of the builder.
    edges: Vec<Option<EdgeId>>,
    end: Option<Loc>,
}

/// The parts of an assignment.
struct Parts {
    guard: Vec<FormulaId>,
    targets: Vec<(Var, Possible)>,
    constraint: Vec<FormulaId>,
    others: Vec<(LocalVar, Possible)>,
    pair: Vec<FormulaId>,
}

impl<'a> Emitter<'a> {
    fn new(
        template: &'a Template,
        predicates: &'a Predicates,
        scopes: &'a Scopes,
        relations: &[&Relation],
    ) -> Emitter<'a> {
        let mut builder = Builder::new("the abstraction");
        let entry = template.entry.expect("the template has an entry");
        let mut bits = IdVec::new();
        for (id, predicate) in predicates.list.enumerate() {
            let free = scopes.start().is_none() && scopes.contains(id, entry);
            let (name, init) = (format!("b{}", id.index()), (!free).then_some(false));
            let shared = predicate.kind == PredicateKind::Shared
                || (predicate.kind == PredicateKind::Mixed && planted(Fault::MixedAsShared));
            bits.push(if shared {
                Var::Shared(builder.shared(name, init))
            } else {
                Var::Local(builder.local(name, init))
            });
        }
        let mut variables: Vec<(BitSet, LocalVar)> = Vec::new();
        for id in predicates.list.ids() {
            let places = scopes.places(id);
            let spoken_of = |r: &&Relation| {
                let literals = r.clauses.iter().flatten();
                r.changes_others.contains(&id)
                    || literals.into_iter().any(|l| l.whose == Whose::Other && l.predicate == id)
            };
            if !scopes.is_everywhere(id)
                && variables.iter().all(|(known, _)| known != places)
                && relations.iter().any(spoken_of)
            {
                let name = format!("in{}", variables.len());
                variables.push((places.clone(), builder.local(name, Some(places.contains(entry.index())))));
            }
        }
        let creates = template.edges.iter().any(|e| matches!(e.kind, Kind::Start(_)));
        let newborn = (creates && predicates.list.ids().any(|p| scopes.is_of_identity(p)))
            .then(|| builder.local("newborn", Some(false)));
        let mut emitter = Emitter {
            template,
            predicates,
            scopes,
            builder,
            bits,
            variables,
            newborn,
            labels: RESERVED.iter().map(|word| word.to_string()).collect(),
            places: IdVec::new(),
            edges: Vec::new(),
            end: None,
        };
        for (id, place) in template.places.enumerate() {
            emitter.location(&place.name, place.atomic, Some(id));
        }
        emitter
    }

    fn location(&mut self, name: &str, atomic: bool, place: Option<Place>) -> Loc {
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain =
            format!("{}{plain}", if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "L" });
        let mut label = plain.clone();
        let mut number = 1;
        while !self.labels.insert(label.clone()) {
            number += 1;
            label = format!("{plain}__{number}");
        }
        self.places.push(place);
        self.builder.location(label, atomic)
    }

    fn loc(&self, place: Place) -> Loc {
        // Places have the first locations.
        Loc::from_index(place.index())
    }

    fn step(&mut self, from: Loc, to: Loc, action: Action, stands_for: Option<EdgeId>) {
        self.builder.edge(from, to, action);
        self.edges.push(stands_for);
    }

    fn edge(&mut self, id: EdgeId, relation: &Relation) {
        let edge = &self.template.edges[id];
        let (from, to) = (self.loc(edge.from), self.loc(edge.to));
        let name = self.template.places[edge.from].name.clone();
        let parts = self.parts(edge, relation);
        match edge.kind {
            Kind::Step => {
                let action = self.assignment(parts);
                self.step(from, to, action, Some(id));
            }
            Kind::Start(child) => {
                let inside = self.location(&format!("{name} creates"), true, None);
                let action = self.assignment(parts);
                self.step(from, inside, action, None);
                let rest = self.rest_of_creation(edge, child);
                let child = self.loc(child);
                if rest.is_empty() {
                    self.step(inside, to, Action::Start(child), Some(id));
                } else {
                    let behind = self.location(&format!("{name} created"), true, None);
                    self.step(inside, behind, Action::Start(child), Some(id));
                    let parts = Parts {
                        guard: vec![],
                        targets: rest,
                        constraint: vec![],
                        others: vec![],
                        pair: vec![],
                    };
                    let action = self.assignment(parts);
                    self.step(behind, to, action, None);
                }
            }
            Kind::End => {
                let end = match self.end {
                    Some(end) => end,
                    None => self.location("ended", false, None),
                };
                self.end = Some(end);
                let action = self.assignment(parts);
                self.step(from, end, action, Some(id));
            }
            Kind::Error(..) if parts.pair.is_empty() => {
                let holds = self.all(parts.guard);
                let fails = self.builder.formulas.not(holds);
                let action = Action::Assert(self.builder.value_of(fails));
                self.step(from, from, action, Some(id));
            }
            Kind::Error(..) => {
                let error = self.location(&format!("{name} error"), true, None);
                let action = self.assignment(parts);
                self.step(from, error, action, None);
                let never = Action::Assert(self.builder.exactly(false));
                self.step(error, error, never, Some(id));
            }
        }
    }

    /// What the creator still has to do when the child is there.
    fn rest_of_creation(&self, edge: &Edge, child: Place) -> Vec<(Var, Possible)> {
        let mut targets = Vec::new();
        for (predicate, bit) in self.bits.enumerate() {
            if self.scopes.is_known_after(edge, predicate) && !self.scopes.contains(predicate, edge.to) {
                targets.push((*bit, self.builder.exactly(false)));
            }
        }
        for (places, variable) in &self.variables {
            let [to, child] = [edge.to, child].map(|place| places.contains(place.index()));
            if child && !to && !planted(Fault::ChildScopeForgotten) {
                targets.push((Var::Local(*variable), self.builder.exactly(false)));
            }
        }
        targets.extend(self.newborn.map(|v| (Var::Local(v), self.builder.exactly(false))));
        targets
    }

    fn parts(&mut self, edge: &Edge, relation: &Relation) -> Parts {
        let mut parts = Parts {
            guard: Vec::new(),
            targets: self.targets(edge, relation),
            constraint: Vec::new(),
            others: Vec::new(),
            pair: Vec::new(),
        };
        self.other_targets(relation, &mut parts);
        for clause in &relation.clauses {
            if !self.says_something(edge, clause) {
                continue;
            }
            let of_other = clause.iter().any(|l| l.whose == Whose::Other);
            if of_other && planted(Fault::MixedAsShared) {
                continue;
            }
            let formula = self.clause(clause);
            match clause.as_slice() {
                // A bit after the step that has one value.
                [only] if only.after && self.is_target(*only, &parts) => self.fix(*only, &mut parts, formula),
                _ if of_other => parts.pair.push(formula),
                _ if clause.iter().any(|l| l.after) => parts.constraint.push(formula),
                _ => parts.guard.push(formula),
            }
        }
        self.out_of_scope_where_threads_begin(edge, &mut parts);
        parts
    }

    /// Bits of the active thread and shared ones.
    fn targets(&self, edge: &Edge, relation: &Relation) -> Vec<(Var, Possible)> {
        let mut targets = Vec::new();
        let goes_on = matches!(edge.kind, Kind::Step | Kind::Start(_));
        for (predicate, bit) in self.bits.enumerate() {
            if relation.changes.contains(&predicate) {
                targets.push((*bit, self.builder.any()));
            } else if goes_on && !self.scopes.is_known_after(edge, predicate) {
                targets.push((*bit, self.builder.exactly(false)));
            }
        }
        if !goes_on {
            return targets;
        }
        for (places, variable) in &self.variables {
            let contains = |place: Place| places.contains(place.index());
            let child = match edge.kind {
                Kind::Start(child) => contains(child) && !planted(Fault::ChildScopeForgotten),
                _ => false,
            };
            targets.push((Var::Local(*variable), self.builder.exactly(contains(edge.to) || child)));
        }
        if let Some(variable) = self.newborn {
            let creates = matches!(edge.kind, Kind::Start(_));
            targets.push((Var::Local(variable), self.builder.exactly(creates)));
        }
        targets
    }

    /// Bits of other threads.
    fn other_targets(&mut self, relation: &Relation, parts: &mut Parts) {
        for predicate in &relation.changes_others {
            let Var::Local(bit) = self.bits[*predicate] else { continue };
            parts.others.push((bit, self.builder.any()));
            if let Some(scope) = self.variable_of(*predicate) {
                let bit = self.passive(bit, true);
                let mut literals = vec![self.builder.formulas.not(bit), self.passive(scope, false)];
                let newborn = self.excused(*predicate);
                literals.extend(newborn.map(|v| self.passive(v, false)));
                let formula = self.any_of(literals);
                parts.pair.push(formula);
            }
        }
    }

    /// Whether a clause says something about bits: all bits of the active thread in it are known.
    fn says_something(&self, edge: &Edge, clause: &Clause) -> bool {
        clause.iter().filter(|l| l.whose == Whose::Active).all(|l| {
            if l.after {
                self.scopes.is_known_after(edge, l.predicate)
            } else {
                self.scopes.is_known_before(self.template, edge, l.predicate)
            }
        })
    }

    fn is_target(&self, literal: Literal, parts: &Parts) -> bool {
        match (literal.whose, self.bits[literal.predicate]) {
            (Whose::Active, bit) => parts.targets.iter().any(|(v, _)| *v == bit),
            // The clause has one literal only if nothing excuses a thread.
            (Whose::Other, Var::Local(bit)) => {
                parts.others.iter().any(|(v, _)| *v == bit)
                    && self.excused(literal.predicate).is_none()
                    && (!literal.value || self.variable_of(literal.predicate).is_none())
            }
            (Whose::Other, Var::Shared(_)) => false,
        }
    }

    /// The bit has one value after the step. If it has to have both, the step is impossible.
    fn fix(&self, literal: Literal, parts: &mut Parts, formula: FormulaId) {
        let value = self.builder.exactly(literal.value);
        let opposite = self.builder.exactly(!literal.value);
        let bit = self.bits[literal.predicate];
        let (known, formulas) = match (literal.whose, bit) {
            (Whose::Other, Var::Local(bit)) => {
                (parts.others.iter_mut().find(|(v, _)| *v == bit).map(|(_, p)| p), &mut parts.pair)
            }
            _ => (parts.targets.iter_mut().find(|(v, _)| *v == bit).map(|(_, p)| p), &mut parts.constraint),
        };
        match known {
            Some(known) if *known != opposite => *known = value,
            _ => formulas.push(formula),
        }
    }

    /// A fault: what is out of scope where a thread begins would be false there.
    fn out_of_scope_where_threads_begin(&mut self, edge: &Edge, parts: &mut Parts) {
        if !self.template.places[edge.from].newborn || !planted(Fault::EntryScopeFalse) {
            return;
        }
        for predicate in self.predicates.list.ids() {
            if !self.scopes.contains(predicate, edge.from) {
                let bit = Literal { predicate, whose: Whose::Active, after: false, value: false };
                let formula = self.literal(bit);
                parts.guard.push(formula);
            }
        }
    }

    fn assignment(&mut self, parts: Parts) -> Action {
        let guard = self.all(parts.guard);
        let constraint = self.all(parts.constraint);
        let concerns_others = !parts.others.is_empty() || !parts.pair.is_empty();
        let pair = self.all(parts.pair);
        let passive = concerns_others.then_some(Passive { targets: parts.others, constraint: pair });
        Action::Assign(Assign { guard, targets: parts.targets, constraint, passive })
    }

    fn finish(mut self) -> Emitted {
        if let Some(end) = self.end {
            self.step(end, end, Action::End, None);
        }
        let entry = self.template.entry.expect("the template has an entry");
        let entry = self.loc(entry);
        let (program, made) = self.builder.finish(entry);
        self.places.push(None);
        let edges = made.iter().map(|number| self.edges[*number]).collect();
        Emitted {
            program: Arc::new(program),
            edges,
            places: self.places,
            bits: self.bits,
            scopes: self.variables,
            newborn: self.newborn,
        }
    }
}
