//! The plain symbolic engine: symbolic data, explicit program counters, no symmetry.
//!
//! *What*: for each vector of locations, one for each of N slots, the set of reachable values of the shared variables
//! and of all threads' local variables, as one decision diagram with a copy of the local variables for each slot. A
//! thread that is created takes the first free slot; one that ends leaves its slot free.
//! *Source*: the reference implementation that \[BMWK10\] section 7.1 compares with.
//! *Claim*: as for the symbolic engine; it keeps all correlations, so nothing is ever split.
//! *Cost*: exponential in the number of threads: one set for each vector of locations.

mod path;

use super::evidence::Exported;
use super::order::line_up;
use super::product::classes;
use super::relation::{Encoder, Relation, leaf_of};
use super::turns::Turns;
use super::{Options, PATIENCE, Short, with_enough_nodes, with_too_many_variables};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;
use tw_boolprog::semantics::ResolvedTargets;
use tw_boolprog::{Action, Assign, EdgeId, Independence, Leaf, Loc, Owner, Program, live_locals};
use tw_index::{BitSet, Id, IdVec};
use tw_solver::{Bdd, Diagrams, Full};
use tw_verdict::{
    Control, DiagramStatistics, Finding, Part, Progress, Question, Reached, ReachedSets, Reduction, Run,
    SetGroup, StateSet, Statistics, StopReason,
};

/// Where the thread of each slot stands.
type Place = Vec<Option<Loc>>;

/// Shared values, and local values of each occupied slot.
type SlotProduct = (Bdd, Vec<(usize, Bdd)>);

/// Certificates with more sets of states than this are not written.
const MOST_PRODUCTS: usize = 1_000_000;

/// Explores all interleavings of slots within the bounds of `question`.
pub fn run(program: &Rc<Program>, question: &Question, options: &Options, control: &Control) -> Run {
    let began = Instant::now();
    let variables = Slots::count_in(program, question.bounds.threads);
    if let Some(refused) = with_too_many_variables(variables) {
        return refused;
    }
    with_enough_nodes(program, control, |nodes| {
        Plain::explore(program, question, options, control, nodes, began)
    })
}

/// The numbering of variables: shared ones first, then slot by slot, each old value beside its new one.
struct Slots {
    shared: Vec<u32>,
    local: Vec<u32>,
}

impl Slots {
    fn new(program: &Program, options: &Options) -> Slots {
        let shared = program.shared.len();
        let places = |line: Vec<usize>, first: usize| {
            let mut places = vec![0; line.len()];
            line.iter().enumerate().for_each(|(place, v)| places[*v - first] = place as u32);
            places
        };
        Slots {
            shared: places(line_up(program, options.order, |v| v < shared), 0),
            local: places(line_up(program, options.order, |v| v >= shared), shared),
        }
    }

    /// How many numbers a program with so many slots needs.
    fn count_in(program: &Program, slots: u32) -> Option<u32> {
        let locals = u32::try_from(program.locals.len()).ok()?.checked_mul(slots)?;
        locals.checked_add(u32::try_from(program.shared.len()).ok()?)?.checked_mul(2)
    }

    fn shared(&self, index: usize, primed: bool) -> u32 {
        2 * self.shared[index] + u32::from(primed)
    }

    fn local(&self, slot: usize, index: usize, primed: bool) -> u32 {
        let place = self.shared.len() + slot * self.local.len() + self.local[index] as usize;
        2 * u32::try_from(place).expect("variables fit in 32 bits") + u32::from(primed)
    }

    /// The number of a leaf, with the slots of the active and of another thread.
    fn number(&self, leaf: Leaf, active: usize, passive: usize) -> u32 {
        let index = leaf.index as usize;
        match leaf.owner {
            Owner::Shared => self.shared(index, leaf.primed),
            Owner::Active => self.local(active, index, leaf.primed),
            Owner::Passive => self.local(passive, index, leaf.primed),
        }
    }

    /// The first number behind the shared variables and so many slots.
    fn end_of(&self, slots: usize) -> u32 {
        u32::try_from(2 * (self.shared.len() + slots * self.local.len())).expect("variables fit in 32 bits")
    }

