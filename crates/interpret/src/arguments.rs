//! Additional arguments of a call, and the services that change what is known of an object.

use crate::memory::Kind;
use crate::state::State;
use crate::value::{Done, ObjectId, Stop, Value};
use tw_ir::{Operand, Trap, Type};

impl State<'_> {
    pub fn va_start(&mut self, thread: u32, list: Operand) -> Done<()> {
        let word = u64::from(self.module.pointer_bytes);
        let mut at = 0u64;
        let mut places = Vec::new();
        for (ty, value) in self.thread(thread).top()?.extra.clone() {
            let len = u64::from(ty.bytes(word as u32));
            at = at.next_multiple_of(if len > 8 { 16 } else { word });
            places.push((at, ty, value));
            at += len;
        }
        let object = self.new_object(Kind::Arguments, Some(at.next_multiple_of(word)))?;
        self.top_mut(thread).objects.push(object);
        for (at, ty, value) in places {
            self.memory.store(object, at, ty, value)?;
        }
        let arguments = Value::address(object, 0);
        let size = if word == 8 { 24 } else { 4 };
        let (id, at) = self.check_access(self.value(thread, list)?, size, true)?;
        if word == 4 {
            return self.memory.store(id, at, Type::Ptr, arguments);
        }
        self.memory.store(id, at, Type::Int(32), Value::int(48))?;
        self.memory.store(id, at + 4, Type::Int(32), Value::int(304))?;
        self.memory.store(id, at + 8, Type::Ptr, arguments)?;
        self.memory.store(id, at + 16, Type::Ptr, Value::int(0))
    }

    /// Services that change what is known of an object, or look at that.
    pub fn object_trap(&mut self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Option<Value>> {
        let pointer = self.value(thread, args[0])?;
        if trap == Trap::Argument {
            let number = u32::try_from(self.value(thread, args[1])?.bits).unwrap_or(0);
            return self.check_argument(pointer, number).map(|()| None);
        }
        let Some(id) = pointer.object else { return Ok((trap == Trap::Aligned).then(|| Value::int(1))) };
        match trap {
            Trap::Constant => {
                if matches!(self.memory.get(id).kind, Kind::Local(..)) {
                    self.memory.get_mut(id).constant = true;
                }
                Ok(None)
            }
            Trap::Aligned => {
                let alignment = self.length(thread, args[1])?;
                Ok(Some(Value::int(self.memory.align(id, alignment).into())))
            }
            _ => {
                let bytes = self.length(thread, args[1])?;
                self.resize(id, bytes).map(|()| None)
            }
        }
    }

    fn resize(&mut self, id: ObjectId, bytes: u64) -> Done<()> {
        let word = u64::from(self.module.pointer_bytes);
        let object = self.memory.get_mut(id);
        if !object.alive || !matches!(object.kind, Kind::Heap(_)) || bytes > 1 << 28 {
            return Err(Stop::unsupported("another size of something that is no memory of malloc"));
        }
        object.shrink(bytes, word);
        object.bytes.resize(bytes as usize, 0);
        object.undef.resize(bytes as usize, 0xff);
        Ok(())
    }

    /// `va_arg` reads the argument at `place`: it has the type with this number.
    fn check_argument(&self, place: Value, number: u32) -> Done<()> {
        let Some(object) = place.object.filter(|_| place.is_defined() && place.part.is_none()) else {
            return Ok(());
        };
        if self.memory.get(object).kind != Kind::Arguments {
            return Ok(());
        }
        let frames = self.threads.iter().flat_map(|thread| &thread.frames);
        let Some(frame) = frames.into_iter().find(|frame| frame.objects.contains(&object)) else {
            return Ok(());
        };
        let types: Vec<Type> = frame.extra.iter().map(|(ty, _)| *ty).collect();
        let starts = self.starts(&types);
        let beyond = starts.last().is_none_or(|last| place.bits > u128::from(*last));
        let mut passed = starts.iter().zip(&types).filter(|(at, _)| u128::from(**at) == place.bits);
        let null = |ty: Type| {
            let value = frame.extra.iter().zip(&starts).find(|(_, at)| u128::from(**at) == place.bits);
            let zero = value.is_some_and(|((_, value), _)| value.plain() == Some(0));
            zero && number == Type::Ptr.number() && ty == Type::Int(8 * self.module.pointer_bytes as u8)
        };
        match passed.next() {
            // `NULL` of C++ is an integer.
            Some((_, ty)) if ty.number() == number || null(*ty) => Ok(()),
            None if beyond => Ok(()),
            _ => Err(Stop::deref("va_arg of another type than the argument has")),
        }
    }

    /// Where additional arguments of these types lie.
    fn starts(&self, types: &[Type]) -> Vec<u64> {
        let word = self.module.pointer_bytes;
        let mut end = 0u64;
        let mut starts = Vec::new();
        for ty in types {
            let len = u64::from(ty.bytes(word));
            let start = end.next_multiple_of(if len > 8 { 16 } else { u64::from(word) });
            starts.push(start);
            end = start + len;
        }
        starts
    }
}
