//! Missing clauses: the predicates make a path impossible, the clauses that were found so far do not.
//!
//! *What*: the path over bits alone, with the clauses of its edges. While bits for it exist, each step with each other
//! thread is asked whether it can have these bits; what cannot be becomes a clause.
//! *Claim*: ends, since each clause is new and there are finitely many. If no step refutes its bits, they are what Q2 allows.

use crate::clause::{Clause, Literal, Whose};
use crate::predicate::{PredicateId, PredicateKind, Predicates};
use crate::refine::flow::Flow;
use crate::refine::path::Path;
use crate::vocabulary::Vocabulary;
use tw_index::IdVec;
use tw_solver::{Sat, Stop, Stopped};
use tw_steps::{EdgeId, Kind, Template};

/// Where clauses come from.
pub trait ClauseSource {
    /// The clauses of an edge so far.
    fn clauses(&self, edge: EdgeId) -> Vec<Clause>;
    /// Whether an edge may change a bit of this thread.
    fn may_change(&self, edge: EdgeId, predicate: PredicateId, whose: Whose) -> bool;
    /// The clause by which no step of the edge has these bits, if there is one; from then on it is among the clauses.
    ///
    /// # Errors
    /// The solver was stopped.
    fn refute(
        &mut self,
        template: &mut Template,
        predicates: &Predicates,
        edge: EdgeId,
        cube: &[Literal],
    ) -> Result<Option<Clause>, Stopped>;
}

/// Whether the clauses make a path impossible, once those that were missing have been added.
///
/// # Errors
/// The solver was stopped.
pub fn block(
    template: &mut Template,
    predicates: &Predicates,
    source: &mut dyn ClauseSource,
    path: &Path,
    stop: &Stop,
) -> Result<bool, Stopped> {
    let mut bits = BitPath::new(template, predicates, source, path, stop);
    while bits.sat.solve(&[])? {
        let model = bits.cubes();
        let mut is_refuted = false;
        for (edge, cube) in model {
            if let Some(clause) = source.refute(template, predicates, edge, &cube)? {
                is_refuted = true;
                bits.add(edge, &clause);
            }
        }
        if !is_refuted {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A path over bits.
struct BitPath<'a> {
    path: &'a Path,
    predicates: &'a Predicates,
    flows: IdVec<PredicateId, Flow>,
    /// The other threads of each step; none where a step says nothing of them.
    others: Vec<Vec<u32>>,
    errors: Vec<bool>,
    sat: Sat,
}

impl<'a> BitPath<'a> {
    fn new(
        template: &Template,
        predicates: &'a Predicates,
        source: &dyn ClauseSource,
        path: &'a Path,
        stop: &Stop,
    ) -> BitPath<'a> {
        let vocabulary = Vocabulary::new(template);
        let mut sat = Sat::new(stop);
        let mut flows = IdVec::new();
        for predicate in predicates.list.iter() {
            let footprint = vocabulary.footprint(&template.words, predicate.term);
            flows.push(Flow::new(template, path, &footprint, &mut || sat.variable()));
        }
        let mut bits = BitPath { path, predicates, flows, others: Vec::new(), errors: Vec::new(), sat };
        bits.find_others(template);
        bits.keep(source);
        for edge in path.edges() {
            for clause in source.clauses(edge) {
                bits.add(edge, &clause);
            }
        }
        bits
    }

    fn find_others(&mut self, template: &Template) {
        let moving = self.path.moving();
        let mut alive = vec![0];
        for taken in &self.path.steps {
            let kind = &template.edges[taken.edge].kind;
            let is_error = matches!(kind, Kind::Error(..));
            self.errors.push(is_error);
            let others = alive.iter().copied().filter(|thread| *thread != taken.thread && !is_error);
            self.others.push(others.collect());
            match kind {
                Kind::End => alive.retain(|thread| *thread != taken.thread),
                Kind::Start(_) => alive.extend(taken.child.filter(|child| moving.contains(child))),
                Kind::Step | Kind::Error(..) => {}
            }
        }
    }

    /// What an edge does not change stays as it is.
    fn keep(&mut self, source: &dyn ClauseSource) {
        for at in 0..self.path.steps.len() {
            let taken = self.path.steps[at];
            let threads = std::iter::once((taken.thread, Whose::Active))
                .chain(self.others[at].iter().map(|thread| (*thread, Whose::Other)));
            for (thread, whose) in threads {
                for (id, predicate) in self.predicates.list.enumerate() {
                    let flow = &self.flows[id];
                    let (before, after) = (flow.before(at, thread), flow.after(at, thread));
                    let says = whose == Whose::Active || predicate.kind != PredicateKind::Shared;
                    if says
                        && before != 0
                        && after != 0
                        && before != after
                        && !source.may_change(taken.edge, id, whose)
                    {
                        self.sat.clause(&[-before, after]);
                        self.sat.clause(&[before, -after]);
                    }
                }
            }
        }
    }

    /// The bit of a literal at a step; 0: free.
    fn bit(&self, at: usize, other: Option<u32>, literal: &Literal) -> i32 {
        let thread = match literal.whose {
            Whose::Active => Some(self.path.steps[at].thread),
            Whose::Other => other,
        };
        let Some(thread) = thread else { return 0 };
        let flow = &self.flows[literal.predicate];
        let bit = if literal.after { flow.after(at, thread) } else { flow.before(at, thread) };
        if literal.value { bit } else { -bit }
    }

    /// A clause, wherever its edge is taken.
    fn add(&mut self, edge: EdgeId, clause: &Clause) {
        let speaks_of_other = clause.iter().any(|literal| literal.whose == Whose::Other);
        for at in 0..self.path.steps.len() {
            if self.path.steps[at].edge != edge {
                continue;
            }
            let others: Vec<Option<u32>> = if speaks_of_other {
                self.others[at].iter().map(|other| Some(*other)).collect()
            } else {
                vec![None]
            };
            for other in others {
                let literals: Vec<i32> = clause.iter().map(|l| self.bit(at, other, l)).collect();
                if !literals.contains(&0) {
                    self.sat.clause(&literals);
                }
            }
        }
    }

    /// What each step does with each other thread, after the answer that the path is possible.
    fn cubes(&mut self) -> Vec<(EdgeId, Vec<Literal>)> {
        let mut cubes: Vec<(EdgeId, Vec<Literal>)> = Vec::new();
        for at in 0..self.path.steps.len() {
            let others: Vec<Option<u32>> = if self.others[at].is_empty() {
                vec![None]
            } else {
                self.others[at].iter().copied().map(Some).collect()
            };
            for other in others {
                let cube = (self.path.steps[at].edge, self.cube(at, other));
                if !cubes.contains(&cube) {
                    cubes.push(cube);
                }
            }
        }
        cubes
    }

    fn cube(&mut self, at: usize, other: Option<u32>) -> Vec<Literal> {
        let mut cube = Vec::new();
        for (predicate, info) in self.predicates.list.enumerate() {
            for whose in [Whose::Active, Whose::Other] {
                for after in [false, true] {
                    let literal = Literal { predicate, whose, after, value: true };
                    let says = match whose {
                        Whose::Active => !(after && self.errors[at]),
                        // What no other thread changes is the same afterwards.
                        Whose::Other => match info.kind {
                            PredicateKind::Shared => false,
                            PredicateKind::Local => !after,
                            PredicateKind::Mixed => true,
                        },
                    };
                    let bit = self.bit(at, other, &literal);
                    if says && bit != 0 {
                        cube.push(Literal { value: self.sat.value(bit), ..literal });
                    }
                }
            }
        }
        cube
    }
}
