//! A schedule by places: each step says how far a thread goes, not how many instructions that takes.
//!
//! *What*: the way from a plan, in which library functions may be only what they mean, to a trace that [`crate::replay()`]
//! judges. *Claim*: none: what is returned was executed here once, and counts for nothing before it is replayed.

use crate::ReplayOptions;
use crate::replay::reason;
use crate::state::{Answers, Ask, Frame, State};
use crate::value::{Done, Stop};
use std::collections::BTreeMap;
use std::rc::Rc;
use tw_ir::{Block, FuncId, Identities, InstrKind, Module, Trap};
use tw_verdict::{ExecutionStep, ExecutionTrace};

/// A step that takes longer has lost its way.
const MOST: u64 = 1_000_000;

/// Instructions of all attempts.
const MOST_OF_ALL: u64 = 4_000_000;

/// How often a thread may come to the place where a step ends.
const MOST_ARRIVALS: u32 = 4;

/// Functions of the library that a plan takes for what they mean: it answers nothing that they ask.
const MEANT: [&str; 9] = [
    "pthread_create",
    "thrd_create",
    "__tw_async_start",
    "pthread_join",
    "thrd_join",
    "pthread_detach",
    "thrd_detach",
    "pthread_exit",
    "thrd_exit",
];

/// A step of a schedule by places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guided {
    /// The thread, by order of creation; the initial one is 0.
    pub thread: u32,
    /// Where it stops: the calls from the function on in which it starts, each with the next instruction (in a caller: the
    /// call). Empty: where the thread ends. The last step of a schedule goes on to the violation instead.
    pub until: Vec<(FuncId, Block, u32)>,
    /// Answers to choices and inputs, in order.
    pub answers: Vec<i64>,
    /// Whether it creates a thread.
    pub creates: bool,
}

/// Executes a schedule by places; with numbers of threads if it cannot be executed without. The trace ends with the violation.
///
/// # Errors
/// Why the schedule cannot be executed, or that there is no violation at its end.
pub fn guided(module: &Module, options: &ReplayOptions, steps: &[Guided]) -> Result<ExecutionTrace, String> {
    guided_as_told(module, options, steps).or_else(|why| {
        let numbers = ReplayOptions { identities: Identities::Numbers, ..options.clone() };
        guided_as_told(module, &numbers, steps).map_err(|_| why)
    })
}

fn guided_as_told(
    module: &Module,
    options: &ReplayOptions,
    steps: &[Guided],
) -> Result<ExecutionTrace, String> {
    let run = Run { state: State::new(module, options)?, done: Vec::new() };
    let mut search =
        Search { steps, starts: starts(steps), left: MOST_OF_ALL, reached: 0, why: String::new() };
    search.from(run, 0).ok_or(search.why)
}

/// The functions in which threads start, as far as the schedule tells.
fn starts(steps: &[Guided]) -> BTreeMap<u32, FuncId> {
    let first = |step: &Guided| step.until.first().map(|(function, ..)| (step.thread, *function));
    steps.iter().rev().filter_map(first).collect()
}

/// An execution.
#[derive(Clone)]
struct Run<'m> {
    state: State<'m>,
    /// What was executed.
    done: Vec<ExecutionStep>,
}

/// Tries where steps end: a thread may come to a place more than once on its way, as in a loop that has one visible action.
struct Search<'a> {
    steps: &'a [Guided],
    starts: BTreeMap<u32, FuncId>,
    /// Instructions that may still be executed.
    left: u64,
    /// The last step that an attempt came to.
    reached: usize,
    /// Why it came no further.
    why: String,
}

