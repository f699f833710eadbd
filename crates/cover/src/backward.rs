//! Backward search \[LW14, Algorithm 1\]: from the violations to the initial states.
//!
//! *How*: a work list of minimal elements, those with the fewest threads first. An element inside one that was met before
//! is dropped. The search ends, because there are finitely many sets of values and multisets of them are well-quasi-ordered.
//! *Zero tests*: a passive update that some thread cannot follow disables its step. Here such threads vanish instead:
//! there are more behaviours, so TRUE is right, and a violation counts only if its schedule can be executed.

use crate::antichain::Antichain;
use crate::element::Element;
use crate::fault::{Fault, planted};
use crate::plateau::Pairs;
use crate::predecessors::{Backwards, single};
use crate::sets::Sets;
use crate::views::{self, GivenUp, Narrowing, Views};
use crate::{concrete, evidence, targets};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tw_boolprog::{EdgeId, Program};
use tw_encode::{Order, Room, Variables, too_many_variables};
use tw_solver::{Bdd, Full};
use tw_verdict::{
    Control, DiagramStatistics, Finding, InitialThreads, PairViews, Progress, Question, Reached, Run,
    Statistics, StopReason,
};

/// Settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Elements are sets of values, not single ones.
    pub symbolic: bool,
    /// Threads that an element does not name are added only where they change what others see.
    pub few_expansions: bool,
    /// Local states that no thread is ever in are left out.
    pub oracle: bool,
    /// Shared values that never occur together with two threads are left out.
    pub views: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { symbolic: true, few_expansions: true, oracle: true, views: true }
    }
}

/// Elements that are added between two looks at the limits.
const PATIENCE: u64 = 32;

/// What other searches know, and are told.
#[derive(Default)]
pub struct Hints {
    /// What is known about pairs of threads: taken from here, or put here.
    pub views: Arc<Mutex<Option<Arc<PairViews>>>>,
    /// What bounded searches reached: all else is to be shown unreachable.
    pub reached: Option<Arc<Pairs>>,
}

/// What a search is about.
struct Task<'a> {
    program: &'a Arc<Program>,
    question: &'a Question,
    options: &'a Options,
    hints: &'a Hints,
    control: &'a Control,
    began: Instant,
}

/// Whether a violation is reachable with any number of threads; the bound of the question plays no part.
pub fn run(program: &Arc<Program>, question: &Question, options: &Options, control: &Control) -> Run {
    run_with(program, question, options, &Hints::default(), control)
        .expect("without hints, there are no candidates")
}

/// The same with hints; absent if a pair is reachable that bounded searches had not reached.
pub fn run_with(
    program: &Arc<Program>,
    question: &Question,
    options: &Options,
    hints: &Hints,
    control: &Control,
) -> Option<Run> {
    let task = Task { program, question, options, hints, control, began: Instant::now() };
    let stopped = |reason| {
        Some(Run { finding: Finding::Stopped(reason), statistics: Statistics::default(), reached: None })
    };
    let passive = program.edges.iter().any(|e| e.passive().is_some());
    if let Some(reason) = too_many_variables(Variables::count_in(program, passive)) {
        return stopped(reason);
    }
    let asks = !question.targets.is_empty() || (question.assertions && program.asserts());
    let mut known =
        match (options.views && asks).then(|| views(program, question, hints, control)).transpose() {
            Ok(known) => known.flatten(),
            Err(reason) => return stopped(reason),
        };
    let mut room = Room::new(program, control);
    loop {
        match Search::run(&task, room.nodes(), known.as_mut()) {
            Ok(ended) => return ended,
            Err(Full) if room.grow() => {}
            Err(Full) => return stopped(room.reason()),
        }
    }
}

/// What is known about pairs of threads; absent if there is no room for it.
fn views(
    program: &Arc<Program>,
    question: &Question,
    hints: &Hints,
    control: &Control,
) -> Result<Option<Views>, StopReason> {
    let variables = Variables::new(program, Order::Related);
    let mut room = Room::new(program, control);
    let known = hints.views.lock().ok().and_then(|known| known.clone());
    loop {
        let found = match &known {
            Some(known) => views::import(program, &variables, known, room.nodes()).map_err(GivenUp::from),
            None => views::compute(program, &variables, question.bounds.init, room.nodes(), control),
        };
        match found {
            Ok(found) => {
                if let (None, Ok(mut slot)) = (&known, hints.views.lock()) {
                    *slot = Some(Arc::new(evidence::exported(&found)));
                }
                return Ok(Some(found));
            }
            Err(GivenUp::Stopped(reason)) => return Err(reason),
            Err(GivenUp::Full) if room.grow() => {}
            Err(GivenUp::Full | GivenUp::TooMuch) => return Ok(None),
        }
    }
}

