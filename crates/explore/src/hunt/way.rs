//! Who moves next in a walk.

use std::collections::{BTreeMap, BTreeSet};
use tw_index::Random;

/// How a walk chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Any thread, all with the same chance.
    Anybody,
    /// The same thread as before, but once in so many steps another one.
    Mostly(usize),
    /// The thread whose last step lies back furthest.
    InTurn,
    /// The thread with the highest priority; so many times, at moments drawn before, it gets the lowest one.
    Priorities(usize),
    /// Any thread whose step leads to a state that nobody has seen.
    New,
}

/// The ways of walks, one after the other.
pub const WAYS: [Way; 10] = [
    Way::Priorities(1),
    Way::Anybody,
    Way::InTurn,
    Way::Mostly(8),
    Way::Priorities(2),
    Way::New,
    Way::Mostly(32),
    Way::Priorities(3),
    Way::Anybody,
    Way::Mostly(3),
];

/// Priorities of threads that were put behind lie below this one.
const FRONT: u64 = 1 << 32;
/// The length of walks is taken for at least this.
const SHORT: usize = 32;
/// Once in so many steps all threads are asked whether they can move.
const WAKE: usize = 4;

/// Chooses the steps of a walk.
pub struct Chooser {
    way: Way,
    /// Steps of this walk, and of the longest one.
    steps: usize,
    longest: usize,
    last: Option<u32>,
    /// The last step led to where the walk was before.
    turned: bool,
    /// Of threads, the higher the earlier.
    priorities: BTreeMap<u32, u64>,
    /// Behind everybody who was put behind before.
    behind: u64,
    /// Steps before which the thread that moved last gets the lowest priority.
    changes: Vec<usize>,
    /// Threads that could not move.
    asleep: BTreeSet<u32>,
}

impl Chooser {
    pub fn new(way: Way) -> Chooser {
        Chooser {
            way,
            steps: 0,
            longest: SHORT,
            last: None,
            turned: false,
            priorities: BTreeMap::new(),
            behind: FRONT,
            changes: Vec::new(),
            asleep: BTreeSet::new(),
        }
    }

    /// Another walk begins.
    pub fn begin(&mut self, way: Way, random: &mut Random) {
        let longest = self.longest.max(self.steps);
        *self = Chooser { longest, ..Chooser::new(way) };
        if let Way::Priorities(changes) = way {
            self.changes = (0..changes).map(|_| random.below(longest)).collect();
        }
    }

    /// The walk came to a state, where it was before or not, by a step of the thread named last.
    pub fn came(&mut self, turned: bool) {
        self.steps += 1;
        self.turned = turned;
        if self.way == Way::InTurn || turned || self.changes.contains(&self.steps) {
            self.put_last_behind();
        }
    }

    /// A thread could not move.
    pub fn stuck(&mut self, thread: u32) {
        self.asleep.insert(thread);
    }

    /// Whether states that somebody has seen are to be avoided.
    pub fn wants_new(&self) -> bool {
        self.way == Way::New
    }

    /// Who is to try next; it is taken out of `movers`.
    pub fn mover(&mut self, movers: &mut Vec<u32>, random: &mut Random) -> Option<u32> {
        if random.below(WAKE) == 0 {
            self.asleep.clear();
        }
        let awake = movers.iter().copied().filter(|mover| !self.asleep.contains(mover));
        let mut awake: Vec<u32> = awake.collect();
        if awake.is_empty() {
            awake.clone_from(movers);
        }
        if awake.is_empty() {
            return None;
        }
        let mover = self.one_of(&awake, random);
        movers.retain(|other| *other != mover);
        self.last = Some(mover);
        Some(mover)
    }

    fn one_of(&mut self, movers: &[u32], random: &mut Random) -> u32 {
        match self.way {
            Way::Anybody | Way::New => *random.pick(movers),
            Way::Mostly(often) => {
                let last = self.last.filter(|last| movers.contains(last) && !self.turned);
                last.filter(|_| random.below(often) > 0).unwrap_or_else(|| *random.pick(movers))
            }
            Way::InTurn | Way::Priorities(_) => {
                for mover in movers {
                    self.priorities.entry(*mover).or_insert_with(|| FRONT + random.below(1 << 32) as u64);
                }
                *movers.iter().max_by_key(|mover| self.priorities[mover]).expect("somebody is named")
            }
        }
    }

    fn put_last_behind(&mut self) {
        self.behind -= 1;
        self.last.and_then(|last| self.priorities.insert(last, self.behind));
    }
}
