//! Paths of symbolic states mapped back to concrete schedules \[BMWK10, section 6.3\].
//!
//! *How*: backwards from the violation, one concrete state at a time. A step between sets is exact: every concrete
//! state of the later set has a predecessor in the earlier one, found by asking the relation of the step for old values
//! that lead to the new ones. A joined state is followed into the part that holds the concrete state. Values of dead
//! variables are not known on the way back; a second pass from the initial state forwards settles them, with the same
//! edges and the same live values.

use super::image::{Effect, Step};
use super::nodes::Origin;
use super::{Engine, Violation};
use crate::multiset::{LocalId, Pair};
use tw_boolprog::semantics::{State, Thread};
use tw_boolprog::{Action, Leaf, Loc, Owner, TraceBuilder, Valuation};
use tw_encode::Named;
use tw_solver::{Bdd, Full};
use tw_verdict::Trace;

/// A thread on the way back.
#[derive(Clone)]
struct Back {
    /// Its name along the whole path.
    name: u32,
    /// The set of local states it is counted in.
    slot: LocalId,
    values: Vec<bool>,
}

/// A concrete state on the way back; values of dead variables mean nothing.
#[derive(Clone)]
struct Point {
    shared: Vec<bool>,
    threads: Vec<Back>,
}

/// A step on the way back.
struct Move {
    /// Number of the step in the image.
    step: Step,
    /// Who moves.
    mover: u32,
    /// Who is created.
    child: Option<u32>,
    /// The state after the step.
    after: Point,
}

impl Engine {
    /// The executable schedule to a violation.
    pub(super) fn trace(&mut self, violation: Violation) -> Result<Trace, Full> {
        let (node, mut point) = self.end(violation)?;
        let failing = match violation {
            Violation::Assertion { local, .. } => {
                point.threads.iter().find(|t| t.slot == local).map(|t| t.name)
            }
            Violation::Target { .. } => None,
        };
        let mut names = point.threads.len() as u32;
        let mut moves = Vec::new();
        let mut at = node;
        loop {
            match self.nodes.nodes[at as usize].origin {
                Origin::Initial => break,
                Origin::JoinedShared(members) => {
                    let members = self.nodes.members(members);
                    let shared = |node: u32| self.nodes.nodes[node as usize].shared;
                    let member = members.iter().find(|(m, _)| self.holds_shared(shared(*m), &point.shared));
                    at = member.expect("a state of the union is in a member").0;
                }
                Origin::JoinedThread(members, union) => {
                    let thread = point.threads.iter().position(|t| t.slot == union);
                    let thread = thread.expect("the thread is counted");
                    let values = &point.threads[thread].values;
                    let members = self.nodes.members(members);
                    let member = members.iter().find(|(_, local)| self.holds_local(*local, values));
                    let (member, local) = *member.expect("a state of the union is in a member");
                    point.threads[thread].slot = local;
                    at = member;
                }
                Origin::Step { parent, from, step } => {
                    let step = self.image.step_of(step);
                    let (before, mover, child) = self.back(parent, from, step, &point, &mut names)?;
                    moves.push(Move { step, mover, child, after: point });
                    (point, at) = (before, parent);
                }
            }
        }
        moves.reverse();
        self.forwards(violation, failing, point, moves)
    }

    /// A concrete state of the violating set.
    fn end(&mut self, violation: Violation) -> Result<(u32, Point), Full> {
        let (node, failing) = match violation {
            Violation::Assertion { node, local, edge } => (node, Some((local, edge))),
            Violation::Target { node, .. } => (node, None),
        };
        let shared = self.image.sets.shared(self.nodes.nodes[node as usize].shared).clone();
        let (mut shared_values, mut failing_values) = (self.shared_values(&shared), None);
        if let Some((local, edge)) = failing {
            let fails = self.image.sets.fails(edge)?;
            let both = shared.and(self.image.sets.local(local))?.and(&fails)?;
            shared_values = self.shared_values(&both);
            failing_values = Some((local, self.local_values(&both)));
        }
        let mut threads: Vec<Back> = Vec::new();
        for (slot, count) in self.nodes.pairs(node).to_vec() {
            for _ in 0..count {
                let given = failing_values.take_if(|(local, _)| *local == slot).map(|(_, values)| values);
                let values = given.unwrap_or_else(|| self.local_values(self.image.sets.local(slot)));
                threads.push(Back { name: threads.len() as u32, slot, values });
            }
        }
        Ok((node, Point { shared: shared_values, threads }))
    }

    fn holds_shared(&self, set: crate::multiset::SharedId, values: &[bool]) -> bool {
        self.image.sets.shared(set).contains(|number| self.value(number, values, &[]))
    }

    fn holds_local(&self, set: LocalId, values: &[bool]) -> bool {
        self.image.sets.local(set).contains(|number| self.value(number, &[], values))
    }

    fn value(&self, number: u32, shared: &[bool], local: &[bool]) -> bool {
        match self.image.sets.variables.named(number) {
            Named::Shared(v) => shared[v],
            Named::Local(v) => local[v],
        }
    }

