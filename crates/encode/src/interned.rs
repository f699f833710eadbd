//! Interned sets: sets of shared values and of local states as decision diagrams with ids, and the statements of a
//! program on them.
//!
//! *What*: equal sets have equal ids, which are given in the order of first appearance; a set of local states belongs
//! to one location. A search then moves ids only, and computes once what becomes of a set. Values of dead local
//! variables are forgotten before a set gets its id: what a thread may still do does not depend on them
//! (`tw_boolprog::live_locals`).
//! *Cost*: one look-up for a set that is known, without a walk through its diagram; each edge is encoded once, each
//! pair of sets is compared once.

use crate::interner::Interner;
use crate::order::Order;
use crate::others::Others;
use crate::product::{Product, classes};
use crate::relation::Encoder;
use crate::statement::Statement;
use crate::variables::Variables;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::{Action, EdgeId, Leaf, Loc, Program};
use tw_index::{BitSet, Id, IdVec, define_id};
use tw_solver::{Bdd, Diagrams, Full};

define_id!(/// A relation between the old and the new values of a thread that a passive update moves.
    pub struct UpdateId);

/// The sets met so far, and the statements encoded so far.
///
/// `S` are the ids of sets of shared values, `L` those of sets of local states: each engine has its own.
pub struct InternedSets<S, L> {
    /// The program.
    pub program: Arc<Program>,
    /// Where the diagrams of the sets are.
    pub diagrams: Diagrams,
    /// The numbers of their variables.
    pub variables: Variables,
    live: Option<IdVec<Loc, BitSet>>,
    dead: FxHashMap<Loc, Bdd>,
    shared: Interner<Bdd>,
    locals: Interner<(Loc, Bdd)>,
    in_atomic: Vec<bool>,
    statements: FxHashMap<EdgeId, Rc<Statement>>,
    fails: FxHashMap<EdgeId, Bdd>,
    others: Option<Others>,
    updates: Interner<Bdd>,
    shared_inside: FxHashMap<(S, S), bool>,
    local_inside: FxHashMap<(L, L), bool>,
}

/// Construction, and what is known about variables.
impl<S: Id, L: Id> InternedSets<S, L> {
    /// No sets yet, in diagrams with room for `nodes`; `live` says which local variables matter at a location, absent:
    /// all do.
    pub fn new(
        program: Arc<Program>,
        order: Order,
        live: Option<IdVec<Loc, BitSet>>,
        nodes: usize,
    ) -> Result<Self, Full> {
        let passive = program.edges.iter().any(|e| e.passive().is_some());
        let variables = Variables::new(&program, order);
        let diagrams = Diagrams::new(variables.count(passive), nodes);
        let others = if passive { Some(Others::new(&program, &diagrams, &variables)?) } else { None };
        Ok(InternedSets {
            live,
            dead: FxHashMap::default(),
            shared: Interner::default(),
            locals: Interner::default(),
            in_atomic: Vec::new(),
            statements: FxHashMap::default(),
            fails: FxHashMap::default(),
            others,
            updates: Interner::default(),
            shared_inside: FxHashMap::default(),
            local_inside: FxHashMap::default(),
            program,
            diagrams,
            variables,
        })
    }

    /// The initial values: all values of variables that may have any, and the given values of the others; of the
    /// shared variables and of a thread.
    pub fn initial(&self) -> Result<(Bdd, Bdd), Full> {
        let shared = self.program.shared.iter().enumerate();
        let shared = shared.filter_map(|(v, var)| Some((self.variables.shared(v), var.init?)));
        let local = self.program.locals.iter().enumerate();
        let local = local.filter_map(|(v, var)| Some((self.variables.local(v), var.init?)));
        Ok((self.diagrams.cube(shared)?, self.diagrams.cube(local)?))
    }

    /// Whether the value of a local variable matters at a location.
    pub fn lives(&self, loc: Loc, variable: usize) -> bool {
        self.live.as_ref().is_none_or(|live| live[loc].contains(variable))
    }

    /// Local variables whose values are kept, on average over the locations.
    pub fn mean_live(&self) -> f64 {
        let Some(live) = &self.live else { return self.program.locals.len() as f64 };
        live.iter().map(|l| l.iter().count()).sum::<usize>() as f64 / live.len().max(1) as f64
    }

    /// The set without the values of variables that are dead at `loc`.
    pub fn forget(&mut self, loc: Loc, set: &Bdd) -> Result<Bdd, Full> {
        let Some(live) = &self.live else { return Ok(set.clone()) };
        if let Some(dead) = self.dead.get(&loc) {
            return if dead.is_everything() { Ok(set.clone()) } else { set.exists(dead) };
        }
        let dead = (0..self.program.locals.len()).filter(|v| !live[loc].contains(*v));
        let dead = self.diagrams.variable_set(dead.map(|v| self.variables.local(v)))?;
        let left = set.exists(&dead)?;
        self.dead.insert(loc, dead);
        Ok(left)
    }
}

