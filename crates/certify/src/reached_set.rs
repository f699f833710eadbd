//! Certificates of kind `reached-set`: a set of states that holds the initial ones, is closed under
//! all steps, and contains no violation.
//!
//! With partial-order reduction a state may be closed under the steps of one thread only. Then that
//! thread's statement must be independent of all that the others can still do, and one of its steps must lead
//! to a state of lower rank (or to one closed under all steps), so that nobody is put off for ever. Steps after
//! which it is blocked for good may leave the set. `symbolic_states.rs` says why that is enough.

use crate::Refusal;
use crate::claim;
use crate::format::{Header, Reader};
use crate::independence::Judge;
use crate::step::{Counted, Local, can_fail, has_more_initial, initial, steps};
use std::collections::{BTreeSet, HashMap};
use tw_boolprog::{Loc, Program};
use tw_index::Id;

/// Which thread a state was closed under, and its rank; absent: all threads.
type Choice = Option<(Local, u64)>;

/// Checks the states that follow the header; returns their number.
pub(crate) fn check(
    program: &Program,
    header: &Header,
    reader: &mut Reader<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<u64, Refusal> {
    let count = reader.count("states")?;
    let states = read_states(program, reader, count)?;
    for threads in header.question.bounds.initial_counts() {
        if has_more_initial(program, threads, states.len()) {
            return Err(format!("some initial states with {threads} threads are missing").into());
        }
        if let Some(missing) = initial(program, threads).into_iter().find(|s| !states.contains_key(s)) {
            return Err(format!("an initial state is missing: {missing}").into());
        }
    }
    let mut checker = Checker {
        program,
        header,
        states: &states,
        judge: Judge::new(program),
        visible: claim::visible(program, header),
        skipped: false,
    };
    for (state, choice) in &states {
        if !go_on() {
            return Err(Refusal::too_long());
        }
        checker.check_state(state, choice)?;
    }
    claim::check_coverage(header, checker.skipped)?;
    Ok(count)
}

fn read_states(
    program: &Program,
    reader: &mut Reader<'_>,
    count: u64,
) -> Result<HashMap<Counted, Choice>, Refusal> {
    let mut states = HashMap::new();
    for _ in 0..count {
        let view = reader.state(program)?;
        let local = |group: usize| -> Result<Local, Refusal> {
            let group = view.groups.get(group).ok_or("a chosen group does not exist")?;
            Ok((group.location, group.locals.clone()))
        };
        let choice = match view.chosen {
            None => None,
            Some((group, rank)) => Some((local(group)?, rank)),
        };
        if view.groups.iter().map(|g| u64::from(g.count)).sum::<u64>() > u64::from(u32::MAX) {
            return Err("a state has too many threads".into());
        }
        let mut state = Counted { shared: view.shared.clone(), threads: Default::default() };
        view.groups.iter().for_each(|g| state.add((g.location, g.locals.clone()), g.count));
        // States that differ only in the identity of threads may occur twice, but with one choice.
        if let Some(other) = states.insert(state, choice.clone())
            && other != choice
        {
            return Err("a state occurs twice with different choices".into());
        }
    }
    if reader.at_end() { Ok(states) } else { Err("there are more states than announced".into()) }
}

struct Checker<'a> {
    program: &'a Program,
    header: &'a Header,
    states: &'a HashMap<Counted, Choice>,
    judge: Judge<'a>,
    visible: BTreeSet<Loc>,
    skipped: bool,
}

impl Checker<'_> {
    fn check_state(&mut self, state: &Counted, choice: &Choice) -> Result<(), Refusal> {
        let inside: Vec<&Local> = state.threads.keys().filter(|l| self.in_atomic(l)).collect();
        let may_run: Vec<&Local> =
            if inside.is_empty() { state.threads.keys().collect() } else { inside.clone() };
        self.check_violations(state, &may_run)?;
        let Some((chosen, rank)) = choice else {
            return may_run.iter().try_for_each(|local| self.check_closed(state, local));
        };
        if !inside.is_empty() {
            return Err(format!("one thread was chosen inside an atomic section: {}", state).into());
        }
        if !state.threads.contains_key(chosen) || !self.is_apart(state, chosen, chosen.0) {
            return Err(format!("the chosen thread is not independent of the others in {}", state).into());
        }
        self.check_alone(state, chosen, *rank)
    }

    fn in_atomic(&self, local: &Local) -> bool {
        self.program.in_atomic(Loc::from_index(local.0 as usize))
    }

    fn check_violations(&self, state: &Counted, may_run: &[&Local]) -> Result<(), Refusal> {
        let question = &self.header.question;
        let fails = |l: &&&Local| {
            let loc = Loc::from_index(l.0 as usize);
            self.program.edges_from(loc).any(|(_, e)| can_fail(self.program, &state.shared, l, e))
        };
        if question.assertions && may_run.iter().any(|l| fails(&l)) {
            return Err(format!("an assertion can fail in {}", state).into());
        }
        let threads = state.threads.iter().map(|((location, _), count)| (*location, *count));
        match claim::reached_target(self.program, question, &threads.collect::<Vec<_>>()) {
            Some(target) => Err(format!("the target {target} holds in {}", state).into()),
            None => Ok(()),
        }
    }

    fn steps(&mut self, state: &Counted, local: &Local) -> Vec<Counted> {
        let bound = self.header.question.bounds.threads.limit();
        steps(self.program, state, local, bound, &mut self.skipped).into_iter().collect()
    }

    /// All steps of a thread in `local` stay in the set.
    fn check_closed(&mut self, state: &Counted, local: &Local) -> Result<(), Refusal> {
        match self.steps(state, local).into_iter().find(|s| !self.states.contains_key(s)) {
            Some(successor) => Err(format!("a step leaves the set: {} to {}", state, successor).into()),
            None => Ok(()),
        }
    }

    /// All steps of the chosen thread stay in the set, or block it for good; one leads to a full state or lowers the rank.
    fn check_alone(&mut self, state: &Counted, chosen: &Local, rank: u64) -> Result<(), Refusal> {
        let mut onward = false;
        for successor in self.steps(state, chosen) {
            match self.states.get(&successor) {
                Some(None) => onward = true,
                Some(Some((_, lower))) => onward |= *lower < rank,
                None if self.is_blocked_for_good(state, chosen, &successor) => {}
                None => return Err(format!("a step leaves the set: {} to {}", state, successor).into()),
            }
        }
        if onward {
            Ok(())
        } else {
            Err(format!("no step of the chosen thread lowers the rank in {}", state).into())
        }
    }

    /// Whether the thread that has moved is independent of the others where it stands now, and cannot move.
    fn is_blocked_for_good(&mut self, state: &Counted, chosen: &Local, successor: &Counted) -> bool {
        let before =
            |local: &Local| state.threads.get(local).copied().unwrap_or(0) - u32::from(local == chosen);
        let moved = successor.threads.iter().find(|(local, count)| **count > before(local));
        let Some((moved, _)) = moved else { return false };
        self.is_apart(successor, moved, moved.0) && self.steps(successor, moved).is_empty()
    }

    /// Whether the statement at `location`, where the thread stands, disturbs nobody and is disturbed by nobody.
    fn is_apart(&mut self, state: &Counted, thread: &Local, location: u32) -> bool {
        let loc = Loc::from_index(location as usize);
        let is_other = |(other, count): &(&Local, &u32)| *other != thread || **count > 1;
        self.judge.is_private(loc, &self.visible)
            && state
                .threads
                .iter()
                .filter(is_other)
                .all(|(other, _)| self.judge.independent(loc, Loc::from_index(other.0 as usize)))
    }
}
