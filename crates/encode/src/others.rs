//! Passive updates: relations between the old and the new values of a thread that does not move.

use crate::variables::Variables;
use tw_boolprog::{Leaf, Owner, Passive, Program};
use tw_index::Id;
use tw_solver::{Bdd, Diagrams, Full, Renaming};

/// Another thread's values: from the numbers of an active thread, forgotten, and back.
pub struct Others {
    to_old: Renaming,
    to_new: Renaming,
    old: Bdd,
    new: Bdd,
    old_to_active: Renaming,
    new_to_active: Renaming,
}

impl Others {
    /// For the local variables of a program; the diagrams have variables of another thread.
    pub fn new(program: &Program, diagrams: &Diagrams, variables: &Variables) -> Result<Others, Full> {
        let active = |v: usize| variables.local(v);
        let passive =
            |v: usize, primed| variables.number(Leaf { owner: Owner::Passive, index: v as u32, primed });
        let all = || 0..program.locals.len();
        Ok(Others {
            to_old: diagrams.renaming(all().map(|v| (active(v), passive(v, false))))?,
            to_new: diagrams.renaming(all().map(|v| (active(v), passive(v, true))))?,
            old: diagrams.variable_set(all().map(|v| passive(v, false)))?,
            new: diagrams.variable_set(all().map(|v| passive(v, true)))?,
            old_to_active: diagrams.renaming(all().map(|v| (passive(v, false), active(v))))?,
            new_to_active: diagrams.renaming(all().map(|v| (passive(v, true), active(v))))?,
        })
    }

    /// Where a relation takes other threads with these values.
    pub fn image(&self, relation: &Bdd, set: &Bdd) -> Result<Bdd, Full> {
        set.rename(&self.to_old)?.and_exists(relation, &self.old)?.rename(&self.new_to_active)
    }

    /// From where a relation takes other threads to these values.
    pub fn preimage(&self, relation: &Bdd, set: &Bdd) -> Result<Bdd, Full> {
        set.rename(&self.to_new)?.and_exists(relation, &self.new)?.rename(&self.old_to_active)
    }

    /// The old values from which a relation leads somewhere.
    pub fn enabled(&self, relation: &Bdd) -> Result<Bdd, Full> {
        relation.exists(&self.new)
    }
}

/// Another thread's variables that a passive update does not assign keep their values.
pub fn kept(
    program: &Program,
    diagrams: &Diagrams,
    variables: &Variables,
    passive: &Passive,
) -> Result<Bdd, Full> {
    let assigned = |v: &usize| passive.targets.iter().any(|(t, _)| t.index() == *v);
    let mut kept = diagrams.constant(true);
    for v in (0..program.locals.len()).filter(|v| !assigned(v)) {
        let leaf = |primed| variables.number(Leaf { owner: Owner::Passive, index: v as u32, primed });
        let (old, new) = (diagrams.literal(leaf(false), true)?, diagrams.literal(leaf(true), true)?);
        kept = kept.and(&old.xor(&new)?.not()?)?;
    }
    Ok(kept)
}
