//! Adapter: a team of searches for any number of threads.

use super::{Engine, Found, Scope, Task};
use crate::failure::Failure;
use crate::strategy::team;
use crate::subject::Language;
use tw_verdict::Control;

/// `--engine cover`.
pub struct Cover;

impl Engine for Cover {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn about(&self) -> &'static str {
        "none with **any number of threads**; a violation comes with the number of threads it takes. Forward, backward and bounded search together"
    }

    fn good_for(&self) -> &'static str {
        "any number of threads"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Boolean).then_some(Scope::AnyNumber)
    }

    fn races(&self) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        Ok(team::run(task.boolean()?, control))
    }
}
