//! What the next instruction of a thread means to the other threads.

use super::answers::places;
use super::{Reduction, Rules};
use crate::fault::{Fault, planted};
use crate::graph::own_objects;
use crate::memory::Kind;
use crate::state::State;
use crate::value::ObjectId;
use tw_ir::{Callee, Family, Function, InstrKind, Module, Operand, Trap};
use tw_verdict::Property;

/// What an instruction means to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nobody can tell when it is executed, and it has one outcome.
    Private,
    /// Nobody can tell when it is executed, but it has several outcomes.
    Choice,
    /// Others may notice it, or decide its outcome.
    Visible,
}

/// The threads that can run.
pub fn running(state: &State) -> Vec<u32> {
    let threads = state.threads.iter().enumerate();
    threads.filter(|(_, t)| t.runs && !t.ended()).map(|(n, _)| n as u32).collect()
}

/// Whether a thread has begun atomic code that others may notice.
pub fn has_begun(state: &State, thread: u32) -> bool {
    state.thread(thread).accessed && state.in_atomic_code(thread)
}

/// What the next instruction of a thread that stands at an interleaving point means to others.
pub fn next(rules: &Rules, state: &State, thread: u32) -> Next {
    // Between two parts of atomic code: the second part goes on to its end, whatever it does.
    if has_begun(state, thread) { Next::Visible } else { meaning(rules, state, thread) }
}

/// What the next instruction of a thread means to others by itself.
pub fn meaning(rules: &Rules, state: &State, thread: u32) -> Next {
    let it = state.thread(thread);
    let Ok(instr) = state.instr(thread) else { return Next::Visible };
    let visible_if = |visible: bool| if visible { Next::Visible } else { Next::Private };
    match &instr.kind {
        InstrKind::Trap { trap: Trap::ThreadNew, .. } => visible_if(!creates_unnoticed(rules, state)),
        InstrKind::Trap { trap: Trap::ThreadExit, .. } => visible_if(!ends_unnoticed(rules, state, thread)),
        InstrKind::Trap { trap: Trap::Last, .. } => visible_if(!is_never_last(rules, state, thread)),
        InstrKind::Trap { trap, args, .. } => trapped(rules, state, thread, *trap, args),
        InstrKind::Return(_) if it.frames.len() == 1 => visible_if(!ends_unnoticed(rules, state, thread)),
        InstrKind::Call { callee, .. } if is_external(state, thread, *callee) => Next::Choice,
        _ if is_noticed(rules, state, thread) => Next::Visible,
        InstrKind::CompareExchange { weak: true, .. } => Next::Choice,
        kind if state.asks_order(thread, kind).is_some() => Next::Choice,
        kind if state.asks_remainder(thread, kind).is_some() => Next::Choice,
        _ => Next::Private,
    }
}

/// Whether nobody can tell when threads are created: they have no numbers, and there may be any number of them.
fn creates_unnoticed(rules: &Rules, state: &State) -> bool {
    let bounded = state.options.threads.is_some() && !planted(Fault::BoundIgnored);
    state.has_references() && !bounded && rules.reduction == Reduction::All
}

/// Whether nobody can tell when a thread ends: nobody looks at its record, and what dies with it is its own.
fn ends_unnoticed(rules: &Rules, state: &State, thread: u32) -> bool {
    let dies_alone = || own_objects(state.thread(thread)).into_iter().all(|id| !state.is_shared(thread, id));
    is_record_private(rules)
        && is_never_last(rules, state, thread)
        && state.options.threads.is_none()
        && (planted(Fault::DeathsIgnored) || dies_alone())
}

/// Whether others wait for the end of a thread before they look at its record.
fn is_record_private(rules: &Rules) -> bool {
    !rules.abilities.peeks && rules.reduction == Reduction::All
}

/// Whether another thread lives as long as the process.
fn is_never_last(rules: &Rules, state: &State, thread: u32) -> bool {
    rules.reduction == Reduction::All && !rules.abilities.main_ends && thread != 0 && !state.thread(0).ended()
}

/// Whether others may notice what the next instruction touches.
fn is_noticed(rules: &Rules, state: &State, thread: u32) -> bool {
    let record = state.thread(thread).record.object.filter(|_| is_record_private(rules));
    let touched = state.touches(thread);
    touched.iter().any(|touch| Some(touch.object) != record && state.is_shared(thread, touch.object))
}

