//! From a chain of elements to a schedule.
//!
//! *How*: forwards from an initial state in the first element. Every state of an element has a step along the edge of the
//! chain into the next one, as long as no passive update is a zero test; the first one found is taken.

use crate::element::{Element, all_served};
use crate::sets::Sets;
use std::ops::ControlFlow::{Break, Continue};
use tw_boolprog::semantics::{self, ResolvedTargets, State, Thread};
use tw_boolprog::{EdgeId, TraceBuilder, Valuation};
use tw_encode::Named;
use tw_solver::{Bdd, Full};
use tw_verdict::{InitialThreads, Question, Trace};

/// The schedule along `chain`, from an initial state to a violation; absent if a step does not exist.
pub(crate) fn schedule(
    sets: &Sets,
    question: &Question,
    chain: &[(&Element, Option<EdgeId>)],
) -> Result<Option<Trace>, Full> {
    let program = sets.interned.program.clone();
    let mut state = first(sets, question, chain[0].0)?;
    let mut builder = TraceBuilder::new(&program, &state);
    for (at, (_, edge)) in chain.iter().enumerate() {
        let Some(edge) = *edge else { break };
        let wanted = chain[at + 1].0;
        let mut next = None;
        for thread in 0..state.threads.len() {
            if next.is_none() && state.threads[thread].loc == program.edges[edge].from {
                let _ = semantics::thread_successors(&program, &state, thread, u32::MAX, &mut |step| {
                    if step.edge == edge && holds(sets, wanted, &step.state) {
                        next = Some((thread, step.state));
                        return Break(());
                    }
                    Continue(())
                });
            }
        }
        let Some((thread, after)) = next else { return Ok(None) };
        builder.step(thread, edge, &state, &after);
        state = after;
    }
    let targets = ResolvedTargets::new(&program, &question.targets);
    if let Some(target) = semantics::reached_target(&targets, &state) {
        return Ok(Some(builder.reaching(question.targets[target].to_string())));
    }
    let failing = |thread: usize| Some((thread, semantics::failing_assertion(&program, &state, thread)?));
    let failing = (0..state.threads.len()).find_map(failing).filter(|_| question.assertions);
    Ok(failing.map(|(thread, edge)| builder.failing(thread, edge)))
}

/// An initial state of an element.
fn first(sets: &Sets, question: &Question, element: &Element) -> Result<State, Full> {
    let (shared, local) = sets.interned.initial()?;
    let shared = values(sets, &sets.interned.shared(element.shared).and(&shared)?, true);
    let thread = |set: &Bdd| Thread { loc: sets.interned.program.entry, vars: values(sets, set, false) };
    let mut threads = Vec::new();
    for (set, count) in &element.pairs {
        let one = thread(&sets.interned.local(*set).and(&local)?);
        threads.extend((0..*count).map(|_| one.clone()));
    }
    let wanted = match question.bounds.init {
        InitialThreads::Exactly(n) => n as usize,
        InitialThreads::Unbounded => threads.len().max(1),
    };
    while threads.len() < wanted {
        threads.push(thread(&local));
    }
    Ok(State { shared, threads })
}

/// Some values of a set.
fn values(sets: &Sets, set: &Bdd, shared: bool) -> Valuation {
    let picked = set.pick().expect("sets are not empty");
    let number =
        |v: usize| if shared { sets.interned.variables.shared(v) } else { sets.interned.variables.local(v) };
    let count = if shared { sets.interned.program.shared.len() } else { sets.interned.program.locals.len() };
    let bits: Vec<bool> = (0..count).map(|v| picked.contains(&(number(v), true))).collect();
    Valuation::from_bits(&bits)
}

/// Whether a state belongs to an element.
pub(crate) fn holds(sets: &Sets, element: &Element, state: &State) -> bool {
    let value = |number: u32, thread: Option<&Thread>| match (sets.interned.variables.named(number), thread) {
        (Named::Shared(v), _) => state.shared.get(v),
        (Named::Local(v), Some(thread)) => thread.vars.get(v),
        (Named::Local(_), None) => false,
    };
    if !sets.interned.shared(element.shared).contains(|number| value(number, None)) {
        return false;
    }
    let allowed = |pair: usize, thread: usize| {
        let (set, thread) = (element.pairs[pair].0, &state.threads[thread]);
        sets.interned.loc(set) == thread.loc
            && sets.interned.local(set).contains(|number| value(number, Some(thread)))
    };
    let wants: Vec<u32> = element.pairs.iter().map(|(_, n)| *n).collect();
    let inside = |t: &Thread| sets.interned.program.in_atomic(t.loc);
    let held = state.threads.iter().any(inside);
    (element.open || held == element.holder(sets).is_some())
        && all_served(&wants, &vec![1; state.threads.len()], allowed)
}
