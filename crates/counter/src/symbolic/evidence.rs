//! What the search reached, for a certificate.

use super::Engine;
use super::nodes::{Fate, Nodes, Origin};
use super::variables::Named;
use rustc_hash::FxHashMap;
use tw_index::Id;
use tw_solver::Bdd;
use tw_verdict::{DiagramNode, Part, ReachedSets, SetGroup, StateSet};

impl Engine {
    /// All sets of states that were explored, or that consist of explored ones.
    pub(super) fn reached_sets(&self) -> ReachedSets {
        let named = |number: u32| match self.image.variables.named(number) {
            Named::Shared(v) | Named::Local(v) => v,
        };
        let mut diagrams = Exported::default();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut sets = Vec::new();
        for (index, node) in self.nodes.nodes.iter().enumerate() {
            let Some(part) = part(&self.nodes, index, &numbers) else { continue };
            let group = |(local, count): &(_, u32)| SetGroup {
                location: u32::try_from(self.image.loc(*local).index()).expect("ids fit in 32 bits"),
                locals: diagrams.add(self.image.local(*local), &named),
                count: *count,
            };
            let mut groups: Vec<SetGroup> = self.nodes.pairs(index as u32).iter().map(group).collect();
            let part = match part {
                Part::Explored(Some(pair)) => {
                    let chosen = groups[pair].clone();
                    groups.sort();
                    Part::Explored(groups.iter().position(|g| *g == chosen))
                }
                other => {
                    groups.sort();
                    other
                }
            };
            let shared = diagrams.add(self.image.shared(node.shared), &named);
            numbers.insert(index as u32, sets.len() as u32);
            sets.push(StateSet { shared, groups, part });
        }
        let locations = self.image.program.locations.ids();
        let ranks = self.independence.as_ref().map(|i| locations.map(|l| i.rank(l)).collect());
        ReachedSets { nodes: diagrams.nodes, ranks: ranks.unwrap_or_default(), sets }
    }
}

/// How a node came about, by the numbers of exported nodes; absent if nobody needs it.
fn part(nodes: &Nodes, index: usize, numbers: &FxHashMap<u32, u32>) -> Option<Part> {
    let node = &nodes.nodes[index];
    match (node.fate, node.origin) {
        (Fate::Waiting | Fate::Replaced, _) => None,
        (Fate::Full, _) => Some(Part::Explored(None)),
        (Fate::Lone(pair), _) => Some(Part::Explored(Some(pair as usize))),
        // A part may have been replaced: then the whole is not needed either, a later one holds it.
        (Fate::ByParts, Origin::JoinedShared(a, b)) => {
            Some(Part::JoinedShared(*numbers.get(&a)?, *numbers.get(&b)?))
        }
        (Fate::ByParts, Origin::JoinedThread { a, b, .. }) => {
            Some(Part::JoinedThread(*numbers.get(&a)?, *numbers.get(&b)?))
        }
        (Fate::ByParts, Origin::Initial | Origin::Step { .. }) => None,
    }
}

/// Diagrams with numbers of their own.
#[derive(Default)]
pub(super) struct Exported {
    pub nodes: Vec<DiagramNode>,
    numbers: FxHashMap<Bdd, u32>,
}

impl Exported {
    /// The number of a diagram over old values, whose variables `named` gives their indices.
    pub fn add(&mut self, set: &Bdd, named: &dyn Fn(u32) -> usize) -> u32 {
        let Some((number, low, high)) = set.top() else { return u32::from(!set.is_empty()) };
        if let Some(known) = self.numbers.get(set) {
            return *known;
        }
        let (low, high) = (self.add(&low, named), self.add(&high, named));
        let variable = u32::try_from(named(number)).expect("variables fit in 32 bits");
        self.nodes.push(DiagramNode { variable, low, high });
        let own = u32::try_from(self.nodes.len() + 1).expect("nodes fit in 32 bits");
        self.numbers.insert(set.clone(), own);
        own
    }
}
