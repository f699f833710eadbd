//! C and C++ test programs explored by the interpreter at -O0 and -O1: it finds what is violated and certifies what holds, or
//! the program is too large. One of [`PARTS`] of them; all of them with `THREADWISE_FULL=1` or a filter.

use std::path::Path;
use tw_tests::pool::{each, is_one_of};
use tw_tests_c::{Case, certify_case, read_cases};

/// One of this many programs is explored by default.
const PARTS: u64 = 20;

#[test]
fn the_interpreter_finds_and_certifies_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let cases = read_cases(&folder).into_iter().filter(|case| is_one_of(&case.name, PARTS));
    let cases: Vec<Case> = cases.collect();
    each(&cases, |case| &case.name, run_case);
}

fn run_case(case: &Case) -> Result<(), String> {
    let mut wrong = Vec::new();
    for level in [0, 1].into_iter().filter(|level| case.is_judged_at(*level)) {
        if let Err(why) = certify_case(case, level) {
            wrong.push(format!("-O{level}: {why}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
