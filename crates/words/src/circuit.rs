//! The operations on words as circuits: words as formulas of their bits, the lowest first.
//!
//! *What*: the same functions as in `number`, bit by bit.
//! *Cost*: in nodes, for n bits: sums and comparisons n, shifts n log n, products and quotients n²; products with a constant
//! n for each digit of the constant that is not 0, quotients by powers of two nothing.

use crate::node::{BinaryOp, UnaryOp};
use tw_solver::{Graph, Lit};

/// The bits of a number.
pub fn constant(value: u128, width: u32) -> Vec<Lit> {
    (0..width).map(|bit| Lit::constant(value >> bit & 1 == 1)).collect()
}

/// The number, if all bits are constants.
fn as_constant(bits: &[Lit]) -> Option<u128> {
    bits.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u128::from(bit.as_constant()?)))
}

/// An operation with one operand.
pub fn unary(graph: &mut Graph, op: UnaryOp, x: &[Lit]) -> Vec<Lit> {
    match op {
        UnaryOp::Not => inverted(x),
        UnaryOp::PopCount => pop_count(graph, x),
        UnaryOp::LeadingZeros => zeros_before_one(graph, x.iter().rev().copied().collect()),
        UnaryOp::TrailingZeros => zeros_before_one(graph, x.to_vec()),
        UnaryOp::SwapBytes => x.chunks(8).rev().flatten().copied().collect(),
        UnaryOp::ReverseBits => x.iter().rev().copied().collect(),
    }
}

/// An operation with two operands.
pub fn binary(graph: &mut Graph, op: BinaryOp, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    match op {
        BinaryOp::Add => sum(graph, a, b, Lit::FALSE),
        BinaryOp::Sub => sum(graph, a, &inverted(b), Lit::TRUE),
        BinaryOp::Mul => product(graph, a, b),
        BinaryOp::UDiv => divide(graph, a, b).0,
        BinaryOp::URem => divide(graph, a, b).1,
        BinaryOp::SDiv => {
            let (sign_a, sign_b) = (sign(a), sign(b));
            let (a, b) = (negated_if(graph, sign_a, a), negated_if(graph, sign_b, b));
            let quotient = divide(graph, &a, &b).0;
            let differ = graph.xor(sign_a, sign_b);
            negated_if(graph, differ, &quotient)
        }
        BinaryOp::SRem => {
            let (sign_a, sign_b) = (sign(a), sign(b));
            let (a, b) = (negated_if(graph, sign_a, a), negated_if(graph, sign_b, b));
            let rest = divide(graph, &a, &b).1;
            negated_if(graph, sign_a, &rest)
        }
        BinaryOp::Shl => {
            let mirrored: Vec<Lit> = a.iter().rev().copied().collect();
            let mut shifted = shift_right(graph, &mirrored, b, Lit::FALSE);
            shifted.reverse();
            shifted
        }
        BinaryOp::LShr => shift_right(graph, a, b, Lit::FALSE),
        BinaryOp::AShr => shift_right(graph, a, b, sign(a)),
        BinaryOp::And => a.iter().zip(b).map(|(x, y)| graph.and(*x, *y)).collect(),
        BinaryOp::Or => a.iter().zip(b).map(|(x, y)| graph.or(*x, *y)).collect(),
        BinaryOp::Xor => a.iter().zip(b).map(|(x, y)| graph.xor(*x, *y)).collect(),
    }
}

/// Whether two words are equal.
pub fn equal(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(x, y)| graph.equal(*x, *y)).collect();
    graph.all(same)
}

/// Whether one word is less than another.
pub fn less(graph: &mut Graph, signed: bool, a: &[Lit], b: &[Lit]) -> Lit {
    let last = a.len() - 1;
    let mut less = Lit::FALSE;
    for (bit, (x, y)) in a.iter().zip(b).enumerate() {
        // Bits of signs count the other way round.
        let (x, y) = if signed && bit == last { (*y, *x) } else { (*x, *y) };
        let (only_y, differ) = (graph.and(!x, y), graph.xor(x, y));
        let undecided = graph.and(!differ, less);
        less = graph.or(only_y, undecided);
    }
    less
}

