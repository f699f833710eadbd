//! Terms against numbers, and what several tests need.

mod arrays;
mod chains;
mod circuits;
mod laws;
mod random;
mod show;

use crate::{BinaryOp, UnaryOp};
use tw_index::Random;

const UNARY: [UnaryOp; 6] = [
    UnaryOp::Not,
    UnaryOp::PopCount,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::SwapBytes,
    UnaryOp::ReverseBits,
];

const BINARY: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

/// A word with few or many ones, or close to a power of two.
fn draw(random: &mut Random, width: u32) -> u128 {
    let wide = u128::from(random.draw()) << 64 | u128::from(random.draw());
    let by = random.below(width as usize);
    let value = match random.below(5) {
        0 => 1 << by,
        1 => (1u128 << by).wrapping_sub(1),
        2 => !(1 << by),
        3 => wide >> by,
        _ => wide,
    };
    if width == 128 { value } else { value & ((1 << width) - 1) }
}