/// Sets and their ids.
impl<S: Id, L: Id> InternedSets<S, L> {
    /// The id of a set of shared values.
    pub fn shared_id(&mut self, set: Bdd) -> S {
        S::from_index(self.shared.intern(set))
    }

    /// The id of a set of local states at `loc`; dead variables are forgotten first.
    pub fn local_id(&mut self, loc: Loc, set: &Bdd) -> Result<L, Full> {
        let set = self.forget(loc, set)?;
        let index = self.locals.intern((loc, set));
        if index == self.in_atomic.len() {
            self.in_atomic.push(self.program.in_atomic(loc));
        }
        Ok(L::from_index(index))
    }

    /// A set of shared values.
    pub fn shared(&self, id: S) -> &Bdd {
        &self.shared.items[id.index()]
    }

    /// A set of local states, without its location.
    pub fn local(&self, id: L) -> &Bdd {
        &self.locals.items[id.index()].1
    }

    /// The location of a set of local states.
    pub fn loc(&self, id: L) -> Loc {
        self.locals.items[id.index()].0
    }

    /// Whether that location is inside an atomic section.
    pub fn in_atomic(&self, id: L) -> bool {
        self.in_atomic[id.index()]
    }

    /// A set of pairs of shared values and local states as a union of products.
    pub fn products(&self, pairs: &Bdd) -> Result<Vec<Product>, Full> {
        classes(&self.diagrams, pairs, &|v| self.variables.is_shared(v))
    }

    /// Whether the shared values of `a` are among those of `b`.
    #[inline]
    pub fn shared_inside(&mut self, a: S, b: S) -> Result<bool, Full> {
        if a == b { Ok(true) } else { self.compare_shared(a, b) }
    }

    fn compare_shared(&mut self, a: S, b: S) -> Result<bool, Full> {
        if let Some(known) = self.shared_inside.get(&(a, b)) {
            return Ok(*known);
        }
        let inside = self.shared(a).is_subset(self.shared(b))?;
        self.shared_inside.insert((a, b), inside);
        Ok(inside)
    }

    /// Whether the local states of `a` are among those of `b`.
    #[inline]
    pub fn local_inside(&mut self, a: L, b: L) -> Result<bool, Full> {
        if a == b || self.loc(a) != self.loc(b) { Ok(a == b) } else { self.compare_local(a, b) }
    }

    fn compare_local(&mut self, a: L, b: L) -> Result<bool, Full> {
        if let Some(known) = self.local_inside.get(&(a, b)) {
            return Ok(*known);
        }
        let inside = self.local(a).is_subset(self.local(b))?;
        self.local_inside.insert((a, b), inside);
        Ok(inside)
    }

    /// Number of sets of shared values and of local states.
    pub fn counts(&self) -> (usize, usize) {
        (self.shared.items.len(), self.locals.items.len())
    }

    /// Bytes of the diagrams and of the tables.
    pub fn bytes(&self) -> u64 {
        let inside = (self.shared_inside.len() + self.local_inside.len()) * 12;
        self.diagrams.bytes() + (inside + self.locals.items.len() * 64) as u64
    }
}

/// Statements.
impl<S: Id, L: Id> InternedSets<S, L> {
    /// What an edge does to values.
    pub fn statement(&mut self, id: EdgeId) -> Result<Rc<Statement>, Full> {
        if let Some(known) = self.statements.get(&id) {
            return Ok(known.clone());
        }
        let InternedSets { program, diagrams, variables, updates, .. } = self;
        let number = |leaf: Leaf| variables.number(leaf);
        let encoder = Encoder { diagrams, program, number: &number };
        let statement = Rc::new(Statement::new(&encoder, variables, updates, &program.edges[id].action)?);
        self.statements.insert(id, statement.clone());
        Ok(statement)
    }

    /// The states in which the assertion of an edge can fail.
    pub fn fails(&mut self, id: EdgeId) -> Result<Bdd, Full> {
        if let Some(known) = self.fails.get(&id) {
            return Ok(known.clone());
        }
        let Action::Assert(possible) = &self.program.edges[id].action else {
            unreachable!("only assertions fail")
        };
        let number = |leaf: Leaf| self.variables.number(leaf);
        let encoder = Encoder { diagrams: &self.diagrams, program: &self.program, number: &number };
        let fails = encoder.formula(possible.no, &|_| false)?;
        self.fails.insert(id, fails.clone());
        Ok(fails)
    }

