//! What is known of the steps of each edge: clauses over bits before and after.
//!
//! *What*: which bits change at all (phase 0), for each bit that changes all input cubes that exclude a value (phase 1),
//! and, where few bits take part, everything that they can do together (phase 2). Later questions come from paths that
//! should be impossible ([`Relations::refute`]).
//! *Source*: predicate-abstraction design, section 3.4; [BCDR04] for clauses on demand.
//! *Claim*: a clause is true in every step of its edge; a bit that is not among those that change has the same value before
//! and after, for the active thread or for every other one. So less effort makes the relation weaker, and never wrong.
//! *Departures*: where the design has a second solver for bits, a table of their values does: at most 12 bits take part.
//! Budgets count questions, not time, so that equal inputs have equal relations.
//! *Cost*: one question for each combination of values that is possible, and some for each clause.
//!
//! - `relation/step`: the solver of an edge.
//! - `relation/table`: values of bits, and which bits are related.

pub(crate) mod step;
mod table;

use crate::clause::{Clause, Literal, Relation, Whose};
use crate::fault::{Fault, planted};
use crate::predicate::{PredicateId, PredicateKind, Predicates};
use crate::scope::Scopes;
use rustc_hash::FxHashSet;
use step::{Answer, Bit, Other, Step};
use table::{Related, Table};
use tw_index::{Id, IdVec};
use tw_solver::{Stop, Stopped};
use tw_steps::{ArrayVar, Edge, EdgeId, Kind, Template, Var};
use tw_words::{ArrayId, Support, TermId, Valuation};

/// Bits that say together which values of another one are possible.
const INPUTS: usize = 10;
/// The same, if it is the bit of another thread.
const INPUTS_WITH_OTHER: usize = 12;
/// Bits of which everything is asked.
const JOINT: usize = 12;
/// Questions of phase 1 for one edge, and of phase 2.
const CALLS: [u64; 2] = [2000, 1500];
/// Steps that are remembered for predicates to come.
const REMEMBERED: usize = 256;

/// The relations of all edges; they are kept for ever.
pub struct Relations {
    stop: Stop,
    other: Other,
    scopes: Scopes,
    edges: IdVec<EdgeId, Known>,
}

/// Whether a relation allows just what steps can do with the bits that are related to the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exactness {
    /// To bits of the active thread, and shared ones.
    pub active: bool,
    /// To bits of the active thread and one other, and shared ones.
    pub pair: bool,
}

/// What an edge does.
type Meaning = (TermId, Vec<(Var, TermId)>, Vec<(ArrayVar, ArrayId)>);

/// One edge.
struct Known {
    meaning: Option<Meaning>,
    step: Option<Step>,
    relation: Relation,
    all: FxHashSet<Clause>,
    /// Predicates that were treated.
    treated: usize,
    exact: Exactness,
    /// Steps that were found.
    found: Vec<Valuation>,
    /// Steps that were found in this update, the remembered ones first.
    bits: Vec<Found>,
}

/// A step that was found: its bits by slot, as far as they are known, and whether there is another thread.
struct Found {
    values: Vec<bool>,
    has_other: bool,
}

impl Known {
    fn new(edge: EdgeId) -> Known {
        let relation =
            Relation { edge, changes: Vec::new(), changes_others: Vec::new(), clauses: Vec::new() };
        Known {
            meaning: None,
            step: None,
            relation,
            all: FxHashSet::default(),
            treated: 0,
            exact: Exactness::default(),
            found: Vec::new(),
            bits: Vec::new(),
        }
    }
}

impl Relations {
    /// Nothing is known.
    pub fn new(template: &Template, stop: &Stop) -> Relations {
        Relations {
            stop: stop.clone(),
            other: Other::default(),
            scopes: Scopes::new(template, &Predicates::default()),
            edges: template.edges.ids().map(Known::new).collect(),
        }
    }

    /// Phases 0 to 2 for all predicates; only bits that are new cost work.
    ///
    /// # Errors
    /// The solver was stopped: what is known so far holds.
    pub fn update(&mut self, template: &mut Template, predicates: &Predicates) -> Result<(), Stopped> {
        self.scopes.extend(template, predicates);
        self.other.extend(template);
        for id in template.edges.ids() {
            if id.index() == self.edges.len() {
                self.edges.push(Known::new(id));
            }
            let edge = template.edges[id].clone();
            self.renew(id, &edge);
            let known = &mut self.edges[id];
            if known.treated == predicates.list.len() && known.step.is_some() {
                continue;
            }
            let mut step = match known.step.take() {
                Some(step) => step,
                None => Step::new(template, &edge, &self.other, &self.stop),
            };
            let mut work =
                Work { template, predicates, scopes: &self.scopes, edge: &edge, known, step: &mut step };
            let outcome = work.run();
            known.step = Some(step);
            outcome?;
            known.treated = predicates.list.len();
        }
        Ok(())
    }

