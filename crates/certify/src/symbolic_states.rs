//! Certificates of kind `symbolic-states`: symbolic states that together hold the initial ones, are closed under all steps,
//! and contain no violation.
//!
//! *What*: a symbolic state has threads at fixed locations, a formula over choices for each variable, and a guard. It holds
//! the states in which, for some choices with which the guard is true, the variables have the values of the formulas; a
//! variable without formula has any value. The order of threads does not matter.
//! *Claim*: if the certificate is accepted, no violation is reachable. Each state that is held belongs to a symbolic state
//! that all threads were explored from, if there is one, and else to one of lowest rank. From the former, all steps lead to
//! states that are held. From the latter, one thread was explored, by the rules of `reached_set.rs`: in *every* state it can
//! move, it is independent of all that the others can do, and each of its steps leads to a state that belongs to the
//! former kind, or to one of lower rank; so nobody is put off for ever.
//! *Departures* from `reached_set.rs`: where two threads are inside of atomic sections, which never happens, nobody may run,
//! as in `tw_boolprog::semantics`.
//! *Cost*: states × threads × edges questions to a SAT solver, more where several symbolic states hold what one step leads to.

use crate::TOO_HARD;
use crate::claim;
use crate::format::{Header, Reader, Reason};
use crate::independence::Judge;
use crate::step::Counted;
use crate::symbolic_format;
use crate::symbolic_formula::{Graph, Import, Lit};
use crate::symbolic_members::State;
use crate::symbolic_solver::satisfiable;
use crate::symbolic_step::{Configuration, Steps, Thread, index_of};
use crate::symbolic_union::Union;
use std::collections::BTreeSet;
use tw_boolprog::checked::Variable;
use tw_boolprog::{Edge, Loc, Program};
use tw_verdict::SymbolicState;

/// Checks the states that follow the header; returns their number.
pub(crate) fn check(
    program: &Program,
    header: &Header,
    reader: &mut Reader<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<u64, Reason> {
    let bound = header.question.bounds.threads;
    let reached = symbolic_format::read(program, bound, reader)?;
    let mut graph = Graph::new();
    let import = graph.import(&reached.nodes)?;
    let states: Vec<State> = reached.states.into_iter().map(|state| own(state, &import)).collect();
    let mut checker = Checker {
        program,
        header,
        base: graph.len(),
        graph,
        steps: Steps { program, bound },
        union: Union::new(states, program.locals.len(), go_on),
        judge: Judge::new(program),
        visible: claim::visible(program, header),
        skipped: false,
        go_on,
    };
    checker.check_initial()?;
    for number in 0..checker.union.states.len() {
        let result = checker.check_state(number);
        if checker.graph.is_full() {
            return Err(format!("{TOO_HARD}: too many formulas"));
        }
        result.map_err(|why| {
            if why.starts_with(TOO_HARD) { why } else { format!("symbolic state {number}: {why}") }
        })?;
        checker.graph.forget_from(checker.base);
    }
    claim::check_coverage(header, checker.skipped)?;
    Ok(checker.union.states.len() as u64)
}

fn own(state: SymbolicState, import: &Import) -> State {
    State {
        guard: import.of(state.guard),
        values: state.values.iter().map(|value| value.map(|code| import.of(code))).collect(),
        lone: state.lone.map(|lone| lone as usize),
        rank: state.rank,
        locations: state.locations,
    }
}

struct Checker<'a> {
    program: &'a Program,
    header: &'a Header,
    graph: Graph,
    /// Nodes of the certificate; what is above is forgotten after each state.
    base: usize,
    steps: Steps<'a>,
    union: Union<'a>,
    judge: Judge<'a>,
    visible: BTreeSet<Loc>,
    skipped: bool,
    go_on: &'a dyn Fn() -> bool,
}

