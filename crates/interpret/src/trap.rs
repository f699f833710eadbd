//! Services of the machine.

use crate::access::one_of;
use crate::memory::Kind;
use crate::state::{Answers, Ask, Event, State};
use crate::value::{Done, Stop, Unsupported, Value, mask, signed};
use tw_ir::{Family, Operand, Outside, Reg, Trap, Type, Violated, Wait};
use tw_verdict::{Breach, Property};

/// Texts of messages are cut here.
const LONGEST_TEXT: u64 = 400;

/// No machine has so much memory: such an allocation gives null.
const IMPOSSIBLE: u64 = 1 << 47;

impl State<'_> {
    /// Executes a trap.
    pub fn trap(
        &mut self,
        thread: u32,
        trap: Trap,
        dests: &[Reg],
        args: &[Operand],
        answers: &mut dyn Answers,
    ) -> Done<()> {
        let result = match trap {
            Trap::ThreadExit => return self.end_thread(thread),
            Trap::Exit => {
                let code = self.value(thread, args[0])?;
                return Err(self.exit(signed(code.bits, 32) as i32));
            }
            Trap::Abort => return Err(Stop::Abort),
            Trap::Unsupported => return Err(Stop::unsupported(self.text(self.value(thread, args[0])?))),
            Trap::Block => {
                let (why, what) = (self.number(thread, args[0])?, self.value(thread, args[1])?);
                let unknown = || Stop::unsupported(format!("a wait of kind {why}"));
                let why = Wait::numbered(why).ok_or_else(unknown)?;
                let (how, count) = (self.number(thread, args[2])?, self.number(thread, args[3])?);
                return Err(self.blocked(why, what, how, count));
            }
            Trap::Unwind => {
                let frame = self.number(thread, args[0])?;
                let (exception, selector) = (self.value(thread, args[1])?, self.value(thread, args[2])?);
                return self.unwind(thread, frame, exception, selector);
            }
            Trap::Jump => {
                let (mark, value) = (self.value(thread, args[0])?, self.value(thread, args[1])?);
                return self.jump_to(thread, mark, value);
            }
            Trap::JumpMark => Some(self.jump_mark(thread)?),
            Trap::JumpTarget => Some(self.jump_target(thread, self.value(thread, args[0])?)?),
            Trap::Choose | Trap::Input | Trap::Alloc => Some(self.asked(thread, trap, args, answers)?),
            Trap::Assume | Trap::Violation | Trap::Undefined => self.judge(thread, trap, args)?,
            Trap::Outside => {
                let what = self.number(thread, args[0])?;
                let unknown = || Stop::unsupported("something from outside");
                let what = Outside::numbered(what).ok_or_else(unknown)?;
                let name = self.text(self.value(thread, args[1])?);
                return Err(Stop::Unsupported(Unsupported::Outside { what, name }));
            }
            Trap::Free | Trap::Family | Trap::Size | Trap::Access | Trap::Print | Trap::IsPointer => {
                self.memory_trap(thread, trap, args)?
            }
            Trap::Clause => Some(self.clause_trap(thread, args)?),
            Trap::IsNumber => {
                let value = self.value(thread, args[0])?;
                Some(Self::int(value.plain().is_some().into()))
            }
            Trap::IsAutomatic => {
                let pointer = self.value(thread, args[0])?;
                pointer.check_whole(u64::from(self.module.pointer_bytes))?;
                let kind = pointer.object.map(|id| self.memory.get(id).kind);
                Some(Self::int(matches!(kind, Some(Kind::Local(..))).into()))
            }
            Trap::Argument | Trap::Constant | Trap::Aligned | Trap::Resize => {
                self.object_trap(thread, trap, args)?
            }
            Trap::Locked | Trap::Unlocked | Trap::Holds | Trap::Held | Trap::Forget => {
                self.hold_trap(thread, trap, args)?
            }
            Trap::Wait | Trap::WaitState | Trap::Waiting => self.wait_trap(thread, trap, args)?,
            Trap::Wake => {
                let place = self.value(thread, args[0])?;
                let (from, to) = (self.waiting(thread, args[1])?, self.waiting(thread, args[2])?);
                let all = self.number(thread, args[3])? != 0;
                Some(Self::int(self.wake(place, (from, to), all, answers)? as i128))
            }
            // Who joins waits for the end.
            Trap::GoesAhead => Some(Self::int(0)),
            Trap::Mine | Trap::Identity | Trap::Number | Trap::Nth | Trap::Record | Trap::Joined => {
                Some(self.identity_trap(thread, trap, args)?)
            }
            _ => self.thread_trap(thread, trap, args)?,
        };
        if let (Some(&dest), Some(value)) = (dests.first(), result) {
            self.assign(thread, dest, value);
        }
        self.advance(thread);
        Ok(())
    }

    /// An argument of type `int`.
    pub fn number(&self, thread: u32, operand: Operand) -> Done<i64> {
        let value = self.value(thread, operand)?;
        let Some(bits) = value.plain() else {
            return Err(Stop::unsupported("an argument of the machine is undefined"));
        };
        Ok(signed(bits, 32) as i64)
    }

    /// A C string.
    fn text(&self, pointer: Value) -> String {
        let Some(object) = pointer.object else { return String::new() };
        let text = self.memory.text(object, pointer.bits as u64, LONGEST_TEXT);
        text.split('\0').next().unwrap_or_default().to_string()
    }

    /// A result of type `int`.
    pub fn int(n: i128) -> Value {
        Value::int(n.cast_unsigned() & mask(32))
    }

    fn asked(&mut self, thread: u32, trap: Trap, args: &[Operand], answers: &mut dyn Answers) -> Done<Value> {
        match trap {
            Trap::Choose => {
                let n = self.number(thread, args[0])?;
                let n = u64::try_from(n).map_err(|_| Stop::unsupported("a choice among none"))?;
                Ok(Value::int(one_of(answers, n)?.into()))
            }
            Trap::Input => {
                let (bits, keeps_sign) = (self.number(thread, args[0])?, self.number(thread, args[1])? != 0);
                let width = u32::try_from(bits).ok().filter(|w| (1..=64).contains(w));
                let width = width.ok_or_else(|| Stop::unsupported(format!("an input of {bits} bits")))?;
                let is_number = self.number(thread, args[1])? != 2;
                let ask = Ask::Input { width, is_signed: keeps_sign, is_number };
                let answer = i128::from(answers.next(ask)?);
                let low = answer.cast_unsigned() & mask(width);
                let value = if keeps_sign { signed(low, width) } else { low.cast_signed() };
                // An unsigned number of 64 bits is passed on as its bits.
                if value != answer && width < 64 {
                    return Err(Stop::Misfit(format!("the input {answer} does not fit into {width} bits")));
                }
                self.note(|_| format!("input {value}"));
                Ok(Value::int(value.cast_unsigned() & mask(64)))
            }
            _ => self.allocate(thread, args, answers),
        }
    }

    fn allocate(&mut self, thread: u32, args: &[Operand], answers: &mut dyn Answers) -> Done<Value> {
        let size = self.length(thread, args[0])?;
        let family = Family::numbered(self.number(thread, args[1])?);
        let family = family.ok_or_else(|| Stop::unsupported("an allocation of an unknown kind"))?;
        if size >= IMPOSSIBLE {
            if !family.is_library() {
                answers.next(Ask::Allocation)?;
                let number = self.allocations.len() as u32 + 1;
                let nothing = self.new_object(Kind::Heap(number), Some(0))?;
                self.memory.get_mut(nothing).alive = false;
                self.allocations.push(nothing);
            }
            return Ok(Value::int(0));
        }
        if family.is_library() {
            let object = self.new_object(Kind::Library, Some(size))?;
            self.memory.get_mut(object).family = family;
            return Ok(Value::address(object, 0));
        }
        let number = self.allocations.len() as u32 + 1;
        let object = match answers.next(Ask::Allocation)? {
            0 => self.new_object(Kind::Heap(number), Some(size))?,
            answer => {
                let earlier = usize::try_from(answer.wrapping_sub(1))
                    .ok()
                    .and_then(|n| self.allocations.get(n))
                    .copied();
                let dead = earlier.filter(|&id| {
                    let object = self.memory.get(id);
                    !object.alive && object.size() == size
                });
                let id = dead.ok_or_else(|| {
                    Stop::Misfit(format!("the memory of allocation {answer} cannot be used again"))
                })?;
                self.note(|state| format!("uses the address of {} again", state.object_name(id)));
                let object = self.memory.get_mut(id);
                (object.kind, object.alive, object.shape) = (Kind::Heap(number), true, None);
                id
            }
        };
        self.allocations.push(object);
        self.memory.get_mut(object).family = family;
        Ok(Value::address(object, 0))
    }

    fn judge(&mut self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Option<Value>> {
        if trap == Trap::Assume {
            let value = self.value(thread, args[0])?;
            if !value.is_defined() {
                return Err(Stop::deref("an assumption is undefined"));
            }
            return match value.plain().ok_or_else(Stop::depends)? {
                0 => Err(Stop::Assumption),
                _ => Ok(None),
            };
        }
        let number = self.number(thread, args[0])?;
        let unknown = || Stop::unsupported(format!("a violation of property {number}"));
        let (property, code) = match Violated::numbered(number).ok_or_else(unknown)? {
            Violated::Assertion => (Property::Assertion, "unreach-call"),
            Violated::Memory => (Property::Deref, "valid-deref"),
            Violated::Pthread => (Property::Pthread, "pthread"),
            Violated::Arithmetic => (Property::Arithmetic, "arithmetic"),
            Violated::Overflow => (Property::Overflow, "no-overflow"),
            Violated::Free => (Property::Free, "valid-free"),
        };
        if trap == Trap::Violation && !self.asks(property) {
            return Ok(None);
        }
        let message = self.text(self.value(thread, args[1])?);
        Err(Stop::Violation(Breach { property, code: code.into(), message }))
    }

    fn memory_trap(&mut self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Option<Value>> {
        let pointer = self.value(thread, args[0])?;
        if pointer.is_defined() || trap != Trap::Free {
            pointer.check_whole(u64::from(self.module.pointer_bytes))?;
        }
        match trap {
            Trap::Free => self.free(pointer).map(|()| None),
            Trap::Family => {
                let object = pointer.object.filter(|_| pointer.is_defined() && pointer.bits == 0);
                let object = object.map(|id| self.memory.get(id));
                let object = object.filter(|o| o.alive && matches!(o.kind, Kind::Heap(_)));
                Ok(Some(Self::int(object.map_or(-1, |o| o.family as i128))))
            }
            Trap::Size => {
                let object = pointer.object.filter(|_| pointer.is_defined()).map(|id| self.memory.get(id));
                match object.filter(|o| o.alive && !matches!(o.kind, Kind::Function(_))) {
                    Some(object) => Ok(Some(Value::int(object.size().into()))),
                    None => Err(Stop::deref("the size of something that is no object")),
                }
            }
            Trap::Access => {
                let len = self.length(thread, args[1])?;
                let write = self.number(thread, args[2])? != 0;
                if len > 0 {
                    let at = self.check_access(pointer, len, write)?;
                    self.record_block(thread, at, len, write);
                }
                Ok(None)
            }
            Trap::Print => {
                let len = self.length(thread, args[1])?;
                if len > 0 {
                    let (object, offset) = self.check_access(pointer, len, false)?;
                    let word = u64::from(self.module.pointer_bytes);
                    if !self.memory.get(object).pieces_in(offset, len, word).is_empty() {
                        return Err(Stop::depends());
                    }
                    if self.tells {
                        let text = self.memory.text(object, offset, len);
                        self.output.push_str(&text);
                        self.events.push(Event::Output(text));
                    }
                }
                Ok(None)
            }
            _ => {
                let known = pointer.object.filter(|&id| pointer.bits <= self.memory.get(id).size().into());
                Ok(Some(Value::int(known.map_or(0, |id| if self.memory.get(id).alive { 1 } else { 2 }))))
            }
        }
    }

    fn free(&mut self, pointer: Value) -> Done<()> {
        if !pointer.is_defined() {
            return Err(Stop::deref("frees an undefined pointer"));
        }
        let Some(id) = pointer.object else {
            return match pointer.bits {
                0 => Ok(()),
                bits => Err(Stop::free(format!("frees the address {bits:#x}, where there is no object"))),
            };
        };
        let object = self.memory.get(id);
        let name = || self.object_name(id);
        if !matches!(object.kind, Kind::Heap(_) | Kind::Library) {
            return Err(Stop::free(format!("frees {}, which was not allocated", name())));
        }
        if !object.alive {
            return Err(Stop::free(format!("frees {} again", name())));
        }
        if pointer.bits != 0 {
            let offset = signed(pointer.bits, self.word());
            return Err(Stop::free(format!("frees {} by a pointer to its offset {offset}", name())));
        }
        if matches!(object.kind, Kind::Heap(_)) {
            self.note(|state| format!("frees {}", state.object_name(id)));
        }
        self.kill([id]);
        Ok(())
    }

    fn clause_trap(&mut self, thread: u32, args: &[Operand]) -> Done<Value> {
        let (frame, clause) = (self.number(thread, args[0])?, self.number(thread, args[1])?);
        let (answer, ty) = self.clause(thread, frame, clause)?;
        if let Some(ty) = ty {
            let len = u64::from(self.module.pointer_bytes);
            let (object, offset) = self.check_access(self.value(thread, args[2])?, len, true)?;
            self.memory.store(object, offset, Type::Ptr, ty)?;
        }
        Ok(Self::int(answer.into()))
    }

    fn thread_trap(&mut self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Option<Value>> {
        match trap {
            Trap::ThreadNew => self.thread_new(thread, args).map(|()| None),
            Trap::Last => {
                let live = self.threads.iter().filter(|t| !t.ended()).count();
                Ok(Some(Self::int(i128::from(live == 1))))
            }
            Trap::AtomicBegin | Trap::AtomicEnd => {
                self.thread_mut(thread).section = trap == Trap::AtomicBegin;
                Ok(None)
            }
            Trap::Assumed | Trap::Ordered | Trap::Waited | Trap::Notices => Ok(None),
            Trap::ClockShows => {
                let time = self.number(thread, args[0])?;
                let (seconds, rest) = (time / 1_000_000_000, time % 1_000_000_000);
                self.note(|_| format!("the clock shows {seconds}.{rest:09} s"));
                Ok(None)
            }
            Trap::Spurious => {
                self.note(|_| "wakes up spuriously".into());
                Ok(None)
            }
            Trap::TypeId => {
                let ty = self.value(thread, args[0])?;
                let known = self.type_ids.iter().position(|&other| other == ty);
                let at = known.unwrap_or_else(|| {
                    self.type_ids.push(ty);
                    self.type_ids.len() - 1
                });
                Ok(Some(Self::int(at as i128 + 1)))
            }
            _ => Err(Stop::Misfit(format!("{trap:?} is not executed here"))),
        }
    }

    fn thread_new(&mut self, thread: u32, args: &[Operand]) -> Done<()> {
        let function = self.called(self.value(thread, args[0])?)?;
        let (arg, record) = (self.value(thread, args[1])?, self.value(thread, args[2])?);
        for object in [arg.object, record.object].into_iter().flatten() {
            self.memory.publish(object);
        }
        let number = self.start(function, vec![(Type::Ptr, arg)], record)?;
        self.events.push(Event::Created(number));
        self.note(|_| format!("creates thread {number}"));
        Ok(())
    }
}
