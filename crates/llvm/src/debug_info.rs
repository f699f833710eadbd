//! Debug information: places, names of functions, variables.
//!
//! LLVM's C interface gives the place of an instruction, but neither the type of a variable nor anything
//! about types. Those are read from the text form of the module, printed once: its `!12 = !DI…(…)` lines, and
//! which of them the globals, the functions and their `llvm.dbg.declare` calls refer to. Whatever cannot be
//! read is left out.

use crate::ffi::{Value, take_message};
use inkwell::llvm_sys::core::LLVMPrintModuleToString;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use tw_index::IdVec;
use tw_ir::{DebugTypeId, DebugTypes, FileId, Loc, Variable};

/// Number of a metadata node.
pub(crate) type Node = u32;

/// Everything that is known about the source.
pub(crate) struct DebugInfo {
    pub(crate) text: DebugText,
    pub(crate) files: IdVec<FileId, String>,
    pub(crate) types: DebugTypes,
    pub(crate) known_types: HashMap<Node, DebugTypeId>,
    file_ids: HashMap<String, FileId>,
    scopes: HashMap<LLVMMetadataRef, Option<FileId>>,
}

/// The debug information in the text of a module.
#[derive(Default)]
pub(crate) struct DebugText {
    text: String,
    nodes: HashMap<Node, Range<usize>>,
    functions: HashMap<String, FunctionText>,
    globals: HashMap<String, Node>,
}

/// What the text says about a function.
#[derive(Default)]
struct FunctionText {
    subprogram: Option<Node>,
    /// The variables of its `llvm.dbg.declare` calls, in order.
    declared: Vec<Option<Node>>,
}

impl DebugInfo {
    pub(crate) fn new(module: LLVMModuleRef) -> DebugInfo {
        let text = take_message(unsafe { LLVMPrintModuleToString(module) });
        DebugInfo {
            text: DebugText::parse(text),
            files: IdVec::new(),
            types: IdVec::new(),
            known_types: HashMap::new(),
            file_ids: HashMap::new(),
            scopes: HashMap::new(),
        }
    }

    fn file(&mut self, name: &str) -> FileId {
        if let Some(id) = self.file_ids.get(name) {
            return *id;
        }
        let id = self.files.push(name.to_owned());
        self.file_ids.insert(name.to_owned(), id);
        id
    }

    fn scope_file(&mut self, scope: LLVMMetadataRef) -> Option<FileId> {
        if let Some(known) = self.scopes.get(&scope) {
            return *known;
        }
        let name = unsafe {
            let file = LLVMDIScopeGetFile(scope);
            if file.is_null() {
                None
            } else {
                let mut len = 0;
                let name = LLVMDIFileGetFilename(file, &mut len);
                let bytes: &[u8] =
                    if name.is_null() { &[] } else { std::slice::from_raw_parts(name.cast(), len as usize) };
                Some(String::from_utf8_lossy(bytes).into_owned())
            }
        };
        let id = name.map(|name| self.file(&name));
        self.scopes.insert(scope, id);
        id
    }

