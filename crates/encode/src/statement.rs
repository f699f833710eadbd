//! What an edge of a program does to values, as relations.

use crate::fault::{Fault, planted};
use crate::interned::UpdateId;
use crate::interner::Interner;
use crate::others::kept;
use crate::product::{Product, classes};
use crate::relation::{Active, Encoder, Relation};
use crate::variables::Variables;
use tw_boolprog::{Action, Assign, Passive};
use tw_index::Id;
use tw_solver::{Bdd, Full};

/// What an edge does to the values of the shared variables and of threads.
pub enum Statement {
    /// An assignment to the shared variables and the active thread.
    Assign(Box<Active>),
    /// The same with an update of every other thread. For fixed old and new values of the shared variables and the
    /// active thread every other thread moves independently. Values for which the relation between another thread's
    /// old and new values is the same form a class: for each, the relation of the active thread, and the one of the
    /// others.
    Passive(Vec<(Relation, UpdateId)>),
    /// Values stay as they are.
    Still,
}

impl Statement {
    /// Encodes an action; relations of other threads get their numbers in `updates`.
    pub(crate) fn new(
        encoder: &Encoder,
        variables: &Variables,
        updates: &mut Interner<Bdd>,
        action: &Action,
    ) -> Result<Statement, Full> {
        let Action::Assign(assign) = action else { return Ok(Statement::Still) };
        let Some(passive) = &assign.passive else {
            return Ok(Statement::Assign(Box::new(encoder.active(assign)?)));
        };
        let (whole, targets) = (encoder.whole(assign)?, encoder.targets(assign));
        let mut parts = Vec::new();
        for (when, update) in update_classes(encoder, variables, assign, passive)? {
            let relation = Relation::new(encoder.diagrams, whole.steps(&when)?, &targets)?;
            if !relation.enabled.is_empty() {
                parts.push((relation, UpdateId::from_index(updates.intern(update))));
            }
        }
        Ok(Statement::Passive(parts))
    }
}

/// The classes of a passive update: old and new values of the shared variables and the active thread, and the relation
/// of any other thread for them.
fn update_classes(
    encoder: &Encoder,
    variables: &Variables,
    assign: &Assign,
    passive: &Passive,
) -> Result<Vec<Product>, Full> {
    let diagrams = encoder.diagrams;
    let keeping = kept(encoder.program, diagrams, variables, passive)?;
    let update = encoder.passive(assign, passive)?.and(&keeping)?;
    let mut found = classes(diagrams, &update, &|v| variables.is_active(v))?;
    // Where another thread can do nothing, there is a step if there is no other thread.
    let none = diagrams.constant(false);
    let some = found.iter().try_fold(none.clone(), |all, (when, _)| all.or(when))?;
    if planted(Fault::OneClassOnly) {
        found.truncate(1);
        found.iter_mut().for_each(|(when, _)| *when = diagrams.constant(true));
    } else if !some.is_everything() && !planted(Fault::EmptyClassDropped) {
        found.push((some.not()?, none));
    }
    Ok(found)
}
