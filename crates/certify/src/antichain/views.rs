//! What certificates say about pairs of threads.
//!
//! *What*: for two places (locations, or nobody) the shared values and local values of two threads there; *held* if a third thread
//! is inside an atomic section. Pairs that are not named are said not to occur.
//! *Claim*: if [`Views::check`] accepts, then in every reachable state each two threads, and each thread with nobody,
//! are in the set of their places. The initial states are; and if a state is, so is every next one: let t be the thread
//! that moves. A pair with t comes from a pair with t. A pair without t, x and y, was there before, as were t with x and t with
//! y; their common values and the step are looked at together. Steps that change nothing that x and y have or see need no look.
//! A created thread has its creator's values. What a passive update forbids to a thread outside of these is not asked.

use crate::Refusal;
use crate::diagram::{Diagram, Diagrams, EMPTY};
use crate::reached_sets::import_over;
use crate::relation::{Relations, leaf_of};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Assign, Edge, EdgeId, Leaf, Owner, Program};
use tw_index::Id;
use tw_verdict::{InitialThreads, PairViews};

/// Number of copies of each local variable, side by side.
const COPIES: u32 = 3;

/// An assignment to shared variables, the thread that moves, and others.
struct Update {
    relations: Vec<Diagram>,
    /// Old values that are overwritten.
    old: BTreeSet<u32>,
    /// Values of the thread that moves which the relations do not mention.
    unread: BTreeSet<u32>,
}

/// Which of two other threads are there.
type Present = [bool; 2];

/// The sets of a certificate.
pub(super) struct Views<'p> {
    program: &'p Program,
    relations: Relations<'p>,
    sets: FxHashMap<(u32, u32, bool), Diagram>,
    swapped: FxHashMap<Diagram, Diagram>,
    updates: FxHashMap<(EdgeId, Present), Rc<Update>>,
    known: FxHashMap<(EdgeId, Present, [Diagram; 3]), Diagram>,
    together: FxHashMap<(u32, Diagram, u32, Diagram, bool), Diagram>,
    nobody: u32,
    mover: BTreeSet<u32>,
    threads: BTreeSet<u32>,
    mentioned: FxHashMap<u32, Rc<[u32]>>,
}