    /// The place of an instruction; that of the innermost function if it was inlined.
    pub(crate) fn instruction_loc(&mut self, instruction: Value) -> Option<Loc> {
        unsafe {
            let location = LLVMInstructionGetDebugLoc(instruction.0);
            if location.is_null() {
                return None;
            }
            let mut location = location;
            let mut file = self.scope_file(LLVMDILocationGetScope(location))?;
            // An operation of std::atomic that was inlined belongs to its caller.
            while self.files[file].ends_with("/bits/atomic_base.h") || self.files[file].ends_with("/atomic") {
                let caller = LLVMDILocationGetInlinedAt(location);
                if caller.is_null() {
                    break;
                }
                location = caller;
                file = self.scope_file(LLVMDILocationGetScope(location))?;
            }
            let (line, column) = (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
            Some(Loc { file, line, column })
        }
    }

    /// Where a function is declared.
    pub(crate) fn function_loc(&mut self, function: Value) -> Option<Loc> {
        unsafe {
            let subprogram = LLVMGetSubprogram(function.0);
            if subprogram.is_null() {
                return None;
            }
            let file = self.scope_file(subprogram)?;
            Some(Loc { file, line: LLVMDISubprogramGetLine(subprogram), column: 0 })
        }
    }

    /// The name of a function for people, with its scopes.
    pub(crate) fn function_name(&self, symbol: &str) -> Option<String> {
        let node = self.text.functions.get(symbol)?.subprogram?;
        let mut name = self.text.string(node, "name")?;
        let mut scope = self.text.reference(node, "scope");
        for _ in 0..32 {
            let Some(node) = scope else { break };
            if !matches!(self.text.kind(node), "DINamespace" | "DICompositeType") {
                break;
            }
            if let Some(outer) = self.text.string(node, "name") {
                name = format!("{outer}::{name}");
            }
            scope = self.text.reference(node, "scope");
        }
        Some(name)
    }

    /// Whether a function was written in C.
    pub(crate) fn is_c(&self, symbol: &str) -> bool {
        let subprogram = self.text.functions.get(symbol).and_then(|function| function.subprogram);
        let unit = subprogram.and_then(|node| self.text.reference(node, "unit"));
        let language = unit.and_then(|unit| self.text.field(unit, "language"));
        language.is_some_and(|name| {
            matches!(name, "DW_LANG_C" | "DW_LANG_C89" | "DW_LANG_C99" | "DW_LANG_C11" | "DW_LANG_C17")
        })
    }

    /// The variable of the `position`-th `llvm.dbg.declare` of a function.
    pub(crate) fn declared_variable(&mut self, symbol: &str, position: usize) -> Option<Variable> {
        let node = (*self.text.functions.get(symbol)?.declared.get(position)?)?;
        self.variable(node)
    }

    /// Whether a declaration is that of a constant object: in C of any type, elsewhere no class.
    pub(crate) fn declares_constant(&self, symbol: &str, position: usize) -> bool {
        let declared =
            self.text.functions.get(symbol).and_then(|function| *function.declared.get(position)?);
        let mut node = declared.and_then(|node| self.text.reference(node, "type"));
        let mut constant = false;
        while let Some(ty) = node {
            match self.text.field(ty, "tag").unwrap_or("") {
                "DW_TAG_const_type" => constant = true,
                "DW_TAG_typedef" | "DW_TAG_volatile_type" | "DW_TAG_restrict_type" | "DW_TAG_atomic_type" => {
                }
                "DW_TAG_array_type" => {}
                "DW_TAG_structure_type" | "DW_TAG_union_type" | "DW_TAG_class_type" => {
                    return constant && self.is_c(symbol);
                }
                _ => return constant,
            }
            node = self.text.reference(ty, "baseType");
        }
        constant
    }

    /// The variable that a global stands for.
    pub(crate) fn global_variable(&mut self, symbol: &str) -> Option<Variable> {
        let node = *self.text.globals.get(symbol)?;
        let node = if self.text.kind(node) == "DIGlobalVariableExpression" {
            self.text.reference(node, "var")?
        } else {
            node
        };
        self.variable(node)
    }

    fn variable(&mut self, node: Node) -> Option<Variable> {
        let name = self.text.string(node, "name")?;
        let ty = self.text.reference(node, "type").and_then(|ty| self.type_id(ty));
        let loc = self.node_loc(node);
        Some(Variable { name, ty, loc })
    }

    fn node_loc(&mut self, node: Node) -> Option<Loc> {
        let file = self.text.reference(node, "file")?;
        let name = self.text.string(file, "filename")?;
        let line = self.text.number(node, "line").and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        Some(Loc { file: self.file(&name), line, column: 0 })
    }
}

impl DebugText {
    /// Finds everything of interest in the text of a module.
    pub(crate) fn parse(text: String) -> DebugText {
        let mut found = DebugText::default();
        let mut function: Option<(String, FunctionText)> = None;
        let mut start = 0;
        for line in text.split('\n') {
            let end = start + line.len();
            if line.starts_with("  ") {
                if let Some((_, function)) = &mut function
                    && line.contains("@llvm.dbg.declare(")
                {
                    let variable = line.split(", metadata !").nth(1).and_then(leading_number);
                    function.declared.push(variable);
                }
            } else if line.starts_with("define ") {
                let subprogram = attached(line);
                if let Some(name) = line.find('@').and_then(|at| symbol_name(&line[at + 1..])) {
                    function = Some((name, FunctionText { subprogram, declared: Vec::new() }));
                }
            } else if line == "}" {
                if let Some((name, text)) = function.take() {
                    found.functions.insert(name, text);
                }
            } else if let Some(rest) = line.strip_prefix("declare ") {
                if let (Some(name), Some(node)) =
                    (rest.find('@').and_then(|at| symbol_name(&rest[at + 1..])), leading_attached(rest))
                {
                    let text = FunctionText { subprogram: Some(node), declared: Vec::new() };
                    found.functions.insert(name, text);
                }
            } else if let Some(rest) = line.strip_prefix('@') {
                if let (Some(name), Some(node)) = (symbol_name(rest), attached(line)) {
                    found.globals.insert(name, node);
                }
            } else if let Some(rest) = line.strip_prefix('!')
                && let Some(number) = leading_number(rest)
                && let Some(equals) = line.find(" = ")
            {
                found.nodes.insert(number, start + equals + 3..end);
            }
            start = end + 1;
        }
        found.text = text;
        found
    }

