//! An engine for Boolean programs, and an executor of schedules, for the loop.

use crate::explorer::State;
use std::cell::RefCell;
use std::sync::Arc;
use tw_abstraction::{BooleanAnswer, Host, Planned, Round, Settings};
use tw_boolprog::Program;
use tw_cover::backward;
use tw_index::Id;
use tw_steps::{Edge, Kind, Template};
use tw_verdict::{
    Bounds, Breach, Control, ExecutionTrace, Finding, InitialThreads, Limits, Property, Question, Reason,
};

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
        follow(&self.template, steps)?;
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

/// Takes the edges that a schedule means, and fails where there is none or more than one.
fn follow(template: &Template, steps: &[Planned]) -> Result<(), String> {
    let mut state = State::first(template);
    for (at, planned) in steps.iter().enumerate() {
        if planned.is_last != (at + 1 == steps.len()) {
            return Err(format!("step {at} should not be the last one"));
        }
        let thread = planned.thread as usize;
        if thread >= state.threads.len() {
            return Err(format!("step {at}: there is no thread {thread}"));
        }
        let inputs: Vec<u128> =
            planned.answers.iter().map(|answer| u128::from(answer.cast_unsigned())).collect();
        let is_meant = |edge: &Edge| {
            edge.from == state.threads[thread].0
                && edge.inputs.len() == inputs.len()
                && match edge.kind {
                    Kind::Error(..) => planned.is_last,
                    Kind::End => !planned.is_last && planned.until.is_empty(),
                    Kind::Step | Kind::Start(_) => {
                        !planned.is_last && template.places[edge.to].position == planned.until
                    }
                }
        };
        let meant = template.edges.enumerate().filter(|(_, edge)| is_meant(edge));
        let possible: Vec<State> =
            meant.filter_map(|(edge, _)| state.step(template, thread, edge, &inputs)).collect();
        let [next] = possible.as_slice() else {
            return Err(format!("step {at}: {} edges are possible", possible.len()));
        };
        state = next.clone();
    }
    Ok(())
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
