//! The books of a search: visited states, waiting states, counts, limits.
//!
//! What the expansion of a state found is entered in the order in which states were taken, whoever
//! expanded them. So numbers and counts do not depend on how many threads search.

use crate::batch::{Batch, Expansion, Taken};
use crate::flat::Index;
use crate::hunt::{Aside, Done};
use crate::search::{CAUGHT, Exploration, Outcome, Search};
use crate::sink::{Labels, Outlet, System, start};
use crate::store::{Store, StoreKind};
use crate::waiting::Waiting;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};
use tw_verdict::{Control, Progress, SearchOrder, Statistics, StopReason};

/// Limits are checked after this many expansions.
const CHECK_EVERY: u64 = 1024;
/// … and at least this often, between batches of states, and between states of more than so many bytes.
const LARGE: usize = 1 << 16;
const PATIENCE: Duration = Duration::from_millis(100);
/// Limits are checked after this many successors of one state.
const CHECK_INSERTED: u64 = 1 << 14;
/// A table that grows by less is not asked for.
const SMALL_GROWTH: u64 = 1 << 24;

/// The state of a search.
pub(crate) struct Ledger<'c> {
    search: Search,
    control: &'c Control,
    started: Instant,
    store: Store,
    waiting: Waiting,
    pub system_bytes: u64,
    expanded: u64,
    /// Successors entered for the state whose expansion is entered.
    inserted: u64,
    transitions: u64,
    /// What the expansions have cost.
    effort: u64,
    reduced: u64,
    peak_frontier: u64,
    depth: u64,
    /// Breadth first: the number at which the next level begins.
    level_end: u64,
    first_violation: Option<Index>,
    refuted: Option<Index>,
    trail: Vec<Vec<u8>>,
    stop: Option<StopReason>,
    /// When limits were looked at.
    looked: Instant,
    /// Nothing more is entered.
    closed: bool,
    /// Who hunts in the pauses.
    aside: Option<&'c mut (dyn Aside + 'c)>,
}

