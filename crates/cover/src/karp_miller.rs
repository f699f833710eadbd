//! Forward search with markings that may have ω threads \[Karp and Miller\]: on [`systems`] and [`nets`] with the search of
//! this file, on Boolean [`programs`] with one of their own, for packed markings and atomic sections.
//!
//! *What*: markings ⟨s, counts⟩ where a count may be ω, any number. A marking that is greater than one on the way to it gets ω
//! where it is greater: the way can be repeated.
//! *Claim*: the downward closure of the markings is exactly that of the reachable configurations. No less: each
//! successor of an expanded marking is below a marking. No more: every step of a way that is repeated is one of
//! the system.
//! *Pruning*: a marking below one that was met before is not expanded: what it leads to is below what that one leads to.
//! Nothing that was met is ever taken away again; published variants that remove the markings below a new one
//! together with what they led to lose markings.
//! *Refused* by all of them: steps that move other threads or tokens. With them, a way that leads to more threads need not be
//! repeatable.

pub mod nets;
pub mod omega;
pub mod programs;
pub mod systems;

use omega::repeated;
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};
use tw_tts::Shared;
use tw_verdict::{Control, Progress, StopReason};

/// A shared state with numbers of threads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marking {
    /// The shared state.
    pub shared: Shared,
    /// How many threads are in each local state; [`omega::OMEGA`] is any number.
    pub threads: Vec<u32>,
}

impl Marking {
    fn is_below(&self, other: &Marking) -> bool {
        self.shared == other.shared && self.threads.iter().zip(&other.threads).all(|(a, b)| a <= b)
    }
}

/// What a search has found.
enum Explored {
    /// No target; the maximal markings.
    Uncoverable(Vec<Marking>),
    /// A marking that covers a target.
    Coverable,
    /// The search ended early.
    Stopped(StopReason),
}

/// Time between two looks at the limits.
const PATIENCE: Duration = Duration::from_millis(20);

struct Node {
    marking: Marking,
    parent: Option<u32>,
}

/// The search, whatever steps and targets are; the number of markings met.
fn explore(
    starts: Vec<Marking>,
    next: &dyn Fn(&Marking) -> Result<Vec<Marking>, StopReason>,
    is_target: &dyn Fn(&Marking) -> bool,
    control: &Control,
) -> (Explored, u64) {
    let mut search = Search { nodes: Vec::new(), by_shared: FxHashMap::default(), open: Vec::new() };
    starts.into_iter().for_each(|start| search.add(start, None));
    let mut looked = Instant::now();
    while let Some(number) = search.open.pop() {
        let met = search.nodes.len() as u64;
        let marking = search.nodes[number as usize].marking.clone();
        if is_target(&marking) {
            return (Explored::Coverable, met);
        }
        let after = match next(&marking) {
            Ok(after) => after,
            Err(reason) => return (Explored::Stopped(reason), met),
        };
        for marking in after {
            if looked.elapsed() >= PATIENCE {
                looked = Instant::now();
                if let Some(reason) = control.should_stop(search.progress()) {
                    return (Explored::Stopped(reason), search.nodes.len() as u64);
                }
            }
            let marking = search.accelerated(marking, number);
            search.add(marking, Some(number));
        }
    }
    let met = search.nodes.len() as u64;
    match search.maximal(control) {
        Ok(markings) => (Explored::Uncoverable(markings), met),
        Err(reason) => (Explored::Stopped(reason), met),
    }
}

struct Search {
    nodes: Vec<Node>,
    by_shared: FxHashMap<Shared, Vec<u32>>,
    open: Vec<u32>,
}

impl Search {
    fn add(&mut self, marking: Marking, parent: Option<u32>) {
        let alike = self.by_shared.entry(marking.shared).or_default();
        if alike.iter().any(|n| marking.is_below(&self.nodes[*n as usize].marking)) {
            return;
        }
        let number = u32::try_from(self.nodes.len()).expect("markings fit in 32 bits");
        alike.push(number);
        self.nodes.push(Node { marking, parent });
        self.open.push(number);
    }

    /// With ω wherever the marking is greater than a smaller one on the way to it, until nothing changes.
    fn accelerated(&self, mut marking: Marking, parent: u32) -> Marking {
        loop {
            let before = marking.clone();
            let mut at = Some(parent);
            while let Some(number) = at {
                let node = &self.nodes[number as usize];
                if node.marking.is_below(&marking) {
                    let pairs = marking.threads.iter_mut().zip(&node.marking.threads);
                    pairs.for_each(|(own, less)| *own = repeated(*own, *less));
                }
                at = node.parent;
            }
            if marking == before {
                return marking;
            }
        }
    }

    fn progress(&self) -> Progress {
        let states = self.nodes.len() as u64;
        let each = self.nodes.first().map_or(0, |n| 64 + 4 * n.marking.threads.len() as u64);
        Progress { states, frontier: self.open.len() as u64, depth: 0, bytes: states * each }
    }

    fn maximal(&self, control: &Control) -> Result<Vec<Marking>, StopReason> {
        let mut found = Vec::new();
        let mut looked = Instant::now();
        for Node { marking, .. } in &self.nodes {
            if looked.elapsed() >= PATIENCE {
                looked = Instant::now();
                control.should_stop(self.progress()).map_or(Ok(()), Err)?;
            }
            let alike = &self.by_shared[&marking.shared];
            let mut others = alike.iter().map(|n| &self.nodes[*n as usize].marking);
            if !others.any(|other| other != marking && marking.is_below(other)) {
                found.push(marking.clone());
            }
        }
        Ok(found)
    }
}
