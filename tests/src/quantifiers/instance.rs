//! Random instances: circuits, sets with and without inner inputs, and questions about them.

use std::ops::RangeInclusive;
use tw_index::Random;
use tw_solver::{Graph, Input, Lit, Substitution};

/// What instances look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One set about its own outer inputs: for all outer values there are inner ones (`for_all_exists`).
    Single,
    /// Several sets about bits, and questions about formulas in place of the bits (`covered`).
    Union,
}

/// How large instances are.
#[derive(Clone, Debug)]
pub struct Size {
    inputs: RangeInclusive<usize>,
    gates: RangeInclusive<usize>,
}

impl Size {
    /// For brute force.
    pub const SMALL: Size = Size { inputs: 2..=12, gates: 3..=40 };
    /// For depqbf, with one set.
    pub const LARGE: Size = Size { inputs: 20..=60, gates: 100..=300 };
    /// For depqbf, with several sets: each has a copy of the inner inputs there, which makes about 60 inputs.
    pub const LARGE_UNION: Size = Size { inputs: 10..=20, gates: 40..=120 };
}

/// Inner inputs of a single set that are functions of the others.
const MOST_FUNCTIONS: usize = 8;

/// Sets, and questions whether they hold everything.
pub struct Instance {
    /// The graph of all formulas.
    pub graph: Graph,
    /// All inputs.
    pub inputs: Vec<Input>,
    /// The inputs that sets are about.
    pub outer: Vec<Input>,
    /// The sets.
    pub sets: Vec<Set>,
    /// The questions.
    pub questions: Vec<Question>,
}

/// A formula over outer inputs and inner ones, which are quantified existentially.
pub struct Set {
    /// The formula.
    pub body: Lit,
    /// The inner inputs.
    pub inner: Vec<Input>,
}

/// Whether for all values with `given`, one of the sets holds the values of `outer`.
pub struct Question {
    /// The condition.
    pub given: Lit,
    /// A formula for each outer input.
    pub outer: Vec<(Input, Lit)>,
}

impl Instance {
    /// The instance of a seed.
    pub fn random(shape: Shape, size: Size, seed: u64) -> Instance {
        let mut random = Random::new(seed);
        let inputs = between(&mut random, &size.inputs);
        let gates = between(&mut random, &size.gates);
        let maker = Maker { random, graph: Graph::new() };
        match shape {
            Shape::Single => maker.single(inputs, gates),
            Shape::Union => maker.union(inputs, gates),
        }
    }
}

fn between(random: &mut Random, range: &RangeInclusive<usize>) -> usize {
    range.start() + random.below(range.end() - range.start() + 1)
}

/// A set of values as engines have it: all values of formulas under a guard.
#[derive(Clone)]
struct State {
    values: Vec<Lit>,
    guard: Lit,
}

struct Maker {
    random: Random,
    graph: Graph,
}

impl Maker {
    fn single(mut self, inputs: usize, gates: usize) -> Instance {
        let inputs: Vec<Input> = (0..inputs).map(|_| self.graph.input()).collect();
        let percent = *self.random.pick(&[20, 50, 80]);
        let (inner, outer): (Vec<Input>, Vec<Input>) =
            inputs.iter().copied().partition(|_| self.random.chance(percent));
        let body = match self.random.below(3) {
            0 => self.formula(&inputs, gates),
            1 => self.functions(&outer, &inner, gates),
            _ => {
                let parts = 2 + self.random.below(4);
                let parts: Vec<Lit> = (0..parts).map(|_| self.formula(&inputs, gates / parts)).collect();
                self.graph.any(parts)
            }
        };
        let given = self.condition(&outer, gates / 4);
        let pairs = outer.iter().map(|i| (*i, self.graph.lit(*i))).collect();
        let questions = vec![Question { given, outer: pairs }];
        Instance { graph: self.graph, inputs, outer, sets: vec![Set { body, inner }], questions }
    }

    /// Some inner inputs are functions of the others, so that values exist; often one more condition that may spoil
    /// that. Each function may double the inner values that are put in, so there are few.
    fn functions(&mut self, outer: &[Input], inner: &[Input], gates: usize) -> Lit {
        let (inner, free) = inner.split_at(inner.len().min(MOST_FUNCTIONS));
        let mut known = [outer, free].concat();
        let mut parts = Vec::new();
        for input in inner {
            let function = self.formula(&known, gates / (inner.len() + 1));
            let equal = self.graph.lit(*input);
            parts.push(self.graph.equal(equal, function));
            known.push(*input);
        }
        if self.random.chance(60) {
            let (a, b) = (self.formula(&known, gates / 3), self.formula(&known, gates / 3));
            parts.push(self.graph.or(a, b));
        }
        self.graph.all(parts)
    }

