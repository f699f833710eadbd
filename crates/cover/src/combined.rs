//! Forward and backward search together, each in a thread of its own; the first proof or violation ends them all.
//!
//! *Who*: the *bounded* search looks forward with one thread, two, three and so on, and finds real violations, with as few threads as
//! possible; it also collects the pairs that it reaches. The *backward* search proves or refutes. Where pairs stop
//! growing, a second backward search starts from those that are *left*. The *markings* search (Karp and Miller) runs on programs without
//! broadcasts and passive updates.
//! *What they share*: what is known about pairs of threads, which the first backward search computes, goes to the second; what the
//! bounded search reached says where that one starts; a violation of the backward search with n threads gives the bounded search
//! some time to find one with fewer; and once the bounded search says that nothing was left out, it has the proof.

use crate::backward::{self, Hints};
use crate::forward;
use crate::plateau::Pairs;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tw_boolprog::{Action, Program};
use tw_verdict::{
    Antichain, Bounds, Control, Finding, InitialThreads, Limits, Markings, Progress, Question, Reached,
    Reduction, Run, Statistics, StopReason, Trace,
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
const FEW_MORE: u32 = 4;
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
/// States of a bounded search whose pairs are collected.
const PLATEAU_STATES: u64 = 200_000;

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

impl Team {
    /// Waits for the first answer.
    fn lead(&mut self, news: &Receiver<News>, bounded: Bounded, control: &Control) -> Outcome {
        let began = Instant::now();
        let first = first_bound(&self.question);
        let (mut explored, mut reason) = (0, None);
        // A violation that may have one with fewer threads beside it, and until when to wait for that.
        let mut found: Option<(Outcome, Instant)> = None;
        let mut later = Some(began + LATER).filter(|_| forward::moves_others(&self.program).is_none());
        loop {
            if later.is_some_and(|at| Instant::now() >= at) {
                later = None;
                self.start_markings();
            }
            let event = match news.recv_timeout(TICK) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    let progress = self.progress.lock().map_or(Progress::default(), |p| *p);
                    let stop = control.should_stop(progress);
                    match found.take() {
                        Some((outcome, until)) if Instant::now() < until && stop.is_none() => {
                            found = Some((outcome, until));
                        }
                        Some((outcome, _)) => return outcome,
                        None => {}
                    }
                    if let Some(reason) = stop {
                        return stopped(reason, began);
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return stopped(StopReason::Interrupted, began),
            };
            match event {
                News::Violation { by, trace, threads, mut statistics } => {
                    statistics.seconds = began.elapsed().as_secs_f64();
                    let run = Run { finding: Finding::Violation(trace), statistics, reached: None };
                    let outcome = Outcome { run, threads: Some(threads), by };
                    // The bounded search finds one too, with no more threads.
                    if by == Part::Bounded || !self.running.contains(&Part::Bounded) {
                        return outcome;
                    }
                    found = found.or(Some((outcome, Instant::now() + GRACE)));
                }
                News::Proof { by, evidence, mut statistics } => {
                    statistics.seconds = began.elapsed().as_secs_f64();
                    let reached = evidence.map(|evidence| match evidence {
                        Evidence::Antichain(found) => Reached::Antichain(found),
                        Evidence::Markings(found) => Reached::Markings(found),
                    });
                    let finding = Finding::Exhausted { creation_skipped: false };
                    return Outcome { run: Run { finding, statistics, reached }, threads: None, by };
                }
                News::Everything(threads) => {
                    // Once more, because what was reached stays in the thread that reached it.
                    self.enough.store(true, Ordering::Relaxed);
                    let run = bounded(&self.program, &self.bounded_question(threads), control);
                    return Outcome { run, threads: Some(threads), by: Part::Bounded };
                }
                News::Explored(threads, plateau) => {
                    explored = threads;
                    if let Some((outcome, _)) =
                        found.take_if(|(outcome, _)| outcome.threads <= Some(explored))
                    {
                        return outcome;
                    }
                    if let Some(reached) = plateau
                        && !self.running.contains(&Part::Plateau)
                        && found.is_none()
                    {
                        self.start_backward(Some(reached));
                    }
                }
                News::Ended { by, reason: why } => {
                    self.running.retain(|part| *part != by);
                    if by == Part::Backward {
                        reason = why;
                    }
                    if by == Part::Bounded
                        && let Some((outcome, _)) = found.take()
                    {
                        return outcome;
                    }
                }
            }
            let hopeless =
                explored >= first.saturating_add(FEW_MORE) || !self.running.contains(&Part::Bounded);
            let others = self.running.iter().any(|part| *part != Part::Bounded) || later.is_some();
            if hopeless && !others && found.is_none() {
                return stopped(reason.unwrap_or(StopReason::Interrupted), began);
            }
        }
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
        search: impl FnOnce(Rc<Program>, &Control, &Sender<News>) + Send + 'static,
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
            search(Rc::new(program), &control, &sender);
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
            let reason = grow(&program, &question, plateau, bounded, control, sender);
            let _ = sender.send(News::Ended { by: Part::Bounded, reason });
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
            let _ = sender.send(News::Ended { by, reason });
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
            let _ = sender.send(News::Ended { by, reason });
        });
    }
}

/// Looks with one thread more each time; says why it ended without an answer.
fn grow(
    program: &Rc<Program>,
    question: &Question,
    plateau: bool,
    bounded: Bounded,
    control: &Control,
    sender: &Sender<News>,
) -> Option<StopReason> {
    let mut last: Option<Pairs> = None;
    let mut collecting = plateau;
    for threads in first_bound(question)..Bounds::UNBOUNDED {
        let bounds = Bounds { threads, ..question.bounds };
        let one = Question { bounds, ..question.clone() };
        let run = bounded(program, &one, control);
        match run.finding {
            Finding::Violation(trace) if !skips_creation(program, &trace, threads) => {
                let statistics = run.statistics;
                let _ = sender.send(News::Violation { by: Part::Bounded, trace, threads, statistics });
                return None;
            }
            // With more threads there may be one that skips nothing.
            Finding::Violation(_) => continue,
            Finding::Exhausted { creation_skipped: false }
                if matches!(question.bounds.init, InitialThreads::Exactly(_)) =>
            {
                let _ = sender.send(News::Everything(threads));
                return None;
            }
            Finding::Exhausted { .. } => {}
            Finding::Stopped(reason) => return Some(reason),
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
fn pairs(program: &Rc<Program>, question: &Question, bounded: Bounded, control: &Control) -> Option<Pairs> {
    let question = Question { reduction: Reduction::None, explore_all: true, ..question.clone() };
    let limits = Limits { states: Some(PLATEAU_STATES), ..control.limits.clone() };
    let control = Control { limits, interrupted: control.interrupted.clone(), progress: Box::new(|_| {}) };
    let mut run = bounded(program, &question, &control);
    match run.finding {
        Finding::Exhausted { .. } => Pairs::of(program, run.reached.as_mut()?),
        _ => None,
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

fn first_bound(question: &Question) -> u32 {
    match question.bounds.init {
        InitialThreads::Exactly(n) => n,
        InitialThreads::Unbounded => 1,
    }
}

fn stopped(reason: StopReason, began: Instant) -> Outcome {
    let statistics = Statistics { seconds: began.elapsed().as_secs_f64(), ..Statistics::default() };
    let run = Run { finding: Finding::Stopped(reason), statistics, reached: None };
    Outcome { run, threads: None, by: Part::Backward }
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
