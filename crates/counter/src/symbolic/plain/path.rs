//! From a violation back to an initial state, then forwards with the values of dead variables.

use super::{Place, Plain, Taken, Violation};
use tw_boolprog::semantics::{State, Thread};
use tw_boolprog::{Action, TraceBuilder, Valuation};
use tw_solver::{Bdd, Full};
use tw_verdict::Trace;

/// A concrete state; values of dead variables mean nothing.
#[derive(Clone)]
struct Point {
    shared: Vec<bool>,
    slots: Vec<Vec<bool>>,
}

impl Plain {
    /// The executable schedule to a violation.
    pub(super) fn trace(&mut self, violation: Violation) -> Result<Trace, Full> {
        let (mut expansion, set) = match violation {
            Violation::Assertion { expansion, slot, edge } => {
                let fails = self.failure(edge, slot)?;
                (expansion, self.expansions[expansion as usize].set.and(&fails)?)
            }
            Violation::Target { expansion, .. } => {
                (expansion, self.expansions[expansion as usize].set.clone())
            }
        };
        let mut point = self.point(&set);
        let mut moves = Vec::new();
        loop {
            let members = &self.expansions[expansion as usize].members;
            let holds = |member: &&u32| self.holds(&self.found[**member as usize].set, &point);
            let member = *members.iter().find(holds).expect("a state of the union is in a member");
            let Some((before, taken)) = self.found[member as usize].from else { break };
            let place = self.place_of(expansion);
            let earlier = self.before(before, taken, &place, &point)?;
            moves.push((taken, place, point));
            (point, expansion) = (earlier, before);
        }
        moves.reverse();
        let place = self.place_of(expansion);
        self.forwards(violation, &place, &point, &moves)
    }

    fn place_of(&self, expansion: u32) -> Place {
        self.known[self.expansions[expansion as usize].place as usize].place.clone()
    }

    /// Some state of a set.
    fn point(&self, set: &Bdd) -> Point {
        let picked = set.pick().expect("sets of states are not empty");
        let value = |number: u32| picked.contains(&(number, true));
        let locals = self.program.locals.len();
        let slot = |slot: usize| (0..locals).map(|v| value(self.variables.local(slot, v, false))).collect();
        Point {
            shared: (0..self.program.shared.len()).map(|v| value(self.variables.shared(v, false))).collect(),
            slots: (0..self.question.bounds.threads.limit() as usize).map(slot).collect(),
        }
    }

    fn holds(&self, set: &Bdd, point: &Point) -> bool {
        let (shared, locals) = (self.program.shared.len(), self.program.locals.len());
        set.contains(|number| {
            let place = number as usize / 2;
            let index = self.variables.named(number);
            if place < shared { point.shared[index] } else { point.slots[(place - shared) / locals][index] }
        })
    }

    /// The values of a point that matter at `place`, by the numbers that `number` gives for (slot, variable) and for
    /// shared variables.
    fn literals(
        &self,
        place: &Place,
        point: &Point,
        shared: impl Fn(usize) -> u32,
        local: impl Fn(usize, usize) -> u32,
    ) -> Vec<(u32, bool)> {
        let mut literals: Vec<_> =
            point.shared.iter().enumerate().map(|(v, value)| (shared(v), *value)).collect();
        for (slot, loc) in place.iter().enumerate() {
            let Some(loc) = *loc else { continue };
            let live = (0..self.program.locals.len()).filter(|v| self.lives(loc, *v));
            literals.extend(live.map(|v| (local(slot, v), point.slots[slot][v])));
        }
        literals
    }

    /// A state of an expansion from which the step leads to `point` at `place`.
    fn before(&mut self, expansion: u32, taken: Taken, place: &Place, point: &Point) -> Result<Point, Full> {
        let program = self.program.clone();
        let set = self.expansions[expansion as usize].set.clone();
        let old_place = self.place_of(expansion);
        let shared = |v| self.variables.shared(v, false);
        match &program.edges[taken.edge].action {
            Action::Assign(assign) => {
                let assigned = self.assigned(assign, &old_place, taken.slot);
                let new = |number: u32| {
                    assigned.iter().find(|(old, _)| *old == number).map_or(number, |(_, new)| *new)
                };
                let local = |slot, v| new(self.variables.local(slot, v, false));
                let literals = self.literals(place, point, |v| new(shared(v)), local);
                let cube = self.diagrams.cube(literals)?;
                let pairs = self.pairs(taken.edge, assign, &old_place, taken.slot, &set)?;
                Ok(self.point(&pairs.and(&cube)?))
            }
            Action::Start(start) if taken.child.is_some() => {
                let child = taken.child.expect("asked just before");
                let mut rest = place.clone();
                rest[child] = None;
                let local = |slot, v| self.variables.local(slot, v, false);
                let cube = self.diagrams.cube(self.literals(&rest, point, shared, local))?;
                let copied = (0..program.locals.len()).filter(|v| self.lives(*start, *v));
                let copied = copied.map(|v| (local(taken.slot, v), point.slots[child][v]));
                let copied = self.diagrams.cube(copied)?;
                Ok(self.point(&set.and(&cube)?.and(&copied)?))
            }
            _ => {
                let local = |slot, v| self.variables.local(slot, v, false);
                let cube = self.diagrams.cube(self.literals(place, point, shared, local))?;
                Ok(self.point(&set.and(&cube)?))
            }
        }
    }

