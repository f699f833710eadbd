//! Terms with other terms in place of symbols, and which symbols a term depends on.

use crate::node::{ArrayId, ArrayNode, ArraySymbol, Node, Symbol, TermId};
use crate::term::Words;
use crate::walk::{self, Part};
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
        self.prepare(words, Part::Word(term));
        self.done[&term]
    }

    /// The array with all symbols replaced, at once.
    pub fn apply_array(&mut self, words: &mut Words, array: ArrayId) -> ArrayId {
        self.prepare(words, Part::Array(array));
        self.done_arrays[&array]
    }

    /// Replaces symbols in all that something consists of.
    fn prepare(&mut self, words: &mut Words, root: Part) {
        let parts = walk::parts(words, root, |part| match part {
            Part::Word(term) => self.done.contains_key(&term),
            Part::Array(array) => self.done_arrays.contains_key(&array),
        });
        for part in parts {
            match part {
                Part::Word(term) => {
                    let result = self.word_of_parts(words, term);
                    self.done.insert(term, result);
                }
                Part::Array(array) => {
                    let result = self.array_of_parts(words, array);
                    self.done_arrays.insert(array, result);
                }
            }
        }
    }

    /// The term, from its parts with symbols replaced.
    fn word_of_parts(&self, words: &mut Words, term: TermId) -> TermId {
        let width = words.width(term);
        let of = |term: TermId| self.done[&term];
        match words.node(term) {
            Node::Const(_) => term,
            Node::Symbol(symbol) => self.words.get(&symbol).copied().unwrap_or(term),
            Node::Unary(op, x) => words.unary(op, of(x)),
            Node::Binary(op, a, b) => words.binary(op, of(a), of(b)),
            Node::Equal(a, b) => words.equal(of(a), of(b)),
            Node::Less { signed, left, right } => words.less(signed, of(left), of(right)),
            Node::ProductOverflows { signed, left, right } => {
                words.product_overflows(signed, of(left), of(right))
            }
            Node::Ite(c, a, b) => words.ite(of(c), of(a), of(b)),
            Node::Extract(x, low) => words.extract(of(x), low, width),
            Node::Extend { signed, of: x } => words.extend(signed, of(x), width),
            Node::Concat(a, b) => words.concat(of(a), of(b)),
            Node::Read(array, index) => words.read(self.done_arrays[&array], of(index)),
        }
    }

    /// The array, from its parts with symbols replaced.
    fn array_of_parts(&self, words: &mut Words, array: ArrayId) -> ArrayId {
        let of = |term: TermId| self.done[&term];
        match words.array_node(array) {
            ArrayNode::Symbol(symbol) => self.arrays.get(&symbol).copied().unwrap_or(array),
            ArrayNode::Filled(value) => words.filled(words.shape(array).0, of(value)),
            ArrayNode::Write(before, index, value) => {
                words.write(self.done_arrays[&before], of(index), of(value))
            }
            ArrayNode::Ite(c, yes, no) => {
                words.array_ite(of(c), self.done_arrays[&yes], self.done_arrays[&no])
            }
        }
    }
}

/// The symbols that terms depend on; terms are added one by one.
#[derive(Clone, Debug, Default)]
pub struct Support {
    /// Words.
    pub words: FxHashSet<Symbol>,
    /// Arrays.
    pub arrays: FxHashSet<ArraySymbol>,
    seen: FxHashSet<Part>,
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
        self.add_parts(words, Part::Word(term));
    }

    /// Adds those of an array.
    pub fn add_array(&mut self, words: &Words, array: ArrayId) {
        self.add_parts(words, Part::Array(array));
    }

    fn add_parts(&mut self, words: &Words, root: Part) {
        for part in walk::parts(words, root, |part| self.seen.contains(&part)) {
            match part {
                Part::Word(term) => {
                    if let Node::Symbol(symbol) = words.node(term) {
                        self.words.insert(symbol);
                    }
                }
                Part::Array(array) => {
                    if let ArrayNode::Symbol(symbol) = words.array_node(array) {
                        self.arrays.insert(symbol);
                    }
                }
            }
            self.seen.insert(part);
        }
    }
}
