//! The module as a whole: what is reachable from the start is lowered, everything else is left out.

use crate::Failure;
use crate::debug_info::DebugInfo;
use crate::ffi::{self, Value};
use crate::function::FunctionLowerer;
use crate::link::{Linked, is_atomic_name};
use crate::values::Layout;
use inkwell::llvm_sys::core::*;
use std::collections::HashMap;
use tw_index::{Id, IdVec};
use tw_ir::trap::MAIN_RECORD;
use tw_ir::{
    BasicBlock, Body, Callee, FuncId, Function, Global, GlobalId, Instr, InstrKind, Loc, Module, Operand,
    Origin, Reg, Register, Role, Symbol, Trap, Type, World,
};

/// Name of the function where execution starts.
const ENTRY: &str = "__tw_entry";
/// Function that library models call and whose body is made here.
const RUN_DESTRUCTORS: &str = "__tw_run_destructors";
/// Larger globals are left without content.
const MAX_GLOBAL: u64 = 1 << 28;

/// State of the lowering of a module.
pub(crate) struct Lowerer<'a> {
    pub(crate) linked: &'a Linked,
    pub(crate) layout: Layout,
    pub(crate) debug: DebugInfo,
    pub(crate) out: Module,
    pub(crate) byval: u32,
    pub(crate) warnings: &'a mut Vec<String>,
    runtime_mark: u32,
    functions: HashMap<Value, FuncId>,
    globals: HashMap<Value, GlobalId>,
    pending_functions: Vec<(Value, FuncId)>,
    pending_globals: Vec<(Value, GlobalId)>,
}

/// Lowers a linked program.
pub(crate) fn lower(linked: &Linked, world: &World, warnings: &mut Vec<String>) -> Result<Module, Failure> {
    let module = linked.module();
    let layout = Layout::new(module);
    let out = Module { pointer_bytes: layout.pointer_bytes, ..Module::default() };
    let mut lowerer = Lowerer {
        linked,
        layout,
        debug: DebugInfo::new(module),
        out,
        byval: ffi::attribute_kind("byval"),
        warnings,
        runtime_mark: linked.runtime_mark(),
        functions: HashMap::new(),
        globals: HashMap::new(),
        pending_functions: Vec::new(),
        pending_globals: Vec::new(),
    };
    let main = ffi::named_function(module, "main")
        .filter(|main| !main.is_declaration())
        .ok_or_else(|| Failure::Invalid("no function main in the program".to_owned()))?;
    lowerer.out.constructors = lowerer.startup_list("llvm.global_ctors", false);
    lowerer.out.destructors = lowerer.startup_list("llvm.global_dtors", true);
    let arguments = world.args.as_ref().map_or(1, |args| args.len() as u128 + 1);
    let entry = lowerer.entry(main, arguments);
    lowerer.out.entry = Some(entry);
    if let Some(record) = ffi::named_global(module, MAIN_RECORD).filter(|g| !g.is_declaration()) {
        lowerer.global_id(record);
    }
    lowerer.run();
    lowerer.out.unused = lowerer.unused();
    lowerer.out.files = std::mem::take(&mut lowerer.debug.files);
    lowerer.out.types = std::mem::take(&mut lowerer.debug.types);
    Ok(lowerer.out)
}

