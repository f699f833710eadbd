//! `va_arg`: clang takes it apart into the place of the next additional argument and a load of its type (C17 7.16.1.1p2).
//!
//! Before that load the machine is told the type. Structures are copied instead, complex numbers are loaded in two parts, and optimised
//! code loads what it needs: there nothing is said. The library models are code that loads each argument whole.

use crate::ffi::{Ty, Value};
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use tw_ir::{InstrKind, Operand, Trap, Type};

impl FunctionLowerer<'_, '_> {
    /// Says which type a load from the place of an additional argument has.
    pub(crate) fn name_argument(&mut self, load: Value, address: Operand) {
        let is_model = self.source.has_global_metadata(self.module.linked.runtime_mark());
        if !(self.scopes || is_model) || !is_place(load.operand(0)) {
            return;
        }
        let narrow = self.module.layout.pointer_bytes == 4;
        let Some(ty) = argument_type(load.ty(), narrow) else { return };
        let number = Operand::Const(Type::Int(32), u128::from(ty.number()));
        self.emit(InstrKind::Trap { dests: Vec::new(), trap: Trap::Argument, args: vec![address, number] });
    }
}

/// Whether clang made this address for a `va_arg`. A variable of such a name does no harm: it is no additional argument.
fn is_place(address: Value) -> bool {
    const NAMES: [&str; 3] = ["vaarg.addr", "argp.cur", "overflow_arg_area"];
    let name = address.name();
    let computed = address.is_instruction()
        && matches!(address.opcode(), LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMCall);
    computed && NAMES.iter().any(|start| name.starts_with(start))
}

/// The type of an argument that is passed as one scalar.
fn argument_type(ty: Ty, narrow: bool) -> Option<Type> {
    match ty.kind() {
        LLVMTypeKind::LLVMIntegerTypeKind => u8::try_from(ty.int_width()).ok().map(Type::Int),
        LLVMTypeKind::LLVMFloatTypeKind => Some(Type::F32),
        LLVMTypeKind::LLVMDoubleTypeKind => Some(Type::F64),
        LLVMTypeKind::LLVMPointerTypeKind => Some(Type::Ptr),
        LLVMTypeKind::LLVMX86_FP80TypeKind if !narrow => Some(Type::F80),
        _ => None,
    }
}
