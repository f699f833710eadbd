//! The computation of views: from the initial states, until no step adds anything.
//!
//! Only what is new in a set is taken further, with all that is known about the other pairs.

use super::copies::{Copies, Effect, Present, Way, changes_shared};
use super::{Key, Place, Views, loc, place};
use crate::fault::{Fault, planted};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tw_boolprog::{Action, EdgeId, Loc, Program, live_locals};
use tw_encode::{Active, Variables};
use tw_index::{BitSet, IdVec};
use tw_solver::{Bdd, Full};
use tw_verdict::{Control, InitialThreads, Progress, StopReason};

/// Why there are no views.
pub(crate) enum GivenUp {
    /// A limit of the run.
    Stopped(StopReason),
    /// No room.
    Full,
    /// Too much work.
    TooMuch,
}

impl From<Full> for GivenUp {
    fn from(_: Full) -> GivenUp {
        GivenUp::Full
    }
}

/// Sets taken from the work list between two looks at the limits.
const PATIENCE: u64 = 16;
/// Steps that are computed before the search goes on without views.
const EFFORT: u64 = 3_000_000;

/// The views of a program.
pub(crate) fn compute(
    program: &Arc<Program>,
    variables: &Variables,
    init: InitialThreads,
    nodes: usize,
    control: &Control,
) -> Result<Views, GivenUp> {
    let copies = Copies::new(program, variables, nodes)?;
    let nobody = u32::try_from(program.locations.len()).expect("locations fit in 32 bits");
    let views = Views { copies, sets: FxHashMap::default(), nobody };
    let mut closing = Closing {
        live: live_locals(program),
        interfering: program.edges.ids().filter(|id| interferes(program, *id)).collect(),
        edges_of: edges_of(program),
        dead: FxHashMap::default(),
        fresh: FxHashMap::default(),
        work: Vec::new(),
        known: FxHashMap::default(),
        partners: IdVec::filled(FxHashSet::default(), program.locations.len() + 1),
        effort: 0,
        program: program.clone(),
        views,
    };
    closing.start(init)?;
    closing.close(control)?;
    Ok(closing.views)
}

/// Whether a step changes what other threads see, besides their not seeing it.
fn interferes(program: &Program, id: EdgeId) -> bool {
    let edge = &program.edges[id];
    let crosses = |to: Loc| program.in_atomic(edge.from) != program.in_atomic(to);
    match &edge.action {
        Action::Assign(assign) => assign.passive.is_some() || changes_shared(assign) || crosses(edge.to),
        Action::Broadcast => true,
        Action::End | Action::Wait => false,
        Action::Assert(_) | Action::Start(_) | Action::AtomicBegin | Action::AtomicEnd => crosses(edge.to),
    }
}

fn edges_of(program: &Program) -> IdVec<Loc, Vec<EdgeId>> {
    let mut found = IdVec::filled(Vec::new(), program.locations.len());
    for id in program.edges.ids().filter(|id| interferes(program, *id)) {
        found[program.edges[id].from].push(id);
    }
    found
}

/// The computation of views.
struct Closing {
    program: Arc<Program>,
    views: Views,
    live: IdVec<Loc, BitSet>,
    dead: FxHashMap<(Place, Place), Bdd>,
    /// Steps that change what others see.
    interfering: Vec<EdgeId>,
    edges_of: IdVec<Loc, Vec<EdgeId>>,
    /// What came to a set since it was looked at.
    fresh: FxHashMap<Key, Bdd>,
    work: Vec<Key>,
    /// Results of steps of a third thread.
    known: FxHashMap<(EdgeId, Present, [Bdd; 3]), Bdd>,
    /// The places with which a place has a set.
    partners: IdVec<Loc, FxHashSet<Place>>,
    effort: u64,
}

impl Closing {
    fn start(&mut self, init: InitialThreads) -> Result<(), Full> {
        let entry = place(self.program.entry);
        let copies = &self.views.copies;
        let program = &self.program;
        let shared = program.shared.iter().enumerate().filter_map(|(v, x)| Some((copies.shared(v), x.init?)));
        let thread = |copy: u32| {
            let locals = program.locals.iter().enumerate();
            locals.filter_map(move |(v, x)| Some((copies.local(v, copy), x.init?)))
        };
        let one = copies.diagrams.cube(shared.chain(thread(0)))?;
        let two = one.and(&copies.diagrams.cube(thread(1))?)?;
        self.add((entry, self.views.nobody), false, &one)?;
        match init {
            InitialThreads::Exactly(0 | 1) => Ok(()),
            _ => self.add((entry, entry), false, &two),
        }
    }

