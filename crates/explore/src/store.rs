//! The visited set: an append-only arena of packed states and an open-addressing table of numbers.
//!
//! *Cost*: per state 8 bytes of position, 4 of parent, 1 or 2 of length, and 8 bytes of table slot at a
//! load between 0.4 and 0.8. A slot keeps 32 bits of the hash, so the table grows without touching the
//! arena, and a probe touches the arena only where those bits agree.

/// The number of a state, in the order of insertion.
pub type Index = u32;

/// The parent of initial states.
const NO_PARENT: Index = Index::MAX;
const CHUNK_BYTES: usize = 1 << 20;
const CHUNK_ITEMS: usize = 1 << 16;

/// A set of byte strings, numbered in the order of insertion.
pub struct Store {
    arena: Vec<Vec<u8>>,
    /// Chunk and offset of each state's length.
    positions: Chunked<u64>,
    parents: Chunked<Index>,
    /// High half: hash bits; low half: number + 1; 0 is free.
    slots: Vec<u64>,
    arena_bytes: u64,
    packed_bytes: u64,
    /// Scratch of [`Self::prefetch`].
    hints: Vec<u64>,
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

impl Store {
    /// An empty store.
    pub fn new() -> Self {
        let (positions, parents) = (Chunked::new(), Chunked::new());
        Store {
            arena: Vec::new(),
            positions,
            parents,
            slots: vec![0; 64],
            arena_bytes: 0,
            packed_bytes: 0,
            hints: Vec::new(),
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.positions.len
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a state.
    pub fn get(&self, index: Index) -> &[u8] {
        let position = self.positions.get(index as usize);
        let chunk = &self.arena[(position >> 32) as usize];
        let at = (position & 0xffff_ffff) as usize;
        let (len, start) = read_length(chunk, at);
        &chunk[start..start + len]
    }

    /// The state from which this one was first reached; absent for initial states.
    pub fn parent(&self, index: Index) -> Option<Index> {
        Some(self.parents.get(index as usize)).filter(|p| *p != NO_PARENT)
    }

    /// Bytes of packed states alone.
    pub fn packed_bytes(&self) -> u64 {
        self.packed_bytes
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.arena_bytes + (self.slots.len() * 8) as u64 + self.positions.bytes() + self.parents.bytes()
    }

    /// Bytes that the next growth of the table needs, if it is due for `more` states.
    pub fn growth(&self, more: usize) -> Option<u64> {
        let full = (self.len() + more) * 5 > self.slots.len() * 4;
        full.then_some((self.slots.len() * 2 * 8) as u64)
    }

    /// Touches what the lookups of `hashes` will need: first all slots, then the positions of the
    /// states they name, then those states. Accesses of one stage do not wait for each other.
    pub fn prefetch(&mut self, hashes: impl Iterator<Item = u64>) {
        let mut hints = std::mem::take(&mut self.hints);
        hints.clear();
        hints.extend(hashes.map(|hash| {
            let slot = self.slots[self.slot_of(hash)];
            if slot >> 32 == hash >> 32 { slot & 0xffff_ffff } else { 0 }
        }));
        hints.iter_mut().filter(|h| **h != 0).for_each(|h| *h = 1 + self.positions.get(*h as usize - 1));
        let touched = hints.iter().filter(|h| **h != 0).fold(0, |all, h| {
            let position = h - 1;
            all ^ self.arena[(position >> 32) as usize][(position & 0xffff_ffff) as usize]
        });
        std::hint::black_box(touched);
        self.hints = hints;
    }

    /// Adds a state; returns its number and whether it is new.
    pub fn insert(&mut self, state: &[u8], hash: u64, parent: Option<Index>) -> (Index, bool) {
        while self.growth(1).is_some() {
            self.grow();
        }
        let tag = hash >> 32;
        let mask = self.slots.len() - 1;
        let mut at = self.slot_of(hash);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if slot >> 32 == tag {
                let index = (slot as u32) - 1;
                if self.get(index) == state {
                    return (index, false);
                }
            }
            at = (at + 1) & mask;
        }
        let index = Index::try_from(self.len()).expect("the search stops before 2^32 states");
        self.slots[at] = tag << 32 | u64::from(index + 1);
        self.append(state);
        self.parents.push(parent.unwrap_or(NO_PARENT));
        (index, true)
    }

    fn slot_of(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        let mask = self.slots.len() - 1;
        for slot in old.into_iter().filter(|s| *s != 0) {
            let mut at = (slot >> 32) as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }

    fn append(&mut self, state: &[u8]) {
        let needed = state.len() + 5;
        let full = self.arena.last().is_none_or(|c| c.len() + needed > c.capacity().max(CHUNK_BYTES));
        if full {
            // The first chunk grows with a small program; later ones are allocated whole.
            let capacity = if self.arena.is_empty() { 256 } else { CHUNK_BYTES.max(needed) };
            self.arena.push(Vec::with_capacity(capacity));
            self.arena_bytes += capacity as u64;
        }
        let number = (self.arena.len() - 1) as u64;
        let chunk = self.arena.last_mut().expect("a chunk was just made sure of");
        let before = chunk.capacity();
        self.positions.push(number << 32 | chunk.len() as u64);
        write_length(chunk, state.len());
        chunk.extend_from_slice(state);
        self.arena_bytes += (chunk.capacity() - before) as u64;
        self.packed_bytes += state.len() as u64;
    }
}

/// A fast hash of short byte strings: folded multiplication of eight bytes at a time.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    const K: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product as u64) ^ (product >> 64) as u64
    };
    let mut state = K[1] ^ (bytes.len() as u64).wrapping_mul(K[0]);
    let (words, tail) = bytes.as_chunks::<8>();
    for word in words {
        state = fold(state ^ u64::from_le_bytes(*word), K[0]);
    }
    let mut last = [0; 8];
    last[..tail.len()].copy_from_slice(tail);
    fold(fold(state ^ u64::from_le_bytes(last), K[0]), K[1])
}

fn write_length(chunk: &mut Vec<u8>, mut len: usize) {
    while len >= 128 {
        chunk.push((len & 127) as u8 | 128);
        len >>= 7;
    }
    chunk.push(len as u8);
}

fn read_length(chunk: &[u8], mut at: usize) -> (usize, usize) {
    let (mut len, mut shift) = (0, 0);
    loop {
        let byte = chunk[at];
        at += 1;
        len |= usize::from(byte & 127) << shift;
        if byte < 128 {
            return (len, at);
        }
        shift += 7;
    }
}

/// A vector in chunks: no copying and little slack when it grows.
struct Chunked<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Chunked<T> {
    fn new() -> Self {
        Chunked { chunks: Vec::new(), len: 0 }
    }

    fn push(&mut self, item: T) {
        if self.len.is_multiple_of(CHUNK_ITEMS) {
            self.chunks.push(Vec::with_capacity(if self.len == 0 { 16 } else { CHUNK_ITEMS }));
        }
        self.chunks.last_mut().expect("a chunk was just made sure of").push(item);
        self.len += 1;
    }

    fn get(&self, index: usize) -> T {
        self.chunks[index / CHUNK_ITEMS][index % CHUNK_ITEMS]
    }

    fn bytes(&self) -> u64 {
        let items: usize = self.chunks.iter().map(Vec::capacity).sum();
        (items * size_of::<T>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Store, hash};

    #[test]
    fn states_are_found_again_after_growth() {
        let mut store = Store::new();
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
        assert!(overhead <= 40.0, "{overhead} bytes per state beyond its content");
    }
}
