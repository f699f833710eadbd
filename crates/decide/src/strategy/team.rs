//! Several searches for any number of threads at once, each in a thread of its own; the first proof or violation ends
//! them all.
//!
//! *Who* ([`MEMBERS`]): the *bounded* search looks forward with one thread, two, three and more, and finds real
//! violations, with as few threads as possible; it also collects the pairs that it reaches. The *backward* search proves
//! or refutes. Where pairs stop growing, a second backward search starts from those that are left (*plateau*). The
//! *markings* search (Karp and Miller) runs on programs without broadcasts and passive updates.
//! *What they share*: what is known about pairs of threads, which the first backward search computes, goes to the
//! second; what the bounded search reached says where that one starts; a violation of the backward search with n threads
//! gives the bounded search some time to find one with fewer; and once the bounded search says that nothing was left out,
//! it has the proof.

use super::growing::bound_after_bound;
use crate::engines::{BooleanOptions, BooleanTask, Finding, Found, Material, Task, Witness, engine};
use crate::subject::Language;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tw_boolprog::Program;
use tw_cover::backward::{self, Hints};
use tw_cover::karp_miller::programs as forward;
use tw_cover::plateau::Pairs;
use tw_verdict::{
    Control, Counters, InitialThreads, Limits, Meter, PairViews, Question, Reason, Reduction, StopReason,
    Turns,
};

/// Who searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Bounded,
    Backward,
    Plateau,
    Markings,
}

/// A member of the team.
struct Member {
    part: Part,
    /// Its name in answers.
    name: &'static str,
    /// The language of its subjects.
    language: Language,
    /// Its part of the memory: one over this number.
    share: u64,
    /// How much later than the first ones it begins; the plateau begins when the bounded search says so.
    delay: Duration,
    /// Whether it gives way to the others where there are fewer cores than searches: it proves nothing itself.
    gives_way: bool,
}

/// The team: each new engine adds a row.
const MEMBERS: [Member; 4] = [
    Member {
        part: Part::Bounded,
        name: "bounded search",
        language: Language::Boolean,
        share: 2,
        delay: Duration::ZERO,
        gives_way: true,
    },
    Member {
        part: Part::Backward,
        name: "backward search",
        language: Language::Boolean,
        share: 1,
        delay: Duration::ZERO,
        gives_way: false,
    },
    Member {
        part: Part::Plateau,
        name: "backward search from a plateau",
        language: Language::Boolean,
        share: 1,
        delay: Duration::ZERO,
        gives_way: true,
    },
    // Most questions are answered by then.
    Member {
        part: Part::Markings,
        name: "forward search with markings",
        language: Language::Boolean,
        share: 2,
        delay: Duration::from_millis(500),
        gives_way: false,
    },
];

/// Bounds beyond the first that are tried if no other search can tell.
const FEW_MORE: u32 = 6;
/// Time for a violation with fewer threads, once there is one.
const GRACE: Duration = Duration::from_secs(2);
/// Pause between two looks at the limits.
const TICK: Duration = Duration::from_millis(20);
/// Searches that may run at the same time.
const CROWD: usize = 4;
/// Time before members that prove nothing take turns with the others, where there are fewer cores than searches.
const IMPATIENCE: Duration = Duration::from_secs(3);
/// A turn.
const TURN: Duration = Duration::from_millis(20);
/// Deep diagrams and formulas need room.
const STACK: usize = 256 << 20;
/// States of a bounded search whose pairs are collected.
const PLATEAU_STATES: u64 = 200_000;

/// What a search tells the others.
enum News {
    /// A violation, or a proof; `threads` are those of the violation.
    Found {
        by: Part,
        threads: Option<u32>,
        found: Box<Found>,
    },
    /// No violation with this many threads, and the pairs that were reached if they are the same as before.
    Explored(u32, Option<Pairs>),
    /// A violation with this many threads, but it skips a creation.
    Skipped(u32),
    Ended {
        by: Part,
        reason: Option<StopReason>,
    },
}

