//! Which symbolic state holds a given state, and with which choices.

use crate::Refusal;
use crate::symbolic_formula::{Graph, Lit, Node};
use crate::symbolic_solver::Clauses;
use std::collections::BTreeMap;

/// A symbolic state of the certificate.
pub(crate) struct State {
    pub locations: Vec<u32>,
    pub guard: Lit,
    /// Formulas of the shared variables, then of the local ones of each thread; absent: any value.
    pub values: Vec<Option<Lit>>,
    /// The thread that alone was explored.
    pub lone: Option<usize>,
    pub rank: u64,
}

impl State {
    /// All its formulas.
    pub fn formulas(&self) -> impl Iterator<Item = Lit> + '_ {
        std::iter::once(self.guard).chain(self.values.iter().flatten().copied())
    }
}

/// How a symbolic state holds a given state.
pub(crate) struct Found {
    /// Its number.
    pub state: usize,
    /// For each of its threads, the thread of the given state.
    pub order: Vec<usize>,
    /// Values of its choices, by node.
    pub choices: BTreeMap<usize, bool>,
}

/// The symbolic states with the same locations, as clauses: whoever is picked has the given values, where threads at equal
/// locations may stand in any order.
pub(crate) struct Members {
    clauses: Clauses,
    /// Variables of the values of a given state.
    given: Vec<i32>,
    /// The variable that says that a symbolic state, by number, was picked.
    picks: Vec<(usize, i32)>,
    twins: Vec<Twins>,
    threads: usize,
}

/// Threads at one location.
struct Twins {
    /// The first of them.
    first: usize,
    /// By thread of the symbolic state and thread of the given state: whether they are one.
    same: Vec<Vec<i32>>,
}

/// More threads at one location than are put into order.
const MOST_TWINS: usize = 64;

impl Members {
    /// `numbers` are those of the states with these locations.
    pub fn new(
        graph: &Graph,
        states: &[State],
        numbers: &[usize],
        locations: &[u32],
        locals: usize,
    ) -> Result<Members, Refusal> {
        let mut clauses = Clauses::new();
        let values = states[numbers[0]].values.len();
        let given: Vec<i32> = (0..values).map(|_| clauses.variable()).collect();
        let mut own = given.clone();
        let mut twins = Vec::new();
        let local_values = values - locations.len() * locals;
        let mut first = 0;
        for run in locations.chunk_by(|a, b| a == b) {
            if run.len() > MOST_TWINS {
                return Err(Refusal::too_hard("too many threads at one location"));
            }
            if run.len() > 1 && locals > 0 {
                let begin = local_values + first * locals;
                let values = begin..begin + run.len() * locals;
                own[values.clone()].fill_with(|| clauses.variable());
                let (own, given): (Vec<_>, Vec<_>) =
                    (own[values.clone()].chunks(locals).collect(), given[values].chunks(locals).collect());
                twins.push(Twins { first, same: in_any_order(&mut clauses, &own, &given) });
            }
            first += run.len();
        }
        let mut picks = Vec::new();
        for number in numbers {
            let pick = clauses.variable();
            picks.push((*number, pick));
            demand(&mut clauses, graph, &states[*number], pick, &own);
        }
        clauses.clause(&picks.iter().map(|(_, pick)| *pick).collect::<Vec<i32>>());
        Ok(Members { clauses, given, picks, twins, threads: locations.len() })
    }

    /// A symbolic state among those that `may` hold it that holds the state with the given values.
    pub fn find(
        &mut self,
        graph: &Graph,
        states: &[State],
        values: &[bool],
        may: &dyn Fn(&State) -> bool,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, Refusal> {
        let signed = |(variable, value): (&i32, &bool)| if *value { *variable } else { -variable };
        let mut assumed: Vec<i32> = self.given.iter().zip(values).map(signed).collect();
        assumed.extend(self.picks.iter().filter(|(n, _)| !may(&states[*n])).map(|(_, pick)| -pick));
        let stable = self.twins.iter().flat_map(|t| (0..t.same.len()).map(|i| t.same[i][i]));
        let in_order: Vec<i32> = assumed.iter().copied().chain(stable).collect();
        let held = self.clauses.solve(&in_order, go_on)?
            || !self.twins.is_empty() && self.clauses.solve(&assumed, go_on)?;
        if !held {
            return Ok(None);
        }
        let picked = (0..self.picks.len()).find(|at| self.clauses.value(self.picks[*at].1));
        let state = self.picks[picked.expect("a clause says so")].0;
        let mut order: Vec<usize> = (0..self.threads).collect();
        for Twins { first, same } in &self.twins {
            for (own, row) in same.iter().enumerate() {
                let given = row.iter().position(|variable| self.clauses.value(*variable));
                order[first + own] = first + given.expect("a clause says so");
            }
        }
        let mut choices = BTreeMap::new();
        for node in
            graph.cone(states[state].formulas(), 0).into_iter().filter(|n| graph.node(*n) == Node::Input)
        {
            choices.insert(node, self.clauses.value_of(node).expect("it was encoded"));
        }
        Ok(Some(Found { state, order, choices }))
    }
}

/// Each own thread is one of the given ones, and no two are the same.
fn in_any_order(clauses: &mut Clauses, own: &[&[i32]], given: &[&[i32]]) -> Vec<Vec<i32>> {
    let same: Vec<Vec<i32>> =
        own.iter().map(|_| given.iter().map(|_| clauses.variable()).collect()).collect();
    for (at, row) in same.iter().enumerate() {
        clauses.clause(row);
        for (other, variable) in row.iter().enumerate() {
            same[..at].iter().for_each(|earlier| clauses.clause(&[-variable, -earlier[other]]));
            for (a, b) in own[at].iter().zip(given[other]) {
                clauses.clause(&[-variable, -a, *b]);
                clauses.clause(&[-variable, *a, -b]);
            }
        }
    }
    same
}

/// If the state is picked, its guard is true and its formulas have the values.
fn demand(clauses: &mut Clauses, graph: &Graph, state: &State, pick: i32, values: &[i32]) {
    let guard = clauses.literal(graph, state.guard);
    clauses.clause(&[-pick, guard]);
    for (formula, value) in state.values.iter().zip(values) {
        if let Some(formula) = formula {
            let formula = clauses.literal(graph, *formula);
            clauses.clause(&[-pick, -formula, *value]);
            clauses.clause(&[-pick, formula, -value]);
        }
    }
}
