//! What the search reached, for a certificate.

use super::Engine;
use super::nodes::Fate;
use tw_encode::{Exported, Named};
use tw_index::Id;
use tw_verdict::{Part, ReachedSets, SetGroup, StateSet};

impl Engine {
    /// All sets of states that were explored.
    pub(super) fn reached_sets(&self) -> ReachedSets {
        let named = |number: u32| match self.image.sets.variables.named(number) {
            Named::Shared(v) | Named::Local(v) => v,
        };
        let mut diagrams = Exported::default();
        let mut sets = Vec::new();
        for (index, node) in self.nodes.nodes.iter().enumerate() {
            let lone = match node.fate {
                Fate::Waiting | Fate::Replaced => continue,
                Fate::Full => None,
                Fate::Lone(pair) => Some(pair as usize),
            };
            let group = |(local, count): &(_, u32)| SetGroup {
                location: u32::try_from(self.image.sets.loc(*local).index()).expect("ids fit in 32 bits"),
                locals: diagrams.add(self.image.sets.local(*local), &named),
                count: *count,
            };
            let mut groups: Vec<SetGroup> = self.nodes.pairs(index as u32).iter().map(group).collect();
            let chosen = lone.map(|pair| groups[pair].clone());
            groups.sort();
            let part = Part::Explored(chosen.and_then(|chosen| groups.iter().position(|g| *g == chosen)));
            let shared = diagrams.add(self.image.sets.shared(node.shared), &named);
            sets.push(StateSet { shared, groups, part });
        }
        let locations = self.image.sets.program.locations.ids();
        let ranks = self.independence.as_ref().map(|i| locations.map(|l| i.rank(l)).collect());
        ReachedSets { nodes: diagrams.nodes, ranks: ranks.unwrap_or_default(), sets }
    }
}
