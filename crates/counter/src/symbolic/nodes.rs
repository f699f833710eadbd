//! The sets of states met so far, those that wait, and what is joined with what.
//!
//! *What*: symbolic states ⟨S, {(L1,n1) … (Lk,nk)}⟩ as numbers. States that stand at the same locations wait together,
//! and are joined when their turn comes, by the two rules of \[BMWK10\] section 7.1 and no others: states that are equal
//! but for S, and states that are equal but for the local set of *one* thread. A joined state represents exactly the
//! concrete states of its members. What lies inside an explored state is dropped.
//! *Order*: locations that come first in the control flow are explored first, so that what flows together has arrived
//! before it is explored; depth-first search takes the newest locations first.
//! *Departure*: the paper joins pairs of states in the work list; here all states of one group are joined at once,
//! which makes one new set instead of a chain of them.
//! *Termination*: the very same state is never added twice, and there are finitely many.
//! *Cost*: one look-up for a state that was met before; k for each state that is joined or not, once per round.

use super::image::Image;
use super::turns::Turns;
use crate::multiset::{LocalId, Pair, SharedId, join, leave};
use rustc_hash::FxHashMap;
use tw_boolprog::fault::{Fault, planted};
use tw_boolprog::{Loc, Program};
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
    /// States that are equal but for the shared values.
    JoinedShared(Members),
    /// States that are equal but for one thread, which is in the union of its sets here.
    JoinedThread(Members, LocalId),
}

/// The members of a joined state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Members {
    first: u32,
    len: u32,
}

/// What became of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It waits to be explored.
    Waiting,
    /// It is part of a joined state, or inside an explored one.
    Replaced,
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

/// A hash, a state, and the thread that the hash leaves out.
type Entry = (u64, u32, LocalId);

/// States at the same locations.
#[derive(Default)]
struct Group {
    locations: Vec<(Loc, u32)>,
    waiting: Vec<u32>,
    explored: Vec<u32>,
}

/// The known states and those that wait.
pub(super) struct Nodes {
    pub nodes: Vec<Node>,
    pairs: Vec<Pair>,
    /// Members of joined states, each with the set of the thread in which they differ.
    members: Vec<(u32, LocalId)>,
    /// Every state that was ever met, joined ones included, by the hash of S and its pairs.
    met: FxHashMap<u64, u32>,
    groups: Vec<Group>,
    group_of: FxHashMap<u64, u32>,
    turns: Turns,
    /// States whose turn has come.
    ready: Vec<u32>,
    /// For finding states that are alike.
    entries: Vec<Entry>,
    waiting: u64,
    joins: bool,
    subsets: FxHashMap<(u32, u32), bool>,
    local_subsets: FxHashMap<(u32, u32), bool>,
    /// Largest number of waiting states.
    pub peak: u64,
    /// States that were joined with another one, or dropped inside one.
    pub joined: u64,
    /// States that were explored or wait.
    pub live: u64,
}

impl Nodes {
    pub fn new(program: &Program, order: SearchOrder, joins: bool) -> Nodes {
        Nodes {
            nodes: Vec::new(),
            pairs: Vec::new(),
            members: Vec::new(),
            met: FxHashMap::default(),
            groups: Vec::new(),
            group_of: FxHashMap::default(),
            turns: Turns::new(program, order),
            ready: Vec::new(),
            entries: Vec::new(),
            waiting: 0,
            joins,
            subsets: FxHashMap::default(),
            local_subsets: FxHashMap::default(),
            peak: 0,
            joined: 0,
            live: 0,
        }
    }

    pub fn pairs(&self, node: u32) -> &[Pair] {
        let Node { first, len, .. } = self.nodes[node as usize];
        &self.pairs[first as usize..(first + len) as usize]
    }

    /// The members of a joined state, each with the set of the thread in which they differ.
    pub fn members(&self, members: Members) -> &[(u32, LocalId)] {
        &self.members[members.first as usize..(members.first + members.len) as usize]
    }

    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    pub fn bytes(&self) -> u64 {
        let own = self.nodes.len() * size_of::<Node>() + self.pairs.len() * size_of::<Pair>();
        let subsets = (self.subsets.len() + self.local_subsets.len()) * 12;
        let groups: usize = self.groups.len() * (size_of::<Group>() + 48);
        (own + self.members.len() * 8 + self.met.capacity() * 16 + subsets + groups) as u64
    }

