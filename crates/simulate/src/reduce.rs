//! Partial-order reduction inside the solver's decisions (\[CKS05\] section 3.4).
//!
//! *What*: a thread whose next statement is independent of all that the others can ever do may run alone in those
//! states in which it can move. The solver knows the guard, and for each such thread a variable that implies that the
//! thread can move; it is told to decide these variables first, one of them true. A solution names a thread; the states
//! in which it can move become a part of their own, are blocked, and the solver goes on with the rest. In what is left
//! all threads run.
//! *Departures*: the paper compares next statements only, which is unsound (`tests/cases/boolprog/papers`): futures
//! count here (\[BMWK10\] section 7.3). Clauses say what a solution means, decisions only what is tried first: an answer
//! without any thread is asked again with a clause that demands one.
//! *Blocked for good*: a step after which the thread stands at a statement that is independent too, and that it cannot
//! take, is left out: no other thread will ever change what it reads, so it stays there, and whatever the others do
//! then they can do before. The thread runs alone only where some other step is left. (`goto L1, L2; L1: assume(c)` is everywhere
//! in abstracted programs.)
//! *Cycles*: `rank.rs`.

use crate::fault::{Fault, planted};
use crate::options::Preference;
use crate::search::{Part, Simulation};
use crate::state::Symbolic;
use crate::step::{Next, enabled, exists_made, step};
use rustc_hash::FxHashSet;
use tw_boolprog::{EdgeId, Loc};
use tw_solver::{Cnf, Lit, Stopped};

impl Simulation {
    /// Splits a state by who runs.
    pub fn parts(&mut self, state: &Symbolic) -> Result<Vec<Part>, Stopped> {
        let candidates = self.candidates(state)?;
        match candidates.first() {
            None => return Ok(vec![Part::of_all(state.guard)]),
            // It can always move: no need to ask.
            Some((thread, Lit::TRUE)) => return Ok(vec![Part::of_one(state.guard, *thread)]),
            Some((thread, _)) if planted(Fault::LoneThoughBlocked) => {
                return Ok(vec![Part::of_one(state.guard, *thread)]);
            }
            Some(_) => {}
        }
        let graph = &mut self.terms.graph;
        let mut cnf = Cnf::new(&self.stop);
        cnf.require(graph, state.guard);
        let mut variables = Vec::new();
        for (_, moves) in &candidates {
            let moves = cnf.literal(graph, *moves);
            let runs = cnf.sat.variable();
            cnf.sat.clause(&[-runs, moves]);
            variables.push(runs);
        }
        let demanded = cnf.sat.variable();
        let clause: Vec<i32> = variables.iter().copied().chain([-demanded]).collect();
        cnf.sat.clause(&clause);
        cnf.sat.try_one_of(&variables);
        let (mut parts, mut rest) = (Vec::new(), state.guard);
        let mut assumed: Vec<i32> = Vec::new();
        loop {
            self.statistics.solver_calls += 1;
            if !cnf.sat.solve(&assumed)? {
                break;
            }
            let hot = (0..variables.len()).find(|i| cnf.sat.value(variables[*i]));
            let Some(hot) = hot else {
                assumed = vec![demanded];
                continue;
            };
            assumed.clear();
            let (thread, moves) = candidates[hot];
            let guard = self.terms.graph.and(rest, moves);
            parts.push(Part::of_one(guard, thread));
            rest = self.terms.graph.and(rest, !moves);
            cnf.require(&mut self.terms.graph, !moves);
        }
        self.statistics.decisions += cnf.sat.decisions();
        // The last answer was no: without the demand, there are no states left.
        if !assumed.is_empty() {
            parts.push(Part::of_all(rest));
        }
        Ok(parts)
    }

