//! The world around a program: what is known of it goes into the library models, and what is not known ends an execution
//! that looks at it.

use crate::ffi::{self, Value};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use tw_ir::{Global, GlobalId, Module, Origin, Relocation, Symbol, World};

/// Called by `main` before it looks at its arguments, or at the environment as its third argument.
const LOOKS: [&str; 3] = ["__tw_arguments_used", "__tw_arguments_used", "__tw_environment_used"];

/// What a program can do if a model is there: the constant that says so, and the model.
const ABILITIES: [(&str, &str); 3] = [
    ("__tw_clock_is_read", "__tw_clock_read"),
    ("__tw_cancels", "pthread_cancel"),
    ("__tw_makes_robust", "pthread_mutexattr_setrobust"),
];

/// Makes `main` say so before it looks at what is not known.
pub(crate) fn announce_looks(module: LLVMModuleRef, world: &World) {
    let Some(main) = ffi::named_function(module, "main").filter(|main| !main.is_declaration()) else {
        return;
    };
    for (param, name) in main.params().into_iter().zip(LOOKS) {
        if world.args.is_some() && name == LOOKS[0] {
            continue;
        }
        for place in looks(main, param) {
            call_before(module, name, place);
        }
    }
}

/// The instructions of `main` that look at a parameter; the first one of all if it does more than to read it.
fn looks(main: Value, param: Value) -> Vec<Value> {
    let mut found = Vec::new();
    for user in param.users() {
        let variable =
            (user.opcode() == LLVMOpcode::LLVMStore && user.operand(0) == param).then(|| user.operand(1));
        match variable.filter(|v| v.is_instruction() && v.opcode() == LLVMOpcode::LLVMAlloca) {
            Some(variable) => found.extend(looks_at_variable(variable, user)),
            None => found.push(user),
        }
    }
    // What happens before a parameter is first read is still found out.
    let readable = |place: &Value| place.opcode() != LLVMOpcode::LLVMPHI;
    if found.iter().all(readable) {
        return found;
    }
    let first = main.blocks().first().and_then(|b| b.instructions().into_iter().next());
    first.into_iter().collect()
}

fn looks_at_variable(variable: Value, initialisation: Value) -> Vec<Value> {
    let is_look = |user: &Value| match user.opcode() {
        LLVMOpcode::LLVMLoad => user.is_used(),
        LLVMOpcode::LLVMStore => *user != initialisation && user.operand(0) == variable,
        LLVMOpcode::LLVMCall => !user.called_value().name().starts_with("llvm."),
        _ => true,
    };
    variable.users().into_iter().filter(is_look).collect()
}

fn call_before(module: LLVMModuleRef, name: &str, place: Value) {
    unsafe {
        let context = LLVMGetModuleContext(module);
        let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), std::ptr::null_mut(), 0, 0);
        let function = match ffi::named_function(module, name) {
            Some(function) => function.0,
            None => LLVMAddFunction(module, ffi::c_string(name).as_ptr(), ty),
        };
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, place.0);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(place.0));
        LLVMBuildCall2(builder, ty, function, std::ptr::null_mut(), 0, c"".as_ptr());
        LLVMDisposeBuilder(builder);
    }
}

/// Puts what is known into the library models.
pub(crate) fn furnish(module: &mut Module, world: &World) {
    for (name, value) in world.constants() {
        if let Some(id) = named(module, name) {
            module.globals[id].bytes = value.to_le_bytes().to_vec();
        }
    }
    for (constant, model) in ABILITIES {
        if let Some(id) = named(module, constant) {
            let able = module.functions.iter().any(|f| f.name == model);
            module.globals[id].bytes = u32::from(able).to_le_bytes().to_vec();
        }
    }
    if let (Some(id), Some(args)) = (named(module, "__tw_argv"), &world.args) {
        let texts = args.iter().enumerate().map(|(i, arg)| (format!("argv[{}]", i + 1), arg.clone()));
        fill(module, id, 1, texts.collect());
    }
    if let Some(id) = named(module, "__tw_environment") {
        let entry = |(name, value): &(String, Option<String>)| match value {
            Some(value) => (name.clone(), format!("{name}={value}")),
            None => (name.clone(), name.clone()),
        };
        fill(module, id, 0, world.env.iter().map(entry).collect());
    }
}

fn named(module: &Module, name: &str) -> Option<GlobalId> {
    module.globals.enumerate().find(|(_, g)| g.name == name).map(|(id, _)| id)
}

/// Makes an array of strings of a global: its first `kept` entries, these texts, and null.
fn fill(module: &mut Module, array: GlobalId, kept: usize, texts: Vec<(String, String)>) {
    let word = module.pointer_bytes as usize;
    let mut offset = kept * word;
    let mut relocations = module.globals[array].relocations.clone();
    relocations.retain(|r| (r.offset as usize) < offset);
    for (name, text) in texts {
        let mut bytes = text.into_bytes();
        bytes.push(0);
        let global = Global {
            name,
            origin: Origin::Runtime,
            constant: false,
            thread_local: false,
            align: 1,
            bytes,
            relocations: Vec::new(),
            defined: true,
            variable: None,
        };
        let symbol = Symbol::Global(module.globals.push(global));
        relocations.push(Relocation { offset: offset as u32, symbol, addend: 0 });
        offset += word;
    }
    let global = &mut module.globals[array];
    global.bytes = vec![0; offset + word];
    global.relocations = relocations;
}
