//! Clauses over bits before and after a step, of the thread that moves and of one other.

use crate::predicate::PredicateId;
use smallvec::SmallVec;
use tw_steps::EdgeId;

/// Whose copy of a bit. Bits of shared predicates are [`Whose::Active`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Whose {
    /// The thread that moves.
    Active,
    /// Any other thread.
    Other,
}

/// A bit or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The predicate.
    pub predicate: PredicateId,
    /// Whose.
    pub whose: Whose,
    /// After the step.
    pub after: bool,
    /// The value that makes the literal true.
    pub value: bool,
}

/// One of these literals is true in every step of an edge. Sorted.
pub type Clause = SmallVec<[Literal; 6]>;

/// What is known of the steps of an edge.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The edge.
    pub edge: EdgeId,
    /// Bits of the active thread, and shared ones, that the edge may change; all others stay as they are.
    pub changes: Vec<PredicateId>,
    /// Mixed bits of other threads that the edge may change; all others stay as they are.
    pub changes_others: Vec<PredicateId>,
    /// What holds of each step.
    pub clauses: Vec<Clause>,
}
