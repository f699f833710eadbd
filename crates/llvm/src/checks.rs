//! clang's checks for undefined arithmetic (`-fsanitize=…` without its run-time library).
//!
//! clang folds undefined operations on constants away before LLVM sees them (`1 / 0`, `1u << 32`, `INT_MAX + 1`), and does not
//! say that a signed shift may overflow; its checks say both. A check is a branch to a call of `__ubsan_handle_…`, which
//! `runtime/checks.c` models. Where the machine checks an operation itself, the branch is left out, and with it what only it
//! needs; a checked addition, subtraction or multiplication becomes one instruction that must not wrap.

use crate::arms::Arm;
use crate::fault::{Fault, planted};
use crate::ffi::{self, BlockRef, Context, Value};
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use tw_ir::{BinaryOp, Block, Edge, InstrKind, Operand, Type};

/// The checks that sources are compiled with at level 0.
pub(crate) const FLAGS: [&str; 2] = [
    "-fsanitize=shift,integer-divide-by-zero,signed-integer-overflow,float-cast-overflow,vla-bound,builtin,return",
    "-fno-sanitize-trap=all",
];

const HANDLER: &str = "__ubsan_handle_";

/// What handlers are told about a check never changes.
pub(crate) fn freeze_descriptions(module: LLVMModuleRef) {
    for handler in ffi::functions(module).into_iter().filter(|f| f.name().starts_with(HANDLER)) {
        for call in handler.users() {
            let description = call.operand(0);
            if call.is_instruction() && !unsafe { LLVMIsAGlobalVariable(description.0) }.is_null() {
                unsafe { LLVMSetGlobalConstant(description.0, 1) };
            }
        }
    }
}

/// Whether an instruction belongs to a check.
pub(crate) fn is_check(value: Value, context: &Context) -> bool {
    value.is_instruction() && !unsafe { LLVMGetMetadata(value.0, context.check_mark) }.is_null()
}

impl FunctionLowerer<'_, '_> {
    /// Whether an instruction belongs to a check.
    fn is_check(&self, value: Value) -> bool {
        is_check(value, &self.module.linked.context)
    }

    /// Whether an instruction computes a truth value for a check: then it is lowered when that is needed.
    pub(crate) fn is_check_condition(&self, value: Value) -> bool {
        use LLVMOpcode::*;
        let pure = matches!(value.opcode(), LLVMICmp | LLVMFCmp | LLVMAnd | LLVMOr | LLVMXor);
        pure && self.is_check(value)
    }

    /// The branch of a check, if it need not be decided: where it goes.
    pub(crate) fn settled(&mut self, branch: Value) -> Option<BlockRef> {
        if !self.is_check(branch) {
            return None;
        }
        let [yes, no] = branch.successors()[..] else { return None };
        let condition = Value(unsafe { LLVMGetCondition(branch.0) });
        if unsafe { LLVMIsConstant(condition.0) } != 0 {
            return Some(if crate::constant::int_bits(condition) & 1 == 1 { yes } else { no });
        }
        let handler = handler_of(no)?;
        let handler = handler.called_value().name();
        // The machine checks these itself.
        const OWN: [&str; 5] =
            ["add_overflow", "sub_overflow", "mul_overflow", "negate_overflow", "divrem_overflow"];
        OWN.contains(&handler.strip_prefix(HANDLER)?).then_some(yes)
    }

    /// Before the report of a failed check in an arm of `?:`: goes around it where the arm is not taken. Gives the block
    /// that comes after the report.
    pub(crate) fn guard_arm(&mut self, report: Value) -> Result<Option<Block>, String> {
        let arm = self.arms.get(&report).copied().filter(|_| !planted(Fault::ArmsIgnored));
        let Some((condition, arm)) = arm else { return Ok(None) };
        if arm == Arm::Unknown {
            return Err("a shift that overflows in an arm of ?: inside of a macro".to_owned());
        }
        let cond = self.one(condition)?;
        let (taken, after) = (self.new_block("arm.taken"), self.new_block("arm.end"));
        let edge = |to| Edge { to, copies: Vec::new() };
        let (yes, no) = if arm == Arm::Yes { (taken, after) } else { (after, taken) };
        self.emit(InstrKind::Branch { cond, yes: edge(yes), no: edge(no) });
        self.switch_to(taken);
        Ok(Some(after))
    }

    /// A checked operation: the machine finds out whether it overflows.
    pub(crate) fn checked_arithmetic(
        &mut self,
        value: Value,
        base: &str,
    ) -> Result<Option<Vec<Operand>>, String> {
        let op = match base {
            "sadd.with.overflow" => BinaryOp::Add,
            "ssub.with.overflow" => BinaryOp::Sub,
            "smul.with.overflow" => BinaryOp::Mul,
            _ => return Ok(None),
        };
        if !self.is_check(value) {
            return Ok(None);
        }
        let (left, right) = (self.one(value.operand(0))?, self.one(value.operand(1))?);
        let dest = self.new_reg(self.type_of(left));
        self.emit(InstrKind::Binary { dest, op, left, right, no_signed_wrap: true });
        Ok(Some(vec![Operand::Reg(dest), Operand::Const(Type::Int(1), 0)]))
    }
}

/// The call that reports a failed check.
fn handler_of(block: BlockRef) -> Option<Value> {
    let calls = |value: &Value| {
        value.opcode() == LLVMOpcode::LLVMCall && value.called_value().name().starts_with(HANDLER)
    };
    block.instructions().into_iter().find(calls)
}
