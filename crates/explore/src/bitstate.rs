//! Bitstate hashing: three bits of an array for each state.
//!
//! *Source*: \[Hol98\], with three hash functions.
//! *Claim*: what is found is real; a state whose bits were set by others is taken for visited, so a search
//! that finds nothing proves nothing.
//! *Cost*: the array, whose size is fixed.

use crate::intern::fold;

/// A set of states that may take a new state for an old one.
pub struct BitStore {
    words: Vec<u64>,
    states: u64,
    packed_bytes: u64,
}

impl BitStore {
    pub(crate) fn new(bytes: u64) -> Self {
        let words = usize::try_from(bytes / 8).expect("an array that fits in memory").max(1);
        BitStore { words: vec![0; words], states: 0, packed_bytes: 0 }
    }

    pub(crate) fn len(&self) -> u64 {
        self.states
    }

    pub(crate) fn packed_bytes(&self) -> u64 {
        self.packed_bytes
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.words.len() * 8) as u64
    }

    /// Whether some bit of the state was not set yet; now all are.
    pub(crate) fn insert(&mut self, len: usize, hash: u64) -> bool {
        const K: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f];
        let bits = self.words.len() as u128 * 64;
        let mut new = false;
        for k in K {
            let bit = ((u128::from(fold(hash ^ k, k)) * bits) >> 64) as usize;
            let (word, mask) = (&mut self.words[bit / 64], 1 << (bit % 64));
            new |= *word & mask == 0;
            *word |= mask;
        }
        if new {
            self.states += 1;
            self.packed_bytes += len as u64;
        }
        new
    }
}
