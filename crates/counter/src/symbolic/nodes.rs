//! The sets of states met so far, and what is joined with what.
//!
//! *What*: symbolic states ⟨S, {(L1,n1) … (Lk,nk)}⟩ as numbers. A state that lies inside a known one is dropped; two
//! states are joined by the two rules of \[BMWK10\] section 7.1, and no others: if they are equal but for S, or equal
//! but for the local set of *one* thread. Then the joined state represents exactly the concrete states of both.
//! *How*: each known state is found by the hash of its pairs (rule i), and by the hash of S and its pairs without one
//! thread (rule ii), once for each pair. A hit is compared, so that equal hashes do no harm.
//! *Exploration*: if the known state still waits, the joined one waits in its place; if it was explored, only the new
//! state waits, and the joined one serves to recognise what is known.
//! *Termination*: joined states take the place of others in the look-up, so what was known once need not be found
//! again; but the very same state is never added twice, and there are finitely many.
//! *Cost*: k + 2 look-ups for a new state, one for a state that was met before.

use super::image::Image;
use crate::multiset::{LocalId, Pair, SharedId, join, leave};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use tw_index::Id;
use tw_solver::Full;
use tw_verdict::SearchOrder;

/// Where a state comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Initial,
    /// A thread of `from` in the state `parent` took a step.
    Step {
        parent: u32,
        from: LocalId,
        step: u32,
    },
    /// Rule i.
    JoinedShared(u32, u32),
    /// Rule ii: one thread is in `of_a` in the first state, in `of_b` in the second, in `union` here.
    JoinedThread {
        a: u32,
        b: u32,
        of_a: LocalId,
        of_b: LocalId,
        union: LocalId,
    },
}

/// What became of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It waits to be explored.
    Waiting,
    /// It is part of a joined state that is explored.
    Replaced,
    /// Its parts are explored.
    ByParts,
    /// All threads were explored.
    Full,
    /// Only threads of this pair.
    Lone(u32),
}

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub shared: SharedId,
    first: u32,
    len: u32,
    hash: u64,
    pub origin: Origin,
    pub fate: Fate,
}

/// The known states and those that wait.
pub(super) struct Nodes {
    pub nodes: Vec<Node>,
    pairs: Vec<Pair>,
    by_pairs: FxHashMap<u64, u32>,
    by_hole: FxHashMap<u64, u32>,
    /// Every state that was ever met, joined ones included, by the hash of S and its pairs.
    met: FxHashMap<u64, u32>,
    waiting: VecDeque<u32>,
    order: SearchOrder,
    joins: bool,
    subsets: FxHashMap<(u32, u32), bool>,
    /// Largest number of waiting states.
    pub peak: u64,
    /// States that were joined with another one.
    pub joined: u64,
    /// States that represent all known ones.
    pub live: u64,
}

impl Nodes {
    pub fn new(order: SearchOrder, joins: bool) -> Nodes {
        Nodes {
            nodes: Vec::new(),
            pairs: Vec::new(),
            by_pairs: FxHashMap::default(),
            by_hole: FxHashMap::default(),
            met: FxHashMap::default(),
            waiting: VecDeque::new(),
            order,
            joins,
            subsets: FxHashMap::default(),
            peak: 0,
            joined: 0,
            live: 0,
        }
    }

    pub fn pairs(&self, node: u32) -> &[Pair] {
        let Node { first, len, .. } = self.nodes[node as usize];
        &self.pairs[first as usize..(first + len) as usize]
    }

    pub fn waiting(&self) -> u64 {
        self.waiting.len() as u64
    }

    pub fn bytes(&self) -> u64 {
        let own = self.nodes.len() * size_of::<Node>() + self.pairs.len() * size_of::<Pair>();
        (own + (self.by_pairs.len() + self.by_hole.len() + self.met.len()) * 16 + self.subsets.len() * 12)
            as u64
    }

    /// The next state to explore.
    pub fn next(&mut self) -> Option<u32> {
        loop {
            let node = match self.order {
                SearchOrder::Bfs => self.waiting.pop_front()?,
                SearchOrder::Dfs => self.waiting.pop_back()?,
            };
            if self.nodes[node as usize].fate == Fate::Waiting {
                return Some(node);
            }
        }
    }

