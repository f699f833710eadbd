//! Vectors: lanes are scalars, so most operations only rename them.

use crate::constant::int_bits;
use crate::ffi::{Ty, Value};
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use tw_ir::{Cast, Edge, InstrKind, Operand, Predicate, Type};

impl FunctionLowerer<'_, '_> {
    /// `extractelement`, `insertelement`, `shufflevector`.
    pub(crate) fn vector_expression(
        &mut self,
        opcode: LLVMOpcode,
        value: Value,
    ) -> Result<Vec<Operand>, String> {
        let first = self.operands(value.operand(0))?;
        match opcode {
            LLVMOpcode::LLVMExtractElement => {
                let index = value.operand(1);
                if let Some(lane) = constant_lane(index) {
                    let undef = Operand::Undef(self.module.layout.scalar(value.ty())?);
                    return Ok(vec![first.get(lane).copied().unwrap_or(undef)]);
                }
                let index = self.one(index)?;
                let mut lanes = first.into_iter().enumerate();
                let (_, mut result) = lanes.next().ok_or("an empty vector")?;
                for (lane, operand) in lanes {
                    let here = self.is_lane(index, lane);
                    result = self.select(here, operand, result);
                }
                Ok(vec![result])
            }
            LLVMOpcode::LLVMInsertElement => {
                let mut lanes = first;
                let (new, index) = (self.one(value.operand(1))?, value.operand(2));
                if let Some(lane) = constant_lane(index) {
                    if let Some(place) = lanes.get_mut(lane) {
                        *place = new;
                    }
                    return Ok(lanes);
                }
                let index = self.one(index)?;
                for (lane, operand) in lanes.iter_mut().enumerate() {
                    let here = self.is_lane(index, lane);
                    *operand = self.select(here, new, *operand);
                }
                Ok(lanes)
            }
            _ => {
                let lane_type = self.module.layout.scalar(value.ty().element())?;
                let mut all = first;
                all.extend(self.operands(value.operand(1))?);
                let count = unsafe { LLVMGetNumMaskElements(value.0) };
                let lanes = (0..count).map(|i| {
                    let lane = unsafe { LLVMGetMaskValue(value.0, i) };
                    let lane = usize::try_from(lane).ok().and_then(|lane| all.get(lane));
                    lane.copied().unwrap_or(Operand::Undef(lane_type))
                });
                Ok(lanes.collect())
            }
        }
    }

    fn is_lane(&mut self, index: Operand, lane: usize) -> Operand {
        let lane = Operand::Const(self.type_of(index), lane as u128);
        self.compare(Predicate::Eq, index, lane)
    }

    /// The integer that holds scalars of these types side by side.
    pub(crate) fn whole_integer(&self, types: &[Type]) -> Result<Type, String> {
        let bits: u32 = types.iter().map(|ty| self.module.layout.bits(*ty)).sum();
        match u8::try_from(bits) {
            Ok(bits) if (1..=128).contains(&bits) => Ok(Type::Int(bits)),
            _ => Err(format!("a vector of {bits} bits in memory")),
        }
    }

    /// The same bits as scalars of other types (`bitcast`).
    pub(crate) fn regroup(&mut self, from: &[Operand], to: &[Type]) -> Result<Vec<Operand>, String> {
        let widths =
            |f: &Self, types: &[Type]| types.iter().map(|ty| f.module.layout.bits(*ty)).collect::<Vec<_>>();
        let from_types: Vec<Type> = from.iter().map(|o| self.type_of(*o)).collect();
        let (from_bits, to_bits) = (widths(self, &from_types), widths(self, to));
        if from_bits.iter().sum::<u32>() != to_bits.iter().sum::<u32>() {
            return Err("a bitcast between different sizes".to_owned());
        }
        if from_bits == to_bits {
            return from.iter().zip(to).map(|(operand, ty)| self.retype(*operand, *ty)).collect();
        }
        let mut integers = Vec::new();
        for (operand, bits) in from.iter().zip(&from_bits) {
            let bits = u8::try_from(*bits).map_err(|_| "a wide scalar")?;
            integers.push(self.retype(*operand, Type::Int(bits))?);
        }
        let mut to_integers = Vec::new();
        for bits in to_bits {
            to_integers.push(Type::Int(u8::try_from(bits).map_err(|_| "a wide scalar")?));
        }
        let gathered = self.gather(&integers, 0, &to_integers);
        gathered.into_iter().zip(to).map(|(operand, ty)| self.retype(operand, *ty)).collect()
    }

