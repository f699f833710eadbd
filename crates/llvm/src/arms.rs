//! Checked shifts in an arm of `?:` that is not taken.
//!
//! Where both arms are constants, clang computes both and selects: `c ? 1 << 31 : 2` checks the shift whatever `c` is. The code
//! between the condition, which clang extends to 64 bits for a counter that is not there, and the `select` consists of checks
//! only. Which arm a check belongs to is read from the source: it stands before the colon or behind it. Where a macro hides
//! that, the execution is not supported if the check fails.

use crate::checks::is_check;
use crate::ffi::{Context, Value};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::LLVMMetadataRef;
use std::collections::HashMap;
use std::path::PathBuf;

/// When a check is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arm {
    /// If the condition is 1.
    Yes,
    /// If the condition is 0.
    No,
    /// One of the two.
    Unknown,
}

/// The failing shifts of a function that stand in an arm: the condition, and which arm it is.
pub(crate) fn find(function: Value, context: &Context) -> HashMap<Value, (Value, Arm)> {
    let is_shift = |v: &Value| {
        v.opcode() == LLVMOpcode::LLVMCall && v.called_value().name() == "__ubsan_handle_shift_out_of_bounds"
    };
    let code: Vec<Value> = function.blocks().into_iter().flat_map(|b| b.instructions()).collect();
    let mut found = HashMap::new();
    if !code.iter().any(is_shift) {
        return found;
    }
    for (start, step) in code.iter().enumerate().filter(|(_, v)| is_step(**v)) {
        let condition = step.operand(0);
        let rest = &code[start + 1..];
        let Some(end) = rest.iter().position(|v| !is_check(*v, context)) else { continue };
        let select = rest[end];
        // In a source that was rewritten the columns are others.
        let rewritten = crate::blocks::is_rewritten(function);
        let matches = select.opcode() == LLVMOpcode::LLVMSelect && select.operand(0) == condition;
        if matches {
            for call in rest[..end].iter().filter(|v| is_shift(v)) {
                found.insert(*call, (condition, if rewritten { Arm::Unknown } else { arm(select, *call) }));
            }
        }
    }
    found
}

/// Whether this is a condition as the step of a counter that does not exist.
fn is_step(value: Value) -> bool {
    value.opcode() == LLVMOpcode::LLVMZExt
        && value.ty().int_width() == 64
        && value.operand(0).ty().int_width() == 1
        && !value.is_used()
}

/// Which arm of a selection a check belongs to, by its place in the source.
fn arm(select: Value, check: Value) -> Arm {
    let (Some((file, start)), Some((other, place))) = (place(select), place(check)) else {
        return Arm::Unknown;
    };
    let text = std::fs::read_to_string(&file).ok().filter(|_| file == other);
    let Some((question, colon)) = text.and_then(|text| arms(&text, start)) else { return Arm::Unknown };
    match place {
        _ if place <= question => Arm::Unknown,
        _ if place < colon => Arm::Yes,
        _ => Arm::No,
    }
}

/// Line and column, from 1.
pub(crate) type Place = (u32, u32);

/// Where an instruction stands in the source.
pub(crate) fn place(instruction: Value) -> Option<(PathBuf, Place)> {
    place_of(unsafe { LLVMInstructionGetDebugLoc(instruction.0) })
}

/// Where an instruction stands, and where the calls stand from which it was copied into this function.
pub(crate) fn places(instruction: Value) -> Vec<(PathBuf, Place)> {
    let mut found = Vec::new();
    let mut location = unsafe { LLVMInstructionGetDebugLoc(instruction.0) };
    while let Some(place) = place_of(location) {
        found.push(place);
        location = unsafe { LLVMDILocationGetInlinedAt(location) };
    }
    found
}

fn place_of(location: LLVMMetadataRef) -> Option<(PathBuf, Place)> {
    let text = |get: unsafe extern "C" fn(_, *mut u32) -> *const std::ffi::c_char, file| unsafe {
        let mut len = 0;
        let start = get(file, &mut len);
        let bytes: &[u8] =
            if start.is_null() { &[] } else { std::slice::from_raw_parts(start.cast(), len as usize) };
        String::from_utf8_lossy(bytes).into_owned()
    };
    unsafe {
        if location.is_null() {
            return None;
        }
        let file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
        if file.is_null() {
            return None;
        }
        let folder = PathBuf::from(text(LLVMDIFileGetDirectory, file));
        let path = folder.join(text(LLVMDIFileGetFilename, file));
        Some((path, (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location))))
    }
}

/// Where the question mark and the colon stand of the `?:` whose condition starts at a place.
fn arms(text: &str, start: Place) -> Option<(Place, Place)> {
    let mut question = None;
    let (mut depth, mut nested) = (0usize, 0usize);
    for (token, place) in crate::tokens::Tokens::new(text).skip_while(|(_, place)| *place < start) {
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            ";" if depth == 0 => return None,
            "?" if depth == 0 && question.is_none() => question = Some(place),
            "?" if depth == 0 => nested += 1,
            ":" if depth == 0 && nested > 0 => nested -= 1,
            ":" if depth == 0 => return question.map(|question| (question, place)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_are_found() {
        assert_eq!(arms("x = c ? 1 : 2;", (1, 5)), Some(((1, 7), (1, 11))));
        assert_eq!(arms("c /* ? */\n ? (a ? 1 : 2) : ':';", (1, 1)), Some(((2, 2), (2, 16))));
        assert_eq!(arms("a ? b ? 1 : 2 : 3;", (1, 1)), Some(((1, 3), (1, 15))));
        assert_eq!(arms("M(c); d ? 1 : 2;", (1, 1)), None);
    }
}
