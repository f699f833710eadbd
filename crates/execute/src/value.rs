//! Register values and integer arithmetic on them, with definedness and addresses (`docs/machine.md`).

use crate::fault;
use crate::stop::{Stop, depends_on_addresses, undefined_use};
use tw_ir::{BinaryOp, Predicate};

/// A register: up to 64 bits. Wider values take two.
///
/// Invariant: undefined bits, bits beyond the width and parts of an address are 0 in `bits`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    /// The bits; for an address, the offset.
    pub bits: u64,
    /// A 1 for each undefined bit. If there are `parts`: the complement of the offset of their address, which is never 0, so
    /// that what is right for defined numbers only needs no other test.
    pub undef: u64,
    /// The object, for addresses and parts of one; 0 otherwise.
    pub object: u32,
    /// Four bits for each byte if some are parts of an address, else 0: 8 + n for its byte n, 1 for an undefined byte,
    /// 0 for an ordinary one.
    pub parts: u32,
}

impl Slot {
    /// A plain number.
    #[inline(always)]
    pub fn int(bits: u64) -> Slot {
        Slot { bits, undef: 0, object: 0, parts: 0 }
    }

    /// An address.
    #[inline(always)]
    pub fn address(object: u32, offset: u64) -> Slot {
        Slot { bits: offset, undef: 0, object, parts: 0 }
    }

    /// A value of `width` bits that is wholly undefined.
    pub fn undefined(width: u32) -> Slot {
        Slot { bits: 0, undef: mask(width), object: 0, parts: 0 }
    }

    /// Neither undefined nor an address.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.undef | u64::from(self.object) == 0
    }

    /// Whether some bit is undefined or a part of an address.
    #[inline(always)]
    pub fn is_undefined(&self) -> bool {
        self.undef != 0
    }
}

/// The lowest `width` bits.
#[inline(always)]
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Sign extension from `width` bits.
#[inline(always)]
pub fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((bits << shift).cast_signed()) >> shift
}

/// Numbers below this (and above its negation) are never addresses.
const NEVER_AN_ADDRESS: u64 = 4096;
/// Objects start at multiples of this.
pub(crate) const ALIGNED: u64 = 16;

/// `left op right` for integers of at most 64 bits. `None`: division by zero, overflowing division, bad shift.
#[inline(always)]
pub fn plain_binary(op: BinaryOp, a: u64, b: u64, width: u32) -> Option<u64> {
    let m = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b) & m,
        BinaryOp::Sub => a.wrapping_sub(b) & m,
        BinaryOp::Mul => a.wrapping_mul(b) & m,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => (b < u64::from(width)).then(|| (a << b) & m)?,
        BinaryOp::LShr => (b < u64::from(width)).then(|| a >> b)?,
        BinaryOp::AShr => (b < u64::from(width)).then(|| (sa >> b).cast_unsigned() & m)?,
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv => in_range(sa.checked_div(sb)?, width)?.cast_unsigned() & m,
        BinaryOp::SRem => {
            in_range(sa.checked_div(sb)?, width)?;
            sa.checked_rem(sb)?.cast_unsigned() & m
        }
        BinaryOp::UMin => a.min(b),
        BinaryOp::UMax => a.max(b),
        BinaryOp::SMin => sa.min(sb).cast_unsigned() & m,
        BinaryOp::SMax => sa.max(sb).cast_unsigned() & m,
        BinaryOp::UAddSat => a.checked_add(b).filter(|s| *s <= m).unwrap_or(m),
        BinaryOp::USubSat => a.saturating_sub(b),
        BinaryOp::SAddSat => saturate(i128::from(sa) + i128::from(sb), width),
        BinaryOp::SSubSat => saturate(i128::from(sa) - i128::from(sb), width),
        BinaryOp::UAddOverflows => u64::from(u128::from(a) + u128::from(b) > u128::from(m)),
        BinaryOp::USubOverflows => u64::from(a < b),
        BinaryOp::UMulOverflows => u64::from(u128::from(a) * u128::from(b) > u128::from(m)),
        BinaryOp::SAddOverflows => u64::from(wide_out_of_range(i128::from(sa) + i128::from(sb), width)),
        BinaryOp::SSubOverflows => u64::from(wide_out_of_range(i128::from(sa) - i128::from(sb), width)),
        BinaryOp::SMulOverflows => u64::from(wide_out_of_range(i128::from(sa) * i128::from(sb), width)),
        _ => return None,
    };
    Some(value)
}

