//! Forward search against the tree without any pruning.

use super::{Outcome, run};
use crate::backward;
use crate::karp_miller::omega::{OMEGA, minus_one, plus_one, repeated};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use tw_boolprog::generate::generate;
use tw_boolprog::print::print;
use tw_boolprog::semantics::{State, Thread, initial_states, thread_successors};
use tw_boolprog::{Program, Valuation, live_locals, load};
use tw_index::Id;
use tw_verdict::{Bounds, Control, Finding, InitialThreads, Limits, Markings, Question, Target};

/// Shared values, and so many threads, the one inside an atomic section among them.
type Marked = (Valuation, BTreeMap<Thread, u32>);

fn program(text: &str) -> Arc<Program> {
    Arc::new(load("test.bp", text.as_bytes().to_vec()).expect("valid").program)
}

fn question(init: InitialThreads, targets: &[&str], assertions: bool) -> Question {
    let bounds = Bounds::any_number(init);
    let targets = targets.iter().map(|t| Target::parse(t).expect("a target")).collect();
    Question::new(bounds, targets, assertions)
}

fn limited(states: u64) -> Control {
    Control { limits: Limits { states: Some(states), ..Limits::default() }, ..Control::unlimited() }
}

fn masked(program: &Program, mut thread: Thread) -> Thread {
    let live = live_locals(program);
    let dead = (0..program.locals.len()).filter(|v| !live[thread.loc].contains(*v));
    dead.for_each(|v| thread.vars.set(v, false));
    thread
}

fn inside<'a>(program: &Program, marked: &'a Marked) -> Option<&'a Thread> {
    marked.1.keys().find(|t| program.in_atomic(t.loc))
}

fn is_below(program: &Program, less: &Marked, more: &Marked) -> bool {
    less.0 == more.0
        && inside(program, less) == inside(program, more)
        && less.1.iter().all(|(t, n)| more.1.get(t).is_some_and(|m| n <= m))
}

/// All steps of all threads.
fn successors(program: &Program, at: &Marked) -> Vec<Marked> {
    let running: Vec<&Thread> = inside(program, at).map_or(at.1.keys().collect(), |t| vec![t]);
    let mut found = Vec::new();
    for thread in running {
        let mut others = at.1.clone();
        match minus_one(others[thread]) {
            0 => drop(others.remove(thread)),
            rest => drop(others.insert(thread.clone(), rest)),
        }
        let alone = State { shared: at.0.clone(), threads: vec![thread.clone()] };
        let _ = thread_successors(program, &alone, 0, u32::MAX, &mut |next| {
            let mut threads = others.clone();
            for thread in next.state.threads {
                let count = threads.entry(masked(program, thread)).or_default();
                *count = plus_one(*count);
            }
            found.push((next.state.shared, threads));
            Continue(())
        });
    }
    found
}

/// The tree without any pruning but of equal markings; false if it is too large.
fn tree(program: &Program, way: &mut Vec<Marked>, all: &mut BTreeSet<Marked>) -> bool {
    if all.len() > 300 || way.len() > 60 {
        return false;
    }
    let at = way.last().expect("a way is not empty").clone();
    all.insert(at.clone());
    for mut next in successors(program, &at) {
        for earlier in way.iter().rev() {
            if is_below(program, earlier, &next) {
                let before = |t: &Thread| earlier.1.get(t).copied().unwrap_or(0);
                next.1.iter_mut().for_each(|(t, n)| *n = repeated(*n, before(t)));
            }
        }
        if all.contains(&next) {
            continue;
        }
        way.push(next);
        let done = tree(program, way, all);
        way.pop();
        if !done {
            return false;
        }
    }
    true
}

/// The markings at the start.
fn starts(program: &Program, init: InitialThreads) -> Vec<Marked> {
    let (threads, count) = match init {
        InitialThreads::Exactly(n) => (n, None),
        InitialThreads::Unbounded => (1, Some(OMEGA)),
    };
    let mut found: Vec<Marked> = Vec::new();
    let bounds = Bounds::up_to(InitialThreads::Exactly(threads), threads);
    let _ = initial_states(program, &bounds, &mut |state: State| {
        let mut counts = BTreeMap::new();
        for thread in state.threads {
            *counts.entry(masked(program, thread)).or_insert(0) += 1;
        }
        match (found.iter_mut().find(|(shared, _)| *shared == state.shared), count) {
            (Some(known), Some(count)) => known.1.extend(counts.into_keys().map(|t| (t, count))),
            (None, Some(count)) => {
                found.push((state.shared, counts.into_keys().map(|t| (t, count)).collect()))
            }
            (_, None) => found.push((state.shared, counts)),
        }
        Continue(())
    });
    found
}

