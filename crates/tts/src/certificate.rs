//! *What*: certificates that no target of a system can be covered, and their check.
//!
//! ```text
//! threadwise-certificate 2
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
//! at most these threads, and any number in the local states after `/`. They hold the initial configurations and whatever
//! these lead to, and cover no target.
//!
//! *Claim*: if it is accepted, no target can be covered from the initial states, with any number of threads: for an antichain,
//! each target is in an element, each configuration with a step into an element is in one, and no initial
//! configuration is.
//!
//! *How*: written for plainness, and apart from any search: threads are lists of local states, and for each transition
//! every thread of an element is asked where it may have come from, one after the other.
//!
//! *Cost*: elements × transitions × elements.

mod antichain;
mod markings;

use crate::forms::{parse_initial, parse_target};
use crate::refusal::Refusal;
use crate::system::{Initial, System, Target};
use std::fmt::{Display, Write};
use tw_verdict::{CERTIFICATE_LINE, check_certificate_line};

const ANTICHAIN: &str = "kind tts-antichain";
const MARKINGS: &str = "kind tts-markings";

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
    written(claim, MARKINGS, "markings", markings)
}

/// Writes a certificate of a backward search.
pub fn write_certificate(claim: &Claim, elements: &[Target]) -> String {
    written(claim, ANTICHAIN, "elements", elements)
}

fn written<T: Display>(claim: &Claim, kind: &str, noun: &str, items: &[T]) -> String {
    let mut out = format!("{CERTIFICATE_LINE}\n{kind}\nsystem {}\n", claim.sha256);
    // Writing to memory does not fail.
    for initial in &claim.initials {
        let _ = writeln!(out, "initial {initial}");
    }
    for target in &claim.targets {
        let _ = writeln!(out, "target {target}");
    }
    let _ = writeln!(out, "{noun} {}", items.len());
    for item in items {
        let _ = writeln!(out, "{item}");
    }
    out
}

/// Whether a text is a certificate about a system.
pub fn is_certificate(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next() == Some(CERTIFICATE_LINE) && matches!(lines.next(), Some(ANTICHAIN | MARKINGS))
}

/// Checks a certificate of either kind; returns what it claims and the number of its elements or markings.
///
/// # Errors
/// The first thing that is wrong with it, or that it is too hard.
pub fn check_certificate(system: &System, sha256: &str, text: &str) -> Result<(Claim, usize), Refusal> {
    check_certificate_while(system, sha256, text, &|| true)
}

/// The same, as long as `go_on` says so.
///
/// # Errors
/// Why it is not accepted; [`Refusal::TooLong`] if `go_on` ended the check.
pub fn check_certificate_while(
    system: &System,
    sha256: &str,
    text: &str,
    go_on: &dyn Fn() -> bool,
) -> Result<(Claim, usize), Refusal> {
    let mut lines = text.lines();
    check_certificate_line(lines.next().unwrap_or(""))?;
    match lines.next() {
        Some(ANTICHAIN) => {
            let (claim, elements) = read(system, lines, "elements", &|line| parse_target(line, system))?;
            is_about(&claim, sha256)?;
            antichain::check(system, &claim, &elements, go_on)?;
            Ok((claim, elements.len()))
        }
        Some(MARKINGS) => {
            let (claim, markings) = read(system, lines, "markings", &|line| parse_initial(line, system))?;
            is_about(&claim, sha256)?;
            markings::check(system, &claim, &markings, go_on)?;
            Ok((claim, markings.len()))
        }
        _ => Err(format!("its second line is neither '{ANTICHAIN}' nor '{MARKINGS}'").into()),
    }
}

fn is_about(claim: &Claim, sha256: &str) -> Result<(), Refusal> {
    if claim.sha256 == sha256 {
        return Ok(());
    }
    Err("it belongs to another system (or the system has changed)".into())
}

/// What is claimed, and the items after it, each on a line.
fn read<'a, T>(
    system: &System,
    mut lines: impl Iterator<Item = &'a str>,
    items: &str,
    item: &dyn Fn(&str) -> Result<T, crate::Rejected>,
) -> Result<(Claim, Vec<T>), String> {
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

#[cfg(test)]
mod tests {
    use super::{Claim, check_certificate, check_certificate_while, is_certificate, write_certificate};
    use crate::{Initial, Refusal, System, load, parse_target};

    const LOCK: &str = "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2,2\n";

    fn lock() -> (System, String) {
        let system = load("lock.tts", LOCK.into()).expect("valid").system;
        let claim = Claim {
            sha256: "h".into(),
            initials: vec![Initial::unbounded()],
            targets: system.targets.clone(),
        };
        let element = |text: &str| parse_target(text, &system).expect("valid");
        let elements: Vec<_> = ["1|2,2", "0|1,2", "0|0,2", "1|1,2,2", "0|2,2,2"].map(element).into();
        let written = write_certificate(&claim, &elements);
        (system, written)
    }

    #[track_caller]
    fn refused(system: &System, text: &str, fragment: &str) {
        match check_certificate(system, "h", text) {
            Err(Refusal::Wrong(why)) => assert!(why.contains(fragment), "{why}"),
            other => panic!("{other:?}\n{text}"),
        }
    }

    #[test]
    fn a_lock_is_certified_and_tampering_shows() {
        let (system, written) = lock();
        assert!(is_certificate(&written));
        let accepted = check_certificate(&system, "h", &written).expect("closed");
        assert_eq!(accepted.1, 5);
        let other = check_certificate(&system, "other", &written).expect_err("another hash");
        assert!(other.to_string().contains("another system"));
        refused(&system, &written.replacen("1|2,2\n0|", "0|", 1).replace("elements 5", "elements 4"), "");
        refused(&system, &written.replace("0|0,2\n", "").replace("elements 5", "elements 4"), "no element");
        refused(&system, &(written.replace("elements 5", "elements 6") + "0|0\n"), "initial state");
    }

    #[test]
    fn other_formats_and_kinds_are_refused() {
        let (system, written) = lock();
        let old = written.replacen("certificate 2", "certificate 1", 1);
        assert!(!is_certificate(&old));
        refused(&system, &old, "certificate format 1 is not 2");
        refused(&system, &written.replace("tts-antichain", "antichain"), "its second line");
        refused(&system, "", "it does not begin with");
        refused(&system, &written.replace("system h\n", ""), "names no system");
    }

    #[test]
    fn a_check_that_is_given_up_says_so() {
        let (system, written) = lock();
        let given_up = check_certificate_while(&system, "h", &written, &|| false);
        assert_eq!(given_up, Err(Refusal::TooLong));
        assert_eq!(Refusal::TooLong.to_string(), "it takes too long to check");
    }
}
