//! The value of a term.

use crate::node::{ArrayId, ArrayNode, ArraySymbol, Node, Symbol, TermId};
use crate::number;
use crate::term::Words;
use crate::walk::{self, Part};
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// The value of a term.
    pub fn eval(&self, words: &Words, term: TermId) -> u128 {
        Evaluation::new(self, words).word(term)
    }

    /// The values of several terms, with what they share computed once.
    pub fn eval_all(&self, words: &Words, terms: &[TermId]) -> Vec<u128> {
        let mut evaluation = Evaluation::new(self, words);
        terms.iter().map(|term| evaluation.word(*term)).collect()
    }

    /// The content of an array.
    pub fn eval_array(&self, words: &Words, array: ArrayId) -> ArrayValue {
        Evaluation::new(self, words).array(array)
    }
}

struct Evaluation<'a> {
    valuation: &'a Valuation,
    words: &'a Words,
    known: FxHashMap<TermId, u128>,
    /// Arrays of whose parts all values are known.
    arrays: FxHashSet<ArrayId>,
}

impl<'a> Evaluation<'a> {
    fn new(valuation: &'a Valuation, words: &'a Words) -> Evaluation<'a> {
        Evaluation { valuation, words, known: FxHashMap::default(), arrays: FxHashSet::default() }
    }

    fn word(&mut self, term: TermId) -> u128 {
        self.prepare(Part::Word(term));
        self.known[&term]
    }

    /// Computes the values of all words that something consists of.
    fn prepare(&mut self, root: Part) {
        let parts = walk::parts(self.words, root, |part| match part {
            Part::Word(term) => self.known.contains_key(&term),
            Part::Array(array) => self.arrays.contains(&array),
        });
        for part in parts {
            match part {
                Part::Word(term) => {
                    let value = self.node(term);
                    self.known.insert(term, value);
                }
                Part::Array(array) => {
                    self.arrays.insert(array);
                }
            }
        }
    }

    /// The value of a word of whose parts the values are known.
    fn node(&self, term: TermId) -> u128 {
        let width = self.words.width(term);
        let of = |term: TermId| self.known[&term];
        match self.words.node(term) {
            Node::Const(value) => value,
            Node::Symbol(symbol) => {
                self.valuation.words.get(&symbol).copied().unwrap_or(0) & number::mask(width)
            }
            Node::Unary(op, x) => number::unary(op, of(x), width),
            Node::Binary(op, a, b) => number::binary(op, of(a), of(b), width),
            Node::Equal(a, b) => u128::from(of(a) == of(b)),
            Node::Less { signed, left, right } => {
                u128::from(number::less(signed, of(left), of(right), self.words.width(left)))
            }
            Node::ProductOverflows { signed, left, right } => {
                let width = self.words.width(left);
                u128::from(number::product_overflows(signed, of(left), of(right), width))
            }
            Node::Ite(c, a, b) => of(if of(c) == 1 { a } else { b }),
            Node::Extract(x, low) => of(x) >> low & number::mask(width),
            Node::Extend { signed: true, of: x } => {
                number::word(number::signed(of(x), self.words.width(x)), width)
            }
            Node::Extend { of: x, .. } => of(x),
            Node::Concat(high, low) => of(high) << self.words.width(low) | of(low),
            Node::Read(array, index) => self.element(array, of(index)),
        }
    }

    fn element(&self, mut array: ArrayId, index: u128) -> u128 {
        loop {
            match self.words.array_node(array) {
                ArrayNode::Symbol(symbol) => {
                    let element = self.words.array_shape(symbol).1;
                    let value = self.valuation.arrays.get(&symbol).map_or(0, |array| array.get(index));
                    return value & number::mask(element);
                }
                ArrayNode::Filled(value) => return self.known[&value],
                ArrayNode::Write(_, at, value) if self.known[&at] == index => return self.known[&value],
                ArrayNode::Write(before, ..) => array = before,
                ArrayNode::Ite(c, yes, no) => array = if self.known[&c] == 1 { yes } else { no },
            }
        }
    }

    fn array(&mut self, mut array: ArrayId) -> ArrayValue {
        self.prepare(Part::Array(array));
        // Changes, the last one first.
        let mut changes = Vec::new();
        let mut value = loop {
            match self.words.array_node(array) {
                ArrayNode::Symbol(symbol) => {
                    break self.valuation.arrays.get(&symbol).cloned().unwrap_or_default();
                }
                ArrayNode::Filled(value) => {
                    break ArrayValue { elements: FxHashMap::default(), otherwise: self.known[&value] };
                }
                ArrayNode::Write(before, at, value) => {
                    changes.push((self.known[&at], self.known[&value]));
                    array = before;
                }
                ArrayNode::Ite(c, yes, no) => array = if self.known[&c] == 1 { yes } else { no },
            }
        };
        value.elements.extend(changes.into_iter().rev());
        value
    }
}
