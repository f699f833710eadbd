//! The plain symbolic engine: symbolic data, explicit program counters, no symmetry.
//!
//! *What*: for each vector of locations, one for each of N slots, the set of reachable values of the shared variables
//! and of all threads' local variables, as one decision diagram with a copy of the local variables for each slot. A
//! thread that is created takes the first free slot; one that ends leaves its slot free.
//! *Source*: the reference implementation that \[BMWK10\] section 7.1 compares with.
//! *Claim*: as for the symbolic engine; it keeps all correlations, so nothing is ever split.
//! *Cost*: exponential in the number of threads: one set for each vector of locations.

mod evidence;
mod path;
mod relations;
mod slots;

use super::turns::Turns;
use super::{Options, PATIENCE, Short, with_enough_nodes, with_too_many_variables};
use rustc_hash::FxHashMap;
use slots::Slots;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use tw_boolprog::semantics::ResolvedTargets;
use tw_boolprog::{Action, EdgeId, Independence, Loc, Program, live_locals};
use tw_encode::Relation;
use tw_index::{BitSet, IdVec};
use tw_solver::{Bdd, Diagrams, Full};
use tw_verdict::{
    Control, DiagramStatistics, Finding, Progress, Question, Reached, Reduction, Run, Statistics, StopReason,
};

/// Where the thread of each slot stands.
type Place = Vec<Option<Loc>>;

/// Explores all interleavings of slots within the bounds of `question`.
pub fn run(program: &Arc<Program>, question: &Question, options: &Options, control: &Control) -> Run {
    let began = Instant::now();
    let variables = Slots::count_in(program, question.bounds.threads.limit());
    if let Some(refused) = with_too_many_variables(variables) {
        return refused;
    }
    with_enough_nodes(program, control, |nodes| {
        Plain::explore(program, question, options, control, nodes, began)
    })
}

/// A step of the thread in a slot.
#[derive(Clone, Copy, Debug)]
struct Taken {
    slot: usize,
    edge: EdgeId,
    /// The slot of the thread that it creates.
    child: Option<usize>,
}

/// States found by one step, or the initial ones.
struct Found {
    set: Bdd,
    /// The expansion that found them, and the step; absent for initial states.
    from: Option<(u32, Taken)>,
}

/// States at one place that were explored together.
struct Expansion {
    place: u32,
    set: Bdd,
    /// What it consists of.
    members: Vec<u32>,
    /// The only slot that was explored.
    lone: Option<usize>,
}

/// What is known of a place.
struct Known {
    place: Place,
    reached: Bdd,
    /// Found but not explored.
    waiting: Vec<u32>,
}

/// A violation in an expansion.
#[derive(Clone, Copy)]
enum Violation {
    Assertion { expansion: u32, slot: usize, edge: EdgeId },
    Target { expansion: u32, target: usize },
}

struct Plain {
    program: Arc<Program>,
    question: Question,
    diagrams: Diagrams,
    variables: Slots,
    live: Option<IdVec<Loc, BitSet>>,
    targets: ResolvedTargets,
    independence: Option<Independence>,
    relations: FxHashMap<(EdgeId, usize), Rc<Relation>>,
    passives: FxHashMap<(EdgeId, usize, usize), Bdd>,
    failures: FxHashMap<(EdgeId, usize), Bdd>,
    dead: FxHashMap<(usize, Option<Loc>), Bdd>,
    places: FxHashMap<Place, u32>,
    known: Vec<Known>,
    found: Vec<Found>,
    expansions: Vec<Expansion>,
    queue: Turns,
    creation_skipped: bool,
    violation: Option<Violation>,
    transitions: u64,
    reduced: u64,
    peak: u64,
}

