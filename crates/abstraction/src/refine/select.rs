//! Which candidates are taken: those of an unsatisfiable core, made smaller.
//!
//! *What*: all candidates of a level, and of those before, are handed on in Q2 under selectors; where the path becomes impossible,
//! the selectors that the solver needed are taken, and then each of them is left out if it can be, the expensive ones first.
//! Where a step assigns nothing shared, Q2 without its pairs is tried first: it allows more, and is easier.
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
/// Conflicts of one attempt; what is too hard to leave out is kept.
const PATIENCE: i32 = 1000;

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
    // Terms of all levels are made first, so that one solver knows them all.
    let levels: Vec<Vec<Candidate>> =
        (0..=LAST.0).map(|level| ladder.candidates(template, predicates, Level(level))).collect();
    for copies in [Copies::Writes, Copies::Pairs] {
        let selected = climb(template, predicates, path, &levels, copies, stop)?;
        if selected != Selected::Nothing {
            return Ok(selected);
        }
    }
    Ok(Selected::Nothing)
}

/// Level by level.
fn climb(
    template: &Template,
    predicates: &Predicates,
    path: &Path,
    levels: &[Vec<Candidate>],
    copies: Copies,
    stop: &Stop,
) -> Result<Selected, Stopped> {
    let mut links = Links::new(template, path, copies, stop);
    for predicate in predicates.list.iter() {
        links.hand_on(predicate.term, None);
    }
    if !links.is_possible(&[])? {
        return Ok(Selected::Clauses);
    }
    let mut selectable: Vec<(Candidate, i32)> = Vec::new();
    for level in levels.iter().filter(|level| !level.is_empty()) {
        for candidate in level {
            let selector = links.selector();
            links.hand_on(candidate.term, Some(selector));
            selectable.push((*candidate, selector));
        }
        if let Some(chosen) = choose(template, &mut links, &selectable)? {
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

/// The candidates that suffice, if all of them do.
fn choose(
    template: &Template,
    links: &mut Links<'_>,
    selectable: &[(Candidate, i32)],
) -> Result<Option<Vec<Candidate>>, Stopped> {
    let all: Vec<i32> = selectable.iter().map(|(_, selector)| *selector).collect();
    if links.is_possible(&all)? {
        return Ok(None);
    }
    let mut kept = links.suffice(&all);

    let mut order: Vec<&(Candidate, i32)> =
        selectable.iter().filter(|(_, selector)| kept.contains(selector)).collect();
    order.sort_by_key(|(candidate, _)| std::cmp::Reverse(expense(template, *candidate)));
    for (_, selector) in order.into_iter().take(ATTEMPTS) {
        let without: Vec<i32> = kept.iter().copied().filter(|s| s != selector).collect();
        if without.len() < kept.len() && links.is_possible_within(&without, PATIENCE)? == Some(false) {
            kept = links.suffice(&without);
        }
    }
    let chosen = selectable.iter().filter(|(_, selector)| kept.contains(selector));
    Ok(Some(chosen.map(|(candidate, _)| *candidate).collect()))
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
