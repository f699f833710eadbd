//! Adapter: counter abstraction.

use super::{Engine, Found, Observer, Scope, Task, counters, plain};
use crate::failure::Failure;
use crate::subject::Language;
use tw_verdict::{Control, Counters};

/// `--engine counter`.
pub struct Counter;

impl Engine for Counter {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn about(&self) -> &'static str {
        "none with up to N threads (or with any number, if no creation was ever skipped). Counts threads per local state, so it grows polynomially with N where local states are few"
    }

    fn good_for(&self) -> &'static str {
        "few values"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Boolean).then_some(Scope::Bounded)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        let task = task.boolean()?;
        let run = tw_counter::explicit::run(task.program, task.question, control);
        let counters = counters::explicit(&run.statistics);
        Ok(Found::of_run(run, task.question.bounds.threads.limit(), counters, self.name()))
    }

    fn graph(
        &self,
        task: &Task<'_>,
        observer: &mut dyn Observer,
        control: &Control,
    ) -> Result<Counters, Failure> {
        let task = task.boolean()?;
        plain::observe(task, tw_counter::explicit::run(task.program, task.question, control), observer)
    }

    fn has_graph(&self) -> bool {
        true
    }
}