/// Where an element comes from: the element after it and the edge that leads there.
type Origin = Option<(u32, EdgeId)>;

struct Search<'v> {
    sets: Sets,
    narrowing: Option<Narrowing<'v>>,
    question: Question,
    backwards: Backwards,
    elements: Vec<Element>,
    origins: Vec<Origin>,
    antichain: Antichain,
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
    initial: (Bdd, Bdd),
    computed: u64,
    looks: u64,
    peak: u64,
    /// The first elements, if there are candidates.
    candidates: u32,
}

impl<'v> Search<'v> {
    /// The run; absent if a candidate is reachable.
    fn run(task: &Task<'_>, nodes: usize, views: Option<&'v mut Views>) -> Result<Option<Run>, Full> {
        let Task { program, question, options, hints, control, began } = *task;
        let sets = Sets::new(program, !options.symbolic, options.oracle, nodes)?;
        let mut search = Search {
            initial: sets.interned.initial()?,
            sets,
            narrowing: views.map(Narrowing::new),
            question: question.clone(),
            backwards: Backwards::new(program, !options.few_expansions),
            elements: Vec::new(),
            origins: Vec::new(),
            antichain: Antichain::default(),
            waiting: BinaryHeap::new(),
            computed: 0,
            looks: 0,
            peak: 0,
            candidates: 0,
        };
        if let Some(reached) = &hints.reached
            && !search.add_candidates(reached, control)?
        {
            return Ok(None);
        }
        let Some(finding) = search.search(control)? else { return Ok(None) };
        let statistics = search.statistics(began);
        let reached = match finding {
            Finding::Exhausted { .. } => {
                let Search { sets, antichain, elements, narrowing, .. } = &mut search;
                let views = narrowing.as_ref().map(Narrowing::views);
                evidence::minimal(sets, antichain, elements, views, control)?.map(Reached::Antichain)
            }
            _ => None,
        };
        Ok(Some(Run { finding, statistics, reached }))
    }

    /// What was found; absent if a candidate is reachable.
    fn search(&mut self, control: &Control) -> Result<Option<Finding>, Full> {
        // A violation whose schedule a zero test forbids: there may be another one.
        let mut forbidden = None;
        for target in targets::elements(&mut self.sets, &self.question)? {
            if let Some(reason) = self.should_stop(control) {
                return Ok(Some(Finding::Stopped(reason)));
            }
            if let Some(hit) = self.add(target, None)? {
                match self.violation(hit)? {
                    Some(Finding::Stopped(reason)) => forbidden = Some(reason),
                    finding => return Ok(finding),
                }
            }
        }
        while let Some(Reverse((_, number))) = self.waiting.pop() {
            let element = self.elements[number as usize].clone();
            // Something larger may have come since.
            if self
                .antichain
                .holding(&mut self.sets, &self.elements, &element, Some(number))?
                .is_some_and(|by| by > number)
            {
                continue;
            }
            for (before, edge) in self.backwards.of(&mut self.sets, &element)? {
                if let Some(reason) = self.should_stop(control) {
                    return Ok(Some(Finding::Stopped(reason)));
                }
                self.computed += 1;
                if let Some(hit) = self.add(before, Some((number, edge)))? {
                    match self.violation(hit)? {
                        Some(Finding::Stopped(reason)) => forbidden = Some(reason),
                        finding => return Ok(finding),
                    }
                }
            }
        }
        Ok(Some(forbidden.map_or(Finding::Exhausted { creation_skipped: false }, Finding::Stopped)))
    }

    /// Adds the pairs that nothing excludes and no search has reached; false if one of them is initial.
    fn add_candidates(&mut self, reached: &Pairs, control: &Control) -> Result<bool, Full> {
        let program = self.sets.interned.program.clone();
        for loc in program.locations.ids() {
            let known = self.sets.pairs(loc, reached)?;
            let mut rest = known.not()?;
            if let Some(narrowing) = &mut self.narrowing {
                rest = rest.and(&narrowing.alone(&self.sets, loc)?)?;
            }
            for (shared, local) in self.sets.products(loc, &rest)? {
                if self.should_stop(control).is_some() {
                    return Ok(false);
                }
                let element = Element { shared, pairs: vec![(local, 1)], open: false };
                let mut parts = Vec::new();
                single(&mut self.sets, element, &mut |part| parts.push(part))?;
                for part in parts {
                    if self.add(part, None)?.is_some() {
                        return Ok(false);
                    }
                }
            }
        }
        self.candidates = self.elements.len() as u32;
        if planted(Fault::CandidatesDropped) {
            self.waiting.clear();
        }
        Ok(true)
    }

