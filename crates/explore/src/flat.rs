//! The flat store: every state as one byte string.
//!
//! *Cost*: per state its bytes, 8 bytes of position, 4 of parent, 1 or 2 of length, and 10 to 15 of table.

use crate::chunked::Chunked;
use crate::intern::{Interner, tag};

/// The number of a state, in the order of insertion.
pub type Index = u32;

/// The parent of initial states.
pub(crate) const NO_PARENT: Index = Index::MAX;

/// A set of byte strings, numbered in the order of insertion, each with its parent.
pub struct FlatStore {
    states: Interner,
    parents: Chunked<Index>,
}

impl FlatStore {
    pub(crate) fn new() -> Self {
        FlatStore { states: Interner::new(), parents: Chunked::new() }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a state.
    pub fn get(&self, index: Index) -> &[u8] {
        self.states.get(index)
    }

    /// The state from which this one was first reached; absent for initial states.
    pub fn parent(&self, index: Index) -> Option<Index> {
        Some(self.parents.get(index as usize)).filter(|p| *p != NO_PARENT)
    }

    /// The states from an initial one to `index`.
    pub fn path(&self, index: Index) -> Vec<Index> {
        path(index, |i| self.parent(i))
    }

    /// Bytes of packed states alone.
    pub fn packed_bytes(&self) -> u64 {
        self.states.content_bytes()
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.states.bytes() + self.parents.bytes()
    }

    pub(crate) fn growth(&self, more: usize) -> Option<u64> {
        self.states.growth(more)
    }

    pub(crate) fn prefetch(&mut self, hashes: impl Iterator<Item = u64>) {
        self.states.prefetch(hashes.map(tag));
    }

    /// Adds a state; returns its number and whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, state: &[u8], hash: u64, parent: Option<Index>) -> (Index, bool) {
        let (index, new) = self.states.intern(state, tag(hash));
        if new {
            self.parents.push(parent.unwrap_or(NO_PARENT));
        }
        (index, new)
    }
}

/// From the first ancestor to `index`.
pub(crate) fn path(index: Index, parent: impl Fn(Index) -> Option<Index>) -> Vec<Index> {
    let mut path: Vec<Index> = std::iter::successors(Some(index), |i| parent(*i)).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::FlatStore;
    use crate::intern::hash;

    #[test]
    fn states_are_found_again_after_growth() {
        let mut store = FlatStore::new();
        let state = |i: u32| -> Vec<u8> { (0..i % 300).map(|b| b as u8).chain(i.to_le_bytes()).collect() };
        for i in 0..100_000u32 {
            let bytes = state(i);
            assert_eq!(store.insert(&bytes, hash(&bytes), i.checked_sub(1)), (i, true));
        }
        for i in (0..100_000u32).step_by(777) {
            let bytes = state(i);
            assert_eq!(store.insert(&bytes, hash(&bytes), None), (i, false));
            assert_eq!(store.get(i), bytes);
            assert_eq!(store.parent(i), i.checked_sub(1));
        }
        let overhead = (store.bytes() - store.packed_bytes()) as f64 / store.len() as f64;
        assert!(overhead <= 35.0, "{overhead} bytes per state beyond its content");
    }
}
