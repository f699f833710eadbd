//! Replicated programs say the same as broadcast programs.

use std::sync::Arc;
use tw_boolprog::Program;
use tw_tests_abstraction::random::subject;
use tw_tests_abstraction::replicate::replicate;
use tw_verdict::{Bounds, Control, Finding, InitialThreads, Limits, Question};

/// States of one search.
const STATES: u64 = 20_000;

/// Whether an assertion fails; absent if there are too many states.
fn fails(program: &Arc<Program>, init: u32, threads: u32) -> Option<bool> {
    let question = Question::new(Bounds::up_to(InitialThreads::Exactly(init), threads), Vec::new(), true);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let control = Control { limits, ..Control::default() };
    match tw_counter::explicit::run(program, &question, &control).finding {
        Finding::Violation(_) => Some(true),
        Finding::Exhausted { .. } => Some(false),
        Finding::Stopped(_) => None,
    }
}

#[test]
fn verdicts_are_those_of_the_broadcast_program() {
    let mut compared = [0, 0];
    for seed in 0..60 {
        let program = subject(seed, true).emitted.program;
        for threads in 1..=3 {
            let replicated = Arc::new(replicate(&program, threads as usize));
            assert!(replicated.locals.is_empty() && !replicated.creates_threads);
            let both = fails(&program, 1, threads).zip(fails(&replicated, threads, threads));
            if let Some((expected, found)) = both {
                assert_eq!(found, expected, "seed {seed}, {threads} threads");
                compared[usize::from(expected)] += 1;
            }
        }
    }
    assert!(compared.iter().all(|n| *n > 10), "safe and unsafe: {compared:?}");
}
