//! The loop, on the shapes of \[DKKW11\]: without given predicates, any number of threads.

use std::time::Instant;
use tw_abstraction::{Outcome, run};
use tw_steps::Template;
use tw_tests_abstraction::host::{TestHost, settings, with_positions};
use tw_tests_abstraction::shapes;

type Shape = fn(u32, bool) -> Template;

const SHAPES: [(&str, Shape); 5] = [
    ("increment, lock", shapes::increment_lock),
    ("increment, cas", shapes::increment_cas),
    ("findmax, lock", shapes::findmax_lock),
    ("tas lock", shapes::tas_lock),
    ("inc/dec, cas", shapes::incdec_cas),
];

fn decide(name: &str, shape: Shape, bug: bool, threads: Option<u32>) -> Outcome {
    let template = with_positions(shape(32, bug));
    let host = TestHost::new(&template);
    let began = Instant::now();
    let outcome = run(template, &[], &settings(threads), &host);
    println!("{name}{}: {:?}", if bug { ", buggy" } else { "" }, began.elapsed());
    host.lines.borrow().iter().for_each(|line| println!("  {line}"));
    outcome.unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn safe_shapes_are_proved_for_any_number_of_threads() {
    for (name, shape) in SHAPES {
        match decide(name, shape, false, None) {
            Outcome::Holds(evidence) => println!("  {:?}", evidence.round),
            Outcome::Violated(_) => panic!("{name} has no violation"),
            Outcome::Undecided(unfinished) => panic!("{name} is not decided: {unfinished:?}"),
        }
    }
}

#[test]
fn buggy_shapes_have_schedules_that_can_be_executed() {
    for (name, shape) in SHAPES {
        match decide(name, shape, true, None) {
            Outcome::Violated(_) => {}
            Outcome::Holds(_) => panic!("{name} has a violation"),
            Outcome::Undecided(unfinished) => panic!("{name} is not decided: {unfinished:?}"),
        }
    }
}
