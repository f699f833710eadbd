//! Forward and backward search together, each in a thread of its own; the first proof or violation ends them all.
//!
//! *Who*: the *bounded* search looks forward with one thread, two, three and so on, and finds real violations, with as few threads as
//! possible; it also collects the pairs that it reaches. The *backward* search proves or refutes. Where pairs stop
//! growing, a second backward search starts from those that are *left*. The *markings* search (Karp and Miller) runs on programs without
//! broadcasts and passive updates.
//! *What they share*: what is known about pairs of threads, which the first backward search computes, goes to the second; what the
//! bounded search reached says where that one starts; a violation of the backward search with n threads gives the bounded search
//! some time to find one with fewer; and once the bounded search says that nothing was left out, it has the proof.

mod growing;

pub use growing::most_alive;

use crate::backward::{self, Hints};
use crate::forward;
use crate::plateau::Pairs;
use growing::{grow, pairs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tw_boolprog::Program;
use tw_verdict::{Control, Finding, Limits, Meter, Question, Reached, Run, Statistics, StopReason, Turns};

/// A bounded search.
pub type Bounded = fn(&Arc<Program>, &Question, &Control) -> Run;

/// Settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Of the backward search.
    pub backward: backward::Options,
    /// Whether a second backward search starts where reached pairs stop growing.
    pub plateau: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { backward: backward::Options::default(), plateau: true }
    }
}

/// Who found the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The bounded search.
    Bounded,
    /// The backward search from the violations.
    Backward,
    /// The backward search from the pairs that bounded searches did not reach.
    Plateau,
    /// The forward search with markings.
    Markings,
}

impl Part {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Part::Bounded => "bounded search",
            Part::Backward => "backward search",
            Part::Plateau => "backward search from a plateau",
            Part::Markings => "forward search with markings",
        }
    }
}

/// What came out.
pub struct Outcome {
    /// As of a single search.
    pub run: Run,
    /// The number of threads of a violation, or of a bounded search that left nothing out.
    pub threads: Option<u32>,
    /// Who found it.
    pub by: Part,
}

/// Bounds beyond the first that are tried if nobody else can tell.
const FEW_MORE: u32 = 6;
/// Time for a violation with fewer threads, once there is one.
const GRACE: Duration = Duration::from_secs(2);
/// Pause between two looks at the limits.
const TICK: Duration = Duration::from_millis(20);
/// The markings search begins so much later: most questions are answered by then.
const LATER: Duration = Duration::from_millis(500);
/// Searches that may run at the same time.
const CROWD: usize = 4;
/// Time before those that prove nothing take turns with the others, where there are fewer cores than searches.
const IMPATIENCE: Duration = Duration::from_secs(3);
/// A turn.
const TURN: Duration = Duration::from_millis(20);
/// Deep diagrams and formulas need room.
const STACK: usize = 256 << 20;
/// What a search tells the others.
enum News {
    /// A violation, or a proof; `threads` are those of the violation, or of a bounded search that left nothing out.
    Found {
        by: Part,
        threads: Option<u32>,
        run: Run,
    },
    /// No violation with so many threads, and the pairs that were reached if they are the same as before.
    Explored(u32, Option<Pairs>),
    /// A violation with so many threads, but it skips a creation.
    Skipped(u32),
    Ended {
        by: Part,
        reason: Option<StopReason>,
    },
}

/// Decides the question for any number of threads.
pub fn run(
    program: &Arc<Program>,
    question: &Question,
    options: &Options,
    bounded: Bounded,
    control: &Control,
) -> Outcome {
    let (sender, receiver) = channel();
    let mut team = Team {
        program: program.clone(),
        question: question.clone(),
        options: *options,
        limits: control.limits.clone(),
        enough: Arc::new(AtomicBool::new(false)),
        meter: Arc::default(),
        views: Arc::default(),
        sender,
        running: Vec::new(),
    };
    team.start_bounded(bounded);
    team.start_backward(None);
    if !team.running.contains(&Part::Backward) {
        // There is no room for threads.
        team.enough.store(true, Ordering::Relaxed);
        let run = backward::run(program, question, &options.backward, control);
        let threads = match &run.finding {
            Finding::Violation(trace) => Some(most_alive(program, trace)),
            _ => None,
        };
        return Outcome { run, threads, by: Part::Backward };
    }
    let outcome = team.lead(&receiver, control);
    team.enough.store(true, Ordering::Relaxed);
    outcome
}

