//! What terms consist of.

use tw_index::define_id;

define_id!(/// A word.
    pub struct TermId);
define_id!(/// An array of words.
    pub struct ArrayId);
define_id!(/// A word that may have any value.
    pub struct Symbol);
define_id!(/// An array that may have any content.
    pub struct ArraySymbol);

/// Operations with one operand, of its width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    /// All bits inverted.
    Not,
    /// Number of ones.
    PopCount,
    /// Number of leading zeros (the width for 0).
    LeadingZeros,
    /// Number of trailing zeros (the width for 0).
    TrailingZeros,
    /// Bytes reversed; the width is a multiple of 8.
    SwapBytes,
    /// Bits reversed.
    ReverseBits,
}

/// Operations with two operands of one width, which is that of the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    /// Sum, wrapping.
    Add,
    /// Difference, wrapping.
    Sub,
    /// Product, wrapping.
    Mul,
    /// Quotient without signs; by 0: all ones.
    UDiv,
    /// Quotient, rounded to zero; by 0: 1 for negative numbers, else -1; the least number by -1: itself.
    SDiv,
    /// Remainder without signs; by 0: the dividend.
    URem,
    /// Remainder with the sign of the dividend; by 0: the dividend; of the least number by -1: 0.
    SRem,
    /// Shift to the left; 0 by the width or more.
    Shl,
    /// Shift to the right; 0 by the width or more.
    LShr,
    /// Shift to the right that copies the sign; all signs by the width or more.
    AShr,
    /// Conjunction of bits.
    And,
    /// Disjunction of bits.
    Or,
    /// Exclusive or of bits.
    Xor,
}

impl BinaryOp {
    /// Whether operands may be exchanged.
    pub fn commutes(self) -> bool {
        matches!(self, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
    }
}

/// What a word consists of. Operands have smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number.
    Const(u128),
    /// Any value.
    Symbol(Symbol),
    /// An operation.
    Unary(UnaryOp, TermId),
    /// An operation.
    Binary(BinaryOp, TermId, TermId),
    /// 1 if both are equal, else 0.
    Equal(TermId, TermId),
    /// 1 if the first is less, else 0.
    Less {
        /// By two's complement.
        signed: bool,
        /// Operand.
        left: TermId,
        /// Operand.
        right: TermId,
    },
    /// 1 if the product does not fit in the width of the operands, else 0.
    ProductOverflows {
        /// By two's complement.
        signed: bool,
        /// Operand.
        left: TermId,
        /// Operand.
        right: TermId,
    },
    /// One of two words, by a word of one bit.
    Ite(TermId, TermId, TermId),
    /// Bits from this one on, as many as the width of this term.
    Extract(TermId, u32),
    /// More bits in front: zeros, or signs.
    Extend {
        /// Copies of the sign.
        signed: bool,
        /// Operand.
        of: TermId,
    },
    /// High bits in front of low ones.
    Concat(TermId, TermId),
    /// An element of an array.
    Read(ArrayId, TermId),
}

impl Node {
    /// The words that it is made of directly; of an element, its index.
    pub fn operands(self) -> impl Iterator<Item = TermId> {
        let operands = match self {
            Node::Const(_) | Node::Symbol(_) => [None; 3],
            Node::Unary(_, x) | Node::Extract(x, _) | Node::Extend { of: x, .. } | Node::Read(_, x) => {
                [Some(x), None, None]
            }
            Node::Binary(_, a, b)
            | Node::Equal(a, b)
            | Node::Less { left: a, right: b, .. }
            | Node::ProductOverflows { left: a, right: b, .. }
            | Node::Concat(a, b) => [Some(a), Some(b), None],
            Node::Ite(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        operands.into_iter().flatten()
    }
}

/// What an array consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayNode {
    /// Any content.
    Symbol(ArraySymbol),
    /// The same in all elements.
    Filled(TermId),
    /// Another array, with one element changed.
    Write(ArrayId, TermId, TermId),
    /// One of two arrays, by a word of one bit.
    Ite(TermId, ArrayId, ArrayId),
}
