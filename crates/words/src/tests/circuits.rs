//! Operations as circuits mean what they mean as numbers: for all operands of small width, and random ones of any.

use super::{BINARY, UNARY, draw};
use crate::{Blaster, Symbol, TermId, UnaryOp, Valuation, Words};
use tw_index::Random;
use tw_solver::{Graph, Lit};

/// All operations with two operands, as terms and as a list of gates.
struct Operations {
    words: Words,
    terms: Vec<TermId>,
    /// Choices and conjunctions, as [`Graph::listing`] gives them.
    gates: Vec<Option<(u32, u32)>>,
    bits: Vec<u32>,
}

/// Operands: symbols and their values.
type Operands = Vec<(Symbol, u128)>;

impl Operations {
    fn new(mut words: Words, a: TermId, b: TermId) -> Operations {
        let width = words.width(a);
        let mut terms = vec![a, b];
        for op in UNARY {
            if op != UnaryOp::SwapBytes || width.is_multiple_of(8) {
                terms.push(words.unary(op, a));
            }
        }
        terms.extend(BINARY.map(|op| words.binary(op, a, b)));
        terms.push(words.equal(a, b));
        for signed in [false, true] {
            terms.push(words.less(signed, a, b));
            terms.push(words.product_overflows(signed, a, b));
            terms.push(words.extend(signed, a, (width + 3).min(128)));
        }
        let less = words.less(false, a, b);
        terms.push(words.ite(less, a, b));
        for low in 0..width.min(8) {
            terms.push(words.extract(a, low, 1.max((width - low) / 2)));
        }
        if width <= 64 {
            terms.push(words.concat(a, b));
        }
        let (mut graph, mut blaster) = (Graph::new(), Blaster::new());
        let bits: Vec<Lit> = terms.iter().flat_map(|term| blaster.bits(&words, &mut graph, *term)).collect();
        let (gates, bits) = graph.listing(&bits);
        Operations { words, terms, gates, bits }
    }

    /// Compares numbers and circuits under up to 64 valuations at once. Choices are the bits of the operands, in order.
    fn check(&self, valuations: &[Operands]) {
        let mut choices = choices(&self.words, valuations).into_iter();
        let mut values = vec![0];
        let value = |values: &[u64], code: u32| {
            values[(code >> 1) as usize] ^ if code & 1 == 1 { u64::MAX } else { 0 }
        };
        for gate in &self.gates {
            values.push(match gate {
                Some((a, b)) => value(&values, *a) & value(&values, *b),
                None => choices.next().expect("choices are the bits of operands"),
            });
        }
        assert_eq!(None, choices.next(), "all operands matter");
        for (at, operands) in valuations.iter().enumerate() {
            let valuation = Valuation { words: operands.iter().copied().collect(), ..Valuation::default() };
            let mut bits = self.bits.iter().map(|code| value(&values, *code) >> at & 1);
            for (term, expected) in self.terms.iter().zip(valuation.eval_all(&self.words, &self.terms)) {
                let found = (0..self.words.width(*term))
                    .fold(0, |value, bit| value | u128::from(bits.next().expect("a bit")) << bit);
                assert_eq!(expected, found, "{:?} at {operands:?}", self.words.node(*term));
            }
            assert_eq!(None, bits.next());
        }
    }
}

/// The bits of all operands, the lowest first; of each those of all valuations.
fn choices(words: &Words, valuations: &[Operands]) -> Vec<u64> {
    let bits = |operand: usize| {
        let width = words.symbol_width(valuations[0][operand].0);
        (0..width).map(move |bit| {
            let bits = valuations.iter().enumerate();
            bits.fold(0, |all, (at, operands)| all | ((operands[operand].1 >> bit & 1) as u64) << at)
        })
    };
    (0..valuations[0].len()).flat_map(bits).collect()
}

#[test]
fn all_operands_of_small_width() {
    for width in 1..=8 {
        let mut words = Words::new();
        let (x, y) = (words.symbol("x", width), words.symbol("y", width));
        let (a, b) = (words.of_symbol(x), words.of_symbol(y));
        let operations = Operations::new(words, a, b);
        let all: Vec<Operands> = (0..1 << (2 * width))
            .map(|pair| vec![(x, pair >> width), (y, pair & ((1 << width) - 1))])
            .collect();
        all.chunks(64).for_each(|valuations| operations.check(valuations));
    }
}

#[test]
fn random_operands_of_any_width() {
    let mut random = Random::new(1);
    for width in (9..=128u32).filter(|width| width % 7 == 2 || width.is_power_of_two()) {
        let mut words = Words::new();
        let (x, y) = (words.symbol("x", width), words.symbol("y", width));
        let (a, b) = (words.of_symbol(x), words.of_symbol(y));
        let operations = Operations::new(words, a, b);
        let operands = |random: &mut Random| vec![(x, draw(random, width)), (y, draw(random, width))];
        let valuations: Vec<Operands> = (0..64).map(|_| operands(&mut random)).collect();
        operations.check(&valuations);
    }
}

/// Circuits that know one operand.
#[test]
fn constants_on_either_side() {
    let mut random = Random::new(2);
    for round in 0..400 {
        let width = 1 + u32::try_from(random.below(if round % 20 == 0 { 128 } else { 20 })).unwrap();
        let mut words = Words::new();
        let x = words.symbol("x", width);
        let (a, b) = (words.of_symbol(x), draw(&mut random, width));
        let b = words.constant(b, width);
        let (a, b) = if random.chance(50) { (a, b) } else { (b, a) };
        let operations = Operations::new(words, a, b);
        let valuations: Vec<Operands> = (0..64).map(|_| vec![(x, draw(&mut random, width))]).collect();
        operations.check(&valuations);
    }
}