    fn forwards(
        &mut self,
        violation: Violation,
        start: &Place,
        point: &Point,
        moves: &[(Taken, Place, Point)],
    ) -> Result<Trace, Full> {
        let program = self.program.clone();
        let mut slots: Vec<usize> = (0..start.len()).filter(|slot| start[*slot].is_some()).collect();
        let mut threads = Vec::new();
        for slot in &slots {
            let mut vars = Valuation::from_bits(&point.slots[*slot]);
            program.locals.iter().enumerate().for_each(|(v, var)| {
                if let Some(value) = var.init {
                    vars.set(v, value);
                }
            });
            threads.push(Thread { loc: start[*slot].expect("occupied slots only"), vars });
        }
        let mut state = State { shared: Valuation::from_bits(&point.shared), threads };
        let mut builder = TraceBuilder::new(&program, &state);
        for (taken, place, point) in moves {
            let position = slots.iter().position(|s| *s == taken.slot).expect("threads that move are alive");
            let next = self.settled(*taken, &slots, &state, place, point)?;
            builder.step(position, taken.edge, &state, &next);
            slots.extend(taken.child);
            if place[taken.slot].is_none() {
                slots.remove(position);
            }
            state = next;
        }
        Ok(match violation {
            Violation::Assertion { slot, edge, .. } => {
                let position = slots.iter().position(|s| *s == slot).expect("who fails is alive");
                builder.failing(position, edge)
            }
            Violation::Target { target, .. } => builder.reaching(self.question.targets[target].to_string()),
        })
    }

    /// The state behind a step from `state`, with the live values of `point` at `place`.
    fn settled(
        &mut self,
        taken: Taken,
        slots: &[usize],
        state: &State,
        place: &Place,
        point: &Point,
    ) -> Result<State, Full> {
        let program = self.program.clone();
        let position = slots.iter().position(|s| *s == taken.slot).expect("threads that move are alive");
        let mut next = state.clone();
        if let Some(child) = taken.child {
            let vars = state.threads[position].vars.clone();
            next.threads.push(Thread { loc: place[child].expect("the child is somewhere"), vars });
        }
        for (at, slot) in slots.iter().enumerate() {
            if let Some(loc) = place[*slot] {
                next.threads[at].loc = loc;
            }
        }
        if let Action::Assign(assign) = &program.edges[taken.edge].action {
            let mut old_place: Place = vec![None; place.len()];
            slots.iter().zip(&state.threads).for_each(|(slot, t)| old_place[*slot] = Some(t.loc));
            let shared =
                (0..program.shared.len()).map(|v| (self.variables.shared(v, false), state.shared.get(v)));
            let mut old: Vec<(u32, bool)> = shared.collect();
            for (slot, thread) in slots.iter().zip(&state.threads) {
                let values = (0..program.locals.len())
                    .map(|v| (self.variables.local(*slot, v, false), thread.vars.get(v)));
                old.extend(values);
            }
            let old = self.diagrams.cube(old)?;
            let pairs = self.pairs(taken.edge, assign, &old_place, taken.slot, &old)?;
            let assigned = self.assigned(assign, &old_place, taken.slot);
            let new = |number: u32| assigned.iter().find(|(old, _)| *old == number).map(|(_, new)| *new);
            let local = |slot, v| self.variables.local(slot, v, false);
            let literals = self.literals(place, point, |v| self.variables.shared(v, false), local);
            let wanted = literals.into_iter().filter_map(|(number, value)| Some((new(number)?, value)));
            let cube = self.diagrams.cube(wanted)?;
            let picked = pairs.and(&cube)?.pick().expect("the live values can be reached");
            let value = |number: u32| new(number).map(|new| picked.contains(&(new, true)));
            for v in 0..program.shared.len() {
                if let Some(value) = value(self.variables.shared(v, false)) {
                    next.shared.set(v, value);
                }
            }
            for (at, slot) in slots.iter().enumerate() {
                for v in 0..program.locals.len() {
                    if let Some(value) = value(local(*slot, v)) {
                        next.threads[at].vars.set(v, value);
                    }
                }
            }
        }
        if place[taken.slot].is_none() {
            next.threads.remove(position);
        }
        Ok(next)
    }
}