impl Lowerer<'_> {
    fn run(&mut self) {
        loop {
            if let Some((value, id)) = self.pending_functions.pop() {
                if self.out.functions[id].name == RUN_DESTRUCTORS && value.is_declaration() {
                    self.run_destructors(id);
                } else if !value.is_declaration() {
                    FunctionLowerer::lower(self, value, id);
                }
            } else if let Some((value, id)) = self.pending_globals.pop() {
                self.fill_global(value, id);
            } else {
                return;
            }
        }
    }

    /// Functions of the program that nothing refers to.
    fn unused(&mut self) -> Vec<(String, Option<Loc>)> {
        let mut all = Vec::new();
        for value in ffi::functions(self.linked.module()) {
            let known = self.functions.contains_key(&value) || value.is_declaration();
            if known || self.origin(value) == Origin::Runtime || !self.linked.own.contains(&value.name()) {
                continue;
            }
            let (name, loc) = (value.name(), self.debug.function_loc(value));
            let file = loc.map(|loc| self.debug.files[loc.file].as_str());
            if role(&name, file) == Role::Program {
                all.push((self.debug.function_name(&name).unwrap_or(name), loc));
            }
        }
        all
    }

    fn origin(&self, value: Value) -> Origin {
        if value.has_global_metadata(self.runtime_mark) { Origin::Runtime } else { Origin::User }
    }

    /// The function that stands for one of LLVM's; its code follows later.
    pub(crate) fn function_id(&mut self, value: Value) -> FuncId {
        if let Some(id) = self.functions.get(&value) {
            return *id;
        }
        let name = value.name();
        let origin = self.origin(value);
        let ty = value.value_type();
        let params = value.params().iter().map(|p| self.layout.leaves(p.ty()).map_or(0, |l| l.len())).sum();
        let results = self
            .layout
            .leaves(ty.return_type())
            .map_or_else(|_| Vec::new(), |l| l.iter().map(|l| l.ty).collect());
        let defined = !value.is_declaration();
        let loc = self.debug.function_loc(value);
        let function = Function {
            display: self
                .debug
                .function_name(&name)
                .or_else(|| demangle(&name))
                .unwrap_or_else(|| name.clone()),
            params: (0..params).map(Reg::from_index).collect(),
            results,
            variadic: ty.is_variadic(),
            origin: if name == RUN_DESTRUCTORS { Origin::Runtime } else { origin },
            role: match role(&name, loc.map(|loc| self.debug.files[loc.file].as_str())) {
                // A template or inline function of a model.
                Role::Program if !self.linked.own.contains(&name) => Role::Library,
                role => role,
            },
            atomic: defined && (origin == Origin::Runtime || is_atomic_name(&name)),
            body: None,
            loc,
            name,
        };
        let id = self.out.functions.push(function);
        self.functions.insert(value, id);
        self.pending_functions.push((value, id));
        id
    }

    /// Results, parameters and whether more may follow, of a function with a body.
    pub(crate) fn signature(&self, id: FuncId) -> Option<(Vec<Type>, Vec<Type>, bool)> {
        let (value, _) = self.functions.iter().find(|(_, other)| **other == id)?;
        if value.is_declaration() {
            return None;
        }
        let mut params = Vec::new();
        for param in value.params() {
            params.extend(self.layout.leaves(param.ty()).ok()?.iter().map(|leaf| leaf.ty));
        }
        let ty = value.value_type();
        let results = self.layout.leaves(ty.return_type()).ok()?.iter().map(|leaf| leaf.ty).collect();
        Some((results, params, ty.is_variadic()))
    }

    /// The function of this name, if there is one.
    pub(crate) fn function_named(&mut self, name: &str) -> Option<FuncId> {
        ffi::named_function(self.linked.module(), name).map(|value| self.function_id(value))
    }

    /// The global that stands for one of LLVM's; its content follows later.
    pub(crate) fn global_id(&mut self, value: Value) -> GlobalId {
        if let Some(id) = self.globals.get(&value) {
            return *id;
        }
        let name = value.name();
        let defined = !value.is_declaration();
        let align = match value.alignment() {
            0 => self.layout.align(value.value_type()),
            align => align,
        };
        let global = Global {
            origin: self.origin(value),
            constant: defined && unsafe { LLVMIsGlobalConstant(value.0) } != 0,
            thread_local: unsafe { LLVMIsThreadLocal(value.0) } != 0,
            align: align.max(1),
            bytes: Vec::new(),
            relocations: Vec::new(),
            defined,
            variable: self.debug.global_variable(&name),
            name,
        };
        let id = self.out.globals.push(global);
        self.globals.insert(value, id);
        self.pending_globals.push((value, id));
        id
    }

    fn fill_global(&mut self, value: Value, id: GlobalId) {
        let Some(content) = ffi::some(unsafe { LLVMGetInitializer(value.0) }) else {
            self.out.globals[id].defined = false;
            return;
        };
        let size = self.layout.size(value.value_type());
        let (mut bytes, mut relocations) = (Vec::new(), Vec::new());
        let filled = match usize::try_from(size) {
            Ok(len) if size <= MAX_GLOBAL => {
                bytes.resize(len, 0);
                self.fill(content, 0, &mut bytes, &mut relocations)
            }
            _ => Err(format!("its size of {size} bytes")),
        };
        let name = self.out.globals[id].name.clone();
        let global = &mut self.out.globals[id];
        match filled {
            Ok(()) => {
                relocations.sort_by_key(|r| r.offset);
                (global.bytes, global.relocations) = (bytes, relocations);
            }
            Err(why) => {
                global.defined = false;
                self.warnings.push(format!("the content of the global {name} is not supported: {why}"));
            }
        }
    }

    /// Constructors or destructors in the order in which they run.
    fn startup_list(&mut self, name: &str, reverse: bool) -> Vec<FuncId> {
        let Some(list) = ffi::named_global(self.linked.module(), name)
            .and_then(|global| ffi::some(unsafe { LLVMGetInitializer(global.0) }))
        else {
            return Vec::new();
        };
        let mut entries = Vec::new();
        let mut index = 0;
        while let Some(entry) = list.element(index) {
            index += 1;
            let (Some(priority), Some(function)) = (entry.element(0), entry.element(1)) else { continue };
            let priority = crate::constant::int_bits(priority);
            if let Ok(scalars) = self.constant(function)
                && let [crate::constant::Scalar::Address(_, Symbol::Function(function), 0)] = scalars[..]
            {
                entries.push((priority, function));
            }
        }
        entries.sort_by_key(|(priority, _)| *priority);
        if reverse {
            entries.reverse();
        }
        entries.into_iter().map(|(_, function)| function).collect()
    }

    /// The function where execution starts.
    fn entry(&mut self, main: Value, arguments: u128) -> FuncId {
        let mut code = Vec::new();
        let call = |callee, args, dests| InstrKind::Call {
            dests,
            callee: Callee::Direct(callee),
            args,
            unwind: None,
        };
        let initialiser =
            ffi::named_function(self.linked.module(), "__tw_runtime_init").filter(|f| !f.is_declaration());
        if let Some(initialiser) = initialiser {
            let initialiser = self.function_id(initialiser);
            code.push(call(initialiser, Vec::new(), Vec::new()));
        }
        for constructor in self.out.constructors.clone() {
            code.push(call(constructor, Vec::new(), Vec::new()));
        }
        // Only where it is asked for: it would be part of every state.
        let argv = ffi::named_global(self.linked.module(), "__tw_argv")
            .filter(|g| !g.is_declaration() && main.params().len() > 1);
        let argv = match argv {
            Some(argv) => Operand::Address(Symbol::Global(self.global_id(argv)), 0),
            None => Operand::Const(Type::Ptr, 0),
        };
        let mut args = Vec::new();
        for (position, param) in main.params().iter().enumerate() {
            for leaf in self.layout.leaves(param.ty()).map(|l| l.to_vec()).unwrap_or_default() {
                args.push(match position {
                    0 => Operand::Const(leaf.ty, arguments),
                    1 if leaf.ty == Type::Ptr => argv,
                    _ => Operand::Const(leaf.ty, 0),
                });
            }
        }
        let main = self.function_id(main);
        let mut regs = IdVec::new();
        let result = match self.out.functions[main].results[..] {
            [Type::Int(32)] => {
                let dest = regs.push(Register { ty: Type::Int(32), name: Some("code".to_owned()) });
                code.push(call(main, args, vec![dest]));
                Operand::Reg(dest)
            }
            _ => {
                code.push(call(main, args, Vec::new()));
                Operand::Const(Type::Int(32), 0)
            }
        };
        match self.function_named("exit") {
            Some(exit) => code.push(call(exit, vec![result], Vec::new())),
            None => code.push(InstrKind::Trap { dests: Vec::new(), trap: Trap::Exit, args: vec![result] }),
        }
        code.push(InstrKind::Unreachable);
        self.out.functions.push(Function {
            name: ENTRY.to_owned(),
            display: ENTRY.to_owned(),
            params: Vec::new(),
            results: Vec::new(),
            variadic: false,
            origin: Origin::Runtime,
            role: Role::Library,
            atomic: false,
            body: Some(straight_line(regs, code)),
            loc: None,
        })
    }

    fn run_destructors(&mut self, id: FuncId) {
        let mut code: Vec<InstrKind> = self
            .out
            .destructors
            .iter()
            .map(|destructor| InstrKind::Call {
                dests: Vec::new(),
                callee: Callee::Direct(*destructor),
                args: Vec::new(),
                unwind: None,
            })
            .collect();
        code.push(InstrKind::Return(Vec::new()));
        self.out.functions[id].body = Some(straight_line(IdVec::new(), code));
    }
}

