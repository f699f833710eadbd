//! Random formulas with two quantifiers: small ones against brute force, large ones against depqbf.
//!
//! `THREADWISE_QBF_INSTANCES` says how many small instances of each shape there are; large ones are a tenth of that.

use tw_tests::quantifiers::{Judge, Shape, Tally, run};
use tw_tests::tools::installed;

/// Small instances of each shape.
fn instances() -> u64 {
    let given = std::env::var("THREADWISE_QBF_INSTANCES").ok();
    given.map_or(1500, |n| n.parse().expect("THREADWISE_QBF_INSTANCES is a number"))
}

/// All answers are right, and the instances bite: both answers are frequent, and inner values are put in.
fn demand(tally: &Tally) {
    if let Some(wrong) = tally.wrong.first() {
        panic!("seed {}: {}\n{}", wrong.seed, wrong.reason, wrong.text);
    }
    let (holds, fails, refinements) = (tally.holds, tally.fails, tally.refinements);
    println!("true {holds}, false {fails}, unanswered {}, refinements {refinements}", tally.unanswered);
    // Few instances may happen to be one-sided.
    if tally.questions() >= 100 {
        assert!(tally.rarer_percent() >= 15, "{holds} true, {fails} false");
        assert!(refinements >= tally.questions(), "{refinements} refinements");
        assert!(tally.unanswered * 5 <= tally.questions(), "{} unanswered", tally.unanswered);
    }
}

#[test]
fn for_all_exists_agrees_with_brute_force() {
    demand(&run(Shape::Single, Judge::BruteForce, 0..instances()));
}

#[test]
fn covered_agrees_with_brute_force() {
    demand(&run(Shape::Union, Judge::BruteForce, 0..instances()));
}

#[test]
fn for_all_exists_agrees_with_depqbf() {
    if installed("depqbf") {
        demand(&run(Shape::Single, Judge::Depqbf, 0..instances() / 10));
    }
}

#[test]
fn covered_agrees_with_depqbf() {
    if installed("depqbf") {
        demand(&run(Shape::Union, Judge::Depqbf, 0..instances() / 10));
    }
}
