//! The cycle proviso of threads that run alone: no thread is postponed forever.
//!
//! *What*: every state in which a thread runs alone needs a way of its steps to a state in which all threads run. That is
//! looked at when nothing waits any more: a state gets a *rank* if one of its steps leads to a state in which all threads
//! run, or that has a rank already. Where no more states get one, what was postponed is resumed.
//! *How*: first, whole parts of symbolic states, if all that a step leads to has ranks. Where that comes to an end, the
//! states of a part are told apart by their values: a layer of it gets a rank if some choice leads to values that have
//! one. So a loop over private variables whose exit depends on values has ranks: those that leave it, then the statement
//! that can choose such a value, then the rest.
//! *Departure*: \[CKS05\] section 3.4 resumes wherever the history closes a cycle; but a loop that can be left
//! postpones no thread forever.

use crate::expand::Mode;
use crate::fault::{Fault, planted};
use crate::search::{Fate, LoneStep, Part, Simulation};
use crate::step::exists_made;
use rustc_hash::FxHashMap;
use tw_solver::{Lit, Stopped, Substitution};

/// More layers than this are not looked for: a loop that counts may have one for each number.
const MOST_LAYERS: usize = 16;

/// A step that makes more choices than this is not looked at by values: the checker tries them all.
const MOST_CHOICES: usize = 8;

/// Most nodes of the formulas of layers, plus the most for each node of the part's own formulas: to tell values apart
/// in larger ones costs more than to explore the other threads.
const LAYER_NODES: usize = 200;
const LAYER_NODES_PER_NODE: usize = 2;

/// How ranks are given.
#[derive(Clone, Copy)]
enum Kind {
    Whole = 0,
    ByValues = 1,
}

/// Which part of which expansion.
type PartId = (usize, usize);

impl Simulation {
    /// Gives all states in which a thread runs alone a rank; where there is none, resumes what was postponed. Returns
    /// whether it did.
    pub fn settle(&mut self) -> Result<bool, Stopped> {
        let mut resumed = false;
        loop {
            let Some(stuck) = self.rank_parts()? else { return Ok(resumed) };
            if planted(Fault::PostponedForGood) {
                return Ok(false);
            }
            if !self.rank_layers()? {
                resumed = true;
                self.resume(stuck)?;
            }
        }
    }

    /// Explores what was postponed in a part.
    fn resume(&mut self, (expansion, part): PartId) -> Result<(), Stopped> {
        self.statistics.resumed += 1;
        let of = &mut self.expansions[expansion];
        let lone = of.parts[part].lone.take();
        let node = of.node;
        let place = self.nodes[node as usize].state.place.clone();
        let number = u32::try_from(expansion).expect("states fit in 32 bits");
        self.note_change(self.places[&place]);
        for thread in self.runnable(&place) {
            let mode = if Some(thread) == lone { Mode::Blocked } else { Mode::All };
            self.run_thread(number, part, thread, mode)?;
        }
        Ok(())
    }

    /// Parts with states that have no rank, the newest first: steps lead to what was explored later, but for those that
    /// close cycles.
    fn unranked(&self) -> Vec<PartId> {
        let mut open = Vec::new();
        for (at, expansion) in self.expansions.iter().enumerate() {
            open.extend(
                (0..expansion.parts.len()).filter(|p| !expansion.parts[*p].is_settled()).map(|p| (at, p)),
            );
        }
        open.reverse();
        open
    }

    /// Ranks whole parts as far as possible; returns a part that has none, as late as possible.
    fn rank_parts(&mut self) -> Result<Option<PartId>, Stopped> {
        let mut open = self.unranked();
        loop {
            let before = open.len();
            let mut left = Vec::new();
            for id in open {
                self.go_on()?;
                if self.is_worth_trying(id, Kind::Whole) && self.leads_on(id)? {
                    let unranked = self.part(id).unranked;
                    self.add_layer(id, unranked, Lit::FALSE);
                } else {
                    left.push(id);
                }
            }
            if left.len() == before || left.is_empty() {
                return Ok(left.first().copied());
            }
            open = left;
        }
    }

    /// Whether from all states without rank, all that some step leads to has ranks.
    fn leads_on(&mut self, id: PartId) -> Result<bool, Stopped> {
        let Part { unranked, steps, .. } = self.part(id);
        let unranked = *unranked;
        if steps.iter().all(|step| self.is_settled(step.node)) {
            return Ok(true);
        }
        let onward = self.onward(id, &mut |of, step| of.is_settled(step.node).then_some(step.live));
        let stays = self.terms.graph.and(unranked, !onward);
        Ok(!self.satisfiable(stays)?)
    }

