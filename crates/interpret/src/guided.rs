//! A schedule by places: each step says how far a thread goes, not how many instructions that takes.
//!
//! *What*: the way from a plan, in which library functions may be only what they mean, to a trace that [`crate::replay()`]
//! judges. *Claim*: none: what is returned was executed here once, and counts for nothing before it is replayed.

use crate::ReplayOptions;
use crate::replay::reason;
use crate::state::{Answers, Ask, State};
use crate::value::{Done, Stop};
use std::collections::BTreeMap;
use tw_ir::{Block, FuncId, Identities, InstrKind, Module, Trap};
use tw_verdict::{Breach, ExecutionStep, ExecutionTrace};

/// A step that takes longer has lost its way.
const MOST: u64 = 1_000_000;

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
    let mut run = Run { state: State::new(module, options)?, starts: starts(steps), done: Vec::new() };
    for (n, step) in steps.iter().enumerate() {
        let is_last = n + 1 == steps.len();
        let found = run.step(step, is_last).map_err(|why| format!("step {}: {why}", n + 1))?;
        if let Some(breach) = found {
            return Ok(ExecutionTrace { steps: run.done, breach, involved: Vec::new() });
        }
    }
    Err("the schedule has no steps".into())
}

/// The functions in which threads start, as far as the schedule tells.
fn starts(steps: &[Guided]) -> BTreeMap<u32, FuncId> {
    let first = |step: &Guided| step.until.first().map(|(function, ..)| (step.thread, *function));
    steps.iter().rev().filter_map(first).collect()
}

struct Run<'m> {
    state: State<'m>,
    starts: BTreeMap<u32, FuncId>,
    /// What was executed.
    done: Vec<ExecutionStep>,
}

impl Run<'_> {
    /// Executes a step; the violation, if it is the last one.
    fn step(&mut self, step: &Guided, is_last: bool) -> Result<Option<Breach>, String> {
        let thread = step.thread;
        match self.state.threads.get(thread as usize) {
            None => return Err(format!("there is no thread {thread}")),
            Some(it) if it.ended() => return Err(format!("thread {thread} has ended")),
            Some(it) if !it.runs => return Err(format!("thread {thread} is beyond the bound")),
            Some(_) => {}
        }
        let mut answers = Plan { planned: &step.answers, used: 0, given: Vec::new(), now: Now::Planned };
        for count in 1..=MOST {
            answers.now = self.who_answers(thread);
            let found = match self.state.step(thread, &mut answers) {
                Ok(()) => None,
                Err(Stop::Violation(breach)) if is_last => Some(breach),
                Err(stop) => {
                    return Err(format!("instruction {count} of thread {thread}: {}", reason(stop)));
                }
            };
            if found.is_none() && (is_last || !self.has_arrived(step)) {
                if self.state.thread(thread).ended() {
                    return Err(format!("thread {thread} ends too early"));
                }
                continue;
            }
            if answers.used < step.answers.len() {
                return Err("more answers than questions".into());
            }
            self.add(ExecutionStep { thread, instructions: count, choices: answers.given });
            return Ok(found);
        }
        Err(format!("thread {thread} does not arrive within {MOST} instructions"))
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

    fn has_arrived(&self, step: &Guided) -> bool {
        if step.until.is_empty() {
            return self.state.thread(step.thread).ended();
        }
        let frames = self.calls_of(step.thread);
        let at = frames.iter().map(|frame| (frame.function, frame.block, frame.index));
        at.eq(step.until.iter().map(|(function, block, index)| (*function, *block, *index as usize)))
    }

    /// The calls of a thread from its start function on: what is below are library functions.
    fn calls_of(&self, thread: u32) -> &[std::rc::Rc<crate::state::Frame>] {
        let frames = &self.state.thread(thread).frames;
        let start = self.starts.get(&thread);
        let first = start.and_then(|start| frames.iter().position(|frame| frame.function == *start));
        &frames[first.unwrap_or(if start.is_some() { frames.len() } else { 0 })..]
    }

    /// Who answers what the next instruction may ask.
    fn who_answers(&self, thread: u32) -> Now {
        let Ok(instr) = self.state.instr(thread) else { return Now::Planned };
        match &instr.kind {
            InstrKind::Trap { trap: Trap::Alloc, .. } => Now::Always(0),
            InstrKind::Compare { .. } => {
                // Globals lie in memory in their order, then functions, then what is made later.
                let order = self.state.asks_order(thread, &instr.kind);
                Now::Always(i64::from(order.is_some_and(|(a, b)| a < b)))
            }
            InstrKind::Binary { .. } => Now::Always(0),
            _ if self.calls_of(thread).is_empty() => Now::Always(0),
            _ => Now::Planned,
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