impl<'c> Ledger<'c> {
    /// Enters the initial states.
    pub fn new(
        search: &Search,
        control: &'c Control,
        system: &mut impl System,
        aside: Option<&'c mut (dyn Aside + 'c)>,
    ) -> Self {
        let kind = search.store;
        let mut stop = None;
        if let StoreKind::Bitstate { bytes } = kind {
            stop = control.would_exceed(0, bytes);
        }
        let affordable = if stop.is_none() { kind } else { StoreKind::Flat };
        let mut ledger = Ledger {
            search: *search,
            control,
            started: Instant::now(),
            store: Store::new(affordable),
            waiting: Waiting::new(search.order, kind),
            system_bytes: 0,
            expanded: 0,
            inserted: 0,
            transitions: 0,
            effort: 0,
            reduced: 0,
            peak_frontier: 0,
            depth: 0,
            level_end: 0,
            first_violation: None,
            refuted: None,
            trail: Vec::new(),
            stop,
            looked: Instant::now(),
            closed: false,
            aside,
        };
        ledger.check_limits();
        if ledger.stop.is_none() {
            let (mut batch, taken) = (Batch::new(kind.shape()), Taken::default());
            start(system, &mut batch, &mut Feed { ledger: &mut ledger, taken: &taken }, Labels::Left);
            ledger.enter(&mut batch, &taken);
        }
        ledger.transitions = 0;
        ledger.level_end = ledger.store.len();
        ledger.peak_frontier = ledger.store.len();
        ledger
    }

    /// Whether a limit was reached, or a violation or refutation ends the search.
    pub fn over(&self) -> bool {
        let violated = self.first_violation.is_some() && !self.search.explore_all;
        self.stop.is_some() || self.refuted.is_some() || violated
    }

    /// Moves the next state to `taken`; false if there is none.
    pub fn take(&mut self, taken: &mut Taken) -> bool {
        self.waiting.take(&mut self.store, taken)
    }

    /// Number of states that can be taken.
    pub fn ready(&self) -> usize {
        self.waiting.ready(&self.store)
    }

    /// What an expansion costs, on average.
    pub fn cost_of_one(&self) -> u64 {
        self.done().cost() / self.expanded.max(1) + 1
    }

    fn done(&self) -> Done {
        Done { expanded: self.expanded, effort: self.effort }
    }

    /// Whether limits are checked during the next `expansions`.
    pub fn check_due(&self, expansions: usize) -> bool {
        (self.expanded + expansions as u64).next_multiple_of(CHECK_EVERY)
            != self.expanded.next_multiple_of(CHECK_EVERY)
            || self.expanded.is_multiple_of(CHECK_EVERY)
    }

    /// Enters what the expansion of the states of `taken` found.
    pub fn enter(&mut self, batch: &mut Batch, taken: &Taken) {
        if !self.closed {
            self.enter_all(batch, taken);
        }
        batch.hand_over();
        // Where single steps take long.
        if self.looked.elapsed() > PATIENCE {
            self.check_clock();
        }
    }

    fn enter_all(&mut self, batch: &Batch, taken: &Taken) {
        if self.stop.is_none() {
            self.make_room(batch, taken);
        }
        // After a stop nothing is inserted, but a violation still counts.
        let stopped = self.stop.is_some();
        let mut from = 0;
        for (i, expansion) in batch.expansions.iter().enumerate() {
            let place = batch.done + i;
            let begun = i == 0 && batch.begun;
            if !stopped && (begun || self.begin().is_continue()) {
                self.insert(batch, from, expansion.items_end, taken, place);
            } else if !stopped {
                return;
            }
            from = expansion.items_end;
            let index = taken.index(place).expect("expanded states were taken");
            self.closed = self.end(expansion, index).is_break() || (!stopped && self.stop.is_some());
            if self.closed {
                return;
            }
        }
        let begun = taken.len() == 0 || (batch.expansions.is_empty() && batch.begun);
        if !stopped && from < batch.items.len() && (begun || self.begin().is_continue()) {
            self.insert(batch, from, batch.items.len(), taken, batch.done + batch.expansions.len());
        }
    }

    /// Looks at the limits, and shows progress.
    pub fn check_limits(&mut self) {
        let progress = Progress {
            states: self.store.len(),
            frontier: self.store.len() - self.expanded,
            depth: self.depth,
            bytes: self.bytes(),
        };
        self.looked = Instant::now();
        self.stop = self.control.should_stop(progress).or(self.stop.take());
    }

    /// Looks at the limits that do not depend on what was counted. Their moment may be any; the limit on
    /// states must be looked at when the search of one thread would.
    pub fn check_clock(&mut self) {
        let stopped = self.stop.clone();
        self.check_limits();
        if let Some(StopReason::StateLimit(_)) = self.stop {
            self.stop = stopped;
        }
    }

    /// Closes the books.
    pub fn finish(self) -> Exploration {
        let (hunted_steps, walks) = self.aside.as_ref().map_or((0, 0), |aside| aside.counts());
        let caught = self.first_violation == Some(CAUGHT);
        let statistics = Statistics {
            hunted_steps,
            catching_walk: if caught { walks } else { 0 },
            states: self.store.len(),
            transitions: self.transitions,
            peak_frontier: self.peak_frontier,
            depth: self.depth,
            reduced_states: self.reduced,
            packed_bytes: self.store.packed_bytes(),
            store_bytes: self.store.bytes(),
            seconds: self.started.elapsed().as_secs_f64(),
            ..Statistics::default()
        };
        let outcome = match (self.first_violation, self.stop, self.refuted) {
            (Some(index), ..) if !self.search.explore_all => Outcome::Violation(index),
            (_, Some(reason), _) => Outcome::Stopped(reason),
            (.., Some(index)) => Outcome::Refuted(index),
            (first, None, None) => Outcome::Exhausted(first),
        };
        Exploration { store: self.store, outcome, statistics, trail: self.trail }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.waiting.bytes() + self.system_bytes
    }

    fn make_room(&mut self, batch: &Batch, taken: &Taken) {
        if !self.store.has_room(batch) {
            self.stop = Some(StopReason::States);
        }
        if let Some(more) = self.store.growth(batch).filter(|more| *more > SMALL_GROWTH) {
            self.stop = self.control.would_exceed(self.bytes(), more).or(self.stop.take());
        }
        if self.stop.is_none() {
            self.store.prepare(batch, taken);
        }
    }

    /// The next expansion is entered, unless a limit is reached.
    fn begin(&mut self) -> ControlFlow<()> {
        self.inserted = 0;
        self.hunt();
        if self.expanded.is_multiple_of(CHECK_EVERY) {
            self.check_limits();
        }
        if self.stop.is_some() || self.first_violation == Some(CAUGHT) {
            self.closed = true;
            return Break(());
        }
        if self.expanded == self.level_end && self.search.order == SearchOrder::Bfs {
            self.depth += u64::from(self.expanded > 0);
            self.level_end = self.store.len();
        }
        Continue(())
    }

    /// A pause, at a moment that does not depend on the number of workers.
    fn hunt(&mut self) {
        let done = self.done();
        let caught = self.aside.as_mut().and_then(|aside| aside.pause(done, self.control));
        if let Some(path) = caught {
            self.first_violation = Some(CAUGHT);
            self.trail = path;
        }
    }

    /// Enters new states of one expansion, until a limit is reached.
    fn insert(&mut self, batch: &Batch, from: usize, to: usize, taken: &Taken, place: usize) {
        if from == to {
            return;
        }
        let parent = taken.index(place);
        let mut start = from.checked_sub(1).map_or(0, |i| batch.items[i].end);
        for (i, item) in batch.items[from..to].iter().enumerate() {
            let state = &batch.bytes[start..item.end];
            let (index, new) = self.store.insert(state, item, from + i, parent);
            if new {
                self.waiting.add(index, state);
            }
            start = item.end;
            self.transitions += 1;
            self.inserted += 1;
            if self.inserted.is_multiple_of(CHECK_INSERTED) {
                self.check_limits();
            } else if item.changed.map_or(state.len(), |length| length as usize) > LARGE
                && self.looked.elapsed() > PATIENCE
            {
                self.check_clock();
            }
            if self.stop.is_some() {
                return;
            }
        }
    }

    /// All successors of the state `index` were entered.
    fn end(&mut self, expansion: &Expansion, index: Index) -> ControlFlow<()> {
        self.expanded += 1;
        self.effort += expansion.effort;
        self.reduced += u64::from(expansion.reduced);
        self.peak_frontier = self.peak_frontier.max(self.store.len() - self.expanded);
        if expansion.violated && self.first_violation.is_none() {
            self.first_violation = Some(index);
            self.trail = self.waiting.trail();
        }
        let ends = expansion.violated && !self.search.explore_all;
        if expansion.refuted && self.refuted.is_none() && !ends {
            self.refuted = Some(index);
        }
        if ends || expansion.refuted { Break(()) } else { Continue(()) }
    }
}

/// Enters states whenever they are many.
pub(crate) struct Feed<'a, 'c> {
    pub ledger: &'a mut Ledger<'c>,
    pub taken: &'a Taken,
}

impl Outlet for Feed<'_, '_> {
    fn full(&mut self, batch: &mut Batch) -> ControlFlow<()> {
        self.ledger.enter(batch, self.taken);
        self.ledger.check_clock();
        if self.ledger.stop.is_some() { Break(()) } else { Continue(()) }
    }
}
