//! The Boolean program of a certificate's edges.
//!
//! *Claim*: a state of any number of threads of the C program at places stands for states of the Boolean program: each
//! thread at the location of its place; a bit is true if its predicate is true and in scope. Only the bits about the
//! identity of a thread that was just created may be anything, as `newborn` says, and what is out of scope where it was created.
//! If the edges have all ways as steps (`obligations.rs`), each step between places is one between such states. `in` says
//! of a thread whose place others do not know what is in scope there.

use crate::certificate::{Certificate, Clause, Edge, Literal, Sort, Step};
use crate::obligations::{is_known_after, says_something};
use tw_boolprog::checked::{LocalVar, Var};
use tw_boolprog::{Action, Assign, Builder, FormulaId, Leaf, Loc, Owner, Passive, Possible, Program};
use tw_index::Id;

/// The Boolean program.
pub fn program(certificate: &Certificate<'_>) -> Program {
    let mut writer = Writer::new(certificate);
    for edge in &certificate.edges {
        if edge.clauses.iter().all(|clause| !clause.literals.is_empty()) {
            writer.edge(edge);
        }
    }
    if let Some(end) = writer.end {
        writer.builder.edge(end, end, Action::End);
    }
    writer.builder.finish(Loc::from_index(certificate.entry)).0
}

struct Writer<'a> {
    certificate: &'a Certificate<'a>,
    builder: Builder,
    bits: Vec<Var>,
    /// Scopes of which something is said about other threads.
    scopes: Vec<(usize, LocalVar)>,
    newborn: Option<LocalVar>,
    end: Option<Loc>,
}

/// What is asked of one step.
#[derive(Default)]
struct Parts {
    targets: Vec<(Var, Possible)>,
    before: Vec<FormulaId>,
    constraint: Vec<FormulaId>,
    others: Vec<(LocalVar, Possible)>,
    pair: Vec<FormulaId>,
}