impl Search<'_> {
    fn fails(&mut self, at: usize, why: String) {
        if self.why.is_empty() || at > self.reached {
            (self.reached, self.why) = (at, format!("step {}: {why}", at + 1));
        }
    }

    /// Executes the steps from this one on.
    fn from(&mut self, mut run: Run<'_>, at: usize) -> Option<ExecutionTrace> {
        let Some(step) = self.steps.get(at) else {
            self.why = "the schedule has no steps".into();
            return None;
        };
        let (thread, is_last) = (step.thread, at + 1 == self.steps.len());
        if let Err(why) = run.may_go_on(thread) {
            self.fails(at, why);
            return None;
        }
        let threads = run.state.threads.len();
        let mut answers = Plan { planned: &step.answers, used: 0, given: Vec::new(), now: Now::Planned };
        let mut arrivals = 0;
        for count in 1..=MOST.min(self.left) {
            self.left -= 1;
            answers.now = self.who_answers(&run, thread);
            let found = match run.state.step(thread, &mut answers) {
                Ok(()) => None,
                Err(Stop::Violation(breach)) if is_last => Some(breach),
                Err(stop) => {
                    self.fails(at, format!("instruction {count} of thread {thread}: {}", reason(stop)));
                    return None;
                }
            };
            let ended = run.state.thread(thread).ended();
            let created = run.state.threads.len() > threads;
            let arrived = !is_last && created == step.creates && self.has_arrived(&run, step);
            if found.is_some() || arrived {
                if answers.used < step.answers.len() {
                    self.fails(at, "more answers than questions".into());
                } else {
                    arrivals += 1;
                    let mut next = run.clone();
                    let choices = answers.given.clone();
                    next.add(ExecutionStep { thread, instructions: count, choices });
                    let trace = match found {
                        Some(breach) => {
                            Some(ExecutionTrace { steps: next.done, breach, involved: Vec::new() })
                        }
                        None => self.from(next, at + 1),
                    };
                    if trace.is_some() {
                        return trace;
                    }
                }
                if is_last || arrivals == MOST_ARRIVALS {
                    return None;
                }
            }
            if ended {
                if !step.until.is_empty() || is_last {
                    self.fails(at, format!("thread {thread} ends too early"));
                }
                return None;
            }
        }
        self.fails(at, format!("thread {thread} does not arrive within the instructions that are allowed"));
        None
    }

    fn has_arrived(&self, run: &Run<'_>, step: &Guided) -> bool {
        if step.until.is_empty() {
            return run.state.thread(step.thread).ended();
        }
        let frames = self.calls_of(run, step.thread);
        let at = frames.iter().map(|frame| (frame.function, frame.block, frame.index));
        at.eq(step.until.iter().map(|(function, block, index)| (*function, *block, *index as usize)))
    }

    /// The calls of a thread from its start function on: what is below are library functions.
    fn calls_of<'r>(&self, run: &'r Run<'_>, thread: u32) -> &'r [Rc<Frame>] {
        let frames = &run.state.thread(thread).frames;
        let start = self.starts.get(&thread);
        let first = start.and_then(|start| frames.iter().position(|frame| frame.function == *start));
        &frames[first.unwrap_or(if start.is_some() { frames.len() } else { 0 })..]
    }

    /// Who answers what the next instruction may ask.
    fn who_answers(&self, run: &Run<'_>, thread: u32) -> Now {
        let Ok(instr) = run.state.instr(thread) else { return Now::Planned };
        match &instr.kind {
            InstrKind::Trap { trap: Trap::Alloc, .. } => Now::Always(0),
            InstrKind::Compare { .. } => {
                // Globals lie in memory in their order, then functions, then what is made later.
                let order = run.state.asks_order(thread, &instr.kind);
                Now::Always(i64::from(order.is_some_and(|(a, b)| a < b)))
            }
            InstrKind::Trap { .. } | InstrKind::CompareExchange { .. } | InstrKind::Call { .. } => {
                let calls = self.calls_of(run, thread);
                let is_meant = |name: &str| MEANT.contains(&name);
                let passed = calls.iter().any(|frame| is_meant(&run.state.function(frame).name));
                if calls.is_empty() || passed { Now::Always(0) } else { Now::Planned }
            }
            _ => Now::Always(0),
        }
    }
}

impl Run<'_> {
    fn may_go_on(&self, thread: u32) -> Result<(), String> {
        match self.state.threads.get(thread as usize) {
            None => Err(format!("there is no thread {thread}")),
            Some(it) if it.ended() => Err(format!("thread {thread} has ended")),
            Some(it) if !it.runs => Err(format!("thread {thread} is beyond the bound")),
            Some(_) => Ok(()),
        }
    }

    /// Steps of one thread in a row are one.
    fn add(&mut self, step: ExecutionStep) {
        match self.done.last_mut() {
            Some(last) if last.thread == step.thread => {
                last.instructions += step.instructions;
                last.choices.extend(step.choices);
            }
            _ => self.done.push(step),
        }
    }
}

/// Who answers.
#[derive(Clone, Copy)]
enum Now {
    /// The plan.
    Planned,
    /// Nobody has to be asked.
    Always(i64),
}

/// The answers of a step: those of the plan, and those that no plan knows of.
struct Plan<'a> {
    planned: &'a [i64],
    used: usize,
    given: Vec<i64>,
    now: Now,
}

impl Answers for Plan<'_> {
    fn next(&mut self, _: Ask) -> Done<i64> {
        let answer = match self.now {
            Now::Always(answer) => answer,
            Now::Planned => {
                let answer = self.planned.get(self.used).copied();
                self.used += 1;
                answer.ok_or_else(|| Stop::Misfit("an answer is missing".into()))?
            }
        };
        self.given.push(answer);
        Ok(answer)
    }
}
