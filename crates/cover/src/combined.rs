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
use crate::karp_miller::programs as forward;
use crate::plateau::Pairs;
use growing::{first_bound, grow, pairs};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tw_boolprog::Program;
use tw_verdict::{
    Antichain, Bounds, Control, Finding, Limits, Markings, Progress, Question, Reached, Run, Statistics,
    StopReason, Trace,
};

/// A bounded search.
pub type Bounded = fn(&Rc<Program>, &Question, &Control) -> Run;

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
/// Time before searches take turns.
const IMPATIENCE: Duration = Duration::from_secs(3);
/// A turn.
const TURN: Duration = Duration::from_millis(20);
/// Deep diagrams and formulas need room.
const STACK: usize = 256 << 20;
/// What a search tells the others.
enum News {
    Violation {
        by: Part,
        trace: Trace,
        threads: u32,
        statistics: Statistics,
    },
    Proof {
        by: Part,
        evidence: Option<Evidence>,
        statistics: Statistics,
    },
    /// Nothing beyond so many threads.
    Everything(u32),
    /// No violation with so many threads, and the pairs that were reached if they are the same as before.
    Explored(u32, Option<Pairs>),
    /// A violation with so many threads, but it skips a creation.
    Skipped(u32),
    Ended {
        by: Part,
        reason: Option<StopReason>,
    },
}

/// What a proof consists of.
enum Evidence {
    Antichain(Antichain),
    Markings(Markings),
}

/// Decides the question for any number of threads.
pub fn run(
    program: &Rc<Program>,
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
        progress: Arc::new(Mutex::new(Progress::default())),
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
    let outcome = team.lead(&receiver, bounded, control);
    team.enough.store(true, Ordering::Relaxed);
    outcome
}

/// The backward search from what a bounded search with so many threads does not reach; absent if some of that is reachable, or
/// if it cannot be said what was reached.
pub fn from_reached(
    program: &Rc<Program>,
    question: &Question,
    threads: u32,
    options: &backward::Options,
    bounded: Bounded,
    control: &Control,
) -> Option<Run> {
    let bounds = Bounds { threads, ..question.bounds };
    let reached = pairs(program, &Question { bounds, ..question.clone() }, bounded, control)?;
    let hints = Hints { reached: Some(Arc::new(reached)), ..Hints::default() };
    backward::run_with(program, question, options, &hints, control)
}