    /// The same bits as another type of the same width.
    fn retype(&mut self, operand: Operand, ty: Type) -> Result<Operand, String> {
        let from = self.type_of(operand);
        Ok(match (from, operand) {
            _ if from == ty => operand,
            (_, Operand::Undef(_)) => Operand::Undef(ty),
            (_, Operand::Const(_, bits)) => Operand::Const(ty, bits),
            (Type::Ptr, _) => {
                let int = self.cast(Cast::PtrToInt, self.module.layout.pointer_int(), operand);
                return self.retype(int, ty);
            }
            _ if ty == Type::Ptr => {
                let int = self.retype(operand, self.module.layout.pointer_int())?;
                self.cast(Cast::IntToPtr, Type::Ptr, int)
            }
            _ => self.cast(Cast::Bits, ty, operand),
        })
    }

    /// A load of those lanes whose mask is 1, from `addresses` (one per lane).
    pub(crate) fn masked_load(
        &mut self,
        ty: Ty,
        addresses: &[Operand],
        mask: &[Operand],
        otherwise: &[Operand],
    ) -> Result<Vec<Operand>, String> {
        let lane_type = self.module.layout.scalar(ty.element())?;
        let mut result = Vec::new();
        for ((address, mask), otherwise) in addresses.iter().zip(mask).zip(otherwise) {
            let dest = self.new_reg(lane_type);
            let load = InstrKind::Load { dest, address: *address, order: None, volatile: false };
            match mask {
                Operand::Const(_, 0) => result.push(*otherwise),
                Operand::Const(..) => {
                    self.emit(load);
                    result.push(Operand::Reg(dest));
                }
                _ => {
                    let merged = self.new_reg(lane_type);
                    self.guarded(*mask, load, vec![(merged, Operand::Reg(dest))], vec![(merged, *otherwise)]);
                    result.push(Operand::Reg(merged));
                }
            }
        }
        Ok(result)
    }

    /// A store of those lanes whose mask is 1.
    pub(crate) fn masked_store(&mut self, lanes: &[Operand], addresses: &[Operand], mask: &[Operand]) {
        for ((value, address), mask) in lanes.iter().zip(addresses).zip(mask) {
            let store = InstrKind::Store { value: *value, address: *address, order: None, volatile: false };
            match mask {
                Operand::Const(_, 0) => {}
                Operand::Const(..) => self.emit(store),
                _ => self.guarded(*mask, store, Vec::new(), Vec::new()),
            }
        }
    }

    /// An instruction that only happens if `cond` is 1.
    fn guarded(
        &mut self,
        cond: Operand,
        kind: InstrKind,
        done: Vec<(tw_ir::Reg, Operand)>,
        skipped: Vec<(tw_ir::Reg, Operand)>,
    ) {
        let (inside, after) = (self.new_block("lane"), self.new_block("after"));
        let yes = Edge { to: inside, copies: Vec::new() };
        self.emit(InstrKind::Branch { cond, yes, no: Edge { to: after, copies: skipped } });
        self.switch_to(inside);
        self.emit(kind);
        self.emit(InstrKind::Jump(Edge { to: after, copies: done }));
        self.switch_to(after);
    }

    /// The addresses of the lanes of a vector in memory.
    pub(crate) fn lane_addresses(&mut self, ty: Ty, base: Operand) -> Result<Vec<Operand>, String> {
        if self.module.layout.is_packed_vector(ty) {
            return Err(format!("a masked access of type {}", ty.text()));
        }
        let leaves = self.module.layout.leaves(ty)?;
        Ok(leaves.iter().map(|leaf| self.ptr_add(base, leaf.offset.cast_signed())).collect())
    }
}

fn constant_lane(index: Value) -> Option<usize> {
    let is_int = index.kind() == LLVMValueKind::LLVMConstantIntValueKind;
    is_int.then(|| usize::try_from(int_bits(index)).unwrap_or(usize::MAX))
}
