//! The symbolic engine: counter abstraction over sets of local states.
//!
//! *What*: all states ⟨S, {(L1,n1) … (Lk,nk)}⟩ reachable within the bounds, where S is a set of shared values and each
//! Li a set of local values at one location, as separate decision diagrams; program counters are explicit.
//! *Source*: \[BMWK10\] section 6, Algorithm 2; merging of section 7.1; reduction of section 7.3; broadcasts of
//! \[DKKW11\] section 4.
//! *Claim*: the concrete states represented are exactly those of the plain engine up to the identity of threads and,
//! with live-variable reduction, up to the values of dead local variables; with partial-order reduction the verdicts
//! are the same.
//! *Departures*: 1. the image is decomposed into products, not the state before the step (`product`); 2. assertions
//! are tested when they are executed, in the state of that moment, not in the state after the previous step; 3. states are
//! joined in whole groups, and a state inside an explored one is dropped (`nodes`); 4. a thread runs
//! alone only if *every* concrete state of the set lets it move; 5. creation, passive updates (`image`).
//! *Cost*: an image per pair (S, L) met; for others see `nodes`.

mod concrete;
mod evidence;
mod image;
mod nodes;
pub mod plain;
mod turns;

pub use tw_encode::Order;

use crate::fault::{Fault, planted};
use crate::multiset::{LocalId, Pair, SharedId, join, leave};
use image::{Effect, Image, Step, Steps};
use nodes::{Fate, Nodes, Origin};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use tw_boolprog::semantics::ResolvedTargets;
use tw_boolprog::{EdgeId, Independence, Loc, Program};
use tw_encode::{Room, Variables, too_many_variables};
use tw_solver::Full;
use tw_verdict::{
    Control, DiagramStatistics, Finding, Progress, Question, Reached, Reduction, Run, Statistics, StopReason,
};

/// Settings of the symbolic engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Sets of states are joined where the result is exact.
    pub merging: bool,
    /// The values of dead local variables are forgotten.
    pub live_variables: bool,
    /// The order of variables in diagrams.
    pub order: Order,
    /// What was reached is handed out, for a certificate.
    pub evidence: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { merging: true, live_variables: true, order: Order::Related, evidence: true }
    }
}

/// Steps between two looks at the limits.
const PATIENCE: u64 = 64;

/// Explores the symbolic counter abstraction within the bounds of `question`.
pub fn run(program: &Arc<Program>, question: &Question, options: &Options, control: &Control) -> Run {
    let began = Instant::now();
    let passive = program.edges.iter().any(|e| e.passive().is_some());
    if let Some(refused) = with_too_many_variables(Variables::count_in(program, passive)) {
        return refused;
    }
    with_enough_nodes(program, control, |nodes| {
        Engine::explore(program, question, options, control, nodes, began)
    })
}

/// Says so if there are more variables than diagrams can have.
fn with_too_many_variables(count: Option<u32>) -> Option<Run> {
    let finding = Finding::Stopped(too_many_variables(count)?);
    Some(Run { finding, statistics: Statistics::default(), reached: None })
}

/// The nodes were not enough; how far the search came.
struct Short(Box<Statistics>);

impl From<Full> for Short {
    fn from(_: Full) -> Short {
        Short(Box::default())
    }
}

/// Tries with more and more nodes until they are enough or the memory limit is reached.
fn with_enough_nodes(
    program: &Program,
    control: &Control,
    mut attempt: impl FnMut(usize) -> Result<Run, Short>,
) -> Run {
    let mut room = Room::new(program, control);
    loop {
        match attempt(room.nodes()) {
            Ok(run) => return run,
            Err(_) if room.grow() => {}
            Err(Short(statistics)) => {
                let finding = Finding::Stopped(room.reason());
                return Run { finding, statistics: *statistics, reached: None };
            }
        }
    }
}

struct Engine {
    image: Image,
    nodes: Nodes,
    question: Question,
    targets: ResolvedTargets,
    independence: Option<Independence>,
    creation_skipped: bool,
    violation: Option<Violation>,
    transitions: u64,
    explored: u64,
    reduced: u64,
    /// The pairs of the state being expanded, and their steps.
    pairs: Vec<Pair>,
    steps: Vec<Steps>,
    /// The pairs of the successor being built.
    scratch: Vec<Pair>,
}

/// A violation in a symbolic state.
#[derive(Clone, Copy)]
enum Violation {
    /// A thread of `local` fails an assertion.
    Assertion { node: u32, local: LocalId, edge: EdgeId },
    /// A target is reached.
    Target { node: u32, target: usize },
}

