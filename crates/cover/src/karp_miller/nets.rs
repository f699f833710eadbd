//! Forward search on Petri nets without transfers and resets.
//!
//! *What*, *Claim*: as in [`karp_miller`](super), on the places of a net; there is one shared state. A place that may begin with several numbers of
//! tokens begins with the most: fewer never allow more.
//! *Refused*: rules that move or drop all tokens of a place.

use super::omega::OMEGA;
use super::{Explored, Marking, explore};
use tw_index::Id;
use tw_tts::{Net, Rule, RuleId, Shared};
use tw_verdict::{Control, StopReason};

/// What forward search found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No target can be covered; the maximal markings: the most tokens on each place, if there is a bound.
    Uncoverable(Vec<Vec<Option<u32>>>),
    /// A target can be covered.
    Coverable,
    /// This rule moves or drops all tokens of a place.
    Transfers(RuleId),
    /// The search ended early.
    Stopped(StopReason),
}

/// Whether one of the net's targets can be covered; the number of markings met.
pub fn run(net: &Net, control: &Control) -> (Outcome, u64) {
    let flows = |rule: &Rule| rule.updates.iter().any(|update| update.sum != [update.place]);
    if let Some((id, _)) = net.rules.enumerate().find(|(_, rule)| flows(rule)) {
        return (Outcome::Transfers(id), 0);
    }
    let threads = net.init.iter().map(|count| count.at_most.unwrap_or(OMEGA)).collect();
    let start = Marking { shared: Shared::from_index(0), threads };
    let next = |at: &Marking| -> Result<Vec<Marking>, StopReason> {
        let enabled = net.rules.iter().filter(|rule| is_enabled(rule, at));
        enabled.map(|rule| fired(rule, at)).collect()
    };
    let covers =
        |at: &Marking| net.targets.iter().any(|t| t.iter().all(|(p, n)| at.threads[p.index()] >= *n));
    let (outcome, met) = explore(vec![start], &next, &covers, control);
    let outcome = match outcome {
        Explored::Uncoverable(markings) => {
            let most = |n: u32| Some(n).filter(|n| *n != OMEGA);
            let tokens = |m: Marking| m.threads.into_iter().map(most).collect();
            Outcome::Uncoverable(markings.into_iter().map(tokens).collect())
        }
        Explored::Coverable => Outcome::Coverable,
        Explored::Stopped(reason) => Outcome::Stopped(reason),
    };
    (outcome, met)
}

fn is_enabled(rule: &Rule, at: &Marking) -> bool {
    rule.guards.iter().all(|(place, least)| at.threads[place.index()] >= *least)
}

/// The marking behind a rule without transfers; an error if a number does not fit.
fn fired(rule: &Rule, at: &Marking) -> Result<Marking, StopReason> {
    let mut after = at.clone();
    for update in &rule.updates {
        let count = &mut after.threads[update.place.index()];
        if *count != OMEGA {
            let sum = i64::from(*count).checked_add(update.constant);
            let fits = sum.and_then(|n| u32::try_from(n).ok()).filter(|n| *n != OMEGA);
            *count = fits.ok_or(StopReason::Counts)?;
        }
    }
    Ok(after)
}