impl Checker<'_> {
    fn check_initial(&mut self) -> Result<(), Reason> {
        let most = self.union.states.iter().map(|s| s.locations.len()).max().unwrap_or(0);
        for count in self.header.question.bounds.initial_counts() {
            // The header may ask for more threads than there is memory for.
            if u64::from(count) > most as u64 {
                return Err(format!("the initial states with {count} threads are missing"));
            }
            let initial = self.initial(count);
            let missing = self.union.missing(&mut self.graph, initial, &|_| true)?;
            if let Some(state) = missing {
                return Err(format!("an initial state is missing: {state}"));
            }
            self.graph.forget_from(self.base);
        }
        Ok(())
    }

    fn initial(&mut self, count: u32) -> Configuration {
        let graph = &mut self.graph;
        let mut value = |v: &Variable| v.init.map_or_else(|| graph.input(), Lit::constant);
        let shared = self.program.shared.iter().map(&mut value).collect();
        let location = index_of(self.program.entry);
        let mut thread =
            |_| Thread { location, locals: self.program.locals.iter().map(&mut value).collect() };
        Configuration { shared, threads: (0..count).map(&mut thread).collect(), condition: Lit::TRUE }
    }

    fn check_state(&mut self, number: usize) -> Result<(), Reason> {
        if !(self.go_on)() {
            return Err(format!("{TOO_HARD}: it takes too long"));
        }
        let state = self.opened(number);
        if !self.possible(state.condition)? {
            return Ok(());
        }
        let threads = 0..state.threads.len();
        let inside: Vec<usize> =
            threads.clone().filter(|t| self.program.in_atomic(state.threads[*t].loc())).collect();
        let may_run: Vec<usize> = match inside[..] {
            [] => threads.collect(),
            [_] => inside.clone(),
            _ => Vec::new(),
        };
        self.check_violations(&state, &may_run)?;
        let Some(lone) = self.union.states[number].lone else {
            return may_run.iter().try_for_each(|thread| self.check_closed(&state, *thread, None));
        };
        if !inside.is_empty() {
            return Err("one thread was chosen inside an atomic section".into());
        }
        self.check_choice(&state, lone)?;
        self.check_closed(&state, lone, Some(self.union.states[number].rank))
    }

    /// A state of the certificate, with an input for each variable that may have any value.
    fn opened(&mut self, number: usize) -> Configuration {
        let state = &self.union.states[number];
        let graph = &mut self.graph;
        let mut values = state.values.iter().map(|value| value.unwrap_or_else(|| graph.input()));
        let shared = values.by_ref().take(self.program.shared.len()).collect();
        let mut threads = Vec::new();
        for location in &state.locations {
            let locals = values.by_ref().take(self.program.locals.len()).collect();
            threads.push(Thread { location: *location, locals });
        }
        Configuration { shared, threads, condition: state.guard }
    }

    fn possible(&self, formula: Lit) -> Result<bool, Reason> {
        satisfiable(&self.graph, formula, self.go_on)
    }

    /// There is a state, and none is a violation.
    fn check_violations(&mut self, state: &Configuration, may_run: &[usize]) -> Result<(), Reason> {
        let question = &self.header.question;
        let places: Vec<(u32, u32)> = state.threads.iter().map(|t| (t.location, 1)).collect();
        if let Some(target) = claim::reached_target(self.program, question, &places) {
            return Err(format!("the target {target} holds"));
        }
        for thread in may_run.iter().filter(|_| question.assertions) {
            for (_, edge) in self.program.edges_from(state.threads[*thread].loc()) {
                let fails = self.steps.failure(&mut self.graph, state, *thread, edge);
                let fails = self.graph.and(state.condition, fails);
                if self.possible(fails)? {
                    let location = state.threads[*thread].location;
                    return Err(format!("an assertion can fail at location {location}"));
                }
            }
        }
        Ok(())
    }

    /// The chosen thread could as well be scheduled first in every state.
    fn check_choice(&mut self, state: &Configuration, lone: usize) -> Result<(), Reason> {
        let here = state.threads[lone].loc();
        if !self.judge.is_private(here, &self.visible) {
            return Err("the chosen thread's statement concerns others".into());
        }
        for (other, thread) in state.threads.iter().enumerate() {
            if other != lone && !self.judge.independent(here, thread.loc()) {
                return Err("the chosen thread is not independent of the others".into());
            }
        }
        let mut stuck = state.condition;
        for (_, edge) in self.program.edges_from(here) {
            let enabled = self.steps.enabled(&mut self.graph, state, lone, edge)?;
            stuck = self.graph.and(stuck, !enabled);
        }
        if self.possible(stuck)? {
            Err("the chosen thread cannot move in every state".into())
        } else {
            Ok(())
        }
    }

    /// All steps of the thread lead to states that are held; with a rank, by full states or ones of lower rank.
    fn check_closed(
        &mut self,
        state: &Configuration,
        thread: usize,
        rank: Option<u64>,
    ) -> Result<(), Reason> {
        let program = self.program;
        for (_, edge) in program.edges_from(state.threads[thread].loc()) {
            self.skipped |= self.steps.skips_creation(state, edge);
            if let Some(missing) = self.leaving(state, thread, edge, rank)? {
                let location = state.threads[thread].location;
                let what = if rank.is_some() {
                    "leaves the states or does not lower the rank"
                } else {
                    "leaves the states"
                };
                return Err(format!("a step from location {location} {what}: {missing}"));
            }
        }
        Ok(())
    }

    fn leaving(
        &mut self,
        state: &Configuration,
        thread: usize,
        edge: &Edge,
        rank: Option<u64>,
    ) -> Result<Option<Counted>, Reason> {
        let Some(next) = self.steps.next(&mut self.graph, state, thread, edge) else { return Ok(None) };
        if next.condition == Lit::FALSE {
            return Ok(None);
        }
        self.union.missing(&mut self.graph, next, &|holder| {
            rank.is_none_or(|rank| holder.lone.is_none() || holder.rank < rank)
        })
    }
}
