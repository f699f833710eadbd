//! Fix-point detection: is a new state held by earlier ones at the same place? (\[CKS05\] section 4, equation 3.)
//!
//! *Equation 4 as printed is wrong*: with the new state x = a under the guard b and the old state x = 0 it says "held"
//! (choose b false), and it misses that a state with constant values holds itself (no choice gives other values). Its
//! gain, that the outer quantifier ranges over the values of variables and not over the choices, is kept here by asking
//! for inner choices under assumptions about the values alone, so that a solver that knows an earlier state serves all
//! later questions.

use crate::options::Outer;
use crate::search::Simulation;
use tw_solver::{Effort, Exists, Graph, Input, Lit, Stopped, Substitution, covered, for_all_exists};

/// A state that was explored, with what comparisons need.
pub(crate) struct Member {
    pub expansion: u32,
    pub set: Option<Exists>,
    /// Whether the set is part of all closed sets of the place.
    absorbed: bool,
}

impl Member {
    pub fn new(expansion: u32, set: Option<Exists>) -> Member {
        Member { expansion, set, absorbed: false }
    }
}

impl Simulation {
    /// Whether a state that waits is held by what was explored at its place.
    pub fn is_history(&mut self, place: u32, node: u32) -> Result<bool, Stopped> {
        let members = &self.known[place as usize].members;
        if members.is_empty() {
            return Ok(false);
        }
        let state = &self.nodes[node as usize].state;
        let (values, guard) = (state.values.clone(), state.guard);
        self.statistics.comparisons += 1;
        let old = |m: &Member| &self.nodes[self.expansions[m.expansion as usize].node as usize].state;
        if members.iter().any(|m| old(m).values == values && old(m).guard == guard) {
            self.statistics.equal += 1;
            return Ok(true);
        }
        // Taken out, so that the graph can be used beside them.
        let mut members = std::mem::take(&mut self.known[place as usize].members);
        let held = self.held(place, &mut members, &values, guard);
        self.known[place as usize].members = members;
        held
    }

    fn held(
        &mut self,
        place: u32,
        members: &mut [Member],
        values: &[Lit],
        guard: Lit,
    ) -> Result<bool, Stopped> {
        if !self.options.union || members.len() == 1 {
            // The newest is the likeliest.
            for member in members.iter_mut().rev() {
                if self.held_by_one(member, values, guard)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for member in members.iter_mut().filter(|m| !m.absorbed) {
            let set = self.set_of(member);
            if set.is_closed() {
                self.absorb(place, set.body(), values.len());
                member.absorbed = true;
            }
        }
        let mut closed = Exists::new(&mut self.terms.graph, self.known[place as usize].closed, &[]);
        let open = members.iter_mut().filter(|m| !m.absorbed).filter_map(|m| m.set.as_mut());
        let sets: Vec<&mut Exists> = std::iter::once(&mut closed).chain(open).collect();
        self.held_by(sets, values, guard)
    }

    /// The set of an explored state, which is made when it is first needed.
    pub fn set_of<'m>(&mut self, member: &'m mut Member) -> &'m mut Exists {
        member.set.get_or_insert_with(|| {
            let state = &self.nodes[self.expansions[member.expansion as usize].node as usize].state;
            let (values, guard) = (state.values.clone(), state.guard);
            self.set(&values, guard)
        })
    }

    /// Whether sets together hold all values of a new state.
    pub fn held_by(
        &mut self,
        mut sets: Vec<&mut Exists>,
        values: &[Lit],
        guard: Lit,
    ) -> Result<bool, Stopped> {
        let bits = self.value_bits(values.len());
        let outer: Vec<(Input, Lit)> = bits.into_iter().zip(values.iter().copied()).collect();
        if sets.iter().all(|set| set.is_closed()) {
            let mut replaced = Substitution::new(outer.iter().copied());
            let mut left = guard;
            for set in &sets {
                let held = self.terms.graph.substitute_one(set.body(), &mut replaced);
                left = self.terms.graph.and(left, !held);
            }
            if left == Lit::FALSE {
                self.statistics.equal += 1;
                return Ok(true);
            }
            // Under one of the assignments at hand, the values may be outside of all sets.
            if self.terms.graph.word(left) != 0 {
                self.statistics.refuted_by_simulation += 1;
                return Ok(false);
            }
            self.statistics.plain_questions += 1;
            return Ok(self.solution(left)?.is_none());
        }
        self.statistics.quantified_questions += 1;
        let mut effort = Effort::default();
        let graph = &mut self.terms.graph;
        let counterexample = match (self.options.outer, &mut sets[..]) {
            (Outer::Choices, [set]) => {
                let (wanted, inner) = apart(graph, set, &outer);
                for_all_exists(graph, guard, wanted, &inner, &self.stop, &mut effort)?
            }
            (_, sets) => covered(graph, guard, &outer, sets, &self.stop, &mut effort)?,
        };
        self.statistics.refinements += effort.refinements;
        self.statistics.solver_calls += effort.calls;
        if let Some(assignment) = &counterexample {
            self.terms.graph.remember(assignment);
        }
        Ok(counterexample.is_none())
    }
}

