//! What must hold before an edge so that a predicate holds behind it.

use crate::refine::atoms::atoms;
use crate::vocabulary::{Footprint, Vocabulary};
use tw_steps::{EdgeId, Template};
use tw_words::{Substitution, TermId};

/// The atoms of what makes a predicate true behind an edge: where the thread takes it that the predicate speaks of, and where
/// another one does. Those that depend on inputs, or on variables of two threads, are left out.
pub fn pull_back(
    template: &mut Template,
    vocabulary: &Vocabulary,
    predicate: TermId,
    edge: EdgeId,
) -> Vec<TermId> {
    let footprint = vocabulary.footprint(&template.words, predicate);
    let mut found = Vec::new();
    if footprint.is_changed_by(template, edge, false) {
        let before = substituted(template, predicate, &footprint, edge, false);
        found.extend(atoms(&mut template.words, before));
    }
    // Where the predicate has no local variables, both are the same.
    let is_mixed = footprint.is_local(template);
    if is_mixed && footprint.is_changed_by(template, edge, true) {
        let speaks_of_active = template.edges[edge].updates.iter().any(|(var, term)| {
            footprint.vars.contains(var) && template.vars[*var].shared && {
                let value = vocabulary.footprint(&template.words, *term);
                value.is_local(template) || !value.foreign.is_empty()
            }
        });
        let speaks_of_active = speaks_of_active
            || template.edges[edge].array_updates.iter().any(|(array, content)| {
                footprint.arrays.contains(array) && template.arrays[*array].shared && {
                    let value = vocabulary.footprints(&template.words, [], [*content]);
                    value.is_local(template) || !value.foreign.is_empty()
                }
            });
        if !speaks_of_active {
            let before = substituted(template, predicate, &footprint, edge, true);
            found.extend(atoms(&mut template.words, before));
        }
    }
    found.retain(|atom| vocabulary.footprint(&template.words, *atom).foreign.is_empty());
    found
}

fn substituted(
    template: &mut Template,
    predicate: TermId,
    footprint: &Footprint,
    edge: EdgeId,
    only_shared: bool,
) -> TermId {
    let mut before = Substitution::new();
    let edge = &template.edges[edge];
    for (var, term) in &edge.updates {
        let info = &template.vars[*var];
        if footprint.vars.contains(var) && (info.shared || !only_shared) {
            before.word(info.symbol, *term);
        }
    }
    for (array, content) in &edge.array_updates {
        let info = &template.arrays[*array];
        if footprint.arrays.contains(array) && (info.shared || !only_shared) {
            before.array(info.symbol, *content);
        }
    }
    before.apply(&mut template.words, predicate)
}
