//! The moves of one thread: from one interleaving point to the next that matters.

use super::answers::Every;
use super::next::{Next, has_begun, is_choice_alone, jump, meaning, next, running};
use super::{Reduction, Refusal, Rules, Unknown};
use crate::fault::{Fault, planted};
use crate::point::at_point;
use crate::race::conflict;
use crate::state::{Answers, Ask, Frame, State};
use crate::value::{Done, Stop};
use tw_ir::{InstrKind, Ordering, Origin, Trap};
use tw_verdict::{MemoryModel, Property};

/// A thread alone goes on to the next interleaving point behind so many instructions.
const LONG: u64 = 10_000;

/// What concerns nobody else is interrupted behind so many instructions: it may never end.
const PRIVATE: usize = 300_000;

/// A thread creates at most so many others without being interrupted: it may never stop.
const BIRTHS: usize = 32;

/// So often all threads do what concerns nobody else: threads may come and go for ever.
const ROUNDS: usize = 64;

/// Limits are looked at once in so many instructions.
const OFTEN: usize = 4096;

/// Atomic code with more instructions is not explored.
const ENDLESS: u64 = 1_000_000;

/// Everything that a thread can do next.
#[derive(Default)]
pub struct Moves<'m> {
    /// Where it gets to, with each sequence of answers.
    pub states: Vec<State<'m>>,
    /// Whether an attempt blocks.
    pub blocks: bool,
    /// Whether nobody else can notice any of it.
    pub quiet: bool,
    /// Why an attempt cannot be followed to its end.
    pub unknown: Option<Unknown>,
    /// Whether a thread was made that cannot run.
    pub beyond_bound: bool,
}

/// One attempt.
enum Moved<'m> {
    To(State<'m>, bool),
    Over(State<'m>),
    Blocked,
}

/// Everything that a thread can do next.
pub fn moves<'m>(rules: &Rules, state: &State<'m>, thread: u32) -> Result<Moves<'m>, Refusal> {
    let mut found = Moves { quiet: true, ..Moves::default() };
    let mut answers = Every::new(rules.question.nondet_range);
    loop {
        if !(rules.budget.go_on)() {
            return Err(Refusal::Stopped);
        }
        match attempt(rules, state.clone(), thread, &mut answers) {
            Ok(Moved::To(state, quiet)) => {
                found.quiet &= quiet;
                found.states.push(state);
            }
            Ok(Moved::Over(last)) => {
                found.quiet = false;
                found.beyond_bound |= last.threads.iter().any(|t| !t.runs);
            }
            Ok(Moved::Blocked) => {
                found.quiet = false;
                found.blocks = true;
            }
            // Somebody else may still violate a property.
            Err(Refusal::Unknown(why)) => {
                found.quiet = false;
                found.unknown.get_or_insert(why);
            }
            Err(refusal) => return Err(refusal),
        }
        if !answers.advance() {
            return Ok(found);
        }
    }
}

fn attempt<'m>(
    rules: &Rules,
    mut state: State<'m>,
    thread: u32,
    answers: &mut Every,
) -> Result<Moved<'m>, Refusal> {
    let mut quiet = true;
    // Where a thread that runs alone gets back to if it blocks later.
    let mut before = None;
    // A choice in atomic code: should it block after that, the choice is undone as well.
    let mut chosen = false;
    for n in 0..ENDLESS {
        if state.thread(thread).ended() {
            return Ok(Moved::To(state, quiet));
        }
        let alone = running(&state).len() == 1;
        if at_point(&state, thread) {
            if n > 0 && (!alone || n >= LONG || is_choice_alone(&state, thread)) {
                return Ok(Moved::To(state, quiet));
            }
            let meaning = next(rules, &state, thread);
            quiet &= meaning != Next::Visible;
            chosen &= state.in_atomic_code(thread);
            if n > 0 && alone && meaning == Next::Visible && state.in_atomic_code(thread) && !chosen {
                before = Some(state.clone());
            }
        } else {
            quiet &= meaning(rules, &state, thread) == Next::Private;
        }
        chosen |= is_choice_alone(&state, thread);
        races(&state, thread)?;
        answers.prepare(&state, thread);
        match execute(&mut state, thread, answers)? {
            None => {}
            Some(Stop::Blocked { .. }) => {
                return Ok(before.map_or(Moved::Blocked, |state| Moved::To(state, false)));
            }
            Some(_) => return Ok(Moved::Over(state)),
        }
    }
    Err(Refusal::Unknown(Unknown::LongAtomicCode(ENDLESS)))
}

/// All threads do what concerns nobody else; again when threads have ended or come, for they may have kept others from that. What cannot be
/// followed is left for a move.
pub fn settle(rules: &Rules, state: &mut State) -> Result<(), Refusal> {
    if rules.reduction == Reduction::None {
        return Ok(());
    }
    for _ in 0..ROUNDS {
        let before = running(state);
        for thread in running(state) {
            settle_thread(rules, state, thread)?;
        }
        if running(state) == before {
            break;
        }
    }
    Ok(())
}

fn settle_thread(rules: &Rules, state: &mut State, thread: u32) -> Result<(), Refusal> {
    if next(rules, state, thread) != Next::Private {
        return Ok(());
    }
    let before = state.clone();
    let (done, end) = run_private(rules, state, thread, PRIVATE);
    match end {
        Err(Refusal::Unknown(_)) => {
            *state = before;
            run_private(rules, state, thread, done).1
        }
        end => end,
    }
}

