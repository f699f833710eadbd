//! Passive updates: what becomes of the threads that do not move.

use super::Image;
use crate::multiset::LocalId;
use tw_boolprog::{Leaf, Loc, Owner, Valuation};
use tw_solver::{Bdd, Full};

impl Image {
    pub(super) fn class(&mut self, relation: Bdd) -> u32 {
        let next = u32::try_from(self.classes.len()).expect("classes fit in 32 bits");
        *self.class_of.entry(relation.clone()).or_insert_with(|| {
            self.classes.push(relation);
            next
        })
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
        let others = self.others.as_ref().expect("there are passive updates");
        let new = others.image(&self.classes[class as usize], self.local(local))?;
        let loc = self.loc(local);
        let image = if new.is_empty() { None } else { Some(self.local_id(loc, &new)?) };
        self.passive_images.insert((class, local), image);
        Ok(image)
    }

    /// The old values of another thread in `local` that a passive update takes to new values of `new`.
    pub fn passive_before(&self, class: u32, local: LocalId, new: &Bdd) -> Result<Bdd, Full> {
        let others = self.others.as_ref().expect("there are passive updates");
        others.preimage(&self.classes[class as usize], new)?.and(self.local(local))
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