fn straight_line(regs: IdVec<Reg, Register>, code: Vec<InstrKind>) -> Body {
    let instrs = code.into_iter().map(|kind| Instr { kind, loc: None }).collect();
    let block = BasicBlock { name: "entry".to_owned(), instrs };
    Body { regs, blocks: std::iter::once(block).collect(), variables: Vec::new() }
}

/// What a function is, by its symbol and the file that defines it.
fn role(symbol: &str, file: Option<&str>) -> Role {
    // Members of std::atomic, __atomic_base, atomic_flag, atomic_ref, …; functions std::atomic_…; operators on memory orders.
    let library = file.is_some_and(Role::is_library_file);
    let in_std =
        ["_ZNSt", "_ZNKSt", "_ZNVSt", "_ZNVKSt", "_ZSt"].iter().find_map(|start| symbol.strip_prefix(start));
    let name = in_std.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    // Additions to floating-point numbers are loops over other operations, whose orders are partly their own.
    let is_loop = name.is_some_and(|name| name.starts_with("__atomic_impl") && name.contains("_fltI"));
    let operation = name.is_some_and(|name| name.starts_with("atomic") || name.starts_with("__atomic_"))
        && !is_loop
        || symbol.starts_with("_ZStanSt12memory_order")
        || symbol.starts_with("_ZStorSt12memory_order");
    match (library, operation) {
        (true, true) => Role::AtomicOperation,
        (true, false) => Role::Library,
        (false, _) => Role::Program,
    }
}