    fn line(&self, node: Node) -> &str {
        let line = self.nodes.get(&node).map_or("", |range| &self.text[range.clone()]);
        line.strip_prefix("distinct ").unwrap_or(line)
    }

    /// `DIBasicType`, `DICompositeType`, …
    pub(crate) fn kind(&self, node: Node) -> &str {
        let line = self.line(node);
        line.strip_prefix('!').and_then(|l| l.split('(').next()).unwrap_or("")
    }

    /// The text of a field.
    pub(crate) fn field(&self, node: Node, key: &str) -> Option<&str> {
        let line = self.line(node);
        let inner = line.split_once('(')?.1.strip_suffix(')')?;
        items(inner).find_map(|item| item.split_once(": ").filter(|(k, _)| *k == key).map(|(_, value)| value))
    }

    /// A field that is a string.
    pub(crate) fn string(&self, node: Node, key: &str) -> Option<String> {
        let value = self.field(node, key)?;
        Some(unescape(value.strip_prefix('"')?.strip_suffix('"')?))
    }

    /// A field that is a number.
    pub(crate) fn number(&self, node: Node, key: &str) -> Option<i128> {
        self.field(node, key)?.parse().ok()
    }

    /// A field that is another node.
    pub(crate) fn reference(&self, node: Node, key: &str) -> Option<Node> {
        self.field(node, key)?.strip_prefix('!').and_then(leading_number)
    }

    /// The nodes in a list such as `!{!1, !2}`.
    pub(crate) fn list(&self, node: Node) -> Vec<Node> {
        let line = self.line(node);
        let Some(inner) = line.strip_prefix("!{").and_then(|l| l.strip_suffix('}')) else {
            return Vec::new();
        };
        items(inner).filter_map(|item| item.strip_prefix('!').and_then(leading_number)).collect()
    }
}

/// The parts of a list, separated by commas outside of strings and brackets.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (mut quoted, mut depth) = (false, 0usize);
        for (at, c) in text.char_indices() {
            match c {
                '"' => quoted = !quoted,
                '(' | '{' | '[' if !quoted => depth += 1,
                ')' | '}' | ']' if !quoted => depth = depth.saturating_sub(1),
                ',' if !quoted && depth == 0 => {
                    rest = Some(text[at + 1..].trim_start());
                    return Some(&text[..at]);
                }
                _ => {}
            }
        }
        rest = None;
        (!text.is_empty()).then_some(text)
    })
}

fn leading_number(text: &str) -> Option<Node> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The last `!dbg !12` of a line.
fn attached(line: &str) -> Option<Node> {
    leading_number(&line[line.rfind("!dbg !")? + 6..])
}

/// The `!dbg !12` in front of a declaration.
fn leading_attached(line: &str) -> Option<Node> {
    leading_number(line.strip_prefix("!dbg !")?)
}

/// A name after `@`, with or without quotes.
fn symbol_name(text: &str) -> Option<String> {
    if let Some(quoted) = text.strip_prefix('"') {
        return Some(unescape(quoted.split('"').next()?));
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')))?;
    Some(text[..end].to_owned())
}

/// Undoes `\22`.
fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let code = (bytes[at] == b'\\')
            .then(|| text.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok()))
            .flatten();
        match code {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
