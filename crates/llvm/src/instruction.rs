//! Instructions one by one. Whatever has no translation is an error with a text; the caller makes it an
//! `Unsupported` instruction.

use crate::constant::GepStep;
use crate::fault::{Fault, planted};
use crate::ffi::{Ty, Value};
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};
use tw_ir::{BinaryOp, Cast, FloatRelation, InstrKind, Operand, Ordering, Predicate, Reg, Type, UnaryOp};

/// What comes after an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next one.
    Next,
    /// Nothing: the block is complete.
    Ended,
}

impl FunctionLowerer<'_, '_> {
    /// Lowers one instruction.
    pub(crate) fn instruction(&mut self, value: Value) -> Result<Flow, String> {
        use LLVMOpcode::*;
        match value.opcode() {
            LLVMRet => {
                let results =
                    if value.operand_count() == 0 { Vec::new() } else { self.operands(value.operand(0))? };
                self.emit(InstrKind::Return(results));
                return Ok(Flow::Ended);
            }
            LLVMBr => return self.branch(value),
            LLVMSwitch => return self.switch(value),
            LLVMIndirectBr => return self.indirect_branch(value),
            LLVMUnreachable => {
                self.emit(InstrKind::Unreachable);
                return Ok(Flow::Ended);
            }
            LLVMResume => {
                let parts = self.operands(value.operand(0))?;
                let exception = *parts.first().ok_or("a resume without an exception")?;
                self.module.function_named("_Unwind_Resume");
                self.emit(InstrKind::Resume { exception });
                return Ok(Flow::Ended);
            }
            LLVMCall | LLVMInvoke => return self.call(value),
            LLVMPHI => {
                self.define(value)?;
            }
            LLVMLandingPad => self.landing_pad(value)?,
            LLVMAlloca if self.holders.contains_key(&value) => {}
            LLVMAlloca if self.is_made_later(value) => {
                self.define_one(value)?;
            }
            LLVMAlloca => self.make_variable(value)?,
            LLVMLoad => {
                let (ty, mut order) = (value.ty(), value.order());
                // The guard of a static variable is the compiler's: what it orders, it orders well.
                if order.is_some() && value.operand(0).name().starts_with("_ZGV") {
                    order = Some(Ordering::SeqCst);
                }
                let address = self.one(value.operand(0))?;
                self.name_argument(value, address);
                if self.is_wide_copy(value) {
                    self.load_in_words(value, address);
                    return Ok(Flow::Next);
                }
                let loaded = self.load(ty, address, order, value.is_volatile())?;
                self.bind_named(value, loaded);
            }
            LLVMStore => {
                let (stored, order) = (value.operand(0), value.order());
                let address = self.one(value.operand(1))?;
                if let Some(words) = self.wide_copies.get(&stored).cloned() {
                    self.store_words(words, address);
                    return Ok(Flow::Next);
                }
                let operands = self.operands(stored)?;
                self.store(stored.ty(), operands, address, order, value.is_volatile())?;
            }
            LLVMFence => {
                let order = value.order().unwrap_or(Ordering::SeqCst);
                if unsafe { LLVMIsAtomicSingleThread(value.0) } == 0 {
                    self.emit(InstrKind::Fence { order });
                }
            }
            LLVMAtomicRMW => self.atomic_update(value)?,
            LLVMAtomicCmpXchg => self.compare_exchange(value)?,
            _ if self.is_check_condition(value) => {}
            _ if self.cut_words(value) => {}
            opcode => {
                let result = self.expression(opcode, value)?;
                self.bind_named(value, result);
            }
        }
        Ok(Flow::Next)
    }

    /// Says what a value is, and gives its registers its name.
    pub(crate) fn bind_named(&mut self, value: Value, operands: Vec<Operand>) {
        let name = value.name();
        if !name.is_empty() {
            for operand in &operands {
                if let Operand::Reg(reg) = operand
                    && self.body.regs[*reg].name.is_none()
                {
                    self.body.regs[*reg].name = Some(name.clone());
                }
            }
        }
        self.bind(value, operands);
    }