    /// Looks at the limits now and then.
    fn should_stop(&mut self, control: &Control) -> Option<StopReason> {
        self.looks += 1;
        if self.looks.is_multiple_of(PATIENCE) { control.should_stop(self.progress()) } else { None }
    }

    /// Adds an element unless it is inside another one; says if it holds an initial state.
    fn add(&mut self, mut element: Element, origin: Origin) -> Result<Option<u32>, Full> {
        if element.is_impossible(&self.sets) {
            return Ok(None);
        }
        if let Some(narrowing) = &mut self.narrowing {
            let Some(shared) = narrowing.shared_of(&mut self.sets, &element)? else { return Ok(None) };
            element.shared = shared;
        }
        if self.antichain.holding(&mut self.sets, &self.elements, &element, None)?.is_some() {
            return Ok(None);
        }
        let number = u32::try_from(self.elements.len()).expect("elements fit in 32 bits");
        self.antichain.insert(&self.sets, &element, number);
        let hit = self.is_initial(&element)?;
        self.waiting.push(Reverse((element.threads(), number)));
        self.elements.push(element);
        self.origins.push(origin);
        self.peak = self.peak.max(self.waiting.len() as u64);
        Ok(hit.then_some(number))
    }

    /// Whether an initial state belongs to the element.
    fn is_initial(&self, element: &Element) -> Result<bool, Full> {
        let (shared, local) = &self.initial;
        let few = match self.question.bounds.init {
            InitialThreads::Exactly(n) => element.threads() <= u64::from(n),
            InitialThreads::Unbounded => true,
        };
        if !few || self.sets.interned.shared(element.shared).and(shared)?.is_empty() {
            return Ok(false);
        }
        for (set, _) in &element.pairs {
            let at_entry = self.sets.interned.loc(*set) == self.sets.interned.program.entry;
            if !at_entry || self.sets.interned.local(*set).and(local)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The schedule from an initial state in an element; absent if it leads to a candidate.
    fn violation(&mut self, hit: u32) -> Result<Option<Finding>, Full> {
        let mut chain: Vec<(&Element, Option<EdgeId>)> = Vec::new();
        let mut at = hit;
        loop {
            let origin = self.origins[at as usize];
            chain.push((&self.elements[at as usize], origin.map(|(_, edge)| edge)));
            match origin {
                Some((next, _)) => at = next,
                None => break,
            }
        }
        if at < self.candidates {
            return Ok(None);
        }
        if let Some(trace) = concrete::schedule(&self.sets, &self.question, &chain)? {
            return Ok(Some(Finding::Violation(trace)));
        }
        let partial = self.sets.partial_update()?.map(|id| {
            let program = &self.sets.interned.program;
            program.source.position(program.locations[program.edges[id].from].span).0
        });
        Ok(Some(Finding::Stopped(StopReason::ZeroTest(partial))))
    }

    fn progress(&self) -> Progress {
        let bytes = self.sets.bytes() + self.elements.len() as u64 * 96;
        let (states, frontier) = (self.elements.len() as u64, self.waiting.len() as u64);
        Progress { states, frontier, depth: 0, bytes }
    }

    fn statistics(&self, began: Instant) -> Statistics {
        let (shared_sets, local_sets) = self.sets.interned.counts();
        let bytes = self.progress().bytes;
        Statistics {
            states: self.elements.len() as u64,
            pairs_of_places: self.narrowing.as_ref().map_or(0, |n| n.views().len() as u64),
            transitions: self.computed,
            peak_frontier: self.peak,
            packed_bytes: self.elements.iter().map(|e| 24 + 8 * e.pairs.len() as u64).sum(),
            store_bytes: bytes,
            local_states: local_sets as u64,
            seconds: began.elapsed().as_secs_f64(),
            diagrams: Some(DiagramStatistics {
                variables: u64::from(self.sets.interned.diagrams.variables()),
                nodes: self.sets.interned.diagrams.nodes(),
                shared_sets: shared_sets as u64,
                local_sets: local_sets as u64,
                locals: self.sets.interned.program.locals.len() as u64,
                ..DiagramStatistics::default()
            }),
            ..Statistics::default()
        }
    }
}
