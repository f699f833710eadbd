//! The checker's own test of independence: edge against edge, over everything another thread can reach.

use std::collections::{BTreeMap, BTreeSet};
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Edge, EdgeId, FormulaId, Loc, Owner, Program};
use tw_index::Id;

/// What one edge touches.
#[derive(Default)]
struct Touch {
    reads: BTreeSet<(Owner, u32)>,
    writes: BTreeSet<(Owner, u32)>,
}

/// Answers with a memory of earlier answers.
pub(crate) struct Judge<'p> {
    program: &'p Program,
    touches: Vec<Touch>,
    reachable: BTreeMap<Loc, Vec<EdgeId>>,
    answers: BTreeMap<(Loc, Loc), bool>,
}

impl<'p> Judge<'p> {
    pub fn new(program: &'p Program) -> Self {
        let touches = program.edges.iter().map(|e| touch(program, e)).collect();
        Judge { program, touches, reachable: BTreeMap::new(), answers: BTreeMap::new() }
    }

    /// Whether the statement at `loc` only concerns its own thread, seen alone.
    pub fn is_private(&self, loc: Loc, visible: &BTreeSet<Loc>) -> bool {
        let private = |edge: &Edge| match &edge.action {
            Action::Assign(assign) => {
                assign.passive.is_none()
                    && self.program.in_atomic(edge.from) == self.program.in_atomic(edge.to)
            }
            Action::Assert(_) | Action::End => true,
            Action::Start(_) | Action::Wait | Action::Broadcast | Action::AtomicBegin | Action::AtomicEnd => {
                false
            }
        };
        let hidden = |edge: &Edge| matches!(edge.action, Action::End) || !visible.contains(&edge.to);
        !visible.contains(&loc)
            && !self.program.in_atomic(loc)
            && self.program.edges_from(loc).all(|(_, e)| private(e) && hidden(e))
    }

    /// Whether nothing that a thread at `other` can still do disturbs the statement at `loc`, or is
    /// disturbed by it.
    pub fn independent(&mut self, loc: Loc, other: Loc) -> bool {
        if let Some(answer) = self.answers.get(&(loc, other)) {
            return *answer;
        }
        if !self.reachable.contains_key(&other) {
            let edges = self.edges_reachable_from(other);
            self.reachable.insert(other, edges);
        }
        let mine: Vec<EdgeId> = self.program.edges_from(loc).map(|(id, _)| id).collect();
        let theirs = &self.reachable[&other];
        let answer = mine.iter().all(|m| theirs.iter().all(|t| !self.clash(*m, *t)));
        self.answers.insert((loc, other), answer);
        answer
    }

    fn edges_reachable_from(&self, from: Loc) -> Vec<EdgeId> {
        let (mut seen, mut stack, mut edges) = (BTreeSet::from([from]), vec![from], Vec::new());
        while let Some(loc) = stack.pop() {
            for (id, edge) in self.program.edges_from(loc) {
                edges.push(id);
                let next = Some(edge.to).filter(|_| !matches!(edge.action, Action::End));
                let child = if let Action::Start(child) = edge.action { Some(child) } else { None };
                stack.extend(next.into_iter().chain(child).filter(|l| seen.insert(*l)));
            }
        }
        edges
    }

    fn clash(&self, mine: EdgeId, theirs: EdgeId) -> bool {
        let (m, t) = (&self.touches[mine.index()], &self.touches[theirs.index()]);
        let (my_edge, their_edge) = (&self.program.edges[mine], &self.program.edges[theirs]);
        // My local variables are what they touch as passive ones; their own are no concern of mine.
        let seen_by_them = |set: &BTreeSet<(Owner, u32)>, (owner, index): (Owner, u32)| match owner {
            Owner::Shared => set.contains(&(Owner::Shared, index)),
            Owner::Active => set.contains(&(Owner::Passive, index)),
            Owner::Passive => false,
        };
        let data = m.writes.iter().any(|v| seen_by_them(&t.reads, *v) || seen_by_them(&t.writes, *v))
            || m.reads.iter().any(|v| seen_by_them(&t.writes, *v));
        let population = matches!(my_edge.action, Action::End)
            && (matches!(their_edge.action, Action::Start(_)) || their_edge.passive().is_some());
        let waiting =
            self.program.released(my_edge.to).is_some() && matches!(their_edge.action, Action::Broadcast);
        data || population || waiting
    }
}

fn touch(program: &Program, edge: &Edge) -> Touch {
    let mut touch = Touch::default();
    let mut read = |formula: FormulaId| {
        touch.reads.extend(program.formulas.leaves(formula).into_iter().map(|l| (l.owner, l.index)))
    };
    match &edge.action {
        Action::Assert(p) => [p.no, p.yes].into_iter().for_each(&mut read),
        Action::Assign(assign) => {
            [assign.guard, assign.constraint].into_iter().for_each(&mut read);
            assign.targets.iter().flat_map(|(_, p)| [p.no, p.yes]).for_each(&mut read);
            if let Some(passive) = &assign.passive {
                read(passive.constraint);
                passive.targets.iter().flat_map(|(_, p)| [p.no, p.yes]).for_each(&mut read);
                touch.writes.extend(passive.targets.iter().map(|(v, _)| (Owner::Passive, v.index() as u32)));
            }
            touch.writes.extend(assign.targets.iter().map(|(var, _)| match var {
                Var::Shared(v) => (Owner::Shared, v.index() as u32),
                Var::Local(v) => (Owner::Active, v.index() as u32),
            }));
        }
        _ => {}
    }
    touch
}