    fn close(&mut self, control: &Control) -> Result<(), GivenUp> {
        let mut taken: u64 = 0;
        while let Some(key) = self.work.pop() {
            taken += 1;
            if taken.is_multiple_of(PATIENCE) {
                let (states, frontier) = (self.views.sets.len() as u64, self.work.len() as u64);
                let bytes = self.views.bytes() + self.known.len() as u64 * 64;
                let progress = Progress { states, frontier, depth: 0, bytes };
                if let Some(reason) = control.should_stop(progress) {
                    return Err(GivenUp::Stopped(reason));
                }
            }
            if self.effort > EFFORT {
                return Err(GivenUp::TooMuch);
            }
            let Some(fresh) = self.fresh.remove(&key) else { continue };
            let (a, b, held) = key;
            self.context((a, b), held, &fresh)?;
            if held {
                continue;
            }
            self.moves(a, b, &fresh)?;
            if a != b {
                let swapped = self.views.copies.renamed(&fresh, Way::Swap)?;
                self.moves(b, a, &swapped)?;
            }
        }
        Ok(())
    }

    fn in_atomic(&self, place: Place) -> bool {
        place != self.views.nobody && self.program.in_atomic(loc(place))
    }

    /// Adds to the set of two places, the first one's thread in place 0.
    fn add(&mut self, (a, b): (Place, Place), held: bool, set: &Bdd) -> Result<(), Full> {
        let copies = &mut self.views.copies;
        let (a, b, set) = if a <= b { (a, b, set.clone()) } else { (b, a, copies.renamed(set, Way::Swap)?) };
        let set = set.exists(&self.dead(a, b)?)?;
        if set.is_empty() {
            return Ok(());
        }
        let set = if a == b { set.or(&self.views.copies.renamed(&set, Way::Swap)?)? } else { set };
        let key = (a, b, held);
        let new = match self.views.sets.get(&key) {
            Some(old) => {
                let new = set.minus(old)?;
                if new.is_empty() {
                    return Ok(());
                }
                let all = old.or(&set)?;
                self.views.sets.insert(key, all);
                new
            }
            None => {
                self.views.sets.insert(key, set.clone());
                self.partners[loc(a)].insert(b);
                self.partners[loc(b)].insert(a);
                set
            }
        };
        let waiting = match self.fresh.remove(&key) {
            Some(waiting) => waiting.or(&new)?,
            None => {
                self.work.push(key);
                new
            }
        };
        self.fresh.insert(key, waiting);
        Ok(())
    }

    /// The dead variables of two threads.
    fn dead(&mut self, a: Place, b: Place) -> Result<Bdd, Full> {
        if let Some(known) = self.dead.get(&(a, b)) {
            return Ok(known.clone());
        }
        let copies = &self.views.copies;
        let mut dead = Vec::new();
        for (at, copy) in [(a, 0), (b, 1)] {
            let gone = |v: &usize| at == self.views.nobody || !self.live[loc(at)].contains(*v);
            dead.extend((0..self.program.locals.len()).filter(gone).map(|v| copies.local(v, copy)));
        }
        let dead = copies.diagrams.variable_set(dead)?;
        self.dead.insert((a, b), dead.clone());
        Ok(dead)
    }

    /// A thread at `a` moves: with `b` beside it, and beside `b` and any third thread.
    fn moves(&mut self, a: Place, b: Place, fresh: &Bdd) -> Result<(), Full> {
        // The thread inside a section stops all others.
        if a == self.views.nobody || self.in_atomic(b) {
            return Ok(());
        }
        let program = self.program.clone();
        for (id, _) in program.edges_from(loc(a)) {
            self.direct(id, b, fresh)?;
        }
        let held = self.in_atomic(a);
        for id in self.edges_of[loc(a)].clone() {
            let others: Vec<Place> = self.partners[loc(a)].iter().copied().collect();
            for other in others {
                if (other == self.views.nobody && b == self.views.nobody) || self.in_atomic(other) {
                    continue;
                }
                let Some(context) = self.views.get(b, other, held)? else { continue };
                let Some(second) = self.views.get(a, other, false)? else { continue };
                self.third(id, (b, other), [context, fresh.clone(), second])?;
            }
        }
        Ok(())
    }

