//! The canonical form of a set of valuations, as far as it is small.
//!
//! *What*: sets are given by formulas over bits and inner choices. A reduced ordered decision diagram of the set, with
//! the inner choices quantified away, is built within a budget; beyond it there is no answer. From the diagram come a
//! formula for membership, and functions of one parameter per bit that run through exactly the set. Both depend on the
//! set and the order of the bits alone: equal sets have equal formulas.
//! *Source*: the parametric form is the one of \[CKS05\]'s references 8 and 9.
//! *Cost*: diagrams are thrown away after each question, so nothing is counted or collected.

use crate::graph::{Gate, Graph, Input, Lit};
use rustc_hash::FxHashMap;

/// An edge of a diagram: a node, perhaps negated. 0 is false, 1 is true.
type Edge = u32;

const FALSE: Edge = 0;
const TRUE: Edge = 1;

/// More nodes than the budget.
struct Over;

/// Nodes of a diagram that are made and not needed in the end, for each that is.
pub const ON_THE_WAY: usize = 12;

/// A set in canonical form.
pub struct Canonical {
    /// Membership, over the bits.
    pub member: Lit,
    /// Functions of the parameters, one for each bit.
    pub functions: Vec<Lit>,
}

/// The canonical form of the values of `bits`, in this order, for which values of `inner` make all `parts` true;
/// `parameters` is one per bit. Absent if the diagram has more than `most` nodes, or [`ON_THE_WAY`] times as many are
/// made on the way, or if the set is empty.
pub fn canonical(
    graph: &mut Graph,
    parts: &[Lit],
    bits: &[Input],
    inner: &[Input],
    parameters: &[Lit],
    most: usize,
) -> Option<Canonical> {
    let cone = graph.cone(parts);
    if cone.len() > ON_THE_WAY * most {
        return None;
    }
    let levels: FxHashMap<Input, u32> = bits.iter().chain(inner).copied().zip(0..).collect();
    let mut diagram = Diagram::new(ON_THE_WAY * most);
    let set = diagram.set(graph, &cone, parts, &levels, bits.len()).ok()?;
    if set == FALSE || diagram.reached(set).len() > most {
        return None;
    }
    let bits: Vec<Lit> = bits.iter().map(|b| graph.lit(*b)).collect();
    let member = diagram.member(graph, set, &bits);
    let functions = diagram.functions(graph, set, parameters);
    Some(Canonical { member, functions })
}

/// A node: at its level, the rest for false and for true; the latter is never negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct DiagramNode {
    level: u32,
    low: Edge,
    high: Edge,
}

struct Diagram {
    /// The first one is the constant.
    nodes: Vec<DiagramNode>,
    unique: FxHashMap<DiagramNode, u32>,
    conjunctions: FxHashMap<(Edge, Edge), Edge>,
    budget: usize,
}

impl Diagram {
    fn new(budget: usize) -> Diagram {
        let constant = DiagramNode { level: u32::MAX, low: FALSE, high: FALSE };
        Diagram {
            nodes: vec![constant],
            unique: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
            budget,
        }
    }

    fn level(&self, edge: Edge) -> u32 {
        self.nodes[(edge >> 1) as usize].level
    }

    fn make(&mut self, level: u32, low: Edge, high: Edge) -> Result<Edge, Over> {
        if low == high {
            return Ok(low);
        }
        let negated = high & 1;
        let node = DiagramNode { level, low: low ^ negated, high: high ^ negated };
        if let Some(known) = self.unique.get(&node) {
            return Ok(*known << 1 | negated);
        }
        if self.nodes.len() >= self.budget {
            return Err(Over);
        }
        let number = u32::try_from(self.nodes.len()).expect("budgets are small");
        self.nodes.push(node);
        self.unique.insert(node, number);
        Ok(number << 1 | negated)
    }

    /// The rests of an edge below a level.
    fn rests(&self, edge: Edge, level: u32) -> (Edge, Edge) {
        let node = self.nodes[(edge >> 1) as usize];
        if node.level == level { (node.low ^ (edge & 1), node.high ^ (edge & 1)) } else { (edge, edge) }
    }

