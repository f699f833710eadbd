//! All values of a few bits, and which of them are settled.
//!
//! A number stands for values of the bits, the first one lowest.

use super::step::Bit;
use crate::clause::Literal;
use tw_index::Id;

/// The values of some bits that are not settled yet.
pub struct Table {
    bits: Vec<Bit>,
    settled: Vec<u64>,
    next: usize,
}

impl Table {
    /// Nothing is settled.
    pub fn new(bits: Vec<Bit>) -> Table {
        let words = (1usize << bits.len()).div_ceil(64);
        Table { bits, settled: vec![0; words], next: 0 }
    }

    /// The bits.
    pub fn bits(&self) -> &[Bit] {
        &self.bits
    }

    /// Settles all values that have these literals; literals of other bits, which are given, are passed over.
    pub fn settle_cube(&mut self, cube: &[Literal]) {
        let (mut fixed, mut values) = (0usize, 0usize);
        for literal in cube {
            if let Some(at) = self.bits.iter().position(|b| *b == Bit::of(*literal)) {
                let bit = 1 << at;
                if fixed & bit != 0 && (values & bit != 0) != literal.value {
                    return;
                }
                fixed |= bit;
                values |= if literal.value { bit } else { 0 };
            }
        }
        let free = ((1 << self.bits.len()) - 1) & !fixed;
        // All subsets of the free bits.
        let mut rest = free;
        loop {
            self.settle(values | rest);
            if rest == 0 {
                return;
            }
            rest = (rest - 1) & free;
        }
    }

    /// Settles one combination of values.
    pub fn settle(&mut self, values: usize) {
        self.settled[values / 64] |= 1 << (values % 64);
    }

    /// The number of the values that bits have, if all have one.
    pub fn number(&self, value: impl Fn(Bit) -> Option<bool>) -> Option<usize> {
        self.bits.iter().enumerate().try_fold(0, |n, (at, bit)| Some(n | usize::from(value(*bit)?) << at))
    }

    /// Values that are not settled.
    pub fn open(&mut self) -> Option<Vec<Literal>> {
        while self.next < 1 << self.bits.len() {
            if self.settled[self.next / 64] >> (self.next % 64) & 1 == 0 {
                let values = self.next;
                return Some(
                    self.bits.iter().enumerate().map(|(at, bit)| bit.is(values >> at & 1 == 1)).collect(),
                );
            }
            self.next += 1;
        }
        None
    }
}

/// Which bits take part in a question: those that depend on what it depends on, directly or through others.
pub struct Related<'a> {
    /// The bits, each with the numbers of what it depends on.
    pub candidates: &'a [(Bit, Vec<usize>)],
    /// What only says who is who: bits that share nothing else come last.
    pub identities: &'a [usize],
}

impl Related<'_> {
    /// The related bits, the nearest first, at most so many, and whether these are all.
    pub fn of(&self, seeds: &[usize], most: usize) -> (Vec<Bit>, bool) {
        let mut reached: Vec<usize> =
            seeds.iter().copied().filter(|s| !self.identities.contains(s)).collect();
        let mut taken = vec![false; self.candidates.len()];
        let mut found = Vec::new();
        let mut with_identities = false;
        loop {
            let near: Vec<usize> = (0..self.candidates.len())
                .filter(|i| !taken[*i] && self.candidates[*i].1.iter().any(|s| reached.contains(s)))
                .collect();
            if near.is_empty() {
                if with_identities
                    || !(seeds.iter().chain(self.reached(&taken)).any(|s| self.identities.contains(s)))
                {
                    break;
                }
                with_identities = true;
                reached.extend(self.identities);
                continue;
            }
            for i in near {
                taken[i] = true;
                found.push(self.candidates[i].0);
                let more = self.candidates[i].1.iter();
                reached.extend(more.filter(|s| with_identities || !self.identities.contains(s)));
            }
        }
        let all = found.len() <= most;
        found.truncate(most);
        (found, all)
    }

    fn reached<'t>(&'t self, taken: &'t [bool]) -> impl Iterator<Item = &'t usize> {
        let members = self.candidates.iter().zip(taken).filter(|(_, taken)| **taken);
        members.flat_map(|((_, support), _)| support)
    }
}

/// A number for what a term depends on.
pub fn key(is_array: bool, id: impl Id) -> usize {
    id.index() * 2 + usize::from(is_array)
}
