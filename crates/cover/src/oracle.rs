//! The forward oracle: local states that a single thread may be in, whatever the others do.
//!
//! *Source*: \[LW14\] section V. *Claim*: every local state of every thread of every reachable state is in the result.
//! *Departures*, without which reachable states would be lost: a created thread starts where it is created, with the
//! creator's values; shared variables are read as any value wherever they occur, also in `l := s`; passive updates of
//! other threads apply everywhere; a waiting thread may be released.

use crate::element::{LocalId, SharedId};
use crate::fault::{Fault, planted};
use tw_boolprog::{Action, EdgeId, Loc};
use tw_encode::{Active, InternedSets, Statement};
use tw_index::IdVec;
use tw_solver::{Bdd, Full};

type Sets = InternedSets<SharedId, LocalId>;

/// The local states at each location that a thread may be in.
pub(crate) fn reachable(sets: &mut Sets) -> Result<IdVec<Loc, Bdd>, Full> {
    let program = sets.program.clone();
    let shared: Vec<u32> = (0..program.shared.len()).map(|v| sets.variables.shared(v)).collect();
    let shared = sets.diagrams.variable_set(shared)?;
    let nothing = sets.diagrams.constant(false);
    let mut found: IdVec<Loc, Bdd> = IdVec::filled(nothing, program.locations.len());
    found[program.entry] = sets.initial()?.1;
    let updates: Vec<_> = program.edges.ids().filter(|id| program.edges[*id].passive().is_some()).collect();
    let mut work = vec![program.entry];
    while let Some(loc) = work.pop() {
        let mut news: Vec<(Loc, Bdd)> = Vec::new();
        for (id, edge) in program.edges_from(loc) {
            let set = found[loc].clone();
            let after = match &*sets.statement(id)? {
                Statement::Still => set,
                Statement::Assign(active) => match &**active {
                    Active::Apart { shared: Some(never), .. } if never.enabled.is_empty() => continue,
                    Active::Apart { local: Some(relation), .. } => relation.image(&set)?,
                    Active::Apart { local: None, .. } => set,
                    Active::Joint(relation) => relation.image(&set)?.exists(&shared)?,
                },
                Statement::Passive(parts) => {
                    let mut after = sets.diagrams.constant(false);
                    for (relation, _) in parts {
                        after = after.or(&relation.image(&set)?.exists(&shared)?)?;
                    }
                    after
                }
            };
            match edge.action {
                Action::End if program.in_atomic(loc) => news.push((program.stuck, after)),
                Action::End => {}
                Action::Wait if planted(Fault::OracleWithoutReleases) => {}
                Action::Start(child) => {
                    if !planted(Fault::OracleWithoutChildren) {
                        news.push((child, after.clone()));
                    }
                    news.push((edge.to, after));
                }
                _ => news.push((edge.to, after)),
            }
        }
        for id in updates.iter().filter(|_| !planted(Fault::OracleWithoutUpdates)) {
            let set = found[loc].clone();
            news.push((loc, after_update(sets, *id, &set)?));
        }
        for (to, set) in news {
            let union = found[to].or(&set)?;
            if union != found[to] {
                found[to] = union;
                work.push(to);
            }
        }
    }
    Ok(found)
}

/// Where the passive update of an edge may take other threads, whatever the active thread does.
fn after_update(sets: &mut Sets, id: EdgeId, set: &Bdd) -> Result<Bdd, Full> {
    let mut after = sets.diagrams.constant(false);
    if let Statement::Passive(parts) = &*sets.statement(id)? {
        for (_, update) in parts {
            after = after.or(&sets.after_update(*update, set)?)?;
        }
    }
    Ok(after)
}
