//! The sets of states met so far, those that wait, and what is joined with what.
//!
//! *What*: symbolic states ⟨S, {(L1,n1) … (Lk,nk)}⟩ as numbers. States that stand at the same locations wait together,
//! and are joined when their turn comes, by the two rules of \[BMWK10\] section 7.1 and no others: states that are equal
//! but for S, and states that are equal but for the local set of *one* thread. A joined state represents exactly the
//! concrete states of its members. What lies inside an explored state, or another one that waits, is dropped.
//! *Order*: locations that come first in the control flow are explored first, so that what flows together has arrived
//! before it is explored; depth-first search takes the newest locations first.
//! *Departure*: the paper joins pairs of states in the work list; here all states of one group are joined at once,
//! which makes one new set instead of a chain of them.
//! *Termination*: the very same state is never added twice, and there are finitely many.
//! *Cost*: one look-up for a state that was met before; k for each state that is joined or not, once per round.

mod joining;

use super::image::Image;
use super::turns::Turns;
use crate::fault::{Fault, planted};
use crate::multiset::{LocalId, Pair, SharedId};
use rustc_hash::FxHashMap;
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
    /// What was explored: the threads of these states, under these shared values.
    known: Vec<(u32, SharedId)>,
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
    /// For finding states inside others.
    room: Vec<Pair>,
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
            room: Vec::new(),
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
        let groups: usize = self.groups.len() * (size_of::<Group>() + 48);
        (own + self.members.len() * 8 + self.met.capacity() * 16 + groups) as u64
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
            sum.wrapping_add(mix(image.sets.loc(*l).index() as u64).wrapping_mul(u64::from(*n)))
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
            let loc = image.sets.loc(*local);
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
                self.drop_inside(image, &mut batch)?;
                self.remember(image, group, &batch)?;
            }
            self.live += batch.len() as u64;
            batch.reverse();
            self.ready = batch;
        }
        Ok(self.ready.pop())
    }

    /// Drops what lies inside an explored state.
    fn drop_known(&mut self, image: &mut Image, group: u32, batch: &mut Vec<u32>) -> Result<(), Full> {
        let known = std::mem::take(&mut self.groups[group as usize].known);
        for node in std::mem::take(batch) {
            if !self.drop_if_known(image, node, &known)? {
                batch.push(node);
            }
        }
        self.groups[group as usize].known = known;
        Ok(())
    }

    /// Drops what lies inside another state of a batch, whose joined states come last.
    fn drop_inside(&mut self, image: &mut Image, batch: &mut Vec<u32>) -> Result<(), Full> {
        let mut known = Vec::with_capacity(batch.len());
        for node in std::mem::take(batch).into_iter().rev() {
            if !self.drop_if_known(image, node, &known)? {
                known.push((node, self.nodes[node as usize].shared));
            }
        }
        batch.extend(known.iter().rev().map(|(node, _)| *node));
        Ok(())
    }

    /// Notes what is explored now, joined where states are equal but for the shared values.
    fn remember(&mut self, image: &mut Image, group: u32, batch: &[u32]) -> Result<(), Full> {
        let mut known = std::mem::take(&mut self.groups[group as usize].known);
        for node in batch {
            let shared = self.nodes[*node as usize].shared;
            match known.iter_mut().find(|(other, _)| self.pairs(*other) == self.pairs(*node)) {
                Some((_, union)) => *union = image.shared_union(*union, shared)?,
                None => known.push((*node, shared)),
            }
        }
        self.groups[group as usize].known = known;
        Ok(())
    }

    fn drop_if_known(
        &mut self,
        image: &mut Image,
        node: u32,
        known: &[(u32, SharedId)],
    ) -> Result<bool, Full> {
        for (other, shared) in known.iter().rev() {
            if self.is_inside(image, node, *other, *shared)? {
                self.nodes[node as usize].fate = Fate::Replaced;
                self.joined += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the shared values of `a` are among `known`, and each thread of `a` finds a thread of `b` of its own whose
    /// set holds its set (found greedily, which may miss some).
    fn is_inside(&mut self, image: &mut Image, a: u32, b: u32, known: SharedId) -> Result<bool, Full> {
        let shared = self.nodes[a as usize].shared;
        if !planted(Fault::KnownWithoutShared) && !image.sets.shared_inside(shared, known)? {
            return Ok(false);
        }
        let mut room = std::mem::take(&mut self.room);
        room.clear();
        room.extend_from_slice(self.pairs(b));
        let mut inside = true;
        for at in 0..self.pairs(a).len() {
            let (local, mut count) = self.pairs(a)[at];
            for slot in &mut room {
                if count > 0 && slot.1 > 0 && image.sets.local_inside(local, slot.0)? {
                    let taken = count.min(slot.1);
                    slot.1 -= taken;
                    count -= taken;
                }
            }
            if count > 0 {
                inside = false;
                break;
            }
        }
        self.room = room;
        Ok(inside)
    }
}

/// Whether these numbers of threads stand at these locations, and no thread elsewhere.
fn stands_at(image: &Image, pairs: &[Pair], locations: &[(Loc, u32)]) -> bool {
    let threads = |pairs: &[Pair]| pairs.iter().map(|(_, n)| n).sum::<u32>();
    let there =
        |loc: Loc| pairs.iter().filter(|(l, _)| image.sets.loc(*l) == loc).map(|(_, n)| n).sum::<u32>();
    threads(pairs) == locations.iter().map(|(_, n)| n).sum::<u32>()
        && locations.iter().all(|(l, n)| there(*l) == *n)
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
    mix(mix(rest).wrapping_add((shared.index() as u64) << 32 | image.sets.loc(local).index() as u64))
}

/// Spreads the bits of a number (the finaliser of SplitMix64).
fn mix(number: u64) -> u64 {
    let x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
