//! The text form of a module, for `threadwise convert --to ir` and for messages.
//!
//! One instruction per line; a comment names the source line where it changes. Nothing reads this text back.

mod line;
#[cfg(test)]
mod tests;

pub(crate) use line::{one_line, register};

use crate::debug::{DebugTypeId, DebugTypes, Shape, Variable};
use crate::module::{BasicBlock, Body, Function, Global, Loc, Module, Origin, Relocation};
use line::{line, symbol, ty};
use std::fmt::Write;
use tw_index::Id;

/// The whole module as text.
pub fn print(module: &Module) -> String {
    let mut text = format!("; pointers of {} bytes\n", module.pointer_bytes);
    for (what, functions) in [("constructor", &module.constructors), ("destructor", &module.destructors)] {
        for &f in functions {
            let _ = writeln!(text, "; {what}: {}", module.functions[f].name);
        }
    }
    if let Some(entry) = module.entry {
        let _ = writeln!(text, "; entry: {}", module.functions[entry].name);
    }
    for item in module.globals.iter() {
        global(module, item, &mut text);
    }
    for item in module.functions.iter() {
        function(module, item, &mut text);
    }
    text.push('\n');
    text
}

/// The name of a type as in C: `int`, `struct node *`, `int [3]`.
pub fn type_name(types: &DebugTypes, id: DebugTypeId) -> String {
    name_within(types, id, 16)
}

/// The depth is bounded: nothing forbids a module whose anonymous types go round in a circle.
fn name_within(types: &DebugTypes, id: DebugTypeId, depth: u32) -> String {
    if depth == 0 || id.index() >= types.len() {
        return "...".into();
    }
    let it = &types[id];
    if !it.name.is_empty() {
        return it.name.clone();
    }
    match &it.shape {
        Shape::Pointer(None) => "void *".into(),
        Shape::Pointer(Some(to)) => match &types.as_slice().get(to.index()) {
            Some(target) if target.shape == Shape::Opaque && target.name.is_empty() => "void (*)()".into(),
            Some(target) if target.name.is_empty() && matches!(target.shape, Shape::Pointer(_)) => {
                format!("{}*", name_within(types, *to, depth - 1))
            }
            _ => format!("{} *", name_within(types, *to, depth - 1)),
        },
        Shape::Array { .. } => array_name(types, id, depth),
        Shape::Alias(of) => name_within(types, *of, depth - 1),
        Shape::Record(_) => "struct {...}".into(),
        Shape::Enum(_) => "enum {...}".into(),
        Shape::Scalar(_) => format!("number of {} bytes", it.size),
        Shape::Opaque => "function".into(),
    }
}

/// Dimensions from the outermost to the innermost, as in a declaration.
fn array_name(types: &DebugTypes, mut id: DebugTypeId, depth: u32) -> String {
    let mut dimensions = String::new();
    for _ in 0..depth {
        match &types[id].shape {
            Shape::Array { element, count } if types[id].name.is_empty() && element.index() < types.len() => {
                let _ = write!(dimensions, "[{count}]");
                id = *element;
            }
            _ => break,
        }
    }
    format!("{} {dimensions}", name_within(types, id, depth - 1))
}

/// `prog.c:12`, with the path as the compiler saw it.
pub(crate) fn position(module: &Module, loc: Loc) -> String {
    let file = module.files.as_slice().get(loc.file.index()).map_or("?", String::as_str);
    format!("{file}:{}", loc.line)
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::User => "",
        Origin::Runtime => " runtime",
    }
}

fn declaration(module: &Module, variable: &Variable) -> String {
    let mut text = match variable.ty {
        Some(id) => format!("{}: {}", variable.name, type_name(&module.types, id)),
        None => variable.name.clone(),
    };
    if let Some(loc) = variable.loc.filter(|loc| loc.line > 0) {
        let _ = write!(text, ", {}", position(module, loc));
    }
    text
}

