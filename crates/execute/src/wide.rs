//! Integers of more than 64 bits: two slots, low half first.

use crate::stop::{Stop, depends_on_addresses};
use crate::value::Slot;
use tw_ir::{BinaryOp, Predicate};

/// A wide value.
#[derive(Clone, Copy)]
pub struct Wide {
    /// The bits; 0 where undefined.
    pub bits: u128,
    /// A 1 for each undefined bit.
    pub undef: u128,
}

impl Wide {
    /// From two slots.
    pub fn join(low: Slot, high: Slot) -> Result<Wide, Stop> {
        if low.object | high.object != 0 {
            return Err(depends_on_addresses("an address in an integer of more than 64 bits"));
        }
        let both = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
        Ok(Wide { bits: both(low.bits, high.bits), undef: both(low.undef, high.undef) })
    }

    /// A defined value.
    pub fn defined(bits: u128) -> Wide {
        Wide { bits, undef: 0 }
    }

    /// A value without any defined bit.
    pub fn undefined(width: u32) -> Wide {
        Wide { bits: 0, undef: mask(width) }
    }

    /// To two slots.
    pub fn split(self) -> (Slot, Slot) {
        let bits = self.bits & !self.undef;
        let slot =
            |bits: u128, undef: u128| Slot { bits: bits as u64, undef: undef as u64, object: 0, parts: 0 };
        (slot(bits, self.undef), slot(bits >> 64, self.undef >> 64))
    }
}

/// The lowest `width` bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    (bits << shift).cast_signed() >> shift
}

/// Whether a division is undefined because of operands that are not defined.
pub fn may_divide_badly(op: BinaryOp, a: Wide, b: Wide, width: u32) -> bool {
    let m = mask(width);
    let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    let divides = is_signed || matches!(op, BinaryOp::UDiv | BinaryOp::URem);
    let least = (a.bits ^ (1 << (width - 1))) & !a.undef & m == 0;
    divides && (b.undef != 0 || (a.undef != 0 && is_signed && least && b.bits == m))
}

/// `a op b`; `None`: division by zero, overflowing division, bad shift.
pub fn binary(op: BinaryOp, a: Wide, b: Wide, width: u32) -> Option<Wide> {
    let m = mask(width);
    let (x, y) = (a.bits, b.bits);
    let (sx, sy) = (signed(x, width), signed(y, width));
    let shift = || u32::try_from(y).ok().filter(|s| *s < width);
    let undef = match op {
        BinaryOp::And => (a.undef | b.undef) & (x | a.undef) & (y | b.undef),
        BinaryOp::Or => (a.undef | b.undef) & !x & !y,
        BinaryOp::Xor => a.undef | b.undef,
        BinaryOp::Shl if b.undef == 0 => (a.undef << shift()?) & m,
        BinaryOp::LShr if b.undef == 0 => a.undef >> shift()?,
        BinaryOp::AShr if b.undef == 0 => (signed(a.undef, width) >> shift()?).cast_unsigned() & m,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if a.undef | b.undef != 0 => {
            m & !mask((a.undef | b.undef).trailing_zeros())
        }
        _ if a.undef | b.undef != 0 => m,
        _ => 0,
    };
    let fits = |value: Option<i128>| value.filter(|v| signed(v.cast_unsigned() & m, width) == *v);
    let bits = match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl => x << shift()?,
        BinaryOp::LShr => x >> shift()?,
        BinaryOp::AShr => (sx >> shift()?).cast_unsigned(),
        BinaryOp::UDiv => x.checked_div(y)?,
        BinaryOp::URem => x.checked_rem(y)?,
        BinaryOp::SDiv => fits(sx.checked_div(sy))?.cast_unsigned(),
        BinaryOp::SRem => {
            fits(sx.checked_div(sy))?;
            sx.checked_rem(sy)?.cast_unsigned()
        }
        BinaryOp::UMin => x.min(y),
        BinaryOp::UMax => x.max(y),
        BinaryOp::SMin => sx.min(sy).cast_unsigned(),
        BinaryOp::SMax => sx.max(sy).cast_unsigned(),
        BinaryOp::UAddOverflows => u128::from(x.checked_add(y).is_none_or(|s| s > m)),
        BinaryOp::USubOverflows => u128::from(x < y),
        BinaryOp::UMulOverflows => u128::from(x.checked_mul(y).is_none_or(|s| s > m)),
        BinaryOp::SAddOverflows => u128::from(fits(sx.checked_add(sy)).is_none()),
        BinaryOp::SSubOverflows => u128::from(fits(sx.checked_sub(sy)).is_none()),
        BinaryOp::SMulOverflows => u128::from(fits(sx.checked_mul(sy)).is_none()),
        _ => return None,
    };
    Some(Wide { bits: bits & m & !undef, undef })
}

/// Whether a signed operation wraps.
pub fn wraps(op: BinaryOp, a: u128, b: u128, width: u32) -> bool {
    let overflow = match op {
        BinaryOp::Add => BinaryOp::SAddOverflows,
        BinaryOp::Sub => BinaryOp::SSubOverflows,
        BinaryOp::Mul => BinaryOp::SMulOverflows,
        _ => return false,
    };
    binary(overflow, Wide::defined(a), Wide::defined(b), width).is_some_and(|w| w.bits == 1)
}

/// Compares.
pub fn compare(predicate: Predicate, a: Wide, b: Wide, width: u32) -> Option<bool> {
    if a.undef | b.undef != 0 {
        return None;
    }
    let (sa, sb) = (signed(a.bits, width), signed(b.bits, width));
    Some(match predicate {
        Predicate::Eq => a.bits == b.bits,
        Predicate::Ne => a.bits != b.bits,
        Predicate::Ugt => a.bits > b.bits,
        Predicate::Uge => a.bits >= b.bits,
        Predicate::Ult => a.bits < b.bits,
        Predicate::Ule => a.bits <= b.bits,
        Predicate::Sgt => sa > sb,
        Predicate::Sge => sa >= sb,
        Predicate::Slt => sa < sb,
        Predicate::Sle => sa <= sb,
    })
}
