//! The image of one symbolic thread state (S, L): line 7 of \[BMWK10\] Algorithm 2, each computed once.
//!
//! Sets of shared values and sets of local states are interned (`tw_encode::InternedSets`), so that the search itself
//! moves ids only. A statement that is not a splice statement acts on S and on L each on their own, and its two images
//! are kept separately: `l := *` costs one image per L, whatever S is.
//! *Departures*: the image is decomposed, not the state before the step (see `tw_encode::classes`); creation and passive
//! updates, on which the paper is silent, are described at [`Image::creations`] and [`Image::passive`].

mod creations;
mod passive;
mod splices;

use crate::fault::{Fault, planted};
use crate::multiset::{LocalId, SharedId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::{Action, Edge, EdgeId, Leaf, Loc, Program, live_locals};
use tw_encode::{Active, InternedSets, Order, Relation, Statement, UpdateId, leaf_of};
use tw_solver::{Bdd, Full};
use tw_verdict::SpliceStatistics;

/// One step of the threads in a set of local states, under a set of shared values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub edge: EdgeId,
    pub shared: SharedId,
    pub local: LocalId,
    pub effect: Effect,
}

/// What a step does besides moving its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// A thread in this set of local states is created; not at the bound.
    Start(LocalId),
    /// At the bound, a creation is skipped.
    SkipStart,
    /// The thread is gone.
    End,
    /// Waiting threads are released.
    Broadcast,
    /// Every other thread is updated.
    Passive(UpdateId),
}

/// The steps of a symbolic thread state.
#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    first: u32,
    end: u32,
    /// The edge of an assertion that can fail.
    pub failing: Option<EdgeId>,
}

/// Interned sets and the images computed so far.
pub(super) struct Image {
    pub sets: InternedSets<SharedId, LocalId>,
    steps_of: FxHashMap<(SharedId, LocalId), Steps>,
    steps: Vec<Step>,
    shared_images: FxHashMap<(EdgeId, SharedId), Option<SharedId>>,
    local_images: FxHashMap<(EdgeId, LocalId), Option<LocalId>>,
    always_moves: FxHashMap<(SharedId, LocalId), bool>,
    passive_images: FxHashMap<(UpdateId, LocalId), Option<LocalId>>,
    released: FxHashMap<LocalId, Option<LocalId>>,
    unions: FxHashMap<(SharedId, SharedId), SharedId>,
    /// For each splice statement, the shared variables that it mentions.
    splice_variables: FxHashMap<EdgeId, Rc<[u32]>>,
    /// What splice statements did.
    pub splices: SpliceStatistics,
}

impl Image {
    pub fn new(
        program: Arc<Program>,
        order: Order,
        live_variables: bool,
        nodes: usize,
    ) -> Result<Self, Full> {
        let live = live_variables.then(|| live_locals(&program));
        Ok(Image {
            sets: InternedSets::new(program, order, live, nodes)?,
            steps_of: FxHashMap::default(),
            steps: Vec::new(),
            shared_images: FxHashMap::default(),
            local_images: FxHashMap::default(),
            always_moves: FxHashMap::default(),
            passive_images: FxHashMap::default(),
            released: FxHashMap::default(),
            unions: FxHashMap::default(),
            splice_variables: FxHashMap::default(),
            splices: SpliceStatistics::default(),
        })
    }

    pub fn bytes(&self) -> u64 {
        let images = (self.local_images.len() + self.shared_images.len()) * 24;
        let tables = self.steps_of.len() * 40 + self.steps.len() * size_of::<Step>() + images;
        self.sets.bytes() + tables as u64
    }

    /// A step with its number.
    pub fn step(&self, steps: Steps, index: u32) -> Option<(u32, Step)> {
        let at = steps.first + index;
        (at < steps.end).then(|| (at, self.steps[at as usize]))
    }

    /// A step by its number.
    pub fn step_of(&self, number: u32) -> Step {
        self.steps[number as usize]
    }

    /// The union of two sets of shared values.
    pub fn shared_union(&mut self, a: SharedId, b: SharedId) -> Result<SharedId, Full> {
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.unions.get(&key) {
            return Ok(*known);
        }
        let union = self.sets.shared(a).or(self.sets.shared(b))?;
        let union = self.sets.shared_id(union);
        self.unions.insert(key, union);
        Ok(union)
    }

    /// The union of sets of local states at one location.
    pub fn local_union(&mut self, sets: impl Iterator<Item = LocalId>) -> Result<LocalId, Full> {
        let (mut loc, mut union) = (self.sets.program.entry, self.sets.diagrams.constant(false));
        for set in sets {
            loc = self.sets.loc(set);
            union = union.or(self.sets.local(set))?;
        }
        self.sets.local_id(loc, &union)
    }

