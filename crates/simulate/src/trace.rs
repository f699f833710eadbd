//! From a violation back to an initial state, then forwards with all variables.

use crate::search::{Found, Node, Origin, Simulation, initial};
use crate::state::{Layout, Terms};
use crate::step::{fails, step};
use tw_boolprog::semantics::{State, Thread};
use tw_boolprog::{Action, EdgeId, TraceBuilder, Valuation};
use tw_solver::{Assignment, Cnf, Lit, Stopped};
use tw_verdict::Trace;

/// A step on the way, with the positions of the threads before, as in [`Origin::Step`].
struct Taken {
    thread: usize,
    edge: EdgeId,
    sources: Vec<Option<usize>>,
}

impl Simulation {
    /// The executable schedule to a violation.
    pub fn trace(&mut self, found: Found, assignment: Assignment) -> Result<Trace, Stopped> {
        let mut at = match found {
            Found::Assertion { node, .. } | Found::Target { node, .. } => node,
        };
        let mut assignment = assignment;
        let mut path = Vec::new();
        let count = loop {
            let Node { state, origin, .. } = &self.nodes[at as usize];
            match origin.clone() {
                Origin::Initial => break state.place.len(),
                Origin::Step { from, thread, edge, sources } => {
                    path.push(Taken { thread, edge, sources });
                    at = from;
                }
                Origin::Joined(members) => {
                    let conditions: Vec<Lit> = members.iter().map(|(condition, _)| *condition).collect();
                    let values = self.terms.graph.values(&conditions, &assignment);
                    let member = values.iter().position(|v| *v).expect("one condition holds");
                    at = members[member].1;
                }
                Origin::Renamed(from) => {
                    let values = state.values.clone();
                    let values = self.terms.graph.values(&values, &assignment);
                    let before = &self.nodes[from as usize].state;
                    let (guard, formulas) = (before.guard, before.values.clone());
                    let same = formulas.iter().zip(values).map(|(lit, value)| lit.negated_if(!value));
                    let wanted: Vec<Lit> = same.chain([guard]).collect();
                    let wanted = self.terms.graph.all(wanted);
                    assignment = Cnf::satisfy(&mut self.terms.graph, wanted, &self.stop)?
                        .expect("both formulas stand for the same states");
                    at = from;
                }
            }
        };
        path.reverse();
        self.forwards(found, count, &path)
    }

    /// Executes the path once more with nothing forgotten, and finds choices for all of it.
    fn forwards(&self, found: Found, count: usize, path: &[Taken]) -> Result<Trace, Stopped> {
        let program = self.program.clone();
        let layout = Layout::new(&program);
        let mut terms = Terms::default();
        let mut states = vec![initial(&mut terms, &program, count)];
        // Position in the order of creation of each thread, in the order that the search had.
        let mut positions: Vec<usize> = (0..count).collect();
        let mut moved = Vec::new();
        for taken in path {
            let before = states.last().expect("there is a first one");
            let thread = positions[taken.thread];
            let next =
                step(&mut terms, &program, before, thread, taken.edge, self.question.bounds.threads.limit())
                    .expect("the path can be taken");
            let ended = next.state.place.len() < before.place.len();
            let after = |old: usize| if ended && old > thread { old - 1 } else { old };
            positions = taken
                .sources
                .iter()
                .map(|source| match source {
                    Some(source) => after(positions[*source]),
                    None => next.state.place.len() - 1,
                })
                .collect();
            moved.push((thread, taken.edge));
            states.push(next.state);
        }
        let last = states.last().expect("there is a first one");
        let wanted = match found {
            Found::Target { .. } => last.guard,
            Found::Assertion { thread, edge, .. } => match program.edges[edge].action {
                Action::Assert(possible) => {
                    fails(&mut terms.graph, &program, last, positions[thread], possible)
                }
                _ => unreachable!("assertions fail at assertions"),
            },
        };
        let choices =
            Cnf::satisfy(&mut terms.graph, wanted, &self.stop)?.expect("the path leads to the violation");
        let concrete: Vec<State> = states
            .iter()
            .map(|state| {
                let bits = terms.graph.values(&state.values, &choices);
                let thread = |(t, loc): (usize, &_)| Thread {
                    loc: *loc,
                    vars: Valuation::from_bits(&bits[layout.local(t, 0)..layout.local(t + 1, 0)]),
                };
                State {
                    shared: Valuation::from_bits(&bits[..layout.shared]),
                    threads: state.place.iter().enumerate().map(thread).collect(),
                }
            })
            .collect();
        let mut builder = TraceBuilder::new(&program, &concrete[0]);
        for ((thread, edge), pair) in moved.iter().zip(concrete.windows(2)) {
            builder.step(*thread, *edge, &pair[0], &pair[1]);
        }
        Ok(match found {
            Found::Assertion { thread, edge, .. } => builder.failing(positions[thread], edge),
            Found::Target { target, .. } => builder.reaching(self.question.targets[target].to_string()),
        })
    }
}