    /// Some shared values of a set.
    fn shared_values(&self, set: &Bdd) -> Vec<bool> {
        let picked = set.pick().expect("sets of states are not empty");
        let value =
            |v: usize| picked.iter().any(|(n, value)| *n == self.image.sets.variables.shared(v) && *value);
        (0..self.image.sets.program.shared.len()).map(value).collect()
    }

    /// Some local values of a set.
    fn local_values(&self, set: &Bdd) -> Vec<bool> {
        let picked = set.pick().expect("sets of states are not empty");
        let value =
            |v: usize| picked.iter().any(|(n, value)| *n == self.image.sets.variables.local(v) && *value);
        (0..self.image.sets.program.locals.len()).map(value).collect()
    }

    /// The valuations with the given values of local variables that matter at `loc`.
    fn live_cube(&self, loc: Loc, values: &[bool]) -> Result<Bdd, Full> {
        let live = values.iter().enumerate().filter(|(v, _)| self.image.sets.lives(loc, *v));
        self.image.sets.diagrams.cube(live.map(|(v, value)| (self.image.sets.variables.local(v), *value)))
    }

    /// A state before `step` that leads to `after`, who moves, and who is created.
    fn back(
        &mut self,
        parent: u32,
        from: LocalId,
        step: Step,
        after: &Point,
        names: &mut u32,
    ) -> Result<(Point, u32, Option<u32>), Full> {
        let mut others = after.threads.clone();
        let set = self.image.sets.local(from).clone();
        let take = |others: &mut Vec<Back>, slot: LocalId| {
            let at = others.iter().position(|t| t.slot == slot).expect("the thread is counted");
            others.remove(at)
        };
        if step.effect == Effect::End {
            let mover = Back { name: *names, slot: from, values: self.local_values(&set) };
            *names += 1;
            let name = mover.name;
            others.push(mover);
            return Ok((Point { shared: after.shared.clone(), threads: others }, name, None));
        }
        let mut mover = take(&mut others, step.local);
        let to = self.image.sets.loc(step.local);
        let mut child = None;
        let mut shared = after.shared.clone();
        if matches!(self.image.sets.program.edges[step.edge].action, Action::Assign(_)) {
            let old = self.old_values(parent, from, step, &after.shared, &mover.values)?;
            shared = self.shared_values(&old);
            mover.values = self.local_values(&old);
        } else {
            let mut old = set.and(&self.live_cube(to, &mover.values)?)?;
            if let Effect::Start(slot) = step.effect {
                let created = take(&mut others, slot);
                old = old.and(&self.live_cube(self.image.sets.loc(slot), &created.values)?)?;
                child = Some(created.name);
            }
            mover.values = self.local_values(&old);
        }
        mover.slot = from;
        let mut threads = self.others_back(parent, from, step, others)?;
        let name = mover.name;
        threads.push(mover);
        Ok((Point { shared, threads }, name, child))
    }

    /// The old values of an assignment that leads to the given new ones.
    fn old_values(
        &mut self,
        parent: u32,
        from: LocalId,
        step: Step,
        shared: &[bool],
        local: &[bool],
    ) -> Result<Bdd, Full> {
        let to = self.image.sets.loc(step.local);
        let before = self
            .image
            .sets
            .shared(self.nodes.nodes[parent as usize].shared)
            .and(self.image.sets.local(from))?;
        let pairs = self.image.pairs_of(step.edge, step.effect, &before)?;
        pairs.and(&self.new_cube(step, shared, local, |v| self.image.sets.lives(to, v))?)
    }

    /// The pairs of old and new values with the given new values, of local variables only where `wanted`.
    fn new_cube(
        &self,
        step: Step,
        shared: &[bool],
        local: &[bool],
        wanted: impl Fn(usize) -> bool,
    ) -> Result<Bdd, Full> {
        let number = |owner, v: usize| {
            let old = Leaf { owner, index: v as u32, primed: false };
            self.image.sets.variables.number(Leaf { primed: self.image.assigns(step.edge, old), ..old })
        };
        let shared = shared.iter().enumerate().map(|(v, value)| (number(Owner::Shared, v), *value));
        let local = local.iter().enumerate().filter(|(v, _)| wanted(*v));
        let local = local.map(|(v, value)| (number(Owner::Active, v), *value));
        self.image.sets.diagrams.cube(shared.chain(local))
    }

    /// One valuation of the shared variables and the active thread.
    fn old_cube(&self, shared: &Valuation, local: &Valuation) -> Result<Bdd, Full> {
        let variables = &self.image.sets.variables;
        let shared = (0..self.image.sets.program.shared.len()).map(|v| (variables.shared(v), shared.get(v)));
        let local = (0..self.image.sets.program.locals.len()).map(|v| (variables.local(v), local.get(v)));
        self.image.sets.diagrams.cube(shared.chain(local))
    }

