//! A naive explorer of step graphs: every state of up to N threads, one by one.
//!
//! *What*: a state is the value of each shared variable, and for each thread its place, its own variables and its identity.
//! Steps are evaluated as they stand in the graph; inputs are tried value by value; a thread that is created is a copy of
//! its creator with a fresh identity. What no step may read (variables at the beginning, local variables where they do not
//! live) holds garbage, so that a step that reads it anyway shows.
//! *Claim*: as long as [`Explored::sampled`] and [`Explored::large`] do not say otherwise, a violation is found if and only if the
//! graph has one with that many threads.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;
use tw_index::Id;
use tw_steps::{ArrayInfo, EdgeId, Kind, Place, Template};
use tw_verdict::Property;
use tw_words::{ArraySymbol, ArrayValue, Symbol, Valuation};

/// An input of more values than this is tried with a few of them.
const VALUES: u128 = 8;

/// What garbage is made of.
const GARBAGE: u128 = 0xa5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5;

/// The `pthread_t` of every thread: programs that compare them are not for this explorer.
const ID: u128 = 1_000_000;

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

/// What all threads share.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shared {
    /// By variable; local ones are 0.
    words: Vec<u128>,
    arrays: Vec<Content>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    place: Place,
    identity: u128,
    words: Vec<u128>,
    arrays: Vec<Content>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    shared: Shared,
    threads: Vec<Thread>,
    /// How many threads there were so far.
    born: u32,
}

/// A step of a thread.
struct Move {
    edge: EdgeId,
    /// What there is afterwards; none after a violation.
    after: Option<(Shared, Thread)>,
}

/// Looks at all states.
pub fn explore(template: &Template, question: Question) -> Explored {
    let mut explorer =
        Explorer { template, question, found: Explored::default(), moves: FxHashMap::default() };
    explorer.run();
    explorer.found
}

struct Explorer<'a> {
    template: &'a Template,
    question: Question,
    found: Explored,
    /// Steps that were evaluated before: they depend on nothing else.
    moves: FxHashMap<(Shared, Thread), Rc<Vec<Move>>>,
}

