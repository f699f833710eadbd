//! Terms as formulas: a word becomes a formula for each of its bits.
//!
//! *What*: symbols are choices, operations the circuits of `circuit`. An element of an array that is not known is a fresh
//! choice for each index.
//! *Source*: Ackermann's reduction: two elements of one array are equal where their indices are
//! ([`Blaster::congruence`]): it has to be required wherever the formulas are.
//! *Claim*: formulas together with all congruences are satisfiable exactly if the terms are.
//! *Cost*: of circuits; congruences are as many as pairs of indices of one array that can be equal.

use crate::circuit;
use crate::eval::{ArrayValue, Valuation};
use crate::node::{ArrayId, ArrayNode, ArraySymbol, Node, Symbol, TermId};
use crate::term::Words;
use rustc_hash::FxHashMap;
use tw_solver::{Assignment, Graph, Lit};

/// Translates the terms of one graph into formulas of another; what was translated before is kept. All calls take the same
/// two graphs.
#[derive(Default)]
pub struct Blaster {
    /// Bits of terms, the lowest first.
    bits: FxHashMap<TermId, Vec<Lit>>,
    symbols: FxHashMap<Symbol, Vec<Lit>>,
    /// Elements of arrays at indices.
    elements: FxHashMap<(ArrayId, TermId), Vec<Lit>>,
    /// Elements that are choices.
    reads: FxHashMap<ArraySymbol, Vec<Read>>,
    congruence: Vec<Lit>,
}

/// An element of an array that may be anything.
struct Read {
    index: Vec<Lit>,
    element: Vec<Lit>,
}

/// What is translated.
#[derive(Clone, Copy)]
enum Part {
    Word(TermId),
    Element(ArrayId, TermId),
}

impl Blaster {
    /// Nothing is translated yet.
    pub fn new() -> Blaster {
        Blaster::default()
    }

