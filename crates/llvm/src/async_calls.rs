//! Calls labelled `__CPROVER_ASYNC_…` start a thread.
//!
//! The label is the name of a block in the code that clang makes before any optimisation. The arguments are
//! evaluated by the caller and copied into a record; a new function `__tw_async_…` takes them from there and
//! makes the call, and `__tw_async_start` of the library models runs it in a new thread.

use crate::ffi::{self, BlockRef, Context, Ty, Value, c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMPointerSize};
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind};
use std::ptr::null_mut;

const LABEL: &str = "__CPROVER_ASYNC_";

/// Rewrites all labelled calls of a module.
pub(crate) fn rewrite(context: &Context, module: LLVMModuleRef) {
    let mut labelled = Vec::new();
    for function in ffi::functions(module) {
        for block in function.blocks() {
            let name = block.name();
            if name.starts_with(LABEL) {
                labelled.push((block, name));
            }
        }
    }
    if labelled.is_empty() {
        return;
    }
    let rewriter = Rewriter::new(context, module);
    for (number, (block, name)) in labelled.into_iter().enumerate() {
        match labelled_call(block) {
            Some(call) => rewriter.start_thread(call, number),
            None => rewriter.refuse(block, &name),
        }
    }
}

/// The call that the label stands in front of: the first one of the block, with nothing but the evaluation of
/// its arguments before it.
fn labelled_call(block: BlockRef) -> Option<Value> {
    let sret = ffi::attribute_kind("sret");
    for instruction in block.instructions() {
        match instruction.opcode() {
            LLVMOpcode::LLVMCall => {
                let callee = instruction.called_value();
                if callee.kind() == LLVMValueKind::LLVMInlineAsmValueKind {
                    return None;
                }
                if callee.name().starts_with("llvm.") {
                    continue;
                }
                let gives_struct = instruction.arg_type_attribute(0, sret).is_some();
                return (!instruction.is_used() && !gives_struct).then_some(instruction);
            }
            // Arguments that are structures go through temporary objects.
            LLVMOpcode::LLVMStore => {
                let place = instruction.operand(1).name();
                if !["coerce", "agg.tmp", ".compoundliteral", "tmp", "byval"]
                    .iter()
                    .any(|t| place.starts_with(t))
                {
                    return None;
                }
            }
            _ if instruction.successors_if_end().is_some() => return None,
            _ => {}
        }
    }
    None
}

impl Value {
    /// The successors of an instruction that ends a block.
    fn successors_if_end(self) -> Option<Vec<BlockRef>> {
        let ends = !unsafe { LLVMIsATerminatorInst(self.0) }.is_null();
        ends.then(|| self.successors())
    }
}

struct Rewriter<'a> {
    context: &'a Context,
    module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    pointer: LLVMTypeRef,
    void: LLVMTypeRef,
    word: LLVMTypeRef,
    int: LLVMTypeRef,
}

impl Drop for Rewriter<'_> {
    fn drop(&mut self) {
        unsafe { LLVMDisposeBuilder(self.builder) };
    }
}

