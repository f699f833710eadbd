//! Exhaustive search over the machine's states, and the trace of what it finds.

use crate::machine::{Machine, Status};
use crate::memory::Memory;
use crate::options::Options;
use crate::pack::{pack, unpack};
use crate::pending::{Pending, pending};
use crate::reachable::forget_dead;
use crate::step::{Choice, Context, End, Meaning, Notes, Step, instruction_loc};
use crate::stop::Stop;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;
use tw_explore::{Exploration, Index, Outcome, Sink, System, explore};
use tw_ir::{Loc, Module};
use tw_verdict::{
    Breach, Control, ExecutionStep, ExecutionTrace, Property, SearchOrder, Statistics, StopReason,
};

/// What a search found.
pub struct Run {
    /// The result.
    pub finding: Finding,
    /// What was counted.
    pub statistics: Statistics,
    /// What limits the answer.
    pub notes: Notes,
    /// An execution that could not be followed to its end: reason and place.
    pub unsupported: Option<(String, Option<Loc>)>,
    /// The codes with which the process ended.
    pub exit_codes: BTreeSet<i32>,
}

/// The result of a search.
pub enum Finding {
    /// A violation.
    Violation(ExecutionTrace),
    /// All states were visited.
    Exhausted,
    /// The search ended early.
    Stopped(StopReason),
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Order.
    pub order: SearchOrder,
    /// Go on after a violation, to count the whole state space.
    pub explore_all: bool,
    /// Local variables that need no memory get none.
    pub promote: bool,
}

/// Searches all interleavings of a module.
pub fn run(module: &Rc<Module>, options: &Options, search: Search, control: &Control) -> Run {
    let program = crate::compile::compile(module, search.promote);
    let mut constants = Memory::default();
    let initial = Machine::initial(&program, &mut constants);
    let cx = Context { program: &program, constants: &constants, options };
    let mut engine = Engine {
        cx: &cx,
        initial,
        base: Machine::default(),
        work: Machine::default(),
        pending: Vec::new(),
        notes: Notes::default(),
        unsupported: None,
        violation: None,
        exit_codes: BTreeSet::new(),
    };
    let exploration = explore(&mut engine, search.order, search.explore_all, control);
    let finding = match &exploration.outcome {
        Outcome::Stopped(reason) => Finding::Stopped(reason.clone()),
        Outcome::Violation(index) | Outcome::Exhausted(Some(index)) => {
            Finding::Violation(engine.trace(&exploration, *index))
        }
        Outcome::Exhausted(None) => Finding::Exhausted,
    };
    let statistics = exploration.statistics.clone();
    Run {
        finding,
        statistics,
        notes: engine.notes,
        unsupported: engine.unsupported,
        exit_codes: engine.exit_codes,
    }
}

/// A violation at a state.
struct Violation {
    breach: Breach,
    involved: Vec<u32>,
    /// The last step, if the violation lies within one.
    step: Option<(u32, u64, Vec<Choice>)>,
}

struct Engine<'a> {
    cx: &'a Context<'a>,
    initial: Machine,
    base: Machine,
    work: Machine,
    pending: Vec<Pending>,
    notes: Notes,
    unsupported: Option<(String, Option<Loc>)>,
    violation: Option<Violation>,
    exit_codes: BTreeSet<i32>,
}

/// How one attempt of a thread ended.
struct Attempt {
    thread: u32,
    end: End,
    count: u64,
    choices: Vec<Choice>,
    spurious: bool,
    racing: Option<u32>,
}

/// Whether a thread can move.
#[derive(Default)]
struct Mobility {
    moves: bool,
    spurious: bool,
    discarded: bool,
    unsupported: bool,
    blocked: Option<(u32, i64)>,
}