    /// The bits of a word, the lowest first.
    pub fn bits(&mut self, words: &Words, graph: &mut Graph, term: TermId) -> Vec<Lit> {
        // What a part needs stands above it until it is known.
        let mut stack = vec![Part::Word(term)];
        while let Some(part) = stack.last().copied() {
            let before = stack.len();
            if !self.is_known(part) {
                self.needs(words, part, &mut stack);
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            if !self.is_known(part) {
                match part {
                    Part::Word(term) => {
                        let bits = self.word(words, graph, term);
                        self.bits.insert(term, bits);
                    }
                    Part::Element(array, index) => {
                        let bits = self.element(words, graph, array, index);
                        self.elements.insert((array, index), bits);
                    }
                }
            }
        }
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

    /// The values of all symbols and of the elements read, from those of choices. Symbols that were never translated are not
    /// there; choices that are not in the assignment are false, and elements of which nothing is there are what elements of equal
    /// index are.
    pub fn valuation(&self, words: &Words, graph: &mut Graph, assignment: &Assignment) -> Valuation {
        let mut valuation = Valuation::default();
        for (symbol, bits) in &self.symbols {
            valuation.words.insert(*symbol, value(&graph.values(bits, assignment)));
        }
        for (symbol, reads) in &self.reads {
            // Each element with the bits of it that are in the assignment.
            let mut known: FxHashMap<u128, (u128, u128)> = FxHashMap::default();
            let indices: Vec<Lit> = reads.iter().flat_map(|read| &read.index).copied().collect();
            let indices = graph.values(&indices, assignment);
            let width = words.array_shape(*symbol).0 as usize;
            for (read, index) in reads.iter().zip(indices.chunks(width)) {
                let (bits, mask) = known.entry(value(index)).or_default();
                for (at, lit) in read.element.iter().enumerate() {
                    let (input, _) = graph.as_input(*lit).expect("elements are choices");
                    if let Some(bit) = assignment.get(&input)
                        && *mask >> at & 1 == 0
                    {
                        *bits |= u128::from(*bit) << at;
                        *mask |= 1 << at;
                    }
                }
            }
            let elements = known.into_iter().map(|(index, (bits, _))| (index, bits)).collect();
            valuation.arrays.insert(*symbol, ArrayValue { elements, otherwise: 0 });
        }
        valuation
    }

    fn is_known(&self, part: Part) -> bool {
        match part {
            Part::Word(term) => self.bits.contains_key(&term),
            Part::Element(array, index) => self.elements.contains_key(&(array, index)),
        }
    }

    /// Adds what has to be known before a part.
    fn needs(&self, words: &Words, part: Part, stack: &mut Vec<Part>) {
        let mut push = |part: Part| {
            if !self.is_known(part) {
                stack.push(part);
            }
        };
        match part {
            Part::Word(term) => match words.node(term) {
                Node::Read(array, index) => {
                    push(Part::Element(array, index));
                    push(Part::Word(index));
                }
                node => node.operands().for_each(|operand| push(Part::Word(operand))),
            },
            Part::Element(array, index) => match words.array_node(array) {
                ArrayNode::Symbol(_) => push(Part::Word(index)),
                ArrayNode::Filled(value) => push(Part::Word(value)),
                ArrayNode::Write(before, at, value) => {
                    push(Part::Element(before, index));
                    [at, index, value].map(Part::Word).into_iter().for_each(push);
                }
                ArrayNode::Ite(c, yes, no) => {
                    push(Part::Word(c));
                    push(Part::Element(yes, index));
                    push(Part::Element(no, index));
                }
            },
        }
    }

    /// The bits of a word of whose operands the bits are known.
    fn word(&mut self, words: &Words, graph: &mut Graph, term: TermId) -> Vec<Lit> {
        let width = words.width(term);
        let of = |term: TermId| self.bits[&term].as_slice();
        match words.node(term) {
            Node::Const(value) => circuit::constant(value, width),
            Node::Symbol(symbol) => {
                let bits = choices(graph, width);
                self.symbols.insert(symbol, bits.clone());
                bits
            }
            Node::Unary(op, x) => circuit::unary(graph, op, of(x)),
            Node::Binary(op, a, b) => circuit::binary(graph, op, of(a), of(b)),
            Node::Equal(a, b) => vec![circuit::equal(graph, of(a), of(b))],
            Node::Less { signed, left, right } => {
                vec![circuit::less(graph, signed, of(left), of(right))]
            }
            Node::ProductOverflows { signed, left, right } => {
                vec![circuit::product_overflows(graph, signed, of(left), of(right))]
            }
            Node::Ite(c, a, b) => circuit::ite(graph, of(c)[0], of(a), of(b)),
            Node::Extract(x, low) => circuit::extract(of(x), low, width),
            Node::Extend { signed, of: x } => circuit::extend(signed, of(x), width),
            Node::Concat(high, low) => [of(low), of(high)].concat(),
            Node::Read(array, index) => self.elements[&(array, index)].clone(),
        }
    }

    /// The bits of an element of an array of whose parts the bits are known.
    fn element(&mut self, words: &Words, graph: &mut Graph, array: ArrayId, index: TermId) -> Vec<Lit> {
        match words.array_node(array) {
            ArrayNode::Symbol(symbol) => {
                let element = words.array_shape(symbol).1;
                self.choice(graph, symbol, index, element)
            }
            ArrayNode::Filled(value) => self.bits[&value].clone(),
            ArrayNode::Write(before, at, value) => {
                let here = circuit::equal(graph, &self.bits[&at], &self.bits[&index]);
                circuit::ite(graph, here, &self.bits[&value], &self.elements[&(before, index)])
            }
            ArrayNode::Ite(c, yes, no) => {
                let (yes, no) = (&self.elements[&(yes, index)], &self.elements[&(no, index)]);
                circuit::ite(graph, self.bits[&c][0], yes, no)
            }
        }
    }

    /// An element that may be anything, but for those of equal index.
    fn choice(&mut self, graph: &mut Graph, array: ArraySymbol, index: TermId, width: u32) -> Vec<Lit> {
        let index = &self.bits[&index];
        let reads = self.reads.entry(array).or_default();
        if let Some(read) = reads.iter().find(|read| read.index == *index) {
            return read.element.clone();
        }
        let fresh = choices(graph, width);
        for read in reads.iter() {
            let same = circuit::equal(graph, &read.index, index);
            if same == Lit::FALSE {
                continue;
            }
            let agree = circuit::equal(graph, &read.element, &fresh);
            self.congruence.push(graph.or(!same, agree));
        }
        reads.push(Read { index: index.clone(), element: fresh.clone() });
        fresh
    }
}

fn choices(graph: &mut Graph, width: u32) -> Vec<Lit> {
    (0..width)
        .map(|_| {
            let input = graph.input();
            graph.lit(input)
        })
        .collect()
}

/// The number that bits stand for.
fn value(bits: &[bool]) -> u128 {
    bits.iter().rev().fold(0, |value, bit| value << 1 | u128::from(*bit))
}
