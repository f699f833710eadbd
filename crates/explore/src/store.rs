//! The visited set, in four kinds.

use crate::batch::{Batch, Item, Shape, Taken};
use crate::bitstate::BitStore;
use crate::flat::{FlatStore, Index, path};
use crate::hash_compact::HashStore;
use crate::tree::TreeStore;

/// How visited states are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// Each as one byte string. Exact.
    #[default]
    Flat,
    /// As trees over shared parts. Exact; smaller where states have many parts in common.
    Tree,
    /// A 64-bit hash of each. Two states with one hash are taken for the same.
    HashCompact,
    /// Three bits of an array for each; the search is depth first. States are lost when the array fills up.
    Bitstate {
        /// Size of the array.
        bytes: u64,
    },
}

impl StoreKind {
    /// Whether no state is ever taken for another: an exhaustive search without violation is a proof.
    pub fn is_exact(self) -> bool {
        matches!(self, StoreKind::Flat | StoreKind::Tree)
    }

    pub(crate) fn shape(self) -> Shape {
        if self == StoreKind::Tree { Shape::Parts } else { Shape::Whole }
    }
}

/// The visited states.
pub enum Store {
    /// Byte strings.
    Flat(FlatStore),
    /// Trees over shared parts.
    Tree(Box<TreeStore>),
    /// Hashes.
    HashCompact(HashStore),
    /// Bits.
    Bitstate(BitStore),
}

impl Store {
    pub(crate) fn new(kind: StoreKind) -> Self {
        match kind {
            StoreKind::Flat => Store::Flat(FlatStore::new()),
            StoreKind::Tree => Store::Tree(Box::new(TreeStore::new())),
            StoreKind::HashCompact => Store::HashCompact(HashStore::new()),
            StoreKind::Bitstate { bytes } => Store::Bitstate(BitStore::new(bytes)),
        }
    }

    /// Number of states.
    pub fn len(&self) -> u64 {
        match self {
            Store::Flat(store) => store.len() as u64,
            Store::Tree(store) => store.len() as u64,
            Store::HashCompact(store) => store.len() as u64,
            Store::Bitstate(store) => store.len(),
        }
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Length of all states, as if each was kept whole.
    pub fn packed_bytes(&self) -> u64 {
        match self {
            Store::Flat(store) => store.packed_bytes(),
            Store::Tree(store) => store.packed_bytes(),
            Store::HashCompact(store) => store.packed_bytes(),
            Store::Bitstate(store) => store.packed_bytes(),
        }
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        match self {
            Store::Flat(store) => store.bytes(),
            Store::Tree(store) => store.bytes(),
            Store::HashCompact(store) => store.bytes(),
            Store::Bitstate(store) => store.bytes(),
        }
    }

    /// Bytes that the next growth of tables needs, if it is due for the states of `batch`.
    pub(crate) fn growth(&self, batch: &Batch) -> Option<u64> {
        match self {
            Store::Flat(store) => store.growth(batch.items.len()),
            Store::Tree(store) => store.growth(batch.items.len(), batch.parts.len()),
            Store::HashCompact(store) => store.growth(batch.items.len()),
            Store::Bitstate(_) => None,
        }
    }

    /// Whether the states of `batch` can be numbered.
    pub(crate) fn has_room(&self, batch: &Batch) -> bool {
        match self {
            Store::Tree(store) => store.has_room(batch.items.len(), batch.parts.len()),
            Store::Bitstate(_) => true,
            _ => self.len() + (batch.items.len() as u64) < u64::from(Index::MAX),
        }
    }

    /// Looks up what the insertion of these states, which came from `taken`, will need.
    pub(crate) fn prepare(&mut self, batch: &Batch, taken: &Taken) {
        match self {
            Store::Flat(store) => store.prefetch(batch.items.iter().map(|item| item.hash)),
            Store::Tree(store) => store.prepare_batch(batch, taken),
            Store::HashCompact(_) | Store::Bitstate(_) => {}
        }
    }

    /// Adds a state that was found from `parent`, the one at `place` of the batch that was prepared; returns its number and
    /// whether it is new.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        state: &[u8],
        item: &Item,
        place: usize,
        parent: Option<Index>,
    ) -> (Index, bool) {
        match self {
            Store::Flat(store) => store.insert(state, item.hash, parent),
            Store::Tree(store) => store.enter(place, parent),
            Store::HashCompact(store) => store.insert(state.len(), item.hash, parent),
            Store::Bitstate(store) => {
                // There are no parents, so a number beyond the last one does no harm.
                let index = Index::try_from(store.len()).unwrap_or(Index::MAX);
                (index, store.insert(state.len(), item.hash))
            }
        }
    }

    /// Appends a state to `taken`.
    #[inline]
    pub(crate) fn take(&mut self, index: Index, taken: &mut Taken) {
        match self {
            Store::Flat(store) => {
                taken.bytes.extend_from_slice(store.get(index));
                taken.close(index);
            }
            Store::Tree(store) => store.take(index, taken),
            Store::HashCompact(_) | Store::Bitstate(_) => unreachable!("waiting states are kept elsewhere"),
        }
    }

    /// The states from an initial one to `index`; nothing for bits.
    pub(crate) fn path(&self, index: Index) -> Vec<Waypoint> {
        match self {
            Store::Flat(store) => {
                store.path(index).iter().map(|i| Waypoint::State(store.get(*i).to_vec())).collect()
            }
            Store::Tree(store) => {
                path(index, |i| store.parent(i)).iter().map(|i| store.waypoint(*i)).collect()
            }
            Store::HashCompact(store) => {
                let path = path(index, |i| store.parent(i));
                store.hashes(&path).into_iter().map(Waypoint::Hash).collect()
            }
            Store::Bitstate(_) => Vec::new(),
        }
    }
}

impl TreeStore {
    fn waypoint(&self, index: Index) -> Waypoint {
        let mut state = Vec::new();
        self.get(index, &mut state);
        Waypoint::State(state)
    }
}

/// What is known of a state on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waypoint {
    /// The state.
    State(Vec<u8>),
    /// Its hash.
    Hash(u64),
}

impl Waypoint {
    /// Whether this may be `state`: certain, unless only the hash is known.
    pub fn matches(&self, state: &[u8]) -> bool {
        match self {
            Waypoint::State(known) => known == state,
            Waypoint::Hash(known) => *known == crate::intern::hash(state),
        }
    }
}
