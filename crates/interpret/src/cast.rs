//! Conversions between types.

use crate::float;
use crate::value::{Done, Stop, Value, mask, signed};
use tw_ir::{Cast, Type};

/// A conversion; undefined bits stay undefined where they are.
pub fn cast(cast: Cast, from: Type, to: Type, value: Value, pointer_bytes: u32) -> Done<Value> {
    let (old, new) = (from.bits(pointer_bytes), to.bits(pointer_bytes));
    match cast {
        Cast::Truncate if value.part.is_some() => value.low_part(new, u64::from(pointer_bytes)),
        Cast::Truncate => truncate(value, new),
        // What is added are ordinary bytes.
        Cast::ZeroExtend if value.part.is_some() && new <= 64 => Ok(value),
        Cast::ZeroExtend => match value.object {
            None => Ok(value),
            Some(_) => Err(Stop::depends()),
        },
        Cast::SignExtend => match value.object {
            None => Ok(Value::partly(extend(value.bits, old, new), extend(value.undef, old, new))),
            Some(_) => Err(Stop::depends()),
        },
        Cast::PtrToInt | Cast::IntToPtr if new != old && value.part.is_some() => Err(Stop::depends()),
        Cast::PtrToInt | Cast::IntToPtr if new < old => truncate(value, new),
        Cast::PtrToInt | Cast::IntToPtr if new == old || value.object.is_none() => Ok(value),
        Cast::PtrToInt | Cast::IntToPtr => Err(Stop::depends()),
        // Between integers of one width nothing changes; a floating-point number carries no address.
        Cast::Bits if value.object.is_some() && !matches!(to, Type::Int(_)) => Err(Stop::depends()),
        Cast::Bits => Ok(value),
        _ => float::cast(cast, from, to, value),
    }
}

fn extend(bits: u128, old: u32, new: u32) -> u128 {
    signed(bits, old).cast_unsigned() & mask(new)
}

/// The low 4 bits of an address are those of its offset.
fn truncate(value: Value, width: u32) -> Done<Value> {
    if value.object.is_some() && width > 4 {
        return Err(Stop::depends());
    }
    Ok(Value::partly(value.bits & mask(width), value.undef & mask(width)))
}
