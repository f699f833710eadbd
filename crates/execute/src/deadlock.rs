//! Deadlocks: threads that wait for each other, or for nobody.

use crate::engine::Violation;
use crate::machine::{Machine, Status};
use tw_ir::Wait;
use tw_verdict::{Breach, Property};

/// Whether a thread can move.
#[derive(Default)]
pub struct Mobility {
    /// It can make a step.
    pub moves: bool,
    /// It can wake up spuriously.
    pub spurious: bool,
    /// An assumption fails.
    pub discarded: bool,
    /// It meets something that cannot be followed.
    pub unsupported: bool,
    /// An attempt blocks: what it waits for, and the thread that can release it.
    pub blocked: Option<(Wait, i64)>,
    /// Something of its steps may be noticed, or puts others off.
    pub noticed: bool,
}

/// Threads that wait for each other, or for nobody.
pub fn deadlock(machine: &Machine, mobility: &[Mobility]) -> Option<Violation> {
    let stuck = |t: usize| {
        let m = &mobility[t];
        if m.moves || m.discarded || m.unsupported { None } else { m.blocked }
    };
    let status = |t: i64| usize::try_from(t).ok().and_then(|t| machine.threads.get(t)).map(|t| t.status);
    let report = |involved: Vec<u32>, message: String| {
        let breach = Breach { property: Property::Deadlock, code: "no-deadlock".into(), message };
        Some(Violation { breach, involved, step: None })
    };
    // A cycle of threads that wait for a mutex or a join, or a mutex whose holder has ended.
    for start in 0..mobility.len() {
        let (mut at, mut seen) = (start, Vec::new());
        while let Some((why, whom)) = stuck(at).filter(|(why, _)| matches!(why, Wait::Mutex | Wait::Join)) {
            seen.push(at as u32);
            if why == Wait::Mutex && status(whom) == Some(Status::Ended) {
                return report(seen, "deadlock: a mutex is held by a thread that has ended".into());
            }
            let Some(next) = usize::try_from(whom).ok().filter(|n| *n < mobility.len()) else { break };
            if next == start {
                let who: Vec<String> = seen.iter().map(u32::to_string).collect();
                return report(seen, format!("deadlock: threads wait for each other ({})", who.join(", ")));
            }
            if seen.contains(&(next as u32)) {
                break;
            }
            at = next;
        }
    }
    let alive: Vec<usize> =
        (0..mobility.len()).filter(|t| machine.threads[*t].status == Status::Alive).collect();
    if machine.exclusive.is_some() || alive.is_empty() || alive.iter().any(|t| stuck(*t).is_none()) {
        return None;
    }
    let beyond = alive
        .iter()
        .filter_map(|t| stuck(*t))
        .any(|(why, whom)| why == Wait::Forever || status(whom) == Some(Status::NeverRuns));
    let bounded = machine.threads.iter().any(|t| t.status == Status::NeverRuns);
    if beyond || bounded {
        return None;
    }
    report(alive.iter().map(|t| *t as u32).collect(), "deadlock: no thread can go on".into())
}
