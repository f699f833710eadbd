//! Every C and C++ test program at -O0, of those for single clauses of the standards ([`CLAUSES`]) a part; a tenth of them, those that ask for it (`runs: all`), or with `THREADWISE_FULL=1` all of
//! them, also at -O1 and -O2, with every access an interleaving point, and by random executions of the interpreter.
//! Each program is compiled once for each level.

use std::path::Path;
use tw_tests::pool::{each, is_one_of, is_sampled};
use tw_tests_c::states::check_states;
use tw_tests_c::{Case, check_module, load_case, read_cases, simulate_module};

/// Folders with one small program for each clause of a standard.
const CLAUSES: [&str; 12] = [
    "c11/",
    "clocks/",
    "cpp-atomics/",
    "cpp-sync/",
    "cpp-threads/",
    "jumps/",
    "memory/parts",
    "posix-sync/",
    "posix-threads/",
    "streams/",
    "pointer-bytes/",
    "undefined/",
];

/// One of this many of them is run by default, all with `THREADWISE_FULL=1` or a filter.
const CLAUSE_PARTS: u64 = 8;

/// Fewer states than this are counted in every run of the suite.
const QUICK: u64 = 2_000;

/// Random executions of each program.
const SIMULATIONS: u64 = 20;

#[test]
fn every_program_has_the_expected_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let mut cases = read_cases(&folder);
    let clause = |case: &Case| CLAUSES.iter().any(|folder| case.name.starts_with(folder));
    cases.retain(|case| !clause(case) || is_one_of(&case.name, CLAUSE_PARTS));
    each(&cases, |case| &case.name, run_case);
}

fn run_case(case: &Case) -> Result<(), String> {
    let module = load_case(case, 0)?;
    let mut wrong = Vec::new();
    let mut note =
        |run: &str, result: Result<(), String>| wrong.extend(result.err().map(|why| format!("{run}: {why}")));
    note("-O0", check_module(case, &module, 0, true));
    if case.states.is_some_and(|states| states < QUICK) || is_sampled(&case.name) {
        note("-O0", check_states(case, &module));
    }
    if case.all_runs || is_sampled(&case.name) {
        note("-O0 with every access an interleaving point", check_module(case, &module, 0, false));
        note("-O0, random executions", simulate_module(case, &module, SIMULATIONS));
        for level in [1, 2].into_iter().filter(|level| case.is_judged_at(*level)) {
            let checked = load_case(case, level).and_then(|module| check_module(case, &module, level, true));
            note(&format!("-O{level}"), checked);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
