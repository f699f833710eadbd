//! Computations on registers that are too long for the interpreter loop.

use crate::float;
use crate::stop::Stop;
use crate::value::{Slot, mask, signed};
use crate::wide::{self, Wide};
use crate::x87;
use tw_ir::{BinaryOp, Cast, Type, UnaryOp};
use tw_verdict::{Breach, Property};

/// A signed operation of the source wraps.
#[cold]
pub(crate) fn overflow(op: BinaryOp) -> Stop {
    let name = match op {
        BinaryOp::Add => "addition",
        BinaryOp::Sub => "subtraction",
        BinaryOp::Mul => "multiplication",
        _ => "shift",
    };
    let message = format!("a signed {name} overflows");
    Stop::Breach(Breach { property: Property::Overflow, code: "no-overflow".into(), message })
}

/// An atomic access lies at a multiple of its size.
pub(crate) fn aligned(address: Slot, bytes: u32) -> Result<(), Stop> {
    if address.bits.is_multiple_of(u64::from(bytes.next_power_of_two())) {
        Ok(())
    } else {
        Err(crate::stop::bad_access("an atomic access at an unaligned address"))
    }
}

/// `cond ? yes : no`.
pub(crate) fn select(cond: Slot, yes: Slot, no: Slot, width: u32) -> Slot {
    if cond.is_undefined() {
        Slot::undefined(width)
    } else if cond.bits & 1 == 1 {
        yes
    } else {
        no
    }
}

/// The low bits of a value.
pub(crate) fn truncated(slot: Slot, width: u32, pointer_bytes: u32) -> Result<Slot, Stop> {
    if slot.parts != 0 {
        return slot.low_parts(width, pointer_bytes);
    }
    if slot.object != 0 && width > 4 {
        return Err(crate::stop::depends_on_addresses("a part of an address"));
    }
    let m = mask(width);
    Ok(Slot { bits: slot.bits & m, undef: slot.undef & m, object: 0, parts: 0 })
}

/// Operations with one operand of at most 64 bits.
pub(crate) fn unary(op: UnaryOp, ty: Type, slot: Slot, pointer_bytes: u32) -> Result<Slot, Stop> {
    let width = ty.bits(pointer_bytes);
    if op == UnaryOp::Copy {
        return Ok(slot);
    }
    if op == UnaryOp::Freeze {
        return if slot.is_defined() {
            Ok(slot)
        } else {
            Err(Stop::unsupported("an undefined value is frozen by the optimiser"))
        };
    }
    if slot.object != 0 {
        return Err(crate::stop::depends_on_addresses("bits of an address"));
    }
    if slot.undef != 0 {
        return Ok(Slot::undefined(width));
    }
    let bits = slot.bits;
    Ok(Slot::int(match op {
        UnaryOp::PopCount => u64::from(bits.count_ones()),
        UnaryOp::LeadingZeros => u64::from(bits.leading_zeros()) - (64 - u64::from(width)),
        UnaryOp::TrailingZeros => u64::from(bits.trailing_zeros().min(width)),
        UnaryOp::SwapBytes => bits.swap_bytes() >> (64 - width),
        UnaryOp::ReverseBits => bits.reverse_bits() >> (64 - width),
        UnaryOp::Abs => signed(bits, width).unsigned_abs() & mask(width),
        _ => float::unary(op, ty, bits)?,
    }))
}

/// Operations with one operand of two slots.
pub(crate) fn wide_unary(op: UnaryOp, ty: Type, value: Wide) -> Result<Wide, Stop> {
    let width = ty.bits(8);
    if op == UnaryOp::Freeze && value.undef != 0 {
        return Err(Stop::unsupported("an undefined value is frozen by the optimiser"));
    }
    if value.undef != 0 {
        return Ok(Wide::undefined(width));
    }
    let bits = value.bits;
    if ty == Type::F80 {
        return x87::unary(op, bits).map(Wide::defined);
    }
    Ok(Wide::defined(match op {
        UnaryOp::Copy | UnaryOp::Freeze => bits,
        UnaryOp::PopCount => u128::from(bits.count_ones()),
        UnaryOp::LeadingZeros => u128::from(bits.leading_zeros() - (128 - width)),
        UnaryOp::TrailingZeros => u128::from(bits.trailing_zeros().min(width)),
        UnaryOp::SwapBytes => bits.swap_bytes() >> (128 - width),
        UnaryOp::ReverseBits => bits.reverse_bits() >> (128 - width),
        UnaryOp::Abs => {
            let shift = 128 - width;
            ((bits << shift).cast_signed() >> shift).unsigned_abs() & wide::mask(width)
        }
        _ => return Err(Stop::unsupported(format!("{op:?} on {width} bits"))),
    }))
}

/// Conversions that are not a mere copy.
pub(crate) fn convert(
    cast: Cast,
    from: Type,
    to: Type,
    low: Slot,
    high: Slot,
    pointer_bytes: u32,
) -> Result<(Slot, Slot), Stop> {
    let (from_width, to_width) = (from.bits(pointer_bytes), to.bits(pointer_bytes));
    if low.object != 0 && matches!(cast, Cast::PtrToInt | Cast::IntToPtr) {
        if to_width == 8 * pointer_bytes && low.parts == 0 {
            return Ok((low, Slot::default()));
        }
        return Err(crate::stop::depends_on_addresses("an address in an integer of another width"));
    }
    if low.object != 0 && cast == Cast::Truncate {
        return Ok((truncated(low, to_width, pointer_bytes)?, Slot::default()));
    }
    let value = Wide::join(low, high)?;
    let m = wide::mask(to_width);
    let sign = |bits: u128| {
        let shift = 128 - from_width;
        ((bits << shift).cast_signed() >> shift).cast_unsigned() & m
    };
    let result = match cast {
        Cast::Truncate | Cast::ZeroExtend | Cast::PtrToInt | Cast::IntToPtr | Cast::Bits => {
            Wide { bits: value.bits & m, undef: value.undef & m }
        }
        Cast::SignExtend => {
            let undef = sign(value.undef);
            Wide { bits: sign(value.bits) & !undef, undef }
        }
        _ if value.undef != 0 => Wide::undefined(to_width),
        _ => {
            let extended = from == Type::F80 || to == Type::F80;
            let cast_by = if extended { x87::cast } else { float::cast };
            match cast_by(cast, from, to, value.bits, pointer_bytes)? {
                Some(bits) => Wide::defined(bits),
                None => Wide::undefined(to_width),
            }
        }
    };
    Ok(result.split())
}
