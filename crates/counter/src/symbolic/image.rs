//! The image of one symbolic thread state (S, L): line 7 of \[BMWK10\] Algorithm 2, each computed once.
//!
//! Sets of shared values and sets of local states are interned, so that the search itself only moves numbers. A
//! statement that is no splice statement acts on S and on L each on their own, and its two images are kept
//! separately: `l := *` costs one image per L, whatever S is.
//! *Departures*: the image is decomposed, not the state before the step (see `product`); creation and passive
//! updates, on which the paper is silent, are described at [`Image::creations`] and [`Image::passive`].

mod passive;
mod splices;

use crate::multiset::{LocalId, SharedId};
use rustc_hash::FxHashMap;
use splices::shared_of;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::fault::{Fault, planted};
use tw_boolprog::{Action, Assign, Edge, EdgeId, Leaf, Loc, Program, live_locals};
use tw_encode::Interner;
use tw_encode::{
    Active, Encoder, Order, Others, Product, Relation, Variables, classes, kept, leaf_of, scattered_classes,
};
use tw_index::{BitSet, Id, IdVec};
use tw_solver::{Bdd, Diagrams, Full};
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
    /// Every other thread is updated as [`Image::passive`] says for this class.
    Passive(u32),
}

/// The steps of a symbolic thread state.
#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    first: u32,
    end: u32,
    /// The edge of an assertion that can fail.
    pub failing: Option<EdgeId>,
}

/// What a statement is in diagrams.
enum Statement {
    Assign { active: Active, splice: Vec<u32> },
    Passive { active: Relation, classes: Vec<(Bdd, u32)> },
    Assert { fails: Bdd },
}