/// Whether a product does not fit.
pub fn product_overflows(graph: &mut Graph, signed: bool, a: &[Lit], b: &[Lit]) -> Lit {
    if !signed {
        return magnitudes_overflow(graph, a, b).0;
    }
    let (sign_a, sign_b) = (sign(a), sign(b));
    let (a, b) = (negated_if(graph, sign_a, a), negated_if(graph, sign_b, b));
    let (too_large, product) = magnitudes_overflow(graph, &a, &b);
    // The least number has a magnitude that no positive number has.
    let (top, low) = product.split_last().expect("words have bits");
    let negative = graph.xor(sign_a, sign_b);
    let below_least = graph.any(low.iter().copied());
    let beyond = graph.or(!negative, below_least);
    let beyond = graph.and(*top, beyond);
    graph.or(too_large, beyond)
}

/// One of two words.
pub fn ite(graph: &mut Graph, condition: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
    yes.iter().zip(no).map(|(x, y)| graph.ite(condition, *x, *y)).collect()
}

/// The bits from `low` on.
pub fn extract(x: &[Lit], low: u32, width: u32) -> Vec<Lit> {
    x.iter().copied().skip(low as usize).take(width as usize).collect()
}

/// More bits in front.
pub fn extend(signed: bool, x: &[Lit], width: u32) -> Vec<Lit> {
    let front = if signed { sign(x) } else { Lit::FALSE };
    let mut wide = x.to_vec();
    wide.resize(width as usize, front);
    wide
}

fn sign(x: &[Lit]) -> Lit {
    *x.last().expect("words have bits")
}

fn inverted(x: &[Lit]) -> Vec<Lit> {
    x.iter().map(|bit| !*bit).collect()
}

fn sum(graph: &mut Graph, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
    sum_and_carry(graph, a, b, carry).0
}

fn sum_and_carry(graph: &mut Graph, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Vec<Lit>, Lit) {
    let mut bits = Vec::with_capacity(a.len());
    for (x, y) in a.iter().zip(b) {
        let (differ, both) = (graph.xor(*x, *y), graph.and(*x, *y));
        bits.push(graph.xor(differ, carry));
        let passed = graph.and(differ, carry);
        carry = graph.or(both, passed);
    }
    (bits, carry)
}

fn negated_if(graph: &mut Graph, condition: Lit, x: &[Lit]) -> Vec<Lit> {
    let flipped: Vec<Lit> = x.iter().map(|bit| graph.xor(*bit, condition)).collect();
    let zero = vec![Lit::FALSE; x.len()];
    sum(graph, &flipped, &zero, condition)
}

fn product(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    match (as_constant(a), as_constant(b)) {
        (_, Some(factor)) => product_by(graph, a, factor),
        (Some(factor), _) => product_by(graph, b, factor),
        _ => {
            let mut total = vec![Lit::FALSE; a.len()];
            for (shift, bit) in b.iter().enumerate() {
                let row: Vec<Lit> = a[..a.len() - shift].iter().map(|x| graph.and(*x, *bit)).collect();
                add_at(graph, &mut total, shift, &row, Lit::FALSE);
            }
            total
        }
    }
}

/// A product with a constant, by its digits -1, 0 and 1, of which no two neighbours are other than 0.
fn product_by(graph: &mut Graph, a: &[Lit], mut factor: u128) -> Vec<Lit> {
    let mut total = vec![Lit::FALSE; a.len()];
    for shift in 0..a.len() {
        if factor & 1 == 1 {
            let row = &a[..a.len() - shift];
            if factor & 3 == 3 {
                factor = factor.wrapping_add(1);
                add_at(graph, &mut total, shift, &inverted(row), Lit::TRUE);
            } else {
                add_at(graph, &mut total, shift, row, Lit::FALSE);
            }
        }
        factor >>= 1;
    }
    total
}

fn add_at(graph: &mut Graph, total: &mut [Lit], shift: usize, row: &[Lit], carry: Lit) {
    let upper = sum(graph, &total[shift..], row, carry);
    total[shift..].copy_from_slice(&upper);
}