    /// The index of a variable among the shared or the local ones.
    fn named(&self, number: u32) -> usize {
        let place = number / 2;
        let index =
            |places: &[u32], place: u32| places.iter().position(|p| *p == place).expect("places are taken");
        match place.checked_sub(self.shared.len() as u32) {
            None => index(&self.shared, place),
            Some(place) => index(&self.local, place % self.local.len() as u32),
        }
    }
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
    program: Rc<Program>,
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
        program: &Rc<Program>,
        question: &Question,
        options: &Options,
        control: &Control,
        nodes: usize,
        began: Instant,
    ) -> Result<Run, Short> {
        let targets = ResolvedTargets::new(program, &question.targets);
        let por = question.reduction == Reduction::Por;
        let variables = Slots::new(program, options);
        let count = Slots::count_in(program, question.bounds.threads);
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
            let mut place: Place = vec![None; self.question.bounds.threads as usize];
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
        let slots = self.question.bounds.threads as usize * size_of::<Option<Loc>>();
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

    /// The states in which the thread of a slot fails an assertion.
    fn failure(&mut self, id: EdgeId, slot: usize) -> Result<Bdd, Full> {
        if let Some(known) = self.failures.get(&(id, slot)) {
            return Ok(known.clone());
        }
        let Action::Assert(possible) = &self.program.edges[id].action else {
            unreachable!("asked of assertions")
        };
        let number = |leaf: Leaf| self.variables.number(leaf, slot, slot);
        let encoder = Encoder { diagrams: &self.diagrams, program: &self.program, number: &number };
        let fails = encoder.formula(possible.no, &|_| false)?;
        self.failures.insert((id, slot), fails.clone());
        Ok(fails)
    }

    /// The relation of an assignment by the thread of a slot.
    fn relation(&mut self, id: EdgeId, assign: &Assign, slot: usize) -> Result<Rc<Relation>, Full> {
        if let Some(known) = self.relations.get(&(id, slot)) {
            return Ok(known.clone());
        }
        let number = |leaf: Leaf| self.variables.number(leaf, slot, slot);
        let encoder = Encoder { diagrams: &self.diagrams, program: &self.program, number: &number };
        let relation = Rc::new(encoder.whole(assign)?);
        self.relations.insert((id, slot), relation.clone());
        Ok(relation)
    }

    /// The relation of a passive update of the thread in `other` by the one in `slot`.
    fn passive(&mut self, id: EdgeId, assign: &Assign, slot: usize, other: usize) -> Result<Bdd, Full> {
        if let Some(known) = self.passives.get(&(id, slot, other)) {
            return Ok(known.clone());
        }
        let passive = assign.passive.as_ref().expect("asked of passive updates");
        let number = |leaf: Leaf| self.variables.number(leaf, slot, other);
        let encoder = Encoder { diagrams: &self.diagrams, program: &self.program, number: &number };
        let relation = encoder.passive(assign, passive)?;
        self.passives.insert((id, slot, other), relation.clone());
        Ok(relation)
    }

    /// The pairs of a state of `set` and the new values of an assignment by the thread in `slot`.
    fn pairs(
        &mut self,
        id: EdgeId,
        assign: &Assign,
        place: &Place,
        slot: usize,
        set: &Bdd,
    ) -> Result<Bdd, Full> {
        let mut pairs = self.relation(id, assign, slot)?.steps(set)?;
        if assign.passive.is_some() {
            for other in (0..place.len()).filter(|other| *other != slot && place[*other].is_some()) {
                pairs = pairs.and(&self.passive(id, assign, slot, other)?)?;
            }
        }
        Ok(pairs)
    }

    /// The old and new variables that an assignment by the thread in `slot` assigns.
    fn assigned(&self, assign: &Assign, place: &Place, slot: usize) -> Vec<(u32, u32)> {
        let number = |leaf: Leaf, other: usize| {
            let new = Leaf { primed: true, ..leaf };
            (self.variables.number(leaf, slot, other), self.variables.number(new, slot, other))
        };
        let mut pairs: Vec<(u32, u32)> =
            assign.targets.iter().map(|(v, _)| number(leaf_of(*v), slot)).collect();
        for (var, _) in assign.passive.iter().flat_map(|p| &p.targets) {
            let leaf = Leaf { owner: Owner::Passive, index: var.index() as u32, primed: false };
            let others = (0..place.len()).filter(|other| *other != slot && place[*other].is_some());
            pairs.extend(others.map(|other| number(leaf, other)));
        }
        pairs
    }

    fn image(
        &mut self,
        id: EdgeId,
        assign: &Assign,
        place: &Place,
        slot: usize,
        set: &Bdd,
    ) -> Result<Bdd, Full> {
        if assign.passive.is_none() {
            return self.relation(id, assign, slot)?.image(set);
        }
        let pairs = self.pairs(id, assign, place, slot, set)?;
        let assigned = self.assigned(assign, place, slot);
        let old = self.diagrams.variable_set(assigned.iter().map(|(old, _)| *old))?;
        pairs.exists(&old)?.rename(&self.diagrams.renaming(assigned.iter().map(|(old, new)| (*new, *old)))?)
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

    /// Everything that was explored, as products; absent if there are too many.
    fn reached_sets(&self) -> Result<Option<ReachedSets>, Full> {
        let mut diagrams = Exported::default();
        let mut sets = Vec::new();
        for expansion in &self.expansions {
            let place = &self.known[expansion.place as usize].place;
            let Some(products) = self.products(place, &expansion.set)? else { return Ok(None) };
            for product in products {
                if sets.len() >= MOST_PRODUCTS {
                    return Ok(None);
                }
                sets.push(self.state_set(place, expansion.lone, product, &mut diagrams)?);
            }
        }
        let locations = self.program.locations.ids();
        let ranks = self.independence.as_ref().map(|i| locations.map(|l| i.rank(l)).collect());
        Ok(Some(ReachedSets { nodes: diagrams.nodes, ranks: ranks.unwrap_or_default(), sets }))
    }

    /// One product, with the threads of equal sets counted.
    fn state_set(
        &self,
        place: &Place,
        lone: Option<usize>,
        (shared, locals): SlotProduct,
        diagrams: &mut Exported,
    ) -> Result<StateSet, Full> {
        let named = |number: u32| self.variables.named(number);
        let mut groups: Vec<SetGroup> = Vec::new();
        let mut chosen = None;
        for (slot, set) in locals {
            let loc = place[slot].expect("occupied slots only");
            let location = u32::try_from(loc.index()).expect("ids fit in 32 bits");
            // Equal sets of different slots have different variables.
            let all = 0..self.program.locals.len();
            let to_first =
                all.map(|v| (self.variables.local(slot, v, false), self.variables.local(0, v, false)));
            let locals = diagrams.add(&set.rename(&self.diagrams.renaming(to_first)?)?, &named);
            if lone == Some(slot) {
                chosen = Some((location, locals));
            }
            match groups.iter_mut().find(|g| (g.location, g.locals) == (location, locals)) {
                Some(group) => group.count += 1,
                None => groups.push(SetGroup { location, locals, count: 1 }),
            }
        }
        groups.sort();
        let chosen = chosen.and_then(|key| groups.iter().position(|g| (g.location, g.locals) == key));
        Ok(StateSet { shared: diagrams.add(&shared, &named), groups, part: Part::Explored(chosen) })
    }

    /// A set of states as products; absent if there are too many.
    fn products(&self, place: &Place, set: &Bdd) -> Result<Option<Vec<SlotProduct>>, Full> {
        let mut found = Vec::new();
        for (shared, rest) in classes(&self.diagrams, set, &|v| v < self.variables.end_of(0))? {
            let mut parts: Vec<(Vec<(usize, Bdd)>, Bdd)> = vec![(Vec::new(), rest)];
            for slot in (0..place.len()).filter(|slot| place[*slot].is_some()) {
                let mut finer = Vec::new();
                for (before, rest) in parts {
                    for (values, rest) in
                        classes(&self.diagrams, &rest, &|v| v < self.variables.end_of(slot + 1))?
                    {
                        let mut before = before.clone();
                        before.push((slot, values));
                        finer.push((before, rest));
                    }
                }
                if found.len() + finer.len() > MOST_PRODUCTS {
                    return Ok(None);
                }
                parts = finer;
            }
            found.extend(parts.into_iter().map(|(threads, _)| (shared.clone(), threads)));
        }
        Ok(Some(found))
    }
}
