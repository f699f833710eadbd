//! A path to a violation with as few context switches as possible.
//!
//! *What*: a search over nodes (state, thread of the step that led to it), in the order of the number of
//! switches along the path, then of steps. A switch is a step of another thread than the one before.
//! *Claim*: the path has the fewest switches of all that lead to a violation and, among those, the fewest
//! steps; provided that the system tells of every thread whose step violates.
//! *Cost*: up to one node for each state and thread, in a tree store with the thread as first part.

use crate::batch::{Batch, Shape, Taken};
use crate::chunked::Chunked;
use crate::flat::{Index, NO_PARENT, path};
use crate::shrink::Budget;
use crate::sink::{Collect, Labels, NOBODY, System, expand, start};
use crate::store::Waypoint;
use crate::tree::TreeStore;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use tw_verdict::{Control, Progress};

/// Limits are checked after this many expansions.
const CHECK_EVERY: u64 = 1024;

/// The states of a path to a violation with the fewest switches; of these, the shortest.
///
/// The first step is no switch. A violation by the step of a thread costs a switch if another thread moved
/// before. Gives up when so many nodes are kept, after so much effort, or when `control` says so.
pub fn fewest_switches(system: &mut impl System, budget: Budget, control: &Control) -> Option<Vec<Waypoint>> {
    let most = system.effort().saturating_add(budget.effort);
    let mut nodes = Nodes {
        tree: TreeStore::new(),
        costs: Chunked::new(),
        parents: Chunked::new(),
        agenda: BTreeMap::new(),
    };
    let (mut batch, mut taken) = (Batch::new(Shape::Parts), Taken::default());
    let never = AtomicBool::new(false);
    let mut outlet = Collect { stop: &never };
    start(system, &mut batch, &mut outlet, Labels::Kept);
    nodes.insert(None, &batch, &taken, |_| 0);
    let mut expanded = 0;
    while let Some((cost, stop)) = nodes.agenda.pop_first() {
        if let Some(goal) = stop.goal {
            return Some(nodes.path(goal));
        }
        for node in stop.nodes {
            if nodes.costs.get(node as usize) != cost {
                continue;
            }
            let given_up = expanded % CHECK_EVERY == 0 && nodes.should_stop(system.bytes(), cost, control);
            if given_up || nodes.tree.len() as u64 > budget.states || system.effort() > most {
                return None;
            }
            expanded += 1;
            taken.clear();
            nodes.tree.take(node, &mut taken);
            batch.reset();
            expand(system, &taken, 0, &mut batch, &mut outlet, Labels::Kept);
            if nodes.settle(node, cost, &taken, &batch, control)? == Settled::Goal {
                return Some(nodes.path(node));
            }
        }
    }
    None
}

/// What the expansion of a node was.
#[derive(PartialEq, Eq)]
enum Settled {
    /// A violation that costs no further switch.
    Goal,
    /// Anything else.
    Way,
}

/// Number of switches (high half) and of steps of a path.
type Cost = u64;
const SWITCH: Cost = 1 << 32;
const STEP: Cost = 1;

/// What is to be done at one cost.
#[derive(Default)]
struct Stop {
    nodes: Vec<Index>,
    /// The state of a violation whose step is a switch; that switch is in the cost.
    goal: Option<Index>,
}

struct Nodes {
    tree: TreeStore,
    /// The least cost found so far.
    costs: Chunked<Cost>,
    parents: Chunked<Index>,
    agenda: BTreeMap<Cost, Stop>,
}

impl Nodes {
    /// Adds the successors of `node`, which has the least cost; nothing if memory does not suffice.
    fn settle(
        &mut self,
        node: Index,
        cost: Cost,
        taken: &Taken,
        batch: &Batch,
        control: &Control,
    ) -> Option<Settled> {
        let label: [u8; 4] = taken.bytes[..4].try_into().expect("a node begins with its label");
        let label = u32::from_le_bytes(label);
        let switch = |next: u32| if label == NOBODY || label == next { 0 } else { SWITCH };
        let least = batch.violations.iter().map(|by| by.map_or(0, switch)).min();
        match least {
            Some(0) => return Some(Settled::Goal),
            Some(more) => {
                self.agenda.entry(cost + more).or_default().goal.get_or_insert(node);
            }
            None => {}
        }
        let (states, parts) = (batch.items.len(), batch.parts.len());
        let growth = self.tree.growth(states, parts).filter(|more| *more > 1 << 24);
        let too_large = growth.is_some_and(|more| control.would_exceed(self.bytes(), more).is_some());
        if too_large || !self.tree.has_room(states, parts) {
            return None;
        }
        self.insert(Some(node), batch, taken, |next| cost + STEP + switch(next));
        Some(Settled::Way)
    }

    fn insert(&mut self, parent: Option<Index>, batch: &Batch, taken: &Taken, cost_of: impl Fn(u32) -> Cost) {
        self.tree.prepare_batch(batch, taken);
        for (place, item) in batch.items.iter().enumerate() {
            let (node, new) = self.tree.enter(place, parent);
            let (cost, parent) = (cost_of(item.label), parent.unwrap_or(NO_PARENT));
            if new {
                self.costs.push(cost);
                self.parents.push(parent);
            } else if cost < self.costs.get(node as usize) {
                self.costs.set(node as usize, cost);
                self.parents.set(node as usize, parent);
            } else {
                continue;
            }
            self.agenda.entry(cost).or_default().nodes.push(node);
        }
    }

    fn path(&self, node: Index) -> Vec<Waypoint> {
        let parent = |i: Index| Some(self.parents.get(i as usize)).filter(|p| *p != NO_PARENT);
        let state = |i: Index| {
            let mut bytes = Vec::new();
            self.tree.get(i, &mut bytes);
            Waypoint::State(bytes.split_off(4))
        };
        path(node, parent).into_iter().map(state).collect()
    }

    fn bytes(&self) -> u64 {
        let waiting: usize = self.agenda.values().map(|stop| stop.nodes.capacity() * 4).sum();
        self.tree.bytes() + self.costs.bytes() + self.parents.bytes() + waiting as u64
    }

    fn should_stop(&self, system_bytes: u64, cost: Cost, control: &Control) -> bool {
        let waiting: usize = self.agenda.values().map(|stop| stop.nodes.len()).sum();
        let progress = Progress {
            states: self.tree.len() as u64,
            frontier: waiting as u64,
            depth: cost & (SWITCH - 1),
            bytes: self.bytes() + system_bytes,
        };
        control.should_stop(progress).is_some()
    }
}
