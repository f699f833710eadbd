//! Values of a set of Boolean variables, packed into words.

use smallvec::SmallVec;
use std::cmp::Ordering;

/// Values of variables, by index. Two valuations compare as the numbers their bits form.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Valuation {
    words: SmallVec<[u64; 2]>,
}

impl Valuation {
    /// `len` variables, all false.
    pub fn new(len: usize) -> Self {
        Valuation { words: SmallVec::from_elem(0, len.div_ceil(64)) }
    }

    /// From single values.
    pub fn from_bits(bits: &[bool]) -> Self {
        let mut valuation = Valuation::new(bits.len());
        bits.iter().enumerate().for_each(|(i, b)| valuation.set(i, *b));
        valuation
    }

    /// The value of variable `index`.
    pub fn get(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Sets variable `index`.
    pub fn set(&mut self, index: usize, value: bool) {
        let bit = 1 << (index % 64);
        if value {
            self.words[index / 64] |= bit;
        } else {
            self.words[index / 64] &= !bit;
        }
    }

    /// The first `len` values.
    pub fn to_bits(&self, len: usize) -> Vec<bool> {
        (0..len).map(|i| self.get(i)).collect()
    }

    /// The words, lowest variables first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// From words as [`Self::words`] gives them.
    pub fn from_words(words: &[u64]) -> Self {
        Valuation { words: SmallVec::from_slice(words) }
    }
}

impl Ord for Valuation {
    fn cmp(&self, other: &Self) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }
}

impl PartialOrd for Valuation {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
