//! Forward search on thread transition systems without transfers: markings with ω \[Karp and Miller\].
//!
//! *What*: markings ⟨s, counts⟩ where a count may be ω, any number. A marking that is greater than one on the way to it gets ω
//! where it is greater: the way can be repeated.
//! *Claim*: the downward closure of the markings is exactly that of the reachable configurations. No less: each
//! successor of an expanded marking is below a marking. No more: every step of a way that is repeated is one of
//! the system.
//! *Pruning*: a marking below one that was met before is not expanded: what it leads to is below what that one leads to.
//! Nothing that was met is ever taken away again; published variants that remove the markings below a new one
//! together with what they led to lose markings.
//! *Refused*: transfers. With them, a way that leads to more threads need not be repeatable.

use crate::omega::{OMEGA, minus_one, plus_one, repeated};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};
use tw_index::Id;
use tw_tts::{Initial, Kind, Local, Shared, System, Target, TransitionId};
use tw_verdict::{Control, Progress, StopReason};

/// A shared state with numbers of threads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marking {
    /// The shared state.
    pub shared: Shared,
    /// How many threads are in each local state; [`OMEGA`] is any number.
    pub threads: Vec<u32>,
}

impl Marking {
    /// Whether a configuration below it covers the target.
    pub fn covers(&self, target: &Target) -> bool {
        self.shared == target.shared && target.locals.iter().all(|(l, n)| self.threads[l.index()] >= *n)
    }

    fn is_below(&self, other: &Marking) -> bool {
        self.shared == other.shared && self.threads.iter().zip(&other.threads).all(|(a, b)| a <= b)
    }

    /// The same as a form of initial states: what is bounded, and what is not.
    pub fn to_initial(&self) -> Initial {
        let some = |wanted: &dyn Fn(u32) -> bool| -> Vec<(Local, u32)> {
            let places = self.threads.iter().enumerate().filter(|(_, n)| wanted(**n));
            places.map(|(l, n)| (Local::from_index(l), *n)).collect()
        };
        Initial {
            shared: self.shared,
            bounded: some(&|n| n > 0 && n != OMEGA),
            unbounded: some(&|n| n == OMEGA).into_iter().map(|(l, _)| l).collect(),
        }
    }
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No target can be covered; the maximal markings.
    Uncoverable(Vec<Marking>),
    /// A target can be covered.
    Coverable,
    /// The system has transfers; the first one.
    Transfers(TransitionId),
    /// The search ended early.
    Stopped(StopReason),
}

/// Time between two looks at the limits.
const PATIENCE: Duration = Duration::from_millis(20);

struct Node {
    marking: Marking,
    parent: Option<u32>,
}

/// Whether one of the targets can be covered from one of the initial states; the number of markings met.
pub fn karp_miller(
    system: &System,
    initials: &[Initial],
    targets: &[Target],
    control: &Control,
) -> (Outcome, u64) {
    for (id, transition) in system.transitions().enumerate() {
        let transfers = match &transition.kind {
            Kind::Move { transfers, .. } => !transfers.is_empty(),
            Kind::Transfer { .. } => true,
            Kind::Spawn { .. } => false,
        };
        if transfers {
            return (Outcome::Transfers(id), 0);
        }
    }
    let start = |initial: &Initial| {
        let mut threads = vec![0; system.locals() as usize];
        initial.bounded.iter().for_each(|(l, n)| threads[l.index()] += n);
        initial.unbounded.iter().for_each(|l| threads[l.index()] = OMEGA);
        Marking { shared: initial.shared, threads }
    };
    let next = |at: &Marking| Ok(system.transitions().iter().filter_map(|t| fired(&t.kind, at)).collect());
    let is_target = |at: &Marking| targets.iter().any(|t| at.covers(t));
    explore(initials.iter().map(start).collect(), &next, &is_target, control)
}

