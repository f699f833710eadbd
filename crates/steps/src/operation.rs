//! The operations of `tw_ir` on integers as words.
//!
//! *Claim*: where [`undefined`] is false, each has the value that `tw_interpret` computes; where it is true, executions end in an
//! arithmetic violation. [`wraps`] is true exactly where signed arithmetic of the source overflows.
//! What is not about integers (floating point) has no word: `None`.

use tw_ir::{BinaryOp, Cast, Predicate, UnaryOp, UpdateOp};
use tw_words::{BinaryOp as Op, TermId, UnaryOp as UnaryWord, Words};

/// An operation with one operand; a copy and a frozen value are the operand, which is defined.
pub fn unary(words: &mut Words, op: UnaryOp, x: TermId) -> Option<TermId> {
    Some(match op {
        UnaryOp::Copy | UnaryOp::Freeze => x,
        UnaryOp::PopCount => words.unary(UnaryWord::PopCount, x),
        UnaryOp::LeadingZeros => words.unary(UnaryWord::LeadingZeros, x),
        UnaryOp::TrailingZeros => words.unary(UnaryWord::TrailingZeros, x),
        UnaryOp::SwapBytes => words.unary(UnaryWord::SwapBytes, x),
        UnaryOp::ReverseBits => words.unary(UnaryWord::ReverseBits, x),
        UnaryOp::Abs => {
            let zero = words.constant(0, words.width(x));
            let negative = words.less(true, x, zero);
            let opposite = words.binary(Op::Sub, zero, x);
            words.ite(negative, opposite, x)
        }
        UnaryOp::FNeg
        | UnaryOp::FAbs
        | UnaryOp::Sqrt
        | UnaryOp::Floor
        | UnaryOp::Ceil
        | UnaryOp::TruncateToInt
        | UnaryOp::RoundEven
        | UnaryOp::RoundAway
        | UnaryOp::Sin
        | UnaryOp::Cos
        | UnaryOp::Exp
        | UnaryOp::Exp2
        | UnaryOp::Log
        | UnaryOp::Log2
        | UnaryOp::Log10 => return None,
    })
}

/// An operation with two operands of one width.
pub fn binary(words: &mut Words, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    use BinaryOp as B;
    Some(match op {
        B::Add => words.binary(Op::Add, a, b),
        B::Sub => words.binary(Op::Sub, a, b),
        B::Mul => words.binary(Op::Mul, a, b),
        B::UDiv => words.binary(Op::UDiv, a, b),
        B::SDiv => words.binary(Op::SDiv, a, b),
        B::URem => words.binary(Op::URem, a, b),
        B::SRem => words.binary(Op::SRem, a, b),
        B::Shl => words.binary(Op::Shl, a, b),
        B::LShr => words.binary(Op::LShr, a, b),
        B::AShr => words.binary(Op::AShr, a, b),
        B::And => words.binary(Op::And, a, b),
        B::Or => words.binary(Op::Or, a, b),
        B::Xor => words.binary(Op::Xor, a, b),
        B::UMin => least(words, false, a, b),
        B::UMax => greatest(words, false, a, b),
        B::SMin => least(words, true, a, b),
        B::SMax => greatest(words, true, a, b),
        B::UAddSat => {
            let (most, sum) = (limits(words, a).most, words.binary(Op::Add, a, b));
            let overflows = sum_overflows(words, false, a, b);
            words.ite(overflows, most, sum)
        }
        B::USubSat => {
            let (zero, difference) = (words.constant(0, words.width(a)), words.binary(Op::Sub, a, b));
            let overflows = difference_overflows(words, false, a, b);
            words.ite(overflows, zero, difference)
        }
        B::SAddSat => {
            let sum = words.binary(Op::Add, a, b);
            let overflows = sum_overflows(words, true, a, b);
            saturated(words, overflows, a, sum)
        }
        B::SSubSat => {
            let difference = words.binary(Op::Sub, a, b);
            let overflows = difference_overflows(words, true, a, b);
            saturated(words, overflows, a, difference)
        }
        B::UAddOverflows => sum_overflows(words, false, a, b),
        B::SAddOverflows => sum_overflows(words, true, a, b),
        B::USubOverflows => difference_overflows(words, false, a, b),
        B::SSubOverflows => difference_overflows(words, true, a, b),
        B::UMulOverflows => words.product_overflows(false, a, b),
        B::SMulOverflows => words.product_overflows(true, a, b),
        B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::CopySign | B::Pow => {
            return None;
        }
    })
}

