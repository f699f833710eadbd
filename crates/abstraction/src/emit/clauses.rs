//! Clauses about predicates as formulas over bits.

use super::Emitter;
use crate::clause::{Clause, Literal, Whose};
use crate::fault::{Fault, planted};
use crate::predicate::PredicateId;
use tw_boolprog::checked::{LocalVar, Var};
use tw_boolprog::{FormulaId, Leaf, Owner};
use tw_index::Id;

impl Emitter<'_> {
    /// The variable of a predicate's scope, if it has one.
    pub(super) fn variable_of(&self, predicate: PredicateId) -> Option<LocalVar> {
        let places = self.scopes.places(predicate);
        self.variables.iter().find(|(known, _)| known == places).map(|(_, v)| *v)
    }

    /// `newborn`, if it excuses threads from what is said of this predicate.
    pub(super) fn excused(&self, predicate: PredicateId) -> Option<LocalVar> {
        self.newborn.filter(|_| self.scopes.is_of_identity(predicate) && !planted(Fault::NewbornBound))
    }

    pub(super) fn clause(&mut self, clause: &Clause) -> FormulaId {
        let mut literals: Vec<FormulaId> = clause.iter().map(|l| self.literal(*l)).collect();
        let others = clause.iter().filter(|l| l.whose == Whose::Other);
        let (mut newborn, mut outside) = (None, Vec::new());
        for literal in others {
            newborn = newborn.or(self.excused(literal.predicate));
            let scope = self.variable_of(literal.predicate).filter(|_| literal.value);
            outside.extend(scope.filter(|scope| !outside.contains(scope)));
        }
        for scope in outside {
            let inside = self.passive(scope, false);
            literals.push(self.builder.formulas.not(inside));
        }
        literals.extend(newborn.map(|v| self.passive(v, false)));
        self.any_of(literals)
    }

    pub(super) fn literal(&mut self, literal: Literal) -> FormulaId {
        let (owner, index) = match (self.bits[literal.predicate], literal.whose) {
            (Var::Shared(v), _) => (Owner::Shared, v.index()),
            (Var::Local(v), Whose::Active) => (Owner::Active, v.index()),
            (Var::Local(v), Whose::Other) => (Owner::Passive, v.index()),
        };
        let bit = self.leaf(owner, index, literal.after);
        if literal.value { bit } else { self.builder.formulas.not(bit) }
    }

    /// A variable of another thread.
    pub(super) fn passive(&mut self, variable: LocalVar, after: bool) -> FormulaId {
        self.leaf(Owner::Passive, variable.index(), after)
    }

    pub(super) fn leaf(&mut self, owner: Owner, index: usize, primed: bool) -> FormulaId {
        let index = u32::try_from(index).expect("variables fit in 32 bits");
        self.builder.formulas.leaf(Leaf { owner, index, primed })
    }

    pub(super) fn any_of(&mut self, literals: Vec<FormulaId>) -> FormulaId {
        let no = self.builder.formulas.constant(false);
        literals.into_iter().fold(no, |any, literal| self.builder.formulas.or(any, literal))
    }

    /// A conjunction, balanced: there may be thousands of parts, and formulas are evaluated by recursion.
    pub(super) fn all(&mut self, mut formulas: Vec<FormulaId>) -> FormulaId {
        while formulas.len() > 1 {
            let pairs = formulas.chunks(2);
            let join = |pair: &[FormulaId]| match pair {
                [a, b] => self.builder.formulas.and(*a, *b),
                alone => alone[0],
            };
            formulas = pairs.map(join).collect();
        }
        formulas.pop().unwrap_or(self.builder.formulas.constant(true))
    }
}
