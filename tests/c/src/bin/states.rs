//! `states`: rewrites the numbers of states in the headers of all C cases.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tw_tests::arguments::Arguments;
use tw_tests::pool::each;
use tw_tests_c::{read_cases, states::bless};

fn main() {
    Arguments::of_process("run -p tw-tests-c --bin states", &[]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let changed = AtomicUsize::new(0);
    each(
        &read_cases(&folder),
        |case| &case.name,
        |case| {
            changed.fetch_add(usize::from(bless(case)?), Ordering::Relaxed);
            Ok(())
        },
    );
    println!("{} headers rewritten", changed.into_inner());
}
