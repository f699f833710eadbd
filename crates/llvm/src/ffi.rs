//! Handles of LLVM's C interface with the few methods that the lowering needs.
//!
//! The handles are plain pointers into one context; they are valid as long as the [`Context`] that they come
//! from. All of them stay inside this crate.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMDiagnosticSeverity, LLVMOpcode, LLVMTypeKind, LLVMValueKind,
};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_uint, c_void};
use tw_ir::Ordering;

/// A context; everything in it dies with it.
pub(crate) struct Context {
    pub(crate) raw: LLVMContextRef,
    /// The metadata that marks clang's checks.
    pub(crate) check_mark: u32,
    diagnostics: Box<RefCell<Diagnostics>>,
}

#[derive(Default)]
struct Diagnostics {
    errors: Vec<String>,
    warnings: Vec<String>,
}

extern "C" fn handle_diagnostic(info: LLVMDiagnosticInfoRef, state: *mut c_void) {
    unsafe {
        let text = take_message(LLVMGetDiagInfoDescription(info));
        let state = &*state.cast::<RefCell<Diagnostics>>();
        match LLVMGetDiagInfoSeverity(info) {
            LLVMDiagnosticSeverity::LLVMDSError => state.borrow_mut().errors.push(text),
            LLVMDiagnosticSeverity::LLVMDSWarning => state.borrow_mut().warnings.push(text),
            _ => {}
        }
    }
}

impl Context {
    pub(crate) fn new() -> Context {
        let diagnostics = Box::new(RefCell::new(Diagnostics::default()));
        let raw = unsafe { LLVMContextCreate() };
        let state: *const RefCell<Diagnostics> = &*diagnostics;
        unsafe { LLVMContextSetDiagnosticHandler(raw, Some(handle_diagnostic), state.cast_mut().cast()) };
        let check_mark = unsafe { LLVMGetMDKindIDInContext(raw, c"nosanitize".as_ptr(), 10) };
        Context { raw, check_mark, diagnostics }
    }

    /// What went wrong since the last call.
    pub(crate) fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut self.diagnostics.borrow_mut().errors)
    }

    /// Warnings since the last call.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.diagnostics.borrow_mut().warnings)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        unsafe { LLVMContextDispose(self.raw) };
    }
}

/// The text of a message of LLVM, which is freed.
pub(crate) fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// A string with the final zero that C wants.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

fn slice_text(text: *const c_char, len: usize) -> String {
    if text.is_null() {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ty(pub(crate) LLVMTypeRef);

impl Ty {
    pub(crate) fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }
    pub(crate) fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }
    /// Element type of arrays and vectors.
    pub(crate) fn element(self) -> Ty {
        Ty(unsafe { LLVMGetElementType(self.0) })
    }
    pub(crate) fn array_len(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }
    pub(crate) fn vector_len(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.0) }
    }
    pub(crate) fn fields(self) -> u32 {
        unsafe { LLVMCountStructElementTypes(self.0) }
    }
    pub(crate) fn field(self, index: u32) -> Ty {
        Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, index) })
    }
    pub(crate) fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }
    pub(crate) fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }
    pub(crate) fn text(self) -> String {
        take_message(unsafe { LLVMPrintTypeToString(self.0) })
    }
    /// Of a function type.
    pub(crate) fn return_type(self) -> Ty {
        Ty(unsafe { LLVMGetReturnType(self.0) })
    }
    /// Of a function type.
    pub(crate) fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
    /// Of a function type.
    pub(crate) fn param_count(self) -> u32 {
        unsafe { LLVMCountParamTypes(self.0) }
    }
}

/// A value: constant, global, argument or instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value(pub(crate) LLVMValueRef);

