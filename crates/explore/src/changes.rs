//! Parts that a step changes, kept by an engine for the next time.
//!
//! *What*: the bytes of the new parts, what a store finds them by, and the numbers that it has given them, once it has.
//! *Claim*: the numbers are those of one store: an engine keeps changes only as long as [`crate::Known::store`] stays the same.
//! *Cost*: a part whose number is known is neither copied nor looked up again.

use crate::batch::Part;
use crate::intern::{hash, tag};
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What is known of a changed part.
#[derive(Debug)]
struct Entry {
    part: u32,
    /// Where its bytes end.
    end: u32,
    tag: u32,
    number: AtomicU32,
}

/// Parts of a new state that differ from those at the same places of the expanded state.
#[derive(Debug)]
pub struct Changes {
    entries: SmallVec<[Entry; 2]>,
    bytes: Box<[u8]>,
}

/// One of them.
#[derive(Clone, Copy)]
pub struct Changed<'a> {
    /// The place.
    pub part: u32,
    /// What a store finds it by.
    pub(crate) tag: u32,
    start: u32,
    entry: &'a Entry,
    all: &'a [u8],
}

impl Changes {
    /// Changes parts to these: which one, and where its bytes end.
    pub fn new(parts: &[(u32, usize)], bytes: &[u8]) -> Changes {
        let mut start = 0;
        let entries = parts.iter().map(|(part, end)| {
            let tag = tag(hash(&bytes[start..*end]));
            start = *end;
            Entry { part: *part, end: *end as u32, tag, number: AtomicU32::new(Part::UNKNOWN) }
        });
        Changes { entries: entries.collect(), bytes: bytes.into() }
    }

    /// Length of all bytes.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The parts.
    pub fn parts(&self) -> impl Iterator<Item = Changed<'_>> {
        let mut start = 0;
        self.entries.iter().map(move |entry| {
            let start = std::mem::replace(&mut start, entry.end);
            Changed { part: entry.part, tag: entry.tag, start, entry, all: &self.bytes }
        })
    }

    /// The store has given the part at this place among those that change a number.
    pub(crate) fn learn(&self, place: usize, number: u32) {
        self.entries[place].number.store(number, Relaxed);
    }
}

impl<'a> Changed<'a> {
    /// The bytes of the part.
    pub fn bytes(&self) -> &'a [u8] {
        &self.all[self.start as usize..self.entry.end as usize]
    }

    pub(crate) fn length(&self) -> usize {
        (self.entry.end - self.start) as usize
    }

    pub(crate) fn number(&self) -> u32 {
        self.entry.number.load(Relaxed)
    }
}