/// The search, whatever steps and targets are; the number of markings met.
pub(crate) fn explore(
    starts: Vec<Marking>,
    next: &dyn Fn(&Marking) -> Result<Vec<Marking>, StopReason>,
    is_target: &dyn Fn(&Marking) -> bool,
    control: &Control,
) -> (Outcome, u64) {
    let mut search = Search { nodes: Vec::new(), by_shared: FxHashMap::default(), open: Vec::new() };
    starts.into_iter().for_each(|start| search.add(start, None));
    let mut looked = Instant::now();
    while let Some(number) = search.open.pop() {
        let met = search.nodes.len() as u64;
        let marking = search.nodes[number as usize].marking.clone();
        if is_target(&marking) {
            return (Outcome::Coverable, met);
        }
        let after = match next(&marking) {
            Ok(after) => after,
            Err(reason) => return (Outcome::Stopped(reason), met),
        };
        for marking in after {
            if looked.elapsed() >= PATIENCE {
                looked = Instant::now();
                if let Some(reason) = control.should_stop(search.progress()) {
                    return (Outcome::Stopped(reason), search.nodes.len() as u64);
                }
            }
            let marking = search.accelerated(marking, number);
            search.add(marking, Some(number));
        }
    }
    let met = search.nodes.len() as u64;
    match search.maximal(control) {
        Ok(markings) => (Outcome::Uncoverable(markings), met),
        Err(reason) => (Outcome::Stopped(reason), met),
    }
}

/// The marking behind a transition without transfers.
fn fired(kind: &Kind, at: &Marking) -> Option<Marking> {
    let (from, to) = (kind.from(), kind.to());
    if at.shared != from.shared || at.threads[from.local.index()] == 0 {
        return None;
    }
    let mut threads = at.threads.clone();
    if matches!(kind, Kind::Move { .. }) {
        threads[from.local.index()] = minus_one(threads[from.local.index()]);
    }
    threads[to.local.index()] = plus_one(threads[to.local.index()]);
    Some(Marking { shared: to.shared, threads })
}

struct Search {
    nodes: Vec<Node>,
    by_shared: FxHashMap<Shared, Vec<u32>>,
    open: Vec<u32>,
}

impl Search {
    fn add(&mut self, marking: Marking, parent: Option<u32>) {
        let alike = self.by_shared.entry(marking.shared).or_default();
        if alike.iter().any(|n| marking.is_below(&self.nodes[*n as usize].marking)) {
            return;
        }
        let number = u32::try_from(self.nodes.len()).expect("markings fit in 32 bits");
        alike.push(number);
        self.nodes.push(Node { marking, parent });
        self.open.push(number);
    }

    /// With ω wherever the marking is greater than a smaller one on the way to it, until nothing changes.
    fn accelerated(&self, mut marking: Marking, parent: u32) -> Marking {
        loop {
            let before = marking.clone();
            let mut at = Some(parent);
            while let Some(number) = at {
                let node = &self.nodes[number as usize];
                if node.marking.is_below(&marking) {
                    let pairs = marking.threads.iter_mut().zip(&node.marking.threads);
                    pairs.for_each(|(own, less)| *own = repeated(*own, *less));
                }
                at = node.parent;
            }
            if marking == before {
                return marking;
            }
        }
    }

    fn progress(&self) -> Progress {
        let states = self.nodes.len() as u64;
        let each = self.nodes.first().map_or(0, |n| 64 + 4 * n.marking.threads.len() as u64);
        Progress { states, frontier: self.open.len() as u64, depth: 0, bytes: states * each }
    }