struct Team {
    program: Rc<Program>,
    question: Question,
    options: Options,
    limits: Limits,
    /// Set when the others may stop.
    enough: Arc<AtomicBool>,
    progress: Arc<Mutex<Progress>>,
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
    fn lead(&mut self, news: &Receiver<News>, bounded: Bounded, control: &Control) -> Outcome {
        let began = Instant::now();
        let later = Some(began + LATER).filter(|_| forward::moves_others(&self.program).is_none());
        let mut lead = Lead { began, tried: 0, looked: began, reason: None, found: None, later };
        loop {
            if lead.later.take_if(|at| Instant::now() >= *at).is_some() {
                self.start_markings();
            }
            let outcome = match news.recv_timeout(TICK) {
                Ok(event) => self.hear(&mut lead, event, bounded, control),
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
        let progress = self.progress.lock().map_or(Progress::default(), |p| *p);
        let stop = control.should_stop(progress);
        let waited = lead.found.take_if(|(_, until)| stop.is_some() || Instant::now() >= *until);
        waited.map(|(outcome, _)| outcome).or_else(|| stop.map(|reason| stopped(reason, lead.began)))
    }

    /// Nobody is left who could find an answer.
    fn hopeless(&self, lead: &Lead) -> Option<Outcome> {
        let enough = lead.tried >= first_bound(&self.question).saturating_add(FEW_MORE);
        let bounded = self.running.contains(&Part::Bounded) && !enough;
        let others = self.running.iter().any(|part| *part != Part::Bounded) || lead.later.is_some();
        if bounded || others || lead.found.is_some() {
            return None;
        }
        Some(stopped(lead.reason.clone().unwrap_or(StopReason::Interrupted), lead.began))
    }

    fn hear(&mut self, lead: &mut Lead, event: News, bounded: Bounded, control: &Control) -> Option<Outcome> {
        match event {
            News::Violation { by, trace, threads, mut statistics } => {
                statistics.seconds = lead.began.elapsed().as_secs_f64();
                let run = Run { finding: Finding::Violation(trace), statistics, reached: None };
                let outcome = Outcome { run, threads: Some(threads), by };
                // The bounded search finds one too, with no more threads.
                if by == Part::Bounded || !self.running.contains(&Part::Bounded) {
                    return Some(outcome);
                }
                lead.found = lead.found.take().or(Some((outcome, Instant::now() + GRACE)));
            }
            News::Proof { by, evidence, mut statistics } => {
                statistics.seconds = lead.began.elapsed().as_secs_f64();
                let reached = evidence.map(|evidence| match evidence {
                    Evidence::Antichain(found) => Reached::Antichain(found),
                    Evidence::Markings(found) => Reached::Markings(found),
                });
                let finding = Finding::Exhausted { creation_skipped: false };
                return Some(Outcome { run: Run { finding, statistics, reached }, threads: None, by });
            }
            News::Everything(threads) => {
                // Once more, because what was reached stays in the thread that reached it.
                self.enough.store(true, Ordering::Relaxed);
                let run = bounded(&self.program, &self.bounded_question(threads), control);
                return Some(Outcome { run, threads: Some(threads), by: Part::Bounded });
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

    fn bounded_question(&self, threads: u32) -> Question {
        let bounds = Bounds { threads, ..self.question.bounds };
        Question { bounds, ..self.question.clone() }
    }

    /// Runs a search in a thread of its own, with a share of the memory.
    fn start(
        &mut self,
        part: Part,
        share: u64,
        search: impl FnOnce(Rc<Program>, &Control, &Sender<News>) -> Option<StopReason> + Send + 'static,
    ) {
        let program = (*self.program).clone();
        let mut limits = self.limits.clone();
        limits.memory = limits.memory.map(|bytes| bytes / share);
        let (enough, progress, sender) = (self.enough.clone(), self.progress.clone(), self.sender.clone());
        let shows = part == Part::Backward;
        let patient = matches!(part, Part::Bounded | Part::Plateau) && cores() < CROWD;
        let body = move || {
            let turn = std::cell::RefCell::new(Turn::new());
            let show = move |now: Progress| {
                if shows && let Ok(mut last) = progress.lock() {
                    *last = now;
                }
                if patient {
                    turn.borrow_mut().over();
                }
            };
            let control = Control { limits, interrupted: enough, progress: Box::new(show) };
            let mut leaving = Leaving { by: part, reason: None, sender };
            leaving.reason = search(Rc::new(program), &control, &leaving.sender);
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
            grow(&program, &question, plateau, bounded, control, sender)
        });
    }

    fn start_backward(&mut self, reached: Option<Pairs>) {
        let (question, options) = (self.question.clone(), self.options.backward);
        let by = if reached.is_some() { Part::Plateau } else { Part::Backward };
        let (views, reached) = (self.views.clone(), reached.map(Arc::new));
        self.start(by, 1, move |program, control, sender| {
            let hints = Hints { views, reached };
            let mut reason = None;
            if let Some(run) = backward::run_with(&program, &question, &options, &hints, control) {
                let statistics = run.statistics;
                match run.finding {
                    Finding::Violation(trace) => {
                        let threads = most_alive(&program, &trace);
                        let _ = sender.send(News::Violation { by, trace, threads, statistics });
                    }
                    Finding::Exhausted { .. } => {
                        let evidence = match run.reached {
                            Some(Reached::Antichain(found)) => Some(Evidence::Antichain(found)),
                            _ => None,
                        };
                        let _ = sender.send(News::Proof { by, evidence, statistics });
                    }
                    Finding::Stopped(why) => reason = Some(why),
                }
            }
            reason
        });
    }

    fn start_markings(&mut self) {
        let (question, by) = (self.question.clone(), Part::Markings);
        self.start(by, 2, move |program, control, sender| {
            let (outcome, statistics) = forward::run(&program, &question, control);
            let mut reason = None;
            match outcome {
                forward::Outcome::Safe(found) => {
                    let _ =
                        sender.send(News::Proof { by, evidence: found.map(Evidence::Markings), statistics });
                }
                forward::Outcome::Stopped(why) => reason = Some(why),
                // The bounded search finds the schedule.
                forward::Outcome::Unsafe | forward::Outcome::MovesOthers(_) => {}
            }
            reason
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

/// Where there are fewer cores than searches, those that prove nothing take turns with the others after a while.
struct Turn {
    began: Instant,
    woke: Instant,
}

impl Turn {
    fn new() -> Turn {
        Turn { began: Instant::now(), woke: Instant::now() }
    }

    fn over(&mut self) {
        if self.began.elapsed() > IMPATIENCE && self.woke.elapsed() > TURN {
            thread::sleep(3 * TURN);
            self.woke = Instant::now();
        }
    }
}

fn stopped(reason: StopReason, began: Instant) -> Outcome {
    let statistics = Statistics { seconds: began.elapsed().as_secs_f64(), ..Statistics::default() };
    let run = Run { finding: Finding::Stopped(reason), statistics, reached: None };
    Outcome { run, threads: None, by: Part::Backward }
}