/// Decides the question for any number of threads.
pub fn run(task: BooleanTask<'_>, control: &Control) -> Found {
    let (sender, receiver) = channel();
    let mut team = Team {
        program: task.program.clone(),
        question: task.question.clone(),
        options: *task.options,
        limits: control.limits.clone(),
        enough: Arc::new(AtomicBool::new(false)),
        meter: Arc::default(),
        views: Arc::default(),
        sender,
        running: Vec::new(),
    };
    team.start_bounded();
    team.start_backward(None);
    if !team.running.contains(&Part::Backward) {
        // The system has no room for threads.
        team.enough.store(true, Ordering::Relaxed);
        let alone = engine("backward").map(|engine| engine.run(&Task::Boolean(task), control));
        return alone
            .and_then(Result::ok)
            .unwrap_or_else(|| stopped(StopReason::Interrupted, Instant::now()));
    }
    let found = team.lead(&receiver, control);
    team.enough.store(true, Ordering::Relaxed);
    found
}

struct Team {
    program: Arc<Program>,
    question: Question,
    options: BooleanOptions,
    limits: Limits,
    /// Set when the others may stop.
    enough: Arc<AtomicBool>,
    meter: Arc<Meter>,
    views: Arc<Mutex<Option<Arc<PairViews>>>>,
    sender: Sender<News>,
    running: Vec<Part>,
}

/// What is known while the searches run.
struct Lead {
    began: Instant,
    /// The most threads that were tried.
    tried: u32,
    looked: Instant,
    /// Why the backward search ended without an answer.
    reason: Option<StopReason>,
    /// A violation with its number of threads, and until when to wait for one with fewer.
    found: Option<(Box<Found>, Option<u32>, Instant)>,
    /// When the markings search begins.
    later: Option<Instant>,
}

impl Team {
    /// Waits for the first answer.
    fn lead(&mut self, news: &Receiver<News>, control: &Control) -> Found {
        let began = Instant::now();
        let later = Some(began + member(Part::Markings).delay);
        let later = later.filter(|_| forward::moves_others(&self.program).is_none());
        let mut lead = Lead { began, tried: 0, looked: began, reason: None, found: None, later };
        loop {
            if lead.later.take_if(|at| Instant::now() >= *at).is_some() {
                self.start_markings();
            }
            let found = match news.recv_timeout(TICK) {
                Ok(event) => self.hear(&mut lead, event),
                Err(RecvTimeoutError::Timeout) => self.look(&mut lead, control),
                Err(RecvTimeoutError::Disconnected) => Some(stopped(StopReason::Interrupted, began)),
            };
            let busy = lead.looked.elapsed() > TICK;
            let found = found.or_else(|| if busy { self.look(&mut lead, control) } else { None });
            if let Some(found) = found.or_else(|| self.hopeless(&lead)) {
                return found;
            }
        }
    }

    /// Nothing new: are the limits reached?
    fn look(&self, lead: &mut Lead, control: &Control) -> Option<Found> {
        lead.looked = Instant::now();
        let stop = control.should_stop(self.meter.get());
        let waited = lead.found.take_if(|(_, _, until)| stop.is_some() || Instant::now() >= *until);
        waited.map(|(found, ..)| *found).or_else(|| stop.map(|reason| stopped(reason, lead.began)))
    }

    /// No search is left that could find an answer.
    fn hopeless(&self, lead: &Lead) -> Option<Found> {
        let enough = lead.tried >= self.question.bounds.fewest().saturating_add(FEW_MORE);
        let bounded = self.running.contains(&Part::Bounded) && !enough;
        let others = self.running.iter().any(|part| *part != Part::Bounded) || lead.later.is_some();
        if bounded || others || lead.found.is_some() {
            return None;
        }
        Some(stopped(lead.reason.clone().unwrap_or(StopReason::Interrupted), lead.began))
    }

