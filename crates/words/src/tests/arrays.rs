//! Formulas with arrays have solutions exactly if terms have, and the solutions are good.

use super::random::Pool;
use crate::{ArrayValue, Blaster, TermId, Valuation};
use std::rc::Rc;
use tw_index::Random;
use tw_solver::{Cnf, Graph, Stop};

/// All valuations of a symbol of 1 bit, one of 2 bits, one of 3 bits, and an array of 4 elements of 3 bits: 2^18; so the array
/// is varied only in the lowest bit of its elements, in the pool as well.
fn valuations(pool: &Pool) -> Vec<Valuation> {
    let all = 0..1u128 << 10;
    all.map(|code| {
        let mut valuation = Valuation::default();
        for (symbol, value) in pool.symbols.iter().zip([code & 1, code >> 1 & 3, code >> 3 & 7]) {
            valuation.words.insert(*symbol, value);
        }
        let elements = (0..4).map(|index| (index, code >> (6 + index) & 1)).collect();
        valuation.arrays.insert(pool.arrays[0], ArrayValue { elements, otherwise: 0 });
        valuation
    })
    .collect()
}

#[test]
fn solutions_of_terms_with_arrays() {
    let never: Stop = Rc::new(|| false);
    let mut random = Random::new(8);
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..150 {
        let mut pool = Pool::new(&[1, 2, 3], 1);
        let all = valuations(&pool);
        pool.begin(all);
        (0..30).for_each(|_| pool.grow(&mut random));
        pool.check();
        let array = pool.words.of_array_symbol(pool.arrays[0]);
        // The elements are 0 or 1.
        let small: Vec<TermId> = (0..4)
            .map(|index| {
                let index = pool.words.constant(index, 2);
                let element = pool.words.read(array, index);
                let high = pool.words.extract(element, 1, 2);
                let zero = pool.words.constant(0, 2);
                pool.words.equal(high, zero)
            })
            .collect();
        // Conjunctions of up to four random conditions.
        let conditions: Vec<usize> =
            (0..pool.terms.len()).filter(|at| pool.words.width(pool.terms[*at].0) == 1).collect();
        for _ in 0..6 {
            let chosen: Vec<usize> = (0..1 + random.below(4)).map(|_| *random.pick(&conditions)).collect();
            let exists = (0..pool.valuations.len())
                .any(|at| chosen.iter().all(|condition| pool.terms[*condition].1[at] == 1));
            let terms: Vec<TermId> = chosen.iter().map(|at| pool.terms[*at].0).collect();
            let (mut graph, mut blaster, mut cnf) = (Graph::new(), Blaster::new(), Cnf::new(&never));
            for term in terms.iter().chain(&small) {
                let lit = blaster.lit(&pool.words, &mut graph, *term);
                cnf.require(&mut graph, lit);
            }
            for lit in blaster.congruence() {
                cnf.require(&mut graph, lit);
            }
            assert!(blaster.congruence().is_empty());
            assert_eq!(Ok(exists), cnf.sat.solve(&[]));
            if exists {
                possible += 1;
                let assignment = cnf.assignment();
                let valuation = blaster.valuation(&pool.words, &mut graph, &assignment);
                let values = valuation.eval_all(&pool.words, &terms);
                assert!(values.iter().all(|value| *value == 1), "{valuation:?}");
            } else {
                impossible += 1;
            }
        }
    }
    assert!(possible > 100 && impossible > 100, "{possible} and {impossible}");
}

/// What the solver was not told does not hide what it was told.
#[test]
fn elements_that_are_not_asked_for() {
    let never: Stop = Rc::new(|| false);
    let mut words = crate::Words::new();
    let (x, a) = (words.symbol("x", 8), words.array_symbol("a", 8, 8));
    let unused = words.symbol("unused", 8);
    let (index, array) = (words.of_symbol(x), words.of_array_symbol(a));
    let (mut graph, mut blaster, mut cnf) = (Graph::new(), Blaster::new(), Cnf::new(&never));
    let three = words.constant(3, 8);
    let at_three = words.read(array, three);
    blaster.bits(&words, &mut graph, at_three);
    let (here, seven) = (words.read(array, index), words.constant(7, 8));
    let (is_three, is_seven) = (words.equal(index, three), words.equal(here, seven));
    for term in [is_three, is_seven] {
        let lit = blaster.lit(&words, &mut graph, term);
        cnf.require(&mut graph, lit);
    }
    assert_eq!(Ok(true), cnf.sat.solve(&[]));
    let assignment = cnf.assignment();
    let valuation = blaster.valuation(&words, &mut graph, &assignment);
    assert_eq!(vec![7, 3], valuation.eval_all(&words, &[at_three, index]));
    assert_eq!(None, valuation.words.get(&unused));
}
