//! *What*: certificates that no target can be covered, and their check.
//!
//! ```text
//! threadwise-certificate 1
//! kind tts-antichain
//! system <SHA-256 of the file>
//! initial 0/0
//! target 1|2,2
//! elements 3
//! 1|2,2
//! 0|1,2
//! 1|0,2
//! ```
//! An element stands for all configurations with its shared state, its threads, and maybe more threads.
//! Of kind `tts-markings`: `markings N`, each in the form of initial states, as in `1|0,0/2`: all configurations with
//! at most these threads, and any number in the local states behind `/`. They hold the initial configurations and whatever
//! these lead to, and cover no target.
//!
//! *Claim*: if it is accepted, no target can be covered from the initial states, with any number of threads: each target is in
//! an element, each configuration with a step into an element is in one, and no initial configuration is.
//!
//! *How*: written for plainness, and apart from any search: threads are lists of local states, and for each transition
//! every thread of an element is asked where it may have come from, one after the other.
//!
//! *Cost*: elements × transitions × elements.

use crate::forms::{parse_initial, parse_target};
use crate::system::{Initial, Kind, Local, Shared, System, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const FIRST_LINE: &str = "threadwise-certificate 1";
const KIND: &str = "kind tts-antichain";
const MARKINGS: &str = "kind tts-markings";
/// Said of a check that was given up.
pub const TOO_LONG: &str = "it takes too long to check";
/// Any number of threads.
const OMEGA: u32 = u32::MAX;
/// Ways in which threads can have come about beyond which nobody looks.
const MANY: usize = 1_000_000;

/// What a certificate says about which system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// SHA-256 of the file.
    pub sha256: String,
    /// The initial configurations; alternatives.
    pub initials: Vec<Initial>,
    /// The targets; alternatives.
    pub targets: Vec<Target>,
}

/// Writes a certificate of a forward search.
pub fn write_markings(claim: &Claim, markings: &[Initial]) -> String {
    let mut out = head(claim, MARKINGS);
    let _ = writeln!(out, "markings {}", markings.len());
    for marking in markings {
        let _ = writeln!(out, "{marking}");
    }
    out
}

/// Writes a certificate of a backward search.
pub fn write_certificate(claim: &Claim, elements: &[Target]) -> String {
    let mut out = head(claim, KIND);
    let _ = writeln!(out, "elements {}", elements.len());
    for element in elements {
        let _ = writeln!(out, "{element}");
    }
    out
}

fn head(claim: &Claim, kind: &str) -> String {
    let mut out = format!("{FIRST_LINE}\n{kind}\nsystem {}\n", claim.sha256);
    // Writing to memory does not fail.
    for initial in &claim.initials {
        let _ = writeln!(out, "initial {initial}");
    }
    for target in &claim.targets {
        let _ = writeln!(out, "target {target}");
    }
    out
}

/// Whether a text is a certificate of this kind.
pub fn is_certificate(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next() == Some(FIRST_LINE) && lines.next().is_some_and(|kind| kind == KIND || kind == MARKINGS)
}

/// Checks a certificate of a forward search; returns what it claims and the number of its markings.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check_markings(system: &System, sha256: &str, text: &str) -> Result<(Claim, usize), String> {
    check_markings_while(system, sha256, text, &|| true)
}

