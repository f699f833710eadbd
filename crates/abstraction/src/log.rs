//! What the loop does, for people: one line for each thing.

use crate::predicate::{Level, Origin, Predicates};
use crate::refine::path::{Path, Taken};
use crate::refine::slice::Slice;
use crate::search::Round;
use tw_steps::{Kind, Template};
use tw_words::Show;

/// The predicates in the syntax of C.
pub fn predicates(template: &Template, predicates: &Predicates) -> Vec<String> {
    predicates.list.iter().map(|p| Show(&template.words, p.term).to_string()).collect()
}

/// The steps of a path.
pub fn steps(template: &Template, path: &Path) -> Vec<String> {
    path.steps.iter().map(|taken| step(template, *taken)).collect()
}

fn step(template: &Template, taken: Taken) -> String {
    let edge = &template.edges[taken.edge];
    let (from, to) = (&template.places[edge.from].name, &template.places[edge.to].name);
    match &edge.kind {
        Kind::Step => format!("{}: {from} → {to}", taken.thread),
        Kind::Start(_) => {
            let child = taken.child.map_or(String::new(), |child| format!(" {child}"));
            format!("{}: {from} creates{child}", taken.thread)
        }
        Kind::End => format!("{}: {from} ends", taken.thread),
        Kind::Error(_, what) => format!("{}: {from} fails: {what}", taken.thread),
    }
}

/// A path that does not exist, and why.
pub fn spurious(template: &Template, round: &Round, path: &Path, prefix: usize, slice: &Slice) -> String {
    let names: Vec<&str> =
        slice.vars.iter().map(|var| template.words.name(template.vars[*var].symbol)).collect();
    let words = if names.is_empty() { "any value".to_string() } else { names.join(", ") };
    let last = path.steps.get(prefix.wrapping_sub(1)).map_or(String::new(), |taken| step(template, *taken));
    format!(
        "round {}: the path ({}) does not exist: step {prefix} ({last}) is not possible, because of {words}",
        round.number,
        steps(template, path).join("; ")
    )
}

/// A path that exists.
pub fn possible(template: &Template, round: &Round, path: &Path) -> String {
    format!("round {}: the path ({}) exists", round.number, steps(template, path).join("; "))
}

/// What excludes the path.
pub fn added(template: &Template, predicates: &Predicates, before: usize) -> String {
    let new: Vec<String> = predicates
        .list
        .iter()
        .skip(before)
        .map(|p| {
            let shown = Show(&template.words, p.term);
            match p.origin {
                Origin::Refined(Level(level)) => format!("{shown} (level {level})"),
                Origin::Seed | Origin::User => shown.to_string(),
            }
        })
        .collect();
    if new.is_empty() {
        "  the predicates exclude it: clauses were missing".to_string()
    } else {
        format!("  new: {}", new.join(", "))
    }
}

/// The end.
pub fn proved(round: &Round) -> String {
    format!(
        "round {}: no violation with {} shared, {} local, {} mixed predicates and {} clauses",
        round.number, round.shared, round.local, round.mixed, round.clauses
    )
}

/// A new beginning.
pub fn restarted(round: &Round, from: usize, to: usize) -> String {
    format!("round {}: {from} predicates are too many; beginning again with {to}", round.number)
}