    /// Adds a state unless it was met before.
    pub fn add(&mut self, image: &Image, shared: SharedId, pairs: &[Pair], origin: Origin) {
        let hash = hash_of(pairs);
        if self.was_met(shared, pairs, hash) {
            return;
        }
        let node = self.push(shared, pairs, hash, origin);
        let group = self.group(image, node);
        let waiting = &mut self.groups[group as usize].waiting;
        waiting.push(node);
        if waiting.len() == 1 {
            let locations = self.groups[group as usize].locations.iter();
            self.turns.add(group, locations.map(|(l, n)| (*l, *n)));
        }
        self.live += 1;
        self.waiting += 1;
        self.peak = self.peak.max(self.waiting);
    }

    /// Whether the very same state was met before: then all of it is explored or waits.
    fn was_met(&self, shared: SharedId, pairs: &[Pair], hash: u64) -> bool {
        let same = |node: &u32| self.nodes[*node as usize].shared == shared && self.pairs(*node) == pairs;
        self.met.get(&state_key(hash, shared)).is_some_and(same)
    }

    fn push(&mut self, shared: SharedId, pairs: &[Pair], hash: u64, origin: Origin) -> u32 {
        let first = u32::try_from(self.pairs.len()).expect("pairs fit in 32 bits");
        self.pairs.extend_from_slice(pairs);
        let len = u32::try_from(pairs.len()).expect("threads fit in 32 bits");
        self.nodes.push(Node { shared, first, len, hash, origin, fate: Fate::Waiting });
        let node = u32::try_from(self.nodes.len() - 1).expect("states fit in 32 bits");
        self.met.insert(state_key(hash, shared), node);
        node
    }

    /// The group of a state.
    fn group(&mut self, image: &Image, node: u32) -> u32 {
        let pairs = self.pairs(node);
        let sum = |sum: u64, (l, n): &Pair| {
            sum.wrapping_add(mix(image.loc(*l).index() as u64).wrapping_mul(u64::from(*n)))
        };
        let mut key = pairs.iter().fold(0, sum);
        // Equal hashes of different locations are told apart.
        while let Some(group) = self.group_of.get(&key) {
            if stands_at(image, pairs, &self.groups[*group as usize].locations) {
                return *group;
            }
            key = mix(key);
        }
        let mut locations: Vec<(Loc, u32)> = Vec::new();
        for (local, count) in pairs {
            let loc = image.loc(*local);
            match locations.iter_mut().find(|(l, _)| *l == loc) {
                Some((_, n)) => *n += count,
                None => locations.push((loc, *count)),
            }
        }
        let group = u32::try_from(self.groups.len()).expect("groups fit in 32 bits");
        self.group_of.insert(key, group);
        self.groups.push(Group { locations, ..Group::default() });
        group
    }

    /// The next state to explore.
    pub fn next(&mut self, image: &mut Image) -> Result<Option<u32>, Full> {
        while self.ready.is_empty() {
            let Some(group) = self.turns.next() else { return Ok(None) };
            let mut batch = std::mem::take(&mut self.groups[group as usize].waiting);
            self.waiting -= batch.len() as u64;
            self.live -= batch.len() as u64;
            if self.joins {
                self.drop_known(image, group, &mut batch)?;
                self.join_all(image, &mut batch)?;
                self.groups[group as usize].explored.extend(&batch);
            }
            self.live += batch.len() as u64;
            batch.reverse();
            self.ready = batch;
        }
        Ok(self.ready.pop())
    }

    /// Drops what lies inside an explored state.
    fn drop_known(&mut self, image: &Image, group: u32, batch: &mut Vec<u32>) -> Result<(), Full> {
        let explored = std::mem::take(&mut self.groups[group as usize].explored);
        let mut kept = Vec::new();
        for node in batch.drain(..) {
            if self.is_known(image, node, &explored)? {
                self.nodes[node as usize].fate = Fate::Replaced;
                self.joined += 1;
            } else {
                kept.push(node);
            }
        }
        *batch = kept;
        self.groups[group as usize].explored = explored;
        Ok(())
    }

