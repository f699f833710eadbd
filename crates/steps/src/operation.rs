//! Operations of the representation as terms.

use tw_ir::{BinaryOp, Predicate, UnaryOp};
use tw_words::{BinaryOp as W, TermId, Words};

/// An operation with two operands of one width; absent for floating point.
pub fn binary(words: &mut Words, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let simple = match op {
        BinaryOp::Add => W::Add,
        BinaryOp::Sub => W::Sub,
        BinaryOp::Mul => W::Mul,
        BinaryOp::UDiv => W::UDiv,
        BinaryOp::SDiv => W::SDiv,
        BinaryOp::URem => W::URem,
        BinaryOp::SRem => W::SRem,
        BinaryOp::Shl => W::Shl,
        BinaryOp::LShr => W::LShr,
        BinaryOp::AShr => W::AShr,
        BinaryOp::And => W::And,
        BinaryOp::Or => W::Or,
        BinaryOp::Xor => W::Xor,
        _ => return None,
    };
    Some(words.binary(simple, a, b))
}

/// An operation with one operand; absent for floating point.
pub fn unary(words: &mut Words, op: UnaryOp, a: TermId) -> Option<TermId> {
    let _ = words;
    match op {
        UnaryOp::Copy | UnaryOp::Freeze => Some(a),
        _ => None,
    }
}

/// A comparison.
pub fn compare(words: &mut Words, predicate: Predicate, a: TermId, b: TermId) -> TermId {
    match predicate {
        Predicate::Eq => words.equal(a, b),
        Predicate::Ne => {
            let equal = words.equal(a, b);
            words.not(equal)
        }
        Predicate::Ult => words.less(false, a, b),
        Predicate::Ugt => words.less(false, b, a),
        Predicate::Slt => words.less(true, a, b),
        Predicate::Sgt => words.less(true, b, a),
        Predicate::Uge | Predicate::Ule | Predicate::Sge | Predicate::Sle => {
            let signed = matches!(predicate, Predicate::Sge | Predicate::Sle);
            let (x, y) = if matches!(predicate, Predicate::Uge | Predicate::Sge) { (a, b) } else { (b, a) };
            let less = words.less(signed, x, y);
            words.not(less)
        }
    }
}

/// When an operation is undefined: one bit; absent if it never is.
pub fn undefined(words: &mut Words, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let _ = (words, op, a, b);
    None
}
