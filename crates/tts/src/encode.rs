//! *What*: a thread transition system as a net.
//!
//! One place `s<i>` for each shared state, of which exactly one has a token, and one place `l<i>` for each
//! local state. A transition is one rule, at the same index; transfers become sums.
//!
//! *Claim*: the markings of the net are the configurations of the system, step by step. A transfer that leaves
//! threads a free choice is no rule of such a net, and refused.

use crate::messages::{Messages, Rejected, unsupported};
use crate::net::{Count, Net, Place, Rule, Update};
use crate::system::{Initial, Kind, Local, Shared, System, Target, ThreadState, Transfers, Transition};
use std::collections::BTreeMap;
use tw_index::{Id, IdVec};
use tw_verdict::Span;

/// A net names each of its places: so many are written.
const MOST_PLACES: u64 = 10_000_000;

/// The net of `system`, beginning in `initial`, with these targets.
///
/// # Errors
/// If it has transfers with a free choice, no target, or too many states.
pub fn net_of(system: &System, initial: &Initial, targets: &[Target]) -> Result<Net, Rejected> {
    let mut messages = Messages::default();
    if u64::from(system.shared()) + u64::from(system.locals()) > MOST_PLACES {
        let message = format!("a net of more than {MOST_PLACES} places is not written");
        messages.push(unsupported(Span::default(), message, ""));
        return Ok(messages.finish(system.source(), None)?.0);
    }
    if targets.is_empty() {
        let message = "a net needs a target, and there is none";
        messages.push(unsupported(Span::default(), message, "").help("write one into the file: 2|1,2"));
    }
    let places = Places { shared: system.shared() as usize };
    let rules = system.transitions().iter().filter_map(|t| rule(places, t, &mut messages)).collect();
    let names = (0..system.shared()).map(|s| format!("s{s}"));
    let net = Net {
        places: names.chain((0..system.locals()).map(|l| format!("l{l}"))).collect(),
        rules,
        init: init(places, system, initial),
        targets: targets.iter().map(|target| conjunction(places, target)).collect(),
    };
    Ok(messages.finish(system.source(), Some(net))?.0)
}

/// The place of each state.
#[derive(Clone, Copy)]
struct Places {
    shared: usize,
}

impl Places {
    fn shared(self, state: Shared) -> Place {
        Place::from_index(state.index())
    }

    fn local(self, state: Local) -> Place {
        Place::from_index(self.shared + state.index())
    }
}

fn init(places: Places, system: &System, initial: &Initial) -> IdVec<Place, Count> {
    let all = (system.shared() as usize) + (system.locals() as usize);
    let mut init = IdVec::filled(Count::exactly(0), all);
    init[places.shared(initial.shared)] = Count::exactly(1);
    for (local, count) in &initial.bounded {
        init[places.local(*local)] = Count::exactly(*count);
    }
    for local in &initial.unbounded {
        init[places.local(*local)].at_most = None;
    }
    init
}

fn conjunction(places: Places, target: &Target) -> Vec<(Place, u32)> {
    let locals = target.locals.iter().map(|(local, count)| (places.local(*local), *count));
    std::iter::once((places.shared(target.shared), 1)).chain(locals).collect()
}

fn rule(places: Places, transition: &Transition, messages: &mut Messages) -> Option<Rule> {
    let (from, to) = (transition.kind.from(), transition.kind.to());
    let mut flow = Flow::default();
    flow.add(places.shared(from.shared), -1);
    flow.add(places.shared(to.shared), 1);
    let (a, b) = (places.local(from.local), places.local(to.local));
    let needs_thread = match &transition.kind {
        Kind::Move { transfers, .. } => {
            if let Some((p, _)) = transfers.iter().find(|(_, choices)| choices.len() > 1) {
                let message = format!("a net cannot leave the threads in local state {p} a free choice");
                messages.push(unsupported(transition.span, message, "may go to several local states"));
                return None;
            }
            moving(places, &mut flow, from, to, transfers);
            true
        }
        Kind::Transfer { .. } => {
            flow.redirect(a, b);
            false
        }
        Kind::Spawn { .. } => {
            flow.add(b, 1);
            true
        }
    };
    let guards =
        std::iter::once((places.shared(from.shared), 1)).chain(needs_thread.then_some((a, 1))).collect();
    Some(Rule { guards, updates: flow.updates(), span: transition.span })
}

