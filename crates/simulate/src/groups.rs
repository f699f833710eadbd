//! Comparison group by group: variables that share no choices are compared apart (\[CKS05\] section 4, third optimisation).
//!
//! A state whose variables fall into groups without common choices is the product of its groups, so one product lies in
//! another if each factor does. Choices are shared directly, through other variables, and through parts of the guard.

use crate::history::Member;
use crate::search::Simulation;
use rustc_hash::FxHashMap;
use tw_boolprog::fault::{Fault, planted};
use tw_solver::{Input, Lit, Stopped};

impl Simulation {
    /// Whether one explored state holds a new one; group by group, where variables share no choices.
    pub fn held_by_one(&mut self, member: &mut Member, values: &[Lit], guard: Lit) -> Result<bool, Stopped> {
        if self.options.partition {
            let old = &self.nodes[self.expansions[member.expansion as usize].node as usize].state;
            let (old_values, old_guard) = (old.values.clone(), old.guard);
            let groups = self.groups([(values, guard), (&old_values, old_guard)]);
            if groups.len() > 1 {
                return self.held_in_groups(groups, (values, guard), (&old_values, old_guard));
            }
        }
        let set = member.set.as_mut().expect("sets are made before comparisons");
        self.held_by(vec![set], values, guard)
    }

    fn held_in_groups(
        &mut self,
        groups: Vec<Group>,
        (values, _): (&[Lit], Lit),
        (old_values, _): (&[Lit], Lit),
    ) -> Result<bool, Stopped> {
        self.statistics.partitioned += 1;
        for group in &groups {
            let new: Vec<Lit> = group.variables.iter().map(|v| values[*v]).collect();
            let old: Vec<Lit> = group.variables.iter().map(|v| old_values[*v]).collect();
            let [guard, old_guard] = [0, 1].map(|side| group.conjuncts[side].clone());
            let (guard, old_guard) = (self.terms.graph.all(guard), self.terms.graph.all(old_guard));
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
        let mut leader: Vec<usize> = (0..=count).collect();
        let mut parts: Vec<(usize, Lit, Vec<usize>)> = Vec::new();
        for (side, (values, guard)) in states.into_iter().enumerate() {
            let mut owner: FxHashMap<Input, usize> = FxHashMap::default();
            for (variable, value) in values.iter().enumerate() {
                for input in self.terms.graph.support(&[*value]) {
                    let other = *owner.entry(input).or_insert(variable);
                    let other = if planted(Fault::EqualsTakenApart) { variable } else { other };
                    unite(&mut leader, variable, other);
                }
            }
            let mut rest: FxHashMap<Input, Vec<usize>> = FxHashMap::default();
            let conjuncts = self.terms.graph.conjuncts(guard);
            for conjunct in conjuncts {
                let support = self.terms.graph.support(&[conjunct]);
                let at = parts.len();
                let mut linked = Vec::new();
                for input in support {
                    match owner.get(&input) {
                        Some(variable) => linked.push(*variable),
                        // Parts that share a choice which no variable has belong together.
                        None => rest.entry(input).or_default().push(at),
                    }
                }
                for pair in linked.windows(2).filter(|_| !planted(Fault::GroupsWithoutGuards)) {
                    unite(&mut leader, pair[0], pair[1]);
                }
                parts.push((side, conjunct, linked));
            }
            // Spread variables over parts that share choices, until nothing changes.
            loop {
                let mut changed = false;
                for together in rest.values() {
                    let linked: Vec<usize> =
                        together.iter().flat_map(|at| parts[*at].2.iter().copied()).collect();
                    if let Some(first) = linked.first().copied() {
                        for at in together {
                            if parts[*at].2.is_empty() {
                                parts[*at].2.push(first);
                                changed = true;
                            }
                        }
                        for pair in linked.windows(2) {
                            changed |= unite(&mut leader, pair[0], pair[1]);
                        }
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        let mut groups: FxHashMap<usize, Group> = FxHashMap::default();
        for variable in 0..count {
            let at = find(&mut leader, variable);
            groups.entry(at).or_default().variables.push(variable);
        }
        for (side, conjunct, linked) in parts {
            let at = find(&mut leader, linked.first().copied().unwrap_or(count));
            groups.entry(at).or_default().conjuncts[side].push(conjunct);
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_by_key(|g| g.variables.first().copied().unwrap_or(usize::MAX));
        groups
    }
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

fn unite(leader: &mut [usize], a: usize, b: usize) -> bool {
    let (a, b) = (find(leader, a), find(leader, b));
    leader[a.max(b)] = a.min(b);
    a != b
}
