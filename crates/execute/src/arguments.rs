//! Additional arguments of a call: where they lie, and which types they have (C17 7.16.1.1p2).
//!
//! The types are not part of a state: they are those of the call instruction at which the caller waits.

use crate::activation::Activation;
use crate::code::Inst;
use crate::fault::{Fault, planted};
use crate::machine::Frame;
use crate::memory::Kind;
use crate::step::{How, Place, Step};
use crate::stop::Stop;
use crate::value::Slot;
use tw_ir::Type;

impl Step<'_> {
    /// Lays out additional arguments in memory.
    pub(crate) fn variadic(
        &mut self,
        args: &[(u32, Type)],
        active: Activation,
        stack: &[Slot],
    ) -> Result<u32, Stop> {
        let (pointer, constants) = (self.cx.program.pointer_bytes, &self.cx.program.constants);
        let places = places(args, pointer);
        let size = places.last().map_or(0, |(at, _, ty)| (at + ty.bytes(pointer)).next_multiple_of(pointer));
        let object = self.machine.memory.allocate(Kind::Variadic, size, true);
        for (offset, source, ty) in places {
            let bytes = ty.bytes(pointer);
            let slot = active.get(source, stack, constants);
            self.machine.memory.write(object, offset, bytes.min(8), slot)?;
            if bytes > 8 {
                let high = active.get(source + 1, stack, constants);
                self.machine.memory.write(object, offset + 8, bytes - 8, high)?;
            }
        }
        Ok(object)
    }

    /// Returns whether it was done; otherwise the step ends before it.
    pub(crate) fn va_start(&mut self, list: Slot) -> Result<bool, Stop> {
        let pointer = self.cx.program.pointer_bytes;
        let bytes = if pointer == 8 { 24 } else { 4 };
        let how = How { write: true, atomic: self.in_runtime() };
        let Some(place) = self.reach(list, bytes, how, "va_start")? else { return Ok(false) };
        let Place::State(object, offset) = place else { return Ok(true) };
        let frame = self.machine.threads[self.thread].frames.last().expect("a frame");
        let arguments = Slot::address(frame.variadic, 0);
        let memory = &mut self.machine.memory;
        let before = memory.watched(object, offset, bytes as u32);
        if pointer == 8 {
            memory.write(object, offset, 4, Slot::int(48))?;
            memory.write(object, offset + 4, 4, Slot::int(304))?;
            memory.write(object, offset + 8, 8, arguments)?;
            memory.write(object, offset + 16, 8, Slot::int(0))?;
        } else {
            memory.write(object, offset, 4, arguments)?;
        }
        before.iter().for_each(|before| memory.changes(object, offset, before, false));
        Ok(true)
    }

    /// `va_arg` reads the argument at `place`: one of this type was passed there.
    pub(crate) fn check_argument(&self, place: Slot, number: i64) -> Result<(), Stop> {
        if place.is_undefined() || planted(Fault::ArgumentTypesIgnored) {
            return Ok(());
        }
        let Some(args) = self.passed(place.object) else { return Ok(()) };
        let found = places(args, self.cx.program.pointer_bytes);
        let passed = found.iter().find(|(at, ..)| u64::from(*at) == place.bits).map(|(.., ty)| *ty);
        // What lies behind the last argument is out of bounds.
        let last = found.last().map_or(0, |(at, ..)| u64::from(*at));
        if passed.is_some_and(|ty| i64::from(ty.number()) == number) || place.bits > last {
            return Ok(());
        }
        // `NULL` of C++ is an integer.
        let pointer = self.cx.program.pointer_bytes;
        let is_word =
            passed == Some(Type::Int((8 * pointer) as u8)) && number == i64::from(Type::Ptr.number());
        if is_word && self.peek(place, pointer) == Some(Slot::int(0)) {
            return Ok(());
        }
        Err(crate::stop::bad_access("va_arg of another type than the argument has"))
    }

    /// The additional arguments that lie in an object.
    fn passed(&self, object: u32) -> Option<&[(u32, Type)]> {
        let kind = self.machine.memory.get(object)?.kind;
        if kind == Kind::Variadic {
            self.machine.memory.footprint.asks_everything();
        }
        let frames = self.machine.threads.iter().filter(|_| kind == Kind::Variadic).map(|t| &t.frames);
        let mut calls = frames.flat_map(|frames| frames.windows(2)).filter(|two| two[1].variadic == object);
        self.of_call(calls.next()?)
    }

    /// The additional arguments of a call, from the frames of the caller and the callee.
    fn of_call(&self, frames: &[Frame]) -> Option<&[(u32, Type)]> {
        let [caller, callee] = frames else { return None };
        let code = |frame: &Frame| self.cx.program.functions[frame.function as usize].as_ref();
        let waiting = code(caller)?;
        let Inst::Call(call) = waiting.insts[caller.pc as usize] else { return None };
        waiting.calls[call as usize].args.get(code(callee)?.params.len()..)
    }
}

/// Where additional arguments lie: offset, register, type.
fn places(args: &[(u32, Type)], pointer: u32) -> Vec<(u32, u32, Type)> {
    let mut at = 0;
    let place = |(source, ty): &(u32, Type)| {
        let bytes = ty.bytes(pointer);
        let start = u32::next_multiple_of(at, if bytes > 8 { 16 } else { pointer });
        at = start + bytes;
        (start, *source, *ty)
    };
    args.iter().map(place).collect()
}
