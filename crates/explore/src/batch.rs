//! States on their way: taken from the store for expansion, and found by it.

use crate::changes::Changes;
use crate::flat::Index;
use crate::intern::{hash, tag};
use std::sync::Arc;

/// What a store needs to know of a new state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// The hash of the whole.
    Whole,
    /// Its parts, compared with those of the state it came from.
    Parts,
}

/// A part of a new state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// Where it ends, from the start of what the batch has of the state.
    pub end: u32,
    /// The part of the expanded state that has the same bytes, or [`Part::NEW`]; in a state of which only changed parts are
    /// given, the part that it takes the place of.
    pub twin: u32,
    /// Half of its hash, if it has no twin.
    pub tag: u32,
    /// The number that the store has for it, if that is known.
    pub number: u32,
}

impl Part {
    /// There is no twin.
    pub const NEW: u32 = u32::MAX;
    /// Its number is not known.
    pub const UNKNOWN: u32 = u32::MAX;
}

/// A new state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// Where its bytes end in the batch.
    pub end: usize,
    /// Where its parts end in the batch.
    pub parts_end: usize,
    /// Hash of the whole ([`Shape::Whole`]).
    pub hash: u64,
    /// Only parts that differ from those of the expanded state are in the batch: the length of the whole.
    pub changed: Option<u32>,
    /// The thread that moved.
    pub label: u32,
}

/// The expansion of one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion {
    /// Where its new states end in the batch.
    pub items_end: usize,
    pub violated: bool,
    pub reduced: bool,
    pub refuted: bool,
    /// What it cost, in the measure of the system.
    pub effort: u64,
}

/// More parts than this are one part together.
const MAX_PARTS: usize = u16::MAX as usize;

/// What the expansion of some states found, in one buffer.
pub(crate) struct Batch {
    shape: Shape,
    pub bytes: Vec<u8>,
    pub parts: Vec<Part>,
    pub items: Vec<Item>,
    /// Changes that are to be told the numbers of their parts: those of the item at this place.
    pub curious: Vec<(u32, Arc<Changes>)>,
    /// The finished expansions; items behind the last one belong to an open one.
    pub expansions: Vec<Expansion>,
    /// Expansions that were finished and handed over before.
    pub done: usize,
    /// Some items of the first expansion were handed over before.
    pub begun: bool,
    /// Violations of the open expansion, each with the thread whose step it is.
    pub violations: Vec<Option<u32>>,
    pub reduced: bool,
    pub refuted: bool,
    /// What the open expansion has cost.
    pub effort: u64,
    ends: Vec<u32>,
}

