//! Long chains and wide sharing: neither deep recursion nor exponential time.

use crate::{ArrayId, BinaryOp, Blaster, Substitution, Support, TermId, Valuation, Words};
use tw_solver::Graph;

const LENGTH: u128 = 100_000;

/// Everything that walks over a term.
fn walk(words: &mut Words, term: TermId) -> u128 {
    let value = Valuation::default().eval(words, term);
    let support = Support::of(words, term);
    let mut substitution = Substitution::new();
    for symbol in support.words {
        let by = words.symbol("other", words.symbol_width(symbol));
        let by = words.of_symbol(by);
        substitution.word(symbol, by);
    }
    let other = substitution.apply(words, term);
    assert_eq!(value, Valuation::default().eval(words, other));
    let mut graph = Graph::new();
    let bits = Blaster::new().bits(words, &mut graph, term);
    let bits = graph.values(&bits, &tw_solver::Assignment::default());
    assert_eq!(value, bits.iter().rev().fold(0, |value, bit| value << 1 | u128::from(*bit)));
    value
}

#[test]
fn a_chain_of_choices() {
    let mut words = Words::new();
    let x = words.symbol("x", 32);
    let x = words.of_symbol(x);
    let mut chain = words.constant(7, 32);
    for number in 1..=LENGTH {
        let (number, value) = (words.constant(number, 32), words.constant(number ^ 5, 32));
        let here = words.equal(x, number);
        chain = words.ite(here, value, chain);
    }
    assert_eq!(7, walk(&mut words, chain));
    let low = words.extract(chain, 0, 8);
    assert_eq!(7, walk(&mut words, low));
}

fn sum(words: &mut Words, length: u128) -> TermId {
    let y = words.symbol("y", 64);
    let y = words.of_symbol(y);
    let mut total = y;
    for number in 0..length {
        let x = words.symbol("x", 64);
        let x = words.of_symbol(x);
        let changed = words.constant(number, 64);
        let changed = words.binary(BinaryOp::Xor, x, changed);
        total = words.binary(BinaryOp::Add, total, changed);
    }
    total
}

#[test]
fn a_chain_of_sums() {
    let mut words = Words::new();
    let total = sum(&mut words, 5000);
    let low = words.extract(total, 0, 32);
    assert_eq!(5000 * 4999 / 2, walk(&mut words, low));
}

/// The parts of words that two sums share are looked for once.
#[test]
fn sums_of_themselves() {
    let mut words = Words::new();
    let x = words.symbol("x", 64);
    let mut total = words.of_symbol(x);
    for _ in 0..90 {
        let other = words.binary(BinaryOp::Xor, total, total);
        assert_eq!(Some(0), words.as_const(other));
        let inverted = words.not(total);
        let half = words.binary(BinaryOp::LShr, total, inverted);
        total = words.binary(BinaryOp::Add, total, half);
    }
    let low = words.extract(total, 0, 32);
    assert_eq!(0, walk(&mut words, low));
}

fn changed(words: &mut Words, length: u128, index: impl Fn(&mut Words, u128) -> TermId) -> ArrayId {
    let array = words.array_symbol("a", 32, 8);
    let mut array = words.of_array_symbol(array);
    for number in 0..length {
        let (at, value) = (index(words, number), words.constant(number, 8));
        array = words.write(array, at, value);
    }
    array
}

#[test]
fn a_chain_of_writes() {
    let mut words = Words::new();
    let known = changed(&mut words, LENGTH, |words, number| words.constant(number, 32));
    let at = words.constant(300, 32);
    let element = words.read(known, at);
    assert_eq!(Some(300 % 256), words.as_const(element));
    let x = words.symbol("x", 32);
    let x = words.of_symbol(x);
    let element = words.read(known, x);
    assert_eq!(0, walk(&mut words, element));
    let array = Valuation::default().eval_array(&words, known);
    assert_eq!(LENGTH as usize, array.elements.len());
}

#[test]
fn elements_of_choices_between_arrays_with_a_common_past() {
    let mut words = Words::new();
    let array = words.array_symbol("a", 32, 8);
    let mut array = words.of_array_symbol(array);
    let at = |words: &mut Words| {
        let symbol = words.symbol("i", 32);
        words.of_symbol(symbol)
    };
    for number in 0..200 {
        let (index, value) = (at(&mut words), words.constant(number, 8));
        let written = words.write(array, index, value);
        let condition = words.symbol("c", 1);
        let condition = words.of_symbol(condition);
        array = words.array_ite(condition, written, array);
    }
    let index = at(&mut words);
    let element = words.read(array, index);
    assert_eq!(0, walk(&mut words, element));
}
