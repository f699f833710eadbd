//! Terms with other terms in place of symbols, and which symbols a term depends on.

use crate::term::{ArrayId, ArrayNode, ArraySymbol, Node, Symbol, TermId, Words};
use rustc_hash::{FxHashMap, FxHashSet};

/// What stands in place of symbols. What was computed before is kept, so one substitution is good for many terms; after a change of
/// `words` or `arrays` a new one is needed.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    words: FxHashMap<Symbol, TermId>,
    arrays: FxHashMap<ArraySymbol, ArrayId>,
    done: FxHashMap<TermId, TermId>,
    done_arrays: FxHashMap<ArrayId, ArrayId>,
}

impl Substitution {
    /// Nothing is replaced yet.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// A term in place of a symbol.
    pub fn word(&mut self, symbol: Symbol, by: TermId) {
        self.words.insert(symbol, by);
        self.done.clear();
        self.done_arrays.clear();
    }

    /// An array in place of a symbol.
    pub fn array(&mut self, symbol: ArraySymbol, by: ArrayId) {
        self.arrays.insert(symbol, by);
        self.done.clear();
        self.done_arrays.clear();
    }

    /// What stands in place of a symbol, if anything does.
    pub fn of(&self, symbol: Symbol) -> Option<TermId> {
        self.words.get(&symbol).copied()
    }

    /// The term with all symbols replaced, at once.
    pub fn apply(&mut self, words: &mut Words, term: TermId) -> TermId {
        if let Some(done) = self.done.get(&term) {
            return *done;
        }
        let width = words.width(term);
        let result = match words.node(term) {
            Node::Const(_) => term,
            Node::Symbol(symbol) => self.words.get(&symbol).copied().unwrap_or(term),
            Node::Unary(op, x) => {
                let x = self.apply(words, x);
                words.unary(op, x)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.apply(words, a), self.apply(words, b));
                words.binary(op, a, b)
            }
            Node::Equal(a, b) => {
                let (a, b) = (self.apply(words, a), self.apply(words, b));
                words.equal(a, b)
            }
            Node::Less { signed, left, right } => {
                let (a, b) = (self.apply(words, left), self.apply(words, right));
                words.less(signed, a, b)
            }
            Node::ProductOverflows { signed, left, right } => {
                let (a, b) = (self.apply(words, left), self.apply(words, right));
                words.product_overflows(signed, a, b)
            }
            Node::Ite(c, a, b) => {
                let c = self.apply(words, c);
                let (a, b) = (self.apply(words, a), self.apply(words, b));
                words.ite(c, a, b)
            }
            Node::Extract(x, low) => {
                let x = self.apply(words, x);
                words.extract(x, low, width)
            }
            Node::Extend { signed, of } => {
                let of = self.apply(words, of);
                words.extend(signed, of, width)
            }
            Node::Concat(a, b) => {
                let (a, b) = (self.apply(words, a), self.apply(words, b));
                words.concat(a, b)
            }
            Node::Read(array, index) => {
                let (array, index) = (self.apply_array(words, array), self.apply(words, index));
                words.read(array, index)
            }
        };
        self.done.insert(term, result);
        result
    }

    /// The array with all symbols replaced, at once.
    pub fn apply_array(&mut self, words: &mut Words, array: ArrayId) -> ArrayId {
        if let Some(done) = self.done_arrays.get(&array) {
            return *done;
        }
        let result = match words.array_node(array) {
            ArrayNode::Symbol(symbol) => self.arrays.get(&symbol).copied().unwrap_or(array),
            ArrayNode::Filled(value) => {
                let value = self.apply(words, value);
                words.filled(words.shape(array).0, value)
            }
            ArrayNode::Write(before, index, value) => {
                let before = self.apply_array(words, before);
                let (index, value) = (self.apply(words, index), self.apply(words, value));
                words.write(before, index, value)
            }
            ArrayNode::Ite(c, yes, no) => {
                let c = self.apply(words, c);
                let (yes, no) = (self.apply_array(words, yes), self.apply_array(words, no));
                words.array_ite(c, yes, no)
            }
        };
        self.done_arrays.insert(array, result);
        result
    }
}

/// The symbols that terms depend on; terms are added one by one.
#[derive(Clone, Debug, Default)]
pub struct Support {
    /// Words.
    pub words: FxHashSet<Symbol>,
    /// Arrays.
    pub arrays: FxHashSet<ArraySymbol>,
    seen: FxHashSet<TermId>,
    seen_arrays: FxHashSet<ArrayId>,
}

impl Support {
    /// The symbols of one term.
    pub fn of(words: &Words, term: TermId) -> Support {
        let mut support = Support::default();
        support.add(words, term);
        support
    }

    /// Adds those of a term.
    pub fn add(&mut self, words: &Words, term: TermId) {
        if !self.seen.insert(term) {
            return;
        }
        match words.node(term) {
            Node::Const(_) => {}
            Node::Symbol(symbol) => {
                self.words.insert(symbol);
            }
            Node::Unary(_, x) | Node::Extract(x, _) | Node::Extend { of: x, .. } => self.add(words, x),
            Node::Binary(_, a, b)
            | Node::Equal(a, b)
            | Node::Less { left: a, right: b, .. }
            | Node::ProductOverflows { left: a, right: b, .. }
            | Node::Concat(a, b) => {
                self.add(words, a);
                self.add(words, b);
            }
            Node::Ite(c, a, b) => [c, a, b].into_iter().for_each(|x| self.add(words, x)),
            Node::Read(array, index) => {
                self.add_array(words, array);
                self.add(words, index);
            }
        }
    }

    /// Adds those of an array.
    pub fn add_array(&mut self, words: &Words, array: ArrayId) {
        if !self.seen_arrays.insert(array) {
            return;
        }
        match words.array_node(array) {
            ArrayNode::Symbol(symbol) => {
                self.arrays.insert(symbol);
            }
            ArrayNode::Filled(value) => self.add(words, value),
            ArrayNode::Write(before, index, value) => {
                self.add_array(words, before);
                self.add(words, index);
                self.add(words, value);
            }
            ArrayNode::Ite(c, yes, no) => {
                self.add(words, c);
                self.add_array(words, yes);
                self.add_array(words, no);
            }
        }
    }
}