    /// A thread takes an edge, with `other` beside it.
    fn direct(&mut self, id: EdgeId, other: Place, set: &Bdd) -> Result<(), Full> {
        self.effort += 1;
        let program = self.program.clone();
        let edge = &program.edges[id];
        let nobody = self.views.nobody;
        let present = Present { first: other != nobody, second: false };
        let after = match &*self.views.copies.effect(id, present)? {
            Effect::Still => set.clone(),
            Effect::Active(active) => match &**active {
                Active::Apart { shared, local } => {
                    let moved = local.as_ref().map_or(Ok(set.clone()), |relation| relation.image(set))?;
                    shared.as_ref().map_or(Ok(moved.clone()), |relation| relation.image(&moved))?
                }
                Active::Joint(relation) => relation.image(set)?,
            },
            Effect::All(relation) => relation.image(set)?,
        };
        let to = place(edge.to);
        match edge.action {
            Action::Wait => Ok(()),
            Action::End if program.in_atomic(edge.from) => {
                self.add((place(program.stuck), other), false, &after)
            }
            Action::End => Ok(()),
            Action::Broadcast => self.add((to, self.released(other)), false, &after),
            Action::Start(child) => {
                self.add((to, other), false, &after)?;
                self.add((place(child), other), program.in_atomic(edge.to), &after)?;
                if other == nobody && !planted(Fault::ViewsChildForgotten) {
                    let handed_over = (0..program.locals.len()).filter(|v| self.live[child].contains(*v));
                    let twins = after.and(&self.views.copies.equal(handed_over)?)?;
                    self.add((to, place(child)), false, &twins)?;
                }
                Ok(())
            }
            _ => self.add((to, other), false, &after),
        }
    }

    fn released(&self, at: Place) -> Place {
        if at == self.views.nobody || planted(Fault::ViewsReleaseForgotten) {
            return at;
        }
        self.program.released(loc(at)).map_or(at, place)
    }

    /// Other threads move beside a pair.
    fn context(&mut self, (a, b): (Place, Place), held: bool, fresh: &Bdd) -> Result<(), Full> {
        if !held && (self.in_atomic(a) || self.in_atomic(b)) {
            return Ok(());
        }
        for id in self.interfering.clone() {
            let from = self.program.edges[id].from;
            if self.program.in_atomic(from) != held {
                continue;
            }
            let Some(first) = self.views.get(place(from), a, false)? else { continue };
            let Some(second) = self.views.get(place(from), b, false)? else { continue };
            self.third(id, (a, b), [fresh.clone(), first, second])?;
        }
        Ok(())
    }

    /// A third thread takes an edge beside two others; given are the sets of these two, and of the third with each.
    fn third(&mut self, id: EdgeId, (a, b): (Place, Place), sets: [Bdd; 3]) -> Result<(), Full> {
        let program = self.program.clone();
        let edge = &program.edges[id];
        if planted(Fault::ViewsThirdIgnored) {
            return Ok(());
        }
        if matches!(edge.action, Action::Broadcast) && (self.released(a), self.released(b)) == (a, b) {
            return Ok(());
        }
        let nobody = self.views.nobody;
        let passive = edge.passive().is_some() && !planted(Fault::ViewsUpdateForgotten);
        let present = Present { first: passive && a != nobody, second: passive && b != nobody };
        let key = (id, present, sets);
        let after = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                self.effort += 1;
                let after = self.moved_beside(id, present, &key.2)?;
                self.known.insert(key, after.clone());
                after
            }
        };
        let pair = match edge.action {
            Action::Broadcast => (self.released(a), self.released(b)),
            _ => (a, b),
        };
        let held = program.in_atomic(edge.to) && !planted(Fault::ViewsSectionForgotten);
        self.add(pair, held, &after)
    }

    fn moved_beside(&mut self, id: EdgeId, present: Present, sets: &[Bdd; 3]) -> Result<Bdd, Full> {
        let copies = &mut self.views.copies;
        let [context, first, second] = sets;
        let (context, second) = (copies.renamed(context, Way::Up)?, copies.renamed(second, Way::Second)?);
        let after = match &*copies.effect(id, present)? {
            Effect::Still => first.and_exists(&second, &copies.mover)?.and(&context)?,
            Effect::Active(active) => match &**active {
                Active::Apart { shared, local } => {
                    let first = local.as_ref().map_or(Ok(first.clone()), |r| first.and(&r.enabled))?;
                    let here = first.and_exists(&second, &copies.mover)?.and(&context)?;
                    shared.as_ref().map_or(Ok(here.clone()), |relation| relation.image(&here))?
                }
                Active::Joint(relation) => {
                    relation.image(&first.and(&context)?.and(&second)?)?.exists(&copies.mover)?
                }
            },
            Effect::All(relation) => {
                relation.image(&first.and(&context)?.and(&second)?)?.exists(&copies.mover)?
            }
        };
        copies.renamed(&after, Way::Down)
    }
}