    fn is_known(&mut self, image: &Image, node: u32, explored: &[u32]) -> Result<bool, Full> {
        for known in explored.iter().rev() {
            if self.is_inside(image, node, *known)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether each thread of `a` finds a thread of `b` of its own whose set holds its set (found greedily, which may
    /// miss some).
    fn is_inside(&mut self, image: &Image, a: u32, b: u32) -> Result<bool, Full> {
        let (shared, known) = (self.nodes[a as usize].shared, self.nodes[b as usize].shared);
        if !planted(Fault::KnownWithoutShared) && !self.shared_subset(image, shared, known)? {
            return Ok(false);
        }
        let mut room = self.pairs(b).to_vec();
        for at in 0..self.pairs(a).len() {
            let (local, mut count) = self.pairs(a)[at];
            for slot in &mut room {
                if count > 0
                    && slot.1 > 0
                    && image.loc(local) == image.loc(slot.0)
                    && self.local_subset(image, local, slot.0)?
                {
                    let taken = count.min(slot.1);
                    slot.1 -= taken;
                    count -= taken;
                }
            }
            if count > 0 {
                return Ok(false);
            }
        }
        Ok(true)
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

    fn local_subset(&mut self, image: &Image, a: LocalId, b: LocalId) -> Result<bool, Full> {
        if a == b {
            return Ok(true);
        }
        let key = (a.index() as u32, b.index() as u32);
        if let Some(known) = self.local_subsets.get(&key) {
            return Ok(*known);
        }
        let subset = image.local(a).is_subset(image.local(b))?;
        self.local_subsets.insert(key, subset);
        Ok(subset)
    }

    /// Joins the states of a batch until no rule applies.
    fn join_all(&mut self, image: &mut Image, batch: &mut Vec<u32>) -> Result<(), Full> {
        if planted(Fault::TwoThreadsJoined) {
            self.join_groups(image, batch)?;
        }
        while batch.len() > 1 && (self.join_shared(image, batch)? | self.join_threads(image, batch)?) {}
        Ok(())
    }

    /// The planted fault: ({B},2) and ({C},2) become ({B,C},2).
    fn join_groups(&mut self, image: &mut Image, batch: &mut Vec<u32>) -> Result<(), Full> {
        let shared = |n: &u32| self.nodes[*n as usize].shared;
        let whole = |n: &&u32| matches!(self.pairs(**n), [(_, 2..)]) && shared(n) == shared(&batch[0]);
        let members: Vec<(u32, LocalId)> =
            batch.iter().filter(whole).map(|n| (*n, self.pairs(*n)[0].0)).collect();
        if members.len() > 1 {
            let union = image.local_union(members.iter().map(|(_, l)| *l))?;
            let pairs = [(union, self.pairs(members[0].0)[0].1)];
            let (shared, origin) =
                (shared(&members[0].0), Origin::JoinedThread(self.keep_members(&members), union));
            let joined = self.push(shared, &pairs, hash_of(&pairs), origin);
            self.replace(batch, vec![joined]);
        }
        Ok(())
    }

    /// Joins states that are equal but for the shared values; false if there are none.
    fn join_shared(&mut self, image: &mut Image, batch: &mut Vec<u32>) -> Result<bool, Full> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        entries.extend(batch.iter().map(|n| (self.nodes[*n as usize].hash, *n, LocalId::from_index(0))));
        entries.sort_unstable();
        let mut joined = Vec::new();
        for alike in entries.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            let pairs = self.pairs(alike[0].1).to_vec();
            let members = alike.iter().filter(|(_, n, _)| self.pairs(*n) == pairs).map(|(_, n, l)| (*n, *l));
            let members: Vec<(u32, LocalId)> = members.collect();
            if members.len() < 2 {
                continue;
            }
            let mut shared = self.nodes[members[0].0 as usize].shared;
            for (member, _) in &members[1..] {
                shared = image.shared_union(shared, self.nodes[*member as usize].shared)?;
            }
            let origin = Origin::JoinedShared(self.keep_members(&members));
            joined.push(self.push(shared, &pairs, alike[0].0, origin));
        }
        self.entries = entries;
        Ok(self.replace(batch, joined))
    }

    /// Joins states that are equal but for one thread; false if there are none.
    fn join_threads(&mut self, image: &mut Image, batch: &mut Vec<u32>) -> Result<bool, Full> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        for node in batch.iter() {
            let Node { mut shared, hash, .. } = self.nodes[*node as usize];
            if planted(Fault::ThreadAndSharedJoined) {
                shared = self.nodes[batch[0] as usize].shared;
            }
            let holes = self.pairs(*node).iter();
            entries.extend(holes.map(|(local, _)| (hole(hash, shared, *local, image), *node, *local)));
        }
        entries.sort_unstable();
        let mut joined = Vec::new();
        for alike in entries.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            let members = self.members_of(image, alike);
            let Some((node, local)) = members.first().copied().filter(|_| members.len() > 1) else {
                continue;
            };
            let union = image.local_union(members.iter().map(|(_, l)| *l))?;
            let mut pairs = self.pairs(node).to_vec();
            let at = pairs.iter().position(|(l, _)| *l == local).expect("the thread is there");
            leave(&mut pairs, at);
            join(&mut pairs, union, 1);
            let origin = Origin::JoinedThread(self.keep_members(&members), union);
            joined.push(self.push(self.nodes[node as usize].shared, &pairs, hash_of(&pairs), origin));
        }
        self.entries = entries;
        Ok(self.replace(batch, joined))
    }

