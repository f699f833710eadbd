//! From a path of concrete states to a trace that can be executed.

use crate::checked::{LocalVar, Var};
use crate::program::{Action, EdgeId, Program};
use crate::semantics::State;
use tw_index::Id;
use tw_verdict::{PassiveChoice, Trace, TraceStep, Violation};

/// Follows the identities of threads along a path and reads the choices off the states.
pub struct TraceBuilder<'p> {
    program: &'p Program,
    trace: Trace,
    /// Identity of each live thread, by position.
    identities: Vec<u32>,
    next_identity: u32,
}

impl<'p> TraceBuilder<'p> {
    /// A trace that begins in `initial`.
    pub fn new(program: &'p Program, initial: &State) -> Self {
        let shared = initial.shared.to_bits(program.shared.len());
        let threads: Vec<_> = initial.threads.iter().map(|t| t.vars.to_bits(program.locals.len())).collect();
        let count = u32::try_from(threads.len()).expect("thread bounds fit in 32 bits");
        let trace = Trace { shared, threads, steps: Vec::new(), violation: Violation::Assertion };
        TraceBuilder { program, trace, identities: (0..count).collect(), next_identity: count }
    }

    /// Adds the step of the thread at position `thread` along `edge` from `before` to `after`.
    pub fn step(&mut self, thread: usize, edge: EdgeId, before: &State, after: &State) {
        let step = &self.program.edges[edge];
        let (mut values, mut passive) = (Vec::new(), Vec::new());
        match &step.action {
            Action::Assign(assign) => {
                let value = |var: &Var| match var {
                    Var::Shared(v) => after.shared.get(v.index()),
                    Var::Local(v) => after.threads[thread].vars.get(v.index()),
                };
                values = assign.targets.iter().map(|(var, _)| value(var)).collect();
                if let Some(part) = &assign.passive {
                    let others = (0..after.threads.len()).filter(|i| *i != thread);
                    passive = others.map(|i| self.passive_choice(i, &part.targets, after)).collect();
                }
            }
            Action::Start(_) if after.threads.len() > before.threads.len() => {
                self.identities.push(self.next_identity);
                self.next_identity += 1;
            }
            _ => {}
        }
        let edge_number = u32::try_from(edge.index()).expect("ids fit in 32 bits");
        let branch = step.branch;
        self.trace.steps.push(TraceStep {
            thread: self.identities[thread],
            edge: edge_number,
            branch,
            values,
            passive,
        });
        if after.threads.len() < before.threads.len() {
            self.identities.remove(thread);
        }
    }

    fn passive_choice<P>(&self, position: usize, targets: &[(LocalVar, P)], after: &State) -> PassiveChoice {
        let vars = &after.threads[position].vars;
        let values = targets.iter().map(|(var, _)| vars.get(var.index())).collect();
        PassiveChoice { thread: self.identities[position], values }
    }

    /// The trace, ending in an assertion that the thread at `thread` fails at `edge`.
    pub fn failing(mut self, thread: usize, edge: EdgeId) -> Trace {
        let edge = u32::try_from(edge.index()).expect("ids fit in 32 bits");
        let thread = self.identities[thread];
        self.trace.steps.push(TraceStep {
            thread,
            edge,
            branch: None,
            values: Vec::new(),
            passive: Vec::new(),
        });
        self.trace
    }

    /// The trace, ending at a target.
    pub fn reaching(mut self, target: String) -> Trace {
        self.trace.violation = Violation::Target(target);
        self.trace
    }
}
