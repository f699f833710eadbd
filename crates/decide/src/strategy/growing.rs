//! One exploration after the other, with one thread more each time.

use crate::engines::{BooleanTask, Engine, Finding, Found, Task, Witness, engine};
use crate::failure::Failure;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::RangeInclusive;
use tw_verdict::{Control, Question, Reason, StopReason};

/// What becomes of what was found with a bound: whether to go on.
pub type Each<'a, T> = dyn FnMut(u32, &Question, Found) -> ControlFlow<T> + 'a;

/// Asks `engine` with each bound, until `each` has seen enough.
///
/// # Errors
/// Of the engine.
pub fn bound_after_bound<T>(
    task: BooleanTask<'_>,
    bounds: RangeInclusive<u32>,
    engine: &dyn Engine,
    control: &dyn Fn(u32) -> Control,
    each: &mut Each<'_, T>,
) -> Result<Option<T>, Failure> {
    for threads in bounds {
        let question =
            Question { bounds: task.question.bounds.with_at_most(threads), ..task.question.clone() };
        let control = control(threads);
        let mut found = engine.run(&Task::Boolean(BooleanTask { question: &question, ..task }), &control)?;
        found.bound = Some(threads);
        if let Break(done) = each(threads, &question, found) {
            return Ok(Some(done));
        }
    }
    Ok(None)
}

/// A search for a violation of which no creation was skipped.
pub struct Growing<'a> {
    /// The question, about any number of threads.
    pub task: BooleanTask<'a>,
    /// With up to so many threads more than at the start.
    pub more: u32,
    /// Limits.
    pub control: &'a Control,
}

/// What came out.
pub enum Grown {
    /// A violation.
    Violation(Box<Found>),
    /// No violation.
    Nothing,
    /// A limit was reached.
    Stopped(StopReason),
}

impl Growing<'_> {
    /// Searches, with the counter engine.
    pub fn search(&self) -> Grown {
        let task = self.task;
        let first = task.question.bounds.fewest();
        let Some(counter) = engine("counter") else { return Grown::Nothing };
        let bounds = first..=first.saturating_add(self.more);
        let found =
            bound_after_bound(task, bounds, counter, &|_| self.control.clone(), &mut |_, _, found| {
                match &found.finding {
                    Finding::Violation(Witness::Boolean(trace, bound))
                        if !task.program.skips_creation(trace, *bound) =>
                    {
                        Break(Grown::Violation(Box::new(found)))
                    }
                    Finding::Undecided { reason: Reason::Stopped(stop), .. } => {
                        Break(Grown::Stopped(stop.clone()))
                    }
                    _ => Continue(()),
                }
            });
        found.ok().flatten().unwrap_or(Grown::Nothing)
    }
}
