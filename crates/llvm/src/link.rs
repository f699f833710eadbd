//! From inputs to one LLVM module: compile, parse, link, optimise, add the library models that are needed.

use crate::clang::{self, Language, TempDir};
use crate::fault::{Fault, planted};
use crate::ffi::{self, Context, Value, c_string, take_message};
use crate::{Failure, Request, async_calls, blocks, checks, deletes, folded, jumps, lives, world};
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use inkwell::llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::error::LLVMGetErrorMessage;
use inkwell::llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext;
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::target_machine::*;
use inkwell::llvm_sys::transforms::pass_builder::*;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

/// A library model.
pub(crate) struct Model {
    name: &'static str,
    wide: Code,
    narrow: Code,
}

/// Its code for one width of pointers.
pub(crate) struct Code {
    bytes: &'static [u8],
    defines: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// Marks functions and globals of the library models.
const RUNTIME_MARK: &str = "tw.runtime";

/// Marks functions that were optimised: markers in them do not say where scopes end.
const OPTIMISED_MARK: &str = "tw.optimised";

/// Functions and globals that are wanted although nothing refers to them.
const ROOTS: &[&str] = &["exit", "__tw_runtime_init", "__tw_argv", "_Unwind_Resume"];

const LAYOUT_64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const LAYOUT_32: &str =
    "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// A linked program. The module belongs to the context; the order of the fields is the order of their end.
pub(crate) struct Linked {
    module: Option<Module>,
    /// Names of the functions that do not come from models.
    pub(crate) own: HashSet<String>,
    /// Local variables live as clang's markers say.
    pub(crate) scopes: bool,
    pub(crate) context: Context,
}

impl Linked {
    pub(crate) fn module(&self) -> LLVMModuleRef {
        self.module.as_ref().map_or(null_mut(), |m| m.0)
    }

    /// The metadata that marks library models.
    pub(crate) fn runtime_mark(&self) -> u32 {
        runtime_mark(&self.context)
    }

