//! Certificates of kind `symbolic-states`: symbolic states that together hold the initial ones, are closed under all steps,
//! and contain no violation.
//!
//! *What*: a symbolic state has threads at fixed locations, a formula over choices for each variable, and a guard. It holds
//! the states in which, for some choices with which the guard is true, the variables have the values of the formulas; a
//! variable without formula has any value. The order of threads does not matter.
//! *Claim*: if the certificate is accepted, no violation is reachable. Each state that is held belongs to a symbolic state
//! that all threads were explored from, if there is one, and else to one of lowest rank. From the former, all steps lead to
//! states that are held. From the latter, one thread was explored, which is independent of all that the others can do, as in
//! `reached_set.rs`. Each of its steps leads to a state that is held; or to one in which it is *blocked for good*: its next
//! statement is independent too, and it cannot take it. And from *every* state one of its steps leads on: to a state of the
//! former kind, or of lower rank, in which it is not blocked for good.
//! *Why that is enough*: take a shortest run to a violation from a state that is held, and among those with runs of this
//! length one of the former kind or of lowest rank. From the former kind, the run's first step leads to a state with a
//! shorter run. From the latter, if the thread moves in the run, its first step can come first. If it is not blocked for
//! good afterwards, the state is held and has a shorter run. If it is, it never moves again, and the run without
//! its step is a shorter run to the same violation. If the thread does not move in the run, the step that leads on can be put
//! before the run, which gives a state of the former kind or of lower rank with a run that is as long.
//! *Departures* from `reached_set.rs`: where two threads are inside of atomic sections, which never happens, nobody may run,
//! as in `tw_boolprog::semantics`.
//! *Cost*: states × threads × edges questions to a SAT solver, more where several symbolic states hold what one step leads to.