/// The backward search from what a bounded search with so many threads does not reach; absent if some of that is reachable, or
/// if it cannot be said what was reached.
pub fn from_reached(
    program: &Arc<Program>,
    question: &Question,
    threads: u32,
    options: &backward::Options,
    bounded: Bounded,
    control: &Control,
) -> Option<Run> {
    let bounds = question.bounds.with_at_most(threads);
    let reached = pairs(program, &Question { bounds, ..question.clone() }, bounded, control)?;
    let hints = Hints { reached: Some(Arc::new(reached)), ..Hints::default() };
    backward::run_with(program, question, options, &hints, control)
}

struct Team {
    program: Arc<Program>,
    question: Question,
    options: Options,
    limits: Limits,
    /// Set when the others may stop.
    enough: Arc<AtomicBool>,
    meter: Arc<Meter>,
    views: Arc<Mutex<Option<Arc<tw_verdict::PairViews>>>>,
    sender: Sender<News>,
    running: Vec<Part>,
}

/// What is known while the searches run.
struct Lead {
    began: Instant,
    /// So many threads were tried.
    tried: u32,
    looked: Instant,
    /// Why the backward search ended without an answer.
    reason: Option<StopReason>,
    /// A violation, and until when to wait for one with fewer threads.
    found: Option<(Outcome, Instant)>,
    /// When the markings search begins.
    later: Option<Instant>,
}

impl Team {
    /// Waits for the first answer.
    fn lead(&mut self, news: &Receiver<News>, control: &Control) -> Outcome {
        let began = Instant::now();
        let later = Some(began + LATER).filter(|_| forward::moves_others(&self.program).is_none());
        let mut lead = Lead { began, tried: 0, looked: began, reason: None, found: None, later };
        loop {
            if lead.later.take_if(|at| Instant::now() >= *at).is_some() {
                self.start_markings();
            }
            let outcome = match news.recv_timeout(TICK) {
                Ok(event) => self.hear(&mut lead, event),
                Err(RecvTimeoutError::Timeout) => self.look(&mut lead, control),
                Err(RecvTimeoutError::Disconnected) => Some(stopped(StopReason::Interrupted, began)),
            };
            let busy = lead.looked.elapsed() > TICK;
            let outcome = outcome.or_else(|| if busy { self.look(&mut lead, control) } else { None });
            if let Some(outcome) = outcome.or_else(|| self.hopeless(&lead)) {
                return outcome;
            }
        }
    }

    /// Nothing new: are the limits reached?
    fn look(&self, lead: &mut Lead, control: &Control) -> Option<Outcome> {
        lead.looked = Instant::now();
        let stop = control.should_stop(self.meter.get());
        let waited = lead.found.take_if(|(_, until)| stop.is_some() || Instant::now() >= *until);
        waited.map(|(outcome, _)| outcome).or_else(|| stop.map(|reason| stopped(reason, lead.began)))
    }

    /// Nobody is left who could find an answer.
    fn hopeless(&self, lead: &Lead) -> Option<Outcome> {
        let enough = lead.tried >= self.question.bounds.fewest().saturating_add(FEW_MORE);
        let bounded = self.running.contains(&Part::Bounded) && !enough;
        let others = self.running.iter().any(|part| *part != Part::Bounded) || lead.later.is_some();
        if bounded || others || lead.found.is_some() {
            return None;
        }
        Some(stopped(lead.reason.clone().unwrap_or(StopReason::Interrupted), lead.began))
    }