    /// Ranks those states of parts that some choice leads on; returns whether there are any.
    fn rank_layers(&mut self) -> Result<bool, Stopped> {
        let mut settled: FxHashMap<u32, Lit> = FxHashMap::default();
        let mut found = false;
        for id in self.unranked() {
            self.go_on()?;
            let Part { unranked, layers, .. } = self.part(id);
            let unranked = *unranked;
            if layers.len() >= MOST_LAYERS || !self.is_worth_trying(id, Kind::ByValues) {
                continue;
            }
            let before = &self.nodes[self.expansions[id.0].node as usize].state;
            let (used, mut roots) = (before.used, before.values.clone());
            let onward = self.onward(id, &mut |of, step| {
                if of.is_settled(step.node) {
                    Some(step.live)
                } else {
                    of.leads_by_values(used, step, &mut settled)
                }
            });
            let layer = self.terms.graph.and(unranked, onward);
            let rest = self.terms.graph.and(unranked, !onward);
            roots.push(self.part(id).guard);
            let most = LAYER_NODES + LAYER_NODES_PER_NODE * self.terms.graph.size(&roots);
            if layer == Lit::FALSE
                || self.terms.graph.size(&[layer, rest]) > most
                || !self.satisfiable(layer)?
            {
                continue;
            }
            let rest = if self.satisfiable(rest)? { rest } else { Lit::FALSE };
            self.add_layer(id, layer, rest);
            self.statistics.layers += 1;
            settled.remove(&self.place_of(id));
            found = true;
        }
        Ok(found)
    }

    fn part(&self, (expansion, part): PartId) -> &Part {
        &self.expansions[expansion].parts[part]
    }

    fn place_of(&self, (expansion, _): PartId) -> u32 {
        self.places[&self.nodes[self.expansions[expansion].node as usize].state.place]
    }

    /// What is known of a place is not what it was.
    pub fn note_change(&mut self, place: u32) {
        self.clock += 1;
        self.known[place as usize].changed = self.clock;
    }

    /// Whether something that a part leads to has changed since it was last tried to give it ranks; notes that it is.
    fn is_worth_trying(&mut self, (expansion, part): PartId, kind: Kind) -> bool {
        let part = &mut self.expansions[expansion].parts[part];
        let tried = std::mem::replace(&mut part.tried[kind as usize], self.clock);
        part.steps.iter().any(|step| self.known[step.place as usize].changed > tried)
    }

    fn add_layer(&mut self, id: PartId, layer: Lit, rest: Lit) {
        self.ranked += 1;
        self.note_change(self.place_of(id));
        let (expansion, part) = id;
        let part = &mut self.expansions[expansion].parts[part];
        part.layers.push((layer, self.ranked));
        part.unranked = rest;
    }

    /// When some step of a part leads on, where `when` tells it of each step.
    fn onward(&mut self, id: PartId, when: &mut dyn FnMut(&mut Self, LoneStep) -> Option<Lit>) -> Lit {
        let steps = self.part(id).steps.clone();
        let some: Vec<Lit> = steps.into_iter().filter_map(|step| when(self, step)).collect();
        self.terms.graph.any(some)
    }

    /// Whether all states of a node have ranks, or all threads run there.
    fn is_settled(&self, node: u32) -> bool {
        let is_settled = |e: u32| self.expansions[e as usize].parts.iter().all(Part::is_settled);
        match self.nodes[node as usize].fate {
            Fate::Waiting => false,
            Fate::Explored(expansion) => is_settled(expansion),
            Fate::Held { place, members } => {
                let members = &self.known[place as usize].members[..members];
                members.iter().all(|m| is_settled(m.expansion))
            }
        }
    }

    /// When choices beyond the first `used` ones lead to values of a node that have ranks; absent if that is not known.
    fn leads_by_values(
        &mut self,
        used: usize,
        LoneStep { node, place, .. }: LoneStep,
        settled: &mut FxHashMap<u32, Lit>,
    ) -> Option<Lit> {
        let state = &self.nodes[node as usize].state;
        let (values, guard, next_used) = (state.values.clone(), state.guard, state.used);
        if next_used - used > MOST_CHOICES {
            return None;
        }
        let set = match settled.get(&place) {
            Some(set) => *set,
            None => {
                let set = self.settled_values(place);
                settled.insert(place, set);
                set
            }
        };
        if set == Lit::FALSE {
            return None;
        }
        if planted(Fault::RankedByOtherValues) {
            return exists_made(&mut self.terms, guard, used, next_used);
        }
        let bits = self.value_bits(values.len());
        let mut replaced = Substitution::new(bits.into_iter().zip(values));
        let inside = self.terms.graph.substitute_one(set, &mut replaced);
        let inside = self.terms.graph.and(guard, inside);
        exists_made(&mut self.terms, inside, used, next_used)
    }

    /// Values at a place that have ranks, or with which all threads run, as a formula over bits; not more than these.
    fn settled_values(&mut self, place: u32) -> Lit {
        let mut members = std::mem::take(&mut self.known[place as usize].members);
        let mut union = Lit::FALSE;
        for member in &mut members {
            let expansion = &self.expansions[member.expansion as usize];
            let (whole, node) = (expansion.parts.iter().all(Part::is_settled), expansion.node);
            let ranked: Vec<Lit> = expansion.parts.iter().flat_map(Part::settled).collect();
            let state = &self.nodes[node as usize].state;
            let values = state.values.clone();
            let ranked = self.terms.graph.any(ranked);
            if ranked == Lit::FALSE {
                continue;
            }
            let (body, closed) = if whole {
                let set = self.set_of(member);
                (set.body(), set.is_closed())
            } else {
                let set = self.set(&values, ranked);
                (set.body(), set.is_closed())
            };
            if closed {
                union = self.terms.graph.or(union, body);
            }
        }
        self.known[place as usize].members = members;
        union
    }
}
