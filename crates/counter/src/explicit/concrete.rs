//! Counter paths mapped back to thread identities [BMWK10, section 6.3].

use super::Counter;
use super::image::{Effect, LocalId, Step};
use super::multiset::{Multiset, Pair, join, leave};
use tw_boolprog::semantics::{State, Thread};
use tw_boolprog::TraceBuilder;
use tw_explore::{Exploration, Index};
use tw_verdict::Trace;

impl Counter {
    /// The executable schedule of the path to state `index`.
    pub(super) fn trace(&mut self, exploration: &Exploration, index: Index) -> Trace {
        let path = exploration.path(index);
        let mut states = path.iter().map(|i| {
            let mut state = Multiset { shared: tw_index::Id::from_index(0), pairs: Vec::new() };
            state.unpack(exploration.store.get(*i));
            state
        });
        let program = self.image.program.clone();
        let mut state = states.next().expect("paths have a state");
        let mut threads: Vec<LocalId> = state.pairs.iter().flat_map(|(l, n)| vec![*l; *n as usize]).collect();
        let mut concrete = self.concrete(&state, &threads);
        let mut builder = TraceBuilder::new(&program, &concrete);
        for next in states {
            let (from, step) = self.find_step(&state, &next);
            let mover = threads.iter().position(|l| *l == from).expect("occupied local states have a thread");
            self.apply(step, mover, &mut threads, &next);
            let after = self.concrete(&next, &threads);
            builder.step(mover, step.edge, &concrete, &after);
            (state, concrete) = (next, after);
        }
        if let Some(target) = self.reached_target(&state) {
            return builder.reaching(self.question.targets[target].to_string());
        }
        let runnable = self.runnable(&state);
        let fails = |i: usize| self.image.steps(state.shared, state.pairs[i].0).failing.map(|edge| (state.pairs[i].0, edge));
        let failing = runnable.into_iter().find_map(fails);
        let (local, edge) = failing.expect("a violating state has a target or a failing assertion");
        let mover = threads.iter().position(|l| *l == local).expect("occupied local states have a thread");
        builder.failing(mover, edge)
    }

    fn concrete(&self, state: &Multiset, threads: &[LocalId]) -> State {
        let thread = |id: &LocalId| {
            let local = self.image.local(*id);
            Thread { loc: local.loc, vars: local.vars.clone() }
        };
        State { shared: self.image.shared(state.shared).clone(), threads: threads.iter().map(thread).collect() }
    }

    /// The step that leads from `state` to `next`, with the local state of its thread.
    fn find_step(&mut self, state: &Multiset, next: &Multiset) -> (LocalId, Step) {
        for pair in self.runnable(state) {
            let local = state.pairs[pair].0;
            let steps = self.image.steps(state.shared, local);
            let mut index = 0;
            while let Some(step) = self.image.step(steps, index) {
                index += 1;
                if step.shared == next.shared && self.leads_to(state, pair, step, next) {
                    return (local, step);
                }
            }
        }
        unreachable!("a state on a path is a successor of the one before")
    }

    fn leads_to(&mut self, state: &Multiset, pair: usize, step: Step, next: &Multiset) -> bool {
        let mut pairs = state.pairs.clone();
        leave(&mut pairs, pair);
        match step.effect {
            Effect::None => join(&mut pairs, step.local, 1),
            Effect::End => {}
            Effect::Start(child) => {
                join(&mut pairs, step.local, 1);
                if state.threads() < next.threads() {
                    join(&mut pairs, child, 1);
                }
            }
            Effect::Broadcast => {
                std::mem::swap(&mut self.scratch, &mut pairs);
                self.broadcast(step.local);
                std::mem::swap(&mut self.scratch, &mut pairs);
            }
            Effect::Passive(number) => return self.distribution(number, &pairs, step.local, next).is_some(),
        }
        pairs == next.pairs
    }

    /// How many threads of each pair of `others` go where in a passive step to `next`.
    fn distribution(&mut self, number: u32, others: &[Pair], active: LocalId, next: &Multiset) -> Option<Vec<Vec<Pair>>> {
        let mut room = next.pairs.clone();
        let at = room.iter().position(|(l, _)| *l == active)?;
        leave(&mut room, at);
        let options: Vec<_> = others.iter().map(|(l, _)| self.image.passive_options(number, *l)).collect();
        let mut moves = vec![Vec::new(); others.len()];
        fill(others, &options, 0, &mut room, &mut moves).then_some(moves)
    }

    /// Moves the threads as `step` of thread `mover` does.
    fn apply(&mut self, step: Step, mover: usize, threads: &mut Vec<LocalId>, next: &Multiset) {
        match step.effect {
            Effect::None => threads[mover] = step.local,
            Effect::End => {
                threads.remove(mover);
            }
            Effect::Start(child) => {
                threads[mover] = step.local;
                if next.threads() > threads.len() as u64 {
                    threads.push(child);
                }
            }
            Effect::Broadcast => {
                for (i, local) in threads.iter_mut().enumerate() {
                    *local = if i == mover { step.local } else { self.image.released(*local).unwrap_or(*local) };
                }
            }
            Effect::Passive(number) => {
                let mut others: Vec<Pair> = Vec::new();
                threads.iter().enumerate().filter(|(i, _)| *i != mover).for_each(|(_, l)| join(&mut others, *l, 1));
                let moves = self.distribution(number, &others, step.local, next).expect("this step leads to the next state");
                let mut goes: Vec<(LocalId, Vec<Pair>)> = others.iter().map(|(l, _)| *l).zip(moves).collect();
                for (i, local) in threads.iter_mut().enumerate() {
                    if i == mover {
                        *local = step.local;
                        continue;
                    }
                    let (_, moves) = goes.iter_mut().find(|(l, _)| l == local).expect("every thread is in a pair");
                    let (to, left) = moves.iter_mut().find(|(_, n)| *n > 0).expect("every thread has a move");
                    *left -= 1;
                    *local = *to;
                }
            }
        }
    }
}

/// Distributes the threads of `others[at..]` over their options so that `room` is filled exactly.
fn fill(others: &[Pair], options: &[std::rc::Rc<[LocalId]>], at: usize, room: &mut Vec<Pair>, moves: &mut Vec<Vec<Pair>>) -> bool {
    let Some((_, count)) = others.get(at) else { return room.iter().all(|(_, n)| *n == 0) };
    let choose = |room: &mut Vec<Pair>, moves: &mut Vec<Vec<Pair>>| -> bool { fill(others, options, at + 1, room, moves) };
    place(&options[at], *count, room, moves, at, &choose)
}

/// Places `count` threads of pair `at` into the first options that have room, backtracking.
fn place(
    options: &[LocalId], count: u32, room: &mut Vec<Pair>, moves: &mut Vec<Vec<Pair>>, at: usize,
    rest: &dyn Fn(&mut Vec<Pair>, &mut Vec<Vec<Pair>>) -> bool,
) -> bool {
    if count == 0 {
        return rest(room, moves);
    }
    let Some((first, others)) = options.split_first() else { return false };
    let slot = room.iter().position(|(l, _)| l == first);
    let free = slot.map_or(0, |s| room[s].1.min(count));
    for used in (0..=free).rev() {
        if let Some(s) = slot {
            room[s].1 -= used;
        }
        moves[at].push((*first, used));
        if place(others, count - used, room, moves, at, rest) {
            return true;
        }
        moves[at].pop();
        if let Some(s) = slot {
            room[s].1 += used;
        }
    }
    false
}
