//! *What*: Petri nets with transfers and resets, as mist's `.spec` files describe them.
//!
//! A rule asks for tokens on places, and then gives places new numbers of tokens: a sum of old ones and a
//! constant. The tokens of a place go to one place at most, so a rule moves and drops tokens, never copies them.

use tw_index::{Id, IdVec};
use tw_verdict::Span;

tw_index::define_id!(
    /// A place.
    pub struct Place
);
tw_index::define_id!(
    /// A rule of a net.
    pub struct RuleId
);

/// How many tokens each place has, by index.
pub type Marking = Vec<u32>;

/// How many tokens a place may have at the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// So many or more.
    pub at_least: u32,
    /// So many or fewer, if there is a bound.
    pub at_most: Option<u32>,
}

impl Count {
    /// Exactly `n`.
    pub fn exactly(n: u32) -> Self {
        Count { at_least: n, at_most: Some(n) }
    }

    /// `n` or more.
    pub fn at_least(n: u32) -> Self {
        Count { at_least: n, at_most: None }
    }
}

/// `place' = sum + constant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// The place that changes.
    pub place: Place,
    /// The places whose tokens arrive; ascending.
    pub sum: Vec<Place>,
    /// What is added; if negative, the guards promise that it can be taken away.
    pub constant: i64,
}

impl Update {
    /// Whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        self.sum == [self.place] && self.constant == 0
    }
}

/// A rule. Equality does not ask for its place in the source.
#[derive(Clone, Debug)]
pub struct Rule {
    /// At least so many tokens on a place; ascending places, no count is zero.
    pub guards: Vec<(Place, u32)>,
    /// What changes; ascending places, no identities. Other places keep their tokens.
    pub updates: Vec<Update>,
    /// Its place in the source.
    pub span: Span,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        (&self.guards, &self.updates) == (&other.guards, &other.updates)
    }
}

impl Eq for Rule {}

impl Rule {
    /// The marking after the rule, if it can fire and numbers fit into 32 bits.
    pub fn fire(&self, at: &Marking) -> Option<Marking> {
        if !self.guards.iter().all(|(place, least)| at[place.index()] >= *least) {
            return None;
        }
        let mut next = at.clone();
        for update in &self.updates {
            let arriving: i64 = update.sum.iter().map(|p| i64::from(at[p.index()])).sum();
            next[update.place.index()] = u32::try_from(arriving.checked_add(update.constant)?).ok()?;
        }
        Some(next)
    }
}

/// A net, with its initial markings and targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// The names of the places.
    pub places: IdVec<Place, String>,
    /// The rules.
    pub rules: IdVec<RuleId, Rule>,
    /// How many tokens each place has at the beginning.
    pub init: IdVec<Place, Count>,
    /// Alternatives, each with at least so many tokens on some places; ascending places, no count is zero.
    pub targets: Vec<Vec<(Place, u32)>>,
}

impl Net {
    /// Calls `visit` with each marking that one rule leads to.
    pub fn successors(&self, at: &Marking, visit: &mut dyn FnMut(RuleId, Marking)) {
        for (id, rule) in self.rules.enumerate() {
            if let Some(next) = rule.fire(at) {
                visit(id, next);
            }
        }
    }

    /// Whether the net may begin with this marking.
    pub fn begins(&self, marking: &Marking) -> bool {
        let fits = |(n, c): (&u32, &Count)| *n >= c.at_least && c.at_most.is_none_or(|most| *n <= most);
        marking.iter().zip(self.init.iter()).all(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Rule, Update};
    use tw_index::Id;
    use tw_verdict::Span;

    #[test]
    fn rules_fire_on_old_values() {
        let [a, b, c] = [0, 1, 2].map(Place::from_index);
        let rule = Rule {
            guards: vec![(a, 1)],
            updates: vec![
                Update { place: a, sum: Vec::new(), constant: 0 },
                Update { place: b, sum: vec![a, b], constant: -1 },
                Update { place: c, sum: vec![c], constant: 1 },
            ],
            span: Span::default(),
        };
        assert_eq!(rule.fire(&vec![3, 4, 5]), Some(vec![0, 6, 6]));
        assert_eq!(rule.fire(&vec![0, 4, 5]), None);
        assert_eq!(rule.fire(&vec![1, 1, u32::MAX]), None);
    }
}