    fn and(&mut self, a: Edge, b: Edge) -> Result<Edge, Over> {
        let (a, b) = (a.min(b), a.max(b));
        if a == FALSE || a == b ^ 1 {
            return Ok(FALSE);
        }
        if a == TRUE || a == b {
            return Ok(b);
        }
        if let Some(known) = self.conjunctions.get(&(a, b)) {
            return Ok(*known);
        }
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.rests(a, level), self.rests(b, level));
        let (low, high) = (self.and(a0, b0)?, self.and(a1, b1)?);
        let made = self.make(level, low, high)?;
        self.conjunctions.insert((a, b), made);
        Ok(made)
    }

    fn or(&mut self, a: Edge, b: Edge) -> Result<Edge, Over> {
        Ok(self.and(a ^ 1, b ^ 1)? ^ 1)
    }

    /// Both values of a variable together.
    fn exists(&mut self, edge: Edge, level: u32, known: &mut FxHashMap<Edge, Edge>) -> Result<Edge, Over> {
        let top = self.level(edge);
        if top > level {
            return Ok(edge);
        }
        if let Some(known) = known.get(&edge) {
            return Ok(*known);
        }
        let (low, high) = self.rests(edge, top);
        let made = if top == level {
            self.or(low, high)?
        } else {
            let (low, high) = (self.exists(low, level, known)?, self.exists(high, level, known)?);
            self.make(top, low, high)?
        };
        known.insert(edge, made);
        Ok(made)
    }

    /// The variables below level `first` on which a diagram depends.
    fn depends_on(&self, edge: Edge, first: usize) -> Vec<u32> {
        let mut seen = rustc_hash::FxHashSet::default();
        let (mut stack, mut levels) = (vec![edge >> 1], Vec::new());
        while let Some(number) = stack.pop() {
            if number == 0 || !seen.insert(number) {
                continue;
            }
            let node = self.nodes[number as usize];
            if node.level as usize >= first {
                levels.push(node.level);
            }
            stack.extend([node.low >> 1, node.high >> 1]);
        }
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// The set of values of the first `bits` variables for which values of the others make all parts true.
    fn set(
        &mut self,
        graph: &Graph,
        cone: &[usize],
        parts: &[Lit],
        levels: &FxHashMap<Input, u32>,
        bits: usize,
    ) -> Result<Edge, Over> {
        let mut edges: FxHashMap<usize, Edge> = FxHashMap::default();
        let of = |edges: &FxHashMap<usize, Edge>, lit: Lit| {
            let edge = if lit.node() == 0 { FALSE } else { edges[&lit.node()] };
            edge ^ u32::from(lit.is_negated())
        };
        for node in cone {
            let edge = match graph.gate_at(*node) {
                Gate::False => FALSE,
                Gate::Input(input) => self.make(levels[&input], FALSE, TRUE)?,
                Gate::And(a, b) => self.and(of(&edges, a), of(&edges, b))?,
            };
            edges.insert(*node, edge);
        }
        let mut parts: Vec<(Edge, Vec<u32>)> = parts
            .iter()
            .map(|part| {
                let edge = of(&edges, *part);
                (edge, self.depends_on(edge, bits))
            })
            .collect();
        // Each inner variable in turn, the one of the fewest parts first.
        loop {
            let mut count: FxHashMap<u32, usize> = FxHashMap::default();
            parts.iter().flat_map(|(_, levels)| levels).for_each(|l| *count.entry(*l).or_default() += 1);
            let Some((level, _)) = count.into_iter().min_by_key(|(level, n)| (*n, *level)) else { break };
            let (with, without): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|(_, levels)| levels.contains(&level));
            let mut all = TRUE;
            for (edge, _) in with {
                all = self.and(all, edge)?;
            }
            let rest = self.exists(all, level, &mut FxHashMap::default())?;
            parts = without;
            parts.push((rest, self.depends_on(rest, bits)));
        }
        let mut all = TRUE;
        for (edge, _) in parts {
            all = self.and(all, edge)?;
        }
        Ok(all)
    }

    /// The nodes below an edge, by level, the lowest levels first.
    fn reached(&self, edge: Edge) -> Vec<u32> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![edge >> 1];
        let mut found = Vec::new();
        while let Some(number) = stack.pop() {
            if number != 0 && seen.insert(number) {
                found.push(number);
                let node = self.nodes[number as usize];
                stack.extend([node.low >> 1, node.high >> 1]);
            }
        }
        found.sort_unstable_by_key(|number| std::cmp::Reverse(self.nodes[*number as usize].level));
        found
    }

    fn member(&self, graph: &mut Graph, set: Edge, bits: &[Lit]) -> Lit {
        let mut lits: FxHashMap<u32, Lit> = FxHashMap::default();
        lits.insert(0, Lit::FALSE);
        let of = |lits: &FxHashMap<u32, Lit>, edge: Edge| lits[&(edge >> 1)].negated_if(edge & 1 == 1);
        for number in self.reached(set) {
            let node = self.nodes[number as usize];
            let (low, high) = (of(&lits, node.low), of(&lits, node.high));
            lits.insert(number, graph.ite(bits[node.level as usize], high, low));
        }
        of(&lits, set)
    }

    /// Walks down the diagram: a bit is its parameter, but where only one value leads on.
    fn functions(&self, graph: &mut Graph, set: Edge, parameters: &[Lit]) -> Vec<Lit> {
        // The edges at which walks stand, with the conditions for being there.
        let mut walks: Vec<(Edge, Lit)> = vec![(set, Lit::TRUE)];
        let mut functions = Vec::new();
        for (level, parameter) in parameters.iter().enumerate() {
            let level = u32::try_from(level).expect("budgets are small");
            let (mut must_be_false, mut must_be_true) = (Vec::new(), Vec::new());
            for (edge, condition) in &walks {
                match self.rests(*edge, level) {
                    (_, FALSE) => must_be_false.push(*condition),
                    (FALSE, _) => must_be_true.push(*condition),
                    _ => {}
                }
            }
            let (no, yes) = (graph.any(must_be_false), graph.any(must_be_true));
            let free = graph.and(*parameter, !no);
            let value = graph.or(free, yes);
            let mut next: Vec<(Edge, Vec<Lit>)> = Vec::new();
            for (edge, condition) in walks {
                let (low, high) = self.rests(edge, level);
                let branches = if low == high {
                    vec![(low, condition)]
                } else {
                    vec![(low, graph.and(condition, !value)), (high, graph.and(condition, value))]
                };
                for (to, condition) in branches.into_iter().filter(|(to, _)| *to != FALSE) {
                    match next.iter_mut().find(|(edge, _)| *edge == to) {
                        Some((_, conditions)) => conditions.push(condition),
                        None => next.push((to, vec![condition])),
                    }
                }
            }
            walks = next.into_iter().map(|(edge, conditions)| (edge, graph.any(conditions))).collect();
            functions.push(value);
        }
        functions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Assignment;
    use std::collections::{BTreeMap, BTreeSet};
    use tw_index::Random;

    /// Random sets: membership and functions are right, and equal sets have equal forms.
    #[test]
    fn the_form_is_right_and_canonical() {
        let mut random = Random::new(11);
        let mut graph = Graph::new();
        let bits: Vec<Input> = (0..4).map(|_| graph.input()).collect();
        let inner: Vec<Input> = (0..3).map(|_| graph.input()).collect();
        let parameters: Vec<Input> = (0..4).map(|_| graph.input()).collect();
        let lits: Vec<Lit> = parameters.iter().map(|p| graph.lit(*p)).collect();
        let mut forms: BTreeMap<BTreeSet<u32>, (Lit, Vec<Lit>)> = BTreeMap::new();
        for _ in 0..600 {
            let mut pool: Vec<Lit> = bits.iter().chain(&inner).map(|i| graph.lit(*i)).collect();
            for _ in 0..10 {
                let (a, b) = (*random.pick(&pool), *random.pick(&pool));
                let a = a.negated_if(random.chance(50));
                pool.push(if random.chance(40) { graph.xor(a, b) } else { graph.and(a, b) });
            }
            let parts: Vec<Lit> = (0..3).map(|_| random.pick(&pool).negated_if(random.chance(40))).collect();
            let mut set = BTreeSet::new();
            for code in 0..1u32 << 7 {
                let assignment: Assignment =
                    bits.iter().chain(&inner).enumerate().map(|(i, n)| (*n, code >> i & 1 == 1)).collect();
                if graph.values(&parts, &assignment).iter().all(|v| *v) {
                    set.insert(code & 15);
                }
            }
            let form = canonical(&mut graph, &parts, &bits, &inner, &lits, 1000);
            let Some(form) = form else {
                assert!(set.is_empty());
                continue;
            };
            let mut reached = BTreeSet::new();
            for code in 0..16u32 {
                let at = |inputs: &[Input]| -> Assignment {
                    inputs.iter().enumerate().map(|(i, n)| (*n, code >> i & 1 == 1)).collect()
                };
                assert_eq!(graph.values(&[form.member], &at(&bits))[0], set.contains(&code));
                let values = graph.values(&form.functions, &at(&parameters));
                reached.insert(values.iter().enumerate().map(|(i, v)| u32::from(*v) << i).sum::<u32>());
            }
            assert_eq!(reached, set, "the functions run through the set");
            let known = forms.entry(set).or_insert_with(|| (form.member, form.functions.clone()));
            assert_eq!(*known, (form.member, form.functions));
        }
        assert!(forms.len() > 100);
    }

    #[test]
    fn too_large_is_no_answer() {
        let mut graph = Graph::new();
        let bits: Vec<Input> = (0..16).map(|_| graph.input()).collect();
        let lits: Vec<Lit> = bits.iter().map(|b| graph.lit(*b)).collect();
        // Equality of two words in a bad order.
        let parts: Vec<Lit> = (0..8).map(|i| graph.equal(lits[i], lits[i + 8])).collect();
        assert!(canonical(&mut graph, &parts, &bits, &[], &lits, 100).is_none());
        assert!(canonical(&mut graph, &parts, &bits, &[], &lits, 1_000).is_some());
    }
}
