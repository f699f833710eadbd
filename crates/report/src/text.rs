//! The answer in words, and the lines for machines.

use crate::hint;
use crate::schedule::{cause, schedule};
use std::fmt::Write;
use tw_verdict::{
    Amount, Answer, Assumption, CertificateSize, Counter, Counters, Coverage, Outcome, Proof, Property,
    PropertyAnswer, Unreached, UnreachedKind, Verdict, Violated,
};

/// More functions and assertions than this are only counted.
const MOST_UNREACHED: usize = 8;

/// The last lines of standard output: with `verification`, the line that tools for Boolean programs print comes first.
pub fn machine_lines(answer: &Answer, verification: bool) -> String {
    let (word, result) = match answer.verdict() {
        Verdict::True => ("SUCCESSFUL", "TRUE".to_string()),
        Verdict::False => {
            let code = answer.violation().map_or("", |violated| &violated.schedule.breach.code);
            ("FAILED", format!("FALSE({code})"))
        }
        Verdict::Unknown => {
            let reason = answer.undecided().map(|(reason, _)| reason.to_string()).unwrap_or_default();
            ("UNKNOWN", format!("UNKNOWN({})", reason.replace('\n', " ")))
        }
    };
    let first = if verification { format!("VERIFICATION {word}\n") } else { String::new() };
    format!("{first}RESULT: {result}\n")
}

/// The answer for people, ending with the lines for machines: cause, places, schedule, numbers.
pub fn answer(answer: &Answer, verification: bool, width: usize) -> String {
    let mut out = match answer.verdict() {
        Verdict::True => holds(answer),
        Verdict::False => answer.violation().map(|v| violated(v, width)).unwrap_or_default(),
        Verdict::Unknown => unknown(answer),
    };
    out.push_str(&assumptions(answer));
    out.push_str(&never_reached(answer));
    for note in &answer.notes {
        let _ = writeln!(out, "Note: {note}");
    }
    let _ = writeln!(out, "{}", counters(&answer.statistics, decided_by(answer)));
    out + &machine_lines(answer, verification)
}

fn decided_by(answer: &Answer) -> Option<&'static str> {
    answer.properties.iter().find_map(|p| p.decided_by)
}

fn names(properties: &[Property]) -> String {
    properties.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ")
}

/// Properties that hold, by what they quantify over and how they were checked.
fn holds(answer: &Answer) -> String {
    let mut out = String::new();
    for (coverage, proof, properties) in groups(&answer.properties) {
        let what = match properties.as_slice() {
            [Property::Target] => "no target can be covered".to_string(),
            all => format!("no violation ({})", names(all)),
        };
        let _ = writeln!(out, "TRUE: {what}, {coverage}.");
        let _ = writeln!(out, "Evidence: {}.", evidence(proof));
    }
    out
}

/// What properties that hold rest on; for a violation, what it may depend on.
fn assumptions(answer: &Answer) -> String {
    let some_hold = answer.violation().is_none() && !answer.holding().is_empty();
    let violated = answer.violation().is_some();
    let matters = |a: &&Assumption| some_hold || violated && a.enables_violations();
    let shown = answer.assumptions.iter().filter(matters);
    let all: Vec<String> = shown.map(ToString::to_string).collect();
    if all.is_empty() { String::new() } else { format!("Rests on: {}.\n", all.join("; ")) }
}

/// The first of the functions and assertions that no execution reached.
fn never_reached(answer: &Answer) -> String {
    let name = |it: &Unreached| {
        let place = it.place.as_ref().map(|place| format!("{}:{}", place.file, place.line));
        match (it.kind, place) {
            (UnreachedKind::Function, Some(place)) => format!("{} ({place})", it.name),
            (UnreachedKind::Assertion, Some(place)) => format!("{} at {place}", it.name),
            (_, None) => it.name.clone(),
        }
    };
    let mut all: Vec<String> = answer.unreached.iter().take(MOST_UNREACHED).map(name).collect();
    match answer.unreached.len().saturating_sub(MOST_UNREACHED) {
        0 => {}
        more => all.push(format!("and {more} more")),
    }
    if all.is_empty() { String::new() } else { format!("Never reached: {}.\n", all.join(", ")) }
}

