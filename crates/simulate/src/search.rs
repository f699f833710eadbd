//! Reachability: \[CKS05\] figure 1, with states joined where they wait together.

use crate::history::Member;
use crate::live::Live;
use crate::options::Options;
use crate::state::{Layout, Place, Symbolic, Terms};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::semantics::ResolvedTargets;
use tw_boolprog::{EdgeId, Independence, Loc, Program, control_order};
use tw_index::IdVec;
use tw_solver::{Assignment, Input, Lit, Stop, Stopped};
use tw_verdict::{Control, Progress, Question, Reduction, SearchOrder, SimulationStatistics, StopReason};

/// How a state came about.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// So many threads at the entry.
    Initial,
    /// A step of a thread of another node; for each thread, its position there (absent: created).
    Step { from: u32, thread: usize, edge: EdgeId, sources: Vec<Option<usize>> },
    /// One of several nodes: the first whose condition holds.
    Joined(Vec<(Lit, u32)>),
    /// The same states, with other formulas.
    Renamed(u32),
}

/// A symbolic state that was met.
pub(crate) struct Node {
    pub state: Symbolic,
    pub origin: Origin,
    /// Changes of the guard since it was known to be satisfiable.
    pub unasked: u32,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    /// Nothing yet.
    Waiting,
    /// It was explored, perhaps with others.
    Explored(u32),
    /// The first so many that were explored at its place hold it.
    Held { place: u32, members: usize },
}

/// Some of the states of an expansion.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub guard: Lit,
    /// The only thread whose steps were explored.
    pub lone: Option<usize>,
    /// Where a thread ran alone: some of its states, with their rank. Each has a step to a state of lower rank, or in which
    /// all threads run.
    pub layers: Vec<(Lit, u64)>,
    /// Where a thread ran alone: its states without rank.
    pub unranked: Lit,
    /// The steps of a thread that ran alone.
    pub steps: Vec<LoneStep>,
    /// When it was last tried in vain to give it ranks: as a whole, and by values.
    pub tried: [u64; 2],
}

/// A step of a thread that runs alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoneStep {
    /// When there is one.
    pub live: Lit,
    /// Where it leads.
    pub node: u32,
    /// The number of its place.
    pub place: u32,
}

impl Part {
    /// All threads run.
    pub fn of_all(guard: Lit) -> Part {
        Part { guard, lone: None, layers: Vec::new(), unranked: Lit::FALSE, steps: Vec::new(), tried: [0; 2] }
    }

    /// One thread runs.
    pub fn of_one(guard: Lit, thread: usize) -> Part {
        Part { lone: Some(thread), unranked: guard, ..Part::of_all(guard) }
    }

    /// Whether all of its states have a rank, or all threads run.
    pub fn is_settled(&self) -> bool {
        self.lone.is_none() || self.unranked == Lit::FALSE
    }

    /// The states that have a rank, or all if all threads run.
    pub fn settled(&self) -> Vec<Lit> {
        match self.lone {
            None => vec![self.guard],
            Some(_) => self.layers.iter().map(|(layer, _)| *layer).collect(),
        }
    }
}

/// A state whose steps were explored.
pub(crate) struct Expansion {
    pub node: u32,
    pub parts: Vec<Part>,
}

/// What is known of a place.
pub(crate) struct Known {
    pub waiting: Vec<u32>,
    /// What was explored.
    pub members: Vec<Member>,
    /// Membership in all of it whose sets are closed, over bits.
    pub closed: Lit,
    /// When something was last explored here, or got a rank.
    pub changed: u64,
}

/// A violation in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    Assertion { node: u32, thread: usize, edge: EdgeId },
    Target { node: u32, target: usize },
}

pub(crate) struct Simulation {
    pub program: Arc<Program>,
    pub question: Question,
    pub options: Options,
    pub layout: Layout,
    pub terms: Terms,
    pub stop: Stop,
    pub live: Option<Live>,
    pub targets: ResolvedTargets,
    pub independence: Option<Independence>,
    pub places: FxHashMap<Place, u32>,
    pub known: Vec<Known>,
    pub nodes: Vec<Node>,
    pub expansions: Vec<Expansion>,
    pub bits: Vec<Input>,
    pub parameters: Vec<Lit>,
    /// Places of the shared and of the local variables in canonical forms.
    pub line_up: (Vec<u32>, Vec<u32>),
    pub lines: FxHashMap<usize, Rc<[usize]>>,
    order: IdVec<Loc, u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    newest: Vec<u32>,
    /// Ranks that were given.
    pub ranked: u64,
    /// Counts changes of what is known of places.
    pub clock: u64,
    pub creation_skipped: bool,
    pub found: Option<(Found, Assignment)>,
    pub statistics: SimulationStatistics,
    pub transitions: u64,
    pub peak: u64,
}

impl Simulation {
    pub fn new(program: &Arc<Program>, question: &Question, options: Options, stop: Stop) -> Simulation {
        let targets = ResolvedTargets::new(program, &question.targets);
        let reduced = question.reduction == Reduction::Por;
        Simulation {
            program: program.clone(),
            question: question.clone(),
            options,
            layout: Layout::new(program),
            terms: Terms::default(),
            stop,
            live: options.live_variables.then(|| Live::new(program)),
            independence: reduced.then(|| Independence::without_proviso(program, targets.locations())),
            targets,
            places: FxHashMap::default(),
            known: Vec::new(),
            nodes: Vec::new(),
            expansions: Vec::new(),
            bits: Vec::new(),
            parameters: Vec::new(),
            lines: FxHashMap::default(),
            line_up: tw_encode::places(program, tw_encode::Order::Related),
            order: control_order(program),
            queue: BinaryHeap::new(),
            newest: Vec::new(),
            ranked: 0,
            clock: 0,
            creation_skipped: false,
            found: None,
            statistics: SimulationStatistics::default(),
            transitions: 0,
            peak: 0,
        }
    }