    /// The metadata that marks functions that were optimised.
    pub(crate) fn optimised_mark(&self) -> u32 {
        metadata_kind(&self.context, OPTIMISED_MARK)
    }
}

fn runtime_mark(context: &Context) -> u32 {
    metadata_kind(context, RUNTIME_MARK)
}

fn metadata_kind(context: &Context, name: &str) -> u32 {
    let len = u32::try_from(name.len()).unwrap_or(0);
    unsafe { LLVMGetMDKindIDInContext(context.raw, name.as_ptr().cast(), len) }
}

/// An owned module.
struct Module(LLVMModuleRef);

impl Module {
    fn into_raw(self) -> LLVMModuleRef {
        let raw = self.0;
        std::mem::forget(self);
        raw
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        unsafe { LLVMDisposeModule(self.0) };
    }
}

/// Makes one module of all inputs and of the library models that they need.
pub(crate) fn link(request: &Request, warnings: &mut Vec<String>) -> Result<Linked, Failure> {
    if let Some(bits) = request.bits.filter(|b| !matches!(b, 32 | 64)) {
        return Err(Failure::Invalid(format!("pointers of {bits} bits are not supported (32 or 64)")));
    }
    install_fatal_error_handler();
    let context = Context::new();
    let temporary = TempDir::new()?;
    let mut program: Option<Module> = None;
    let mut width = None;
    for (position, input) in request.inputs.iter().enumerate() {
        let module = match clang::language(input)? {
            Language::Llvm => read(&context, input, input)?,
            language => {
                let output = temporary.path().join(format!("{position}.bc"));
                let (file, said) = clang::compile(request, &temporary, input, language, output)?;
                let deletes = language == Language::Cpp
                    && deletes::suspected(&said, &request.clang_args)
                    && !planted(Fault::DeletesInvisible);
                let said = deletes::for_users(&said, &request.clang_args);
                if !said.trim().is_empty() {
                    warnings.push(said.trim_end().to_owned());
                }
                let module = read(&context, &file, input)?;
                let source =
                    Source { request, context: &context, temporary: &temporary, input, language, deletes };
                if request.opt == 0 { source.made_visible(module, &position.to_string())? } else { module }
            }
        };
        let bits = set_target(&module, request.bits);
        if request.bits.is_some_and(|wanted| wanted != bits) || width.is_some_and(|other| other != bits) {
            return Err(Failure::Invalid(format!("{}: a module for {bits} bits", input.display())));
        }
        width = Some(bits);
        program = Some(match program {
            None => module,
            Some(program) => {
                merge(&context, &program, module).map_err(|why| {
                    Failure::Invalid(format!("{}: cannot be linked: {why}", input.display()))
                })?;
                program
            }
        });
    }
    let Some(program) = program else {
        return Err(Failure::Invalid("no input".to_owned()));
    };
    let has_code = ffi::functions(program.0).into_iter().any(|f| !f.is_declaration());
    if !has_code {
        return Err(Failure::Invalid("the program has no functions at all".to_owned()));
    }
    if ffi::named_function(program.0, "main").is_none_or(Value::is_declaration) {
        return Err(Failure::Invalid("no function main in the program".to_owned()));
    }
    if !planted(Fault::LooksUnannounced) {
        world::announce_looks(program.0, &request.world);
    }
    keep_atomic_functions(&context, program.0);
    async_calls::rewrite(&context, program.0);
    if request.opt > 0 {
        forbid_vectorisation(&context, program.0);
        optimise(&program, request.opt)?;
    }
    checks::freeze_descriptions(program.0);
    let cpp = |input: &PathBuf| clang::language(input).is_ok_and(|l| l == Language::Cpp);
    jumps::rewrite(&context, program.0, request.inputs.iter().any(cpp));
    let own = ffi::functions(program.0).into_iter().map(Value::name).collect();
    link_runtime(&context, &program, width == Some(32))?;
    warnings.extend(context.take_warnings().into_iter().filter(|w| !w.contains("different target triples")));
    unsafe { LLVMSetIsNewDbgInfoFormat(program.0, 0) };
    // Markers of code that was optimised elsewhere do not say where scopes end.
    let compiled_here = |input: &PathBuf| clang::language(input).is_ok_and(|l| l != Language::Llvm);
    let scopes =
        !planted(Fault::ScopesIgnored) && request.opt == 0 && request.inputs.iter().all(compiled_here);
    Ok(Linked { module: Some(program), scopes, own, context })
}

/// A source that clang has accepted at level 0.
struct Source<'a> {
    request: &'a Request,
    context: &'a Context,
    temporary: &'a TempDir,
    input: &'a Path,
    language: Language,
    /// Objects may be deleted as their base class.
    deletes: bool,
}

impl Source<'_> {
    /// The module of this source or, if clang leaves something out that matters, the one of its rewritten text.
    fn made_visible(&self, module: Module, name: &str) -> Result<Module, Failure> {
        let folded = self.with_folded(&module, name);
        let hidden = planted(Fault::BlocksInvisible) || self.language != Language::C;
        let visible = !hidden && lives::needs_blocks(module.0);
        let text = match (&folded, visible || self.deletes) {
            (None, true) => clang::preprocess(self.request, self.temporary, self.input, self.language),
            _ => folded,
        };
        let text = text.map(|text| if visible { blocks::rewrite(&text) } else { text });
        let text = text.map(|text| deletes::rewrite(&text).filter(|_| self.deletes).unwrap_or(text));
        let compiled = text.and_then(|text| self.compiled(&text, &format!("{name}-visible")));
        compiled.map_or(Ok(module), Ok)
    }

    fn compiled(&self, text: &str, name: &str) -> Option<Module> {
        let output = self.temporary.path().join(format!("{name}.bc"));
        let file = clang::compile_text(self.request, self.temporary, text, self.language, output)?;
        read(self.context, &file, self.input).ok()
    }

    /// The preprocessed text with undefined parts of initialisers that clang has evaluated, if there are some.
    fn with_folded(&self, module: &Module, name: &str) -> Option<String> {
        let source = std::fs::read_to_string(self.input).ok()?;
        if planted(Fault::FoldedForgotten) || !folded::has_parts(&source) {
            return None;
        }
        let text = clang::preprocess(self.request, self.temporary, self.input, self.language)?;
        let probe = self.compiled(&folded::rewrite(&text, None)?, &format!("{name}-probe"))?;
        let original = propagated(self.context, Module(unsafe { LLVMCloneModule(module.0) })).ok()?;
        let probe = propagated(self.context, probe).ok()?;
        let failing = |module: &Module| folded::failing(module.0, self.context);
        let lines = folded::left_out(failing(&original), failing(&probe));
        if lines.is_empty() { None } else { folded::rewrite(&text, Some(&lines)) }
    }
}

