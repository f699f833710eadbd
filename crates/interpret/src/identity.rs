//! Who a thread is: its record, its number, and what a `pthread_t` refers to.

use crate::memory::Kind;
use crate::state::State;
use crate::value::{Done, ObjectId, Stop, Unsupported, Value};
use tw_ir::trap::MAIN_RECORD;
use tw_ir::{Family, Operand, Trap};

impl State<'_> {
    /// Services about who is who.
    pub fn identity_trap(&self, thread: u32, trap: Trap, args: &[Operand]) -> Done<Value> {
        match trap {
            Trap::Mine => Ok(self.thread(thread).record),
            Trap::Number | Trap::Nth if self.has_references() => {
                Err(Stop::Unsupported(Unsupported::Identity))
            }
            Trap::Number => Ok(Self::int(thread.into())),
            Trap::Nth => Ok(self.record_of(self.number(thread, args[0])?)),
            Trap::Identity => self.value(thread, args[0]),
            _ => self.referred(self.value(thread, args[0])?),
        }
    }

    /// The record of the thread with this number, or null.
    fn record_of(&self, number: i64) -> Value {
        let thread = usize::try_from(number).ok().and_then(|n| self.threads.get(n));
        thread.map_or(Value::int(0), |t| t.record)
    }

    /// The record that a `pthread_t` refers to, or null.
    fn referred(&self, id: Value) -> Done<Value> {
        if !id.is_defined() {
            return Err(Stop::deref("an undefined identifier of a thread"));
        }
        id.check_whole(u64::from(self.module.pointer_bytes))?;
        if id.plain().is_some_and(|number| number != 0) {
            return Err(Stop::Unsupported(Unsupported::Addresses));
        }
        let is_record = |object: ObjectId| {
            let it = self.memory.get(object);
            let of_main = matches!(it.kind, Kind::Global(g) if self.module.globals[g].name == MAIN_RECORD);
            of_main || (it.kind == Kind::Library && it.family == Family::Record)
        };
        let refers = id.bits == 0 && id.object.is_some_and(is_record);
        Ok(if refers { id } else { Value::int(0) })
    }
}
