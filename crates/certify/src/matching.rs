//! Threads and places for them: a transport problem.

use std::collections::VecDeque;

/// How many threads of each group go to which place.
pub(crate) type Transport = Vec<Vec<u32>>;

/// Sends every thread to a place that is allowed for its group, with no place overfull; `None` if that is
/// impossible. Pairs in `preferred` (which must be allowed) are used first.
///
/// *Source*: Edmonds and Karp, shortest augmenting paths.
pub(crate) fn transport(
    threads: &[u32],
    places: &[u32],
    preferred: &[Vec<bool>],
    allowed: &[Vec<bool>],
) -> Option<Transport> {
    let mut plan = Plan {
        waiting: threads.to_vec(),
        free: places.to_vec(),
        sent: vec![vec![0; places.len()]; threads.len()],
    };
    while plan.augment(preferred) {}
    while plan.augment(allowed) {}
    plan.waiting.iter().all(|n| *n == 0).then_some(plan.sent)
}

struct Plan {
    waiting: Vec<u32>,
    free: Vec<u32>,
    sent: Transport,
}

impl Plan {
    /// Sends more threads, maybe by sending others elsewhere; false if nothing can be improved.
    fn augment(&mut self, allowed: &[Vec<bool>]) -> bool {
        let groups = self.waiting.len();
        // By whom a place was found, and from which place a group was found.
        let mut finder: Vec<Option<usize>> = vec![None; self.free.len()];
        let mut origin: Vec<Option<usize>> = vec![None; groups];
        let mut seen: Vec<bool> = self.waiting.iter().map(|n| *n > 0).collect();
        let mut queue: VecDeque<usize> = (0..groups).filter(|g| seen[*g]).collect();
        while let Some(group) = queue.pop_front() {
            for place in 0..self.free.len() {
                if !allowed[group][place] || finder[place].is_some() {
                    continue;
                }
                finder[place] = Some(group);
                if self.free[place] > 0 {
                    self.send(place, &finder, &origin);
                    return true;
                }
                for other in 0..groups {
                    if self.sent[other][place] > 0 && !seen[other] {
                        seen[other] = true;
                        origin[other] = Some(place);
                        queue.push_back(other);
                    }
                }
            }
        }
        false
    }

    /// Sends as many threads as possible along the path that ends at `place`.
    fn send(&mut self, place: usize, finder: &[Option<usize>], origin: &[Option<usize>]) {
        let (mut path, mut at, mut amount) = (Vec::new(), place, self.free[place]);
        loop {
            let group = finder[at].expect("every place on the path was found by a group");
            path.push((group, at));
            match origin[group] {
                Some(before) => {
                    amount = amount.min(self.sent[group][before]);
                    at = before;
                }
                None => {
                    amount = amount.min(self.waiting[group]);
                    self.waiting[group] -= amount;
                    break;
                }
            }
        }
        self.free[place] -= amount;
        for (group, at) in path {
            self.sent[group][at] += amount;
            if let Some(before) = origin[group] {
                self.sent[group][before] -= amount;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::transport;

    #[test]
    fn threads_make_room_for_others() {
        let any = vec![vec![true, true], vec![true, false]];
        let plan = transport(&[1, 2], &[2, 1], &any, &any).expect("the first group goes to the second place");
        assert_eq!(plan, [[0, 1], [2, 0]]);
        assert!(transport(&[1, 2], &[1, 2], &any, &any).is_none());
    }

    #[test]
    fn preferred_pairs_come_first() {
        let all = vec![vec![true, true], vec![true, true]];
        let preferred = vec![vec![false, true], vec![true, false]];
        let plan = transport(&[3, 2], &[2, 3], &preferred, &all).expect("all pairs are allowed");
        assert_eq!(plan, [[0, 3], [2, 0]]);
    }

    #[test]
    fn large_groups_move_at_once() {
        let all = vec![vec![true, true]];
        let n = u32::MAX;
        assert_eq!(transport(&[n], &[n - 1, 1], &all, &all), Some(vec![vec![n - 1, 1]]));
    }
}
