//! The formulas of certificates of kind `symbolic-states`: a graph of conjunctions and negations over inputs.
//!
//! Operands have smaller numbers than what is made of them, so everything below is a walk in the order of numbers: however
//! deep the formulas of a forged certificate are, nothing recurses on them.

use crate::Refusal;
use rustc_hash::FxHashMap;
use tw_boolprog::{Formula, FormulaId, Leaf, Program};
use tw_verdict::FormulaNode;

/// A formula: twice the number of a node, plus one if it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The formula that is the node itself.
    pub fn of_node(node: usize) -> Lit {
        Lit(u32::try_from(node << 1).expect("far fewer nodes than fit in 32 bits"))
    }

    /// The formula, or its negation.
    pub fn flipped(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        self.flipped(true)
    }
}

/// What a node is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// The constant false; only node 0.
    False,
    /// Any value.
    Input,
    /// Both operands.
    And(Lit, Lit),
}

/// The graph; equal conjunctions are one node.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    ands: FxHashMap<(Lit, Lit), Lit>,
}

/// More nodes than anybody waits for.
const MOST_NODES: usize = 20_000_000;

impl Graph {
    /// Nothing but the constants.
    pub fn new() -> Graph {
        Graph { nodes: vec![Node::False], ands: FxHashMap::default() }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are too many nodes to go on.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES
    }

    pub fn node(&self, node: usize) -> Node {
        self.nodes[node]
    }

    pub fn is_input(&self, lit: Lit) -> bool {
        self.nodes[lit.node()] == Node::Input
    }

    fn push(&mut self, node: Node) -> Lit {
        self.nodes.push(node);
        Lit::of_node(self.nodes.len() - 1)
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        self.push(Node::Input)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(known) = self.ands.get(&(a, b)) {
            return *known;
        }
        let new = self.push(Node::And(a, b));
        self.ands.insert((a, b), new);
        new
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether both have the same value.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        let (only_a, only_b) = (self.and(a, !b), self.and(!a, b));
        self.and(!only_a, !only_b)
    }

    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |all, lit| self.and(all, lit))
    }

    /// Forgets all nodes from number `len` on; nobody may use them any more.
    pub fn forget_from(&mut self, len: usize) {
        for node in self.nodes.drain(len..) {
            if let Node::And(a, b) = node {
                self.ands.remove(&(a, b));
            }
        }
    }

    /// Adds the nodes of a certificate; the result has a formula for each code of the certificate's formulas.
    pub fn import(&mut self, nodes: &[FormulaNode]) -> Result<Import, Refusal> {
        let mut own = vec![Lit::FALSE];
        for node in nodes {
            let lit = match node {
                FormulaNode::Choice => self.input(),
                FormulaNode::And(a, b) => {
                    let of = |code: &u32| own[(code >> 1) as usize].flipped(code & 1 == 1);
                    self.and(of(a), of(b))
                }
            };
            own.push(lit);
        }
        if self.is_full() { Err(Refusal::too_hard("too many formulas")) } else { Ok(Import(own)) }
    }

    /// The nodes that the formulas are made of, ascending, without those below `floor`.
    pub fn cone(&self, roots: impl IntoIterator<Item = Lit>, floor: usize) -> Vec<usize> {
        let mut stack: Vec<usize> = roots.into_iter().map(Lit::node).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(node) = stack.pop() {
            if node >= floor
                && seen.insert(node)
                && let Node::And(a, b) = self.nodes[node]
            {
                stack.extend([a.node(), b.node()]);
            }
        }
        let mut cone: Vec<usize> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// The formulas with `value` in place of each input that is not below `floor`.
    pub fn replaced(&mut self, roots: &[Lit], floor: usize, value: &dyn Fn(usize) -> Lit) -> Vec<Lit> {
        let mut new: FxHashMap<usize, Lit> = FxHashMap::default();
        let of = |new: &FxHashMap<usize, Lit>, lit: Lit| {
            if lit.node() < floor { lit } else { new[&lit.node()].flipped(lit.negated()) }
        };
        for node in self.cone(roots.iter().copied(), floor) {
            let lit = match self.nodes[node] {
                Node::False => Lit::FALSE,
                Node::Input => value(node),
                Node::And(a, b) => self.and(of(&new, a), of(&new, b)),
            };
            new.insert(node, lit);
        }
        roots.iter().map(|root| of(&new, *root)).collect()
    }

    /// A formula of the program, with `leaf` giving the formulas of variables.
    pub fn translated(&mut self, program: &Program, root: FormulaId, leaf: &dyn Fn(Leaf) -> Lit) -> Lit {
        let mut known: FxHashMap<FormulaId, Lit> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(at) = stack.last().copied() {
            let open: Vec<FormulaId> =
                operands(program.formulas.node(at)).filter(|o| !known.contains_key(o)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            stack.pop();
            let lit = match program.formulas.node(at) {
                Formula::Const(value) => Lit::constant(value),
                Formula::Leaf(which) => leaf(which),
                Formula::Not(a) => !known[&a],
                Formula::And(a, b) => self.and(known[&a], known[&b]),
                Formula::Or(a, b) => self.or(known[&a], known[&b]),
                Formula::Xor(a, b) => !self.equal(known[&a], known[&b]),
            };
            known.insert(at, lit);
        }
        known[&root]
    }
}

fn operands(formula: Formula) -> impl Iterator<Item = FormulaId> {
    let pair = match formula {
        Formula::Const(_) | Formula::Leaf(_) => [None, None],
        Formula::Not(a) => [Some(a), None],
        Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => [Some(a), Some(b)],
    };
    pair.into_iter().flatten()
}

/// The graph's formulas for those of a certificate.
pub(crate) struct Import(Vec<Lit>);

impl Import {
    /// The formula with this code, which is in range.
    pub fn of(&self, code: u32) -> Lit {
        self.0[(code >> 1) as usize].flipped(code & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjunctions_are_shared_and_forgotten() {
        let mut graph = Graph::new();
        let (a, b) = (graph.input(), graph.input());
        let both = graph.and(a, b);
        assert_eq!(graph.and(b, a), both);
        assert_eq!(graph.and(a, !a), Lit::FALSE);
        assert_eq!(graph.equal(both, both), Lit::TRUE);
        let base = graph.len();
        let neither = graph.and(!a, !b);
        graph.forget_from(base);
        assert_eq!(graph.and(!b, !a), neither, "the number is free again");
        assert_eq!(graph.len(), base + 1);
    }

    #[test]
    fn inputs_are_replaced() {
        let mut graph = Graph::new();
        let (a, b) = (graph.input(), graph.input());
        let both = graph.and(a, b);
        let with = |graph: &mut Graph, x: Lit, y: Lit| {
            graph.replaced(&[!both], 0, &|node| if node == a.node() { x } else { y })[0]
        };
        assert_eq!(with(&mut graph, Lit::TRUE, b), !b);
        assert_eq!(with(&mut graph, b, b), !b);
        assert_eq!(with(&mut graph, b, !b), Lit::TRUE);
        assert_eq!(with(&mut graph, b, a), !both);
    }
}
