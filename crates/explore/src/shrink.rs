//! A path to a violation with fewer context switches, where the search for the fewest is too large.
//!
//! *What*: steps of one thread behind each other are a block, and a path is a schedule of blocks. Attempts leave blocks
//! out, half of them, a quarter, … one; or bring two blocks of a thread together, at the place of the first or of the
//! second. A thread that cannot move when its turn comes is passed over. An attempt that comes to a violation with fewer
//! switches, or with as many and fewer steps, is gone on from, until no attempt does better.
//! *Source*: delta debugging [ZH02] section 3, on blocks instead of characters.
//! *Claim*: what is returned is a path of the system to a violation; it costs less than the one given. It need not be the best.
//! *Cost*: each attempt executes the schedule once, and only threads whose turn it is. Attempts end within a budget, whose
//! measures do not depend on the machine.

use crate::batch::{Batch, Shape, Taken};
use crate::hunt::own;
use crate::sink::{Collect, Labels, NOBODY, System, expand, start, step};
use crate::store::Waypoint;
use std::sync::atomic::AtomicBool;
use tw_verdict::Control;

/// How much may be done for a better path.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// States that are expanded, or kept.
    pub states: u64,
    /// What [`System::effort`] may grow by.
    pub effort: u64,
}

impl Budget {
    /// So many states.
    pub fn states(states: u64) -> Budget {
        Budget { states, effort: u64::MAX }
    }
}

/// A path that costs less than `path`, which leads to a violation; nothing if none was found.
pub fn shrink(
    system: &mut impl System,
    path: &[Waypoint],
    budget: Budget,
    control: &Control,
) -> Option<Vec<Waypoint>> {
    let most = system.effort().saturating_add(budget.effort);
    let left = Left { states: budget.states, effort: most, control };
    let mut tries =
        Tries { system, left, batch: Batch::new(Shape::Whole), taken: Taken::default(), state: Vec::new() };
    let given = tries.read(path)?;
    let mut best = given.clone();
    while tries.without_blocks(&mut best) | tries.with_blocks_together(&mut best) {}
    (best.cost() < given.cost()).then(|| tries.waypoints(&best))
}

/// Of its successors by a thread, the thread takes this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    label: u32,
    place: u32,
}

/// Steps from one of the initial states.
#[derive(Clone)]
struct Schedule {
    initial: usize,
    steps: Vec<Step>,
    /// The thread whose step is the violation; nothing if it is the state.
    by: Option<u32>,
}

impl Schedule {
    /// Switches, then steps.
    fn cost(&self) -> (usize, usize) {
        let labels = || self.steps.iter().map(|step| step.label).chain(self.by);
        let switches = labels().zip(labels().skip(1)).filter(|(a, b)| a != b).count();
        (switches, self.steps.len())
    }

    /// The steps, and the one that violates.
    fn turns(&self) -> Vec<Step> {
        let last = self.by.map(|label| Step { label, place: 0 });
        self.steps.iter().copied().chain(last).collect()
    }
}

/// What is left to spend.
struct Left<'c> {
    states: u64,
    effort: u64,
    control: &'c Control,
}

struct Tries<'s, 'c, S> {
    system: &'s mut S,
    left: Left<'c>,
    batch: Batch,
    taken: Taken,
    state: Vec<u8>,
}

impl<S: System> Tries<'_, '_, S> {
    /// Tries without some blocks; whether that made the schedule better.
    fn without_blocks(&mut self, best: &mut Schedule) -> bool {
        let mut better = false;
        let mut size = blocks(&best.turns()).len() / 2;
        while size > 0 {
            let mut at = 0;
            loop {
                let turns = best.turns();
                let mut blocks = blocks(&turns);
                if at >= blocks.len() || self.is_over() {
                    break;
                }
                blocks.drain(at..(at + size).min(blocks.len()));
                match self.attempt(best, &blocks.concat()) {
                    Some(found) => (*best, better) = (found, true),
                    None => at += size,
                }
            }
            size /= 2;
        }
        better
    }

    /// Tries with two blocks of a thread as one; whether that made the schedule better.
    fn with_blocks_together(&mut self, best: &mut Schedule) -> bool {
        let mut better = false;
        let mut at = 0;
        while !self.is_over() {
            let turns = best.turns();
            let blocks = blocks(&turns);
            let Some(block) = blocks.get(at) else { break };
            let next = blocks.iter().skip(at + 1).position(|b| b[0].label == block[0].label);
            let Some(next) = next.map(|skipped| at + 1 + skipped) else {
                at += 1;
                continue;
            };
            let (between, rest) = (blocks[at + 1..next].concat(), blocks[next + 1..].concat());
            let early =
                [blocks[..at].concat(), block.to_vec(), blocks[next].to_vec(), between.clone(), rest.clone()];
            let late = [blocks[..at].concat(), between, block.to_vec(), blocks[next].to_vec(), rest];
            match [early, late].iter().find_map(|turns| self.attempt(best, &turns.concat())) {
                Some(found) => (*best, better) = (found, true),
                None => at += 1,
            }
        }
        better
    }