    /// Those of some states with equal hashes that are not joined yet and equal the first of them but for one thread.
    fn members_of(&self, image: &Image, alike: &[Entry]) -> Vec<(u32, LocalId)> {
        let mut members: Vec<(u32, LocalId)> = Vec::new();
        for (_, node, local) in alike {
            let alone = self.nodes[*node as usize].fate == Fate::Waiting;
            let fits = members.first().is_none_or(|(first, hole)| {
                let shared = |n: u32| self.nodes[n as usize].shared;
                (shared(*node) == shared(*first) || planted(Fault::ThreadAndSharedJoined))
                    && image.loc(*hole) == image.loc(*local)
                    && one_apart(self.pairs(*node), self.pairs(*first)) == Some((*local, *hole))
            });
            if alone && fits {
                members.push((*node, *local));
            }
        }
        members
    }

    fn keep_members(&mut self, members: &[(u32, LocalId)]) -> Members {
        let first = u32::try_from(self.members.len()).expect("members fit in 32 bits");
        self.members.extend_from_slice(members);
        for (member, _) in members {
            self.nodes[*member as usize].fate = Fate::Replaced;
        }
        self.joined += members.len() as u64;
        Members { first, len: members.len() as u32 }
    }

    /// Puts joined states in the place of their members.
    fn replace(&self, batch: &mut Vec<u32>, joined: Vec<u32>) -> bool {
        let changed = !joined.is_empty();
        batch.retain(|node| self.nodes[*node as usize].fate == Fate::Waiting);
        batch.extend(joined);
        changed
    }
}

/// Whether these numbers of threads stand at these locations, and nobody elsewhere.
fn stands_at(image: &Image, pairs: &[Pair], locations: &[(Loc, u32)]) -> bool {
    let threads = |pairs: &[Pair]| pairs.iter().map(|(_, n)| n).sum::<u32>();
    let there = |loc: Loc| pairs.iter().filter(|(l, _)| image.loc(*l) == loc).map(|(_, n)| n).sum::<u32>();
    threads(pairs) == locations.iter().map(|(_, n)| n).sum::<u32>()
        && locations.iter().all(|(l, n)| there(*l) == *n)
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
    mix(mix(hash).wrapping_add(shared.index() as u64))
}

/// The hash of a state without one of its threads, whose location is kept.
fn hole(hash: u64, shared: SharedId, local: LocalId, image: &Image) -> u64 {
    let rest = hash.wrapping_sub(mix(local.index() as u64));
    mix(mix(rest).wrapping_add((shared.index() as u64) << 32 | image.loc(local).index() as u64))
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
