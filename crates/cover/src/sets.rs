//! Sets of shared values and of local states, and what comes before a statement.
//!
//! *What*: both kinds of sets are interned (`tw_encode::InternedSets`). Preimages are computed once for each pair of
//! sets. Local states that no thread is ever in, by the forward oracle, are left out.
//! *Explicit elements* \[LW14\]: sets are split into single valuations (of the live variables).

use crate::element::{LocalId, SharedId, World};
use crate::oracle;
use crate::plateau::Pairs;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::{EdgeId, Loc, Program, live_locals};
use tw_encode::{Active, InternedSets, Order, Relation, Statement, UpdateId};
use tw_index::{Id, IdVec};
use tw_solver::{Bdd, Full};

/// A set of pairs that is a product.
pub(crate) type Thread = (SharedId, LocalId);

/// Interned sets and their preimages.
pub(crate) struct Sets {
    pub interned: InternedSets<SharedId, LocalId>,
    /// For each location, the local states that a thread may be in; absent: all.
    oracle: Option<IdVec<Loc, Bdd>>,
    before: FxHashMap<(EdgeId, u32, SharedId, LocalId), Rc<[Thread]>>,
    before_shared: FxHashMap<(EdgeId, SharedId), Option<SharedId>>,
    before_local: FxHashMap<(EdgeId, LocalId), Option<LocalId>>,
    before_update: FxHashMap<(UpdateId, LocalId), Option<LocalId>>,
    everywhere: FxHashMap<Loc, Option<LocalId>>,
    explicit: bool,
}

impl Sets {
    pub fn new(
        program: &Arc<Program>,
        explicit: bool,
        with_oracle: bool,
        nodes: usize,
    ) -> Result<Sets, Full> {
        let live = live_locals(program);
        let mut interned = InternedSets::new(program.clone(), Order::Related, Some(live), nodes)?;
        let oracle = if with_oracle { Some(oracle::reachable(&mut interned)?) } else { None };
        Ok(Sets {
            interned,
            oracle,
            before: FxHashMap::default(),
            before_shared: FxHashMap::default(),
            before_local: FxHashMap::default(),
            before_update: FxHashMap::default(),
            everywhere: FxHashMap::default(),
            explicit,
        })
    }

    pub fn bytes(&self) -> u64 {
        let tables = self.before.len() * 64 + (self.before_shared.len() + self.before_local.len()) * 24;
        self.interned.bytes() + tables as u64
    }

    /// The local states that a thread may be in, by location; absent if nothing is known.
    pub fn reachable(&self) -> Option<&IdVec<Loc, Bdd>> {
        self.oracle.as_ref()
    }

    /// What a thread at `loc` may be in, as far as the oracle knows.
    fn possible(&self, loc: Loc, set: &Bdd) -> Result<Bdd, Full> {
        self.oracle.as_ref().map_or_else(|| Ok(set.clone()), |reachable| set.and(&reachable[loc]))
    }

    /// The local states of `set` at `loc` that a thread may be in; absent if there are none.
    pub fn local_id(&mut self, loc: Loc, set: &Bdd) -> Result<Option<LocalId>, Full> {
        let set = self.possible(loc, set)?;
        if set.is_empty() { Ok(None) } else { self.interned.local_id(loc, &set).map(Some) }
    }