    /// Explores everything, or up to the first violation.
    pub fn search(&mut self, control: &Control) -> Result<Option<StopReason>, Stopped> {
        self.add_initial()?;
        loop {
            while let Some(number) = self.next_place() {
                if let Some(reason) = control.should_stop(self.progress()) {
                    return Ok(Some(reason));
                }
                self.explore(number)?;
                if self.is_over() {
                    return Ok(None);
                }
            }
            if !self.settle()? {
                return Ok(None);
            }
        }
    }

    pub fn progress(&self) -> Progress {
        let waiting = self.queue.len() + self.newest.len();
        Progress {
            states: self.expansions.len() as u64,
            frontier: waiting as u64,
            depth: 0,
            bytes: self.bytes(),
        }
    }

    pub fn bytes(&self) -> u64 {
        let state = self.nodes.last().map_or(0, |n| n.state.values.len() * 4 + n.state.place.len() * 20);
        let nodes = self.nodes.len() * (size_of::<Node>() + state);
        self.terms.graph.bytes() + (nodes + self.known.len() * 128) as u64
    }

    /// Whether nothing waits.
    pub fn is_done(&self) -> bool {
        self.queue.is_empty() && self.newest.is_empty()
    }

    fn next_place(&mut self) -> Option<u32> {
        match self.question.search {
            SearchOrder::Bfs => self.queue.pop().map(|Reverse((_, number))| number),
            SearchOrder::Dfs => self.newest.pop(),
        }
    }

    fn add_initial(&mut self) -> Result<(), Stopped> {
        let program = self.program.clone();
        for count in self.question.bounds.initial_counts() {
            self.go_on()?;
            let mut state = initial(&mut self.terms, &program, count as usize);
            self.forget(&mut state);
            self.add(Node { state, origin: Origin::Initial, unasked: 0, fate: Fate::Waiting });
        }
        Ok(())
    }

    /// Adds a state to those that wait; returns the number of its place.
    pub fn add(&mut self, node: Node) -> u32 {
        let next = u32::try_from(self.known.len()).expect("places fit in 32 bits");
        let number = *self.places.entry(node.state.place.clone()).or_insert(next);
        if number == next {
            self.known.push(Known {
                waiting: Vec::new(),
                members: Vec::new(),
                closed: Lit::FALSE,
                changed: 0,
            });
        }
        let known = &mut self.known[number as usize];
        if known.waiting.is_empty() {
            match self.question.search {
                SearchOrder::Bfs => {
                    let sum = node.state.place.iter().map(|l| u64::from(self.order[*l])).sum();
                    self.queue.push(Reverse((sum, number)));
                }
                SearchOrder::Dfs => self.newest.push(number),
            }
            self.peak = self.peak.max((self.queue.len() + self.newest.len()) as u64);
        }
        known.waiting.push(u32::try_from(self.nodes.len()).expect("states fit in 32 bits"));
        self.nodes.push(node);
        number
    }

    /// Explores what waits at a place.
    fn explore(&mut self, place: u32) -> Result<(), Stopped> {
        self.note_change(place);
        let waiting = std::mem::take(&mut self.known[place as usize].waiting);
        let mut new = Vec::new();
        for node in waiting {
            if self.is_history(place, node)? {
                let members = self.known[place as usize].members.len();
                self.nodes[node as usize].fate = Fate::Held { place, members };
            } else if self.options.merging {
                new.push(node);
            } else {
                // What comes next may be held by this one.
                self.explore_together(place, &[node])?;
            }
        }
        if new.is_empty() { Ok(()) } else { self.explore_together(place, &new) }
    }

    fn explore_together(&mut self, place: u32, nodes: &[u32]) -> Result<(), Stopped> {
        if self.is_over() {
            return Ok(());
        }
        let number = u32::try_from(self.expansions.len()).expect("states fit in 32 bits");
        for node in nodes {
            self.nodes[*node as usize].fate = Fate::Explored(number);
        }
        let node = if nodes.len() > 1 { self.join(nodes) } else { nodes[0] };
        self.expand(place, node)
    }

    /// Whether a violation was found, and nothing else is asked for.
    pub fn is_over(&self) -> bool {
        self.found.is_some() && !self.question.explore_all
    }
}

/// All initial states with so many threads.
pub(crate) fn initial(terms: &mut Terms, program: &Program, count: usize) -> Symbolic {
    let mut used = 0;
    let mut value = |init: Option<bool>| match init {
        Some(value) => Lit::constant(value),
        None => terms.choice(&mut used),
    };
    let mut values: Vec<Lit> = program.shared.iter().map(|v| value(v.init)).collect();
    for _ in 0..count {
        values.extend(program.locals.iter().map(|v| value(v.init)));
    }
    Symbolic { place: vec![program.entry; count], values, guard: Lit::TRUE, used, age: 0, attempts: 0 }
}
