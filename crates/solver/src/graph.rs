//! Formulas as an and-inverter graph.
//!
//! *What*: every formula is a literal: a node with a sign. A node is the constant, an input (a choice) or a conjunction
//! of two literals. Equal conjunctions are one node, constants are propagated, and conjunctions of conjunctions are
//! rewritten where two levels suffice to see a contradiction, an absorption, a substitution or a resolution.
//! *Cost*: a lookup per conjunction; no formula is ever copied.
//!
//! Each node also has the values it takes under 64 assignments of the inputs, one per bit: what is true under one of
//! them is satisfiable, without asking a solver.

mod walk;

pub use walk::Substitution;

use rustc_hash::FxHashMap;
use std::ops::Not;
use tw_index::Random;

/// A formula: a node of a [`Graph`], perhaps negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The formula that is never true.
    pub const FALSE: Lit = Lit(0);
    /// The formula that is always true.
    pub const TRUE: Lit = Lit(1);

    /// A constant.
    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is negated.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The constant that this formula is, if it is one.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// This formula, or its negation.
    pub fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A choice: an input of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input(u32);

impl Input {
    /// Its number, from 0 in the order of creation.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// Marks the first operand of an input.
const IS_INPUT: Lit = Lit(u32::MAX);

/// Values of inputs: those that are not there are false.
pub type Assignment = FxHashMap<Input, bool>;

/// The graph.
pub struct Graph {
    /// The operands of each conjunction, the smaller first; of an input, [`IS_INPUT`] and its number.
    nodes: Vec<[Lit; 2]>,
    /// Values under 64 assignments.
    words: Vec<u64>,
    /// Node of each input.
    inputs: Vec<u32>,
    /// Conjunctions by hash; 0 is free.
    table: Vec<u32>,
    /// Visited nodes carry the number of the visit.
    marks: Vec<u32>,
    visit: u32,
    random: Random,
    /// The assignment that is replaced next.
    oldest: u32,
}

impl Default for Graph {
    fn default() -> Self {
        Graph::new()
    }
}

/// A node, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// The constant false.
    False,
    /// A choice.
    Input(Input),
    /// A conjunction.
    And(Lit, Lit),
}

impl Graph {
    /// The constants only.
    pub fn new() -> Graph {
        Graph {
            nodes: vec![[Lit::FALSE; 2]],
            words: vec![0],
            inputs: Vec::new(),
            table: vec![0; 1 << 10],
            marks: vec![0],
            visit: 0,
            random: Random::new(0),
            oldest: FIRST_KEPT,
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but constants.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * (8 + 8 + 4) + self.table.capacity() * 4 + self.inputs.capacity() * 4) as u64
    }

    /// A new choice.
    pub fn input(&mut self) -> Input {
        let word = self.random.draw();
        self.input_like(word)
    }

    /// A new choice with these values under the 64 assignments.
    pub fn input_like(&mut self, word: u64) -> Input {
        let input = Input(u32::try_from(self.inputs.len()).expect("inputs fit in 32 bits"));
        let node = self.push([IS_INPUT, Lit(input.0)], word);
        self.inputs.push(node);
        input
    }

    /// The formula that is true if the choice is.
    pub fn lit(&self, input: Input) -> Lit {
        Lit(self.inputs[input.number()] << 1)
    }

    /// The choice that a formula is, and whether it is negated.
    pub fn as_input(&self, lit: Lit) -> Option<(Input, bool)> {
        match self.gate(lit) {
            Gate::Input(input) => Some((input, lit.is_negated())),
            _ => None,
        }
    }

    /// The node of a formula.
    pub fn gate(&self, lit: Lit) -> Gate {
        self.gate_at(lit.node())
    }

    pub(crate) fn gate_at(&self, node: usize) -> Gate {
        match self.nodes[node] {
            _ if node == 0 => Gate::False,
            [IS_INPUT, number] => Gate::Input(Input(number.0)),
            [a, b] => Gate::And(a, b),
        }
    }