impl<'a> Rewriter<'a> {
    fn new(context: &'a Context, module: LLVMModuleRef) -> Rewriter<'a> {
        unsafe {
            let bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
            Rewriter {
                context,
                module,
                builder: LLVMCreateBuilderInContext(context.raw),
                pointer: LLVMPointerTypeInContext(context.raw, 0),
                void: LLVMVoidTypeInContext(context.raw),
                word: LLVMIntTypeInContext(context.raw, bits),
                int: LLVMInt32TypeInContext(context.raw),
            }
        }
    }

    /// A function that is declared if it is not there yet, with its type.
    fn declare(
        &self,
        name: &str,
        result: LLVMTypeRef,
        params: &mut [LLVMTypeRef],
    ) -> (LLVMTypeRef, LLVMValueRef) {
        unsafe {
            let count = u32::try_from(params.len()).unwrap_or(0);
            let ty = LLVMFunctionType(result, params.as_mut_ptr(), count, 0);
            let function = match ffi::named_function(self.module, name) {
                Some(function) => function.0,
                None => LLVMAddFunction(self.module, c_string(name).as_ptr(), ty),
            };
            (ty, function)
        }
    }

    fn build_call(
        &self,
        (ty, function): (LLVMTypeRef, LLVMValueRef),
        args: &mut [LLVMValueRef],
        name: &str,
    ) -> LLVMValueRef {
        let count = u32::try_from(args.len()).unwrap_or(0);
        let name = c_string(name);
        unsafe { LLVMBuildCall2(self.builder, ty, function, args.as_mut_ptr(), count, name.as_ptr()) }
    }

    fn start_thread(&self, call: Value, number: usize) {
        let byval = ffi::attribute_kind("byval");
        let args = call.args();
        let copied: Vec<Option<Ty>> =
            (0u32..).zip(&args).map(|(position, _)| call.arg_type_attribute(position, byval)).collect();
        let callee = call.called_value();
        let indirect = callee.kind() != LLVMValueKind::LLVMFunctionValueKind;
        let mut fields: Vec<LLVMTypeRef> =
            args.iter().zip(&copied).map(|(arg, copied)| copied.map_or(arg.ty().0, |ty| ty.0)).collect();
        if indirect {
            fields.push(self.pointer);
        }
        let field_count = u32::try_from(fields.len()).unwrap_or(0);
        unsafe {
            let record_type = LLVMStructTypeInContext(self.context.raw, fields.as_mut_ptr(), field_count, 0);
            let wrapper = self.wrapper(call, number, record_type, &copied, indirect);

            LLVMPositionBuilderBefore(self.builder, call.0);
            LLVMSetCurrentDebugLocation2(
                self.builder,
                inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(call.0),
            );
            let mut record = LLVMConstNull(self.pointer);
            if field_count > 0 {
                let size = LLVMABISizeOfType(LLVMGetModuleDataLayout(self.module), record_type);
                let alloc = self.declare("__tw_alloc", self.pointer, &mut [self.word, self.int]);
                let mut sizes = [LLVMConstInt(self.word, size, 0), LLVMConstInt(self.int, 1, 0)];
                record = self.build_call(alloc, &mut sizes, "record");
            }
            for (position, (arg, copied)) in (0u32..).zip(args.iter().zip(&copied)) {
                let place = self.field(record_type, record, position);
                match copied {
                    Some(ty) => {
                        let size = LLVMABISizeOfType(LLVMGetModuleDataLayout(self.module), ty.0);
                        LLVMBuildMemCpy(self.builder, place, 1, arg.0, 1, LLVMConstInt(self.word, size, 0));
                    }
                    None => {
                        LLVMBuildStore(self.builder, arg.0, place);
                    }
                }
            }
            if indirect {
                LLVMBuildStore(self.builder, callee.0, self.field(record_type, record, field_count - 1));
            }
            let start = self.declare("__tw_async_start", self.void, &mut [self.pointer, self.pointer]);
            self.build_call(start, &mut [wrapper, record], "");
            LLVMInstructionEraseFromParent(call.0);
        }
    }

    fn field(&self, record_type: LLVMTypeRef, record: LLVMValueRef, position: u32) -> LLVMValueRef {
        unsafe {
            LLVMBuildStructGEP2(self.builder, record_type, record, position, c_string("field").as_ptr())
        }
    }

    /// The function that the new thread runs.
    fn wrapper(
        &self,
        call: Value,
        number: usize,
        record_type: LLVMTypeRef,
        copied: &[Option<Ty>],
        indirect: bool,
    ) -> LLVMValueRef {
        unsafe {
            let ty = LLVMFunctionType(self.void, [self.pointer].as_mut_ptr(), 1, 0);
            let wrapper =
                LLVMAddFunction(self.module, c_string(&format!("__tw_async_{number}")).as_ptr(), ty);
            LLVMSetLinkage(wrapper, LLVMLinkage::LLVMInternalLinkage);
            let block = LLVMAppendBasicBlockInContext(self.context.raw, wrapper, c_string("entry").as_ptr());
            LLVMPositionBuilderAtEnd(self.builder, block);
            LLVMSetCurrentDebugLocation2(self.builder, null_mut());
            let record = LLVMGetParam(wrapper, 0);
            Value(record).set_name("record");
            let mut values = Vec::new();
            for (position, (arg, copied)) in (0u32..).zip(call.args().iter().zip(copied)) {
                let place = self.field(record_type, record, position);
                values.push(match copied {
                    Some(_) => place,
                    None => LLVMBuildLoad2(self.builder, arg.ty().0, place, c_string("arg").as_ptr()),
                });
            }
            let mut callee = call.called_value().0;
            if indirect {
                let position = u32::try_from(copied.len()).unwrap_or(0);
                let place = self.field(record_type, record, position);
                callee = LLVMBuildLoad2(self.builder, self.pointer, place, c_string("callee").as_ptr());
            }
            let free = self.declare("__tw_free", self.void, &mut [self.pointer]);
            let keeps_record = copied.iter().any(Option::is_some);
            if !keeps_record && LLVMCountStructElementTypes(record_type) > 0 {
                self.build_call(free, &mut [record], "");
            }
            let ty = call.called_type();
            let made = self.build_call((ty.0, callee), &mut values, "");
            for (position, copied) in (0u32..).zip(copied) {
                if let Some(ty) = copied {
                    let kind = ffi::attribute_kind("byval");
                    let attribute = LLVMCreateTypeAttribute(self.context.raw, kind, ty.0);
                    LLVMAddCallSiteAttribute(made, position + 1, attribute);
                }
            }
            // The function keeps its own frame: traces show its name, and accesses are its own.
            let noinline = LLVMCreateEnumAttribute(self.context.raw, ffi::attribute_kind("noinline"), 0);
            LLVMAddCallSiteAttribute(made, inkwell::llvm_sys::LLVMAttributeFunctionIndex, noinline);
            if keeps_record {
                self.build_call(free, &mut [record], "");
            }
            LLVMBuildRetVoid(self.builder);
            wrapper
        }
    }

    /// Makes a labelled statement that is no call end in "unsupported" with its line.
    fn refuse(&self, block: BlockRef, label: &str) {
        let instructions = block.instructions();
        let first = instructions.iter().find(|i| i.opcode() != LLVMOpcode::LLVMPHI);
        let Some(first) = first else { return };
        let line = instructions
            .iter()
            .map(|i| unsafe {
                use inkwell::llvm_sys::debuginfo::{LLVMDILocationGetLine, LLVMInstructionGetDebugLoc};
                let location = LLVMInstructionGetDebugLoc(i.0);
                if location.is_null() { 0 } else { LLVMDILocationGetLine(location) }
            })
            .find(|line| *line != 0);
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let text = c_string(&format!("{place}only a call may be labelled __CPROVER_ASYNC_… ({label})"));
        unsafe {
            LLVMPositionBuilderBefore(self.builder, first.0);
            LLVMSetCurrentDebugLocation2(
                self.builder,
                inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(first.0),
            );
            let text = LLVMBuildGlobalStringPtr(self.builder, text.as_ptr(), c_string("label").as_ptr());
            let unsupported = self.declare("__tw_unsupported", self.void, &mut [self.pointer]);
            self.build_call(unsupported, &mut [text], "");
        }
    }
}
