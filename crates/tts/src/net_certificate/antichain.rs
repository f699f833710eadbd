//! *What*: whether elements hold all markings from which a target can be covered, and no initial one.
//!
//! *Claim*: accepted elements hold every target, and every marking with a rule into an element; no initial marking is in
//! one. So no run leads from an initial marking to a target.
//!
//! *How*: a marking m leads into an element by a rule if it has the tokens that the guards ask for, and, for each place of the
//! element, the tokens on the places whose tokens arrive there are enough. The tokens of m beyond the guards are guessed, place
//! after place; as soon as what is guessed is in an element, so is whatever has more.
//!
//! *Cost*: elements × rules × ways to divide tokens; each way is looked up among the elements that have a place in common.

use crate::net::{Net, Place, Rule};
use crate::refusal::Refusal;
use crate::rule_text;
use std::collections::BTreeMap;

/// Guesses for one element and one rule, after which the check is given up.
const MANY: u32 = 1_000_000;

/// At least so many tokens on some places.
type Element = BTreeMap<Place, u64>;

/// Checks the elements of a certificate.
pub(super) fn check(net: &Net, elements: &[Element], go_on: &dyn Fn() -> bool) -> Result<(), Refusal> {
    let known = Known::new(elements);
    for target in &net.targets {
        let target: Element = target.iter().map(|(place, n)| (*place, u64::from(*n))).collect();
        if !known.hold(&target) {
            return Err(format!("no element holds the target {}", shown(net, &target)).into());
        }
    }
    for (number, element) in elements.iter().enumerate() {
        if has_initial_marking(net, element) {
            return Err(format!("element {number}, {}, has an initial marking", shown(net, element)).into());
        }
        for rule in net.rules.iter() {
            if !go_on() {
                return Err(Refusal::TooLong);
            }
            if let Some(before) = missed(&known, rule, element)? {
                return Err(format!(
                    "element {number}, {}: '{}' leads there from {}, which is in no element",
                    shown(net, element),
                    rule_text(net, rule),
                    shown(net, &before)
                )
                .into());
            }
        }
    }
    Ok(())
}

fn shown(net: &Net, element: &Element) -> String {
    let tokens: Vec<String> =
        asked(element).map(|place| format!("{}*{}", net.places[place], element[&place])).collect();
    if tokens.is_empty() { super::NO_TOKENS.into() } else { tokens.join(" ") }
}

fn has_initial_marking(net: &Net, element: &Element) -> bool {
    let fits = |(place, n): (&Place, &u64)| net.init[*place].at_most.is_none_or(|most| u64::from(most) >= *n);
    element.iter().all(fits)
}

/// Elements, found by one of their places.
struct Known<'a> {
    by_place: BTreeMap<Place, Vec<&'a Element>>,
    /// Whether an element asks for nothing.
    all: bool,
}

impl<'a> Known<'a> {
    fn new(elements: &'a [Element]) -> Known<'a> {
        let mut frequent: BTreeMap<Place, usize> = BTreeMap::new();
        elements.iter().flat_map(Element::keys).for_each(|place| *frequent.entry(*place).or_default() += 1);
        let mut known = Known { by_place: BTreeMap::new(), all: false };
        for element in elements {
            match asked(element).min_by_key(|place| frequent[place]) {
                Some(rarest) => known.by_place.entry(rarest).or_default().push(element),
                None => known.all = true,
            }
        }
        known
    }

    /// Whether an element holds all markings with at least these tokens.
    fn hold(&self, tokens: &Element) -> bool {
        let there = |place: &Place| tokens.get(place).copied().unwrap_or(0);
        let inside = |element: &&Element| element.iter().all(|(place, n)| there(place) >= *n);
        self.all || asked(tokens).filter_map(|place| self.by_place.get(&place)).flatten().any(inside)
    }
}

/// The places on which there must be tokens.
fn asked(element: &Element) -> impl Iterator<Item = Place> + '_ {
    element.iter().filter(|(_, n)| **n > 0).map(|(place, _)| *place)
}

/// So many tokens on some places together.
struct Want {
    on: Vec<Place>,
    tokens: i128,
}

/// A marking in no element from which the rule leads into this one.
fn missed(known: &Known, rule: &Rule, element: &Element) -> Result<Option<Element>, Refusal> {
    let mut wants = Vec::new();
    for (place, n) in element {
        let update = rule.updates.iter().find(|update| update.place == *place);
        let (on, constant) = update.map_or((vec![*place], 0), |u| (u.sum.clone(), u.constant));
        let tokens = i128::from(*n) - i128::from(constant);
        if on.is_empty() && tokens > 0 {
            return Ok(None);
        }
        wants.push(Want { on, tokens });
    }
    // Where there is nothing to guess, it is done first: more is ruled out early.
    wants.sort_by_key(|want| want.on.len());
    let tokens = rule.guards.iter().map(|(place, n)| (*place, u64::from(*n))).collect();
    let mut guess = Guess { known, tokens, left: MANY };
    Ok(match guess.divide(0, &[], &wants)? {
        Markings::Held | Markings::HeldWithWants => None,
        Markings::Missed => Some(guess.tokens),
    })
}

/// Tokens that are guessed so far.
struct Guess<'a> {
    known: &'a Known<'a>,
    tokens: Element,
    left: u32,
}

/// The markings with at least the tokens that are guessed.
enum Markings {
    /// All of them are in an element.
    Held,
    /// Those that fulfil the wants are.
    HeldWithWants,
    /// One that fulfils them is not: the least one with the tokens that are guessed.
    Missed,
}

impl Guess<'_> {
    /// Whether markings are in an element that have so many tokens more on some places together, and fulfil these wants.
    fn divide(&mut self, missing: u64, on: &[Place], wants: &[Want]) -> Result<Markings, Refusal> {
        self.left = self.left.checked_sub(1).ok_or(Refusal::TooLong)?;
        if self.known.hold(&self.tokens) {
            return Ok(Markings::Held);
        }
        let [first, others @ ..] = on else { return self.serve(wants) };
        let fewest = if others.is_empty() { missing } else { 0 };
        for here in fewest..=missing {
            let before = self.tokens.get(first).copied();
            *self.tokens.entry(*first).or_default() += here;
            let found = self.divide(missing - here, others, wants)?;
            if matches!(found, Markings::Missed) {
                return Ok(found);
            }
            match before {
                Some(before) => self.tokens.insert(*first, before),
                None => self.tokens.remove(first),
            };
            if matches!(found, Markings::Held) {
                // With more here, they are held all the more.
                break;
            }
        }
        Ok(Markings::HeldWithWants)
    }

    fn serve(&mut self, wants: &[Want]) -> Result<Markings, Refusal> {
        let Some((want, rest)) = wants.split_first() else { return Ok(Markings::Missed) };
        let there = |place: &Place| i128::from(self.tokens.get(place).copied().unwrap_or(0));
        let missing = want.tokens - want.on.iter().map(there).sum::<i128>();
        match u64::try_from(missing) {
            Ok(missing) => self.divide(missing, &want.on, rest),
            Err(_) => self.serve(rest),
        }
    }
}
