//! What the backward search starts from: the states that are violations.

use crate::element::{Element, Pair, join};
use crate::predecessors::single;
use crate::sets::Sets;
use tw_boolprog::semantics::ResolvedTargets;
use tw_boolprog::{Action, Loc};
use tw_solver::Full;
use tw_verdict::Question;

/// The elements of the violations.
pub(crate) fn elements(sets: &mut Sets, question: &Question) -> Result<Vec<Element>, Full> {
    let program = sets.interned.program.clone();
    let mut found = Vec::new();
    if question.assertions {
        for id in program.edges.ids() {
            if matches!(program.edges[id].action, Action::Assert(_)) {
                let failing = sets.failing(id)?;
                found.extend(failing.into_iter().map(|(shared, local)| Element {
                    shared,
                    pairs: vec![(local, 1)],
                    open: false,
                }));
            }
        }
    }
    let all = sets.interned.diagrams.constant(true);
    let shared = sets.interned.shared_id(all);
    for parts in &ResolvedTargets::new(&program, &question.targets).alternatives {
        for locations in least(parts) {
            let mut pairs: Vec<Pair> = Vec::new();
            let mut reachable = true;
            for (loc, count) in locations {
                match sets.everywhere(loc)? {
                    Some(local) => join(&mut pairs, local, count),
                    None => reachable = false,
                }
            }
            if reachable {
                found.push(Element { shared, pairs, open: true });
            }
        }
    }
    let mut parts = Vec::new();
    for element in found {
        single(sets, element, &mut |element| parts.push(element))?;
    }
    Ok(parts)
}

/// The least multisets of locations with enough threads for every part; a thread counts for each part it stands in.
pub(crate) fn least(parts: &[(Vec<Loc>, u32)]) -> Vec<Vec<(Loc, u32)>> {
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut work: Vec<std::collections::BTreeMap<Loc, u32>> = vec![Default::default()];
    while let Some(threads) = work.pop() {
        if !seen.insert(threads.clone()) {
            continue;
        }
        let at = |locs: &[Loc]| locs.iter().filter_map(|l| threads.get(l)).sum::<u32>();
        match parts.iter().find(|(locs, count)| at(locs) < *count) {
            None => found.push(threads.into_iter().collect()),
            Some((locs, count)) if locs.len() == 1 => {
                let mut more = threads.clone();
                more.insert(locs[0], *count);
                work.push(more);
            }
            Some((locs, _)) => {
                for loc in locs {
                    let mut more = threads.clone();
                    *more.entry(*loc).or_default() += 1;
                    work.push(more);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::least;
    use tw_boolprog::Loc;
    use tw_index::Id;

    #[test]
    fn a_thread_counts_for_every_label_of_its_place() {
        let loc = Loc::from_index;
        let parts = [(vec![loc(1), loc(2)], 1), (vec![loc(2)], 1)];
        let found = least(&parts);
        assert!(found.contains(&vec![(loc(2), 1)]), "{found:?}");
        assert_eq!(least(&[(vec![loc(1)], 2)]), [vec![(loc(1), 2)]]);
        assert!(least(&[(vec![], 1)]).is_empty());
    }
}
