//! Whether threads wait for each other for ever.
//!
//! A thread is *stuck* if each way to go on, whatever is chosen, blocks before it has touched shared memory and
//! reached a point where others may run; spurious wake-ups do not count as ways to go on. Stuck threads are
//! deadlocked if each of them can only be released by another one of them, or if all threads are stuck.

use crate::holding::Awaited;
use crate::point::at_point;
use crate::state::{Answers, Ask, State};
use crate::value::{Done, Stop};
use tw_ir::{InstrKind, Trap, Wait};
use tw_verdict::{Breach, Property, Site};

/// Instructions of one attempt, and attempts of one thread.
const LONGEST: u32 = 100_000;
const MOST: u32 = 4096;

/// How one attempt of a thread was blocked.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Blocked {
    why: Wait,
    awaited: Awaited,
}

/// What is wrong, and where each thread waits; or why there is no deadlock.
pub fn deadlock(state: &State, involved: &[u32]) -> Result<(Breach, Vec<Site>), String> {
    if involved.is_empty() {
        return Err("a deadlock without threads".into());
    }
    let mut waits = Vec::new();
    for &thread in involved {
        waits.push((thread, stuck(state, thread)?));
    }
    judge(state, &waits)
}

/// What is wrong with threads that wait like this.
fn judge(state: &State, waits: &[(u32, Vec<Blocked>)]) -> Result<(Breach, Vec<Site>), String> {
    let involved: Vec<u32> = waits.iter().map(|(thread, _)| *thread).collect();
    let closed =
        waits.iter().all(|(_, waits)| !waits.is_empty() && waits.iter().all(|w| cannot_come(&involved, w)));
    if !closed {
        let alive = state.threads.iter().enumerate().filter(|(_, t)| !t.ended()).map(|(n, _)| n as u32);
        for thread in alive.filter(|thread| !involved.contains(thread)) {
            stuck(state, thread)?;
        }
    }
    let sites = waits.iter().map(|(thread, waits)| {
        let first =
            waits.first().cloned().unwrap_or(Blocked { why: Wait::Other, awaited: Awaited::default() });
        state.site(*thread, state.waits(*thread, first.why, &first.awaited))
    });
    let message = match (closed, involved.as_slice()) {
        (true, [one]) => format!("deadlock: thread {one} waits for itself"),
        (true, many) => format!("deadlock: threads {} wait for each other", list(many)),
        (false, _) => "deadlock: no thread can go on".into(),
    };
    let breach = Breach { property: Property::Deadlock, code: "no-deadlock".into(), message };
    Ok((breach, sites.collect()))
}

/// A deadlock in this state, if there is one; only `suspects` may be stuck: the others can go on, or are beyond the bound.
pub fn find(state: &State, suspects: &[u32]) -> Option<Breach> {
    let mut waiting: Vec<(u32, Vec<Blocked>)> = Vec::new();
    for &thread in suspects {
        waiting.extend(stuck(state, thread).ok().filter(|waits| !waits.is_empty()).map(|w| (thread, w)));
    }
    if waiting.is_empty() {
        return None;
    }
    let all: Vec<u32> = waiting.iter().map(|(thread, _)| *thread).collect();
    // The greatest set of threads that can be released by each other only.
    let mut closed = all.clone();
    loop {
        let before = closed.len();
        let held = |t: &u32| {
            let waits = waiting.iter().find(|(thread, _)| thread == t).map(|(_, waits)| waits);
            waits.is_some_and(|waits| waits.iter().all(|w| cannot_come(&closed, w)))
        };
        closed = closed.iter().copied().filter(held).collect();
        if closed.len() == before {
            break;
        }
    }
    let alive = state.threads.iter().enumerate().filter(|(_, t)| !t.ended());
    if closed.is_empty() && alive.map(|(n, _)| n as u32).any(|thread| !suspects.contains(&thread)) {
        return None;
    }
    waiting.retain(|(thread, _)| closed.is_empty() || closed.contains(thread));
    judge(state, &waiting).ok().map(|(breach, _)| breach)
}