/// Interned sets and the images computed so far.
pub(super) struct Image {
    pub program: Arc<Program>,
    pub diagrams: Diagrams,
    pub variables: Variables,
    live: Option<IdVec<Loc, BitSet>>,
    dead: FxHashMap<Loc, Bdd>,
    shared: Interner<Bdd>,
    locals: Interner<(Loc, Bdd)>,
    in_atomic: Vec<bool>,
    statements: FxHashMap<EdgeId, Rc<Statement>>,
    steps_of: FxHashMap<(SharedId, LocalId), Steps>,
    steps: Vec<Step>,
    shared_images: FxHashMap<(EdgeId, SharedId), Option<SharedId>>,
    local_images: FxHashMap<(EdgeId, LocalId), Option<LocalId>>,
    always_moves: FxHashMap<(SharedId, LocalId), bool>,
    /// For each class of a passive update: the relation of another thread's old and new values.
    classes: Vec<Bdd>,
    class_of: FxHashMap<Bdd, u32>,
    passive_images: FxHashMap<(u32, LocalId), Option<LocalId>>,
    released: FxHashMap<LocalId, Option<LocalId>>,
    unions: FxHashMap<(SharedId, SharedId), SharedId>,
    others: Option<Others>,
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
        let passive = program.edges.iter().any(|e| e.passive().is_some());
        let variables = Variables::new(&program, order);
        let diagrams = Diagrams::new(variables.count(passive), nodes);
        let live = live_variables.then(|| live_locals(&program));
        let mut image = Image {
            live,
            dead: FxHashMap::default(),
            shared: Interner::default(),
            locals: Interner::default(),
            in_atomic: Vec::new(),
            statements: FxHashMap::default(),
            steps_of: FxHashMap::default(),
            steps: Vec::new(),
            shared_images: FxHashMap::default(),
            local_images: FxHashMap::default(),
            always_moves: FxHashMap::default(),
            classes: Vec::new(),
            class_of: FxHashMap::default(),
            passive_images: FxHashMap::default(),
            released: FxHashMap::default(),
            unions: FxHashMap::default(),
            others: None,
            splices: SpliceStatistics::default(),
            program,
            diagrams,
            variables,
        };
        if passive {
            image.others = Some(Others::new(&image.program, &image.diagrams, &image.variables)?);
        }
        Ok(image)
    }

    pub fn shared_id(&mut self, set: Bdd) -> SharedId {
        SharedId::from_index(self.shared.intern(set))
    }

    /// Dead variables are forgotten first.
    pub fn local_id(&mut self, loc: Loc, set: &Bdd) -> Result<LocalId, Full> {
        let set = match self.dead(loc)? {
            Some(dead) => set.exists(&dead)?,
            None => set.clone(),
        };
        let index = self.locals.intern((loc, set));
        if index == self.in_atomic.len() {
            self.in_atomic.push(self.program.in_atomic(loc));
        }
        Ok(LocalId::from_index(index))
    }

    /// The dead variables at a location, if there is one.
    fn dead(&mut self, loc: Loc) -> Result<Option<Bdd>, Full> {
        let Some(live) = &self.live else { return Ok(None) };
        if let Some(known) = self.dead.get(&loc) {
            return Ok(Some(known.clone()).filter(|d| !d.is_everything()));
        }
        let dead = (0..self.program.locals.len()).filter(|v| !live[loc].contains(*v));
        let dead = self.diagrams.variable_set(dead.map(|v| self.variables.local(v)))?;
        self.dead.insert(loc, dead.clone());
        Ok(Some(dead).filter(|d| !d.is_everything()))
    }

    pub fn shared(&self, id: SharedId) -> &Bdd {
        &self.shared.items[id.index()]
    }

    pub fn loc(&self, id: LocalId) -> Loc {
        self.locals.items[id.index()].0
    }

    pub fn local(&self, id: LocalId) -> &Bdd {
        &self.locals.items[id.index()].1
    }

    pub fn in_atomic(&self, id: LocalId) -> bool {
        self.in_atomic[id.index()]
    }

    /// Number of sets of shared values and of local states.
    pub fn counts(&self) -> (usize, usize) {
        (self.shared.items.len(), self.locals.items.len())
    }

    pub fn bytes(&self) -> u64 {
        let tables =
            self.steps_of.len() * 40 + self.steps.len() * size_of::<Step>() + self.local_images.len() * 24;
        self.diagrams.bytes() + (tables + self.shared_images.len() * 24 + self.locals.items.len() * 64) as u64
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

    /// Local variables whose values are kept, on average over the locations.
    pub fn mean_live(&self) -> f64 {
        let Some(live) = &self.live else { return self.program.locals.len() as f64 };
        live.iter().map(|l| l.iter().count()).sum::<usize>() as f64 / live.len().max(1) as f64
    }

    /// Whether the value of a local variable matters at a location.
    pub fn lives(&self, loc: Loc, variable: usize) -> bool {
        self.live.as_ref().is_none_or(|live| live[loc].contains(variable))
    }

    /// The union of two sets of shared values.
    pub fn shared_union(&mut self, a: SharedId, b: SharedId) -> Result<SharedId, Full> {
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.unions.get(&key) {
            return Ok(*known);
        }
        let union = self.shared(a).or(self.shared(b))?;
        let union = self.shared_id(union);
        self.unions.insert(key, union);
        Ok(union)
    }

    /// The union of sets of local states at one location.
    pub fn local_union(&mut self, sets: impl Iterator<Item = LocalId>) -> Result<LocalId, Full> {
        let (mut loc, mut union) = (self.program.entry, self.diagrams.constant(false));
        for set in sets {
            loc = self.loc(set);
            union = union.or(self.local(set))?;
        }
        self.local_id(loc, &union)
    }

    /// All steps of the threads in `local` under `shared`.
    pub fn steps(&mut self, shared: SharedId, local: LocalId) -> Result<Steps, Full> {
        if let Some(known) = self.steps_of.get(&(shared, local)) {
            return Ok(*known);
        }
        let program = self.program.clone();
        let (loc, set) = self.locals.items[local.index()].clone();
        let mut found = Vec::new();
        let mut failing = None;
        for (id, edge) in program.edges_from(loc) {
            let mut moved = |local: LocalId, effect| found.push(Step { edge: id, shared, local, effect });
            match &edge.action {
                Action::Wait => {}
                Action::AtomicBegin | Action::AtomicEnd => moved(self.local_id(edge.to, &set)?, Effect::None),
                Action::Broadcast => moved(self.local_id(edge.to, &set)?, Effect::Broadcast),
                Action::End if program.in_atomic(loc) => {
                    moved(self.local_id(program.stuck, &set)?, Effect::None)
                }
                Action::End => moved(local, Effect::End),
                Action::Start(child) => {
                    for (creator, child) in self.creations(&set, edge.to, *child)? {
                        moved(creator, Effect::Start(child));
                    }
                    moved(self.local_id(edge.to, &set)?, Effect::SkipStart);
                }
                Action::Assert(_) => {
                    if self.can_fail(id, shared, &set)? {
                        failing = failing.or(Some(id));
                    }
                    moved(self.local_id(edge.to, &set)?, Effect::None);
                }
                Action::Assign(assign) => self.assign(id, edge, assign, shared, local, &mut found)?,
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
        Ok(!self.fails(id)?.and(set)?.and(self.shared(shared))?.is_empty())
    }

    fn statement(&mut self, id: EdgeId, edge: &Edge) -> Result<Rc<Statement>, Full> {
        if let Some(known) = self.statements.get(&id) {
            return Ok(known.clone());
        }
        let statement = Rc::new(self.encode(edge)?);
        self.statements.insert(id, statement.clone());
        Ok(statement)
    }

    fn encode(&mut self, edge: &Edge) -> Result<Statement, Full> {
        let (variables, program) = (&self.variables, self.program.clone());
        let number = |leaf: Leaf| variables.number(leaf);
        let encoder = Encoder { diagrams: &self.diagrams, program: &program, number: &number };
        match &edge.action {
            Action::Assert(possible) => {
                Ok(Statement::Assert { fails: encoder.formula(possible.no, &|_| false)? })
            }
            Action::Assign(assign) => match &assign.passive {
                None => {
                    let active = encoder.active(assign)?;
                    let splice =
                        if matches!(active, Active::Joint(_)) { shared_of(&program, assign) } else { vec![] };
                    Ok(Statement::Assign { active, splice })
                }
                Some(passive) => {
                    let (active, relation) = (encoder.whole(assign)?, encoder.passive(assign, passive)?);
                    let relation =
                        relation.and(&kept(&program, &self.diagrams, &self.variables, passive)?)?;
                    let mut classes = classes(&self.diagrams, &relation, &|v| self.variables.is_active(v))?;
                    // Where another thread can do nothing, there is a step if there is no other thread.
                    let none = self.diagrams.constant(false);
                    let some = classes.iter().try_fold(none.clone(), |all, (when, _)| all.or(when))?;
                    if planted(Fault::OneClassOnly) {
                        classes.truncate(1);
                        classes.iter_mut().for_each(|(when, _)| *when = self.diagrams.constant(true));
                    } else if !some.is_everything() && !planted(Fault::EmptyClassDropped) {
                        classes.push((some.not()?, none));
                    }
                    let classes = classes.into_iter().map(|(when, class)| (when, self.class(class)));
                    Ok(Statement::Passive { active, classes: classes.collect() })
                }
            },
            _ => unreachable!("other statements need no diagram"),
        }
    }

    fn assign(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        assign: &Assign,
        shared: SharedId,
        local: LocalId,
        found: &mut Vec<Step>,
    ) -> Result<(), Full> {
        let statement = self.statement(id, edge)?;
        match &*statement {
            Statement::Assign { active: Active::Apart { shared: for_shared, local: for_local }, .. } => {
                let Some(shared) = self.shared_image(id, for_shared.as_ref(), shared)? else { return Ok(()) };
                let Some(local) = self.local_image(id, edge.to, for_local.as_ref(), local)? else {
                    return Ok(());
                };
                found.push(Step { edge: id, shared, local, effect: Effect::None });
            }
            Statement::Assign { active: Active::Joint(relation), splice } => {
                let both = self.shared(shared).and(self.local(local))?;
                let image = relation.image(&both)?;
                let products = self.products(edge.to, &image)?;
                self.note_splice(splice, &image, products.len())?;
                for (shared, local) in products {
                    found.push(Step { edge: id, shared, local, effect: Effect::None });
                }
            }
            Statement::Passive { active, classes } => {
                debug_assert!(assign.passive.is_some());
                let both = self.shared(shared).and(self.local(local))?;
                for (when, class) in classes {
                    let image = active.image_where(&both.and(when)?)?;
                    for (shared, local) in self.products(edge.to, &image)? {
                        found.push(Step { edge: id, shared, local, effect: Effect::Passive(*class) });
                    }
                }
            }
            Statement::Assert { .. } => unreachable!("an assignment is encoded as such"),
        }
        Ok(())
    }

    /// The products of an image, behind which a thread stands at `to`.
    fn products(&mut self, to: Loc, image: &Bdd) -> Result<Vec<(SharedId, LocalId)>, Full> {
        // Forgetting first may leave fewer classes.
        let image = match self.dead(to)? {
            Some(dead) => image.exists(&dead)?,
            None => image.clone(),
        };
        if planted(Fault::ImageNotSplit) {
            return self.not_split(to, &image);
        }
        let products: Vec<Product> = classes(&self.diagrams, &image, &|v| self.variables.is_shared(v))?;
        products.into_iter().map(|(s, l)| Ok((self.shared_id(s), self.local_id(to, &l)?))).collect()
    }

    /// The planted fault: a product that holds the image.
    fn not_split(&mut self, to: Loc, image: &Bdd) -> Result<Vec<(SharedId, LocalId)>, Full> {
        if image.is_empty() {
            return Ok(Vec::new());
        }
        let of = |shared: bool| {
            let numbers = (0..self.diagrams.variables()).filter(|v| self.variables.is_shared(*v) == shared);
            self.diagrams.variable_set(numbers)
        };
        let (shared, local) = (of(true)?, of(false)?);
        let (shared, local) = (image.exists(&local)?, image.exists(&shared)?);
        Ok(vec![(self.shared_id(shared), self.local_id(to, &local)?)])
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
        let image = relation.image(self.shared(shared))?;
        let image = (!image.is_empty()).then(|| self.shared_id(image));
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
            Some(relation) => relation.image(self.local(local))?,
            None => self.local(local).clone(),
        };
        let image = if image.is_empty() { None } else { Some(self.local_id(to, &image)?) };
        self.local_images.insert((id, local), image);
        Ok(image)
    }

    /// The pairs (creator, child) behind a creation.
    ///
    /// The child has a *copy* of the creator's values: the two are equal, which a product of two sets cannot say. What
    /// is dead for one of them is forgotten first; then the set is split by the values of the variables that both
    /// still need, and by those of the creator alone where they go with values of the child alone.
    fn creations(&mut self, set: &Bdd, creator: Loc, child: Loc) -> Result<Vec<(LocalId, LocalId)>, Full> {
        if planted(Fault::CreationNotSplit) {
            return Ok(vec![(self.local_id(creator, set)?, self.local_id(child, set)?)]);
        }
        let count = self.program.locals.len();
        let lives = |loc: Loc, v: usize| self.live.as_ref().is_none_or(|live| live[loc].contains(v));
        let number = |v: usize| self.variables.local(v);
        let both: Vec<u32> =
            (0..count).filter(|v| lives(creator, *v) && lives(child, *v)).map(number).collect();
        let creator_only = (0..count).filter(|v| lives(creator, *v) && !lives(child, *v)).map(number);
        let creator_only: Vec<u32> = creator_only.collect();
        let neither = (0..count).filter(|v| !lives(creator, *v) && !lives(child, *v)).map(number);
        let set = set.exists(&self.diagrams.variable_set(neither)?)?;
        let mut parts = vec![set];
        for variable in both {
            let (no, yes) = (self.diagrams.literal(variable, false)?, self.diagrams.literal(variable, true)?);
            let mut finer = Vec::new();
            for part in parts {
                let halves = [part.and(&no)?, part.and(&yes)?];
                finer.extend(halves.into_iter().filter(|h| !h.is_empty()));
            }
            parts = finer;
        }
        let mut found = Vec::new();
        for part in parts {
            for (values, rest) in scattered_classes(&self.diagrams, &part, &creator_only)? {
                let part = part.and(&values)?;
                debug_assert!(!rest.is_empty());
                found.push((self.local_id(creator, &part)?, self.local_id(child, &part)?));
            }
        }
        found.dedup();
        Ok(found)
    }

    /// The pairs of a state in `set` and the new values of an assignment.
    pub fn pairs_of(&mut self, id: EdgeId, effect: Effect, set: &Bdd) -> Result<Bdd, Full> {
        let program = self.program.clone();
        match (&*self.statement(id, &program.edges[id])?, effect) {
            (Statement::Assign { active: Active::Joint(relation), .. }, _) => relation.steps(set),
            (Statement::Assign { active: Active::Apart { shared, local }, .. }, _) => [shared, local]
                .into_iter()
                .flatten()
                .try_fold(set.clone(), |pairs, relation| relation.steps(&pairs)),
            (Statement::Passive { active, classes }, Effect::Passive(class)) => {
                let when =
                    classes.iter().find(|(_, c)| *c == class).expect("the class belongs to the statement");
                active.steps(&set.and(&when.0)?)
            }
            _ => unreachable!("only assignments have pairs"),
        }
    }

    /// The states in which an assertion can fail.
    pub fn fails(&mut self, id: EdgeId) -> Result<Bdd, Full> {
        let program = self.program.clone();
        match &*self.statement(id, &program.edges[id])? {
            Statement::Assert { fails } => Ok(fails.clone()),
            _ => unreachable!("assertions are encoded as such"),
        }
    }

    /// Whether an assignment assigns a variable of the active thread or a shared one.
    pub fn assigns(&self, id: EdgeId, old: Leaf) -> bool {
        match &self.program.edges[id].action {
            Action::Assign(assign) => assign.targets.iter().any(|(v, _)| leaf_of(*v) == old),
            _ => false,
        }
    }

    /// Where a broadcast takes the threads in `local`; absent unless they wait.
    pub fn released(&mut self, local: LocalId) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.released.get(&local) {
            return Ok(*known);
        }
        let (loc, set) = self.locals.items[local.index()].clone();
        let released = match self.program.released(loc) {
            Some(to) => Some(self.local_id(to, &set)?),
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
        let program = self.program.clone();
        let mut stuck = self.shared(shared).and(self.local(local))?;
        for (id, edge) in program.edges_from(self.loc(local)) {
            if stuck.is_empty() {
                break;
            }
            stuck = match &edge.action {
                Action::Wait => stuck,
                Action::Assign(_) => match &*self.statement(id, edge)? {
                    Statement::Assign { active: Active::Joint(relation), .. } => {
                        stuck.minus(&relation.enabled)?
                    }
                    Statement::Assign { active: Active::Apart { shared, local }, .. } => {
                        let mut moves = stuck.clone();
                        for relation in [shared, local].into_iter().flatten() {
                            moves = moves.and(&relation.enabled)?;
                        }
                        stuck.minus(&moves)?
                    }
                    _ => stuck,
                },
                _ => self.diagrams.constant(false),
            };
        }
        let some = planted(Fault::LoneSometimes) && stuck != self.shared(shared).and(self.local(local))?;
        let always = stuck.is_empty() || some;
        self.always_moves.insert((shared, local), always);
        Ok(always)
    }

    /// All values of variables that may have any, and the given values of the others.
    pub fn initial_sets(&self) -> Result<(Bdd, Bdd), Full> {
        let program = &self.program;
        let shared = program
            .shared
            .iter()
            .enumerate()
            .filter_map(|(v, var)| Some((self.variables.shared(v), var.init?)));
        let local = program
            .locals
            .iter()
            .enumerate()
            .filter_map(|(v, var)| Some((self.variables.local(v), var.init?)));
        Ok((self.diagrams.cube(shared)?, self.diagrams.cube(local)?))
    }
}
