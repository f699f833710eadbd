//! The calmest violation: a search for a schedule with the fewest context switches.
//!
//! *What*: layers of states by the number of switches; within a layer one thread runs on. Nodes are
//! concrete states with the thread that ran last, so the first violation met has the fewest switches of
//! all within the bounds. Bounded by a number of nodes: this is for reading, not for deciding.

use crate::program::{EdgeId, Program};
use crate::semantics::{
    ResolvedTargets, State, failing_assertion, initial_states, reached_target, thread_successors,
};
use crate::trace_builder::TraceBuilder;
use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};
use tw_verdict::{Question, Trace};

/// Who ran last.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Last {
    /// Nobody yet: whoever begins is no switch.
    Nobody,
    /// A thread that has ended: whoever comes next is a switch.
    Gone,
    /// The thread at this position.
    Thread(usize),
}

impl Last {
    /// Whether a step of `thread` goes on without a switch.
    fn is_continued_by(self, thread: usize) -> bool {
        self == Last::Nobody || self == Last::Thread(thread)
    }
}

/// A state, who ran last, and how it was reached.
struct Node {
    state: State,
    last: Last,
    /// The node before, the thread that moved and the edge it took.
    from: Option<(usize, usize, EdgeId)>,
}

/// Initial states are listed one by one; programs with more free bits than this have too many of them.
const MOST_FREE_BITS: usize = 16;

/// A trace with the fewest switches, if one is found within `max_nodes` nodes.
pub fn fewest_switches(program: &Program, question: &Question, max_nodes: usize) -> Option<Trace> {
    let free = program.locals.iter().filter(|v| v.init.is_none()).count()
        + program.shared.iter().filter(|v| v.init.is_none()).count();
    if free > MOST_FREE_BITS {
        return None;
    }
    let mut search = Search {
        program,
        question,
        targets: ResolvedTargets::new(program, &question.targets),
        nodes: Vec::new(),
        seen: HashSet::new(),
        max_nodes,
        overflow: false,
    };
    let mut layer = Vec::new();
    let _ = initial_states(program, &question.bounds, &mut |state| {
        let added = search.add(Node { state, last: Last::Nobody, from: None });
        layer.extend(added);
        if search.is_full() { Break(()) } else { Continue(()) }
    });
    while !layer.is_empty() && !search.is_full() {
        // The same thread runs on, as long as it can.
        let mut at = 0;
        while at < layer.len() && !search.is_full() {
            let node = layer[at];
            at += 1;
            if let Some(trace) = search.violation(node, true) {
                return Some(trace);
            }
            let more = search.expand(node, true);
            layer.extend(more);
        }
        if search.is_full() {
            // A calmer one may have been among the nodes left out.
            return None;
        }
        // One more switch: to a thread that fails at once, or that runs on.
        if let Some(trace) = layer.iter().find_map(|node| search.violation(*node, false)) {
            return Some(trace);
        }
        layer = layer.into_iter().flat_map(|node| search.expand(node, false)).collect();
    }
    None
}

struct Search<'a> {
    program: &'a Program,
    question: &'a Question,
    targets: ResolvedTargets,
    nodes: Vec<Node>,
    seen: HashSet<(State, Last)>,
    max_nodes: usize,
    /// Some states were left out.
    overflow: bool,
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.overflow || self.nodes.len() >= self.max_nodes
    }

    fn add(&mut self, node: Node) -> Option<usize> {
        if self.is_full() || !self.seen.insert((node.state.clone(), node.last)) {
            return None;
        }
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    /// The successors by the thread that ran last (or by any, where nobody has), or by the others.
    fn expand(&mut self, node: usize, run_on: bool) -> Vec<usize> {
        let Node { state, last, .. } = &self.nodes[node];
        let (state, last) = (state.clone(), *last);
        let (mut found, most) = (Vec::new(), self.max_nodes);
        for thread in (0..state.threads.len()).filter(|t| last.is_continued_by(*t) == run_on) {
            let _ = thread_successors(
                self.program,
                &state,
                thread,
                self.question.bounds.threads.limit(),
                &mut |s| {
                    let ended = s.state.threads.len() < state.threads.len();
                    let last = if ended { Last::Gone } else { Last::Thread(thread) };
                    found.push(Node { state: s.state, last, from: Some((node, s.thread, s.edge)) });
                    // A statement with many choices has more successors than there is room for.
                    if found.len() > most { Break(()) } else { Continue(()) }
                },
            );
        }
        self.overflow |= found.len() > most;
        found.into_iter().filter_map(|n| self.add(n)).collect()
    }

    /// The trace to a node in which a target holds, or the running thread fails, or (without `run_on`)
    /// another one.
    fn violation(&self, node: usize, run_on: bool) -> Option<Trace> {
        let Node { state, last, .. } = &self.nodes[node];
        if let Some(target) = reached_target(&self.targets, state) {
            return Some(self.path(node).reaching(self.question.targets[target].to_string()));
        }
        let may_fail = |t: &usize| self.question.assertions && last.is_continued_by(*t) == run_on;
        let failing = (0..state.threads.len())
            .filter(may_fail)
            .find_map(|t| failing_assertion(self.program, state, t).map(|e| (t, e)));
        failing.map(|(thread, edge)| self.path(node).failing(thread, edge))
    }

    fn path(&self, node: usize) -> TraceBuilder<'_> {
        let mut path = vec![node];
        while let Some((before, ..)) = self.nodes[path[path.len() - 1]].from {
            path.push(before);
        }
        path.reverse();
        let mut builder = TraceBuilder::new(self.program, &self.nodes[path[0]].state);
        for pair in path.windows(2) {
            let (before, after) = (&self.nodes[pair[0]], &self.nodes[pair[1]]);
            let (_, thread, edge) = after.from.expect("all but the first have come from somewhere");
            builder.step(thread, edge, &before.state, &after.state);
        }
        builder
    }
}
