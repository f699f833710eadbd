//! Atomic sections nest statically: each location has one depth, or the file is rejected.

use crate::program::{Action, Loc, Program};
use std::collections::HashMap;
use tw_index::Id;
use tw_verdict::Diagnostic;

/// Computes the depth of every location, by following the edges from the entries of threads.
pub(crate) fn atomic_depths(program: &mut Program) -> Result<(), Vec<Diagnostic>> {
    let mut depths: HashMap<Loc, u32> = HashMap::from([(program.entry, 0)]);
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut stack = vec![program.entry];
    while let Some(loc) = stack.pop() {
        let depth = depths[&loc];
        let edges: Vec<_> = program.edges_from(loc).map(|(id, _)| id).collect();
        for id in edges {
            let edge = &program.edges[id];
            let span = program.locations[loc].span;
            let after = match edge.action {
                Action::End => continue,
                Action::AtomicBegin => depth + 1,
                Action::AtomicEnd if depth == 0 => {
                    let message = "atomic_end outside of an atomic section";
                    report(&mut errors, Diagnostic::error(span, message, "no atomic_begin on the way here"));
                    continue;
                }
                Action::AtomicEnd => depth - 1,
                _ => depth,
            };
            let child = if let Action::Start(child) = edge.action { Some((child, 0)) } else { None };
            for (next, depth) in [(edge.to, after)].into_iter().chain(child) {
                match depths.get(&next) {
                    None => {
                        depths.insert(next, depth);
                        stack.push(next);
                    }
                    Some(known) if *known == depth => {}
                    Some(known) => {
                        let message =
                            format!("this statement is reached with atomic depth {known} and with {depth}");
                        let label = "inside and outside of an atomic section";
                        let error = Diagnostic::error(program.locations[next].span, message, label);
                        report(
                            &mut errors,
                            error.related(span, format!("reached with depth {depth} from here")),
                        );
                    }
                }
            }
        }
    }
    for (loc, depth) in depths {
        program.locations[loc].atomic_depth = depth;
    }
    errors.sort_by_key(|e| e.span);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// One message for each place.
fn report(errors: &mut Vec<Diagnostic>, error: Diagnostic) {
    if !errors.iter().any(|e| e.span == error.span) {
        errors.push(error);
    }
}

impl Program {
    /// Whether a thread at `loc` is inside an atomic section.
    pub fn in_atomic(&self, loc: Loc) -> bool {
        self.locations.as_slice()[loc.index()].atomic_depth > 0
    }
}
