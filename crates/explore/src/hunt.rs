//! A hunt for violations that lie deep: walks at random, from time to time during a search breadth first.
//!
//! *What*: one walk after the other from an initial state. Walks differ in how they choose who moves next (`hunt/way.rs`):
//! anybody, mostly the same thread, everybody in turn, by priorities with few changes, or whoever comes to a new state.
//! *Source*: priorities with d changes are those of [BKMN10] section 2; the other ways are folklore.
//! *Claim*: a catch is a path of the system to a violating state. If nothing is caught, nothing follows. What is caught
//! depends on the system and on what the search has expanded before, on nothing else.
//! *Departures* from the paper: (1) the length of an execution is not known, that of the longest walk so far stands for it;
//! (2) a thread that leads to where the walk was before goes behind the others, or it could spin for ever; (3) a thread that
//! could not move is not asked at each step whether it can now.
//! *Cost*: pauses come after [`FIRST_PAUSE`] expansions of the search, or when it has cost [`FIRST_EFFORT`], and then each
//! time that its cost has doubled. By then the hunt may have cost a [`SHARE`]th of that. A step executes the thread that
//! moves alone; all are looked at now and then, and at the end of a walk. Memory: a table of 1 MB, and the states of
//! one walk when it has caught something.

mod way;

use crate::batch::{Batch, Shape, Taken};
use crate::sink::{Labels, Outlet, System, expand, start, step};
use std::ops::ControlFlow::{self, Break, Continue};
use tw_index::Random;
use tw_verdict::Control;
use way::{Chooser, WAYS};

/// How much is hunted, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hunt {
    /// At most so many attempts to move a thread, in all walks together.
    pub attempts: u64,
    /// The search has expanded this many states before the first pause, or has cost much.
    pub after: u64,
}

impl Hunt {
    /// The usual times, with this many attempts.
    pub fn attempts(attempts: u64) -> Hunt {
        Hunt { attempts, after: FIRST_PAUSE }
    }
}

/// What ends within so many expansions is not hunted,
const FIRST_PAUSE: u64 = 2048;
/// unless they cost more than this.
const FIRST_EFFORT: u64 = 8_000_000;
/// The hunt costs at most this part of the search.
const SHARE: u64 = 4;
/// What an expansion costs beside what its system says.
const EXPANSION: u64 = 300;
/// A walk ends after this many steps,
const LONGEST: usize = 10_000;
/// or after states of this many bytes together,
const LARGEST: usize = 1 << 26;
/// or after this many steps to states that some walk has seen,
const NOTHING_NEW: u32 = 2000;
/// or after this many to states that it has seen itself.
const IN_CIRCLES: u32 = 200;
/// All threads are looked at once in this many steps.
const AROUND: usize = 64;
/// Successors of a state beyond this many bytes are left out.
const ENOUGH_BYTES: usize = 1 << 22;
const SEED: u64 = 0x7468_7265_6164;

/// What a search has done so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    /// States expanded.
    pub expanded: u64,
    /// What that has cost ([`System::effort`]).
    pub effort: u64,
}

impl Done {
    pub fn cost(self) -> u64 {
        self.effort + EXPANSION * self.expanded
    }
}

/// What the search asks before each expansion.
pub(crate) trait Aside {
    /// Hunts if it is time, and returns the path of a catch.
    fn pause(&mut self, done: Done, control: &Control) -> Option<Vec<Vec<u8>>>;

    /// Steps made so far, and walks begun.
    fn counts(&self) -> (u64, u64);
}

/// Hunts in the pauses of a search.
pub struct Hunter<'h, S> {
    system: &'h mut S,
    hunt: Hunt,
    /// The next pause comes when the search has cost so much.
    next: u64,
    random: Random,
    seen: Seen,
    walk: Walk,
    chooser: Chooser,
    /// Walks begun, and steps of all of them.
    walks: u64,
    steps: u64,
    /// What was done for them; each attempt is an expansion.
    done: Done,
    batch: Batch,
    taken: Taken,
    movers: Vec<u32>,
}

