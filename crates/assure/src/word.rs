//! Words: what symbolic execution computes with. Terms are trees with shared parts; operations on constants give
//! constants, and a few laws keep what is common small. Two equal terms may be different trees.

use crate::number::{self, ones};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Operations with one operand, of its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// All bits inverted.
    Not,
    /// Number of ones.
    PopCount,
    /// Number of leading zeros (the width for 0).
    LeadingZeros,
    /// Number of trailing zeros (the width for 0).
    TrailingZeros,
    /// Bytes reversed.
    SwapBytes,
    /// Bits reversed.
    ReverseBits,
}

/// Operations with two operands of one width, which is that of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// Sum, wrapping.
    Add,
    /// Difference, wrapping.
    Sub,
    /// Product, wrapping.
    Mul,
    /// Quotient without signs; by 0: all ones.
    UDiv,
    /// Quotient, rounded to zero; by 0: 1 for negative numbers, else -1.
    SDiv,
    /// Remainder without signs; by 0: the dividend.
    URem,
    /// Remainder with the sign of the dividend; by 0: the dividend.
    SRem,
    /// Shift to the left; 0 by the width or more.
    Shl,
    /// Shift to the right; 0 by the width or more.
    LShr,
    /// Shift to the right that copies the sign.
    AShr,
    /// Conjunction of bits.
    And,
    /// Disjunction of bits.
    Or,
    /// Exclusive or of bits.
    Xor,
}

/// A word that may have any value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A variable before the step: shared, or of the thread that moves.
    Variable(u32),
    /// A variable of another thread.
    Other(u32),
    /// The identity of the thread that moves.
    Identity,
    /// The identity of the other thread.
    OtherIdentity,
    /// Something else.
    Fresh(u32),
}

/// A word.
#[derive(Clone, Debug)]
pub struct Word(Rc<Shape>);

#[derive(Debug)]
struct Shape {
    width: u32,
    node: Node,
}

/// What a word consists of.
#[derive(Clone, Debug)]
pub enum Node {
    /// A number.
    Const(u128),
    /// Any value.
    Symbol(Symbol),
    /// An operation.
    Unary(Unary, Word),
    /// An operation.
    Binary(Binary, Word, Word),
    /// 1 if both are equal, else 0.
    Equal(Word, Word),
    /// 1 if the first is less, else 0; by two's complement if the flag is set.
    Less(bool, Word, Word),
    /// 1 if the product does not fit, else 0.
    ProductOverflows(bool, Word, Word),
    /// One of two words, by a bit.
    Choose(Word, Word, Word),
    /// Bits from this one on.
    Extract(Word, u32),
    /// More bits in front: signs if the flag is set, else zeros.
    Extend(bool, Word),
    /// High bits in front of low ones.
    Concat(Word, Word),
    /// An element of an array.
    Read(Array, Word),
}

/// An array: what it held before a step, and what was written since.
#[derive(Clone, Debug)]
pub struct Array(Rc<ArrayShape>);

#[derive(Debug)]
struct ArrayShape {
    /// Bits of an index, and of an element.
    widths: (u32, u32),
    node: ArrayNode,
}

/// What an array consists of.
#[derive(Clone, Debug)]
pub enum ArrayNode {
    /// Any content; different symbols are different arrays.
    Symbol(Symbol),
    /// Known content; all other elements are 0.
    Known(Rc<BTreeMap<u128, Word>>),
    /// Another array with one element changed.
    Write(Array, Word, Word),
}

impl Word {
    fn new(width: u32, node: Node) -> Word {
        Word(Rc::new(Shape { width, node }))
    }

    /// A number; bits beyond the width are dropped.
    pub fn number(value: u128, width: u32) -> Word {
        Word::new(width, Node::Const(value & ones(width)))
    }

    /// A truth value.
    pub fn bool(value: bool) -> Word {
        Word::number(value.into(), 1)
    }

    /// Any value.
    pub fn symbol(symbol: Symbol, width: u32) -> Word {
        Word::new(width, Node::Symbol(symbol))
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.0.width
    }

