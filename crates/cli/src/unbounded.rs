//! `check --threads unbounded`: a proof or a violation for any number of threads.

use crate::args::{CheckArgs, ElementsName, EngineName, ExpansionName, SearchArgs, Switch};
use crate::check::{self, Answer};
use crate::evidence;
use crate::exit::Failure;
use crate::input::Input;
use crate::plan::Plan;
use std::rc::Rc;
use tw_boolprog::{Action, EdgeId, Program};
use tw_cover::karp_miller::programs as forward;
use tw_cover::{backward, combined};
use tw_verdict::{
    Bounds, Control, Coverage, Finding, InitialThreads, Question, Reached, Statistics, StopReason, Trace,
    Verdict,
};

/// Whether the question is about any number of threads, and the engine can answer it.
pub fn is_asked(search: &SearchArgs, plan: &Plan) -> Result<bool, Failure> {
    match search.engine {
        Some(EngineName::Cover | EngineName::Backward | EngineName::KarpMiller) if plan.threads.is_some() => {
            Err(Failure::usage(
                "--engine cover, backward and karp-miller answer for any number of threads: leave --threads out, or say --threads unbounded",
            ))
        }
        Some(EngineName::Cover | EngineName::Backward | EngineName::KarpMiller) => Ok(true),
        None => Ok(plan.threads.is_none()),
        Some(_) if plan.unbounded => Err(Failure::unsupported(
            "--threads unbounded: this engine needs a bound; --engine cover, backward and karp-miller do not",
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
    let asked = Asked { args, input, question, program, control: &control };
    match args.search.engine {
        Some(EngineName::KarpMiller) => asked.forward(),
        Some(EngineName::Backward) => asked.backward(),
        _ => asked.combined(),
    }
}

/// More threads than at the start that are tried where backward search cannot tell.
const FEW_MORE: u32 = 4;

/// What to try where a limit was reached.
const MORE_ROOM: &str = "a larger --time-limit or --memory-limit, or --threads N for a bounded answer";

/// A question about any number of threads.
struct Asked<'a> {
    args: &'a CheckArgs,
    input: &'a Input,
    question: Question,
    program: &'a Rc<Program>,
    control: &'a Control,
}

impl Asked<'_> {
    fn options(&self) -> backward::Options {
        let search = &self.args.search;
        backward::Options {
            symbolic: search.elements != Some(ElementsName::Single),
            few_expansions: search.expansion != Some(ExpansionName::All),
            oracle: search.oracle != Some(Switch::Off),
            views: search.views != Some(Switch::Off),
        }
    }

    /// Forward and backward together.
    fn combined(&self) -> Result<Answer, Failure> {
        let plateau = self.args.search.plateau != Some(Switch::Off);
        let options = combined::Options { backward: self.options(), plateau };
        let bounded = tw_counter::explicit::run;
        let outcome = combined::run(self.program, &self.question, &options, bounded, self.control);
        check::log(self.args, &format!("the answer of the {}", outcome.by.name()));
        let (run, by) = (outcome.run, outcome.by);
        let threads = outcome.threads.unwrap_or(self.question.bounds.threads);
        let bounds = Bounds { threads, ..self.question.bounds };
        let asked = Asked { question: Question { bounds, ..self.question.clone() }, ..*self };
        let mut answer = match run.finding {
            Finding::Stopped(reason) => self.stopped(&reason, run.statistics),
            Finding::Violation(trace) => asked.violation(threads, trace, run.statistics)?,
            Finding::Exhausted { .. } => asked.safe(run.reached, run.statistics)?,
        };
        if !matches!(answer.verdict, Verdict::Unknown { .. }) {
            answer.statistics.decided_by = Some(by.name().into());
        }
        Ok(answer)
    }

    fn backward(&self) -> Result<Answer, Failure> {
        let run = backward::run(self.program, &self.question, &self.options(), self.control);
        if matches!(run.finding, Finding::Stopped(StopReason::ZeroTest(_)))
            && let Bounded::Violation(answer) = self.violation_with_up_to(FEW_MORE)?
        {
            return Ok(*answer);
        }
        match run.finding {
            Finding::Stopped(reason) => Ok(self.stopped(&reason, run.statistics)),
            Finding::Violation(trace) => {
                self.violation(combined::most_alive(self.program, &trace), trace, run.statistics)
            }
            Finding::Exhausted { .. } => self.safe(run.reached, run.statistics),
        }
    }

    fn stopped(&self, reason: &StopReason, statistics: Statistics) -> Answer {
        let advice = match reason {
            StopReason::ZeroTest(_) => {
                "--threads N for a bounded answer; with such constraints the question for any number is undecidable in general"
            }
            _ => MORE_ROOM,
        };
        self.unknown(reason.to_string(), advice, statistics)
    }

    fn violation(&self, threads: u32, trace: Trace, statistics: Statistics) -> Result<Answer, Failure> {
        let bounds = Bounds { threads, ..self.question.bounds };
        let question = Question { bounds, ..self.question.clone() };
        let (schedule, trace) = evidence::executed(&self.input.loaded, &question, trace)?;
        Ok(Answer { verdict: Verdict::Unsafe { schedule, trace, threads }, bounds, statistics })
    }

    /// Forward; the schedule of a violation is then found with a bound.
    fn forward(&self) -> Result<Answer, Failure> {
        let (outcome, statistics) = forward::run(self.program, &self.question, self.control);
        match outcome {
            forward::Outcome::Safe(markings) => self.safe(markings.map(Reached::Markings), statistics),
            forward::Outcome::Unsafe => match self.violation_with_up_to(u32::MAX)? {
                Bounded::Violation(answer) => Ok(*answer),
                Bounded::Nothing => Err(Failure::internal("a covered violation has no schedule")),
                Bounded::Stopped(reason) => {
                    let reason = format!(
                        "there is a violation with some number of threads, but its schedule was not found: {reason}"
                    );
                    Ok(self.unknown(
                        reason,
                        "a larger --time-limit or --memory-limit, or --engine backward",
                        statistics,
                    ))
                }
            },
            forward::Outcome::MovesOthers(edge) => Err(self.refusal(edge)),
            forward::Outcome::Stopped(reason) => Ok(self.unknown(reason.to_string(), MORE_ROOM, statistics)),
        }
    }

    /// Why markings do not help.
    fn refusal(&self, edge: EdgeId) -> Failure {
        let edge = &self.program.edges[edge];
        let (line, _) = self.program.source.position(self.program.locations[edge.from].span);
        let what = if matches!(edge.action, Action::Broadcast) { "broadcast" } else { "passive update" };
        Failure::unsupported(format!(
            "--engine karp-miller: the {what} in line {line} moves other threads, and then markings say too much; --engine backward decides it"
        ))
    }

    fn unknown(&self, reason: String, advice: &str, statistics: Statistics) -> Answer {
        let verdict = Verdict::Unknown { reason, advice: advice.into() };
        Answer { verdict, bounds: self.question.bounds, statistics }
    }

    fn safe(&self, mut reached: Option<Reached>, statistics: Statistics) -> Result<Answer, Failure> {
        let coverage = match self.question.bounds.init {
            InitialThreads::Exactly(n) => Coverage::AnyFrom(n),
            InitialThreads::Unbounded => Coverage::Any,
        };
        let (args, input, question) = (self.args, self.input, &self.question);
        let proof = evidence::certified(args, input, question, coverage, reached.as_mut(), self.control)?;
        Ok(Answer { verdict: Verdict::Safe { coverage, proof }, bounds: self.question.bounds, statistics })
    }

    /// A violation with up to so many threads more than at the start, none of whose creations was skipped.
    fn violation_with_up_to(&self, more: u32) -> Result<Bounded, Failure> {
        let first = match self.question.bounds.init {
            InitialThreads::Exactly(n) => n,
            InitialThreads::Unbounded => 1,
        };
        for threads in first..=first.saturating_add(more) {
            let bounds = Bounds { threads, ..self.question.bounds };
            let question = Question { bounds, ..self.question.clone() };
            let run = tw_counter::explicit::run(self.program, &question, self.control);
            match run.finding {
                Finding::Violation(trace) => {
                    let (schedule, trace) = evidence::executed(&self.input.loaded, &question, trace)?;
                    if !evidence::skips_creation(&schedule) {
                        let verdict = Verdict::Unsafe { schedule, trace, threads };
                        let answer = Answer { verdict, bounds, statistics: run.statistics };
                        return Ok(Bounded::Violation(Box::new(answer)));
                    }
                }
                Finding::Exhausted { .. } => {}
                Finding::Stopped(reason) => return Ok(Bounded::Stopped(reason)),
            }
        }
        Ok(Bounded::Nothing)
    }
}

/// What exploring bound after bound has found.
enum Bounded {
    Violation(Box<Answer>),
    Nothing,
    Stopped(StopReason),
}
