//! Sets of shared values and of local states, and what comes before a statement.
//!
//! *What*: both kinds of sets are decision diagrams with numbers; a set of local states belongs to one location. Preimages
//! are computed once for each pair of sets. Values of dead local variables are forgotten: what a thread may still do does
//! not depend on them (`tw_boolprog::live_locals`), so a set with one value of a dead variable may have all. Local states
//! that no thread is ever in, by the forward oracle, are left out.
//! *Explicit elements* \[LW14\]: sets are split into single valuations (of the live variables).

use crate::element::{LocalId, SharedId, World};
use crate::oracle;
use crate::plateau::Pairs;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::{Action, EdgeId, Leaf, Loc, Program, live_locals};
use tw_encode::{Active, Encoder, Interner, Order, Others, Relation, Variables, classes, kept};
use tw_index::{BitSet, Id, IdVec};
use tw_solver::{Bdd, Diagrams, Full};

/// A set of pairs that is a product.
pub(crate) type Thread = (SharedId, LocalId);

/// What a statement does, for the way back.
pub(crate) enum Statement {
    /// An assignment to the shared variables and the active thread.
    Assign(Box<Active>),
    /// The same with an update of every other thread: for each class of active values, the relation of the active
    /// thread and the number of that of the others.
    Passive(Vec<(Relation, u32)>),
    /// Values stay as they are.
    Still,
}

/// Interned sets, statements and preimages.
pub(crate) struct Sets {
    pub program: Arc<Program>,
    pub diagrams: Diagrams,
    pub variables: Variables,
    shared: Interner<Bdd>,
    locals: Interner<(Loc, Bdd)>,
    live: IdVec<Loc, BitSet>,
    dead: FxHashMap<Loc, Bdd>,
    /// For each location, the local states that a thread may be in; absent: all.
    oracle: Option<IdVec<Loc, Bdd>>,
    statements: FxHashMap<EdgeId, Rc<Statement>>,
    others: Option<Others>,
    /// Relations of other threads' old and new values.
    updates: Interner<Bdd>,
    before: FxHashMap<(EdgeId, u32, SharedId, LocalId), Rc<[Thread]>>,
    before_shared: FxHashMap<(EdgeId, SharedId), Option<SharedId>>,
    before_local: FxHashMap<(EdgeId, LocalId), Option<LocalId>>,
    before_update: FxHashMap<(u32, LocalId), Option<LocalId>>,
    everywhere: FxHashMap<Loc, Option<LocalId>>,
    shared_inside: FxHashMap<(SharedId, SharedId), bool>,
    local_inside: FxHashMap<(LocalId, LocalId), bool>,
    explicit: bool,
}

impl Sets {
    pub fn new(
        program: &Arc<Program>,
        explicit: bool,
        with_oracle: bool,
        nodes: usize,
    ) -> Result<Sets, Full> {
        let passive = program.edges.iter().any(|e| e.passive().is_some());
        let variables = Variables::new(program, Order::Related);
        let diagrams = Diagrams::new(variables.count(passive), nodes);
        let others = if passive { Some(Others::new(program, &diagrams, &variables)?) } else { None };
        let mut sets = Sets {
            program: program.clone(),
            live: live_locals(program),
            dead: FxHashMap::default(),
            shared: Interner::default(),
            locals: Interner::default(),
            oracle: None,
            statements: FxHashMap::default(),
            others,
            updates: Interner::default(),
            before: FxHashMap::default(),
            before_shared: FxHashMap::default(),
            before_local: FxHashMap::default(),
            before_update: FxHashMap::default(),
            everywhere: FxHashMap::default(),
            shared_inside: FxHashMap::default(),
            local_inside: FxHashMap::default(),
            explicit,
            diagrams,
            variables,
        };
        if with_oracle {
            sets.oracle = Some(oracle::reachable(&mut sets)?);
        }
        Ok(sets)
    }

    pub fn shared(&self, id: SharedId) -> &Bdd {
        &self.shared.items[id.index()]
    }

    pub fn local(&self, id: LocalId) -> &Bdd {
        &self.locals.items[id.index()].1
    }

    pub fn loc(&self, id: LocalId) -> Loc {
        self.locals.items[id.index()].0
    }

    /// Number of sets of shared values and of local states.
    pub fn counts(&self) -> (usize, usize) {
        (self.shared.items.len(), self.locals.items.len())
    }

