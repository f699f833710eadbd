//! Atomic read-modify-write operations.

use crate::float;
use crate::stop::{Stop, depends_on_addresses};
use crate::value::{Fault, Slot, mask, plain_binary, special_binary};
use tw_ir::{BinaryOp, Type, UpdateOp};

/// The new value.
pub fn update(op: UpdateOp, ty: Type, old: Slot, value: Slot, pointer_bytes: u32) -> Result<Slot, Stop> {
    let width = ty.bits(pointer_bytes);
    let binary = |op: BinaryOp, a: Slot, b: Slot| match special_or_plain(op, a, b, width, 8 * pointer_bytes) {
        Ok(slot) => Ok(slot),
        Err(Fault::Stop(stop)) => Err(stop),
        Err(Fault::Arithmetic) => Ok(Slot::undefined(width)),
    };
    let float = |op: BinaryOp| {
        if old.is_plain() && value.is_plain() {
            float::binary(op, ty, old.bits, value.bits).map(Slot::int)
        } else if old.object | value.object != 0 {
            Err(depends_on_addresses("an address as a floating-point number"))
        } else {
            Ok(Slot::undefined(width))
        }
    };
    match op {
        UpdateOp::Exchange => Ok(value),
        UpdateOp::Add => binary(BinaryOp::Add, old, value),
        UpdateOp::Sub => binary(BinaryOp::Sub, old, value),
        UpdateOp::And => binary(BinaryOp::And, old, value),
        UpdateOp::Nand => {
            let and = binary(BinaryOp::And, old, value)?;
            binary(BinaryOp::Xor, and, Slot::int(mask(width)))
        }
        UpdateOp::Or => binary(BinaryOp::Or, old, value),
        UpdateOp::Xor => binary(BinaryOp::Xor, old, value),
        UpdateOp::UMin => binary(BinaryOp::UMin, old, value),
        UpdateOp::UMax => binary(BinaryOp::UMax, old, value),
        UpdateOp::SMin => binary(BinaryOp::SMin, old, value),
        UpdateOp::SMax => binary(BinaryOp::SMax, old, value),
        UpdateOp::FAdd => float(BinaryOp::FAdd),
        UpdateOp::FSub => float(BinaryOp::FSub),
        UpdateOp::FMin => float(BinaryOp::FMin),
        UpdateOp::FMax => float(BinaryOp::FMax),
        UpdateOp::IncWrap | UpdateOp::DecWrap if old.object | value.object != 0 => {
            Err(depends_on_addresses("arithmetic on an address"))
        }
        UpdateOp::IncWrap | UpdateOp::DecWrap if !(old.is_plain() && value.is_plain()) => {
            Ok(Slot::undefined(width))
        }
        UpdateOp::IncWrap => Ok(Slot::int(if old.bits >= value.bits { 0 } else { old.bits + 1 })),
        UpdateOp::DecWrap => {
            let wraps = old.bits == 0 || old.bits > value.bits;
            Ok(Slot::int(if wraps { value.bits } else { old.bits - 1 }))
        }
    }
}

fn special_or_plain(op: BinaryOp, a: Slot, b: Slot, width: u32, pointer_bits: u32) -> Result<Slot, Fault> {
    if a.is_plain() && b.is_plain() {
        plain_binary(op, a.bits, b.bits, width).map(Slot::int).ok_or(Fault::Arithmetic)
    } else {
        special_binary(op, a, b, width, pointer_bits)
    }
}
