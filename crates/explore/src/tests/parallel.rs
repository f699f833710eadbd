//! Several threads find what one finds.

use super::Random;
use super::graph::{Graph, Walker};
use super::stores::counts;
use crate::parallel::explore_in_blocks;
use crate::{Exploration, Outcome, Search, StoreKind, explore};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tw_verdict::{Control, Limits, SearchOrder, StopReason};

const STORES: [StoreKind; 3] = [StoreKind::Flat, StoreKind::Tree, StoreKind::HashCompact];

fn search(store: StoreKind, explore_all: bool) -> Search {
    Search { order: SearchOrder::Bfs, explore_all, store }
}

/// Everything that must not depend on the number of threads.
fn assert_same(one: &Exploration, many: &Exploration, what: &str) {
    assert_eq!(one.outcome, many.outcome, "{what}");
    assert_eq!(counts(one), counts(many), "{what}");
    assert_eq!(one.statistics.store_bytes, many.statistics.store_bytes, "{what}");
    let last = one.statistics.states.saturating_sub(1) as u32;
    for index in [last, last / 2, last / 3] {
        assert_eq!(one.path(index), many.path(index), "{what}");
    }
    let mut states = Vec::new();
    one.for_each_state(&mut |_, state| states.push(state.to_vec()));
    many.for_each_state(&mut |index, state| assert_eq!(states[index as usize], state, "{what}"));
}

fn compare(graph: &Arc<Graph>, search: &Search, limits: &Limits) -> Outcome {
    let control = Control { limits: limits.clone(), ..Control::unlimited() };
    let one = explore(&mut Walker::new(graph), search, &control);
    for workers in 1..=4 {
        for block in [1, 7, 128] {
            let mut systems = vec![Walker::new(graph); workers];
            let many = explore_in_blocks(&mut systems, search, &control, None, block);
            let what = format!("{search:?} {workers} workers, blocks of {block}");
            assert_same(&one, &many, &what);
        }
    }
    one.outcome
}

#[test]
fn several_threads_find_what_one_finds() {
    let mut violations = 0;
    for seed in 0..25 {
        let mut random = Random::new(seed);
        let mut graph = Graph::random(20 + random.below(3000), 2, 3, &mut random);
        for _ in 0..random.below(12) {
            let state = random.below(graph.parts.len());
            graph.violations[state].push(Some(1));
        }
        let graph = Arc::new(graph);
        let store = STORES[seed as usize % 3];
        let outcome = compare(&graph, &search(store, false), &Limits::default());
        violations += u32::from(matches!(outcome, Outcome::Violation(_)));
        compare(&graph, &search(store, true), &Limits::default());
        let limits = Limits { states: Some(600), ..Limits::default() };
        compare(&graph, &search(store, false), &limits);
    }
    assert!(violations > 5, "{violations} graphs have a violation");
}

#[test]
fn a_state_with_many_successors_is_no_exception() {
    let mut random = Random::new(3);
    let mut edges: Vec<Vec<(u32, usize)>> = (0..30_000usize).map(|i| vec![(0, i / 2), (1, i / 3)]).collect();
    // So many that the limits are checked at the last one.
    edges[2] = (30_000 - (1 << 14)..30_000).map(|to| (0, to)).collect();
    edges[29_999] = (0..30_000).map(|to| (0, to)).collect();
    for violating in [None, Some(2), Some(29_999)] {
        let mut graph = Graph::new(edges.clone(), vec![5], &mut random);
        violating.into_iter().for_each(|v: usize| graph.violations[v].push(None));
        let graph = Arc::new(graph);
        for (store, states) in
            [(StoreKind::Flat, None), (StoreKind::Tree, None), (StoreKind::Tree, Some(8000))]
        {
            let control = Control { limits: Limits { states, ..Limits::default() }, ..Control::unlimited() };
            let one = explore(&mut Walker::new(&graph), &search(store, false), &control);
            let mut systems = vec![Walker::new(&graph); 3];
            let many = explore_in_blocks(&mut systems, &search(store, false), &control, None, 64);
            assert_same(&one, &many, &format!("{store:?} {violating:?} {states:?}"));
            let stopped = matches!(one.outcome, Outcome::Stopped(_));
            assert_eq!(stopped, states.is_some() && violating != Some(2), "{violating:?}");
        }
    }
}

#[test]
fn long_states_are_no_exception() {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mut graph = Graph::random(2500, 2, 3, &mut random).padded(4000);
        let state = random.below(graph.parts.len());
        graph.violations[state].push(None);
        let limits = Limits { states: (seed % 2 == 0).then_some(800), ..Limits::default() };
        compare(&Arc::new(graph), &search(STORES[1 + seed as usize % 2], false), &limits);
    }
}

#[test]
fn a_panic_of_a_worker_is_passed_on() {
    let graph = Arc::new(Graph::random(2000, 3, 2, &mut Random::new(2)));
    let reached = explore(&mut Walker::new(&graph), &search(StoreKind::Flat, true), &Control::unlimited());
    let last = graph.check_path(&reached.path(reached.statistics.states as u32 - 1));
    let mut systems = vec![Walker { trap: Some(last), ..Walker::new(&graph) }; 3];
    let run = AssertUnwindSafe(|| {
        explore_in_blocks(&mut systems, &search(StoreKind::Tree, true), &Control::unlimited(), None, 16)
    });
    let payload = catch_unwind(run).err().expect("the panic goes through");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"the trap"));
}

#[test]
fn an_interrupt_ends_all_threads() {
    let graph = Arc::new(Graph::random(20_000, 3, 2, &mut Random::new(4)));
    let control = Control::unlimited();
    let mut systems = vec![Walker::new(&graph); 4];
    let stopped = std::thread::scope(|scope| {
        scope.spawn(|| {
            while control.meter.get().states == 0 {
                std::thread::yield_now();
            }
            control.interrupted.store(true, Ordering::Relaxed);
        });
        explore_in_blocks(&mut systems, &search(StoreKind::Tree, true), &control, None, 32)
    });
    assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::Interrupted));
}
