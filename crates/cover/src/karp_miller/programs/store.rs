//! The markings that were met: packed, comparable, and with the way to each.

use super::steps::{LocalState, SharedState};
use crate::fault::{Fault, planted};
use crate::karp_miller::omega::{OMEGA, plus_one, repeated};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use tw_index::Id;

/// A number of threads in a local state.
pub(crate) type Pair = (LocalState, u32);

/// A marking while it is worked on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Marking {
    pub shared: SharedState,
    /// The thread inside an atomic section.
    pub holder: Option<LocalState>,
    /// The others, in ascending order; no count is 0.
    pub pairs: Vec<Pair>,
}

impl Marking {
    pub fn add(&mut self, local: LocalState) {
        match self.pairs.binary_search_by_key(&local, |p| p.0) {
            Ok(at) => self.pairs[at].1 = plus_one(self.pairs[at].1),
            Err(at) => self.pairs.insert(at, (local, 1)),
        }
    }

    /// Whether there is any number of threads in the local state.
    pub fn is_flooded(&self, local: LocalState) -> bool {
        self.pairs.binary_search_by_key(&local, |p| p.0).is_ok_and(|at| self.pairs[at].1 == OMEGA)
    }

    /// Any number of threads in the local state; says whether that is new.
    pub fn flood(&mut self, local: LocalState) -> bool {
        match self.pairs.binary_search_by_key(&local, |p| p.0) {
            Ok(at) => std::mem::replace(&mut self.pairs[at].1, OMEGA) != OMEGA,
            Err(at) => {
                self.pairs.insert(at, (local, OMEGA));
                true
            }
        }
    }
}

/// Local states with a thread, and with any number of them, as bits: quick to compare, and never wrong about
/// "is not below".
#[derive(Clone, Copy)]
struct Sketch {
    occupied: u64,
    flooded: u64,
}

impl Sketch {
    fn new(pairs: &[Pair]) -> Sketch {
        let mut sketch = Sketch { occupied: 0, flooded: 0 };
        for (local, count) in pairs {
            sketch.occupied |= bit(*local);
            sketch.flooded |= if *count == OMEGA { bit(*local) } else { 0 };
        }
        sketch
    }

    fn may_be_below(self, other: Sketch) -> bool {
        self.occupied & !other.occupied == 0 && self.flooded & !other.flooded == 0
    }
}

fn bit(local: LocalState) -> u64 {
    1 << (local.index() % 64)
}

fn hash(class: u32, pairs: &[Pair]) -> u64 {
    let mut hasher = FxHasher::default();
    (class, pairs).hash(&mut hasher);
    hasher.finish()
}

/// Whether each count is at most the other's.
fn is_below(less: &[Pair], more: &[Pair]) -> bool {
    if less.len() > more.len() {
        return false;
    }
    let mut rest = more.iter();
    less.iter()
        .all(|(local, count)| rest.find(|(l, _)| l >= local).is_some_and(|(l, n)| l == local && count <= n))
}

#[derive(Clone, Copy)]
struct Node {
    start: usize,
    len: u32,
    class: u32,
    parent: u32,
    /// The most threads outside of ω on the way to here.
    most: u64,
    holder: Option<LocalState>,
    sketch: Sketch,
}

const NOBODY: u32 = u32::MAX;

/// Markings on the way that are always looked at.
const WINDOW: usize = 256;

/// A marking of a group, with what is quick to compare.
#[derive(Clone, Copy)]
struct Member {
    /// Local states with threads outside of ω, as bits.
    few: u64,
    number: u32,
}

/// Markings of a class with ω in the same local states.
struct Group {
    flooded: Vec<LocalState>,
    sketch: u64,
    /// For each other local state, the markings with threads there.
    with: FxHashMap<LocalState, Vec<Member>>,
    /// All markings.
    all: Vec<u32>,
}

/// Markings with the same shared values and the same holder can be compared.
#[derive(Default)]
struct Class {
    groups: Vec<Group>,
}

/// All markings that were added.
#[derive(Default)]
pub(crate) struct Store {
    pairs: Vec<Pair>,
    nodes: Vec<Node>,
    class_of: FxHashMap<(SharedState, Option<LocalState>), u32>,
    shared_of: Vec<SharedState>,
    classes: Vec<Class>,
    /// By hash, the last marking with it.
    same: FxHashMap<u64, u32>,
    members: usize,
}

