//! The reduction of the simulating engine, under every choice of the thread that runs alone.

use std::path::Path;
use std::sync::Arc;
use tw_boolprog::replay::replay;
use tw_simulate::{Options, Preference};
use tw_verdict::{
    Bounds, Control, Finding, InitialThreads, Question, Reduction, SearchOrder, SimulationStatistics,
};

/// Simulates a case with up to two threads; whether it is safe, and what was counted.
fn simulated(case: &str, search: SearchOrder, options: Options) -> (bool, SimulationStatistics) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/boolprog").join(case).with_extension("bp");
    let text = std::fs::read(&path).expect("the case is there");
    let loaded = tw_boolprog::load(case, text).expect("valid");
    let bounds = Bounds::up_to(InitialThreads::Exactly(1), 2);
    let question = Question {
        reduction: Reduction::Por,
        search,
        explore_all: true,
        ..Question::new(bounds, Vec::new(), true)
    };
    let program = Arc::new(loaded.program.clone());
    let run = tw_simulate::run(&program, &question, &options, &Control::unlimited());
    let safe = match run.finding {
        Finding::Violation(trace) => {
            replay(&loaded.unit, &bounds, &trace).expect("the schedule can be executed");
            false
        }
        Finding::Exhausted { .. } => true,
        Finding::Stopped(reason) => panic!("{case}: {reason}"),
    };
    (safe, run.statistics.simulation.expect("the simulation counts"))
}

/// The choices of the thread that runs alone, with and without what may hide it.
fn choices() -> Vec<(SearchOrder, Options)> {
    let mut choices = Vec::new();
    for search in [SearchOrder::Bfs, SearchOrder::Dfs] {
        for preference in [Preference::First, Preference::Last] {
            for (merging, symmetry) in [(true, true), (true, false), (false, true), (false, false)] {
                choices.push((search, Options { preference, merging, symmetry, ..Options::default() }));
            }
        }
    }
    choices
}

/// \[BMWK10\] listings 1 and 2, and a read that a test of next statements takes for independent.
#[test]
fn violations_are_found_whoever_runs_alone() {
    for case in ["papers/bmwk10-listing-1", "papers/bmwk10-listing-2", "papers/cks05-reads-later"] {
        for (search, options) in choices() {
            let (safe, _) = simulated(case, search, options);
            assert!(!safe, "{case}, {search:?}, {options:?}");
        }
    }
}

/// A thread that runs alone for ever is noticed, and the other one explored after all.
#[test]
fn what_is_postponed_for_ever_is_resumed() {
    for (search, options) in choices() {
        let (safe, counted) = simulated("simulation/spinning-thread", search, options);
        assert!(!safe, "{search:?}, {options:?}");
        // Where the other thread is preferred, it runs alone first, and nothing is put off.
        assert!(counted.resumed > 0 || options.preference == Preference::Last, "{search:?}, {options:?}");
    }
}

/// A loop that can be left puts nobody off.
#[test]
fn a_loop_with_an_exit_is_run_alone() {
    let (safe, counted) = simulated("simulation/private-loop", SearchOrder::Bfs, Options::default());
    assert!(safe);
    assert!(counted.reduced > 0);
    assert_eq!(counted.resumed, 0);
}

/// What leaves a loop depends on values that its body chooses: nobody is put off, and nothing is resumed.
#[test]
fn a_loop_that_is_left_by_value_is_run_alone() {
    let (safe, counted) = simulated("simulation/loop-left-by-value", SearchOrder::Bfs, Options::default());
    assert!(safe);
    assert!(counted.reduced > 0 && counted.layers > 0);
    assert_eq!(counted.resumed, 0);
}

/// With some values a loop is never left: there, the others run after all.
#[test]
fn a_loop_that_is_not_left_by_value_is_not_run_alone() {
    for (search, options) in choices() {
        let (safe, counted) = simulated("simulation/loop-not-left-by-value", search, options);
        assert!(!safe, "{search:?}, {options:?}");
        assert!(counted.resumed > 0 || options.preference == Preference::Last, "{search:?}, {options:?}");
    }
}

/// Who can move depends on values: the solver decides, and is told whom to try first.
#[test]
fn the_solver_decides_who_runs() {
    for (search, options) in choices() {
        let (safe, counted) = simulated("simulation/constraint-decides-who-moves", search, options);
        assert!(!safe, "{search:?}, {options:?}");
        assert!(counted.decisions > 0, "{search:?}, {options:?}: {counted:?}");
    }
}