fn moving(places: Places, flow: &mut Flow, from: ThreadState, to: ThreadState, transfers: &Transfers) {
    let single = |(p, choices): &(Local, Vec<Local>)| choices.first().map(|q| (*p, *q));
    for (p, q) in transfers.iter().filter_map(single) {
        flow.redirect(places.local(p), places.local(q));
    }
    // The thread that moves is counted where its old fellows arrive: it is taken away there.
    let fellows =
        transfers.binary_search_by_key(&from.local, |(p, _)| *p).ok().and_then(|i| single(&transfers[i]));
    flow.add(places.local(fellows.map_or(from.local, |(_, q)| q)), -1);
    flow.add(places.local(to.local), 1);
}

/// Updates under construction.
#[derive(Default)]
struct Flow {
    /// Where the tokens of a place go, if not to itself.
    redirected: BTreeMap<Place, Place>,
    constants: BTreeMap<Place, i64>,
}

impl Flow {
    fn add(&mut self, place: Place, constant: i64) {
        *self.constants.entry(place).or_default() += constant;
    }

    fn redirect(&mut self, from: Place, to: Place) {
        self.redirected.insert(from, to);
    }

    fn updates(self) -> Vec<Update> {
        let mut sums: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
        let touched =
            self.redirected.iter().flat_map(|(from, to)| [*from, *to]).chain(self.constants.keys().copied());
        for place in touched {
            let own = || if self.redirected.contains_key(&place) { Vec::new() } else { vec![place] };
            sums.entry(place).or_insert_with(own);
        }
        for (from, to) in &self.redirected {
            sums.entry(*to).or_default().push(*from);
        }
        let update = |(place, mut sum): (Place, Vec<Place>)| {
            sum.sort_unstable();
            Update { place, sum, constant: self.constants.get(&place).copied().unwrap_or(0) }
        };
        sums.into_iter().map(update).filter(|update| !update.is_identity()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::net_of;
    use crate::{Initial, load, spec_print::rule_text};

    fn rules(text: &str) -> Vec<String> {
        let system = load("x.tts", format!("{text}0|\n").into()).expect("valid").system;
        let net = net_of(&system, &Initial::unbounded(), &system.targets).expect("expressible");
        net.rules.iter().map(|rule| rule_text(&net, rule)).collect()
    }

    #[test]
    fn transitions_become_rules() {
        assert_eq!(
            rules("2 2\n0 0 -> 1 1\n0 0 -> 0 1\n0 0 +> 0 1\n0 0 +> 1 0\n0 1 ~> 1 0\n0 1 ~> 1 1\n"),
            [
                "s0 >= 1, l0 >= 1 -> s0' = s0 - 1, s1' = s1 + 1, l0' = l0 - 1, l1' = l1 + 1;",
                "s0 >= 1, l0 >= 1 -> l0' = l0 - 1, l1' = l1 + 1;",
                "s0 >= 1, l0 >= 1 -> l1' = l1 + 1;",
                "s0 >= 1, l0 >= 1 -> s0' = s0 - 1, s1' = s1 + 1, l0' = l0 + 1;",
                "s0 >= 1 -> s0' = s0 - 1, s1' = s1 + 1, l0' = l0 + l1 + 0, l1' = 0;",
                "s0 >= 1 -> s0' = s0 - 1, s1' = s1 + 1;",
            ]
        );
        assert_eq!(
            rules("1 3\n0 0 -> 0 1 0 ~> 2 1 ~> 0\n0 2 -> 0 1 2 ~> 1\n"),
            [
                "s0 >= 1, l0 >= 1 -> l0' = l1 + 0, l1' = 1, l2' = l0 + l2 - 1;",
                "s0 >= 1, l2 >= 1 -> l1' = l1 + l2 + 0, l2' = 0;",
            ]
        );
    }

    #[test]
    fn what_is_no_net_is_refused() {
        let system =
            load("x.tts", b"2 2\n0 0 -> 1 1\n0 1 -> 1 0 1 ~> 0 1 ~> 1".to_vec()).expect("valid").system;
        let rejected = net_of(&system, &Initial::unbounded(), &[]).expect_err("free choice");
        assert!(rejected.is_unsupported());
        let messages: Vec<_> = rejected.messages.iter().map(|m| m.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "a net needs a target, and there is none",
                "a net cannot leave the threads in local state 1 a free choice",
            ]
        );
        assert_eq!(rejected.source.position(rejected.messages[1].span).0, 3);
        let huge = load("x.tts", b"4000000000 4000000000\n".to_vec()).expect("valid").system;
        assert!(net_of(&huge, &Initial::unbounded(), &[]).is_err());
    }
}
