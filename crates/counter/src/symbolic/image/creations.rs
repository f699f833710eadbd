//! Creations: a new thread with a copy of its creator's values.

use super::Image;
use crate::fault::{Fault, planted};
use crate::multiset::LocalId;
use tw_boolprog::Loc;
use tw_encode::scattered_classes;
use tw_solver::{Bdd, Full};

impl Image {
    /// The pairs (creator, child) after a creation.
    ///
    /// The child has a *copy* of the creator's values: the two are equal, which a product of two sets cannot say. What
    /// is dead for one of them is forgotten first; then the set is split by the values of the variables that both
    /// still need, and by those of the creator alone where they go with values of the child alone.
    pub(super) fn creations(
        &mut self,
        set: &Bdd,
        creator: Loc,
        child: Loc,
    ) -> Result<Vec<(LocalId, LocalId)>, Full> {
        if planted(Fault::CreationNotSplit) {
            return Ok(vec![(self.sets.local_id(creator, set)?, self.sets.local_id(child, set)?)]);
        }
        let count = self.sets.program.locals.len();
        let lives = |loc: Loc, v: usize| self.sets.lives(loc, v);
        let number = |v: usize| self.sets.variables.local(v);
        let both: Vec<u32> =
            (0..count).filter(|v| lives(creator, *v) && lives(child, *v)).map(number).collect();
        let creator_only = (0..count).filter(|v| lives(creator, *v) && !lives(child, *v)).map(number);
        let creator_only: Vec<u32> = creator_only.collect();
        let neither = (0..count).filter(|v| !lives(creator, *v) && !lives(child, *v)).map(number);
        let set = set.exists(&self.sets.diagrams.variable_set(neither)?)?;
        let mut parts = vec![set];
        for variable in both {
            let (no, yes) =
                (self.sets.diagrams.literal(variable, false)?, self.sets.diagrams.literal(variable, true)?);
            let mut finer = Vec::new();
            for part in parts {
                let halves = [part.and(&no)?, part.and(&yes)?];
                finer.extend(halves.into_iter().filter(|h| !h.is_empty()));
            }
            parts = finer;
        }
        let mut found = Vec::new();
        for part in parts {
            for (values, rest) in scattered_classes(&self.sets.diagrams, &part, &creator_only)? {
                let part = part.and(&values)?;
                debug_assert!(!rest.is_empty());
                found.push((self.sets.local_id(creator, &part)?, self.sets.local_id(child, &part)?));
            }
        }
        found.dedup();
        Ok(found)
    }
}