    /// Executes these turns; what was executed, if it comes to a violation and costs less than the best.
    fn attempt(&mut self, best: &Schedule, turns: &[Step]) -> Option<Schedule> {
        self.begin(best.initial)?;
        let mut found = Schedule { initial: best.initial, steps: Vec::new(), by: None };
        // Who could not move in the state at hand.
        let mut stuck = NOBODY;
        for turn in turns.iter() {
            if turn.label == stuck {
                continue;
            }
            if self.is_over() || found.cost() >= best.cost() {
                return None;
            }
            self.step(turn.label);
            if self.batch.violations.contains(&Some(turn.label)) {
                found.by = Some(turn.label);
                return (found.cost() < best.cost()).then_some(found);
            }
            match self.go(*turn) {
                Some(step) => {
                    found.steps.push(step);
                    stuck = NOBODY;
                }
                None => stuck = turn.label,
            }
        }
        self.expand();
        found.by = *self.batch.violations.first()?;
        (found.cost() < best.cost()).then_some(found)
    }

    /// The thread moves to the successor at this place, or to its last one; not if it cannot.
    fn go(&mut self, step: Step) -> Option<Step> {
        let own = own(&self.batch, step.label);
        let place = (step.place as usize).min(own.len().checked_sub(1)?);
        self.state.clear();
        self.state.extend_from_slice(self.batch.state(own[place]));
        Some(Step { place: place as u32, ..step })
    }

    /// Stands in an initial state.
    fn begin(&mut self, initial: usize) -> Option<()> {
        self.batch.reset();
        let never = AtomicBool::new(false);
        start(self.system, &mut self.batch, &mut Collect { stop: &never }, Labels::Left);
        let found = initial < self.batch.items.len();
        self.state.clear();
        self.state.extend_from_slice(if found { self.batch.state(initial) } else { &[] });
        found.then_some(())
    }

    fn expand(&mut self) {
        self.look(|system, taken, batch, outlet| expand(system, taken, 0, batch, outlet, Labels::Left));
    }

    fn step(&mut self, label: u32) {
        self.look(|system, taken, batch, outlet| step(system, taken, label, batch, outlet));
    }

    fn look(&mut self, collect: impl FnOnce(&mut S, &Taken, &mut Batch, &mut Collect<'_>)) {
        self.left.states = self.left.states.saturating_sub(1);
        self.batch.reset();
        self.taken.clear();
        self.taken.bytes.extend_from_slice(&self.state);
        self.taken.close(0);
        let never = AtomicBool::new(false);
        collect(self.system, &self.taken, &mut self.batch, &mut Collect { stop: &never });
    }

    fn is_over(&self) -> bool {
        let Left { states, effort, control } = &self.left;
        *states == 0 || self.system.effort() > *effort || control.is_over()
    }

    /// The schedule of a path.
    fn read(&mut self, path: &[Waypoint]) -> Option<Schedule> {
        let (first, rest) = path.split_first()?;
        self.begin(0)?;
        let initial = (0..self.batch.items.len()).find(|i| first.matches(self.batch.state(*i)))?;
        self.begin(initial)?;
        let mut steps = Vec::new();
        for waypoint in rest {
            self.expand();
            let to = (0..self.batch.items.len()).find(|i| waypoint.matches(self.batch.state(*i)))?;
            let label = self.batch.items[to].label;
            let place = self.batch.items[..to].iter().filter(|item| item.label == label).count() as u32;
            steps.push(self.go(Step { label, place })?);
        }
        self.expand();
        let last = steps.last().map(|step| step.label);
        let violations = &self.batch.violations;
        let free = violations.iter().find(|by| by.is_none() || **by == last);
        let by = *free.or(violations.first())?;
        Some(Schedule { initial, steps, by })
    }

    /// The path of a schedule.
    fn waypoints(&mut self, schedule: &Schedule) -> Vec<Waypoint> {
        self.begin(schedule.initial).expect("the initial states stay what they are");
        let mut path = vec![Waypoint::State(self.state.clone())];
        for turn in &schedule.steps {
            self.step(turn.label);
            self.go(*turn).expect("a schedule that was executed can be executed again");
            path.push(Waypoint::State(self.state.clone()));
        }
        path
    }
}

/// Steps of one thread behind each other.
fn blocks(turns: &[Step]) -> Vec<&[Step]> {
    turns.chunk_by(|a, b| a.label == b.label).collect()
}
