//! What threads of a template do, word by word, without any solver.

use rustc_hash::FxHashSet;
use tw_index::Id;
use tw_steps::{EdgeId, Kind, Place, Template};
use tw_words::Valuation;

/// A state: values of all variables by their numbers (those of the other sort are 0), and threads with their places; those
/// that have ended have none of their own any more, but keep their numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Shared variables.
    pub shared: Vec<u128>,
    /// Threads in the order of their creation.
    pub threads: Vec<(Place, Vec<u128>, bool)>,
}

impl State {
    /// The first thread at the entry; all variables are 0.
    pub fn first(template: &Template) -> State {
        let zeros = vec![0; template.vars.len()];
        let entry = template.entry.expect("the template has an entry");
        State { shared: zeros.clone(), threads: vec![(entry, zeros, true)] }
    }

    /// The state after a step of a thread, if it is possible with these inputs.
    pub fn step(&self, template: &Template, thread: usize, edge: EdgeId, inputs: &[u128]) -> Option<State> {
        let (place, own, is_alive) = &self.threads[thread];
        let edge = &template.edges[edge];
        if *place != edge.from || !is_alive {
            return None;
        }
        let mut now = Valuation::default();
        for (var, info) in template.vars.enumerate() {
            let values = if info.shared { &self.shared } else { own };
            now.words.insert(info.symbol, values[var.index()]);
        }
        if let Some(identity) = template.identity {
            now.words.insert(identity, thread as u128 + 1);
        }
        for (input, value) in edge.inputs.iter().zip(inputs) {
            now.words.insert(*input, *value);
        }
        if now.eval(&template.words, edge.guard) != 1 {
            return None;
        }
        let mut next = self.clone();
        for (var, term) in &edge.updates {
            let value = now.eval(&template.words, *term);
            let info = &template.vars[*var];
            let values = if info.shared { &mut next.shared } else { &mut next.threads[thread].1 };
            values[var.index()] = value;
        }
        match edge.kind {
            Kind::Step => next.threads[thread].0 = edge.to,
            Kind::Start(child) => {
                next.threads[thread].0 = edge.to;
                let own = next.threads[thread].1.clone();
                next.threads.push((child, own, true));
            }
            Kind::End => next.threads[thread].2 = false,
            Kind::Error(..) => {}
        }
        Some(next)
    }

    /// The states after a step of a thread along an edge, with all inputs.
    pub fn successors(&self, template: &Template, thread: usize, edge: EdgeId) -> Vec<State> {
        let widths: Vec<u32> =
            template.edges[edge].inputs.iter().map(|input| template.words.symbol_width(*input)).collect();
        let bits: u32 = widths.iter().sum();
        let mut found = Vec::new();
        for number in 0..1u128 << bits {
            let mut rest = number;
            let inputs: Vec<u128> = widths
                .iter()
                .map(|width| {
                    let value = rest & ((1 << width) - 1);
                    rest >>= width;
                    value
                })
                .collect();
            found.extend(self.step(template, thread, edge, &inputs));
        }
        found
    }
}

/// Whether an assertion can fail with at most so many threads; absent if there are more than so many states.
pub fn can_fail(template: &Template, threads: usize, states: usize) -> Option<bool> {
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut open = vec![State::first(template)];
    while let Some(state) = open.pop() {
        for thread in 0..state.threads.len() {
            for (edge, info) in template.edges.enumerate() {
                if info.from != state.threads[thread].0
                    || (matches!(info.kind, Kind::Start(_)) && state.threads.len() >= threads)
                {
                    continue;
                }
                for next in state.successors(template, thread, edge) {
                    if matches!(info.kind, Kind::Error(..)) {
                        return Some(true);
                    }
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        if seen.len() > states {
            return None;
        }
    }
    Some(false)
}