/// Numbers of threads, as in 1, 2 and 3.
pub fn list(threads: &[u32]) -> String {
    let names: Vec<String> = threads.iter().map(u32::to_string).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Whether the release that this attempt needs must come, among others, from a thread that waits itself, or from one that
/// has ended.
fn cannot_come(waiting: &[u32], wait: &Blocked) -> bool {
    let awaited = &wait.awaited;
    wait.why != Wait::Forever && (awaited.gone || awaited.threads.iter().any(|whom| waiting.contains(whom)))
}

/// How the attempts of a thread block; an error if one of them goes through.
fn stuck(state: &State, thread: u32) -> Result<Vec<Blocked>, String> {
    let it = state.threads.get(thread as usize).ok_or_else(|| format!("there is no thread {thread}"))?;
    if it.ended() || !it.runs {
        return Err(format!("thread {thread} does not wait: it has ended or is beyond the bound"));
    }
    let mut waits = Vec::new();
    let mut choices = Choices::default();
    for _ in 0..MOST {
        let mut copy = state.clone();
        match attempt(&mut copy, thread, &mut choices) {
            Attempt::Blocked(wait) if wait.why == Wait::Forever => {
                return Err(format!("thread {thread} waits for a thread beyond the bound"));
            }
            Attempt::Blocked(wait) if !waits.contains(&wait) => waits.push(wait),
            Attempt::Blocked(_) | Attempt::Spurious => {}
            Attempt::Moves => return Err(format!("thread {thread} can go on")),
        }
        if !choices.advance() {
            return Ok(waits);
        }
    }
    Err(format!("thread {thread} has too many choices"))
}

enum Attempt {
    Blocked(Blocked),
    Spurious,
    Moves,
}

fn attempt(state: &mut State, thread: u32, choices: &mut Choices) -> Attempt {
    let mut touched = false;
    for _ in 0..LONGEST {
        if state.thread(thread).ended() || (touched && at_point(state, thread)) {
            return Attempt::Moves;
        }
        if let Ok(InstrKind::Trap { trap, .. }) = state.instr(thread).map(|i| &i.kind) {
            match trap {
                Trap::Spurious => return Attempt::Spurious,
                Trap::Input | Trap::ThreadNew => return Attempt::Moves,
                _ => {}
            }
        }
        touched |= state.touches_shared(thread)
            || state.instr(thread).is_ok_and(|instr| state.is_noticed(thread, &instr.kind));
        match state.step(thread, choices) {
            Ok(()) => {}
            Err(Stop::Blocked { why, awaited }) => return Attempt::Blocked(Blocked { why, awaited }),
            // A violation, the end of the process, a failing assumption: not a thread that waits.
            Err(_) => return Attempt::Moves,
        }
    }
    Attempt::Moves
}

/// All sequences of answers, one after the other: the last answer that can be raised is raised.
#[derive(Default)]
struct Choices {
    answers: Vec<(u64, u64)>,
    used: usize,
}

impl Choices {
    /// Goes to the next sequence; false if there is none.
    fn advance(&mut self) -> bool {
        self.answers.truncate(self.used);
        self.used = 0;
        while let Some((answer, n)) = self.answers.pop() {
            if answer + 1 < n {
                self.answers.push((answer + 1, n));
                return true;
            }
        }
        false
    }
}

impl Answers for Choices {
    fn next(&mut self, ask: Ask) -> Done<i64> {
        if self.used == self.answers.len() {
            // Where a thread gets its memory does not decide whether it waits.
            let n = match ask {
                Ask::OneOf(n) => n,
                Ask::Allocation | Ask::Input { .. } => 1,
            };
            self.answers.push((0, n));
        }
        self.used += 1;
        Ok(self.answers[self.used - 1].0.cast_signed())
    }
}
