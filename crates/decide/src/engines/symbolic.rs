//! Adapters: searches over sets of states, with and without counters.

use super::{Engine, Found, Scope, Task, counters};
use crate::failure::Failure;
use crate::subject::Language;
use tw_counter::symbolic;
use tw_verdict::Control;

/// `--engine symbolic`.
pub struct Symbolic;

impl Engine for Symbolic {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn about(&self) -> &'static str {
        "none with up to N threads, over *sets* of shared values and local states as decision diagrams: for programs with many variables and much nondeterminism"
    }

    fn good_for(&self) -> &'static str {
        "many values, many threads"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Boolean).then_some(Scope::Bounded)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        let task = task.boolean()?;
        let run = symbolic::run(task.program, task.question, &task.options.symbolic, control);
        let counters = counters::symbolic(&run.statistics);
        Ok(Found::of_run(run, task.question.bounds.threads.limit(), counters, self.name()))
    }
}

/// `--engine plain-symbolic`.
pub struct PlainSymbolic;

impl Engine for PlainSymbolic {
    fn name(&self) -> &'static str {
        "plain-symbolic"
    }

    fn about(&self) -> &'static str {
        "none with up to N threads, over sets of values but with single threads: for comparison"
    }

    fn good_for(&self) -> &'static str {
        "comparison"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Boolean).then_some(Scope::Bounded)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        let task = task.boolean()?;
        let run = symbolic::plain::run(task.program, task.question, &task.options.symbolic, control);
        let counters = counters::symbolic(&run.statistics);
        Ok(Found::of_run(run, task.question.bounds.threads.limit(), counters, self.name()))
    }
}
