//! *What*: executes a run again, as a file stores it.
//!
//! *Claim*: what is returned is a run: it begins in an initial state, each step is one of the system or net, and the last state
//! covers a target. Nothing is believed of who wrote the file, and nothing is searched.
//!
//! *Cost*: linear in the trace and in the states along it.

use crate::net::{Marking, Net, Place};
use crate::spec_print::rule_text;
use crate::step::Configuration;
use crate::system::{Initial, Kind, Local, Shared, System, Target, Transfers};
use crate::trace::{Choice, NetTrace, SystemState, SystemTrace, ThreadsIn};
use tw_index::Id;

/// The configurations along a trace, the first one included.
///
/// ```
/// use tw_tts::{Initial, SystemTrace, load, replay_system};
/// let text = "3 4\n0 0 -> 1 1\n1 0 -> 2 3\n2 3 -> 2 1 1 ~> 2\n2|1,2\n";
/// let system = load("broadcast.tts", text.into()).expect("valid").system;
/// let json = r#"{ "start": { "shared": 0, "threads": [{ "local": 0, "count": 2 }] },
///     "steps": [{ "transition": 0 }, { "transition": 1 }, { "transition": 2 }] }"#;
/// let trace: SystemTrace = serde_json::from_str(json).expect("a trace");
/// let states = replay_system(&system, &[Initial::unbounded()], &system.targets, &trace).expect("a run");
/// assert_eq!(states[3].threads, [0, 1, 1, 0]);
/// ```
///
/// # Errors
/// The first thing that is wrong.
pub fn replay_system(
    system: &System,
    initials: &[Initial],
    targets: &[Target],
    trace: &SystemTrace,
) -> Result<Vec<Configuration>, String> {
    let mut at = configuration(system, &trace.start)?;
    if !initials.iter().any(|initial| at.begins(initial)) {
        return Err("it does not begin in an initial state".into());
    }
    let mut states = vec![at.clone()];
    for (number, step) in (1..).zip(&trace.steps) {
        let transitions = system.transitions().as_slice();
        let transition = transitions
            .get(step.transition as usize)
            .ok_or_else(|| format!("step {number}: there is no transition {}", step.transition))?;
        at = after(&transition.kind, &at, &step.choices)
            .map_err(|why| format!("step {number}: '{transition}' cannot be taken: {why}"))?;
        states.push(at.clone());
    }
    if !targets.iter().any(|target| at.covers(target)) {
        return Err("it ends without covering a target".into());
    }
    Ok(states)
}

/// The configuration that a file describes.
fn configuration(system: &System, state: &SystemState) -> Result<Configuration, String> {
    if state.shared >= system.shared() {
        return Err(format!("there is no shared state {}", state.shared));
    }
    let mut threads = vec![0; system.locals() as usize];
    for ThreadsIn { local, count } in &state.threads {
        let there = threads.get_mut(*local as usize).ok_or(format!("there is no local state {local}"))?;
        if *there > 0 {
            return Err(format!("the start names local state {local} twice"));
        }
        *there = *count;
    }
    Ok(Configuration { shared: Shared::from_index(state.shared as usize), threads })
}

/// The configuration after one transition.
fn after(kind: &Kind, at: &Configuration, choices: &[Choice]) -> Result<Configuration, String> {
    let (from, to) = (kind.from(), kind.to());
    if at.shared != from.shared {
        return Err(format!("the shared state is {}", at.shared.index()));
    }
    let mut threads = at.threads.clone();
    match kind {
        Kind::Move { transfers, .. } => {
            take(&mut threads, from.local, 1)?;
            transfer(&mut threads, transfers, choices)?;
            put(&mut threads, to.local, 1)?;
        }
        _ if !choices.is_empty() => return Err("nobody has a choice".into()),
        Kind::Transfer { .. } => {
            let all = std::mem::take(&mut threads[from.local.index()]);
            put(&mut threads, to.local, all)?;
        }
        Kind::Spawn { .. } => {
            take(&mut threads, from.local, 1)?;
            put(&mut threads, from.local, 1)?;
            put(&mut threads, to.local, 1)?;
        }
    }
    Ok(Configuration { shared: to.shared, threads })
}

fn take(threads: &mut [u32], local: Local, count: u32) -> Result<(), String> {
    let there = &mut threads[local.index()];
    *there = there.checked_sub(count).ok_or(format!("no thread is in local state {local}"))?;
    Ok(())
}

fn put(threads: &mut [u32], local: Local, count: u32) -> Result<(), String> {
    let there = &mut threads[local.index()];
    *there = there.checked_add(count).ok_or("there are too many threads")?;
    Ok(())
}

/// Moves the threads that do not move by themselves, all at once.
fn transfer(threads: &mut [u32], transfers: &Transfers, choices: &[Choice]) -> Result<(), String> {
    let is_free = |choice: &Choice| {
        let allowed = transfers.iter().find(|(p, q)| p.index() == choice.from as usize && q.len() > 1);
        allowed.is_some_and(|(_, q)| q.iter().any(|q| q.index() == choice.to as usize))
    };
    if let Some(Choice { from, to, .. }) = choices.iter().find(|choice| !is_free(choice)) {
        return Err(format!("threads in local state {from} do not choose {to}"));
    }
    let leaving: Vec<u32> = transfers.iter().map(|(p, _)| std::mem::take(&mut threads[p.index()])).collect();
    for ((p, q), count) in transfers.iter().zip(leaving) {
        if let [only] = q.as_slice() {
            put(threads, *only, count)?;
            continue;
        }
        let mut left = count;
        for choice in choices.iter().filter(|choice| choice.from as usize == p.index()) {
            left = left.checked_sub(choice.count).ok_or(format!("{count} threads are in local state {p}"))?;
            put(threads, Local::from_index(choice.to as usize), choice.count)?;
        }
        if left > 0 {
            return Err(format!("{left} threads in local state {p} have not chosen"));
        }
    }
    Ok(())
}

/// The markings along a trace, the first one included.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay_net(net: &Net, trace: &NetTrace) -> Result<Vec<Marking>, String> {
    if let Some(name) = trace.start.keys().find(|name| !net.places.iter().any(|place| place == *name)) {
        return Err(format!("there is no place {name}"));
    }
    let mut at: Marking = net.places.iter().map(|name| trace.start.get(name).copied().unwrap_or(0)).collect();
    if !net.begins(&at) {
        return Err("it does not begin with an initial marking".into());
    }
    let mut markings = vec![at.clone()];
    for (number, step) in (1..).zip(&trace.steps) {
        let rules = net.rules.as_slice();
        let rule =
            rules.get(*step as usize).ok_or_else(|| format!("step {number}: there is no rule {step}"))?;
        let few = rule.guards.iter().find(|(place, least)| at[place.index()] < *least);
        let why = few.map_or("there are too many tokens".to_string(), |(place, _)| {
            format!("{} tokens are on {}", at[place.index()], net.places[*place])
        });
        at = rule
            .fire(&at)
            .ok_or_else(|| format!("step {number}: '{}' cannot fire: {why}", rule_text(net, rule)))?;
        markings.push(at.clone());
    }
    let covers = |target: &Vec<(Place, u32)>| target.iter().all(|(place, n)| at[place.index()] >= *n);
    if !net.targets.iter().any(covers) {
        return Err("it ends without covering a target".into());
    }
    Ok(markings)
}

#[cfg(test)]
mod tests;