impl<'a> Writer<'a> {
    fn new(certificate: &'a Certificate<'a>) -> Writer<'a> {
        let mut builder = Builder::new("the edges of a certificate");
        let mut bits = Vec::new();
        for (number, predicate) in certificate.predicates.iter().enumerate() {
            bits.push(match predicate.sort {
                Sort::Shared => Var::Shared(builder.shared(format!("b{number}"), Some(false))),
                Sort::Local | Sort::Mixed => Var::Local(builder.local(format!("b{number}"), Some(false))),
            });
        }
        let mut scopes: Vec<(usize, LocalVar)> = Vec::new();
        for (number, predicate) in certificate.predicates.iter().enumerate() {
            let Some(scope) = predicate.scope else { continue };
            let is_said = |edge: &Edge| {
                let mut literals = edge.clauses.iter().flat_map(|clause| &clause.literals);
                edge.others.contains(&number) || literals.any(|l| l.is_other && l.predicate == number)
            };
            if scopes.iter().all(|(known, _)| *known != scope) && certificate.edges.iter().any(is_said) {
                let inside = certificate.scopes[scope].contains(&certificate.entry);
                scopes.push((scope, builder.local(format!("in{}", scopes.len()), Some(inside))));
            }
        }
        let creates = certificate.edges.iter().any(|edge| matches!(edge.step, Step::Start(_)));
        let has_self = certificate.predicates.iter().any(|predicate| predicate.has_self);
        let newborn = (creates && has_self).then(|| builder.local("newborn", Some(false)));
        for (number, place) in certificate.places.iter().enumerate() {
            builder.location(format!("place{number}"), place.is_atomic);
        }
        Writer { certificate, builder, bits, scopes, newborn, end: None }
    }

    fn edge(&mut self, edge: &Edge) {
        let [from, to] = [edge.from, edge.to].map(Loc::from_index);
        let parts = self.parts(edge);
        match edge.step {
            Step::On => {
                let action = self.assignment(parts);
                self.builder.edge(from, to, action);
            }
            Step::Start(child) => {
                let inside = self.builder.location("creates", true);
                let action = self.assignment(parts);
                self.builder.edge(from, inside, action);
                let rest = self.behind_creation(edge, child);
                let child = Loc::from_index(child);
                if rest.is_empty() {
                    self.builder.edge(inside, to, Action::Start(child));
                } else {
                    let behind = self.builder.location("created", true);
                    self.builder.edge(inside, behind, Action::Start(child));
                    let action = self.assignment(Parts { targets: rest, ..Parts::default() });
                    self.builder.edge(behind, to, action);
                }
            }
            Step::End => {
                let end = self.end.unwrap_or_else(|| self.builder.location("end", false));
                self.end = Some(end);
                let action = self.assignment(parts);
                self.builder.edge(from, end, action);
            }
            Step::Error if parts.pair.is_empty() && parts.others.is_empty() => {
                let holds = self.all(&parts.before);
                let fails = self.builder.formulas.not(holds);
                let action = Action::Assert(self.builder.value_of(fails));
                self.builder.edge(from, from, action);
            }
            Step::Error => {
                let error = self.builder.location("error", true);
                let action = self.assignment(parts);
                self.builder.edge(from, error, action);
                let never = Action::Assert(self.builder.exactly(false));
                self.builder.edge(error, error, never);
            }
        }
    }

    /// What a creator still does when its child is there.
    fn behind_creation(&self, edge: &Edge, child: usize) -> Vec<(Var, Possible)> {
        let certificate = self.certificate;
        let mut targets = Vec::new();
        for (predicate, bit) in self.bits.iter().enumerate() {
            if is_known_after(certificate, edge, predicate) && !certificate.is_in_scope(predicate, edge.to) {
                targets.push((*bit, self.builder.exactly(false)));
            }
        }
        for (scope, variable) in &self.scopes {
            let places = &certificate.scopes[*scope];
            if places.contains(&child) && !places.contains(&edge.to) {
                targets.push((Var::Local(*variable), self.builder.exactly(false)));
            }
        }
        targets.extend(self.newborn.map(|variable| (Var::Local(variable), self.builder.exactly(false))));
        targets
    }

    fn parts(&mut self, edge: &Edge) -> Parts {
        let mut parts = Parts { targets: self.targets(edge), ..Parts::default() };
        for predicate in &edge.others {
            let Var::Local(bit) = self.bits[*predicate] else { continue };
            parts.others.push((bit, self.builder.any()));
            if let Some(inside) = self.scope_of(*predicate) {
                let after = self.leaf(Owner::Passive, bit.index(), true);
                let mut literals = vec![self.builder.formulas.not(after), self.other(inside)];
                literals.extend(self.excuse(*predicate).map(|variable| self.other(variable)));
                let formula = self.any(&literals);
                parts.pair.push(formula);
            }
        }
        for clause in &edge.clauses {
            if !says_something(self.certificate, edge, clause) {
                continue;
            }
            let formula = self.clause(clause);
            let list = if clause.literals.iter().any(|literal| literal.is_other) {
                &mut parts.pair
            } else if clause.literals.iter().any(|literal| literal.is_after) {
                &mut parts.constraint
            } else {
                &mut parts.before
            };
            list.push(formula);
        }
        parts
    }

    /// Bits of the thread that moves, and shared ones.
    fn targets(&self, edge: &Edge) -> Vec<(Var, Possible)> {
        let certificate = self.certificate;
        let goes_on = matches!(edge.step, Step::On | Step::Start(_));
        let mut targets = Vec::new();
        for (predicate, bit) in self.bits.iter().enumerate() {
            if edge.changes.contains(&predicate) {
                targets.push((*bit, self.builder.any()));
            } else if goes_on && !is_known_after(certificate, edge, predicate) {
                targets.push((*bit, self.builder.exactly(false)));
            }
        }
        if !goes_on {
            return targets;
        }
        for (scope, variable) in &self.scopes {
            let places = &certificate.scopes[*scope];
            let of_child = matches!(edge.step, Step::Start(child) if places.contains(&child));
            let value = self.builder.exactly(of_child || places.contains(&edge.to));
            targets.push((Var::Local(*variable), value));
        }
        if let Some(variable) = self.newborn {
            let is_start = matches!(edge.step, Step::Start(_));
            targets.push((Var::Local(variable), self.builder.exactly(is_start)));
        }
        targets
    }

    // ---- formulas ----

    /// The variable of a predicate's scope.
    fn scope_of(&self, predicate: usize) -> Option<LocalVar> {
        let scope = self.certificate.predicates[predicate].scope?;
        self.scopes.iter().find(|(known, _)| *known == scope).map(|(_, variable)| *variable)
    }

    /// `newborn`, if it excuses threads from what is said of a predicate.
    fn excuse(&self, predicate: usize) -> Option<LocalVar> {
        self.newborn.filter(|_| self.certificate.predicates[predicate].has_self)
    }

    fn clause(&mut self, clause: &Clause) -> FormulaId {
        let mut literals: Vec<FormulaId> = clause.literals.iter().map(|l| self.literal(*l)).collect();
        for literal in clause.literals.iter().filter(|literal| literal.is_other) {
            if let Some(inside) = self.scope_of(literal.predicate).filter(|_| literal.value) {
                let inside = self.other(inside);
                literals.push(self.builder.formulas.not(inside));
            }
            literals.extend(self.excuse(literal.predicate).map(|variable| self.other(variable)));
        }
        self.any(&literals)
    }

    fn literal(&mut self, literal: Literal) -> FormulaId {
        let (owner, index) = match (self.bits[literal.predicate], literal.is_other) {
            (Var::Shared(variable), _) => (Owner::Shared, variable.index()),
            (Var::Local(variable), false) => (Owner::Active, variable.index()),
            (Var::Local(variable), true) => (Owner::Passive, variable.index()),
        };
        let bit = self.leaf(owner, index, literal.is_after);
        if literal.value { bit } else { self.builder.formulas.not(bit) }
    }

    fn leaf(&mut self, owner: Owner, index: usize, primed: bool) -> FormulaId {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        self.builder.formulas.leaf(Leaf { owner, index, primed })
    }

    fn other(&mut self, variable: LocalVar) -> FormulaId {
        self.leaf(Owner::Passive, variable.index(), false)
    }

    fn any(&mut self, literals: &[FormulaId]) -> FormulaId {
        let no = self.builder.formulas.constant(false);
        literals.iter().fold(no, |any, literal| self.builder.formulas.or(any, *literal))
    }

    fn all(&mut self, formulas: &[FormulaId]) -> FormulaId {
        let yes = self.builder.formulas.constant(true);
        formulas.iter().fold(yes, |all, formula| self.builder.formulas.and(all, *formula))
    }

    fn assignment(&mut self, parts: Parts) -> Action {
        let guard = self.all(&parts.before);
        let constraint = self.all(&parts.constraint);
        let concerns_others = !parts.others.is_empty() || !parts.pair.is_empty();
        let pair = self.all(&parts.pair);
        let passive = concerns_others.then_some(Passive { targets: parts.others, constraint: pair });
        Action::Assign(Assign { guard, targets: parts.targets, constraint, passive })
    }
}