impl Store {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes(&self) -> u64 {
        (self.pairs.capacity() * size_of::<Pair>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.members * 2 * size_of::<Member>()
            + self.same.capacity() * 17
            + self.classes.capacity() * 160) as u64
    }

    fn pairs_of(&self, number: u32) -> &[Pair] {
        let node = &self.nodes[number as usize];
        &self.pairs[node.start..node.start + node.len as usize]
    }

    pub fn load(&self, number: u32, into: &mut Marking) {
        let node = &self.nodes[number as usize];
        into.shared = self.shared_of[node.class as usize];
        into.holder = node.holder;
        into.pairs.clear();
        into.pairs.extend_from_slice(self.pairs_of(number));
    }

    /// The class of a marking.
    fn class(&mut self, marking: &Marking) -> u32 {
        let holder = if planted(Fault::ForwardHolderIgnored) { None } else { marking.holder };
        *self.class_of.entry((marking.shared, holder)).or_insert_with(|| {
            self.classes.push(Class::default());
            self.shared_of.push(marking.shared);
            u32::try_from(self.classes.len() - 1).expect("classes fit in 32 bits")
        })
    }

    /// Whether it is below a marking that was met.
    pub fn covers(&mut self, marking: &Marking) -> bool {
        let class = self.class(marking);
        // Most were met before just so.
        let same = self.same.get(&hash(class, &marking.pairs));
        let is_same = |n: &u32| self.nodes[*n as usize].class == class && self.pairs_of(*n) == marking.pairs;
        same.is_some_and(is_same) || self.is_below_some(class, &marking.pairs, NOBODY)
    }

    /// Whether a greater one was met.
    pub fn is_below_another(&self, number: u32) -> bool {
        self.is_below_some(self.nodes[number as usize].class, self.pairs_of(number), number)
    }

    /// Whether a marking of the class, other than `except`, is not less.
    fn is_below_some(&self, class: u32, pairs: &[Pair], except: u32) -> bool {
        let flooded = Sketch::new(pairs).flooded;
        let groups = self.classes[class as usize].groups.iter();
        groups.filter(|g| flooded & !g.sketch == 0).any(|group| self.is_below_in(group, pairs, except))
    }

    /// Whether a marking of the group is not less. Threads outside of its ω must be in such a marking; the rarest of
    /// their local states decides where to look.
    fn is_below_in(&self, group: &Group, pairs: &[Pair], except: u32) -> bool {
        let mut rarest: Option<&[Member]> = None;
        let mut few = 0;
        for (local, count) in pairs {
            if group.flooded.binary_search(local).is_ok() {
                continue;
            }
            let members = group.with.get(local).filter(|_| *count != OMEGA);
            let Some(members) = members else { return false };
            few |= bit(*local);
            if rarest.is_none_or(|r| members.len() < r.len()) {
                rarest = Some(members);
            }
        }
        let Some(rarest) = rarest else { return group.all.iter().any(|n| *n != except) };
        rarest
            .iter()
            .any(|m| few & !m.few == 0 && m.number != except && is_below(pairs, self.pairs_of(m.number)))
    }

    /// Adds a marking that is below none; returns its number.
    pub fn insert(&mut self, marking: &Marking, parent: Option<u32>) -> u32 {
        let class = self.class(marking);
        let number = u32::try_from(self.nodes.len()).expect("markings fit in 32 bits");
        let sketch = Sketch::new(&marking.pairs);
        let most = parent.map_or(0, |p| self.nodes[p as usize].most).max(few(&marking.pairs));
        let parent = parent.unwrap_or(NOBODY);
        self.nodes.push(Node {
            start: self.pairs.len(),
            len: u32::try_from(marking.pairs.len()).expect("fewer than 2^32 local states"),
            class,
            parent,
            most,
            holder: marking.holder,
            sketch,
        });
        self.pairs.extend_from_slice(&marking.pairs);
        let flooded = marking.pairs.iter().filter(|p| p.1 == OMEGA).map(|p| p.0).collect();
        let group = self.classes[class as usize].group(flooded, sketch);
        group.all.push(number);
        let finite = || marking.pairs.iter().filter(|p| p.1 != OMEGA).map(|p| p.0);
        let few = finite().fold(0, |bits, local| bits | bit(local));
        for local in finite() {
            group.with.entry(local).or_default().push(Member { few, number });
            self.members += 1;
        }
        self.same.insert(hash(class, &marking.pairs), number);
        number
    }

