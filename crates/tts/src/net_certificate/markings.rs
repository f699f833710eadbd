//! *What*: whether markings hold all markings that can be reached, and cover no target.
//!
//! *Claim*: accepted markings hold all initial ones, and whatever one rule leads to from what they hold; none covers a target.
//! So no run covers one. *Refused*: rules that move or drop all tokens of a place.
//!
//! *How*: a rule without transfers leads from all markings with at most these tokens to all with at most those after it, so
//! looking at the most tokens is enough; any number stays any number.
//!
//! *Cost*: markings × rules × markings.

use super::Tokens;
use crate::net::{Net, Place, Rule};
use crate::refusal::Refusal;
use crate::rule_text;
use std::collections::BTreeMap;
use tw_index::Id;

/// The most tokens on each place, by index; absent is any number.
type Most = Vec<Option<u64>>;

/// Checks the markings of a certificate.
pub(super) fn check(net: &Net, markings: &[Tokens], go_on: &dyn Fn() -> bool) -> Result<(), Refusal> {
    let flows = |rule: &&Rule| rule.updates.iter().any(|update| update.sum != [update.place]);
    if let Some(rule) = net.rules.iter().find(flows) {
        return Err(format!("'{}': a net with transfers has no markings", rule_text(net, rule)).into());
    }
    let initial: Most = net.init.iter().map(|count| count.at_most.map(u64::from)).collect();
    if !holds(markings, &initial) {
        return Err("no marking holds the initial markings".into());
    }
    for (number, tokens) in markings.iter().enumerate() {
        let marking: Most = net.places.ids().map(|place| most(tokens, place)).collect();
        let covered = |target: &&Vec<(Place, u32)>| target.iter().all(|(p, n)| has(&marking, *p, *n));
        if let Some(target) = net.targets.iter().find(covered) {
            let names: Vec<&str> = target.iter().map(|(place, _)| net.places[*place].as_str()).collect();
            return Err(format!("marking {number} covers the target about {}", names.join(", ")).into());
        }
        for rule in net.rules.iter() {
            if !go_on() {
                return Err(Refusal::TooLong);
            }
            if fired(rule, &marking).is_some_and(|next| !holds(markings, &next)) {
                let rule = rule_text(net, rule);
                return Err(format!("marking {number}: '{rule}' leads out of the markings").into());
            }
        }
    }
    Ok(())
}

fn most(tokens: &BTreeMap<Place, Option<u64>>, place: Place) -> Option<u64> {
    tokens.get(&place).copied().unwrap_or(Some(0))
}

/// Whether there may be `least` tokens on a place.
fn has(marking: &Most, place: Place, least: u32) -> bool {
    marking[place.index()].is_none_or(|most| most >= u64::from(least))
}

/// Whether one marking holds all that have at most these tokens.
fn holds(markings: &[Tokens], tokens: &Most) -> bool {
    markings.iter().any(|marking| {
        let mut places = tokens.iter().enumerate();
        places.all(|(place, n)| match (n, most(marking, Place::from_index(place))) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(n), Some(most)) => *n <= most,
        })
    })
}

/// The most tokens after a rule, if it can fire. Beyond 64 bits there are any number of them: that asks for more.
fn fired(rule: &Rule, marking: &Most) -> Option<Most> {
    if !rule.guards.iter().all(|(place, least)| has(marking, *place, *least)) {
        return None;
    }
    let mut next = marking.clone();
    for update in &rule.updates {
        let most = &mut next[update.place.index()];
        *most = most.and_then(|n| n.checked_add_signed(update.constant));
    }
    Some(next)
}