impl Value {
    pub(crate) fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }
    pub(crate) fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }
    pub(crate) fn name(self) -> String {
        let mut len = 0;
        let text = unsafe { LLVMGetValueName2(self.0, &mut len) };
        slice_text(text, len)
    }
    pub(crate) fn set_name(self, name: &str) {
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) };
    }
    pub(crate) fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }
    pub(crate) fn const_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }
    pub(crate) fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) }.unsigned_abs()
    }
    pub(crate) fn operand(self, index: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, index) })
    }
    /// Element of an aggregate constant.
    pub(crate) fn element(self, index: u32) -> Option<Value> {
        some(unsafe { LLVMGetAggregateElement(self.0, index) })
    }
    pub(crate) fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }
    pub(crate) fn text(self) -> String {
        take_message(unsafe { LLVMPrintValueToString(self.0) })
    }
    pub(crate) fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }
    pub(crate) fn is_used(self) -> bool {
        !unsafe { LLVMGetFirstUse(self.0) }.is_null()
    }
    /// Everything that uses this value.
    pub(crate) fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        let mut next = unsafe { LLVMGetFirstUse(self.0) };
        while !next.is_null() {
            users.push(Value(unsafe { LLVMGetUser(next) }));
            next = unsafe { LLVMGetNextUse(next) };
        }
        users
    }
    /// Type of the function or variable that this global stands for.
    pub(crate) fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }
    pub(crate) fn params(self) -> Vec<Value> {
        let count = unsafe { LLVMCountParams(self.0) };
        (0..count).map(|i| Value(unsafe { LLVMGetParam(self.0, i) })).collect()
    }
    pub(crate) fn blocks(self) -> Vec<BlockRef> {
        let mut blocks = Vec::new();
        let mut block = unsafe { LLVMGetFirstBasicBlock(self.0) };
        while !block.is_null() {
            blocks.push(BlockRef(block));
            block = unsafe { LLVMGetNextBasicBlock(block) };
        }
        blocks
    }
    pub(crate) fn successors(self) -> Vec<BlockRef> {
        let count = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..count).map(|i| BlockRef(unsafe { LLVMGetSuccessor(self.0, i) })).collect()
    }
    /// Of a call or invoke.
    pub(crate) fn called_value(self) -> Value {
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }
    /// Of a call or invoke.
    pub(crate) fn called_type(self) -> Ty {
        Ty(unsafe { LLVMGetCalledFunctionType(self.0) })
    }
    /// Of a call or invoke.
    pub(crate) fn args(self) -> Vec<Value> {
        let count = unsafe { LLVMGetNumArgOperands(self.0) };
        (0..count).map(|i| self.operand(i)).collect()
    }
    /// The type of an attribute such as `byval` at an argument (from 0) of a call.
    pub(crate) fn arg_type_attribute(self, arg: u32, kind: u32) -> Option<Ty> {
        let attribute = unsafe { LLVMGetCallSiteEnumAttribute(self.0, arg + 1, kind) };
        if attribute.is_null() { None } else { Some(Ty(unsafe { LLVMGetTypeAttributeValue(attribute) })) }
    }
    pub(crate) fn alignment(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }
    pub(crate) fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }
    pub(crate) fn order(self) -> Option<Ordering> {
        order(unsafe { LLVMGetOrdering(self.0) })
    }
    /// Whether this global or function carries metadata of this kind.
    pub(crate) fn has_global_metadata(self, kind: u32) -> bool {
        let mut count = 0;
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let count = c_uint::try_from(count).unwrap_or(c_uint::MAX);
            let found = (0..count).any(|i| LLVMValueMetadataEntriesGetKind(entries, i) == kind);
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BlockRef(pub(crate) LLVMBasicBlockRef);

impl BlockRef {
    pub(crate) fn name(self) -> String {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }
    pub(crate) fn instructions(self) -> Vec<Value> {
        let mut instructions = Vec::new();
        let mut instruction = unsafe { LLVMGetFirstInstruction(self.0) };
        while !instruction.is_null() {
            instructions.push(Value(instruction));
            instruction = unsafe { LLVMGetNextInstruction(instruction) };
        }
        instructions
    }
    pub(crate) fn terminator(self) -> Option<Value> {
        some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}

pub(crate) fn some(value: LLVMValueRef) -> Option<Value> {
    if value.is_null() { None } else { Some(Value(value)) }
}

/// All functions of a module.
pub(crate) fn functions(module: LLVMModuleRef) -> Vec<Value> {
    walk(unsafe { LLVMGetFirstFunction(module) }, |v| unsafe { LLVMGetNextFunction(v) })
}

/// All global variables of a module.
pub(crate) fn globals(module: LLVMModuleRef) -> Vec<Value> {
    walk(unsafe { LLVMGetFirstGlobal(module) }, |v| unsafe { LLVMGetNextGlobal(v) })
}

fn walk(mut value: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut all = Vec::new();
    while !value.is_null() {
        all.push(Value(value));
        value = next(value);
    }
    all
}

pub(crate) fn named_function(module: LLVMModuleRef, name: &str) -> Option<Value> {
    some(unsafe { LLVMGetNamedFunction(module, c_string(name).as_ptr()) })
}

pub(crate) fn named_global(module: LLVMModuleRef, name: &str) -> Option<Value> {
    some(unsafe { LLVMGetNamedGlobal(module, c_string(name).as_ptr()) })
}

/// The number of an attribute such as `byval`.
pub(crate) fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// LLVM's memory orders as ours.
pub(crate) fn order(order: LLVMAtomicOrdering) -> Option<Ordering> {
    match order {
        LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic => None,
        LLVMAtomicOrdering::LLVMAtomicOrderingUnordered | LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic => {
            Some(Ordering::Relaxed)
        }
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquire => Some(Ordering::Acquire),
        LLVMAtomicOrdering::LLVMAtomicOrderingRelease => Some(Ordering::Release),
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquireRelease => Some(Ordering::AcquireRelease),
        LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent => Some(Ordering::SeqCst),
    }
}
