//! The tree store: states as trees over shared parts.
//!
//! *What*: a state is a sequence of parts (byte strings). Parts are kept once and have numbers; four numbers next to each other make a
//! node, which is kept once and has a number, too, and so on, up to the root, which has two. Per state there remain the root, the
//! number of parts and the parent.
//! *Source*: recursive state compression, \[LPW11\]; with separate tables for roots, inner
//! nodes and parts, so that states are numbered in the order of insertion.
//! *Claim*: exact. Two states are equal if their parts are: the parts must follow from the bytes.
//! *Departures*: 1. parts are strings of any length, not words; 2. the number of parts may differ: the shape
//! of the tree depends on it alone; 3. a successor is compared with the state it came from before anything
//! is looked up: only what differs is; 4. inner nodes have four children: half as many look-ups; roots have two, since hardly any is shared; 5. the states of a batch are looked up
//! together, level by level, and what a look-up will touch is touched first for all of them: memory answers while others are asked.
//! *Cost*: per state 14 bytes and 10 to 15 of table; per inner node 16 bytes and 10 to 15 of table. A
//! successor that changes one part needs a look-up for it and one for each node on the way to the root.

use crate::batch::{Base, Batch, Part, Taken};
use crate::changes::Changes;
use crate::chunked::Chunked;
use crate::flat::{Index, NO_PARENT};
use crate::intern::{Interner, fold, tag};
use crate::shape::{NONE, Shape, ShapeNumber, Shapes, TOP, WIDTH};
use crate::slots::Slots;
use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of the next store.
static STORES: AtomicU64 = AtomicU64::new(1);

/// A set of part sequences, numbered in the order of insertion, each with its parent.
pub struct TreeStore {
    parts: Interner,
    inner: Nodes<WIDTH>,
    roots: Nodes<TOP>,
    counts: Chunked<u16>,
    parents: Chunked<Index>,
    packed_bytes: u64,
    /// Tells it from other stores.
    identity: u64,
    shapes: Shapes,
    /// The states of the batch at hand.
    rows: Vec<Row>,
    scratch: Scratch,
}

/// A state that is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'a> {
    /// Its parts, or those that differ from the base.
    pub bytes: &'a [u8],
    pub parts: &'a [Part],
    /// Only parts that differ are given: the length of the whole.
    pub changed: Option<u32>,
    /// The state it came from.
    pub base: Base<'a>,
    /// Who is to be told the numbers of parts.
    pub curious: Option<&'a Changes>,
}

/// A part that is looked for.
struct SoughtPart<'a> {
    row: u32,
    place: u32,
    bytes: &'a [u8],
    tag: u32,
    /// Who is to be told its number, and as which one.
    curious: Option<(&'a Changes, usize)>,
}

/// A state whose parts and inner nodes are known.
struct Row {
    shape: ShapeNumber,
    /// Where the numbers of its parts, and behind them those of its nodes, begin in [`Scratch::numbers`].
    start: usize,
    /// Length of the whole.
    length: u32,
    root: [u32; TOP],
    tag: u32,
}

#[derive(Default)]
struct Scratch {
    numbers: Vec<u32>,
    /// Which of them have to be found out.
    open: Vec<bool>,
    /// Open nodes by level: state and node.
    levels: Vec<Vec<(u32, u32)>>,
    keys: Vec<([u32; WIDTH], u32)>,
    unfolded: Vec<u32>,
}

