//! Instructions that touch memory, and what the next instruction of a thread would touch.

use crate::memory::{Kind, Object};
use crate::state::{Answers, Ask, Frame, State};
use crate::value::{Done, ObjectId, Stop, Value};
use crate::{float, integer};
use tw_ir::{InstrKind, Operand, Origin, Predicate, Trap, Type};

/// Larger objects are not executed.
const LARGEST: u64 = 1 << 28;

/// Bytes that an instruction reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The object.
    pub object: ObjectId,
    /// The first byte.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// Whether they are written.
    pub write: bool,
    /// Whether this is no atomic access.
    pub plain: bool,
}

impl State<'_> {
    /// The object and offset of an access of `len` > 0 bytes, if it is valid.
    pub fn check_access(&self, address: Value, len: u64, write: bool) -> Done<(ObjectId, u64)> {
        let verb = if write { "writes" } else { "reads" };
        let bytes = if len == 1 { "byte" } else { "bytes" };
        let wrong = |what: String| Err(Stop::deref(format!("{verb} {len} {bytes} {what}")));
        if !address.is_defined() {
            return wrong("at an undefined address".into());
        }
        address.check_whole(u64::from(self.module.pointer_bytes))?;
        let Some(id) = address.object else {
            return match address.bits {
                0 => wrong("through a null pointer".into()),
                bits => wrong(format!("at the address {bits:#x}, where there is no object")),
            };
        };
        let object = self.memory.get(id);
        let name = || self.object_name(id);
        match object.kind {
            Kind::Function(_) => return wrong(format!("of the code of {}", name())),
            _ if !object.defined => return Err(Stop::unsupported(format!("the external object {}", name()))),
            _ if !object.alive => return wrong(format!("of {}, whose life has ended", name())),
            _ => {}
        }
        if address.bits + u128::from(len) > u128::from(object.size()) {
            let offset = crate::value::signed(address.bits, self.word());
            return wrong(format!("at offset {offset} of {}, which has {} bytes", name(), object.size()));
        }
        if write && object.constant {
            return wrong(format!("of {}, which is constant", name()));
        }
        Ok((id, address.bits as u64))
    }

    /// An atomic access lies at a multiple of its size.
    fn check_atomic(&self, address: Value, len: u64, write: bool) -> Done<(ObjectId, u64)> {
        let (object, offset) = self.check_access(address, len, write)?;
        if !offset.is_multiple_of(len.next_power_of_two()) {
            let name = self.place_name(object, offset, len);
            return Err(Stop::deref(format!("an atomic access to {name}, which is not aligned")));
        }
        Ok((object, offset))
    }

    /// A number of bytes.
    pub fn length(&self, thread: u32, operand: Operand) -> Done<u64> {
        let value = self.value(thread, operand)?;
        if !value.is_defined() {
            return Err(Stop::deref("a length is undefined"));
        }
        let bits = value.plain().ok_or_else(Stop::depends)?;
        Ok(u64::try_from(bits).unwrap_or(u64::MAX))
    }

    /// A new object, unless it is too large to be executed.
    pub fn new_object(&mut self, kind: Kind, size: Option<u64>) -> Done<ObjectId> {
        match size.filter(|&size| size <= LARGEST) {
            Some(size) => Ok(self.memory.add(Object::new(kind, size))),
            None => Err(Stop::unsupported("an object of more than 256 MB")),
        }
    }

    /// Executes an instruction that touches memory.
    pub fn memory_instr(&mut self, thread: u32, kind: &InstrKind, answers: &mut dyn Answers) -> Done<()> {
        use InstrKind as K;
        match kind {
            K::Alloca { dest, size, count, variable, align } => {
                let function = self.thread(thread).top()?.function;
                let bytes = self.length(thread, *count)?.checked_mul(*size);
                let object = self.new_object(Kind::Local(function, *variable), bytes)?;
                self.memory.align(object, u64::from(*align));
                self.top_mut(thread).objects.push(object);
                self.assign(thread, *dest, Value::address(object, 0));
            }
            K::EndLife { object, rest } => {
                let ended = self.ending(self.thread(thread).top()?, *object, *rest);
                self.top_mut(thread).objects.retain(|object| !ended.contains(object));
                self.lives_end(&ended);
                self.kill(ended);
            }
            K::Load { dest, address, order, .. } => {
                let ty = self.reg_type(self.thread(thread).top()?, *dest);
                let at = self.locate(thread, *address, ty, order.is_some(), false)?;
                let value = self.memory.load(at.0, at.1, ty)?;
                self.assign(thread, *dest, value);
                self.record(thread, *address, at, ty, value, false);
                self.remember_load(thread, *dest, *address, at, value);
            }
            K::Store { value, address, order, volatile } => {
                let ty = self.type_of(self.thread(thread).top()?, *value);
                let value = self.value(thread, *value)?;
                let at = self.locate(thread, *address, ty, order.is_some(), true)?;
                let marks = volatile.then(|| self.memory.marks.clone());
                self.memory.store(at.0, at.1, ty, value)?;
                // A volatile store does not count as a change.
                marks.into_iter().for_each(|marks| self.memory.marks = marks);
                self.record(thread, *address, at, ty, value, true);
            }
            K::AtomicUpdate { dest, op, address, value, .. } => {
                let ty = self.reg_type(self.thread(thread).top()?, *dest);
                let at = self.locate(thread, *address, ty, true, true)?;
                let old = self.memory.load(at.0, at.1, ty)?;
                let value = self.value(thread, *value)?;
                let new = match ty {
                    Type::F32 | Type::F64 | Type::F80 => float::update(*op, ty, old, value)?,
                    _ => integer::update(*op, self.width(ty), old, value)?,
                };
                self.memory.store(at.0, at.1, ty, new)?;
                self.assign(thread, *dest, old);
                self.record(thread, *address, at, ty, old, false);
                self.record(thread, *address, at, ty, new, true);
            }
            K::CompareExchange { .. } => self.compare_exchange(thread, kind, answers)?,
            K::MemCopy { to, from, len, overlap } => self.copy(thread, [*to, *from, *len], *overlap)?,
            K::MemSet { to, byte, len } => {
                let len = self.length(thread, *len)?;
                let byte = self.value(thread, *byte)?;
                if len > 0 && byte.part.is_some() {
                    return Err(Stop::depends());
                }
                if len > 0 {
                    let at = self.check_access(self.value(thread, *to)?, len, true)?;
                    self.memory.fill(at.0, at.1, len, byte);
                    self.record_block(thread, at, len, true);
                }
            }
            K::VaStart { list } => self.va_start(thread, *list)?,
            _ => return Err(Stop::Misfit(format!("{kind:?} is not executed here"))),
        }
        Ok(())
    }

    /// The objects whose lives an [`InstrKind::EndLife`] ends.
    fn ending(&self, frame: &Frame, object: Operand, rest: bool) -> Vec<ObjectId> {
        let object = self.value_in(frame, object).ok().and_then(|address| address.object);
        let at = frame.objects.iter().position(|made| Some(*made) == object);
        let made = at.map_or(&[][..], |at| &frame.objects[at..]);
        made[..if rest { made.len() } else { made.len().min(1) }].to_vec()
    }

    fn locate(
        &self,
        thread: u32,
        address: Operand,
        ty: Type,
        atomic: bool,
        write: bool,
    ) -> Done<(ObjectId, u64)> {
        let len = u64::from(ty.bytes(self.module.pointer_bytes));
        let address = self.value(thread, address)?;
        if atomic { self.check_atomic(address, len, write) } else { self.check_access(address, len, write) }
    }

    fn compare_exchange(&mut self, thread: u32, kind: &InstrKind, answers: &mut dyn Answers) -> Done<()> {
        let InstrKind::CompareExchange { old, success, address, expected, new, weak, .. } = kind else {
            return Err(Stop::Misfit("not an exchange".into()));
        };
        let ty = self.reg_type(self.thread(thread).top()?, *old);
        let at = self.locate(thread, *address, ty, true, true)?;
        let found = self.memory.load(at.0, at.1, ty)?;
        let expected = self.value(thread, *expected)?;
        let equal = integer::compare(Predicate::Eq, self.width(ty), found, expected, &self.memory)?;
        let Some(equal) = equal.plain() else {
            return Err(Stop::deref("the outcome of an atomic exchange is undefined"));
        };
        let exchanged = equal == 1 && !(*weak && one_of(answers, 2)? == 1);
        self.record(thread, *address, at, ty, found, false);
        if exchanged {
            let new = self.value(thread, *new)?;
            self.memory.store(at.0, at.1, ty, new)?;
            self.record(thread, *address, at, ty, new, true);
        } else if equal == 1 {
            self.note(|_| "the weak exchange fails although the values are equal".into());
        }
        self.assign(thread, *old, found);
        self.assign(thread, *success, Value::bool(exchanged));
        Ok(())
    }

    fn copy(&mut self, thread: u32, [to, from, len]: [Operand; 3], overlap: bool) -> Done<()> {
        let len = self.length(thread, len)?;
        if len == 0 {
            return Ok(());
        }
        let from = self.check_access(self.value(thread, from)?, len, false)?;
        let to = self.check_access(self.value(thread, to)?, len, true)?;
        if !overlap && from.0 == to.0 && from.1 != to.1 && from.1.abs_diff(to.1) < len {
            return Err(Stop::deref("a copy between overlapping ranges"));
        }
        self.memory.copy(to, from, len);
        self.record_block(thread, from, len, false);
        self.record_block(thread, to, len, true);
        Ok(())
    }

    /// What the instruction at which a thread stands would touch. Invalid addresses touch nothing.
    pub fn touches(&self, thread: u32) -> Vec<Touch> {
        let Ok(frame) = self.thread(thread).top() else { return Vec::new() };
        let Ok(instr) = self.instr_of(frame) else { return Vec::new() };
        self.touches_of(frame, &instr.kind)
    }

    fn touches_of(&self, frame: &Frame, kind: &InstrKind) -> Vec<Touch> {
        use InstrKind as K;
        let by_user = self.function(frame).origin == Origin::User;
        let bytes = |ty: Type| Some(u64::from(ty.bytes(self.module.pointer_bytes)));
        let number = |len: Operand| {
            self.value_in(frame, len).ok().and_then(Value::plain).and_then(|n| u64::try_from(n).ok())
        };
        let touch = |address: Operand, len: Option<u64>, write: bool, plain: bool| {
            let address = self.value_in(frame, address).ok()?;
            let object = address.object.filter(|_| address.part.is_none())?;
            let len = len.filter(|&len| len > 0)?;
            let offset = u64::try_from(address.bits).ok()?;
            Some(Touch { object, offset, len, write, plain })
        };
        let found = match kind {
            K::Load { dest, address, order, .. } => {
                let plain = by_user && order.is_none();
                vec![touch(*address, bytes(self.reg_type(frame, *dest)), false, plain)]
            }
            K::Store { value, address, order, .. } => {
                let plain = by_user && order.is_none();
                vec![touch(*address, bytes(self.type_of(frame, *value)), true, plain)]
            }
            K::AtomicUpdate { dest, address, .. } => {
                vec![touch(*address, bytes(self.reg_type(frame, *dest)), true, false)]
            }
            K::CompareExchange { old, address, expected, .. } => {
                let ty = self.reg_type(frame, *old);
                let write = self.may_exchange(frame, ty, *address, *expected);
                vec![touch(*address, bytes(ty), write, false)]
            }
            K::MemCopy { to, from, len, .. } => {
                vec![touch(*from, number(*len), false, by_user), touch(*to, number(*len), true, by_user)]
            }
            K::MemSet { to, len, .. } => vec![touch(*to, number(*len), true, by_user)],
            // The end of a lifetime is a write.
            K::Return(_) | K::EndLife { .. } => {
                let ended = match kind {
                    K::EndLife { object, rest } => self.ending(frame, *object, *rest),
                    _ => frame.objects.clone(),
                };
                ended.iter().map(|object| self.whole(*object, by_user)).collect()
            }
            K::VaStart { list } => {
                vec![touch(*list, Some(if self.word() == 64 { 24 } else { 4 }), true, by_user)]
            }
            K::Trap { trap, args, .. } => match (trap, args.as_slice()) {
                (Trap::Access, &[p, len, write]) => {
                    vec![touch(p, number(len), number(write).is_some_and(|w| w != 0), true)]
                }
                (Trap::Free | Trap::Family, &[p]) => {
                    let object = self.value_in(frame, p).ok().and_then(|v| v.object);
                    let object = object.map(|o| self.memory.get(o));
                    // The library's own memory is not the user's to race for.
                    let plain = object.is_some_and(|o| !matches!(o.kind, Kind::Library));
                    vec![touch(p, object.map(|o| o.size().max(1)), true, plain)]
                }
                (Trap::Print, &[p, len]) => vec![touch(p, number(len), false, false)],
                (Trap::Jump, &[mark, _]) => {
                    let ended = self.ended_by_jump(frame, mark);
                    ended.iter().map(|object| self.whole(*object, true)).collect()
                }
                (Trap::Clause, &[_, _, p]) => vec![touch(p, bytes(Type::Ptr), true, false)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    /// A write to all of an object.
    fn whole(&self, object: ObjectId, plain: bool) -> Option<Touch> {
        let len = self.memory.get(object).size();
        (len > 0).then_some(Touch { object, offset: 0, len, write: true, plain })
    }

    /// Whether an exchange would write: one that fails only reads. What is not known may write.
    fn may_exchange(&self, frame: &Frame, ty: Type, address: Operand, expected: Operand) -> bool {
        let equal = || -> Done<Value> {
            let len = u64::from(ty.bytes(self.module.pointer_bytes));
            let (object, offset) = self.check_access(self.value_in(frame, address)?, len, false)?;
            let found = self.memory.load(object, offset, ty)?;
            let expected = self.value_in(frame, expected)?;
            integer::compare(Predicate::Eq, self.width(ty), found, expected, &self.memory)
        };
        equal().ok().and_then(Value::plain) != Some(0)
    }
}

/// An answer among `n`.
pub fn one_of(answers: &mut dyn Answers, n: u64) -> Done<u64> {
    let answer = answers.next(Ask::OneOf(n))?;
    match u64::try_from(answer) {
        Ok(answer) if answer < n => Ok(answer),
        _ => Err(Stop::Misfit(format!("the answer {answer} is not below {n}"))),
    }
}
