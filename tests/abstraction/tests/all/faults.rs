//! Planted faults: the comparison state by state finds each of them, the checker of certificates those about mixed bits.

use crate::certificates::{judged, program};
use tw_ir::Module;
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

/// What the engine makes of a program with a planted fault.
fn certified_with(module: &Module, fault: &'static str) -> Result<String, String> {
    assert!(tw_abstraction::FAULTS.contains(&fault), "{fault}");
    tw_index::plant(Some(fault));
    let text = certified(module);
    tw_index::plant(None);
    text
}

/// Mixed bits that do not change with the steps of others: a proof that the checker rejects. Mixed bits that are one for all
/// threads: no proof, since a path comes back that was excluded.
#[test]
fn mixed_bits_gone_wrong_give_no_accepted_certificate() {
    let module = program("increment-lock");
    let text = certified_with(&module, "MixedAsLocal").unwrap_or_else(|why| panic!("{why}"));
    let refusal = judged(&module, &text).expect_err("mixed bits change with the steps of others");
    assert!(matches!(refusal, tw_assure::Refusal::Wrong { .. }), "{refusal}");
    let why = certified_with(&module, "MixedAsShared").expect_err("a path comes back");
    assert!(why.contains("came back"), "{why}");
}