    /// All steps of the threads in `local` under `shared`.
    pub fn steps(&mut self, shared: SharedId, local: LocalId) -> Result<Steps, Full> {
        if let Some(known) = self.steps_of.get(&(shared, local)) {
            return Ok(*known);
        }
        let program = self.sets.program.clone();
        let (loc, set) = (self.sets.loc(local), self.sets.local(local).clone());
        let mut found = Vec::new();
        let mut failing = None;
        for (id, edge) in program.edges_from(loc) {
            let mut moved = |local: LocalId, effect| found.push(Step { edge: id, shared, local, effect });
            match &edge.action {
                Action::Wait => {}
                Action::AtomicBegin | Action::AtomicEnd => {
                    moved(self.sets.local_id(edge.to, &set)?, Effect::None)
                }
                Action::Broadcast => moved(self.sets.local_id(edge.to, &set)?, Effect::Broadcast),
                Action::End if program.in_atomic(loc) => {
                    moved(self.sets.local_id(program.stuck, &set)?, Effect::None)
                }
                Action::End => moved(local, Effect::End),
                Action::Start(child) => {
                    for (creator, child) in self.creations(&set, edge.to, *child)? {
                        moved(creator, Effect::Start(child));
                    }
                    moved(self.sets.local_id(edge.to, &set)?, Effect::SkipStart);
                }
                Action::Assert(_) => {
                    if self.can_fail(id, shared, &set)? {
                        failing = failing.or(Some(id));
                    }
                    moved(self.sets.local_id(edge.to, &set)?, Effect::None);
                }
                Action::Assign(_) => self.assign(id, edge, shared, local, &mut found)?,
            }
        }
        let first = u32::try_from(self.steps.len()).expect("steps fit in 32 bits");
        self.steps.extend(found);
        let end = u32::try_from(self.steps.len()).expect("steps fit in 32 bits");
        let steps = Steps { first, end, failing };
        self.steps_of.insert((shared, local), steps);
        Ok(steps)
    }

    fn can_fail(&mut self, id: EdgeId, shared: SharedId, set: &Bdd) -> Result<bool, Full> {
        Ok(!self.sets.fails(id)?.and(set)?.and(self.sets.shared(shared))?.is_empty())
    }

    fn assign(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        shared: SharedId,
        local: LocalId,
        found: &mut Vec<Step>,
    ) -> Result<(), Full> {
        let mut step = |shared, local, effect| found.push(Step { edge: id, shared, local, effect });
        match &*self.sets.statement(id)? {
            Statement::Assign(active) => match &**active {
                Active::Apart { shared: for_shared, local: for_local } => {
                    let Some(shared) = self.shared_image(id, for_shared.as_ref(), shared)? else {
                        return Ok(());
                    };
                    let Some(local) = self.local_image(id, edge.to, for_local.as_ref(), local)? else {
                        return Ok(());
                    };
                    step(shared, local, Effect::None);
                }
                Active::Joint(relation) => {
                    let both = self.sets.shared(shared).and(self.sets.local(local))?;
                    let image = relation.image(&both)?;
                    let products = self.products(edge.to, &image)?;
                    self.note_splice(id, &image, products.len())?;
                    products.into_iter().for_each(|(shared, local)| step(shared, local, Effect::None));
                }
            },
            Statement::Passive(parts) => {
                let both = self.sets.shared(shared).and(self.sets.local(local))?;
                for (relation, update) in parts {
                    let products = self.products(edge.to, &relation.image(&both)?)?;
                    let effect = Effect::Passive(*update);
                    products.into_iter().for_each(|(shared, local)| step(shared, local, effect));
                }
            }
            Statement::Still => unreachable!("assignments are encoded"),
        }
        Ok(())
    }

    /// The products of an image, after which a thread stands at `to`.
    fn products(&mut self, to: Loc, image: &Bdd) -> Result<Vec<(SharedId, LocalId)>, Full> {
        // Forgetting first may leave fewer classes.
        let image = self.sets.forget(to, image)?;
        if planted(Fault::ImageNotSplit) {
            return self.not_split(to, &image);
        }
        let products = self.sets.products(&image)?;
        products.into_iter().map(|(s, l)| Ok((self.sets.shared_id(s), self.sets.local_id(to, &l)?))).collect()
    }

