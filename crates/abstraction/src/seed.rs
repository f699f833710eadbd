//! Predicates to begin with.
//!
//! *What*: atoms of the guards of errors and of locks, predicates that the source and the user give, and the values of
//! variables that have at most four, where they may matter for an error.
//! *Source*: predicate-abstraction design, section 3.2.

use crate::predicate::{Origin, Predicates};
use crate::refine::atoms;
use crate::vocabulary::{Footprint, Vocabulary};
use rustc_hash::FxHashSet;
use tw_steps::{Kind, Template, Var, VarKind};
use tw_words::{Node, TermId};

/// Values of a variable that is tracked from the beginning.
const FEW: usize = 4;
/// Variables of few values that are tracked from the beginning.
const MOST: usize = 12;

/// The first predicates: those that are given, and seeds.
pub fn seeds(template: &mut Template, given: &[(TermId, Origin)]) -> Predicates {
    let vocabulary = Vocabulary::new(template);
    let mut predicates = Predicates::default();
    for (term, origin) in given {
        predicates.add(template, *term, *origin);
    }
    for (term, _) in template.hints.clone() {
        predicates.add(template, term, Origin::User);
    }
    for term in of_guards(template, &vocabulary) {
        predicates.add(template, term, Origin::Seed);
    }
    for term in of_small_ranges(template, &vocabulary) {
        predicates.add(template, term, Origin::Seed);
    }
    predicates
}

/// Atoms of guards of errors, and those atoms of other guards that say who has a lock.
fn of_guards(template: &mut Template, vocabulary: &Vocabulary) -> Vec<TermId> {
    let mut found = Vec::new();
    for (is_error, guard) in guards(template) {
        for atom in atoms(&mut template.words, guard) {
            let footprint = vocabulary.footprint(&template.words, atom);
            if footprint.foreign.is_empty() && (is_error || is_of_lock(template, &footprint)) {
                found.push(atom);
            }
        }
    }
    found
}

fn guards(template: &Template) -> Vec<(bool, TermId)> {
    let is_error = |kind: &Kind| matches!(kind, Kind::Error(..));
    let mut guards: Vec<(bool, TermId)> =
        template.edges.iter().map(|edge| (is_error(&edge.kind), edge.guard)).collect();
    guards.sort_by_key(|(is_error, _)| !is_error);
    guards
}

fn is_of_lock(template: &Template, footprint: &Footprint) -> bool {
    footprint.vars.iter().any(|var| matches!(template.vars[*var].kind, VarKind::Holder(..)))
}

/// The values of variables that only have few, if an error may depend on them.
fn of_small_ranges(template: &mut Template, vocabulary: &Vocabulary) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut variables = 0;
    for var in cone(template, vocabulary) {
        let Some(mut values) = range(template, var) else { continue };
        variables += 1;
        if variables > MOST {
            break;
        }
        let word = template.words.of_symbol(template.vars[var].symbol);
        let width = template.words.width(word);
        if width == 1 {
            found.push(word);
            continue;
        }
        // The last value is what none of the others is.
        values.pop();
        for value in values {
            let value = template.words.constant(value, width);
            found.push(template.words.equal(word, value));
        }
    }
    found
}

/// The variables on which errors may depend, the nearest first: those of their guards, what is assigned to these, and what
/// decides about it.
fn cone(template: &Template, vocabulary: &Vocabulary) -> Vec<Var> {
    let mut seen: FxHashSet<Var> = FxHashSet::default();
    let mut cone = Vec::new();
    let add = |footprint: Footprint, seen: &mut FxHashSet<Var>, cone: &mut Vec<Var>| {
        for var in footprint.vars {
            if seen.insert(var) {
                cone.push(var);
            }
        }
    };
    for (is_error, guard) in guards(template) {
        if is_error {
            add(vocabulary.footprint(&template.words, guard), &mut seen, &mut cone);
        }
    }
    let mut at = 0;
    while at < cone.len() {
        let var = cone[at];
        at += 1;
        for edge in template.edges.iter() {
            for (_, term) in edge.updates.iter().filter(|(assigned, _)| *assigned == var) {
                let footprint = vocabulary.footprints(&template.words, [*term, edge.guard], []);
                add(footprint, &mut seen, &mut cone);
            }
        }
    }
    cone
}

/// The values that a variable can have, ascending, if they are two to four constants.
fn range(template: &Template, var: Var) -> Option<Vec<u128>> {
    let mut values = FxHashSet::default();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open: Vec<TermId> = Vec::new();
    let assigned = |var: Var, open: &mut Vec<TermId>| {
        let updates = template.edges.iter().flat_map(|edge| edge.updates.iter());
        open.extend(updates.filter(|(assigned, _)| *assigned == var).map(|(_, term)| *term));
    };
    assigned(var, &mut open);
    if template.words.symbol_width(template.vars[var].symbol) == 1 {
        return Some(vec![0, 1]);
    }
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match template.words.node(term) {
            Node::Const(value) => {
                values.insert(value);
            }
            Node::Ite(_, yes, no) => open.extend([yes, no]),
            Node::Extend { signed: false, of } if template.words.width(of) == 1 => values.extend([0, 1]),
            Node::Symbol(symbol) => {
                let (copied, _) = template.vars.enumerate().find(|(_, info)| info.symbol == symbol)?;
                assigned(copied, &mut open);
            }
            _ => return None,
        }
        if values.len() > FEW {
            return None;
        }
    }
    let mut values: Vec<u128> = values.into_iter().collect();
    values.sort_unstable();
    (values.len() > 1).then_some(values)
}