    fn hear(&mut self, lead: &mut Lead, event: News) -> Option<Found> {
        match event {
            News::Found { by, threads, mut found } => {
                found.by = member(by).name;
                // The bounded search finds a violation too, with no more threads.
                let wait = by != Part::Bounded && self.running.contains(&Part::Bounded);
                if !wait || !matches!(found.finding, Finding::Violation(_)) {
                    return Some(*found);
                }
                lead.found = lead.found.take().or(Some((found, threads, Instant::now() + GRACE)));
            }
            News::Skipped(threads) => lead.tried = threads,
            News::Explored(threads, plateau) => {
                lead.tried = threads;
                if let Some((found, ..)) = lead.found.take_if(|(_, needs, _)| *needs <= Some(threads)) {
                    return Some(*found);
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
                    return lead.found.take().map(|(found, ..)| *found);
                }
            }
        }
        None
    }

    /// Runs a member in a thread of its own.
    fn start(
        &mut self,
        part: Part,
        search: impl FnOnce(BooleanTask<'_>, &Control, &Sender<News>) -> Option<StopReason> + Send + 'static,
    ) {
        let row = member(part);
        debug_assert_eq!(row.language, Language::Boolean);
        let (program, question, options) = (self.program.clone(), self.question.clone(), self.options);
        let sender = self.sender.clone();
        let memory = self.limits.memory.map(|bytes| bytes / row.share);
        let mut control = Control {
            limits: Limits { memory, ..self.limits.clone() },
            interrupted: self.enough.clone(),
            ..Control::default()
        };
        if part == Part::Backward {
            control.meter = self.meter.clone();
        }
        if row.gives_way && cores() < CROWD {
            control.turns = Some(Arc::new(Turns::new(IMPATIENCE, TURN)));
        }
        let body = move || {
            let mut leaving = Leaving { by: part, reason: None, sender };
            let task = BooleanTask { program: &program, question: &question, options: &options };
            leaving.reason = search(task, &control, &leaving.sender);
        };
        let started = thread::Builder::new().name(row.name.into()).stack_size(STACK).spawn(body);
        if started.is_ok() {
            self.running.push(part);
        }
    }

    fn start_bounded(&mut self) {
        self.start(Part::Bounded, grow);
    }

    fn start_backward(&mut self, reached: Option<Pairs>) {
        let by = if reached.is_some() { Part::Plateau } else { Part::Backward };
        let hints = Hints { views: self.views.clone(), reached: reached.map(Arc::new) };
        self.start(by, move |task, control, sender| {
            let BooleanTask { program, question, options } = task;
            let run = backward::run_with(program, question, &options.backward, &hints, control)?;
            let threads = match &run.finding {
                tw_verdict::Finding::Stopped(why) => return Some(why.clone()),
                tw_verdict::Finding::Violation(trace) => Some(program.most_alive(trace)),
                tw_verdict::Finding::Exhausted { .. } => None,
            };
            let found = Box::new(Found::of_backward(run, threads));
            let _ = sender.send(News::Found { by, threads, found });
            None
        });
    }

    fn start_markings(&mut self) {
        let by = Part::Markings;
        self.start(by, move |task, control, sender| {
            let (outcome, statistics) = forward::run(task.program, task.question, control);
            match outcome {
                forward::Outcome::Safe(markings) => {
                    let found = Box::new(Found::of_markings(markings, &statistics));
                    let _ = sender.send(News::Found { by, threads: None, found });
                    None
                }
                forward::Outcome::Stopped(why) => Some(why),
                // The bounded search finds the schedule.
                forward::Outcome::Unsafe | forward::Outcome::MovesOthers(_) => None,
            }
        });
    }
}

/// Looks with one thread more each time; says why it ended without an answer.
///
/// As long as pairs are collected, all interleavings are searched, because a reduction leaves pairs out; from the first
/// bound with too many states on, it searches with the reduction that was asked for.
fn grow(task: BooleanTask<'_>, control: &Control, sender: &Sender<News>) -> Option<StopReason> {
    let mut first = task.question.bounds.fewest();
    if !task.options.no_plateau {
        let question = Question { reduction: Reduction::None, ..task.question.clone() };
        let task = BooleanTask { question: &question, ..task };
        let mut last = None;
        let most = control.limits.states.map_or(PLATEAU_STATES, |states| states.min(PLATEAU_STATES));
        match look(task, first, &control.with_states(most), sender, &mut |found| {
            let Some(pairs) = collected(task.program, found) else { return Break(()) };
            let same = last.as_ref() == Some(&pairs);
            last = Some(pairs);
            Continue(last.clone().filter(|_| same))
        }) {
            Looked::TooMany(threads, _) => first = threads,
            Looked::Ended(why) => return why,
        }
    }
    match look(task, first, control, sender, &mut |_| Continue(None)) {
        Looked::TooMany(_, why) => Some(why),
        Looked::Ended(why) => why,
    }
}

/// How a bounded search ended.
enum Looked {
    /// With this many threads there are too many states, or too many pairs with one fewer.
    TooMany(u32, StopReason),
    /// It said what it found, or nothing can be found: why.
    Ended(Option<StopReason>),
}

/// Looks with `first` threads and then one more each time; `plateau` says what of a search without violation the others
/// should know.
fn look(
    task: BooleanTask<'_>,
    first: u32,
    control: &Control,
    sender: &Sender<News>,
    plateau: &mut dyn FnMut(Found) -> ControlFlow<(), Option<Pairs>>,
) -> Looked {
    let Some(counter) = engine("counter") else { return Looked::Ended(None) };
    let (program, bounds) = (task.program, task.question.bounds);
    let by = Part::Bounded;
    let all = first..=u32::MAX - 1;
    let ended = bound_after_bound(task, all, counter, &|_| control.clone(), &mut |threads, _, found| {
        match &found.finding {
            Finding::Violation(Witness::Boolean(trace, _)) if !program.skips_creation(trace, threads) => {
                let needs = program.most_alive(trace);
                let found = Box::new(found.with_bound(needs));
                let _ = sender.send(News::Found { by, threads: Some(needs), found });
                return Break(Looked::Ended(None));
            }
            // With more threads there may be one that skips nothing.
            Finding::Violation(_) => {
                let _ = sender.send(News::Skipped(threads));
                return Continue(());
            }
            Finding::Holds { creation_skipped: false, .. }
                if matches!(bounds.init, InitialThreads::Exactly(_)) =>
            {
                let _ = sender.send(News::Found { by, threads: Some(threads), found: Box::new(found) });
                return Break(Looked::Ended(None));
            }
            Finding::Undecided { reason: Reason::Stopped(stop @ StopReason::StateLimit(_)), .. } => {
                return Break(Looked::TooMany(threads, stop.clone()));
            }
            Finding::Undecided { reason: Reason::Stopped(stop), .. } => {
                return Break(Looked::Ended(Some(stop.clone())));
            }
            Finding::Holds { .. } | Finding::Undecided { .. } => {}
        }
        let (pairs, flow) = match plateau(found) {
            Continue(pairs) => (pairs, Continue(())),
            Break(()) => (None, Break(Looked::TooMany(threads + 1, StopReason::Interrupted))),
        };
        let _ = sender.send(News::Explored(threads, pairs));
        flow
    });
    ended.ok().flatten().unwrap_or(Looked::Ended(None))
}

/// All pairs that a search reached; absent if they are too many.
fn collected(program: &Program, found: Found) -> Option<Pairs> {
    match found.finding {
        Finding::Holds { material: Material::Reached(mut reached), .. } => Pairs::of(program, &mut reached),
        _ => None,
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

fn member(part: Part) -> &'static Member {
    MEMBERS.iter().find(|member| member.part == part).unwrap_or(&MEMBERS[0])
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn stopped(stop: StopReason, began: Instant) -> Found {
    Found::stopped(stop, Counters::after(began.elapsed().as_secs_f64()))
}