    pub fn bytes(&self) -> u64 {
        let tables = self.before.len() * 64 + (self.before_shared.len() + self.before_local.len()) * 24;
        let inside = (self.shared_inside.len() + self.local_inside.len()) * 16;
        self.diagrams.bytes() + (tables + inside) as u64
    }

    /// The local states that a thread may be in, by location; absent if nothing is known.
    pub fn reachable(&self) -> Option<&IdVec<Loc, Bdd>> {
        self.oracle.as_ref()
    }

    pub fn shared_id(&mut self, set: Bdd) -> SharedId {
        SharedId::from_index(self.shared.intern(set))
    }

    /// The local states of `set` at `loc` that a thread may be in; absent if there are none.
    pub fn local_id(&mut self, loc: Loc, set: &Bdd) -> Result<Option<LocalId>, Full> {
        let set = match &self.oracle {
            Some(reachable) => set.and(&reachable[loc])?,
            None => set.clone(),
        };
        let set = set.exists(&self.dead(loc)?)?;
        Ok((!set.is_empty()).then(|| LocalId::from_index(self.locals.intern((loc, set)))))
    }

    /// All local states at `loc` that a thread may be in.
    pub fn everywhere(&mut self, loc: Loc) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.everywhere.get(&loc) {
            return Ok(*known);
        }
        let all = self.diagrams.constant(true);
        let id = self.local_id(loc, &all)?;
        self.everywhere.insert(loc, id);
        Ok(id)
    }

    /// The local states of two sets at `loc`, wherever these are.
    pub fn meet(&mut self, loc: Loc, a: LocalId, b: LocalId) -> Result<Option<LocalId>, Full> {
        let both = self.local(a).and(self.local(b))?;
        self.local_id(loc, &both)
    }

    fn dead(&mut self, loc: Loc) -> Result<Bdd, Full> {
        if let Some(known) = self.dead.get(&loc) {
            return Ok(known.clone());
        }
        let dead = (0..self.program.locals.len()).filter(|v| !self.live[loc].contains(*v));
        let dead = self.diagrams.variable_set(dead.map(|v| self.variables.local(v)))?;
        self.dead.insert(loc, dead.clone());
        Ok(dead)
    }

    pub fn statement(&mut self, id: EdgeId) -> Result<Rc<Statement>, Full> {
        if let Some(known) = self.statements.get(&id) {
            return Ok(known.clone());
        }
        let statement = Rc::new(self.encode(id)?);
        self.statements.insert(id, statement.clone());
        Ok(statement)
    }

    fn encode(&mut self, id: EdgeId) -> Result<Statement, Full> {
        let program = self.program.clone();
        let Action::Assign(assign) = &program.edges[id].action else { return Ok(Statement::Still) };
        let number = |leaf: Leaf| self.variables.number(leaf);
        let encoder = Encoder { diagrams: &self.diagrams, program: &program, number: &number };
        let Some(passive) = &assign.passive else {
            return Ok(Statement::Assign(Box::new(encoder.active(assign)?)));
        };
        let whole = encoder.whole(assign)?;
        let keeping = kept(&program, &self.diagrams, &self.variables, passive)?;
        let update = encoder.passive(assign, passive)?.and(&keeping)?;
        let targets = encoder.targets(assign);
        let mut found = classes(&self.diagrams, &update, &|v| self.variables.is_active(v))?;
        // Where another thread can do nothing, there is a step if there is no other thread.
        let none = self.diagrams.constant(false);
        let some = found.iter().try_fold(none.clone(), |all, (when, _)| all.or(when))?;
        if !some.is_everything() {
            found.push((some.not()?, none));
        }
        let mut parts = Vec::new();
        for (when, update) in found {
            let relation = Relation::new(&self.diagrams, whole.steps(&when)?, &targets)?;
            if !relation.enabled.is_empty() {
                parts.push((relation, self.updates.intern(update) as u32));
            }
        }
        Ok(Statement::Passive(parts))
    }

    /// The states in which an assertion can fail, as products.
    pub fn failing(&mut self, id: EdgeId) -> Result<Vec<Thread>, Full> {
        let program = self.program.clone();
        let edge = &program.edges[id];
        let Action::Assert(possible) = &edge.action else { return Ok(Vec::new()) };
        let number = |leaf: Leaf| self.variables.number(leaf);
        let encoder = Encoder { diagrams: &self.diagrams, program: &program, number: &number };
        let fails = encoder.formula(possible.no, &|_| false)?;
        self.products(edge.from, &fails)
    }

    /// A set of pairs as products; in explicit mode as single pairs.
    pub fn products(&mut self, loc: Loc, set: &Bdd) -> Result<Vec<Thread>, Full> {
        let set = match &self.oracle {
            Some(reachable) => set.and(&reachable[loc])?,
            None => set.clone(),
        };
        let set = set.exists(&self.dead(loc)?)?;
        let mut found = Vec::new();
        for (shared, local) in classes(&self.diagrams, &set, &|v| self.variables.is_shared(v))? {
            let (shared, local) = (self.shared_id(shared), self.local_id(loc, &local)?);
            found.extend(local.map(|local| (shared, local)));
        }
        Ok(found)
    }

    /// Pairs at a location, whatever the values of dead variables are.
    pub fn pairs(&mut self, loc: Loc, reached: &Pairs) -> Result<Bdd, Full> {
        let mut all = self.diagrams.constant(false);
        for (shared, locals) in reached.at(loc) {
            let shared = shared.iter().enumerate().map(|(v, value)| (self.variables.shared(v), *value));
            let live = locals.iter().enumerate().filter(|(v, _)| self.live[loc].contains(*v));
            let locals = live.map(|(v, value)| (self.variables.local(v), *value));
            all = all.or(&self.diagrams.cube(shared.chain(locals))?)?;
        }
        Ok(all)
    }

    /// The single valuations of a set of shared values; in symbolic mode the set itself.
    pub fn shared_parts(&mut self, set: SharedId) -> Result<Vec<SharedId>, Full> {
        if !self.explicit {
            return Ok(vec![set]);
        }
        let all = (0..self.program.shared.len()).map(|v| self.variables.shared(v)).collect::<Vec<_>>();
        let parts = self.valuations(self.shared(set).clone(), &all)?;
        Ok(parts.into_iter().map(|p| self.shared_id(p)).collect())
    }

    /// The single valuations, of live variables, of a set of local states; in symbolic mode the set itself.
    pub fn local_parts(&mut self, set: LocalId) -> Result<Vec<LocalId>, Full> {
        if !self.explicit {
            return Ok(vec![set]);
        }
        let loc = self.loc(set);
        let live: Vec<u32> = self.live[loc].iter().map(|v| self.variables.local(v)).collect();
        let parts = self.valuations(self.local(set).clone(), &live)?;
        let number = |part| LocalId::from_index(self.locals.intern((loc, part)));
        Ok(parts.into_iter().map(number).collect())
    }

    fn valuations(&self, set: Bdd, variables: &[u32]) -> Result<Vec<Bdd>, Full> {
        let mut parts = vec![set];
        for variable in variables {
            let mut finer = Vec::with_capacity(parts.len());
            for part in parts {
                for value in [false, true] {
                    let half = part.and(&self.diagrams.literal(*variable, value)?)?;
                    if !half.is_empty() {
                        finer.push(half);
                    }
                }
            }
            parts = finer;
        }
        Ok(parts)
    }

    /// The classes of a statement: for each, the number of the relation of other threads, if they move.
    pub fn classes_of(&mut self, id: EdgeId) -> Result<Vec<Option<u32>>, Full> {
        Ok(match &*self.statement(id)? {
            Statement::Passive(parts) => parts.iter().map(|(_, update)| Some(*update)).collect(),
            _ => vec![None],
        })
    }

    /// The products from which a thread takes the edge, in a class of it, to shared values in `shared` and a local
    /// state in `local`.
    pub fn before(
        &mut self,
        id: EdgeId,
        class: usize,
        shared: SharedId,
        local: LocalId,
    ) -> Result<Rc<[Thread]>, Full> {
        let key = (id, class as u32, shared, local);
        if let Some(known) = self.before.get(&key) {
            return Ok(known.clone());
        }
        let from = self.program.edges[id].from;
        let statement = self.statement(id)?;
        let found: Vec<Thread> = match &*statement {
            Statement::Still => {
                let same = self.local(local).clone();
                self.local_id(from, &same)?.map(|before| (shared, before)).into_iter().collect()
            }
            Statement::Assign(active) => match &**active {
                Active::Apart { shared: for_shared, local: for_local } => {
                    let shared = self.shared_before(id, for_shared.as_ref(), shared)?;
                    let local = self.local_before(id, from, for_local.as_ref(), local)?;
                    shared.zip(local).into_iter().collect()
                }
                Active::Joint(relation) => {
                    let both = relation.preimage(&self.shared(shared).and(self.local(local))?)?;
                    self.products(from, &both)?
                }
            },
            Statement::Passive(parts) => {
                let both = parts[class].0.preimage(&self.shared(shared).and(self.local(local))?)?;
                self.products(from, &both)?
            }
        };
        let found: Rc<[Thread]> = found.into();
        self.before.insert(key, found.clone());
        Ok(found)
    }

    fn shared_before(
        &mut self,
        id: EdgeId,
        relation: Option<&Relation>,
        shared: SharedId,
    ) -> Result<Option<SharedId>, Full> {
        let Some(relation) = relation else { return Ok(Some(shared)) };
        if let Some(known) = self.before_shared.get(&(id, shared)) {
            return Ok(*known);
        }
        let before = relation.preimage(self.shared(shared))?;
        let before = (!before.is_empty()).then(|| self.shared_id(before));
        self.before_shared.insert((id, shared), before);
        Ok(before)
    }

    fn local_before(
        &mut self,
        id: EdgeId,
        from: Loc,
        relation: Option<&Relation>,
        local: LocalId,
    ) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.before_local.get(&(id, local)) {
            return Ok(*known);
        }
        let before = match relation {
            Some(relation) => relation.preimage(self.local(local))?,
            None => self.local(local).clone(),
        };
        let before = self.local_id(from, &before)?;
        self.before_local.insert((id, local), before);
        Ok(before)
    }

    /// From where an update of other threads leads to `local`.
    pub fn before_update(&mut self, update: u32, local: LocalId) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.before_update.get(&(update, local)) {
            return Ok(*known);
        }
        let others = self.others.as_ref().expect("there are passive updates");
        let before = others.preimage(&self.updates.items[update as usize], self.local(local))?;
        let before = self.local_id(self.loc(local), &before)?;
        self.before_update.insert((update, local), before);
        Ok(before)
    }

    /// Where an update may take other threads, whatever the active thread does; for the oracle.
    pub fn after_update(&mut self, id: EdgeId, set: &Bdd) -> Result<Bdd, Full> {
        let mut after = self.diagrams.constant(false);
        if let Statement::Passive(parts) = &*self.statement(id)? {
            let others = self.others.as_ref().expect("there are passive updates");
            for (_, update) in parts {
                after = after.or(&others.image(&self.updates.items[*update as usize], set)?)?;
            }
        }
        Ok(after)
    }

    /// Whether every other thread can follow every passive update; else the first edge where one cannot.
    pub fn partial_update(&mut self) -> Result<Option<EdgeId>, Full> {
        for id in self.program.edges.ids() {
            if self.program.edges[id].passive().is_none() {
                continue;
            }
            if let Statement::Passive(parts) = &*self.statement(id)? {
                let others = self.others.as_ref().expect("there are passive updates");
                for (_, update) in parts {
                    if !others.enabled(&self.updates.items[*update as usize])?.is_everything() {
                        return Ok(Some(id));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The initial values of the shared variables, and of a thread.
    pub fn initial(&self) -> Result<(Bdd, Bdd), Full> {
        let shared = self.program.shared.iter().enumerate();
        let shared = shared.filter_map(|(v, var)| Some((self.variables.shared(v), var.init?)));
        let local = self.program.locals.iter().enumerate();
        let local = local.filter_map(|(v, var)| Some((self.variables.local(v), var.init?)));
        Ok((self.diagrams.cube(shared)?, self.diagrams.cube(local)?))
    }
}

impl World for Sets {
    fn shared_inside(&mut self, a: SharedId, b: SharedId) -> Result<bool, Full> {
        if a == b {
            return Ok(true);
        }
        if let Some(known) = self.shared_inside.get(&(a, b)) {
            return Ok(*known);
        }
        let inside = self.shared(a).is_subset(self.shared(b))?;
        self.shared_inside.insert((a, b), inside);
        Ok(inside)
    }

    fn local_inside(&mut self, a: LocalId, b: LocalId) -> Result<bool, Full> {
        if a == b || self.loc(a) != self.loc(b) {
            return Ok(a == b);
        }
        if let Some(known) = self.local_inside.get(&(a, b)) {
            return Ok(*known);
        }
        let inside = self.local(a).is_subset(self.local(b))?;
        self.local_inside.insert((a, b), inside);
        Ok(inside)
    }

    fn place(&self, local: LocalId) -> u32 {
        self.loc(local).index() as u32
    }

    fn in_atomic(&self, local: LocalId) -> bool {
        self.program.in_atomic(self.loc(local))
    }
}
