//! Which local variables matter at which places.

use crate::template::{Kind, Place, Template};
use std::collections::BTreeSet;
use tw_words::Support;

/// Notes them in all places: what some step from there on reads before it is assigned. Assignments that do not matter are dropped.
pub fn note(template: &mut Template) {
    loop {
        live(template);
        if !drop_dead(template) {
            break;
        }
    }
}

/// Drops assignments to local variables that nothing reads; whether there were any.
fn drop_dead(template: &mut Template) -> bool {
    let mut dropped = false;
    for id in template.edges.enumerate().map(|(id, _)| id).collect::<Vec<_>>() {
        let edge = &mut template.edges[id];
        let behind: Vec<Place> = match &edge.kind {
            Kind::Step => vec![edge.to],
            Kind::Start(born) => vec![edge.to, *born],
            Kind::End | Kind::Error(..) => Vec::new(),
        };
        let before = edge.updates.len() + edge.array_updates.len();
        let (vars, arrays, places) = (&template.vars, &template.arrays, &template.places);
        edge.updates
            .retain(|(var, _)| vars[*var].shared || behind.iter().any(|p| places[*p].live.contains(var)));
        edge.array_updates.retain(|(var, _)| {
            arrays[*var].shared || behind.iter().any(|p| places[*p].live_arrays.contains(var))
        });
        dropped |= before != edge.updates.len() + edge.array_updates.len();
    }
    dropped
}

fn live(template: &mut Template) {
    let places: Vec<Place> = template.places.enumerate().map(|(place, _)| place).collect();
    let mut reads = Vec::new();
    for edge in template.edges.iter() {
        let mut guard = Support::of(&template.words, edge.guard);
        // What an update reads matters only if its variable does; the first approximation takes all of them.
        edge.updates.iter().for_each(|(_, term)| guard.add(&template.words, *term));
        edge.array_updates.iter().for_each(|(_, term)| guard.add_array(&template.words, *term));
        reads.push(guard);
    }
    let locals: Vec<_> =
        template.vars.enumerate().filter(|(_, v)| !v.shared).map(|(v, i)| (v, i.symbol)).collect();
    let arrays: Vec<_> =
        template.arrays.enumerate().filter(|(_, v)| !v.shared).map(|(v, i)| (v, i.symbol)).collect();
    let mut live = vec![(BTreeSet::new(), BTreeSet::new()); places.len()];
    let index = |place: Place| tw_index::Id::index(place);
    loop {
        let mut changed = false;
        for (edge, reads) in template.edges.iter().zip(&reads) {
            let (mut words, mut words_of_arrays) = (BTreeSet::new(), BTreeSet::new());
            let behind: &[Place] = match &edge.kind {
                Kind::Step => &[edge.to],
                Kind::Start(born) => &[edge.to, *born],
                Kind::End | Kind::Error(..) => &[],
            };
            for place in behind {
                words.extend(live[index(*place)].0.iter().copied());
                words_of_arrays.extend(live[index(*place)].1.iter().copied());
            }
            edge.updates.iter().for_each(|(var, _)| {
                words.remove(var);
            });
            edge.array_updates.iter().for_each(|(var, _)| {
                words_of_arrays.remove(var);
            });
            words.extend(
                locals.iter().filter(|(_, symbol)| reads.words.contains(symbol)).map(|(var, _)| *var),
            );
            words_of_arrays.extend(
                arrays.iter().filter(|(_, symbol)| reads.arrays.contains(symbol)).map(|(var, _)| *var),
            );
            let here = &mut live[index(edge.from)];
            let before = (here.0.len(), here.1.len());
            here.0.extend(words);
            here.1.extend(words_of_arrays);
            changed |= before != (here.0.len(), here.1.len());
        }
        if !changed {
            break;
        }
    }
    for place in places {
        let (words, arrays) = &live[index(place)];
        template.places[place].live = words.iter().copied().collect();
        template.places[place].live_arrays = arrays.iter().copied().collect();
    }
}
