//! Re-parameterisation: choices become values of variables, and the others are eliminated.
//!
//! *What*: a choice that a variable has as its value (or negated) is *owned* by that variable. All other choices are
//! eliminated, where the formulas stay small: by solving for the choice where a variable is its exclusive or with
//! something (the variable then owns a choice of its own), else by trying both values: the variables that depend on the
//! choice get choices of their own, and the guard says which values they have together.
//! *Claim*: the set of states is the same. If no other choice is left, a valuation is in the set exactly if, with every
//! owned choice given its owner's value, all formulas have the variables' values and the guard is true: membership is a
//! formula over the variables, without quantifiers.
//! *Source*: beyond \[CKS05\]; parametric forms of this kind are its future work.

use rustc_hash::{FxHashMap, FxHashSet};
use tw_solver::{Graph, Input, Lit, Substitution};

/// Formulas and a guard, with the owners of choices.
pub(crate) struct Normal {
    pub values: Vec<Lit>,
    pub guard: Lit,
    /// The variable that owns a choice, and whether its value is the negation.
    pub owned: FxHashMap<Input, (usize, bool)>,
}

/// Walks over formulas are given up after so many nodes.
const MOST_WORK: usize = 300_000;

/// The same set with fewer choices; without `eliminate`, choices only get owners.
pub(crate) fn normal(graph: &mut Graph, values: &[Lit], guard: Lit, eliminate: bool) -> Normal {
    let mut form = Normal { values: values.to_vec(), guard, owned: FxHashMap::default() };
    form.claim(graph);
    if eliminate {
        form.eliminate(graph);
    }
    form
}

impl Normal {
    fn roots(&self) -> Vec<Lit> {
        self.values.iter().copied().chain([self.guard]).collect()
    }

    /// Variables whose value is a choice that nobody owns become its owners.
    fn claim(&mut self, graph: &Graph) {
        for (variable, value) in self.values.iter().enumerate() {
            if let Some((input, negated)) = graph.as_input(*value) {
                self.owned.entry(input).or_insert((variable, negated));
            }
        }
    }

    /// The choices that nobody owns.
    pub fn free(&self, graph: &mut Graph) -> Vec<Input> {
        let support = graph.support(&self.roots());
        support.into_iter().filter(|i| !self.owned.contains_key(i)).collect()
    }

    fn eliminate(&mut self, graph: &mut Graph) {
        let size = graph.size(&self.roots());
        let limit = size + size / 4 + 100;
        let mut work = 0;
        // What could not be eliminated may become easy once others are gone.
        let mut before = usize::MAX;
        loop {
            let free = self.free(graph);
            if free.is_empty() || free.len() >= before {
                return;
            }
            before = free.len();
            for choice in free {
                if !self.owned.contains_key(&choice) {
                    work += self.eliminate_one(graph, choice, limit);
                }
                if work > MOST_WORK {
                    return;
                }
            }
        }
    }

    /// Eliminates a choice, if that is cheap; returns how much work it was.
    fn eliminate_one(&mut self, graph: &mut Graph, choice: Input, limit: usize) -> usize {
        let roots = self.roots();
        let with = |graph: &mut Graph, value: bool| {
            graph.substitute(&roots, &mut Substitution::constants([(choice, value)]))
        };
        let (no, yes) = (with(graph, false), with(graph, true));
        let work = 3 * graph.size(&roots);
        let dependent: Vec<usize> = (0..self.values.len()).filter(|v| no[*v] != yes[*v]).collect();
        let (guard_no, guard_yes) = (no[self.values.len()], yes[self.values.len()]);
        let taken: FxHashSet<usize> = self.owned.values().map(|(v, _)| *v).collect();
        let solved = dependent.iter().find(|v| no[**v] == !yes[**v] && !taken.contains(v));
        let mut changed = Normal { values: no.clone(), guard: guard_no, owned: self.owned.clone() };
        changed.values.pop();
        if let Some(variable) = solved.copied() {
            // value = choice ⊕ no, so choice = value ⊕ no.
            let own = changed.own(graph, variable, self.values[variable]);
            let choice_is = graph.xor(own, no[variable]);
            let replaced = graph.substitute(&roots, &mut Substitution::new([(choice, choice_is)]));
            changed.values.copy_from_slice(&replaced[..self.values.len()]);
            changed.values[variable] = own;
            changed.guard = replaced[self.values.len()];
        } else {
            let mut sides = [guard_no, guard_yes];
            for variable in &dependent {
                let own = changed.own(graph, *variable, self.values[*variable]);
                for (side, values) in sides.iter_mut().zip([&no, &yes]) {
                    let same = graph.equal(own, values[*variable]);
                    *side = graph.and(*side, same);
                }
            }
            changed.guard = graph.or(sides[0], sides[1]);
        }
        if graph.size(&changed.roots()) <= limit {
            *self = changed;
        }
        work
    }

