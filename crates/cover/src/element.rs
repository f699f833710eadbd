//! Minimal elements: what backward search computes with.
//!
//! *What*: ⟨S, {(L1,n1) … (Lk,nk)}⟩ stands for all states with shared values in S and, for each i, ni threads of their own
//! with local states in Li; there may be more threads. These others are outside of atomic sections: the thread
//! inside one belongs to the element, as if it were part of the shared state, because it stops all others. Only
//! in an *open* element, which targets are, an other thread may be inside.

use crate::fault::{Fault, planted};
use smallvec::SmallVec;
use tw_index::define_id;
use tw_solver::Full;

define_id!(/// A shared state, or a set of them.
    pub struct SharedId);
define_id!(/// A local state, or a set of them at one location.
    pub struct LocalId);

/// What shared and local states are.
pub(crate) trait World {
    /// Whether the shared states of `a` are among those of `b`.
    fn shared_inside(&mut self, a: SharedId, b: SharedId) -> Result<bool, Full>;
    /// Whether the local states of `a` are among those of `b`.
    fn local_inside(&mut self, a: LocalId, b: LocalId) -> Result<bool, Full>;
    /// A number that sets of local states have in common if one is inside the other.
    fn place(&self, local: LocalId) -> u32;
    /// Whether a thread there stops all others.
    fn in_atomic(&self, local: LocalId) -> bool;
}

/// A number of threads in a set of local states.
pub(crate) type Pair = (LocalId, u32);

/// A set of states, upward closed in the number of threads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Element {
    pub shared: SharedId,
    /// In ascending order of the sets.
    pub pairs: Vec<Pair>,
    pub open: bool,
}

impl Element {
    pub fn threads(&self) -> u64 {
        self.pairs.iter().map(|(_, n)| u64::from(*n)).sum()
    }

    /// Whether two threads are inside of atomic sections, which never happens.
    pub fn is_impossible(&self, world: &impl World) -> bool {
        let inside = self.pairs.iter().filter(|(l, _)| world.in_atomic(*l));
        inside.map(|(_, n)| u64::from(*n)).sum::<u64>() > 1
    }

    /// The pair of the thread inside an atomic section.
    pub fn holder(&self, world: &impl World) -> Option<usize> {
        self.pairs.iter().position(|(l, _)| world.in_atomic(*l))
    }
}

/// `count` threads join `local`.
pub(crate) fn join(pairs: &mut Vec<Pair>, local: LocalId, count: u32) {
    match pairs.binary_search_by_key(&local, |(l, _)| *l) {
        Ok(at) => pairs[at].1 += count,
        Err(at) => pairs.insert(at, (local, count)),
    }
}

/// One thread leaves the pair at `from`.
pub(crate) fn leave(pairs: &mut Vec<Pair>, from: usize) {
    pairs[from].1 -= 1;
    if pairs[from].1 == 0 {
        pairs.remove(from);
    }
}

/// Whether all states of `a` are states of `b`, as far as a matching of threads shows it.
pub(crate) fn is_inside(world: &mut impl World, a: &Element, b: &Element) -> Result<bool, Full> {
    let shared = planted(Fault::CoveredWithoutShared) || world.shared_inside(a.shared, b.shared)?;
    let few = a.threads() < b.threads() && !planted(Fault::ThreadsCountedTwice);
    if few || !shared {
        return Ok(false);
    }
    if !b.open {
        // Other threads of `b` are outside of atomic sections.
        let (held, holds) = (a.holder(world).is_some(), b.holder(world).is_some());
        if held != holds || (a.open && !held) {
            return Ok(false);
        }
    }
    let mut allowed: SmallVec<[bool; 32]> = SmallVec::from_elem(false, a.pairs.len() * b.pairs.len());
    for (i, (wanted, count)) in b.pairs.iter().enumerate() {
        let mut offered = 0;
        for (j, (offer, n)) in a.pairs.iter().enumerate() {
            if world.local_inside(*offer, *wanted)? {
                allowed[i * a.pairs.len() + j] = true;
                offered += n;
            }
        }
        if offered < *count && !(offered > 0 && planted(Fault::ThreadsCountedTwice)) {
            return Ok(false);
        }
    }
    if b.pairs.len() < 2 || planted(Fault::ThreadsCountedTwice) {
        return Ok(true);
    }
    let counts = |pairs: &[Pair]| pairs.iter().map(|(_, n)| *n).collect::<SmallVec<[u32; 8]>>();
    let (wants, offers) = (counts(&b.pairs), counts(&a.pairs));
    Ok(all_served(&wants, &offers, |want, offer| allowed[want * offers.len() + offer]))
}

/// Whether each want can be served by offers that are allowed for it (augmenting paths).
pub(crate) fn all_served(wants: &[u32], offers: &[u32], allowed: impl Fn(usize, usize) -> bool) -> bool {
    let mut given: SmallVec<[u32; 32]> = SmallVec::from_elem(0, wants.len() * offers.len());
    let mut left: SmallVec<[u32; 8]> = SmallVec::from_slice(offers);
    for (want, count) in wants.iter().enumerate() {
        for _ in 0..*count {
            let mut seen: SmallVec<[bool; 8]> = SmallVec::from_elem(false, offers.len());
            if !serve(want, &allowed, &mut given, &mut left, &mut seen) {
                return false;
            }
        }
    }
    true
}

fn serve(
    want: usize,
    allowed: &impl Fn(usize, usize) -> bool,
    given: &mut [u32],
    left: &mut [u32],
    seen: &mut [bool],
) -> bool {
    let offers = left.len();
    for offer in 0..offers {
        if seen[offer] || !allowed(want, offer) {
            continue;
        }
        seen[offer] = true;
        if left[offer] > 0 {
            left[offer] -= 1;
            given[want * offers + offer] += 1;
            return true;
        }
        for other in 0..given.len() / offers {
            if given[other * offers + offer] > 0 && serve(other, allowed, given, left, seen) {
                given[other * offers + offer] -= 1;
                given[want * offers + offer] += 1;
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::all_served;

    #[test]
    fn wants_are_served_along_detours() {
        // The first want takes the only offer of the second unless it is moved on.
        let allowed = |want: usize, offer: usize| [[true, true], [true, false]][want][offer];
        assert!(all_served(&[1, 1], &[1, 1], allowed));
        assert!(!all_served(&[1, 2], &[1, 1], allowed));
        assert!(all_served(&[2, 1], &[2, 1], allowed));
        assert!(all_served(&[], &[3], allowed));
    }
}
