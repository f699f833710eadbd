//! What the simulation reached, for a certificate.

use crate::search::{Expansion, Part, Simulation};
use tw_index::Id;
use tw_solver::Lit;
use tw_verdict::{FormulaNode, SymbolicState, SymbolicStates};

impl Simulation {
    /// Everything that was explored, part by part.
    pub fn reached(&mut self) -> SymbolicStates {
        let mut states = Vec::new();
        let mut formulas: Vec<Lit> = Vec::new();
        for Expansion { node, parts } in &self.expansions {
            let state = &self.nodes[*node as usize].state;
            let matters = self.matters(&state.place);
            // Without symmetry, threads are not in the order of their locations.
            let mut order: Vec<usize> = (0..state.place.len()).collect();
            order.sort_by_key(|t| state.place[*t]);
            let locals = order.iter().flat_map(|t| self.layout.local(*t, 0)..self.layout.local(t + 1, 0));
            let variables: Vec<usize> = (0..self.layout.shared).chain(locals).collect();
            let location = |t: &usize| u32::try_from(state.place[*t].index()).expect("ids fit in 32 bits");
            let lone =
                |t: usize| order.iter().position(|other| *other == t).and_then(|at| at.try_into().ok());
            for (guard, alone, rank) in parts.iter().flat_map(ranked) {
                formulas.push(guard);
                formulas.extend(variables.iter().map(|v| state.values[*v]));
                states.push(SymbolicState {
                    locations: order.iter().map(location).collect(),
                    values: variables.iter().map(|v| matters[*v].then_some(0)).collect(),
                    guard: 0,
                    lone: alone.and_then(lone),
                    rank,
                });
            }
        }
        let (nodes, codes) = self.terms.graph.listing(&formulas);
        let mut codes = codes.into_iter();
        let mut next = || codes.next().expect("one for each formula");
        for state in &mut states {
            state.guard = next();
            for value in &mut state.values {
                let code = next();
                *value = value.map(|_| code);
            }
        }
        let node = |operands: Option<(u32, u32)>| {
            operands.map_or(FormulaNode::Choice, |(a, b)| FormulaNode::And(a, b))
        };
        SymbolicStates { nodes: nodes.into_iter().map(node).collect(), states }
    }
}

/// The states of a part by rank, with the thread that runs alone.
fn ranked(part: &Part) -> Vec<(Lit, Option<usize>, u64)> {
    if part.lone.is_none() {
        return vec![(part.guard, None, 0)];
    }
    // After a violation was found there may be states without rank.
    let rest = (part.unranked != Lit::FALSE).then_some((part.unranked, 0));
    part.layers.iter().copied().chain(rest).map(|(layer, rank)| (layer, part.lone, rank)).collect()
}
