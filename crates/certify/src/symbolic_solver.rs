//! Questions about formulas to the SAT solver, which is the one thing that this checker shares with the engines.

use crate::Refusal;
use crate::symbolic_formula::{Graph, Lit, Node};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;
use tw_solver::{Sat, Stop};

/// How often a solver may ask before `go_on` is asked.
const SLICE: u64 = 5_000;
/// How many times it may do so for one question.
const SLICES: u32 = 400;

/// Clauses that say what formulas mean.
pub(crate) struct Clauses {
    sat: Sat,
    left: Rc<Cell<u64>>,
    variables: FxHashMap<usize, i32>,
}

impl Clauses {
    pub fn new() -> Clauses {
        let left = Rc::new(Cell::new(SLICE));
        let shared = left.clone();
        let stop: Stop = Rc::new(move || {
            let left = shared.get();
            shared.set(left.saturating_sub(1));
            left == 0
        });
        Clauses { sat: Sat::new(&stop), left, variables: FxHashMap::default() }
    }

    /// A variable that stands for no formula.
    pub fn variable(&mut self) -> i32 {
        self.sat.variable()
    }

    /// At least one of the literals holds.
    pub fn clause(&mut self, literals: &[i32]) {
        self.sat.clause(literals);
    }

    /// The literal that is true exactly if the formula is [Tseitin].
    pub fn literal(&mut self, graph: &Graph, lit: Lit) -> i32 {
        for node in self.missing(graph, lit) {
            let variable = self.sat.variable();
            self.variables.insert(node, variable);
            match graph.node(node) {
                Node::False => self.sat.clause(&[-variable]),
                Node::Input => {}
                Node::And(a, b) => {
                    let (a, b) = (self.known(a), self.known(b));
                    self.sat.clause(&[-variable, a]);
                    self.sat.clause(&[-variable, b]);
                    self.sat.clause(&[variable, -a, -b]);
                }
            }
        }
        self.known(lit)
    }

    /// The nodes below `lit` without a variable, ascending.
    fn missing(&self, graph: &Graph, lit: Lit) -> Vec<usize> {
        let (mut stack, mut missing) = (vec![lit.node()], rustc_hash::FxHashSet::default());
        while let Some(node) = stack.pop() {
            if !self.variables.contains_key(&node)
                && missing.insert(node)
                && let Node::And(a, b) = graph.node(node)
            {
                stack.extend([a.node(), b.node()]);
            }
        }
        let mut missing: Vec<usize> = missing.into_iter().collect();
        missing.sort_unstable();
        missing
    }

    fn known(&self, lit: Lit) -> i32 {
        let variable = self.variables[&lit.node()];
        if lit.negated() { -variable } else { variable }
    }

    /// Whether all clauses can be true together with the assumptions.
    pub fn solve(&mut self, assumptions: &[i32], go_on: &dyn Fn() -> bool) -> Result<bool, Refusal> {
        for _ in 0..SLICES {
            if !go_on() {
                return Err(Refusal::too_long());
            }
            self.left.set(SLICE);
            // Where it was stopped, it goes on: what was learnt is kept.
            if let Ok(answer) = self.sat.solve(assumptions) {
                return Ok(answer);
            }
        }
        Err(Refusal::too_hard("a question to the solver takes too long"))
    }

    /// The value of a literal, after a solution was found.
    pub fn value(&mut self, literal: i32) -> bool {
        // The solver is asked about variables only.
        self.sat.value(literal.abs()) == (literal > 0)
    }

    /// The value of a node after a solution was found; absent if no clause is about it.
    pub fn value_of(&mut self, node: usize) -> Option<bool> {
        let variable = *self.variables.get(&node)?;
        Some(self.sat.value(variable))
    }
}

/// Whether the formula can be true.
pub(crate) fn satisfiable(graph: &Graph, lit: Lit, go_on: &dyn Fn() -> bool) -> Result<bool, Refusal> {
    if lit == Lit::TRUE || lit == Lit::FALSE || graph.is_input(lit) {
        return Ok(lit != Lit::FALSE);
    }
    let mut clauses = Clauses::new();
    let literal = clauses.literal(graph, lit);
    clauses.clause(&[literal]);
    clauses.solve(&[], go_on)
}