    /// Computations without effects; also those of constant expressions.
    pub(crate) fn expression(&mut self, opcode: LLVMOpcode, value: Value) -> Result<Vec<Operand>, String> {
        use LLVMOpcode::*;
        if let Some(result) = self.wide_expression(opcode, value)? {
            return Ok(result);
        }
        if let Some(op) = binary_op(opcode) {
            let wraps = matches!(opcode, LLVMAdd | LLVMSub | LLVMMul | LLVMShl) && value.is_instruction();
            let no_signed_wrap = wraps && unsafe { LLVMGetNSW(value.0) } != 0;
            let (left, right) = (self.operands(value.operand(0))?, self.operands(value.operand(1))?);
            let lanes = left.into_iter().zip(right).map(|(left, right)| {
                let dest = self.new_reg(self.type_of(left));
                self.emit(InstrKind::Binary { dest, op, left, right, no_signed_wrap });
                Operand::Reg(dest)
            });
            return Ok(lanes.collect());
        }
        if let Some(cast) = cast_kind(opcode) {
            let from = self.operands(value.operand(0))?;
            let to = self.leaf_types(value.ty())?;
            return Ok(from.into_iter().zip(to).map(|(from, ty)| self.cast(cast, ty, from)).collect());
        }
        match opcode {
            LLVMFNeg => self.unary(UnaryOp::FNeg, value.operand(0)),
            LLVMFreeze => self.unary(UnaryOp::Freeze, value.operand(0)),
            LLVMAddrSpaceCast => self.operands(value.operand(0)),
            LLVMBitCast => {
                let from = self.operands(value.operand(0))?;
                let to = self.leaf_types(value.ty())?;
                self.regroup(&from, &to)
            }
            LLVMICmp => {
                let predicate = predicate(unsafe { LLVMGetICmpPredicate(value.0) });
                let (left, right) = (self.operands(value.operand(0))?, self.operands(value.operand(1))?);
                Ok(left.into_iter().zip(right).map(|(l, r)| self.compare(predicate, l, r)).collect())
            }
            LLVMFCmp => {
                let relation = relation(unsafe { LLVMGetFCmpPredicate(value.0) });
                let (left, right) = (self.operands(value.operand(0))?, self.operands(value.operand(1))?);
                let lanes = left.into_iter().zip(right).map(|(l, r)| match relation {
                    Ok(relation) => self.float_compare(relation, l, r),
                    Err(always) => Operand::Const(Type::Int(1), always.into()),
                });
                Ok(lanes.collect())
            }
            LLVMSelect => {
                let conds = self.operands(value.operand(0))?;
                let (yes, no) = (self.operands(value.operand(1))?, self.operands(value.operand(2))?);
                if let ([cond], true) = (&conds[..], self.scopes && !planted(Fault::ConditionsUndecided)) {
                    self.decide(*cond);
                }
                let lanes = conds.into_iter().cycle().zip(yes.into_iter().zip(no));
                Ok(lanes.map(|(cond, (yes, no))| self.select(cond, yes, no)).collect())
            }
            LLVMGetElementPtr => self.gep(value),
            LLVMExtractValue => {
                let whole = self.operands(value.operand(0))?;
                let (start, ty) = self.module.layout.leaf_index(value.operand(0).ty(), &indexes(value))?;
                let len = self.module.layout.leaves(ty)?.len();
                Ok(whole.get(start..start + len).ok_or("an extractvalue out of range")?.to_vec())
            }
            LLVMInsertValue => {
                let mut whole = self.operands(value.operand(0))?;
                let part = self.operands(value.operand(1))?;
                let (start, _) = self.module.layout.leaf_index(value.ty(), &indexes(value))?;
                let place = whole.get_mut(start..start + part.len()).ok_or("an insertvalue out of range")?;
                place.copy_from_slice(&part);
                Ok(whole)
            }
            LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector => {
                self.vector_expression(opcode, value)
            }
            _ => Err(format!("the instruction {}", value.text().trim())),
        }
    }

    pub(crate) fn unary(&mut self, op: UnaryOp, value: Value) -> Result<Vec<Operand>, String> {
        let lanes = self.operands(value)?;
        Ok(lanes.into_iter().map(|value| self.unary_one(op, value)).collect())
    }

    pub(crate) fn unary_one(&mut self, op: UnaryOp, value: Operand) -> Operand {
        let dest = self.new_reg(self.type_of(value));
        self.emit(InstrKind::Unary { dest, op, value });
        Operand::Reg(dest)
    }

