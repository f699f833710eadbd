//! Operations on integers, bit by bit defined or not.

use crate::address;
use crate::memory::Memory;
use crate::value::{Done, Stop, Value, mask, signed};
use tw_ir::{BinaryOp, Predicate, UnaryOp, UpdateOp};
use tw_verdict::Property;

/// An operation with one operand.
pub fn unary(op: UnaryOp, width: u32, value: Value) -> Done<Value> {
    match op {
        UnaryOp::Copy => return Ok(value),
        UnaryOp::Freeze if value.is_defined() => return Ok(value),
        UnaryOp::Freeze => return Err(Stop::unsupported("an undefined value is frozen")),
        _ => {}
    }
    if value.object.is_some() {
        return Err(Stop::depends());
    }
    let Some(x) = value.plain() else { return Ok(Value::undefined(width)) };
    let result = match op {
        UnaryOp::PopCount => u128::from(x.count_ones()),
        UnaryOp::LeadingZeros => u128::from(x.leading_zeros() - (128 - width)),
        UnaryOp::TrailingZeros => u128::from(x.trailing_zeros().min(width)),
        UnaryOp::SwapBytes => x.swap_bytes() >> (128 - width),
        UnaryOp::ReverseBits => x.reverse_bits() >> (128 - width),
        UnaryOp::Abs => signed(x, width).unsigned_abs(),
        _ => return Err(Stop::Misfit(format!("{op:?} of an integer"))),
    };
    Ok(Value::int(result & mask(width)))
}

/// An operation with two operands of `width` bits.
pub fn binary(op: BinaryOp, width: u32, a: Value, b: Value) -> Done<Value> {
    use BinaryOp as B;
    if a.object.is_some() || b.object.is_some() {
        return address::binary(op, width, a, b);
    }
    match op {
        B::And => {
            let zero = (!a.bits & !a.undef) | (!b.bits & !b.undef);
            Ok(Value::partly(a.bits & b.bits, (a.undef | b.undef) & !zero))
        }
        B::Or => {
            // Undefined bits read as 0, so a 1 here is a defined one.
            let one = a.bits | b.bits;
            Ok(Value::partly(one, (a.undef | b.undef) & !one))
        }
        B::Xor => Ok(Value::partly(a.bits ^ b.bits, a.undef | b.undef)),
        B::Shl | B::LShr | B::AShr => shift(op, width, a, b),
        B::Add | B::Sub | B::Mul => {
            let lowest = (a.undef | b.undef).trailing_zeros();
            let undef = if lowest >= width { 0 } else { mask(width) & !mask(lowest) };
            let bits = match op {
                B::Add => a.bits.wrapping_add(b.bits),
                B::Sub => a.bits.wrapping_sub(b.bits),
                _ => a.bits.wrapping_mul(b.bits),
            };
            Ok(Value::partly(bits & mask(width), undef))
        }
        B::UDiv | B::SDiv | B::URem | B::SRem => divide(op, width, a, b),
        B::UAddOverflows
        | B::SAddOverflows
        | B::USubOverflows
        | B::SSubOverflows
        | B::UMulOverflows
        | B::SMulOverflows => match (a.plain(), b.plain()) {
            (Some(x), Some(y)) => Ok(Value::bool(exact(op, width, x, y).is_none())),
            _ => Ok(Value::undefined(1)),
        },
        _ => match (a.plain(), b.plain()) {
            (Some(x), Some(y)) => select(op, width, x, y),
            _ => Ok(Value::undefined(width)),
        },
    }
}

/// Whether this is a shift by the width or more, surely.
pub fn shifts_too_far(op: BinaryOp, width: u32, by: Value) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
        && by.plain().is_some_and(|n| n >= u128::from(width))
}