    fn push(&mut self, operands: [Lit; 2], word: u64) -> u32 {
        let node = u32::try_from(self.nodes.len()).expect("nodes fit in 31 bits");
        assert!(node < u32::MAX >> 1, "nodes fit in 31 bits");
        self.nodes.push(operands);
        self.words.push(word);
        self.marks.push(0);
        node
    }

    /// The values of a formula under the 64 assignments.
    pub fn word(&self, lit: Lit) -> u64 {
        let word = self.words[lit.node()];
        if lit.is_negated() { !word } else { word }
    }

    /// The operands, if the literal is a conjunction that is not negated.
    fn and_of(&self, lit: Lit) -> Option<[Lit; 2]> {
        if lit.is_negated() { None } else { self.operands(lit) }
    }

    /// The operands, if the literal is the negation of a conjunction.
    fn nand_of(&self, lit: Lit) -> Option<[Lit; 2]> {
        if lit.is_negated() { self.operands(lit) } else { None }
    }

    fn operands(&self, lit: Lit) -> Option<[Lit; 2]> {
        match self.gate(lit) {
            Gate::And(a, b) => Some([a, b]),
            _ => None,
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = (a, b);
        loop {
            if a > b {
                (a, b) = (b, a);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.rewrite(a, b).or_else(|| self.rewrite(b, a)) {
                None => return self.conjunction(a, b),
                Some(Rewritten::Done(lit)) => return lit,
                Some(Rewritten::Again(c, d)) => (a, b) = (c, d),
            }
        }
    }

    /// What two levels tell about a ∧ b, seen from a.
    fn rewrite(&self, a: Lit, b: Lit) -> Option<Rewritten> {
        use Rewritten::{Again, Done};
        if let Some([x, y]) = self.and_of(a) {
            if b == !x || b == !y {
                return Some(Done(Lit::FALSE));
            }
            if b == x || b == y {
                return Some(Done(a));
            }
            if let Some([u, v]) = self.and_of(b) {
                if x == !u || x == !v || y == !u || y == !v {
                    return Some(Done(Lit::FALSE));
                }
                if u == x || u == y {
                    return Some(Again(a, v));
                }
                if v == x || v == y {
                    return Some(Again(a, u));
                }
            }
            if let Some([u, v]) = self.nand_of(b) {
                // ¬(u ∧ v) follows where ¬u or ¬v does, and is ¬v where u does.
                if x == !u || x == !v || y == !u || y == !v {
                    return Some(Done(a));
                }
                if u == x || u == y {
                    return Some(Again(a, !v));
                }
                if v == x || v == y {
                    return Some(Again(a, !u));
                }
            }
        }
        if let Some([x, y]) = self.nand_of(a) {
            if b == !x || b == !y {
                return Some(Done(b));
            }
            if b == x {
                return Some(Again(b, !y));
            }
            if b == y {
                return Some(Again(b, !x));
            }
            if let Some([u, v]) = self.nand_of(b) {
                // Resolution: ¬(x ∧ y) ∧ ¬(x ∧ ¬y) is ¬x.
                if (x == u && y == !v) || (x == v && y == !u) {
                    return Some(Done(!x));
                }
                if (y == u && x == !v) || (y == v && x == !u) {
                    return Some(Done(!y));
                }
            }
        }
        None
    }

    fn conjunction(&mut self, a: Lit, b: Lit) -> Lit {
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash(a, b) & mask;
        loop {
            match self.table[at] {
                0 => break,
                node if self.nodes[node as usize] == [a, b] => return Lit(node << 1),
                _ => at = (at + 1) & mask,
            }
        }
        let word = self.word(a) & self.word(b);
        let node = self.push([a, b], word);
        self.table[at] = node;
        Lit(node << 1)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table = vec![0; size];
        for node in 1..self.nodes.len() {
            if let Gate::And(a, b) = self.gate_at(node) {
                let mut at = hash(a, b) & (size - 1);
                while self.table[at] != 0 {
                    at = (at + 1) & (size - 1);
                }
                self.table[at] = u32::try_from(node).expect("nodes fit in 31 bits");
            }
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (only_a, only_b) = (self.and(a, !b), self.and(!a, b));
        self.or(only_a, only_b)
    }

    /// Equivalence.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// One formula or another.
    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.equal(condition, then);
        }
        let (then, otherwise) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(then, otherwise)
    }

    /// The conjunction of many.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.balanced(lits.into_iter().collect())
    }

