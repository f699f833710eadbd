//! Backward search on Petri nets with transfers and resets.
//!
//! *What*: can a target be covered? Elements are markings: at least so many tokens on some places.
//! *Predecessors* of an element under a rule: the tokens that the guards ask for; then, for each place that the element names,
//! what is still missing there, on the places whose tokens arrive there, divided in all ways. A place that gets a
//! constant has that many tokens or there is no predecessor. The tokens of a place go to one place at most, so places do not
//! depend on each other, and the results are all minimal markings from which the rule leads into the element.
//! *Claim*: as for programs (`predecessors`); the order on markings is a well-quasi-order, so the search ends.
//! [`karp_miller`] goes forwards, where no rule moves tokens of other places.
//! *Evidence*: the minimal markings, or the maximal ones of [`karp_miller`]; `tw_tts::net_certificate` checks them.

mod forward;

pub use forward::{Forward, karp_miller};

use crate::antichain::Antichain;
use crate::element::{Element, LocalId, Pair, SharedId};
use crate::predecessors::divisions;
use crate::systems::{Counts, States};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tw_index::Id;
use tw_tts::{Marking, Net, Place, Rule, RuleId};
use tw_verdict::{Control, Progress, StopReason};

/// What was found out about a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No target can be covered. The minimal markings from which one could be.
    Uncoverable(Vec<Vec<(Place, u32)>>),
    /// A run that covers a target.
    Coverable(Run),
    /// The search ended early.
    Stopped(StopReason),
}

/// A run of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Where it begins.
    pub start: Marking,
    /// Each rule and where it leads.
    pub steps: Vec<(RuleId, Marking)>,
}

/// Elements between two looks at the limits.
const PATIENCE: u64 = 64;
/// Predecessors of one element under one rule; with more, the search ends.
const MOST_WAYS: usize = 1_000_000;

/// Whether one of the net's targets can be covered.
pub fn backward(net: &Net, control: &Control) -> (Outcome, Counts) {
    let mut search = Search {
        net,
        elements: Vec::new(),
        origins: Vec::new(),
        antichain: Antichain::default(),
        waiting: BinaryHeap::new(),
        computed: 0,
    };
    let outcome = search.run(control).unwrap_or_else(Outcome::Stopped);
    (outcome, Counts { elements: search.elements.len() as u64, predecessors: search.computed })
}

struct Search<'a> {
    net: &'a Net,
    elements: Vec<Element>,
    origins: Vec<Option<(u32, RuleId)>>,
    antichain: Antichain,
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
    computed: u64,
}

impl Search<'_> {
    fn run(&mut self, control: &Control) -> Result<Outcome, StopReason> {
        for target in &self.net.targets {
            let pairs = target.iter().map(|(p, n)| (LocalId::from_index(p.index()), *n)).collect();
            if let Some(hit) = self.add(pairs, None) {
                return self.path(hit).map(Outcome::Coverable);
            }
        }
        let mut explored: u64 = 0;
        while let Some(Reverse((_, number))) = self.waiting.pop() {
            if explored.is_multiple_of(PATIENCE)
                && let Some(reason) = control.should_stop(self.progress())
            {
                return Err(reason);
            }
            explored += 1;
            let element = self.elements[number as usize].clone();
            if self.holding(&element, Some(number)).is_some_and(|by| by > number) {
                continue;
            }
            for (id, rule) in self.net.rules.enumerate() {
                for before in predecessors(rule, &element.pairs)? {
                    self.computed += 1;
                    if let Some(hit) = self.add(before, Some((number, id))) {
                        return self.path(hit).map(Outcome::Coverable);
                    }
                }
            }
        }
        let kept = (0..self.elements.len() as u32)
            .filter(|n| self.holding(&self.elements[*n as usize].clone(), Some(*n)).is_none())
            .collect::<Vec<u32>>();
        let tokens = |(place, n): &Pair| (Place::from_index(place.index()), *n);
        let minimal = |n: u32| self.elements[n as usize].pairs.iter().map(tokens).collect();
        Ok(Outcome::Uncoverable(kept.into_iter().map(minimal).collect()))
    }

    fn holding(&mut self, element: &Element, except: Option<u32>) -> Option<u32> {
        self.antichain.holding(&mut States, &self.elements, element, except).unwrap_or(None)
    }

    /// Adds an element unless it is inside another one; says if an initial marking is in it.
    fn add(&mut self, pairs: Vec<Pair>, origin: Option<(u32, RuleId)>) -> Option<u32> {
        let element = Element { shared: SharedId::from_index(0), pairs, open: false };
        if self.holding(&element, None).is_some() {
            return None;
        }
        let number = u32::try_from(self.elements.len()).expect("elements fit in 32 bits");
        self.antichain.insert(&States, &element, number);
        let most = |place: LocalId| self.net.init[Place::from_index(place.index())].at_most;
        let hit = element.pairs.iter().all(|(place, n)| most(*place).is_none_or(|most| most >= *n));
        self.waiting.push(Reverse((element.threads(), number)));
        self.elements.push(element);
        self.origins.push(origin);
        hit.then_some(number)
    }

    /// The run from an initial marking in an element, forwards.
    fn path(&self, hit: u32) -> Result<Run, StopReason> {
        let mut start: Marking = self.net.init.iter().map(|count| count.at_least).collect();
        for (place, count) in &self.elements[hit as usize].pairs {
            start[place.index()] = start[place.index()].max(*count);
        }
        let (mut at, mut marking, mut steps) = (hit, start.clone(), Vec::new());
        while let Some((next, id)) = self.origins[at as usize] {
            // Only numbers beyond 32 bits keep a rule from leading into the next element.
            marking = self.net.rules[id].fire(&marking).ok_or(StopReason::Counts)?;
            steps.push((id, marking.clone()));
            at = next;
        }
        Ok(Run { start, steps })
    }

    fn progress(&self) -> Progress {
        let (states, frontier) = (self.elements.len() as u64, self.waiting.len() as u64);
        Progress { states, frontier, depth: 0, bytes: states * 120 }
    }
}

