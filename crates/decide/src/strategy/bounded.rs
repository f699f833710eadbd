//! A bounded engine on a Boolean program: the bound asked for, or one bound after the other.
//!
//! Without a bound the question is about any number of threads. A violation then counts only if no creation was
//! skipped, or if skipping cannot have enabled it: more threads may disable a step only where a passive update is not
//! total (`docs/language.md`, 5.1).

use super::growing::bound_after_bound;
use crate::engines::{BooleanTask, Engine, Finding, Found, Witness, alternatives};
use crate::failure::Failure;
use crate::host::Host;
use std::ops::ControlFlow::{Break, Continue};
use tw_boolprog::passive_updates_are_total;
use tw_verdict::{Bounds, Coverage, Hint, InitialThreads, Question, Reason};

/// Bounds that are tried when none is given.
pub const LAST_BOUND: u32 = 5;

/// What came out, with the question of the last bound.
pub struct Decided {
    /// What was found.
    pub found: Found,
    /// The question.
    pub question: Question,
}

/// Decides within `bound`, or with growing bounds.
///
/// # Errors
/// Of the engine.
pub fn decide(
    task: BooleanTask<'_>,
    bound: Option<u32>,
    engine: &'static dyn Engine,
    host: &dyn Host,
) -> Result<Decided, Failure> {
    let first = task.question.bounds.fewest();
    let bounds = bound.map_or(first..=first.max(LAST_BOUND), |n| n..=n);
    let (mut explored, mut unsure): (Option<Decided>, Option<Decided>) = (None, None);
    let control = |threads: u32| {
        host.log(&format!("exploring with up to {threads} threads"));
        host.control(&format!("up to {threads} threads"))
    };
    let decided = bound_after_bound(task, bounds, engine, &control, &mut |threads, question, mut found| {
        host.log(&tw_report::counters(&found.counters, None));
        let last = explored.as_ref().map(|decided| decided.question.bounds.threads.limit());
        let verdict = match &found.finding {
            Finding::Undecided { reason: Reason::Stopped(stop), .. } => {
                let stop = stop.clone();
                let reason = match last {
                    None => Reason::Stopped(stop),
                    Some(explored) => Reason::StoppedAfter { stop, explored },
                };
                Some(Finding::undecided(reason, alternatives(engine.name())))
            }
            Finding::Violation(Witness::Boolean(trace, _)) if bound.is_none() => {
                let skipped = task.program.skips_creation(trace, threads);
                if skipped && !passive_updates_are_total(task.program) {
                    let reason = Reason::CreationSkipped(threads);
                    found.finding = Finding::undecided(reason, vec![Hint::ExactBound(threads)]);
                    unsure = Some(Decided { found, question: question.clone() });
                    return Continue(());
                }
                None
            }
            Finding::Holds { creation_skipped, .. } => {
                if bound.is_some() || covers_all(question.bounds, *creation_skipped) {
                    None
                } else {
                    let hints = vec![Hint::AnyNumber, Hint::LargerBound(threads + 1)];
                    found.finding = Finding::undecided(Reason::NoViolationUpTo(threads), hints);
                    explored = Some(Decided { found, question: question.clone() });
                    return Continue(());
                }
            }
            _ => None,
        };
        if let Some(finding) = verdict {
            found.finding = finding;
        }
        Break(Decided { found, question: question.clone() })
    })?;
    decided.or(unsure).or(explored).ok_or_else(|| Failure::internal("no bound gave an answer"))
}

fn covers_all(bounds: Bounds, creation_skipped: bool) -> bool {
    !creation_skipped && matches!(bounds.init, InitialThreads::Exactly(_))
}

/// What a TRUE within these bounds quantifies over.
pub fn coverage(bounds: Bounds, creation_skipped: bool) -> Coverage {
    match (bounds.init, bounds.threads.at_most()) {
        (InitialThreads::Unbounded, None) => Coverage::Any,
        (InitialThreads::Exactly(init), None) => Coverage::AnyFrom(init),
        (InitialThreads::Exactly(init), _) if !creation_skipped => Coverage::AnyFrom(init),
        (InitialThreads::Exactly(1) | InitialThreads::Unbounded, Some(threads)) => Coverage::UpTo(threads),
        (InitialThreads::Exactly(init), Some(threads)) => Coverage::Exactly { init, threads },
    }
}
