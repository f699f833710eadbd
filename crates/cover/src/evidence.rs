//! The minimal elements, for a certificate.

use crate::antichain::Antichain as Known;
use crate::element::Element;
use crate::sets::Sets;
use crate::views::Views;
use tw_encode::{Exported, Named};
use tw_index::Id;
use tw_solver::Full;
use tw_verdict::{Antichain, Control, CoverElement, PairView, PairViews, Progress, SetGroup};

/// Elements between two looks at the limits.
const PATIENCE: usize = 64;

/// Those elements that are inside no other one; absent if a limit is reached on the way.
pub(crate) fn minimal(
    sets: &mut Sets,
    known: &mut Known,
    elements: &[Element],
    views: Option<&Views>,
    control: &Control,
) -> Result<Option<Antichain>, Full> {
    let mut kept = Vec::new();
    for (number, element) in elements.iter().enumerate() {
        let progress = Progress { states: elements.len() as u64, bytes: sets.bytes(), ..Progress::default() };
        if number.is_multiple_of(PATIENCE) && control.should_stop(progress).is_some() {
            return Ok(None);
        }
        if known.holding(sets, elements, element, Some(number as u32))?.is_none() {
            kept.push(element);
        }
    }
    let named = |number: u32| match sets.interned.variables.named(number) {
        Named::Shared(v) | Named::Local(v) => v,
    };
    let mut diagrams = Exported::default();
    let reachable = sets.reachable().into_iter().flat_map(|all| all.iter());
    let reachable = reachable.map(|set| diagrams.add(set, &named)).collect();
    let mut found = Antichain { reachable, ..Antichain::default() };
    for element in kept {
        let group = |(local, count): &(_, u32)| SetGroup {
            location: u32::try_from(sets.interned.loc(*local).index()).expect("ids fit in 32 bits"),
            locals: diagrams.add(sets.interned.local(*local), &named),
            count: *count,
        };
        let mut groups: Vec<SetGroup> = element.pairs.iter().map(group).collect();
        groups.sort();
        let shared = diagrams.add(sets.interned.shared(element.shared), &named);
        found.elements.push(CoverElement { shared, groups, open: element.open });
    }
    found.nodes = diagrams.nodes;
    found.views = views.map(exported);
    Ok(Some(found))
}

/// What is known about pairs of threads, as plain data.
pub(crate) fn exported(views: &Views) -> PairViews {
    let mut diagrams = Exported::default();
    let mut found = PairViews::default();
    for ((a, b, held), set) in views.sorted() {
        let set = diagrams.add(set, &|number| views.named(number));
        found.sets.push(PairView { places: [a, b], held, set });
    }
    found.nodes = diagrams.nodes;
    found
}