    /// Threads that may run alone, with the condition under which they can move, the preferred ones first; none after one
    /// that always can.
    fn candidates(&mut self, state: &Symbolic) -> Result<Vec<(usize, Lit)>, Stopped> {
        let place = &state.place;
        let mut candidates = Vec::new();
        if place.len() < 2 || place.iter().any(|loc| self.program.in_atomic(*loc)) {
            return Ok(candidates);
        }
        let Some(independence) = &self.independence else { return Ok(candidates) };
        // There may be many threads, but not at many locations.
        let mut present = place.clone();
        present.sort_unstable();
        let present: Vec<(Loc, usize)> =
            present.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len())).collect();
        let alone = |loc: Loc| {
            let others = present.iter().filter(|(other, count)| *other != loc || *count > 1);
            independence.may_run_alone(loc, others.map(|(other, _)| *other))
        };
        let alone: FxHashSet<Loc> = present.iter().map(|(loc, _)| *loc).filter(|loc| alone(*loc)).collect();
        let mut threads: Vec<usize> = (0..place.len()).filter(|t| alone.contains(&place[*t])).collect();
        if self.options.preference == Preference::Last {
            threads.reverse();
        }
        for thread in threads {
            self.go_on()?;
            let moves = self.useful(state, thread).unwrap_or(Lit::FALSE);
            if moves != Lit::FALSE {
                candidates.push((thread, moves));
            }
            if moves == Lit::TRUE {
                break;
            }
        }
        Ok(candidates)
    }

    /// Whether a thread's statement is independent of all that the others can do.
    fn may_run_alone(&self, state: &Symbolic, thread: usize) -> bool {
        let place = &state.place;
        let others = (0..place.len()).filter(|t| *t != thread).map(|t| place[t]);
        self.independence.as_ref().is_some_and(|i| i.may_run_alone(place[thread], others))
    }

    /// The condition under which a thread that runs alone has a step after which it is not blocked for good.
    fn useful(&mut self, state: &Symbolic, thread: usize) -> Option<Lit> {
        let program = self.program.clone();
        let mut useful = Lit::FALSE;
        for (edge, _) in program.edges_from(state.place[thread]) {
            if let Some((_, live)) = self.lone_step(state, thread, edge)? {
                useful = self.terms.graph.or(useful, live);
            }
        }
        Some(useful)
    }

    /// The step of a thread that runs alone, without the states in which it is blocked for good afterwards, and the condition
    /// under which there is one. Nothing inside: no step. Nothing outside: too many choices.
    pub fn lone_step(
        &mut self,
        state: &Symbolic,
        thread: usize,
        edge: EdgeId,
    ) -> Option<Option<(Next, Lit)>> {
        let Some((mut next, moves)) = self.step_and_moves(state, thread, edge)? else { return Some(None) };
        let before = next.state.guard;
        next.state.guard = self.terms.graph.and(before, moves);
        let kept = if planted(Fault::AllStepsBlocked) { before } else { next.state.guard };
        let live = exists_made(&mut self.terms, kept, state.used, next.state.used)?;
        Some((next.state.guard != Lit::FALSE).then_some((next, live)))
    }

    /// The states that [`Self::lone_step`] leaves out.
    pub fn blocked_step(&mut self, state: &Symbolic, thread: usize, edge: EdgeId) -> Option<Next> {
        let (mut next, moves) = self.step_and_moves(state, thread, edge)??;
        next.state.guard = self.terms.graph.and(next.state.guard, !moves);
        (next.state.guard != Lit::FALSE).then_some(next)
    }

    /// The step of a thread, and the condition under which it is not blocked for good afterwards. Nothing inside: no step.
    /// Nothing outside: too many choices.
    fn step_and_moves(
        &mut self,
        state: &Symbolic,
        thread: usize,
        edge: EdgeId,
    ) -> Option<Option<(Next, Lit)>> {
        let program = self.program.clone();
        let open = Symbolic { guard: Lit::TRUE, ..state.clone() };
        let bound = self.question.bounds.threads.limit();
        let Some(next) = step(&mut self.terms, &program, &open, thread, edge, bound) else {
            return Some(None);
        };
        let stays = next.state.place.len() == state.place.len();
        let moves = if stays && self.may_run_alone(&next.state, thread) {
            enabled(&mut self.terms, &program, &next.state, thread)?
        } else {
            Lit::TRUE
        };
        Some(Some((next, moves)))
    }
}
