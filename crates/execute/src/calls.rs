//! Calls, returns, exceptions, and memory bound to frames.

use crate::activation::Activation;
use crate::code::{CallCode, FuncCode, NONE, is_wide};
use crate::fault::{Fault, planted};
use crate::machine::Frame;
use crate::memory::{Kind, MAX_OBJECT};
use crate::step::{End, Flow, How, Meaning, Place, Step};
use crate::stop::Stop;
use crate::value::{Slot, mask};
use smallvec::SmallVec;
use tw_index::Id;
use tw_ir::{InstrKind, Type};
use tw_verdict::Property;

/// Deeper recursion is not followed.
const MAX_FRAMES: usize = 20_000;

impl Step<'_> {
    pub(crate) fn call(
        &mut self,
        active: Activation,
        call: u32,
        stack: &mut Vec<Slot>,
    ) -> Result<Flow, Stop> {
        let constants = &self.cx.program.constants;
        let call = &active.code.calls[call as usize];
        if call.check != NONE {
            self.comes_to(call.check);
        }
        let function = if call.function != NONE {
            call.function
        } else {
            let pointer = active.get(call.pointer, stack, constants);
            if pointer.is_undefined() {
                return Err(self.no_address(pointer, "a call"));
            }
            match self.cx.program.function_of(pointer.object) {
                Some(function) if pointer.bits == 0 => {
                    self.check_signature(function, call)?;
                    function as u32
                }
                _ if pointer.object == 0 && pointer.bits == 0 => {
                    return Err(crate::stop::bad_access("a call through a null pointer"));
                }
                _ => return Err(crate::stop::bad_access("a call through something that is no function")),
            }
        };
        let Some(callee) = self.cx.program.functions[function as usize].as_ref() else {
            return self.external(function, call, active, stack);
        };
        let depth = self.machine.threads[self.thread].frames.len();
        if depth >= MAX_FRAMES {
            return Err(Stop::unsupported(format!("recursion deeper than {MAX_FRAMES} calls")));
        }
        let caller = self.machine.threads[self.thread].frames.last_mut().expect("a caller");
        caller.pc = self.pc;
        let caller_atomic = caller.atomic;
        let atomic = callee.atomic || (caller_atomic && !active.code.runtime);
        let new_base = stack.len();
        stack.resize(new_base + callee.slots as usize, Slot::default());
        for (i, param) in callee.params.iter().enumerate() {
            let width = param.ty.bits(self.cx.program.pointer_bytes);
            let Some((source, ty)) = call.args.get(i) else {
                stack[new_base + param.slot as usize] = Slot::undefined(width.min(64));
                if is_wide(param.ty) {
                    stack[new_base + param.slot as usize + 1] = Slot::undefined(width - 64);
                }
                continue;
            };
            fits(*ty, param.ty)?;
            let slot = active.get(*source, stack, constants);
            stack[new_base + param.slot as usize] = resized(slot, width, self.cx.program.pointer_bytes)?;
            if is_wide(param.ty) {
                let wide = is_wide(*ty);
                let high = if wide { active.get(*source + 1, stack, constants) } else { Slot::default() };
                stack[new_base + param.slot as usize + 1] = high;
            }
        }
        let mut frame = Frame { function, base: new_base as u32, atomic, ..Frame::default() };
        if callee.variadic && call.args.len() > callee.params.len() {
            let object = self.variadic(&call.args[callee.params.len()..], active, stack)?;
            frame.variadic = object;
            frame.objects.push(object);
        }
        self.machine.threads[self.thread].frames.push(frame);
        if !atomic && self.closes_loop(function, 0) {
            self.pc = 0;
            return Ok(Flow::End(End::Paused));
        }
        Ok(Flow::Reframed)
    }

    /// A call through a pointer has the types of the function.
    fn check_signature(&self, function: usize, call: &CallCode) -> Result<(), Stop> {
        let Some(callee) = self.cx.program.functions[function].as_ref() else { return Ok(()) };
        let declared = &self.cx.program.module.functions.as_slice()[function];
        let count = if callee.variadic { callee.params.len() } else { call.args.len() };
        let given = call.args.iter().map(|(_, ty)| *ty).take(count);
        let results = call.dests.iter().map(|dest| dest.ty);
        let arity = call.variadic || !callee.variadic;
        if arity
            && given.eq(callee.params.iter().map(|param| param.ty))
            && results.eq(declared.results.iter().copied())
            || planted(Fault::SignaturesIgnored)
        {
            return Ok(());
        }
        Err(crate::stop::bad_access("a call through a pointer of another type than the function has"))
    }

    /// A function without code.
    fn external(
        &mut self,
        function: u32,
        call: &CallCode,
        active: Activation,
        stack: &mut [Slot],
    ) -> Result<Flow, Stop> {
        let module = &self.cx.program.module;
        let name = &module.functions.as_slice()[function as usize].display;
        // Their effect is what they are for.
        let plain = name.trim_start_matches('_');
        // text: names of functions.
        let jump = plain.ends_with("setjmp") || plain.ends_with("longjmp");
        if !self.cx.options.havoc_externals && !jump {
            return Err(Stop::no_model(name));
        }
        let next = active.code.insts.get(self.pc as usize + 1);
        if jump || (call.normal == NONE && matches!(next, Some(crate::code::Inst::Unreachable))) {
            return Err(Stop::unsupported(format!(
                "the function {name}, which does not return as others do"
            )));
        }
        if !self.notes.havocked.contains(name) {
            self.notes.havocked.push(name.clone());
        }
        for dest in &call.dests {
            let width = dest.ty.bits(self.cx.program.pointer_bytes);
            let narrow = matches!(dest.ty, Type::Int(_) | Type::F32 | Type::F64) && !is_wide(dest.ty);
            if !narrow {
                return Err(Stop::unsupported(format!("an arbitrary result of {name}, which is no number")));
            }
            let value = self.input(width, false, None, false)?;
            active.set(dest.slot, Slot::int(value.cast_unsigned() & mask(width)), stack);
        }
        if call.normal != NONE {
            let edge = &active.code.edges[call.normal as usize];
            active.follow(edge, stack, &self.cx.program.constants);
            self.pc = edge.pc;
            let frame = self.machine.threads[self.thread].frames.last_mut().expect("a frame");
            frame.pc = edge.pc;
            return Ok(Flow::Reframed);
        }
        Ok(Flow::Next)
    }

    pub(crate) fn ret(&mut self, values: &[(Slot, Slot, Type)], stack: &mut Vec<Slot>) -> Result<Flow, Stop> {
        if self.cx.options.checks(Property::DataRace) {
            let frame = self.machine.threads[self.thread].frames.last().expect("a frame returns");
            let objects: SmallVec<[u32; 4]> = frame.objects.clone();
            self.lifetimes_end(&objects)?;
        }
        let frame = self.machine.threads[self.thread].frames.pop().expect("a frame returns");
        self.observe_ends(&frame.objects);
        self.machine.memory.calls_end(self.thread, self.machine.threads[self.thread].frames.len());
        stack.truncate(frame.base as usize);
        for object in &frame.objects {
            self.machine.memory.kill(*object);
        }
        let Some(caller) = self.machine.threads[self.thread].frames.last_mut() else {
            return self.end_thread().map(Flow::End);
        };
        let active = Activation::of(self.cx.program, caller);
        let code = active.code;
        let crate::code::Inst::Call(call) = code.insts[caller.pc as usize] else {
            unreachable!("a frame below another one waits at a call");
        };
        let call = &code.calls[call as usize];
        for (i, dest) in call.dests.iter().enumerate() {
            let width = dest.ty.bits(self.cx.program.pointer_bytes);
            let (low, high) = match values.get(i) {
                Some((low, high, ty)) => {
                    fits(*ty, dest.ty)?;
                    (resized(*low, width, self.cx.program.pointer_bytes)?, *high)
                }
                None => (Slot::undefined(width.min(64)), Slot::undefined(width.saturating_sub(64))),
            };
            active.set(dest.slot, low, stack);
            if is_wide(dest.ty) {
                active.set(dest.slot + 1, high, stack);
            }
        }
        if call.normal == NONE {
            caller.pc += 1;
        } else {
            let edge = &code.edges[call.normal as usize];
            active.follow(edge, stack, &self.cx.program.constants);
            let backwards = edge.pc <= caller.pc;
            self.traits.looped |= backwards;
            caller.pc = edge.pc;
            // As at other jumps backwards, a step that has chosen or is too long ends here.
            let atomic = caller.atomic || code.runtime || self.machine.threads[self.thread].section;
            if backwards && !atomic && self.must_end(false) {
                self.pc = edge.pc;
                return Ok(Flow::End(End::Paused));
            }
        }
        self.tidy(stack);
        Ok(Flow::Reframed)
    }

    /// Whether other threads can reach a variable of the innermost `count` frames.
    pub(crate) fn frames_are_known_to_others(&self, count: usize) -> bool {
        let frames = &self.machine.threads[self.thread].frames;
        let known = |object: &u32| self.machine.memory.get(*object).is_some_and(|o| o.notices(true));
        !planted(Fault::LifetimeInvisible)
            && frames.iter().rev().take(count).flat_map(|f| &f.objects).any(known)
    }

    /// The end of a lifetime is a write: it may race with an access of another thread.
    fn lifetimes_end(&mut self, objects: &[u32]) -> Result<(), Stop> {
        for object in objects.iter().copied() {
            let size = self.size_of(object);
            if self.may_race(object) {
                self.race(Slot::address(object, 0), size, How { write: true, atomic: self.in_runtime() })?;
            }
        }
        Ok(())
    }

    /// The life of an object of the frame ends, and with `rest` that of all that were made after it. Returns whether it was
    /// done; otherwise the step ends before it.
    pub(crate) fn end_life(&mut self, address: Slot, rest: bool) -> Result<bool, Stop> {
        let frame = self.machine.threads[self.thread].frames.last().expect("a frame");
        let Some(at) = frame.objects.iter().position(|object| *object == address.object) else {
            return Ok(true);
        };
        let end = if rest { frame.objects.len() } else { at + 1 };
        let ended: SmallVec<[u32; 4]> = frame.objects[at..end].into();
        let known = |object: &u32| self.machine.memory.get(*object).is_some_and(|o| o.notices(true));
        if ended.iter().any(known) && !planted(Fault::LifetimeInvisible) && self.must_pause() {
            return Ok(false);
        }
        self.lifetimes_end(&ended)?;
        if planted(Fault::LifeNotEnded) {
            return Ok(true);
        }
        self.observe_ends(&ended);
        ended.iter().for_each(|object| self.machine.memory.kill(*object));
        ended.iter().for_each(|object| self.machine.memory.local_ends(*object));
        self.machine.threads[self.thread].frames.last_mut().expect("a frame").objects.drain(at..end);
        Ok(true)
    }

    pub(crate) fn alloca(&mut self, size: u64, count: u64) -> Result<Slot, Stop> {
        let bytes = size.checked_mul(count).filter(|b| *b <= MAX_OBJECT);
        let Some(bytes) = bytes else {
            return Err(Stop::unsupported("a local array of more than 256 MB"));
        };
        let object =
            self.machine.memory.allocate(Kind::Local, bytes as u32, !planted(Fault::LifeBeginsDefined));
        let frame = self.machine.threads[self.thread].frames.last_mut().expect("a frame");
        frame.objects.push(object);
        Ok(Slot::address(object, 0))
    }

    /// Goes on unwinding: calls the library's function for it.
    pub(crate) fn resume(&mut self, exception: Slot, stack: &mut Vec<Slot>) -> Result<Flow, Stop> {
        let module = &self.cx.program.module;
        let found = module.functions.enumerate().find(|(_, f)| f.name == "_Unwind_Resume");
        let code = found
            .and_then(|(id, _)| Some((id.index() as u32, self.cx.program.functions[id.index()].as_ref()?)));
        let Some((function, code)) = code else {
            return Err(Stop::unsupported("an exception without the models of C++"));
        };
        let frame = self.machine.threads[self.thread].frames.last_mut().expect("a frame");
        frame.pc = self.pc;
        let base = stack.len();
        stack.resize(base + code.slots as usize, Slot::default());
        if let Some(param) = code.params.first() {
            stack[base + param.slot as usize] = exception;
        }
        let frame = Frame { function, base: base as u32, atomic: code.atomic, ..Frame::default() };
        self.machine.threads[self.thread].frames.push(frame);
        Ok(Flow::Reframed)
    }

    /// The landing pad of the call that is active in a frame: first instruction, and its clauses.
    pub(crate) fn landing_pad(&self, above: usize) -> Option<Option<(u32, &InstrKind)>> {
        let frames = &self.machine.threads[self.thread].frames;
        let frame = &frames[frames.len().checked_sub(1 + above)?];
        let code = self.cx.program.functions[frame.function as usize].as_ref()?;
        let crate::code::Inst::Call(call) = code.insts[frame.pc as usize] else { return Some(None) };
        let edge = code.calls[call as usize].exception;
        if edge == NONE {
            return Some(None);
        }
        let pc = code.edges[edge as usize].pc;
        let (block, position) = code.places[pc as usize];
        let body = self.cx.program.module.functions.as_slice()[frame.function as usize].body.as_ref()?;
        Some(Some((edge, &body.blocks.as_slice()[block as usize].instrs[position as usize].kind)))
    }

    /// Leaves all frames below the one `above` frames up, and lands there.
    pub(crate) fn unwind(
        &mut self,
        above: usize,
        exception: Slot,
        selector: Slot,
        stack: &mut Vec<Slot>,
    ) -> Result<Flow, Stop> {
        let Some(Some((edge, _))) = self.landing_pad(above) else {
            return Err(Stop::unsupported("unwinding to a frame without a landing pad"));
        };
        let thread = &mut self.machine.threads[self.thread];
        let keep = thread.frames.len() - above;
        let dying: Vec<u32> = thread.frames.drain(keep..).flat_map(|frame| frame.objects).collect();
        self.observe_ends(&dying);
        dying.into_iter().for_each(|object| self.machine.memory.kill(object));
        self.machine.memory.calls_end(self.thread, keep);
        let thread = &mut self.machine.threads[self.thread];
        let frame = thread.frames.last_mut().expect("a frame catches");
        let active = Activation::of(self.cx.program, frame);
        let code = active.code;
        stack.truncate(active.base + code.slots as usize);
        let edge = &code.edges[edge as usize];
        active.follow(edge, stack, &self.cx.program.constants);
        self.traits.looped |= edge.pc <= frame.pc;
        frame.pc = edge.pc;
        if let crate::code::Inst::Extra(extra) = code.insts[edge.pc as usize]
            && let crate::code::Extra::LandingPad { exception: e, selector: s } = &code.extras[extra as usize]
        {
            active.set(*e, exception, stack);
            active.set(*s, selector, stack);
        }
        Ok(Flow::Reframed)
    }

    pub(crate) fn mem_copy(
        &mut self,
        code: &FuncCode,
        to: Slot,
        from: Slot,
        len: Slot,
        overlap: bool,
    ) -> Result<Flow, Stop> {
        if len.is_undefined() {
            return Err(len.unusable("the length of a copy"));
        }
        if len.bits == 0 {
            return Ok(Flow::Next);
        }
        self.about_to_move(len.bits)?;
        let atomic = code.runtime;
        let Some(source) = self.reach(from, len.bits, How { write: false, atomic }, "a copy reads")? else {
            return Ok(self.paused());
        };
        let how = How { write: true, atomic };
        let Some(target) = self.reach(to, len.bits, how, "a copy writes")? else { return Ok(self.paused()) };
        let Place::State(target, at) = target else { return Ok(Flow::Next) };
        let length = len.bits as u32;
        let before = self.machine.memory.watched(target, at, length);
        match source {
            Place::State(object, offset) => {
                let meets = object == target && offset < at + length && at < offset + length && offset != at;
                if meets && !overlap {
                    return Err(crate::stop::bad_access("memcpy with ranges that overlap"));
                }
                let memory = &self.machine.memory;
                let found = if planted(Fault::CopiesUntouched) {
                    memory.table()[(object - memory.first) as usize]
                } else {
                    *memory.at(object)
                };
                self.machine.memory.copy((target, at), (&found, offset), length, None);
            }
            Place::Constant(object, offset) => {
                let constants = self.cx.constants;
                let found = *constants.at(object);
                self.machine.memory.copy((target, at), (&found, offset), length, Some(constants));
            }
        }
        before.iter().for_each(|before| self.machine.memory.changes(target, at, before, true));
        self.given();
        Ok(Flow::Next)
    }

    pub(crate) fn mem_set(&mut self, code: &FuncCode, to: Slot, byte: Slot, len: Slot) -> Result<Flow, Stop> {
        if len.is_undefined() {
            return Err(len.unusable("the length of a fill"));
        }
        if byte.parts != 0 {
            return Err(byte.unusable("a fill"));
        }
        if len.bits == 0 {
            return Ok(Flow::Next);
        }
        self.about_to_move(len.bits)?;
        let how = How { write: true, atomic: code.runtime };
        let Some(place) = self.reach(to, len.bits, how, "a fill")? else { return Ok(self.paused()) };
        if let Place::State(object, offset) = place {
            let memory = &mut self.machine.memory;
            let before = memory.watched(object, offset, len.bits as u32);
            memory.fill(object, offset, len.bits as u32, byte.bits as u8, byte.undef as u8);
            before.iter().for_each(|before| memory.changes(object, offset, before, true));
        }
        Ok(Flow::Next)
    }

    /// A value from outside: one of `left`, or else one of the possibilities for its width.
    pub(crate) fn input(
        &mut self,
        width: u32,
        is_signed: bool,
        left: Option<Vec<i64>>,
        only_samples: bool,
    ) -> Result<i64, Stop> {
        let range = self.cx.options.nondet_range.filter(|_| !only_samples);
        let (values, sampled) = match left {
            Some(left) => (left, false),
            None => crate::input::values(width, is_signed, range, &self.cx.program.interesting),
        };
        if values.is_empty() {
            return Err(Stop::unsupported(format!(
                "the range of inputs leaves no value for an input of {width} bits"
            )));
        }
        if sampled || only_samples {
            let loc = self.user_loc();
            crate::step::earliest(&mut self.notes.sampled, loc);
        }
        let taken = self.choose(values.len() as u32, Meaning::Number) as usize;
        let value = values[taken.min(values.len() - 1)];
        self.choices.last_mut().expect("just made").meaning = Meaning::Input(value);
        Ok(value)
    }

    /// Place in the source of the innermost active instruction of user code.
    pub(crate) fn user_loc(&self) -> Option<tw_ir::Loc> {
        let frames = &self.machine.threads[self.thread].frames;
        let top = frames.len() - 1;
        let user =
            |f: &Frame| self.cx.program.functions[f.function as usize].as_ref().is_some_and(|c| !c.runtime);
        let (i, frame) = frames.iter().enumerate().rev().find(|(_, f)| user(f))?;
        let pc = if i == top { self.pc } else { frame.pc };
        crate::step::instruction_loc(self.cx.program, frame.function, pc)
    }

    /// Ends the process: memory that was lost is a violation.
    pub(crate) fn exit(&mut self, stack: &[Slot]) -> Result<End, Stop> {
        self.machine.ended = true;
        crate::reachable::check_leaks(self.cx, self.machine, (self.thread, stack, self.pc))?;
        Ok(End::Exited)
    }
}

/// Integers and pointers may stand for each other; floating point may not.
fn fits(from: Type, to: Type) -> Result<(), Stop> {
    let float = |ty: Type| matches!(ty, Type::F32 | Type::F64 | Type::F80);
    if (float(from) || float(to)) && from != to {
        return Err(Stop::unsupported("a call with arguments of other types than the function has"));
    }
    Ok(())
}

fn resized(slot: Slot, width: u32, pointer_bytes: u32) -> Result<Slot, Stop> {
    if slot.parts != 0 {
        return slot.low_parts(width.min(64), pointer_bytes);
    }
    let m = mask(width.min(64));
    Ok(Slot { bits: slot.bits & m, undef: slot.undef & m, ..slot })
}
