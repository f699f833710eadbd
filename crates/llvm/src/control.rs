//! Control flow and atomic accesses: jumps, landing pads, read-modify-write.

use crate::constant::int_bits;
use crate::ffi::{self, BlockRef, Value};
use crate::function::FunctionLowerer;
use crate::instruction::Flow;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMTypeKind};
use tw_ir::{Cast, Clause, Edge, InstrKind, Ordering, UpdateOp};

impl FunctionLowerer<'_, '_> {
    pub(crate) fn atomic_update(&mut self, value: Value) -> Result<(), String> {
        use LLVMAtomicRMWBinOp::*;
        let op = match unsafe { LLVMGetAtomicRMWBinOp(value.0) } {
            LLVMAtomicRMWBinOpXchg => UpdateOp::Exchange,
            LLVMAtomicRMWBinOpAdd => UpdateOp::Add,
            LLVMAtomicRMWBinOpSub => UpdateOp::Sub,
            LLVMAtomicRMWBinOpAnd => UpdateOp::And,
            LLVMAtomicRMWBinOpNand => UpdateOp::Nand,
            LLVMAtomicRMWBinOpOr => UpdateOp::Or,
            LLVMAtomicRMWBinOpXor => UpdateOp::Xor,
            LLVMAtomicRMWBinOpMax => UpdateOp::SMax,
            LLVMAtomicRMWBinOpMin => UpdateOp::SMin,
            LLVMAtomicRMWBinOpUMax => UpdateOp::UMax,
            LLVMAtomicRMWBinOpUMin => UpdateOp::UMin,
            LLVMAtomicRMWBinOpFAdd => UpdateOp::FAdd,
            LLVMAtomicRMWBinOpFSub => UpdateOp::FSub,
            LLVMAtomicRMWBinOpFMax => UpdateOp::FMax,
            LLVMAtomicRMWBinOpFMin => UpdateOp::FMin,
            LLVMAtomicRMWBinOpUIncWrap => UpdateOp::IncWrap,
            LLVMAtomicRMWBinOpUDecWrap => UpdateOp::DecWrap,
        };
        let address = self.one(value.operand(0))?;
        let operand = self.one(value.operand(1))?;
        let order = value.order().unwrap_or(Ordering::SeqCst);
        let dest = self.define_one(value)?;
        self.emit(InstrKind::AtomicUpdate { dest, op, address, value: operand, order });
        Ok(())
    }

    pub(crate) fn compare_exchange(&mut self, value: Value) -> Result<(), String> {
        let address = self.one(value.operand(0))?;
        let (expected, new) = (self.one(value.operand(1))?, self.one(value.operand(2))?);
        let (success_order, failure_order, weak) = unsafe {
            let success = ffi::order(LLVMGetCmpXchgSuccessOrdering(value.0));
            let failure = ffi::order(LLVMGetCmpXchgFailureOrdering(value.0));
            (success, failure, LLVMGetWeak(value.0) != 0)
        };
        let [old, success] = self.define(value)?[..] else { return Err("a strange cmpxchg".to_owned()) };
        self.emit(InstrKind::CompareExchange {
            old,
            success,
            address,
            expected,
            new,
            order: success_order.unwrap_or(Ordering::SeqCst),
            failure_order: failure_order.unwrap_or(Ordering::SeqCst),
            weak,
        });
        Ok(())
    }

    pub(crate) fn landing_pad(&mut self, value: Value) -> Result<(), String> {
        let mut clauses = Vec::new();
        for index in 0..unsafe { LLVMGetNumClauses(value.0) } {
            let clause = Value(unsafe { LLVMGetClause(value.0, index) });
            let operands = self.operands(clause)?;
            clauses.push(match (clause.ty().kind(), &operands[..]) {
                (LLVMTypeKind::LLVMArrayTypeKind, _) => Clause::Filter(operands),
                (_, [operand]) => Clause::Catch(*operand),
                _ => return Err("a strange landing pad".to_owned()),
            });
        }
        let [exception, selector] = self.define(value)?[..] else {
            return Err(format!("a landing pad of type {}", value.ty().text()));
        };
        let cleanup = unsafe { LLVMIsCleanup(value.0) } != 0;
        self.emit(InstrKind::LandingPad { exception, selector, clauses, cleanup });
        Ok(())
    }

    pub(crate) fn branch(&mut self, value: Value) -> Result<Flow, String> {
        let from = BlockRef(unsafe { LLVMGetInstructionParent(value.0) });
        let targets = self.settled(value).map_or_else(|| value.successors(), |to| vec![to]);
        let end = match targets[..] {
            [to] => InstrKind::Jump(self.edge(from, to)?),
            [yes, no] => {
                let cond = self.one(Value(unsafe { LLVMGetCondition(value.0) }))?;
                InstrKind::Branch { cond, yes: self.edge(from, yes)?, no: self.edge(from, no)? }
            }
            _ => return Err("a strange branch".to_owned()),
        };
        self.emit(end);
        Ok(Flow::Ended)
    }

    pub(crate) fn switch(&mut self, value: Value) -> Result<Flow, String> {
        let from = BlockRef(unsafe { LLVMGetInstructionParent(value.0) });
        let scrutinee = self.one(value.operand(0))?;
        let targets = value.successors();
        let (default, targets) = targets.split_first().ok_or("a switch without targets")?;
        let default = self.edge(from, *default)?;
        let mut cases = Vec::new();
        for (position, target) in (1u32..).zip(targets) {
            cases.push((int_bits(value.operand(2 * position)), self.edge(from, *target)?));
        }
        self.emit(InstrKind::Switch { value: scrutinee, cases, default });
        Ok(Flow::Ended)
    }

    /// The address of a label is its number (see the constants); a computed `goto` is a switch.
    pub(crate) fn indirect_branch(&mut self, value: Value) -> Result<Flow, String> {
        let from = BlockRef(unsafe { LLVMGetInstructionParent(value.0) });
        let address = self.one(value.operand(0))?;
        let pointer_int = self.module.layout.pointer_int();
        let scrutinee = self.cast(Cast::PtrToInt, pointer_int, address);
        let all = self.source.blocks();
        let mut cases: Vec<(u128, Edge)> = Vec::new();
        for target in value.successors() {
            let number =
                all.iter().position(|b| *b == target).ok_or("a jump to an unknown block")? as u128 + 1;
            if !cases.iter().any(|(n, _)| *n == number) {
                cases.push((number, self.edge(from, target)?));
            }
        }
        let nowhere = self.new_block("nowhere");
        self.emit(InstrKind::Switch {
            value: scrutinee,
            cases,
            default: Edge { to: nowhere, copies: Vec::new() },
        });
        self.switch_to(nowhere);
        self.emit(InstrKind::Unreachable);
        Ok(Flow::Ended)
    }
}
