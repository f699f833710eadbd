//! Partial-order reduction: which thread may run alone.
//!
//! *What*: in a state, a thread t may be the only one whose steps are explored, if its next statement
//! is independent of everything that every other thread can still do.
//! *Source*: \[BMWK10\] section 7.3: W_t against the future reads and writes of the others, R_t against
//! their future writes, by data-flow over the flat program.
//! *Claim*: a violation (failing assertion, target label, creation skipped at the bound) is reachable
//! from a state if and only if it is reachable through explored steps. The argument is in
//! `docs/soundness.md`; the certificate checker recomputes all of this with code of its own.
//! *Departures*:
//! 1. `assume` and `constrain` only *read* their variables. The paper counts them as writes, because
//!    its states are symbolic and an assumption cuts them down; here a state is one valuation, t is
//!    chosen only if it can move, and nobody else writes what it reads.
//! 2. Proviso, on which the paper is silent: t may run alone only where no edge closes a cycle of the
//!    control flow. Every explored step of a lone thread then lowers the sum of the ranks of all
//!    locations, so every cycle of states has a state in which all threads were explored. This depends
//!    on the state alone.
//! 3. Creation, atomic_begin, broadcasts and passive updates are never run alone; ending a thread only
//!    if nobody else may create threads or update passively (both see the number of threads); moving to
//!    a `wait` only if nobody else may broadcast; steps from and to target labels never.
//! 4. Passive accesses count: what another thread may read or write of *this* thread's variables.
//!    A second thread in the same local state is another thread.
//!
//! *Cost*: two bit sets per location; a bit for each kind of statement and each kind of future; a state asks for one row
//! of these bits per candidate.

use crate::checked::Var;
use crate::fault::{Fault, planted};
use crate::formula::{FormulaId, Formulas, Owner, Possible};
use crate::program::{Action, Edge, Loc, Program};
use std::collections::HashMap;
use tw_index::{BitSet, Id, IdVec};

/// What a thread may touch: now (one statement) or ever after.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
struct Footprint {
    shared_reads: BitSet,
    shared_writes: BitSet,
    local_reads: BitSet,
    local_writes: BitSet,
    passive_reads: BitSet,
    passive_writes: BitSet,
    creates: bool,
    updates_others: bool,
    broadcasts: bool,
    ends: bool,
    enters_wait: bool,
}

/// The static part of the reduction.
pub struct Independence {
    /// Whether a thread at this location may run alone, as far as its own statement goes.
    candidate: IdVec<Loc, bool>,
    /// Longest way to a location where all threads are explored.
    rank: IdVec<Loc, u64>,
    /// The class of a location's statement: a row of `compatible`.
    statement: IdVec<Loc, usize>,
    /// The class of what a thread may do from a location on: a column of `compatible`.
    future: IdVec<Loc, usize>,
    /// Classes of futures that do not conflict with a class of statements.
    compatible: Vec<BitSet>,
}

impl Independence {
    /// Analyses `program`; steps from and to `watched` locations are visible.
    pub fn new(program: &Program, watched: impl Iterator<Item = Loc>) -> Self {
        Self::analysed(program, watched, true)
    }

    /// Without the proviso: the caller makes sure that nobody waits forever while others run alone.
    pub fn without_proviso(program: &Program, watched: impl Iterator<Item = Loc>) -> Self {
        Self::analysed(program, watched, false)
    }

    fn analysed(program: &Program, watched: impl Iterator<Item = Loc>, proviso: bool) -> Self {
        let watched: Vec<Loc> = if planted(Fault::TargetsIgnored) { Vec::new() } else { watched.collect() };
        let mut is_watched = IdVec::<Loc, bool>::filled(false, program.locations.len());
        watched.iter().for_each(|l| is_watched[*l] = true);
        let now: IdVec<Loc, Footprint> =
            program.locations.ids().map(|l| statement_footprint(program, l)).collect();
        let future =
            if planted(Fault::FutureIgnored) { now.clone() } else { future_footprints(program, &now) };
        let (rank, closes_cycle) = ranks(program);
        let candidate: IdVec<Loc, bool> = program
            .locations
            .ids()
            .map(|l| {
                let visible = is_watched[l] || program.edges_from(l).any(|(_, e)| is_watched[e.to]);
                let local = program.edges_from(l).all(|(_, e)| may_run_alone(program, e))
                    && program.edges_from(l).len() > 0;
                let ends = !proviso || !closes_cycle[l] || planted(Fault::NoProviso);
                !visible && local && ends && !program.in_atomic(l)
            })
            .collect();
        let (statement, statements) = classes(now.iter().cloned());
        let (future, futures) = classes(future.iter().map(Footprint::seen_by_others));
        let row = |mine: &Footprint| {
            let fits = (0..futures.len()).filter(|theirs| !conflict(mine, &futures[*theirs]));
            fits.fold(BitSet::new(), |mut row, theirs| {
                row.insert(theirs);
                row
            })
        };
        let compatible = statements.iter().map(row).collect();
        Independence { candidate, rank, statement, future, compatible }
    }

