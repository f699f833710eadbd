//! What threads are to library models: records, holds on locks, places at which they wait.
//!
//! *What*: memory holds no numbers of threads. A `pthread_t` is the address of a record; who has a lock, and who waits where, is kept with the
//! thread, so threads that are alike in everything else can be exchanged.

use crate::fault::{Fault, planted};
use crate::machine::{Held, Status, Thread, WaitsAt};
use crate::memory::Kind;
use crate::step::{Blocked, Meaning, Step};
use crate::stop::{Stop, Unsupported};
use crate::value::Slot;
use smallvec::SmallVec;
use tw_ir::{Assumed, Family, Hold, Trap, Wait, Waiting};

impl Thread {
    fn has(&self, lock: Slot, how: Hold) -> usize {
        self.holds.iter().filter(|held| is_at(held, lock) && held.how == how).count()
    }

    fn waits_at(&self, place: Slot) -> Option<Waiting> {
        let here = self.waits.object == place.object && u64::from(self.waits.offset) == place.bits;
        (here && self.status == Status::Alive).then_some(self.waits.state)
    }
}

fn is_at(held: &Held, lock: Slot) -> bool {
    held.object == lock.object && u64::from(held.offset) == lock.bits
}

impl Step<'_> {
    /// Whether an address is that of a record that is dead.
    pub(crate) fn was_record(&self, address: Slot) -> bool {
        let dead = |o: &crate::memory::Object| !o.alive && o.kind == Kind::Library;
        self.machine.memory.get(address.object).is_some_and(dead)
    }

    /// Records of threads that are gone are about to be told apart: where threads are exchanged, all of them are one.
    pub(crate) fn tells_records_apart(&mut self) -> Result<(), Stop> {
        let options = self.cx.options;
        if options.has_references() && options.reductions.exchange {
            let ahead = self.machine.others().iter().any(|t| t.joiner != 0);
            let why = if ahead { Unsupported::Ahead } else { Unsupported::Gone };
            return Err(Stop::Unsupported(Box::new(why)));
        }
        self.notes.assumed.insert(Assumed::FreshIds);
        Ok(())
    }

    /// The record that is asked for: null if there is none; nothing if the step ends before it.
    pub(crate) fn record(&mut self, (trap, asked): (Trap, Slot)) -> Result<Option<Slot>, Stop> {
        if asked.is_undefined() {
            return Err(asked.unusable("the identity of a thread"));
        }
        let record = if trap != Trap::Nth {
            if asked.is_plain() && asked.bits != 0 {
                return Err(crate::stop::depends_on_addresses("a number as the identifier of a thread"));
            }
            let main = self.cx.program.main_record;
            let library = |o: &crate::memory::Object| {
                o.kind == Kind::Library && (!o.alive || o.family == Family::Record)
            };
            let ahead = || self.machine.others().iter().any(|t| t.joiner != 0);
            let exchanged = self.cx.options.has_references() && self.cx.options.reductions.exchange;
            if exchanged && self.was_record(asked) && ahead() && !planted(Fault::DeadHandlesIgnored) {
                return Err(Stop::Unsupported(Box::new(Unsupported::Ahead)));
            }
            let known = self.machine.memory.get(asked.object).is_some_and(library);
            if known || asked.object == main && main != 0 { asked } else { Slot::int(0) }
        } else {
            let found = usize::try_from(asked.bits).ok().filter(|_| asked.is_plain());
            let found = found.and_then(|n| self.machine.others().get(n));
            let record = found.map_or(Slot::int(0), |t| t.record);
            // Another thread may still create it.
            if record.object == 0 && self.must_pause() {
                return Ok(None);
            }
            record
        };
        let runs = |t: &Thread| t.record == record && t.status != Status::Ended;
        let ended = record.object != 0 && !self.machine.others().iter().any(runs);
        self.traits.joined |= trap == Trap::Joined && ended;
        // Who waits for a thread holds nothing that leads to its record meanwhile: its end is not noticed.
        let noticed = self.machine.memory.get(record.object).is_some_and(|o| o.written);
        if trap == Trap::Joined && noticed && self.must_pause() {
            return Ok(None);
        }
        Ok(Some(record))
    }

    /// What the thread waits for.
    pub(crate) fn blocked(&self, why: Wait, what: Slot, how: i64, count: i64) -> Blocked {
        let mut blocked = Blocked { why, awaited: SmallVec::new(), gone: false };
        if what.object == 0 {
            return blocked;
        }
        let mut found = 0;
        for (number, thread) in self.machine.others().iter().enumerate() {
            let has = if why == Wait::Join {
                usize::from(thread.record.object == what.object && thread.status != Status::Ended)
            } else {
                let holds =
                    thread.holds.iter().filter(|held| is_at(held, what) && held.how.is_in(how)).count();
                holds + usize::from(Hold::Queued.is_in(how) && thread.waits_at(what) == Some(Waiting::Waits))
            };
            found += i64::try_from(has).unwrap_or(i64::MAX);
            if has > 0 {
                blocked.awaited.push(number as u32);
            }
        }
        blocked.gone = why != Wait::Join && found < count;
        blocked
    }

    /// Holds on locks. The result, if there is one.
    pub(crate) fn lock_trap(&mut self, trap: Trap, lock: Slot, how: i64) -> Result<Option<Slot>, Stop> {
        let Some(how) = Hold::numbered(how) else {
            return Err(Stop::unsupported(format!("a hold of kind {how}")));
        };
        let offset = lock.bits as u32;
        match trap {
            Trap::Locked => {
                if how.is_alone() {
                    self.forget(lock);
                }
                self.machine.threads[self.thread].holds.push(Held { object: lock.object, offset, how });
                Ok(None)
            }
            Trap::Unlocked => {
                let holds = &mut self.machine.threads[self.thread].holds;
                if let Some(at) = holds.iter().position(|held| is_at(held, lock) && held.how == how) {
                    holds.swap_remove(at);
                }
                Ok(None)
            }
            Trap::Holds => Ok(Some(Slot::int(self.machine.threads[self.thread].has(lock, how) as u64))),
            Trap::Held => {
                let all = self.machine.others().iter().flat_map(|t| &t.holds);
                Ok(Some(Slot::int(all.filter(|held| is_at(held, lock)).count() as u64)))
            }
            _ => {
                self.forget(lock);
                Ok(None)
            }
        }
    }

    fn forget(&mut self, lock: Slot) {
        self.machine.memory.footprint.asks_ties();
        for thread in &mut self.machine.threads {
            thread.holds.retain(|held| !is_at(held, lock));
        }
    }

    /// Places at which threads wait; `rest` are the other arguments. The result, if there is one.
    pub(crate) fn wait_trap(
        &mut self,
        trap: Trap,
        place: Slot,
        rest: [i64; 3],
    ) -> Result<Option<Slot>, Stop> {
        let state = |number: i64| {
            Waiting::numbered(number).ok_or_else(|| Stop::unsupported(format!("waiting in state {number}")))
        };
        match trap {
            Trap::Wait => {
                let state = state(rest[0])?;
                let at = WaitsAt { object: place.object, offset: place.bits as u32, state };
                let nowhere = state == Waiting::Awake;
                self.machine.threads[self.thread].waits = if nowhere { WaitsAt::default() } else { at };
                Ok(None)
            }
            Trap::WaitState => {
                let state = self.machine.threads[self.thread].waits_at(place).unwrap_or_default();
                Ok(Some(Slot::int(state as u64)))
            }
            Trap::Waiting => {
                let state = state(rest[0])?;
                Ok(Some(Slot::int(self.waiting(place, state).len() as u64)))
            }
            _ => {
                let (from, to, all) = (state(rest[0])?, state(rest[1])?, rest[2] != 0);
                let mut woken = self.waiting(place, from);
                if !all && !woken.is_empty() {
                    let taken = self.choose(woken.len() as u32, Meaning::Woken(woken.clone()));
                    woken = SmallVec::from_elem(woken[taken as usize], 1);
                }
                for thread in woken.iter().filter(|_| !planted(Fault::NobodyWoken)) {
                    self.machine.threads[*thread as usize].waits.state = to;
                }
                Ok(Some(Slot::int(woken.len() as u64)))
            }
        }
    }

    fn waiting(&self, place: Slot, state: Waiting) -> SmallVec<[u32; 4]> {
        let here = self.machine.others().iter().enumerate();
        here.filter(|(_, t)| t.waits_at(place) == Some(state)).map(|(number, _)| number as u32).collect()
    }
}