    /// Adds a state unless it is known.
    pub fn add(
        &mut self,
        image: &mut Image,
        shared: SharedId,
        pairs: &[Pair],
        origin: Origin,
    ) -> Result<(), Full> {
        let hash = hash_of(pairs);
        if self.was_met(shared, pairs, hash) {
            return Ok(());
        }
        if !self.joins {
            let node = self.push(shared, pairs, hash, origin, Fate::Waiting);
            self.live += 1;
            self.wait(node);
            return Ok(());
        }
        if let Some(known) = self.with_pairs(hash, pairs)
            && self.shared_subset(image, shared, self.nodes[known as usize].shared)?
        {
            return Ok(());
        }
        let new = self.push(shared, pairs, hash, origin, Fate::Waiting);
        // `known` stands for everything that is joined so far; `wait` for the part of it that must be explored.
        let (mut known, mut wait) = (new, new);
        loop {
            let Some((other, origin)) = self.partner(image, known)? else { break };
            let Some(origin) = origin else {
                // What is known already holds all of this.
                self.nodes[wait as usize].fate = Fate::Replaced;
                return Ok(());
            };
            let joined = self.join(image, known, other, origin)?;
            self.unlist(image, other);
            self.joined += 1;
            if self.nodes[other as usize].fate == Fate::Waiting && known == wait {
                self.nodes[other as usize].fate = Fate::Replaced;
                self.nodes[wait as usize].fate = Fate::Replaced;
                self.nodes[joined as usize].fate = Fate::Waiting;
                wait = joined;
            }
            known = joined;
        }
        self.list(image, known);
        self.wait(wait);
        Ok(())
    }

    fn wait(&mut self, node: u32) {
        self.waiting.push_back(node);
        self.peak = self.peak.max(self.waiting.len() as u64);
    }

    /// Whether the very same state was met before: then all of it is explored or waits, by itself or by its parts.
    fn was_met(&self, shared: SharedId, pairs: &[Pair], hash: u64) -> bool {
        let same = |node: &u32| self.nodes[*node as usize].shared == shared && self.pairs(*node) == pairs;
        self.met.get(&state_key(hash, shared)).is_some_and(same)
    }

    fn push(&mut self, shared: SharedId, pairs: &[Pair], hash: u64, origin: Origin, fate: Fate) -> u32 {
        let first = u32::try_from(self.pairs.len()).expect("pairs fit in 32 bits");
        self.pairs.extend_from_slice(pairs);
        let len = u32::try_from(pairs.len()).expect("threads fit in 32 bits");
        self.nodes.push(Node { shared, first, len, hash, origin, fate });
        let node = u32::try_from(self.nodes.len() - 1).expect("states fit in 32 bits");
        self.met.insert(state_key(hash, shared), node);
        node
    }

    fn with_pairs(&self, hash: u64, pairs: &[Pair]) -> Option<u32> {
        self.by_pairs.get(&hash).copied().filter(|known| self.pairs(*known) == pairs)
    }

    fn shared_subset(&mut self, image: &Image, a: SharedId, b: SharedId) -> Result<bool, Full> {
        if a == b {
            return Ok(true);
        }
        let key = (a.index() as u32, b.index() as u32);
        if let Some(known) = self.subsets.get(&key) {
            return Ok(*known);
        }
        let subset = image.shared(a).is_subset(image.shared(b))?;
        self.subsets.insert(key, subset);
        Ok(subset)
    }

    /// A known state that `node` can be joined with, and how; without a way: it holds all of `node`.
    fn partner(&mut self, image: &mut Image, node: u32) -> Result<Option<(u32, Option<Origin>)>, Full> {
        let Node { shared, hash, .. } = self.nodes[node as usize];
        if let Some(other) = self.with_pairs(hash, self.pairs(node)) {
            let inside = self.shared_subset(image, shared, self.nodes[other as usize].shared)?;
            return Ok(Some((other, (!inside).then_some(Origin::JoinedShared(other, node)))));
        }
        for at in 0..self.pairs(node).len() {
            let local = self.pairs(node)[at].0;
            let key = hole(hash, shared, local, image);
            let Some(other) = self.by_hole.get(&key).copied() else { continue };
            let known = &self.nodes[other as usize];
            if known.shared != shared {
                continue;
            }
            let Some((of_b, of_a)) = one_apart(self.pairs(node), self.pairs(other)) else { continue };
            if image.loc(of_a) != image.loc(of_b) {
                continue;
            }
            if image.local(of_b).is_subset(image.local(of_a))? {
                return Ok(Some((other, None)));
            }
            let union = image.local_union(of_a, of_b)?;
            let origin = Origin::JoinedThread { a: other, b: node, of_a, of_b, union };
            return Ok(Some((other, Some(origin))));
        }
        Ok(None)
    }

    fn join(&mut self, image: &mut Image, node: u32, other: u32, origin: Origin) -> Result<u32, Full> {
        let mut pairs = self.pairs(node).to_vec();
        let mut shared = self.nodes[node as usize].shared;
        if let Origin::JoinedThread { of_b, union, .. } = origin {
            let at = pairs.iter().position(|(l, _)| *l == of_b).expect("the thread is there");
            leave(&mut pairs, at);
            join(&mut pairs, union, 1);
        } else {
            shared = image.shared_union(shared, self.nodes[other as usize].shared)?;
        }
        let hash = hash_of(&pairs);
        Ok(self.push(shared, &pairs, hash, origin, Fate::ByParts))
    }