fn shift(op: BinaryOp, width: u32, a: Value, b: Value) -> Done<Value> {
    let Some(by) = b.plain() else { return Ok(Value::undefined(width)) };
    if by >= u128::from(width) {
        return Ok(Value::undefined(width));
    }
    let all = mask(width);
    let move_bits = |bits: u128| match op {
        BinaryOp::Shl => bits << by & all,
        BinaryOp::LShr => bits >> by,
        _ => (signed(bits, width) >> by).cast_unsigned() & all,
    };
    Ok(Value::partly(move_bits(a.bits), move_bits(a.undef)))
}

/// Whether a division is undefined because of operands that are not defined: the divisor is not, or it is -1 under what may
/// be the least number.
fn may_divide_badly(op: BinaryOp, width: u32, a: Value, b: Value) -> bool {
    let may_be_least = !a.is_defined() && (a.bits ^ (1 << (width - 1))) & !a.undef & mask(width) == 0;
    let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    !b.is_defined() || (is_signed && may_be_least && b.bits == mask(width))
}

fn divide(op: BinaryOp, width: u32, a: Value, b: Value) -> Done<Value> {
    if may_divide_badly(op, width, a, b) {
        return Err(Stop::deref("a division by an undefined value, which may not be possible"));
    }
    let Some(y) = b.plain() else { return Ok(Value::undefined(width)) };
    if y == 0 {
        return Err(Stop::violation(Property::Arithmetic, "arithmetic", "division by zero"));
    }
    let Some(x) = a.plain() else { return Ok(Value::undefined(width)) };
    let (sx, sy) = (signed(x, width), signed(y, width));
    let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    if is_signed && sy == -1 && x == 1 << (width - 1) {
        return Err(Stop::violation(
            Property::Arithmetic,
            "arithmetic",
            "division of the least number by -1 overflows",
        ));
    }
    let result = match op {
        BinaryOp::UDiv => x / y,
        BinaryOp::URem => x % y,
        BinaryOp::SDiv => (sx / sy).cast_unsigned(),
        _ => (sx % sy).cast_unsigned(),
    };
    Ok(Value::int(result & mask(width)))
}

/// The result of an addition, subtraction or multiplication if it fits into the width, as bits.
fn exact(op: BinaryOp, width: u32, x: u128, y: u128) -> Option<u128> {
    use BinaryOp as B;
    let (sx, sy) = (signed(x, width), signed(y, width));
    let unsigned = match op {
        B::UAddOverflows | B::UAddSat => x.checked_add(y),
        B::USubOverflows | B::USubSat => x.checked_sub(y),
        B::UMulOverflows => x.checked_mul(y),
        _ => {
            let wide = match op {
                B::Add | B::SAddOverflows | B::SAddSat => sx.checked_add(sy),
                B::Sub | B::SSubOverflows | B::SSubSat => sx.checked_sub(sy),
                _ => sx.checked_mul(sy),
            };
            let fits = wide.filter(|&w| signed(w.cast_unsigned(), width) == w);
            return fits.map(|w| w.cast_unsigned() & mask(width));
        }
    };
    unsigned.filter(|&r| r <= mask(width))
}

/// Whether a signed operation of the source (`no_signed_wrap`) wraps. Undefined operands show nothing.
pub fn signed_wrap(op: BinaryOp, width: u32, a: Value, b: Value) -> bool {
    let (Some(x), Some(y)) = (a.plain(), b.plain()) else { return false };
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => exact(op, width, x, y).is_none(),
        BinaryOp::Shl if y < u128::from(width) => {
            signed(x << y & mask(width), width) >> y != signed(x, width)
        }
        _ => false,
    }
}

/// Minimum, maximum, saturation.
fn select(op: BinaryOp, width: u32, x: u128, y: u128) -> Done<Value> {
    use BinaryOp as B;
    let (sx, sy) = (signed(x, width), signed(y, width));
    let (least, greatest) = (1 << (width - 1), mask(width - 1));
    let bits = match op {
        B::UMin => x.min(y),
        B::UMax => x.max(y),
        B::SMin => (if sx <= sy { x } else { y }) & mask(width),
        B::SMax => (if sx >= sy { x } else { y }) & mask(width),
        B::UAddSat => exact(op, width, x, y).unwrap_or(mask(width)),
        B::USubSat => exact(op, width, x, y).unwrap_or(0),
        B::SAddSat => exact(op, width, x, y).unwrap_or(if sx < 0 { least } else { greatest }),
        B::SSubSat => exact(op, width, x, y).unwrap_or(if sx < 0 { least } else { greatest }),
        _ => return Err(Stop::Misfit(format!("{op:?} of integers"))),
    };
    Ok(Value::int(bits))
}

