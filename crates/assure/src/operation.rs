//! Operations of the representation as words.

use crate::word::{Binary, Unary, Word};
use tw_ir::{BinaryOp, Predicate, UnaryOp, UpdateOp};

/// An operation with one operand; absent for floating point.
pub fn unary(op: UnaryOp, x: &Word) -> Option<Word> {
    let simple = match op {
        UnaryOp::Copy | UnaryOp::Freeze => return Some(x.clone()),
        UnaryOp::PopCount => Unary::PopCount,
        UnaryOp::LeadingZeros => Unary::LeadingZeros,
        UnaryOp::TrailingZeros => Unary::TrailingZeros,
        UnaryOp::SwapBytes => Unary::SwapBytes,
        UnaryOp::ReverseBits => Unary::ReverseBits,
        UnaryOp::Abs => {
            let zero = Word::number(0, x.width());
            let minus = Word::binary(Binary::Sub, &zero, x);
            return Some(Word::choose(&Word::less(true, x, &zero), &minus, x));
        }
        _ => return None,
    };
    Some(Word::unary(simple, x))
}

fn simple(op: BinaryOp) -> Option<Binary> {
    Some(match op {
        BinaryOp::Add => Binary::Add,
        BinaryOp::Sub => Binary::Sub,
        BinaryOp::Mul => Binary::Mul,
        BinaryOp::UDiv => Binary::UDiv,
        BinaryOp::SDiv => Binary::SDiv,
        BinaryOp::URem => Binary::URem,
        BinaryOp::SRem => Binary::SRem,
        BinaryOp::Shl => Binary::Shl,
        BinaryOp::LShr => Binary::LShr,
        BinaryOp::AShr => Binary::AShr,
        BinaryOp::And => Binary::And,
        BinaryOp::Or => Binary::Or,
        BinaryOp::Xor => Binary::Xor,
        _ => return None,
    })
}

fn sign(x: &Word) -> Word {
    Word::extract(x, x.width() - 1, 1)
}

/// Whether a sum or difference wraps.
fn wraps(is_signed: bool, subtracts: bool, a: &Word, b: &Word) -> Word {
    let result = Word::binary(if subtracts { Binary::Sub } else { Binary::Add }, a, b);
    match (is_signed, subtracts) {
        (false, false) => Word::less(false, &result, a),
        (false, true) => Word::less(false, a, b),
        (true, _) => {
            // The result has the wrong sign: operands of one sign (a sum) or of two (a difference).
            let alike = Word::equal(&sign(a), &sign(b));
            let can = if subtracts { alike.not() } else { alike };
            can.and(&Word::equal(&sign(&result), &sign(a)).not())
        }
    }
}

/// Whether an operation of the source wraps that may not (`no_signed_wrap`); absent if that is not known.
pub fn signed_wrap(op: BinaryOp, a: &Word, b: &Word) -> Option<Word> {
    Some(match op {
        BinaryOp::Add => wraps(true, false, a, b),
        BinaryOp::Sub => wraps(true, true, a, b),
        BinaryOp::Mul => Word::product_overflows(true, a, b),
        BinaryOp::Shl => {
            let moved = Word::binary(Binary::Shl, a, b);
            Word::equal(&Word::binary(Binary::AShr, &moved, b), a).not()
        }
        _ => return None,
    })
}

