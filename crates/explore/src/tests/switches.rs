//! The fewest switches, against brute force.

use super::Random;
use super::graph::{Graph, Walker};
use crate::{Budget, Search, StoreKind, Waypoint, explore, fewest_switches};
use std::collections::HashMap;
use std::sync::Arc;
use tw_verdict::{Control, SearchOrder};

/// Least (switches, steps) to a violation along `steps`, which gives the edges from a state at a depth;
/// found by relaxing until nothing changes.
pub fn least_cost(
    graph: &Graph,
    max_steps: usize,
    allowed: &dyn Fn(usize, usize) -> bool,
) -> Option<(u32, usize)> {
    // Fewest switches to each (state, label) in exactly so many steps.
    let mut layer: HashMap<(usize, Option<u32>), u32> =
        graph.initial.iter().filter(|s| allowed(0, **s)).map(|s| ((*s, None), 0)).collect();
    let mut best = None;
    for steps in 0..=max_steps {
        let mut next: HashMap<(usize, Option<u32>), u32> = HashMap::new();
        for ((state, label), switches) in &layer {
            let more = |by: u32| u32::from(label.is_some_and(|l| l != by));
            for by in &graph.violations[*state] {
                let cost = (switches + by.map_or(0, more), steps);
                best = Some(best.map_or(cost, |b: (u32, usize)| b.min(cost)));
            }
            for (by, to) in graph.edges[*state].iter().filter(|e| allowed(steps + 1, e.1)) {
                let cost = switches + more(*by);
                let known = next.entry((*to, Some(*by))).or_insert(cost);
                *known = cost.min(*known);
            }
        }
        layer = next;
    }
    best
}

/// The least cost of exactly this path of states.
pub fn cost_of_path(graph: &Graph, path: &[Waypoint]) -> Option<(u32, usize)> {
    let last = path.len() - 1;
    let allowed =
        |step: usize, state: usize| step <= last && path[step].matches(&graph.parts[state].concat());
    let cost = least_cost(graph, last, &allowed);
    cost.filter(|c| c.1 == last)
}

#[test]
fn fewer_switches_win_over_fewer_steps() {
    // Threads 0 1 0 lead from 0 to 3 in three steps; thread 0, four times, then 1 in five.
    let chain = vec![
        vec![(0, 1), (0, 4)],
        vec![(1, 2)],
        vec![(0, 3)],
        vec![],
        vec![(0, 5)],
        vec![(0, 6)],
        vec![(0, 7)],
        vec![(1, 3)],
    ];
    let mut graph = Graph::new(chain, vec![0], &mut Random::new(0));
    graph.violations[3].push(None);
    let graph = Arc::new(graph);
    let search = Search { order: SearchOrder::Bfs, explore_all: false, store: StoreKind::Flat };
    let shortest = explore(&mut Walker::new(&graph), &search, &Control::unlimited());
    assert_eq!(graph.violation_path(&shortest).map(|p| p.len()), Some(4));
    let path = fewest_switches(&mut Walker::new(&graph), Budget::states(1000), &Control::unlimited())
        .expect("a path");
    assert_eq!(path.len(), 6);
    assert_eq!(cost_of_path(&graph, &path), Some((1, 5)));
}

#[test]
fn the_violating_step_may_be_a_switch() {
    // State 1 is violated by thread 1, and thread 0 came there; state 3 by thread 0, without a switch.
    let mut graph =
        Graph::new(vec![vec![(0, 1)], vec![(0, 2)], vec![(0, 3)], vec![]], vec![0], &mut Random::new(0));
    graph.violations[1].push(Some(1));
    let path = |graph: &Arc<Graph>| {
        fewest_switches(&mut Walker::new(graph), Budget::states(1000), &Control::unlimited())
    };
    let with_switch = Arc::new(graph);
    assert_eq!(path(&with_switch).map(|p| p.len()), Some(2));
    let mut graph = Arc::into_inner(with_switch).expect("the only owner");
    graph.violations[3].push(Some(0));
    assert_eq!(path(&Arc::new(graph)).map(|p| p.len()), Some(4));
}

/// Long ways: every state leads to the next ones, some elsewhere.
fn chains(states: usize, labels: usize, random: &mut Random) -> Graph {
    let mut edges = vec![Vec::new(); states];
    for (from, edges) in edges.iter_mut().enumerate() {
        for _ in 0..1 + random.below(2) {
            let to = if random.chance(12) { random.below(states) } else { from + 1 + random.below(2) };
            edges.push((random.below(labels) as u32, to.min(states - 1)));
        }
    }
    Graph::new(edges, vec![0], random)
}

#[test]
fn random_graphs_agree_with_brute_force() {
    let mut found = [0; 4];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let states = 4 + random.below(22);
        let labels = 1 + random.below(3);
        let mut graph = match seed % 2 {
            0 => Graph::random(states, 1, labels, &mut random),
            _ => chains(states, labels, &mut random),
        };
        for _ in 0..1 + random.below(3) {
            let by = (!random.chance(2)).then(|| random.below(labels + 1) as u32);
            let state = random.below(states);
            graph.violations[state].push(by);
        }
        let graph = Arc::new(graph);
        let expected = least_cost(&graph, states * (labels + 1), &|_, _| true);
        let path =
            fewest_switches(&mut Walker::new(&graph), Budget::states(1_000_000), &Control::unlimited());
        let cost = path.map(|path| {
            graph.check_path(&path);
            cost_of_path(&graph, &path).expect("the path ends in a violation")
        });
        assert_eq!(cost, expected, "seed {seed}");
        found[expected.map_or(3, |(switches, _)| switches.min(2) as usize)] += 1;
    }
    assert!(found.iter().all(|n| *n > 5), "all kinds occur: {found:?}");
}

#[test]
fn it_gives_up() {
    let graph = Arc::new(Graph::random(5000, 3, 2, &mut Random::new(1)));
    let run =
        |nodes, control: &Control| fewest_switches(&mut Walker::new(&graph), Budget::states(nodes), control);
    assert_eq!(run(100, &Control::unlimited()), None);
    assert_eq!(run(1_000_000, &Control::unlimited()), None, "there is no violation");
    let control = Control::unlimited();
    control.interrupted.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(run(1_000_000, &control), None);
}