/// Executes private instructions of a thread: how many, and what stopped it. Atomic code that has begun is executed to its end or not
/// at all.
fn run_private<'m>(
    rules: &Rules,
    state: &mut State<'m>,
    thread: u32,
    most: usize,
) -> (usize, Result<(), Refusal>) {
    let mut earlier: Option<State> = None;
    // Before atomic code that has begun: how many instructions there were, and the state.
    let mut begun: Option<(usize, State<'m>)> = None;
    let mut done = 0;
    let threads = state.threads.len();
    let end = loop {
        if state.thread(thread).ended() {
            begun = None;
            break Ok(());
        }
        begun = begun.filter(|_| has_begun(state, thread));
        let stands = match begun {
            Some(_) => meaning(rules, state, thread) != Next::Private,
            None => next(rules, state, thread) != Next::Private,
        };
        let is_back = || earlier.as_ref().is_some_and(|earlier| is_back(state, earlier, thread));
        if stands || done >= most || state.threads.len() - threads >= BIRTHS && begun.is_none() || is_back() {
            break Ok(());
        }
        if done % OFTEN == OFTEN - 1 && !(rules.budget.go_on)() {
            break Err(Refusal::Stopped);
        }
        // A loop that changes nothing is found within twice its length.
        if done >= 32 && done.is_power_of_two() {
            earlier = Some(state.clone());
        }
        let here = (begun.is_none() && state.in_atomic_code(thread)).then(|| state.clone());
        match execute(state, thread, &mut Nobody) {
            Ok(None) => {}
            Ok(Some(_)) => {
                let why = Unknown::Misfit("a private instruction ends the execution".into());
                break Err(Refusal::Unknown(why));
            }
            Err(refusal) => break Err(refusal),
        }
        if !state.thread(thread).ended() && has_begun(state, thread) {
            begun = begun.or(here.map(|here| (done, here)));
        }
        done += 1;
    };
    match begun {
        Some((before, here)) if !planted(Fault::LeftInTheMiddle) => {
            *state = here;
            (before, end)
        }
        _ => (done, end),
    }
}

/// Whether a thread that ran alone has come back to where it was, and nothing has changed.
fn is_back(now: &State, earlier: &State, thread: u32) -> bool {
    let (now_at, then_at) = (&now.thread(thread).frames, &earlier.thread(thread).frames);
    let same = |a: &Frame, b: &Frame| {
        (a.function, a.block, a.index) == (b.function, b.block, b.index)
            && a.regs == b.regs
            && a.objects == b.objects
    };
    now_at.len() == then_at.len()
        && now_at.iter().rev().zip(then_at.iter().rev()).all(|(a, b)| same(a, b))
        && now.memory.is_equal(&earlier.memory)
}

/// Executes an instruction; how it ends the execution, if it does so without a violation.
fn execute(state: &mut State, thread: u32, answers: &mut dyn Answers) -> Result<Option<Stop>, Refusal> {
    if state.options.memory_model == MemoryModel::C11 && is_weak(state, thread) {
        return Err(Refusal::Unknown(Unknown::WeakAtomics));
    }
    if let Some(name) = jump(state, thread) {
        return Err(Refusal::Unknown(Unknown::Jump(name.into())));
    }
    match state.step(thread, answers) {
        Ok(()) => Ok(None),
        Err(Stop::Violation(breach)) => Err(Refusal::Violation(breach)),
        Err(Stop::Ends(text)) => Err(Refusal::Unknown(Unknown::NotAsked(text))),
        Err(Stop::Unsupported(what)) => Err(Refusal::Unknown(Unknown::Unsupported(what))),
        Err(Stop::Misfit(text)) => Err(Refusal::Unknown(Unknown::Misfit(text))),
        Err(stop @ (Stop::Exit(_) | Stop::Abort | Stop::Assumption | Stop::Blocked { .. })) => Ok(Some(stop)),
    }
}

/// Whether the next instruction is an atomic access that the user made weaker than the interpreter executes it.
fn is_weak(state: &State, thread: u32) -> bool {
    use InstrKind as K;
    let Ok(frame) = state.thread(thread).top() else { return false };
    let Ok(instr) = state.instr_of(frame) else { return false };
    let weak = |order: Ordering| order != Ordering::SeqCst;
    let is_model = state.function(frame).origin == Origin::Runtime;
    let found = match instr.kind {
        // A memory order that comes as a number; 5 is seq_cst.
        K::Trap { trap: Trap::Ordered, ref args, .. } => {
            let order = state.value(thread, args[0]);
            order.map_or(true, |order| order.plain() != Some(5))
        }
        _ if is_model => false,
        K::Load { order, .. } | K::Store { order, .. } => order.is_some_and(weak),
        K::AtomicUpdate { order, .. } | K::Fence { order } => weak(order),
        K::CompareExchange { order, failure_order, .. } => weak(order) || weak(failure_order),
        _ => false,
    };
    found && state.is_for_user(thread)
}

/// The next access of a thread conflicts with that of no other one.
fn races(state: &State, thread: u32) -> Result<(), Refusal> {
    if !state.asks(Property::DataRace) || state.touches(thread).is_empty() {
        return Ok(());
    }
    let others = running(state).into_iter().filter(|&other| other != thread);
    match others.filter_map(|other| conflict(state, thread, other)).next() {
        Some((breach, _)) => Err(Refusal::Violation(breach)),
        None => Ok(()),
    }
}

/// Answers nothing: what is private has one outcome.
struct Nobody;

impl Answers for Nobody {
    fn next(&mut self, _: Ask) -> Done<i64> {
        Err(Stop::Misfit("a private instruction asks".into()))
    }
}