/// Whether a product without signs does not fit, and its low bits.
///
/// If bit i of one and bit j of the other are set with i + j ≥ n, it does not; otherwise it has at most n + 1 bits.
fn magnitudes_overflow(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> (Lit, Vec<Lit>) {
    let (mut wide_a, mut wide_b) = (a.to_vec(), b.to_vec());
    wide_a.push(Lit::FALSE);
    wide_b.push(Lit::FALSE);
    let mut low = product(graph, &wide_a, &wide_b);
    let mut overflows = low.pop().expect("words have bits");
    let mut high_b = Lit::FALSE;
    for shift in 1..a.len() {
        high_b = graph.or(high_b, b[b.len() - shift]);
        let far = graph.and(a[shift], high_b);
        overflows = graph.or(overflows, far);
    }
    (overflows, low)
}

/// Quotient and remainder without signs; by 0 they are all ones and the dividend.
fn divide(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let width = a.len();
    if let Some(by) = as_constant(b)
        && by.is_power_of_two()
    {
        let shift = by.trailing_zeros() as usize;
        let mut quotient = a[shift..].to_vec();
        quotient.resize(width, Lit::FALSE);
        let mut rest = a[..shift].to_vec();
        rest.resize(width, Lit::FALSE);
        return (quotient, rest);
    }
    let mut subtrahend = inverted(b);
    subtrahend.push(Lit::TRUE);
    let mut quotient = vec![Lit::FALSE; width];
    let mut rest = vec![Lit::FALSE; width];
    for bit in (0..width).rev() {
        // What is left, with the next digit of the dividend behind it.
        rest.insert(0, a[bit]);
        let (difference, fits) = sum_and_carry(graph, &rest, &subtrahend, Lit::TRUE);
        quotient[bit] = fits;
        rest = ite(graph, fits, &difference, &rest);
        rest.pop();
    }
    (quotient, rest)
}

/// A shift by a word, with the given bit behind it.
fn shift_right(graph: &mut Graph, a: &[Lit], by: &[Lit], fill: Lit) -> Vec<Lit> {
    let width = a.len();
    let mut bits = a.to_vec();
    let stages = by.iter().take_while({
        let mut distance = 1;
        move |_| {
            let matters = distance < width;
            distance *= 2;
            matters
        }
    });
    let count = stages.clone().count();
    for (stage, condition) in stages.enumerate() {
        let distance = 1 << stage;
        let from = |at: usize| bits.get(at + distance).copied().unwrap_or(fill);
        let shifted: Vec<Lit> = (0..width).map(from).collect();
        bits = ite(graph, *condition, &shifted, &bits);
    }
    let all = graph.any(by[count..].iter().copied());
    bits.iter().map(|bit| graph.ite(all, fill, *bit)).collect()
}

fn pop_count(graph: &mut Graph, x: &[Lit]) -> Vec<Lit> {
    let mut parts: Vec<Vec<Lit>> = x.iter().map(|bit| vec![*bit]).collect();
    while parts.len() > 1 {
        let pairs: Vec<Vec<Lit>> = parts
            .chunks(2)
            .map(|pair| {
                let [a, b] = pair else { return pair[0].clone() };
                let width = a.len().max(b.len()) + 1;
                let wide = |bits: &[Lit]| {
                    let mut bits = bits.to_vec();
                    bits.resize(width, Lit::FALSE);
                    bits
                };
                sum(graph, &wide(a), &wide(b), Lit::FALSE)
            })
            .collect();
        parts = pairs;
    }
    let mut count = parts.pop().unwrap_or_default();
    count.resize(x.len(), Lit::FALSE);
    count
}

/// The number of zeros before the first one; all bits, if there is none.
fn zeros_before_one(graph: &mut Graph, x: Vec<Lit>) -> Vec<Lit> {
    let width = u32::try_from(x.len()).expect("words have at most 128 bits");
    let mut count = constant(u128::from(width), width);
    for (zeros, bit) in (0..width).zip(&x).rev() {
        let here = constant(u128::from(zeros), width);
        count = ite(graph, *bit, &here, &count);
    }
    count
}
