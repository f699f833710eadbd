//! Whose turn it is: the order in which sets of states are explored.
//!
//! Breadth first here means: locations that come first in the control flow are explored first, so that what flows
//! together has arrived before it is explored. Depth first takes the newest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tw_boolprog::{Loc, Program, control_order};
use tw_index::IdVec;
use tw_verdict::SearchOrder;

/// Numbers that wait, each with the locations of its threads.
pub(super) struct Turns {
    order: SearchOrder,
    /// Place of each location in the control flow.
    places: IdVec<Loc, u32>,
    first: BinaryHeap<Reverse<(u64, u32)>>,
    newest: Vec<u32>,
}

impl Turns {
    pub fn new(program: &Program, order: SearchOrder) -> Turns {
        Turns { order, places: control_order(program), first: BinaryHeap::new(), newest: Vec::new() }
    }

    pub fn add(&mut self, number: u32, locations: impl Iterator<Item = (Loc, u32)>) {
        match self.order {
            SearchOrder::Bfs => {
                let sum = locations.map(|(l, n)| u64::from(self.places[l]) * u64::from(n)).sum();
                self.first.push(Reverse((sum, number)));
            }
            SearchOrder::Dfs => self.newest.push(number),
        }
    }

    pub fn next(&mut self) -> Option<u32> {
        match self.order {
            SearchOrder::Bfs => self.first.pop().map(|Reverse((_, number))| number),
            SearchOrder::Dfs => self.newest.pop(),
        }
    }

    pub fn len(&self) -> usize {
        self.first.len() + self.newest.len()
    }
}
