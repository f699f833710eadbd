//! Whether two threads are about to make conflicting accesses.

use crate::access::Touch;
use crate::state::{Answers, Ask, State};
use crate::value::{Done, Stop};
use tw_ir::{InstrKind, Origin, Trap};
use tw_verdict::{Breach, Property, Site};

/// Instructions that a thread may make on the way to its access.
const FAR: u32 = 100_000;

/// What is wrong, and both accesses; or why there is no race.
pub fn race(state: &State, involved: &[u32]) -> Result<(Breach, Vec<Site>), String> {
    let &[a, b] = involved else { return Err("a race is between two threads".into()) };
    let valid = |t: u32| state.threads.get(t as usize).is_some_and(|t| t.runs && !t.ended());
    if a == b || !valid(a) || !valid(b) {
        return Err("a race is between two threads that run".into());
    }
    if let Some(found) = conflict(state, a, b) {
        return Ok(found);
    }
    // What a thread does alone changes nothing for others: both may come nearer first.
    let mut near = state.clone();
    approach(&mut near, a);
    approach(&mut near, b);
    conflict(&near, a, b).ok_or_else(|| "the next accesses of the two threads do not conflict".into())
}

/// Runs a thread to its next access to shared memory, as long as nobody else can notice.
fn approach(state: &mut State, thread: u32) {
    let mut ahead = state.clone();
    let mut safe = 0;
    while safe < FAR && is_alone(&ahead, thread) && ahead.step(thread, &mut Nobody).is_ok() {
        safe += 1;
    }
    for _ in 0..safe {
        state.step(thread, &mut Nobody).expect("the copy made the same step");
    }
}

/// Whether the next instruction of a thread concerns nobody else.
fn is_alone(state: &State, thread: u32) -> bool {
    match state.instr(thread).map(|i| &i.kind) {
        Ok(InstrKind::Trap { .. }) | Err(_) => false,
        Ok(InstrKind::Return(_)) if state.thread(thread).frames.len() == 1 => false,
        Ok(_) => !state.touches_shared(thread),
    }
}

/// Answers nothing: a choice is more than a step that nobody notices.
struct Nobody;

impl Answers for Nobody {
    fn next(&mut self, _: Ask) -> Done<i64> {
        Err(Stop::Misfit("a choice".into()))
    }
}

/// The conflict between the instructions at which two threads stand, if there is one.
pub fn conflict(state: &State, a: u32, b: u32) -> Option<(Breach, Vec<Site>)> {
    if in_section(state, a) && in_section(state, b) {
        return None;
    }
    let inside = |touch: &Touch| {
        let object = state.memory.get(touch.object);
        object.alive && touch.offset.saturating_add(touch.len) <= object.size().max(1)
    };
    for x in state.touches(a).into_iter().filter(inside) {
        for y in state.touches(b).into_iter().filter(inside) {
            let overlap = x.object == y.object && x.offset < y.offset + y.len && y.offset < x.offset + x.len;
            if overlap && (x.write || y.write) && (x.plain || y.plain) {
                return Some(describe(state, (a, x), (b, y)));
            }
        }
    }
    None
}

/// Atomic sections are those of the user: library models are atomic code as well, but what they touch by
/// `__tw_access` and `__tw_free` stands for plain accesses at any time.
pub fn in_section(state: &State, thread: u32) -> bool {
    let thread = state.thread(thread);
    let user = thread.frames.iter().rev().find(|f| state.function(f).origin == Origin::User);
    thread.section || user.is_some_and(|frame| frame.atomic)
}

fn describe(state: &State, (a, x): (u32, Touch), (b, y): (u32, Touch)) -> (Breach, Vec<Site>) {
    let freed = |thread: u32| {
        let kind = state.instr(thread).map(|i| &i.kind);
        matches!(kind, Ok(InstrKind::Trap { trap: Trap::Free | Trap::Family, .. }))
    };
    let verb = |thread: u32, touch: Touch| match (freed(thread), touch.write) {
        (true, _) => "frees",
        (_, true) => "writes",
        (_, false) => "reads",
    };
    let what = |thread: u32, touch: Touch| {
        let atomically = if touch.plain { "" } else { " atomically" };
        format!("{} {}{atomically}", verb(thread, touch), state.touch_name(thread, touch))
    };
    let message = format!(
        "data race on {}: thread {a} {}, thread {b} {}, and nothing orders them",
        state.touch_name(if x.write { a } else { b }, if x.write { x } else { y }),
        verb(a, x),
        verb(b, y)
    );
    let breach = Breach { property: Property::DataRace, code: "no-data-race".into(), message };
    (breach, vec![state.site(a, what(a, x)), state.site(b, what(b, y))])
}