    pub(crate) fn float_compare(
        &mut self,
        relation: FloatRelation,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let dest = self.new_reg(Type::Int(1));
        self.emit(InstrKind::FloatCompare { dest, relation, left, right });
        Operand::Reg(dest)
    }

    fn gep(&mut self, value: Value) -> Result<Vec<Operand>, String> {
        let lanes = self.module.layout.leaves(value.ty())?.len();
        let bases = self.operands(value.operand(0))?;
        let steps = self.module.gep_steps(value)?;
        let mut indexes = Vec::new();
        let mut offset = 0i64;
        for step in steps {
            match step {
                GepStep::Offset(bytes) => offset = offset.wrapping_add(bytes),
                GepStep::Index(index, scale) => indexes.push((self.operands(index)?, scale)),
            }
        }
        let pointer_int = self.module.layout.pointer_int();
        let lane = |operands: &[Operand], lane: usize| operands.get(lane).or(operands.first()).copied();
        let mut addresses = Vec::new();
        for number in 0..lanes {
            let mut address = lane(&bases, number).ok_or("an address computation without a base")?;
            let mut rest = offset;
            for (index, scale) in &indexes {
                let index = lane(index, number).ok_or("an address computation without an index")?;
                let index = self.resize(index, pointer_int, true);
                let dest = self.new_reg(Type::Ptr);
                let offset = std::mem::take(&mut rest);
                self.emit(InstrKind::PtrAdd {
                    dest,
                    base: address,
                    index: Some(index),
                    scale: *scale,
                    offset,
                });
                address = Operand::Reg(dest);
            }
            addresses.push(self.ptr_add(address, rest));
        }
        Ok(addresses)
    }

    /// Makes the object of an `alloca`.
    pub(crate) fn make_variable(&mut self, value: Value) -> Result<(), String> {
        let dest = self.define_one(value)?;
        self.make_object(value, dest)
    }

    /// Makes the object of an `alloca`.
    pub(crate) fn make_object(&mut self, value: Value, dest: Reg) -> Result<(), String> {
        let ty = Ty(unsafe { LLVMGetAllocatedType(value.0) });
        let count = self.one(value.operand(0))?;
        let variable = self.variables.get(&value).copied();
        let size = self.module.layout.size(ty);
        self.emit(InstrKind::Alloca { dest, size, count, align: value.alignment().max(1), variable });
        Ok(())
    }

    /// Reads a value from memory, one scalar after the other.
    pub(crate) fn load(
        &mut self,
        ty: Ty,
        address: Operand,
        order: Option<Ordering>,
        volatile: bool,
    ) -> Result<Vec<Operand>, String> {
        let leaves = self.module.layout.leaves(ty)?;
        if self.module.layout.is_packed_vector(ty) {
            let types: Vec<Type> = leaves.iter().map(|l| l.ty).collect();
            let dest = self.new_reg(self.whole_integer(&types)?);
            self.emit(InstrKind::Load { dest, address, order, volatile });
            return self.regroup(&[Operand::Reg(dest)], &types);
        }
        if order.is_some() && leaves.len() != 1 {
            return Err(format!("an atomic load of type {}", ty.text()));
        }
        let mut loaded = Vec::new();
        for leaf in leaves.iter() {
            let address = self.ptr_add(address, leaf.offset.cast_signed());
            let dest = self.new_reg(leaf.ty);
            self.emit(InstrKind::Load { dest, address, order, volatile });
            loaded.push(Operand::Reg(dest));
        }
        Ok(loaded)
    }

    /// Writes a value to memory, one scalar after the other.
    pub(crate) fn store(
        &mut self,
        ty: Ty,
        operands: Vec<Operand>,
        address: Operand,
        order: Option<Ordering>,
        volatile: bool,
    ) -> Result<(), String> {
        let leaves = self.module.layout.leaves(ty)?;
        if self.module.layout.is_packed_vector(ty) {
            let types: Vec<Type> = leaves.iter().map(|l| l.ty).collect();
            let whole = self.whole_integer(&types)?;
            let value = self.regroup(&operands, &[whole])?[0];
            self.emit(InstrKind::Store { value, address, order, volatile });
            return Ok(());
        }
        if order.is_some() && leaves.len() != 1 {
            return Err(format!("an atomic store of type {}", ty.text()));
        }
        for (leaf, value) in leaves.iter().zip(operands) {
            let address = self.ptr_add(address, leaf.offset.cast_signed());
            self.emit(InstrKind::Store { value, address, order, volatile });
        }
        Ok(())
    }
}

