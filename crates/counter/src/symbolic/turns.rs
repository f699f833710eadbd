//! Whose turn it is: the order in which sets of states are explored.
//!
//! Breadth first here means: locations that come first in the control flow are explored first, so that what flows
//! together has arrived before it is explored. Depth first takes the newest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tw_boolprog::{Action, Loc, Program};
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
        Turns { order, places: places(program), first: BinaryHeap::new(), newest: Vec::new() }
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

/// The place of each location in the control flow: what leads to others comes first, but for jumps backwards.
fn places(program: &Program) -> IdVec<Loc, u32> {
    let count = program.locations.len();
    let mut places = IdVec::filled(0, count);
    let mut seen = IdVec::<Loc, bool>::filled(false, count);
    let next_of = |loc: Loc| -> Vec<Loc> {
        let mut next = Vec::new();
        for (_, edge) in program.edges_from(loc) {
            next.push(edge.to);
            if let Action::Start(child) = edge.action {
                next.push(child);
            }
        }
        next
    };
    let mut left = u32::try_from(count).expect("locations fit in 32 bits");
    for root in std::iter::once(program.entry).chain(program.locations.ids()) {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut path = vec![(root, next_of(root))];
        while let Some((loc, next)) = path.last_mut() {
            match next.pop() {
                Some(to) if !std::mem::replace(&mut seen[to], true) => {
                    let further = next_of(to);
                    path.push((to, further));
                }
                Some(_) => {}
                None => {
                    left -= 1;
                    places[*loc] = left;
                    path.pop();
                }
            }
        }
    }
    places
}
