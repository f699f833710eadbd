//! From a path of states to the schedule that the interpreter executes.

use crate::canonical::NOWHERE;
use crate::engine::{Between, Engine, Refuted, Violation};
use crate::fault::{Fault, planted};
use crate::machine::Machine;
use crate::pack::unpack;
use crate::shadow::{self, Shadow, Standing};
use crate::step::{Choice, Meaning};
use rustc_hash::FxHashMap;
use tw_explore::Waypoint;
use tw_verdict::{ExecutionStep, ExecutionTrace, Property};

/// The schedule that leads to the violation at the end of a path; or what does not hold there of what the search takes for granted.
pub fn trace(engine: &mut Engine<'_>, path: &[Waypoint]) -> Result<ExecutionTrace, Refuted> {
    let options = shadow::options(engine.context().options);
    let mut writer = Writer {
        steps: Vec::new(),
        delayed: Delayed::default(),
        shadow: engine.context().options.reductions.ahead.then(|| Shadow::new(engine, &options)),
    };
    let mut serials = Serials::default();
    let mut numbers = Numbers { of: vec![0], next: 1 };
    let mut state = engine.initial_state();
    for waypoint in &path[1..] {
        let between = engine
            .step_between(&state, &|state| waypoint.matches(state))
            .expect("a state on a path is a successor of the one before");
        let choices = serials.answers(&between.choices, &|threads, taken| numbers.place(threads, taken));
        let (thread, instructions) = (numbers.of[between.thread as usize], between.instructions);
        let from = writer.standing(engine, &state, between.thread);
        writer.move_to(thread, &from)?;
        // Who joins ahead stays where it joins.
        let (instructions, tail) =
            between.ahead.map_or((instructions, between.tail), |begin| (begin, (0, 0)));
        writer.step(ExecutionStep { thread, instructions, choices }, tail)?;
        serials.renumber(&between);
        numbers.follow(&between);
        state = between.state;
    }
    let violations = engine.violations(&state);
    if let Some(refuted) = engine.refuted() {
        return Err(refuted);
    }
    let last = writer.steps.last().map(|s| s.thread);
    // The thread that ran last, if it can: no further context switch.
    let runs_on = |step: &(u32, u64, Vec<Choice>)| Some(numbers.of[step.0 as usize]) == last;
    let same = violations.iter().position(|v| v.step.as_ref().is_none_or(runs_on));
    let violation: Violation =
        violations.into_iter().nth(same.unwrap_or(0)).expect("a violating state has a violation");
    for position in &violation.involved {
        let standing = writer.standing(engine, &state, *position);
        writer.move_to(numbers.of[*position as usize], &standing)?;
    }
    if let Some((position, instructions, choices)) = violation.step {
        let choices = serials.answers(&choices, &|threads, taken| numbers.place(threads, taken));
        let thread = numbers.of[position as usize];
        let from = writer.standing(engine, &state, position);
        writer.move_to(thread, &from)?;
        writer.step(ExecutionStep { thread, instructions, choices }, (0, 0))?;
    }
    let involved: Vec<u32> = violation.involved.iter().map(|t| numbers.of[*t as usize]).collect();
    // Who is part of the violation stands where the machine has put it. Who waits forever does so from the beginning of its
    // region as well.
    let waits = violation.breach.property == Property::Deadlock;
    for thread in involved.iter().filter(|_| !waits) {
        writer.steps.extend(
            writer.delayed.threads.remove(thread).map(|(instructions, choices)| ExecutionStep {
                thread: *thread,
                instructions,
                choices,
            }),
        );
    }
    Ok(ExecutionTrace { steps: writer.steps, breach: violation.breach, involved })
}

/// Writes down steps, as they are without joining ahead.
struct Writer<'a> {
    steps: Vec<ExecutionStep>,
    delayed: Delayed,
    /// Follows where threads may have been joined ahead.
    shadow: Option<Shadow<'a>>,
}

impl Writer<'_> {
    /// Where a thread of a state stands, if somebody has to know.
    fn standing(&self, engine: &Engine<'_>, state: &[u8], position: u32) -> Standing {
        if self.shadow.is_none() {
            return Standing::new();
        }
        let mut machine = Machine::default();
        unpack(engine.context().program, state, &mut machine);
        shadow::standing(engine.context(), &machine, position as usize)
    }

    /// The thread comes to where it stands.
    fn move_to(&mut self, thread: u32, standing: &Standing) -> Result<(), Refuted> {
        let Some(shadow) = &mut self.shadow else { return Ok(()) };
        let instructions = shadow.catch_up(thread, standing)?;
        if instructions > 0 {
            let step = ExecutionStep { thread, instructions, choices: Vec::new() };
            self.steps.extend(self.delayed.step(step, (0, 0)));
        }
        Ok(())
    }

    fn step(&mut self, mut step: ExecutionStep, tail: (u64, usize)) -> Result<(), Refuted> {
        if let Some(shadow) = &mut self.shadow {
            step.instructions = shadow.advance(step.thread, step.instructions, &step.choices)?;
        }
        if step.instructions > 0 {
            self.steps.extend(self.delayed.step(step, tail));
        }
        Ok(())
    }
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
#[derive(Default, Clone)]
pub struct Serials {
    count: i64,
    of: FxHashMap<u32, i64>,
}

impl Serials {
    /// The answers that these choices are; `place` is that of a thread among those that wait.
    pub fn answers(&mut self, choices: &[Choice], place: &dyn Fn(&[u32], u32) -> usize) -> Vec<i64> {
        let mut answer = |choice: &Choice| match choice.meaning {
            Meaning::Number => i64::from(choice.taken),
            Meaning::Input(value) => value,
            Meaning::Woken(ref threads) => place(threads, choice.taken).cast_signed() as i64,
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