    fn union(mut self, inputs: usize, gates: usize) -> Instance {
        let inputs: Vec<Input> = (0..inputs).map(|_| self.graph.input()).collect();
        let (bits, choices) = inputs.split_at(1 + self.random.below(inputs.len() / 2));
        let (mut sets, mut states) = (Vec::new(), Vec::new());
        let count = if self.random.chance(5) { 0 } else { 1 + self.random.below(3) };
        for _ in 0..count {
            let set = match self.random.below(4) {
                0 => Set { body: self.formula(bits, gates / 4), inner: Vec::new() },
                1 => self.relation(bits, choices, gates / 3),
                _ => {
                    let state = self.state(choices, bits.len(), gates / 2);
                    states.push(state.clone());
                    self.set_of(bits, choices, &state)
                }
            };
            sets.push(set);
        }
        let asked = 1 + self.random.below(3);
        let questions = (0..asked).map(|_| self.question(bits, choices, &states, gates / 2)).collect();
        Instance { outer: bits.to_vec(), graph: self.graph, inputs: inputs.clone(), sets, questions }
    }

    /// Any formula over bits and some of the choices.
    fn relation(&mut self, bits: &[Input], choices: &[Input], gates: usize) -> Set {
        let inner: Vec<Input> = choices.iter().copied().filter(|_| self.random.chance(50)).collect();
        let leaves: Vec<Input> = bits.iter().chain(&inner).copied().collect();
        Set { body: self.formula(&leaves, gates), inner }
    }

    fn state(&mut self, choices: &[Input], values: usize, gates: usize) -> State {
        let values = (0..values).map(|_| self.formula(choices, gates / values)).collect();
        State { values, guard: self.condition(choices, gates / 4) }
    }

    fn set_of(&mut self, bits: &[Input], choices: &[Input], state: &State) -> Set {
        let mut parts = vec![state.guard];
        for (bit, value) in bits.iter().zip(&state.values) {
            let bit = self.graph.lit(*bit);
            parts.push(self.graph.equal(bit, *value));
        }
        Set { body: self.graph.all(parts), inner: choices.to_vec() }
    }

    /// A new state, or one or two of the known ones with other formulas in the place of their choices.
    fn question(&mut self, bits: &[Input], choices: &[Input], states: &[State], gates: usize) -> Question {
        let state = if states.is_empty() || self.random.chance(30) {
            // Formulas over the bits themselves may be there, too.
            let leaves = if self.random.chance(80) { choices } else { &[bits, choices].concat() };
            self.state(leaves, bits.len(), gates)
        } else {
            let (first, second) = (self.instance_of(choices, states), self.instance_of(choices, states));
            let first_one = self.formula(choices, gates / 4);
            let mut either = |a: Lit, b: Lit| self.graph.ite(first_one, a, b);
            let values = first.values.iter().zip(&second.values).map(|(a, b)| either(*a, *b)).collect();
            let guard = either(first.guard, second.guard);
            let mut state = State { values, guard };
            if self.random.chance(65) {
                let at = self.random.below(bits.len());
                state.values[at] = self.formula(choices, gates / 8);
            }
            state
        };
        Question { given: state.guard, outer: bits.iter().copied().zip(state.values).collect() }
    }

    /// A known state with formulas in the place of its choices: part of the known one, unless one value is changed.
    fn instance_of(&mut self, choices: &[Input], states: &[State]) -> State {
        let state = self.random.pick(states).clone();
        let pairs: Vec<(Input, Lit)> = choices.iter().map(|c| (*c, self.formula(choices, 2))).collect();
        let roots: Vec<Lit> = state.values.iter().copied().chain([state.guard]).collect();
        let mut values = self.graph.substitute(&roots, &mut Substitution::new(pairs));
        let guard = values.pop().expect("the guard was put last");
        State { values, guard }
    }

    /// A condition that is often weak.
    fn condition(&mut self, leaves: &[Input], gates: usize) -> Lit {
        if self.random.chance(30) {
            return Lit::TRUE;
        }
        let (a, b) = (self.formula(leaves, gates), self.formula(leaves, gates));
        if self.random.chance(50) { self.graph.or(a, b) } else { a }
    }

    /// A formula of about so many gates.
    fn formula(&mut self, leaves: &[Input], gates: usize) -> Lit {
        let mut pool: Vec<Lit> = leaves.iter().map(|i| self.graph.lit(*i)).collect();
        if pool.is_empty() {
            return Lit::constant(self.random.chance(50));
        }
        for _ in 0..gates.max(1) {
            let (a, b, c) = (self.operand(&pool), self.operand(&pool), self.operand(&pool));
            let made = match self.random.below(10) {
                0..4 => self.graph.and(a, b),
                4..7 => self.graph.or(a, b),
                7..9 => self.graph.ite(a, b, c),
                _ => self.graph.xor(a, b),
            };
            if made.as_constant().is_none() || self.random.chance(5) {
                pool.push(made);
            }
        }
        pool[pool.len() - 1]
    }

    /// One of the pool, often a new one, perhaps negated.
    fn operand(&mut self, pool: &[Lit]) -> Lit {
        let from = if self.random.chance(50) { pool.len().saturating_sub(6) } else { 0 };
        let lit = *self.random.pick(&pool[from..]);
        lit.negated_if(self.random.chance(50))
    }
}
