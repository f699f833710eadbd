//! Partial-order reduction inside the solver's decisions (\[CKS05\] section 3.4).
//!
//! *What*: a thread whose next statement is independent of all that the others can ever do may run alone in those
//! states in which it can move. The solver knows the guard, and for each such thread a variable that implies that the
//! thread can move; it is told to decide these variables first, one of them true. A solution names a thread; the states
//! in which it can move become a part of their own, are blocked, and the solver goes on with the rest. In what is left
//! all threads run.
//! *Departures*: the paper compares next statements only, which is unsound (`tests/cases/boolprog/reduction`): futures
//! count here (\[BMWK10\] section 7.3). Clauses say what a solution means, decisions only what is tried first: an answer
//! without any thread is asked again with a clause that demands one.
//! *Blocked for good*: a step after which the thread stands at a statement that is independent too, and that it cannot
//! take, is left out: nobody else will ever change what it reads, so it stays there, and whatever the others do then they
//! can do before. The thread runs alone only where some other step is left. (`goto L1, L2; L1: assume(c)` is everywhere
//! in abstracted programs.)
//! *Cycles*: every state in which a thread runs alone needs a way of lone steps to a state in which all threads run. That
//! is looked at when nothing waits any more; where it is missing, what was postponed is resumed. \[CKS05\] section 3.4
//! resumes wherever the history closes a cycle; but a loop that has an exit puts nobody off.

use crate::expand::Mode;
use crate::options::Preference;
use crate::search::{Fate, Part, Simulation};
use crate::state::Symbolic;
use crate::step::{Next, enabled, exists_made, step};
use tw_boolprog::EdgeId;
use tw_boolprog::fault::{Fault, planted};
use tw_solver::{Cnf, Lit, Stopped};

impl Simulation {
    /// Splits a state by who runs.
    pub fn parts(&mut self, state: &Symbolic) -> Result<Vec<Part>, Stopped> {
        let all = Part::of_all(state.guard);
        let candidates = self.candidates(state);
        match candidates.first() {
            None => return Ok(vec![all]),
            // It can always move: no need to ask.
            Some((thread, Lit::TRUE)) => return Ok(vec![Part { lone: Some(*thread), ..all }]),
            Some((thread, _)) if planted(Fault::LoneThoughBlocked) => {
                return Ok(vec![Part { lone: Some(*thread), ..all }]);
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
            parts.push(Part { lone: Some(thread), ..Part::of_all(guard) });
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

    /// Threads that may run alone, with the condition under which they can move, the preferred ones first.
    fn candidates(&mut self, state: &Symbolic) -> Vec<(usize, Lit)> {
        let place = &state.place;
        if place.len() < 2 || place.iter().any(|loc| self.program.in_atomic(*loc)) {
            return Vec::new();
        }
        if self.independence.is_none() {
            return Vec::new();
        }
        let mut threads: Vec<usize> = (0..place.len()).filter(|t| self.may_run_alone(state, *t)).collect();
        if self.options.preference == Preference::Last {
            threads.reverse();
        }
        let useful = |t: usize| Some((t, self.useful(state, t)?));
        threads.into_iter().filter_map(useful).filter(|(_, moves)| *moves != Lit::FALSE).collect()
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
        let bound = self.question.bounds.threads;
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

    /// Gives every part in which a thread runs alone a rank, higher than those of states that it leads to; where there
    /// is none, resumes what was postponed. Returns whether it did.
    pub fn settle(&mut self) -> Result<bool, Stopped> {
        let mut resumed = false;
        loop {
            let Some((expansion, part)) = self.rank_parts()? else { return Ok(resumed) };
            if planted(Fault::PostponedForGood) {
                return Ok(false);
            }
            resumed = true;
            self.statistics.resumed += 1;
            let of = &mut self.expansions[expansion];
            let lone = of.parts[part].lone.take();
            let node = of.node;
            let place = self.nodes[node as usize].state.place.clone();
            let number = u32::try_from(expansion).expect("states fit in 32 bits");
            for thread in self.runnable(&place) {
                let mode = if Some(thread) == lone { Mode::Blocked } else { Mode::All };
                self.run_thread(number, part, thread, mode)?;
            }
        }
    }

    /// Ranks what can be ranked; a part for which there is no rank, as late as possible.
    fn rank_parts(&mut self) -> Result<Option<(usize, usize)>, Stopped> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (at, expansion) in self.expansions.iter().enumerate() {
            let lone = |part: &Part| part.lone.is_some() && part.rank.is_none();
            open.extend((0..expansion.parts.len()).filter(|p| lone(&expansion.parts[*p])).map(|p| (at, p)));
        }
        // Steps lead to what was explored later, but for those that close cycles.
        open.reverse();
        loop {
            let before = open.len();
            let mut left = Vec::new();
            for (expansion, part) in open {
                if self.leads_on(expansion, part)? {
                    self.ranked += 1;
                    self.expansions[expansion].parts[part].rank = Some(self.ranked);
                } else {
                    left.push((expansion, part));
                }
            }
            if left.len() == before || left.is_empty() {
                return Ok(left.first().copied());
            }
            open = left;
        }
    }

    /// Whether every state of a part has a step to states that have a rank, or in which all threads run.
    fn leads_on(&mut self, expansion: usize, part: usize) -> Result<bool, Stopped> {
        let Part { guard, steps, .. } = &self.expansions[expansion].parts[part];
        let (guard, steps) = (*guard, steps.clone());
        let is_ranked =
            |e: u32| self.expansions[e as usize].parts.iter().all(|p| p.lone.is_none() || p.rank.is_some());
        let is_good = |node: u32| match self.nodes[node as usize].fate {
            Fate::Waiting => false,
            Fate::Explored(expansion) => is_ranked(expansion),
            Fate::Held { place, members } => {
                let members = &self.known[place as usize].members[..members];
                members.iter().all(|m| is_ranked(m.expansion))
            }
        };
        let good: Vec<Lit> = steps.iter().filter(|(_, node)| is_good(*node)).map(|(live, _)| *live).collect();
        if good.len() == steps.len() {
            return Ok(true);
        }
        let some = self.terms.graph.any(good);
        let none = self.terms.graph.and(guard, !some);
        Ok(!self.satisfiable(none)?)
    }
}