impl System for Engine<'_> {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (program, initial) = (self.cx.program, &self.initial);
        sink.push_with(|out| pack(program, initial, out))
    }

    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut found = None;
        let program = self.cx.program;
        let flow = self.successors(state, &mut |machine, attempt| {
            if let End::Stopped(Stop::Breach(breach)) = &attempt.end {
                let step =
                    (attempt.count > 0).then(|| (attempt.thread, attempt.count, attempt.choices.clone()));
                let involved = attempt.racing.map_or(Vec::new(), |other| vec![attempt.thread, other]);
                found = Some(Violation { breach: breach.clone(), involved, step });
                return Break(());
            }
            if matches!(attempt.end, End::Paused | End::Exited) {
                return sink.push_with(|out| pack(program, machine, out));
            }
            Continue(())
        });
        if let Continue(mobility) = &flow
            && found.is_none()
            && self.cx.options.checks(Property::Deadlock)
        {
            found = self.deadlock(mobility);
        }
        if let Some(violation) = found {
            sink.violation();
            self.violation.get_or_insert(violation);
        }
        match flow {
            Continue(_) => Continue(()),
            Break(()) => Break(()),
        }
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Engine<'_> {
    /// All steps from `state`; the machine passed to `visit` is the state after the step.
    fn successors(
        &mut self,
        state: &[u8],
        visit: &mut dyn FnMut(&Machine, &Attempt) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Mobility>> {
        unpack(self.cx.program, state, &mut self.base);
        if self.base.ended {
            return Continue(Vec::new());
        }
        self.pending.clear();
        if self.cx.options.checks(Property::DataRace) {
            pending(self.cx, &self.base, &mut self.pending);
        }
        let mut mobility = Vec::new();
        for thread in 0..self.base.threads.len() {
            let mut own = Mobility::default();
            let runs = self.base.exclusive.is_none_or(|t| t as usize == thread);
            if self.base.threads[thread].status == Status::Alive && runs {
                self.steps_of(thread, &mut own, visit)?;
            }
            mobility.push(own);
        }
        Continue(mobility)
    }

    /// All steps of one thread: one for each way to choose.
    fn steps_of(
        &mut self,
        thread: usize,
        mobility: &mut Mobility,
        visit: &mut dyn FnMut(&Machine, &Attempt) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut prefix: Vec<u32> = Vec::new();
        loop {
            self.work.clone_from(&self.base);
            let mut step =
                Step::new(self.cx, &mut self.work, thread, &self.pending, &prefix, &mut self.notes);
            let mut end = step.run();
            if let Some(limit) = step.retreat(&end) {
                self.work.clone_from(&self.base);
                let again =
                    Step::new(self.cx, &mut self.work, thread, &self.pending, &prefix, &mut self.notes);
                step = again.up_to(limit);
                end = step.run();
            } else if matches!(end, End::Blocked(..)) && self.base.exclusive.is_some() {
                end = End::Stopped(Stop::Unsupported("a blocking call in a very long atomic section".into()));
            }
            if end == End::Exited {
                self.exit_codes.extend(step.exit_code);
            }
            let attempt = Attempt {
                thread: thread as u32,
                end,
                count: step.count,
                choices: std::mem::take(&mut step.choices),
                spurious: step.spurious,
                racing: step.racing,
            };
            match &attempt.end {
                End::Paused | End::Exited => {
                    mobility.moves |= !attempt.spurious;
                    mobility.spurious |= attempt.spurious;
                }
                End::Blocked(why, whom) => mobility.blocked = Some((*why, *whom)),
                End::Discarded => mobility.discarded = true,
                End::Stopped(Stop::Unsupported(text)) => {
                    mobility.unsupported = true;
                    let loc = self.user_place(thread);
                    self.unsupported.get_or_insert_with(|| (text.clone(), loc));
                }
                End::Stopped(Stop::Breach(_)) => mobility.moves = true,
            }
            if attempt.end == End::Paused {
                forget_dead(self.cx.program, &mut self.work, None);
            }
            visit(&self.work, &attempt)?;
            // The next way to choose, in lexicographic order.
            let mut choices = attempt.choices;
            while choices.last().is_some_and(|c| c.taken + 1 >= c.of) {
                choices.pop();
            }
            let Some(last) = choices.last_mut() else { return Continue(()) };
            last.taken += 1;
            prefix = choices.iter().map(|c| c.taken).collect();
        }
    }

    /// Place in the source of a thread's innermost user instruction, after a step.
    fn user_place(&self, thread: usize) -> Option<Loc> {
        let program = self.cx.program;
        let frames = &self.work.threads[thread].frames;
        let user = |function: u32| program.functions[function as usize].as_ref().is_some_and(|c| !c.runtime);
        let frame = frames.iter().rev().find(|f| user(f.function)).or(frames.last())?;
        instruction_loc(program, frame.function, frame.pc)
    }

    /// Threads that wait for each other, or for nobody.
    fn deadlock(&self, mobility: &[Mobility]) -> Option<Violation> {
        const MUTEX: u32 = 0;
        const JOIN: u32 = 1;
        const FOREVER: u32 = 9;
        let stuck = |t: usize| {
            let m = &mobility[t];
            if m.moves || m.discarded || m.unsupported { None } else { m.blocked }
        };
        let status =
            |t: i64| usize::try_from(t).ok().and_then(|t| self.base.threads.get(t)).map(|t| t.status);
        let report = |involved: Vec<u32>, message: String| {
            let breach = Breach { property: Property::Deadlock, code: "no-deadlock".into(), message };
            Some(Violation { breach, involved, step: None })
        };
        // A cycle of threads that wait for a mutex or a join, or a mutex whose holder has ended.
        for start in 0..mobility.len() {
            let (mut at, mut seen) = (start, Vec::new());
            while let Some((why, whom)) = stuck(at).filter(|(why, _)| matches!(*why, MUTEX | JOIN)) {
                seen.push(at as u32);
                if why == MUTEX && status(whom) == Some(Status::Ended) {
                    return report(seen, "deadlock: a mutex is held by a thread that has ended".into());
                }
                let Some(next) = usize::try_from(whom).ok().filter(|n| *n < mobility.len()) else { break };
                if next == start {
                    let who: Vec<String> = seen.iter().map(u32::to_string).collect();
                    return report(
                        seen,
                        format!("deadlock: threads wait for each other ({})", who.join(", ")),
                    );
                }
                if seen.contains(&(next as u32)) {
                    break;
                }
                at = next;
            }
        }
        let alive: Vec<usize> =
            (0..mobility.len()).filter(|t| self.base.threads[*t].status == Status::Alive).collect();
        if self.base.exclusive.is_some() || alive.is_empty() || alive.iter().any(|t| stuck(*t).is_none()) {
            return None;
        }
        let beyond = alive
            .iter()
            .filter_map(|t| stuck(*t))
            .any(|(why, whom)| why == FOREVER || status(whom) == Some(Status::NeverRuns));
        let bounded = self.base.threads.iter().any(|t| t.status == Status::NeverRuns);
        if beyond || bounded {
            return None;
        }
        report(alive.iter().map(|t| *t as u32).collect(), "deadlock: no thread can go on".into())
    }

    /// The schedule that leads to the violation at `index`.
    fn trace(&mut self, exploration: &Exploration, index: Index) -> ExecutionTrace {
        let path = exploration.path(index);
        let mut steps = Vec::new();
        let mut serials = Serials::default();
        for pair in path.windows(2) {
            let (from, to) = (exploration.store.get(pair[0]).to_vec(), exploration.store.get(pair[1]));
            let mut found = None;
            let program = self.cx.program;
            let mut packed = Vec::new();
            let _ = self.successors(&from, &mut |machine, attempt| {
                if !matches!(attempt.end, End::Paused | End::Exited) {
                    return Continue(());
                }
                packed.clear();
                pack(program, machine, &mut packed);
                if packed == to {
                    found = Some((attempt.thread, attempt.count, attempt.choices.clone()));
                    return Break(());
                }
                Continue(())
            });
            let (thread, instructions, choices) =
                found.expect("a state on a path is a successor of the one before");
            steps.push(ExecutionStep { thread, instructions, choices: serials.answers(&choices) });
        }
        let violation = self.violation.take().expect("a violating state has a violation");
        if let Some((thread, instructions, choices)) = violation.step {
            steps.push(ExecutionStep { thread, instructions, choices: serials.answers(&choices) });
        }
        ExecutionTrace { steps, breach: violation.breach, involved: violation.involved }
    }
}

/// Numbers of allocations, for the answers of a trace.
#[derive(Default)]
struct Serials {
    count: i64,
    of: FxHashMap<u32, i64>,
}

impl Serials {
    fn answers(&mut self, choices: &[Choice]) -> Vec<i64> {
        let mut answer = |choice: &Choice| match choice.meaning {
            Meaning::Number => i64::from(choice.taken),
            Meaning::Input(value) => value,
            Meaning::Allocation { object, reused } => {
                self.count += 1;
                let before = self.of.insert(object, self.count);
                if reused { before.expect("a dead object was allocated before") } else { 0 }
            }
        };
        choices.iter().map(&mut answer).collect()
    }
}
