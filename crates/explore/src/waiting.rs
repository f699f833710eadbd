//! States that were found and not yet taken for expansion.

use crate::batch::Taken;
use crate::flat::Index;
use crate::store::{Store, StoreKind};
use std::collections::VecDeque;
use tw_verdict::SearchOrder;

/// The frontier.
pub(crate) enum Waiting {
    /// All states from this number on: breadth first needs no queue.
    From(u64),
    /// Numbers, the newest last.
    Stack(Vec<Index>),
    /// States that the store does not keep, the oldest first.
    Queue(Queue),
    /// States that the store does not keep, the newest last.
    Path(Path),
}

impl Waiting {
    pub fn new(order: SearchOrder, kind: StoreKind) -> Self {
        match (order, kind) {
            (_, StoreKind::Bitstate { .. }) => Waiting::Path(Path { keep: true, ..Path::default() }),
            (SearchOrder::Bfs, StoreKind::HashCompact) => Waiting::Queue(Queue::default()),
            (SearchOrder::Dfs, StoreKind::HashCompact) => Waiting::Path(Path::default()),
            (SearchOrder::Bfs, _) => Waiting::From(0),
            (SearchOrder::Dfs, _) => Waiting::Stack(Vec::new()),
        }
    }

    /// A new state.
    pub fn add(&mut self, index: Index, state: &[u8]) {
        match self {
            Waiting::From(_) => {}
            Waiting::Stack(stack) => stack.push(index),
            Waiting::Queue(queue) => queue.push(index, state),
            Waiting::Path(path) => path.push(index, state),
        }
    }

    /// How many can be taken (breadth first).
    pub fn ready(&self, store: &Store) -> usize {
        match self {
            Waiting::From(next) => (store.len() - next) as usize,
            Waiting::Stack(stack) => stack.len(),
            Waiting::Queue(queue) => queue.len,
            Waiting::Path(path) => path.entries.len(),
        }
    }

    /// Moves the next state to `taken`; false if there is none.
    pub fn take(&mut self, store: &mut Store, taken: &mut Taken) -> bool {
        match self {
            Waiting::From(next) => {
                let more = *next < store.len();
                if more {
                    store.take(*next as Index, taken);
                    *next += 1;
                }
                more
            }
            Waiting::Stack(stack) => stack.pop().map(|index| store.take(index, taken)).is_some(),
            Waiting::Queue(queue) => queue.take(taken),
            Waiting::Path(path) => path.take(taken),
        }
    }

    /// The states from an initial one to the one taken last, if they are kept here.
    pub fn trail(&self) -> Vec<Vec<u8>> {
        let Waiting::Path(path) = self else { return Vec::new() };
        let taken = (0..path.entries.len()).filter(|i| path.entries[*i].taken);
        taken.map(|i| path.state(i).to_vec()).collect()
    }

    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            Waiting::From(_) => 0,
            Waiting::Stack(stack) => stack.capacity() * size_of::<Index>(),
            Waiting::Queue(queue) => queue.chunks.iter().map(Vec::capacity).sum(),
            Waiting::Path(path) => path.bytes.capacity() + path.entries.capacity() * size_of::<Entry>(),
        };
        bytes as u64
    }
}

/// States with their numbers, first in, first out; in chunks, which are freed one by one.
#[derive(Default)]
pub(crate) struct Queue {
    chunks: VecDeque<Vec<u8>>,
    /// Where the next state begins in the first chunk.
    start: usize,
    len: usize,
}

const CHUNK_BYTES: usize = 1 << 18;

impl Queue {
    fn push(&mut self, index: Index, state: &[u8]) {
        let needed = state.len() + 8;
        if self.chunks.back().is_none_or(|c| c.len() + needed > CHUNK_BYTES) {
            self.chunks.push_back(Vec::new());
        }
        let chunk = self.chunks.back_mut().expect("a chunk was just made sure of");
        chunk.extend_from_slice(&index.to_le_bytes());
        chunk.extend_from_slice(&u32::try_from(state.len()).expect("states are short").to_le_bytes());
        chunk.extend_from_slice(state);
        self.len += 1;
    }

    fn take(&mut self, taken: &mut Taken) -> bool {
        if self.len == 0 {
            return false;
        }
        let chunk = self.chunks.front().expect("a queue with states has a chunk");
        let number = |at: usize| {
            let bytes = chunk[at..at + 4].try_into().expect("four bytes");
            u32::from_le_bytes(bytes)
        };
        let (index, len) = (number(self.start), number(self.start + 4) as usize);
        let (from, to) = (self.start + 8, self.start + 8 + len);
        taken.bytes.extend_from_slice(&chunk[from..to]);
        taken.close(index);
        (self.start, self.len) = (to, self.len - 1);
        if self.start == chunk.len() {
            self.chunks.pop_front();
            self.start = 0;
        }
        true
    }
}

/// States with their numbers, last in, first out.
#[derive(Default)]
pub(crate) struct Path {
    /// A state stays until all that was found from it is gone.
    keep: bool,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: usize,
    index: Index,
    taken: bool,
}

impl Path {
    fn push(&mut self, index: Index, state: &[u8]) {
        self.entries.push(Entry { start: self.bytes.len(), index, taken: false });
        self.bytes.extend_from_slice(state);
    }

    fn state(&self, entry: usize) -> &[u8] {
        let end = self.entries.get(entry + 1).map_or(self.bytes.len(), |e| e.start);
        &self.bytes[self.entries[entry].start..end]
    }

    fn take(&mut self, taken: &mut Taken) -> bool {
        while let Some(entry) = self.entries.pop_if(|e| e.taken) {
            self.bytes.truncate(entry.start);
        }
        let Some(last) = self.entries.len().checked_sub(1) else { return false };
        taken.bytes.extend_from_slice(self.state(last));
        taken.close(self.entries[last].index);
        if self.keep {
            self.entries[last].taken = true;
        } else {
            self.bytes.truncate(self.entries[last].start);
            self.entries.pop();
        }
        true
    }
}
