//! Random C programs: every reduction must keep the outcomes and the verdicts. `cargo xtask fuzz-c` runs many more.

use tw_tests_c::fuzz::{BATCH, Kinds, Summary, run_batch};

/// Seeds of the first batch of each level.
const FIRST: [u64; 3] = [0, 3 * BATCH, 5 * BATCH];

/// Programs of each batch.
const PROGRAMS: u64 = 14;

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
    assert!(summary.with_none > summary.skipped, "most programs are small enough:\n{summary}");
}