impl Engine {
    fn explore(
        program: &Arc<Program>,
        question: &Question,
        options: &Options,
        control: &Control,
        nodes: usize,
        began: Instant,
    ) -> Result<Run, Short> {
        let targets = ResolvedTargets::new(program, &question.targets);
        let por = question.reduction == Reduction::Por;
        let mut engine = Engine {
            image: Image::new(program.clone(), options.order, options.live_variables, nodes)?,
            nodes: Nodes::new(program, question.search, options.merging),
            question: question.clone(),
            independence: por.then(|| Independence::new(program, targets.locations())),
            targets,
            creation_skipped: false,
            violation: None,
            transitions: 0,
            explored: 0,
            reduced: 0,
            pairs: Vec::new(),
            steps: Vec::new(),
            scratch: Vec::new(),
        };
        engine.image.count_statements();
        engine.add_initial()?;
        let stopped = engine.search(control).map_err(|Full| Short(Box::new(engine.statistics(began))))?;
        let finding = match (engine.violation, stopped) {
            (_, Some(reason)) => Finding::Stopped(reason),
            (Some(violation), None) => Finding::Violation(engine.trace(violation)?),
            (None, None) => Finding::Exhausted { creation_skipped: engine.creation_skipped },
        };
        let statistics = engine.statistics(began);
        let done = options.evidence && !matches!(finding, Finding::Stopped(_)) && engine.nodes.waiting() == 0;
        let reached = done.then(|| Reached::Sets(engine.reached_sets()));
        Ok(Run { finding, statistics, reached })
    }

    fn add_initial(&mut self) -> Result<(), Full> {
        let (shared, local) = self.image.sets.initial()?;
        let (shared, entry) = (self.image.sets.shared_id(shared), self.image.sets.program.entry);
        let local = self.image.sets.local_id(entry, &local)?;
        for count in self.question.bounds.initial_counts() {
            self.nodes.add(&self.image, shared, &[(local, count)], Origin::Initial);
        }
        Ok(())
    }

    /// Explores until all is known, a violation is found or a limit is reached.
    fn search(&mut self, control: &Control) -> Result<Option<StopReason>, Full> {
        while let Some(node) = self.nodes.next(&mut self.image)? {
            if self.explored.is_multiple_of(PATIENCE)
                && let Some(reason) = control.should_stop(self.progress())
            {
                return Ok(Some(reason));
            }
            self.explored += 1;
            self.expand(node)?;
            if self.violation.is_some() && !self.question.explore_all {
                break;
            }
        }
        Ok(None)
    }

    fn progress(&self) -> Progress {
        let bytes = self.image.bytes() + self.nodes.bytes();
        Progress { states: self.nodes.live, frontier: self.nodes.waiting(), depth: 0, bytes }
    }

    fn expand(&mut self, node: u32) -> Result<(), Full> {
        let shared = self.nodes.nodes[node as usize].shared;
        let (mut pairs, mut steps) = (std::mem::take(&mut self.pairs), std::mem::take(&mut self.steps));
        pairs.clear();
        pairs.extend_from_slice(self.nodes.pairs(node));
        steps.clear();
        steps.resize(pairs.len(), Steps::default());
        let runnable = self.runnable(&pairs);
        for pair in runnable.clone() {
            steps[pair] = self.image.steps(shared, pairs[pair].0)?;
        }
        self.look_for_violation(node, &pairs, &steps);
        let lone = self.lone_pair(shared, &pairs)?;
        self.nodes.nodes[node as usize].fate = match lone {
            Some(pair) => Fate::Lone(pair as u32),
            None => Fate::Full,
        };
        self.reduced += u64::from(lone.is_some());
        for pair in lone.map_or(runnable, |pair| pair..pair + 1) {
            self.expand_pair(node, &pairs, pair, steps[pair])?;
        }
        (self.pairs, self.steps) = (pairs, steps);
        Ok(())
    }

    /// The pairs whose threads may be scheduled: all, or the one inside an atomic section.
    fn runnable(&self, pairs: &[Pair]) -> Range<usize> {
        match pairs.iter().position(|(l, _)| self.image.sets.in_atomic(*l)) {
            Some(holder) => holder..holder + 1,
            None => 0..pairs.len(),
        }
    }

