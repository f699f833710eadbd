//! Random schedules: executions with traces, to test everything that reads traces.
//!
//! Not a search: one execution per call, as the caller's numbers decide.

use crate::point::at_point;
use crate::sequential::How;
use crate::state::{Answers, Ask, State};
use crate::value::{Done, Stop};
use crate::{ReplayOptions, deadlock, race};
use tw_ir::Module;
use tw_verdict::{ExecutionStep, ExecutionTrace, Property};

/// How a random execution ended, and the trace of its violation if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// How it ended; races and deadlocks that are asked for are violations too.
    pub how: How,
    /// The trace up to a violation.
    pub trace: Option<ExecutionTrace>,
}

/// Executes a program once. `choose(n)` gives a number below `n`, for schedules and answers alike.
pub fn simulate(
    module: &Module,
    options: &ReplayOptions,
    limit: u64,
    choose: &mut dyn FnMut(u64) -> u64,
) -> Result<Simulated, String> {
    let state = State::new(module, options)?;
    let mut run = Simulation { state, steps: Vec::new(), choose, instructions: 0, limit };
    loop {
        if let Some((how, involved)) = racing(&run.state) {
            return Ok(run.end(how, involved));
        }
        if run.instructions >= limit {
            return Ok(run.end(How::Limit, Vec::new()));
        }
        match run.go_on()? {
            Some(How::Deadlock) => {
                let involved = running(&run.state);
                let found = deadlock::deadlock(&run.state, &involved);
                let asked = found.ok().filter(|_| run.state.asks(Property::Deadlock));
                let how = asked.map_or(How::Deadlock, |(breach, _)| How::Violation(breach));
                return Ok(run.end(how, involved));
            }
            Some(how) => return Ok(run.end(how, Vec::new())),
            None => {}
        }
    }
}

struct Simulation<'m, 'c> {
    state: State<'m>,
    steps: Vec<ExecutionStep>,
    choose: &'c mut dyn FnMut(u64) -> u64,
    instructions: u64,
    /// The execution ends after this many.
    limit: u64,
}

impl Simulation<'_, '_> {
    fn end(self, how: How, involved: Vec<u32>) -> Simulated {
        let trace = match &how {
            How::Violation(breach) => {
                Some(ExecutionTrace { steps: self.steps, breach: breach.clone(), involved })
            }
            _ => None,
        };
        Simulated { how, trace }
    }

    /// One thread makes its way to the next point where others may run; those that block are passed over.
    fn go_on(&mut self) -> Result<Option<How>, String> {
        let mut threads = running(&self.state);
        while !threads.is_empty() {
            let pick = (self.choose)(threads.len() as u64) as usize;
            let thread = threads.swap_remove(pick);
            match self.advance(thread) {
                Ok(()) => return Ok(None),
                Err(Stop::Blocked { .. }) => {}
                Err(stop) => return How::try_from(stop).map(Some),
            }
        }
        Ok(Some(How::Deadlock))
    }

    /// Runs a thread from one point to the next. If it blocks, nothing has happened.
    fn advance(&mut self, thread: u32) -> Done<()> {
        let before = self.state.clone();
        let mut answers = Random { choose: self.choose, given: Vec::new() };
        let mut done = 0;
        let result = loop {
            done += 1;
            let result = self.state.step(thread, &mut answers);
            // A race may also show in the middle of atomic code.
            let paused = at_point(&self.state, thread) || racing(&self.state).is_some();
            // Atomic code may go on for ever.
            if result.is_err() || paused || self.instructions + done >= self.limit {
                break result;
            }
        };
        let choices = answers.given;
        if matches!(result, Err(Stop::Blocked { .. })) {
            self.state = before;
            return result;
        }
        self.instructions += done;
        match self.steps.last_mut() {
            Some(last) if last.thread == thread => {
                last.instructions += done;
                last.choices.extend(choices);
            }
            _ => self.steps.push(ExecutionStep { thread, instructions: done, choices }),
        }
        result
    }
}

fn running(state: &State) -> Vec<u32> {
    let threads = state.threads.iter().enumerate();
    threads.filter(|(_, t)| t.runs && !t.ended()).map(|(n, _)| n as u32).collect()
}

/// A race in the present state, if that is asked for.
fn racing(state: &State) -> Option<(How, Vec<u32>)> {
    if !state.asks(Property::DataRace) {
        return None;
    }
    let threads = running(state);
    for (n, &a) in threads.iter().enumerate() {
        for &b in &threads[n + 1..] {
            if let Some((breach, _)) = race::conflict(state, a, b) {
                return Some((How::Violation(breach), vec![a, b]));
            }
        }
    }
    None
}

/// Answers as the caller decides, and keeps them.
struct Random<'c> {
    choose: &'c mut dyn FnMut(u64) -> u64,
    given: Vec<i64>,
}

impl Answers for Random<'_> {
    fn next(&mut self, ask: Ask) -> Done<i64> {
        let answer = match ask {
            Ask::OneOf(n) => (self.choose)(n),
            Ask::Input { .. } => (self.choose)(2),
            Ask::Allocation => 0,
        };
        self.given.push(answer.cast_signed());
        Ok(answer.cast_signed())
    }
}
