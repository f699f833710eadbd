//! Calls of `setjmp` and its relatives return again when somebody jumps back: the active call marks itself.
//!
//! `r = setjmp(env)` becomes `m = __tw_jump_mark(); __tw_set_jump(env, m, saves, destroys); r = __tw_jump_target(m)`, where
//! `__tw_set_jump` of the library models keeps the mark in the buffer. `saves`: the mask of signals is saved. `destroys`: a
//! jump may pass over objects of C++ that have to be destroyed, or leave a handler; nothing is said about such a jump.

use crate::ffi::{self, Context, Value, c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMValueKind};

/// Functions that return twice, and whether they save the mask of signals.
const SETTERS: &[(&str, Saves)] = &[
    ("_setjmp", Saves::Never),
    ("setjmp", Saves::Always),
    ("sigsetjmp", Saves::IfAsked),
    ("__sigsetjmp", Saves::IfAsked),
];

/// Functions that jump.
const JUMPS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

#[derive(Clone, Copy)]
enum Saves {
    Never,
    /// As the function of the GNU library does; programs that include its header call `_setjmp`.
    Always,
    /// The second argument says so.
    IfAsked,
}

/// Rewrites all calls of a module; `cpp`: a part of it is C++.
pub(crate) fn rewrite(context: &Context, module: LLVMModuleRef, cpp: bool) {
    let undefined = |name: &&str| ffi::named_function(module, name).is_some_and(Value::is_declaration);
    // Without a jump the model of `__sigsetjmp` suffices, which clean-up handlers of the C library's form call.
    let jumps = JUMPS.iter().any(&undefined);
    let destroys = (cpp || has_mangled_names(module)) && may_destroy(module);
    for (name, saves) in
        SETTERS.iter().filter(|(name, _)| undefined(name) && (jumps || *name != "__sigsetjmp"))
    {
        let Some(setter) = ffi::named_function(module, name) else { continue };
        for call in setter.users().into_iter().filter(|user| is_call_of(*user, setter)) {
            replace(context, module, call, *saves, destroys);
        }
    }
}

fn is_call_of(user: Value, setter: Value) -> bool {
    let plain = user.is_instruction() && user.opcode() == LLVMOpcode::LLVMCall;
    plain && user.called_value() == setter && (1..=2).contains(&user.args().len())
}

fn has_mangled_names(module: LLVMModuleRef) -> bool {
    ffi::functions(module).into_iter().any(|function| function.name().starts_with("_Z"))
}

/// Whether there may be objects of C++ that a jump passes over: something is destroyed or caught, or there is a call that
/// neither returns nor throws, behind which clang leaves out what would be destroyed.
fn may_destroy(module: LLVMModuleRef) -> bool {
    let functions = ffi::functions(module);
    let is_destructor = |function: &Value| {
        let name = function.name();
        name.starts_with("_ZN") && ["D0Ev", "D1Ev", "D2Ev"].iter().any(|end| name.ends_with(end))
    };
    let instructions = || functions.iter().flat_map(|f| f.blocks()).flat_map(|block| block.instructions());
    functions.iter().any(is_destructor) || instructions().any(catches_or_ends)
}

fn catches_or_ends(instruction: Value) -> bool {
    match instruction.opcode() {
        LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMLandingPad => true,
        LLVMOpcode::LLVMCall => {
            let callee = instruction.called_value();
            let known = callee.kind() == LLVMValueKind::LLVMFunctionValueKind;
            let has = |name: &str| {
                let kind = ffi::attribute_kind(name);
                let index = LLVMAttributeFunctionIndex;
                unsafe {
                    !LLVMGetCallSiteEnumAttribute(instruction.0, index, kind).is_null()
                        || known && !LLVMGetEnumAttributeAtIndex(callee.0, index, kind).is_null()
                }
            };
            let ends_process = known && ["exit", "_exit", "_Exit", "abort"].contains(&callee.name().as_str());
            let asserts = known && callee.name() == "__assert_fail";
            has("noreturn") && has("nounwind") && !ends_process && !asserts
        }
        _ => false,
    }
}

fn replace(context: &Context, module: LLVMModuleRef, call: Value, saves: Saves, destroys: bool) {
    unsafe {
        let builder = LLVMCreateBuilderInContext(context.raw);
        let pointer = LLVMPointerTypeInContext(context.raw, 0);
        let (int, void) = (LLVMInt32TypeInContext(context.raw), LLVMVoidTypeInContext(context.raw));
        LLVMPositionBuilderBefore(builder, call.0);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call.0));
        let declare = |name: &str, result: LLVMTypeRef, params: &mut [LLVMTypeRef]| {
            let count = u32::try_from(params.len()).unwrap_or(0);
            let ty = LLVMFunctionType(result, params.as_mut_ptr(), count, 0);
            let known = ffi::named_function(module, name).map(|function| function.0);
            (ty, known.unwrap_or_else(|| LLVMAddFunction(module, c_string(name).as_ptr(), ty)))
        };
        let build = |(ty, function): (LLVMTypeRef, LLVMValueRef), args: &mut [LLVMValueRef]| {
            let count = u32::try_from(args.len()).unwrap_or(0);
            LLVMBuildCall2(builder, ty, function, args.as_mut_ptr(), count, c_string("").as_ptr())
        };
        let args = call.args();
        let saved = match saves {
            Saves::Never => LLVMConstInt(int, 0, 0),
            Saves::IfAsked if args.len() == 2 => args[1].0,
            Saves::Always | Saves::IfAsked => LLVMConstInt(int, 1, 0),
        };
        let destroys = LLVMConstInt(int, u64::from(destroys), 0);
        let mark = build(declare("__tw_jump_mark", pointer, &mut []), &mut []);
        let set = declare("__tw_set_jump", void, &mut [pointer, pointer, int, int]);
        build(set, &mut [args[0].0, mark, saved, destroys]);
        let target = declare("__tw_jump_target", int, &mut [pointer]);
        let result = build(target, &mut [mark]);
        LLVMReplaceAllUsesWith(call.0, result);
        LLVMInstructionEraseFromParent(call.0);
        LLVMDisposeBuilder(builder);
    }
}
