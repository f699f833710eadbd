//! Q1 and Q2: can the steps of a control path be taken one after the other if only the values of predicates are handed on?
//!
//! *What*: each step has fresh variables; what links it to the steps before and behind are the bits of predicates. In Q1 a
//! step is one copy with all threads; in Q2 there is a copy of the step for each other thread, so that no copy speaks of
//! more than two threads: that is what the abstract program can do whose clauses are exact.
//! *Source*: predicate-abstraction design, section 5.1.
//! *Claim*: if Q2 is impossible, the abstract program with all clauses over these predicates does not have the path.
//! *Departures*: 1. a bit is handed on only where its predicate matters; elsewhere it is free, where the abstract program has
//! it false. 2. Bits that speak of the identity of a thread are free until its first step. 3. Identities in Q2 are any different
//! words, since clauses do not know more. 4. The last step of a violation says nothing of other threads.
//! *Cost*: for each predicate and copy, the predicate before and after, unless the step does not change it.

use crate::refine::copy::{Identities, StepCopy, When};
use crate::refine::flow::Flow;
use crate::refine::path::{Path, Taken};
use crate::vocabulary::{Footprint, Vocabulary};
use tw_solver::{Cnf, Graph, Stop, Stopped};
use tw_steps::{Kind, Template};
use tw_words::{Blaster, TermId, Words};

/// What a copy of a step speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copies {
    /// All threads (Q1).
    Joint,
    /// The thread that moves and one other (Q2).
    Pairs,
    /// The same, but the thread that moves alone where a step assigns nothing shared: what others know stays as it is. It
    /// allows more than Q2.
    Writes,
}

/// A path whose steps are linked through bits.
pub struct Links<'a> {
    template: &'a Template,
    path: &'a Path,
    vocabulary: Vocabulary,
    words: Words,
    graph: Graph,
    blaster: Blaster,
    cnf: Cnf,
    /// The copies of each step.
    copies: Vec<Vec<StepCopy<'a>>>,
}

impl<'a> Links<'a> {
    /// The steps without any links.
    pub fn new(template: &'a Template, path: &'a Path, copies: Copies, stop: &Stop) -> Links<'a> {
        let mut links = Links {
            template,
            path,
            vocabulary: Vocabulary::new(template),
            words: template.words.clone(),
            graph: Graph::new(),
            blaster: Blaster::new(),
            cnf: Cnf::new(stop),
            copies: Vec::new(),
        };
        let moving = path.moving();
        let mut alive = vec![0];
        for taken in &path.steps {
            let others: Vec<u32> = alive.iter().copied().filter(|thread| *thread != taken.thread).collect();
            let of_step = links.copies_of(*taken, &others, copies);
            links.copies.push(of_step);
            match links.template.edges[taken.edge].kind {
                Kind::End => alive.retain(|thread| *thread != taken.thread),
                // A thread that never moves has no obligations: the program without it does the same.
                Kind::Start(_) => alive.extend(taken.child.filter(|child| moving.contains(child))),
                Kind::Step | Kind::Error(..) => {}
            }
        }
        links
    }

    fn copies_of(&mut self, taken: Taken, others: &[u32], copies: Copies) -> Vec<StepCopy<'a>> {
        let edge = &self.template.edges[taken.edge];
        let is_error = matches!(edge.kind, Kind::Error(..));
        let writes = edge.updates.iter().any(|(var, _)| self.template.vars[*var].shared)
            || edge.array_updates.iter().any(|(array, _)| self.template.arrays[*array].shared);
        let is_alone = is_error || others.is_empty() || (copies == Copies::Writes && !writes);
        let (groups, identities): (Vec<&[u32]>, _) = match copies {
            Copies::Joint => (vec![others], Identities::Numbers),
            Copies::Pairs | Copies::Writes if is_alone => (vec![&[]], Identities::Different),
            Copies::Pairs | Copies::Writes => (others.chunks(1).collect(), Identities::Different),
        };
        let mut of_step = Vec::with_capacity(groups.len());
        for group in groups {
            let words = &mut self.words;
            let copy = StepCopy::new(self.template, &self.vocabulary, words, taken, group, identities);
            for term in copy.required.clone() {
                let literal = self.literal(term);
                self.cnf.sat.clause(&[literal]);
            }
            of_step.push(copy);
        }
        of_step
    }

    fn literal(&mut self, term: TermId) -> i32 {
        let lit = self.blaster.lit(&self.words, &mut self.graph, term);
        let literal = self.cnf.literal(&mut self.graph, lit);
        for lit in self.blaster.congruence() {
            self.cnf.require(&mut self.graph, lit);
        }
        literal
    }

    /// A literal that switches links on.
    pub fn selector(&mut self) -> i32 {
        self.cnf.sat.variable()
    }

    /// Hands on the bits of a predicate, where the selector is true, if there is one.
    pub fn hand_on(&mut self, term: TermId, selector: Option<i32>) {
        let footprint = self.vocabulary.footprint(&self.words, term);
        let is_local = footprint.is_local(self.template);
        let sat = &mut self.cnf.sat;
        let flow = Flow::new(self.template, self.path, &footprint, &mut || sat.variable());
        for at in 0..self.path.steps.len() {
            let active = self.path.steps[at].thread;
            for copy in 0..self.copies[at].len() {
                for thread in self.copies[at][copy].threads.clone() {
                    if !is_local && thread != active {
                        continue;
                    }
                    let (before, after) = (flow.before(at, thread), flow.after(at, thread));
                    if before != 0 {
                        let value = self.value(at, copy, term, &footprint, thread, When::Before);
                        self.link(before, value, selector);
                    }
                    if after != 0 && after != before {
                        let value = self.value(at, copy, term, &footprint, thread, When::After);
                        self.link(after, value, selector);
                    }
                }
            }
        }
    }

    fn value(
        &mut self,
        at: usize,
        copy: usize,
        term: TermId,
        footprint: &Footprint,
        thread: u32,
        when: When,
    ) -> i32 {
        let value = self.copies[at][copy].value(&mut self.words, term, footprint, thread, when);
        self.literal(value)
    }

    fn link(&mut self, bit: i32, value: i32, selector: Option<i32>) {
        let mut clause = |a: i32, b: i32| match selector {
            Some(selector) => self.cnf.sat.clause(&[-selector, a, b]),
            None => self.cnf.sat.clause(&[a, b]),
        };
        clause(-bit, value);
        clause(bit, -value);
    }

    /// Whether the path is possible where these selectors are true.
    ///
    /// # Errors
    /// The solver was stopped.
    pub fn is_possible(&mut self, selectors: &[i32]) -> Result<bool, Stopped> {
        self.cnf.sat.solve(selectors)
    }

    /// The same, but after so many conflicts there is no answer.
    ///
    /// # Errors
    /// The solver was stopped.
    pub fn is_possible_within(&mut self, selectors: &[i32], conflicts: i32) -> Result<Option<bool>, Stopped> {
        self.cnf.sat.solve_within(selectors, conflicts)
    }

    /// After the answer that the path is not possible: those of the selectors that suffice.
    pub fn suffice(&mut self, selectors: &[i32]) -> Vec<i32> {
        selectors.iter().copied().filter(|selector| self.cnf.sat.failed(*selector)).collect()
    }
}