impl Batch {
    pub fn new(shape: Shape) -> Self {
        Batch {
            shape,
            bytes: Vec::new(),
            parts: Vec::new(),
            items: Vec::new(),
            curious: Vec::new(),
            expansions: Vec::new(),
            done: 0,
            begun: false,
            violations: Vec::new(),
            reduced: false,
            refuted: false,
            effort: 0,
            ends: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.hand_over();
        (self.done, self.begun) = (0, false);
        self.violations.clear();
        (self.reduced, self.refuted, self.effort) = (false, false, 0);
    }

    /// Forgets what was handed over.
    pub fn hand_over(&mut self) {
        self.done += self.expansions.len();
        let open = self.expansions.last().map_or(0, |e| e.items_end) < self.items.len();
        self.begun = open || (self.expansions.is_empty() && self.begun);
        self.bytes.clear();
        self.parts.clear();
        self.items.clear();
        self.curious.clear();
        self.expansions.clear();
    }

    /// Ends the open expansion; returns whether the search ends with this state, if it goes on after violations (`all`) or not.
    pub fn close(&mut self, all: bool) -> bool {
        let violated = !self.violations.is_empty();
        let (reduced, refuted) = (std::mem::take(&mut self.reduced), std::mem::take(&mut self.refuted));
        let effort = std::mem::take(&mut self.effort);
        self.expansions.push(Expansion { items_end: self.items.len(), violated, reduced, refuted, effort });
        self.violations.clear();
        refuted || (violated && !all)
    }

    /// The bytes of a new state.
    pub fn state(&self, item: usize) -> &[u8] {
        let start = item.checked_sub(1).map_or(0, |before| self.items[before].end);
        &self.bytes[start..self.items[item].end]
    }

    /// Adds a state without parts.
    pub fn push_whole(&mut self, base: Base<'_>, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        write(&mut self.bytes);
        self.ends.clear();
        if self.shape == Shape::Parts {
            self.ends.push(narrow(self.bytes.len() - start));
        }
        self.seal(start, 0, base);
    }

    /// Adds a state with parts.
    pub fn push_parts(
        &mut self,
        label: u32,
        base: Base<'_>,
        write: impl FnOnce(&mut Vec<u8>, &mut Vec<u32>),
    ) {
        let start = self.bytes.len();
        self.ends.clear();
        write(&mut self.bytes, &mut self.ends);
        let (len, last) = (narrow(self.bytes.len() - start), self.ends.last().copied().unwrap_or(0));
        assert_eq!(last, len, "the last part of a state ends with the state");
        if self.ends.len() > MAX_PARTS {
            self.ends.truncate(MAX_PARTS - 1);
            self.ends.push(len);
        }
        self.seal(start, label, base);
    }

    /// Whether states may be added by what differs from the expanded state.
    pub fn takes_changes(&self, base: Base<'_>) -> bool {
        self.shape == Shape::Parts && base.store != 0 && base.ids.len() < MAX_PARTS
    }

    /// Adds a state that differs from the expanded one in these parts.
    pub fn push_changed(&mut self, label: u32, base: Base<'_>, changes: &Arc<Changes>) {
        let (start, mut length, mut known) = (self.bytes.len(), base.bytes.len(), true);
        for change in changes.parts() {
            length = length - base.length(change.part as usize) + change.length();
            let number = change.number();
            if number == Part::UNKNOWN {
                self.bytes.extend_from_slice(change.bytes());
                known = false;
            }
            let end = narrow(self.bytes.len() - start);
            self.parts.push(Part { end, twin: change.part, tag: change.tag, number });
        }
        if !known {
            self.curious.push((narrow(self.items.len()), changes.clone()));
        }
        let (end, parts_end) = (self.bytes.len(), self.parts.len());
        self.items.push(Item { end, parts_end, hash: 0, changed: Some(narrow(length)), label });
    }

    #[inline]
    fn seal(&mut self, start: usize, label: u32, base: Base<'_>) {
        let whole = match self.shape {
            Shape::Whole => hash(&self.bytes[start..]),
            Shape::Parts => {
                self.compare(start, base);
                0
            }
        };
        let (end, parts_end) = (self.bytes.len(), self.parts.len());
        self.items.push(Item { end, parts_end, hash: whole, changed: None, label });
    }

    /// Looks for each part at the same place of the expanded state, counted from the front; if the
    /// numbers of parts differ, then also from the back.
    fn compare(&mut self, start: usize, base: Base<'_>) {
        let state = &self.bytes[start..];
        let (count, before) = (self.ends.len(), base.ends.len());
        let mut from = 0;
        for (i, end) in self.ends.iter().enumerate() {
            let part = &state[from..*end as usize];
            from = *end as usize;
            let same = |j: usize| j < before && base.part(j) == part;
            let behind = (i + before).checked_sub(count).filter(|_| count != before);
            let twin = if same(i) { Some(i) } else { behind.filter(|j| same(*j)) };
            self.parts.push(match twin {
                Some(j) => Part { end: *end, twin: narrow(j), tag: 0, number: Part::UNKNOWN },
                None => Part { end: *end, twin: Part::NEW, tag: tag(hash(part)), number: Part::UNKNOWN },
            });
        }
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a state is shorter than 4 GiB")
}

/// One past the last byte, part and node of a taken state.
#[derive(Clone, Copy, Default)]
struct Place {
    index: Index,
    bytes: usize,
    ends: usize,
    nodes: usize,
}

/// States taken from the store for expansion.
#[derive(Default)]
pub(crate) struct Taken {
    pub bytes: Vec<u8>,
    /// Ends of the parts of each state, from its start (tree store).
    pub ends: Vec<u32>,
    /// Numbers of the parts.
    pub ids: Vec<u32>,
    /// Numbers of the inner nodes, as the store has them.
    pub nodes: Vec<u32>,
    states: Vec<Place>,
    /// Which tree store they come from, or 0.
    pub store: u64,
}

/// One of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Base<'a> {
    pub bytes: &'a [u8],
    pub ends: &'a [u32],
    pub ids: &'a [u32],
    pub nodes: &'a [u32],
    pub store: u64,
}

/// A state of which the store keeps the parts under numbers: equal numbers, equal parts.
#[derive(Clone, Copy)]
pub struct Known<'a>(Base<'a>);

impl<'a> Known<'a> {
    pub(crate) fn new(base: Base<'a>) -> Self {
        Known(base)
    }

    /// Tells stores apart: numbers of another one mean other parts.
    pub fn store(&self) -> u64 {
        self.0.store
    }

    /// The numbers of the parts.
    pub fn numbers(&self) -> &'a [u32] {
        self.0.ids
    }

    /// The bytes of a part.
    pub fn part(&self, part: usize) -> &'a [u8] {
        self.0.part(part)
    }
}

impl<'a> Base<'a> {
    fn length(&self, i: usize) -> usize {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        (self.ends[i] - start) as usize
    }

    fn part(&self, i: usize) -> &'a [u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start as usize..self.ends[i] as usize]
    }
}

impl Taken {
    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.ids.clear();
        self.nodes.clear();
        self.states.clear();
        self.store = 0;
    }

    /// Everything behind the last state is the state `index`.
    #[inline]
    pub fn close(&mut self, index: Index) {
        let (bytes, ends, nodes) = (self.bytes.len(), self.ends.len(), self.nodes.len());
        self.states.push(Place { index, bytes, ends, nodes });
    }

    #[inline]
    pub fn index(&self, place: usize) -> Option<Index> {
        self.states.get(place).map(|s| s.index)
    }

    /// The state at `place`; nothing if there is none.
    #[inline]
    pub fn base(&self, place: usize) -> Base<'_> {
        let Some(to) = self.states.get(place).copied() else { return Base::default() };
        let from = place.checked_sub(1).map_or(Place::default(), |before| self.states[before]);
        let parts = from.ends..to.ends;
        Base {
            bytes: &self.bytes[from.bytes..to.bytes],
            ends: &self.ends[parts.clone()],
            ids: &self.ids[parts],
            nodes: &self.nodes[from.nodes..to.nodes],
            store: self.store,
        }
    }
}