/// A module after constants have been propagated, also through calls.
fn propagated(context: &Context, module: Module) -> Result<Module, Failure> {
    for function in ffi::functions(module.0) {
        let noinline = ffi::attribute_kind("noinline");
        let function_index = inkwell::llvm_sys::LLVMAttributeFunctionIndex;
        unsafe { LLVMRemoveEnumAttributeAtIndex(function.0, function_index, noinline) };
    }
    let passes = "function(mem2reg),cgscc(inline),function(mem2reg,instsimplify,sccp,instsimplify,sccp)";
    run_passes(&module, passes, null_mut())?;
    context.take_warnings();
    Ok(module)
}

/// LLVM ends the process on some corrupt inputs: then at least with a message and the code of invalid input.
fn install_fatal_error_handler() {
    extern "C" fn fatal(reason: *const std::ffi::c_char) {
        let reason = unsafe { std::ffi::CStr::from_ptr(reason) }.to_string_lossy().into_owned();
        eprintln!("error: LLVM cannot read the program: {}", reason.trim());
        std::process::exit(2);
    }
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| unsafe { LLVMInstallFatalErrorHandler(Some(fatal)) });
}

/// Parses bitcode or text.
fn read(context: &Context, file: &Path, shown: &Path) -> Result<Module, Failure> {
    let bytes = std::fs::read(file).map_err(|e| Failure::Invalid(format!("{}: {e}", shown.display())))?;
    let module = parse(context, &bytes)
        .map_err(|why| Failure::Invalid(format!("{}: not readable as LLVM 19: {why}", shown.display())))?;
    Ok(module)
}

fn parse(context: &Context, bytes: &[u8]) -> Result<Module, String> {
    unsafe {
        let name = c_string("input");
        let buffer =
            LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
        let (mut raw, mut message) = (null_mut(), null_mut());
        let failed = LLVMParseIRInContext(context.raw, buffer, &mut raw, &mut message) != 0;
        let message = take_message(message);
        let mut errors = context.take_errors();
        if failed || raw.is_null() {
            errors.insert(0, message);
            errors.retain(|e| !e.trim().is_empty());
            return Err(errors.join("; "));
        }
        let module = Module(raw);
        let mut message = null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = LLVMVerifyModule(raw, action, &mut message) != 0;
        let message = take_message(message);
        if broken { Err(format!("the module is broken: {}", message.trim())) } else { Ok(module) }
    }
}

/// Opens a library model; the code of a function is only read when it is linked.
fn open_model(context: &Context, code: &'static [u8]) -> Result<Module, String> {
    unsafe {
        let name = c_string("model");
        let buffer =
            LLVMCreateMemoryBufferWithMemoryRange(code.as_ptr().cast(), code.len(), name.as_ptr(), 0);
        let mut raw = null_mut();
        if LLVMGetBitcodeModuleInContext2(context.raw, buffer, &mut raw) != 0 {
            LLVMDisposeMemoryBuffer(buffer);
            return Err(context.take_errors().join("; "));
        }
        Ok(Module(raw))
    }
}