/// How many parameters, the last ones, are memory orders.
pub(crate) fn memory_orders(symbol: &str) -> usize {
    // One of this type, or one and the same type again (S_, S0_, S1_, …).
    let again = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase();
    match symbol.strip_suffix('_').map(|rest| rest.trim_end_matches(again)) {
        Some(rest) if rest.ends_with("St12memory_order") => 2,
        _ => usize::from(symbol.ends_with("St12memory_order")),
    }
}

/// The name of a C++ symbol for people. LLVM brings the C++ library along.
fn demangle(symbol: &str) -> Option<String> {
    unsafe extern "C" {
        fn __cxa_demangle(
            name: *const std::ffi::c_char,
            buffer: *mut std::ffi::c_char,
            length: *mut usize,
            status: *mut i32,
        ) -> *mut std::ffi::c_char;
        fn free(pointer: *mut std::ffi::c_void);
    }
    if !symbol.starts_with("_Z") {
        return None;
    }
    let name = ffi::c_string(symbol);
    let mut status = 0;
    unsafe {
        let text = __cxa_demangle(name.as_ptr(), std::ptr::null_mut(), std::ptr::null_mut(), &mut status);
        if text.is_null() {
            return None;
        }
        let name = std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned();
        free(text.cast());
        Some(name)
    }
}