    fn list(&mut self, image: &Image, node: u32) {
        let Node { shared, hash, .. } = self.nodes[node as usize];
        self.by_pairs.insert(hash, node);
        for at in 0..self.pairs(node).len() {
            let key = hole(hash, shared, self.pairs(node)[at].0, image);
            self.by_hole.insert(key, node);
        }
        self.live += 1;
    }

    fn unlist(&mut self, image: &Image, node: u32) {
        let Node { shared, hash, .. } = self.nodes[node as usize];
        if self.by_pairs.get(&hash) == Some(&node) {
            self.by_pairs.remove(&hash);
        }
        for at in 0..self.pairs(node).len() {
            let key = hole(hash, shared, self.pairs(node)[at].0, image);
            if self.by_hole.get(&key) == Some(&node) {
                self.by_hole.remove(&key);
            }
        }
        self.live -= 1;
    }
}

/// The local sets in which two multisets differ, if it is by one thread.
fn one_apart(a: &[Pair], b: &[Pair]) -> Option<(LocalId, LocalId)> {
    let (mut i, mut j) = (0, 0);
    let (mut only_a, mut only_b) = (None, None);
    loop {
        let (x, y) = (a.get(i), b.get(j));
        let (local, more_a, more_b) = match (x, y) {
            (None, None) => return Some((only_a?, only_b?)),
            (Some((l, n)), Some((m, k))) if l == m => {
                (i, j) = (i + 1, j + 1);
                (*l, n.saturating_sub(*k), k.saturating_sub(*n))
            }
            (Some((l, n)), other) if other.is_none_or(|(m, _)| l < m) => {
                i += 1;
                (*l, *n, 0)
            }
            (_, Some((m, k))) => {
                j += 1;
                (*m, 0, *k)
            }
            _ => unreachable!("one of the two is least"),
        };
        for (more, only) in [(more_a, &mut only_a), (more_b, &mut only_b)] {
            match more {
                0 => {}
                1 if only.is_none() => *only = Some(local),
                _ => return None,
            }
        }
    }
}

/// A hash of a multiset that is a sum over its threads, so that one thread is easily taken out.
fn hash_of(pairs: &[Pair]) -> u64 {
    pairs
        .iter()
        .fold(0, |sum: u64, (l, n)| sum.wrapping_add(mix(l.index() as u64).wrapping_mul(u64::from(*n))))
}

/// The hash of a whole state.
fn state_key(hash: u64, shared: SharedId) -> u64 {
    mix(hash ^ mix(shared.index() as u64 + 1))
}

/// The hash of a state without one of its threads, whose location is kept.
fn hole(hash: u64, shared: SharedId, local: LocalId, image: &Image) -> u64 {
    let rest = hash.wrapping_sub(mix(local.index() as u64));
    mix(rest ^ mix((shared.index() as u64) << 32 | image.loc(local).index() as u64))
}

/// Spreads the bits of a number (the finaliser of SplitMix64).
fn mix(number: u64) -> u64 {
    let x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::one_apart;
    use crate::multiset::LocalId;
    use tw_index::Id;

    fn pairs(counts: &[(usize, u32)]) -> Vec<(LocalId, u32)> {
        counts.iter().map(|(l, n)| (LocalId::from_index(*l), *n)).collect()
    }

    fn apart(a: &[(usize, u32)], b: &[(usize, u32)]) -> Option<(usize, usize)> {
        one_apart(&pairs(a), &pairs(b)).map(|(x, y)| (x.index(), y.index()))
    }

    #[test]
    fn one_thread_of_difference_is_found() {
        assert_eq!(apart(&[(1, 1), (2, 1)], &[(1, 1), (3, 1)]), Some((2, 3)));
        assert_eq!(apart(&[(1, 2), (2, 1)], &[(1, 1), (2, 2)]), Some((1, 2)));
        assert_eq!(apart(&[(5, 1)], &[(4, 1)]), Some((5, 4)));
        assert_eq!(apart(&[(1, 2)], &[(2, 2)]), None, "two threads differ: joining them would invent states");
        assert_eq!(apart(&[(1, 1)], &[(1, 1)]), None);
        assert_eq!(apart(&[(1, 1)], &[(1, 1), (2, 1)]), None);
        assert_eq!(apart(&[(1, 1), (2, 1)], &[(3, 1), (4, 1)]), None);
    }
}
