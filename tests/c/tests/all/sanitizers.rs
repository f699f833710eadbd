//! Programs with planted faults and safe twins: Threadwise and clang's sanitizers agree. `cargo xtask native
//! sanitizers` runs many more.

use tw_tests_c::native::sanitizers::{Compared, Sanitizers, compare_all};
use tw_tests_c::report::scratch;

/// Faulty and safe programs of different classes, in both languages.
const SEEDS: [u64; 12] = [1, 16, 22, 30, 36, 41, 44, 60, 68, 74, 76, 105];

#[test]
fn sanitizers_report_what_is_false() {
    let folder = scratch("sanitizers-test");
    let differences = match Sanitizers::prepare(&folder) {
        Ok(sanitizers) => {
            compare_all(&sanitizers, &folder, &SEEDS, |_| {}).iter().filter_map(Compared::told).collect()
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
