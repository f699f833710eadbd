//! The value of a term.

use crate::number;
use crate::term::{ArrayId, ArrayNode, ArraySymbol, Node, Symbol, TermId, Words};
use rustc_hash::FxHashMap;

/// The content of an array: some elements, and all others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    /// Elements by index.
    pub elements: FxHashMap<u128, u128>,
    /// What the others hold.
    pub otherwise: u128,
}

impl ArrayValue {
    /// An element.
    pub fn get(&self, index: u128) -> u128 {
        self.elements.get(&index).copied().unwrap_or(self.otherwise)
    }
}

/// Values of symbols; those that are not there are 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Valuation {
    /// Of words.
    pub words: FxHashMap<Symbol, u128>,
    /// Of arrays.
    pub arrays: FxHashMap<ArraySymbol, ArrayValue>,
}

impl Valuation {
    /// The value of a term. Deep terms take deep recursion.
    pub fn eval(&self, words: &Words, term: TermId) -> u128 {
        Evaluation { valuation: self, words, known: FxHashMap::default() }.word(term)
    }

    /// The values of several terms, with what they share computed once.
    pub fn eval_all(&self, words: &Words, terms: &[TermId]) -> Vec<u128> {
        let mut evaluation = Evaluation { valuation: self, words, known: FxHashMap::default() };
        terms.iter().map(|term| evaluation.word(*term)).collect()
    }

    /// The content of an array.
    pub fn eval_array(&self, words: &Words, array: ArrayId) -> ArrayValue {
        Evaluation { valuation: self, words, known: FxHashMap::default() }.array(array)
    }
}

struct Evaluation<'a> {
    valuation: &'a Valuation,
    words: &'a Words,
    known: FxHashMap<TermId, u128>,
}

impl Evaluation<'_> {
    fn word(&mut self, term: TermId) -> u128 {
        if let Some(value) = self.known.get(&term) {
            return *value;
        }
        let width = self.words.width(term);
        let value = match self.words.node(term) {
            Node::Const(value) => value,
            Node::Symbol(symbol) => {
                self.valuation.words.get(&symbol).copied().unwrap_or(0) & number::mask(width)
            }
            Node::Unary(op, x) => number::unary(op, self.word(x), width),
            Node::Binary(op, a, b) => number::binary(op, self.word(a), self.word(b), width),
            Node::Equal(a, b) => u128::from(self.word(a) == self.word(b)),
            Node::Less { signed, left, right } => {
                let width = self.words.width(left);
                u128::from(number::less(signed, self.word(left), self.word(right), width))
            }
            Node::ProductOverflows { signed, left, right } => {
                let width = self.words.width(left);
                u128::from(number::product_overflows(signed, self.word(left), self.word(right), width))
            }
            Node::Ite(c, a, b) => {
                if self.word(c) == 1 {
                    self.word(a)
                } else {
                    self.word(b)
                }
            }
            Node::Extract(x, low) => self.word(x) >> low & number::mask(width),
            Node::Extend { signed: true, of } => {
                number::word(number::signed(self.word(of), self.words.width(of)), width)
            }
            Node::Extend { of, .. } => self.word(of),
            Node::Concat(high, low) => self.word(high) << self.words.width(low) | self.word(low),
            Node::Read(array, index) => {
                let index = self.word(index);
                self.element(array, index)
            }
        };
        self.known.insert(term, value);
        value
    }

    fn element(&mut self, array: ArrayId, index: u128) -> u128 {
        match self.words.array_node(array) {
            ArrayNode::Symbol(symbol) => {
                let element = self.words.array_shape(symbol).1;
                let value = self.valuation.arrays.get(&symbol).map_or(0, |array| array.get(index));
                value & number::mask(element)
            }
            ArrayNode::Filled(value) => self.word(value),
            ArrayNode::Write(before, at, value) => {
                if self.word(at) == index {
                    self.word(value)
                } else {
                    self.element(before, index)
                }
            }
            ArrayNode::Ite(c, yes, no) => {
                let side = if self.word(c) == 1 { yes } else { no };
                self.element(side, index)
            }
        }
    }

    fn array(&mut self, array: ArrayId) -> ArrayValue {
        match self.words.array_node(array) {
            ArrayNode::Symbol(symbol) => self.valuation.arrays.get(&symbol).cloned().unwrap_or_default(),
            ArrayNode::Filled(value) => {
                ArrayValue { elements: FxHashMap::default(), otherwise: self.word(value) }
            }
            ArrayNode::Write(before, at, value) => {
                let mut result = self.array(before);
                let (at, value) = (self.word(at), self.word(value));
                result.elements.insert(at, value);
                result
            }
            ArrayNode::Ite(c, yes, no) => {
                let side = if self.word(c) == 1 { yes } else { no };
                self.array(side)
            }
        }
    }
}