    /// ω wherever the marking is greater than a smaller one on the way to it: the way can be repeated. Says whether
    /// there is any.
    ///
    /// The whole way is looked at where there are more threads outside of ω than ever on it, else the end of it. That is
    /// enough for the search to end: on an endless way their number has no bound; so the whole way is looked at
    /// endlessly often, and a marking is met there that is below (Dickson).
    pub fn accelerate(&mut self, marking: &mut Marking, parent: Option<u32>) -> bool {
        let class = self.class(marking);
        let mut at = parent.unwrap_or(NOBODY);
        let most = parent.map_or(0, |p| self.nodes[p as usize].most);
        let mut left = if few(&marking.pairs) > most { usize::MAX } else { WINDOW };
        let mut changed = false;
        let mut sketch = Sketch::new(&marking.pairs);
        while at != NOBODY && left > 0 {
            let node = &self.nodes[at as usize];
            if node.class == class
                && node.sketch.may_be_below(sketch)
                && is_below(self.pairs_of(at), &marking.pairs)
            {
                changed |= raise(&mut marking.pairs, self.pairs_of(at));
                sketch = Sketch::new(&marking.pairs);
            }
            at = node.parent;
            left -= 1;
        }
        changed
    }
}

/// Threads outside of ω.
fn few(pairs: &[Pair]) -> u64 {
    pairs.iter().filter(|(_, n)| *n != OMEGA).map(|(_, n)| u64::from(*n)).sum()
}

impl Class {
    /// The group of markings with ω in these local states.
    fn group(&mut self, flooded: Vec<LocalState>, sketch: Sketch) -> &mut Group {
        let at = self.groups.iter().position(|g| g.flooded == flooded).unwrap_or_else(|| {
            let (with, all) = (FxHashMap::default(), Vec::new());
            self.groups.push(Group { flooded, sketch: sketch.flooded, with, all });
            self.groups.len() - 1
        });
        &mut self.groups[at]
    }
}

/// ω wherever a count is greater than the earlier one.
fn raise(pairs: &mut [Pair], earlier: &[Pair]) -> bool {
    let mut rest = earlier.iter().peekable();
    let mut changed = false;
    for (local, count) in pairs {
        let before = rest.next_if(|(l, _)| l == local).map_or(0, |(_, n)| *n);
        let after = repeated(*count, before);
        changed |= after != *count;
        *count = after;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::super::steps::{LocalState, SharedState};
    use super::{Marking, Pair, Store, is_below};
    use crate::karp_miller::omega::OMEGA;
    use tw_index::Id;

    fn marking(pairs: &[(usize, u32)]) -> Marking {
        let pairs: Vec<Pair> = pairs.iter().map(|(l, n)| (LocalState::from_index(*l), *n)).collect();
        Marking { shared: SharedState::from_index(0), holder: None, pairs }
    }

    #[test]
    fn counts_are_compared_one_by_one() {
        let below = |a: &[(usize, u32)], b: &[(usize, u32)]| is_below(&marking(a).pairs, &marking(b).pairs);
        assert!(below(&[(1, 1), (5, 2)], &[(0, 1), (1, 1), (3, 9), (5, OMEGA)]));
        assert!(!below(&[(1, 2)], &[(1, 1), (2, 5)]));
        assert!(!below(&[(1, OMEGA)], &[(1, 7)]));
        assert!(!below(&[(2, 1), (4, 1)], &[(1, 1), (2, 1)]));
        assert!(below(&[], &[]));
    }

    #[test]
    fn the_holder_makes_markings_incomparable() {
        let mut store = Store::default();
        let free = marking(&[(0, OMEGA)]);
        let held = Marking { holder: Some(LocalState::from_index(7)), ..marking(&[(0, 1)]) };
        store.insert(&free, None);
        assert!(store.covers(&marking(&[(0, 3)])));
        assert!(!store.covers(&held));
    }

    #[test]
    fn a_way_to_more_is_repeated() {
        let mut store = Store::default();
        let first = store.insert(&marking(&[(0, 1)]), None);
        let other = store.insert(&marking(&[(1, 1)]), Some(first));
        let mut next = marking(&[(0, 1), (2, 1)]);
        assert!(store.accelerate(&mut next, Some(other)));
        assert_eq!(next, marking(&[(0, 1), (2, OMEGA)]));
        let greater = store.insert(&next, Some(other));
        assert_eq!([first, other, greater].map(|n| store.is_below_another(n)), [true, false, false]);
    }
}