    /// The other threads before the step.
    fn others_back(
        &mut self,
        parent: u32,
        from: LocalId,
        step: Step,
        others: Vec<Back>,
    ) -> Result<Vec<Back>, Full> {
        if !matches!(step.effect, Effect::Broadcast | Effect::Passive(_)) {
            return Ok(others);
        }
        let mut left = others;
        let mut before = Vec::new();
        let pairs: Vec<Pair> = self.nodes.pairs(parent).to_vec();
        for (slot, count) in pairs {
            let count = count - u32::from(slot == from);
            if count == 0 {
                continue;
            }
            let to = match step.effect {
                Effect::Passive(class) => self.image.passive(class, slot)?.expect("the step was taken"),
                _ => self.image.released(slot)?.unwrap_or(slot),
            };
            for _ in 0..count {
                let at = left.iter().position(|t| t.slot == to).expect("the thread is counted");
                let mut thread = left.remove(at);
                let live = self.live_cube(self.image.sets.loc(to), &thread.values)?;
                let old = match step.effect {
                    Effect::Passive(class) => self.image.passive_before(class, slot, &live)?,
                    _ => self.image.sets.local(slot).and(&live)?,
                };
                thread.values = self.local_values(&old);
                thread.slot = slot;
                before.push(thread);
            }
        }
        Ok(before)
    }

    /// The same path from the initial state on, with all values.
    fn forwards(
        &mut self,
        violation: Violation,
        failing: Option<u32>,
        start: Point,
        moves: Vec<Move>,
    ) -> Result<Trace, Full> {
        let program = self.image.sets.program.clone();
        let mut names: Vec<u32> = start.threads.iter().map(|t| t.name).collect();
        let thread =
            |t: &Back| Thread { loc: self.image.sets.loc(t.slot), vars: Valuation::from_bits(&t.values) };
        let mut state = State {
            shared: Valuation::from_bits(&start.shared),
            threads: start.threads.iter().map(thread).collect(),
        };
        // Initial values of dead variables: any that the declarations allow.
        for thread in &mut state.threads {
            program.locals.iter().enumerate().for_each(|(v, var)| {
                if let Some(value) = var.init {
                    thread.vars.set(v, value);
                }
            });
        }
        let mut builder = TraceBuilder::new(&program, &state);
        for Move { step, mover, child, after } in moves {
            let position = names.iter().position(|n| *n == mover).expect("threads that move are alive");
            let next = self.settled(step, position, &names, &state, &after)?;
            builder.step(position, step.edge, &state, &next);
            if let Some(child) = child {
                names.push(child);
            }
            if step.effect == Effect::End {
                names.remove(position);
            }
            state = next;
        }
        Ok(match violation {
            Violation::Assertion { edge, .. } => {
                let name = failing.expect("somebody fails");
                let position = names.iter().position(|n| *n == name).expect("who fails is alive");
                builder.failing(position, edge)
            }
            Violation::Target { target, .. } => builder.reaching(self.question.targets[target].to_string()),
        })
    }

    /// The state after a step from `state`, with the live values of `after`.
    fn settled(
        &mut self,
        step: Step,
        position: usize,
        names: &[u32],
        state: &State,
        after: &Point,
    ) -> Result<State, Full> {
        let program = self.image.sets.program.clone();
        let edge = &program.edges[step.edge];
        let mut next = state.clone();
        match step.effect {
            Effect::End => {
                next.threads.remove(position);
                return Ok(next);
            }
            Effect::Start(child) => {
                let vars = state.threads[position].vars.clone();
                next.threads.push(Thread { loc: self.image.sets.loc(child), vars });
            }
            _ => {}
        }
        next.threads[position].loc = self.image.sets.loc(step.local);
        let wanted = |name: u32| after.threads.iter().find(|t| t.name == name).expect("the thread is alive");
        if let Action::Assign(assign) = &edge.action {
            let local = &wanted(names[position]).values;
            let to = self.image.sets.loc(step.local);
            let old = self.old_cube(&state.shared, &state.threads[position].vars)?;
            let pairs = self.image.pairs_of(step.edge, step.effect, &old)?;
            let pairs = pairs.and(&self.new_cube(step, &after.shared, local, |v| {
                self.image.sets.lives(to, v)
                    && self
                        .image
                        .assigns(step.edge, Leaf { owner: Owner::Active, index: v as u32, primed: false })
            })?)?;
            let picked = pairs.pick().expect("the live values can be reached");
            for (var, _) in &assign.targets {
                let leaf = Leaf { primed: true, ..tw_encode::leaf_of(*var) };
                let value = picked.contains(&(self.image.sets.variables.number(leaf), true));
                match leaf.owner {
                    Owner::Shared => next.shared.set(leaf.index as usize, value),
                    _ => next.threads[position].vars.set(leaf.index as usize, value),
                }
            }
        }
        for other in (0..state.threads.len()).filter(|i| *i != position) {
            let Thread { loc, vars } = &state.threads[other];
            match step.effect {
                Effect::Broadcast => next.threads[other].loc = program.released(*loc).unwrap_or(*loc),
                Effect::Passive(class) => {
                    let values = self.image.passive_after(class, *loc, vars, &wanted(names[other]).values)?;
                    next.threads[other].vars = Valuation::from_bits(&values);
                }
                _ => {}
            }
        }
        Ok(next)
    }
}
