//! *What*: random systems with a question, for differential tests.
//!
//! The same seed gives the same system on every machine. Systems are small enough for the naive judge, and
//! no line of theirs draws a warning.

use crate::net::{Count, Net, Place, Rule, Update};
use crate::system::{Initial, Kind, Local, Shared, System, Target, ThreadState};
use std::sync::Arc;
use tw_index::{Id, Random};
use tw_verdict::{SourceFile, Span};

/// A system with a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The system; its one target is what is asked.
    pub system: System,
    /// Where it begins.
    pub initial: Initial,
}

/// The system of a seed: up to 4 shared states, 6 local states and 14 transitions.
pub fn generate(seed: u64) -> Generated {
    let mut random = Random::from_state(seed);
    let shared = 1 + random.below(4).max(random.below(4));
    let locals = 1 + random.below(6).max(random.below(6));
    let mut generator = Generator { random, shared, locals, reached: vec![ThreadState::new(0, 0)] };
    let source = Arc::new(SourceFile::new(format!("seed {seed}"), ""));
    let mut system = System::new(shared as u32, locals as u32, source);
    let wanted = 1 + generator.random.below(14).max(generator.random.below(14));
    for _ in 0..wanted {
        if let Some(kind) = generator.kind().filter(|kind| is_new(&system, kind)) {
            generator.reached.push(kind.to());
            system.push(kind, Span::default());
        }
    }
    system.targets.push(generator.target());
    Generated { system, initial: generator.initial() }
}

/// Whether there is no transition of this kind between these thread states.
fn is_new(system: &System, kind: &Kind) -> bool {
    !system.transitions().iter().any(|t| t.kind.key() == kind.key())
}

struct Generator {
    random: Random,
    shared: usize,
    locals: usize,
    /// Thread states where transitions end: others begin there, or else little would happen.
    reached: Vec<ThreadState>,
}

impl Generator {
    fn shared(&mut self) -> Shared {
        Shared::from_index(self.random.below(self.shared))
    }

    fn local(&mut self) -> Local {
        Local::from_index(self.random.below(self.locals))
    }

    /// Where a transition begins.
    fn from(&mut self) -> ThreadState {
        if self.random.chance(30) {
            return self.thread_state();
        }
        *self.random.pick(&self.reached)
    }

    fn thread_state(&mut self) -> ThreadState {
        ThreadState { shared: self.shared(), local: self.local() }
    }

    /// A transition, unless it would say nothing.
    fn kind(&mut self) -> Option<Kind> {
        let from = self.from();
        let mut to = self.thread_state();
        if self.random.chance(40) {
            to.shared = from.shared;
        }
        match self.random.below(10) {
            0..=6 if from != to => {
                let items = if self.random.chance(50) { 0 } else { 1 + self.random.below(3) };
                let pairs = (0..items).map(|_| (self.local(), self.local())).collect();
                Some(Kind::moving(from, to, pairs))
            }
            7..=8 if from != to => Some(Kind::Transfer { from, to }),
            9 => Some(Kind::Spawn { from, to }),
            _ => None,
        }
    }

    fn target(&mut self) -> Target {
        let threads = if self.random.chance(5) { 0 } else { 1 + self.random.below(3) };
        // High numbers, since systems begin with low ones.
        let shared = self.shared().max(self.shared());
        Target::new(shared, (0..threads).map(|_| self.local().max(self.local())).collect())
    }

    fn initial(&mut self) -> Initial {
        if self.random.chance(40) {
            return Initial::unbounded();
        }
        let shared = if self.random.chance(70) { Shared::from_index(0) } else { self.shared() };
        let (bounded, unbounded) = (self.random.below(4), self.random.below(3));
        let bounded = (0..bounded).map(|_| self.local()).collect();
        let unbounded = (0..unbounded).map(|_| self.local()).collect();
        Initial::new(shared, bounded, unbounded)
    }
}

