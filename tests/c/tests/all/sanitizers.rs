//! Programs with planted faults and safe twins: Threadwise and clang's sanitizers agree. `cargo xtask native
//! sanitizers` runs many more.

use tw_tests_c::native::sanitizers::{Sanitizers, compare};
use tw_tests_c::report::scratch;

/// Seeds: faulty and safe programs of different classes, in both languages.
const SEEDS: [u64; 12] = [1, 3, 4, 6, 7, 8, 10, 11, 12, 13, 14, 15];

#[test]
fn sanitizers_report_what_is_false() {
    let folder = scratch("sanitizers-test");
    let differences = match Sanitizers::prepare(&folder) {
        Ok(sanitizers) => {
            SEEDS.iter().filter_map(|seed| compare(&sanitizers, &folder, *seed).told()).collect()
        }
        Err(why) if std::env::var("CI").is_ok_and(|ci| ci == "true") => vec![why],
        Err(why) => {
            println!("skipped: {why}");
            Vec::new()
        }
    };
    let _ = std::fs::remove_dir_all(&folder);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
