//! Functions of the library that are replaced by what they mean: creation, join and detachment of threads, and their end.

use crate::machine::Machine;
use crate::memory::Location;
use crate::state::{Halt, State};
use crate::value::{Points, Value};
use crate::word::Word;
use tw_ir::{FuncId, Origin, Reg};
use tw_verdict::Property;

impl Machine<'_> {
    /// Calls a function by its meaning; whether it is one of those.
    pub fn library(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Value],
        dests: &[Reg],
    ) -> Result<bool, Halt> {
        let info = &self.module.functions[function];
        if info.origin != Origin::Runtime {
            return Ok(false);
        }
        let mut result = Some(Value::constant(0, 32));
        match (info.name.as_str(), args) {
            ("pthread_create", [id, attributes, start, argument]) => {
                if self.claims(Property::Pthread) && attributes.word.as_const() != Some(0) {
                    return Err(Halt::Refused("attributes of threads are not followed".into()));
                }
                self.create(state, Some(id), start, argument)?;
            }
            ("thrd_create", [id, start, argument]) => self.create(state, Some(id), start, argument)?,
            ("__tw_async_start", [start, argument]) => {
                self.create(state, None, start, argument)?;
                result = None;
            }
            ("pthread_join" | "thrd_join", [_, value]) => {
                let bytes = if info.name == "pthread_join" { 8 } else { 4 };
                self.may_misuse()?;
                self.join(state, value, bytes)?;
                result = Some(self.no_error());
            }
            ("pthread_detach" | "thrd_detach", [_]) => {
                self.may_misuse()?;
                result = Some(self.no_error());
            }
            ("pthread_exit" | "thrd_exit", [_]) => return self.end(state).map(|()| true),
            ("__CPROVER_predicate", [_]) => result = None,
            _ => return Ok(false),
        }
        if let (Some(dest), Some(result)) = (dests.first(), result) {
            self.assign(state, *dest, result);
        }
        state.advance();
        Ok(true)
    }

    /// Whether threads are joined that may be is not followed.
    fn may_misuse(&self) -> Result<(), Halt> {
        if self.claims(Property::Pthread) {
            return Err(Halt::Refused("whether threads may be joined or detached is not followed".into()));
        }
        Ok(())
    }

    /// What a call returns that fails only where the library is misused.
    fn no_error(&mut self) -> Value {
        if self.certificate.question.assume_defined {
            return Value::constant(0, 32);
        }
        Value::number(self.any(32))
    }

    /// A thread is created. Its `pthread_t` is any number.
    fn create(
        &mut self,
        state: &mut State,
        id: Option<&Value>,
        start: &Value,
        argument: &Value,
    ) -> Result<(), Halt> {
        let function = self.function_at(state, start)?;
        if self.module.functions[function].body.is_none() {
            return Err(Halt::Refused("a thread begins with a function without code".into()));
        }
        if argument.points.may_be_local(|_| true) {
            return Err(Halt::Refused("a thread gets the address of a local variable of another".into()));
        }
        let at = id.map(|id| self.resolve(state, id, 8, true)).transpose()?;
        if state.created.is_some() {
            return Err(Halt::Cut("a step creates two threads"));
        }
        self.act(state)?;
        state.is_alone = false;
        state.argument = Some(argument.clone());
        state.created = Some((function, argument.clone()));
        if let Some(at) = at {
            // The creator stores it before anybody else runs.
            let acted = std::mem::replace(&mut state.has_acted, false);
            let region = state.region.take();
            self.touch(state, &at, 8, true)?;
            (state.has_acted, state.region) = (acted, region);
            let id = Value::number(self.any(64));
            self.write(state, &at, id)?;
        }
        Ok(())
    }

    /// A thread is joined: more executions are followed than there are, as if any thread had ended.
    fn join(&mut self, state: &mut State, result: &Value, bytes: u32) -> Result<(), Halt> {
        if !result.is_undefined && result.word.as_const() == Some(0) {
            return Ok(());
        }
        let at: Location = self.resolve(state, result, bytes, true)?;
        self.touch(state, &at, bytes, true)?;
        let word: Word = self.any(bytes * 8);
        self.write(state, &at, Value { word, points: Points::Anything, is_undefined: false })
    }
}
