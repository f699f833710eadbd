//! Planted faults: the comparison state by state finds each of them, the checker of certificates those about mixed bits.

use crate::certificates::{judged, program};
use tw_tests_abstraction::certified::certified;
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

/// Mixed bits that do not change with the steps of others, or that are one for all threads: the engine cannot prove the
/// program then, or its certificate is rejected.
#[test]
fn certificates_about_mixed_bits_gone_wrong_are_rejected() {
    let module = program("increment-lock");
    for fault in ["MixedAsLocal", "MixedAsShared"] {
        assert!(tw_abstraction::FAULTS.contains(&fault));
        tw_index::plant(Some(fault));
        let text = certified(&module);
        tw_index::plant(None);
        let text = text.unwrap_or_else(|why| panic!("{fault}: no certificate to judge: {why}"));
        let refusal = judged(&module, &text).expect_err(fault);
        assert!(matches!(refusal, tw_assure::Refusal::Wrong { .. }), "{fault}: {refusal}");
    }
}