use crate::Refusal;
use crate::claim;
use crate::format::{Header, Reader};
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
) -> Result<u64, Refusal> {
    let bound = header.question.bounds.threads.limit();
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
            return Err(Refusal::too_hard("too many formulas"));
        }
        result.map_err(|refusal| refusal.at(format_args!("symbolic state {number}")))?;
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
    fn check_initial(&mut self) -> Result<(), Refusal> {
        let most = self.union.states.iter().map(|s| s.locations.len()).max().unwrap_or(0);
        for count in self.header.question.bounds.initial_counts() {
            // The header may ask for more threads than there is memory for.
            if u64::from(count) > most as u64 {
                return Err(format!("the initial states with {count} threads are missing").into());
            }
            let initial = self.initial(count);
            let missing = self.union.missing(&mut self.graph, initial, &|_| true)?;
            if let Some(state) = missing {
                return Err(format!("an initial state is missing: {state}").into());
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

    fn check_state(&mut self, number: usize) -> Result<(), Refusal> {
        if !(self.go_on)() {
            return Err(Refusal::too_long());
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
            return may_run.iter().try_for_each(|thread| self.check_closed(&state, *thread));
        };
        if !inside.is_empty() {
            return Err("one thread was chosen inside an atomic section".into());
        }
        if !self.is_apart(&state, lone, state.threads[lone].loc()) {
            return Err("the chosen thread is not independent of the others".into());
        }
        self.check_alone(&state, lone, self.union.states[number].rank)
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

    fn possible(&self, formula: Lit) -> Result<bool, Refusal> {
        satisfiable(&self.graph, formula, self.go_on)
    }

    /// There is a state, and none is a violation.
    fn check_violations(&mut self, state: &Configuration, may_run: &[usize]) -> Result<(), Refusal> {
        let question = &self.header.question;
        let places: Vec<(u32, u32)> = state.threads.iter().map(|t| (t.location, 1)).collect();
        if let Some(target) = claim::reached_target(self.program, question, &places) {
            return Err(format!("the target {target} holds").into());
        }
        for thread in may_run.iter().filter(|_| question.assertions) {
            for (_, edge) in self.program.edges_from(state.threads[*thread].loc()) {
                let fails = self.steps.failure(&mut self.graph, state, *thread, edge);
                let fails = self.graph.and(state.condition, fails);
                if self.possible(fails)? {
                    let location = state.threads[*thread].location;
                    return Err(format!("an assertion can fail at location {location}").into());
                }
            }
        }
        Ok(())
    }

    /// Whether a statement of the thread, at `here`, disturbs nobody and is disturbed by nobody.
    fn is_apart(&mut self, state: &Configuration, thread: usize, here: Loc) -> bool {
        let mut others = state.threads.iter().enumerate().filter(|(other, _)| *other != thread);
        self.judge.is_private(here, &self.visible)
            && others.all(|(_, other)| self.judge.independent(here, other.loc()))
    }

    /// All steps of the thread lead to states that are held.
    fn check_closed(&mut self, state: &Configuration, thread: usize) -> Result<(), Refusal> {
        let program = self.program;
        for (_, edge) in program.edges_from(state.threads[thread].loc()) {
            let Some(next) = self.steps.next(&mut self.graph, state, thread, edge) else { continue };
            if self.steps.skips_creation(state, edge) && !self.skipped {
                self.skipped = self.possible(next.condition)?;
            }
            if let Some(missing) = self.missing(next, None)? {
                return Err(leaves(state, thread, &missing));
            }
        }
        Ok(())
    }

    /// All steps of the chosen thread lead to states that are held, or block it for good; and from every state one leads on.
    fn check_alone(&mut self, state: &Configuration, lone: usize, rank: u64) -> Result<(), Refusal> {
        let program = self.program;
        let mut onward = Lit::FALSE;
        for (_, edge) in program.edges_from(state.threads[lone].loc()) {
            let Some(mut next) = self.steps.next(&mut self.graph, state, lone, edge) else { continue };
            let may_block = self.leave_out_blocked(state, lone, edge, &mut next)?;
            if self.missing(next.clone(), Some(rank))?.is_none() {
                let graph = &mut self.graph;
                let leads = match may_block {
                    true => self.steps.moves_twice(graph, state, lone, edge)?,
                    false => self.steps.enabled(graph, state, lone, edge)?,
                };
                onward = graph.or(onward, leads);
            } else if let Some(missing) = self.missing(next, None)? {
                return Err(leaves(state, lone, &missing));
            }
        }
        let stays = self.graph.and(state.condition, !onward);
        if self.possible(stays)? { self.check_onward(state, lone, rank, stays) } else { Ok(()) }
    }

    /// Leaves out of what follows those states in which the chosen thread is blocked for good; tells whether there may be any.
    fn leave_out_blocked(
        &mut self,
        state: &Configuration,
        lone: usize,
        edge: &Edge,
        next: &mut Configuration,
    ) -> Result<bool, Refusal> {
        let stays = next.threads.len() == state.threads.len();
        let may_block = stays && self.is_apart(next, lone, edge.to);
        if may_block {
            let moves = self.steps.moves(&mut self.graph, next, lone)?;
            next.condition = self.graph.and(next.condition, moves);
        }
        Ok(may_block)
    }

    /// From every state of `left`, some step of the chosen thread with some choice of values leads on. A state is proposed,
    /// all its steps are tried, and the states that lead on in the same way are excluded.
    fn check_onward(
        &mut self,
        state: &Configuration,
        lone: usize,
        rank: u64,
        left: Lit,
    ) -> Result<(), Refusal> {
        let program = self.program;
        let mut ways = Vec::new();
        for (_, edge) in program.edges_from(state.threads[lone].loc()) {
            for (when, mut next) in self.steps.all_ways(&mut self.graph, state, lone, edge)? {
                next.condition = when;
                self.leave_out_blocked(state, lone, edge, &mut next)?;
                ways.push(next);
            }
        }
        let onward = self
            .union
            .leading(&mut self.graph, left, &ways, &|holder| holder.lone.is_none() || holder.rank < rank)?;
        if onward { Ok(()) } else { Err("in some state no step of the chosen thread leads on".into()) }
    }

    /// A state that nobody holds; with a rank, that neither a full state nor one of lower rank holds.
    fn missing(&mut self, next: Configuration, rank: Option<u64>) -> Result<Option<Counted>, Refusal> {
        if next.condition == Lit::FALSE {
            return Ok(None);
        }
        self.union.missing(&mut self.graph, next, &|holder| {
            rank.is_none_or(|rank| holder.lone.is_none() || holder.rank < rank)
        })
    }
}

fn leaves(state: &Configuration, thread: usize, missing: &Counted) -> Refusal {
    format!("a step from location {} leaves the states: {missing}", state.threads[thread].location).into()
}
