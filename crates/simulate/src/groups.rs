//! Comparison group by group: variables that share no choices are compared apart (\[CKS05\] section 4, third optimisation).
//!
//! A state whose variables fall into groups without common choices is the product of its groups, so one product lies in
//! another if each factor does. Choices are shared directly, through other variables, and through parts of the guard.

use crate::fault::{Fault, planted};
use crate::history::Member;
use crate::search::Simulation;
use rustc_hash::FxHashMap;
use tw_solver::{Input, Lit, Stopped};

impl Simulation {
    /// Whether one explored state holds a new one; group by group, where variables share no choices.
    pub fn held_by_one(&mut self, member: &mut Member, values: &[Lit], guard: Lit) -> Result<bool, Stopped> {
        if self.options.partition {
            let old = &self.nodes[self.expansions[member.expansion as usize].node as usize].state;
            let (old_values, old_guard) = (old.values.clone(), old.guard);
            let groups = self.groups([(values, guard), (&old_values, old_guard)]);
            if groups.len() > 1 {
                return self.held_in_groups(&groups, values, &old_values);
            }
        }
        let set = self.set_of(member);
        self.held_by(vec![set], values, guard)
    }

    fn held_in_groups(
        &mut self,
        groups: &[Group],
        values: &[Lit],
        old_values: &[Lit],
    ) -> Result<bool, Stopped> {
        self.statistics.partitioned += 1;
        for Group { variables, conjuncts } in groups {
            let new: Vec<Lit> = variables.iter().map(|v| values[*v]).collect();
            let old: Vec<Lit> = variables.iter().map(|v| old_values[*v]).collect();
            let [guard, old_guard] =
                [0, 1].map(|side: usize| self.terms.graph.all(conjuncts[side].iter().copied()));
            if new == old && guard == old_guard {
                continue;
            }
            let mut set = self.set(&old, old_guard);
            if !self.held_by(vec![&mut set], &new, guard)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Groups of variables that share choices, directly, through other variables or through a part of a guard, in either
    /// of two states. Parts of guards without variables are a group of their own.
    fn groups(&mut self, states: [(&[Lit], Lit); 2]) -> Vec<Group> {
        let count = states[0].0.len();
        // Variables, then the place of parts without any; then one for each choice, of each state.
        let mut leader: Vec<usize> = (0..=count).collect();
        let mut parts: Vec<(usize, Lit, usize)> = Vec::new();
        for (side, (values, guard)) in states.into_iter().enumerate() {
            let mut choices: FxHashMap<Input, usize> = FxHashMap::default();
            for (variable, value) in values.iter().enumerate() {
                for choice in self.terms.graph.support(&[*value]) {
                    let at = place_of(&mut leader, &mut choices, choice);
                    if !planted(Fault::EqualsTakenApart) {
                        unite(&mut leader, variable, at);
                    }
                }
            }
            for conjunct in self.terms.graph.conjuncts(guard) {
                let support = self.terms.graph.support(&[conjunct]);
                let places: Vec<usize> =
                    support.iter().map(|choice| place_of(&mut leader, &mut choices, *choice)).collect();
                for pair in places.windows(2).filter(|_| !planted(Fault::GroupsWithoutGuards)) {
                    unite(&mut leader, pair[0], pair[1]);
                }
                parts.push((side, conjunct, places.first().copied().unwrap_or(count)));
            }
        }
        let mut groups: FxHashMap<usize, Group> = FxHashMap::default();
        for variable in 0..count {
            groups.entry(find(&mut leader, variable)).or_default().variables.push(variable);
        }
        for (side, conjunct, place) in parts {
            groups.entry(find(&mut leader, place)).or_default().conjuncts[side].push(conjunct);
        }
        let mut groups: Vec<(usize, Group)> = groups.into_iter().collect();
        groups.sort_by_key(|(leader, _)| *leader);
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// The place of a choice among the leaders.
fn place_of(leader: &mut Vec<usize>, choices: &mut FxHashMap<Input, usize>, choice: Input) -> usize {
    *choices.entry(choice).or_insert_with(|| {
        leader.push(leader.len());
        leader.len() - 1
    })
}

/// Variables and parts of the guards of both states that belong together.
#[derive(Default)]
struct Group {
    variables: Vec<usize>,
    conjuncts: [Vec<Lit>; 2],
}

fn find(leader: &mut [usize], mut at: usize) -> usize {
    while leader[at] != at {
        leader[at] = leader[leader[at]];
        at = leader[at];
    }
    at
}

fn unite(leader: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(leader, a), find(leader, b));
    leader[a.max(b)] = a.min(b);
}
