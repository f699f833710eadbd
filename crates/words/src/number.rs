//! The operations on plain numbers: words as `u128`, bits beyond the width 0.

use crate::node::{BinaryOp, UnaryOp};

/// All ones of a width.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The number that a word stands for in two's complement.
pub fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    (value << shift).cast_signed() >> shift
}

/// The word of a signed number.
pub fn word(value: i128, width: u32) -> u128 {
    value.cast_unsigned() & mask(width)
}

/// An operation with one operand.
pub fn unary(op: UnaryOp, x: u128, width: u32) -> u128 {
    match op {
        UnaryOp::Not => !x & mask(width),
        UnaryOp::PopCount => u128::from(x.count_ones()) & mask(width),
        UnaryOp::LeadingZeros => u128::from(x.leading_zeros() - (128 - width)) & mask(width),
        UnaryOp::TrailingZeros => u128::from(x.trailing_zeros().min(width)) & mask(width),
        UnaryOp::SwapBytes => x.swap_bytes() >> (128 - width),
        UnaryOp::ReverseBits => x.reverse_bits() >> (128 - width),
    }
}

/// An operation with two operands of one width.
pub fn binary(op: BinaryOp, a: u128, b: u128, width: u32) -> u128 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv if sb == 0 => word(if sa < 0 { 1 } else { -1 }, width),
        BinaryOp::SDiv => word(sa.wrapping_div(sb), width),
        BinaryOp::SRem if sb == 0 => a,
        BinaryOp::SRem => word(sa.wrapping_rem(sb), width),
        BinaryOp::Shl => shift(b, width).map_or(0, |by| a << by),
        BinaryOp::LShr => shift(b, width).map_or(0, |by| a >> by),
        BinaryOp::AShr => word(sa >> shift(b, width).unwrap_or(width - 1), width),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    };
    result & mask(width)
}

/// A shift that leaves something of the word.
fn shift(by: u128, width: u32) -> Option<u32> {
    u32::try_from(by).ok().filter(|by| *by < width)
}

/// Whether one word is less than another.
pub fn less(signed_order: bool, a: u128, b: u128, width: u32) -> bool {
    if signed_order { signed(a, width) < signed(b, width) } else { a < b }
}

/// Whether a product does not fit.
pub fn product_overflows(signed_product: bool, a: u128, b: u128, width: u32) -> bool {
    if signed_product {
        let product = signed(a, width).checked_mul(signed(b, width));
        product.is_none_or(|p| signed(word(p, width), width) != p)
    } else {
        a.checked_mul(b).is_none_or(|p| p > mask(width))
    }
}