/// A set about the values of a new state, with inner choices that are not those of the new state.
fn apart(graph: &mut Graph, set: &Exists, outer: &[(Input, Lit)]) -> (Lit, Vec<Input>) {
    let copies: Vec<(Input, Input)> = set.inner().iter().map(|i| (*i, graph.input())).collect();
    let renamed = copies.iter().map(|(old, new)| (*old, graph.lit(*new)));
    let mut replaced = Substitution::new(renamed.chain(outer.iter().copied()).collect::<Vec<_>>());
    (graph.substitute_one(set.body(), &mut replaced), copies.into_iter().map(|(_, new)| new).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use std::rc::Rc;
    use std::sync::Arc;
    use tw_verdict::{Bounds, InitialThreads, Question};

    /// All values of inputs, as bits of a number.
    fn values(graph: &mut Graph, lits: &[Lit], inputs: &[Input], code: u32) -> Vec<bool> {
        let assignment = inputs.iter().enumerate().map(|(i, input)| (*input, code >> i & 1 == 1)).collect();
        graph.values(lits, &assignment)
    }

    /// \[CKS05\] equation 4 as printed: for all values of x there are choices of both states such that the new state
    /// has them, and if its guard is true, so does the old one, with its guard true.
    fn equation_four(graph: &mut Graph, inputs: &[Input], new: (Lit, Lit), old: (Lit, Lit)) -> bool {
        [false, true].into_iter().all(|x| {
            let codes = 0..1u32 << inputs.len();
            codes.clone().any(|new_code| {
                let n = values(graph, &[new.0, new.1], inputs, new_code);
                n[0] == x
                    && (!n[1]
                        || codes.clone().any(|old_code| {
                            let o = values(graph, &[old.0, old.1], inputs, old_code);
                            o[1] && o[0] == n[0]
                        }))
            })
        })
    }

    fn simulation(options: Options) -> Simulation {
        let text = "decl x; void main() begin x := F; assert(!x); end";
        let program = tw_boolprog::load("test.bp", text.as_bytes().to_vec()).expect("valid").program;
        let bounds = Bounds::up_to(InitialThreads::Exactly(1), 1);
        Simulation::new(
            &Arc::new(program),
            &Question::new(bounds, Vec::new(), true),
            options,
            Rc::new(|| false),
        )
    }

    /// Equation 4 as printed is wrong in both directions; what is asked here is equation 3.
    #[test]
    fn equation_four_is_wrong_and_equation_three_is_asked() {
        for normal_forms in [false, true] {
            for outer in [Outer::Values, Outer::Choices] {
                let options = Options { normal_forms, outer, ..Options::default() };
                let mut simulation = simulation(options);
                let mut used = 0;
                let a = simulation.terms.choice(&mut used);
                let b = simulation.terms.choice(&mut used);
                let inputs = simulation.terms.choices(0, 2).to_vec();
                let zero = (Lit::FALSE, Lit::TRUE);
                // x is anything where the guard is true: not only 0.
                assert!(equation_four(&mut simulation.terms.graph, &inputs, (a, b), zero));
                let mut set = simulation.set(&[zero.0], zero.1);
                assert_eq!(simulation.held_by(vec![&mut set], &[a], b), Ok(false));
                // The same constant state.
                assert!(!equation_four(&mut simulation.terms.graph, &inputs, zero, zero));
                let mut set = simulation.set(&[zero.0], zero.1);
                assert_eq!(simulation.held_by(vec![&mut set], &[zero.0], zero.1), Ok(true));
                // Neither 0 nor 1 alone holds everything, but both together do.
                let mut one = simulation.set(&[Lit::TRUE], a);
                assert_eq!(simulation.held_by(vec![&mut one], &[b], Lit::TRUE), Ok(false));
                assert_eq!(simulation.held_by(vec![&mut one, &mut set], &[b], Lit::TRUE), Ok(true));
            }
        }
    }
}
