//! A table that is looked up often, and from which nothing is taken out.
//!
//! *What*: open addressing, with keys beside values: most look-ups touch one line of memory, where a general table touches two.
//! *Cost*: a slot for each pair, at a load of at most a half.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Values by key.
pub struct Table<K, V> {
    slots: Vec<Option<(K, V)>>,
    len: usize,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table { slots: Vec::new(), len: 0 }
    }
}

impl<K: Copy + Eq + Hash, V: Copy> Table<K, V> {
    /// The value under a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<V> {
        let slot = self.slots.get(self.find(key)?)?;
        slot.as_ref().map(|(_, value)| *value)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let at = self.find(key)?;
        self.slots.get_mut(at)?.as_mut().map(|(_, value)| value)
    }

    /// Puts a value under a key that has none.
    pub fn insert(&mut self, key: K, value: V) {
        if (self.len + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let at = self.find(&key).expect("there are free slots");
        debug_assert!(self.slots[at].is_none(), "a key has one value");
        self.slots[at] = Some((key, value));
        self.len += 1;
    }

    /// Where a key is, or where it would be put; nothing in a table without slots.
    #[inline]
    fn find(&self, key: &K) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = FxBuildHasher.hash_one(key) as usize & mask;
        while let Some((other, _)) = &self.slots[at & mask]
            && other != key
        {
            at += 1;
        }
        Some(at & mask)
    }

    /// The number of slots is a power of two.
    fn grow(&mut self) {
        let longer = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![None; longer]);
        for (key, value) in old.into_iter().flatten() {
            let at = self.find(&key).expect("there are free slots");
            self.slots[at] = Some((key, value));
        }
    }
}