/// An operation with two operands; absent for floating point.
pub fn binary(op: BinaryOp, a: &Word, b: &Word) -> Option<Word> {
    if let Some(op) = simple(op) {
        return Some(Word::binary(op, a, b));
    }
    let width = a.width();
    let highest = Word::number(crate::number::ones(width) >> 1, width);
    let lowest = highest.not();
    // What a signed saturating operation gives where it wraps: it has the sign of the first operand.
    let limit = Word::choose(&sign(a), &lowest, &highest);
    Some(match op {
        BinaryOp::UMin => Word::choose(&Word::less(false, a, b), a, b),
        BinaryOp::UMax => Word::choose(&Word::less(false, a, b), b, a),
        BinaryOp::SMin => Word::choose(&Word::less(true, a, b), a, b),
        BinaryOp::SMax => Word::choose(&Word::less(true, a, b), b, a),
        BinaryOp::UAddOverflows => wraps(false, false, a, b),
        BinaryOp::SAddOverflows => wraps(true, false, a, b),
        BinaryOp::USubOverflows => wraps(false, true, a, b),
        BinaryOp::SSubOverflows => wraps(true, true, a, b),
        BinaryOp::UMulOverflows => Word::product_overflows(false, a, b),
        BinaryOp::SMulOverflows => Word::product_overflows(true, a, b),
        BinaryOp::UAddSat => {
            let all = Word::number(u128::MAX, width);
            Word::choose(&wraps(false, false, a, b), &all, &a.plus(b))
        }
        BinaryOp::USubSat => {
            let zero = Word::number(0, width);
            Word::choose(&wraps(false, true, a, b), &zero, &Word::binary(Binary::Sub, a, b))
        }
        BinaryOp::SAddSat => Word::choose(&wraps(true, false, a, b), &limit, &a.plus(b)),
        BinaryOp::SSubSat => Word::choose(&wraps(true, true, a, b), &limit, &Word::binary(Binary::Sub, a, b)),
        _ => return None,
    })
}

/// When a division is undefined; absent if the operation is none.
pub fn bad_division(op: BinaryOp, a: &Word, b: &Word) -> Option<Word> {
    let width = a.width();
    let by_zero = Word::equal(b, &Word::number(0, width));
    match op {
        BinaryOp::UDiv | BinaryOp::URem => Some(by_zero),
        BinaryOp::SDiv | BinaryOp::SRem => {
            let least = Word::equal(a, &Word::number(1 << (width - 1), width));
            let by_minus_one = Word::equal(b, &Word::number(u128::MAX, width));
            Some(by_zero.or(&least.and(&by_minus_one)))
        }
        _ => None,
    }
}

/// When a shift goes too far; absent if the operation is none.
pub fn bad_shift(op: BinaryOp, b: &Word) -> Option<Word> {
    let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
    // Of one bit, the width itself is no number that fits.
    let width = Word::number(b.width().into(), b.width());
    let one_bit = b.width() == 1;
    is_shift.then(|| if one_bit { b.clone() } else { Word::less(false, b, &width).not() })
}

/// A comparison.
pub fn compare(predicate: Predicate, a: &Word, b: &Word) -> Word {
    match predicate {
        Predicate::Eq => Word::equal(a, b),
        Predicate::Ne => Word::equal(a, b).not(),
        Predicate::Ult => Word::less(false, a, b),
        Predicate::Ugt => Word::less(false, b, a),
        Predicate::Ule => Word::less(false, b, a).not(),
        Predicate::Uge => Word::less(false, a, b).not(),
        Predicate::Slt => Word::less(true, a, b),
        Predicate::Sgt => Word::less(true, b, a),
        Predicate::Sle => Word::less(true, b, a).not(),
        Predicate::Sge => Word::less(true, a, b).not(),
    }
}

/// What an atomic update stores; absent for floating point.
pub fn update(op: UpdateOp, old: &Word, value: &Word) -> Option<Word> {
    let zero = Word::number(0, old.width());
    let same = match op {
        UpdateOp::Exchange => return Some(value.clone()),
        UpdateOp::Nand => return Some(old.and(value).not()),
        UpdateOp::IncWrap => {
            let next = old.plus_number(1);
            return Some(Word::choose(&Word::less(false, old, value), &next, &zero));
        }
        UpdateOp::DecWrap => {
            let stays = Word::equal(old, &zero).or(&Word::less(false, value, old));
            return Some(Word::choose(&stays, value, &old.plus_number(-1)));
        }
        UpdateOp::Add => BinaryOp::Add,
        UpdateOp::Sub => BinaryOp::Sub,
        UpdateOp::And => BinaryOp::And,
        UpdateOp::Or => BinaryOp::Or,
        UpdateOp::Xor => BinaryOp::Xor,
        UpdateOp::UMin => BinaryOp::UMin,
        UpdateOp::UMax => BinaryOp::UMax,
        UpdateOp::SMin => BinaryOp::SMin,
        UpdateOp::SMax => BinaryOp::SMax,
        _ => return None,
    };
    binary(same, old, value)
}
