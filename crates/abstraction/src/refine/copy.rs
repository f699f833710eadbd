//! One copy of a step, with variables of its own: what holds before and after, for the thread that moves and for others.

use crate::refine::chain::{fresh_inputs, identity_of};
use crate::refine::path::Taken;
use crate::vocabulary::{Footprint, Vocabulary};
use rustc_hash::FxHashMap;
use tw_steps::{ArrayVar, Edge, Template, Var};
use tw_words::{ArrayId, Substitution, TermId, Words};

/// What the identities of the threads in a copy are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identities {
    /// Number of the thread, plus 1.
    Numbers,
    /// Anything but 0, and different ones.
    Different,
}

/// A copy of a step. Variables get a symbol of their own when they are first asked for.
pub struct StepCopy<'a> {
    template: &'a Template,
    edge: &'a Edge,
    active: u32,
    /// The threads of the copy, the one that moves first.
    pub threads: Vec<u32>,
    /// What holds of every copy: the guard, and that identities differ.
    pub required: Vec<TermId>,
    identities: Vec<Option<TermId>>,
    /// Before the step: variables of each thread, or shared ones (the thread that moves).
    words_before: FxHashMap<(Var, u32), TermId>,
    arrays_before: FxHashMap<(ArrayVar, u32), ArrayId>,
    /// Symbols of the edge; complete from the beginning.
    step: Substitution,
}

/// Before or after the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before.
    Before,
    /// After.
    After,
}

impl<'a> StepCopy<'a> {
    /// A copy for the thread that moves and others.
    pub fn new(
        template: &'a Template,
        vocabulary: &Vocabulary,
        words: &mut Words,
        taken: Taken,
        others: &[u32],
        identities: Identities,
    ) -> StepCopy<'a> {
        let edge = &template.edges[taken.edge];
        let threads: Vec<u32> = std::iter::once(taken.thread).chain(others.iter().copied()).collect();
        let mut copy = StepCopy {
            template,
            edge,
            active: taken.thread,
            threads,
            required: Vec::new(),
            identities: Vec::new(),
            words_before: FxHashMap::default(),
            arrays_before: FxHashMap::default(),
            step: Substitution::new(),
        };
        copy.choose_identities(words, identities);
        let footprint = vocabulary.of_edge(template, taken.edge);
        copy.step = copy.before(words, &footprint, taken.thread);
        fresh_inputs(words, edge, &mut copy.step);
        let guard = copy.step.apply(words, edge.guard);
        copy.required.push(guard);
        copy
    }

    fn choose_identities(&mut self, words: &mut Words, identities: Identities) {
        for i in 0..self.threads.len() {
            let Some(symbol) = self.template.identity else {
                self.identities.push(None);
                continue;
            };
            let width = words.symbol_width(symbol);
            let own = match identities {
                Identities::Numbers => identity_of(words, symbol, self.threads[i]),
                Identities::Different => {
                    let fresh = words.symbol(String::new(), width);
                    words.of_symbol(fresh)
                }
            };
            let zero = words.constant(0, width);
            for other in self.identities.iter().flatten().copied().chain([zero]).collect::<Vec<_>>() {
                let same = words.equal(own, other);
                let differs = words.not(same);
                self.required.push(differs);
            }
            self.identities.push(Some(own));
        }
    }

    /// Whose copy of a variable a thread has.
    fn owner(&self, shared: bool, thread: u32) -> u32 {
        if shared { self.active } else { thread }
    }

    fn word_before(&mut self, words: &mut Words, var: Var, thread: u32) -> TermId {
        let info = &self.template.vars[var];
        let key = (var, self.owner(info.shared, thread));
        *self.words_before.entry(key).or_insert_with(|| {
            let fresh = words.symbol(String::new(), words.symbol_width(info.symbol));
            words.of_symbol(fresh)
        })
    }

    fn array_before(&mut self, words: &mut Words, array: ArrayVar, thread: u32) -> ArrayId {
        let info = &self.template.arrays[array];
        let key = (array, self.owner(info.shared, thread));
        *self.arrays_before.entry(key).or_insert_with(|| {
            let (index, element) = words.array_shape(info.symbol);
            let fresh = words.array_symbol(String::new(), index, element);
            words.of_array_symbol(fresh)
        })
    }

    /// The values before the step in place of the variables of a thread.
    fn before(&mut self, words: &mut Words, footprint: &Footprint, thread: u32) -> Substitution {
        let mut values = Substitution::new();
        for var in &footprint.vars {
            let value = self.word_before(words, *var, thread);
            values.word(self.template.vars[*var].symbol, value);
        }
        for array in &footprint.arrays {
            let value = self.array_before(words, *array, thread);
            values.array(self.template.arrays[*array].symbol, value);
        }
        let at = self.threads.iter().position(|t| *t == thread);
        if let (Some(symbol), Some(Some(own))) = (self.template.identity, at.map(|at| self.identities[at])) {
            values.word(symbol, own);
        }
        values
    }

    /// The values after the step.
    fn after(&mut self, words: &mut Words, footprint: &Footprint, thread: u32) -> Substitution {
        let mut values = self.before(words, footprint, thread);
        for (var, term) in &self.edge.updates {
            let info = &self.template.vars[*var];
            if footprint.vars.contains(var) && self.owner(info.shared, thread) == self.active {
                let value = self.step.apply(words, *term);
                values.word(info.symbol, value);
            }
        }
        for (array, content) in &self.edge.array_updates {
            let info = &self.template.arrays[*array];
            if footprint.arrays.contains(array) && self.owner(info.shared, thread) == self.active {
                let value = self.step.apply_array(words, *content);
                values.array(info.symbol, value);
            }
        }
        values
    }

    /// What a term is worth for a thread of the copy.
    pub fn value(
        &mut self,
        words: &mut Words,
        term: TermId,
        footprint: &Footprint,
        thread: u32,
        when: When,
    ) -> TermId {
        let mut values = match when {
            When::Before => self.before(words, footprint, thread),
            When::After => self.after(words, footprint, thread),
        };
        values.apply(words, term)
    }
}