impl<'p> Views<'p> {
    pub fn new(program: &'p Program, found: &PairViews) -> Result<Self, Refusal> {
        let mut relations = Relations::interleaved(program);
        let (shared, locals) = (program.shared.len() as u32, program.locals.len() as u32);
        let level = |relations: &Relations<'_>, variable: u32| {
            let leaf = |owner, index| Leaf { owner, index, primed: false };
            if variable < shared {
                return Some(relations.level(leaf(Owner::Shared, variable)));
            }
            let (index, thread) = ((variable - shared) / 2, (variable - shared) % 2);
            let owner = if thread == 0 { Owner::Active } else { Owner::Passive };
            (index < locals).then(|| relations.level(leaf(owner, index)))
        };
        let roots = found.sets.iter().map(|view| view.set).collect();
        let diagrams = import_over(&found.nodes, &mut relations, &level, roots)?;
        let mut sets = FxHashMap::default();
        for view in &found.sets {
            let key = (view.places[0], view.places[1], view.held);
            if sets.insert(key, diagrams[view.set as usize]).is_some() {
                return Err(format!("locations {} and {} are named twice", key.0, key.1).into());
            }
        }
        let of = |copy: u32| (0..locals).map(move |v| 2 * (shared + COPIES * v + copy));
        Ok(Views {
            program,
            relations,
            sets,
            swapped: FxHashMap::default(),
            updates: FxHashMap::default(),
            known: FxHashMap::default(),
            together: FxHashMap::default(),
            nobody: program.locations.len() as u32,
            mover: of(0).collect(),
            threads: (0..COPIES).flat_map(of).collect(),
            mentioned: FxHashMap::default(),
        })
    }

    /// Whether all reachable states are as the sets say.
    pub fn check(&mut self, init: InitialThreads, go_on: &dyn Fn() -> bool) -> Result<(), Refusal> {
        self.check_order()?;
        self.check_initial(init)?;
        let program = self.program;
        for (number, edge) in program.edges.iter().enumerate() {
            if !go_on() {
                return Err(Refusal::too_long());
            }
            let id = EdgeId::from_index(number);
            for other in 0..=self.nobody {
                self.check_mover(id, edge, other)?;
            }
            if self.concerns_others(edge) {
                for first in 0..self.nobody {
                    for second in first..=self.nobody {
                        self.check_others(id, edge, [first, second])?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether some operation gave up.
    pub fn is_full(&self) -> bool {
        self.relations.diagrams.is_full()
    }

    /// The set of two places, the first one's thread first.
    fn get(&mut self, a: u32, b: u32, held: bool) -> Diagram {
        if a <= b {
            return self.sets.get(&(a, b, held)).copied().unwrap_or(EMPTY);
        }
        let set = self.sets.get(&(b, a, held)).copied().unwrap_or(EMPTY);
        self.swap(set)
    }

    /// The two threads change places.
    fn swap(&mut self, set: Diagram) -> Diagram {
        if let Some(known) = self.swapped.get(&set) {
            return *known;
        }
        let shared = 2 * self.program.shared.len() as u32;
        let exchanged = move |level: u32| match level.checked_sub(shared) {
            None => level,
            Some(local) if local / 2 % COPIES == 0 => level + 2,
            Some(local) if local / 2 % COPIES == 1 => level - 2,
            Some(_) => level,
        };
        let mut known = std::mem::take(&mut self.swapped);
        let from = &mut self.relations.diagrams;
        let result = rebuilt(from, set, &exchanged, &mut known);
        self.swapped = known;
        result
    }

    fn in_atomic(&self, place: u32) -> bool {
        place != self.nobody && self.program.in_atomic(super::loc(place))
    }

    /// Of two threads at one location either one may be the first: what a set says must not depend on it. Otherwise the steps
    /// of the second one would not be looked at.
    fn check_order(&mut self) -> Result<(), Refusal> {
        let twins: Vec<(u32, Diagram)> =
            self.sets.iter().filter(|((a, b, _), _)| a == b).map(|((a, _, _), set)| (*a, *set)).collect();
        for (place, set) in twins {
            if self.swap(set) != set {
                // What does not fit into the diagrams is not known.
                if self.is_full() {
                    return Err(Refusal::gave_up());
                }
                return Err(format!("two threads at location {place}: the order in the pair matters").into());
            }
        }
        if self.is_full() { Err(Refusal::gave_up()) } else { Ok(()) }
    }

    fn check_initial(&mut self, init: InitialThreads) -> Result<(), Refusal> {
        let entry = super::index_of(self.program.entry);
        let (shared, active) = (self.relations.initial(Owner::Shared), self.relations.initial(Owner::Active));
        let passive = self.relations.initial(Owner::Passive);
        let one = self.relations.diagrams.and(shared, active);
        self.check_inside(one, [entry, self.nobody], false)?;
        if init != InitialThreads::Exactly(1) {
            let two = self.relations.diagrams.and(one, passive);
            self.check_inside(two, [entry, entry], false)?;
        }
        Ok(())
    }

    fn check_inside(&mut self, set: Diagram, places: [u32; 2], held: bool) -> Result<(), Refusal> {
        let known = self.get(places[0], places[1], held);
        let inside = self.relations.diagrams.is_subset(set, known);
        if self.relations.diagrams.is_full() {
            return Err(Refusal::gave_up());
        }
        if inside {
            return Ok(());
        }
        let name =
            |place: u32| if place == self.nobody { "nobody".into() } else { format!("location {place}") };
        Err(format!(
            "values that threads can have at {} and {} are not among those of the pair",
            name(places[0]),
            name(places[1])
        )
        .into())
    }

    /// A thread takes an edge, with another one or nobody beside it.
    fn check_mover(&mut self, id: EdgeId, edge: &Edge, other: u32) -> Result<(), Refusal> {
        let program = self.program;
        let from = super::index_of(edge.from);
        let before = self.get(from, other, false);
        if before == EMPTY || self.in_atomic(other) {
            return Ok(());
        }
        let to = super::index_of(edge.to);
        match &edge.action {
            Action::Wait => Ok(()),
            Action::End if !program.in_atomic(edge.from) => Ok(()),
            Action::End => self.check_inside(before, [super::index_of(program.stuck), other], false),
            Action::Assign(_) => {
                let update = self.update(id, [other != self.nobody, false]);
                let after = self.applied(before, &update);
                self.check_inside(after, [to, other], false)
            }
            Action::Broadcast => self.check_inside(before, [to, self.released(other)], false),
            Action::Start(child) => {
                let child = super::index_of(*child);
                self.check_inside(before, [to, other], false)?;
                self.check_inside(before, [child, other], program.in_atomic(edge.to))?;
                if other != self.nobody {
                    return Ok(());
                }
                let twins = self.twins(before);
                self.check_inside(twins, [to, child], false)
            }
            Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {
                self.check_inside(before, [to, other], false)
            }
        }
    }

    /// A second thread with the same values.
    fn twins(&mut self, set: Diagram) -> Diagram {
        let mut both = set;
        for index in 0..self.program.locals.len() as u32 {
            let level = |owner| Leaf { owner, index, primed: false };
            let (a, b) =
                (self.relations.level(level(Owner::Active)), self.relations.level(level(Owner::Passive)));
            let diagrams = &mut self.relations.diagrams;
            let (a, b) = (diagrams.variable(a), diagrams.variable(b));
            let not_b = diagrams.not(b);
            let equal = diagrams.choose(a, b, not_b);
            both = diagrams.and(both, equal);
        }
        both
    }

    fn released(&self, place: u32) -> u32 {
        let after = (place != self.nobody).then(|| self.program.released(super::loc(place)));
        after.flatten().map_or(place, super::index_of)
    }

    /// Whether a step can change what others have or see: shared values, their own, or that a section is taken.
    fn concerns_others(&self, edge: &Edge) -> bool {
        let crosses = self.program.in_atomic(edge.from) != self.program.in_atomic(edge.to);
        match &edge.action {
            Action::Wait | Action::End => false,
            Action::Broadcast => true,
            Action::Assign(Assign { targets, passive, .. }) => {
                crosses || passive.is_some() || targets.iter().any(|(v, _)| matches!(v, Var::Shared(_)))
            }
            _ => crosses,
        }
    }

    /// A third thread takes an edge beside two others.
    fn check_others(&mut self, id: EdgeId, edge: &Edge, others: [u32; 2]) -> Result<(), Refusal> {
        let held = self.program.in_atomic(edge.from);
        if others.iter().any(|place| self.in_atomic(*place)) {
            return Ok(());
        }
        let from = super::index_of(edge.from);
        let sets = [
            self.get(others[0], others[1], held),
            self.get(from, others[0], false),
            self.get(from, others[1], false),
        ];
        if sets.contains(&EMPTY) {
            return Ok(());
        }
        let after = self.after_third(id, edge, others.map(|place| place != self.nobody), sets);
        let places = match edge.action {
            Action::Broadcast => others.map(|place| self.released(place)),
            _ => others,
        };
        self.check_inside(after, places, self.program.in_atomic(edge.to))
    }

    fn after_third(&mut self, id: EdgeId, edge: &Edge, present: Present, sets: [Diagram; 3]) -> Diagram {
        let present = if edge.passive().is_some() { present } else { [false; 2] };
        let key = (id, present, sets);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let shared = 2 * self.program.shared.len() as u32;
        let copy = move |level: u32| (level - shared) / 2 % COPIES;
        // The mover stays thread 0; the two others are threads 1 and 2.
        let [pair, first, second] = sets;
        let diagrams = &mut self.relations.diagrams;
        let pair = diagrams.rename(pair, &|level| if level < shared { level } else { level + 2 });
        let second = diagrams
            .rename(second, &|level| if level < shared || copy(level) == 0 { level } else { level + 2 });
        let mut all = diagrams.and(first, second);
        if let Action::Assign(_) = edge.action {
            let update = self.update(id, present);
            all = self.relations.diagrams.exists(all, &update.unread);
            all = self.relations.diagrams.and(all, pair);
            all = self.applied(all, &update);
            all = self.relations.diagrams.exists(all, &self.mover);
        } else {
            all = diagrams.exists(all, &self.mover);
            all = diagrams.and(all, pair);
        }
        let after =
            self.relations.diagrams.rename(all, &|level| if level < shared { level } else { level - 2 });
        self.known.insert(key, after);
        after
    }

    /// The values after an assignment.
    fn applied(&mut self, before: Diagram, update: &Update) -> Diagram {
        let diagrams = &mut self.relations.diagrams;
        let steps = update.relations.iter().fold(before, |all, relation| diagrams.and(all, *relation));
        let after = diagrams.exists(steps, &update.old);
        diagrams.rename(after, &|level| level & !1)
    }

    fn update(&mut self, id: EdgeId, present: Present) -> Rc<Update> {
        if let Some(known) = self.updates.get(&(id, present)) {
            return known.clone();
        }
        let Action::Assign(assign) = &self.program.edges[id].action else {
            unreachable!("only assignments have relations")
        };
        let mut relations = self.relations.active_relations(assign);
        let mut old: BTreeSet<u32> =
            assign.targets.iter().map(|(var, _)| self.relations.level(leaf_of(*var))).collect();
        if let Some(passive) = &assign.passive {
            let own = self.relations.passive_relations(assign, passive);
            let leaf = |index| Leaf { owner: Owner::Passive, index, primed: false };
            let targets =
                passive.targets.iter().map(|(v, _)| u32::try_from(v.index()).expect("ids fit in 32 bits"));
            let targets: Vec<u32> = targets.map(|index| self.relations.level(leaf(index))).collect();
            let shared = 2 * self.program.shared.len() as u32;
            let is_other = move |level: u32| level >= shared && (level - shared) / 2 % COPIES == 1;
            for (thread, _) in present.iter().enumerate().filter(|(_, there)| **there) {
                let shift = 2 * thread as u32;
                old.extend(targets.iter().map(|level| level + shift));
                let moved = move |level: u32| if is_other(level) { level + shift } else { level };
                relations.extend(own.iter().map(|r| self.relations.diagrams.rename(*r, &moved)));
            }
        }
        let read: BTreeSet<u32> =
            relations.iter().flat_map(|r| self.relations.diagrams.support(*r)).collect();
        let unread = self.mover.iter().copied().filter(|level| !read.contains(level) && !old.contains(level));
        let update = Rc::new(Update { unread: unread.collect(), relations, old });
        self.updates.insert((id, present), update.clone());
        update
    }

    /// The variables of a thread at a place that some set mentions.
    pub fn mentioned(&mut self, place: u32) -> Vec<u32> {
        if let Some(known) = self.mentioned.get(&place) {
            return known.to_vec();
        }
        let shared = 2 * self.program.shared.len() as u32;
        let mut found = BTreeSet::new();
        for ((a, b, _), set) in &self.sets {
            for (_, copy) in [(a, 0), (b, 1)].into_iter().filter(|(at, _)| **at == place) {
                let locals =
                    self.relations.diagrams.support(*set).into_iter().filter(|level| *level >= shared);
                let own = locals.map(|level| (level - shared) / 2).filter(|at| at % COPIES == copy);
                found.extend(own.map(|at| at / COPIES));
            }
        }
        let found: Rc<[u32]> = found.into_iter().collect();
        self.mentioned.insert(place, found.clone());
        found.to_vec()
    }

    /// The shared values with which two threads, or one with nobody, can be together, in the diagrams of `whose`.
    pub fn together(
        &mut self,
        whose: &mut Relations<'_>,
        a: (u32, Diagram),
        b: Option<(u32, Diagram)>,
        held: bool,
    ) -> Diagram {
        let (second, locals) = b.unwrap_or((self.nobody, crate::diagram::ALL));
        let key = (a.0, a.1, second, locals, held);
        if let Some(known) = self.together.get(&key) {
            return *known;
        }
        let view = self.get(a.0, second, held);
        let first_local = whose.level(Leaf { owner: Owner::Active, index: 0, primed: false });
        let shared = 2 * self.program.shared.len() as u32;
        let place = move |copy: u32| move |level: u32| shared + COPIES * (level - first_local) + 2 * copy;
        let own = &mut self.relations.diagrams;
        let threads =
            [(a.1, 0), (locals, 1)].map(|(set, copy)| carried(&whose.diagrams, set, own, &place(copy)));
        let all = threads.into_iter().fold(view, |all, thread| own.and(all, thread));
        let all = own.exists(all, &self.threads);
        // Shared variables have the same levels in both.
        let result = carried(own, all, &mut whose.diagrams, &|level| level);
        self.together.insert(key, result);
        result
    }
}

/// The same set over other levels, in any order.
fn rebuilt(
    diagrams: &mut Diagrams,
    set: Diagram,
    level: &dyn Fn(u32) -> u32,
    known: &mut FxHashMap<Diagram, Diagram>,
) -> Diagram {
    let Some((variable, low, high)) = diagrams.top(set) else { return set };
    if let Some(done) = known.get(&set) {
        return *done;
    }
    let (low, high) = (rebuilt(diagrams, low, level, known), rebuilt(diagrams, high, level, known));
    let variable = diagrams.variable(level(variable));
    let done = diagrams.choose(variable, high, low);
    known.insert(set, done);
    done
}

/// The same set in other diagrams; `level` keeps the order.
fn carried(from: &Diagrams, set: Diagram, to: &mut Diagrams, level: &dyn Fn(u32) -> u32) -> Diagram {
    fn carry(
        (from, to): (&Diagrams, &mut Diagrams),
        set: Diagram,
        level: &dyn Fn(u32) -> u32,
        known: &mut FxHashMap<Diagram, Diagram>,
    ) -> Diagram {
        let Some((variable, low, high)) = from.top(set) else { return set };
        if let Some(done) = known.get(&set) {
            return *done;
        }
        let low = carry((from, to), low, level, known);
        let high = carry((from, to), high, level, known);
        let variable = to.variable(level(variable));
        let done = to.choose(variable, high, low);
        known.insert(set, done);
        done
    }
    carry((from, to), set, level, &mut FxHashMap::default())
}
