//! Forward search on thread transition systems without transfers.
//!
//! *What*, *Claim*: as in [`karp_miller`](super). *Refused*: transfers.

use super::omega::{OMEGA, minus_one, plus_one};
use super::{Explored, Marking, explore};
use tw_index::Id;
use tw_tts::{Initial, Kind, Local, System, Target, TransitionId};
use tw_verdict::{Control, StopReason};

impl Marking {
    /// Whether a configuration below it covers the target.
    pub fn covers(&self, target: &Target) -> bool {
        self.shared == target.shared && target.locals.iter().all(|(l, n)| self.threads[l.index()] >= *n)
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

/// Whether one of the targets can be covered from one of the initial states; the number of markings met.
pub fn run(system: &System, initials: &[Initial], targets: &[Target], control: &Control) -> (Outcome, u64) {
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
    let (found, met) = explore(initials.iter().map(start).collect(), &next, &is_target, control);
    let outcome = match found {
        Explored::Uncoverable(markings) => Outcome::Uncoverable(markings),
        Explored::Coverable => Outcome::Coverable,
        Explored::Stopped(reason) => Outcome::Stopped(reason),
    };
    (outcome, met)
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

#[cfg(test)]
mod tests {
    use super::super::omega::OMEGA;
    use super::{Marking, Outcome, fired, run};
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
            let (outcome, _) = run(&system, initials, &[], &Control::unlimited());
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
            let (forward, _) = run(system, initials, &system.targets, &Control::unlimited());
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
        let (outcome, met) = run(&system, &[Initial::single()], &[], &Control::unlimited());
        let Outcome::Uncoverable(markings) = outcome else { panic!("{outcome:?}") };
        assert_eq!((markings[0].threads.clone(), markings.len(), met), (vec![1, OMEGA], 1, 2));
    }
}
