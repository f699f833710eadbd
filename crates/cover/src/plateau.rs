//! Pairs of shared values and local states that bounded searches reach, and those that are left.
//!
//! *What*: with more threads, more pairs are reached, until their number stops growing: a plateau. What pairs of threads do
//! not exclude and no bounded search has reached are *candidates*. Backward search starts from all of them at once, as
//! if they were violations: whatever leads to a candidate through another one need not be looked at, because it is
//! inside that one. If it meets no initial state, the plateau was the last one, and no violation outside of it is
//! reachable; its elements are a proof as always. If it does, a candidate is reachable: then nothing is known.
//! *Source*: cut-off detection by Kaiser, Kroening and Wahl; *departure*: candidates are sets of pairs, and the proof
//! does not depend on what was reached.

use rustc_hash::FxHashSet;
use tw_boolprog::{Loc, Program};
use tw_index::Id;
use tw_verdict::Reached;

/// Shared values, location and local values of a thread.
type Pair = (Box<[bool]>, u32, Box<[bool]>);

/// The pairs that a bounded search reached, while no other thread was inside an atomic section.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pairs(FxHashSet<Pair>);

/// More pairs than this are too many to be worth it.
const MOST: usize = 50_000;

impl Pairs {
    /// The pairs of reached states; absent if they are too many or the states are not known one by one.
    pub fn of(program: &Program, reached: &mut Reached) -> Option<Pairs> {
        let mut found = FxHashSet::default();
        reached.states()?.for_each(&mut |state| {
            let inside = |location: u32| program.in_atomic(Loc::from_index(location as usize));
            let holder = state.groups.iter().position(|g| inside(g.location));
            for (at, group) in state.groups.iter().enumerate() {
                if found.len() <= MOST && holder.is_none_or(|h| h == at) {
                    let pair =
                        (state.shared.as_slice().into(), group.location, group.locals.as_slice().into());
                    found.insert(pair);
                }
            }
        });
        (found.len() <= MOST).then_some(Pairs(found))
    }

    /// The pairs at a location: shared and local values.
    pub fn at(&self, loc: Loc) -> impl Iterator<Item = (&[bool], &[bool])> {
        let here = self.0.iter().filter(move |(_, location, _)| *location as usize == loc.index());
        here.map(|(shared, _, locals)| (&**shared, &**locals))
    }
}