fn check_markings_while(
    system: &System,
    sha256: &str,
    text: &str,
    go_on: &dyn Fn() -> bool,
) -> Result<(Claim, usize), String> {
    let (claim, markings) = read(system, text, MARKINGS, "markings", &|line| parse_initial(line, system))?;
    if claim.sha256 != sha256 {
        return Err("it belongs to another system (or the system has changed)".into());
    }
    let most = |marking: &Initial, local: Local| -> u32 {
        let there = marking.bounded.iter().filter(|(l, _)| *l == local).map(|(_, n)| *n).sum();
        if marking.unbounded.contains(&local) { OMEGA } else { there }
    };
    let holds = |shared: Shared, threads: &BTreeMap<Local, u32>| {
        let mut alike = markings.iter().filter(|m| m.shared == shared);
        alike.any(|marking| threads.iter().all(|(local, n)| *n <= most(marking, *local)))
    };
    let threads = |marking: &Initial| -> BTreeMap<Local, u32> {
        let places = marking.bounded.iter().map(|(l, _)| *l).chain(marking.unbounded.iter().copied());
        places.map(|local| (local, most(marking, local))).collect()
    };
    for initial in &claim.initials {
        if !holds(initial.shared, &threads(initial)) {
            return Err(format!("no marking holds the initial states {initial}"));
        }
    }
    for (number, marking) in markings.iter().enumerate() {
        if let Some(target) = claim
            .targets
            .iter()
            .find(|t| t.shared == marking.shared && t.locals.iter().all(|(l, n)| *n <= most(marking, *l)))
        {
            return Err(format!("marking {number}, {marking}, covers the target {target}"));
        }
        for transition in system.transitions().iter() {
            if !go_on() {
                return Err(TOO_LONG.into());
            }
            let (from, to) = (transition.kind.from(), transition.kind.to());
            let mut next = threads(marking);
            match &transition.kind {
                Kind::Move { transfers, .. } if transfers.is_empty() => {}
                Kind::Spawn { .. } => {}
                _ => return Err(format!("'{transition}': a system with transfers has no markings")),
            }
            let there = next.get(&from.local).copied().unwrap_or(0);
            if from.shared != marking.shared || there == 0 {
                continue;
            }
            if matches!(transition.kind, Kind::Move { .. }) && there != OMEGA {
                next.insert(from.local, there - 1);
            }
            let arrived = next.entry(to.local).or_default();
            if *arrived != OMEGA {
                *arrived += 1;
            }
            if !holds(to.shared, &next) {
                return Err(format!("marking {number}, {marking}: '{transition}' leads out of the markings"));
            }
        }
    }
    Ok((claim, markings.len()))
}

/// Checks a certificate of a backward search; returns what it claims and the number of its elements.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check_certificate(system: &System, sha256: &str, text: &str) -> Result<(Claim, usize), String> {
    check_certificate_while(system, sha256, text, &|| true)
}

/// The same, as long as `go_on` says so; else the error is [`TOO_LONG`].
///
/// # Errors
/// Why it is rejected.
pub fn check_certificate_while(
    system: &System,
    sha256: &str,
    text: &str,
    go_on: &dyn Fn() -> bool,
) -> Result<(Claim, usize), String> {
    if text.lines().nth(1) == Some(MARKINGS) {
        return check_markings_while(system, sha256, text, go_on);
    }
    let (claim, elements) = read(system, text, KIND, "elements", &|line| parse_target(line, system))?;
    if claim.sha256 != sha256 {
        return Err("it belongs to another system (or the system has changed)".into());
    }
    let checker = Checker::new(&elements);
    for target in &claim.targets {
        if !checker.holds(target.shared, &threads(target)) {
            return Err(format!("no element holds the target {target}"));
        }
    }
    for (number, element) in elements.iter().enumerate() {
        if let Some(initial) = claim.initials.iter().find(|i| begins(i, element)) {
            return Err(format!("element {number}, {element}, has an initial state of {initial}"));
        }
        for transition in system.transitions().iter() {
            if transition.kind.to().shared != element.shared {
                continue;
            }
            if !go_on() {
                return Err(TOO_LONG.into());
            }
            for before in before(&transition.kind, &threads(element))? {
                let shared = transition.kind.from().shared;
                if !checker.holds(shared, &before) {
                    let before = Target::new(shared, before.clone());
                    return Err(format!(
                        "element {number}, {element}: '{transition}' leads there from {before}, which is in no element"
                    ));
                }
            }
        }
    }
    Ok((claim, elements.len()))
}

