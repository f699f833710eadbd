//! What the threads of a template do, state by state: written to be read.

use std::collections::BTreeMap;
use tw_index::Id;
use tw_steps::{ArrayVar, Edge, EdgeId, Kind, Place, Template, Var};
use tw_words::{ArrayValue, Symbol, Valuation};

/// Values of variables and arrays.
pub type Values = (BTreeMap<Var, u128>, BTreeMap<ArrayVar, Vec<u128>>);

/// A thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thread {
    /// Where it stands.
    pub place: Place,
    /// Its identity.
    pub identity: u128,
    /// Its variables.
    pub locals: Values,
    /// The edge that created it, until it has taken a step.
    pub born_by: Option<EdgeId>,
}

/// A state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Shared variables.
    pub shared: Values,
    /// Live threads.
    pub threads: Vec<Thread>,
    /// Creations so far.
    pub created: u32,
}

/// A step: who takes which edge, and where it leads. A thread that ends is gone, a child comes last.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The thread.
    pub thread: usize,
    /// The edge.
    pub edge: EdgeId,
    /// The state after it; that before, if it is an error.
    pub state: State,
}

/// How many threads there may be.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// At once.
    pub alive: usize,
    /// Created in all.
    pub created: u32,
}

/// The values of all symbols for a thread.
pub fn valuation(template: &Template, shared: &Values, thread: &Values, identity: u128) -> Valuation {
    let mut valuation = Valuation::default();
    for (vars, arrays) in [shared, thread] {
        for (var, value) in vars {
            valuation.words.insert(template.vars[*var].symbol, *value);
        }
        for (array, content) in arrays {
            let elements = content.iter().enumerate().map(|(i, v)| (i as u128, *v)).collect();
            let value = ArrayValue { elements, otherwise: 0 };
            valuation.arrays.insert(template.arrays[*array].symbol, value);
        }
    }
    if let Some(symbol) = template.identity {
        valuation.words.insert(symbol, identity);
    }
    valuation
}

/// All steps from a state.
pub fn steps(template: &Template, state: &State, limit: Limit) -> Vec<Taken> {
    let inside = state.threads.iter().position(|t| template.places[t.place].atomic);
    let mut found = Vec::new();
    for thread in (0..state.threads.len()).filter(|t| inside.is_none_or(|i| i == *t)) {
        let at = state.threads[thread].place;
        for (id, edge) in template.edges.enumerate().filter(|(_, e)| e.from == at) {
            for_each_input(template, edge, &mut |inputs| {
                if let Some(next) = take(template, state, thread, (id, edge), inputs, limit) {
                    found.push(Taken { thread, edge: id, state: next });
                }
            });
        }
    }
    found
}

/// The value of each input.
pub type Inputs = [(Symbol, u128)];

/// All values of the inputs of an edge.
pub fn for_each_input(template: &Template, edge: &Edge, visit: &mut dyn FnMut(&Inputs)) {
    let widths: Vec<u32> = edge.inputs.iter().map(|i| template.words.symbol_width(*i)).collect();
    for number in 0..1u128 << widths.iter().sum::<u32>() {
        let mut rest = number;
        let mut values = Vec::with_capacity(widths.len());
        for (input, width) in edge.inputs.iter().zip(&widths) {
            values.push((*input, rest & ((1 << width) - 1)));
            rest >>= width;
        }
        visit(&values);
    }
}

fn take(
    template: &Template,
    state: &State,
    thread: usize,
    (id, edge): (EdgeId, &Edge),
    inputs: &Inputs,
    limit: Limit,
) -> Option<State> {
    let active = &state.threads[thread];
    let mut before = valuation(template, &state.shared, &active.locals, active.identity);
    before.words.extend(inputs.iter().copied());
    if before.eval(&template.words, edge.guard) == 0 {
        return None;
    }
    let mut next = state.clone();
    if let Kind::Error(..) = edge.kind {
        return Some(next);
    }
    apply(template, edge, &before, &mut next.shared, &mut next.threads[thread].locals);
    let moved = &mut next.threads[thread];
    (moved.place, moved.born_by) = (edge.to, None);
    match edge.kind {
        Kind::End => {
            next.threads.remove(thread);
        }
        Kind::Start(child) => {
            if state.threads.len() >= limit.alive || state.created >= limit.created {
                return None;
            }
            let used: Vec<u128> = state.threads.iter().map(|t| t.identity).collect();
            let locals = moved.locals.clone();
            let identity = (1..).find(|i| !used.contains(i)).expect("there are more identities than threads");
            next.threads.push(Thread { place: child, identity, locals, born_by: Some(id) });
            next.created += 1;
        }
        _ => {}
    }
    Some(next)
}

/// The values after an assignment.
pub fn apply(template: &Template, edge: &Edge, before: &Valuation, shared: &mut Values, locals: &mut Values) {
    for (var, term) in &edge.updates {
        let values = if template.vars[*var].shared { &mut *shared } else { &mut *locals };
        values.0.insert(*var, before.eval(&template.words, *term));
    }
    for (array, content) in &edge.array_updates {
        let after = before.eval_array(&template.words, *content);
        let values = if template.arrays[*array].shared { &mut *shared } else { &mut *locals };
        let old = values.1.get(array).map_or(0, Vec::len);
        let elements = (0..old).map(|i| after.get(i as u128)).collect();
        values.1.insert(*array, elements);
    }
}

/// The state at the start, with these values of variables and elements.
pub fn initial(template: &Template, value: &mut dyn FnMut(u32) -> u128) -> State {
    let (mut shared, mut locals) = (Values::default(), Values::default());
    for (var, info) in template.vars.enumerate() {
        let values = if info.shared { &mut shared } else { &mut locals };
        values.0.insert(var, value(template.words.symbol_width(info.symbol)));
    }
    for (array, info) in template.arrays.enumerate() {
        let (index, element) = template.words.array_shape(info.symbol);
        let values = if info.shared { &mut shared } else { &mut locals };
        values.1.insert(array, (0..1u32 << index).map(|_| value(element)).collect());
    }
    let place = template.entry.unwrap_or(Place::from_index(0));
    State { shared, threads: vec![Thread { place, identity: 1, locals, born_by: None }], created: 0 }
}
