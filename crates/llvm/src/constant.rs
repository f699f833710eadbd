//! Constants: in operands and in the content of globals.

use crate::ffi::{Ty, Value};
use crate::lower::Lowerer;
use crate::values::{signed_offset, truncate};
use crate::wide::{int_limbs, limb_types};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use tw_ir::{Relocation, Symbol, Type};

/// A scalar constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Scalar {
    /// Bits of a number, or of a pointer made of a number.
    Bits(Type, u128),
    /// An address; the type is a pointer or an integer of pointer width.
    Address(Type, Symbol, i64),
    /// `undef` or `poison`.
    Undef(Type),
}

impl Lowerer<'_> {
    /// The scalars of a constant.
    pub(crate) fn constant(&mut self, value: Value) -> Result<Vec<Scalar>, String> {
        use LLVMValueKind::*;
        let ty = value.ty();
        match value.kind() {
            LLVMFunctionValueKind => {
                let function = self.function_id(value);
                Ok(vec![Scalar::Address(Type::Ptr, Symbol::Function(function), 0)])
            }
            LLVMGlobalVariableValueKind => {
                let global = self.global_id(value);
                Ok(vec![Scalar::Address(Type::Ptr, Symbol::Global(global), 0)])
            }
            LLVMGlobalAliasValueKind => self.constant(Value(unsafe { LLVMAliasGetAliasee(value.0) })),
            LLVMGlobalIFuncValueKind => Err(format!("the ifunc {}", value.name())),
            LLVMBlockAddressValueKind => {
                let function = Value(unsafe { LLVMGetBlockAddressFunction(value.0) });
                let block = unsafe { LLVMGetBlockAddressBasicBlock(value.0) };
                let number = function.blocks().iter().position(|b| b.0 == block).unwrap_or(0);
                Ok(vec![Scalar::Bits(Type::Ptr, number as u128 + 1)])
            }
            LLVMUndefValueValueKind | LLVMPoisonValueKind => {
                Ok(self.layout.leaves(ty)?.iter().map(|leaf| Scalar::Undef(leaf.ty)).collect())
            }
            LLVMConstantAggregateZeroValueKind | LLVMConstantPointerNullValueKind => {
                Ok(self.layout.leaves(ty)?.iter().map(|leaf| Scalar::Bits(leaf.ty, 0)).collect())
            }
            LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataArrayValueKind
            | LLVMConstantDataVectorValueKind => {
                let mut scalars = Vec::new();
                for index in 0..element_count(ty) {
                    let element = value.element(index).ok_or("an unreadable constant")?;
                    scalars.extend(self.constant(element)?);
                }
                Ok(scalars)
            }
            LLVMConstantIntValueKind if ty.is_wide() => {
                let limbs = limb_types(ty.int_width()).zip(int_limbs(value));
                Ok(limbs.map(|(ty, bits)| Scalar::Bits(ty, bits.into())).collect())
            }
            LLVMConstantIntValueKind => Ok(vec![Scalar::Bits(self.layout.scalar(ty)?, int_bits(value))]),
            LLVMConstantFPValueKind => {
                let scalar = self.layout.scalar(ty)?;
                let width = self.layout.bits(scalar);
                let int = unsafe { LLVMIntTypeInContext(self.linked.context.raw, width) };
                let bits = Value(unsafe { LLVMConstBitCast(value.0, int) });
                if bits.kind() != LLVMConstantIntValueKind {
                    return Err(format!("the constant {}", value.text()));
                }
                Ok(vec![Scalar::Bits(scalar, int_bits(bits))])
            }
            LLVMConstantExprValueKind => self.constant_expression(value),
            _ => Err(format!("the constant {}", value.text())),
        }
    }

    fn constant_expression(&mut self, value: Value) -> Result<Vec<Scalar>, String> {
        use LLVMOpcode::*;
        let opcode = value.const_opcode();
        let ty = value.ty();
        if opcode == LLVMGetElementPtr {
            return Ok(vec![self.constant_gep(value)?]);
        }
        let fail = || format!("the constant {}", value.text());
        if matches!(opcode, LLVMBitCast | LLVMAddrSpaceCast) {
            let from = self.constant(value.operand(0))?;
            let to = self.layout.leaves(ty)?;
            let same = from.len() == to.len();
            let retyped = from.iter().zip(to.iter()).map(|(scalar, leaf)| match *scalar {
                Scalar::Bits(t, bits) if self.layout.bits(t) == self.layout.bits(leaf.ty) => {
                    Some(Scalar::Bits(leaf.ty, bits))
                }
                Scalar::Undef(t) if self.layout.bits(t) == self.layout.bits(leaf.ty) => {
                    Some(Scalar::Undef(leaf.ty))
                }
                Scalar::Address(t, ..) if t == leaf.ty => Some(*scalar),
                _ => None,
            });
            return retyped.collect::<Option<Vec<_>>>().filter(|_| same).ok_or_else(fail);
        }
        let result = self.layout.scalar(ty).map_err(|_| fail())?;
        let width = self.layout.bits(result);
        let left = self.one_constant(value.operand(0))?;
        let scalar = match opcode {
            LLVMPtrToInt | LLVMIntToPtr => match left {
                Scalar::Bits(_, bits) => Scalar::Bits(result, truncate(bits, width)),
                Scalar::Address(_, symbol, offset) if width == 8 * self.layout.pointer_bytes => {
                    Scalar::Address(result, symbol, offset)
                }
                Scalar::Undef(_) => Scalar::Undef(result),
                Scalar::Address(..) => return Err(fail()),
            },
            LLVMTrunc | LLVMZExt => match left {
                Scalar::Bits(_, bits) => Scalar::Bits(result, truncate(bits, width)),
                _ => return Err(fail()),
            },
            LLVMAdd | LLVMSub | LLVMMul | LLVMXor | LLVMAnd | LLVMOr => {
                let right = self.one_constant(value.operand(1))?;
                binary(opcode, result, width, left, right).ok_or_else(fail)?
            }
            _ => return Err(fail()),
        };
        Ok(vec![scalar])
    }

    fn one_constant(&mut self, value: Value) -> Result<Scalar, String> {
        match self.constant(value)?.as_slice() {
            [scalar] => Ok(*scalar),
            _ => Err(format!("the constant {}", value.text())),
        }
    }

    fn constant_gep(&mut self, value: Value) -> Result<Scalar, String> {
        let mut offset = 0i64;
        for step in self.gep_steps(value)? {
            match step {
                GepStep::Offset(bytes) => offset = offset.wrapping_add(bytes),
                GepStep::Index(index, scale) => match self.one_constant(index)? {
                    Scalar::Bits(t, bits) => {
                        let index = signed_offset(bits, self.layout.bits(t));
                        offset = offset.wrapping_add(index.wrapping_mul(scale));
                    }
                    _ => return Err(format!("the constant {}", value.text())),
                },
            }
        }
        match self.one_constant(value.operand(0))? {
            Scalar::Address(ty, symbol, base) => Ok(Scalar::Address(ty, symbol, base.wrapping_add(offset))),
            Scalar::Bits(ty, bits) => {
                let moved = bits.wrapping_add(i128::from(offset).cast_unsigned());
                Ok(Scalar::Bits(ty, truncate(moved, self.layout.bits(ty))))
            }
            Scalar::Undef(ty) => Ok(Scalar::Undef(ty)),
        }
    }

    /// The steps of an address computation: constant offsets, and indexes with their scale.
    pub(crate) fn gep_steps(&mut self, gep: Value) -> Result<Vec<GepStep>, String> {
        let mut ty = Ty(unsafe { LLVMGetGEPSourceElementType(gep.0) });
        let mut steps = Vec::new();
        for position in 1..gep.operand_count() {
            let index = gep.operand(position);
            if position > 1 {
                match ty.kind() {
                    LLVMTypeKind::LLVMStructTypeKind => {
                        let mut field = index;
                        if field.ty().is_vector() {
                            field = field.element(0).ok_or("a vector of field numbers")?;
                        }
                        let field = u32::try_from(int_bits(field)).map_err(|_| "a strange field number")?;
                        steps.push(GepStep::Offset(self.layout.field_offset(ty, field).cast_signed()));
                        ty = ty.field(field);
                        continue;
                    }
                    LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => ty = ty.element(),
                    _ => return Err(format!("an index into {}", ty.text())),
                }
            }
            let scale = self.layout.size(ty).cast_signed();
            if index.kind() == LLVMValueKind::LLVMConstantIntValueKind {
                let index = signed_offset(int_bits(index), index.ty().int_width());
                steps.push(GepStep::Offset(index.wrapping_mul(scale)));
            } else {
                steps.push(GepStep::Index(index, scale));
            }
        }
        Ok(steps)
    }

    /// Writes a constant into the content of a global.
    pub(crate) fn fill(
        &mut self,
        value: Value,
        base: u64,
        bytes: &mut [u8],
        relocations: &mut Vec<Relocation>,
    ) -> Result<(), String> {
        use LLVMValueKind::*;
        let ty = value.ty();
        match value.kind() {
            LLVMConstantAggregateZeroValueKind | LLVMUndefValueValueKind | LLVMPoisonValueKind => Ok(()),
            LLVMConstantDataArrayValueKind if unsafe { LLVMIsConstantString(value.0) } != 0 => {
                let mut len = 0;
                let text = unsafe {
                    let text = LLVMGetAsString(value.0, &mut len);
                    std::slice::from_raw_parts(text.cast::<u8>(), len)
                };
                let start = usize::try_from(base).map_err(|_| "a global that is too large")?;
                bytes.get_mut(start..start + len).ok_or("a string that is too long")?.copy_from_slice(text);
                Ok(())
            }
            LLVMConstantArrayValueKind | LLVMConstantDataArrayValueKind => {
                let size = self.layout.size(ty.element());
                for index in 0..element_count(ty) {
                    let element = value.element(index).ok_or("an unreadable constant")?;
                    self.fill(element, base + u64::from(index) * size, bytes, relocations)?;
                }
                Ok(())
            }
            LLVMConstantStructValueKind => {
                for index in 0..ty.fields() {
                    let element = value.element(index).ok_or("an unreadable constant")?;
                    self.fill(element, base + self.layout.field_offset(ty, index), bytes, relocations)?;
                }
                Ok(())
            }
            _ if self.layout.is_packed_vector(ty) => Err(format!("the constant {}", value.text())),
            _ => {
                let leaves = self.layout.leaves(ty)?;
                let scalars = self.constant(value)?;
                for (leaf, scalar) in leaves.iter().zip(scalars) {
                    let offset = base + leaf.offset;
                    match scalar {
                        Scalar::Undef(_) => {}
                        Scalar::Bits(ty, bits) => {
                            let start = usize::try_from(offset).map_err(|_| "a global that is too large")?;
                            let len = ty.bytes(self.layout.pointer_bytes) as usize;
                            let place =
                                bytes.get_mut(start..start + len).ok_or("a constant that is too long")?;
                            place.copy_from_slice(&bits.to_le_bytes()[..len]);
                        }
                        Scalar::Address(_, symbol, addend) => {
                            let offset = u32::try_from(offset).map_err(|_| "a global that is too large")?;
                            relocations.push(Relocation { offset, symbol, addend });
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// A step of an address computation.
pub(crate) enum GepStep {
    /// Bytes.
    Offset(i64),
    /// An index times bytes.
    Index(Value, i64),
}

fn element_count(ty: Ty) -> u32 {
    match ty.kind() {
        LLVMTypeKind::LLVMStructTypeKind => ty.fields(),
        LLVMTypeKind::LLVMVectorTypeKind => ty.vector_len(),
        _ => u32::try_from(ty.array_len()).unwrap_or(u32::MAX),
    }
}

fn binary(opcode: LLVMOpcode, ty: Type, width: u32, left: Scalar, right: Scalar) -> Option<Scalar> {
    use LLVMOpcode::*;
    let offset = |bits| signed_offset(bits, width);
    Some(match (opcode, left, right) {
        (_, Scalar::Bits(_, a), Scalar::Bits(_, b)) => {
            let value = match opcode {
                LLVMAdd => a.wrapping_add(b),
                LLVMSub => a.wrapping_sub(b),
                LLVMMul => a.wrapping_mul(b),
                LLVMXor => a ^ b,
                LLVMAnd => a & b,
                _ => a | b,
            };
            Scalar::Bits(ty, truncate(value, width))
        }
        (LLVMAdd, Scalar::Address(_, symbol, base), Scalar::Bits(_, b))
        | (LLVMAdd, Scalar::Bits(_, b), Scalar::Address(_, symbol, base)) => {
            Scalar::Address(ty, symbol, base.wrapping_add(offset(b)))
        }
        (LLVMSub, Scalar::Address(_, symbol, base), Scalar::Bits(_, b)) => {
            Scalar::Address(ty, symbol, base.wrapping_sub(offset(b)))
        }
        (LLVMSub, Scalar::Address(_, a, x), Scalar::Address(_, b, y)) if a == b => {
            Scalar::Bits(ty, truncate(i128::from(x.wrapping_sub(y)).cast_unsigned(), width))
        }
        _ => return None,
    })
}

/// The bits of a constant integer; of a wide one the lowest 128.
pub(crate) fn int_bits(value: Value) -> u128 {
    let width = value.ty().int_width();
    if width <= 64 {
        return u128::from(unsafe { LLVMConstIntGetZExtValue(value.0) });
    }
    let limbs = int_limbs(value);
    u128::from(limbs[0]) | u128::from(limbs[1]) << 64
}