/// Fills in a missing target; returns the width of pointers.
fn set_target(module: &Module, wanted: Option<u32>) -> u32 {
    unsafe {
        let layout = std::ffi::CStr::from_ptr(LLVMGetDataLayoutStr(module.0));
        if layout.is_empty() {
            let narrow = wanted == Some(32);
            let (layout, triple) =
                if narrow { (LAYOUT_32, "i386-pc-linux-gnu") } else { (LAYOUT_64, "x86_64-pc-linux-gnu") };
            LLVMSetDataLayout(module.0, c_string(layout).as_ptr());
            LLVMSetTarget(module.0, c_string(triple).as_ptr());
        }
        LLVMPointerSize(LLVMGetModuleDataLayout(module.0)) * 8
    }
}

fn merge(context: &Context, program: &Module, other: Module) -> Result<(), String> {
    let failed = unsafe { LLVMLinkModules2(program.0, other.into_raw()) } != 0;
    let errors = context.take_errors();
    if failed { Err(errors.join("; ")) } else { Ok(()) }
}

/// `__VERIFIER_atomic_*` functions must still be there after optimisation, and two calls of one that only reads must
/// stay two calls.
fn keep_atomic_functions(context: &Context, module: LLVMModuleRef) {
    for function in ffi::functions(module) {
        if is_atomic_name(&function.name()) && !function.is_declaration() {
            set_noinline(context, function);
            add_attribute(context, function, "optnone");
        }
    }
}

/// Whether a user function of this name runs without interruption.
pub(crate) fn is_atomic_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
        && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}

/// Vectorised loops start by comparing addresses of different objects, which has no answer here, and they
/// would be taken apart again anyway. The options of the pipeline are overruled by its name; this attribute
/// is not.
fn forbid_vectorisation(context: &Context, module: LLVMModuleRef) {
    for function in ffi::functions(module).into_iter().filter(|f| !f.is_declaration()) {
        add_attribute(context, function, "noimplicitfloat");
    }
}

fn add_attribute(context: &Context, function: Value, name: &str) {
    unsafe {
        let attribute = LLVMCreateEnumAttribute(context.raw, ffi::attribute_kind(name), 0);
        LLVMAddAttributeAtIndex(function.0, inkwell::llvm_sys::LLVMAttributeFunctionIndex, attribute);
    }
}

fn set_noinline(context: &Context, function: Value) {
    unsafe {
        let always = ffi::attribute_kind("alwaysinline");
        LLVMRemoveEnumAttributeAtIndex(function.0, inkwell::llvm_sys::LLVMAttributeFunctionIndex, always);
    }
    add_attribute(context, function, "noinline");
}

