//! Which threads there are, by the edges of a certificate.

use crate::certificate::{Certificate, Edge, Step};
use std::collections::BTreeSet;
use tw_ir::FuncId;

fn next(edge: &Edge) -> impl Iterator<Item = usize> {
    let child = match edge.step {
        Step::Start(child) => Some(child),
        Step::On | Step::End | Step::Error => None,
    };
    child.into_iter().chain([edge.to])
}

/// The places in which no thread but the first one was created.
pub fn alone(certificate: &Certificate<'_>) -> Vec<bool> {
    let mut alone = vec![true; certificate.places.len()];
    loop {
        let mut changed = false;
        for edge in &certificate.edges {
            if matches!(edge.step, Step::Start(_)) || !alone[edge.from] {
                for place in next(edge) {
                    // `end` and `error` lead nowhere.
                    let stays = matches!(edge.step, Step::End | Step::Error);
                    changed |= !stays && std::mem::replace(&mut alone[place], false);
                }
            }
        }
        if !changed {
            return alone;
        }
    }
}

/// First functions of threads of which there may be several: created by edges from several places, in a cycle, or by one of
/// several threads.
pub fn several(certificate: &Certificate<'_>, entry: FuncId) -> BTreeSet<FuncId> {
    let comes_back = |from: usize| {
        let (mut stack, mut seen) = (vec![from], BTreeSet::new());
        while let Some(place) = stack.pop() {
            for edge in certificate.edges.iter().filter(|e| e.from == place) {
                if !matches!(edge.step, Step::On | Step::Start(_)) {
                    continue;
                }
                if edge.to == from {
                    return true;
                }
                if seen.insert(edge.to) {
                    stack.push(edge.to);
                }
            }
        }
        false
    };
    let root = |place: usize| certificate.places[place].position.first().map_or(entry, |p| p.function);
    let mut creations: Vec<(usize, FuncId)> = Vec::new();
    for edge in &certificate.edges {
        if let Step::Start(child) = edge.step
            && !creations.contains(&(edge.from, root(child)))
        {
            creations.push((edge.from, root(child)));
        }
    }
    let mut several = BTreeSet::new();
    loop {
        let before = several.len();
        for (from, child) in &creations {
            let others = creations.iter().filter(|(_, other)| other == child).count();
            if others > 1 || *child == entry || several.contains(&root(*from)) || comes_back(*from) {
                several.insert(*child);
            }
        }
        if several.len() == before {
            return several;
        }
    }
}
