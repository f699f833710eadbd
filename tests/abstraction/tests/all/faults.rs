//! Planted faults: the comparison state by state finds each of them.

use tw_tests_abstraction::random::{examine, subject};

/// Programs until a fault has to be found.
const PROGRAMS: u64 = 600;

/// The number of programs until the fault is found.
fn programs_until_found(fault: &'static str) -> Option<u64> {
    (0..PROGRAMS).find(|seed| {
        tw_index::plant(Some(fault));
        let subject = subject(*seed, false);
        let outcome = examine(&subject, *seed, false);
        tw_index::plant(None);
        outcome.is_err()
    })
}

#[test]
fn every_planted_fault_is_found() {
    let mut missed = Vec::new();
    for fault in tw_abstraction::FAULTS {
        match programs_until_found(fault) {
            Some(seed) => println!("{fault}: found after {} programs", seed + 1),
            None => missed.push(fault),
        }
    }
    assert!(missed.is_empty(), "not found in {PROGRAMS} programs: {missed:?}");
}
