//! C and C++ test programs explored by the interpreter at -O0 and -O1: it finds what is violated and certifies
//! what holds, or the program is too large. Every fourth one; all of them with `THREADWISE_ALL_CASES=1` or a filter.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use tw_tests_c::{Case, certify_case, read_cases};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let arguments = Arguments::from_args();
    let all = arguments.filter.is_some() || std::env::var_os("THREADWISE_ALL_CASES").is_some();
    let trials = read_cases(&folder)
        .into_iter()
        .step_by(if all { 1 } else { 4 })
        .map(|case| Trial::test(case.name.clone(), move || run_case(&case)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn run_case(case: &Case) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for level in [0, 1] {
        if let Err(why) = certify_case(case, level) {
            wrong.push(format!("-O{level}: {why}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
