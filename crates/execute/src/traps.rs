//! Services of the machine for the library models; their meaning is stated in `tw_ir::trap`.

use crate::activation::Activation;
use crate::code::NONE;
use crate::fault::{Fault, planted};
use crate::machine::{Status, Thread};
use crate::memory::{Kind, MAX_OBJECT, wrong_free};
use crate::reachable;
use crate::step::{End, Flow, How, Meaning, Place, Step};
use crate::stop::{Stop, Unsupported};
use crate::value::{Slot, mask, signed};
use tw_ir::{Assumed, Clause, Family, InstrKind, Operand, Outside, Symbol, Trap, Violated, Wait};
use tw_verdict::{Breach, Property};

/// No machine has so much memory.
const IMPOSSIBLE: u64 = 1 << 47;

/// More threads at once than this are not followed.
const MAX_THREADS: usize = 1000;

/// `memory_order_seq_cst`, as the argument of [`Trap::Ordered`].
const SEQ_CST: u64 = 5;

impl Step<'_> {
    pub(crate) fn trap(
        &mut self,
        active: Activation,
        trap: u32,
        stack: &mut Vec<Slot>,
    ) -> Result<Flow, Stop> {
        let trap = &active.code.traps[trap as usize];
        let constants = &self.cx.program.constants;
        let get = |i: usize| active.get(trap.args[i], stack, constants);
        let number = |i: usize| signed(get(i).bits, 32);
        let result = match trap.trap {
            Trap::Choose => {
                let of = get(0);
                if of.is_undefined() {
                    return Err(of.unusable("a choice"));
                }
                match u32::try_from(number(0)) {
                    Ok(of) if of > 0 => Slot::int(u64::from(self.choose(of, Meaning::Number))),
                    _ => return Ok(Flow::End(End::Discarded)),
                }
            }
            Trap::Input => {
                let (width, is_signed) = ((number(0) as u32).clamp(1, 64), number(1) != 0);
                let slot = active.base + trap.dest as usize;
                // 2: the bits of something that is no integer; only samples can be tried.
                let sampled = number(1) == 2;
                let few = width <= 8 || trap.dest == NONE || self.cx.options.nondet_range.is_some();
                let left =
                    if few || sampled { None } else { self.assumed_values(width, is_signed, slot, stack) };
                if left.as_ref().is_some_and(Vec::is_empty) {
                    return Ok(Flow::End(End::Discarded));
                }
                Slot::int(self.input(width, is_signed, left, sampled)?.cast_unsigned())
            }
            Trap::Assume => {
                let holds = get(0);
                if holds.is_undefined() {
                    return Err(holds.unusable("an assumption"));
                }
                if holds.bits == 0 && holds.object == 0 {
                    return Ok(Flow::End(End::Discarded));
                }
                return Ok(Flow::Next);
            }
            Trap::Block => {
                let why = number(0);
                let Some(why) = Wait::numbered(why) else {
                    return Err(Stop::unsupported(format!("a wait of kind {why}")));
                };
                return Ok(Flow::End(End::Blocked(self.blocked(why, get(1), number(2), number(3)))));
            }
            Trap::Spurious => {
                self.traits.visible = true;
                self.spurious = true;
                return Ok(Flow::Next);
            }
            Trap::Alloc => {
                let size = get(0);
                let Some(family) = Family::numbered(number(1)) else {
                    return Err(Stop::unsupported("an allocation of an unknown kind"));
                };
                // Which addresses can be reused depends on what others have freed; what is allocated when the
                // process ends may be asked for.
                let cleanup = self.cx.options.checks(Property::Cleanup) && !planted(Fault::CleanupInvisible);
                let noticed = (self.others.free && !planted(Fault::MallocInvisible)) || cleanup;
                if !family.is_library() && noticed && self.must_pause() {
                    return Ok(self.paused());
                }
                self.allocate(size, family, stack)?
            }
            Trap::Free => {
                let address = get(0);
                if !self.free(address)? {
                    return Ok(self.paused());
                }
                return Ok(Flow::Next);
            }
            Trap::Family => {
                let address = self.whole(get(0))?;
                if self.is_noticed(address) {
                    if self.must_pause() {
                        return Ok(self.paused());
                    }
                    self.race_of_free(address)?;
                }
                let found =
                    self.machine.memory.get(address.object).filter(|o| o.alive && o.kind == Kind::Heap);
                Slot::int(found.filter(|_| address.bits == 0).map_or(u64::MAX, |o| o.family as u64))
            }
            Trap::Size => Slot::int(self.size_of(self.whole(get(0))?.object)),
            Trap::ThreadNew => {
                let (function, argument, record) = (self.whole(get(0))?, get(1), get(2));
                // Nobody can tell when a thread came to be, unless it is one too many, or its number depends on it.
                let bounded = self.cx.options.threads.is_some();
                let numbered = !self.cx.options.has_references();
                let noticed = bounded || numbered && self.others.create && !planted(Fault::CreatorsIgnored);
                if noticed && self.must_pause() {
                    return Ok(self.paused());
                }
                self.thread_new(function, argument, record)?;
                return Ok(Flow::Next);
            }
            Trap::Mine => self.machine.threads[self.thread].record,
            Trap::Identity => get(0),
            Trap::GoesAhead => Slot::int(u64::from(self.goes_ahead(get(0)))),
            Trap::Number | Trap::Nth if self.cx.options.has_references() => {
                return Err(Stop::Unsupported(Box::new(Unsupported::Identity)));
            }
            Trap::Number => Slot::int(self.thread as u64),
            Trap::Nth | Trap::Record | Trap::Joined => {
                let asked = (trap.trap, get(0));
                match self.record(asked)? {
                    Some(record) => record,
                    None => return Ok(self.paused()),
                }
            }
            Trap::ThreadExit => {
                if self.end_is_noticed() && self.must_pause() {
                    return Ok(self.paused());
                }
                return self.end_thread().map(Flow::End);
            }
            Trap::Last => {
                // As long as somebody lives who cannot end, nobody is the last.
                if self.others.all_end && !planted(Fault::LastIgnored) && self.must_pause() {
                    return Ok(self.paused());
                }
                Slot::int(u64::from(self.machine.live_threads() == 1 && !self.machine.skipped))
            }
            Trap::Exit => {
                self.traits.visible = true;
                self.exit_code = Some(number(0) as i32);
                return self.exit(stack).map(Flow::End);
            }
            Trap::Abort => {
                self.traits.visible = true;
                self.machine.ended = true;
                return Ok(Flow::End(End::Exited));
            }
            Trap::Violation => {
                let (property, text) = (number(0), get(1));
                let breach = self.breach(property, text)?;
                if self.cx.options.checks(breach.property) {
                    return Err(Stop::Breach(breach));
                }
                return Ok(Flow::Next);
            }
            Trap::Undefined => {
                let (property, text) = (number(0), get(1));
                return Err(Stop::Breach(self.breach(property, text)?));
            }
            Trap::Unsupported => {
                let text = get(0);
                return Err(Stop::unsupported(self.text(text)));
            }
            Trap::Assumed => {
                let ended = |t: &Thread| t.status == Status::Ended;
                let what = Assumed::numbered(number(0));
                let used = match what {
                    Some(Assumed::FreshIds) => self.machine.others().iter().any(ended),
                    Some(Assumed::SafeCalls) => self.machine.live_threads() > 1,
                    _ => true,
                };
                self.notes.assumed.extend(what.filter(|_| used));
                return Ok(Flow::Next);
            }
            Trap::Ordered => {
                if get(0) != Slot::int(SEQ_CST) {
                    self.weaker();
                }
                return Ok(Flow::Next);
            }
            Trap::Outside => {
                let (what, name) = (number(0), get(1));
                let Some(what) = Outside::numbered(what) else {
                    return Err(Stop::unsupported("something from outside"));
                };
                if planted(Fault::OutsideIgnored) {
                    return Ok(Flow::Next);
                }
                let name = self.text(name);
                return Err(Stop::Unsupported(Box::new(Unsupported::Outside { what, name })));
            }
            Trap::AtomicBegin => {
                self.machine.threads[self.thread].section = true;
                return Ok(Flow::Next);
            }
            Trap::AtomicEnd => {
                self.machine.threads[self.thread].section = false;
                return Ok(Flow::Next);
            }
            Trap::Access => {
                let (address, bytes, write) = (get(0), get(1), number(2) != 0);
                if bytes.is_undefined() {
                    return Err(bytes.unusable("a length"));
                }
                if !self.is_point(address, write) {
                    self.passes_point();
                } else if self.must_pause_always() {
                    return Ok(self.paused());
                }
                if bytes.bits > 0 {
                    let what = if write { "a write" } else { "a read" };
                    let reached = self.reach(address, bytes.bits, How { write, atomic: false }, what)?;
                    debug_assert!(reached.is_some(), "the pause was decided before");
                }
                return Ok(Flow::Next);
            }
            Trap::Print => {
                let (text, bytes) = (self.whole(get(0))?, get(1));
                if bytes.parts != 0 {
                    return Err(bytes.unusable("a length"));
                }
                self.print(text, bytes.bits)?;
                return Ok(Flow::Next);
            }
            Trap::Waited => {
                let (lock, bytes) = (get(0), get(1).bits);
                self.waited(lock, bytes);
                return Ok(Flow::Next);
            }
            Trap::Notices => return Ok(Flow::Next),
            Trap::Locked | Trap::Unlocked | Trap::Holds | Trap::Held | Trap::Forget => {
                let how = if trap.args.len() > 1 { number(1) } else { 0 };
                let lock = get(0);
                if trap.trap == Trap::Unlocked {
                    self.unlocked(lock);
                }
                match self.lock_trap(trap.trap, lock, how)? {
                    Some(result) => result,
                    None => return Ok(Flow::Next),
                }
            }
            Trap::Wait | Trap::WaitState | Trap::Waiting | Trap::Wake => {
                let mut rest = [0; 3];
                (1..trap.args.len()).for_each(|i| rest[i - 1] = number(i));
                let place = get(0);
                if self.machine.memory.get(place.object).is_some_and(|o| o.notices(true)) && self.must_pause()
                {
                    return Ok(self.paused());
                }
                match self.wait_trap(trap.trap, place, rest)? {
                    Some(result) => result,
                    None => return Ok(Flow::Next),
                }
            }
            Trap::ClockShows => return Ok(Flow::Next),
            Trap::IsPointer => {
                let address = self.whole(get(0))?;
                if self.is_noticed(address) && !self.goes_on_with(address.object) && self.must_pause() {
                    return Ok(self.paused());
                }
                let known = self.machine.memory.get(address.object).map(|o| o.alive);
                let constant = address.object > 0 && known.is_none();
                Slot::int(match known {
                    Some(true) => 1,
                    Some(false) => 2,
                    None => u64::from(constant),
                })
            }
            Trap::IsNumber => Slot::int(u64::from(get(0).is_plain())),
            Trap::IsAutomatic => {
                let object = self.machine.memory.get(self.whole(get(0))?.object);
                Slot::int(u64::from(object.is_some_and(|o| matches!(o.kind, Kind::Local | Kind::Constant))))
            }
            Trap::Argument => {
                self.check_argument(get(0), number(1))?;
                return Ok(Flow::Next);
            }
            Trap::Constant => {
                self.machine.memory.make_constant(get(0).object);
                return Ok(Flow::Next);
            }
            Trap::Aligned => {
                let (object, alignment) = (get(0).object, get(1).bits);
                Slot::int(u64::from(self.align(object, alignment)))
            }
            Trap::Resize => {
                self.resize(get(0), get(1))?;
                return Ok(Flow::Next);
            }
            Trap::Clause => {
                let (above, clause, target) = (number(0), number(1), get(2));
                match self.clause(above, clause, target)? {
                    Some(kind) => kind,
                    None => return Ok(self.paused()),
                }
            }
            Trap::Unwind => {
                let (above, exception, selector) = (number(0), get(1), get(2));
                let above = usize::try_from(above).unwrap_or(0);
                if self.frames_are_known_to_others(above) && self.must_pause() {
                    return Ok(self.paused());
                }
                return self.unwind(above, exception, selector, stack);
            }
            Trap::JumpMark => self.jump_mark(stack),
            Trap::JumpTarget => self.jump_target(self.whole(get(0))?)?,
            Trap::Jump => {
                let (mark, value) = (self.whole(get(0))?, get(1));
                return self.jump_to(mark, value, stack);
            }
            Trap::TypeId => {
                let ty = get(0);
                Slot::int(if ty.object == 0 { 1 } else { u64::from(ty.object) + 1 })
            }
        };
        if trap.dest != NONE {
            let m = mask(trap.width);
            active.set(trap.dest, Slot { bits: result.bits & m, ..result }, stack);
        }
        Ok(Flow::Next)
    }

    /// Whether an explicit interleaving point is one: somebody else can notice what follows.
    fn is_point(&self, address: Slot, write: bool) -> bool {
        let known = self.machine.memory.get(address.object);
        // The end of a thread begins with a look at its own record: it is one action up to the death of its variables.
        let ends = address.object != 0 && address.object == self.machine.threads[self.thread].record.object;
        !self.cx.options.reductions.stores
            || ends && self.end_is_noticed()
            || match known {
                Some(object) => object.notices(write),
                None => address.object == 0,
            }
    }

    /// Whether somebody else can notice the end of the thread: its local variables die.
    fn end_is_noticed(&self) -> bool {
        let thread = &self.machine.threads[self.thread];
        let mut dying = thread.locals.iter().chain(thread.frames.iter().flat_map(|f| &f.objects));
        let noticed = |object: &u32| self.machine.memory.get(*object).is_some_and(|o| o.notices(true));
        !self.cx.options.reductions.stores || dying.any(noticed) && !planted(Fault::LocalEndsIgnored)
    }

    /// Freeing memory is a write to all of it.
    fn race_of_free(&mut self, address: Slot) -> Result<(), Stop> {
        let Some(object) = self.machine.memory.get(address.object).copied() else { return Ok(()) };
        let how = How { write: true, atomic: object.kind == Kind::Library };
        self.race(Slot { bits: 0, ..address }, u64::from(object.size), how)
    }

    /// An address of which no bytes are missing, or something that is none.
    fn whole(&self, address: Slot) -> Result<Slot, Stop> {
        if address.parts == 0 { Ok(address) } else { Err(self.no_address(address, "an address")) }
    }

    /// Another thread may end the life of the object at this address.
    fn is_noticed(&self, address: Slot) -> bool {
        self.machine.memory.get(address.object).is_some_and(|o| o.written)
    }

    fn allocate(&mut self, size: Slot, family: Family, stack: &[Slot]) -> Result<Slot, Stop> {
        if size.is_undefined() {
            return Err(size.unusable("the size of an allocation"));
        }
        if (MAX_OBJECT + 1..IMPOSSIBLE).contains(&size.bits) {
            return Err(Stop::unsupported("an allocation of more than 256 MB"));
        }
        if size.bits >= IMPOSSIBLE {
            if !family.is_library() {
                self.choose(1, Meaning::Allocation { object: 0, reused: false });
            }
            return Ok(Slot::int(0));
        }
        let size = size.bits as u32;
        if family.is_library() {
            let object = self.machine.memory.allocate(Kind::Library, size, true);
            if family == Family::Record {
                self.machine.memory.set_family(object, family);
            }
            return Ok(Slot::address(object, 0));
        }
        let dead = |o: &crate::memory::Object| !o.alive && o.kind == Kind::Heap && o.size == size;
        let mut candidates: Vec<u32> = Vec::new();
        if self.machine.memory.all().iter().any(dead) {
            let running = Some((self.thread, stack, self.pc));
            let referenced = reachable::referenced(self.cx.program, self.machine, running);
            let objects = self.machine.memory.all().iter().zip(referenced).enumerate();
            let reusable = objects.filter(|(_, (o, referenced))| dead(o) && *referenced);
            candidates = reusable.map(|(i, _)| i as u32 + self.machine.memory.first).collect();
        }
        let of = candidates.len() as u32 + 1;
        let taken = self.choose(of, Meaning::Number);
        let (object, reused) = match taken.checked_sub(1).and_then(|i| candidates.get(i as usize)) {
            Some(object) => {
                self.machine.memory.revive(*object);
                self.machine.forget_holds(*object);
                (*object, true)
            }
            None => (self.machine.memory.allocate(Kind::Heap, size, true), false),
        };
        self.machine.memory.set_family(object, family);
        self.choices.last_mut().expect("just made").meaning = Meaning::Allocation { object, reused };
        Ok(Slot::address(object, 0))
    }

    /// `realloc` in place: the model has checked that it is memory of the heap, and how large it may become.
    fn resize(&mut self, address: Slot, bytes: Slot) -> Result<(), Stop> {
        let object = self.machine.memory.get(address.object);
        if object.is_none_or(|o| !o.alive || o.kind != Kind::Heap) || bytes.bits > MAX_OBJECT {
            return Err(Stop::unsupported("another size of something that is no memory of malloc"));
        }
        self.machine.memory.resize(address.object, bytes.bits as u32)
    }

    /// Returns whether it was done; otherwise the step ends before it.
    fn free(&mut self, address: Slot) -> Result<bool, Stop> {
        if address.is_undefined() {
            return Err(self.no_address(address, "the argument of free"));
        }
        if address.object == 0 && address.bits == 0 {
            return Ok(true);
        }
        let Some(object) = self.machine.memory.get(address.object).copied() else {
            return Err(wrong_free("free of something that is no memory of malloc"));
        };
        let cleanup = object.kind == Kind::Heap
            && self.cx.options.checks(Property::Cleanup)
            && !planted(Fault::CleanupInvisible);
        if (object.notices(true) && !planted(Fault::FreeInvisible)) || cleanup {
            if self.must_pause() {
                return Ok(false);
            }
            self.observe_ends(&[address.object]);
            self.race_of_free(address)?;
        }
        if !matches!(object.kind, Kind::Heap | Kind::Library) {
            return Err(wrong_free("free of a variable"));
        }
        if !object.alive {
            return Err(wrong_free("memory is freed twice"));
        }
        if address.bits != 0 {
            return Err(wrong_free("free of a pointer into the middle of an object"));
        }
        self.machine.memory.kill(address.object);
        Ok(true)
    }

    fn thread_new(&mut self, function: Slot, argument: Slot, record: Slot) -> Result<(), Stop> {
        let Some(start) = self.cx.program.function_of(function.object) else {
            return Err(crate::stop::bad_access("a thread is started with something that is no function"));
        };
        if self.cx.program.functions[start].is_none() {
            let name = &self.cx.program.module.functions.as_slice()[start].display;
            return Err(Stop::no_model(name));
        }
        if self.machine.others().len() >= MAX_THREADS {
            return Err(Stop::Unsupported(Box::new(Unsupported::ManyThreads(MAX_THREADS))));
        }
        let bound = self.cx.options.threads.map_or(usize::MAX, |n| n as usize);
        let runs = self.machine.running_threads() < bound;
        self.notes.beyond_bound |= !runs;
        self.machine.skipped |= !runs && self.cx.options.has_references();
        self.machine.start_thread(self.cx.program, start as u32, Some(argument), record, runs);
        self.no_longer_alone();
        Ok(())
    }

    fn breach(&self, property: i64, text: Slot) -> Result<Breach, Stop> {
        let (property, code) = match Violated::numbered(property) {
            Some(Violated::Assertion) => (Property::Assertion, "unreach-call"),
            Some(Violated::Memory) => (Property::Deref, "valid-deref"),
            Some(Violated::Pthread) => (Property::Pthread, "pthread"),
            Some(Violated::Arithmetic) => (Property::Arithmetic, "arithmetic"),
            Some(Violated::Overflow) => (Property::Overflow, "no-overflow"),
            Some(Violated::Free) => (Property::Free, "valid-free"),
            None => return Err(Stop::unsupported(format!("a violation of property {property}"))),
        };
        Ok(Breach { property, code: code.into(), message: self.text(text) })
    }

    /// Collects output, if asked to. Bytes of addresses are not known.
    fn print(&mut self, text: Slot, bytes: u64) -> Result<(), Stop> {
        let (memory, object) = match self.machine.memory.get(text.object) {
            Some(object) => (&self.machine.memory, Some(object)),
            None => (self.cx.constants, self.cx.constants.get(text.object)),
        };
        let held =
            object.filter(|o| o.alive).map_or(0, |o| u64::from(o.size).saturating_sub(text.bits).min(bytes));
        if object.is_some_and(|o| memory.holds_addresses(o, text.bits as u32, held as u32)) {
            return Err(crate::stop::depends_on_addresses("output of an address"));
        }
        if let (Some(output), Some(object)) = (&mut self.output, object) {
            let start = u64::from(object.data) + text.bits;
            let end = start + bytes.min(u64::from(object.size).saturating_sub(text.bits));
            output.extend_from_slice(&memory.data[start as usize..end as usize]);
        }
        Ok(())
    }

    /// The string at an address.
    fn text(&self, address: Slot) -> String {
        let mut bytes = Vec::new();
        let (memory, object) = match self.machine.memory.get(address.object) {
            Some(object) => (&self.machine.memory, Some(object)),
            None => (self.cx.constants, self.cx.constants.get(address.object)),
        };
        if let Some(object) = object {
            for offset in address.bits..u64::from(object.size) {
                match memory.data[(u64::from(object.data) + offset) as usize] {
                    0 => break,
                    byte => bytes.push(byte),
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// `None` if the step ends before it.
    fn clause(&mut self, above: i64, clause: i64, target: Slot) -> Result<Option<Slot>, Stop> {
        let answer = |n: i64| Ok(Some(Slot::int(n.cast_unsigned() & mask(32))));
        let Some(pad) = self.landing_pad(usize::try_from(above).unwrap_or(usize::MAX - 1)) else {
            return answer(-2);
        };
        let Some((_, InstrKind::LandingPad { clauses, cleanup, .. })) = pad else { return answer(-1) };
        let mut flat: Vec<(i64, Option<Operand>)> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Catch(ty) => flat.push((1, Some(*ty))),
                Clause::Filter(types) => {
                    flat.extend(types.iter().map(|ty| (2, Some(*ty))));
                    flat.push((4, None));
                }
            }
        }
        if *cleanup {
            flat.push((3, None));
        }
        let Some((kind, ty)) = usize::try_from(clause).ok().and_then(|c| flat.get(c).copied()) else {
            return answer(0);
        };
        if let Some(ty) = ty {
            let slot = match ty {
                Operand::Address(Symbol::Global(global), offset) => Slot::address(
                    self.cx.program.global_objects[tw_index::Id::index(global)],
                    offset.cast_unsigned(),
                ),
                _ => Slot::int(0),
            };
            let pointer = self.cx.program.pointer_bytes;
            let how = How { write: true, atomic: true };
            let Some(place) = self.reach(target, u64::from(pointer), how, "a write")? else {
                return Ok(None);
            };
            if let Place::State(..) = place {
                self.write(place, pointer, slot)?;
            }
        }
        answer(kind)
    }
}
