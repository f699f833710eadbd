//! Breadth-first and depth-first search.

use crate::store::{Index, Store, hash};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;
use tw_verdict::{Control, Progress, SearchOrder, Statistics, StopReason};

/// A transition system over packed states.
pub trait System {
    /// Hands all initial states to `sink`.
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()>;

    /// Hands the successors of `state` to `sink`; tells it if the state is a violation.
    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()>;

    /// Bytes of the system's own tables.
    fn bytes(&self) -> u64;
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All reachable states were expanded; the first violating one, if the search was to go on.
    Exhausted(Option<Index>),
    /// A violating state was found.
    Violation(Index),
    /// A limit was reached.
    Stopped(StopReason),
}

/// A finished search.
pub struct Exploration {
    /// The visited states.
    pub store: Store,
    /// How it ended.
    pub outcome: Outcome,
    /// What was counted.
    pub statistics: Statistics,
}

impl Exploration {
    /// The states from an initial one to `index`.
    pub fn path(&self, index: Index) -> Vec<Index> {
        let mut path: Vec<Index> = std::iter::successors(Some(index), |i| self.store.parent(*i)).collect();
        path.reverse();
        path
    }
}

/// States waiting to be looked up: the successors of some states, in one buffer.
///
/// They are looked up together, in stages (table slot, position, content), so that the memory accesses
/// of one stage overlap; they are inserted in the order in which they were found.
pub struct Sink<'a> {
    store: &'a mut Store,
    control: &'a Control,
    system_bytes: u64,
    buffer: Vec<u8>,
    pending: Vec<Pending>,
    parent: Option<Index>,
    fresh: Vec<Index>,
    keep_fresh: bool,
    transitions: u64,
    frontier: u64,
    depth: u64,
    violated: bool,
    reduced: u64,
    stop: Option<StopReason>,
}

/// A state in the buffer.
struct Pending {
    end: usize,
    parent: Option<Index>,
    hash: u64,
}

/// Breadth-first search looks up successors in batches of about this many.
const BATCH: usize = 64;
/// Successors are looked up at least whenever they fill this many bytes.
const FLUSH_BYTES: usize = 1 << 16;
/// Limits are checked after this many expansions.
const CHECK_EVERY: u64 = 1024;

impl Sink<'_> {
    /// Adds a state that `write` appends to the buffer.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> ControlFlow<()> {
        let start = self.buffer.len();
        write(&mut self.buffer);
        let hash = hash(&self.buffer[start..]);
        self.pending.push(Pending { end: self.buffer.len(), parent: self.parent, hash });
        self.transitions += 1;
        if self.buffer.len() < FLUSH_BYTES {
            return Continue(());
        }
        self.flush();
        self.check_limits();
        if self.stop.is_some() { Break(()) } else { Continue(()) }
    }

    /// Tells that the state being expanded is a violation.
    pub fn violation(&mut self) {
        self.violated = true;
    }

    /// Tells that the state being expanded was reduced to one thread.
    pub fn reduced(&mut self) {
        self.reduced += 1;
    }

    fn flush(&mut self) {
        if self.store.len() + self.pending.len() >= Index::MAX as usize {
            self.stop = Some(StopReason::States);
        }
        if let Some(more) = self.store.growth(self.pending.len()) {
            let large = more > 1 << 24;
            let used = self.store.bytes() + self.system_bytes;
            self.stop = if large { self.control.would_exceed(used, more) } else { None }.or(self.stop.take());
        }
        if self.stop.is_some() {
            self.buffer.clear();
            self.pending.clear();
            return;
        }
        self.store.prefetch(self.pending.iter().map(|p| p.hash));
        let mut start = 0;
        for Pending { end, parent, hash } in self.pending.drain(..) {
            let (index, new) = self.store.insert(&self.buffer[start..end], hash, parent);
            if new && self.keep_fresh {
                self.fresh.push(index);
            }
            start = end;
        }
        self.buffer.clear();
    }

    fn check_limits(&mut self) {
        let bytes = self.store.bytes() + self.system_bytes;
        let progress =
            Progress { states: self.store.len() as u64, frontier: self.frontier, depth: self.depth, bytes };
        self.stop = self.control.should_stop(progress).or(self.stop.take());
    }
}

