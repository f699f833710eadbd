//! From formulas to clauses: one variable for each node (Tseitin), as far as asked for.

use crate::graph::{Assignment, Gate, Graph, Input, Lit};
use crate::sat::{Sat, Stop, Stopped};
use rustc_hash::FxHashMap;

/// A solver that knows formulas.
pub struct Cnf {
    /// The clauses.
    pub sat: Sat,
    variables: FxHashMap<usize, i32>,
    inputs: Vec<(Input, i32)>,
    truth: i32,
}

impl Cnf {
    /// Knows nothing yet.
    pub fn new(stop: &Stop) -> Cnf {
        Cnf { sat: Sat::new(stop), variables: FxHashMap::default(), inputs: Vec::new(), truth: 0 }
    }

    /// The literal of the solver that stands for a formula.
    pub fn literal(&mut self, graph: &mut Graph, lit: Lit) -> i32 {
        if let Some(value) = lit.as_constant() {
            if self.truth == 0 {
                self.truth = self.sat.variable();
                self.sat.clause(&[self.truth]);
            }
            return if value { self.truth } else { -self.truth };
        }
        if !self.variables.contains_key(&lit.node()) {
            for node in graph.cone(&[lit]) {
                self.add(graph, node);
            }
        }
        self.known(lit)
    }

    fn known(&self, lit: Lit) -> i32 {
        let variable = self.variables[&lit.node()];
        if lit.is_negated() { -variable } else { variable }
    }

    fn add(&mut self, graph: &Graph, node: usize) {
        if self.variables.contains_key(&node) {
            return;
        }
        let variable = self.sat.variable();
        self.variables.insert(node, variable);
        match graph.gate_at(node) {
            Gate::False => unreachable!("constants are not part of cones"),
            Gate::Input(input) => self.inputs.push((input, variable)),
            Gate::And(a, b) => {
                let (a, b) = (self.known(a), self.known(b));
                self.sat.clause(&[-variable, a]);
                self.sat.clause(&[-variable, b]);
                self.sat.clause(&[variable, -a, -b]);
            }
        }
    }

    /// A formula that is true from now on.
    pub fn require(&mut self, graph: &mut Graph, lit: Lit) {
        let literal = self.literal(graph, lit);
        self.sat.clause(&[literal]);
    }

    /// Values of the inputs that the solver knows, after an answer that all can be true.
    pub fn assignment(&mut self) -> Assignment {
        let sat = &mut self.sat;
        self.inputs.iter().map(|(input, variable)| (*input, sat.value(*variable))).collect()
    }

    /// Values of the inputs for which a formula is true.
    ///
    /// # Errors
    /// The solver was stopped.
    pub fn satisfy(graph: &mut Graph, lit: Lit, stop: &Stop) -> Result<Option<Assignment>, Stopped> {
        if lit == Lit::FALSE {
            return Ok(None);
        }
        let mut cnf = Cnf::new(stop);
        cnf.require(graph, lit);
        Ok(if cnf.sat.solve(&[])? { Some(cnf.assignment()) } else { None })
    }
}