/// The least markings from which a rule leads to these tokens and maybe others.
fn predecessors(rule: &Rule, wanted: &[Pair]) -> Result<Vec<Vec<Pair>>, StopReason> {
    let id = |place: Place| LocalId::from_index(place.index());
    let mut found: Vec<Vec<Pair>> = vec![rule.guards.iter().map(|(p, n)| (id(*p), *n)).collect()];
    for (place, count) in wanted {
        let update = rule.updates.iter().find(|update| id(update.place) == *place);
        let (origins, constant) = match update {
            Some(update) => (update.sum.iter().map(|p| id(*p)).collect(), update.constant),
            None => (vec![*place], 0),
        };
        let there: i64 = origins
            .iter()
            .filter_map(|p| rule.guards.iter().find(|(g, _)| id(*g) == *p))
            .map(|(_, n)| i64::from(*n))
            .sum();
        let missing = (i64::from(*count) - constant - there).max(0);
        let missing = u32::try_from(missing).map_err(|_| StopReason::Counts)?;
        if missing == 0 {
            continue;
        }
        if found.len().saturating_mul(ways(missing, origins.len())) > MOST_WAYS {
            return Err(StopReason::StateLimit(MOST_WAYS as u64));
        }
        found = divided(&found, &origins, missing)?;
    }
    Ok(found)
}

/// With so many more tokens on the origins, in all ways.
fn divided(found: &[Vec<Pair>], origins: &[LocalId], missing: u32) -> Result<Vec<Vec<Pair>>, StopReason> {
    let mut finer = Vec::new();
    for division in divisions(missing, origins.len()) {
        for before in found {
            let mut before = before.clone();
            for (origin, more) in origins.iter().zip(&division).filter(|(_, n)| **n > 0) {
                match before.binary_search_by_key(origin, |(p, _)| *p) {
                    Ok(at) => before[at].1 = before[at].1.checked_add(*more).ok_or(StopReason::Counts)?,
                    Err(at) => before.insert(at, (*origin, *more)),
                }
            }
            finer.push(before);
        }
    }
    Ok(finer)
}