    /// What it consists of.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// The number that it is, if it is one.
    pub fn as_const(&self) -> Option<u128> {
        match self.0.node {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Something that is the same for the same object.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }

    /// Whether both are one object, or the same number or symbol.
    pub fn is(&self, other: &Word) -> bool {
        let alike = match (&self.0.node, &other.0.node) {
            (Node::Const(a), Node::Const(b)) => a == b,
            (Node::Symbol(a), Node::Symbol(b)) => a == b,
            _ => false,
        };
        self.address() == other.address() || (alike && self.width() == other.width())
    }

    /// An operation with one operand.
    pub fn unary(op: Unary, x: &Word) -> Word {
        let width = x.width();
        match x.node() {
            Node::Const(value) => Word::number(number::unary(op, *value, width), width),
            Node::Unary(Unary::Not, inner) if op == Unary::Not => inner.clone(),
            _ => Word::new(width, Node::Unary(op, x.clone())),
        }
    }

    /// An operation with two operands of one width.
    pub fn binary(op: Binary, a: &Word, b: &Word) -> Word {
        let width = a.width();
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const()) {
            return Word::number(number::binary(op, x, y, width), width);
        }
        let all = ones(width);
        match (op, a.as_const(), b.as_const()) {
            (Binary::Add | Binary::Sub | Binary::Or | Binary::Xor, _, Some(0)) => return a.clone(),
            (Binary::Shl | Binary::LShr | Binary::AShr, _, Some(0)) => return a.clone(),
            (Binary::Add | Binary::Or | Binary::Xor, Some(0), _) => return b.clone(),
            (Binary::And, _, Some(y)) if y == all => return a.clone(),
            (Binary::And, Some(x), _) if x == all => return b.clone(),
            (Binary::And | Binary::Mul, _, Some(0)) => return b.clone(),
            (Binary::And | Binary::Mul, Some(0), _) => return a.clone(),
            (Binary::Or, _, Some(y)) if y == all => return b.clone(),
            (Binary::Or, Some(x), _) if x == all => return a.clone(),
            (Binary::Mul | Binary::UDiv, _, Some(1)) => return a.clone(),
            (Binary::Mul, Some(1), _) => return b.clone(),
            (Binary::Sub, _, Some(y)) => {
                return Word::binary(Binary::Add, a, &Word::number(y.wrapping_neg(), width));
            }
            (Binary::Add, Some(_), None) => return Word::binary(op, b, a),
            // (x + c) + d
            (Binary::Add, _, Some(y)) => {
                if let Node::Binary(Binary::Add, x, c) = a.node()
                    && let Some(c) = c.as_const()
                {
                    return Word::binary(op, x, &Word::number(c.wrapping_add(y), width));
                }
            }
            _ if a.is(b) => match op {
                Binary::Sub | Binary::Xor => return Word::number(0, width),
                Binary::And | Binary::Or => return a.clone(),
                _ => {}
            },
            _ => {}
        }
        Word::new(width, Node::Binary(op, a.clone(), b.clone()))
    }

    /// Whether both are equal.
    pub fn equal(a: &Word, b: &Word) -> Word {
        match (a.as_const(), b.as_const()) {
            (Some(x), Some(y)) => Word::bool(x == y),
            _ if a.is(b) => Word::bool(true),
            (_, Some(1)) if a.width() == 1 => a.clone(),
            (_, Some(_)) if a.width() == 1 => a.not(),
            _ => Word::new(1, Node::Equal(a.clone(), b.clone())),
        }
    }

    /// Whether the first is less.
    pub fn less(is_signed: bool, a: &Word, b: &Word) -> Word {
        match (a.as_const(), b.as_const()) {
            (Some(x), Some(y)) => Word::bool(number::less(is_signed, x, y, a.width())),
            _ if a.is(b) => Word::bool(false),
            _ => Word::new(1, Node::Less(is_signed, a.clone(), b.clone())),
        }
    }

    /// Whether the product does not fit.
    pub fn product_overflows(is_signed: bool, a: &Word, b: &Word) -> Word {
        match (a.as_const(), b.as_const()) {
            (Some(x), Some(y)) => Word::bool(number::product_overflows(is_signed, x, y, a.width())),
            _ => Word::new(1, Node::ProductOverflows(is_signed, a.clone(), b.clone())),
        }
    }

    /// One of two words, by a bit.
    pub fn choose(bit: &Word, yes: &Word, no: &Word) -> Word {
        match bit.as_const() {
            Some(1) => yes.clone(),
            Some(_) => no.clone(),
            None if yes.is(no) => yes.clone(),
            None => Word::new(yes.width(), Node::Choose(bit.clone(), yes.clone(), no.clone())),
        }
    }

