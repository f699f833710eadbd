//! *What*: whether markings hold all reachable configurations, and cover no target.

use super::Claim;
use crate::refusal::Refusal;
use crate::system::{Initial, Kind, Local, Shared, System, Transition};
use std::collections::BTreeMap;

/// Any number of threads.
const OMEGA: u32 = u32::MAX;

/// How many threads may be in each local state that has some.
type Most = BTreeMap<Local, u32>;

/// Checks the markings of a certificate.
pub(super) fn check(
    system: &System,
    claim: &Claim,
    markings: &[Initial],
    go_on: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    for initial in &claim.initials {
        if !holds(markings, initial.shared, &threads(initial)) {
            return Err(format!("no marking holds the initial states {initial}").into());
        }
    }
    for (number, marking) in markings.iter().enumerate() {
        let covered = claim
            .targets
            .iter()
            .find(|t| t.shared == marking.shared && t.locals.iter().all(|(l, n)| *n <= most(marking, *l)));
        if let Some(target) = covered {
            return Err(format!("marking {number}, {marking}, covers the target {target}").into());
        }
        for transition in system.transitions().iter() {
            if !go_on() {
                return Err(Refusal::TooLong);
            }
            if let Some((shared, next)) = after(transition, marking)?
                && !holds(markings, shared, &next)
            {
                let out = format!("marking {number}, {marking}: '{transition}' leads out of the markings");
                return Err(out.into());
            }
        }
    }
    Ok(())
}

/// How many threads may be in a local state.
fn most(marking: &Initial, local: Local) -> u32 {
    let there = marking.bounded.iter().filter(|(l, _)| *l == local).map(|(_, n)| *n).sum();
    if marking.unbounded.contains(&local) { OMEGA } else { there }
}

fn threads(marking: &Initial) -> Most {
    let places = marking.bounded.iter().map(|(l, _)| *l).chain(marking.unbounded.iter().copied());
    places.map(|local| (local, most(marking, local))).collect()
}

/// Whether one marking holds all configurations with at most these threads.
fn holds(markings: &[Initial], shared: Shared, threads: &Most) -> bool {
    let mut alike = markings.iter().filter(|m| m.shared == shared);
    alike.any(|marking| threads.iter().all(|(local, n)| *n <= most(marking, *local)))
}

/// The shared state and the most threads after a transition, if it can be taken.
fn after(transition: &Transition, marking: &Initial) -> Result<Option<(Shared, Most)>, Refusal> {
    let leaves = match &transition.kind {
        Kind::Move { transfers, .. } if transfers.is_empty() => true,
        Kind::Spawn { .. } => false,
        _ => return Err(format!("'{transition}': a system with transfers has no markings").into()),
    };
    let (from, to) = (transition.kind.from(), transition.kind.to());
    let mut next = threads(marking);
    let there = next.get(&from.local).copied().unwrap_or(0);
    if from.shared != marking.shared || there == 0 {
        return Ok(None);
    }
    if leaves && there != OMEGA {
        next.insert(from.local, there - 1);
    }
    let arrived = next.entry(to.local).or_default();
    if *arrived != OMEGA {
        *arrived += 1;
    }
    Ok(Some((to.shared, next)))
}
