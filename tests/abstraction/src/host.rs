//! An engine for Boolean programs, and an executor of schedules, for the loop.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use tw_abstraction::{BooleanAnswer, Host, Planned, Round, Settings};
use tw_boolprog::Program;
use tw_cover::backward;
use tw_index::Id;
use tw_steps::{EdgeId, Kind, Place, Template, Var};
use tw_verdict::{
    Bounds, Breach, Control, ExecutionTrace, Finding, InitialThreads, Limits, Property, Question, Reason,
};
use tw_words::Valuation;

/// Decides Boolean programs by backward search, and violations with as few threads as possible by counting; executes
/// schedules on the template, word by word.
pub struct TestHost {
    template: Template,
    /// The lines of the log.
    pub lines: RefCell<Vec<String>>,
}

impl TestHost {
    /// For a template.
    pub fn new(template: &Template) -> TestHost {
        TestHost { template: template.clone(), lines: RefCell::default() }
    }
}

/// Bounds that are tried for a violation with few threads.
const FEW: u32 = 3;
/// States of searches for violations with few threads.
const STATES: u64 = 200_000;

impl Host for TestHost {
    fn boolean(&self, program: &Arc<Program>, threads: Option<u32>) -> BooleanAnswer {
        let init = InitialThreads::Exactly(1);
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let few = Control { limits, ..Control::default() };
        let control = Control::default();
        for most in 1..=threads.unwrap_or(FEW) {
            let question = Question::new(Bounds::up_to(init, most), Vec::new(), true);
            let run = tw_counter::explicit::run(program, &question, &few);
            match run.finding {
                Finding::Violation(trace) => return BooleanAnswer::Violation(trace, most),
                Finding::Exhausted { .. } if Some(most) == threads => {
                    return BooleanAnswer::Holds(run.reached.map(Box::new));
                }
                _ => {}
            }
        }
        let question = Question::new(Bounds::any_number(init), Vec::new(), true);
        let run = backward::run(program, &question, &backward::Options::default(), &control);
        match run.finding {
            Finding::Violation(trace) => BooleanAnswer::Violation(trace, u32::MAX),
            Finding::Exhausted { .. } => BooleanAnswer::Holds(run.reached.map(Box::new)),
            Finding::Stopped(reason) => BooleanAnswer::Undecided(Reason::Stopped(reason)),
        }
    }

    fn execute(&self, steps: &[Planned]) -> Result<ExecutionTrace, String> {
        World::new(&self.template).execute(steps)?;
        let breach = Breach::reached(Property::Assertion, "the assertion fails");
        Ok(ExecutionTrace { steps: Vec::new(), breach, involved: Vec::new() })
    }

    fn progress(&self, _: &Round) {}

    fn log(&self, line: &str) {
        self.lines.borrow_mut().push(line.to_string());
    }
}

/// Assertions of any number of threads, or of so many.
pub fn settings(threads: Option<u32>) -> Settings {
    Settings { threads, max_rounds: 60, properties: vec![Property::Assertion], control: Control::default() }
}

/// One state of a template; shared variables and those of each thread by their numbers.
struct World<'a> {
    template: &'a Template,
    shared: FxHashMap<Var, u128>,
    threads: Vec<(Place, FxHashMap<Var, u128>)>,
}

impl<'a> World<'a> {
    fn new(template: &'a Template) -> World<'a> {
        let entry = template.entry.expect("the template has an entry");
        World { template, shared: FxHashMap::default(), threads: vec![(entry, FxHashMap::default())] }
    }

    /// Takes the edges that a schedule means, and fails where there is none or more than one.
    fn execute(&mut self, steps: &[Planned]) -> Result<(), String> {
        for (at, planned) in steps.iter().enumerate() {
            if planned.is_last != (at + 1 == steps.len()) {
                return Err(format!("step {at} should not be the last one"));
            }
            let thread = planned.thread as usize;
            if thread >= self.threads.len() {
                return Err(format!("step {at}: there is no thread {thread}"));
            }
            let now = self.valuation(thread);
            let possible: Vec<(EdgeId, Valuation)> = self
                .template
                .edges
                .ids()
                .filter_map(|edge| Some((edge, self.fits(thread, edge, planned, &now)?)))
                .collect();
            let [(edge, values)] = possible.as_slice() else {
                return Err(format!("step {at}: {} edges are possible", possible.len()));
            };
            self.take(thread, *edge, values);
        }
        Ok(())
    }

    fn valuation(&self, thread: usize) -> Valuation {
        let mut now = Valuation::default();
        for (var, info) in self.template.vars.enumerate() {
            let values = if info.shared { &self.shared } else { &self.threads[thread].1 };
            now.words.insert(info.symbol, values.get(&var).copied().unwrap_or(0));
        }
        if let Some(identity) = self.template.identity {
            now.words.insert(identity, thread as u128 + 1);
        }
        now
    }

    /// The values with the inputs of an edge, if it is the one that is meant and can be taken.
    fn fits(&self, thread: usize, edge: EdgeId, planned: &Planned, now: &Valuation) -> Option<Valuation> {
        let edge = &self.template.edges[edge];
        let is_meant = edge.from == self.threads[thread].0
            && edge.inputs.len() == planned.answers.len()
            && match edge.kind {
                Kind::Error(..) => planned.is_last,
                Kind::End => !planned.is_last && planned.until.is_empty(),
                Kind::Step | Kind::Start(_) => {
                    !planned.is_last && self.template.places[edge.to].position == planned.until
                }
            };
        let mut values = now.clone();
        for (input, answer) in edge.inputs.iter().zip(&planned.answers) {
            values.words.insert(*input, u128::from(answer.cast_unsigned()));
        }
        (is_meant && values.eval(&self.template.words, edge.guard) == 1).then_some(values)
    }

    fn take(&mut self, thread: usize, edge: EdgeId, values: &Valuation) {
        let edge = &self.template.edges[edge];
        for (var, term) in &edge.updates {
            let value = values.eval(&self.template.words, *term);
            let of =
                if self.template.vars[*var].shared { &mut self.shared } else { &mut self.threads[thread].1 };
            of.insert(*var, value);
        }
        if !matches!(edge.kind, Kind::Error(..)) {
            self.threads[thread].0 = edge.to;
        }
        if let Kind::Start(place) = edge.kind {
            let child = self.threads[thread].1.clone();
            self.threads.push((place, child));
        }
    }
}

/// A position for each place, so that schedules can name it.
pub fn with_positions(mut template: Template) -> Template {
    for place in template.places.ids().collect::<Vec<_>>() {
        let number = u32::try_from(place.index()).expect("places fit in 32 bits");
        let block = tw_ir::Block::from_index(0);
        template.places[place].position = vec![(tw_ir::FuncId::from_index(0), block, number)];
    }
    template
}
