//! All stores find the same.

use super::Random;
use super::graph::{Graph, Walker};
use crate::intern::hash;
use crate::{Exploration, Outcome, Search, StoreKind, Waypoint, explore};
use std::collections::HashSet;
use std::sync::Arc;
use tw_verdict::{Control, Limits, SearchOrder, Statistics, StopReason};

const BITS: StoreKind = StoreKind::Bitstate { bytes: 1 << 20 };

/// Statistics without what depends on the store or on time.
pub fn counts(exploration: &Exploration) -> Statistics {
    Statistics { store_bytes: 0, seconds: 0.0, ..exploration.statistics.clone() }
}

fn states(exploration: &Exploration) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    exploration.for_each_state(&mut |index, state| {
        assert_eq!(index as usize, all.len());
        all.push(state.to_vec());
    });
    all
}

#[test]
fn all_stores_find_the_same() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut graph = Graph::random(50 + random.below(3000), 2, 3, &mut random);
        for _ in 0..random.below(3) {
            let state = random.below(graph.parts.len());
            graph.violations[state].push(None);
        }
        let graph = Arc::new(graph);
        for order in [SearchOrder::Bfs, SearchOrder::Dfs] {
            for explore_all in [false, true] {
                compare_stores(&graph, order, explore_all);
            }
        }
    }
}

fn compare_stores(graph: &Arc<Graph>, order: SearchOrder, explore_all: bool) {
    let run = |store| {
        let search = Search { order, explore_all, store };
        explore(&mut Walker::new(graph), &search, &Control::unlimited())
    };
    let flat = run(StoreKind::Flat);
    let path = graph.violation_path(&flat);
    for store in [StoreKind::Tree, StoreKind::HashCompact, BITS] {
        if store == BITS && order == SearchOrder::Bfs {
            continue;
        }
        let other = run(store);
        assert_eq!(other.outcome, flat.outcome, "{store:?} {order:?}");
        assert_eq!(counts(&other), counts(&flat), "{store:?} {order:?}");
        let other_path = graph.violation_path(&other);
        match (&path, other_path) {
            (None, None) => {}
            (Some(path), Some(other)) if store == StoreKind::HashCompact => {
                let same = |(a, b): (&Waypoint, &Waypoint)| {
                    let Waypoint::State(state) = a else { panic!("flat stores keep states") };
                    b.matches(state)
                };
                assert!(path.len() == other.len() && path.iter().zip(&other).all(same));
            }
            (path, other) => assert_eq!(path, &other, "{store:?} {order:?}"),
        }
        if store == StoreKind::Tree {
            assert_eq!(states(&flat), states(&other));
        }
    }
}

#[test]
fn breadth_first_with_bits_is_depth_first() {
    let graph = Arc::new(Graph::random(500, 2, 2, &mut Random::new(5)));
    let run = |order, store| {
        let search = Search { order, explore_all: true, store };
        explore(&mut Walker::new(&graph), &search, &Control::unlimited())
    };
    assert_eq!(
        counts(&run(SearchOrder::Bfs, BITS)),
        counts(&run(SearchOrder::Dfs, StoreKind::Flat)),
        "nothing is lost in a large array"
    );
    let small = run(SearchOrder::Bfs, StoreKind::Bitstate { bytes: 8 });
    assert!(small.statistics.states < 64, "64 bits do not hold more");
}

#[test]
fn limits_stop_a_search() {
    let graph = Arc::new(Graph::random(20_000, 3, 2, &mut Random::new(1)));
    let run = |store, limits| {
        let search = Search { order: SearchOrder::Bfs, explore_all: true, store };
        explore(&mut Walker::new(&graph), &search, &Control { limits, ..Control::unlimited() })
    };
    let few = Limits { states: Some(3000), ..Limits::default() };
    let narrow = Limits { memory: Some(1), ..Limits::default() };
    for store in [StoreKind::Flat, StoreKind::Tree, StoreKind::HashCompact, BITS] {
        let stopped = run(store, few.clone());
        assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::StateLimit(3000)));
        assert!(stopped.statistics.states > 3000 && stopped.statistics.states < 15_000);
        let stopped = run(store, narrow.clone());
        assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::Memory(1)));
        assert_eq!(stopped.statistics.states, 0);
    }
}

#[test]
fn similar_states_have_different_hashes() {
    let mut hashes = HashSet::new();
    let mut state = [0u8; 200];
    let mut count = 0;
    for a in 0..200 {
        for b in 0..a {
            for value in [(1u8, 1u8), (1, 2), (2, 1), (255, 1), (128, 128)] {
                (state[a], state[b]) = value;
                hashes.insert(hash(&state));
                count += 1;
            }
            (state[a], state[b]) = (0, 0);
        }
    }
    for counter in 0..300_000u32 {
        state[8..12].copy_from_slice(&(counter % 600).to_le_bytes());
        state[16..20].copy_from_slice(&(1000 + counter / 600).to_le_bytes());
        hashes.insert(hash(&state));
        count += 1;
    }
    assert_eq!(hashes.len(), count);
}
