//! Adapter: symbolic simulation.

use super::{Engine, Found, Scope, Task, counters};
use crate::failure::Failure;
use crate::subject::Language;
use tw_verdict::Control;

/// `--engine simulate`.
pub struct Simulate;

impl Engine for Simulate {
    fn name(&self) -> &'static str {
        "simulate"
    }

    fn about(&self) -> &'static str {
        "none with up to N threads: formulas over choices and a SAT solver, for deep programs with much data, sequential ones (`--threads 1`) included"
    }

    fn good_for(&self) -> &'static str {
        "arithmetic, deep programs"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Boolean).then_some(Scope::Bounded)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        let task = task.boolean()?;
        let run = tw_simulate::run(task.program, task.question, &task.options.simulate, control);
        let counters = counters::simulation(&run.statistics);
        Ok(Found::of_run(run, task.question.bounds.threads.limit(), counters, self.name()))
    }
}
