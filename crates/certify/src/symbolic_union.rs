//! Whether symbolic states together hold all states of a configuration.
//!
//! *What*: for all inputs that make the configuration's condition true there must be a symbolic state with the same
//! locations and choices of it with which its formulas have the values of the configuration's.
//! *How*: by counterexamples. One solver proposes a state of the configuration; another one finds a symbolic state that
//! holds it, with its choices (`symbolic_members.rs`). What this symbolic state holds *with these choices* is a formula
//! over the configuration's values, and the first solver must look elsewhere. It has found a state that nobody holds, or
//! finds none any more.
//! A choice that is itself the value of a variable need not be guessed: it is what the variable is in the configuration.
//! If a variable depends on one choice only, the choice is what was found where the variable has its value with that, and the
//! contrary elsewhere. (In canonical forms, each variable has a parameter, and one after the other depends on its own only.)
//! Others keep the value that was found, beginning with the choice that most formulas depend on: where states were joined,
//! that is the choice between them, behind which further choices become values of variables. The first time, the choices
//! are also tried as the configuration's own choices of the same name, since an honest search goes on with those it has made.
//! *Claim*: exact, up to the limit on the number of proposals: each proposal excludes at least itself.

use crate::Refusal;
use crate::step::Counted;
use crate::symbolic_formula::{Graph, Lit};
use crate::symbolic_members::{Found, Members, State};
use crate::symbolic_solver::Clauses;
use crate::symbolic_step::Configuration;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// More proposals than anybody waits for.
const MOST_PROPOSALS: u32 = 5_000;
/// How many places have their solvers at once.
const MOST_SOLVERS: usize = 200;
/// After so many choices that are settled one at a time, all others are settled at once.
const MOST_ROUNDS: u32 = 100;

/// All states of the certificate.
pub(crate) struct Union<'a> {
    pub states: Vec<State>,
    /// Those with the same locations, by number.
    places: FxHashMap<Vec<u32>, Vec<usize>>,
    members: FxHashMap<Vec<u32>, Members>,
    locals: usize,
    go_on: &'a dyn Fn() -> bool,
}

impl<'a> Union<'a> {
    pub fn new(states: Vec<State>, locals: usize, go_on: &'a dyn Fn() -> bool) -> Self {
        let mut places: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
        for (number, state) in states.iter().enumerate() {
            places.entry(state.locations.clone()).or_default().push(number);
        }
        Union { states, places, members: FxHashMap::default(), locals, go_on }
    }

    /// A state of the configuration that no symbolic state holds among those that `may`.
    pub fn missing(
        &mut self,
        graph: &mut Graph,
        mut configuration: Configuration,
        may: &dyn Fn(&State) -> bool,
    ) -> Result<Option<Counted>, Refusal> {
        let (locations, values) = laid_out(&mut configuration);
        let mut elsewhere = Clauses::new();
        let condition = elsewhere.literal(graph, configuration.condition);
        elsewhere.clause(&[condition]);
        let literals: Vec<i32> = values.iter().map(|value| elsewhere.literal(graph, *value)).collect();
        let mut seen = FxHashSet::default();
        for _ in 0..MOST_PROPOSALS {
            if !elsewhere.solve(&[], self.go_on)? {
                return Ok(None);
            }
            let proposal: Vec<bool> = literals.iter().map(|literal| elsewhere.value(*literal)).collect();
            let Some(found) = self.holder(graph, &locations, &proposal, may)? else {
                return Ok(Some(self.example(&locations, &proposal)));
            };
            let first = seen.insert((found.state, found.order.clone()));
            for held in self.held(graph, &found, &values, first)? {
                let held = elsewhere.literal(graph, held);
                elsewhere.clause(&[-held]);
            }
            if graph.is_full() {
                break;
            }
        }
        Err(Refusal::too_hard("too many combinations of choices"))
    }