    /// Forgets what is known of an edge that has become another one.
    fn renew(&mut self, id: EdgeId, edge: &Edge) {
        let meaning = (edge.guard, edge.updates.clone(), edge.array_updates.clone());
        let known = &mut self.edges[id];
        if known.meaning.as_ref().is_some_and(|m| *m != meaning) && !planted(Fault::ClausesOutliveEdge) {
            *known = Known::new(id);
        }
        known.meaning = Some(meaning);
    }

    /// Is a cube (conjunction of literals over bits before and after, of the active thread and another one) impossible in
    /// every step of the edge? Then the clause that its core refutes, which is admitted for ever. Literals of which the
    /// bits say nothing are passed over. All predicates have been treated by [`Relations::update`].
    ///
    /// # Errors
    /// The solver was stopped.
    pub fn refute(
        &mut self,
        template: &mut Template,
        predicates: &Predicates,
        edge: EdgeId,
        cube: &[Literal],
    ) -> Result<Option<Clause>, Stopped> {
        let info = template.edges[edge].clone();
        let known = &mut self.edges[edge];
        let Some(mut step) = known.step.take() else { return Ok(None) };
        let mut work =
            Work { template, predicates, scopes: &self.scopes, edge: &info, known, step: &mut step };
        let outcome = work.refute(cube);
        known.step = Some(step);
        outcome
    }

    /// What is known of an edge.
    pub fn relation(&self, edge: EdgeId) -> &Relation {
        &self.edges[edge].relation
    }

    /// How exactly an edge is known.
    pub fn exactness(&self, edge: EdgeId) -> Exactness {
        self.edges[edge].exact
    }

    /// Where bits matter.
    pub fn scopes(&self) -> &Scopes {
        &self.scopes
    }

    /// Questions to solvers, so far.
    pub fn calls(&self) -> u64 {
        self.edges.iter().map(|known| known.step.as_ref().map_or(0, |step| step.calls)).sum()
    }
}

/// Work on one edge.
struct Work<'a> {
    template: &'a mut Template,
    predicates: &'a Predicates,
    scopes: &'a Scopes,
    edge: &'a Edge,
    known: &'a mut Known,
    step: &'a mut Step,
}

