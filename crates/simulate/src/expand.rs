//! The steps of one state: who runs, what comes next, whether it can be, and whether it is a violation.

use crate::fault::{Fault, planted};
use crate::history::Member;
use crate::search::{Expansion, Fate, Found, LoneStep, Node, Origin, Simulation};
use crate::state::Symbolic;
use crate::step::{Next, fails, step};
use tw_boolprog::{Action, Loc};
use tw_solver::{Assignment, Cnf, Lit, Stopped};

/// Which steps of a thread are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// All.
    All,
    /// Those after which it is not blocked for good.
    Alone,
    /// The others.
    Blocked,
}

impl Simulation {
    /// Explores the steps of a state, unless it is a violation.
    pub fn expand(&mut self, place: u32, node: u32) -> Result<(), Stopped> {
        let (node, member) = self.renamed(place, node);
        let state = self.nodes[node as usize].state.clone();
        self.look_for_violation(node, &state)?;
        if self.is_over() {
            return Ok(());
        }
        let number = u32::try_from(self.expansions.len()).expect("states fit in 32 bits");
        self.known[place as usize].members.push(Member::new(number, member));
        let parts = self.parts(&state)?;
        self.statistics.reduced += u64::from(parts.iter().any(|p| p.lone.is_some()));
        self.expansions.push(Expansion { node, parts: parts.clone() });
        for (at, part) in parts.iter().enumerate() {
            for thread in self.runnable(&state.place) {
                match part.lone {
                    None => self.run_thread(number, at, thread, Mode::All)?,
                    Some(lone) if lone == thread => self.run_thread(number, at, thread, Mode::Alone)?,
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// The threads that may be scheduled: all, or the one inside an atomic section.
    pub fn runnable(&self, place: &[Loc]) -> Vec<usize> {
        match place.iter().position(|loc| self.program.in_atomic(*loc)) {
            Some(holder) => vec![holder],
            None => (0..place.len()).collect(),
        }
    }

    /// Whether there is time and memory left.
    pub fn go_on(&self) -> Result<(), Stopped> {
        if (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// Adds the successors of one part of an expansion by the steps of one thread.
    pub fn run_thread(
        &mut self,
        expansion: u32,
        part: usize,
        thread: usize,
        mode: Mode,
    ) -> Result<(), Stopped> {
        self.go_on()?;
        let program = self.program.clone();
        let Expansion { node, parts } = &self.expansions[expansion as usize];
        let (from, guard) = (*node, parts[part].guard);
        let before = &self.nodes[from as usize];
        let unasked = before.unasked;
        let state = Symbolic { guard, ..before.state.clone() };
        for (edge, _) in program.edges_from(state.place[thread]) {
            let bound = self.question.bounds.threads.limit();
            let taken = match mode {
                Mode::All => {
                    step(&mut self.terms, &program, &state, thread, edge, bound).map(|n| (n, Lit::TRUE))
                }
                Mode::Alone => self.lone_step(&state, thread, edge).expect("asked before it ran alone"),
                Mode::Blocked => self.blocked_step(&state, thread, edge).map(|next| (next, Lit::FALSE)),
            };
            let Some((Next { state: mut next, skipped, sources }, live)) = taken else { continue };
            next.guard = self.terms.graph.and(guard, next.guard);
            if skipped && !self.creation_skipped {
                self.creation_skipped = self.satisfiable(next.guard)?;
            }
            let changed = u32::from(next.guard != guard);
            let Some(unasked) = self.asked(next.guard, unasked + changed)? else { continue };
            self.forget(&mut next);
            let sources = if self.options.symmetry { self.sort(&mut next, sources) } else { sources };
            self.transitions += 1;
            let origin = Origin::Step { from, thread, edge, sources };
            let node = u32::try_from(self.nodes.len()).expect("states fit in 32 bits");
            let place = self.add(Node { state: next, origin, unasked, fate: Fate::Waiting });
            if mode == Mode::Alone {
                let step = LoneStep { live, node, place };
                self.expansions[expansion as usize].parts[part].steps.push(step);
            }
        }
        Ok(())
    }

    /// Orders threads by their locations.
    fn sort(&self, state: &mut Symbolic, sources: Vec<Option<usize>>) -> Vec<Option<usize>> {
        if state.place.is_sorted() {
            return sources;
        }
        let mut order: Vec<usize> = (0..state.place.len()).collect();
        order.sort_by_key(|i| state.place[*i]);
        let mut values = state.values[..self.layout.shared].to_vec();
        order.iter().for_each(|i| values.extend_from_slice(state.locals(self.layout, *i)));
        if !planted(Fault::SortedWithoutVariables) {
            state.values = values;
        }
        state.place = order.iter().map(|i| state.place[*i]).collect();
        order.into_iter().map(|i| sources[i]).collect()
    }

    /// Asks about a guard if it is time; the number of changes since it was known to be satisfiable, or nothing if it
    /// is not.
    fn asked(&mut self, guard: Lit, unasked: u32) -> Result<Option<u32>, Stopped> {
        if self.terms.graph.word(guard) != 0 {
            self.statistics.guards_simulated += 1;
            return Ok(Some(0));
        }
        if unasked == 0 || self.options.guard_period == 0 || unasked < self.options.guard_period {
            return Ok(Some(unasked));
        }
        self.statistics.guards_asked += 1;
        if self.satisfiable(guard)? {
            return Ok(Some(0));
        }
        self.statistics.guards_dropped += 1;
        Ok(None)
    }

    /// Whether some choices make a formula true.
    pub fn satisfiable(&mut self, lit: Lit) -> Result<bool, Stopped> {
        if self.terms.graph.word(lit) != 0 {
            return Ok(true);
        }
        Ok(self.solution(lit)?.is_some())
    }

    /// Choices that make a formula true.
    pub fn solution(&mut self, lit: Lit) -> Result<Option<Assignment>, Stopped> {
        self.statistics.solver_calls += 1;
        let found = Cnf::satisfy(&mut self.terms.graph, lit, &self.stop)?;
        if let Some(assignment) = &found {
            self.terms.graph.remember(assignment);
        }
        Ok(found)
    }

    fn look_for_violation(&mut self, node: u32, state: &Symbolic) -> Result<(), Stopped> {
        if self.found.is_some() {
            return Ok(());
        }
        let at = |locs: &[Loc]| state.place.iter().filter(|l| locs.contains(l)).count() as u64;
        if let Some(target) = self.targets.reached(at)
            && let Some(assignment) = self.solution(state.guard)?
        {
            self.found = Some((Found::Target { node, target }, assignment));
            return Ok(());
        }
        if !self.question.assertions {
            return Ok(());
        }
        let program = self.program.clone();
        for thread in self.runnable(&state.place) {
            for (edge, step) in program.edges_from(state.place[thread]) {
                let Action::Assert(possible) = step.action else { continue };
                let bad = fails(&mut self.terms.graph, &program, state, thread, possible);
                if let Some(assignment) = self.solution(bad)? {
                    self.found = Some((Found::Assertion { node, thread, edge }, assignment));
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
