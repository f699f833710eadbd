//! C and C++ test programs explored by the interpreter at -O0 and -O1: it finds what is violated and certifies what holds, or
//! the program is too large. A tenth of them; all of them with `THREADWISE_FULL=1` or a filter.

use std::path::Path;
use tw_tests::pool::{each, is_sampled};
use tw_tests_c::{Case, certify_case, read_cases};

#[test]
fn the_interpreter_finds_and_certifies_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let cases: Vec<Case> = read_cases(&folder).into_iter().filter(|case| is_sampled(&case.name)).collect();
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
