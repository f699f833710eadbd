//! Statements by the thread of a slot, as relations.

use super::{Place, Plain};
use std::rc::Rc;
use tw_boolprog::{Action, Assign, EdgeId, Leaf, Owner};
use tw_encode::{Encoder, Relation, leaf_of};
use tw_index::Id;
use tw_solver::{Bdd, Full};

impl Plain {
    /// The states in which the thread of a slot fails an assertion.
    pub(super) fn failure(&mut self, id: EdgeId, slot: usize) -> Result<Bdd, Full> {
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
    pub(super) fn relation(
        &mut self,
        id: EdgeId,
        assign: &Assign,
        slot: usize,
    ) -> Result<Rc<Relation>, Full> {
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
    pub(super) fn passive(
        &mut self,
        id: EdgeId,
        assign: &Assign,
        slot: usize,
        other: usize,
    ) -> Result<Bdd, Full> {
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
    pub(super) fn pairs(
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
    pub(super) fn assigned(&self, assign: &Assign, place: &Place, slot: usize) -> Vec<(u32, u32)> {
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

    pub(super) fn image(
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
}