fn global(module: &Module, it: &Global, text: &mut String) {
    let kind = if it.constant { "constant" } else { "global" };
    let local = if it.thread_local { " thread_local" } else { "" };
    let _ = write!(text, "\n{kind} @{}{local}{} align {}", it.name, origin(it.origin), it.align);
    if it.defined {
        let _ = write!(text, " = {}", content(module, it));
    }
    if let Some(variable) = &it.variable {
        let _ = write!(text, "  ; {}", declaration(module, variable));
    }
}

/// Zeros are counted, the rest is written out; a module may hold megabytes of zeros.
fn content(module: &Module, it: &Global) -> String {
    let mut parts = Vec::new();
    let (mut at, mut relocations) = (0, it.relocations.iter().peekable());
    while at < it.bytes.len() {
        if let Some(relocation) = relocations.next_if(|r| r.offset as usize <= at) {
            parts.push(relocated(module, relocation));
            at += module.pointer_bytes as usize;
            continue;
        }
        let end = relocations.peek().map_or(it.bytes.len(), |r| r.offset as usize).min(it.bytes.len());
        parts.push(plain_bytes(&it.bytes[at..end]));
        at = end;
    }
    format!("{} bytes [{}]", it.bytes.len(), parts.join(", "))
}

fn relocated(module: &Module, relocation: &Relocation) -> String {
    symbol(module, relocation.symbol, relocation.addend)
}

fn plain_bytes(bytes: &[u8]) -> String {
    if bytes.iter().all(|&b| b == 0) {
        return format!("{} x 0", bytes.len());
    }
    let printable = |b: &u8| b.is_ascii_graphic() || *b == b' ' || *b == b'\n' || *b == 0;
    if bytes.len() > 1 && bytes.iter().all(printable) && bytes.iter().filter(|&&b| b == 0).count() <= 1 {
        return format!("{:?}", String::from_utf8_lossy(bytes));
    }
    let shown: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
    shown.join(" ")
}

fn function(module: &Module, it: &Function, text: &mut String) {
    let keyword = if it.body.is_some() { "define" } else { "declare" };
    let mut params: Vec<String> = match &it.body {
        Some(body) => it.params.iter().map(|&reg| line::typed_register(body, reg)).collect(),
        None => it.params.iter().map(|_| "?".into()).collect(),
    };
    if it.variadic {
        params.push("...".into());
    }
    let results: Vec<String> = it.results.iter().map(|&t| ty(t)).collect();
    let results = if results.is_empty() { "void".into() } else { results.join(", ") };
    let atomic = if it.atomic { " atomic" } else { "" };
    let _ = write!(
        text,
        "\n\n{keyword} {}({}) -> {results}{atomic}{}",
        it.name,
        params.join(", "),
        origin(it.origin)
    );
    let Some(body) = &it.body else { return };
    text.push_str(" {");
    let place = it.loc.filter(|loc| loc.line > 0).map(|loc| position(module, loc));
    let display = (it.display != it.name && !it.display.is_empty()).then(|| it.display.clone());
    let comment: Vec<String> = display.into_iter().chain(place).collect();
    if !comment.is_empty() {
        let _ = write!(text, "  ; {}", comment.join(", "));
    }
    let mut last = None;
    for (id, block) in body.blocks.enumerate() {
        basic_block(module, body, id.index(), block, &mut last, text);
    }
    text.push_str("\n}");
}

fn basic_block(
    module: &Module,
    body: &Body,
    number: usize,
    block: &BasicBlock,
    last: &mut Option<(u32, u32)>,
    text: &mut String,
) {
    let name = if block.name.is_empty() { String::new() } else { format!("  ; {}", block.name) };
    let _ = write!(text, "\nb{number}:{name}");
    for instr in &block.instrs {
        let written = line(module, body, &instr.kind);
        let place = instr.loc.filter(|loc| loc.line > 0);
        let key = place.map(|loc| (loc.file.index() as u32, loc.line));
        let comment = match place {
            Some(loc) if key != *last => format!("  ; {}", position(module, loc)),
            _ => String::new(),
        };
        *last = key.or(*last);
        let _ = write!(text, "\n    {written:<48}{comment}");
        text.truncate(text.trim_end_matches(' ').len());
    }
}
