//! What a proof rests on.

use crate::predicate::Predicates;
use crate::relation::Relations;
use crate::search::Round;
use tw_steps::Template;
use tw_verdict::Reached;

/// A proof, before a certificate is written of it.
pub struct Evidence {
    /// The step graph.
    pub template: Template,
    /// The predicates.
    pub predicates: Predicates,
    /// The clauses of its edges.
    pub relations: Relations,
    /// Evidence about the Boolean program, if the engine has any.
    pub boolean: Option<Box<Reached>>,
    /// The last round.
    pub round: Round,
}
