//! Random paths of random templates: the queries against brute force; refinement excludes what does not exist.

use rustc_hash::FxHashSet;
use std::rc::Rc;
use tw_abstraction::refine::chain::{Answer, ask};
use tw_abstraction::refine::clauses::block;
use tw_abstraction::refine::ladder::Ladder;
use tw_abstraction::refine::links::Copies;
use tw_abstraction::refine::path::Path;
use tw_abstraction::refine::select::{Selected, is_possible, select};
use tw_abstraction::refine::slice::slice;
use tw_abstraction::seed::seeds;
use tw_abstraction::trace::plan;
use tw_abstraction::{Origin, Outcome, Predicates, Relations, run};
use tw_index::Random;
use tw_solver::Stop;
use tw_steps::{EdgeId, Kind, Template};
use tw_tests_abstraction::explorer::{State, can_fail};
use tw_tests_abstraction::host::{TestHost, settings, with_positions};
use tw_tests_abstraction::small;

fn never() -> Stop {
    Rc::new(|| false)
}

/// Two workers, and so many steps of theirs.
fn path(template: &Template, random: &mut Random) -> Path {
    let mut taken: Vec<(u32, EdgeId)> = Vec::new();
    let mut places = vec![template.entry.expect("the template has an entry")];
    let length = 4 + random.below(8);
    while taken.len() < 3 + length {
        let thread = if taken.len() < 3 { 0 } else { 1 + random.below(2) };
        let edges = template.edges.enumerate().filter(|(_, edge)| edge.from == places[thread]);
        let edges: Vec<EdgeId> = edges.map(|(id, _)| id).collect();
        let edge = *random.pick(&edges);
        taken.push((u32::try_from(thread).expect("few threads"), edge));
        match template.edges[edge].kind {
            Kind::Error(..) => break,
            Kind::Start(child) => places.push(child),
            Kind::Step | Kind::End => {}
        }
        places[thread] = template.edges[edge].to;
    }
    Path::new(template, &taken, &|_| false)
}

/// The first steps that no values make possible; absent if all are possible.
fn by_brute_force(template: &Template, path: &Path) -> Option<usize> {
    let mut states: FxHashSet<State> = std::iter::once(State::first(template)).collect();
    for (at, taken) in path.steps.iter().enumerate() {
        let thread = taken.thread as usize;
        states = states.iter().flat_map(|state| state.successors(template, thread, taken.edge)).collect();
        if states.is_empty() {
            return Some(at + 1);
        }
    }
    None
}

/// All bits of all variables, and of identities.
fn all_bits(template: &mut Template) -> Predicates {
    let mut predicates = Predicates::default();
    let mut symbols: Vec<_> = template.vars.iter().map(|info| info.symbol).collect();
    symbols.extend(template.identity);
    for symbol in symbols {
        let word = template.words.of_symbol(symbol);
        for bit in 0..template.words.width(word) {
            let term = template.words.extract(word, bit, 1);
            predicates.add(template, term, Origin::User);
        }
    }
    predicates
}

#[test]
fn queries_agree_with_brute_force() {
    let stop = never();
    let (mut possible, mut impossible) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut template = with_positions(small::template(&mut random));
        let path = path(&template, &mut random);
        let expected = by_brute_force(&template, &path);
        match ask(&template, &path, &stop).expect("nobody stops it") {
            Answer::Possible(model) => {
                assert_eq!(expected, None, "{seed}");
                plan(&template, &path, &model).unwrap_or_else(|e| panic!("{seed}: {e}"));
                possible += 1;
            }
            Answer::Impossible(steps) => {
                assert_eq!(expected, Some(steps), "{seed}");
                impossible += 1;
            }
        }
        let predicates = all_bits(&mut template);
        for copies in [Copies::Joint, Copies::Pairs] {
            for steps in [path.steps.len(), expected.map_or(1, |steps| steps - 1)] {
                let prefix = path.prefix(steps);
                let exists = expected.is_none_or(|first| first > steps);
                let got = is_possible(&template, &predicates, &prefix, copies, &stop);
                assert_eq!(got, Ok(exists), "{seed}: {copies:?} of {steps} steps");
            }
        }
    }
    assert!(possible > 50 && impossible > 50, "{possible} and {impossible} are not enough");
}

#[test]
fn what_does_not_exist_is_excluded() {
    let stop = never();
    let (mut by_predicates, mut by_clauses) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut template = small::template(&mut random);
        let path = path(&template, &mut random);
        let Ok(Answer::Impossible(steps)) = ask(&template, &path, &stop) else { continue };
        let prefix = path.prefix(steps);
        let mut predicates = seeds(&mut template, &[]);
        let mut relations = Relations::new(&template, &stop);
        let slice = slice(&template, &prefix, &stop).expect("nobody stops it");
        let mut ladder = Ladder::new(&mut template, &predicates, &prefix, slice);
        match select(&mut template, &predicates, &prefix, &mut ladder, &stop).expect("nobody stops it") {
            Selected::Clauses => by_clauses += 1,
            Selected::Predicates(chosen) => {
                by_predicates += 1;
                for candidate in chosen {
                    predicates.add(&mut template, candidate.term, Origin::Refined(candidate.level));
                }
            }
            Selected::Nothing => panic!("{seed}: some predicates exclude it"),
        }
        relations.update(&mut template, &predicates).expect("nobody stops it");
        assert_eq!(is_possible(&template, &predicates, &prefix, Copies::Pairs, &stop), Ok(false), "{seed}");
        let blocked = block(&mut template, &predicates, &mut relations, &prefix, &stop);
        assert_eq!(blocked, Ok(true), "{seed}: clauses exclude it");
    }
    assert!(by_predicates > 20, "{by_predicates} by predicates, {by_clauses} by clauses are not enough");
}

/// The loop on random templates: what it proves does not fail with three workers, and what it refutes was executed.
#[test]
fn verdicts_agree_with_brute_force() {
    let (mut safe, mut unsafe_ones, mut open) = (0, 0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let template = with_positions(small::template(&mut random));
        let host = TestHost::new(&template);
        let outcome = run(template.clone(), &[], &settings(None), &host);
        let log = || host.lines.borrow().join("\n");
        match outcome.unwrap_or_else(|e| panic!("{seed}: {e}\n{}", log())) {
            Outcome::Holds(_) => {
                let fails = [3, 4].map(|threads| can_fail(&template, threads, 200_000));
                assert!(!fails.contains(&Some(true)), "{seed}: it fails {fails:?}\n{}", log());
                safe += 1;
            }
            Outcome::Violated(_) => unsafe_ones += 1,
            Outcome::Undecided(unfinished) => {
                println!("{seed}: {unfinished:?}\n{}", log());
                open += 1;
            }
        }
    }
    println!("{safe} safe, {unsafe_ones} unsafe, {open} open");
    assert!(safe > 20 && unsafe_ones > 20 && open <= 15, "{safe} safe, {unsafe_ones} unsafe, {open} open");
}