/// When an operation is an arithmetic violation: a division by zero, the least number by -1, a shift by the width or more. `None`
/// where it never is.
pub fn undefined(words: &mut Words, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let width = words.width(b);
    match op {
        BinaryOp::UDiv | BinaryOp::URem => {
            let zero = words.constant(0, width);
            Some(words.equal(b, zero))
        }
        BinaryOp::SDiv | BinaryOp::SRem => {
            let (zero, ones) = (words.constant(0, width), words.constant(u128::MAX, width));
            let least = limits(words, a).least;
            let (by_zero, by_ones) = (words.equal(b, zero), words.equal(b, ones));
            let of_least = words.equal(a, least);
            let overflows = words.and(of_least, by_ones);
            Some(words.or(by_zero, overflows))
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            let end = words.constant(u128::from(width), width);
            let stays = words.less(false, b, end);
            Some(words.not(stays))
        }
        _ => None,
    }
}

/// When signed arithmetic of the source (`no_signed_wrap`) overflows. `None` where it never does.
pub fn wraps(words: &mut Words, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    match op {
        BinaryOp::Add => Some(sum_overflows(words, true, a, b)),
        BinaryOp::Sub => Some(difference_overflows(words, true, a, b)),
        BinaryOp::Mul => Some(words.product_overflows(true, a, b)),
        BinaryOp::Shl => {
            let shifted = words.binary(Op::Shl, a, b);
            let back = words.binary(Op::AShr, shifted, b);
            let lossless = words.equal(back, a);
            let too_far = undefined(words, op, a, b)?;
            let fine = words.or(lossless, too_far);
            Some(words.not(fine))
        }
        _ => None,
    }
}

/// A comparison.
pub fn compare(words: &mut Words, predicate: Predicate, a: TermId, b: TermId) -> TermId {
    let (signed, swapped, inverted) = match predicate {
        Predicate::Eq => return words.equal(a, b),
        Predicate::Ne => {
            let equal = words.equal(a, b);
            return words.not(equal);
        }
        Predicate::Ult => (false, false, false),
        Predicate::Ugt => (false, true, false),
        Predicate::Ule => (false, true, true),
        Predicate::Uge => (false, false, true),
        Predicate::Slt => (true, false, false),
        Predicate::Sgt => (true, true, false),
        Predicate::Sle => (true, true, true),
        Predicate::Sge => (true, false, true),
    };
    let (a, b) = if swapped { (b, a) } else { (a, b) };
    let less = words.less(signed, a, b);
    if inverted { words.not(less) } else { less }
}

/// A conversion to a width; addresses are words like others.
pub fn cast(words: &mut Words, cast: Cast, x: TermId, width: u32) -> Option<TermId> {
    match cast {
        Cast::Truncate => Some(words.extract(x, 0, width)),
        Cast::ZeroExtend => Some(words.extend(false, x, width)),
        Cast::SignExtend => Some(words.extend(true, x, width)),
        Cast::PtrToInt | Cast::IntToPtr if width < words.width(x) => Some(words.extract(x, 0, width)),
        Cast::PtrToInt | Cast::IntToPtr => Some(words.extend(false, x, width)),
        Cast::Bits => Some(x),
        Cast::FloatToFloat
        | Cast::FloatToSigned
        | Cast::FloatToUnsigned
        | Cast::FloatToSignedSat
        | Cast::FloatToUnsignedSat
        | Cast::SignedToFloat
        | Cast::UnsignedToFloat => None,
    }
}