impl Plain {
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
        let variables = Slots::new(program, options);
        let count = Slots::count_in(program, question.bounds.threads.limit());
        let count = count.filter(|n| (*n as usize) < nodes).ok_or(Full)?;
        let mut plain = Plain {
            program: program.clone(),
            question: question.clone(),
            diagrams: Diagrams::new(count, nodes),
            variables,
            live: options.live_variables.then(|| live_locals(program)),
            independence: por.then(|| Independence::new(program, targets.locations())),
            targets,
            relations: FxHashMap::default(),
            passives: FxHashMap::default(),
            failures: FxHashMap::default(),
            dead: FxHashMap::default(),
            places: FxHashMap::default(),
            known: Vec::new(),
            found: Vec::new(),
            expansions: Vec::new(),
            queue: Turns::new(program, question.search),
            creation_skipped: false,
            violation: None,
            transitions: 0,
            reduced: 0,
            peak: 0,
        };
        plain.add_initial()?;
        let stopped = plain.search(control).map_err(|Full| Short(Box::new(plain.statistics(began))))?;
        let finding = match (plain.violation, stopped) {
            (_, Some(reason)) => Finding::Stopped(reason),
            (Some(violation), None) => Finding::Violation(plain.trace(violation)?),
            (None, None) => Finding::Exhausted { creation_skipped: plain.creation_skipped },
        };
        let statistics = plain.statistics(began);
        let done = options.evidence && !matches!(finding, Finding::Stopped(_)) && plain.queue.len() == 0;
        // Diagrams that are full now do not take back what was found.
        let reached = if done { plain.reached_sets().unwrap_or(None).map(Reached::Sets) } else { None };
        Ok(Run { finding, statistics, reached })
    }

    fn add_initial(&mut self) -> Result<(), Full> {
        let program = self.program.clone();
        let entry = program.entry;
        for count in self.question.bounds.initial_counts() {
            let mut place: Place = vec![None; self.question.bounds.threads.limit() as usize];
            place[..count as usize].fill(Some(entry));
            let shared = program.shared.iter().enumerate();
            let shared = shared.filter_map(|(v, var)| Some((self.variables.shared(v, false), var.init?)));
            let mut literals: Vec<(u32, bool)> = shared.collect();
            for slot in 0..count as usize {
                let locals = program.locals.iter().enumerate();
                let kept = locals.filter(|(v, _)| self.lives(entry, *v));
                literals.extend(
                    kept.filter_map(|(v, var)| Some((self.variables.local(slot, v, false), var.init?))),
                );
            }
            let set = self.diagrams.cube(literals)?;
            self.add(place, set, None)?;
        }
        Ok(())
    }

    fn lives(&self, loc: Loc, variable: usize) -> bool {
        self.live.as_ref().is_none_or(|live| live[loc].contains(variable))
    }

    /// Adds what is new of a set of states.
    fn add(&mut self, place: Place, set: Bdd, from: Option<(u32, Taken)>) -> Result<(), Full> {
        let next = u32::try_from(self.known.len()).expect("places fit in 32 bits");
        let number = *self.places.entry(place.clone()).or_insert(next);
        if number == next {
            self.known.push(Known { place, reached: self.diagrams.constant(false), waiting: Vec::new() });
        }
        let known = &mut self.known[number as usize];
        let new = set.minus(&known.reached)?;
        if new.is_empty() {
            return Ok(());
        }
        known.reached = known.reached.or(&new)?;
        if known.waiting.is_empty() {
            self.queue.add(number, known.place.iter().flatten().map(|l| (*l, 1)));
            self.peak = self.peak.max(self.queue.len() as u64);
        }
        known.waiting.push(u32::try_from(self.found.len()).expect("sets fit in 32 bits"));
        self.found.push(Found { set: new, from });
        Ok(())
    }

    fn search(&mut self, control: &Control) -> Result<Option<StopReason>, Full> {
        while let Some(number) = self.queue.next() {
            if (self.expansions.len() as u64).is_multiple_of(PATIENCE)
                && let Some(reason) = control.should_stop(self.progress())
            {
                return Ok(Some(reason));
            }
            self.expand(number)?;
            if self.violation.is_some() && !self.question.explore_all {
                break;
            }
        }
        Ok(None)
    }

    fn progress(&self) -> Progress {
        let (states, frontier) = (self.known.len() as u64, self.queue.len() as u64);
        Progress { states, frontier, depth: 0, bytes: self.bytes() }
    }

    fn bytes(&self) -> u64 {
        let slots = self.question.bounds.threads.limit() as usize * size_of::<Option<Loc>>();
        let places = self.known.len() * (2 * slots + size_of::<Known>() + 32);
        let found =
            self.found.len() * (size_of::<Found>() + 8) + self.expansions.len() * size_of::<Expansion>();
        self.diagrams.bytes() + (places + found) as u64
    }

    fn expand(&mut self, number: u32) -> Result<(), Full> {
        let members = std::mem::take(&mut self.known[number as usize].waiting);
        let sets = members.iter().map(|m| &self.found[*m as usize].set);
        let set = sets.into_iter().try_fold(self.diagrams.constant(false), |all, set| all.or(set))?;
        let place = self.known[number as usize].place.clone();
        let runnable = self.runnable(&place);
        let expansion = u32::try_from(self.expansions.len()).expect("sets fit in 32 bits");
        let lone = self.lone_slot(&place, &set)?;
        self.reduced += u64::from(lone.is_some());
        self.expansions.push(Expansion { place: number, set: set.clone(), members, lone });
        self.look_for_violation(expansion, &place, &set, &runnable)?;
        for slot in lone.map_or(runnable, |slot| vec![slot]) {
            self.expand_slot(expansion, &place, &set, slot)?;
        }
        Ok(())
    }

    /// The slots whose threads may be scheduled: all, or the one inside an atomic section.
    fn runnable(&self, place: &Place) -> Vec<usize> {
        let inside = |slot: &usize| place[*slot].is_some_and(|loc| self.program.in_atomic(loc));
        match (0..place.len()).find(inside) {
            Some(holder) => vec![holder],
            None => (0..place.len()).filter(|slot| place[*slot].is_some()).collect(),
        }
    }

    fn lone_slot(&mut self, place: &Place, set: &Bdd) -> Result<Option<usize>, Full> {
        let Some(independence) = &self.independence else { return Ok(None) };
        if place.iter().flatten().any(|loc| self.program.in_atomic(*loc)) {
            return Ok(None);
        }
        let occupied = || (0..place.len()).filter_map(|slot| Some((slot, place[slot]?)));
        let alone = |(slot, loc): &(usize, Loc)| {
            independence.may_run_alone(*loc, occupied().filter(|(s, _)| s != slot).map(|(_, l)| l))
        };
        let candidates: Vec<(usize, Loc)> = occupied().filter(alone).collect();
        for (slot, loc) in candidates {
            if self.always_moves(slot, loc, set)? {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    fn always_moves(&mut self, slot: usize, loc: Loc, set: &Bdd) -> Result<bool, Full> {
        let program = self.program.clone();
        let mut stuck = set.clone();
        for (id, edge) in program.edges_from(loc) {
            stuck = match &edge.action {
                Action::Wait => stuck,
                Action::Assign(assign) => stuck.minus(&self.relation(id, assign, slot)?.enabled)?,
                _ => self.diagrams.constant(false),
            };
        }
        Ok(stuck.is_empty())
    }

    fn look_for_violation(
        &mut self,
        expansion: u32,
        place: &Place,
        set: &Bdd,
        runnable: &[usize],
    ) -> Result<(), Full> {
        if self.violation.is_some() {
            return Ok(());
        }
        let at = |locs: &[Loc]| place.iter().flatten().filter(|l| locs.contains(l)).count() as u64;
        if let Some(target) = self.targets.reached(at) {
            self.violation = Some(Violation::Target { expansion, target });
            return Ok(());
        }
        if !self.question.assertions {
            return Ok(());
        }
        let program = self.program.clone();
        for slot in runnable {
            let loc = place[*slot].expect("runnable threads are somewhere");
            for (edge, step) in program.edges_from(loc) {
                if matches!(step.action, Action::Assert(_))
                    && !set.and(&self.failure(edge, *slot)?)?.is_empty()
                {
                    self.violation = Some(Violation::Assertion { expansion, slot: *slot, edge });
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn expand_slot(&mut self, expansion: u32, place: &Place, set: &Bdd, slot: usize) -> Result<(), Full> {
        let program = self.program.clone();
        let loc = place[slot].expect("runnable threads are somewhere");
        for (id, edge) in program.edges_from(loc) {
            let mut next = place.clone();
            next[slot] = Some(edge.to);
            let mut child = None;
            let image = match &edge.action {
                Action::Wait => continue,
                Action::Assign(assign) => self.image(id, assign, place, slot, set)?,
                Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => set.clone(),
                Action::End => {
                    next[slot] = program.in_atomic(loc).then_some(program.stuck);
                    set.clone()
                }
                Action::Broadcast => {
                    for other in (0..next.len()).filter(|other| *other != slot) {
                        next[other] = next[other].map(|loc| program.released(loc).unwrap_or(loc));
                    }
                    set.clone()
                }
                Action::Start(start) => {
                    child = (0..place.len()).find(|slot| place[*slot].is_none());
                    self.creation_skipped |= child.is_none();
                    match child {
                        None => set.clone(),
                        Some(child) => {
                            next[child] = Some(*start);
                            set.and(&self.copy(slot, child, *start)?)?
                        }
                    }
                }
            };
            let image = self.forget(&image, place, &next, slot)?;
            if !image.is_empty() {
                self.transitions += 1;
                self.add(next, image, Some((expansion, Taken { slot, edge: id, child })))?;
            }
        }
        Ok(())
    }

    /// The thread in `child` has the values of the one in `slot`, where they matter.
    fn copy(&self, slot: usize, child: usize, start: Loc) -> Result<Bdd, Full> {
        let all = (0..self.program.locals.len()).filter(|v| self.lives(start, *v));
        all.map(|v| (self.variables.local(slot, v, false), self.variables.local(child, v, false))).try_fold(
            self.diagrams.constant(true),
            |equal, (a, b)| {
                let differ = self.diagrams.literal(a, true)?.xor(&self.diagrams.literal(b, true)?)?;
                equal.minus(&differ)
            },
        )
    }

    /// Forgets what is dead in the slots that have moved or are free now.
    fn forget(&mut self, set: &Bdd, before: &Place, after: &Place, mover: usize) -> Result<Bdd, Full> {
        let mut set = set.clone();
        for slot in 0..after.len() {
            if before[slot] != after[slot] || slot == mover {
                set = set.exists(&self.dead(slot, after[slot])?)?;
            }
        }
        Ok(set)
    }

    /// The variables of a slot that do not matter where its thread is.
    fn dead(&mut self, slot: usize, loc: Option<Loc>) -> Result<Bdd, Full> {
        if let Some(known) = self.dead.get(&(slot, loc)) {
            return Ok(known.clone());
        }
        let kept = |v: &usize| loc.is_some_and(|loc| self.lives(loc, *v));
        let dead = (0..self.program.locals.len()).filter(|v| !kept(v));
        let dead = self.diagrams.variable_set(dead.map(|v| self.variables.local(slot, v, false)))?;
        self.dead.insert((slot, loc), dead.clone());
        Ok(dead)
    }

    fn statistics(&self, began: Instant) -> Statistics {
        let live = self.live.as_ref().map(|live| {
            live.iter().map(|l| l.iter().count()).sum::<usize>() as f64 / live.len().max(1) as f64
        });
        let locals = self.program.locals.len();
        Statistics {
            states: self.known.len() as u64,
            transitions: self.transitions,
            peak_frontier: self.peak,
            reduced_states: self.reduced,
            packed_bytes: self.bytes() - self.diagrams.bytes(),
            store_bytes: self.bytes(),
            seconds: began.elapsed().as_secs_f64(),
            diagrams: Some(DiagramStatistics {
                variables: u64::from(self.diagrams.variables()),
                nodes: self.diagrams.nodes(),
                locals: locals as u64,
                live_locals: live.unwrap_or(locals as f64),
                ..DiagramStatistics::default()
            }),
            ..Statistics::default()
        }
    }
}
