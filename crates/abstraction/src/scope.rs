//! Where a bit matters, and where it is known.
//!
//! *What*: a predicate is *in scope* at a place if all local variables that it speaks of are live there; out of scope its
//! bit is false. The bit of a thread is `in scope and φ`, whatever φ is. Clauses are about φ; they become clauses about
//! bits as follows. A literal about the active thread stands at a place that is known: a clause with a literal out of
//! scope says nothing there. Of another thread the place is not known: a literal `φ$` in a clause becomes `b$`, and the
//! clause gets `not in$`, where `in` is a bit that each thread carries for the scope; a literal `not φ$` becomes `not b$`,
//! which is weaker.
//! *Where bits are free*: a child begins with a copy of its creator's bits, made inside the creating region, where the
//! scope is that behind the creation and that of the child's first place together. What is out of scope at that place, and
//! all that is said of identities, may have any value there: no clause of an edge from there may read it. The same holds
//! of all bits where the first thread begins.
//! *Source*: predicate-abstraction design, sections 2.4 and 3.5.

use crate::fault::{Fault, planted};
use crate::predicate::{PredicateId, PredicateKind, Predicates};
use tw_index::{BitSet, Id, IdVec};
use tw_steps::{Edge, Kind, Place, Template};
use tw_words::Support;

/// The scopes of predicates.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    facts: IdVec<PredicateId, Facts>,
    /// All bits are free here: the first thread begins here, and never comes back.
    start: Option<Place>,
    places: usize,
}

#[derive(Clone, Debug)]
struct Facts {
    /// The places in scope.
    places: BitSet,
    /// It speaks of the identity of a thread.
    of_identity: bool,
    kind: PredicateKind,
}

impl Scopes {
    /// The scopes of all predicates.
    pub fn new(template: &Template, predicates: &Predicates) -> Scopes {
        let mut scopes =
            Scopes { start: start(template), places: template.places.len(), ..Scopes::default() };
        scopes.extend(template, predicates);
        scopes
    }

    /// Adds the predicates that are new.
    pub fn extend(&mut self, template: &Template, predicates: &Predicates) {
        for (_, predicate) in predicates.list.enumerate().skip(self.facts.len()) {
            let support = Support::of(&template.words, predicate.term);
            let vars = template.vars.enumerate();
            let vars: Vec<_> = vars
                .filter(|(_, v)| !v.shared && support.words.contains(&v.symbol))
                .map(|(v, _)| v)
                .collect();
            let arrays = template.arrays.enumerate();
            let arrays: Vec<_> = arrays
                .filter(|(_, a)| !a.shared && support.arrays.contains(&a.symbol))
                .map(|(a, _)| a)
                .collect();
            let mut places = BitSet::new();
            for (place, info) in template.places.enumerate() {
                if vars.iter().all(|v| info.live.contains(v))
                    && arrays.iter().all(|a| info.live_arrays.contains(a))
                {
                    places.insert(place.index());
                }
            }
            let of_identity = template.identity.is_some_and(|id| support.words.contains(&id));
            self.facts.push(Facts { places, of_identity, kind: predicate.kind });
        }
    }

    /// The places where the predicate is in scope.
    pub fn places(&self, predicate: PredicateId) -> &BitSet {
        &self.facts[predicate].places
    }

    /// Whether the predicate is in scope at a place.
    pub fn contains(&self, predicate: PredicateId, place: Place) -> bool {
        self.facts[predicate].places.contains(place.index())
    }

    /// Whether the predicate is in scope everywhere.
    pub fn is_everywhere(&self, predicate: PredicateId) -> bool {
        (0..self.places).all(|place| self.facts[predicate].places.contains(place))
    }

    /// Whether it speaks of the identity of a thread.
    pub fn is_of_identity(&self, predicate: PredicateId) -> bool {
        self.facts[predicate].of_identity
    }

    /// Whether the bit of the active thread says, before the step, whether the predicate is true.
    pub fn is_known_before(&self, template: &Template, edge: &Edge, predicate: PredicateId) -> bool {
        let facts = &self.facts[predicate];
        let newborn = template.places[edge.from].newborn;
        let identity = newborn && facts.of_identity && !planted(Fault::EntryReadsIdentity);
        self.start != Some(edge.from) && self.contains(predicate, edge.from) && !identity
    }

    /// Whether the bit of the active thread says, after the step, whether the predicate is true. For a creation this is
    /// inside its region: the creator and its child need it.
    pub fn is_known_after(&self, edge: &Edge, predicate: PredicateId) -> bool {
        match edge.kind {
            Kind::Step => self.contains(predicate, edge.to),
            Kind::Start(child) => {
                self.contains(predicate, edge.to)
                    || (self.contains(predicate, child) && !planted(Fault::ChildScopeForgotten))
            }
            Kind::End => self.facts[predicate].kind == PredicateKind::Shared,
            Kind::Error(..) => false,
        }
    }

    /// Where the first thread begins, if no thread ever comes back there and none is created there.
    pub fn start(&self) -> Option<Place> {
        self.start
    }
}

/// The entry, if nothing leads there.
fn start(template: &Template) -> Option<Place> {
    let entry = template.entry?;
    let leads_there = |edge: &Edge| match edge.kind {
        Kind::Step => edge.to == entry,
        Kind::Start(child) => edge.to == entry || child == entry,
        Kind::End | Kind::Error(..) => false,
    };
    (!template.edges.iter().any(leads_there)).then_some(entry)
}