/// In how many ways tokens can be divided among places.
fn ways(tokens: u32, places: usize) -> usize {
    let mut ways: usize = 1;
    for k in 1..places {
        // (tokens + k choose k), step by step; each quotient is exact.
        ways = ways.saturating_mul(tokens as usize + k) / k;
        if ways > MOST_WAYS {
            return ways;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::{Forward, Outcome, backward, karp_miller, ways};
    use crate::systems;
    use tw_tts::generate::{generate, generate_net, without_transfers};
    use tw_tts::{Answer, Net, judge_net, load_spec, net_certificate, net_of};
    use tw_verdict::{Control, StopReason};

    fn net(text: &str) -> Net {
        load_spec("test.spec", text.into()).expect("valid").net
    }

    fn decided(text: &str) -> Outcome {
        backward(&net(text), &Control::unlimited()).0
    }

    #[test]
    fn small_nets_are_decided() {
        let two = "vars x y rules x >= 1 -> x' = x - 1, y' = y + 2; init x in [1,2] target y >= ";
        let Outcome::Coverable(run) = decided(&format!("{two}3")) else { panic!("coverable") };
        assert_eq!((run.start, run.steps.len(), run.steps[1].1.clone()), (vec![2, 0], 2, vec![0, 4]));
        assert!(matches!(decided(&format!("{two}5")), Outcome::Uncoverable(_)));
        // A reset takes away what a transfer would keep.
        let reset = |sum: &str| {
            format!(
                "vars a b c rules a >= 1 -> a' = 0, b' = {sum}, c' = c + 1; init a >= 2 target b >= 2, c >= 1"
            )
        };
        assert!(matches!(decided(&reset("a + b - 1")), Outcome::Coverable(_)));
        assert!(matches!(decided(&reset("1")), Outcome::Uncoverable(_)));
        let four = "vars a b rules a >= 1 -> b' = a + b, a' = 3; init a = 1 target b >= 2, a >= 4";
        assert!(matches!(decided(four), Outcome::Uncoverable(_)));
    }

    #[test]
    fn large_numbers_end_the_search() {
        let many = "vars a b c d rules true -> d' = a + b + c, a' = 0, b' = 0, c' = 0; init a = 1 target d >= 4000000000";
        assert!(matches!(decided(many), Outcome::Stopped(StopReason::StateLimit(_))));
        assert_eq!((ways(2, 3), ways(5, 1), ways(7, 2)), (6, 1, 8));
        assert!(ways(u32::MAX, 9) > 1_000_000);
    }

    #[test]
    fn the_net_of_a_system_has_its_answer() {
        let mut counts = [0; 3];
        for seed in 0..3000 {
            let made = generate(seed);
            let Ok(net) = net_of(&made.system, &made.initial, &made.system.targets) else { continue };
            let initials = std::slice::from_ref(&made.initial);
            let control = Control::unlimited();
            let (of_system, _) = systems::backward(&made.system, initials, &made.system.targets, &control);
            let (of_net, _) = backward(&net, &control);
            let same = matches!(of_system, systems::Outcome::Coverable(_))
                == matches!(of_net, Outcome::Coverable(_));
            assert!(same, "seed {seed}: {of_net:?}\n{net}");
            // One token is the shared state.
            counts[judged(&net, &of_net, seed)] += 1;
        }
        assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
    }

    /// Compares with the naive judge: 0 if nothing is covered, 1 if the judge finds a run too, 2 if it has too few tokens.
    fn judged(net: &Net, found: &Outcome, seed: u64) -> usize {
        const TOKENS: u32 = 6;
        match (found, judge_net(net, TOKENS, 5_000).answer) {
            (Outcome::Stopped(reason), _) => panic!("seed {seed}: {reason}\n{net}"),
            (Outcome::Uncoverable(_), Answer::Reached(_)) => panic!("seed {seed}: covered\n{net}"),
            (Outcome::Coverable(run), judged) => {
                assert!(net.begins(&run.start), "seed {seed}: {run:?}\n{net}");
                let size = |m: &Vec<u32>| m.iter().sum::<u32>();
                let most = run.steps.iter().map(|(_, m)| size(m)).chain([size(&run.start)]).max();
                assert!(judged != Answer::Unreached || most > Some(TOKENS), "seed {seed}: {run:?}\n{net}");
                let last = run.steps.last().map_or(&run.start, |(_, m)| m);
                let covers = |target: &Vec<(tw_tts::Place, u32)>| {
                    target.iter().all(|(p, n)| last[tw_index::Id::index(*p)] >= *n)
                };
                assert!(net.targets.iter().any(covers), "seed {seed}: {run:?}\n{net}");
                if judged == Answer::Unreached { 2 } else { 1 }
            }
            (Outcome::Uncoverable(elements), _) => {
                accepted(net, &net_certificate::write_antichain(net, "h", elements), seed);
                0
            }
        }
    }

    fn accepted(net: &Net, certificate: &str, seed: u64) {
        if let Err(why) = net_certificate::check(net, "h", certificate) {
            panic!("seed {seed}: {why}\n{net}\n{certificate}");
        }
    }

    #[test]
    fn the_naive_judge_agrees_on_random_nets() {
        let (mut counts, mut forwards) = ([0; 3], [0; 2]);
        for seed in 0..3000 {
            let net = generate_net(seed);
            let (found, _) = backward(&net, &Control::unlimited());
            counts[judged(&net, &found, seed)] += 1;
            let limits = tw_verdict::Limits { states: Some(2_000), ..Default::default() };
            let control = Control { limits, ..Control::unlimited() };
            match (karp_miller(&net, &control).0, &found) {
                (Forward::Uncoverable(markings), Outcome::Uncoverable(_)) => {
                    accepted(&net, &net_certificate::write_markings(&net, "h", &markings), seed);
                    forwards[0] += 1;
                }
                (Forward::Coverable, Outcome::Coverable(_)) => forwards[1] += 1,
                (Forward::Stopped(_) | Forward::Transfers(_), _) => {}
                (forward, _) => panic!("seed {seed}: {forward:?} and {found:?}\n{net}"),
            }
        }
        assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
        assert!(forwards[0] > 50 && forwards[1] > 50, "{forwards:?}");
    }

    #[test]
    fn forward_search_agrees_on_nets_of_systems() {
        for seed in 0..1500 {
            let made = generate(seed);
            let system = without_transfers(&made.system);
            let net = net_of(&system, &made.initial, &system.targets).expect("without transfers");
            let control = Control::unlimited();
            let forward = matches!(karp_miller(&net, &control).0, Forward::Coverable);
            let back = matches!(backward(&net, &control).0, Outcome::Coverable(_));
            assert_eq!(forward, back, "seed {seed}\n{net}");
        }
    }
}
