//! Byte strings under numbers: an append-only arena and a table.
//!
//! *Cost*: per string 8 bytes of position, 1 or 2 of length, and a slot of [`Slots`].

use crate::chunked::Chunked;
use crate::slots::Slots;

const CHUNK_BYTES: usize = 1 << 20;

/// A set of byte strings, numbered in the order of insertion.
pub(crate) struct Interner {
    arena: Vec<Vec<u8>>,
    /// Chunk and offset of each string's length.
    positions: Chunked<u64>,
    slots: Slots,
    arena_bytes: u64,
    content_bytes: u64,
    /// Scratch of [`Self::prefetch`].
    hints: Vec<u64>,
}

impl Interner {
    pub fn new() -> Self {
        let (positions, slots) = (Chunked::new(), Slots::new());
        Interner { arena: Vec::new(), positions, slots, arena_bytes: 0, content_bytes: 0, hints: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The string with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &[u8] {
        read(&self.arena, self.positions.get(number as usize))
    }

    /// The length of all strings.
    pub fn content_bytes(&self) -> u64 {
        self.content_bytes
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.arena_bytes + self.slots.bytes() + self.positions.bytes()
    }

    /// Bytes that the next growth of the table needs, if it is due for `more` strings.
    pub fn growth(&self, more: usize) -> Option<u64> {
        self.slots.growth(more)
    }

    /// Touches what the lookups of `tags` will need: first all slots, then the positions of the strings
    /// they name, then those strings. Accesses of one stage do not wait for each other.
    pub fn prefetch(&mut self, tags: impl Iterator<Item = u32>) {
        let mut hints = std::mem::take(&mut self.hints);
        hints.clear();
        hints.extend(tags.map(|tag| u64::from(self.slots.guess(tag))));
        hints.iter_mut().filter(|h| **h != 0).for_each(|h| *h = 1 + self.positions.get(*h as usize - 1));
        let touched = hints.iter().filter(|h| **h != 0).fold(0, |all, h| {
            let position = h - 1;
            all ^ self.arena[(position >> 32) as usize][(position & 0xffff_ffff) as usize]
        });
        std::hint::black_box(touched);
        self.hints = hints;
    }

    /// Adds a string; returns its number and whether it is new.
    #[inline]
    pub fn intern(&mut self, string: &[u8], tag: u32) -> (u32, bool) {
        let (arena, positions) = (&self.arena, &self.positions);
        match self.slots.find(tag, |number| read(arena, positions.get(number as usize)) == string) {
            Ok(number) => (number, false),
            Err(at) => {
                let number = u32::try_from(self.len()).expect("the search stops before 2^32 states");
                self.slots.fill(at, tag, number);
                self.append(string);
                (number, true)
            }
        }
    }

    fn append(&mut self, string: &[u8]) {
        let needed = string.len() + 5;
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
        write_length(chunk, string.len());
        chunk.extend_from_slice(string);
        self.arena_bytes += (chunk.capacity() - before) as u64;
        self.content_bytes += string.len() as u64;
    }
}

/// A fast hash of short byte strings: folded multiplication of eight bytes at a time.
#[inline]
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    const K: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let mut state = K[1] ^ (bytes.len() as u64).wrapping_mul(K[0]);
    let (words, tail) = bytes.as_chunks::<8>();
    for word in words {
        state = fold(state ^ u64::from_le_bytes(*word), K[0]);
    }
    let mut last = [0; 8];
    last[..tail.len()].copy_from_slice(tail);
    fold(fold(state ^ u64::from_le_bytes(last), K[0]), K[1])
}

/// Both halves of a product, folded into one.
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

/// The half of a hash under which [`Slots`] keep a number.
pub(crate) fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[inline]
fn read(arena: &[Vec<u8>], position: u64) -> &[u8] {
    let chunk = &arena[(position >> 32) as usize];
    let mut at = (position & 0xffff_ffff) as usize;
    let (mut len, mut shift) = (0, 0);
    loop {
        let byte = chunk[at];
        at += 1;
        len |= usize::from(byte & 127) << shift;
        if byte < 128 {
            return &chunk[at..at + len];
        }
        shift += 7;
    }
}

fn write_length(chunk: &mut Vec<u8>, mut len: usize) {
    while len >= 128 {
        chunk.push((len & 127) as u8 | 128);
        len >>= 7;
    }
    chunk.push(len as u8);
}