    /// Whether each state with `condition` has a way to a state that a symbolic state holds among those that `may`. The
    /// condition of a way tells when it can be taken.
    pub fn leading(
        &mut self,
        graph: &mut Graph,
        condition: Lit,
        ways: &[Configuration],
        may: &dyn Fn(&State) -> bool,
    ) -> Result<bool, Refusal> {
        let mut elsewhere = Clauses::new();
        let condition = elsewhere.literal(graph, condition);
        elsewhere.clause(&[condition]);
        let ways: Vec<Way> = ways.iter().map(|way| Way::new(graph, &mut elsewhere, way)).collect();
        let mut seen = FxHashSet::default();
        for _ in 0..MOST_PROPOSALS {
            if !elsewhere.solve(&[], self.go_on)? {
                return Ok(true);
            }
            let mut found = None;
            for (at, way) in ways.iter().enumerate() {
                if found.is_none() && elsewhere.value(way.taken) {
                    let proposal: Vec<bool> = way.literals.iter().map(|l| elsewhere.value(*l)).collect();
                    let holder = self.holder(graph, &way.locations, &proposal, may)?;
                    found = holder.map(|holder| (at, holder));
                }
            }
            let Some((at, holder)) = found else { return Ok(false) };
            let way = &ways[at];
            let first = seen.insert((at, holder.state, holder.order.clone()));
            for held in self.held(graph, &holder, &way.values, first)? {
                let held = elsewhere.literal(graph, held);
                elsewhere.clause(&[-way.taken, -held]);
            }
            if graph.is_full() {
                break;
            }
        }
        Err(Refusal::too_hard("too many combinations of choices"))
    }

    fn holder(
        &mut self,
        graph: &Graph,
        locations: &[u32],
        proposal: &[bool],
        may: &dyn Fn(&State) -> bool,
    ) -> Result<Option<Found>, Refusal> {
        let Some(numbers) = self.places.get(locations) else { return Ok(None) };
        if !self.members.contains_key(locations) {
            if self.members.len() >= MOST_SOLVERS {
                self.members.clear();
            }
            let members = Members::new(graph, &self.states, numbers, locations, self.locals)?;
            self.members.insert(locations.to_vec(), members);
        }
        let members = self.members.get_mut(locations).expect("it is there now");
        members.find(graph, &self.states, proposal, may, self.go_on)
    }

    /// When the symbolic state that was found holds a state with these values.
    fn held(
        &self,
        graph: &mut Graph,
        found: &Found,
        values: &[Lit],
        first: bool,
    ) -> Result<Vec<Lit>, Refusal> {
        let state = &self.states[found.state];
        let (shared, threads) = values.split_at(values.len() - found.order.len() * self.locals);
        let moved = found.order.iter().flat_map(|t| &threads[t * self.locals..(t + 1) * self.locals]);
        let values = shared.iter().chain(moved).copied();
        let values: Vec<Lit> =
            values.zip(&state.values).filter(|(_, f)| f.is_some()).map(|(v, _)| v).collect();
        let mut instance = Instance::new(graph, state, found);
        let whole = instance.formulas.clone();
        let guessed = instance.settle(graph, &values, self.go_on)?;
        let mut ways = vec![have_values(graph, &instance.formulas, &values)];
        if first && guessed {
            let own: FxHashMap<usize, Lit> =
                instance.inner.iter().map(|(choice, inner)| (inner.node(), Lit::of_node(*choice))).collect();
            let formulas = graph.replaced(&whole, instance.floor, &|node| own[&node]);
            ways.push(have_values(graph, &formulas, &values));
        }
        Ok(ways)
    }

    fn example(&self, locations: &[u32], values: &[bool]) -> Counted {
        let (shared, threads) = values.split_at(values.len() - locations.len() * self.locals);
        let mut state = Counted { shared: shared.to_vec(), threads: BTreeMap::new() };
        for (at, location) in locations.iter().enumerate() {
            state.add((*location, threads[at * self.locals..(at + 1) * self.locals].to_vec()), 1);
        }
        state
    }
}

/// A step with certain choices, as literals of the solver that proposes states before it.
struct Way {
    /// Whether it can be taken.
    taken: i32,
    locations: Vec<u32>,
    values: Vec<Lit>,
    literals: Vec<i32>,
}

impl Way {
    fn new(graph: &Graph, clauses: &mut Clauses, next: &Configuration) -> Way {
        let (locations, values) = laid_out(&mut next.clone());
        let literals = values.iter().map(|value| clauses.literal(graph, *value)).collect();
        Way { taken: clauses.literal(graph, next.condition), locations, values, literals }
    }
}

/// Locations and values of a configuration, whose threads are put into the order of their locations.
fn laid_out(configuration: &mut Configuration) -> (Vec<u32>, Vec<Lit>) {
    configuration.threads.sort_by_key(|thread| thread.location);
    let locations = configuration.threads.iter().map(|t| t.location).collect();
    let locals = configuration.threads.iter().flat_map(|t| t.locals.iter().copied());
    (locations, configuration.shared.iter().copied().chain(locals).collect())
}

