//! Schedules that people can follow: fewer context switches, no irrelevant steps.
//!
//! *What*: a trace is a linear order; only the order of *dependent* steps matters. Steps that the
//! violation does not depend on are dropped, the others are put in an order with as few switches as
//! possible: the best one where the orders can be searched, otherwise greedily one in which a thread
//! runs as long as it can. The result is only a suggestion: the caller replays it.

use crate::checked::Var;
use crate::formula::Owner;
use crate::program::{Action, EdgeId, Program};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use tw_index::{BitSet, Id};
use tw_verdict::{Trace, TraceStep, Violation};

/// The trace with fewer switches, if some order has fewer.
pub fn few_switches(program: &Program, trace: &Trace) -> Trace {
    if trace.steps.is_empty() || trace.steps.len() > MAX_STEPS {
        return trace.clone();
    }
    let accesses: Vec<Accesses> = trace.steps.iter().map(|s| Accesses::of(program, s)).collect();
    let blocks = atomic_blocks(program, trace);
    let before = dependencies(trace, &accesses, &blocks);
    let needed = needed_blocks(trace, &before, &accesses);
    let order = best_order(trace, &blocks, &before, &needed)
        .unwrap_or_else(|| greedy_order(trace, &blocks, &before, &needed));
    let steps = order.into_iter().flat_map(|b| blocks[b].clone()).map(|i| trace.steps[i].clone()).collect();
    Trace { steps, ..trace.clone() }
}

/// Longer traces are left as they are: the dependencies of all pairs of steps are looked at.
const MAX_STEPS: usize = 3000;

/// What a step touches, as far as other threads can tell.
#[derive(Default)]
struct Accesses {
    reads: BitSet,
    writes: BitSet,
    /// Sees or changes the variables of every other thread.
    passive: bool,
    /// Sees or changes the number of threads.
    population: bool,
    creates: bool,
    ends: bool,
    broadcasts: bool,
    enters_wait: bool,
    after_wait: bool,
}

impl Accesses {
    fn of(program: &Program, step: &TraceStep) -> Self {
        let edge = &program.edges[EdgeId::from_index(step.edge as usize)];
        // A thread can be born at a wait: then too the order of broadcasts matters.
        let starts_at_wait = matches!(edge.action, Action::Start(child) if program.released(child).is_some());
        let mut accesses = Accesses {
            passive: edge.passive().is_some(),
            population: edge.passive().is_some() || matches!(edge.action, Action::Start(_) | Action::End),
            creates: matches!(edge.action, Action::Start(_)),
            ends: matches!(edge.action, Action::End),
            broadcasts: matches!(edge.action, Action::Broadcast),
            enters_wait: program.released(edge.to).is_some() || starts_at_wait,
            after_wait: program.edges.iter().any(|e| matches!(e.action, Action::Wait) && e.to == edge.from),
            ..Accesses::default()
        };
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
        accesses
    }

    fn depends(&self, other: &Accesses) -> bool {
        let released =
            |a: &Accesses, b: &Accesses| a.broadcasts && (b.broadcasts || b.enters_wait || b.after_wait);
        self.passive
            || other.passive
            || (self.population && other.population)
            || released(self, other)
            || released(other, self)
            || self.writes.intersects(&other.writes)
            || self.writes.intersects(&other.reads)
            || self.reads.intersects(&other.writes)
    }
}

