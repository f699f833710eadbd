//! *What*: certificates that no target of a Petri net can be covered, and their check.
//!
//! ```text
//! threadwise-certificate 2
//! kind net-antichain
//! net <SHA-256 of the file>
//! elements 2
//! critical*2
//! critical*1 lock*1
//! ```
//! An element stands for all markings with at least these tokens. Of kind `net-markings`: `markings N`, each a line
//! as in `lock*1 waiting*any`: all markings with at most these tokens, any number where it says so, and none on
//! other places. A line without tokens is `-`. Where the net begins and what its targets are stands in its file.
//!
//! *Claim*: if it is accepted, no target of the net can be covered, with any number of tokens. See
//! `net_certificate/antichain.rs` and `net_certificate/markings.rs`.
//!
//! *How*: written for plainness, and apart from any search. Numbers do not end at 32 bits here.

mod antichain;
mod markings;

use crate::net::{Net, Place};
use crate::refusal::Refusal;
use std::collections::BTreeMap;
use std::fmt::Write;
use tw_verdict::{CERTIFICATE_LINE, check_certificate_line};

const ANTICHAIN: &str = "kind net-antichain";
const MARKINGS: &str = "kind net-markings";
const ANY: &str = "any";
const NO_TOKENS: &str = "-";

/// Writes a certificate of a backward search: each element has at least so many tokens on some places.
///
/// ```
/// use tw_tts::{load_spec, net_certificate};
/// let text = "vars a b rules a >= 2 -> a' = a - 2, b' = b + 1; init a = 1 target b >= 1";
/// let net = load_spec("x.spec", text.into()).expect("valid").net;
/// let [a, b] = [0, 1].map(tw_index::Id::from_index);
/// let written = net_certificate::write_antichain(&net, "hash", &[vec![(b, 1)], vec![(a, 2)]]);
/// assert!(written.ends_with("kind net-antichain\nnet hash\nelements 2\nb*1\na*2\n"));
/// assert_eq!(net_certificate::check(&net, "hash", &written), Ok(2));
/// ```
pub fn write_antichain(net: &Net, sha256: &str, elements: &[Vec<(Place, u32)>]) -> String {
    let mut out = head(sha256, ANTICHAIN, "elements", elements.len());
    for element in elements {
        let tokens = element.iter().map(|(place, n)| format!("{}*{n}", net.places[*place]));
        line(&mut out, tokens.collect());
    }
    out
}

/// Writes a certificate of a forward search: each marking has at most so many tokens on each place, by index, or
/// any number.
pub fn write_markings(net: &Net, sha256: &str, markings: &[Vec<Option<u32>>]) -> String {
    let mut out = head(sha256, MARKINGS, "markings", markings.len());
    for marking in markings {
        let there = net.places.iter().zip(marking).filter(|(_, most)| **most != Some(0));
        let tokens = there.map(|(name, most)| match most {
            Some(n) => format!("{name}*{n}"),
            None => format!("{name}*{ANY}"),
        });
        line(&mut out, tokens.collect());
    }
    out
}

fn head(sha256: &str, kind: &str, noun: &str, count: usize) -> String {
    format!("{CERTIFICATE_LINE}\n{kind}\nnet {sha256}\n{noun} {count}\n")
}

fn line(out: &mut String, tokens: Vec<String>) {
    // Writing to memory does not fail.
    let _ = writeln!(out, "{}", if tokens.is_empty() { NO_TOKENS.into() } else { tokens.join(" ") });
}

/// Checks a certificate of either kind; returns the number of its elements or markings.
///
/// # Errors
/// The first thing that is wrong with it, or that it is too hard.
pub fn check(net: &Net, sha256: &str, text: &str) -> Result<usize, Refusal> {
    check_while(net, sha256, text, &|| true)
}

/// The same, as long as `go_on` says so.
///
/// # Errors
/// Why it is not accepted; [`Refusal::TooLong`] if `go_on` ended the check.
pub fn check_while(net: &Net, sha256: &str, text: &str, go_on: &dyn Fn() -> bool) -> Result<usize, Refusal> {
    let mut lines = text.lines();
    check_certificate_line(lines.next().unwrap_or(""))?;
    let kind = lines.next().unwrap_or("");
    let noun = match kind {
        ANTICHAIN => "elements",
        MARKINGS => "markings",
        _ => return Err(format!("its second line is neither '{ANTICHAIN}' nor '{MARKINGS}'").into()),
    };
    let items = read(net, sha256, lines, noun)?;
    if kind == ANTICHAIN {
        antichain::check(net, &elements(&items)?, go_on)?;
    } else {
        markings::check(net, &items, go_on)?;
    }
    Ok(items.len())
}

/// Tokens on places, as a line names them; absent is any number.
type Tokens = BTreeMap<Place, Option<u64>>;

/// The lines after the header.
fn read<'a>(
    net: &Net,
    sha256: &str,
    mut lines: impl Iterator<Item = &'a str>,
    noun: &str,
) -> Result<Vec<Tokens>, String> {
    let hash = lines.next().and_then(|line| line.strip_prefix("net ")).ok_or("it names no net")?;
    if hash != sha256 {
        return Err("it belongs to another net (or the net has changed)".into());
    }
    let count = lines.next().and_then(|line| line.split_once(' ')).filter(|(name, _)| *name == noun);
    let (_, count) = count.ok_or(format!("it does not say how many {noun} follow"))?;
    let count: usize = count.parse().map_err(|_| format!("'{count}' is not a number"))?;
    let names: BTreeMap<&str, Place> = net.places.enumerate().map(|(p, name)| (name.as_str(), p)).collect();
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(tokens(&names, lines.next().ok_or("it ends too early")?)?);
    }
    if lines.next().is_some() {
        return Err(format!("there are more {noun} than announced"));
    }
    Ok(items)
}

/// Reads `x*2 y*any`.
fn tokens(names: &BTreeMap<&str, Place>, line: &str) -> Result<Tokens, String> {
    let mut tokens = Tokens::new();
    if line == NO_TOKENS {
        return Ok(tokens);
    }
    for part in line.split(' ') {
        let (name, count) = part.split_once('*').ok_or(format!("'{line}' is not understood"))?;
        let place = names.get(name).ok_or(format!("there is no place {name}"))?;
        let count = match count {
            ANY => None,
            n => Some(u64::from(n.parse::<u32>().map_err(|_| format!("'{n}' is not a number of tokens"))?)),
        };
        if tokens.insert(*place, count).is_some() {
            return Err(format!("'{line}' names the place {name} twice"));
        }
    }
    Ok(tokens)
}

/// The items of an antichain: at least so many tokens, never any number.
fn elements(items: &[Tokens]) -> Result<Vec<BTreeMap<Place, u64>>, String> {
    let element = |tokens: &Tokens| tokens.iter().map(|(place, n)| n.map(|n| (*place, n))).collect();
    let all: Option<Vec<BTreeMap<Place, u64>>> = items.iter().map(element).collect();
    all.ok_or("an element has a number of tokens, not any number".into())
}

#[cfg(test)]
mod tests;
