//! Schedules that people can follow: fewer context switches, no irrelevant steps.
//!
//! *What*: a trace is a linear order; only the order of *dependent* steps matters. Steps that the
//! violation does not depend on are dropped, the others are put in an order, chosen greedily, in which
//! a thread runs as long as it can. The result is only a suggestion: the caller replays it.

use crate::checked::Var;
use crate::formula::Owner;
use crate::program::{Action, Edge, EdgeId, Program};
use tw_index::{BitSet, Id};
use tw_verdict::{Trace, TraceStep, Violation};

/// The trace with fewer switches, if some order has fewer.
pub fn few_switches(program: &Program, trace: &Trace) -> Trace {
    let accesses: Vec<Accesses> = trace.steps.iter().map(|s| Accesses::of(program, s)).collect();
    let blocks = atomic_blocks(program, trace);
    let before = dependencies(trace, &accesses, &blocks);
    let needed = needed_blocks(trace, &before, &accesses);
    let order = schedule(trace, &blocks, &before, &needed);
    let steps = order.into_iter().flat_map(|b| blocks[b].clone()).map(|i| trace.steps[i].clone()).collect();
    Trace { steps, ..trace.clone() }
}

/// What a step touches, as far as other threads can tell.
#[derive(Default)]
struct Accesses {
    reads: BitSet,
    writes: BitSet,
    /// Sees or changes the number or the variables of other threads: kept in place.
    global: bool,
    ends: bool,
}

impl Accesses {
    fn of(program: &Program, step: &TraceStep) -> Self {
        let edge = &program.edges[EdgeId::from_index(step.edge as usize)];
        let mut accesses = Accesses { ends: matches!(edge.action, Action::End), ..Accesses::default() };
        let mut read = |formula| {
            let leaves = program.formulas.leaves(formula).into_iter().filter(|l| l.owner == Owner::Shared);
            leaves.for_each(|l| {
                accesses.reads.insert(l.index as usize);
            });
        };
        match &edge.action {
            Action::Assert(possible) => read(possible.no),
            Action::Assign(assign) => {
                read(assign.guard);
                read(assign.constraint);
                assign.targets.iter().for_each(|(_, p)| {
                    read(p.no);
                    read(p.yes);
                });
            }
            _ => {}
        }
        if let Action::Assign(assign) = &edge.action {
            for (var, _) in &assign.targets {
                if let Var::Shared(v) = var {
                    accesses.writes.insert(v.index());
                }
            }
        }
        accesses.global = is_global(program, edge);
        accesses
    }

    fn depends(&self, other: &Accesses) -> bool {
        self.global
            || other.global
            || self.writes.intersects(&other.writes)
            || self.writes.intersects(&other.reads)
            || self.reads.intersects(&other.writes)
    }
}

fn is_global(program: &Program, edge: &Edge) -> bool {
    let enters_wait = program.released(edge.to).is_some();
    edge.passive().is_some() || enters_wait || matches!(edge.action, Action::Start(_) | Action::End | Action::Broadcast)
}

/// Ranges of steps that belong together: an atomic section is one block.
fn atomic_blocks(program: &Program, trace: &Trace) -> Vec<std::ops::Range<usize>> {
    let mut blocks: Vec<std::ops::Range<usize>> = Vec::new();
    let mut inside = false;
    for (i, step) in trace.steps.iter().enumerate() {
        let edge = &program.edges[EdgeId::from_index(step.edge as usize)];
        match blocks.last_mut() {
            Some(block) if inside => block.end = i + 1,
            _ => blocks.push(i..i + 1),
        }
        inside = program.in_atomic(edge.to) && !matches!(edge.action, Action::End);
    }
    blocks
}

/// For each block, the earlier blocks it depends on.
fn dependencies(trace: &Trace, accesses: &[Accesses], blocks: &[std::ops::Range<usize>]) -> Vec<Vec<usize>> {
    let thread = |b: usize| trace.steps[blocks[b].start].thread;
    let dependent = |a: usize, b: usize| {
        thread(a) == thread(b) || blocks[a].clone().any(|i| blocks[b].clone().any(|j| accesses[i].depends(&accesses[j])))
    };
    (0..blocks.len()).map(|b| (0..b).filter(|a| dependent(*a, b)).collect()).collect()
}

/// The blocks that the violation depends on.
fn needed_blocks(trace: &Trace, before: &[Vec<usize>], accesses: &[Accesses]) -> Vec<bool> {
    let mut needed = vec![false; before.len()];
    // A target is about all threads, and ends free places under the bound: nothing is dropped then.
    let all = trace.violation != Violation::Assertion || accesses.iter().any(|a| a.ends);
    for block in (0..before.len()).rev() {
        if all || block + 1 == before.len() {
            needed[block] = true;
        }
        if needed[block] {
            before[block].iter().for_each(|b| needed[*b] = true);
        }
    }
    needed
}

/// Greedy: stay in a thread while its next block is ready; otherwise take the thread that can run longest.
fn schedule(trace: &Trace, blocks: &[std::ops::Range<usize>], before: &[Vec<usize>], needed: &[bool]) -> Vec<usize> {
    let thread = |b: usize| trace.steps[blocks[b].start].thread;
    let mut done = vec![false; blocks.len()];
    let mut order: Vec<usize> = Vec::new();
    let total = needed.iter().filter(|n| **n).count();
    while order.len() < total {
        let ready = |b: usize, done: &[bool]| needed[b] && !done[b] && before[b].iter().all(|a| done[*a] || !needed[*a]);
        let run_of = |first: usize| {
            let mut trial = done.clone();
            let mut run = Vec::new();
            for b in (first..blocks.len()).filter(|b| thread(*b) == thread(first) && needed[*b] && !done[*b]) {
                if !ready(b, &trial) {
                    break;
                }
                trial[b] = true;
                run.push(b);
            }
            run
        };
        let candidates = (0..blocks.len()).filter(|b| ready(*b, &done));
        let mut best: Option<Vec<usize>> = None;
        let mut seen: Vec<u32> = Vec::new();
        for first in candidates {
            if seen.contains(&thread(first)) {
                continue;
            }
            seen.push(thread(first));
            let mut run = run_of(first);
            // The last block is the violation: it must come last.
            if order.len() + run.len() < total {
                run.retain(|b| *b + 1 < blocks.len());
            }
            if run.len() > best.as_ref().map_or(0, Vec::len) {
                best = Some(run);
            }
        }
        let Some(run) = best else {
            // Only the violating thread can go on, but others have to first: keep the found order.
            return (0..blocks.len()).filter(|b| needed[*b]).collect();
        };
        run.iter().for_each(|b| done[*b] = true);
        order.extend(run);
    }
    order
}
