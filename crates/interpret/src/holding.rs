//! What threads have on locks, where they wait, and for whom.

use crate::access::one_of;
use crate::state::{Answers, State, Thread};
use crate::value::{Done, ObjectId, Stop, Value};
use std::rc::Rc;
use tw_ir::{Hold, Operand, Trap, Wait, Waiting};

/// Whom a thread waits for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Awaited {
    /// Threads that all have to release something first; none if that is not known.
    pub threads: Vec<u32>,
    /// Somebody who had to has ended.
    pub gone: bool,
}

impl State<'_> {
    /// A lock as others name it: its address.
    fn lock(&self, thread: u32, operand: Operand) -> Done<Value> {
        let lock = self.value(thread, operand)?;
        lock.check_whole(u64::from(self.module.pointer_bytes))?;
        Ok(lock)
    }

    /// Services about locks.
    pub fn hold_trap(&mut self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Option<Value>> {
        let lock = self.lock(thread, args[0])?;
        if trap == Trap::Held {
            return Ok(Some(Self::int(self.held_by_all(lock) as i128)));
        }
        if trap == Trap::Forget {
            self.forget_holds(lock);
            return Ok(None);
        }
        let how = self.number(thread, args[1])?;
        let how = Hold::numbered(how).ok_or_else(|| Stop::unsupported(format!("a hold of kind {how}")))?;
        if trap == Trap::Holds {
            let held = self.thread(thread).holds.iter().filter(|held| **held == (lock, how)).count();
            return Ok(Some(Self::int(held as i128)));
        }
        let verb = if trap == Trap::Locked { "locks" } else { "unlocks" };
        if how != Hold::Initialises {
            self.note(|state| format!("{verb} {}", state.lock_name(lock)));
        }
        match trap {
            Trap::Locked => self.hold(thread, lock, how),
            _ => self.release(thread, lock, how),
        }
        Ok(None)
    }

    /// A way to wait.
    pub fn waiting(&self, thread: u32, operand: Operand) -> Done<Waiting> {
        let number = self.number(thread, operand)?;
        Waiting::numbered(number).ok_or_else(|| Stop::unsupported(format!("waiting of kind {number}")))
    }

    /// Services about waiting.
    pub fn wait_trap(&mut self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Option<Value>> {
        let place = self.lock(thread, args[0])?;
        let found = match trap {
            Trap::Wait => {
                let state = self.waiting(thread, args[1])?;
                self.thread_mut(thread).waits = Some((place, state)).filter(|_| state != Waiting::Awake);
                return Ok(None);
            }
            Trap::WaitState => {
                let here = self.thread(thread).waits.filter(|(at, _)| *at == place);
                here.map_or(Waiting::Awake, |(_, state)| state) as usize
            }
            _ => self.waiters(place, self.waiting(thread, args[1])?).len(),
        };
        Ok(Some(Self::int(found as i128)))
    }

    /// The holds of all threads change that keep to this.
    fn keep_holds(&mut self, kept: impl Fn(u32, &(Value, Hold)) -> bool) {
        for (n, thread) in self.threads.iter_mut().enumerate() {
            if !thread.holds.iter().all(|hold| kept(n as u32, hold)) {
                Rc::make_mut(thread).holds.retain(|hold| kept(n as u32, hold));
            }
        }
    }

    /// All holds on a lock are over.
    pub fn forget_holds(&mut self, lock: Value) {
        self.keep_holds(|_, (held, _)| *held != lock);
    }

    /// All holds on locks in objects that die are over.
    pub fn holds_end(&mut self, objects: &[ObjectId]) {
        let inside = |lock: &Value| lock.object.is_some_and(|object| objects.contains(&object));
        self.keep_holds(|_, (held, _)| !inside(held));
    }

    /// A thread has one more hold on a lock. Who has it alone has it from nobody.
    pub fn hold(&mut self, thread: u32, lock: Value, how: Hold) {
        if how.is_alone() {
            self.keep_holds(|n, (held, _)| n == thread || *held != lock);
        }
        self.thread_mut(thread).holds.push((lock, how));
    }

    /// A thread has one hold less.
    pub fn release(&mut self, thread: u32, lock: Value, how: Hold) {
        let last = self.thread(thread).holds.iter().rposition(|held| *held == (lock, how));
        last.map(|at| self.thread_mut(thread).holds.remove(at));
    }

    /// Holds on a lock by all living threads.
    pub fn held_by_all(&self, lock: Value) -> usize {
        self.living().map(|(_, t)| t.holds.iter().filter(|(held, _)| *held == lock).count()).sum()
    }

    /// Threads that have not ended.
    pub fn living(&self) -> impl Iterator<Item = (u32, &Thread)> {
        let all = self.threads.iter().enumerate().map(|(n, t)| (n as u32, &**t));
        all.filter(|(_, t)| !t.ended())
    }

    /// The threads that wait at a place in a state, in order of creation.
    pub fn waiters(&self, place: Value, state: Waiting) -> Vec<u32> {
        let there = |t: &Thread| t.waits == Some((place, state));
        self.living().filter(|(_, t)| there(t)).map(|(n, _)| n).collect()
    }

    /// The threads that wait at a place in state `from`, all or one of them, get state `to`: how many.
    pub fn wake(
        &mut self,
        place: Value,
        (from, to): (Waiting, Waiting),
        all: bool,
        answers: &mut dyn Answers,
    ) -> Done<usize> {
        let mut chosen = self.waiters(place, from);
        if !all && !chosen.is_empty() {
            let one = one_of(answers, chosen.len() as u64)?;
            chosen = vec![chosen[one as usize]];
        }
        for &thread in &chosen {
            self.thread_mut(thread).waits = Some((place, to)).filter(|_| to != Waiting::Awake);
        }
        Ok(chosen.len())
    }

    /// A thread cannot go on: whom it waits for, by what it says of a lock, or of the record of a thread.
    pub fn blocked(&self, why: Wait, what: Value, how: i64, count: i64) -> Stop {
        let awaited = match why {
            _ if what.object.is_none() && what.bits == 0 => Awaited::default(),
            Wait::Join => {
                let threads = self.living().filter(|(_, t)| t.record == what).map(|(n, _)| n).collect();
                Awaited { threads, gone: false }
            }
            _ => self.holders(what, how, count),
        };
        Stop::Blocked { why, awaited }
    }

    /// Who has something on a lock of which there should be `count`.
    fn holders(&self, lock: Value, how: i64, count: i64) -> Awaited {
        let mut awaited = Awaited::default();
        let mut found = 0;
        for (n, thread) in self.living() {
            let holds = thread.holds.iter().filter(|(held, kind)| *held == lock && kind.is_in(how)).count();
            let queued = Hold::Queued.is_in(how) && thread.waits == Some((lock, Waiting::Waits));
            let has = holds + usize::from(queued);
            found += has;
            awaited.threads.extend((has > 0).then_some(n));
        }
        Awaited { gone: i64::try_from(found).is_ok_and(|found| found < count), ..awaited }
    }
}