impl Work<'_> {
    fn run(&mut self) -> Result<(), Stopped> {
        self.recall();
        self.frames()?;
        let candidates = self.candidates();
        let identities = self.identities();
        let related = Related { candidates: &candidates, identities: &identities };
        let guard = keys(&Support::of(&self.template.words, self.edge.guard));
        let own: Vec<(Bit, Vec<usize>)> =
            candidates.iter().filter(|(b, _)| b.whose == Whose::Active).cloned().collect();
        let own = Related { candidates: &own, identities: &identities };
        let outputs = self.outputs();
        let (mut seeds, mut pair_seeds) = (guard.clone(), guard.clone());
        let mut inputs: Vec<Vec<Bit>> = Vec::new();
        for bit in &outputs {
            let support = self.step.support(self.template, self.predicates, *bit);
            let mut support = keys(&support);
            support.extend(&guard);
            let (related, most) = match bit.whose {
                Whose::Active => (&own, INPUTS),
                Whose::Other => (&related, INPUTS_WITH_OTHER),
            };
            inputs.push(related.of(&support, most).0);
            if bit.whose == Whose::Active {
                seeds.extend(&support);
            }
            pair_seeds.extend(&support);
        }
        // Each step that is found answers questions about all bits.
        let (bits, all) = own.of(&guard, INPUTS);
        self.extend_found(inputs.iter().flatten().chain(&outputs).chain(&bits).copied());

        // Phase 1: when the step is possible, then one bit at a time.
        let last = self.step.calls + CALLS[0];
        let mut exact = self.settle(bits, None, last)? && all;
        for (bit, inputs) in outputs.iter().zip(inputs) {
            for value in [false, true] {
                self.settle(inputs.clone(), Some(bit.is(value)), last)?;
            }
        }

        // Phase 2: all bits together.
        let last = self.step.calls + CALLS[1];
        let (bits, all) = own.of(&seeds, JOINT);
        let own_outputs: Vec<Bit> = outputs.iter().copied().filter(|b| b.whose == Whose::Active).collect();
        if !own_outputs.is_empty() {
            exact = all && self.settle_jointly(bits, &own_outputs, last)?;
        }
        self.known.exact.active = exact;
        self.known.exact.pair = false;
        if outputs.len() > own_outputs.len() {
            let (bits, all) = related.of(&pair_seeds, JOINT);
            self.known.exact.pair = all && self.settle_jointly(bits, &outputs, last)?;
        }
        self.known.bits.clear();
        Ok(())
    }

    /// The steps that are remembered.
    fn recall(&mut self) {
        let words = &self.template.words;
        let found = self.known.found.iter();
        let found = found.map(|v| Found { values: Vec::new(), has_other: self.step.has_other(words, v) });
        self.known.bits = found.collect();
    }

    /// Finds the values of bits that are new in the steps that are remembered.
    fn extend_found(&mut self, bits: impl Iterator<Item = Bit>) {
        for bit in bits {
            self.step.slot(self.template, self.predicates, bit);
        }
        for (found, valuation) in self.known.bits.iter_mut().zip(&self.known.found) {
            let more = self.step.evaluate(&self.template.words, valuation, found.values.len());
            found.values.extend(more);
        }
    }

    /// The bits of a predicate that questions may be about.
    fn all_bits(&self, predicate: PredicateId) -> Vec<Bit> {
        let bit = |whose, after| Bit { predicate, whose, after };
        let mut bits = Vec::new();
        if self.scopes.is_known_before(self.template, self.edge, predicate) {
            bits.push(bit(Whose::Active, false));
        }
        if self.scopes.is_known_after(self.edge, predicate) {
            bits.push(bit(Whose::Active, true));
        }
        let kind = self.predicates.list[predicate].kind;
        if kind != PredicateKind::Shared {
            bits.push(bit(Whose::Other, false));
        }
        if kind == PredicateKind::Mixed && !matches!(self.edge.kind, Kind::Error(..)) {
            bits.push(bit(Whose::Other, true));
        }
        bits
    }

    /// Phase 0: which bits change.
    fn frames(&mut self) -> Result<(), Stopped> {
        for predicate in self.predicates.list.ids().skip(self.known.treated) {
            let bit = |whose, after| Bit { predicate, whose, after };
            let bits = self.all_bits(predicate);
            let changes = |work: &mut Self, whose| -> Result<bool, Stopped> {
                if !bits.contains(&bit(whose, true)) {
                    return Ok(false);
                }
                Ok(!bits.contains(&bit(whose, false))
                    || work.may_change(bit(whose, false), bit(whose, true))?)
            };
            let relation = &self.known.relation;
            if relation.changes.contains(&predicate) || relation.changes_others.contains(&predicate) {
                // It was treated before the solver was stopped.
                continue;
            }
            if changes(self, Whose::Active)? {
                self.known.relation.changes.push(predicate);
            }
            if changes(self, Whose::Other)? && !planted(Fault::MixedAsLocal) {
                self.known.relation.changes_others.push(predicate);
            }
        }
        Ok(())
    }

    fn may_change(&mut self, before: Bit, after: Bit) -> Result<bool, Stopped> {
        let [old, new] = [before, after].map(|bit| self.step.term(self.template, self.predicates, bit));
        if old == new || (planted(Fault::AliasedElementStays) && self.is_about_elements(old)) {
            return Ok(false);
        }
        self.extend_found([before, after].into_iter());
        for value in [false, true] {
            let cube = [before.is(value), after.is(!value)];
            if self.ask(&cube)? != Answer::Impossible {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether arrays are all that a term and the edge's assignments have in common.
    fn is_about_elements(&self, term: TermId) -> bool {
        let support = Support::of(&self.template.words, term);
        let written = |var: &Var| support.words.contains(&self.template.vars[*var].symbol);
        !support.arrays.is_empty() && !self.edge.updates.iter().any(|(var, _)| written(var))
    }

    /// The bits after the step that it may change.
    fn outputs(&self) -> Vec<Bit> {
        let active = self.known.relation.changes.iter();
        let active = active.map(|p| Bit { predicate: *p, whose: Whose::Active, after: true });
        let others = self.known.relation.changes_others.iter();
        active.chain(others.map(|p| Bit { predicate: *p, whose: Whose::Other, after: true })).collect()
    }

    /// The bits before the step, with what they depend on.
    fn candidates(&mut self) -> Vec<(Bit, Vec<usize>)> {
        let mut found = Vec::new();
        for predicate in self.predicates.list.ids() {
            for bit in self.all_bits(predicate).into_iter().filter(|b| !b.after) {
                let support = self.step.support(self.template, self.predicates, bit);
                found.push((bit, keys(&support)));
            }
        }
        found
    }

    fn identities(&self) -> Vec<usize> {
        let own = self.template.identity;
        let pair = self.step.identity();
        own.into_iter().chain(pair.map(|(_, other)| other)).map(|s| table::key(false, s)).collect()
    }

    /// All values of bits, with a literal that is given: each is excluded by a clause, or some step has it. False if the
    /// budget did not suffice.
    fn settle(&mut self, bits: Vec<Bit>, given: Option<Literal>, last: u64) -> Result<bool, Stopped> {
        self.extend_found(bits.iter().copied().chain(given.map(Bit::of)));
        let mut table = Table::new(bits);
        let fits = |literal: &Literal, table: &Table| {
            let bit = Bit::of(*literal);
            table.bits().contains(&bit)
                || given.is_some_and(|g| Bit::of(g) == bit && g.value != literal.value)
        };
        for clause in &self.known.relation.clauses {
            if clause.iter().all(|l| fits(l, &table)) {
                let cube: Vec<Literal> = clause.iter().map(|l| negated(*l)).collect();
                table.settle_cube(&cube);
            }
        }
        let with_other =
            table.bits().iter().copied().chain(given.map(Bit::of)).any(|b| b.whose == Whose::Other);
        for found in self.known.bits.iter().filter(|found| found.has_other || !with_other) {
            let value = |bit: Bit| self.step.number(bit).and_then(|slot| found.values.get(slot).copied());
            if given.is_none_or(|g| value(Bit::of(g)) == Some(g.value))
                && let Some(number) = table.number(value)
            {
                table.settle(number);
            }
        }
        let mut complete = true;
        while let Some(mut cube) = table.open() {
            if self.step.calls >= last {
                return Ok(false);
            }
            cube.extend(given);
            let answer = self.ask(&cube)?;
            complete &= answer != Answer::Unknown;
            let core = if answer == Answer::Impossible { self.step.refuted(&cube)? } else { None };
            match core {
                Some(core) => {
                    table.settle_cube(&core);
                    self.admit(&core);
                }
                // It is possible, or too hard to tell.
                None => table.settle_cube(&cube),
            }
        }
        Ok(complete)
    }

    /// The same for bits before and after, if they are few enough. False also if they are not.
    fn settle_jointly(&mut self, mut bits: Vec<Bit>, outputs: &[Bit], last: u64) -> Result<bool, Stopped> {
        bits.extend(outputs);
        if bits.len() > JOINT { Ok(false) } else { self.settle(bits, None, last) }
    }

    /// Asks, and remembers the step that is found.
    fn ask(&mut self, cube: &[Literal]) -> Result<Answer, Stopped> {
        let answer = self.step.ask(cube)?;
        if answer == Answer::Possible {
            let (values, has_other) = self.step.found();
            let found = Found { values, has_other };
            if self.known.found.len() < REMEMBERED {
                // Remembered ones come first.
                let at = self.known.found.len();
                self.known.found.push(self.step.valuation(&self.template.words));
                self.known.bits.insert(at, found);
            } else {
                self.known.bits.push(found);
            }
        }
        Ok(answer)
    }

    fn refute(&mut self, cube: &[Literal]) -> Result<Option<Clause>, Stopped> {
        let mut allowed: Vec<Literal> = Vec::new();
        for literal in cube {
            let kind = self.predicates.list[literal.predicate].kind;
            let mut literal = *literal;
            match (kind, literal.whose) {
                (PredicateKind::Shared, _) => literal.whose = Whose::Active,
                // Nobody else changes it.
                (PredicateKind::Local, Whose::Other) => literal.after = false,
                _ => {}
            }
            if self.all_bits(literal.predicate).contains(&Bit::of(literal)) {
                self.step.slot(self.template, self.predicates, Bit::of(literal));
                allowed.push(literal);
            }
        }
        allowed.sort();
        allowed.dedup();
        let Some(core) = self.step.refuted(&allowed)? else { return Ok(None) };
        Ok(Some(self.admit(&core)))
    }

    /// The clause that says that a cube is impossible, from now on part of the relation.
    fn admit(&mut self, core: &[Literal]) -> Clause {
        let mut clause: Clause = core.iter().map(|l| negated(*l)).collect();
        clause.sort();
        clause.dedup();
        if self.known.all.insert(clause.clone()) {
            self.known.relation.clauses.push(clause.clone());
        }
        clause
    }
}

fn negated(literal: Literal) -> Literal {
    Literal { value: !literal.value, ..literal }
}

/// What a term depends on, as numbers in ascending order.
fn keys(support: &Support) -> Vec<usize> {
    let words = support.words.iter().map(|s| table::key(false, *s));
    let mut keys: Vec<usize> = words.chain(support.arrays.iter().map(|a| table::key(true, *a))).collect();
    keys.sort_unstable();
    keys
}
