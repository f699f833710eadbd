//! Calls labelled `__CPROVER_ASYNC_…` start a thread.
//!
//! The label is the name of a block in the code that clang makes before any optimisation. The arguments are
//! evaluated by the caller and copied into a record; a new function `__tw_async_…` takes them from there and
//! makes the call, and `__tw_async_start` of the library models runs it in a new thread.

use crate::blocks::INSIDE;
use crate::checks::is_check;
use crate::ffi::{self, BlockRef, Context, Ty, Value, c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMPointerSize};
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind};
use std::collections::HashSet;
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
        match labelled_call(block, context) {
            Some(call) => rewriter.start_thread(call, number),
            None => rewriter.refuse(block, &name),
        }
    }
}

/// The call that the labelled statement consists of. Before it stands nothing but the evaluation of its
/// arguments, by calls whose results go into it or by what comes behind the start of the call in the source.
fn labelled_call(block: BlockRef, context: &Context) -> Option<Value> {
    let instructions = without_checks(block, context);
    let mut inner = Vec::new();
    for (number, instruction) in instructions.iter().enumerate() {
        match instruction.opcode() {
            LLVMOpcode::LLVMCall => {
                let callee = instruction.called_value();
                if callee.kind() == LLVMValueKind::LLVMInlineAsmValueKind {
                    return None;
                }
                let name = callee.name();
                if name.starts_with("llvm.mem") {
                    inner.push(*instruction);
                } else if !name.starts_with("llvm.") && name != INSIDE {
                    if is_statement(*instruction, &instructions[number + 1..]) {
                        let fed = evaluation(*instruction, &instructions);
                        let within = |i: &Value| fed.contains(i) || starts_before(*instruction, *i);
                        return inner.iter().all(within).then_some(*instruction);
                    }
                    inner.push(*instruction);
                }
            }
            LLVMOpcode::LLVMStore => inner.push(*instruction),
            _ if instruction.successors_if_end().is_some() => return None,
            _ => {}
        }
    }
    None
}

/// The instructions from a block on; where clang checks an operation, those that follow if nothing is wrong.
fn without_checks(block: BlockRef, context: &Context) -> Vec<Value> {
    let (mut all, mut next) = (Vec::new(), Some(block));
    let mut seen = HashSet::new();
    while let Some(block) = next.filter(|block| seen.insert(*block)) {
        all.extend(block.instructions());
        next = all
            .last()
            .filter(|end| is_check(**end, context))
            .and_then(|end| end.successors().first().copied());
        if next.is_some() {
            all.pop();
        }
    }
    all
}

/// Whether a call is a statement: nothing takes its result, and no call behind it starts further to the front
/// of the source, as the one in `f((g(), 1))`.
fn is_statement(call: Value, behind: &[Value]) -> bool {
    let gives_struct = call.arg_type_attribute(0, ffi::attribute_kind("sret")).is_some();
    let encloses = |other: &Value| {
        if other.opcode() != LLVMOpcode::LLVMCall || !starts_before(*other, call) {
            return false;
        }
        let name = other.called_value().name();
        let destroys = name.starts_with("_ZN") && ["D0Ev", "D1Ev", "D2Ev"].iter().any(|d| name.ends_with(d));
        !destroys && !name.starts_with("llvm.") && name != INSIDE
    };
    !call.is_used() && !gives_struct && !behind.iter().any(encloses)
}

/// The instructions whose results go into a call, also through temporary objects that those of the statement fill.
fn evaluation(call: Value, fills: &[Value]) -> HashSet<Value> {
    let mut found = HashSet::new();
    let mut stack = vec![call];
    while let Some(value) = stack.pop() {
        if !value.is_instruction() || !found.insert(value) {
            continue;
        }
        stack.extend((0..value.operand_count()).map(|i| value.operand(i)));
        if is_temporary(value) {
            // A variable of the program may have such a name too; it gets its value further to the front.
            let near = |user: &Value| fills.contains(user) && !starts_before(*user, call);
            stack.extend(value.users().into_iter().filter(near));
        }
    }
    found
}

/// Whether a value is the address of an object that clang makes for a structure that is passed, or within it.
fn is_temporary(value: Value) -> bool {
    if !value.is_instruction() {
        return false;
    }
    match value.opcode() {
        LLVMOpcode::LLVMGetElementPtr => is_temporary(value.operand(0)),
        LLVMOpcode::LLVMAlloca => {
            let name = value.name();
            ["coerce", "agg.tmp", ".compoundliteral", "tmp", "byval", "indirect-arg-temp", "ref.tmp"]
                .iter()
                .any(|t| name.starts_with(t))
        }
        _ => false,
    }
}

/// Whether the source of one instruction starts before that of another, as far as that is known.
fn starts_before(first: Value, second: Value) -> bool {
    matches!((first.position(), second.position()), (Some(a), Some(b)) if a < b)
}

impl Value {
    /// The successors of an instruction that ends a block.
    fn successors_if_end(self) -> Option<Vec<BlockRef>> {
        let ends = !unsafe { LLVMIsATerminatorInst(self.0) }.is_null();
        ends.then(|| self.successors())
    }

    /// Line and column of an instruction.
    fn position(self) -> Option<(u32, u32)> {
        use inkwell::llvm_sys::debuginfo::*;
        let place = unsafe { LLVMInstructionGetDebugLoc(self.0) };
        if place.is_null() {
            return None;
        }
        let (line, column) = unsafe { (LLVMDILocationGetLine(place), LLVMDILocationGetColumn(place)) };
        (line != 0).then_some((line, column))
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
        let line = instructions.iter().find_map(|i| i.position()).map(|(line, _)| line);
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