    /// All local states at `loc` that a thread may be in.
    pub fn everywhere(&mut self, loc: Loc) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.everywhere.get(&loc) {
            return Ok(*known);
        }
        let all = self.interned.diagrams.constant(true);
        let id = self.local_id(loc, &all)?;
        self.everywhere.insert(loc, id);
        Ok(id)
    }

    /// The local states of two sets at `loc`, wherever these are.
    pub fn meet(&mut self, loc: Loc, a: LocalId, b: LocalId) -> Result<Option<LocalId>, Full> {
        let both = self.interned.local(a).and(self.interned.local(b))?;
        self.local_id(loc, &both)
    }

    /// The states in which an assertion can fail, as products.
    pub fn failing(&mut self, id: EdgeId) -> Result<Vec<Thread>, Full> {
        let fails = self.interned.fails(id)?;
        self.products(self.interned.program.edges[id].from, &fails)
    }

    /// A set of pairs as products.
    pub fn products(&mut self, loc: Loc, set: &Bdd) -> Result<Vec<Thread>, Full> {
        let set = self.possible(loc, set)?;
        let set = self.interned.forget(loc, &set)?;
        let mut found = Vec::new();
        for (shared, local) in self.interned.products(&set)? {
            let (shared, local) = (self.interned.shared_id(shared), self.local_id(loc, &local)?);
            found.extend(local.map(|local| (shared, local)));
        }
        Ok(found)
    }

    /// Pairs at a location, whatever the values of dead variables are.
    pub fn pairs(&self, loc: Loc, reached: &Pairs) -> Result<Bdd, Full> {
        let InternedSets { diagrams, variables, .. } = &self.interned;
        let mut all = diagrams.constant(false);
        for (shared, locals) in reached.at(loc) {
            let shared = shared.iter().enumerate().map(|(v, value)| (variables.shared(v), *value));
            let live = locals.iter().enumerate().filter(|(v, _)| self.interned.lives(loc, *v));
            let locals = live.map(|(v, value)| (variables.local(v), *value));
            all = all.or(&diagrams.cube(shared.chain(locals))?)?;
        }
        Ok(all)
    }

    /// The single valuations of a set of shared values; in symbolic mode the set itself.
    pub fn shared_parts(&mut self, set: SharedId) -> Result<Vec<SharedId>, Full> {
        if !self.explicit {
            return Ok(vec![set]);
        }
        let variables = &self.interned.variables;
        let all: Vec<u32> = (0..self.interned.program.shared.len()).map(|v| variables.shared(v)).collect();
        let parts = self.valuations(self.interned.shared(set).clone(), &all)?;
        Ok(parts.into_iter().map(|p| self.interned.shared_id(p)).collect())
    }

    /// The single valuations, of live variables, of a set of local states; in symbolic mode the set itself.
    pub fn local_parts(&mut self, set: LocalId) -> Result<Vec<LocalId>, Full> {
        if !self.explicit {
            return Ok(vec![set]);
        }
        let loc = self.interned.loc(set);
        let live = (0..self.interned.program.locals.len()).filter(|v| self.interned.lives(loc, *v));
        let live: Vec<u32> = live.map(|v| self.interned.variables.local(v)).collect();
        let parts = self.valuations(self.interned.local(set).clone(), &live)?;
        parts.iter().map(|part| self.interned.local_id(loc, part)).collect()
    }

    fn valuations(&self, set: Bdd, variables: &[u32]) -> Result<Vec<Bdd>, Full> {
        let mut parts = vec![set];
        for variable in variables {
            let mut finer = Vec::with_capacity(parts.len());
            for part in parts {
                for value in [false, true] {
                    let half = part.and(&self.interned.diagrams.literal(*variable, value)?)?;
                    if !half.is_empty() {
                        finer.push(half);
                    }
                }
            }
            parts = finer;
        }
        Ok(parts)
    }

    /// The classes of a statement: for each, the relation of other threads, if they move.
    pub fn classes_of(&mut self, id: EdgeId) -> Result<Vec<Option<UpdateId>>, Full> {
        Ok(match &*self.interned.statement(id)? {
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
        let from = self.interned.program.edges[id].from;
        let statement = self.interned.statement(id)?;
        let found: Vec<Thread> = match &*statement {
            Statement::Still => {
                let same = self.interned.local(local).clone();
                self.local_id(from, &same)?.map(|before| (shared, before)).into_iter().collect()
            }
            Statement::Assign(active) => match &**active {
                Active::Apart { shared: for_shared, local: for_local } => {
                    let shared = self.shared_before(id, for_shared.as_ref(), shared)?;
                    let local = self.local_before(id, from, for_local.as_ref(), local)?;
                    shared.zip(local).into_iter().collect()
                }
                Active::Joint(relation) => {
                    let both =
                        relation.preimage(&self.interned.shared(shared).and(self.interned.local(local))?)?;
                    self.products(from, &both)?
                }
            },
            Statement::Passive(parts) => {
                let both = parts[class]
                    .0
                    .preimage(&self.interned.shared(shared).and(self.interned.local(local))?)?;
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
        let before = relation.preimage(self.interned.shared(shared))?;
        let before = (!before.is_empty()).then(|| self.interned.shared_id(before));
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
            Some(relation) => relation.preimage(self.interned.local(local))?,
            None => self.interned.local(local).clone(),
        };
        let before = self.local_id(from, &before)?;
        self.before_local.insert((id, local), before);
        Ok(before)
    }

    /// From where an update of other threads leads to `local`.
    pub fn before_update(&mut self, update: UpdateId, local: LocalId) -> Result<Option<LocalId>, Full> {
        if let Some(known) = self.before_update.get(&(update, local)) {
            return Ok(*known);
        }
        let before = self.interned.before_update(update, self.interned.local(local))?;
        let before = self.local_id(self.interned.loc(local), &before)?;
        self.before_update.insert((update, local), before);
        Ok(before)
    }

    /// Whether every other thread can follow every passive update; else the first edge where one cannot.
    pub fn partial_update(&mut self) -> Result<Option<EdgeId>, Full> {
        for id in self.interned.program.edges.ids() {
            if self.interned.program.edges[id].passive().is_none() {
                continue;
            }
            if let Statement::Passive(parts) = &*self.interned.statement(id)? {
                for (_, update) in parts {
                    if !self.interned.is_total(*update)? {
                        return Ok(Some(id));
                    }
                }
            }
        }
        Ok(None)
    }
}

impl World for Sets {
    fn shared_inside(&mut self, a: SharedId, b: SharedId) -> Result<bool, Full> {
        self.interned.shared_inside(a, b)
    }

    fn local_inside(&mut self, a: LocalId, b: LocalId) -> Result<bool, Full> {
        self.interned.local_inside(a, b)
    }

    fn place(&self, local: LocalId) -> u32 {
        self.interned.loc(local).index() as u32
    }

    fn in_atomic(&self, local: LocalId) -> bool {
        self.interned.in_atomic(local)
    }
}