/// When the guard, which comes first, is true and the formulas have the values.
fn have_values(graph: &mut Graph, formulas: &[Lit], values: &[Lit]) -> Lit {
    let mut held = formulas[0];
    for (formula, value) in formulas[1..].iter().zip(values) {
        let equal = graph.equal(*formula, *value);
        held = graph.and(held, equal);
    }
    held
}

/// A symbolic state with inputs of its own as choices, which are settled one after the other.
struct Instance {
    /// The guard, then the formulas of the variables that have one.
    formulas: Vec<Lit>,
    /// Everything below was there before.
    floor: usize,
    /// The input for each choice.
    inner: BTreeMap<usize, Lit>,
    /// Inputs that are not settled yet, with the value that was found.
    open: BTreeMap<usize, bool>,
}

impl Instance {
    fn new(graph: &mut Graph, state: &State, found: &Found) -> Instance {
        let floor = graph.len();
        let inner: BTreeMap<usize, Lit> = found.choices.keys().map(|c| (*c, graph.input())).collect();
        let open = inner.iter().map(|(choice, input)| (input.node(), found.choices[choice])).collect();
        let formulas: Vec<Lit> = state.formulas().collect();
        let formulas = graph.replaced(&formulas, 0, &|node| inner[&node]);
        Instance { formulas, floor, inner, open }
    }

    /// Replaces all choices by formulas over the values that give what was found for the proposal: what a variable is, as long
    /// as there is one that is a choice; else what a variable tells about its only choice; else the choice that most formulas
    /// depend on becomes what was found; after many rounds, all that are left do. Tells whether it was more than the first.
    fn settle(
        &mut self,
        graph: &mut Graph,
        values: &[Lit],
        go_on: &dyn Fn() -> bool,
    ) -> Result<bool, Refusal> {
        let mut guessed = false;
        for round in 0.. {
            if !go_on() {
                return Err(Refusal::too_long());
            }
            let mut settled: FxHashMap<usize, Lit> = FxHashMap::default();
            for (formula, value) in self.formulas[1..].iter().zip(values) {
                if self.open.contains_key(&formula.node()) {
                    settled.entry(formula.node()).or_insert(value.flipped(formula.negated()));
                }
            }
            if round == MOST_ROUNDS {
                settled = self.open.iter().map(|(input, value)| (*input, Lit::constant(*value))).collect();
                guessed = true;
            } else if settled.is_empty() {
                let uses = self.uses(graph);
                settled = self.determined(graph, values, &uses);
                if settled.is_empty() {
                    let Some((input, value)) = self.most_used(&uses) else { break };
                    settled.insert(input, Lit::constant(value));
                }
                guessed = true;
            }
            self.open.retain(|input, _| !settled.contains_key(input));
            let new = |node: usize| settled.get(&node).copied().unwrap_or(Lit::of_node(node));
            self.formulas = graph.replaced(&self.formulas, self.floor, &new);
        }
        Ok(guessed)
    }

    /// The open inputs of each formula.
    fn uses(&self, graph: &Graph) -> Vec<Vec<usize>> {
        let open = |formula: &Lit| {
            let cone = graph.cone([*formula], self.floor);
            cone.into_iter().filter(|n| self.open.contains_key(n)).collect()
        };
        self.formulas.iter().map(open).collect()
    }

    /// What inputs must be that are the only open ones of a formula: what was found, as long as the formula has its value with
    /// that, and the contrary elsewhere.
    fn determined(&self, graph: &mut Graph, values: &[Lit], uses: &[Vec<usize>]) -> FxHashMap<usize, Lit> {
        let mut settled: FxHashMap<usize, Lit> = FxHashMap::default();
        for ((formula, used), value) in self.formulas.iter().zip(uses).skip(1).zip(values) {
            let [input] = used[..] else { continue };
            if settled.contains_key(&input) {
                continue;
            }
            let found = self.open[&input];
            let with_found = graph.replaced(&[*formula], self.floor, &|_| Lit::constant(found));
            let fits = graph.equal(with_found[0], *value);
            settled.insert(input, fits.flipped(!found));
        }
        settled
    }

    /// The open input that most formulas depend on, and what was found for it.
    fn most_used(&self, uses: &[Vec<usize>]) -> Option<(usize, bool)> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        uses.iter().flatten().for_each(|input| *counts.entry(*input).or_default() += 1);
        let (input, _) = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
        Some((input, self.open[&input]))
    }
}