fn in_range(value: i64, width: u32) -> Option<i64> {
    (!wide_out_of_range(i128::from(value), width)).then_some(value)
}

fn wide_out_of_range(value: i128, width: u32) -> bool {
    value < -(1 << (width - 1)) || value >= 1 << (width - 1)
}

fn saturate(value: i128, width: u32) -> u64 {
    let (least, greatest) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    (value.clamp(least, greatest) as u64) & mask(width)
}

/// Whether a signed operation of the source wraps.
pub fn wraps(op: BinaryOp, a: u64, b: u64, width: u32) -> bool {
    let (sa, sb) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    match op {
        BinaryOp::Add => wide_out_of_range(sa + sb, width),
        BinaryOp::Sub => wide_out_of_range(sa - sb, width),
        BinaryOp::Mul => wide_out_of_range(sa * sb, width),
        BinaryOp::Shl => b < u64::from(width) && wide_out_of_range(sa << b, width),
        _ => false,
    }
}

/// What went wrong in a computation.
pub enum Fault {
    /// Division by zero or a bad shift.
    Arithmetic,
    /// Something that ends the execution.
    Stop(Stop),
}

/// `left op right` where an operand is undefined or an address.
pub fn special_binary(op: BinaryOp, a: Slot, b: Slot, width: u32, pointer_bits: u32) -> Result<Slot, Fault> {
    if a.parts | b.parts != 0 {
        return Slot::computed_from_parts(a, b, result_width(op, width)).map_err(Fault::Stop);
    }
    if a.object != 0 || b.object != 0 {
        return address_binary(op, a, b, width, pointer_bits).map_err(Fault::Stop);
    }
    let m = mask(width);
    let bits = match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b.undef == 0 => {
            let bits = plain_binary(op, a.bits, b.bits, width).ok_or(Fault::Arithmetic)?;
            let undef = plain_binary(op, a.undef, b.bits, width).unwrap_or(m);
            return Ok(Slot { bits: bits & !undef, undef, object: 0, parts: 0 });
        }
        BinaryOp::And => {
            // A defined 0 decides.
            let undef = (a.undef | b.undef) & (a.bits | a.undef) & (b.bits | b.undef);
            return Ok(Slot { bits: a.bits & b.bits & !undef, undef, object: 0, parts: 0 });
        }
        BinaryOp::Or => {
            let undef = (a.undef | b.undef) & !a.bits & !b.bits;
            return Ok(Slot { bits: (a.bits | b.bits) & !undef, undef, object: 0, parts: 0 });
        }
        BinaryOp::Xor => {
            let undef = a.undef | b.undef;
            return Ok(Slot { bits: (a.bits ^ b.bits) & !undef, undef, object: 0, parts: 0 });
        }
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let low = (a.undef | b.undef).trailing_zeros();
            let undef = m & !mask(low);
            let bits = plain_binary(op, a.bits, b.bits, width).unwrap_or(0);
            return Ok(Slot { bits: bits & !undef, undef, object: 0, parts: 0 });
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem if b.undef == 0 && b.bits == 0 => {
            return Err(Fault::Arithmetic);
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
            // Undefined bits read as 0.
            let least = (a.bits ^ (1 << (width - 1))) & !a.undef & m == 0;
            let minus_one = b.bits == m && matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
            let bad = b.undef != 0 || (least && minus_one);
            if bad && !fault::planted(fault::Fault::UndefinedDivisorAllowed) {
                return Err(Fault::Stop(undefined_use("a division")));
            }
            Slot::undefined(width)
        }
        _ => Slot::undefined(result_width(op, width)),
    };
    Ok(bits)
}

/// Overflow tests yield one bit.
pub fn result_width(op: BinaryOp, width: u32) -> u32 {
    match op {
        BinaryOp::UAddOverflows
        | BinaryOp::SAddOverflows
        | BinaryOp::USubOverflows
        | BinaryOp::SSubOverflows
        | BinaryOp::UMulOverflows
        | BinaryOp::SMulOverflows => 1,
        _ => width,
    }
}

