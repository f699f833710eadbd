//! Random templates.

use tw_tests_abstraction::exactness;
use tw_tests_abstraction::random::{examine, subject};

/// Random programs, unless the environment says otherwise.
fn count(usual: u64) -> u64 {
    std::env::var("THREADWISE_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn every_step_is_a_step_of_the_abstraction() {
    let (mut steps, mut failing, mut proved) = (0, 0, 0);
    let count = count(80);
    for seed in 0..count {
        let seen = examine(&subject(seed, false), seed, true).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        steps += seen.steps;
        failing += usize::from(seen.is_unsafe);
        proved += usize::from(seen.is_proved);
    }
    println!("{steps} steps; {failing} of {count} programs fail, {proved} are proved");
    assert!(steps > 10_000 && failing > 10 && proved > 5, "{steps} steps, {failing} fail, {proved} proved");
}

#[test]
fn exact_relations_allow_nothing_else() {
    let mut compared = [0, 0];
    for seed in 0..count(40) {
        let more = exactness::check(&subject(seed, true)).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        compared = [compared[0] + more[0], compared[1] + more[1]];
    }
    println!("{compared:?} relations");
    assert!(compared[0] > 100 && compared[1] > 20, "{compared:?} relations");
}