    /// The relation of a passive update, between the variables of a thread that does not move.
    pub fn update(&self, id: UpdateId) -> &Bdd {
        &self.updates.items[id.index()]
    }

    /// Where a passive update takes threads with these values.
    pub fn after_update(&self, id: UpdateId, set: &Bdd) -> Result<Bdd, Full> {
        self.others().image(self.update(id), set)
    }

    /// From where a passive update takes threads to these values.
    pub fn before_update(&self, id: UpdateId, set: &Bdd) -> Result<Bdd, Full> {
        self.others().preimage(self.update(id), set)
    }

    /// Whether a passive update leads on from all values.
    pub fn is_total(&self, id: UpdateId) -> Result<bool, Full> {
        Ok(self.others().enabled(self.update(id))?.is_everything())
    }

    fn others(&self) -> &Others {
        self.others.as_ref().expect("there are passive updates")
    }
}

#[cfg(test)]
mod tests {
    use super::InternedSets;
    use crate::{Order, Statement};
    use std::sync::Arc;
    use tw_boolprog::{Action, live_locals};
    use tw_index::{Id, define_id};
    use tw_solver::Full;

    define_id!(/// A set of shared values.
        pub struct SharedSet);
    define_id!(/// A set of local states.
        pub struct LocalSet);

    fn sets(text: &str) -> Result<InternedSets<SharedSet, LocalSet>, Full> {
        let program = Arc::new(tw_boolprog::load("test.bp", text.into()).expect("valid").program);
        let live = live_locals(&program);
        InternedSets::new(program, Order::Related, Some(live), 1 << 12)
    }

    #[test]
    fn sets_that_differ_in_dead_variables_have_one_id() -> Result<(), Full> {
        let mut sets = sets("decl s; decl thread_local a, b; void main() begin s := a; assert(s); end")?;
        let (entry, end) = (sets.program.entry, sets.program.locations.ids().next_back().expect("some"));
        let a = sets.diagrams.literal(sets.variables.local(0), true)?;
        let b = sets.diagrams.literal(sets.variables.local(1), true)?;
        let (only_a, both) = (sets.local_id(entry, &a)?, sets.local_id(entry, &a.and(&b)?)?);
        assert_eq!(only_a, both, "b is never read");
        assert!(*sets.local(both) == a && sets.loc(both) == entry);
        let everything = sets.diagrams.constant(true);
        let all = sets.local_id(entry, &everything)?;
        assert!(sets.local_inside(only_a, all)? && !sets.local_inside(all, only_a)?);
        let elsewhere = sets.local_id(end, &a)?;
        assert!(!sets.local_inside(elsewhere, all)?, "another location");
        assert_eq!(sets.counts(), (0, 3));
        Ok(())
    }

    #[test]
    fn shared_sets_are_compared_as_sets() -> Result<(), Full> {
        let mut sets = sets("decl s, t; void main() begin s := t; end")?;
        let s = sets.diagrams.literal(sets.variables.shared(0), true)?;
        let t = sets.diagrams.literal(sets.variables.shared(1), true)?;
        let (both, either) = (sets.shared_id(s.and(&t)?), sets.shared_id(s.or(&t)?));
        assert_eq!((both.index(), either.index()), (0, 1));
        assert_eq!(sets.shared_id(t.and(&s)?), both);
        assert!(sets.shared_inside(both, either)? && !sets.shared_inside(either, both)?);
        assert!(sets.products(&s.or(&t)?)?.len() == 1);
        Ok(())
    }

    #[test]
    fn every_edge_is_encoded() -> Result<(), Full> {
        let mut sets = sets("decl s; void main() begin decl l; s := l; assert(s | l); l$ := !l$; end")?;
        let program = sets.program.clone();
        let mut updates = 0;
        for (id, edge) in program.edges.enumerate() {
            let statement = sets.statement(id)?;
            match &edge.action {
                Action::Assign(assign) if assign.passive.is_some() => {
                    let Statement::Passive(parts) = &*statement else { panic!("an update of others") };
                    assert!(parts.len() == 1 && sets.is_total(parts[0].1)?, "all others can follow");
                    updates += 1;
                }
                Action::Assign(_) => assert!(matches!(&*statement, Statement::Assign(_))),
                Action::Assert(_) => {
                    let fails = sets.fails(id)?;
                    assert!(!fails.is_empty() && !fails.is_everything());
                }
                _ => assert!(matches!(&*statement, Statement::Still)),
            }
        }
        assert_eq!(updates, 1);
        Ok(())
    }
}
