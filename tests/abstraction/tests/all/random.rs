//! Random templates.

use tw_tests_abstraction::random::{examine, subject};

#[test]
fn every_step_is_a_step_of_the_abstraction() {
    let (mut steps, mut failing, mut proved) = (0, 0, 0);
    let count: u64 = std::env::var("THREADWISE_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..count {
        let seen = examine(&subject(seed), seed, true).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        steps += seen.steps;
        failing += usize::from(seen.is_unsafe);
        proved += usize::from(seen.is_proved);
    }
    println!("{steps} steps; {failing} of {count} programs fail, {proved} are proved");
    assert!(steps > 10_000 && failing > 10 && proved > 5, "{steps} steps, {failing} fail, {proved} proved");
}
