//! Joining: exact unions of states that wait together \[BMWK10, section 7.1\].

use super::{Entry, Fate, Members, Node, Nodes, Origin, hash_of, hole};
use crate::fault::{Fault, planted};
use crate::multiset::{LocalId, Pair, join, leave};
use crate::symbolic::image::Image;
use tw_index::Id;
use tw_solver::Full;

impl Nodes {
    /// Joins the states of a batch until no rule applies.
    pub(super) fn join_all(&mut self, image: &mut Image, batch: &mut Vec<u32>) -> Result<(), Full> {
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
                    && image.sets.loc(*hole) == image.sets.loc(*local)
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