fn marked(markings: &Markings) -> Vec<Marked> {
    let thread = |number: u32| {
        let (location, values) = &markings.locals[number as usize];
        Thread { loc: Id::from_index(*location as usize), vars: Valuation::from_bits(values) }
    };
    let shared = |number: u32| Valuation::from_bits(&markings.shared[number as usize]);
    let all = markings.markings.iter();
    all.map(|m| (shared(m.shared), m.threads.iter().map(|(l, n)| (thread(*l), *n)).collect())).collect()
}

#[test]
fn pruning_loses_no_marking() {
    let (mut compared, mut grown) = (0, 0);
    for seed in 0..1500 {
        let program = program(&print(&generate(seed).unit));
        for init in [InitialThreads::Exactly(1), InitialThreads::Exactly(2), InitialThreads::Unbounded] {
            let (outcome, _) = run(&program, &question(init, &[], false), &limited(300));
            let Outcome::Safe(Some(markings)) = outcome else { continue };
            let found = marked(&markings);
            let mut all = BTreeSet::new();
            if !starts(&program, init).into_iter().all(|start| tree(&program, &mut vec![start], &mut all)) {
                continue;
            }
            for one in &all {
                assert!(found.iter().any(|m| is_below(&program, one, m)), "seed {seed}: {one:?} is lost");
            }
            for one in &found {
                assert!(all.iter().any(|m| is_below(&program, one, m)), "seed {seed}: {one:?} is invented");
                grown += usize::from(one.1.values().any(|n| *n == OMEGA));
            }
            compared += 1;
        }
    }
    assert!(compared > 300 && grown > 300, "{compared} {grown}");
}

#[test]
fn backward_search_agrees() {
    let mut counts = [0; 2];
    for seed in 0..3000 {
        let made = generate(seed);
        let program = program(&print(&made.unit));
        let bounds = made.bounds.with_any_number();
        let question = Question::new(bounds, made.targets, made.assertions);
        let (forward, _) = run(&program, &question, &limited(3000));
        if matches!(forward, Outcome::MovesOthers(_)) {
            continue;
        }
        let backward = backward::run(&program, &question, &backward::Options::default(), &limited(1000));
        match (&forward, &backward.finding) {
            (Outcome::Safe(_), Finding::Exhausted { .. }) => counts[0] += 1,
            (Outcome::Unsafe, Finding::Violation(_)) => counts[1] += 1,
            (Outcome::Safe(_), Finding::Violation(_)) | (Outcome::Unsafe, Finding::Exhausted { .. }) => {
                panic!("seed {seed}: {forward:?}")
            }
            _ => {}
        }
    }
    assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
}

#[test]
fn a_loop_that_creates_threads_is_accelerated() {
    let program = program("void main() begin L: start_thread goto M; goto L; M: skip; end");
    let (outcome, statistics) =
        run(&program, &question(InitialThreads::Exactly(1), &["M:7"], false), &limited(50));
    assert_eq!(outcome, Outcome::Unsafe);
    assert!(statistics.states < 5, "{statistics:?}");
}

#[test]
fn the_thread_inside_a_section_counts_for_targets_and_stops_others() {
    let text = "decl s := F; void main() begin goto A, B; A: atomic_begin; s := T; I: s := F; atomic_end; \
                B: assert(!s); end";
    let program = program(text);
    let ask = |targets: &[&str], assertions| {
        run(&program, &question(InitialThreads::Unbounded, targets, assertions), &limited(1000)).0
    };
    assert!(matches!(ask(&[], true), Outcome::Safe(_)), "nobody sees s inside the section");
    assert_eq!(ask(&["I:1+B:9"], false), Outcome::Unsafe, "others wait at B");
    assert!(matches!(ask(&["I:2"], false), Outcome::Safe(_)), "one thread is inside");
}

#[test]
fn broadcasts_and_passive_updates_are_refused() {
    for text in ["void main() begin broadcast; end", "decl thread_local t; void main() begin t$ := F; end"] {
        let (outcome, _) = run(&program(text), &question(InitialThreads::Exactly(1), &[], true), &limited(9));
        assert!(matches!(outcome, Outcome::MovesOthers(_)), "{outcome:?}");
    }
}
