//! Deadlocks: threads that wait for each other, or for nothing that can happen.
//!
//! *What*: a thread is *stuck* if every way to go on, whatever is chosen, blocks; spurious wake-ups do not count. Some waits
//! name the threads that all have to release something first: the holders of a lock, the thread to be joined, the one
//! that executes what is executed once. *Claim*: in the greatest set of stuck threads each of whose waits names one of the set, or
//! one that has ended with the lock, no thread ever moves again, whatever the others do. If there is none, all threads may be stuck.

use crate::engine::Violation;
use crate::fault::{Fault, planted};
use crate::machine::{Machine, Status};
use crate::step::Blocked;
use smallvec::SmallVec;
use tw_ir::Wait;
use tw_verdict::{Breach, Property};

/// Whether a thread can move.
#[derive(Clone, Default)]
pub struct Mobility {
    /// It can make a step.
    pub moves: bool,
    /// It can wake up spuriously.
    pub spurious: bool,
    /// An assumption fails.
    pub discarded: bool,
    /// It meets something that cannot be followed.
    pub unsupported: bool,
    /// What the attempts that block wait for.
    pub blocked: SmallVec<[Blocked; 1]>,
    /// Something of its steps may be noticed, or puts others off.
    pub noticed: bool,
}

impl Mobility {
    /// An attempt blocks.
    pub fn blocked_as(&mut self, blocked: &Blocked) {
        if planted(Fault::OneWayToBlock) {
            self.blocked.clear();
        }
        if !self.blocked.contains(blocked) {
            self.blocked.push(blocked.clone());
        }
    }

    pub(crate) fn is_stuck(&self) -> bool {
        !self.moves && !self.discarded && !self.unsupported && !self.blocked.is_empty()
    }
}

/// What is to be known of a state besides.
#[derive(Clone, Copy)]
pub struct Standing {
    /// Threads that have not ended and may run.
    pub alive: usize,
    /// There are threads that do not run because of the bound.
    pub bounded: bool,
    /// No thread is in the middle of atomic code.
    pub interrupted: bool,
}

impl Standing {
    /// That of a machine.
    pub fn of(machine: &Machine) -> Standing {
        Standing {
            alive: machine.threads.iter().filter(|t| t.status == Status::Alive).count(),
            bounded: machine.skipped || machine.threads.iter().any(|t| t.status == Status::NeverRuns),
            interrupted: machine.exclusive.is_none(),
        }
    }
}

/// A deadlock.
pub struct Found {
    /// Who cannot go on.
    pub violation: Violation,
    /// They wait for each other, whatever the others do.
    pub closed: bool,
}

/// Threads that wait for each other, or for nothing that can happen.
pub fn deadlock(standing: Standing, mobility: &[Mobility]) -> Option<Found> {
    let stuck: Vec<usize> = (0..mobility.len()).filter(|t| mobility[*t].is_stuck()).collect();
    let closed = closed(mobility, &stuck);
    if let Some(closed) = closed.iter().map(|t| core(mobility, &closed, *t)).min_by_key(Vec::len) {
        let violation = violation(&closed, "deadlock: threads wait for each other".into());
        return Some(Found { violation, closed: true });
    }
    let forever = |t: &usize| mobility[*t].blocked.iter().any(|b| b.why == Wait::Forever);
    if !standing.interrupted || stuck.is_empty() || stuck.len() < standing.alive || standing.bounded {
        return None;
    }
    (!stuck.iter().any(forever)).then(|| Found {
        violation: violation(&stuck, "deadlock: no thread can go on".into()),
        closed: false,
    })
}

fn violation(involved: &[usize], message: String) -> Violation {
    let breach = Breach { property: Property::Deadlock, code: "no-deadlock".into(), message };
    Violation { breach, involved: involved.iter().map(|t| *t as u32).collect(), step: None }
}

/// The greatest set of stuck threads that only threads of the set, or threads that have ended, could release.
fn closed(mobility: &[Mobility], stuck: &[usize]) -> Vec<usize> {
    let mut closed = stuck.to_vec();
    loop {
        let held = |t: &usize| mobility[*t].blocked.iter().all(|b| cannot_come(&closed, b));
        let fewer: Vec<usize> = closed.iter().copied().filter(held).collect();
        if fewer.len() == closed.len() {
            return closed;
        }
        closed = fewer;
    }
}

/// A small part of a closed set that is closed itself, around one thread: those who wait behind it are left out.
fn core(mobility: &[Mobility], closed: &[usize], start: usize) -> Vec<usize> {
    let mut core = vec![start];
    let mut next = 0;
    while let Some(&thread) = core.get(next) {
        next += 1;
        for blocked in &mobility[thread].blocked {
            if !cannot_come(&core, blocked) {
                core.extend(blocked.awaited.iter().map(|t| *t as usize).find(|t| closed.contains(t)));
            }
        }
    }
    core.sort_unstable();
    core
}

/// Whether one of the threads that have to release something never will.
fn cannot_come(waiting: &[usize], blocked: &Blocked) -> bool {
    let known = if planted(Fault::OnlyMutexesAreHeld) {
        matches!(blocked.why, Wait::Mutex | Wait::Join)
    } else {
        blocked.why != Wait::Forever
    };
    let most = if planted(Fault::OneHolderCounts) { 1 } else { usize::MAX };
    let mut awaited = blocked.awaited.iter().take(most).map(|t| *t as usize);
    known && (blocked.gone || awaited.any(|t| waiting.contains(&t)))
}