/// Runs clang's usual passes.
fn optimise(program: &Module, level: u8) -> Result<(), Failure> {
    unsafe {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        let triple = LLVMGetTarget(program.0);
        let (mut target, mut message) = (null_mut(), null_mut());
        let known = LLVMGetTargetFromTriple(triple, &mut target, &mut message) == 0;
        take_message(message);
        let machine = if known {
            let (cpu, features) = (c_string("x86-64"), c_string(""));
            LLVMCreateTargetMachine(
                target,
                triple,
                cpu.as_ptr(),
                features.as_ptr(),
                LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        } else {
            null_mut()
        };
        let done = run_passes(program, if level == 1 { "default<O1>" } else { "default<O2>" }, machine);
        if !machine.is_null() {
            LLVMDisposeTargetMachine(machine);
        }
        done
    }
}

fn run_passes(module: &Module, passes: &str, machine: LLVMTargetMachineRef) -> Result<(), Failure> {
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let passes = c_string(passes);
        let error = LLVMRunPasses(module.0, passes.as_ptr(), machine, options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let text = std::ffi::CStr::from_ptr(LLVMGetErrorMessage(error)).to_string_lossy().into_owned();
        Err(Failure::Invalid(format!("the optimiser failed: {text}")))
    }
}

/// Links library models until nothing that they define is missing.
fn link_runtime(context: &Context, program: &Module, narrow: bool) -> Result<(), Failure> {
    let mut candidates: Vec<(&str, &Code)> = RUNTIME
        .iter()
        .map(|model| (model.name, if narrow { &model.narrow } else { &model.wide }))
        .filter(|(_, code)| !code.bytes.is_empty())
        .collect();
    loop {
        let missing = missing_symbols(program.0);
        let wanted = |(_, code): &(&str, &Code)| code.defines.iter().any(|symbol| missing.contains(*symbol));
        let Some(position) = candidates.iter().position(wanted) else { return Ok(()) };
        let (name, code) = candidates.remove(position);
        let module = open_model(context, code.bytes)
            .map_err(|why| Failure::Invalid(format!("the library model {name} is unreadable: {why}")))?;
        mark_model(context, &module);
        yield_to_program(program, &module);
        merge(context, program, module)
            .map_err(|why| Failure::Invalid(format!("the library model {name} does not fit: {why}")))?;
    }
}

/// Marks everything that a library model defines; code of headers that it instantiates is the user's code.
fn mark_model(context: &Context, module: &Module) {
    let mark = runtime_mark(context);
    let optimised = metadata_kind(context, OPTIMISED_MARK);
    let node = unsafe { LLVMMDNodeInContext2(context.raw, null_mut(), 0) };
    for symbol in ffi::functions(module.0).into_iter().chain(ffi::globals(module.0)) {
        let linkage = unsafe { LLVMGetLinkage(symbol.0) };
        let of_header =
            matches!(linkage, LLVMLinkage::LLVMLinkOnceODRLinkage | LLVMLinkage::LLVMWeakODRLinkage);
        if !symbol.is_declaration() {
            unsafe { LLVMGlobalSetMetadata(symbol.0, optimised, node) };
        }
        if !symbol.is_declaration() && !of_header {
            unsafe { LLVMGlobalSetMetadata(symbol.0, mark, node) };
        }
    }
}

/// What the program defines itself is not taken from the library model.
fn yield_to_program(program: &Module, model: &Module) {
    for symbol in ffi::functions(model.0).into_iter().chain(ffi::globals(model.0)) {
        let name = symbol.name();
        if symbol.is_declaration() || name.starts_with("llvm.") {
            continue;
        }
        let mine = ffi::named_function(program.0, &name).or_else(|| ffi::named_global(program.0, &name));
        let Some(mine) = mine.filter(|mine| !mine.is_declaration()) else { continue };
        unsafe {
            let local = |v: Value| {
                matches!(
                    LLVMGetLinkage(v.0),
                    LLVMLinkage::LLVMInternalLinkage
                        | LLVMLinkage::LLVMPrivateLinkage
                        | LLVMLinkage::LLVMAvailableExternallyLinkage
                )
            };
            if !local(mine) && !local(symbol) {
                LLVMSetComdat(symbol.0, null_mut());
                LLVMSetLinkage(symbol.0, LLVMLinkage::LLVMAvailableExternallyLinkage);
            }
        }
    }
}

/// Everything that is used or wanted but not defined.
fn missing_symbols(module: LLVMModuleRef) -> HashSet<String> {
    let mut missing: HashSet<String> = ffi::functions(module)
        .into_iter()
        .chain(ffi::globals(module))
        .filter(|symbol| symbol.is_declaration() && symbol.is_used())
        .map(Value::name)
        .filter(|name| !name.starts_with("llvm."))
        .collect();
    for root in ROOTS {
        let found = ffi::named_function(module, root).or_else(|| ffi::named_global(module, root));
        if found.is_none_or(Value::is_declaration) {
            missing.insert((*root).to_owned());
        }
    }
    missing
}