fn address_binary(op: BinaryOp, a: Slot, b: Slot, width: u32, pointer_bits: u32) -> Result<Slot, Stop> {
    if a.undef | b.undef != 0 {
        return Ok(Slot::undefined(result_width(op, width)));
    }
    if width != pointer_bits {
        return Err(depends_on_addresses("arithmetic on a part of an address"));
    }
    let m = mask(width);
    let both = a.object != 0 && b.object != 0;
    // The address and the number, where there is one of each.
    let (address, number) = if a.object != 0 { (a, b) } else { (b, a) };
    let moved = |bits: u64| Ok(Slot { bits: bits & m, undef: 0, object: address.object, parts: 0 });
    match op {
        BinaryOp::Sub if both && a.object == b.object => Ok(Slot::int(a.bits.wrapping_sub(b.bits) & m)),
        _ if both => Err(depends_on_addresses("arithmetic on addresses of different objects")),
        BinaryOp::Add => moved(a.bits.wrapping_add(b.bits)),
        BinaryOp::Sub if a.object != 0 => moved(a.bits.wrapping_sub(b.bits)),
        BinaryOp::And if number.bits < ALIGNED => Ok(Slot::int(address.bits & number.bits)),
        BinaryOp::And if number.bits | (ALIGNED - 1) == m => moved(address.bits & number.bits),
        BinaryOp::Or if number.bits < ALIGNED => moved(address.bits | number.bits),
        BinaryOp::Xor if number.bits < ALIGNED => moved(address.bits ^ number.bits),
        _ => Err(depends_on_addresses("arithmetic on an address")),
    }
}

/// Compares plain numbers.
#[inline(always)]
pub fn plain_compare(predicate: Predicate, a: u64, b: u64, width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Sgt => sa > sb,
        Predicate::Sge => sa >= sb,
        Predicate::Slt => sa < sb,
        Predicate::Sle => sa <= sb,
    }
}

/// Compares where an operand is undefined or an address; `size` gives the size of an object.
pub fn special_compare(
    predicate: Predicate,
    a: Slot,
    b: Slot,
    width: u32,
    size: impl Fn(u32) -> u64,
) -> Result<Slot, Stop> {
    let truth = |value: bool| Ok(Slot::int(u64::from(value)));
    let equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
    if a.parts | b.parts != 0 {
        return Slot::computed_from_parts(a, b, 1);
    }
    if a.undef | b.undef != 0 {
        let defined = !(a.undef | b.undef);
        let differ = a.object == 0 && b.object == 0 && (a.bits ^ b.bits) & defined != 0;
        return if equality && differ { truth(predicate == Predicate::Ne) } else { Ok(Slot::undefined(1)) };
    }
    if a.object == b.object {
        return truth(plain_compare(unsigned(predicate), a.bits, b.bits, width));
    }
    let different = truth(predicate == Predicate::Ne);
    if a.object != 0 && b.object != 0 {
        if !equality {
            return Err(depends_on_addresses("the order of two objects in memory"));
        }
        let touches =
            |end: Slot, start: Slot| end.bits == size(end.object) && start.bits == 0 && end.bits != 0;
        if touches(a, b) || touches(b, a) {
            return Err(depends_on_addresses("whether one object lies right behind another"));
        }
        return different;
    }
    let (number, left_is_address) = if a.object != 0 { (b.bits, true) } else { (a.bits, false) };
    let negated = number.wrapping_neg() & mask(width);
    if equality && (number < NEVER_AN_ADDRESS || negated < NEVER_AN_ADDRESS) {
        return different;
    }
    if number < NEVER_AN_ADDRESS {
        // An address is greater than the first page.
        match predicate {
            Predicate::Ugt | Predicate::Uge => return truth(left_is_address),
            Predicate::Ult | Predicate::Ule => return truth(!left_is_address),
            _ => {}
        }
    }
    if negated <= NEVER_AN_ADDRESS {
        // And less than the last one.
        match predicate {
            Predicate::Ugt | Predicate::Uge => return truth(!left_is_address),
            Predicate::Ult | Predicate::Ule => return truth(left_is_address),
            _ => {}
        }
    }
    Err(depends_on_addresses("comparison of an address with a number"))
}

