//! Breadth-first and depth-first search by one thread.

use crate::batch::{Batch, Taken};
use crate::flat::{FlatStore, Index};
use crate::ledger::{Feed, Ledger};
use crate::sink::{Labels, System, expand};
use crate::store::{Store, StoreKind, Waypoint};
use tw_verdict::{Control, SearchOrder, Statistics, StopReason};

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// Order of expansion.
    pub order: SearchOrder,
    /// Go on after a violation.
    pub explore_all: bool,
    /// How visited states are kept.
    pub store: StoreKind,
}

impl Search {
    /// What is searched for in fact: with bits, depth first.
    pub(crate) fn resolved(&self) -> Search {
        match self.store {
            StoreKind::Bitstate { .. } => Search { order: SearchOrder::Dfs, ..*self },
            _ => *self,
        }
    }
}

/// The number of a violating state that a walk caught: the store does not know it.
pub const CAUGHT: Index = Index::MAX;

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All states that the store could tell apart were expanded; the first violating one, if the search was
    /// to go on.
    Exhausted(Option<Index>),
    /// A violating state was found, or [`CAUGHT`].
    Violation(Index),
    /// At this state something does not hold that the system takes for granted: it may have left out states.
    Refuted(Index),
    /// A limit was reached.
    Stopped(StopReason),
}

/// A finished search.
///
/// If it stopped at a violation, then everything counts that was found up to this state and from it.
pub struct Exploration {
    /// The visited states.
    pub store: Store,
    /// How it ended.
    pub outcome: Outcome,
    /// What was counted.
    pub statistics: Statistics,
    /// The path to the first violation, if the store has no parents, or if a walk caught it.
    pub(crate) trail: Vec<Vec<u8>>,
}

impl Exploration {
    /// The states from an initial one to `index`. With bits, `index` can only be the first violation.
    pub fn path(&self, index: Index) -> Vec<Waypoint> {
        match &self.store {
            store if index != CAUGHT && !matches!(store, Store::Bitstate(_)) => store.path(index),
            _ => self.trail.iter().cloned().map(Waypoint::State).collect(),
        }
    }

    /// The flat store.
    ///
    /// # Panics
    /// If the search had another one.
    pub fn flat(&self) -> &FlatStore {
        match &self.store {
            Store::Flat(store) => store,
            _ => panic!("the search was asked for a flat store"),
        }
    }

    /// Hands each state to `visit`, in the order of numbers; stores that are not exact keep none.
    pub fn for_each_state(&self, visit: &mut dyn FnMut(Index, &[u8])) {
        match &self.store {
            Store::Flat(store) => (0..store.len() as Index).for_each(|i| visit(i, store.get(i))),
            Store::Tree(store) => {
                let mut state = Vec::new();
                for index in 0..store.len() as Index {
                    state.clear();
                    store.get(index, &mut state);
                    visit(index, &state);
                }
            }
            Store::HashCompact(_) | Store::Bitstate(_) => {}
        }
    }
}

/// Breadth-first search looks up successors in batches of about this many.
const BATCH_ITEMS: usize = 64;
/// A batch comes from at most this many states.
const BATCH_STATES: usize = 256;

/// Explores `system`.
pub fn explore(system: &mut impl System, search: &Search, control: &Control) -> Exploration {
    let search = search.resolved();
    let mut ledger = Ledger::new(&search, control, system, None);
    run(system, &search, &mut ledger, usize::MAX);
    ledger.finish()
}

/// Searches while at most so many states wait.
pub(crate) fn run(system: &mut impl System, search: &Search, ledger: &mut Ledger<'_>, most: usize) {
    let (mut batch, mut taken) = (Batch::new(search.store.shape()), Taken::default());
    let states = if search.order == SearchOrder::Dfs { 1 } else { BATCH_STATES };
    while !ledger.over() && ledger.ready() <= most {
        batch.reset();
        taken.clear();
        while taken.len() < states && batch.items.len() < BATCH_ITEMS && ledger.take(&mut taken) {
            let mut feed = Feed { ledger: &mut *ledger, taken: &taken };
            expand(system, &taken, taken.len() - 1, &mut batch, &mut feed, Labels::Left);
            if batch.close(search.explore_all) || ledger.over() {
                break;
            }
        }
        if taken.len() == 0 {
            break;
        }
        if ledger.check_due(batch.expansions.len()) {
            ledger.system_bytes = system.bytes();
        }
        ledger.enter(&mut batch, &taken);
    }
}