/// Whether the next instruction of the only thread that can run has several outcomes.
pub fn is_choice_alone(state: &State, thread: u32) -> bool {
    match state.instr(thread).map(|i| &i.kind) {
        Ok(InstrKind::Trap { trap: Trap::Choose | Trap::Input, .. }) => true,
        Ok(InstrKind::Trap { trap: Trap::Alloc, .. }) => !places(state, thread).is_empty(),
        Ok(InstrKind::Call { callee, .. }) => is_external(state, thread, *callee),
        Ok(InstrKind::CompareExchange { weak, .. }) => *weak,
        Ok(kind) => state.asks_order(thread, kind).is_some() || state.asks_remainder(thread, kind).is_some(),
        _ => false,
    }
}

fn trapped(rules: &Rules, state: &State, thread: u32, trap: Trap, args: &[Operand]) -> Next {
    let first = args.first().and_then(|&arg| state.value(thread, arg).ok());
    let visible_if = |visible: bool| if visible { Next::Visible } else { Next::Private };
    match trap {
        Trap::Choose | Trap::Input => Next::Choice,
        Trap::Identity
        | Trap::Mine
        | Trap::GoesAhead
        | Trap::AtomicBegin
        | Trap::AtomicEnd
        | Trap::Violation => Next::Private,
        Trap::Assumed | Trap::Ordered => Next::Private,
        Trap::IsNumber | Trap::IsAutomatic | Trap::JumpMark | Trap::JumpTarget => Next::Private,
        Trap::Argument | Trap::Constant | Trap::Aligned => Next::Private,
        Trap::Locked | Trap::Waited | Trap::Notices | Trap::Unlocked | Trap::Holds | Trap::ClockShows => {
            Next::Private
        }
        Trap::Access | Trap::Print | Trap::Clause => visible_if(is_noticed(rules, state, thread)),
        Trap::Free | Trap::Family => {
            // Who joins or detaches a thread may find its record gone.
            visible_if(state.asks(Property::Cleanup) || state.touches_shared(thread))
        }
        Trap::Size | Trap::IsPointer => {
            let object = first.and_then(|value| value.object);
            // A dead object of the heap may come to life again by somebody's `malloc`.
            let revives = |id: ObjectId| {
                let object = state.memory.get(id);
                !object.alive && matches!(object.kind, Kind::Heap(_))
            };
            visible_if(object.is_some_and(|id| revives(id) || state.is_shared(thread, id)))
        }
        Trap::Forget | Trap::Wait | Trap::WaitState | Trap::Waiting => {
            visible_if(first.is_none_or(|place| place.object.is_some_and(|id| state.is_shared(thread, id))))
        }
        // The record of a thread that has ended may be known to who waits for that, and to nobody else.
        Trap::Joined if state.has_references() => {
            let record = first.and_then(|id| id.object);
            visible_if(first.is_none() || record.is_some_and(|id| state.is_shared(thread, id)))
        }
        // What others have freed may be given out again.
        Trap::Alloc => {
            let kind = args.get(1).and_then(|&arg| state.value(thread, arg).ok());
            visible_if(kind.and_then(|v| v.plain()).is_none_or(|kind| {
                !i64::try_from(kind).ok().and_then(Family::numbered).is_some_and(Family::is_library)
            }))
        }
        // One that fails ends the execution for all.
        Trap::Assume => visible_if(first.and_then(|v| v.plain()).is_none_or(|holds| holds == 0)),
        _ => Next::Visible,
    }
}

fn is_external(state: &State, thread: u32, callee: Callee) -> bool {
    external(state, thread, callee).is_some()
}

/// The function without code that is called.
fn external<'m>(state: &State<'m>, thread: u32, callee: Callee) -> Option<&'m Function> {
    let function = match callee {
        Callee::Direct(function) => Some(function),
        Callee::Indirect { pointer, .. } => state.value(thread, pointer).and_then(|v| state.called(v)).ok(),
    };
    let module: &'m Module = state.module;
    function.map(|f| &module.functions[f]).filter(|f| f.body.is_none())
}

/// The name of an unknown function that is called next and does not return as others do: nothing can be assumed of it.
pub fn jump<'m>(state: &State<'m>, thread: u32) -> Option<&'m str> {
    let frame = state.thread(thread).top().ok()?;
    let InstrKind::Call { callee, unwind, .. } = &state.instr_of(frame).ok()?.kind else { return None };
    let name = external(state, thread, *callee)?.display.as_str();
    let behind = state.body(frame).blocks[frame.block].instrs.get(frame.index + 1).map(|i| &i.kind);
    let never_returns = unwind.is_none() && matches!(behind, Some(InstrKind::Unreachable));
    let plain = name.trim_start_matches('_');
    // text: names of functions.
    (never_returns || plain.ends_with("setjmp") || plain.ends_with("longjmp")).then_some(name)
}
