//! Cover predecessors: minimal elements whose states have a step into an element.
//!
//! *Source*: \[LW14\] Algorithms 2 to 4, derived anew from the semantics, because the printed version loses and invents
//! predecessors. Let w be the element, x the threads that it names, z any others, t the thread that takes an edge
//! `from → to`, and p the state before. Only t can be inside an atomic section in p, else t could not move: if x
//! has a thread inside one, it is t.
//!
//! | statement | t in x: *direct* | t in z: *expanded* |
//! |---|---|---|
//! | assignment, `assert`, begin and end of sections | t goes back; shared values too | w with t at `from`. If shared values stay, p is in w already, unless t leaves a section in the step |
//! | `start_thread c` | with the child in x: both vanish into t, whose values are those of both; with the child in z: t goes back | with the child in x: the child vanishes, t appears at `from`, with its values. With neither in x, p is in w already |
//! | end of a thread | inside a section: t goes back from where it is stuck | p is w with one more thread: in w already |
//! | `broadcast` | each other thread of x, one by one: it stood where it is, unless that is a `wait`, or at a `wait` before it; if it has neither, there is no predecessor | the same for all threads of x; t appears; if no thread was released, p is in w already |
//! | passive update | each other thread of x goes back along the update | the same for all threads of x |
//!
//! *Partial release*: of n threads in one local set, any number may have been released, so all divisions of n are tried.
//! *A second thread in t's local state* is another thread: t is one of the n.
//! *`start_thread` to the next statement*: creator and child may be two threads of one pair.
//! *Threads that cannot follow a passive update*: for others in z they vanish, which only adds behaviours; a thread of x
//! must have come from somewhere.
//! *Open elements* (targets) let somebody in z be inside a section: t may then end inside one.

use crate::element::{Element, LocalId, Pair, SharedId, join, leave};
use crate::fault::{Fault, planted};
use crate::sets::Sets;
use tw_boolprog::{Action, EdgeId, Loc, Program};
use tw_encode::UpdateId;
use tw_index::IdVec;
use tw_solver::Full;

/// An element and the edge that leads from it.
pub(crate) type Predecessor = (Element, EdgeId);

/// The edges, sorted for the way back.
pub(crate) struct Backwards {
    /// Edges that a thread at a location may have taken.
    into: IdVec<Loc, Vec<EdgeId>>,
    /// Creations of a thread at a location.
    creations: IdVec<Loc, Vec<EdgeId>>,
    /// Locations of `wait` from which a broadcast leads to a location.
    waits: IdVec<Loc, Vec<Loc>>,
    /// Edges that a thread which the element does not name may have taken, with an effect on the rest.
    expanding: Vec<EdgeId>,
}

impl Backwards {
    /// With `all_expansions`, threads that do not change the shared state are added too.
    pub fn new(program: &Program, all_expansions: bool) -> Backwards {
        let count = program.locations.len();
        let mut backwards = Backwards {
            into: IdVec::filled(Vec::new(), count),
            creations: IdVec::filled(Vec::new(), count),
            waits: IdVec::filled(Vec::new(), count),
            expanding: Vec::new(),
        };
        for id in program.edges.ids() {
            let edge = &program.edges[id];
            match &edge.action {
                Action::Wait => {
                    // No broadcast can release a thread that waits inside a section.
                    if !program.in_atomic(edge.from) {
                        backwards.waits[edge.to].push(edge.from);
                    }
                    continue;
                }
                Action::End if program.in_atomic(edge.from) => backwards.into[program.stuck].push(id),
                Action::End => {}
                Action::Start(child) => {
                    backwards.into[edge.to].push(id);
                    backwards.creations[*child].push(id);
                }
                _ => backwards.into[edge.to].push(id),
            }
            let expands = match &edge.action {
                Action::Assign(assign) => {
                    let shared = |(v, _): &(tw_boolprog::checked::Var, _)| {
                        matches!(v, tw_boolprog::checked::Var::Shared(_))
                    };
                    let updates = assign.passive.is_some() && !planted(Fault::UpdaterNamed);
                    let leaves = program.in_atomic(edge.from) && !program.in_atomic(edge.to);
                    let updates = updates || (leaves && !planted(Fault::LeaverNamed));
                    updates || all_expansions || assign.targets.iter().any(shared)
                }
                Action::Broadcast => !planted(Fault::BroadcasterNamed),
                Action::AtomicEnd => !planted(Fault::LeaverNamed),
                Action::Assert(_) | Action::AtomicBegin => all_expansions,
                // A creation is found through its child; an end adds a thread only.
                Action::Start(_) | Action::End | Action::Wait => false,
            };
            if expands {
                backwards.expanding.push(id);
            }
        }
        backwards
    }

