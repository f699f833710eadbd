//! Passive updates: what becomes of the threads that do not move.

use super::Image;
use crate::multiset::LocalId;
use tw_boolprog::{Leaf, Loc, Owner, Valuation};
use tw_encode::UpdateId;
use tw_solver::{Bdd, Full};

impl Image {
    /// Where a passive update takes the other threads in `local`; absent if there is no such step.
    ///
    /// Within one class of a passive update (`tw_encode::Statement`), the image of a product of sets is the product of
    /// their images.
    pub fn passive(&mut self, update: UpdateId, local: LocalId) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.passive_images.get(&(update, local)) {
            return Ok(*known);
        }
        let new = self.sets.after_update(update, self.sets.local(local))?;
        let loc = self.sets.loc(local);
        let image = if new.is_empty() { None } else { Some(self.sets.local_id(loc, &new)?) };
        self.passive_images.insert((update, local), image);
        Ok(image)
    }

    /// The old values of another thread in `local` that a passive update takes to new values of `new`.
    pub fn passive_before(&self, update: UpdateId, local: LocalId, new: &Bdd) -> Result<Bdd, Full> {
        self.sets.before_update(update, new)?.and(self.sets.local(local))
    }

    /// New values of another thread at `loc` after a passive update: the wanted ones where they matter.
    pub fn passive_after(
        &self,
        update: UpdateId,
        loc: Loc,
        old: &Valuation,
        wanted: &[bool],
    ) -> Result<Vec<bool>, Full> {
        let leaf = |v: usize, primed| {
            self.sets.variables.number(Leaf { owner: Owner::Passive, index: v as u32, primed })
        };
        let old = (0..wanted.len()).map(|v| (leaf(v, false), old.get(v)));
        let new = (0..wanted.len()).filter(|v| self.sets.lives(loc, *v)).map(|v| (leaf(v, true), wanted[v]));
        let both = self.sets.diagrams.cube(old.chain(new))?.and(self.sets.update(update))?;
        let picked = both.pick().expect("the live values can be reached");
        Ok((0..wanted.len()).map(|v| picked.contains(&(leaf(v, true), true))).collect())
    }
}