    /// `width` bits from `low` on.
    pub fn extract(of: &Word, low: u32, width: u32) -> Word {
        match of.node() {
            _ if low == 0 && width == of.width() => of.clone(),
            Node::Const(value) => Word::number(value >> low, width),
            Node::Extract(inner, from) => Word::extract(inner, from + low, width),
            Node::Concat(_, right) if low + width <= right.width() => Word::extract(right, low, width),
            Node::Concat(left, right) if low >= right.width() => {
                Word::extract(left, low - right.width(), width)
            }
            Node::Extend(_, inner) if low + width <= inner.width() => Word::extract(inner, low, width),
            Node::Extend(false, inner) if low >= inner.width() => Word::number(0, width),
            _ => Word::new(width, Node::Extract(of.clone(), low)),
        }
    }

    /// The same number with more bits, or as many.
    pub fn extend(is_signed: bool, of: &Word, width: u32) -> Word {
        match of.as_const() {
            _ if width == of.width() => of.clone(),
            Some(value) if is_signed => {
                Word::number(number::signed(value, of.width()).cast_unsigned(), width)
            }
            Some(value) => Word::number(value, width),
            None => Word::new(width, Node::Extend(is_signed, of.clone())),
        }
    }

    /// High bits in front of low ones.
    pub fn concat(high: &Word, low: &Word) -> Word {
        let width = high.width() + low.width();
        match (high.node(), low.node()) {
            (Node::Const(a), Node::Const(b)) => Word::number(a << low.width() | b, width),
            // Neighbouring bits of one word.
            (Node::Extract(a, from), Node::Extract(b, to)) if a.is(b) && *from == to + low.width() => {
                Word::extract(a, *to, width)
            }
            _ => Word::new(width, Node::Concat(high.clone(), low.clone())),
        }
    }

    /// An element.
    pub fn read(array: &Array, index: &Word) -> Word {
        match array.node() {
            ArrayNode::Write(before, at, value) => match Word::equal(at, index).as_const() {
                Some(1) => value.clone(),
                Some(_) => Word::read(before, index),
                None => Word::new(array.widths().1, Node::Read(array.clone(), index.clone())),
            },
            ArrayNode::Known(elements) => match index.as_const() {
                Some(at) => elements.get(&at).cloned().unwrap_or_else(|| Word::number(0, array.widths().1)),
                None => Word::new(array.widths().1, Node::Read(array.clone(), index.clone())),
            },
            ArrayNode::Symbol(_) => Word::new(array.widths().1, Node::Read(array.clone(), index.clone())),
        }
    }

    /// Negation of all bits.
    #[must_use]
    pub fn not(&self) -> Word {
        Word::unary(Unary::Not, self)
    }

    /// Conjunction.
    #[must_use]
    pub fn and(&self, other: &Word) -> Word {
        Word::binary(Binary::And, self, other)
    }

    /// Disjunction.
    #[must_use]
    pub fn or(&self, other: &Word) -> Word {
        Word::binary(Binary::Or, self, other)
    }

    /// Sum.
    #[must_use]
    pub fn plus(&self, other: &Word) -> Word {
        Word::binary(Binary::Add, self, other)
    }

    /// Sum with a number.
    #[must_use]
    pub fn plus_number(&self, n: i128) -> Word {
        self.plus(&Word::number(n.cast_unsigned(), self.width()))
    }
}

impl Array {
    fn new(widths: (u32, u32), node: ArrayNode) -> Array {
        Array(Rc::new(ArrayShape { widths, node }))
    }

    /// Any content; bits of an index, and of an element.
    pub fn symbol(symbol: Symbol, widths: (u32, u32)) -> Array {
        Array::new(widths, ArrayNode::Symbol(symbol))
    }

    /// Known content.
    pub fn known(elements: BTreeMap<u128, Word>, widths: (u32, u32)) -> Array {
        Array::new(widths, ArrayNode::Known(Rc::new(elements)))
    }

    /// One element changed.
    #[must_use]
    pub fn write(&self, index: &Word, value: &Word) -> Array {
        Array::new(self.widths(), ArrayNode::Write(self.clone(), index.clone(), value.clone()))
    }

    /// Bits of an index, and of an element.
    pub fn widths(&self) -> (u32, u32) {
        self.0.widths
    }

    /// What it consists of.
    pub fn node(&self) -> &ArrayNode {
        &self.0.node
    }
}
