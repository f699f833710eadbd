//! Random nets: both searches against the naive judge; certificates, and changed ones against brute force.

use crate::systems::{CAP, JUDGED_THREADS, MOST_CONFIGURATIONS, MUTANTS};
use std::ops::AddAssign;
use tw_cover::karp_miller::nets as karp_miller;
use tw_cover::{nets, systems};
use tw_index::{Id, Random};
use tw_tts::net_certificate::{check, write_antichain, write_markings};
use tw_tts::{Answer, Marking, Net, NetTrace, Place, judge_net, replay_net};
use tw_verdict::Control;

/// Certificates that were changed, and what came of them, as brute force says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changed {
    /// They still prove it, and were accepted.
    pub accepted: u64,
    /// They prove nothing, and were rejected.
    pub rejected: u64,
}

impl AddAssign for Changed {
    fn add_assign(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
    }
}

/// An element, or the most tokens on each place.
type Element = Vec<(Place, u32)>;
type Most = Vec<Option<u32>>;

/// Both searches on a net, its judge, and the system that it stands for, if any, give the same answer; what they prove is
/// accepted.
///
/// # Errors
/// The first disagreement.
pub fn net_agrees(
    net: &Net,
    seed: u64,
    system: Option<&systems::Outcome>,
    control: &Control,
) -> Result<Changed, String> {
    let (found, _) = nets::backward(net, control);
    let (forward, _) = karp_miller::run(net, control);
    let differs = |other: &str| Err(format!("net: {found:?}, but {other}\n{net}"));
    match (&found, &judge_net(net, JUDGED_THREADS, CAP).answer) {
        (nets::Outcome::Stopped(_), _) => return Ok(Changed::default()),
        (nets::Outcome::Uncoverable(_), Answer::Reached(_)) => return differs("the judge covers a target"),
        (nets::Outcome::Coverable(run), Answer::Unreached) if most_tokens(run) <= JUDGED_THREADS => {
            return differs("the judge denies it");
        }
        _ => {}
    }
    let coverable = matches!(found, nets::Outcome::Coverable(_));
    match (&forward, system) {
        (karp_miller::Outcome::Uncoverable(_), _) if coverable => return differs("not forwards"),
        (karp_miller::Outcome::Coverable, _) if !coverable => return differs("forwards it is covered"),
        (_, Some(systems::Outcome::Uncoverable(_))) if coverable => return differs("not the system"),
        (_, Some(systems::Outcome::Coverable(_))) if !coverable => return differs("the system covers it"),
        _ => {}
    }
    if let nets::Outcome::Coverable(run) = &found {
        replays(net, run).map_err(|why| format!("net: {run:?} does not replay: {why}\n{net}"))?;
    }
    let mut random = Random::from_state(seed);
    let mut changed = Changed::default();
    if let nets::Outcome::Uncoverable(elements) = &found {
        changed += antichains(net, elements, &mut random).map_err(|why| format!("{why}\n{net}"))?;
    }
    if let karp_miller::Outcome::Uncoverable(markings) = &forward {
        changed += markings_of(net, markings, &mut random).map_err(|why| format!("{why}\n{net}"))?;
    }
    Ok(changed)
}

/// A run, written and executed again, has the markings that the search says.
///
/// # Errors
/// Why it has not.
pub fn replays(net: &Net, run: &nets::Run) -> Result<(), String> {
    let markings = replay_net(net, &NetTrace::new(net, &run.start, &run.steps))?;
    let said = std::iter::once(&run.start).chain(run.steps.iter().map(|(_, at)| at));
    if markings.iter().eq(said) { Ok(()) } else { Err(format!("other markings: {markings:?}")) }
}

fn most_tokens(run: &nets::Run) -> u32 {
    let markings = run.steps.iter().map(|(_, at)| at).chain([&run.start]);
    markings.map(|at| at.iter().sum::<u32>()).max().unwrap_or(0)
}

fn antichains(net: &Net, elements: &[Element], random: &mut Random) -> Result<Changed, String> {
    let judged = |elements: &[Element]| check(net, "h", &write_antichain(net, "h", elements));
    judged(elements).map_err(|why| format!("the antichain is rejected: {why}"))?;
    let mut changed = Changed::default();
    for _ in 0..MUTANTS {
        let mutant = changed_elements(net, elements, random);
        let largest = mutant.iter().flatten().map(|(_, n)| *n).max().unwrap_or(0);
        let holds =
            |at: &Marking| mutant.iter().any(|element| element.iter().all(|(p, n)| at[p.index()] >= *n));
        let Some(sound) = is_sound(net, largest, &|at| !holds(at)) else { continue };
        changed += compared(judged(&mutant), sound, || write_antichain(net, "h", &mutant))?;
    }
    Ok(changed)
}

