//! The order of locations in the control flow.

use crate::program::{Action, Loc, Program};
use tw_index::IdVec;

/// The place of each location in the control flow: what leads to others comes first, but for jumps backwards.
pub fn control_order(program: &Program) -> IdVec<Loc, u32> {
    let count = program.locations.len();
    let mut places = IdVec::filled(0, count);
    let mut seen = IdVec::<Loc, bool>::filled(false, count);
    let next_of = |loc: Loc| -> Vec<Loc> {
        let mut next = Vec::new();
        for (_, edge) in program.edges_from(loc) {
            next.push(edge.to);
            if let Action::Start(child) = edge.action {
                next.push(child);
            }
        }
        next
    };
    let mut left = u32::try_from(count).expect("locations fit in 32 bits");
    for root in std::iter::once(program.entry).chain(program.locations.ids()) {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut path = vec![(root, next_of(root))];
        while let Some((loc, next)) = path.last_mut() {
            match next.pop() {
                Some(to) if !std::mem::replace(&mut seen[to], true) => {
                    let further = next_of(to);
                    path.push((to, further));
                }
                Some(_) => {}
                None => {
                    left -= 1;
                    places[*loc] = left;
                    path.pop();
                }
            }
        }
    }
    places
}