/// Addresses are ordered without sign.
pub fn unsigned(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Sgt => Predicate::Ugt,
        Predicate::Sge => Predicate::Uge,
        Predicate::Slt => Predicate::Ult,
        Predicate::Sle => Predicate::Ule,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Slot, plain_binary, special_binary, special_compare, wraps};
    use tw_ir::{BinaryOp, Predicate};

    fn combine(op: BinaryOp, a: Slot, b: Slot) -> Option<Slot> {
        special_binary(op, a, b, 64, 64).ok()
    }

    #[test]
    fn addresses_follow_the_table() {
        let (p, q) = (Slot::address(7, 24), Slot::address(8, 0));
        assert_eq!(combine(BinaryOp::Add, p, Slot::int(8)), Some(Slot::address(7, 32)));
        assert_eq!(combine(BinaryOp::Sub, p, Slot::address(7, 16)), Some(Slot::int(8)));
        assert_eq!(combine(BinaryOp::And, p, Slot::int(7)), Some(Slot::int(0)));
        assert_eq!(combine(BinaryOp::Or, p, Slot::int(1)), Some(Slot::address(7, 25)));
        assert_eq!(combine(BinaryOp::And, Slot::address(7, 25), Slot::int(!1)), Some(p));
        for (op, a, b) in
            [(BinaryOp::Sub, p, q), (BinaryOp::Mul, p, Slot::int(3)), (BinaryOp::And, p, Slot::int(4096))]
        {
            assert!(combine(op, a, b).is_none(), "{op:?} depends on addresses");
        }
        let compare = |predicate, a, b| special_compare(predicate, a, b, 64, |_| 24).ok().map(|s| s.bits);
        assert_eq!(compare(Predicate::Eq, p, p), Some(1));
        assert_eq!(compare(Predicate::Eq, Slot::address(7, 8), q), Some(0));
        assert_eq!(compare(Predicate::Eq, p, q), None, "one past the end may be the next object");
        assert_eq!(compare(Predicate::Ne, p, Slot::int(0)), Some(1));
        assert_eq!(compare(Predicate::Ult, p, q), None);
    }

    #[test]
    fn undefined_bits_spread_as_little_as_possible() {
        let half = Slot { bits: 0x50, undef: 0x0f, object: 0, parts: 0 };
        let and = combine(BinaryOp::And, half, Slot::int(0xf0)).unwrap();
        assert_eq!((and.bits, and.undef), (0x50, 0));
        let or = combine(BinaryOp::Or, half, Slot::int(0x03)).unwrap();
        assert_eq!((or.bits, or.undef), (0x53, 0x0c));
        let sum =
            combine(BinaryOp::Add, Slot { bits: 0, undef: 0x100, object: 0, parts: 0 }, Slot::int(0x1ff))
                .unwrap();
        assert_eq!((sum.bits, sum.undef), (0xff, !0xff));
        let shifted = combine(BinaryOp::LShr, half, Slot::int(4)).unwrap();
        assert_eq!((shifted.bits, shifted.undef), (5, 0));
        assert!(matches!(special_binary(BinaryOp::UDiv, half, Slot::int(0), 64, 64), Err(Fault::Arithmetic)));
    }

    #[test]
    fn division_and_shifts_have_limits() {
        assert_eq!(plain_binary(BinaryOp::SDiv, 0x80, 0xff, 8), None);
        assert_eq!(plain_binary(BinaryOp::SRem, 0x80, 0xff, 8), None);
        assert_eq!(plain_binary(BinaryOp::Shl, 1, 8, 8), None);
        assert_eq!(plain_binary(BinaryOp::SDiv, 0xf9, 2, 8), Some(0xfd));
        assert_eq!(plain_binary(BinaryOp::AShr, 0x80, 7, 8), Some(0xff));
        assert!(wraps(BinaryOp::Add, 0x7f, 1, 8) && !wraps(BinaryOp::Add, 0x7e, 1, 8));
    }
}
