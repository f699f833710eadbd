//! Counter paths mapped back to thread identities [BMWK10, section 6.3].

use super::Counter;
use super::image::{Effect, Step};
use crate::multiset::{LocalId, Multiset, Pair, join, leave};
use std::sync::Arc;
use tw_boolprog::TraceBuilder;
use tw_boolprog::semantics::{State, Thread};
use tw_explore::{Exploration, Index};
use tw_verdict::Trace;

impl Counter {
    /// The executable schedule of the path to state `index`.
    pub(super) fn trace(&mut self, exploration: &Exploration, index: Index) -> Trace {
        let store = exploration.flat();
        let path = store.path(index);
        let mut states = path.iter().map(|i| {
            let mut state = Multiset::default();
            state.unpack(store.get(*i));
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
        let fails = |i: usize| {
            self.image.steps(state.shared, state.pairs[i].0).failing.map(|edge| (state.pairs[i].0, edge))
        };
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
        State {
            shared: self.image.shared(state.shared).clone(),
            threads: threads.iter().map(thread).collect(),
        }
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
    fn distribution(
        &mut self,
        number: u32,
        others: &[Pair],
        active: LocalId,
        next: &Multiset,
    ) -> Option<Vec<Vec<Pair>>> {
        let mut room = next.pairs.clone();
        let at = room.iter().position(|(l, _)| *l == active)?;
        leave(&mut room, at);
        let options: Vec<_> = others.iter().map(|(l, _)| self.image.passive_options(number, *l)).collect();
        let mut filling = Filling { others, options: &options, room, moves: vec![Vec::new(); others.len()] };
        let filled = match others.first() {
            None => filling.room.is_empty(),
            Some((_, count)) => filling.place(0, 0, *count),
        };
        filled.then_some(filling.moves)
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
                    *local =
                        if i == mover { step.local } else { self.image.released(*local).unwrap_or(*local) };
                }
            }
            Effect::Passive(number) => {
                let mut others: Vec<Pair> = Vec::new();
                threads
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| *i != mover)
                    .for_each(|(_, l)| join(&mut others, *l, 1));
                let moves = self
                    .distribution(number, &others, step.local, next)
                    .expect("this step leads to the next state");
                let mut goes: Vec<(LocalId, Vec<Pair>)> = others.iter().map(|(l, _)| *l).zip(moves).collect();
                for (i, local) in threads.iter_mut().enumerate() {
                    if i == mover {
                        *local = step.local;
                        continue;
                    }
                    let (_, moves) =
                        goes.iter_mut().find(|(l, _)| l == local).expect("every thread is in a pair");
                    let (to, left) = moves.iter_mut().find(|(_, n)| *n > 0).expect("every thread has a move");
                    *left -= 1;
                    *local = *to;
                }
            }
        }
    }
}

/// A search for the ways in which the threads of `others` fill `room` exactly.
struct Filling<'a> {
    others: &'a [Pair],
    options: &'a [Arc<[LocalId]>],
    room: Vec<Pair>,
    moves: Vec<Vec<Pair>>,
}

impl Filling<'_> {
    /// Places `left` threads of pair `at` into its options from `option` on, then the pairs behind it.
    fn place(&mut self, at: usize, option: usize, left: u32) -> bool {
        if left == 0 {
            return match self.others.get(at + 1) {
                None => self.room.iter().all(|(_, n)| *n == 0),
                Some((_, count)) => self.place(at + 1, 0, *count),
            };
        }
        let Some(local) = self.options[at].get(option).copied() else { return false };
        let slot = self.room.iter().position(|(l, _)| *l == local);
        let free = slot.map_or(0, |s| self.room[s].1.min(left));
        for used in (0..=free).rev() {
            if let Some(s) = slot {
                self.room[s].1 -= used;
            }
            self.moves[at].push((local, used));
            if self.place(at, option + 1, left - used) {
                return true;
            }
            self.moves[at].pop();
            if let Some(s) = slot {
                self.room[s].1 += used;
            }
        }
        false
    }
}
