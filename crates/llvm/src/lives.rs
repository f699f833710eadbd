//! Lives of compound literals, and of variables without clang's markers: those of the blocks that `blocks` made visible.
//!
//! Along every path the calls at the beginning and the end of blocks are nested, so each place of the code has its innermost
//! block; where paths have come together and parted again, the next statement says which one that is. The object of a literal is made where the block around it is entered and ends where that is left; so are variables that
//! are declared there and have no markers. Outside of such blocks they live as long as their function. Where a `goto` or a `case` leads
//! into a block it is entered at several places, and its objects are made at each of them: a variable of the lowering holds the address.
//!
//! Objects without a name that only one marked statement uses are temporary: they live as long as the statement is executed.

use crate::blocks::{BEGIN, END, ENTER, INSIDE, LEAVE};
use crate::fault::{Fault, planted};
use crate::ffi::{self, BlockRef, Value};
use crate::function::{FunctionLowerer, declared_place};
use crate::scopes::has_scope;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::LLVMSetIsNewDbgInfoFormat;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use std::collections::{HashMap, HashSet};
use tw_ir::{InstrKind, Operand, Type};

/// Whether a module has objects whose lives clang does not tell.
pub(crate) fn needs_blocks(module: LLVMModuleRef) -> bool {
    unsafe { LLVMSetIsNewDbgInfoFormat(module, 0) };
    ffi::functions(module).into_iter().any(|function| {
        let blocks = function.blocks();
        let declared: HashSet<Value> = blocks
            .iter()
            .flat_map(|b| b.instructions())
            .filter(|v| is_call(*v, "llvm.dbg.declare"))
            .filter_map(declared_place)
            .collect();
        // Variables that are declared where nothing leads from above have no description.
        let needed = |v: Value| {
            is_literal(v)
                || is_alloca(v) && !declared.contains(&v) && is_temporary(v) && (is_kept(v) || is_named(v))
        };
        let literal = blocks.first().is_some_and(|entry| entry.instructions().into_iter().any(needed));
        let unmarked = |v: Value| {
            is_call(v, "llvm.dbg.declare")
                && declared_place(v).is_some_and(|v| !has_scope(v))
                && !v.operand(1).text().contains(" arg: ") // text: LLVM's form of a parameter's description
        };
        literal || blocks.iter().any(|block| block.instructions().into_iter().any(unmarked))
    })
}

/// An object that lives in a visible block or statement.
#[derive(Clone, Copy)]
pub(crate) struct Home {
    pub(crate) object: Value,
    /// The block or statement.
    pub(crate) block: u128,
    /// How many places enter it.
    pub(crate) entries: u32,
}

/// What is known of the objects of a function.
#[derive(Default)]
struct Found {
    entries: HashMap<u128, u32>,
    homes: HashMap<Value, Option<u128>>,
    /// The only statement that uses an object; none if it is used elsewhere, too.
    statements: HashMap<Value, Option<u128>>,
}

/// The objects that live in visible blocks, in order.
pub(crate) fn find(function: Value) -> Vec<Home> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let mut found = Found::default();
    let mut seen = HashSet::new();
    found.follow(entry, &mut seen);
    for block in function.blocks() {
        let marked = block.instructions().into_iter().any(|v| is_call(v, INSIDE));
        if marked && !seen.contains(&block) {
            found.follow(block, &mut seen);
        }
    }
    let objects = entry.instructions().into_iter().filter(|v| v.opcode() == LLVMOpcode::LLVMAlloca);
    objects.filter_map(|object| found.home(object)).collect()
}

impl Found {
    /// Looks at what can be reached from a place.
    fn follow(&mut self, from: BlockRef, seen: &mut HashSet<BlockRef>) {
        seen.insert(from);
        let mut work: Vec<(BlockRef, Vec<u128>, Vec<u128>)> = vec![(from, Vec::new(), Vec::new())];
        while let Some((block, mut open, mut statements)) = work.pop() {
            for instruction in block.instructions() {
                self.look(instruction, &mut open, &mut statements);
            }
            for next in block.terminator().map(Value::successors).unwrap_or_default() {
                if seen.insert(next) {
                    work.push((next, open.clone(), statements.clone()));
                }
            }
        }
    }

