//! What is known of a term before it is made: constants, and laws that make terms smaller.
//!
//! Each function gives the simpler term, or nothing if the term has to be made as it is. Constants stand on the right of
//! operations that commute.

use crate::node::{ArrayId, ArrayNode, BinaryOp, Node, TermId, UnaryOp};
use crate::number::{self, mask};
use crate::term::Words;

pub fn unary(words: &mut Words, op: UnaryOp, x: TermId) -> Option<TermId> {
    let width = words.width(x);
    match words.node(x) {
        Node::Const(value) => Some(words.constant(number::unary(op, value, width), width)),
        Node::Unary(UnaryOp::Not, inner) if op == UnaryOp::Not => Some(inner),
        Node::Unary(same @ (UnaryOp::SwapBytes | UnaryOp::ReverseBits), inner) if op == same => Some(inner),
        _ => None,
    }
}

pub fn binary(words: &mut Words, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    use BinaryOp as B;
    let width = words.width(a);
    let (x, y) = (words.as_const(a), words.as_const(b));
    if let (Some(x), Some(y)) = (x, y) {
        return Some(words.constant(number::binary(op, x, y, width), width));
    }
    let zero = |words: &mut Words| words.constant(0, width);
    match (op, y) {
        (B::Add | B::Sub | B::Or | B::Xor | B::Shl | B::LShr | B::AShr, Some(0)) => return Some(a),
        (B::Mul | B::And, Some(0)) => return Some(b),
        (B::Mul | B::UDiv | B::SDiv, Some(1)) if width > 1 => return Some(a),
        (B::URem, Some(1)) => return Some(zero(words)),
        (B::And, Some(ones)) if ones == mask(width) => return Some(a),
        (B::Or, Some(ones)) if ones == mask(width) => return Some(b),
        (B::Xor, Some(ones)) if ones == mask(width) => return Some(words.unary(UnaryOp::Not, a)),
        (B::Sub, Some(y)) => {
            let minus = words.constant(y.wrapping_neg(), width);
            return Some(words.binary(B::Add, a, minus));
        }
        (B::Shl | B::LShr, Some(by)) if by >= u128::from(width) => return Some(zero(words)),
        // A sum with two constants, and a product with two.
        (B::Add | B::Mul | B::And | B::Or | B::Xor, Some(y)) => {
            if let Node::Binary(inner, c, d) = words.node(a)
                && inner == op
                && let Some(d) = words.as_const(d)
            {
                let both = words.constant(number::binary(op, d, y, width), width);
                return Some(words.binary(op, c, both));
            }
        }
        _ => {}
    }
    if a == b {
        match op {
            B::Sub | B::Xor => return Some(zero(words)),
            B::And | B::Or => return Some(a),
            _ => {}
        }
    }
    let opposite =
        words.node(a) == Node::Unary(UnaryOp::Not, b) || words.node(b) == Node::Unary(UnaryOp::Not, a);
    match op {
        B::And if opposite => Some(zero(words)),
        B::Or | B::Xor if opposite => Some(words.constant(mask(width), width)),
        B::And if absorbs(words, a, b) => Some(b),
        B::And if absorbs(words, b, a) => Some(a),
        // (x + c) - x and the like.
        B::Sub => match (words.node(a), words.node(b)) {
            (Node::Binary(B::Add, c, d), _) if c == b => Some(d),
            (Node::Binary(B::Add, c, d), _) if d == b => Some(c),
            (_, Node::Binary(B::Add, c, d)) if c == a => {
                let zero = zero(words);
                Some(words.binary(B::Sub, zero, d))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether the second is a conjunction with the first.
fn absorbs(words: &Words, a: TermId, b: TermId) -> bool {
    matches!(words.node(b), Node::Binary(BinaryOp::And, c, d) if c == a || d == a)
}

pub fn equal(words: &mut Words, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        return Some(words.bool(true));
    }
    let width = words.width(a);
    let Some(y) = words.as_const(b) else {
        // x + c == y + c.
        return match (words.node(a), words.node(b)) {
            (Node::Binary(BinaryOp::Add, c, d), Node::Binary(BinaryOp::Add, e, f)) if d == f => {
                Some(words.equal(c, e))
            }
            (Node::Binary(BinaryOp::Add, c, d), _) if c == b && words.as_const(d).is_some_and(|d| d != 0) => {
                Some(words.bool(false))
            }
            (_, Node::Binary(BinaryOp::Add, c, d)) if c == a && words.as_const(d).is_some_and(|d| d != 0) => {
                Some(words.bool(false))
            }
            _ => None,
        };
    };
    match words.node(a) {
        Node::Const(x) => Some(words.bool(x == y)),
        _ if width == 1 => Some(if y == 1 { a } else { words.not(a) }),
        Node::Binary(BinaryOp::Add, c, d) => {
            let d = words.as_const(d)?;
            let other = words.constant(y.wrapping_sub(d), width);
            Some(words.equal(c, other))
        }
        Node::Unary(UnaryOp::Not, c) => {
            let other = words.constant(!y, width);
            Some(words.equal(c, other))
        }
        Node::Extend { signed, of } => {
            let narrow = words.width(of);
            let part = words.constant(y, narrow);
            let again = if signed {
                number::word(number::signed(y & mask(narrow), narrow), width)
            } else {
                y & mask(narrow)
            };
            Some(if again == y { words.equal(of, part) } else { words.bool(false) })
        }
        Node::Ite(c, yes, no) if !words.is_deep() => {
            // A choice with a constant, as from (int)(a < b).
            let (yes_is, no_is) = (words.as_const(yes), words.as_const(no));
            if yes_is.is_none() && no_is.is_none() {
                return None;
            }
            let (yes, no) = (words.equal(yes, b), words.equal(no, b));
            Some(words.ite(c, yes, no))
        }
        _ => None,
    }
}

pub fn less(words: &mut Words, signed: bool, a: TermId, b: TermId) -> Option<TermId> {
    let width = words.width(a);
    if a == b {
        return Some(words.bool(false));
    }
    let least = if signed { 1 << (width - 1) } else { 0 };
    let greatest = mask(width) ^ least;
    match (words.as_const(a), words.as_const(b)) {
        (Some(x), Some(y)) => Some(words.bool(number::less(signed, x, y, width))),
        // Nothing is less than the least, and what is not the least is more.
        (_, Some(y)) if y == least => Some(words.bool(false)),
        (Some(x), _) if x == greatest => Some(words.bool(false)),
        (Some(x), None) if x == least => {
            let equal = words.equal(b, a);
            Some(words.not(equal))
        }
        (None, Some(y)) if y == greatest => {
            let equal = words.equal(a, b);
            Some(words.not(equal))
        }
        _ => None,
    }
}

pub fn ite(words: &mut Words, c: TermId, yes: TermId, no: TermId) -> Option<TermId> {
    if yes == no {
        return Some(yes);
    }
    match words.node(c) {
        Node::Const(0) => return Some(no),
        Node::Const(_) => return Some(yes),
        Node::Unary(UnaryOp::Not, inner) => return Some(words.ite(inner, no, yes)),
        _ => {}
    }
    if words.width(yes) == 1 {
        let yes_is = words.as_const(yes);
        let no_is = words.as_const(no);
        return match (yes_is, no_is) {
            (Some(1), Some(_)) => Some(c),
            (Some(_), Some(_)) => Some(words.not(c)),
            (Some(1), None) => Some(words.or(c, no)),
            (Some(_), None) => {
                let not = words.not(c);
                Some(words.and(not, no))
            }
            (None, Some(0)) => Some(words.and(c, yes)),
            (None, Some(_)) => {
                let not = words.not(c);
                Some(words.or(not, yes))
            }
            (None, None) => None,
        };
    }
    // What a choice inside does by the same bit is known.
    let inner = |words: &Words, term: TermId, side: bool| match words.node(term) {
        Node::Ite(d, yes, no) if d == c => Some(if side { yes } else { no }),
        _ => None,
    };
    match (inner(words, yes, true), inner(words, no, false)) {
        (None, None) => None,
        (a, b) => Some(words.ite(c, a.unwrap_or(yes), b.unwrap_or(no))),
    }
}

pub fn extract(words: &mut Words, of: TermId, low: u32, width: u32) -> Option<TermId> {
    let whole = words.width(of);
    if low == 0 && width == whole {
        return Some(of);
    }
    match words.node(of) {
        Node::Const(value) => Some(words.constant(value >> low, width)),
        Node::Extract(inner, from) => Some(words.extract(inner, from + low, width)),
        Node::Concat(high, tail) => {
            let split = words.width(tail);
            if low >= split {
                Some(words.extract(high, low - split, width))
            } else if low + width <= split {
                Some(words.extract(tail, low, width))
            } else {
                let high = words.extract(high, 0, low + width - split);
                let tail = words.extract(tail, low, split - low);
                Some(words.concat(high, tail))
            }
        }
        Node::Extend { signed, of: inner } => {
            let narrow = words.width(inner);
            if low + width <= narrow {
                Some(words.extract(inner, low, width))
            } else if low == 0 {
                Some(words.extend(signed, inner, width))
            } else if low >= narrow && !signed {
                Some(words.constant(0, width))
            } else {
                None
            }
        }
        Node::Binary(..) | Node::Unary(..) | Node::Ite(..) if words.is_deep() => None,
        // Low bits of sums and the like depend on low bits only.
        Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) if low == 0 => {
            let (a, b) = (words.extract(a, 0, width), words.extract(b, 0, width));
            Some(words.binary(op, a, b))
        }
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
            let (a, b) = (words.extract(a, low, width), words.extract(b, low, width));
            Some(words.binary(op, a, b))
        }
        Node::Unary(UnaryOp::Not, a) => {
            let a = words.extract(a, low, width);
            Some(words.not(a))
        }
        Node::Binary(op @ (BinaryOp::Shl | BinaryOp::LShr), a, by) => {
            let by = u32::try_from(words.as_const(by)?).ok()?;
            match op {
                BinaryOp::Shl if low >= by => Some(words.extract(a, low - by, width)),
                BinaryOp::Shl if low + width <= by => Some(words.constant(0, width)),
                BinaryOp::LShr if low + by + width <= whole => Some(words.extract(a, low + by, width)),
                _ => None,
            }
        }
        Node::Ite(c, yes, no) if words.as_const(yes).is_some() || words.as_const(no).is_some() => {
            let (yes, no) = (words.extract(yes, low, width), words.extract(no, low, width));
            Some(words.ite(c, yes, no))
        }
        _ => None,
    }
}

pub fn extend(words: &mut Words, signed: bool, of: TermId, width: u32) -> Option<TermId> {
    let narrow = words.width(of);
    if width == narrow {
        return Some(of);
    }
    match words.node(of) {
        Node::Const(value) if signed => {
            Some(words.constant(number::word(number::signed(value, narrow), width), width))
        }
        Node::Const(value) => Some(words.constant(value, width)),
        // The sign of what was extended with zeros is 0.
        Node::Extend { signed: inner, of } if inner == signed || !inner => {
            Some(words.extend(inner, of, width))
        }
        _ => None,
    }
}

pub fn concat(words: &mut Words, high: TermId, low: TermId) -> Option<TermId> {
    let (wide, narrow) = (words.width(high), words.width(low));
    match (words.node(high), words.node(low)) {
        (Node::Const(a), Node::Const(b)) => Some(words.constant(a << narrow | b, wide + narrow)),
        (Node::Const(0), _) => Some(words.extend(false, low, wide + narrow)),
        (Node::Extract(a, from), Node::Extract(b, at)) if a == b && from == at + narrow => {
            Some(words.extract(a, at, wide + narrow))
        }
        _ => None,
    }
}

/// An element. Elements of changed arrays and of choices between arrays become choices between elements.
pub fn read(words: &mut Words, array: ArrayId, index: TermId) -> TermId {
    let array = unchanged(words, array, index);
    // What an array is made of stands above it until its element is known.
    let mut stack = vec![array];
    while let Some(top) = stack.last().copied() {
        if words.known_element(top, index).is_some() {
            stack.pop();
            continue;
        }
        let mut element = |words: &mut Words, of: ArrayId| {
            let of = unchanged(words, of, index);
            let known = words.known_element(of, index);
            if known.is_none() {
                stack.push(of);
            }
            known
        };
        let found = match words.array_node(top) {
            ArrayNode::Symbol(_) => Some(words.intern(Node::Read(top, index), words.shape(top).1)),
            ArrayNode::Filled(value) => Some(value),
            ArrayNode::Write(before, at, value) => {
                let same = words.equal(at, index);
                match words.as_const(same) {
                    Some(_) => Some(value),
                    None => element(words, before).map(|other| words.ite(same, value, other)),
                }
            }
            ArrayNode::Ite(c, yes, no) => match (element(words, yes), element(words, no)) {
                (Some(yes), Some(no)) => Some(words.ite(c, yes, no)),
                _ => None,
            },
        };
        if let Some(element) = found {
            words.remember_element(top, index, element);
        }
    }
    words.known_element(array, index).expect("the element has been found")
}

/// The array before all changes of elements with other indices.
fn unchanged(words: &mut Words, mut array: ArrayId, index: TermId) -> ArrayId {
    while let ArrayNode::Write(before, at, _) = words.array_node(array) {
        let same = words.equal(at, index);
        if words.as_const(same) != Some(0) {
            break;
        }
        array = before;
    }
    array
}
