//! Random terms, of which the values are computed beside them, operation by operation.

use super::{BINARY, UNARY, draw};
use crate::number;
use crate::{ArrayId, ArraySymbol, ArrayValue, Symbol, TermId, UnaryOp, Valuation, Words};
use tw_index::Random;

/// Terms with their values under some valuations.
pub struct Pool {
    pub words: Words,
    pub symbols: Vec<Symbol>,
    pub arrays: Vec<ArraySymbol>,
    pub valuations: Vec<Valuation>,
    pub terms: Vec<(TermId, Vec<u128>)>,
    pub contents: Vec<(ArrayId, Vec<ArrayValue>)>,
}

/// Bits of indices.
const INDEX: u32 = 2;
/// Bits of elements.
const ELEMENT: u32 = 3;

impl Pool {
    /// Symbols of these widths, and arrays with 4 elements of 3 bits.
    pub fn new(widths: &[u32], arrays: usize) -> Pool {
        let mut words = Words::new();
        let symbols = widths.iter().map(|width| words.symbol("x", *width)).collect();
        let arrays = (0..arrays).map(|_| words.array_symbol("a", INDEX, ELEMENT)).collect();
        Pool { words, symbols, arrays, valuations: Vec::new(), terms: Vec::new(), contents: Vec::new() }
    }

    /// Symbols as terms, under these valuations.
    pub fn begin(&mut self, valuations: Vec<Valuation>) {
        for symbol in &self.symbols {
            let term = self.words.of_symbol(*symbol);
            self.terms.push((term, valuations.iter().map(|v| v.words[symbol]).collect()));
        }
        for symbol in &self.arrays {
            let array = self.words.of_array_symbol(*symbol);
            self.contents.push((array, valuations.iter().map(|v| v.arrays[symbol].clone()).collect()));
        }
        self.valuations = valuations;
    }

    /// Values of all symbols.
    pub fn draw(&self, random: &mut Random) -> Valuation {
        let mut valuation = Valuation::default();
        for symbol in &self.symbols {
            valuation.words.insert(*symbol, draw(random, self.words.symbol_width(*symbol)));
        }
        for symbol in &self.arrays {
            let elements = (0..1 << INDEX).map(|index| (index, draw(random, ELEMENT))).collect();
            valuation.arrays.insert(*symbol, ArrayValue { elements, otherwise: 0 });
        }
        valuation
    }

    /// A term from before, or a number.
    fn any(&mut self, random: &mut Random) -> (TermId, Vec<u128>) {
        if random.chance(25) {
            let width = self.words.width(random.pick(&self.terms).0);
            return self.number(random, width);
        }
        random.pick(&self.terms).clone()
    }

    fn number(&mut self, random: &mut Random, width: u32) -> (TermId, Vec<u128>) {
        let value = draw(random, width);
        (self.words.constant(value, width), vec![value; self.valuations.len()])
    }

    /// A term of a width: one from before, a part of one, or a number.
    fn of_width(&mut self, random: &mut Random, width: u32) -> (TermId, Vec<u128>) {
        let fitting: Vec<usize> =
            (0..self.terms.len()).filter(|at| self.words.width(self.terms[*at].0) == width).collect();
        if fitting.is_empty() || random.chance(25) {
            return self.number(random, width);
        }
        self.terms[*random.pick(&fitting)].clone()
    }

