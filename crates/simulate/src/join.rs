//! States that wait at one place become one: each variable has the value of the one or the other.

use crate::fault::{Fault, planted};
use crate::search::{Fate, Node, Origin, Simulation};
use crate::state::Symbolic;
use rustc_hash::FxHashSet;
use tw_solver::Lit;

/// Formulas of joined states age by this many steps.
const JOIN_AGES: u32 = 4;

impl Simulation {
    /// A node that stands for all the given ones, which are at the same place.
    pub fn join(&mut self, nodes: &[u32]) -> u32 {
        self.statistics.joined += nodes.len() as u64 - 1;
        let mut state = self.nodes[nodes[0] as usize].state.clone();
        // The condition under which the joined state is the one of each node.
        let mut conditions: Vec<(Lit, u32)> = vec![(Lit::TRUE, nodes[0])];
        for number in &nodes[1..] {
            let other = self.nodes[*number as usize].state.clone();
            state.used = state.used.max(other.used);
            state.age = state.age.max(other.age) + JOIN_AGES;
            state.attempts = state.attempts.max(other.attempts);
            let first = self.selector(&mut state, &other);
            let graph = &mut self.terms.graph;
            for (value, new) in state.values.iter_mut().zip(&other.values) {
                let first = if planted(Fault::JoinedOneByOne) {
                    let own = graph.input();
                    graph.lit(own)
                } else {
                    first
                };
                *value = graph.ite(first, *value, *new);
            }
            state.guard = graph.ite(first, state.guard, other.guard);
            for (condition, _) in &mut conditions {
                *condition = graph.and(*condition, first);
            }
            conditions.push((!first, *number));
        }
        let unasked = nodes.iter().map(|n| self.nodes[*n as usize].unasked).min().unwrap_or(0);
        let number = u32::try_from(self.nodes.len()).expect("states fit in 32 bits");
        self.nodes.push(Node { state, origin: Origin::Joined(conditions), unasked, fate: Fate::Waiting });
        number
    }

    /// A formula that is true for the first of two states: what their guards differ in, or a new choice.
    fn selector(&mut self, first: &mut Symbolic, second: &Symbolic) -> Lit {
        if first.values == second.values {
            // Which one it is makes no difference but for the guard.
            return first.guard;
        }
        let parts: FxHashSet<Lit> = self.terms.graph.conjuncts(second.guard).into_iter().collect();
        let own = self.terms.graph.conjuncts(first.guard);
        if let Some(part) = own.into_iter().find(|part| parts.contains(&!*part)) {
            return part;
        }
        self.terms.choice(&mut first.used)
    }
}