    /// The planted fault: a product that holds the image.
    fn not_split(&mut self, to: Loc, image: &Bdd) -> Result<Vec<(SharedId, LocalId)>, Full> {
        if image.is_empty() {
            return Ok(Vec::new());
        }
        let of = |shared: bool| {
            let numbers =
                (0..self.sets.diagrams.variables()).filter(|v| self.sets.variables.is_shared(*v) == shared);
            self.sets.diagrams.variable_set(numbers)
        };
        let (shared, local) = (of(true)?, of(false)?);
        let (shared, local) = (image.exists(&local)?, image.exists(&shared)?);
        Ok(vec![(self.sets.shared_id(shared), self.sets.local_id(to, &local)?)])
    }

    fn shared_image(
        &mut self,
        id: EdgeId,
        relation: Option<&Relation>,
        shared: SharedId,
    ) -> Result<Option<SharedId>, Full> {
        let Some(relation) = relation else { return Ok(Some(shared)) };
        if let Some(known) = self.shared_images.get(&(id, shared)) {
            return Ok(*known);
        }
        let image = relation.image(self.sets.shared(shared))?;
        let image = (!image.is_empty()).then(|| self.sets.shared_id(image));
        self.shared_images.insert((id, shared), image);
        Ok(image)
    }

    fn local_image(
        &mut self,
        id: EdgeId,
        to: Loc,
        relation: Option<&Relation>,
        local: LocalId,
    ) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.local_images.get(&(id, local)) {
            return Ok(*known);
        }
        let image = match relation {
            Some(relation) => relation.image(self.sets.local(local))?,
            None => self.sets.local(local).clone(),
        };
        let image = if image.is_empty() { None } else { Some(self.sets.local_id(to, &image)?) };
        self.local_images.insert((id, local), image);
        Ok(image)
    }

    /// The pairs of a state in `set` and the new values of an assignment.
    pub fn pairs_of(&mut self, id: EdgeId, effect: Effect, set: &Bdd) -> Result<Bdd, Full> {
        match (&*self.sets.statement(id)?, effect) {
            (Statement::Assign(active), _) => match &**active {
                Active::Joint(relation) => relation.steps(set),
                Active::Apart { shared, local } => [shared, local]
                    .into_iter()
                    .flatten()
                    .try_fold(set.clone(), |pairs, relation| relation.steps(&pairs)),
            },
            (Statement::Passive(parts), Effect::Passive(update)) => {
                let part = parts.iter().find(|(_, u)| *u == update);
                part.expect("the update belongs to the statement").0.steps(set)
            }
            _ => unreachable!("only assignments have pairs"),
        }
    }

    /// Whether an assignment assigns a variable of the active thread or a shared one.
    pub fn assigns(&self, id: EdgeId, old: Leaf) -> bool {
        match &self.sets.program.edges[id].action {
            Action::Assign(assign) => assign.targets.iter().any(|(v, _)| leaf_of(*v) == old),
            _ => false,
        }
    }

    /// Where a broadcast takes the threads in `local`; absent unless they wait.
    pub fn released(&mut self, local: LocalId) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.released.get(&local) {
            return Ok(*known);
        }
        let (loc, set) = (self.sets.loc(local), self.sets.local(local).clone());
        let released = match self.sets.program.released(loc) {
            Some(to) => Some(self.sets.local_id(to, &set)?),
            None => None,
        };
        self.released.insert(local, released);
        Ok(released)
    }

    /// Whether each single thread of `local` can move under each single value of `shared`; for statements that may
    /// run alone.
    pub fn always_moves(&mut self, shared: SharedId, local: LocalId) -> Result<bool, Full> {
        if let Some(known) = self.always_moves.get(&(shared, local)) {
            return Ok(*known);
        }
        let program = self.sets.program.clone();
        let mut stuck = self.sets.shared(shared).and(self.sets.local(local))?;
        for (id, edge) in program.edges_from(self.sets.loc(local)) {
            if stuck.is_empty() {
                break;
            }
            stuck = match &edge.action {
                Action::Wait => stuck,
                Action::Assign(_) => match &*self.sets.statement(id)? {
                    Statement::Assign(active) => without_moving(active, &stuck)?,
                    _ => stuck,
                },
                _ => self.sets.diagrams.constant(false),
            };
        }
        let some =
            planted(Fault::LoneSometimes) && stuck != self.sets.shared(shared).and(self.sets.local(local))?;
        let always = stuck.is_empty() || some;
        self.always_moves.insert((shared, local), always);
        Ok(always)
    }
}

/// The states of a set from which an assignment leads nowhere.
fn without_moving(active: &Active, set: &Bdd) -> Result<Bdd, Full> {
    match active {
        Active::Joint(relation) => set.minus(&relation.enabled),
        Active::Apart { shared, local } => {
            let mut moves = set.clone();
            for relation in [shared, local].into_iter().flatten() {
                moves = moves.and(&relation.enabled)?;
            }
            set.minus(&moves)
        }
    }
}
