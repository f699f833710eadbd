//! Backward search on Petri nets with transfers and resets.
//!
//! *What*: can a target be covered? Elements are markings: at least so many tokens on some places.
//! *Predecessors* of an element under a rule: the tokens that the guards ask for; then, for each place that the element names,
//! what is still missing there, on the places whose tokens arrive there, divided in all ways. A place that gets a
//! constant has that many tokens or there is no predecessor. The tokens of a place go to one place at most, so places do not
//! depend on each other, and the results are all minimal markings from which the rule leads into the element.
//! *Claim*: as for programs (`predecessors`); the order on markings is a well-quasi-order, so the search ends.
//! *Evidence*: the minimal markings; `tw_tts::net_certificate` checks them. [`crate::karp_miller::nets`] goes forwards, where no
//! rule moves tokens of other places.

use crate::element::{Element, LocalId, Pair, SharedId};
use crate::predecessors::divisions;
use crate::upward::{Backwards, Counts, Found, Way, search};
use tw_index::Id;
use tw_tts::{Marking, Net, Place, Rule, RuleId};
use tw_verdict::{Control, StopReason};

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

/// Predecessors of one element under one rule; with more, the search ends.
const MOST_WAYS: usize = 1_000_000;

/// Whether one of the net's targets can be covered.
pub fn backward(net: &Net, control: &Control) -> (Outcome, Counts) {
    let (found, counts) = search(&Markings { net }, control);
    let outcome = match found {
        Found::Nothing(minimal) => Outcome::Uncoverable(minimal.iter().map(tokens_of).collect()),
        Found::Way(way) => run_along(net, &way).map_or_else(Outcome::Stopped, Outcome::Coverable),
        Found::Stopped(reason) => Outcome::Stopped(reason),
    };
    (outcome, counts)
}

/// The markings of a net: one shared state, and a local state for each place.
struct Markings<'a> {
    net: &'a Net,
}

impl Backwards for Markings<'_> {
    type Step = RuleId;

    fn targets(&self) -> Vec<Element> {
        let pair = |(place, n): &(Place, u32)| (LocalId::from_index(place.index()), *n);
        self.net.targets.iter().map(|target| element_of(target.iter().map(pair).collect())).collect()
    }

    fn begins(&self, element: &Element) -> bool {
        let most = |place: LocalId| self.net.init[Place::from_index(place.index())].at_most;
        element.pairs.iter().all(|(place, n)| most(*place).is_none_or(|most| most >= *n))
    }

    fn steps_into(&self, _: &Element) -> impl Iterator<Item = RuleId> {
        self.net.rules.ids()
    }

    fn predecessors(
        &self,
        step: RuleId,
        element: &Element,
    ) -> Result<impl Iterator<Item = Element>, StopReason> {
        Ok(predecessors(&self.net.rules[step], &element.pairs)?.into_iter().map(element_of))
    }
}

fn element_of(pairs: Vec<Pair>) -> Element {
    Element { shared: SharedId::from_index(0), pairs, open: false }
}

/// An element as what it asks for.
fn tokens_of(element: &Element) -> Vec<(Place, u32)> {
    element.pairs.iter().map(|(place, n)| (Place::from_index(place.index()), *n)).collect()
}

/// The run from an initial marking in the first element, forwards.
fn run_along(net: &Net, way: &Way<RuleId>) -> Result<Run, StopReason> {
    let mut start: Marking = net.init.iter().map(|count| count.at_least).collect();
    for (place, count) in &way.start.pairs {
        start[place.index()] = start[place.index()].max(*count);
    }
    let (mut marking, mut steps) = (start.clone(), Vec::new());
    for (id, _) in &way.steps {
        // Only numbers beyond 32 bits keep a rule from leading into the next element.
        marking = net.rules[*id].fire(&marking).ok_or(StopReason::Counts)?;
        steps.push((*id, marking.clone()));
    }
    Ok(Run { start, steps })
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
    use super::{Outcome, backward, ways};
    use crate::karp_miller::nets::{self as karp_miller, Outcome as Forward};
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
            match (karp_miller::run(&net, &control).0, &found) {
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
            let forward = matches!(karp_miller::run(&net, &control).0, Forward::Coverable);
            let back = matches!(backward(&net, &control).0, Outcome::Coverable(_));
            assert_eq!(forward, back, "seed {seed}\n{net}");
        }
    }
}
