//! Lives of compound literals, and of variables without clang's markers: those of the blocks that `blocks` made visible.
//!
//! Along every path the calls at the beginning and the end of blocks are nested, so each place of the code has its innermost
//! block. The object of a literal is made where the block around it is entered and ends where that is left; so are variables that
//! are declared there and have no markers. Outside of such blocks, and in a block that a `goto` leads into (an object is made at one
//! place only), they live as long as their function.

use crate::blocks::{ENTER, LEAVE};
use crate::ffi::{self, BlockRef, Value};
use crate::function::{FunctionLowerer, declared_place};
use crate::scopes::has_scope;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::LLVMSetIsNewDbgInfoFormat;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use std::collections::{HashMap, HashSet};
use tw_ir::{InstrKind, Operand};

/// Whether a module has objects whose lives clang does not tell.
pub(crate) fn needs_blocks(module: LLVMModuleRef) -> bool {
    unsafe { LLVMSetIsNewDbgInfoFormat(module, 0) };
    ffi::functions(module).into_iter().any(|function| {
        let blocks = function.blocks();
        let literal = blocks.first().is_some_and(|entry| entry.instructions().into_iter().any(is_literal));
        let unmarked = |v: Value| {
            is_call(v, "llvm.dbg.declare")
                && declared_place(v).is_some_and(|v| !has_scope(v))
                && !v.operand(1).text().contains(" arg: ") // text: LLVM's form of a parameter's description
        };
        literal || blocks.iter().any(|block| block.instructions().into_iter().any(unmarked))
    })
}

/// The objects that live in visible blocks, in order, each with its block.
pub(crate) fn find(function: Value) -> Vec<(Value, u128)> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let objects: Vec<Value> =
        entry.instructions().into_iter().filter(|v| v.opcode() == LLVMOpcode::LLVMAlloca).collect();
    let mut entries = HashMap::new();
    let mut homes: HashMap<Value, Option<u128>> = HashMap::new();
    let mut seen = HashSet::from([entry]);
    let mut work: Vec<(BlockRef, Vec<u128>)> = vec![(entry, Vec::new())];
    while let Some((block, mut open)) = work.pop() {
        for instruction in block.instructions() {
            if is_call(instruction, ENTER) {
                let block = block_number(instruction);
                open.push(block);
                *entries.entry(block).or_insert(0u32) += 1;
            } else if is_call(instruction, LEAVE) {
                let block = block_number(instruction);
                open.retain(|other| *other != block);
            } else if is_call(instruction, "llvm.dbg.declare") {
                if let Some(variable) = declared_place(instruction).filter(|v| !has_scope(*v)) {
                    homes.entry(variable).or_insert(open.last().copied());
                }
            } else {
                let operands = (0..instruction.operand_count()).map(|i| instruction.operand(i));
                for literal in operands.filter(|v| is_literal(*v)) {
                    homes.entry(literal).or_insert(open.last().copied());
                }
            }
        }
        for next in block.terminator().map(Value::successors).unwrap_or_default() {
            if seen.insert(next) {
                work.push((next, open.clone()));
            }
        }
    }
    let homes = objects.into_iter().filter_map(|object| Some((object, (*homes.get(&object)?)?)));
    homes.filter(|(_, block)| entries.get(block) == Some(&1)).collect()
}

impl FunctionLowerer<'_, '_> {
    /// Lowers the beginning or the end of a block; says whether it was one.
    pub(crate) fn block_boundary(&mut self, call: Value) -> Result<bool, String> {
        let (enter, leave) = (is_call(call, ENTER), is_call(call, LEAVE));
        if !enter && !leave {
            return Ok(false);
        }
        let block = block_number(call);
        for (object, home) in self.homes.clone() {
            if home != block {
                continue;
            }
            if enter {
                self.make_variable(object)?;
            } else {
                let object = Operand::Reg(self.define_one(object)?);
                self.emit(InstrKind::EndLife { object, rest: false });
            }
        }
        Ok(true)
    }
}

fn is_call(value: Value, name: &str) -> bool {
    value.is_instruction() && value.opcode() == LLVMOpcode::LLVMCall && value.called_value().name() == name
}

/// Whether this is the object of a compound literal.
fn is_literal(value: Value) -> bool {
    value.is_instruction()
        && value.opcode() == LLVMOpcode::LLVMAlloca
        && value.name().starts_with(".compoundliteral")
}

fn block_number(call: Value) -> u128 {
    crate::constant::int_bits(call.operand(0))
}
