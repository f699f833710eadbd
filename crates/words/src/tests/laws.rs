//! Whatever is simplified means what it meant before.

use super::random::Pool;
use crate::substitute::{Substitution, Support};
use crate::{Blaster, Valuation};
use tw_index::Random;
use tw_solver::{Assignment, Graph};

fn pool(random: &mut Random, arrays: usize, size: usize) -> Pool {
    let widths = [&[1, 1, 2, 2, 3][..], &[1, 2, 3, 8], &[1, 8, 16, 32], &[1, 2, 64, 128]];
    let mut pool = Pool::new(random.pick::<&[u32]>(&widths), arrays);
    let valuations = (0..6).map(|_| pool.draw(random)).collect();
    pool.begin(valuations);
    (0..size).for_each(|_| pool.grow(random));
    pool
}

#[test]
fn random_terms_keep_their_meaning() {
    let mut random = Random::new(3);
    let mut terms = 0;
    for round in 0..12_000 {
        let pool = pool(&mut random, round % 3, 40);
        pool.check();
        terms += pool.terms.len();
    }
    assert!(terms >= 400_000, "{terms}");
}

/// Terms of terms: symbols replaced by others, then evaluated, as symbols evaluated with the values of the others.
#[test]
fn substitution_is_evaluation_with_other_values() {
    let mut random = Random::new(4);
    for round in 0..1000 {
        let mut pool = pool(&mut random, round % 3, 30);
        let mut substitution = Substitution::new();
        let mut others: Vec<Valuation> = pool.valuations.clone();
        for symbol in pool.symbols.clone() {
            let width = pool.words.symbol_width(symbol);
            let fitting: Vec<_> =
                pool.terms.iter().filter(|(term, _)| pool.words.width(*term) == width).collect();
            let (by, values) = random.pick(&fitting);
            substitution.word(symbol, *by);
            others.iter_mut().zip(values).for_each(|(other, value)| {
                other.words.insert(symbol, *value);
            });
        }
        for symbol in pool.arrays.clone() {
            let (by, contents) = random.pick(&pool.contents);
            substitution.array(symbol, *by);
            others.iter_mut().zip(contents).for_each(|(other, content)| {
                other.arrays.insert(symbol, content.clone());
            });
        }
        for (term, _) in pool.terms.clone() {
            let replaced = substitution.apply(&mut pool.words, term);
            for (valuation, other) in pool.valuations.iter().zip(&others) {
                assert_eq!(other.eval(&pool.words, term), valuation.eval(&pool.words, replaced));
            }
        }
    }
}

/// Values of symbols that a term does not depend on do not matter.
#[test]
fn support_is_all_that_matters() {
    let mut random = Random::new(5);
    for round in 0..500 {
        let pool = pool(&mut random, round % 3, 30);
        for (term, values) in &pool.terms {
            let support = Support::of(&pool.words, *term);
            for (valuation, value) in pool.valuations.iter().zip(values) {
                let mut other = pool.draw(&mut random);
                for symbol in &support.words {
                    other.words.insert(*symbol, valuation.words[symbol]);
                }
                for symbol in &support.arrays {
                    other.arrays.insert(*symbol, valuation.arrays[symbol].clone());
                }
                assert_eq!(*value, other.eval(&pool.words, *term));
            }
        }
    }
}

#[test]
fn formulas_have_the_values_of_terms() {
    let mut random = Random::new(6);
    for _ in 0..150 {
        let mut pool = pool(&mut random, 0, 25);
        let (mut graph, mut blaster) = (Graph::new(), Blaster::new());
        let mut assignments = vec![Assignment::default(); pool.valuations.len()];
        for symbol in pool.symbols.clone() {
            let term = pool.words.of_symbol(symbol);
            for (bit, lit) in blaster.bits(&pool.words, &mut graph, term).into_iter().enumerate() {
                let (input, _) = graph.as_input(lit).expect("a choice");
                for (assignment, valuation) in assignments.iter_mut().zip(&pool.valuations) {
                    assignment.insert(input, valuation.words[&symbol] >> bit & 1 == 1);
                }
            }
        }
        for (term, expected) in &pool.terms {
            let bits = blaster.bits(&pool.words, &mut graph, *term);
            for (assignment, expected) in assignments.iter().zip(expected) {
                let found = graph.values(&bits, assignment);
                let found = found.iter().rev().fold(0, |value, bit| value << 1 | u128::from(*bit));
                assert_eq!(*expected, found, "{:?}", pool.words.node(*term));
            }
        }
    }
}