impl Explorer<'_> {
    fn run(&mut self) {
        let Some(first) = self.first() else { return };
        let mut seen: FxHashSet<State> = FxHashSet::from_iter([first.clone()]);
        let mut parents: Vec<Option<(usize, usize, EdgeId)>> = vec![None];
        let mut queue = VecDeque::from([(0, first)]);
        while let Some((number, state)) = queue.pop_front() {
            for thread in self.runnable(&state) {
                for step in self.moves(&state.shared, &state.threads[thread]).iter() {
                    let Some((shared, moved)) = &step.after else {
                        self.found.violation = Some(path(&parents, number, (thread, step.edge)));
                        self.found.states = seen.len();
                        return;
                    };
                    let next = self.next(&state, thread, step.edge, shared, moved);
                    if seen.contains(&next) {
                        continue;
                    }
                    if seen.len() >= self.question.states {
                        self.found.large = true;
                        continue;
                    }
                    seen.insert(next.clone());
                    queue.push_back((parents.len(), next));
                    parents.push(Some((number, thread, step.edge)));
                }
            }
        }
        self.found.states = seen.len();
    }

    fn first(&self) -> Option<State> {
        let template = self.template;
        let words = |shared: bool| -> Vec<u128> {
            let vars = template.vars.iter();
            vars.map(|var| if var.shared == shared { self.garbage(var.symbol) } else { 0 }).collect()
        };
        let arrays = |shared: bool| -> Vec<Content> {
            let arrays = template.arrays.iter();
            let content =
                |a: &ArrayInfo| if a.shared == shared { self.filler(a.symbol) } else { Content::default() };
            arrays.map(content).collect()
        };
        let main = Thread { place: template.entry?, identity: 1, words: words(false), arrays: arrays(false) };
        let shared = Shared { words: words(true), arrays: arrays(true) };
        Some(State { shared, threads: vec![main], born: 1 })
    }

    fn garbage(&self, symbol: Symbol) -> u128 {
        GARBAGE & mask(self.template.words.symbol_width(symbol))
    }

    fn filler(&self, symbol: ArraySymbol) -> Content {
        (Vec::new(), GARBAGE & mask(self.template.words.array_shape(symbol).1))
    }

    /// Threads that may run: all, or the one in an atomic section.
    fn runnable(&self, state: &State) -> Range<usize> {
        let inside = state.threads.iter().position(|thread| self.template.places[thread.place].atomic);
        inside.map_or(0..state.threads.len(), |inside| inside..inside + 1)
    }

    /// All steps of a thread.
    fn moves(&mut self, shared: &Shared, thread: &Thread) -> Rc<Vec<Move>> {
        let key = (shared.clone(), thread.clone());
        if let Some(moves) = self.moves.get(&key) {
            return moves.clone();
        }
        let valuation = self.valuation(shared, thread);
        let mut moves = Vec::new();
        for (edge, info) in self.template.edges.enumerate() {
            if info.from != thread.place || (self.question.exact && info.over) {
                continue;
            }
            for valuation in self.choices(edge, &valuation) {
                if valuation.eval(&self.template.words, info.guard) == 0 {
                    continue;
                }
                match &info.kind {
                    Kind::Error(property, _) if *property == self.question.property => {
                        moves.push(Move { edge, after: None });
                    }
                    Kind::Error(..) => {}
                    _ => moves.push(Move { edge, after: Some(self.after(shared, thread, edge, &valuation)) }),
                }
            }
        }
        let moves = Rc::new(moves);
        self.moves.insert(key, moves.clone());
        moves
    }

    fn valuation(&self, shared: &Shared, thread: &Thread) -> Valuation {
        let mut valuation = Valuation::default();
        for (var, info) in self.template.vars.enumerate() {
            let words = if info.shared { &shared.words } else { &thread.words };
            valuation.words.insert(info.symbol, words[var.index()]);
        }
        for (array, info) in self.template.arrays.enumerate() {
            let arrays = if info.shared { &shared.arrays } else { &thread.arrays };
            let (elements, otherwise) = &arrays[array.index()];
            let content = ArrayValue { elements: elements.iter().copied().collect(), otherwise: *otherwise };
            valuation.arrays.insert(info.symbol, content);
        }
        if let Some(identity) = self.template.identity {
            valuation.words.insert(identity, thread.identity);
        }
        valuation
    }

    /// All values of inputs.
    fn choices(&mut self, edge: EdgeId, valuation: &Valuation) -> Vec<Valuation> {
        let (template, info) = (self.template, &self.template.edges[edge]);
        let inputs: BTreeSet<Symbol> = info.inputs.iter().copied().collect();
        let mut all = vec![valuation.clone()];
        for input in inputs {
            let width = template.words.symbol_width(input);
            let is_id = template.words.name(input) == "id";
            let values: Vec<u128> = match width {
                _ if is_id => vec![ID],
                1..=3 => (0..1 << width).collect(),
                _ => (0..VALUES).chain([mask(width)]).collect(),
            };
            let mut more = Vec::new();
            for one in &all {
                for value in &values {
                    let mut one = one.clone();
                    one.words.insert(input, *value);
                    // Choices of the library are bounded by the guard.
                    self.found.sampled |=
                        *value >= VALUES && !is_id && one.eval(&template.words, info.guard) == 1;
                    more.push(one);
                }
            }
            all = more;
        }
        all
    }

    fn after(
        &self,
        shared: &Shared,
        thread: &Thread,
        edge: EdgeId,
        valuation: &Valuation,
    ) -> (Shared, Thread) {
        let (template, info) = (self.template, &self.template.edges[edge]);
        let (mut shared, mut thread) = (shared.clone(), thread.clone());
        let terms: Vec<_> = info.updates.iter().map(|(_, term)| *term).collect();
        let values = valuation.eval_all(&template.words, &terms);
        for ((var, _), value) in info.updates.iter().zip(values) {
            let words = if template.vars[*var].shared { &mut shared.words } else { &mut thread.words };
            words[var.index()] = value;
        }
        for (array, term) in &info.array_updates {
            let content = content(valuation.eval_array(&template.words, *term));
            let is_shared = template.arrays[*array].shared;
            let arrays = if is_shared { &mut shared.arrays } else { &mut thread.arrays };
            arrays[array.index()] = content;
        }
        thread.place = info.to;
        (shared, thread)
    }

    fn next(&self, state: &State, number: usize, edge: EdgeId, shared: &Shared, moved: &Thread) -> State {
        let mut next = State { shared: shared.clone(), ..state.clone() };
        match self.template.edges[edge].kind {
            Kind::End => {
                next.threads.remove(number);
                return next;
            }
            Kind::Start(place) if next.threads.len() < self.question.threads => {
                next.born += 1;
                let mut child = Thread { place, identity: u128::from(next.born), ..moved.clone() };
                self.forget(&mut child);
                next.threads.push(child);
            }
            _ => {}
        }
        next.threads[number] = moved.clone();
        self.forget(&mut next.threads[number]);
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
                thread.arrays[array.index()] = self.filler(info.symbol);
            }
        }
    }
}

/// The steps that lead to a state, and one more.
fn path(
    parents: &[Option<(usize, usize, EdgeId)>],
    mut at: usize,
    last: (usize, EdgeId),
) -> Vec<(usize, EdgeId)> {
    let mut path = vec![last];
    while let Some((before, thread, edge)) = parents[at] {
        path.push((thread, edge));
        at = before;
    }
    path.reverse();
    path
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