    /// All cover predecessors of an element, some of them perhaps inside it.
    pub fn of(&self, sets: &mut Sets, element: &Element) -> Result<Vec<Predecessor>, Full> {
        let mut found = Vec::new();
        let holder = element.holder(sets);
        for at in 0..element.pairs.len() {
            if holder.is_some_and(|h| h != at) && !planted(Fault::HolderIgnored) {
                continue;
            }
            let loc = sets.interned.loc(element.pairs[at].0);
            for id in &self.into[loc] {
                self.direct(sets, element, at, *id, &mut found)?;
            }
        }
        if holder.is_none() {
            for id in &self.expanding {
                self.expanded(sets, element, *id, &mut found)?;
            }
            for at in 0..element.pairs.len() {
                let loc = sets.interned.loc(element.pairs[at].0);
                for id in self.creations[loc].iter().filter(|_| !planted(Fault::CreatorNamed)) {
                    self.creator_appears(sets, element, at, *id, &mut found)?;
                }
            }
        }
        let mut parts = Vec::new();
        for (element, id) in found {
            single(sets, element, &mut |element| parts.push((element, id)))?;
        }
        Ok(parts)
    }

    /// A thread of the pair at `at` took the edge.
    fn direct(
        &self,
        sets: &mut Sets,
        element: &Element,
        at: usize,
        id: EdgeId,
        found: &mut Vec<Predecessor>,
    ) -> Result<(), Full> {
        let program = sets.interned.program.clone();
        let edge = &program.edges[id];
        let local = element.pairs[at].0;
        let mut others = element.pairs.clone();
        leave(&mut others, at);
        if let Action::Start(child) = edge.action {
            // The child is in x, one of the others.
            for (other, (created, _)) in others.clone().into_iter().enumerate() {
                let twin = if planted(Fault::TwinsDiffer) { local } else { created };
                if sets.interned.loc(created) == child
                    && let Some(before) = sets.meet(edge.from, local, twin)?
                {
                    let mut pairs = others.clone();
                    leave(&mut pairs, other);
                    found.push((with(element.shared, pairs, before), id));
                }
            }
        }
        if matches!(edge.action, Action::Start(_)) && planted(Fault::ChildNamed) {
            return Ok(());
        }
        self.moved(sets, (element.shared, local), others, id, found, &|_| true)
    }

    /// A thread that the element does not name took the edge.
    fn expanded(
        &self,
        sets: &mut Sets,
        element: &Element,
        id: EdgeId,
        found: &mut Vec<Predecessor>,
    ) -> Result<(), Full> {
        let to = sets.interned.program.edges[id].to;
        if sets.interned.program.in_atomic(to) && !element.open {
            return Ok(());
        }
        let Some(anywhere) = sets.everywhere(to)? else { return Ok(()) };
        // A broadcast that released no thread leads from a larger state of the same element.
        let same = element.pairs.clone();
        let broadcast = matches!(sets.interned.program.edges[id].action, Action::Broadcast);
        let wanted = |others: &[Pair]| !broadcast || others != same;
        self.moved(sets, (element.shared, anywhere), element.pairs.clone(), id, found, &wanted)
    }

    /// A thread that the element does not name created one of the pair at `at`.
    fn creator_appears(
        &self,
        sets: &mut Sets,
        element: &Element,
        at: usize,
        id: EdgeId,
        found: &mut Vec<Predecessor>,
    ) -> Result<(), Full> {
        let program = sets.interned.program.clone();
        let edge = &program.edges[id];
        if program.in_atomic(edge.to) && !element.open {
            return Ok(());
        }
        let Some(anywhere) = sets.everywhere(edge.to)? else { return Ok(()) };
        if let Some(before) = sets.meet(edge.from, anywhere, element.pairs[at].0)? {
            let mut pairs = element.pairs.clone();
            leave(&mut pairs, at);
            found.push((with(element.shared, pairs, before), id));
        }
        Ok(())
    }

