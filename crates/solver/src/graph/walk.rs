//! Walks over formulas: what they consist of, what they become with other choices, what they are worth.

use super::{Assignment, Gate, Graph, Input, Lit};
use rustc_hash::{FxHashMap, FxHashSet};

impl Graph {
    /// The nodes that formulas consist of, operands first; constants are left out.
    pub(crate) fn cone(&mut self, roots: &[Lit]) -> Vec<usize> {
        self.visit += 1;
        let mut stack: Vec<usize> = Vec::new();
        let mut cone = Vec::new();
        let enter = |node: usize, marks: &mut [u32], visit: u32, stack: &mut Vec<usize>| {
            if node != 0 && marks[node] != visit {
                marks[node] = visit;
                stack.push(node);
            }
        };
        for root in roots {
            enter(root.node(), &mut self.marks, self.visit, &mut stack);
        }
        while let Some(node) = stack.pop() {
            cone.push(node);
            if let Gate::And(a, b) = self.gate_at(node) {
                enter(a.node(), &mut self.marks, self.visit, &mut stack);
                enter(b.node(), &mut self.marks, self.visit, &mut stack);
            }
        }
        cone.sort_unstable();
        cone
    }

    /// Number of nodes that formulas consist of.
    pub fn size(&mut self, roots: &[Lit]) -> usize {
        self.cone(roots).len()
    }

    /// The choices that formulas depend on, ascending.
    pub fn support(&mut self, roots: &[Lit]) -> Vec<Input> {
        let cone = self.cone(roots);
        let input = |node: usize| match self.gate_at(node) {
            Gate::Input(input) => Some(input),
            _ => None,
        };
        cone.into_iter().filter_map(input).collect()
    }

    /// The formulas with choices replaced.
    pub fn substitute(&mut self, roots: &[Lit], replaced: &mut Substitution) -> Vec<Lit> {
        let cone = self.cone(roots);
        for node in cone {
            if replaced.nodes.contains_key(&node) {
                continue;
            }
            let lit = match self.gate_at(node) {
                Gate::False => unreachable!("constants are not part of cones"),
                Gate::Input(input) => replaced.inputs.get(&input).copied().unwrap_or(self.lit(input)),
                Gate::And(a, b) => {
                    let (a, b) = (replaced.of(a), replaced.of(b));
                    self.and(a, b)
                }
            };
            replaced.nodes.insert(node, lit);
        }
        roots.iter().map(|root| replaced.of(*root)).collect()
    }

    /// One formula with choices replaced.
    pub fn substitute_one(&mut self, root: Lit, replaced: &mut Substitution) -> Lit {
        self.substitute(&[root], replaced)[0]
    }

    /// The values of formulas.
    pub fn values(&mut self, roots: &[Lit], assignment: &Assignment) -> Vec<bool> {
        let mut known: FxHashMap<usize, bool> = FxHashMap::default();
        let value = |known: &FxHashMap<usize, bool>, lit: Lit| {
            lit.is_negated() != (lit.node() != 0 && known[&lit.node()])
        };
        for node in self.cone(roots) {
            let of = match self.gate_at(node) {
                Gate::False => false,
                Gate::Input(input) => assignment.get(&input).copied().unwrap_or(false),
                Gate::And(a, b) => value(&known, a) && value(&known, b),
            };
            known.insert(node, of);
        }
        roots.iter().map(|root| value(&known, *root)).collect()
    }

    /// The nodes of formulas, numbered from 1 on with operands first, and the formulas: twice the number of a node, plus
    /// one if it is negated; node 0 is the constant. A node is a choice, or a conjunction of two formulas.
    pub fn listing(&mut self, roots: &[Lit]) -> (Vec<Option<(u32, u32)>>, Vec<u32>) {
        let mut numbers: FxHashMap<usize, u32> = FxHashMap::from_iter([(0, 0)]);
        let code = |numbers: &FxHashMap<usize, u32>, lit: Lit| {
            numbers[&lit.node()] << 1 | u32::from(lit.is_negated())
        };
        let mut nodes = Vec::new();
        for node in self.cone(roots) {
            nodes.push(match self.gate_at(node) {
                Gate::And(a, b) => Some((code(&numbers, a), code(&numbers, b))),
                Gate::False | Gate::Input(_) => None,
            });
            numbers.insert(node, u32::try_from(nodes.len()).expect("nodes fit in 31 bits"));
        }
        (nodes, roots.iter().map(|root| code(&numbers, *root)).collect())
    }

    /// The parts of a conjunction.
    pub fn conjuncts(&self, lit: Lit) -> Vec<Lit> {
        let (mut stack, mut parts) = (vec![lit], Vec::new());
        let mut seen = FxHashSet::default();
        while let Some(lit) = stack.pop() {
            if !seen.insert(lit) {
                continue;
            }
            match self.and_of(lit) {
                Some(operands) => stack.extend(operands),
                None => parts.push(lit),
            }
        }
        parts.sort();
        parts
    }
}

/// Formulas to put in the place of choices, with what was computed so far.
#[derive(Clone, Default)]
pub struct Substitution {
    inputs: FxHashMap<Input, Lit>,
    nodes: FxHashMap<usize, Lit>,
}

impl Substitution {
    /// Puts formulas in the place of choices.
    pub fn new(pairs: impl IntoIterator<Item = (Input, Lit)>) -> Substitution {
        Substitution { inputs: pairs.into_iter().collect(), nodes: FxHashMap::default() }
    }

    /// Puts constants in the place of choices.
    pub fn constants(pairs: impl IntoIterator<Item = (Input, bool)>) -> Substitution {
        Substitution::new(pairs.into_iter().map(|(input, value)| (input, Lit::constant(value))))
    }

    fn of(&self, lit: Lit) -> Lit {
        if lit.node() == 0 { lit } else { self.nodes[&lit.node()].negated_if(lit.is_negated()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitution_replaces_choices() {
        let mut graph = Graph::new();
        let [a, b, c] = [0; 3].map(|_| graph.input());
        let (la, lb, lc) = (graph.lit(a), graph.lit(b), graph.lit(c));
        let either = graph.xor(la, lb);
        let replaced = graph.substitute_one(either, &mut Substitution::new([(a, lc), (b, !lc)]));
        assert_eq!(replaced, Lit::TRUE);
        assert_eq!(graph.support(&[either]), [a, b]);
        let both = graph.all([la, lb, lc]);
        assert_eq!(graph.conjuncts(both).len(), 3);
    }
}
