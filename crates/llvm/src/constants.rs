//! Local variables that are defined `const`: they are constants as soon as they are initialised (C17 6.7.3p6, [dcl.type.cv]/4).
//!
//! Debug information tells which variables these are, and where a declaration stands. What writes to the variable there initialises it:
//! at the place of its name, or, read from the source, up to the end of its declarator. Behind the last such instruction the
//! machine is told. Nothing is told about variables whose address is not used, without an initialiser, of classes of C++ (constructors
//! and destructors write to them), of optimised code, about those that keep their place when they are declared again, and about members.

use crate::arms::{Place, place};
use crate::fault::{Fault, planted};
use crate::ffi::{BlockRef, Value};
use crate::function::{FunctionLowerer, declared_place};
use crate::scopes::in_cycle;
use crate::tokens::Tokens;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::LLVMGetInstructionParent;
use std::path::PathBuf;
use tw_ir::{InstrKind, Trap};

/// How a variable is used.
#[derive(Default)]
struct Uses {
    /// Instructions that write to it.
    writes: Vec<Value>,
    /// Its address is used for something else than reading and writing it.
    escapes: bool,
}

impl FunctionLowerer<'_, '_> {
    /// Finds the instructions behind which a variable is a constant.
    pub(crate) fn find_constants(&mut self) {
        if !self.scopes || planted(Fault::ConstantsUnknown) {
            return;
        }
        let name = self.source.name();
        let code: Vec<Value> = self.source.blocks().into_iter().flat_map(|b| b.instructions()).collect();
        let rewritten = crate::blocks::is_rewritten(self.source);
        let declares =
            |v: &&Value| v.opcode() == LLVMOpcode::LLVMCall && v.called_value().name() == "llvm.dbg.declare";
        for (position, declaration) in code.iter().filter(declares).enumerate() {
            let Some(variable) = declared_place(*declaration) else { continue };
            if self.module.debug.declares_constant(&name, position)
                && self.is_made_anew(variable, *declaration)
            {
                let last = last_write(variable, *declaration, &code, rewritten);
                self.constants.extend(last.map(|last| (last, variable)));
            }
        }
    }

    /// Whether each time that the declaration is reached the variable is another object.
    fn is_made_anew(&self, variable: Value, declaration: Value) -> bool {
        let block = BlockRef(unsafe { LLVMGetInstructionParent(declaration.0) });
        self.is_made_later(variable) || !in_cycle(block)
    }

    /// Behind an instruction: what it has initialised is constant.
    pub(crate) fn make_constant(&mut self, instruction: Value) -> Result<(), String> {
        for (_, variable) in self.constants.clone().into_iter().filter(|(last, _)| *last == instruction) {
            let args = vec![self.one(variable)?];
            self.emit(InstrKind::Trap { dests: Vec::new(), trap: Trap::Constant, args });
        }
        Ok(())
    }
}

/// The last instruction of the initialiser of a variable, if somebody else could write to it.
fn last_write(variable: Value, declaration: Value, code: &[Value], rewritten: bool) -> Option<Value> {
    let mut uses = Uses::default();
    look(variable, &mut uses);
    let declared = place(declaration)?;
    // text: LLVM's form of a parameter's description
    if declaration.operand(1).text().contains(" arg: ") {
        // The one of the function's entry; users are in no order.
        let first = code.iter().find(|v| uses.writes.contains(v)).copied();
        return first.filter(|_| uses.escapes || uses.writes.len() > 1);
    }
    let initialises = |write: &Value| {
        place(*write).is_some_and(|at| at == declared || !rewritten && is_within(&at, &declared))
    };
    let (own, others): (Vec<Value>, Vec<Value>) = uses.writes.iter().partition(|write| initialises(write));
    // In a source that was rewritten the columns are others.
    let certain = !rewritten || others.is_empty() || is_scalar(variable);
    let last = code.iter().rev().find(|v| own.contains(v)).copied();
    last.filter(|_| certain && (uses.escapes || !others.is_empty()))
}

/// Whether one instruction sets the whole variable.
fn is_scalar(variable: Value) -> bool {
    use inkwell::llvm_sys::LLVMTypeKind::*;
    let ty = crate::ffi::Ty(unsafe { inkwell::llvm_sys::core::LLVMGetAllocatedType(variable.0) });
    !matches!(ty.kind(), LLVMStructTypeKind | LLVMArrayTypeKind)
}

/// Follows the address of a variable.
fn look(address: Value, uses: &mut Uses) {
    for user in address.users() {
        match user.opcode() {
            LLVMOpcode::LLVMLoad => {}
            LLVMOpcode::LLVMStore if user.operand(0) != address => uses.writes.push(user),
            LLVMOpcode::LLVMGetElementPtr => look(user, uses),
            LLVMOpcode::LLVMCall => call(user, address, uses),
            _ => uses.escapes = true,
        }
    }
}

fn call(call: Value, address: Value, uses: &mut Uses) {
    let name = call.called_value().name();
    let is = |start: &str| name.strip_prefix("llvm.").is_some_and(|rest| rest.starts_with(start));
    let first = call.args().first() == Some(&address);
    let returned = call.arg_type_attribute(0, crate::ffi::attribute_kind("sret")).is_some();
    if is("lifetime.") || is("dbg.") {
    } else if first && (returned || is("memcpy") || is("memset") || is("memmove")) {
        uses.writes.push(call);
    } else if !is("memcpy") && !is("memmove") {
        uses.escapes = true;
    }
}

/// Whether a place lies between the name in a declaration and the end of its declarator.
fn is_within((file, at): &(PathBuf, Place), (declared, start): &(PathBuf, Place)) -> bool {
    let text = std::fs::read_to_string(declared).ok().filter(|_| file == declared && at >= start);
    text.and_then(|text| end(&text, *start)).is_some_and(|end| *at < end)
}

/// Where the declarator that starts at a place ends.
fn end(text: &str, start: Place) -> Option<Place> {
    let mut depth = 0usize;
    for (token, place) in Tokens::new(text).skip_while(|(_, place)| *place < start) {
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            ";" | "," if depth == 0 => return Some(place),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::end;

    #[test]
    fn declarators_end_at_commas_and_semicolons() {
        assert_eq!(end("const int a[2] = {1, f(2, 3)}, b = 2;", (1, 11)), Some((1, 30)));
        assert_eq!(end("const int a = 1,\n b = 2;", (2, 2)), Some((2, 7)));
        assert_eq!(end("for (const int i = 1)", (1, 16)), None);
    }
}