    /// Makes one more term from those there are.
    pub fn grow(&mut self, random: &mut Random) {
        let (a, x) = self.any(random);
        let width = self.words.width(a);
        let (b, y) = self.of_width(random, width);
        let pairs = || x.iter().copied().zip(y.iter().copied());
        let words = &mut self.words;
        let made: (TermId, Vec<u128>) = match random.below(if self.arrays.is_empty() { 13 } else { 19 }) {
            0..=4 => {
                let op = *random.pick(&BINARY);
                (words.binary(op, a, b), pairs().map(|(x, y)| number::binary(op, x, y, width)).collect())
            }
            5 => {
                let op = *random.pick(&UNARY);
                if op == UnaryOp::SwapBytes && !width.is_multiple_of(8) {
                    return;
                }
                (words.unary(op, a), x.iter().map(|x| number::unary(op, *x, width)).collect())
            }
            6 => (words.equal(a, b), pairs().map(|(x, y)| u128::from(x == y)).collect()),
            7 => {
                let signed = random.chance(50);
                let less = pairs().map(|(x, y)| u128::from(number::less(signed, x, y, width)));
                (words.less(signed, a, b), less.collect())
            }
            8 => {
                let signed = random.chance(50);
                let values = pairs().map(|(x, y)| u128::from(number::product_overflows(signed, x, y, width)));
                (words.product_overflows(signed, a, b), values.collect())
            }
            9 => {
                let (c, z) = self.of_width(random, 1);
                let values = pairs().zip(z).map(|((x, y), z)| if z == 1 { x } else { y }).collect();
                (self.words.ite(c, a, b), values)
            }
            10 => {
                let low = random.below(width as usize) as u32;
                let part = 1 + random.below((width - low) as usize) as u32;
                let values = x.iter().map(|x| x >> low & number::mask(part)).collect();
                (words.extract(a, low, part), values)
            }
            11 => {
                let (signed, wide) = (random.chance(50), (width + random.below(9) as u32).min(128));
                let extend = |x: u128| {
                    if signed { number::word(number::signed(x, width), wide) } else { x }
                };
                (words.extend(signed, a, wide), x.iter().map(|x| extend(*x)).collect())
            }
            12 => {
                let (low, z) = self.any(random);
                let narrow = self.words.width(low);
                if width + narrow > 128 {
                    return;
                }
                let values = x.iter().zip(z).map(|(x, z)| x << narrow | z).collect();
                (self.words.concat(a, low), values)
            }
            13..=15 => {
                let (index, at) = self.of_width(random, INDEX);
                let (array, contents) = random.pick(&self.contents);
                let values = contents.iter().zip(at).map(|(array, at)| array.get(at)).collect();
                (self.words.read(*array, index), values)
            }
            _ => return self.grow_array(random),
        };
        assert_eq!(self.valuations.len(), made.1.len());
        self.terms.push(made);
    }

    fn grow_array(&mut self, random: &mut Random) {
        let (value, x) = self.of_width(random, ELEMENT);
        let made = match random.below(6) {
            0 => {
                let contents = |x: u128| ArrayValue { otherwise: x, ..ArrayValue::default() };
                (self.words.filled(INDEX, value), x.into_iter().map(contents).collect())
            }
            1 => {
                let (c, z) = self.of_width(random, 1);
                let (yes, no) = (random.pick(&self.contents), random.pick(&self.contents));
                let sides = yes.1.iter().zip(&no.1).zip(z);
                let contents = sides.map(|((yes, no), z)| if z == 1 { yes } else { no }.clone()).collect();
                (self.words.array_ite(c, yes.0, no.0), contents)
            }
            _ => {
                let (index, at) = self.of_width(random, INDEX);
                let (array, mut contents) = random.pick(&self.contents).clone();
                for ((array, at), x) in contents.iter_mut().zip(at).zip(x) {
                    array.elements.insert(at, x);
                }
                (self.words.write(array, index, value), contents)
            }
        };
        self.contents.push(made);
    }

    /// Terms mean what their operations say.
    pub fn check(&self) {
        let terms: Vec<TermId> = self.terms.iter().map(|(term, _)| *term).collect();
        for (at, valuation) in self.valuations.iter().enumerate() {
            let values = valuation.eval_all(&self.words, &terms);
            for ((term, expected), found) in self.terms.iter().zip(values) {
                assert_eq!(expected[at], found, "{:?} under {valuation:?}", self.words.node(*term));
            }
            for (array, expected) in &self.contents {
                let found = valuation.eval_array(&self.words, *array);
                for index in 0..1 << INDEX {
                    assert_eq!(expected[at].get(index), found.get(index));
                }
            }
        }
    }
}