    /// Whether a thread at `loc` may be the only one explored, with all `others` where they are; the
    /// caller makes sure that the thread can move and that nobody is inside an atomic section.
    pub fn may_run_alone(&self, loc: Loc, mut others: impl Iterator<Item = Loc>) -> bool {
        let row = &self.compatible[self.statement[loc]];
        self.candidate[loc] && others.all(|other| row.contains(self.future[other]))
    }

    /// Falls with every step of a thread that runs alone.
    pub fn rank(&self, loc: Loc) -> u64 {
        self.rank[loc]
    }
}

fn may_run_alone(program: &Program, edge: &Edge) -> bool {
    match &edge.action {
        // Also an assignment may begin or end a section.
        Action::Assign(assign) => {
            assign.passive.is_none() && program.in_atomic(edge.from) == program.in_atomic(edge.to)
        }
        Action::Assert(_) | Action::End => true,
        Action::AtomicBegin => planted(Fault::AtomicBeginAlone),
        Action::Start(_) | Action::Wait | Action::Broadcast | Action::AtomicEnd => false,
    }
}

/// The class of each footprint, and one footprint of each class.
fn classes(footprints: impl Iterator<Item = Footprint>) -> (IdVec<Loc, usize>, Vec<Footprint>) {
    let (mut numbers, mut members) = (HashMap::new(), Vec::new());
    let class = |footprint: Footprint| {
        *numbers.entry(footprint).or_insert_with_key(|footprint| {
            members.push(footprint.clone());
            members.len() - 1
        })
    };
    (footprints.map(class).collect(), members)
}

/// Whether `mine` (one statement) and `theirs` (a future) can disturb each other.
fn conflict(mine: &Footprint, theirs: &Footprint) -> bool {
    let writes = &mine.shared_writes;
    let shared = !planted(Fault::WritesIgnored)
        && (writes.intersects(&theirs.shared_reads) || writes.intersects(&theirs.shared_writes))
        || !planted(Fault::ReadsIgnored) && mine.shared_reads.intersects(&theirs.shared_writes);
    let passive = mine.local_writes.intersects(&theirs.passive_reads)
        || mine.local_writes.intersects(&theirs.passive_writes)
        || mine.local_reads.intersects(&theirs.passive_writes);
    shared
        || (passive && !planted(Fault::PassiveAccessIgnored))
        || (mine.ends && (theirs.creates || theirs.updates_others) && !planted(Fault::PopulationIgnored))
        || (mine.enters_wait && theirs.broadcasts && !planted(Fault::WaitersIgnored))
}

fn statement_footprint(program: &Program, loc: Loc) -> Footprint {
    let mut footprint = Footprint::default();
    for (_, edge) in program.edges_from(loc) {
        footprint.enters_wait |= program.released(edge.to).is_some();
        match &edge.action {
            Action::Start(_) => footprint.creates = true,
            Action::End => footprint.ends = true,
            Action::Broadcast => footprint.broadcasts = true,
            Action::Wait | Action::AtomicBegin | Action::AtomicEnd => {}
            Action::Assert(possible) => footprint.read_possible(&program.formulas, *possible),
            Action::Assign(assign) => {
                footprint.read(&program.formulas, assign.guard);
                footprint.read(&program.formulas, assign.constraint);
                for (var, possible) in &assign.targets {
                    footprint.read_possible(&program.formulas, *possible);
                    match var {
                        Var::Shared(v) => footprint.shared_writes.insert(v.index()),
                        Var::Local(v) => footprint.local_writes.insert(v.index()),
                    };
                }
                if let Some(passive) = &assign.passive {
                    footprint.updates_others = true;
                    footprint.read(&program.formulas, passive.constraint);
                    for (var, possible) in &passive.targets {
                        footprint.read_possible(&program.formulas, *possible);
                        footprint.passive_writes.insert(var.index());
                    }
                }
            }
        }
    }
    footprint
}

