//! Types as their scalars: an aggregate, vector or wide integer is the list of its leaves, in the order of memory.

use crate::ffi::Ty;
use crate::wide::limb_types;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use inkwell::llvm_sys::target::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tw_ir::Type;

/// Larger first-class aggregates are refused; clang makes none.
const MAX_LEAVES: usize = 1 << 16;

/// A scalar within a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    /// Its type.
    pub(crate) ty: Type,
    /// Its place in memory, in bytes from the start of the whole.
    pub(crate) offset: u64,
}

type Leaves = Result<Rc<[Leaf]>, String>;

/// The target's data layout.
pub(crate) struct Layout {
    data: LLVMTargetDataRef,
    pub(crate) pointer_bytes: u32,
    cache: RefCell<HashMap<Ty, Leaves>>,
}

impl Layout {
    pub(crate) fn new(module: LLVMModuleRef) -> Layout {
        let data = unsafe { LLVMGetModuleDataLayout(module) };
        let pointer_bytes = unsafe { LLVMPointerSize(data) };
        Layout { data, pointer_bytes, cache: RefCell::default() }
    }

    /// Bytes from one element of an array to the next.
    pub(crate) fn size(&self, ty: Ty) -> u64 {
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.data, ty.0) } } else { 0 }
    }

    pub(crate) fn align(&self, ty: Ty) -> u32 {
        if ty.is_sized() { unsafe { LLVMABIAlignmentOfType(self.data, ty.0) } } else { 1 }
    }

    pub(crate) fn field_offset(&self, ty: Ty, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.data, ty.0, field) }
    }

    /// The integer that is as wide as a pointer.
    pub(crate) fn pointer_int(&self) -> Type {
        if self.pointer_bytes == 4 { Type::Int(32) } else { Type::Int(64) }
    }

    /// Bits of a scalar.
    pub(crate) fn bits(&self, ty: Type) -> u32 {
        ty.bits(self.pointer_bytes)
    }

    /// A type that must be one scalar.
    pub(crate) fn scalar(&self, ty: Ty) -> Result<Type, String> {
        use LLVMTypeKind::*;
        match ty.kind() {
            LLVMIntegerTypeKind => match u8::try_from(ty.int_width()) {
                Ok(width) if (1..=128).contains(&width) => Ok(Type::Int(width)),
                _ => Err(format!("integers of {} bits", ty.int_width())),
            },
            LLVMFloatTypeKind => Ok(Type::F32),
            LLVMDoubleTypeKind => Ok(Type::F64),
            LLVMX86_FP80TypeKind => Ok(Type::F80),
            LLVMPointerTypeKind => Ok(Type::Ptr),
            _ => Err(format!("values of type {}", ty.text())),
        }
    }

    /// The scalars of a type (none for `void`).
    pub(crate) fn leaves(&self, ty: Ty) -> Leaves {
        if let Some(known) = self.cache.borrow().get(&ty) {
            return known.clone();
        }
        let mut leaves = Vec::new();
        let result: Leaves = self.collect(ty, 0, &mut leaves).map(|()| leaves.into());
        self.cache.borrow_mut().insert(ty, result.clone());
        result
    }

    fn collect(&self, ty: Ty, base: u64, out: &mut Vec<Leaf>) -> Result<(), String> {
        use LLVMTypeKind::*;
        match ty.kind() {
            LLVMVoidTypeKind => {}
            LLVMIntegerTypeKind if ty.is_wide() => {
                let limbs = (0u64..).zip(limb_types(ty.int_width()));
                out.extend(limbs.map(|(number, ty)| Leaf { ty, offset: base + 8 * number }));
            }
            LLVMStructTypeKind => {
                for field in 0..ty.fields() {
                    self.collect(ty.field(field), base + self.field_offset(ty, field), out)?;
                }
            }
            LLVMArrayTypeKind => {
                let size = self.size(ty.element());
                for index in 0..ty.array_len() {
                    self.collect(ty.element(), base + index * size, out)?;
                    if out.len() > MAX_LEAVES {
                        return Err(format!("values of type {}", ty.text()));
                    }
                }
            }
            LLVMVectorTypeKind => {
                let leaf = self.scalar(ty.element())?;
                let bits = u64::from(self.bits(leaf));
                out.extend(
                    (0..u64::from(ty.vector_len())).map(|i| Leaf { ty: leaf, offset: base + i * bits / 8 }),
                );
            }
            _ => out.push(Leaf { ty: self.scalar(ty)?, offset: base }),
        }
        Ok(())
    }

    /// Whether the lanes of a vector are not whole bytes: such a vector is one integer in memory.
    pub(crate) fn is_packed_vector(&self, ty: Ty) -> bool {
        ty.is_vector() && self.scalar(ty.element()).is_ok_and(|leaf| !self.bits(leaf).is_multiple_of(8))
    }

    /// Number of scalars in front of a field or element.
    pub(crate) fn leaf_index(&self, ty: Ty, indexes: &[u32]) -> Result<(usize, Ty), String> {
        let (mut position, mut ty) = (0, ty);
        for &index in indexes {
            if ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                for field in 0..index {
                    position += self.leaves(ty.field(field))?.len();
                }
                ty = ty.field(index);
            } else {
                ty = ty.element();
                position += self.leaves(ty)?.len() * index as usize;
            }
        }
        Ok((position, ty))
    }
}

/// Drops bits beyond a width.
pub(crate) fn truncate(value: u128, bits: u32) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

/// Reads the lowest bits as a signed number.
pub(crate) fn sign_extend(value: u128, bits: u32) -> i128 {
    let unused = 128 - bits.clamp(1, 128);
    (value << unused).cast_signed() >> unused
}

/// Reads an offset or index that was computed modulo the width of pointers.
pub(crate) fn signed_offset(value: u128, bits: u32) -> i64 {
    (sign_extend(value, bits).cast_unsigned() as u64).cast_signed()
}