/// Explores `system`; with `explore_all` it goes on after a violation.
pub fn explore(
    system: &mut impl System,
    order: SearchOrder,
    explore_all: bool,
    control: &Control,
) -> Exploration {
    let started = Instant::now();
    let mut store = Store::new();
    let mut sink = Sink {
        store: &mut store,
        control,
        system_bytes: 0,
        buffer: Vec::new(),
        pending: Vec::new(),
        parent: None,
        fresh: Vec::new(),
        keep_fresh: order == SearchOrder::Dfs,
        transitions: 0,
        frontier: 0,
        depth: 0,
        violated: false,
        reduced: 0,
        stop: None,
    };
    sink.check_limits();
    if sink.stop.is_none() {
        let _ = system.initial(&mut sink);
        sink.flush();
    }
    sink.transitions = 0;
    let mut peak_frontier = sink.store.len() as u64;
    let outcome = match order {
        SearchOrder::Bfs => breadth_first(system, &mut sink, explore_all, &mut peak_frontier),
        SearchOrder::Dfs => depth_first(system, &mut sink, explore_all, &mut peak_frontier),
    };
    let statistics = Statistics {
        states: sink.store.len() as u64,
        transitions: sink.transitions,
        peak_frontier,
        depth: sink.depth,
        reduced_states: sink.reduced,
        packed_bytes: sink.store.packed_bytes(),
        store_bytes: sink.store.bytes(),
        local_states: 0,
        seconds: started.elapsed().as_secs_f64(),
    };
    Exploration { store, outcome, statistics }
}

/// Expands the state `index`; returns whether the search is over, and how.
fn expand(
    system: &mut impl System,
    sink: &mut Sink<'_>,
    index: Index,
    count: u64,
    state: &mut Vec<u8>,
) -> Option<Outcome> {
    if count.is_multiple_of(CHECK_EVERY) {
        sink.system_bytes = system.bytes();
        sink.check_limits();
    }
    if let Some(reason) = sink.stop.take() {
        return Some(Outcome::Stopped(reason));
    }
    state.clear();
    state.extend_from_slice(sink.store.get(index));
    sink.parent = Some(index);
    sink.violated = false;
    let _ = system.expand(state, sink);
    sink.violated.then_some(Outcome::Violation(index))
}

fn breadth_first(
    system: &mut impl System,
    sink: &mut Sink<'_>,
    explore_all: bool,
    peak: &mut u64,
) -> Outcome {
    let (mut next, mut level_end, mut first_violation) = (0, sink.store.len(), None);
    let mut state = Vec::new();
    loop {
        if next == level_end || sink.pending.len() >= BATCH {
            sink.flush();
        }
        if next == level_end {
            level_end = sink.store.len();
            if next == level_end {
                return sink.stop.take().map_or(Outcome::Exhausted(first_violation), Outcome::Stopped);
            }
            sink.depth += u64::from(next > 0);
        }
        let index = next as Index;
        match expand(system, sink, index, next as u64, &mut state) {
            Some(Outcome::Violation(index)) if explore_all => {
                first_violation = first_violation.or(Some(index))
            }
            Some(outcome) => return outcome,
            None => {}
        }
        next += 1;
        sink.frontier = (sink.store.len() - next) as u64;
        *peak = sink.frontier.max(*peak);
    }
}

fn depth_first(system: &mut impl System, sink: &mut Sink<'_>, explore_all: bool, peak: &mut u64) -> Outcome {
    let (mut stack, mut first_violation, mut count) = (std::mem::take(&mut sink.fresh), None, 0);
    let mut state = Vec::new();
    while let Some(index) = stack.pop() {
        match expand(system, sink, index, count, &mut state) {
            Some(Outcome::Violation(index)) if explore_all => {
                first_violation = first_violation.or(Some(index))
            }
            Some(outcome) => return outcome,
            None => {}
        }
        sink.flush();
        count += 1;
        stack.append(&mut sink.fresh);
        sink.frontier = stack.len() as u64;
        *peak = sink.frontier.max(*peak);
    }
    sink.stop.take().map_or(Outcome::Exhausted(first_violation), Outcome::Stopped)
}
