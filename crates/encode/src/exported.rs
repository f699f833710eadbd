//! Diagrams as plain data, for certificates.

use rustc_hash::FxHashMap;
use tw_solver::Bdd;
use tw_verdict::DiagramNode;

/// Diagrams with numbers of their own.
#[derive(Default)]
pub struct Exported {
    /// The nodes, numbered from 2.
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