    fn hear(&mut self, lead: &mut Lead, event: News) -> Option<Outcome> {
        match event {
            News::Found { by, threads, mut run } => {
                if by != Part::Bounded || matches!(run.finding, Finding::Violation(_)) {
                    run.statistics.seconds = lead.began.elapsed().as_secs_f64();
                }
                let violated = matches!(run.finding, Finding::Violation(_));
                let outcome = Outcome { run, threads, by };
                // The bounded search finds a violation too, with no more threads.
                if !violated || by == Part::Bounded || !self.running.contains(&Part::Bounded) {
                    return Some(outcome);
                }
                lead.found = lead.found.take().or(Some((outcome, Instant::now() + GRACE)));
            }
            News::Skipped(threads) => lead.tried = threads,
            News::Explored(threads, plateau) => {
                lead.tried = threads;
                if let Some((outcome, _)) = lead.found.take_if(|(found, _)| found.threads <= Some(threads)) {
                    return Some(outcome);
                }
                if let Some(reached) = plateau
                    && !self.running.contains(&Part::Plateau)
                    && lead.found.is_none()
                {
                    self.start_backward(Some(reached));
                }
            }
            News::Ended { by, reason } => {
                self.running.retain(|part| *part != by);
                if by == Part::Backward {
                    lead.reason = reason;
                }
                if by == Part::Bounded {
                    return lead.found.take().map(|(outcome, _)| outcome);
                }
            }
        }
        None
    }

    /// Runs a search in a thread of its own, with a share of the memory.
    fn start(
        &mut self,
        part: Part,
        share: u64,
        search: impl FnOnce(&Arc<Program>, &Control, &Sender<News>) -> Option<StopReason> + Send + 'static,
    ) {
        let (program, sender) = (self.program.clone(), self.sender.clone());
        let mut control = Control { interrupted: self.enough.clone(), ..Control::default() };
        control.limits =
            Limits { memory: self.limits.memory.map(|bytes| bytes / share), ..self.limits.clone() };
        if part == Part::Backward {
            control.meter = self.meter.clone();
        }
        if matches!(part, Part::Bounded | Part::Plateau) && cores() < CROWD {
            control.turns = Some(Arc::new(Turns::new(IMPATIENCE, TURN)));
        }
        let body = move || {
            let mut leaving = Leaving { by: part, reason: None, sender };
            leaving.reason = search(&program, &control, &leaving.sender);
        };
        let started = thread::Builder::new().name(part.name().into()).stack_size(STACK).spawn(body);
        if started.is_ok() {
            self.running.push(part);
        }
    }

    fn start_bounded(&mut self, bounded: Bounded) {
        let question = self.question.clone();
        let plateau = self.options.plateau;
        self.start(Part::Bounded, 2, move |program, control, sender| {
            grow(program, &question, plateau, bounded, control, sender)
        });
    }

    fn start_backward(&mut self, reached: Option<Pairs>) {
        let (question, options) = (self.question.clone(), self.options.backward);
        let by = if reached.is_some() { Part::Plateau } else { Part::Backward };
        let (views, reached) = (self.views.clone(), reached.map(Arc::new));
        self.start(by, 1, move |program, control, sender| {
            let hints = Hints { views, reached };
            let run = backward::run_with(program, &question, &options, &hints, control)?;
            let threads = match &run.finding {
                Finding::Stopped(why) => return Some(why.clone()),
                Finding::Violation(trace) => Some(most_alive(program, trace)),
                Finding::Exhausted { .. } => None,
            };
            let _ = sender.send(News::Found { by, threads, run });
            None
        });
    }

    fn start_markings(&mut self) {
        let (question, by) = (self.question.clone(), Part::Markings);
        self.start(by, 2, move |program, control, sender| {
            let (outcome, statistics) = forward::run(program, &question, control);
            match outcome {
                forward::Outcome::Safe(found) => {
                    let finding = Finding::Exhausted { creation_skipped: false };
                    let run = Run { finding, statistics, reached: found.map(Reached::Markings) };
                    let _ = sender.send(News::Found { by, threads: None, run });
                    None
                }
                forward::Outcome::Stopped(why) => Some(why),
                // The bounded search finds the schedule.
                forward::Outcome::Unsafe | forward::Outcome::MovesOthers(_) => None,
            }
        });
    }
}

/// Tells the others that a search has ended, also if it panics.
struct Leaving {
    by: Part,
    reason: Option<StopReason>,
    sender: Sender<News>,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        let _ = self.sender.send(News::Ended { by: self.by, reason: self.reason.take() });
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn stopped(reason: StopReason, began: Instant) -> Outcome {
    let statistics = Statistics { seconds: began.elapsed().as_secs_f64(), ..Statistics::default() };
    let run = Run { finding: Finding::Stopped(reason), statistics, reached: None };
    Outcome { run, threads: None, by: Part::Backward }
}
