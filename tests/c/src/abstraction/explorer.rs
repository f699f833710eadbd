//! A naive explorer of step graphs: every state of up to N threads, one by one.
//!
//! *What*: a state is the value of each shared variable, and for each thread its place, its own variables and its identity.
//! Steps are evaluated as they stand in the graph; inputs are tried value by value; a thread that is created is a copy of
//! its creator with a fresh identity. What no step may read (variables at the beginning, local variables where they do not
//! live) holds garbage, so that a step that reads it anyway shows.
//! *Claim*: as long as [`Explored::sampled`] and [`Explored::large`] do not say otherwise, a violation is found if and only if the
//! graph has one with that many threads.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use tw_index::Id;
use tw_steps::{EdgeId, Kind, Place, Template};
use tw_verdict::Property;
use tw_words::{ArrayValue, Symbol, Valuation};

/// An input of more values than this is tried with a few of them.
const VALUES: u128 = 8;

/// What garbage is made of.
const GARBAGE: u128 = 0xa5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Threads that may run at the same time, with the first one.
    pub threads: usize,
    /// Steps that allow more than the program does are left out.
    pub exact: bool,
    /// The most states.
    pub states: usize,
    /// The property whose violations count.
    pub property: Property,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// The steps to a violation, each with the number of its thread.
    pub violation: Option<Vec<(usize, EdgeId)>>,
    /// Some input has more values than were tried.
    pub sampled: bool,
    /// Not all states were looked at.
    pub large: bool,
    /// States.
    pub states: usize,
}

/// The content of an array: elements that differ from the others, in order, and what the others hold.
type Content = (Vec<(u128, u128)>, u128);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    place: Place,
    identity: u128,
    words: Vec<u128>,
    arrays: Vec<Content>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// By variable; local ones are 0.
    words: Vec<u128>,
    arrays: Vec<Content>,
    threads: Vec<Thread>,
    /// How many threads there were so far.
    born: u32,
}

/// Looks at all states.
pub fn explore(template: &Template, question: Question) -> Explored {
    let mut explorer = Explorer { template, question, found: Explored::default() };
    explorer.run();
    explorer.found
}

struct Explorer<'a> {
    template: &'a Template,
    question: Question,
    found: Explored,
}