/// Ranges of steps that belong together: an atomic section is one block.
fn atomic_blocks(program: &Program, trace: &Trace) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
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
fn dependencies(trace: &Trace, accesses: &[Accesses], blocks: &[Range<usize>]) -> Vec<Vec<usize>> {
    let thread = |b: usize| trace.steps[blocks[b].start].thread;
    let is_first = |b: usize| (0..b).all(|a| thread(a) != thread(b));
    let created = |b: usize| thread(b) as usize >= trace.threads.len() && is_first(b);
    let creates = |a: usize| blocks[a].clone().any(|i| accesses[i].creates);
    let dependent = |a: usize, b: usize| {
        let data = || blocks[a].clone().any(|i| blocks[b].clone().any(|j| accesses[i].depends(&accesses[j])));
        // Which creation a thread comes from is not looked up: creations keep their order anyway.
        thread(a) == thread(b) || (created(b) && creates(a)) || data()
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

/// How far each thread is, and which one ran last.
type Node = (Vec<usize>, usize);

/// Orders with more combinations of progress than this are not searched.
const MAX_COMBINATIONS: usize = 200_000;

/// An order with the fewest switches: shortest path over the progress of all threads.
fn best_order(
    trace: &Trace,
    blocks: &[Range<usize>],
    before: &[Vec<usize>],
    needed: &[bool],
) -> Option<Vec<usize>> {
    let mut threads: Vec<u32> = trace.steps.iter().map(|s| s.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let own = |t: &u32| {
        (0..blocks.len()).filter(|b| needed[*b] && trace.steps[blocks[*b].start].thread == *t).collect()
    };
    let rows: Vec<Vec<usize>> = threads.iter().map(own).collect();
    let combinations = rows.iter().try_fold(rows.len(), |all, row| all.checked_mul(row.len() + 1));
    combinations.filter(|c| *c <= MAX_COMBINATIONS)?;
    let place: HashMap<usize, (usize, usize)> = rows
        .iter()
        .enumerate()
        .flat_map(|(r, row)| row.iter().enumerate().map(move |(i, b)| (*b, (r, i))))
        .collect();
    let done: Vec<usize> = rows.iter().map(Vec::len).collect();
    let last = blocks.len() - 1;
    let ready = |progress: &[usize], block: usize| {
        let free = before[block].iter().all(|a| place.get(a).is_none_or(|(r, i)| progress[*r] > *i));
        // The last block is the violation: it must come last.
        free && (block != last || progress.iter().sum::<usize>() + 1 == place.len())
    };
    // Breadth first by switches: within a layer, running on costs nothing.
    let mut came_from: HashMap<Node, Node> = HashMap::new();
    let start = vec![0; rows.len()];
    let mut layer: Vec<Node> = (0..rows.len()).map(|r| (start.clone(), r)).collect();
    while !layer.is_empty() {
        // Running on within the layer first, so that a switch is taken only where it is needed.
        let mut at = 0;
        while let Some((progress, row)) = layer.get(at).cloned() {
            at += 1;
            if progress == done {
                return Some(unwind(&came_from, (progress, row), &rows));
            }
            if rows[row].get(progress[row]).is_some_and(|b| ready(&progress, *b)) {
                let mut further = progress.clone();
                further[row] += 1;
                if let Entry::Vacant(entry) = came_from.entry((further.clone(), row)) {
                    entry.insert((progress, row));
                    layer.push((further, row));
                }
            }
        }
        let mut next_layer = Vec::new();
        for (progress, row) in layer.into_iter().filter(|(progress, _)| *progress != start) {
            for other in (0..rows.len()).filter(|o| *o != row) {
                if rows[other].get(progress[other]).is_some_and(|b| ready(&progress, *b)) {
                    let node = (progress.clone(), other);
                    if let Entry::Vacant(entry) = came_from.entry(node.clone()) {
                        entry.insert((progress.clone(), row));
                        next_layer.push(node);
                    }
                }
            }
        }
        layer = next_layer;
    }
    None
}

fn unwind(came_from: &HashMap<Node, Node>, end: Node, rows: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut node = end;
    while let Some(previous) = came_from.get(&node) {
        if previous.1 == node.1 {
            order.push(rows[node.1][previous.0[node.1]]);
        }
        node = previous.clone();
    }
    order.reverse();
    order
}

/// Greedy: stay in a thread while its next block is ready; otherwise take the thread that can run longest.
fn greedy_order(
    trace: &Trace,
    blocks: &[Range<usize>],
    before: &[Vec<usize>],
    needed: &[bool],
) -> Vec<usize> {
    let thread = |b: usize| trace.steps[blocks[b].start].thread;
    let mut done = vec![false; blocks.len()];
    let mut order: Vec<usize> = Vec::new();
    let total = needed.iter().filter(|n| **n).count();
    while order.len() < total {
        let ready = |b: usize, done: &[bool]| {
            needed[b] && !done[b] && before[b].iter().all(|a| done[*a] || !needed[*a])
        };
        let run_of = |first: usize| {
            let mut trial = done.clone();
            let mut run = Vec::new();
            for b in (first..blocks.len()).filter(|b| thread(*b) == thread(first) && needed[*b] && !done[*b])
            {
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
