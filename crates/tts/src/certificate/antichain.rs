//! *What*: whether elements hold all configurations from which a target can be covered, and no initial one.

use super::Claim;
use crate::refusal::Refusal;
use crate::system::{Initial, Kind, Local, Shared, System, Target, ThreadState, Transfers};
use std::collections::{BTreeMap, BTreeSet};

/// Ways in which the threads of one element can have come about, after which a check is given up.
const MANY: usize = 1_000_000;

/// Checks the elements of a certificate.
pub(super) fn check(
    system: &System,
    claim: &Claim,
    elements: &[Target],
    go_on: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    let checker = Checker::new(elements);
    for target in &claim.targets {
        if !checker.holds(target.shared, &threads(target)) {
            return Err(format!("no element holds the target {target}").into());
        }
    }
    for (number, element) in elements.iter().enumerate() {
        if let Some(initial) = claim.initials.iter().find(|i| begins(i, element)) {
            return Err(format!("element {number}, {element}, has an initial state of {initial}").into());
        }
        for transition in system.transitions().iter() {
            if transition.kind.to().shared != element.shared {
                continue;
            }
            if !go_on() {
                return Err(Refusal::TooLong);
            }
            let shared = transition.kind.from().shared;
            for before in before(&transition.kind, &threads(element))? {
                if !checker.holds(shared, &before) {
                    let before = Target::new(shared, before.clone());
                    return Err(format!(
                        "element {number}, {element}: '{transition}' leads there from {before}, which is in no element"
                    )
                    .into());
                }
            }
        }
    }
    Ok(())
}

/// The threads of an element, one by one, in ascending order.
fn threads(element: &Target) -> Vec<Local> {
    let one_by_one = |(local, count): &(Local, u32)| std::iter::repeat_n(*local, *count as usize);
    let mut threads: Vec<Local> = element.locals.iter().flat_map(one_by_one).collect();
    threads.sort_unstable();
    threads
}

struct Checker {
    /// For each shared state, the numbers of threads of its elements.
    elements: BTreeMap<Shared, Vec<BTreeMap<Local, u32>>>,
}

impl Checker {
    fn new(elements: &[Target]) -> Checker {
        let mut found: BTreeMap<Shared, Vec<BTreeMap<Local, u32>>> = BTreeMap::new();
        for element in elements {
            found.entry(element.shared).or_default().push(counted(&threads(element)));
        }
        Checker { elements: found }
    }

    /// Whether an element holds all configurations with these threads.
    fn holds(&self, shared: Shared, threads: &[Local]) -> bool {
        let there = counted(threads);
        let enough = |element: &BTreeMap<Local, u32>| {
            element.iter().all(|(local, n)| there.get(local).is_some_and(|m| m >= n))
        };
        self.elements.get(&shared).is_some_and(|all| all.iter().any(enough))
    }
}

fn counted(threads: &[Local]) -> BTreeMap<Local, u32> {
    let mut counts = BTreeMap::new();
    threads.iter().for_each(|local| *counts.entry(*local).or_default() += 1);
    counts
}

fn begins(initial: &Initial, element: &Target) -> bool {
    let there =
        |local: Local| initial.bounded.iter().filter(|(l, _)| *l == local).map(|(_, n)| *n).sum::<u32>();
    let fits = |(local, count): (&Local, &u32)| initial.unbounded.contains(local) || there(*local) >= *count;
    initial.shared == element.shared && counted(&threads(element)).iter().all(fits)
}

/// The least threads from which a transition leads to at least these.
fn before(kind: &Kind, after: &[Local]) -> Result<BTreeSet<Vec<Local>>, Refusal> {
    match kind {
        Kind::Move { from, to, transfers } => before_move(*from, *to, transfers, after),
        Kind::Transfer { from, to } => {
            let origins = |local: &Local| match (*local == to.local, *local == from.local) {
                (true, true) | (false, false) => vec![*local],
                (true, false) => vec![from.local, to.local],
                (false, true) => Vec::new(),
            };
            combinations(after.iter().map(origins))
        }
        Kind::Spawn { from, to } => {
            let parent = |mut threads: Vec<Local>| {
                if !threads.contains(&from.local) {
                    threads.push(from.local);
                }
                threads.sort_unstable();
                threads
            };
            // The new thread is one of these, or none of them.
            Ok(with_and_without(after, to.local).into_iter().map(parent).collect())
        }
    }
}

fn before_move(
    from: ThreadState,
    to: ThreadState,
    transfers: &Transfers,
    after: &[Local],
) -> Result<BTreeSet<Vec<Local>>, Refusal> {
    let origins = |local: &Local| -> Vec<Local> {
        let mut origins: Vec<Local> =
            transfers.iter().filter(|(_, to)| to.contains(local)).map(|(p, _)| *p).collect();
        if transfers.iter().all(|(p, _)| p != local) {
            origins.push(*local);
        }
        origins
    };
    let mut found = BTreeSet::new();
    // The thread that moved is one of these, or none of them.
    for others in with_and_without(after, to.local) {
        for mut threads in combinations(others.iter().map(origins))? {
            threads.push(from.local);
            threads.sort_unstable();
            found.insert(threads);
        }
    }
    Ok(found)
}

/// These threads; and these without one in `local`, if there is one.
fn with_and_without(threads: &[Local], local: Local) -> Vec<Vec<Local>> {
    let mut found = vec![threads.to_vec()];
    if let Some(at) = threads.iter().position(|l| *l == local) {
        let mut fewer = threads.to_vec();
        fewer.remove(at);
        found.push(fewer);
    }
    found
}

/// One choice for each thread, in all ways; threads are not told apart.
fn combinations(choices: impl Iterator<Item = Vec<Local>>) -> Result<BTreeSet<Vec<Local>>, Refusal> {
    let mut found = BTreeSet::from([Vec::new()]);
    for options in choices {
        let mut longer = BTreeSet::new();
        for threads in &found {
            for option in &options {
                let mut threads = threads.clone();
                threads.push(*option);
                threads.sort_unstable();
                longer.insert(threads);
            }
        }
        if longer.len() > MANY {
            return Err(Refusal::TooLong);
        }
        found = longer;
    }
    Ok(found)
}