impl TreeStore {
    pub(crate) fn new() -> Self {
        TreeStore {
            parts: Interner::new(),
            inner: Nodes::new(),
            roots: Nodes::new(),
            counts: Chunked::new(),
            parents: Chunked::new(),
            packed_bytes: 0,
            identity: STORES.fetch_add(1, Ordering::Relaxed),
            shapes: Shapes::default(),
            rows: Vec::new(),
            scratch: Scratch::default(),
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
        let shape = Shape::new(usize::from(self.counts.get(index as usize)));
        let mut numbers = vec![0; shape.numbers()];
        self.unfold(index, &shape, &mut numbers);
        numbers[..shape.parts].iter().for_each(|id| out.extend_from_slice(self.parts.get(*id)));
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

    /// Number of different parts, number of inner nodes.
    pub fn shared(&self) -> (usize, usize) {
        (self.parts.len(), self.inner.nodes.len())
    }

    /// Bytes that the next growths of tables need, if some are due for so many states and parts.
    pub(crate) fn growth(&self, states: usize, parts: usize) -> Option<u64> {
        let due = [self.roots.slots.growth(states), self.inner.slots.growth(parts), self.parts.growth(parts)];
        due.into_iter().flatten().reduce(|a, b| a + b)
    }

    /// Whether all numbers fit after so many more states and parts.
    pub(crate) fn has_room(&self, states: usize, parts: usize) -> bool {
        let limit = Index::MAX as usize;
        self.len() + states < limit && self.inner.nodes.len().max(self.parts.len()) + parts < limit
    }

    /// Appends a state to `taken`, with its parts and inner nodes.
    pub(crate) fn take(&mut self, index: Index, taken: &mut Taken) {
        taken.store = self.identity;
        let shape = self.shapes.of(usize::from(self.counts.get(index as usize)));
        let mut numbers = std::mem::take(&mut self.scratch.unfolded);
        let shape = self.shapes.get(shape);
        numbers.clear();
        numbers.resize(shape.numbers(), 0);
        self.unfold(index, shape, &mut numbers);
        let start = taken.bytes.len();
        for id in &numbers[..shape.parts] {
            taken.bytes.extend_from_slice(self.parts.get(*id));
            taken.ends.push((taken.bytes.len() - start) as u32);
        }
        taken.ids.extend_from_slice(&numbers[..shape.parts]);
        taken.nodes.extend_from_slice(&numbers[shape.parts..]);
        self.scratch.unfolded = numbers;
        taken.close(index);
    }

    /// Looks up the states of a batch, up to their roots; `taken` are those they came from.
    pub(crate) fn prepare_batch(&mut self, batch: &Batch, taken: &Taken) {
        let mut expansion = 0;
        let (mut start, mut parts_start) = (0, 0);
        let mut curious = batch.curious.iter().peekable();
        let items = batch.items.iter().enumerate().map(|(i, item)| {
            while batch.expansions.get(expansion).is_some_and(|e| e.items_end <= i) {
                expansion += 1;
            }
            let (bytes, parts) = (&batch.bytes[start..item.end], &batch.parts[parts_start..item.parts_end]);
            (start, parts_start) = (item.end, item.parts_end);
            let curious = curious.next_if(|(at, _)| *at as usize == i).map(|(_, changes)| &**changes);
            let base = taken.base(batch.done + expansion);
            Sought { bytes, parts, changed: item.changed, base, curious }
        });
        self.prepare(items);
    }

    /// Looks up states, up to their roots.
    pub(crate) fn prepare<'a>(&mut self, states: impl Iterator<Item = Sought<'a>>) {
        self.shapes.trim();
        let Scratch { numbers, open, levels, .. } = &mut self.scratch;
        numbers.clear();
        open.clear();
        levels.iter_mut().for_each(Vec::clear);
        self.rows.clear();
        let mut parts: Vec<SoughtPart<'_>> = Vec::new();
        for Sought { bytes, parts: given, changed, base, curious } in states {
            let count = if changed.is_some() { base.ids.len() } else { given.len() };
            let shape_number = self.shapes.of(count);
            let shape = self.shapes.get(shape_number);
            let (row, start) = (self.rows.len() as u32, numbers.len());
            let like_base = base.ids.len() == count;
            if like_base {
                numbers.extend_from_slice(base.ids);
                numbers.extend_from_slice(base.nodes);
                open.resize(numbers.len(), false);
            } else {
                numbers.resize(start + shape.numbers(), NONE);
                open.resize(start + count, false);
                open.resize(numbers.len(), true);
                if levels.len() < shape.levels {
                    levels.resize_with(shape.levels, Vec::new);
                }
                for (node, level) in shape.level.iter().enumerate() {
                    levels[usize::from(*level)].push((row, node as u32));
                }
            }
            let mut from = 0;
            for (i, part) in given.iter().enumerate() {
                let bytes = &bytes[from..part.end as usize];
                from = part.end as usize;
                let place = if changed.is_some() { part.twin } else { i as u32 };
                let number = match (changed, part.twin) {
                    (Some(_), _) => part.number,
                    (None, Part::NEW) => Part::UNKNOWN,
                    (None, twin) => base.ids[twin as usize],
                };
                if number == Part::UNKNOWN {
                    let curious = curious.map(|changes| (changes, i));
                    parts.push(SoughtPart { row, place, bytes, tag: part.tag, curious });
                } else if std::mem::replace(&mut numbers[start + place as usize], number) != number
                    && like_base
                {
                    shape.open_parent(place, row, start, open, levels);
                }
            }
            let length = changed.unwrap_or(bytes.len() as u32);
            self.rows.push(Row { shape: shape_number, start, length, root: [NONE; TOP], tag: 0 });
        }
        self.parts.prefetch(parts.iter().map(|part| part.tag));
        for SoughtPart { row, place, bytes, tag, curious } in parts {
            let number = self.parts.intern(bytes, tag).0;
            if let Some((changes, i)) = curious {
                changes.learn(i, number);
            }
            let Row { shape, start, .. } = &self.rows[row as usize];
            let known = &mut self.scratch.numbers[start + place as usize];
            if std::mem::replace(known, number) != number {
                let shape = self.shapes.get(*shape);
                shape.open_parent(place, row, *start, &mut self.scratch.open, &mut self.scratch.levels);
            }
        }
        self.fold();
    }

    /// Finds the open nodes of all states at hand, level by level, and then the roots.
    fn fold(&mut self) {
        let Scratch { numbers, open, levels, keys, .. } = &mut self.scratch;
        for level in 0..levels.len() {
            let work = std::mem::take(&mut levels[level]);
            keys.clear();
            keys.extend(work.iter().map(|(row, node)| {
                let Row { shape, start, .. } = &self.rows[*row as usize];
                let shape = self.shapes.get(*shape);
                let children = shape.children(*node, &numbers[*start..]);
                (children, Nodes::tag(&children, 0))
            }));
            self.inner.prefetch(keys.iter().map(|(_, tag)| *tag));
            for ((row, node), (children, tag)) in work.iter().zip(keys.iter()) {
                let Row { shape, start, .. } = &self.rows[*row as usize];
                let shape = self.shapes.get(*shape);
                // A node with one child is this child.
                let number = if children[1] == NONE {
                    children[0]
                } else {
                    self.inner.intern(*children, *tag, |_| true).0
                };
                let place = shape.parts as u32 + node;
                if std::mem::replace(&mut numbers[start + place as usize], number) != number {
                    shape.open_parent(place, *row, *start, open, levels);
                }
            }
            levels[level] = work;
        }
        for row in &mut self.rows {
            let shape = self.shapes.get(row.shape);
            row.root = shape.root(&numbers[row.start..]);
            row.tag = Nodes::tag(&row.root, shape.parts as u64);
        }
        self.roots.prefetch(self.rows.iter().map(|row| row.tag));
    }

    /// Adds a state that was looked up, by its place among those.
    #[inline]
    pub(crate) fn enter(&mut self, place: usize, parent: Option<Index>) -> (Index, bool) {
        let Row { root, tag, length, shape, .. } = &self.rows[place];
        let count =
            u16::try_from(self.shapes.get(*shape).parts).expect("a batch merges parts beyond this number");
        let counts = &self.counts;
        let (index, new) = self.roots.intern(*root, *tag, |i| counts.get(i as usize) == count);
        if new {
            self.counts.push(count);
            self.parents.push(parent.unwrap_or(NO_PARENT));
            self.packed_bytes += u64::from(*length);
        }
        (index, new)
    }

    /// The numbers of a state's parts and nodes.
    fn unfold(&self, index: Index, shape: &Shape, numbers: &mut [u32]) {
        let root = self.roots.nodes.get(index as usize);
        let from = shape.numbers() - shape.top;
        numbers[from..].copy_from_slice(&root[..shape.top]);
        for node in (0..shape.level.len()).rev() {
            let number = numbers[shape.parts + node];
            let (first, count) = shape.span(node as u32);
            if count == 1 {
                numbers[first] = number;
            } else {
                let children = self.inner.nodes.get(number as usize);
                numbers[first..first + count].copy_from_slice(&children[..count]);
            }
        }
    }
}

/// Nodes under numbers.
struct Nodes<const W: usize> {
    nodes: Chunked<[u32; W]>,
    slots: Slots,
}

impl<const W: usize> Nodes<W> {
    fn new() -> Self {
        Nodes { nodes: Chunked::new(), slots: Slots::new() }
    }

    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.slots.bytes()
    }

