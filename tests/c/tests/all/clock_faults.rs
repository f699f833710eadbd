//! Faults planted in the models of clocks, as data of compiled programs: each must make the answer to a case wrong.

use std::path::Path;
use std::sync::Arc;
use tw_ir::{Global, Module};
use tw_tests_c::{check_module, load_case, read_cases};

/// Whether a case has the expected answer with a fault in one global of the models.
fn is_right(name: &str, global: &str, fault: impl Fn(&mut Global)) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/c");
    let case = read_cases(&root).into_iter().find(|case| case.name == name).expect("the case exists");
    let module = load_case(&case, 0).expect("test programs compile");
    assert_eq!(check_module(&case, &module, 0, true), Ok(()), "without the fault");
    let mut faulty: Module = (*module).clone();
    let found = faulty.globals.enumerate().find(|(_, g)| g.name == global).map(|(id, _)| id);
    fault(&mut faulty.globals[found.expect("the model has this global")]);
    check_module(&case, &Arc::new(faulty), 0, true).is_ok()
}

/// The first step is one nanosecond back.
fn goes_back(steps: &mut Global) {
    steps.bytes[..8].copy_from_slice(&(-1_i64).to_le_bytes());
}

/// Waits do not know that clocks are read.
fn overlooked(is_read: &mut Global) {
    is_read.bytes.fill(0);
}

/// No step is taken.
fn stands_still(advances: &mut Global) {
    advances.bytes.fill(0);
}

#[test]
fn a_clock_that_goes_back_is_found() {
    assert!(!is_right("c11/clock-elapsed.c", "__tw_clock_steps", goes_back));
}

#[test]
fn time_limits_that_pass_too_early_are_found() {
    for case in [
        "timedwait-deadline.c",
        "sem-timedwait.c",
        "timedlock.c",
        "wait-for.cpp",
        "try-lock-for.cpp",
        "sleep-elapsed.c",
    ] {
        assert!(!is_right(&format!("clocks/{case}"), "__tw_clock_is_read", overlooked), "{case}");
    }
}

#[test]
fn a_clock_that_stands_still_is_found() {
    assert!(!is_right("c11/clock-elapsed-equal.c", "__tw_clock_advances", stands_still));
    assert!(!is_right("clocks/deadline-loop-wrong.c", "__tw_clock_advances", stands_still));
}