    fn maximal(&self, control: &Control) -> Result<Vec<Marking>, StopReason> {
        let mut found = Vec::new();
        let mut looked = Instant::now();
        for Node { marking, .. } in &self.nodes {
            if looked.elapsed() >= PATIENCE {
                looked = Instant::now();
                control.should_stop(self.progress()).map_or(Ok(()), Err)?;
            }
            let alike = &self.by_shared[&marking.shared];
            let mut others = alike.iter().map(|n| &self.nodes[*n as usize].marking);
            if !others.any(|other| other != marking && marking.is_below(other)) {
                found.push(marking.clone());
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{Marking, Outcome, fired, karp_miller};
    use crate::omega::OMEGA;
    use crate::systems;
    use std::collections::BTreeSet;
    use tw_index::Id;
    use tw_tts::generate::{generate, without_transfers};
    use tw_tts::{Claim, Initial, Shared, System, check_certificate, load, write_markings};
    use tw_verdict::Control;

    fn plain(seed: u64) -> (System, Initial) {
        let made = generate(seed);
        (without_transfers(&made.system), made.initial)
    }

    /// The tree without any pruning but of equal markings.
    fn tree(system: &System, way: &mut Vec<Marking>, all: &mut BTreeSet<(usize, Vec<u32>)>) -> bool {
        if all.len() > 3000 || way.len() > 60 {
            return false;
        }
        let at = way.last().expect("a way is not empty").clone();
        all.insert((at.shared.index(), at.threads.clone()));
        for transition in system.transitions().iter() {
            let Some(mut next) = fired(&transition.kind, &at) else { continue };
            for earlier in way.iter().rev() {
                if earlier.is_below(&next) {
                    for (own, less) in next.threads.iter_mut().zip(&earlier.threads) {
                        *own = if *own > *less { OMEGA } else { *own };
                    }
                }
            }
            if way.contains(&next) || all.contains(&(next.shared.index(), next.threads.clone())) {
                continue;
            }
            way.push(next);
            let done = tree(system, way, all);
            way.pop();
            if !done {
                return false;
            }
        }
        true
    }

    #[test]
    fn pruning_loses_no_marking() {
        let mut compared = 0;
        for seed in 0..4000 {
            let (system, initial) = plain(seed);
            let initials = std::slice::from_ref(&initial);
            let (outcome, _) = karp_miller(&system, initials, &[], &Control::unlimited());
            let Outcome::Uncoverable(markings) = outcome else { continue };
            let mut threads = vec![0; system.locals() as usize];
            initial.bounded.iter().for_each(|(l, n)| threads[l.index()] += n);
            initial.unbounded.iter().for_each(|l| threads[l.index()] = OMEGA);
            let mut all = BTreeSet::new();
            let start = Marking { shared: initial.shared, threads };
            if !tree(&system, &mut vec![start], &mut all) {
                continue;
            }
            let below = |a: &Marking, b: &[Marking]| b.iter().any(|m| a.is_below(m));
            let tree: Vec<Marking> = all
                .into_iter()
                .map(|(s, threads)| Marking { shared: Shared::from_index(s), threads })
                .collect();
            for marking in &tree {
                assert!(below(marking, &markings), "seed {seed}: {marking:?} is lost\n{system}");
            }
            for marking in &markings {
                assert!(below(marking, &tree), "seed {seed}: {marking:?} is invented\n{system}");
            }
            compared += 1;
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn backward_search_agrees() {
        let mut counts = [0; 2];
        for seed in 0..4000 {
            let (system, initial) = plain(seed);
            let (system, initials) = (&system, std::slice::from_ref(&initial));
            let (forward, _) = karp_miller(system, initials, &system.targets, &Control::unlimited());
            let (backward, _) = systems::backward(system, initials, &system.targets, &Control::unlimited());
            match (&forward, &backward) {
                (Outcome::Transfers(_), _) => continue,
                (Outcome::Uncoverable(markings), systems::Outcome::Uncoverable(_)) => {
                    let claim = Claim {
                        sha256: "h".into(),
                        initials: initials.to_vec(),
                        targets: system.targets.clone(),
                    };
                    let forms: Vec<Initial> = markings.iter().map(Marking::to_initial).collect();
                    let text = write_markings(&claim, &forms);
                    if let Err(why) = check_certificate(system, "h", &text) {
                        panic!("seed {seed}: {why}\n{system}\n{text}");
                    }
                    counts[0] += 1;
                }
                (Outcome::Coverable, systems::Outcome::Coverable(_)) => counts[1] += 1,
                _ => panic!("seed {seed}: {forward:?} and {backward:?}\n{system}"),
            }
        }
        assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
    }

    #[test]
    fn a_loop_that_creates_threads_is_accelerated() {
        let system = load("spawn.tts", "1 2\n0 0 +> 0 1\n".into()).expect("valid").system;
        let (outcome, met) = karp_miller(&system, &[Initial::single()], &[], &Control::unlimited());
        let Outcome::Uncoverable(markings) = outcome else { panic!("{outcome:?}") };
        assert_eq!((markings[0].threads.clone(), markings.len(), met), (vec![1, OMEGA], 1, 2));
    }
}
