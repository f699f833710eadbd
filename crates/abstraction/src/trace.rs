//! From a model of a path to a schedule: who runs how far, with which answers.
//!
//! The template is executed with the values of the model, step by step; a guard that is false there is an error of ours.

use crate::refine::chain::Model;
use crate::refine::path::Path;
use crate::search::Internal;
use rustc_hash::FxHashMap;
use tw_steps::{ArrayVar, Kind, Position, Template, Var};
use tw_words::{ArrayValue, Valuation};

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The thread, numbered in the order of creation.
    pub thread: u32,
    /// Where it stops; empty: it runs to its end.
    pub until: Position,
    /// Answers to choices and inputs, in order.
    pub answers: Vec<i64>,
    /// A thread is created in this step.
    pub creates: bool,
    /// The violation happens in this step.
    pub is_last: bool,
}

#[derive(Clone, Default)]
struct Values {
    words: FxHashMap<Var, u128>,
    arrays: FxHashMap<ArrayVar, ArrayValue>,
}

/// The schedule of a path with the values of a model.
///
/// # Errors
/// The model is none.
pub fn plan(template: &Template, path: &Path, model: &Model) -> Result<Vec<Planned>, Internal> {
    let mut initial = Values::default();
    for (var, info) in template.vars.enumerate() {
        if let Some(value) = model.initial.words.get(&info.symbol) {
            initial.words.insert(var, *value);
        }
    }
    for (array, info) in template.arrays.enumerate() {
        if let Some(value) = model.initial.arrays.get(&info.symbol) {
            initial.arrays.insert(array, value.clone());
        }
    }
    let mut world = World { template, shared: initial.clone(), threads: FxHashMap::default() };
    world.threads.insert(0, initial);
    let mut steps = Vec::with_capacity(path.steps.len());
    for at in 0..path.steps.len() {
        let inputs = model.inputs.get(at).map_or(&[][..], Vec::as_slice);
        steps.push(world.step(path, at, inputs)?);
    }
    Ok(steps)
}

struct World<'a> {
    template: &'a Template,
    shared: Values,
    threads: FxHashMap<u32, Values>,
}

impl World<'_> {
    fn step(&mut self, path: &Path, at: usize, inputs: &[u128]) -> Result<Planned, Internal> {
        let taken = path.steps[at];
        let template = self.template;
        let edge = &template.edges[taken.edge];
        let mut own = self.threads.remove(&taken.thread).unwrap_or_default();
        let now = self.valuation(&own, taken.thread, taken.edge, inputs);
        let is_true = |term| now.eval(&template.words, term) == 1;
        if !is_true(edge.guard) {
            let name = &template.places[edge.from].name;
            return Err(Internal(format!(
                "step {} at {name} is not possible with the values of its model",
                at + 1
            )));
        }
        let way = edge.paths.iter().find(|way| is_true(way.guard));
        let answers = way.map(|way| way.answers.iter().map(|term| self.answer(&now, *term)).collect());
        let words: Vec<_> =
            edge.updates.iter().map(|(var, term)| (*var, now.eval(&template.words, *term))).collect();
        let arrays: Vec<_> = edge
            .array_updates
            .iter()
            .map(|(var, content)| (*var, now.eval_array(&template.words, *content)))
            .collect();
        for (var, value) in words {
            let values = if template.vars[var].shared { &mut self.shared } else { &mut own };
            values.words.insert(var, value);
        }
        for (array, value) in arrays {
            let values = if template.arrays[array].shared { &mut self.shared } else { &mut own };
            values.arrays.insert(array, value);
        }
        if let Some(child) = taken.child {
            self.threads.insert(child, own.clone());
        }
        self.threads.insert(taken.thread, own);
        let until = match edge.kind {
            Kind::Step | Kind::Start(_) => template.places[edge.to].position.clone(),
            Kind::End | Kind::Error(..) => Position::new(),
        };
        let (creates, is_last) = (matches!(edge.kind, Kind::Start(_)), matches!(edge.kind, Kind::Error(..)));
        let answers = answers.unwrap_or_default();
        Ok(Planned { thread: taken.thread, until, answers, creates, is_last })
    }

    fn valuation(&self, own: &Values, thread: u32, edge: tw_steps::EdgeId, inputs: &[u128]) -> Valuation {
        let template = self.template;
        let mut now = Valuation::default();
        for (var, info) in template.vars.enumerate() {
            let values = if info.shared { &self.shared } else { own };
            now.words.insert(info.symbol, values.words.get(&var).copied().unwrap_or(0));
        }
        for (array, info) in template.arrays.enumerate() {
            let values = if info.shared { &self.shared } else { own };
            now.arrays.insert(info.symbol, values.arrays.get(&array).cloned().unwrap_or_default());
        }
        if let Some(identity) = template.identity {
            now.words.insert(identity, u128::from(thread) + 1);
        }
        for (input, value) in template.edges[edge].inputs.iter().zip(inputs) {
            now.words.insert(*input, *value);
        }
        now
    }

    /// An answer as the machine takes it: a word of 64 bits has a sign, a narrower one has none.
    fn answer(&self, now: &Valuation, term: tw_words::TermId) -> i64 {
        let value = now.eval(&self.template.words, term) & u128::from(u64::MAX);
        (value as u64).cast_signed()
    }
}
