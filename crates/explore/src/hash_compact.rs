//! Hash compaction: of each state only a 64-bit hash is kept.
//!
//! *Source*: \[WL93\], with 64 bits.
//! *Claim*: what is found is real; two states with the same hash are taken for one, so a search that finds
//! nothing proves nothing. With n states the probability of that is about n² / 2⁶⁵.
//! *Cost*: 8 bytes per state and 10 to 15 of table.

use crate::chunked::Chunked;
use crate::flat::{Index, NO_PARENT};
use crate::intern::tag;
use crate::slots::Slots;

/// A set of hashes, numbered in the order of insertion, each with its parent.
pub struct HashStore {
    /// The low half of each hash; the high half is in the table.
    low: Chunked<u32>,
    parents: Chunked<Index>,
    slots: Slots,
    packed_bytes: u64,
}

impl HashStore {
    pub(crate) fn new() -> Self {
        HashStore { low: Chunked::new(), parents: Chunked::new(), slots: Slots::new(), packed_bytes: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.low.len()
    }

    pub(crate) fn packed_bytes(&self) -> u64 {
        self.packed_bytes
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.low.bytes() + self.parents.bytes() + self.slots.bytes()
    }

    pub(crate) fn growth(&self, more: usize) -> Option<u64> {
        self.slots.growth(more)
    }

    pub(crate) fn parent(&self, index: Index) -> Option<Index> {
        Some(self.parents.get(index as usize)).filter(|p| *p != NO_PARENT)
    }

    pub(crate) fn insert(&mut self, len: usize, hash: u64, parent: Option<Index>) -> (Index, bool) {
        let low = &self.low;
        match self.slots.find(tag(hash), |number| low.get(number as usize) == hash as u32) {
            Ok(number) => (number, false),
            Err(at) => {
                let number = Index::try_from(self.len()).expect("the search stops before 2^32 states");
                self.slots.fill(at, tag(hash), number);
                self.low.push(hash as u32);
                self.parents.push(parent.unwrap_or(NO_PARENT));
                self.packed_bytes += len as u64;
                (number, true)
            }
        }
    }

    /// The hashes of some states. Looks through the whole table.
    pub(crate) fn hashes(&self, states: &[Index]) -> Vec<u64> {
        let mut places: Vec<usize> = (0..states.len()).collect();
        places.sort_by_key(|p| states[*p]);
        let mut hashes = vec![0; states.len()];
        self.slots.for_each(|number, tag| {
            if let Ok(found) = places.binary_search_by_key(&number, |p| states[*p]) {
                hashes[places[found]] = u64::from(tag) << 32 | u64::from(self.low.get(number as usize));
            }
        });
        hashes
    }
}
