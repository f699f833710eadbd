//! Many programs in one file: compiling and linking cost more than most searches.

use super::program::{HEADER, Program};
use crate::load::load;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::Arc;
use tw_ir::{Callee, InstrKind, Module, Operand, Symbol};

/// Compiles programs; each of the results is the program alone.
///
/// # Errors
/// What the front end says: all programs that the generator makes are valid.
pub fn compile(folder: &Path, programs: &[Program], level: u8) -> Result<Vec<Arc<Module>>, String> {
    let seed = programs.first().map_or(0, |p| p.seed);
    let file = folder.join(format!("from-{seed}.c"));
    let mut text = HEADER.to_string();
    for program in programs {
        text.push_str(&program.text(&prefix(program)));
    }
    // The front end leaves out what nothing mentions.
    let mains: Vec<String> = programs.iter().map(|p| format!("{}main", prefix(p))).collect();
    text.push_str(&format!("int (*all[])(void) = {{{}}};\n", mains.join(", ")));
    text.push_str("int main(void) { return all[0](); }\n");
    std::fs::write(&file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    let module = load(&file, &["-w".into()], level, false)?;
    let alone = mains.iter().map(|name| select(&module, name)).collect();
    let _ = std::fs::remove_file(&file);
    alone
}

fn prefix(program: &Program) -> String {
    format!("p{}_", program.seed)
}

/// The program that begins with this function instead of `main`, without what it does not use.
fn select(module: &Module, name: &str) -> Result<Arc<Module>, String> {
    let mut module = module.clone();
    let find = |name: &str| {
        let found = module.functions.enumerate().find(|(_, f)| f.name == name).map(|(id, _)| id);
        found.ok_or(format!("the module has no function {name}"))
    };
    let (main, chosen) = (find("main")?, find(name)?);
    module.functions[main].body = module.functions[chosen].body.clone();
    prune(&mut module);
    tw_ir::verify(&module).map_err(|errors| format!("invalid representation: {}", errors.join("; ")))?;
    Ok(Arc::new(module))
}

/// Empties functions and globals that nothing refers to; their numbers stay.
fn prune(module: &mut Module) {
    let used = used(module);
    for id in module.functions.ids().filter(|id| !used.contains(&Symbol::Function(*id))) {
        module.functions[id].body = None;
    }
    for id in module.globals.ids().filter(|id| !used.contains(&Symbol::Global(*id))) {
        let global = &mut module.globals[id];
        // Constants are no part of a state.
        (global.constant, global.thread_local) = (true, false);
        global.bytes.clear();
        global.relocations.clear();
    }
}

/// Everything that execution can come to.
fn used(module: &Module) -> FxHashSet<Symbol> {
    let roots = module.entry.iter().chain(&module.constructors).chain(&module.destructors);
    let mut open: Vec<Symbol> = roots.map(|f| Symbol::Function(*f)).collect();
    let mut used = FxHashSet::default();
    while let Some(symbol) = open.pop() {
        if !used.insert(symbol) {
            continue;
        }
        match symbol {
            Symbol::Global(id) => open.extend(module.globals[id].relocations.iter().map(|r| r.symbol)),
            Symbol::Function(id) => {
                let blocks = module.functions[id].body.iter().flat_map(|b| b.blocks.iter());
                blocks.flat_map(|b| &b.instrs).for_each(|i| mentioned(&i.kind, &mut open));
            }
        }
    }
    used
}

/// The symbols that an instruction names.
fn mentioned(kind: &InstrKind, found: &mut Vec<Symbol>) {
    let mut operand = |operand: Operand| {
        if let Operand::Address(symbol, _) = operand {
            found.push(symbol);
        }
    };
    kind.for_each_operand(&mut operand);
    kind.for_each_edge(&mut |edge| edge.copies.iter().for_each(|(_, from)| operand(*from)));
    match kind {
        InstrKind::Call { callee: Callee::Direct(function), .. } => {
            found.push(Symbol::Function(*function));
        }
        InstrKind::ThreadLocal { global, .. } => found.push(Symbol::Global(*global)),
        _ => {}
    }
}
