//! The numbering of variables in diagrams: shared, active, passive, each old value beside its new one.
//!
//! Shared values stand before local ones, and the active thread's before those of another thread: so the splitting
//! of an image by shared values, and of a passive update by everything but the other thread, walks down from the root.

use crate::order::{Order, places};
use tw_boolprog::{Leaf, Owner, Program};

/// Where each variable stands.
pub struct Variables {
    /// Place of each shared variable among the shared ones.
    shared: Vec<u32>,
    /// Place of each local variable among the local ones.
    local: Vec<u32>,
}

/// A variable by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A shared variable.
    Shared(usize),
    /// A variable of the active thread.
    Local(usize),
}

impl Variables {
    /// The numbering of a program's variables.
    pub fn new(program: &Program, order: Order) -> Variables {
        let (shared, local) = places(program, order);
        Variables { shared, local }
    }

    /// How many numbers a program needs, with and without a second thread.
    pub fn count_in(program: &Program, passive: bool) -> Option<u32> {
        count(program.shared.len(), program.locals.len(), passive)
    }

    /// How many numbers there are, with and without a second thread.
    pub fn count(&self, passive: bool) -> u32 {
        count(self.shared.len(), self.local.len(), passive).expect("variables fit in 32 bits")
    }

    /// The number of a leaf.
    pub fn number(&self, leaf: Leaf) -> u32 {
        let (shared, local) = (self.shared.len() as u32, self.local.len() as u32);
        let place = match leaf.owner {
            Owner::Shared => self.shared[leaf.index as usize],
            Owner::Active => shared + self.local[leaf.index as usize],
            Owner::Passive => shared + local + self.local[leaf.index as usize],
        };
        2 * place + u32::from(leaf.primed)
    }

    /// The number of the old value of a shared variable.
    pub fn shared(&self, index: usize) -> u32 {
        self.number(Leaf { owner: Owner::Shared, index: index as u32, primed: false })
    }

    /// The number of the old value of a variable of the active thread.
    pub fn local(&self, index: usize) -> u32 {
        self.number(Leaf { owner: Owner::Active, index: index as u32, primed: false })
    }

    /// Whether a number belongs to a shared variable.
    pub fn is_shared(&self, number: u32) -> bool {
        number < 2 * self.shared.len() as u32
    }

    /// Not a variable of another thread.
    pub fn is_active(&self, number: u32) -> bool {
        number < 2 * (self.shared.len() + self.local.len()) as u32
    }

    /// The variable of an old value.
    pub fn named(&self, number: u32) -> Named {
        let place = number / 2;
        let index = |places: &[u32], place: u32| places.iter().position(|p| *p == place);
        let shared = self.shared.len() as u32;
        if place < shared {
            Named::Shared(index(&self.shared, place).expect("every place is taken"))
        } else {
            Named::Local(index(&self.local, place - shared).expect("every place is taken"))
        }
    }
}

fn count(shared: usize, locals: usize, passive: bool) -> Option<u32> {
    let copies = if passive { 2 } else { 1 };
    u32::try_from(2 * (shared + copies * locals)).ok()
}
