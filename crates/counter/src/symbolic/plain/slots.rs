//! The numbers of variables, with a copy of the local ones for each slot.

use crate::symbolic::Options;
use tw_boolprog::{Leaf, Owner, Program};
use tw_encode::places;

/// The numbering of variables: shared ones first, then slot by slot, each old value beside its new one.
pub(super) struct Slots {
    shared: Vec<u32>,
    local: Vec<u32>,
}

impl Slots {
    pub fn new(program: &Program, options: &Options) -> Slots {
        let (shared, local) = places(program, options.order);
        Slots { shared, local }
    }

    /// How many numbers a program with so many slots needs.
    pub fn count_in(program: &Program, slots: u32) -> Option<u32> {
        let locals = u32::try_from(program.locals.len()).ok()?.checked_mul(slots)?;
        locals.checked_add(u32::try_from(program.shared.len()).ok()?)?.checked_mul(2)
    }

    pub fn shared(&self, index: usize, primed: bool) -> u32 {
        2 * self.shared[index] + u32::from(primed)
    }

    pub fn local(&self, slot: usize, index: usize, primed: bool) -> u32 {
        let place = self.shared.len() + slot * self.local.len() + self.local[index] as usize;
        2 * u32::try_from(place).expect("variables fit in 32 bits") + u32::from(primed)
    }

    /// The number of a leaf, with the slots of the active and of another thread.
    pub fn number(&self, leaf: Leaf, active: usize, passive: usize) -> u32 {
        let index = leaf.index as usize;
        match leaf.owner {
            Owner::Shared => self.shared(index, leaf.primed),
            Owner::Active => self.local(active, index, leaf.primed),
            Owner::Passive => self.local(passive, index, leaf.primed),
        }
    }

    /// The first number behind the shared variables and so many slots.
    pub fn end_of(&self, slots: usize) -> u32 {
        u32::try_from(2 * (self.shared.len() + slots * self.local.len())).expect("variables fit in 32 bits")
    }

    /// The index of a variable among the shared or the local ones.
    pub fn named(&self, number: u32) -> usize {
        let place = number / 2;
        let index =
            |places: &[u32], place: u32| places.iter().position(|p| *p == place).expect("places are taken");
        match place.checked_sub(self.shared.len() as u32) {
            None => index(&self.shared, place),
            Some(place) => index(&self.local, place % self.local.len() as u32),
        }
    }
}
