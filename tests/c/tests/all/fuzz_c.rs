//! Random C programs: every reduction must keep the outcomes and the verdicts, and the interpreter must find the same. `cargo xtask fuzz-c` runs many more.

use tw_tests_c::fuzz::{BATCH, Kinds, Summary, compile_batch, run_batch};
use tw_tests_c::{Certified, compare_verdicts};
use tw_verdict::Property;

/// Seeds of the first batch of each level.
const FIRST: [u64; 3] = [0, 3 * BATCH, 5 * BATCH];

/// Programs of each batch.
const PROGRAMS: u64 = 14;

/// Programs of each batch that the interpreter explores.
const INTERPRETED: u64 = 6;

#[test]
fn reductions_keep_outcomes_and_verdicts() {
    let folder = std::env::temp_dir().join(format!("threadwise-fuzz-c-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    let (kinds, mut summary) = (Kinds::default(), Summary::default());
    let mut failures = Vec::new();
    for first in FIRST {
        let seeds: Vec<u64> = (first..first + PROGRAMS).collect();
        let failed = run_batch(&folder, &seeds, &kinds, &mut summary).expect("generated programs compile");
        failures.extend(failed.into_iter().map(|failure| failure.text));
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(2 * summary.with_none > summary.programs(), "most programs are small enough:\n{summary}");
}

#[test]
fn the_interpreter_finds_the_same() {
    let folder = std::env::temp_dir().join(format!("threadwise-certify-c-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    let (mut certified, mut violated, mut differences) = (0, 0, Vec::new());
    for first in FIRST {
        let seeds: Vec<u64> = (first..first + INTERPRETED).collect();
        let level = tw_tests_c::fuzz::level(first);
        for program in compile_batch(&folder, &seeds).expect("generated programs compile") {
            // Races are judged at level 0.
            for property in Property::DEFAULT.into_iter().filter(|p| level == 0 || *p != Property::DataRace) {
                match compare_verdicts(program.module(), property) {
                    Ok(Certified::Yes(..)) => certified += 1,
                    Ok(Certified::Violation) => violated += 1,
                    Ok(Certified::LeftOut(_)) => {}
                    Err(why) => differences.push(format!("seed {}: {why}", program.seed)),
                }
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(certified > 20 && violated > 2, "{certified} certified, {violated} violated");
}