impl Footprint {
    /// Without what concerns only the thread itself.
    fn seen_by_others(&self) -> Footprint {
        let (local_reads, local_writes) = (BitSet::new(), BitSet::new());
        Footprint { local_reads, local_writes, ends: false, enters_wait: false, ..self.clone() }
    }

    fn read_possible(&mut self, formulas: &Formulas, possible: Possible) {
        self.read(formulas, possible.no);
        self.read(formulas, possible.yes);
    }

    fn read(&mut self, formulas: &Formulas, formula: FormulaId) {
        for leaf in formulas.leaves(formula) {
            let set = match leaf.owner {
                Owner::Shared => &mut self.shared_reads,
                Owner::Active => &mut self.local_reads,
                Owner::Passive => &mut self.passive_reads,
            };
            set.insert(leaf.index as usize);
        }
    }

    /// Adds what matters of a later footprint; returns whether anything was new.
    fn absorb(&mut self, later: &Footprint) -> bool {
        let flags = |f: &Footprint| (f.creates, f.updates_others, f.broadcasts);
        let before = flags(self);
        self.creates |= later.creates;
        self.updates_others |= later.updates_others;
        self.broadcasts |= later.broadcasts;
        let mut grew = before != flags(self);
        grew |= self.shared_reads.union_with(&later.shared_reads);
        grew |= self.shared_writes.union_with(&later.shared_writes);
        grew |= self.passive_reads.union_with(&later.passive_reads);
        grew |= self.passive_writes.union_with(&later.passive_writes);
        grew
    }
}

/// Everything a thread may touch from a location on, with the threads it creates.
fn future_footprints(program: &Program, now: &IdVec<Loc, Footprint>) -> IdVec<Loc, Footprint> {
    let mut future = now.clone();
    let mut before: IdVec<Loc, Vec<Loc>> = IdVec::filled(Vec::new(), program.locations.len());
    for edge in program.edges.iter() {
        match edge.action {
            Action::End => {}
            Action::Start(child) if !planted(Fault::ChildrenIgnored) => {
                before[edge.to].push(edge.from);
                before[child].push(edge.from);
            }
            _ => before[edge.to].push(edge.from),
        }
    }
    let mut work: Vec<Loc> = program.locations.ids().collect();
    while let Some(loc) = work.pop() {
        let later = future[loc].clone();
        for previous in &before[loc] {
            if future[*previous].absorb(&later) {
                work.push(*previous);
            }
        }
    }
    future
}

/// Ranks, and the locations with an edge that closes a cycle in a depth-first search.
fn ranks(program: &Program) -> (IdVec<Loc, u64>, IdVec<Loc, bool>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        New,
        OnPath,
        Done,
    }
    let count = program.locations.len();
    let mut colour = IdVec::<Loc, Colour>::filled(Colour::New, count);
    let mut rank = IdVec::<Loc, u64>::filled(0, count);
    let mut closes_cycle = IdVec::<Loc, bool>::filled(false, count);
    let next_of = |l: Loc| -> Vec<Loc> {
        program.edges_from(l).filter(|(_, e)| !matches!(e.action, Action::End)).map(|(_, e)| e.to).collect()
    };
    for root in program.locations.ids() {
        if colour[root] != Colour::New {
            continue;
        }
        colour[root] = Colour::OnPath;
        let mut path = vec![(root, next_of(root), 0)];
        while let Some((loc, next, position)) = path.last_mut() {
            let loc = *loc;
            if let Some(to) = next.get(*position).copied() {
                *position += 1;
                match colour[to] {
                    Colour::New => {
                        colour[to] = Colour::OnPath;
                        path.push((to, next_of(to), 0));
                    }
                    Colour::OnPath => closes_cycle[loc] = true,
                    Colour::Done => {}
                }
            } else {
                let later = next.iter().map(|to| rank[*to] + 1).max().unwrap_or(1);
                rank[loc] = if closes_cycle[loc] { 0 } else { later };
                colour[loc] = Colour::Done;
                path.pop();
            }
        }
    }
    (rank, closes_cycle)
}
