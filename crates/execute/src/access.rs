//! Access to memory: where it goes, whether it waits, whether it races.

use crate::fault::{Fault, planted};
use crate::memory::{Kind, wrong_access};
use crate::pending::Pending;
use crate::step::{How, Place, Step};
use crate::stop::Stop;
use crate::value::Slot;
use tw_verdict::{Breach, Property};

impl Step<'_> {
    /// Checks an access and finds its place; `None` if the step ends before it.
    #[inline(always)]
    pub(crate) fn reach(
        &mut self,
        address: Slot,
        bytes: u64,
        how: How,
        what: &str,
    ) -> Result<Option<Place>, Stop> {
        if address.is_undefined() {
            return Err(self.no_address(address, "an address"));
        }
        if let Some(object) = self.machine.memory.get(address.object) {
            let object = *object;
            if self.is_visible(&object, how.write) {
                let effect = self.traits.effect || how.write;
                if self.access_must_pause(address, bytes, &object) {
                    return Ok(None);
                }
                self.traits.effect = effect;
                self.race(address, bytes, how)?;
            } else {
                self.traits.hidden += 1;
            }
            if !object.alive || address.bits.saturating_add(bytes) > u64::from(object.size) {
                return Err(self.wrong(what, address, bytes, &object));
            }
            if how.write && object.kind == Kind::Constant && !planted(Fault::ConstantsWritable) {
                return Err(crate::stop::bad_access(format!("{what} to a constant")));
            }
            return Ok(Some(Place::State(address.object, address.bits as u32)));
        }
        self.reach_constant(address, bytes, how, what).map(Some)
    }

    /// Where an update goes that commutes with all that others may do there; nothing if others can tell, or if it is wrong.
    pub(crate) fn unnoticed_update(&mut self, address: Slot, bytes: u64, kind: u8) -> Option<Place> {
        let object = self.machine.memory.get(address.object).filter(|_| !address.is_undefined())?;
        let fits = object.alive && address.bits.saturating_add(bytes) <= u64::from(object.size);
        if object.notices_update(kind) || !fits || object.kind == Kind::Constant {
            return None;
        }
        self.traits.hidden += 1;
        Some(Place::State(address.object, address.bits as u32))
    }

    /// Why something that is undefined or holds parts of an address cannot be used as one.
    #[cold]
    pub(crate) fn no_address(&self, address: Slot, what: &str) -> Stop {
        address.no_address(what, self.cx.program.pointer_bytes)
    }

    /// Whether an access of the running thread is an interleaving point.
    #[inline(always)]
    fn is_visible(&self, object: &crate::memory::Object, write: bool) -> bool {
        object.notices(write) && (write || self.region.atomic || !self.cx.options.reductions.paper)
    }

    /// An access that does not fit its object.
    #[cold]
    fn wrong(&self, what: &str, address: Slot, bytes: u64, object: &crate::memory::Object) -> Stop {
        match self.cx.program.undefined.iter().find(|(number, _)| *number == address.object) {
            Some((_, name)) => Stop::unsupported(format!("the external variable {name} has no definition")),
            None => wrong_access(what, address, bytes, Some(object)),
        }
    }

    fn reach_constant(&self, address: Slot, bytes: u64, how: How, what: &str) -> Result<Place, Stop> {
        let object = self.cx.constants.get(address.object).filter(|_| address.object > 0);
        let Some(object) = object else { return Err(wrong_access(what, address, bytes, None)) };
        if how.write {
            return Err(crate::stop::bad_access(format!("{what} to a constant")));
        }
        if address.bits.saturating_add(bytes) > u64::from(object.size) {
            return Err(self.wrong(what, address, bytes, object));
        }
        Ok(Place::Constant(address.object, address.bits as u32))
    }

    /// Whether the next access of another thread is one to this object.
    pub(crate) fn may_race(&self, object: u32) -> bool {
        let memory = &self.machine.memory;
        memory.footprint.asks_races(object.wrapping_sub(memory.first) as usize);
        self.pending.iter().any(|p| p.object == object && p.thread != self.thread as u32)
    }

    /// Looks for a conflict with the next access of another thread.
    pub(crate) fn race(&mut self, address: Slot, bytes: u64, how: How) -> Result<(), Stop> {
        if !self.may_race(address.object) {
            return Ok(());
        }
        let own = Pending {
            thread: self.thread as u32,
            object: address.object,
            start: address.bits,
            end: address.bits.saturating_add(bytes),
            write: how.write,
            atomic: how.atomic,
            section: crate::pending::in_section(self.cx, &self.machine.threads[self.thread]),
        };
        let object = self.machine.memory.get(own.object);
        if !object.is_some_and(|o| o.alive && own.end <= u64::from(o.size)) {
            return Ok(());
        }
        let other = self.pending.iter().find(|p| p.thread != own.thread && p.conflicts(&own));
        if let Some(other) = other {
            self.racing = Some(other.thread);
            let verb = |p: &Pending| if p.write { "writes" } else { "reads" };
            let message = format!("data race: a thread {} what another one {}", verb(&own), verb(other));
            self.count -= 1;
            return Err(Stop::Breach(Breach {
                property: Property::DataRace,
                code: "no-data-race".into(),
                message,
            }));
        }
        Ok(())
    }

    pub(crate) fn in_runtime(&self) -> bool {
        let frame = self.machine.threads[self.thread].frames.last();
        frame.is_some_and(|f| {
            self.cx.program.functions[f.function as usize].as_ref().is_some_and(|c| c.runtime)
        })
    }

    /// What lies at an address, if it can be read.
    pub(crate) fn peek(&self, address: Slot, bytes: u32) -> Option<Slot> {
        let object = self.machine.memory.get(address.object)?;
        let fits = object.alive && address.bits.saturating_add(u64::from(bytes)) <= u64::from(object.size);
        (fits && !address.is_undefined())
            .then(|| self.machine.memory.read(object, address.bits as u32, bytes).ok())?
    }

    #[inline(always)]
    pub(crate) fn read(&self, place: Place, bytes: u32) -> Result<Slot, Stop> {
        match place {
            Place::State(object, offset) => {
                let memory = &self.machine.memory;
                memory.read(memory.at(object), offset, bytes)
            }
            Place::Constant(object, offset) => {
                let memory = self.cx.constants;
                memory.read(memory.at(object), offset, bytes)
            }
        }
    }

    pub(crate) fn read_wide(&self, place: Place, bytes: u32) -> Result<(Slot, Slot), Stop> {
        let second = match place {
            Place::State(object, offset) => Place::State(object, offset + 8),
            Place::Constant(object, offset) => Place::Constant(object, offset + 8),
        };
        let (low, high) = (self.read(place, 8)?, self.read(second, bytes - 8)?);
        if low.parts | high.parts != 0 {
            return Err(Stop::unsupported("a part of a pointer in a number of more than 64 bits"));
        }
        Ok((low, high))
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, place: Place, bytes: u32, slot: Slot) -> Result<(), Stop> {
        match place {
            Place::State(object, offset) if !self.machine.memory.marks.is_empty() => {
                let memory = &mut self.machine.memory;
                let before = memory.watched(object, offset, bytes);
                memory.write(object, offset, bytes, slot)?;
                before.iter().for_each(|before| memory.changes(object, offset, before, false));
            }
            Place::State(object, offset) => self.machine.memory.write(object, offset, bytes, slot)?,
            Place::Constant(..) => {}
        }
        self.given();
        Ok(())
    }

    /// Others may have been given the address of a function or constant: what they reach through it is traced anew.
    #[inline(always)]
    pub(crate) fn given(&mut self) {
        if self.machine.memory.gave_constants && !planted(Fault::ConstantsNotHandedOn) {
            self.machine.memory.gave_constants = false;
            self.trace_others();
        }
    }

    pub(crate) fn write_wide(&mut self, place: Place, bytes: u32, low: Slot, high: Slot) -> Result<(), Stop> {
        if let Place::State(object, offset) = place {
            let memory = &mut self.machine.memory;
            let before = memory.watched(object, offset, bytes);
            memory.write(object, offset, 8, low)?;
            memory.write(object, offset + 8, bytes - 8, high)?;
            before.iter().for_each(|before| memory.changes(object, offset, before, false));
        }
        self.given();
        Ok(())
    }

    /// A volatile store: what it changes keeps its value when a jump comes back.
    #[cold]
    pub(crate) fn write_volatile(
        &mut self,
        place: Place,
        bytes: u32,
        low: Slot,
        high: Slot,
    ) -> Result<(), Stop> {
        if let Place::State(object, offset) = place {
            let memory = &mut self.machine.memory;
            memory.write(object, offset, bytes.min(8), low)?;
            if bytes > 8 {
                memory.write(object, offset + 8, bytes - 8, high)?;
            }
        }
        self.given();
        Ok(())
    }
}
