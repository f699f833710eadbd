//! The tree store: states as trees over shared parts.
//!
//! *What*: a state is a sequence of parts (byte strings). Parts are kept once and have numbers; the sequence
//! of numbers is folded to a binary tree of pairs, whose inner pairs are kept once and have numbers, too.
//! Per state there remain the pair at the root, the number of parts and the parent.
//! *Source*: recursive state compression, \[LPW11\]; with separate tables for roots, inner
//! pairs and parts, so that states are numbered in the order of insertion.
//! *Claim*: exact. Two states are equal if their parts are: the parts must follow from the bytes.
//! *Departures*: 1. parts are strings of any length, not words; 2. the number of parts may differ: the shape
//! of the tree depends on it alone; 3. a successor is compared with the state it came from before anything
//! is looked up: only what differs is.
//! *Cost*: per state 14 bytes and 10 to 15 of table; per inner pair 8 bytes and 10 to 15 of table. A
//! successor that changes one part needs a look-up for it and one for each pair on the way to the root.

use crate::batch::{Base, Part, Taken};
use crate::chunked::Chunked;
use crate::flat::{Index, NO_PARENT};
use crate::intern::{Interner, fold, tag};
use crate::slots::Slots;
use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of the next store.
static STORES: AtomicU64 = AtomicU64::new(1);

/// A set of part sequences, numbered in the order of insertion, each with its parent.
pub struct TreeStore {
    parts: Interner,
    inner: Pairs,
    roots: Pairs,
    counts: Chunked<u16>,
    parents: Chunked<Index>,
    packed_bytes: u64,
    /// Tells it from other stores.
    identity: u64,
    /// Scratch of [`Self::insert`]: numbers of the parts, places of those that differ from the parent's.
    ids: Vec<u32>,
    changed: Vec<u32>,
}