    /// A thread came to `after` along the edge; `others` are the other threads after the step, and `wanted` says
    /// which of their states before are of interest.
    fn moved(
        &self,
        sets: &mut Sets,
        after: (SharedId, LocalId),
        others: Vec<Pair>,
        id: EdgeId,
        found: &mut Vec<Predecessor>,
        wanted: &dyn Fn(&[Pair]) -> bool,
    ) -> Result<(), Full> {
        let broadcast = matches!(sets.interned.program.edges[id].action, Action::Broadcast);
        for (class, update) in sets.classes_of(id)?.into_iter().enumerate() {
            let before = sets.before(id, class, after.0, after.1)?;
            if before.is_empty() {
                continue;
            }
            let rests = match update {
                Some(update) => updated(sets, &others, update)?.into_iter().collect(),
                None if broadcast => self.released(sets, &others)?,
                None => vec![others.clone()],
            };
            for rest in rests.iter().filter(|rest| wanted(rest)) {
                for (shared, local) in before.iter() {
                    found.push((with(*shared, rest.clone(), *local), id));
                }
            }
        }
        Ok(())
    }

    /// All ways in which a broadcast may have led to these threads.
    fn released(&self, sets: &mut Sets, others: &[Pair]) -> Result<Vec<Vec<Pair>>, Full> {
        let mut found: Vec<Vec<Pair>> = vec![Vec::new()];
        for (local, count) in others {
            let loc = sets.interned.loc(*local);
            let waits = sets.interned.program.released(loc).is_some() && !planted(Fault::WaiterStays);
            let mut options: Vec<LocalId> = if waits { Vec::new() } else { vec![*local] };
            for wait in &self.waits[loc] {
                let set = sets.interned.local(*local).clone();
                options.extend(sets.local_id(*wait, &set)?);
            }
            let mut divisions = divisions(*count, options.len());
            if planted(Fault::ReleasedTogether) {
                divisions.retain(|division| division.contains(count));
            }
            let mut finer = Vec::with_capacity(found.len() * divisions.len());
            for pairs in &found {
                for division in &divisions {
                    let mut pairs = pairs.clone();
                    let parts = options.iter().zip(division).filter(|(_, n)| **n > 0);
                    parts.for_each(|(option, n)| join(&mut pairs, *option, *n));
                    finer.push(pairs);
                }
            }
            found = finer;
        }
        Ok(found)
    }
}

/// The others before an update; absent if one of them cannot have come from anywhere.
fn updated(sets: &mut Sets, others: &[Pair], update: UpdateId) -> Result<Option<Vec<Pair>>, Full> {
    if planted(Fault::OthersNotUpdated) {
        return Ok(Some(others.to_vec()));
    }
    let mut before = Vec::new();
    for (local, count) in others {
        let Some(local) = sets.before_update(update, *local)? else { return Ok(None) };
        join(&mut before, local, *count);
    }
    Ok(Some(before))
}

/// All ways to divide `count` threads among `parts` sets.
pub(crate) fn divisions(count: u32, parts: usize) -> Vec<Vec<u32>> {
    match parts {
        0 if count == 0 => vec![Vec::new()],
        0 => Vec::new(),
        1 => vec![vec![count]],
        _ => (0..=count)
            .flat_map(|first| {
                divisions(count - first, parts - 1).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect(),
    }
}

/// The others with one more thread.
fn with(shared: SharedId, mut pairs: Vec<Pair>, local: LocalId) -> Element {
    join(&mut pairs, local, 1);
    Element { shared, pairs, open: false }
}

/// The single valuations of an element, if elements are to be explicit.
pub(crate) fn single(sets: &mut Sets, element: Element, visit: &mut dyn FnMut(Element)) -> Result<(), Full> {
    let mut choices: Vec<Vec<Pair>> = vec![Vec::new()];
    for (local, count) in &element.pairs {
        let parts = sets.local_parts(*local)?;
        let mut finer = Vec::new();
        for pairs in &choices {
            for division in divisions(*count, parts.len()) {
                let mut pairs = pairs.clone();
                let some = parts.iter().zip(&division).filter(|(_, n)| **n > 0);
                some.for_each(|(part, n)| join(&mut pairs, *part, *n));
                finer.push(pairs);
            }
        }
        choices = finer;
    }
    for shared in sets.shared_parts(element.shared)? {
        for pairs in &choices {
            visit(Element { shared, pairs: pairs.clone(), open: element.open });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::divisions;

    #[test]
    fn threads_are_divided_in_all_ways() {
        assert_eq!(divisions(2, 2), [[0, 2], [1, 1], [2, 0]]);
        assert_eq!(divisions(3, 1), [[3]]);
        assert!(divisions(1, 0).is_empty());
        assert_eq!(divisions(4, 3).len(), 15);
    }
}
