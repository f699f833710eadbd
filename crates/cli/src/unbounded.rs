//! `check --threads unbounded`: a proof or a violation for any number of threads.

use crate::args::{CheckArgs, ElementsName, EngineName, ExpansionName, SearchArgs, Switch};
use crate::check::Answer;
use crate::evidence;
use crate::exit::Failure;
use crate::input::Input;
use crate::plan::Plan;
use std::rc::Rc;
use tw_boolprog::{Action, Program};
use tw_cover::backward;
use tw_verdict::{Bounds, Control, Coverage, Finding, InitialThreads, Question, StopReason, Trace, Verdict};

/// Whether the question is about any number of threads, and the engine can answer it.
pub fn is_asked(search: &SearchArgs, plan: &Plan) -> Result<bool, Failure> {
    match search.engine {
        Some(EngineName::Backward) if plan.threads.is_some() => Err(Failure::usage(
            "--engine backward answers for any number of threads: leave --threads out, or say --threads unbounded",
        )),
        Some(EngineName::Backward) => Ok(true),
        None => Ok(plan.unbounded),
        Some(_) if plan.unbounded => Err(Failure::unsupported(
            "--threads unbounded: this engine needs a bound; --engine backward does not",
        )),
        Some(_) => Ok(false),
    }
}

/// Decides the question.
pub fn decide(
    args: &CheckArgs,
    input: &Input,
    plan: &Plan,
    program: &Rc<Program>,
    control: Control,
) -> Result<Answer, Failure> {
    let bounds = Bounds { init: plan.init, threads: Bounds::UNBOUNDED };
    let question = plan.question(bounds, &args.search, false);
    let options = backward::Options {
        symbolic: args.search.elements != Some(ElementsName::Single),
        few_expansions: args.search.expansion != Some(ExpansionName::All),
        oracle: args.search.oracle != Some(Switch::Off),
        views: args.search.views != Some(Switch::Off),
    };
    let mut run = backward::run(program, &question, &options, &control);
    if matches!(run.finding, Finding::Stopped(StopReason::ZeroTest(_)))
        && let Some(answer) = violation_with_few(input, &question, program, &control)?
    {
        return Ok(answer);
    }
    let (verdict, bounds) = match run.finding {
        Finding::Stopped(reason) => {
            let advice = match reason {
                StopReason::ZeroTest(_) => {
                    "--threads N for a bounded answer; with such constraints the question for any number is undecidable in general"
                }
                _ => "a larger --time-limit or --memory-limit, or --threads N for a bounded answer",
            };
            (Verdict::Unknown { reason: reason.to_string(), advice: advice.into() }, bounds)
        }
        Finding::Violation(trace) => {
            let threads = most_alive(program, &trace);
            let bounds = Bounds { threads, ..bounds };
            let question = Question { bounds, ..question };
            let (schedule, trace) = evidence::executed(&input.loaded, &question, trace)?;
            (Verdict::Unsafe { schedule, trace, threads }, bounds)
        }
        Finding::Exhausted { .. } => {
            let coverage = match plan.init {
                InitialThreads::Exactly(n) => Coverage::AnyFrom(n),
                InitialThreads::Unbounded => Coverage::Any,
            };
            let reached = run.reached.as_mut();
            let proof = evidence::certified(args, input, &question, coverage, reached, &control)?;
            (Verdict::Safe { coverage, proof }, bounds)
        }
    };
    Ok(Answer { verdict, bounds, statistics: run.statistics })
}

/// More threads than at the start that are tried where backward search cannot tell.
const FEW_MORE: u32 = 4;

/// A violation with few threads, none of whose creations was skipped.
fn violation_with_few(
    input: &Input,
    question: &Question,
    program: &Rc<Program>,
    control: &Control,
) -> Result<Option<Answer>, Failure> {
    let first = match question.bounds.init {
        InitialThreads::Exactly(n) => n,
        InitialThreads::Unbounded => 1,
    };
    for threads in first..=first.saturating_add(FEW_MORE) {
        let bounds = Bounds { threads, ..question.bounds };
        let question = Question { bounds, ..question.clone() };
        let run = tw_counter::explicit::run(program, &question, control);
        match run.finding {
            Finding::Violation(trace) => {
                let (schedule, trace) = evidence::executed(&input.loaded, &question, trace)?;
                if !evidence::skips_creation(&schedule) {
                    let verdict = Verdict::Unsafe { schedule, trace, threads };
                    return Ok(Some(Answer { verdict, bounds, statistics: run.statistics }));
                }
            }
            Finding::Exhausted { .. } => {}
            Finding::Stopped(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// The most threads alive at once along a trace.
fn most_alive(program: &Program, trace: &Trace) -> u32 {
    let mut alive = trace.threads.len();
    let mut most = alive;
    for step in &trace.steps {
        let edge = &program.edges.as_slice()[step.edge as usize];
        match edge.action {
            Action::Start(_) => alive += 1,
            Action::End if !program.in_atomic(edge.from) => alive -= 1,
            _ => {}
        }
        most = most.max(alive);
    }
    u32::try_from(most).unwrap_or(u32::MAX)
}
