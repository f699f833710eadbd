//! Predicates: truth values over the variables of a template and the identity of one thread.

use tw_index::{IdVec, define_id};
use tw_steps::Template;
use tw_words::{Support, TermId};

define_id!(/// A predicate.
    pub struct PredicateId);

/// Whose values a predicate speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PredicateKind {
    /// Shared variables only: one bit for all threads.
    Shared,
    /// Local variables only: a bit of each thread, which no other thread changes.
    Local,
    /// Both: a bit of each thread, which steps of others change.
    Mixed,
}

/// How expensive a candidate is: the ladder of refinement, cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(pub u8);

/// Where a predicate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program itself: guards of errors, of locks, small ranges.
    Seed,
    /// The user.
    User,
    /// Refinement, at this level.
    Refined(Level),
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// One bit, over symbols of variables, reads of arrays, and the identity.
    pub term: TermId,
    /// Whose values it speaks of, by what it depends on.
    pub kind: PredicateKind,
    /// Where it comes from.
    pub origin: Origin,
}

/// The predicates of an abstraction; they only grow.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    /// All of them.
    pub list: IdVec<PredicateId, Predicate>,
}

impl Predicates {
    /// Adds a predicate, unless it or its negation is there, or it is constant.
    pub fn add(&mut self, template: &mut Template, term: TermId, origin: Origin) -> Option<PredicateId> {
        let negated = template.words.not(term);
        let known = |p: &Predicate| p.term == term || p.term == negated;
        if template.words.as_const(term).is_some() || self.list.iter().any(known) {
            return None;
        }
        let kind = kind(template, term);
        Some(self.list.push(Predicate { term, kind, origin }))
    }
}

/// Whose values a term speaks of.
pub fn kind(template: &Template, term: TermId) -> PredicateKind {
    let support = Support::of(&template.words, term);
    let is_shared = |shared: bool| {
        template.vars.iter().any(|v| v.shared == shared && support.words.contains(&v.symbol))
            || template.arrays.iter().any(|a| a.shared == shared && support.arrays.contains(&a.symbol))
    };
    let local = is_shared(false) || template.identity.is_some_and(|id| support.words.contains(&id));
    match (is_shared(true), local) {
        (true, true) => PredicateKind::Mixed,
        (true, false) => PredicateKind::Shared,
        _ => PredicateKind::Local,
    }
}
