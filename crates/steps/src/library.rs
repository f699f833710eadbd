//! Functions of the library that are replaced by what they mean, because their models keep records of threads.
//!
//! Creation, join and detachment of threads, their end, and hints. All other models are executed.

use crate::build::{Builder, Halt};
use crate::state::{Region, State};
use crate::value::Value;
use tw_ir::{FuncId, Reg};

impl Builder<'_> {
    /// Calls a function by its meaning; whether it is one of those.
    pub(crate) fn library(
        &mut self,
        state: &mut State,
        callee: FuncId,
        args: &[Value],
        dests: &[Reg],
    ) -> Result<bool, Halt> {
        if !self.is_library(callee) {
            return Ok(false);
        }
        let module = self.module;
        let result = match (module.functions[callee].name.as_str(), args) {
            ("pthread_create", [id, _, function, argument]) => {
                self.create(state, *function, *argument)?;
                let number = self.identifier(state);
                self.store_with(state, *id, 8, number)?;
                Some(0)
            }
            ("thrd_create", [id, function, argument]) => {
                self.create(state, *function, *argument)?;
                let number = self.identifier(state);
                self.store_with(state, *id, 8, number)?;
                Some(0)
            }
            ("__tw_async_start", [function, argument]) => {
                self.create(state, *function, *argument)?;
                None
            }
            ("pthread_join" | "thrd_join", [id, result]) => {
                self.join(state, *id)?;
                let bytes = if module.functions[callee].name == "pthread_join" { 8 } else { 4 };
                let is_null = matches!(result, Value::Word(term) if self.words.as_const(*term) == Some(0));
                if !is_null {
                    // What a thread returns is not followed.
                    state.over = true;
                    self.store_any(state, *result, bytes)?;
                }
                Some(0)
            }
            ("pthread_detach" | "thrd_detach", [_]) => {
                state.over = true;
                Some(0)
            }
            ("pthread_exit" | "thrd_exit", [_]) => {
                self.act(state)?;
                self.ends(state)?;
                return Err(Halt::Ended);
            }
            ("__CPROVER_predicate", [hint]) => {
                if let Value::Word(term) = hint {
                    let loc = self.loc_of(state);
                    self.hints.insert((*term, loc));
                }
                None
            }
            _ => return Ok(false),
        };
        if let (Some(result), Some(dest)) = (result, dests.first()) {
            let value = self.words.constant(result, 32);
            self.assign(state, *dest, Value::Word(value));
        }
        state.top_mut().index += 1;
        Ok(true)
    }

    /// Stores any value, in the same step as what was done before.
    fn store_any(&mut self, state: &mut State, at: Value, bytes: u32) -> Result<(), Halt> {
        let symbol = self.words.symbol("any", bytes * 8);
        state.inputs.push(symbol);
        let term = self.words.of_symbol(symbol);
        self.store_with(state, at, bytes, Value::Word(term))
    }

    /// Stores a value, in the same step as what was done before.
    fn store_with(&mut self, state: &mut State, at: Value, bytes: u32, value: Value) -> Result<(), Halt> {
        let (marked, region) = (state.marked, state.region);
        state.marked = true;
        state.region = Some(Region { entered: None, acted_before: false });
        let stored = self.store(state, at, bytes, value);
        (state.marked, state.region) = (marked, region);
        stored
    }
}
