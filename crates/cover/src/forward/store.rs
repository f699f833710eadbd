//! The markings that were met: packed, comparable, and with the way to each.

use super::steps::{LocalState, SharedState};
use crate::omega::{OMEGA, plus_one, repeated};
use rustc_hash::FxHashMap;
use tw_boolprog::fault::{Fault, planted};
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
            let bit = 1 << (local.index() % 64);
            sketch.occupied |= bit;
            sketch.flooded |= if *count == OMEGA { bit } else { 0 };
        }
        sketch
    }

    fn may_be_below(self, other: Sketch) -> bool {
        self.occupied & !other.occupied == 0 && self.flooded & !other.flooded == 0
    }
}

/// Whether each count is at most the other's.
fn is_below(less: &[Pair], more: &[Pair]) -> bool {
    if less.len() > more.len() {
        return false;
    }
    let mut rest = more.iter();
    less.iter().all(|(local, count)| rest.find(|(l, _)| l >= local).is_some_and(|(l, n)| l == local && count <= n))
}

#[derive(Clone, Copy)]
struct Node {
    start: usize,
    len: u32,
    class: u32,
    parent: u32,
    /// The nearest marking of the same class on the way.
    alike: u32,
    holder: Option<LocalState>,
}

const NOBODY: u32 = u32::MAX;

/// Markings with the same shared values and the same holder can be compared.
#[derive(Default)]
struct Class {
    /// The maximal ones.
    sketches: Vec<Sketch>,
    numbers: Vec<u32>,
}

/// All markings that were added.
#[derive(Default)]
pub(crate) struct Store {
    pairs: Vec<Pair>,
    nodes: Vec<Node>,
    /// Whether a greater one has come since.
    below: Vec<bool>,
    class_of: FxHashMap<(SharedState, Option<LocalState>), u32>,
    shared_of: Vec<SharedState>,
    classes: Vec<Class>,
    maximal: u64,
}

impl Store {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a greater one has come since it was added.
    pub fn is_below_another(&self, number: u32) -> bool {
        self.below[number as usize]
    }

    pub fn bytes(&self) -> u64 {
        (self.pairs.capacity() * size_of::<Pair>()
            + self.nodes.capacity() * (size_of::<Node>() + 1)
            + self.maximal as usize * 2 * (size_of::<Sketch>() + 4)
            + self.classes.capacity() * (size_of::<Class>() + 24)) as u64
    }

    fn pairs_of(&self, node: &Node) -> &[Pair] {
        &self.pairs[node.start..node.start + node.len as usize]
    }

    pub fn load(&self, number: u32, into: &mut Marking) {
        let node = &self.nodes[number as usize];
        into.shared = self.shared_of[node.class as usize];
        into.holder = node.holder;
        into.pairs.clear();
        into.pairs.extend_from_slice(self.pairs_of(node));
    }

    /// The markings that are below no other, in the order in which they were met.
    pub fn maximal(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.classes.iter().flat_map(|c| c.numbers.iter().copied()).collect();
        numbers.sort_unstable();
        numbers
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
        let number = self.class(marking) as usize;
        let sketch = Sketch::new(&marking.pairs);
        let class = &self.classes[number];
        let found = class.sketches.iter().enumerate().position(|(at, other)| {
            sketch.may_be_below(*other) && {
                let node = &self.nodes[class.numbers[at] as usize];
                is_below(&marking.pairs, self.pairs_of(node))
            }
        });
        // What covers one marking often covers the next.
        if let Some(at) = found {
            let class = &mut self.classes[number];
            class.sketches.swap(at, at / 2);
            class.numbers.swap(at, at / 2);
        }
        found.is_some()
    }

    /// Adds a marking that is below none; returns its number.
    pub fn insert(&mut self, marking: &Marking, parent: Option<u32>) -> u32 {
        let class_number = self.class(marking);
        let number = u32::try_from(self.nodes.len()).expect("markings fit in 32 bits");
        let sketch = Sketch::new(&marking.pairs);
        let Class { mut sketches, mut numbers } = std::mem::take(&mut self.classes[class_number as usize]);
        let mut at = 0;
        while at < numbers.len() {
            let node = &self.nodes[numbers[at] as usize];
            if sketches[at].may_be_below(sketch) && is_below(self.pairs_of(node), &marking.pairs) {
                self.below[numbers[at] as usize] = true;
                sketches.swap_remove(at);
                numbers.swap_remove(at);
                self.maximal -= 1;
            } else {
                at += 1;
            }
        }
        sketches.push(sketch);
        numbers.push(number);
        self.maximal += 1;
        self.classes[class_number as usize] = Class { sketches, numbers };
        let parent = parent.unwrap_or(NOBODY);
        self.nodes.push(Node {
            start: self.pairs.len(),
            len: u32::try_from(marking.pairs.len()).expect("fewer than 2^32 local states"),
            class: class_number,
            parent,
            alike: self.nearest(class_number, parent),
            holder: marking.holder,
        });
        self.below.push(false);
        self.pairs.extend_from_slice(&marking.pairs);
        number
    }

    /// The nearest marking of a class, from `at` on towards the start.
    fn nearest(&self, class: u32, mut at: u32) -> u32 {
        while at != NOBODY && self.nodes[at as usize].class != class {
            at = self.nodes[at as usize].parent;
        }
        at
    }

    /// ω wherever the marking is greater than a smaller one on the way to it: the way can be repeated. Says whether
    /// there is any.
    pub fn accelerate(&mut self, marking: &mut Marking, parent: Option<u32>) -> bool {
        let class = self.class(marking);
        let mut at = self.nearest(class, parent.unwrap_or(NOBODY));
        if planted(Fault::ForwardWayIgnored) {
            at = self.classes[class as usize].numbers.first().copied().unwrap_or(NOBODY);
        }
        let mut changed = false;
        while at != NOBODY {
            let node = self.nodes[at as usize];
            let earlier = &self.pairs[node.start..node.start + node.len as usize];
            if is_below(earlier, &marking.pairs) {
                changed |= raise(&mut marking.pairs, earlier);
            }
            at = node.alike;
        }
        changed
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
    use super::{Marking, Pair, Store, is_below};
    use crate::forward::steps::{LocalState, SharedState};
    use crate::omega::OMEGA;
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
        assert_eq!(store.maximal(), [other, greater]);
        assert!(store.is_below_another(first));
    }
}
