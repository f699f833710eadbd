//! The control path of a violation of the abstract program: which thread takes which edge.

use tw_steps::{EdgeId, Kind, Template};

/// A control path.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Path {
    /// Its steps.
    pub steps: Vec<Taken>,
}

/// A step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// The thread that moves. Threads are numbered in the order of their creation, the first one is 0.
    pub thread: u32,
    /// The edge that it takes.
    pub edge: EdgeId,
    /// The thread that begins, if one does.
    pub child: Option<u32>,
}

impl Path {
    /// The path on which threads take edges, where each thread is named by any number (the first one: 0) and `skips`
    /// says of creations, in order, whether the thread that they create never moves and has no name.
    pub fn new(template: &Template, taken: &[(u32, EdgeId)], skips: &dyn Fn(usize) -> bool) -> Path {
        let mut path = Path::default();
        // The number of each thread that has a name, in the order of names.
        let mut named = vec![0];
        let mut threads = 1;
        let mut creations = 0;
        for (name, edge) in taken {
            let Some(thread) = named.get(*name as usize).copied() else { break };
            let mut child = None;
            if let Kind::Start(_) = template.edges[*edge].kind {
                if !skips(creations) {
                    named.push(threads);
                }
                child = Some(threads);
                threads += 1;
                creations += 1;
            }
            path.steps.push(Taken { thread, edge: *edge, child });
        }
        path
    }

    /// The first steps.
    pub fn prefix(&self, steps: usize) -> Path {
        Path { steps: self.steps[..steps].to_vec() }
    }

    /// Number of threads, those included that never move.
    pub fn threads(&self) -> u32 {
        1 + u32::try_from(self.steps.iter().filter(|taken| taken.child.is_some()).count())
            .expect("steps fit in 32 bits")
    }

    /// The threads that move.
    pub fn moving(&self) -> Vec<u32> {
        let mut moving: Vec<u32> = self.steps.iter().map(|taken| taken.thread).collect();
        moving.sort_unstable();
        moving.dedup();
        moving
    }

    /// The edges, each once, in the order in which they are first taken.
    pub fn edges(&self) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        for taken in &self.steps {
            if !edges.contains(&taken.edge) {
                edges.push(taken.edge);
            }
        }
        edges
    }
}
