//! Numbers for things, in the order of their first appearance.

use rustc_hash::FxHashMap;

/// The things, and the number of each.
pub struct Interner<T> {
    ids: FxHashMap<T, usize>,
    /// The things, by number.
    pub items: Vec<T>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { ids: FxHashMap::default(), items: Vec::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Interner<T> {
    /// The number of a thing; new ones get the next.
    pub fn intern(&mut self, item: T) -> usize {
        if let Some(id) = self.ids.get(&item) {
            return *id;
        }
        let id = self.items.len();
        self.items.push(item.clone());
        self.ids.insert(item, id);
        id
    }
}