fn indexes(value: Value) -> Vec<u32> {
    unsafe {
        let count = LLVMGetNumIndices(value.0) as usize;
        std::slice::from_raw_parts(LLVMGetIndices(value.0), count).to_vec()
    }
}

fn binary_op(opcode: LLVMOpcode) -> Option<BinaryOp> {
    use LLVMOpcode::*;
    Some(match opcode {
        LLVMAdd => BinaryOp::Add,
        LLVMSub => BinaryOp::Sub,
        LLVMMul => BinaryOp::Mul,
        LLVMUDiv => BinaryOp::UDiv,
        LLVMSDiv => BinaryOp::SDiv,
        LLVMURem => BinaryOp::URem,
        LLVMSRem => BinaryOp::SRem,
        LLVMShl => BinaryOp::Shl,
        LLVMLShr => BinaryOp::LShr,
        LLVMAShr => BinaryOp::AShr,
        LLVMAnd => BinaryOp::And,
        LLVMOr => BinaryOp::Or,
        LLVMXor => BinaryOp::Xor,
        LLVMFAdd => BinaryOp::FAdd,
        LLVMFSub => BinaryOp::FSub,
        LLVMFMul => BinaryOp::FMul,
        LLVMFDiv => BinaryOp::FDiv,
        LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

fn cast_kind(opcode: LLVMOpcode) -> Option<Cast> {
    use LLVMOpcode::*;
    Some(match opcode {
        LLVMTrunc => Cast::Truncate,
        LLVMZExt => Cast::ZeroExtend,
        LLVMSExt => Cast::SignExtend,
        LLVMFPToUI => Cast::FloatToUnsigned,
        LLVMFPToSI => Cast::FloatToSigned,
        LLVMUIToFP => Cast::UnsignedToFloat,
        LLVMSIToFP => Cast::SignedToFloat,
        LLVMFPTrunc | LLVMFPExt => Cast::FloatToFloat,
        LLVMPtrToInt => Cast::PtrToInt,
        LLVMIntToPtr => Cast::IntToPtr,
        _ => return None,
    })
}

pub(crate) fn predicate(predicate: LLVMIntPredicate) -> Predicate {
    use LLVMIntPredicate::*;
    match predicate {
        LLVMIntEQ => Predicate::Eq,
        LLVMIntNE => Predicate::Ne,
        LLVMIntUGT => Predicate::Ugt,
        LLVMIntUGE => Predicate::Uge,
        LLVMIntULT => Predicate::Ult,
        LLVMIntULE => Predicate::Ule,
        LLVMIntSGT => Predicate::Sgt,
        LLVMIntSGE => Predicate::Sge,
        LLVMIntSLT => Predicate::Slt,
        LLVMIntSLE => Predicate::Sle,
    }
}

/// A relation between floating-point numbers, or the constant that does not look at them.
fn relation(predicate: LLVMRealPredicate) -> Result<FloatRelation, bool> {
    use LLVMRealPredicate::*;
    Ok(match predicate {
        LLVMRealPredicateFalse => return Err(false),
        LLVMRealPredicateTrue => return Err(true),
        LLVMRealOEQ => FloatRelation::Oeq,
        LLVMRealOGT => FloatRelation::Ogt,
        LLVMRealOGE => FloatRelation::Oge,
        LLVMRealOLT => FloatRelation::Olt,
        LLVMRealOLE => FloatRelation::Ole,
        LLVMRealONE => FloatRelation::One,
        LLVMRealORD => FloatRelation::Ord,
        LLVMRealUNO => FloatRelation::Uno,
        LLVMRealUEQ => FloatRelation::Ueq,
        LLVMRealUGT => FloatRelation::Ugt,
        LLVMRealUGE => FloatRelation::Uge,
        LLVMRealULT => FloatRelation::Ult,
        LLVMRealULE => FloatRelation::Ule,
        LLVMRealUNE => FloatRelation::Une,
    })
}