    /// Gives a variable a choice of its own.
    fn own(&mut self, graph: &mut Graph, variable: usize, like: Lit) -> Lit {
        let word = graph.word(like);
        let input = graph.input_like(word);
        self.owned.insert(input, (variable, false));
        self.values[variable] = graph.lit(input);
        self.values[variable]
    }

    /// That the valuation `bits` is in the set: formulas over the bits and the choices that nobody owns, one for each
    /// variable, and one for the guard.
    pub fn parts(&self, graph: &mut Graph, bits: &[Lit]) -> Vec<Lit> {
        let owners = self.owned.iter().map(|(input, (v, negated))| (*input, bits[*v].negated_if(*negated)));
        let replaced = graph.substitute(&self.roots(), &mut Substitution::new(owners));
        let mut parts: Vec<Lit> =
            replaced.iter().zip(bits).map(|(value, bit)| graph.equal(*value, *bit)).collect();
        parts.push(replaced[self.values.len()]);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tw_index::Random;
    use tw_solver::Assignment;

    fn members(graph: &mut Graph, values: &[Lit], guard: Lit) -> BTreeSet<Vec<bool>> {
        let roots: Vec<Lit> = values.iter().copied().chain([guard]).collect();
        let inputs = graph.support(&roots);
        let mut found = BTreeSet::new();
        for code in 0..1u32 << inputs.len() {
            let assignment: Assignment =
                inputs.iter().enumerate().map(|(i, input)| (*input, code >> i & 1 == 1)).collect();
            let mut all = graph.values(&roots, &assignment);
            if all.pop() == Some(true) {
                found.insert(all);
            }
        }
        found
    }

    /// Random sets stay the same, and membership is what the formula says.
    #[test]
    fn the_set_stays_the_same() {
        let mut random = Random::new(3);
        let mut closed = 0;
        for _ in 0..400 {
            let mut graph = Graph::new();
            let mut pool: Vec<Lit> = (0..5)
                .map(|_| {
                    let input = graph.input();
                    graph.lit(input)
                })
                .collect();
            for _ in 0..12 {
                let (a, b) = (*random.pick(&pool), *random.pick(&pool));
                let a = a.negated_if(random.chance(50));
                pool.push(if random.chance(40) { graph.xor(a, b) } else { graph.and(a, b) });
            }
            let values: Vec<Lit> = (0..4).map(|_| random.pick(&pool).negated_if(random.chance(30))).collect();
            let guard = random.pick(&pool).negated_if(random.chance(70));
            let before = members(&mut graph, &values, guard);
            let form = normal(&mut graph, &values, guard, true);
            assert_eq!(before, members(&mut graph, &form.values, form.guard));
            if !form.free(&mut graph).is_empty() {
                continue;
            }
            closed += 1;
            let bits: Vec<Input> = (0..4).map(|_| graph.input()).collect();
            let lits: Vec<Lit> = bits.iter().map(|b| graph.lit(*b)).collect();
            let holds = form.parts(&mut graph, &lits);
            let holds = graph.all(holds);
            for code in 0..16 {
                let point: Vec<bool> = (0..4).map(|i| code >> i & 1 == 1).collect();
                let assignment = bits.iter().copied().zip(point.iter().copied()).collect();
                assert_eq!(graph.values(&[holds], &assignment)[0], before.contains(&point));
            }
        }
        assert!(closed > 300, "only {closed} of 400 are closed");
    }
}