    /// The disjunction of many.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.balanced(lits.into_iter().map(|l| !l).collect())
    }

    fn balanced(&mut self, mut parts: Vec<Lit>) -> Lit {
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| if let [a, b] = pair { self.and(*a, *b) } else { pair[0] })
                .collect();
        }
        parts.pop().unwrap_or(Lit::TRUE)
    }

    /// Replaces one of the 64 assignments.
    pub fn remember(&mut self, assignment: &Assignment) {
        let bit = self.oldest;
        self.oldest = if bit == 63 { FIRST_KEPT } else { bit + 1 };
        for node in 1..self.nodes.len() {
            let value = match self.gate_at(node) {
                Gate::False => false,
                // Other choices keep what they have.
                Gate::Input(input) => {
                    assignment.get(&input).copied().unwrap_or(self.words[node] >> bit & 1 == 1)
                }
                Gate::And(a, b) => (self.word(a) & self.word(b)) >> bit & 1 == 1,
            };
            self.words[node] = self.words[node] & !(1 << bit) | u64::from(value) << bit;
        }
    }
}

/// The first of the 64 assignments that are replaced; those before stay random.
const FIRST_KEPT: u32 = 16;

enum Rewritten {
    Done(Lit),
    Again(Lit, Lit),
}

fn hash(a: Lit, b: Lit) -> usize {
    let mixed = (u64::from(a.0) << 32 | u64::from(b.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32 ^ mixed >> 15) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random formulas keep their meaning through all rewriting.
    #[test]
    fn rewriting_keeps_the_meaning() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let mut graph = Graph::new();
            let inputs: Vec<Input> = (0..5).map(|_| graph.input()).collect();
            // Each formula with its table of truth over the 32 valuations.
            let mut pool: Vec<(Lit, u32)> = inputs
                .iter()
                .enumerate()
                .map(|(i, input)| {
                    let table = (0..32u32).filter(|v| v >> i & 1 == 1).fold(0, |t, v| t | 1 << v);
                    (graph.lit(*input), table)
                })
                .collect();
            pool.extend([(Lit::TRUE, u32::MAX), (Lit::FALSE, 0)]);
            for _ in 0..120 {
                let mut operand = || {
                    let (lit, table) = pool[random.below(pool.len())];
                    if random.chance(40) { (!lit, !table) } else { (lit, table) }
                };
                let ((a, ta), (b, tb), (c, tc)) = (operand(), operand(), operand());
                let made = match random.below(4) {
                    0 => (graph.and(a, b), ta & tb),
                    1 => (graph.or(a, b), ta | tb),
                    2 => (graph.xor(a, b), ta ^ tb),
                    _ => (graph.ite(a, b, c), ta & tb | !ta & tc),
                };
                pool.push(made);
            }
            let lits: Vec<Lit> = pool.iter().map(|(l, _)| *l).collect();
            for v in 0..32u32 {
                let assignment = inputs.iter().enumerate().map(|(i, n)| (*n, v >> i & 1 == 1)).collect();
                let values = graph.values(&lits, &assignment);
                for ((_, table), value) in pool.iter().zip(values) {
                    assert_eq!(table >> v & 1 == 1, value);
                }
                graph.remember(&assignment);
            }
            // Every one of the 64 assignments is a valuation, so no word contradicts a table.
            for (lit, table) in &pool {
                assert!(*table != 0 || graph.word(*lit) == 0);
                assert!(*table != u32::MAX || graph.word(*lit) == u64::MAX);
            }
        }
    }
}