/// The new value of an atomic update.
pub fn update(words: &mut Words, op: UpdateOp, old: TermId, value: TermId) -> Option<TermId> {
    let (zero, one) = (words.constant(0, words.width(old)), words.constant(1, words.width(old)));
    Some(match op {
        UpdateOp::Exchange => value,
        UpdateOp::Add => words.binary(Op::Add, old, value),
        UpdateOp::Sub => words.binary(Op::Sub, old, value),
        UpdateOp::And => words.binary(Op::And, old, value),
        UpdateOp::Or => words.binary(Op::Or, old, value),
        UpdateOp::Xor => words.binary(Op::Xor, old, value),
        UpdateOp::Nand => {
            let both = words.binary(Op::And, old, value);
            words.not(both)
        }
        UpdateOp::UMin => least(words, false, old, value),
        UpdateOp::UMax => greatest(words, false, old, value),
        UpdateOp::SMin => least(words, true, old, value),
        UpdateOp::SMax => greatest(words, true, old, value),
        UpdateOp::IncWrap => {
            let (goes_on, next) = (words.less(false, old, value), words.binary(Op::Add, old, one));
            words.ite(goes_on, next, zero)
        }
        UpdateOp::DecWrap => {
            let (is_zero, beyond) = (words.equal(old, zero), words.less(false, value, old));
            let (begins, previous) = (words.or(is_zero, beyond), words.binary(Op::Sub, old, one));
            words.ite(begins, value, previous)
        }
        UpdateOp::FAdd | UpdateOp::FSub | UpdateOp::FMin | UpdateOp::FMax => return None,
    })
}

fn least(words: &mut Words, signed: bool, a: TermId, b: TermId) -> TermId {
    let less = words.less(signed, a, b);
    words.ite(less, a, b)
}

fn greatest(words: &mut Words, signed: bool, a: TermId, b: TermId) -> TermId {
    let less = words.less(signed, a, b);
    words.ite(less, b, a)
}

/// Extreme numbers of the width of a term.
struct Limits {
    /// The least one with a sign.
    least: TermId,
    /// The greatest one with a sign.
    greatest: TermId,
    /// The greatest one without.
    most: TermId,
}

fn limits(words: &mut Words, like: TermId) -> Limits {
    let width = words.width(like);
    let sign = 1 << (width - 1);
    Limits {
        least: words.constant(sign, width),
        greatest: words.constant(sign - 1, width),
        most: words.constant(u128::MAX, width),
    }
}

/// A result, or what it saturates at, which depends on the sign of the first operand.
fn saturated(words: &mut Words, overflows: TermId, first: TermId, result: TermId) -> TermId {
    let zero = words.constant(0, words.width(first));
    let negative = words.less(true, first, zero);
    let Limits { least, greatest, .. } = limits(words, first);
    let limit = words.ite(negative, least, greatest);
    words.ite(overflows, limit, result)
}

fn is_constant(words: &Words, term: TermId) -> bool {
    words.as_const(term).is_some()
}

/// Whether a sum does not fit. With a constant this is a comparison: a + c overflows where a is beyond the greatest minus c.
fn sum_overflows(words: &mut Words, signed: bool, a: TermId, b: TermId) -> TermId {
    let (a, b) = if is_constant(words, a) { (b, a) } else { (a, b) };
    let sum = words.binary(Op::Add, a, b);
    if !is_constant(words, b) {
        return if signed { differs_in_sign(words, sum, a, b) } else { words.less(false, sum, a) };
    }
    let Limits { least, greatest, most } = limits(words, a);
    if signed && is_negative(words, b) {
        let first = words.binary(Op::Sub, least, b);
        words.less(true, a, first)
    } else {
        let last = words.binary(Op::Sub, if signed { greatest } else { most }, b);
        words.less(signed, last, a)
    }
}

/// Whether a difference does not fit.
fn difference_overflows(words: &mut Words, signed: bool, a: TermId, b: TermId) -> TermId {
    if !signed {
        return words.less(false, a, b);
    }
    if !is_constant(words, b) {
        let difference = words.binary(Op::Sub, a, b);
        let opposite = words.not(b);
        return differs_in_sign(words, difference, a, opposite);
    }
    let Limits { least, greatest, .. } = limits(words, a);
    if is_negative(words, b) {
        let last = words.binary(Op::Add, greatest, b);
        words.less(true, last, a)
    } else {
        let first = words.binary(Op::Add, least, b);
        words.less(true, a, first)
    }
}

fn is_negative(words: &Words, constant: TermId) -> bool {
    let sign = words.width(constant) - 1;
    words.as_const(constant).is_some_and(|value| value >> sign & 1 == 1)
}

/// Whether a word has another sign than both of two others.
fn differs_in_sign(words: &mut Words, x: TermId, a: TermId, b: TermId) -> TermId {
    let (from_a, from_b) = (words.binary(Op::Xor, x, a), words.binary(Op::Xor, x, b));
    let both = words.binary(Op::And, from_a, from_b);
    words.extract(both, words.width(x) - 1, 1)
}