/// The net of a seed: up to 4 places and 6 rules, with weights, transfers and resets.
pub fn generate_net(seed: u64) -> Net {
    let mut random = Random::from_state(seed);
    let places = 1 + random.below(4).max(random.below(4));
    let rules = 1 + random.below(6);
    let names = (0..places).map(|p| format!("p{p}")).collect();
    // Nets in which no tokens of other places move are for forward search.
    let flowing = random.chance(60);
    let rules = (0..rules).map(|_| random_rule(&mut random, places, flowing)).collect();
    let count = |random: &mut Random| match random.below(5) {
        0 => Count::at_least(random.below(2) as u32),
        1 => Count { at_least: 0, at_most: Some(2) },
        n => Count::exactly(n as u32 - 2),
    };
    let init = (0..places).map(|_| count(&mut random)).collect();
    let mut target: Vec<(Place, u32)> =
        (0..places).map(|p| (Place::from_index(p), random.below(4) as u32)).collect();
    target.retain(|(_, n)| *n > 0);
    Net { places: names, rules, init, targets: vec![target] }
}

fn random_rule(random: &mut Random, places: usize, flowing: bool) -> Rule {
    let needs: Vec<u32> = (0..places).map(|_| random.below(5).saturating_sub(2) as u32).collect();
    // Where the tokens of each place go; nowhere is a reset.
    let goes: Vec<Option<usize>> = (0..places)
        .map(|p| match random.below(8) {
            0 if flowing => None,
            1..=2 if flowing => Some(random.below(places)),
            _ => Some(p),
        })
        .collect();
    let update = |p: usize| {
        let sum: Vec<usize> = (0..places).filter(|q| goes[*q] == Some(p)).collect();
        let sure: u32 = sum.iter().map(|q| needs[*q]).sum();
        let constant = i64::from(random.below(3) as u32) - i64::from(random.below(sure as usize + 1) as u32);
        Update {
            place: Place::from_index(p),
            sum: sum.into_iter().map(Place::from_index).collect(),
            constant,
        }
    };
    let updates: Vec<Update> = (0..places).map(update).filter(|u| !u.is_identity()).collect();
    let guards = needs.iter().enumerate().filter(|(_, n)| **n > 0).map(|(p, n)| (Place::from_index(p), *n));
    Rule { guards: guards.collect(), updates, span: Span::default() }
}

/// The same system without transfers: threads move by themselves only.
pub fn without_transfers(system: &System) -> System {
    let mut plain = System::new(system.shared(), system.locals(), system.source().clone());
    plain.targets.clone_from(&system.targets);
    for transition in system.transitions().iter() {
        match &transition.kind {
            Kind::Move { from, to, .. } => {
                plain.push(Kind::moving(*from, *to, Vec::new()), transition.span);
            }
            Kind::Transfer { .. } => {}
            spawn @ Kind::Spawn { .. } => {
                plain.push(spawn.clone(), transition.span);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::generate;
    use crate::{Answer, Kind, judge};

    #[test]
    fn a_seed_gives_one_system() {
        assert_eq!(generate(7), generate(7));
        assert_ne!(generate(7), generate(8));
    }

    #[test]
    fn systems_are_varied() {
        let (mut moves, mut single, mut free, mut all, mut spawns) = (0, 0, 0, 0, 0);
        let (mut reached, mut late, mut unreached) = (0, 0, 0);
        for seed in 0..2000 {
            let generated = generate(seed);
            for transition in generated.system.transitions().iter() {
                match &transition.kind {
                    Kind::Move { transfers, .. } if transfers.is_empty() => moves += 1,
                    Kind::Move { transfers, .. } if transfers.iter().any(|(_, q)| q.len() > 1) => free += 1,
                    Kind::Move { .. } => single += 1,
                    Kind::Transfer { .. } => all += 1,
                    Kind::Spawn { .. } => spawns += 1,
                }
            }
            let initials = [generated.initial];
            match judge(&generated.system, &initials, &generated.system.targets, 4, 100_000).answer {
                Answer::Reached(path) if path.steps.len() > 1 => late += 1,
                Answer::Reached(_) => reached += 1,
                Answer::Unreached => unreached += 1,
                Answer::Capped => panic!("small systems"),
            }
        }
        let kinds = [moves, single, free, all, spawns];
        assert!(kinds.iter().all(|n| *n > 300), "{kinds:?}");
        let answers = [reached, late, unreached];
        assert!(answers.iter().all(|n| *n > 300), "{answers:?}");
    }
}