fn groups(answers: &[PropertyAnswer]) -> Vec<(Coverage, &Proof, Vec<Property>)> {
    let mut groups: Vec<(Coverage, &Proof, Vec<Property>)> = Vec::new();
    for answer in answers {
        let Outcome::Holds { coverage, proof } = &answer.outcome else { continue };
        match groups.iter_mut().find(|(c, p, _)| c == coverage && *p == proof) {
            Some((_, _, properties)) => properties.push(answer.property),
            None => groups.push((*coverage, proof, vec![answer.property])),
        }
    }
    groups
}

fn evidence(proof: &Proof) -> String {
    match proof {
        Proof::Certified { size, .. } => {
            let parts = size.parts().into_iter().map(|(n, what)| counted(n, what));
            let what = parts.collect::<Vec<_>>().join(" and ");
            format!("a certificate of {what}, accepted by the independent checker")
        }
        Proof::NotCertified { kind, why } => {
            let by_predicates = CertificateSize::Predicates { predicates: 0, clauses: 0 }.kind();
            let by = if *kind == by_predicates { "predicate abstraction" } else { "exhaustive exploration" };
            format!("by {by}, not certified ({why})")
        }
    }
}

fn violated(violated: &Violated, width: usize) -> String {
    let breach = &violated.schedule.breach;
    let alive = match violated.threads {
        None => String::new(),
        Some(1) => " with 1 thread".into(),
        Some(n) => format!(" with up to {n} threads alive at once"),
    };
    let what = match breach.property {
        Property::Target => "a target is covered".to_string(),
        Property::ErrorLabel => "an error label is reached".to_string(),
        property => format!("{property} is violated"),
    };
    let mut out = format!("FALSE: {what}{alive}.\n");
    out.push_str(&cause(&violated.schedule));
    let _ = writeln!(out, "\nThe interpreter has executed this schedule:");
    out + &schedule(&violated.schedule, width) + "\n"
}

fn unknown(answer: &Answer) -> String {
    let Some((reason, hints)) = answer.undecided() else { return "UNKNOWN: nothing was asked.\n".into() };
    let mut out = format!("UNKNOWN: {reason}.\n");
    let hold = answer.holding();
    if !hold.is_empty() {
        let _ = writeln!(out, "No violation of: {}.", names(&hold));
    }
    let advice = hint::sentence(hints);
    if !advice.is_empty() {
        let _ = writeln!(out, "Try: {advice}");
    }
    out
}

/// What was counted, in one line.
pub fn counters(counters: &Counters, by: Option<&str>) -> String {
    let shown = |counter: &Counter| {
        let words = counter.words?;
        Some(match counter.amount {
            Amount::Count(count) => counted(count, words),
            Amount::Measure(amount) if words == "s" => format!("{amount:.3} s"),
            Amount::Measure(amount) => format!("{amount:.1} {words}"),
            Amount::Seconds(seconds) => format!("{seconds:.3} {words}"),
        })
    };
    let mut parts: Vec<String> = counters.iter().filter_map(shown).collect();
    parts.extend(by.map(|name| format!("by {name}")));
    parts.join(", ")
}

/// So many of what the words say in the plural.
fn counted(n: u64, words: &str) -> String {
    if n != 1 {
        return format!("{} {words}", grouped(n));
    }
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_string();
    let first = words.split(' ').position(|word| word.len() > 3 && word.ends_with('s'));
    let each = words.split(' ').enumerate();
    let one: Vec<String> =
        each.map(|(at, w)| if Some(at) == first { singular(w) } else { w.into() }).collect();
    format!("1 {}", one.join(" "))
}

/// A number in groups of three digits.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_is_singular() {
        assert_eq!(super::counted(1, "sets of states"), "1 set of states");
        assert_eq!(super::counted(1, "minimal elements"), "1 minimal element");
        assert_eq!(super::counted(1, "steps deep"), "1 step deep");
        assert_eq!(super::counted(2000, "states"), "2 000 states");
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(super::grouped(1), "1");
        assert_eq!(super::grouped(1234), "1 234");
        assert_eq!(super::grouped(1_234_567), "1 234 567");
    }
}
