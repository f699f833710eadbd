//! An explicit graph as a system.

use super::Random;
use crate::{Exploration, Outcome, Sink, System, Waypoint};
use std::collections::HashMap;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

/// A graph whose states are byte strings in parts.
pub struct Graph {
    pub parts: Vec<Vec<Vec<u8>>>,
    pub initial: Vec<usize>,
    /// Label and target.
    pub edges: Vec<Vec<(u32, usize)>>,
    pub violations: Vec<Vec<Option<u32>>>,
    numbers: HashMap<Vec<u8>, usize>,
}

impl Graph {
    /// A graph with these edges.
    pub fn new(edges: Vec<Vec<(u32, usize)>>, initial: Vec<usize>, random: &mut Random) -> Graph {
        let parts: Vec<Vec<Vec<u8>>> = (0..edges.len()).map(|state| state_parts(state, random)).collect();
        let numbers = parts.iter().enumerate().map(|(i, parts)| (parts.concat(), i)).collect();
        let violations = vec![Vec::new(); edges.len()];
        let graph = Graph { parts, initial, edges, violations, numbers };
        assert_eq!(graph.numbers.len(), graph.parts.len(), "states differ");
        graph
    }

    /// The same graph with long states.
    pub fn padded(mut self, bytes: usize) -> Graph {
        self.parts.iter_mut().for_each(|parts| parts.insert(0, vec![9; bytes]));
        self.numbers = self.parts.iter().enumerate().map(|(i, parts)| (parts.concat(), i)).collect();
        self
    }

    /// A random graph with about `degree` edges from each state; most lead not far.
    pub fn random(states: usize, degree: usize, labels: usize, random: &mut Random) -> Graph {
        let edges = (0..states).map(|from| {
            let target = |random: &mut Random| {
                let near = (from + random.below(30)).min(states - 1);
                if random.chance(4) { random.below(states) } else { near }
            };
            let count = random.below(2 * degree + 1);
            (0..count).map(|_| (random.below(labels) as u32, target(random))).collect()
        });
        let edges = edges.collect();
        let initial = (0..1 + random.below(3)).map(|_| random.below(states)).collect();
        Graph::new(edges, initial, random)
    }

    /// Checks that waypoints are a path of the graph to `last`.
    pub fn check_path(&self, path: &[Waypoint]) -> usize {
        let find = |mut from: &mut dyn Iterator<Item = usize>, to: &Waypoint| {
            Iterator::find(&mut from, |s| to.matches(&self.parts[*s].concat())).expect("a path follows edges")
        };
        let mut at = find(&mut self.initial.iter().copied(), &path[0]);
        for next in &path[1..] {
            at = find(&mut self.edges[at].iter().map(|e| e.1), next);
        }
        at
    }

    /// The path of the first violation that a search found.
    pub fn violation_path(&self, exploration: &Exploration) -> Option<Vec<Waypoint>> {
        let (Outcome::Violation(index) | Outcome::Exhausted(Some(index))) = exploration.outcome else {
            return None;
        };
        let path = exploration.path(index);
        assert!(!self.violations[self.check_path(&path)].is_empty(), "the path ends in a violation");
        Some(path)
    }
}

/// Parts that tell the number of the state, among others; state 0 has none.
fn state_parts(state: usize, random: &mut Random) -> Vec<Vec<u8>> {
    if state == 0 {
        return Vec::new();
    }
    let filler = |random: &mut Random| vec![random.below(3) as u8; random.below(3)];
    let mut parts: Vec<Vec<u8>> = (0..random.below(4) + state % 3).map(|_| filler(random)).collect();
    parts.extend((state as u32).to_le_bytes().chunks(2).map(<[u8]>::to_vec));
    parts
}

/// The graph, for one worker.
#[derive(Clone)]
pub struct Walker {
    pub graph: Arc<Graph>,
    /// Panics when this state is expanded.
    pub trap: Option<usize>,
}

impl Walker {
    pub fn new(graph: &Arc<Graph>) -> Walker {
        Walker { graph: graph.clone(), trap: None }
    }
}

fn push(graph: &Graph, label: u32, state: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
    sink.push_parts(label, |out, ends| {
        let start = out.len();
        for part in &graph.parts[state] {
            out.extend_from_slice(part);
            ends.push((out.len() - start) as u32);
        }
    })
}

impl System for Walker {
    fn initial(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        self.graph.initial.iter().try_for_each(|s| push(&self.graph, 7, *s, sink))
    }

    fn expand(&mut self, state: &[u8], sink: &mut Sink<'_>) -> ControlFlow<()> {
        let graph = &self.graph;
        let number = graph.numbers[state];
        assert!(self.trap != Some(number), "the trap");
        graph.violations[number].iter().for_each(|by| sink.violation(*by));
        if number % 5 == 1 {
            sink.reduced();
        }
        graph.edges[number].iter().try_for_each(|(label, to)| push(graph, *label, *to, sink))?;
        Continue(())
    }

    fn bytes(&self) -> u64 {
        100
    }
}
