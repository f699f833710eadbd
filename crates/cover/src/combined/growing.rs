//! Bounded search with growing bounds.

use super::{Bounded, News, Part};
use crate::plateau::Pairs;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use tw_boolprog::{Action, Program};
use tw_verdict::{Control, Finding, InitialThreads, Question, Reduction, StopReason, Threads, Trace};

/// States of a bounded search whose pairs are collected.
const PLATEAU_STATES: u64 = 200_000;

/// Looks with one thread more each time; says why it ended without an answer.
pub(super) fn grow(
    program: &Arc<Program>,
    question: &Question,
    plateau: bool,
    bounded: Bounded,
    control: &Control,
    sender: &Sender<News>,
) -> Option<StopReason> {
    let mut last: Option<Pairs> = None;
    let mut collecting = plateau;
    for threads in question.bounds.fewest()..Threads::AnyNumber.limit() {
        let bounds = question.bounds.with_at_most(threads);
        let one = Question { bounds, ..question.clone() };
        let run = bounded(program, &one, control);
        match &run.finding {
            Finding::Violation(trace) if !skips_creation(program, trace, threads) => {
                let threads = most_alive(program, trace);
                let _ = sender.send(News::Found { by: Part::Bounded, threads: Some(threads), run });
                return None;
            }
            // With more threads there may be one that skips nothing.
            Finding::Violation(_) => {
                let _ = sender.send(News::Skipped(threads));
                continue;
            }
            Finding::Exhausted { creation_skipped: false }
                if matches!(question.bounds.init, InitialThreads::Exactly(_)) =>
            {
                let _ = sender.send(News::Found { by: Part::Bounded, threads: Some(threads), run });
                return None;
            }
            Finding::Exhausted { .. } => {}
            Finding::Stopped(reason) => return Some(reason.clone()),
        }
        let pairs = if collecting { pairs(program, &one, bounded, control) } else { None };
        collecting = pairs.is_some();
        let same = pairs.is_some() && pairs == last;
        let _ = sender.send(News::Explored(threads, pairs.clone().filter(|_| same)));
        last = pairs;
    }
    None
}

/// All pairs that are reached within a bound; absent if they are too many.
pub(super) fn pairs(
    program: &Arc<Program>,
    question: &Question,
    bounded: Bounded,
    control: &Control,
) -> Option<Pairs> {
    let question = Question { reduction: Reduction::None, explore_all: true, ..question.clone() };
    let mut run = bounded(program, &question, &control.with_states(PLATEAU_STATES));
    match run.finding {
        Finding::Exhausted { .. } => Pairs::of(program, run.reached.as_mut()?),
        _ => None,
    }
}

/// The numbers of threads alive along a trace, with what each step does.
fn population<'t>(program: &'t Program, trace: &'t Trace) -> impl Iterator<Item = (usize, &'t Action)> {
    let mut alive = trace.threads.len();
    trace.steps.iter().map(move |step| {
        let edge = &program.edges.as_slice()[step.edge as usize];
        let before = alive;
        match edge.action {
            Action::Start(_) => alive += 1,
            Action::End if !program.in_atomic(edge.from) => alive -= 1,
            _ => {}
        }
        (before, &edge.action)
    })
}

/// Whether a trace within a bound skips a creation, because there are as many threads as there may be.
fn skips_creation(program: &Program, trace: &Trace, bound: u32) -> bool {
    population(program, trace)
        .any(|(alive, action)| matches!(action, Action::Start(_)) && alive >= bound as usize)
}

/// The most threads alive at once along a trace that skips no creation.
pub fn most_alive(program: &Program, trace: &Trace) -> u32 {
    let at_creations = population(program, trace).filter(|(_, action)| matches!(action, Action::Start(_)));
    let most = at_creations.map(|(alive, _)| alive + 1).max().unwrap_or(0).max(trace.threads.len());
    u32::try_from(most).unwrap_or(u32::MAX)
}
