//! Passive updates: what becomes of the threads that do not move.

use super::Image;
use crate::multiset::LocalId;
use tw_boolprog::{Leaf, Loc, Owner, Passive, Valuation};
use tw_index::Id;
use tw_solver::{Bdd, Full, Renaming};

/// Another thread's values: from the numbers of an active thread, forgotten, and back.
pub(super) struct PassiveTools {
    to_passive: Renaming,
    to_passive_new: Renaming,
    old: Bdd,
    new: Bdd,
    old_to_active: Renaming,
    new_to_active: Renaming,
}

impl Image {
    pub(super) fn passive_tools(&self) -> Result<PassiveTools, Full> {
        let active = |v: usize| self.variables.local(v);
        let passive =
            |v: usize, primed| self.variables.number(Leaf { owner: Owner::Passive, index: v as u32, primed });
        let all = || 0..self.program.locals.len();
        let d = &self.diagrams;
        Ok(PassiveTools {
            to_passive: d.renaming(all().map(|v| (active(v), passive(v, false))))?,
            to_passive_new: d.renaming(all().map(|v| (active(v), passive(v, true))))?,
            old: d.variable_set(all().map(|v| passive(v, false)))?,
            new: d.variable_set(all().map(|v| passive(v, true)))?,
            old_to_active: d.renaming(all().map(|v| (passive(v, false), active(v))))?,
            new_to_active: d.renaming(all().map(|v| (passive(v, true), active(v))))?,
        })
    }

    pub(super) fn class(&mut self, relation: Bdd) -> u32 {
        let next = u32::try_from(self.classes.len()).expect("classes fit in 32 bits");
        *self.class_of.entry(relation.clone()).or_insert_with(|| {
            self.classes.push(relation);
            next
        })
    }

    /// Another thread's variables that a passive update does not assign keep their values.
    pub(super) fn kept(&self, passive: &Passive) -> Result<Bdd, Full> {
        let assigned = |v: &usize| passive.targets.iter().any(|(t, _)| t.index() == *v);
        let mut kept = self.diagrams.constant(true);
        for v in (0..self.program.locals.len()).filter(|v| !assigned(v)) {
            let leaf =
                |primed| self.variables.number(Leaf { owner: Owner::Passive, index: v as u32, primed });
            let (old, new) =
                (self.diagrams.literal(leaf(false), true)?, self.diagrams.literal(leaf(true), true)?);
            kept = kept.and(&old.xor(&new)?.not()?)?;
        }
        Ok(kept)
    }

    /// Where a passive update takes the other threads in `local`; absent if there is no such step.
    ///
    /// For fixed old and new values of the shared variables and the active thread every other thread moves
    /// independently. Values for which the relation between another thread's old and new values is the same form a
    /// class: within one, the image of a product of sets is the product of their images.
    pub fn passive(&mut self, class: u32, local: LocalId) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.passive_images.get(&(class, local)) {
            return Ok(*known);
        }
        let tools = self.to_passive.as_ref().expect("there are passive updates");
        let old = self.local(local).rename(&tools.to_passive)?;
        let new = old.and_exists(&self.classes[class as usize], &tools.old)?.rename(&tools.new_to_active)?;
        let loc = self.loc(local);
        let image = if new.is_empty() { None } else { Some(self.local_id(loc, &new)?) };
        self.passive_images.insert((class, local), image);
        Ok(image)
    }

    /// The old values of another thread in `local` that a passive update takes to new values of `new`.
    pub fn passive_before(&self, class: u32, local: LocalId, new: &Bdd) -> Result<Bdd, Full> {
        let tools = self.to_passive.as_ref().expect("there are passive updates");
        let (old, new) = (self.local(local).rename(&tools.to_passive)?, new.rename(&tools.to_passive_new)?);
        let both = old.and(&new)?;
        both.and_exists(&self.classes[class as usize], &tools.new)?.rename(&tools.old_to_active)
    }

    /// New values of another thread at `loc` behind a passive update: the wanted ones where they matter.
    pub fn passive_after(
        &self,
        class: u32,
        loc: Loc,
        old: &Valuation,
        wanted: &[bool],
    ) -> Result<Vec<bool>, Full> {
        let leaf =
            |v: usize, primed| self.variables.number(Leaf { owner: Owner::Passive, index: v as u32, primed });
        let old = (0..wanted.len()).map(|v| (leaf(v, false), old.get(v)));
        let new = (0..wanted.len()).filter(|v| self.lives(loc, *v)).map(|v| (leaf(v, true), wanted[v]));
        let both = self.diagrams.cube(old.chain(new))?.and(&self.classes[class as usize])?;
        let picked = both.pick().expect("the live values can be reached");
        Ok((0..wanted.len()).map(|v| picked.contains(&(leaf(v, true), true))).collect())
    }
}
