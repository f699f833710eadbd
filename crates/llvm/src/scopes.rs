//! Where the lives of local variables begin and end: clang's markers, and variable-length arrays.
//!
//! A variable with one `llvm.lifetime.start` is made there, each time anew, so that no pointer into an earlier life is ever
//! valid again; `llvm.lifetime.end` ends its life. clang leaves the markers out where a jump may pass the declaration: such a
//! variable, and all of code that was optimised, lives as long as its function. `llvm.stacksave` makes an empty object;
//! `llvm.stackrestore` ends it with all that were made after it.

use crate::ffi::Value;
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::LLVMOpcode;
use tw_ir::{InstrKind, Operand};

impl FunctionLowerer<'_, '_> {
    /// Lowers a marker; says whether it was one.
    pub(crate) fn marker(&mut self, value: Value, base: &str) -> Result<bool, String> {
        if !self.scopes {
            return Ok(false);
        }
        match base {
            "lifetime.start" => {
                if let Some(variable) = variable(value).filter(|v| has_scope(*v)) {
                    self.make_variable(variable)?;
                }
            }
            "lifetime.end" => {
                if let Some(variable) = variable(value).filter(|v| has_scope(*v)) {
                    let object = Operand::Reg(self.define_one(variable)?);
                    self.emit(InstrKind::EndLife { object, rest: false });
                }
            }
            "stacksave" => {
                let dest = self.define_one(value)?;
                let count = Operand::Const(self.module.layout.pointer_int(), 1);
                self.emit(InstrKind::Alloca { dest, size: 0, count, align: 1, variable: None });
            }
            "stackrestore" => {
                let object = self.one(value.args()[0])?;
                self.emit(InstrKind::EndLife { object, rest: true });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether an `alloca` is made where its life begins, and not where it stands.
    pub(crate) fn is_made_later(&self, alloca: Value) -> bool {
        self.scopes && has_scope(alloca)
    }
}

/// The `alloca` that a marker is about.
fn variable(marker: Value) -> Option<Value> {
    let place = *marker.args().last()?;
    (place.is_instruction() && place.opcode() == LLVMOpcode::LLVMAlloca).then_some(place)
}

/// Whether the life of a variable begins at exactly one place.
fn has_scope(alloca: Value) -> bool {
    let starts = |user: &Value| {
        user.is_instruction()
            && user.opcode() == LLVMOpcode::LLVMCall
            && user.called_value().name().starts_with("llvm.lifetime.start")
    };
    alloca.users().iter().filter(|user| starts(user)).count() == 1
}
