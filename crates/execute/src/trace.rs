//! From a path of states to the schedule that the interpreter executes.

use crate::canonical::NOWHERE;
use crate::engine::{Between, Engine, Violation};
use crate::fault::{Fault, planted};
use crate::step::{Choice, Meaning};
use rustc_hash::FxHashMap;
use tw_explore::Waypoint;
use tw_verdict::{ExecutionStep, ExecutionTrace, Property};

/// The schedule that leads to the violation at the end of a path; none if there, the program computes with identities of
/// threads instead.
pub fn trace(engine: &mut Engine<'_>, path: &[Waypoint]) -> Option<ExecutionTrace> {
    let mut steps: Vec<ExecutionStep> = Vec::new();
    let mut serials = Serials::default();
    let mut delayed = Delayed::default();
    let mut numbers = Numbers { of: vec![0], next: 1 };
    let mut state = engine.initial_state();
    for waypoint in &path[1..] {
        let between = engine
            .step_between(&state, &|state| waypoint.matches(state))
            .expect("a state on a path is a successor of the one before");
        let choices = serials.answers(&between.choices, &numbers);
        let (thread, instructions) = (numbers.of[between.thread as usize], between.instructions);
        steps.extend(delayed.step(ExecutionStep { thread, instructions, choices }, between.tail));
        serials.renumber(&between);
        numbers.follow(&between);
        state = between.state;
    }
    let last = steps.last().map(|s| s.thread);
    let mut violations = engine.violations(&state);
    if engine.observes_here() {
        return None;
    }
    for violation in &mut violations {
        let number = |thread: &mut u32| *thread = numbers.of[*thread as usize];
        violation.involved.iter_mut().for_each(number);
        violation.step.iter_mut().for_each(|(thread, ..)| number(thread));
    }
    // The thread that ran last, if it can: no further context switch.
    let same =
        violations.iter().position(|v| v.step.as_ref().is_none_or(|(thread, ..)| Some(*thread) == last));
    let violation: Violation =
        violations.into_iter().nth(same.unwrap_or(0)).expect("a violating state has a violation");
    if let Some((thread, instructions, choices)) = violation.step {
        let choices = serials.answers(&choices, &numbers);
        steps.extend(delayed.step(ExecutionStep { thread, instructions, choices }, (0, 0)));
    }
    // Who is part of the violation stands where the machine has put it. Who waits forever does so from the beginning of its
    // region as well.
    let waits = violation.breach.property == Property::Deadlock;
    for thread in violation.involved.iter().filter(|_| !waits) {
        steps.extend(delayed.threads.remove(thread).map(|(instructions, choices)| ExecutionStep {
            thread: *thread,
            instructions,
            choices,
        }));
    }
    Some(ExecutionTrace { steps, breach: violation.breach, involved: violation.involved })
}

/// Threads by position in a state, and their numbers in order of creation.
struct Numbers {
    of: Vec<u32>,
    next: u32,
}

impl Numbers {
    /// Positions are others in the next state; who is created gets the next number.
    fn follow(&mut self, between: &Between) {
        let born = self.next..self.next + between.born as u32;
        self.next = born.end;
        self.of.truncate(between.before);
        self.of.extend(born);
        if !planted(Fault::NumbersNotFollowed) {
            self.of = between.threads.iter().map(|old| self.of[*old as usize]).collect();
        }
    }

    /// The place of one of these threads among them, in order of creation.
    fn place(&self, threads: &[u32], taken: u32) -> usize {
        let number = |thread: u32| self.of[thread as usize];
        threads.iter().filter(|thread| number(**thread) < number(threads[taken as usize])).count()
    }
}

/// Beginnings of atomic regions in which nothing was visible yet. The machine runs them early; nobody can tell, but to be
/// atomic in the schedule they must happen together with the rest of their region.
#[derive(Default)]
struct Delayed {
    threads: FxHashMap<u32, (u64, Vec<i64>)>,
}

impl Delayed {
    fn step(&mut self, mut step: ExecutionStep, tail: (u64, usize)) -> Option<ExecutionStep> {
        let (instructions, mut choices) = self.threads.remove(&step.thread).unwrap_or_default();
        // A region that has not come to anything visible yet is delayed as a whole.
        let whole = tail.0 == step.instructions;
        step.instructions += instructions;
        choices.append(&mut step.choices);
        step.choices = choices;
        let tail = if whole { (step.instructions, step.choices.len()) } else { tail };
        if tail.0 > 0 {
            let late = step.choices.split_off(step.choices.len() - tail.1);
            step.instructions -= tail.0;
            self.threads.insert(step.thread, (tail.0, late));
        }
        (step.instructions > 0).then_some(step)
    }
}

/// Context switches of a schedule.
pub fn switches(trace: &ExecutionTrace) -> usize {
    trace.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
}

/// Numbers of allocations, for the answers of a trace.
#[derive(Default)]
struct Serials {
    count: i64,
    of: FxHashMap<u32, i64>,
}

impl Serials {
    fn answers(&mut self, choices: &[Choice], numbers: &Numbers) -> Vec<i64> {
        let mut answer = |choice: &Choice| match choice.meaning {
            Meaning::Number => i64::from(choice.taken),
            Meaning::Input(value) => value,
            Meaning::Woken(ref threads) => numbers.place(threads, choice.taken) as i64,
            Meaning::Allocation { object, reused } => {
                self.count += 1;
                let before = self.of.insert(object, self.count);
                if reused { before.expect("a dead object was allocated before") } else { 0 }
            }
        };
        choices.iter().map(&mut answer).collect()
    }

    /// Objects have other numbers in the next state.
    fn renumber(&mut self, between: &Between) {
        let new = |object: u32| {
            let position = between.new.get(object.checked_sub(between.first)? as usize)?;
            (*position != NOWHERE).then(|| position + between.first)
        };
        self.of = self.of.drain().filter_map(|(object, serial)| Some((new(object)?, serial))).collect();
    }
}