/// Where the walk is, and how it came there.
#[derive(Default)]
struct Walk {
    state: Vec<u8>,
    begun: bool,
    /// The initial state, by its place.
    initial: usize,
    /// Threads, and places of the states among the successors by them.
    steps: Vec<(u32, u32)>,
    bytes: usize,
    nothing_new: u32,
    in_circles: u32,
}

/// How one step went.
enum Moved {
    On,
    /// The walk is over.
    Ended,
    /// The state is a violation.
    Caught,
}

impl<S: System> Aside for Hunter<'_, S> {
    fn pause(&mut self, done: Done, control: &Control) -> Option<Vec<Vec<u8>>> {
        let first = self.walks == 0 && (done.expanded >= self.hunt.after || done.effort > FIRST_EFFORT);
        if !first && (self.walks == 0 || done.cost() < self.next) {
            return None;
        }
        self.next = 2 * done.cost();
        let most = (done.cost() / SHARE).max(FIRST_PAUSE * EXPANSION);
        while self.done.expanded < self.hunt.attempts && self.done.cost() < most && !control.is_over() {
            match self.step() {
                Moved::On => {}
                Moved::Ended => self.walk.begun = false,
                Moved::Caught => return Some(self.path()),
            }
        }
        None
    }

    fn counts(&self) -> (u64, u64) {
        (self.steps, self.walks)
    }
}

impl<'h, S: System> Hunter<'h, S> {
    /// A hunter who has not set out; the system is for the hunt alone.
    pub fn new(system: &'h mut S, hunt: Hunt) -> Self {
        Hunter {
            system,
            hunt,
            next: 0,
            random: Random::new(SEED),
            seen: Seen::new(),
            walk: Walk::default(),
            chooser: Chooser::new(WAYS[0]),
            walks: 0,
            steps: 0,
            done: Done { expanded: 0, effort: 0 },
            batch: Batch::new(Shape::Whole),
            taken: Taken::default(),
            movers: Vec::new(),
        }
    }

    /// The next step of the walk, or the first state of another one.
    fn step(&mut self) -> Moved {
        if !self.walk.begun {
            return self.begin();
        }
        if self.walk.steps.len() % AROUND == AROUND - 1 && self.is_violated() {
            return Moved::Caught;
        }
        self.movers.clear();
        self.system.movers(&self.walk.state, &mut self.movers);
        while let Some(mover) = self.chooser.mover(&mut self.movers, &mut self.random) {
            self.attempt(mover);
            if !self.batch.violations.is_empty() {
                return Moved::Caught;
            }
            let own = own(&self.batch, mover);
            let Some(last) = own.len().checked_sub(1) else {
                self.chooser.stuck(mover);
                continue;
            };
            let place = self.random.below(last + 1);
            let met = self.seen.met(self.batch.items[own[place]].hash, self.walks);
            if met == Met::Never || self.movers.is_empty() || !self.chooser.wants_new() {
                self.walk.steps.push((mover, place as u32));
                self.steps += 1;
                return self.go(own[place]);
            }
        }
        if self.is_violated() { Moved::Caught } else { Moved::Ended }
    }

    fn begin(&mut self) -> Moved {
        let state = std::mem::take(&mut self.walk.state);
        self.walk = Walk { state, begun: true, ..Walk::default() };
        self.chooser.begin(WAYS[self.walks as usize % WAYS.len()], &mut self.random);
        self.walks += 1;
        self.done.expanded += 1;
        self.batch.reset();
        start(self.system, &mut self.batch, &mut Enough, Labels::Left);
        if self.batch.items.is_empty() {
            return Moved::Ended;
        }
        self.walk.initial = self.random.below(self.batch.items.len());
        self.go(self.walk.initial)
    }