impl Explorer<'_> {
    fn run(&mut self) {
        let Some(first) = self.first() else { return };
        let mut seen: FxHashMap<State, usize> = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut parents: Vec<Option<(usize, usize, EdgeId)>> = vec![None];
        let mut queue = VecDeque::from([(0, first)]);
        while let Some((number, state)) = queue.pop_front() {
            let mut next = Vec::new();
            if let Some(last) = self.steps(&state, &mut next) {
                let mut path = vec![last];
                let mut at = number;
                while let Some((before, thread, edge)) = parents[at] {
                    path.push((thread, edge));
                    at = before;
                }
                path.reverse();
                self.found.violation = Some(path);
                break;
            }
            for (thread, edge, state) in next {
                if seen.contains_key(&state) {
                    continue;
                }
                if seen.len() >= self.question.states {
                    self.found.large = true;
                    break;
                }
                seen.insert(state.clone(), parents.len());
                queue.push_back((parents.len(), state));
                parents.push(Some((number, thread, edge)));
            }
        }
        self.found.states = seen.len();
    }

    fn first(&self) -> Option<State> {
        let template = self.template;
        let garbage = |shared: bool| {
            let vars = template.vars.iter();
            vars.map(|var| if var.shared == shared { self.garbage(var.symbol) } else { 0 }).collect()
        };
        let arrays = |shared: bool| {
            let arrays = template.arrays.iter();
            arrays.map(move |a| if a.shared == shared { (Vec::new(), self.filler(a.symbol)) } else { Content::default() })
        };
        let main =
            Thread { place: template.entry?, identity: 1, words: garbage(false), arrays: arrays(false).collect() };
        Some(State { words: garbage(true), arrays: arrays(true).collect(), threads: vec![main], born: 1 })
    }

    fn garbage(&self, symbol: Symbol) -> u128 {
        GARBAGE & mask(self.template.words.symbol_width(symbol))
    }

    fn filler(&self, symbol: tw_words::ArraySymbol) -> u128 {
        GARBAGE & mask(self.template.words.array_shape(symbol).1)
    }

    /// All steps from a state; the last step if it is a violation.
    fn steps(&mut self, state: &State, next: &mut Vec<(usize, EdgeId, State)>) -> Option<(usize, EdgeId)> {
        let places = &self.template.places;
        let alone = state.threads.iter().position(|thread| places[thread.place].atomic);
        for number in 0..state.threads.len() {
            if alone.is_some_and(|inside| inside != number) {
                continue;
            }
            let valuation = self.valuation(state, number);
            for (edge, info) in self.template.edges.enumerate() {
                if info.from != state.threads[number].place || (self.question.exact && info.over) {
                    continue;
                }
                for valuation in self.choices(edge, &valuation, state) {
                    if valuation.eval(&self.template.words, info.guard) == 0 {
                        continue;
                    }
                    match &info.kind {
                        Kind::Error(property, _) if *property == self.question.property => {
                            return Some((number, edge));
                        }
                        Kind::Error(..) => {}
                        _ => next.push((number, edge, self.after(state, number, edge, &valuation))),
                    }
                }
            }
        }
        None
    }

    fn valuation(&self, state: &State, number: usize) -> Valuation {
        let thread = &state.threads[number];
        let mut valuation = Valuation::default();
        for (var, info) in self.template.vars.enumerate() {
            let value = if info.shared { state.words[var.index()] } else { thread.words[var.index()] };
            valuation.words.insert(info.symbol, value);
        }
        for (array, info) in self.template.arrays.enumerate() {
            let (elements, otherwise) =
                if info.shared { &state.arrays[array.index()] } else { &thread.arrays[array.index()] };
            let content =
                ArrayValue { elements: elements.iter().copied().collect(), otherwise: *otherwise };
            valuation.arrays.insert(info.symbol, content);
        }
        if let Some(identity) = self.template.identity {
            valuation.words.insert(identity, thread.identity);
        }
        valuation
    }

    /// All values of inputs.
    fn choices(&mut self, edge: EdgeId, valuation: &Valuation, state: &State) -> Vec<Valuation> {
        let info = &self.template.edges[edge];
        let mut all = vec![valuation.clone()];
        let inputs: FxHashSet<Symbol> = info.inputs.iter().copied().collect();
        let mut inputs: Vec<Symbol> = inputs.into_iter().collect();
        inputs.sort();
        for input in inputs {
            let width = self.template.words.symbol_width(input);
            let values: Vec<u128> = match self.template.words.name(input) {
                // The `pthread_t` of a thread that is created: a number that nobody else has.
                "id" => vec![1_000_000 + u128::from(state.born)],
                _ if width <= 3 => (0..1 << width).collect(),
                _ => (0..VALUES).chain([mask(width)]).collect(),
            };
            let mut more = Vec::new();
            for one in &all {
                for value in &values {
                    let mut one = one.clone();
                    one.words.insert(input, *value);
                    if width > 3 && *value >= VALUES && self.template.words.name(input) != "id" {
                        // Choices of the library are bounded by the guard.
                        self.found.sampled |= one.eval(&self.template.words, info.guard) == 1;
                    }
                    more.push(one);
                }
            }
            all = more;
        }
        all
    }

    fn after(&self, state: &State, number: usize, edge: EdgeId, valuation: &Valuation) -> State {
        let (template, info) = (self.template, &self.template.edges[edge]);
        let mut next = state.clone();
        let terms: Vec<_> = info.updates.iter().map(|(_, term)| *term).collect();
        let values = valuation.eval_all(&template.words, &terms);
        for ((var, _), value) in info.updates.iter().zip(values) {
            let words =
                if template.vars[*var].shared { &mut next.words } else { &mut next.threads[number].words };
            words[var.index()] = value;
        }
        for (array, term) in &info.array_updates {
            let content = content(valuation.eval_array(&template.words, *term));
            let shared = template.arrays[*array].shared;
            let arrays = if shared { &mut next.arrays } else { &mut next.threads[number].arrays };
            arrays[array.index()] = content;
        }
        next.threads[number].place = info.to;
        match info.kind {
            Kind::End => {
                next.threads.remove(number);
            }
            Kind::Start(place) => {
                if next.threads.len() < self.question.threads {
                    let mut child = next.threads[number].clone();
                    next.born += 1;
                    child.identity = u128::from(next.born);
                    child.place = place;
                    self.forget(&mut child);
                    next.threads.push(child);
                }
                self.forget(&mut next.threads[number]);
            }
            _ => self.forget(&mut next.threads[number]),
        }
        next
    }

    /// Variables that do not live hold garbage.
    fn forget(&self, thread: &mut Thread) {
        let place = &self.template.places[thread.place];
        for (var, info) in self.template.vars.enumerate() {
            if !info.shared && !place.live.contains(&var) {
                thread.words[var.index()] = self.garbage(info.symbol);
            }
        }
        for (array, info) in self.template.arrays.enumerate() {
            if !info.shared && !place.live_arrays.contains(&array) {
                thread.arrays[array.index()] = (Vec::new(), self.filler(info.symbol));
            }
        }
    }
}

fn content(array: ArrayValue) -> Content {
    let otherwise = array.otherwise;
    let mut elements: Vec<(u128, u128)> =
        array.elements.into_iter().filter(|(_, value)| *value != otherwise).collect();
    elements.sort_unstable();
    (elements, otherwise)
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
