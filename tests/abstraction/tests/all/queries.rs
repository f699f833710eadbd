//! Paths of templates, possible and impossible.

use std::rc::Rc;
use std::time::Instant;
use tw_abstraction::refine::chain::{Answer, ask};
use tw_abstraction::refine::ladder::Ladder;
use tw_abstraction::refine::links::Copies;
use tw_abstraction::refine::path::Path;
use tw_abstraction::refine::select::{Selected, is_possible, select};
use tw_abstraction::refine::slice::slice;
use tw_abstraction::seed::seeds;
use tw_abstraction::{Origin, Predicates};
use tw_index::Id;
use tw_solver::Stop;
use tw_steps::{EdgeId, Kind, Template};
use tw_tests_abstraction::shapes;
use tw_words::Show;

fn never() -> Stop {
    Rc::new(|| false)
}

/// The edge between two places, by their names; of several, the one with this number.
fn between(template: &Template, from: &str, to: &str, number: usize) -> EdgeId {
    let name = |place| template.places[place].name.as_str();
    let edges = template.edges.enumerate().filter(|(_, e)| {
        name(e.from) == from
            && match e.kind {
                Kind::Error(..) => to == "error",
                Kind::Start(_) => to == "start",
                Kind::End => to == "gone",
                Kind::Step => name(e.to) == to,
            }
    });
    edges.map(|(id, _)| id).nth(number).unwrap_or_else(|| panic!("an edge from {from} to {to}"))
}

fn path(template: &Template, steps: &[(u32, &str, &str)]) -> Path {
    let taken: Vec<(u32, EdgeId)> =
        steps.iter().map(|(thread, from, to)| (*thread, between(template, from, to, 0))).collect();
    Path::new(template, &taken, &|_| false)
}

const TWO: [(u32, &str, &str); 3] =
    [(0, "main", "creates"), (0, "creates", "start"), (0, "creates", "start")];

#[test]
fn a_lock_that_is_held_cannot_be_taken() {
    let mut template = shapes::increment_lock(32, false);
    let mut steps = TWO.to_vec();
    steps.extend([(1, "worker", "reads"), (1, "reads", "writes"), (2, "worker", "reads")]);
    steps.extend([(2, "reads", "writes"), (1, "writes", "frees"), (1, "frees", "asserts")]);
    steps.extend([(2, "writes", "frees"), (1, "asserts", "error")]);
    let path = path(&template, &steps);
    let stop = never();
    let answer = ask(&template, &path, &stop).expect("nobody stops it");
    assert_eq!(answer, Answer::Impossible(6), "the second thread takes the lock");
    let prefix = path.prefix(6);
    let slice = slice(&template, &prefix, &stop).expect("nobody stops it");
    assert_eq!(slice.vars, [Id::from_index(0)], "the holder only");
    let predicates = Predicates::default();
    assert_eq!(is_possible(&template, &predicates, &prefix, Copies::Joint, &stop), Ok(true));
    let mut ladder = Ladder::new(&mut template, &predicates, &prefix, slice);
    let selected = select(&mut template, &predicates, &prefix, &mut ladder, &stop).expect("nobody stops it");
    let Selected::Predicates(chosen) = selected else { panic!("predicates are missing: {selected:?}") };
    let names: Vec<String> = chosen.iter().map(|c| Show(&template.words, c.term).to_string()).collect();
    println!("{names:?}");
    let mut predicates = Predicates::default();
    for candidate in chosen {
        predicates.add(&mut template, candidate.term, Origin::Refined(candidate.level));
    }
    assert_eq!(is_possible(&template, &predicates, &prefix, Copies::Pairs, &stop), Ok(false));
}

fn names(template: &Template, predicates: &Predicates) -> Vec<String> {
    predicates.list.iter().map(|p| Show(&template.words, p.term).to_string()).collect()
}

#[test]
fn seeds_are_what_assertions_and_locks_say() {
    let mut template = shapes::increment_lock(8, false);
    let predicates = seeds(&mut template, &[]);
    assert_eq!(
        predicates.list.len(),
        2,
        "the assertion's, and that the lock is free: {:?}",
        names(&template, &predicates)
    );
    let mut template = shapes::incdec_cas(8, false);
    let predicates = seeds(&mut template, &[]);
    assert_eq!(
        predicates.list.len(),
        4,
        "two comparisons and two flags: {:?}",
        names(&template, &predicates)
    );
}

/// Two hundred steps of five threads, one after the other and interleaved, are asked for at once.
#[test]
fn long_paths_are_asked_for_at_once() {
    let mut template = shapes::increment_cas(32, false);
    let mut steps: Vec<(u32, &str, &str)> = vec![(0, "main", "creates")];
    steps.extend([(0, "creates", "start"); 4]);
    steps.extend((1..=4).map(|thread| (thread, "worker", "swaps")));
    let mut at = 0;
    while steps.len() < 198 {
        // One thread succeeds and begins again nowhere, so all others fail and read again.
        let thread = 2 + at % 3;
        steps.extend([(thread, "swaps", "again"), (thread, "again", "swaps")]);
        at += 1;
    }
    steps.splice(9..9, [(1, "swaps", "asserts")]);
    steps.extend([(2, "swaps", "asserts"), (2, "asserts", "error")]);
    let path = path(&template, &steps);
    let began = Instant::now();
    let answer = ask(&template, &path, &never()).expect("nobody stops it");
    // The second attempt of a thread sees what it has read.
    assert_eq!(answer, Answer::Impossible(17), "only the first swap of each thread fails");
    let short = began.elapsed();
    let possible: Vec<(u32, EdgeId)> = repeated(&template);
    let path = Path::new(&template, &possible, &|_| false);
    assert!(path.steps.len() >= 200);
    let began = Instant::now();
    let answer = ask(&template, &path, &never()).expect("nobody stops it");
    assert!(matches!(answer, Answer::Possible(_)), "increments one after the other");
    let long = began.elapsed();
    let predicates = seeds(&mut template, &[]);
    let began = Instant::now();
    assert_eq!(is_possible(&template, &predicates, &path, Copies::Pairs, &never()), Ok(true));
    println!("{short:?}, {long:?}, {:?}", began.elapsed());
    assert!(long.as_secs() < 5, "{long:?}");
}

/// Five threads alive; each worker swaps, asserts and ends, and another one begins.
fn repeated(template: &Template) -> Vec<(u32, EdgeId)> {
    let edge = |from: &str, to: &str| between(template, from, to, 0);
    let create = (0, edge("creates", "start"));
    let mut taken = vec![(0, edge("main", "creates")), create, create, create];
    let mut worker = 1;
    while taken.len() < 200 {
        taken.push(create);
        for (from, to) in [("worker", "swaps"), ("swaps", "asserts"), ("asserts", "end"), ("end", "gone")] {
            taken.push((worker, edge(from, to)));
        }
        worker += 1;
    }
    taken
}
