//! The naive judge: executes a recorded trace on the checked syntax tree, before inlining.
//!
//! *What*: threads with call stacks over the tree; each step evaluates the statement's expressions to
//! the *set* of values they can take and checks that the recorded values are among them.
//! *Claim*: a trace that [`replay`] accepts is an execution of the program by the format document, and
//! ends in the violation it names. Shares no code with any engine, nor with the inliner or the flat
//! semantics, so it judges them all.

mod eval;
mod machine;
mod position;

use crate::checked::Unit;
use machine::Machine;
use tw_verdict::{Bounds, Breach, Property, Schedule, Target, Trace, Violation};

/// Why a trace is not an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The step (from 1) that cannot be taken; 0 for the initial state.
    pub step: usize,
    /// Why.
    pub reason: String,
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step {
            0 => write!(f, "the initial state is not one of the program: {}", self.reason),
            n => write!(f, "step {n} cannot be taken: {}", self.reason),
        }
    }
}

/// Executes `trace` and confirms its violation.
///
/// # Errors
/// The first step that the program does not allow, or a violation that is none.
pub fn replay(unit: &Unit, bounds: &Bounds, trace: &Trace) -> Result<Schedule, ReplayError> {
    let mut machine = Machine::new(unit, bounds, trace).map_err(|reason| ReplayError { step: 0, reason })?;
    for (index, step) in trace.steps.iter().enumerate() {
        let is_last = index + 1 == trace.steps.len();
        let must_fail = is_last && trace.violation == Violation::Assertion;
        machine.step(index, step, must_fail).map_err(|reason| ReplayError { step: index + 1, reason })?;
    }
    let last = trace.steps.len();
    let (property, message) = match &trace.violation {
        Violation::Assertion => (Property::Assertion, machine.failed_assertion()),
        Violation::Target(text) => {
            (Property::ErrorLabel, Target::parse(text).and_then(|target| machine.at_target(&target)))
        }
    };
    let message = message.map_err(|reason| ReplayError { step: last, reason })?;
    Ok(machine.schedule(trace, Breach::reached(property, message)))
}