    fn look_for_violation(&mut self, node: u32, pairs: &[Pair], steps: &[Steps]) {
        if self.violation.is_some() {
            return;
        }
        let at = |locs: &[Loc]| {
            let there = pairs.iter().filter(|(l, _)| locs.contains(&self.image.sets.loc(*l)));
            there.map(|(_, n)| u64::from(*n)).sum()
        };
        if let Some(target) = self.targets.reached(at) {
            self.violation = Some(Violation::Target { node, target });
            return;
        }
        let fails = |(i, s): (usize, &Steps)| s.failing.map(|edge| (pairs[i].0, edge));
        let failing = steps.iter().enumerate().find_map(fails).filter(|_| self.question.assertions);
        self.violation = failing.map(|(local, edge)| Violation::Assertion { node, local, edge });
    }

    /// The pair whose threads alone are explored: the first one that may.
    fn lone_pair(&mut self, shared: SharedId, pairs: &[Pair]) -> Result<Option<usize>, Full> {
        if self.independence.is_none() || pairs.iter().any(|(l, _)| self.image.sets.in_atomic(*l)) {
            return Ok(None);
        }
        for pair in 0..pairs.len() {
            if self.is_independent(pairs, pair) && self.image.always_moves(shared, pairs[pair].0)? {
                return Ok(Some(pair));
            }
        }
        Ok(None)
    }

    fn is_independent(&self, pairs: &[Pair], pair: usize) -> bool {
        let loc = |i: usize| self.image.sets.loc(pairs[i].0);
        // A second thread in the same set is another thread.
        let twins = pairs[pair].1 > 1;
        let others = (0..pairs.len()).filter(|i| *i != pair || twins).map(loc);
        self.independence.as_ref().is_some_and(|i| i.may_run_alone(loc(pair), others))
    }

    fn expand_pair(&mut self, node: u32, pairs: &[Pair], pair: usize, steps: Steps) -> Result<(), Full> {
        let threads: u64 = pairs.iter().map(|(_, n)| u64::from(*n)).sum();
        let full = threads >= u64::from(self.question.bounds.threads.limit());
        let mut index = 0;
        while let Some((number, step)) = self.image.step(steps, index) {
            index += 1;
            let mut next = std::mem::take(&mut self.scratch);
            next.clear();
            next.extend_from_slice(pairs);
            leave(&mut next, pair);
            if self.apply(step, full, &mut next)? {
                self.transitions += 1;
                let origin = Origin::Step { parent: node, from: pairs[pair].0, step: number };
                self.nodes.add(&self.image, step.shared, &next, origin);
            }
            self.scratch = next;
        }
        Ok(())
    }

    /// What becomes of the other threads and the one that moves; false if there is no such step.
    fn apply(&mut self, step: Step, full: bool, others: &mut Vec<Pair>) -> Result<bool, Full> {
        match step.effect {
            Effect::None => join(others, step.local, 1),
            Effect::End => {}
            Effect::Start(child) => {
                if full {
                    return Ok(false);
                }
                join(others, step.local, 1);
                join(others, child, 1);
            }
            Effect::SkipStart => {
                if !full {
                    return Ok(false);
                }
                self.creation_skipped = true;
                join(others, step.local, 1);
            }
            Effect::Broadcast if planted(Fault::NobodyReleased) => join(others, step.local, 1),
            Effect::Broadcast => {
                for (local, count) in std::mem::take(others) {
                    let to = self.image.released(local)?.unwrap_or(local);
                    join(others, to, count);
                }
                join(others, step.local, 1);
            }
            Effect::Passive(class) => {
                for (local, count) in std::mem::take(others) {
                    let Some(to) = self.image.passive(class, local)? else { return Ok(false) };
                    join(others, to, count);
                }
                join(others, step.local, 1);
            }
        }
        Ok(true)
    }

    fn statistics(&self, began: Instant) -> Statistics {
        let (shared_sets, local_sets) = self.image.sets.counts();
        let store_bytes = self.image.bytes() + self.nodes.bytes();
        Statistics {
            states: self.nodes.live,
            transitions: self.transitions,
            peak_frontier: self.nodes.peak,
            reduced_states: self.reduced,
            packed_bytes: self.nodes.bytes(),
            store_bytes,
            local_states: local_sets as u64,
            seconds: began.elapsed().as_secs_f64(),
            splices: Some(self.image.splices.clone()),
            diagrams: Some(DiagramStatistics {
                variables: u64::from(self.image.sets.diagrams.variables()),
                nodes: self.image.sets.diagrams.nodes(),
                shared_sets: shared_sets as u64,
                local_sets: local_sets as u64,
                joined: self.nodes.joined,
                locals: self.image.sets.program.locals.len() as u64,
                live_locals: self.image.sets.mean_live(),
            }),
            ..Statistics::default()
        }
    }
}