impl TreeStore {
    pub(crate) fn new() -> Self {
        TreeStore {
            parts: Interner::new(),
            inner: Pairs::new(),
            roots: Pairs::new(),
            counts: Chunked::new(),
            parents: Chunked::new(),
            packed_bytes: 0,
            identity: STORES.fetch_add(1, Ordering::Relaxed),
            ids: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the bytes of a state to `out`.
    pub fn get(&self, index: Index, out: &mut Vec<u8>) {
        let (root, count) = self.root(index);
        match count {
            0 => {}
            1 => out.extend_from_slice(self.parts.get(root.0)),
            _ => {
                let mid = middle(0, count);
                self.write(root.0, 0, mid, out);
                self.write(root.1, mid, count, out);
            }
        }
    }

    /// The state from which this one was first reached; absent for initial states.
    pub fn parent(&self, index: Index) -> Option<Index> {
        Some(self.parents.get(index as usize)).filter(|p| *p != NO_PARENT)
    }

    /// Length of all states, as if each was kept whole.
    pub fn packed_bytes(&self) -> u64 {
        self.packed_bytes
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        let shared = self.parts.bytes() + self.inner.bytes();
        shared + self.roots.bytes() + self.counts.bytes() + self.parents.bytes()
    }

    /// Number of different parts, number of inner pairs.
    pub fn shared(&self) -> (usize, usize) {
        (self.parts.len(), self.inner.pairs.len())
    }

    /// Bytes that the next growths of tables need, if some are due for so many states and parts.
    pub(crate) fn growth(&self, states: usize, parts: usize) -> Option<u64> {
        let due = [self.roots.slots.growth(states), self.inner.slots.growth(parts), self.parts.growth(parts)];
        due.into_iter().flatten().reduce(|a, b| a + b)
    }

    /// Whether all numbers fit after so many more states and parts.
    pub(crate) fn has_room(&self, states: usize, parts: usize) -> bool {
        let limit = Index::MAX as usize;
        self.len() + states < limit && self.inner.pairs.len().max(self.parts.len()) + parts < limit
    }

    /// Appends a state to `taken`, with its parts and inner nodes.
    pub(crate) fn take(&self, index: Index, taken: &mut Taken) {
        taken.store = self.identity;
        let (root, count) = self.root(index);
        let first = taken.ids.len();
        taken.ids.resize(first + count, 0);
        taken.nodes.resize(first + count, 0);
        match count {
            0 => {}
            1 => taken.ids[first] = root.0,
            _ => {
                let mid = middle(0, count);
                let (ids, nodes) = (&mut taken.ids[first..], &mut taken.nodes[first..]);
                self.unfold(root.0, 0, mid, ids, nodes);
                self.unfold(root.1, mid, count, ids, nodes);
            }
        }
        let start = taken.bytes.len();
        for id in &taken.ids[first..] {
            taken.bytes.extend_from_slice(self.parts.get(*id));
            taken.ends.push((taken.bytes.len() - start) as u32);
        }
        taken.close(index);
    }

    /// Adds a state; `base` is the state it came from. Returns its number and whether it is new.
    pub(crate) fn insert(
        &mut self,
        state: &[u8],
        parts: &[Part],
        base: Base<'_>,
        parent: Option<Index>,
    ) -> (Index, bool) {
        let (mut ids, mut changed) = (std::mem::take(&mut self.ids), std::mem::take(&mut self.changed));
        ids.clear();
        changed.clear();
        let mut start = 0;
        for (i, part) in parts.iter().enumerate() {
            let content = &state[start..part.end as usize];
            start = part.end as usize;
            ids.push(match part.twin {
                Part::NEW => self.parts.intern(content, part.tag).0,
                twin => base.ids[twin as usize],
            });
            if part.twin as usize != i {
                changed.push(i as u32);
            }
        }
        let entered = self.enter(&ids, &changed, base, state.len(), parent);
        (self.ids, self.changed) = (ids, changed);
        entered
    }

    /// Adds a state that differs from the one it came from, `base`, in these parts; `length` is that of the whole.
    pub(crate) fn insert_changed(
        &mut self,
        bytes: &[u8],
        parts: &[Part],
        length: u32,
        base: Base<'_>,
        parent: Option<Index>,
    ) -> (Index, bool) {
        let (mut ids, mut changed) = (std::mem::take(&mut self.ids), std::mem::take(&mut self.changed));
        ids.clear();
        ids.extend_from_slice(base.ids);
        changed.clear();
        let mut start = 0;
        for part in parts {
            let number = self.parts.intern(&bytes[start..part.end as usize], part.tag).0;
            start = part.end as usize;
            if std::mem::replace(&mut ids[part.twin as usize], number) != number {
                changed.push(part.twin);
            }
        }
        changed.sort_unstable();
        let entered = self.enter(&ids, &changed, base, length as usize, parent);
        (self.ids, self.changed) = (ids, changed);
        entered
    }

    /// Adds the state with these parts; those in `changed` differ from those of `base`.
    fn enter(
        &mut self,
        ids: &[u32],
        changed: &[u32],
        base: Base<'_>,
        length: usize,
        parent: Option<Index>,
    ) -> (Index, bool) {
        let count = ids.len();
        let nodes = (base.ids.len() == count).then_some(base.nodes);
        let root = match count {
            0 => (0, 0),
            1 => (ids[0], 0),
            _ => self.inner.fold_sides(0, count, ids, changed, nodes),
        };
        let count = u16::try_from(count).expect("a batch merges parts beyond this number");
        let counts = &self.counts;
        let (index, new) = self.roots.intern(root, u64::from(count), |i| counts.get(i as usize) == count);
        if new {
            self.counts.push(count);
            self.parents.push(parent.unwrap_or(NO_PARENT));
            self.packed_bytes += length as u64;
        }
        (index, new)
    }

    fn root(&self, index: Index) -> ((u32, u32), usize) {
        (self.roots.pairs.get(index as usize), usize::from(self.counts.get(index as usize)))
    }

    fn write(&self, node: u32, from: usize, to: usize, out: &mut Vec<u8>) {
        if to - from == 1 {
            return out.extend_from_slice(self.parts.get(node));
        }
        let (mid, (left, right)) = (middle(from, to), self.inner.pairs.get(node as usize));
        self.write(left, from, mid, out);
        self.write(right, mid, to, out);
    }

    fn unfold(&self, node: u32, from: usize, to: usize, ids: &mut [u32], nodes: &mut [u32]) {
        if to - from == 1 {
            ids[from] = node;
            return;
        }
        let (mid, (left, right)) = (middle(from, to), self.inner.pairs.get(node as usize));
        nodes[mid] = node;
        self.unfold(left, from, mid, ids, nodes);
        self.unfold(right, mid, to, ids, nodes);
    }
}

/// Where the subtree over the parts `from..to` is split: about in the middle, but at a multiple of four
/// parts from its start, so that most subtrees stay as they are when a part is added behind them.
fn middle(from: usize, to: usize) -> usize {
    match to - from {
        0..=2 => from + 1,
        3..=4 => from + 2,
        len => from + ((len / 2 + 2) / 4 * 4).max(4),
    }
}

/// Pairs of numbers under numbers.
struct Pairs {
    pairs: Chunked<(u32, u32)>,
    slots: Slots,
}

impl Pairs {
    fn new() -> Self {
        Pairs { pairs: Chunked::new(), slots: Slots::new() }
    }

    fn bytes(&self) -> u64 {
        self.pairs.bytes() + self.slots.bytes()
    }

    /// The number of the pair for which `same` holds, and whether it is new.
    fn intern(&mut self, pair: (u32, u32), salt: u64, same: impl Fn(u32) -> bool) -> (u32, bool) {
        const K: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
        let word = u64::from(pair.0) << 32 | u64::from(pair.1);
        let tag = tag(fold(fold(word ^ K[1], K[0]) ^ salt, K[1]));
        let pairs = &self.pairs;
        match self.slots.find(tag, |i| pairs.get(i as usize) == pair && same(i)) {
            Ok(number) => (number, false),
            Err(at) => {
                let number = u32::try_from(self.pairs.len()).expect("the search stops before 2^32 pairs");
                self.slots.fill(at, tag, number);
                self.pairs.push(pair);
                (number, true)
            }
        }
    }

    /// The node over the parts `from..to`. Where nothing changed, it is that of `nodes`.
    fn fold(&mut self, from: usize, to: usize, ids: &[u32], changed: &[u32], nodes: Option<&[u32]>) -> u32 {
        if to - from == 1 {
            return ids[from];
        }
        if let Some(nodes) = nodes.filter(|_| changed.is_empty()) {
            return nodes[middle(from, to)];
        }
        let pair = self.fold_sides(from, to, ids, changed, nodes);
        self.intern(pair, 0, |_| true).0
    }

    /// Both children of the node over the parts `from..to`.
    fn fold_sides(
        &mut self,
        from: usize,
        to: usize,
        ids: &[u32],
        changed: &[u32],
        nodes: Option<&[u32]>,
    ) -> (u32, u32) {
        let mid = middle(from, to);
        let (left, right) = changed.split_at(changed.partition_point(|c| (*c as usize) < mid));
        (self.fold(from, mid, ids, left, nodes), self.fold(mid, to, ids, right, nodes))
    }
}