    /// All steps from the state; whether it is a violation.
    fn is_violated(&mut self) -> bool {
        self.look(|system, taken, batch| expand(system, taken, 0, batch, &mut Enough, Labels::Left));
        !self.batch.violations.is_empty()
    }

    fn attempt(&mut self, mover: u32) {
        self.look(|system, taken, batch| step(system, taken, mover, batch, &mut Enough));
    }

    fn look(&mut self, collect: impl FnOnce(&mut S, &Taken, &mut Batch)) {
        self.batch.reset();
        self.taken.clear();
        self.taken.bytes.extend_from_slice(&self.walk.state);
        self.taken.close(0);
        let before = self.system.effort();
        collect(self.system, &self.taken, &mut self.batch);
        self.done.expanded += 1;
        self.done.effort += self.system.effort() - before;
    }

    /// Goes to one of the states in the batch.
    fn go(&mut self, item: usize) -> Moved {
        let state = self.batch.state(item);
        self.walk.state.clear();
        self.walk.state.extend_from_slice(state);
        let met = self.seen.meet(self.batch.items[item].hash, self.walks);
        self.chooser.came(met == Met::InThisWalk);
        let walk = &mut self.walk;
        walk.bytes += walk.state.len();
        walk.nothing_new = if met == Met::Never { 0 } else { walk.nothing_new + 1 };
        walk.in_circles = if met == Met::InThisWalk { walk.in_circles + 1 } else { 0 };
        let ends = walk.steps.len() >= LONGEST
            || walk.bytes > LARGEST
            || walk.nothing_new > NOTHING_NEW
            || walk.in_circles > IN_CIRCLES;
        match ends {
            true if self.is_violated() => Moved::Caught,
            true => Moved::Ended,
            false => Moved::On,
        }
    }

    /// The states of the walk: it is made again.
    fn path(&mut self) -> Vec<Vec<u8>> {
        let steps = std::mem::take(&mut self.walk.steps);
        self.batch.reset();
        start(self.system, &mut self.batch, &mut Enough, Labels::Left);
        let mut path = vec![self.batch.state(self.walk.initial).to_vec()];
        for (mover, place) in steps {
            self.walk.state.clone_from(&path[path.len() - 1]);
            self.attempt(mover);
            let item = own(&self.batch, mover)[place as usize];
            path.push(self.batch.state(item).to_vec());
        }
        path
    }
}

/// The new states by steps of this thread.
pub(crate) fn own(batch: &Batch, label: u32) -> Vec<usize> {
    (0..batch.items.len()).filter(|item| batch.items[*item].label == label).collect()
}

/// Takes successors until they are too many for a look.
struct Enough;

impl Outlet for Enough {
    fn full(&mut self, batch: &mut Batch) -> ControlFlow<()> {
        if batch.bytes.len() > ENOUGH_BYTES { Break(()) } else { Continue(()) }
    }
}

/// Hashes of states that walks came to, each with the walk that came last. A new one takes the place of an old one.
struct Seen {
    table: Vec<(u64, u64)>,
}

/// Who has met a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Met {
    /// Nobody, as far as the table remembers.
    Never,
    /// An earlier walk.
    Before,
    /// This one.
    InThisWalk,
}

impl Seen {
    const PLACES: usize = 1 << 16;

    fn new() -> Seen {
        Seen { table: vec![(0, 0); Seen::PLACES] }
    }

    fn met(&self, hash: u64, walk: u64) -> Met {
        match self.table[hash as usize % Seen::PLACES] {
            (known, last) if known == hash && last > 0 => {
                if last == walk {
                    Met::InThisWalk
                } else {
                    Met::Before
                }
            }
            _ => Met::Never,
        }
    }

    /// The same, and this walk has met it from now on.
    fn meet(&mut self, hash: u64, walk: u64) -> Met {
        let met = self.met(hash, walk);
        self.table[hash as usize % Seen::PLACES] = (hash, walk);
        met
    }
}