fn markings_of(net: &Net, markings: &[Most], random: &mut Random) -> Result<Changed, String> {
    let judged = |markings: &[Most]| check(net, "h", &write_markings(net, "h", markings));
    judged(markings).map_err(|why| format!("the markings are rejected: {why}"))?;
    let mut changed = Changed::default();
    for _ in 0..MUTANTS {
        let mutant = changed_markings(net, markings, random);
        let largest = mutant.iter().flatten().flatten().max().copied().unwrap_or(0);
        let below = |at: &Marking, most: &Most| at.iter().zip(most).all(|(n, m)| m.is_none_or(|m| *n <= m));
        let holds = |at: &Marking| mutant.iter().any(|most| below(at, most));
        // One more than the largest number is beyond every bound.
        let Some(sound) = is_sound(net, largest + 1, &holds) else { continue };
        changed += compared(judged(&mutant), sound, || write_markings(net, "h", &mutant))?;
    }
    Ok(changed)
}

fn compared(
    judged: Result<usize, tw_tts::Refusal>,
    sound: bool,
    text: impl Fn() -> String,
) -> Result<Changed, String> {
    match (judged, sound) {
        (Ok(_), true) => Ok(Changed { accepted: 1, rejected: 0 }),
        (Err(tw_tts::Refusal::Wrong(_)), false) => Ok(Changed { accepted: 0, rejected: 1 }),
        (judged, sound) => Err(format!("brute force says {sound}, the checker {judged:?}:\n{}", text())),
    }
}

/// One element more, less, or other.
fn changed_elements(net: &Net, elements: &[Element], random: &mut Random) -> Vec<Element> {
    let mut mutant = elements.to_vec();
    let place = Place::from_index(random.below(net.places.len()));
    if mutant.is_empty() || random.chance(20) {
        mutant.push(vec![(place, random.below(4) as u32)]);
        return mutant;
    }
    let at = random.below(mutant.len());
    if random.chance(30) {
        mutant.remove(at);
        return mutant;
    }
    let element = &mut mutant[at];
    match element.iter().position(|(p, _)| *p == place) {
        Some(known) => element[known].1 = nearby(element[known].1, random),
        None => element.push((place, 1)),
    }
    element.retain(|(_, n)| *n > 0);
    element.sort_unstable();
    mutant
}

/// One marking more, less, or other.
fn changed_markings(net: &Net, markings: &[Most], random: &mut Random) -> Vec<Most> {
    let mut mutant = markings.to_vec();
    if mutant.is_empty() || random.chance(20) {
        mutant.push((0..net.places.len()).map(|_| Some(random.below(4) as u32)).collect());
        return mutant;
    }
    let at = random.below(mutant.len());
    if random.chance(30) {
        mutant.remove(at);
        return mutant;
    }
    let most = &mut mutant[at][random.below(net.places.len())];
    *most = match most {
        None => Some(random.below(6) as u32),
        Some(_) if random.chance(20) => None,
        Some(n) => Some(nearby(*n, random)),
    };
    mutant
}

fn nearby(n: u32, random: &mut Random) -> u32 {
    if random.chance(50) { n + 1 } else { n.saturating_sub(1) }
}

/// Whether markings that are `safe` hold the initial ones and whatever these lead to, and no target. Markings up to a bound are
/// enough: tokens beyond what guards, targets, and numbers up to `largest` after a rule ask for make no difference.
fn is_sound(net: &Net, largest: u32, safe: &dyn Fn(&Marking) -> bool) -> Option<bool> {
    let guards = net.rules.iter().flat_map(|rule| &rule.guards).map(|(_, n)| *n).max().unwrap_or(0);
    let constants = net.rules.iter().flat_map(|rule| &rule.updates).map(|u| u.constant.unsigned_abs());
    let constants = u32::try_from(constants.max().unwrap_or(0)).ok()?;
    let targets = net.targets.iter().flatten().map(|(_, n)| *n).max().unwrap_or(0);
    let starts = net.init.iter().map(|count| count.at_least).max().unwrap_or(0);
    let bound = (largest + constants).max(guards).max(targets).max(starts);
    let count = u64::from(bound + 1).checked_pow(u32::try_from(net.places.len()).ok()?)?;
    if count > MOST_CONFIGURATIONS as u64 {
        return None;
    }
    let covers = |at: &Marking| net.targets.iter().any(|t| t.iter().all(|(p, n)| at[p.index()] >= *n));
    let sound = |number: u64| {
        let digit = |place: u32| (number / u64::from(bound + 1).pow(place) % u64::from(bound + 1)) as u32;
        let at: Marking = (0..net.places.len() as u32).map(digit).collect();
        if !safe(&at) {
            return !net.begins(&at);
        }
        let mut stays = true;
        net.successors(&at, &mut |_, next| stays &= safe(&next));
        stays && !covers(&at)
    };
    Some((0..count).all(sound))
}
