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
//! *Cycles*: see `resume`.

use crate::options::Preference;
use crate::search::{Part, Simulation};
use crate::state::Symbolic;
use crate::step::enabled;
use tw_boolprog::fault::{Fault, planted};
use tw_solver::{Cnf, Lit, Stopped};

impl Simulation {
    /// Splits a state by who runs.
    pub fn parts(&mut self, state: &Symbolic) -> Result<Vec<Part>, Stopped> {
        let all = Part { guard: state.guard, lone: None };
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
            parts.push(Part { guard: self.terms.graph.and(rest, moves), lone: Some(thread) });
            rest = self.terms.graph.and(rest, !moves);
            cnf.require(&mut self.terms.graph, !moves);
        }
        self.statistics.decisions += cnf.sat.decisions();
        // The last answer was no: without the demand, there are no states left.
        if !assumed.is_empty() {
            parts.push(Part { guard: rest, lone: None });
        }
        Ok(parts)
    }

    /// Threads that may run alone, with the condition under which they can move, the preferred ones first.
    fn candidates(&mut self, state: &Symbolic) -> Vec<(usize, Lit)> {
        let place = &state.place;
        if place.len() < 2 || place.iter().any(|loc| self.program.in_atomic(*loc)) {
            return Vec::new();
        }
        let Some(independence) = &self.independence else { return Vec::new() };
        let alone = |thread: &usize| {
            let others = (0..place.len()).filter(|t| t != thread).map(|t| place[t]);
            independence.may_run_alone(place[*thread], others)
        };
        let mut threads: Vec<usize> = (0..place.len()).filter(alone).collect();
        if self.options.preference == Preference::Last {
            threads.reverse();
        }
        let program = self.program.clone();
        let moves = |t: usize| Some((t, enabled(&mut self.terms, &program, state, t)?));
        threads.into_iter().filter_map(moves).filter(|(_, moves)| *moves != Lit::FALSE).collect()
    }
}