    fn tag(children: &[u32; W], salt: u64) -> u32 {
        const K: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
        let word = |two: &[u32]| u64::from(two[0]) << 32 | u64::from(two[1]);
        let all = children.chunks_exact(2).fold(K[1], |all, two| fold(all ^ word(two), K[0]));
        tag(fold(all ^ salt, K[1]))
    }

    /// Touches what look-ups will need.
    fn prefetch(&self, tags: impl Iterator<Item = u32>) {
        let mut touched = 0;
        let mut hints = [0; 64];
        let mut count = 0;
        let mut touch = |hints: &[u32]| {
            for hint in hints.iter().filter(|hint| **hint != 0) {
                touched ^= self.nodes.get(*hint as usize - 1)[0];
            }
        };
        for tag in tags {
            hints[count] = self.slots.guess(tag);
            count += 1;
            if count == hints.len() {
                touch(&hints);
                count = 0;
            }
        }
        touch(&hints[..count]);
        std::hint::black_box(touched);
    }

    /// The number of the node for which `same` holds, and whether it is new.
    fn intern(&mut self, children: [u32; W], tag: u32, same: impl Fn(u32) -> bool) -> (u32, bool) {
        let nodes = &self.nodes;
        match self.slots.find(tag, |i| nodes.get(i as usize) == children && same(i)) {
            Ok(number) => (number, false),
            Err(at) => {
                let number = u32::try_from(self.nodes.len()).expect("the search stops before 2^32 nodes");
                self.slots.fill(at, tag, number);
                self.nodes.push(children);
                (number, true)
            }
        }
    }
}
