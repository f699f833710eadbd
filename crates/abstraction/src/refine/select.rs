//! Which candidates are taken: those of an unsatisfiable core, made smaller.
//!
//! *What*: all candidates of a level, and of those before, are handed on in Q2 under selectors; where the path becomes impossible,
//! the selectors that the solver needed are taken, and then each of them is left out if it can be, the expensive ones first.
//! *Source*: templates as selectable links, compare interpolation abstraction \[RS13\].

use crate::predicate::{Level, PredicateKind, Predicates, kind};
use crate::refine::ladder::{Candidate, LAST, Ladder};
use crate::refine::links::{Copies, Links};
use crate::refine::path::Path;
use tw_index::Id;
use tw_solver::{Stop, Stopped};
use tw_steps::Template;
use tw_words::{Node, Words};

/// Attempts to leave out a candidate.
const ATTEMPTS: usize = 200;

/// What new predicates make a path impossible for the abstract program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selected {
    /// None are needed: clauses are missing.
    Clauses,
    /// These.
    Predicates(Vec<Candidate>),
    /// No level has any.
    Nothing,
}

/// Finds predicates that make a path impossible.
///
/// # Errors
/// The solver was stopped.
pub fn select(
    template: &mut Template,
    predicates: &Predicates,
    path: &Path,
    ladder: &mut Ladder,
    stop: &Stop,
) -> Result<Selected, Stopped> {
    if !is_possible(template, predicates, path, Copies::Pairs, stop)? {
        return Ok(Selected::Clauses);
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    for level in 0..=LAST.0 {
        let new = ladder.candidates(template, predicates, Level(level));
        if new.is_empty() {
            continue;
        }
        candidates.extend(new);
        if let Some(chosen) = choose(template, predicates, path, &candidates, stop)? {
            return Ok(Selected::Predicates(chosen));
        }
    }
    Ok(Selected::Nothing)
}

/// Q1 or Q2 with the predicates there are.
///
/// # Errors
/// The solver was stopped.
pub fn is_possible(
    template: &Template,
    predicates: &Predicates,
    path: &Path,
    copies: Copies,
    stop: &Stop,
) -> Result<bool, Stopped> {
    let mut links = Links::new(template, path, copies, stop);
    for predicate in predicates.list.iter() {
        links.hand_on(predicate.term, None);
    }
    links.is_possible(&[])
}

fn choose(
    template: &Template,
    predicates: &Predicates,
    path: &Path,
    candidates: &[Candidate],
    stop: &Stop,
) -> Result<Option<Vec<Candidate>>, Stopped> {
    let mut links = Links::new(template, path, Copies::Pairs, stop);
    for predicate in predicates.list.iter() {
        links.hand_on(predicate.term, None);
    }
    let mut selectors = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let selector = links.selector();
        links.hand_on(candidate.term, Some(selector));
        selectors.push(selector);
    }
    if links.is_possible(&selectors)? {
        return Ok(None);
    }
    let core = links.suffice(&selectors);
    let mut order: Vec<(usize, i32)> =
        selectors.iter().copied().enumerate().filter(|(_, selector)| core.contains(selector)).collect();
    order.sort_by_key(|(at, _)| std::cmp::Reverse(expense(template, candidates[*at])));
    let mut kept = order.clone();
    for (_, selector) in order.into_iter().take(ATTEMPTS) {
        let without: Vec<i32> = kept.iter().map(|(_, s)| *s).filter(|s| *s != selector).collect();
        if without.len() < kept.len() && !links.is_possible(&without)? {
            let core = links.suffice(&without);
            kept.retain(|(_, s)| core.contains(s));
        }
    }
    kept.sort_unstable();
    Ok(Some(kept.into_iter().map(|(at, _)| candidates[at]).collect()))
}

/// What is left out first: high levels, bits of threads that others change, large constants, late ones.
fn expense(template: &Template, candidate: Candidate) -> (Level, bool, u128, usize) {
    let mixed = kind(template, candidate.term) == PredicateKind::Mixed;
    (candidate.level, mixed, constants(&template.words, candidate.term), candidate.term.index())
}

/// The largest constant in a term, by its distance from 0.
fn constants(words: &Words, term: tw_words::TermId) -> u128 {
    let mut largest = 0;
    let mut open = vec![term];
    while let Some(part) = open.pop() {
        if let Node::Const(value) = words.node(part) {
            let minus = value.wrapping_neg() & (u128::MAX >> (128 - words.width(part)));
            largest = largest.max(value.min(minus));
        }
        open.extend(words.node(part).operands());
    }
    largest
}