    fn look(&mut self, instruction: Value, open: &mut Vec<u128>, statements: &mut Vec<u128>) {
        if is_call(instruction, ENTER) || is_call(instruction, BEGIN) {
            let list = if is_call(instruction, ENTER) { open } else { statements };
            list.push(block_number(instruction));
            *self.entries.entry(block_number(instruction)).or_insert(0) += 1;
        } else if is_call(instruction, LEAVE) || is_call(instruction, END) {
            let list = if is_call(instruction, LEAVE) { open } else { statements };
            list.retain(|other| *other != block_number(instruction));
        } else if is_call(instruction, INSIDE) {
            if planted(Fault::PlacesIgnored) {
                return;
            }
            let block = block_number(instruction);
            match open.iter().position(|other| *other == block) {
                Some(position) => open.truncate(position + 1),
                None => *open = Some(block).into_iter().filter(|block| *block > 0).collect(),
            }
        } else if is_call(instruction, "llvm.dbg.declare") {
            if let Some(variable) = declared_place(instruction).filter(|v| !has_scope(*v)) {
                self.homes.entry(variable).or_insert(open.last().copied());
            }
        } else {
            let operands = (0..instruction.operand_count()).map(|i| instruction.operand(i));
            for object in operands.filter(|v| is_alloca(*v)) {
                if is_literal(object) {
                    self.homes.entry(object).or_insert(open.last().copied());
                }
                let now = statements.last().copied();
                let only = self.statements.entry(object).or_insert(now);
                *only = only.filter(|_| *only == now);
            }
        }
    }

    fn home(&self, object: Value) -> Option<Home> {
        let block = match self.homes.get(&object) {
            Some(block) => (*block)?,
            None => self.statements.get(&object).copied().flatten().filter(|_| is_temporary(object))?,
        };
        Some(Home { object, block, entries: *self.entries.get(&block)? })
    }
}

impl FunctionLowerer<'_, '_> {
    /// Lowers the beginning or the end of a block or statement; says whether it was one.
    pub(crate) fn block_boundary(&mut self, call: Value) -> Result<bool, String> {
        let enter = is_call(call, ENTER) || is_call(call, BEGIN);
        if !enter && !is_call(call, LEAVE) && !is_call(call, END) {
            return Ok(is_call(call, INSIDE));
        }
        let block = block_number(call);
        for home in self.homes.clone().into_iter().filter(|home| home.block == block) {
            if enter {
                self.enter_home(home)?;
            } else {
                let object = self.one(home.object)?;
                self.emit(InstrKind::EndLife { object, rest: false });
            }
        }
        Ok(true)
    }

    fn enter_home(&mut self, home: Home) -> Result<(), String> {
        let Some(holder) = self.holders.get(&home.object).copied() else {
            return self.make_variable(home.object);
        };
        let dest = self.new_reg(Type::Ptr);
        self.make_object(home.object, dest)?;
        let value = Operand::Reg(dest);
        self.emit(InstrKind::Store { value, address: holder, order: None, volatile: false });
        Ok(())
    }

    /// Makes variables for the addresses of objects that are made at several places.
    pub(crate) fn find_holders(&mut self) {
        let bytes = self.module.layout.pointer_bytes;
        for home in self.homes.clone().into_iter().filter(|home| home.entries > 1) {
            let holder = self.temporary(u64::from(bytes), bytes);
            self.holders.insert(home.object, holder);
        }
    }
}

/// Whether an object has neither a name nor clang's markers.
fn is_temporary(object: Value) -> bool {
    let marked = |user: &Value| {
        user.opcode() == LLVMOpcode::LLVMCall && user.called_value().name().starts_with("llvm.lifetime")
    };
    !is_literal(object) && !object.users().iter().any(marked)
}

/// Whether an object without a description may be a variable: clang's own have dots in their names, or hold the result.
fn is_named(object: Value) -> bool {
    let name = object.name();
    !name.is_empty() && !name.contains('.') && name != "retval"
}

/// Whether the address of an array in an object without a name is used for more than an access at once.
fn is_kept(object: Value) -> bool {
    let used = |part: Value| {
        let mut users = part.users().into_iter();
        users.any(|user| match user.opcode() {
            LLVMOpcode::LLVMStore => user.operand(0) == part,
            LLVMOpcode::LLVMCall => !user.called_value().name().starts_with("llvm."),
            LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect => true,
            _ => false,
        })
    };
    let parts = |of: Value| -> Vec<Value> {
        of.users().into_iter().filter(|v| v.opcode() == LLVMOpcode::LLVMGetElementPtr).collect()
    };
    parts(object).into_iter().any(|part| used(part) || parts(part).into_iter().any(used))
}

fn is_call(value: Value, name: &str) -> bool {
    value.is_instruction() && value.opcode() == LLVMOpcode::LLVMCall && value.called_value().name() == name
}

fn is_alloca(value: Value) -> bool {
    value.is_instruction() && value.opcode() == LLVMOpcode::LLVMAlloca
}

/// Whether this is the object of a compound literal.
fn is_literal(value: Value) -> bool {
    is_alloca(value) && value.name().starts_with(".compoundliteral")
}

fn block_number(call: Value) -> u128 {
    crate::constant::int_bits(call.operand(0))
}
