//! Operations on numbers of 1 to 128 bits, as unsigned numbers whose bits beyond the width are 0.

use crate::word::{Binary, Unary};

/// All ones of a width.
pub fn ones(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The number in two's complement.
pub fn signed(value: u128, width: u32) -> i128 {
    if value >> (width - 1) & 1 == 1 { (value | !ones(width)).cast_signed() } else { value.cast_signed() }
}

fn bit(value: u128, at: u32) -> u128 {
    value >> at & 1
}

/// The number whose bit `i` is that of `from(i)`.
fn made(width: u32, from: impl Fn(u32) -> u128) -> u128 {
    (0..width).map(|i| from(i) << i).fold(0, |all, bit| all | bit)
}

/// An operation with one operand.
pub fn unary(op: Unary, x: u128, width: u32) -> u128 {
    let count = match op {
        Unary::Not => return x ^ ones(width),
        Unary::SwapBytes => {
            return made(width, |i| bit(x, 8 * (width / 8 - 1 - i / 8) + i % 8));
        }
        Unary::ReverseBits => return made(width, |i| bit(x, width - 1 - i)),
        Unary::PopCount => (0..width).filter(|i| bit(x, *i) == 1).count(),
        Unary::LeadingZeros => (0..width).rev().take_while(|i| bit(x, *i) == 0).count(),
        Unary::TrailingZeros => (0..width).take_while(|i| bit(x, *i) == 0).count(),
    };
    count as u128 & ones(width)
}

/// An operation with two operands.
pub fn binary(op: Binary, a: u128, b: u128, width: u32) -> u128 {
    let all = ones(width);
    let is_negative = |n: u128| bit(n, width - 1) == 1;
    let minus = |n: u128| n.wrapping_neg() & all;
    let size = |n: u128| if is_negative(n) { minus(n) } else { n };
    let by = u32::try_from(b).ok().filter(|by| *by < width);
    match op {
        Binary::Add => a.wrapping_add(b) & all,
        Binary::Sub => a.wrapping_sub(b) & all,
        Binary::Mul => a.wrapping_mul(b) & all,
        Binary::UDiv => a.checked_div(b).unwrap_or(all),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if b == 0 => {
            if is_negative(a) {
                1
            } else {
                all
            }
        }
        Binary::SDiv => {
            let quotient = size(a) / size(b);
            if is_negative(a) == is_negative(b) { quotient } else { minus(quotient) }
        }
        Binary::SRem if b == 0 => a,
        Binary::SRem => {
            let rest = size(a) % size(b);
            if is_negative(a) { minus(rest) } else { rest }
        }
        Binary::Shl => by.map_or(0, |by| a << by & all),
        Binary::LShr => by.map_or(0, |by| a >> by),
        Binary::AShr => {
            let sign = if is_negative(a) { all } else { 0 };
            by.map_or(sign, |by| made(width, |i| if i + by < width { bit(a, i + by) } else { sign & 1 }))
        }
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
    }
}

/// Whether the first is less.
pub fn less(is_signed: bool, a: u128, b: u128, width: u32) -> bool {
    if is_signed { signed(a, width) < signed(b, width) } else { a < b }
}

/// Whether a product does not fit.
pub fn product_overflows(is_signed: bool, a: u128, b: u128, width: u32) -> bool {
    if is_signed {
        let product = signed(a, width).checked_mul(signed(b, width));
        product
            .is_none_or(|p| p > (ones(width) >> 1).cast_signed() || p < -(ones(width) >> 1).cast_signed() - 1)
    } else {
        a.checked_mul(b).is_none_or(|p| p > ones(width))
    }
}
