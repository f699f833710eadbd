//! Every C and C++ test program at -O0, -O1 and -O2, with every access an interleaving point, and by random
//! executions of the interpreter.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use tw_tests_c::{Case, LEVELS, check_case, read_cases, simulate_case};

/// Random executions of each program.
const SIMULATIONS: u64 = 20;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let trials = read_cases(&folder)
        .into_iter()
        .map(|case| Trial::test(case.name.clone(), move || run_case(&case)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run_case(case: &Case) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for level in LEVELS {
        if let Err(why) = check_case(case, level, true) {
            wrong.push(format!("-O{level}: {why}"));
        }
    }
    if let Err(why) = check_case(case, 0, false) {
        wrong.push(format!("-O0 with every access an interleaving point: {why}"));
    }
    if let Err(why) = simulate_case(case, SIMULATIONS) {
        wrong.push(format!("-O0: {why}"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
