//! One schedule, for comparing programs with their native execution: thread 0 runs as long as it can.

use crate::ReplayOptions;
use crate::point::at_point;
use crate::state::{Answers, Ask, State};
use crate::value::{Done, Stop, Unsupported};
use tw_ir::{InstrKind, Module, Trap};
use tw_verdict::Breach;

/// A thread that never blocks lets others run after so many instructions.
const TURN: u64 = 20_000;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// With an exit code.
    Exit(i32),
    /// By `abort`.
    Abort,
    /// By a violation of a property that is asked for.
    Violation(Breach),
    /// By a violation of another property.
    Ends(String),
    /// By an assumption that does not hold.
    Assumption,
    /// No thread can go on.
    Deadlock,
    /// By something without a meaning here.
    Unsupported(Unsupported),
    /// After as many instructions as were allowed.
    Limit,
}

impl TryFrom<Stop> for How {
    /// What is wrong with the trace or the module: that is no end of an execution.
    type Error = String;

    fn try_from(stop: Stop) -> Result<How, String> {
        Ok(match stop {
            Stop::Exit(code) => How::Exit(code),
            Stop::Abort => How::Abort,
            Stop::Violation(breach) => How::Violation(breach),
            Stop::Ends(text) => How::Ends(text),
            Stop::Assumption => How::Assumption,
            Stop::Blocked { .. } => How::Deadlock,
            Stop::Unsupported(why) => How::Unsupported(why),
            Stop::Misfit(text) => return Err(text),
        })
    }
}

/// The end of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How it ended.
    pub how: How,
    /// All output.
    pub output: String,
    /// Number of instructions executed.
    pub instructions: u64,
    /// Where the last thread stood: active user functions, innermost first.
    pub stack: Vec<String>,
}

/// Runs a program with answers 0: a thread runs until it blocks, ends, or has had its turn; then the next one.
pub fn run(module: &Module, options: &ReplayOptions, limit: u64) -> Result<Ended, String> {
    let mut state = State::new(module, options)?;
    let (mut thread, mut instructions, mut idle) = (0, 0, 0);
    loop {
        let before = instructions;
        let stop = turn(&mut state, thread, limit, &mut instructions);
        let how = match stop {
            None | Some(Stop::Blocked { .. }) => None,
            Some(stop) => Some(How::try_from(stop)?),
        };
        idle = if instructions > before { 0 } else { idle + 1 };
        let stuck = (idle > state.threads.len()).then_some(How::Deadlock);
        let spent = (instructions >= limit).then_some(How::Limit);
        if let Some(how) = how.or(spent).or(stuck) {
            let stack = state.site(thread, "").stack;
            return Ok(Ended { how, output: state.output, instructions, stack });
        }
        thread = (thread + 1) % state.threads.len() as u32;
    }
}

/// Runs one thread. If it blocks, what it did since it could last be interrupted is undone, and not counted.
fn turn(state: &mut State, thread: u32, limit: u64, instructions: &mut u64) -> Option<Stop> {
    let mut saved = None;
    let start = *instructions;
    loop {
        let it = state.thread(thread);
        let long = *instructions >= limit || *instructions - start >= TURN;
        if it.ended() || !it.runs || (long && at_point(state, thread)) {
            return None;
        }
        if saved.is_none() || is_entry(state, thread) {
            saved = Some((state.clone(), *instructions));
        }
        match state.step(thread, &mut Zeros) {
            Ok(()) => *instructions += 1,
            Err(stop) => {
                if let (Stop::Blocked { .. }, Some((before, count))) = (&stop, saved) {
                    *state = before;
                    *instructions = count;
                }
                return Some(stop);
            }
        }
    }
}

/// Whether what comes next may block later, and other threads may run before it.
fn is_entry(state: &State, thread: u32) -> bool {
    match state.instr(thread).map(|i| &i.kind) {
        Ok(InstrKind::Trap { trap: Trap::Access, .. }) => true,
        Ok(InstrKind::Call { .. } | InstrKind::Trap { .. } | InstrKind::Return(_)) => {
            !state.in_atomic_code(thread)
        }
        _ => false,
    }
}

/// Answers 0 to everything.
struct Zeros;

impl Answers for Zeros {
    fn next(&mut self, _: Ask) -> Done<i64> {
        Ok(0)
    }
}
