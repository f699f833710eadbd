//! Shrunk paths, against brute force.

use super::Random;
use super::graph::{Graph, Walker};
use super::switches::{cost_of_path, least_cost};
use crate::{Budget, Waypoint, shrink};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tw_verdict::Control;

/// A walk at random to a violation; nothing if it does not come to one.
fn walk(graph: &Graph, random: &mut Random) -> Option<Vec<Waypoint>> {
    let state = |at: usize| Waypoint::State(graph.parts[at].concat());
    let mut at = graph.initial[random.below(graph.initial.len())];
    let mut path = vec![state(at)];
    while graph.violations[at].is_empty() {
        let edges = &graph.edges[at];
        if edges.is_empty() || path.len() > 60 {
            return None;
        }
        at = edges[random.below(edges.len())].1;
        path.push(state(at));
    }
    Some(path)
}

#[test]
fn shrunk_paths_cost_no_more_and_never_less_than_the_least() {
    let (mut tried, mut shrunk, mut least) = (0, 0, 0);
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let states = 10 + random.below(60);
        let mut graph = Graph::random(states, 2, 2, &mut random);
        for _ in 0..2 {
            let by = (!random.chance(2)).then(|| random.below(3) as u32);
            let state = random.below(states);
            graph.violations[state].push(by);
        }
        let Some(path) = walk(&graph, &mut random) else { continue };
        let graph = Arc::new(graph);
        let given = cost_of_path(&graph, &path).expect("it leads to a violation");
        let found = shrink(&mut Walker::new(&graph), &path, Budget::states(10_000), &Control::unlimited());
        tried += 1;
        let best = least_cost(&graph, states * 4, &|_, _| true).expect("there is a path");
        let Some(found) = found else { continue };
        graph.check_path(&found);
        let cost = cost_of_path(&graph, &found).expect("the shrunk path leads to a violation");
        // A step between two states may be of several threads: the path given may be better than it was read.
        assert!(cost <= given && cost >= best, "seed {seed}: {given:?}, {cost:?}, {best:?}");
        shrunk += u32::from(cost < given);
        least += u32::from(cost.0 == best.0);
    }
    assert!(tried > 80 && shrunk > 15 && least > 8, "{tried} tried, {shrunk} shrunk, {least} to the least");
}

/// Two threads; the second one has three steps, and after them the first one's second step is a violation.
fn ladder() -> Graph {
    let number = |a: usize, b: usize| (a * 4 + b) as u32;
    let mut edges = vec![Vec::new(); 12];
    for a in 0..3 {
        for b in 0..4 {
            let at = &mut edges[number(a, b) as usize];
            at.extend((a < 2).then(|| (0, number(a + 1, b) as usize)));
            at.extend((b < 3).then(|| (1, number(a, b + 1) as usize)));
        }
    }
    let mut graph = Graph::new(edges, vec![0], &mut Random::new(0));
    graph.violations[number(1, 3) as usize].push(Some(0));
    graph
}

#[test]
fn blocks_come_together() {
    let graph = Arc::new(ladder());
    // 1 0 1 1 and then the violating step of 0.
    let path = [0, 1, 5, 6, 7].map(|state: usize| Waypoint::State(graph.parts[state].concat()));
    assert_eq!(cost_of_path(&graph, &path), Some((3, 4)));
    let run = |budget, control: &Control| shrink(&mut Walker::new(&graph), &path, budget, control);
    let shrunk = run(Budget::states(1000), &Control::unlimited()).expect("there is a better one");
    assert_eq!(cost_of_path(&graph, &shrunk), Some((1, 4)));
    let control = Control::unlimited();
    control.interrupted.store(true, Ordering::Relaxed);
    assert_eq!(run(Budget::states(1000), &control), None);
    assert_eq!(run(Budget::states(3), &Control::unlimited()), None);
}
