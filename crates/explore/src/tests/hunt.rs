//! Hunts: what is caught can be reached, and nothing else changes.

use super::Random;
use super::graph::{Graph, Walker};
use super::stores::counts;
use crate::hunt::{Aside, Done};
use crate::parallel::explore_in_blocks;
use crate::{CAUGHT, Exploration, Hunt, Hunter, Outcome, Search, StoreKind, Waypoint, explore};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tw_verdict::{Control, SearchOrder, Statistics};

const ENDLESS: Done = Done { expanded: 1 << 40, effort: 0 };
const AT_ONCE: Hunt = Hunt { attempts: 20_000, after: 0 };

fn search(explore_all: bool) -> Search {
    Search { order: SearchOrder::Bfs, explore_all, store: StoreKind::Tree }
}

/// A search with a hunt.
fn hunted(graph: &Arc<Graph>, hunt: Hunt, search: &Search, workers: usize) -> Exploration {
    let mut hunting = Walker::new(graph);
    let mut hunter = Hunter::new(&mut hunting, hunt);
    let mut systems = vec![Walker::new(graph); workers];
    explore_in_blocks(&mut systems, search, &Control::unlimited(), Some(&mut hunter), 16)
}

/// Graphs with some violations, which may be out of reach.
fn graphs() -> impl Iterator<Item = (u64, Arc<Graph>)> {
    (0..150).map(|seed| {
        let mut random = Random::new(seed);
        let mut graph = Graph::random(5 + random.below(80), 1 + seed as usize % 2, 3, &mut random);
        for _ in 0..random.below(3) {
            let state = random.below(graph.parts.len());
            graph.violations[state].push((!random.chance(2)).then(|| random.below(3) as u32));
        }
        (seed, Arc::new(graph))
    })
}

#[test]
fn a_small_system_is_caught_if_and_only_if_a_search_finds_it() {
    let mut found = [0, 0];
    for (seed, graph) in graphs() {
        let exhaustive = explore(&mut Walker::new(&graph), &search(false), &Control::unlimited());
        let mut system = Walker::new(&graph);
        let caught = Hunter::new(&mut system, AT_ONCE).pause(ENDLESS, &Control::unlimited());
        let violated = matches!(exhaustive.outcome, Outcome::Violation(_));
        assert_eq!(caught.is_some(), violated, "seed {seed}");
        found[usize::from(violated)] += 1;
        if let Some(path) = caught {
            let path: Vec<Waypoint> = path.into_iter().map(Waypoint::State).collect();
            assert!(!graph.violations[graph.check_path(&path)].is_empty(), "seed {seed}");
        }
    }
    assert!(found.iter().all(|n| *n > 20), "both occur: {found:?}");
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let mut caught = 0;
    for (seed, graph) in graphs() {
        for hunt in [AT_ONCE, Hunt { attempts: 100, after: 3 }, Hunt { attempts: 10_000, after: 40 }] {
            let one = hunted(&graph, hunt, &search(false), 1);
            caught += u32::from(one.outcome == Outcome::Violation(CAUGHT));
            for workers in 2..4 {
                let many = hunted(&graph, hunt, &search(false), workers);
                assert_eq!((&one.outcome, counts(&one)), (&many.outcome, counts(&many)), "seed {seed}");
                assert_eq!(graph.violation_path(&one), graph.violation_path(&many), "seed {seed}");
            }
        }
    }
    assert!(caught > 30, "{caught} catches");
}

#[test]
fn a_hunt_without_a_catch_changes_nothing_but_its_count() {
    let mut tried = 0;
    for (seed, graph) in graphs() {
        let plain = explore(&mut Walker::new(&graph), &search(false), &Control::unlimited());
        let with = hunted(&graph, Hunt { attempts: 30, after: 0 }, &search(false), 1);
        if with.outcome != Outcome::Violation(CAUGHT) {
            let counted = Statistics { hunted_steps: 0, ..counts(&with) };
            assert_eq!((&plain.outcome, counts(&plain)), (&with.outcome, counted), "seed {seed}");
            tried += u32::from(with.statistics.hunted_steps > 0);
        }
    }
    assert!(tried > 30, "{tried} hunts without a catch");
}

/// Three threads with so many steps each; the state after all of them is a violation.
fn lattice(length: usize) -> Graph {
    let side = length + 1;
    let number = |at: [usize; 3]| (at[0] * side + at[1]) * side + at[2];
    let mut edges = vec![Vec::new(); side * side * side];
    for (from, edges) in edges.iter_mut().enumerate() {
        let at = [from / side / side, from / side % side, from % side];
        for thread in (0..3).filter(|thread| at[*thread] < length) {
            let mut to = at;
            to[thread] += 1;
            edges.push((thread as u32, number(to)));
        }
    }
    let mut graph = Graph::new(edges, vec![0], &mut Random::new(0));
    graph.violations[side * side * side - 1].push(None);
    graph
}

#[test]
fn what_lies_deep_is_caught_before_the_search_comes_there() {
    let graph = Arc::new(lattice(30));
    let plain = explore(&mut Walker::new(&graph), &search(false), &Control::unlimited());
    let with = hunted(&graph, Hunt::attempts(100_000), &search(false), 2);
    assert_eq!(with.outcome, Outcome::Violation(CAUGHT));
    assert_eq!(graph.violation_path(&with).map(|path| path.len()), Some(91));
    assert!(10 * with.statistics.states < plain.statistics.states);
    assert!(with.statistics.catching_walk > 0 && with.statistics.hunted_steps >= 90);
}

#[test]
fn nobody_hunts_where_it_is_not_asked_for() {
    let graph = Arc::new(lattice(15));
    let depth_first = Search { order: SearchOrder::Dfs, ..search(false) };
    for (hunt, search) in [
        (Hunt { attempts: 0, after: 0 }, search(false)),
        (AT_ONCE, search(true)),
        (AT_ONCE, depth_first),
        (Hunt { attempts: 1000, after: 1 << 30 }, search(false)),
    ] {
        let found = hunted(&graph, hunt, &search, 1);
        assert_ne!(found.outcome, Outcome::Violation(CAUGHT), "{hunt:?} {search:?}");
        assert_eq!(found.statistics.hunted_steps, 0, "{hunt:?} {search:?}");
    }
}

#[test]
fn a_hunt_ends_with_its_attempts_and_with_an_interrupt() {
    let graph = Arc::new(Graph::random(5000, 2, 3, &mut Random::new(5)));
    let mut system = Walker::new(&graph);
    let mut hunter = Hunter::new(&mut system, Hunt { attempts: 500, after: 0 });
    assert_eq!(hunter.pause(ENDLESS, &Control::unlimited()), None);
    let (steps, walks) = hunter.counts();
    assert!(walks > 0 && steps > 100 && steps <= 500, "{steps} steps");
    let control = Control::unlimited();
    control.interrupted.store(true, Ordering::Relaxed);
    let mut hunter = Hunter::new(&mut system, AT_ONCE);
    assert_eq!(hunter.pause(ENDLESS, &control), None);
    assert_eq!(hunter.counts(), (0, 0));
}