/// What is claimed, and the items behind it, each on a line.
fn read<T>(
    system: &System,
    text: &str,
    kind: &str,
    items: &str,
    item: &dyn Fn(&str) -> Result<T, crate::Rejected>,
) -> Result<(Claim, Vec<T>), String> {
    let mut lines = text.lines();
    if lines.next() != Some(FIRST_LINE) || lines.next() != Some(kind) {
        return Err(format!("it does not begin with '{FIRST_LINE}' and '{kind}'"));
    }
    let (mut sha256, mut initials, mut targets) = (None, Vec::new(), Vec::new());
    let why = |rejected: crate::Rejected| {
        rejected.messages.first().map_or("invalid".to_string(), |m| m.message.clone())
    };
    let count: usize = loop {
        let line = lines.next().ok_or("it ends too early")?;
        match line.split_once(' ') {
            Some(("system", hash)) => sha256 = Some(hash.to_string()),
            Some(("initial", text)) => initials.push(parse_initial(text, system).map_err(why)?),
            Some(("target", text)) => targets.push(parse_target(text, system).map_err(why)?),
            Some((name, n)) if name == items => {
                break n.parse().map_err(|_| format!("'{n}' is not a number"))?;
            }
            _ => return Err(format!("'{line}' is not understood")),
        }
    };
    let mut found = Vec::new();
    for _ in 0..count {
        let line = lines.next().ok_or("it ends too early")?;
        found.push(item(line).map_err(why)?);
    }
    if lines.next().is_some() {
        return Err(format!("there are more {items} than announced"));
    }
    if initials.is_empty() || targets.is_empty() {
        return Err("it names no initial state, or no target".into());
    }
    let sha256 = sha256.ok_or("it names no system")?;
    Ok((Claim { sha256, initials, targets }, found))
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
fn before(kind: &Kind, after: &[Local]) -> Result<BTreeSet<Vec<Local>>, String> {
    let mut found = BTreeSet::new();
    let mut add = |mut threads: Vec<Local>| {
        threads.sort_unstable();
        found.insert(threads);
    };
    match kind {
        Kind::Move { from, to, transfers } => {
            let origins = |local: Local| -> Vec<Local> {
                let mut origins: Vec<Local> =
                    transfers.iter().filter(|(_, to)| to.contains(&local)).map(|(p, _)| *p).collect();
                if transfers.iter().all(|(p, _)| *p != local) {
                    origins.push(local);
                }
                origins
            };
            // The thread that moved is one of these, or none of them.
            let mover = after.iter().position(|local| *local == to.local);
            for mover in [None, Some(mover)].into_iter().filter_map(|m| m.map_or(Some(None), |m| m.map(Some)))
            {
                let others = after.iter().enumerate().filter(|(i, _)| Some(*i) != mover);
                for mut threads in combinations(others.map(|(_, local)| origins(*local)))? {
                    threads.push(from.local);
                    add(threads);
                }
            }
        }
        Kind::Transfer { from, to } => {
            let origins = |local: &Local| match (*local == to.local, *local == from.local) {
                (true, true) | (false, false) => vec![*local],
                (true, false) => vec![from.local, to.local],
                (false, true) => Vec::new(),
            };
            combinations(after.iter().map(origins))?.into_iter().for_each(add);
        }
        Kind::Spawn { from, to } => {
            let child = after.iter().position(|local| *local == to.local);
            for child in [None, Some(child)].into_iter().filter_map(|c| c.map_or(Some(None), |c| c.map(Some)))
            {
                let others = after.iter().enumerate().filter(|(i, _)| Some(*i) != child);
                let mut threads: Vec<Local> = others.map(|(_, local)| *local).collect();
                if !threads.contains(&from.local) {
                    threads.push(from.local);
                }
                add(threads);
            }
        }
    }
    Ok(found)
}

/// One choice for each thread, in all ways; threads are not told apart.
fn combinations(choices: impl Iterator<Item = Vec<Local>>) -> Result<BTreeSet<Vec<Local>>, String> {
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
            return Err("it is too hard to check: too many ways for a transfer".into());
        }
        found = longer;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Claim, check_certificate, is_certificate, write_certificate};
    use crate::{Initial, load, parse_target};

    const LOCK: &str = "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2,2\n";

    #[test]
    fn a_lock_is_certified_and_tampering_shows() {
        let system = load("lock.tts", LOCK.into()).expect("valid").system;
        let claim = Claim {
            sha256: "h".into(),
            initials: vec![Initial::unbounded()],
            targets: system.targets.clone(),
        };
        let element = |text: &str| parse_target(text, &system).expect("valid");
        let elements: Vec<_> = ["1|2,2", "0|1,2", "0|0,2", "1|1,2,2", "0|2,2,2"].map(element).into();
        let written = write_certificate(&claim, &elements);
        assert!(is_certificate(&written));
        let accepted = check_certificate(&system, "h", &written).expect("closed");
        assert_eq!(accepted.1, 5);
        assert!(check_certificate(&system, "other", &written).unwrap_err().contains("another system"));
        for gone in ["1|2,2\n0|", "0|0,2\n"] {
            let less = written.replacen(gone, gone.trim_start_matches("1|2,2\n"), 1);
            let less = if gone.starts_with("0|0") { written.replace(gone, "") } else { less };
            let less = less.replace("elements 5", "elements 4");
            assert!(check_certificate(&system, "h", &less).is_err(), "{less}");
        }
        let initial = written.replace("elements 5", "elements 6") + "0|0\n";
        assert!(check_certificate(&system, "h", &initial).unwrap_err().contains("initial state"));
    }
}