/// A comparison of integers or pointers of `width` bits: an `i1`.
pub fn compare(predicate: Predicate, width: u32, a: Value, b: Value, memory: &Memory) -> Done<Value> {
    if !a.is_defined() || !b.is_defined() {
        return Ok(compare_undefined(predicate, a, b));
    }
    if a.object.is_some() || b.object.is_some() {
        return address::compare(predicate, width, a, b, memory).map(Value::bool);
    }
    Ok(Value::bool(holds(predicate, width, a.bits, b.bits)))
}

/// Only defined bits that differ decide, and only equality.
fn compare_undefined(predicate: Predicate, a: Value, b: Value) -> Value {
    let differ = a.object.is_none() && b.object.is_none() && (a.bits ^ b.bits) & !(a.undef | b.undef) != 0;
    match predicate {
        Predicate::Eq if differ => Value::bool(false),
        Predicate::Ne if differ => Value::bool(true),
        _ => Value::undefined(1),
    }
}

/// A comparison of two numbers.
pub fn holds(predicate: Predicate, width: u32, x: u128, y: u128) -> bool {
    let (sx, sy) = (signed(x, width), signed(y, width));
    match predicate {
        Predicate::Eq => x == y,
        Predicate::Ne => x != y,
        Predicate::Ugt => x > y,
        Predicate::Uge => x >= y,
        Predicate::Ult => x < y,
        Predicate::Ule => x <= y,
        Predicate::Sgt => sx > sy,
        Predicate::Sge => sx >= sy,
        Predicate::Slt => sx < sy,
        Predicate::Sle => sx <= sy,
    }
}

/// The new value of an atomic update of an integer (or, for an exchange, of anything).
pub fn update(op: UpdateOp, width: u32, old: Value, value: Value) -> Done<Value> {
    let plain = |op| binary(op, width, old, value);
    match op {
        UpdateOp::Exchange => Ok(value),
        UpdateOp::Add => plain(BinaryOp::Add),
        UpdateOp::Sub => plain(BinaryOp::Sub),
        UpdateOp::And => plain(BinaryOp::And),
        UpdateOp::Or => plain(BinaryOp::Or),
        UpdateOp::Xor => plain(BinaryOp::Xor),
        UpdateOp::UMin => plain(BinaryOp::UMin),
        UpdateOp::UMax => plain(BinaryOp::UMax),
        UpdateOp::SMin => plain(BinaryOp::SMin),
        UpdateOp::SMax => plain(BinaryOp::SMax),
        UpdateOp::Nand => {
            let both = plain(BinaryOp::And)?;
            if both.object.is_some() {
                return Err(Stop::depends());
            }
            Ok(Value::partly(!both.bits & mask(width), both.undef))
        }
        UpdateOp::IncWrap | UpdateOp::DecWrap => {
            if old.object.is_some() || value.object.is_some() {
                return Err(Stop::depends());
            }
            let (Some(x), Some(y)) = (old.plain(), value.plain()) else { return Ok(Value::undefined(width)) };
            Ok(Value::int(match op {
                UpdateOp::IncWrap => {
                    if x >= y {
                        0
                    } else {
                        x + 1
                    }
                }
                _ => {
                    if x == 0 || x > y {
                        y
                    } else {
                        x - 1
                    }
                }
            }))
        }
        UpdateOp::FAdd | UpdateOp::FSub | UpdateOp::FMin | UpdateOp::FMax => {
            Err(Stop::Misfit(format!("{op:?} of an integer")))
        }
    }
}
