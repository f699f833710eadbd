//! Where the lives of local variables begin and end: clang's markers, and variable-length arrays.
//!
//! A variable with one `llvm.lifetime.start` is made there, each time anew, so that no pointer into an earlier life is ever
//! valid again; `llvm.lifetime.end` ends its life. clang leaves the markers out where a jump may pass or repeat the declaration: such a
//! variable, and all of code that was optimised, lives as long as its function, and loses its value where it is declared. `llvm.stacksave` makes an empty object;
//! `llvm.stackrestore` ends it with all that were made after it.

use crate::fault::{Fault, planted};
use crate::ffi::{BlockRef, Ty, Value};
use crate::function::{FunctionLowerer, declared_place};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{LLVMGetAllocatedType, LLVMGetInstructionParent};
use std::collections::HashSet;
use tw_ir::{InstrKind, Operand, Type};

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
            "dbg.declare" => self.declared_again(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A declaration of C that a jump backwards may reach again: each time the variable loses its value, and stays the same object.
    fn declared_again(&mut self, declaration: Value) -> Result<(), String> {
        let Some(variable) = declared_place(declaration).filter(|v| !has_scope(*v)) else { return Ok(()) };
        let block = BlockRef(unsafe { LLVMGetInstructionParent(declaration.0) });
        let kept = planted(Fault::DeclarationsKeepValues);
        if kept || !self.module.debug.is_c(&self.source.name()) || !in_cycle(block) {
            return Ok(());
        }
        let ty = Ty(unsafe { LLVMGetAllocatedType(variable.0) });
        let address = self.one(variable)?;
        if let [leaf] = self.leaf_types(ty)?[..] {
            return self.store(ty, vec![Operand::Undef(leaf)], address, None, false);
        }
        let len = Operand::Const(self.module.layout.pointer_int(), u128::from(self.module.layout.size(ty)));
        self.emit(InstrKind::MemSet { to: address, byte: Operand::Undef(Type::Int(8)), len });
        Ok(())
    }

    /// Whether an `alloca` is made where its life begins, and not where it stands.
    pub(crate) fn is_made_later(&self, alloca: Value) -> bool {
        self.scopes && (has_scope(alloca) || self.homes.iter().any(|home| home.object == alloca))
    }
}

/// The `alloca` that a marker is about.
fn variable(marker: Value) -> Option<Value> {
    let place = *marker.args().last()?;
    (place.is_instruction() && place.opcode() == LLVMOpcode::LLVMAlloca).then_some(place)
}

/// Whether a block may be reached from itself.
pub(crate) fn in_cycle(block: BlockRef) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![block];
    while let Some(next) = stack.pop() {
        for successor in next.terminator().map(Value::successors).unwrap_or_default() {
            if successor == block {
                return true;
            }
            if seen.insert(successor) {
                stack.push(successor);
            }
        }
    }
    false
}

/// Whether the life of a variable begins at exactly one place.
pub(crate) fn has_scope(alloca: Value) -> bool {
    let starts = |user: &Value| {
        user.is_instruction()
            && user.opcode() == LLVMOpcode::LLVMCall
            && user.called_value().name().starts_with("llvm.lifetime.start")
    };
    alloca.users().iter().filter(|user| starts(user)).count() == 1
}
