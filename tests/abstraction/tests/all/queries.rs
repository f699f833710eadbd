//! Paths of templates, possible and impossible.

use std::rc::Rc;
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
