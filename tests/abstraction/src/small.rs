//! Random templates of words of 2 bits: workers in a chain of places with branches back, a lock sometimes, a first thread that
//! creates.

use crate::shapes::{Builder, Step};
use tw_index::Random;
use tw_steps::{Kind, Place, Template, Var};
use tw_verdict::Property;
use tw_words::{Symbol, TermId};

/// Bits of words, and of identities: there are few threads.
const WIDTH: u32 = 2;
const IDENTITY: u32 = 4;

struct Maker<'a> {
    random: &'a mut Random,
    builder: Builder,
    shared: Vec<(Var, TermId)>,
    local: Vec<(Var, TermId)>,
    holder: (Var, TermId),
}

/// A template. No thread ends, so identities are never used again.
pub fn template(random: &mut Random) -> Template {
    let mut builder = Builder::new(WIDTH, IDENTITY);
    let holder = builder.holder("m");
    let count = 1 + random.below(2);
    let shared: Vec<(Var, TermId)> = (0..count).map(|i| builder.var(&format!("x{i}"), true)).collect();
    let count = 1 + random.below(2);
    let local: Vec<(Var, TermId)> = (0..count).map(|i| builder.var(&format!("r{i}"), false)).collect();
    let mut maker = Maker { random, builder, shared, local, holder };
    maker.worker();
    maker.builder.template
}

impl Maker<'_> {
    fn worker(&mut self) {
        let worker = self.builder.newborn("worker");
        let live: Vec<Var> = self.local.iter().map(|(var, _)| *var).collect();
        let count = 2 + self.random.below(4);
        let places: Vec<Place> = (0..count).map(|i| self.builder.place(&format!("p{i}"), &live)).collect();
        // The first step gives all registers a value.
        let mut first = Step { guard: None, updates: Vec::new(), inputs: Vec::new() };
        for (var, _) in self.local.clone() {
            let value = self.first_value(&mut first.inputs);
            first.updates.push((var, value));
        }
        if self.random.chance(40) {
            self.lock(&mut first);
        }
        self.builder.go(worker, places[0], first);
        for (i, place) in places.iter().enumerate() {
            let next = places[(i + 1) % count];
            let other = places[self.random.below(count)];
            self.edges(*place, next, other);
        }
        let zero = self.builder.nobody();
        let mut init: Vec<(Var, TermId)> = vec![(self.holder.0, zero)];
        for (var, _) in self.shared.clone() {
            let value = u128::from(self.random.draw() % 4);
            init.push((var, self.builder.number(value)));
        }
        self.builder.main(&init, worker);
    }

    /// The edges from a place: a step, a branch, or an assertion.
    fn edges(&mut self, from: Place, next: Place, other: Place) {
        let mut step = self.step();
        match self.random.below(6) {
            0 | 1 => {
                let condition = self.condition();
                let fails = self.builder.not(condition);
                let error = Kind::Error(Property::Assertion, "assertion".to_string());
                let failing = Step { guard: Some(fails), updates: Vec::new(), inputs: Vec::new() };
                self.builder.edge(from, from, error, failing);
                let holds = step.guard.map_or(condition, |g| self.builder.template.words.and(g, condition));
                step.guard = Some(holds);
                self.builder.go(from, next, step);
            }
            2 | 3 => {
                let condition = self.condition();
                let otherwise = self.builder.not(condition);
                let mut back = self.step();
                step.guard = Some(condition);
                back.guard = Some(otherwise);
                self.builder.go(from, next, step);
                self.builder.go(from, other, back);
            }
            _ => {
                self.builder.go(from, next, step);
            }
        }
    }

    fn step(&mut self) -> Step {
        let mut step = Step { guard: None, updates: Vec::new(), inputs: Vec::new() };
        match self.random.below(8) {
            0 => self.lock(&mut step),
            1 => {
                let (zero, own) = (self.builder.nobody(), self.builder.own());
                step.guard = Some(self.builder.equal(self.holder.1, own));
                step.updates.push((self.holder.0, zero));
            }
            2..=4 => {
                let (var, _) = *self.random.pick(&self.shared);
                let value = self.value(&mut step.inputs);
                step.updates.push((var, value));
            }
            _ => {
                let (var, _) = *self.random.pick(&self.local);
                let value = self.value(&mut step.inputs);
                step.updates.push((var, value));
            }
        }
        step
    }

    fn lock(&mut self, step: &mut Step) {
        let (zero, own) = (self.builder.nobody(), self.builder.own());
        step.guard = Some(self.builder.equal(self.holder.1, zero));
        step.updates.push((self.holder.0, own));
    }

    fn word(&mut self) -> TermId {
        let shared = self.random.chance(50);
        self.random.pick(if shared { &self.shared } else { &self.local }).1
    }

    /// A value that does not come from registers.
    fn first_value(&mut self, inputs: &mut Vec<Symbol>) -> TermId {
        match self.random.below(3) {
            0 if inputs.is_empty() => self.input(inputs),
            0 | 1 => {
                let value = u128::from(self.random.draw() % 4);
                self.builder.number(value)
            }
            _ => self.random.pick(&self.shared).1,
        }
    }

    fn input(&mut self, inputs: &mut Vec<Symbol>) -> TermId {
        let input = self.builder.template.words.symbol("input", WIDTH);
        inputs.push(input);
        self.builder.template.words.of_symbol(input)
    }

    fn value(&mut self, inputs: &mut Vec<Symbol>) -> TermId {
        match self.random.below(6) {
            0 if inputs.is_empty() => self.input(inputs),
            0 | 1 => {
                let value = u128::from(self.random.draw() % 4);
                self.builder.number(value)
            }
            2 | 3 => self.word(),
            4 => {
                let word = self.word();
                self.builder.add(word, if self.random.chance(50) { 1 } else { -1 })
            }
            _ => {
                let (condition, a, b) = (self.condition(), self.word(), self.word());
                self.builder.template.words.ite(condition, a, b)
            }
        }
    }

    fn condition(&mut self) -> TermId {
        let a = self.word();
        let b = if self.random.chance(50) {
            self.word()
        } else {
            let value = u128::from(self.random.draw() % 4);
            self.builder.number(value)
        };
        let condition =
            if self.random.chance(50) { self.builder.equal(a, b) } else { self.builder.less(a, b) };
        if self.random.chance(30) { self.builder.not(condition) } else { condition }
    }
}
