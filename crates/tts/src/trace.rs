//! *What*: runs of systems and nets as a file stores them: where a run begins, and the numbers of its steps.
//!
//! Transitions and rules are numbered from 0, in the order in which the file has them. A transition that the reader ignores
//! has no number; one that replaces an earlier one has its number. As JSON:
//!
//! ```text
//! { "start": { "shared": 0, "threads": [{ "local": 0, "count": 2 }] },
//!   "steps": [{ "transition": 0 }, { "transition": 3, "choices": [{ "from": 1, "to": 2, "count": 1 }] }] }
//! { "start": { "idle": 2, "lock": 1 }, "steps": [0, 0, 3] }
//! ```

use crate::net::{Marking, Net, RuleId};
use crate::step::Configuration;
use crate::system::{Kind, Local, System, TransitionId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tw_index::Id;

/// A run of a thread transition system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SystemTrace {
    /// Where it begins.
    pub start: SystemState,
    /// The steps, one after the other.
    pub steps: Vec<SystemStep>,
}

/// A configuration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SystemState {
    /// The number of the shared state.
    pub shared: u32,
    /// Local states that have threads, each once, in ascending order.
    pub threads: Vec<ThreadsIn>,
}

/// Threads in one local state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadsIn {
    /// The number of the local state.
    pub local: u32,
    /// How many threads are there.
    pub count: u32,
}

/// A step of a system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SystemStep {
    /// The number of the transition.
    pub transition: u32,
    /// Where the threads went that may go to several local states, in ascending order; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

/// What some threads chose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The local state in which they were.
    pub from: u32,
    /// The one to which they went.
    pub to: u32,
    /// How many of them.
    pub count: u32,
}

/// A run of a net.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetTrace {
    /// How many tokens there are at the beginning, by the name of the place; places without tokens are left out.
    pub start: BTreeMap<String, u32>,
    /// The numbers of the rules, one after the other.
    pub steps: Vec<u32>,
}

impl NetTrace {
    /// The trace of a run.
    pub fn new(net: &Net, start: &Marking, steps: &[(RuleId, Marking)]) -> Self {
        let there = net.places.iter().zip(start).filter(|(_, n)| **n > 0);
        NetTrace {
            start: there.map(|(name, n)| (name.clone(), *n)).collect(),
            steps: steps.iter().map(|(rule, _)| rule.index() as u32).collect(),
        }
    }
}

impl SystemState {
    fn new(at: &Configuration) -> Self {
        let there = at.threads.iter().enumerate().filter(|(_, n)| **n > 0);
        let threads = there.map(|(local, n)| ThreadsIn { local: local as u32, count: *n }).collect();
        SystemState { shared: at.shared.index() as u32, threads }
    }
}

impl SystemTrace {
    /// The trace of a run.
    ///
    /// # Errors
    /// If threads that choose freely cannot have gone where the next configuration has them: this is no run.
    pub fn new(
        system: &System,
        start: &Configuration,
        steps: &[(TransitionId, Configuration)],
    ) -> Result<Self, String> {
        let mut at = start;
        let mut found = Vec::new();
        for (id, next) in steps {
            let kind = &system.transitions()[*id].kind;
            let choices = choices(kind, at, next).ok_or(format!(
                "step {}: '{}' does not lead there",
                found.len() + 1,
                system.transitions()[*id]
            ))?;
            found.push(SystemStep { transition: id.index() as u32, choices });
            at = next;
        }
        Ok(SystemTrace { start: SystemState::new(start), steps: found })
    }
}

/// What the threads with a free choice chose between these configurations, if a step leads from one to the other.
fn choices(kind: &Kind, before: &Configuration, after: &Configuration) -> Option<Vec<Choice>> {
    let Kind::Move { from, to, transfers } = kind else { return Some(Vec::new()) };
    if transfers.iter().all(|(_, choices)| choices.len() == 1) {
        return Some(Vec::new());
    }
    let mut staying = before.threads.clone();
    let mover = &mut staying[from.local.index()];
    *mover = mover.checked_sub(1)?;
    let mut groups = Vec::new();
    for (p, choices) in transfers {
        groups.push(Group { from: *p, choices, threads: std::mem::take(&mut staying[p.index()]) });
    }
    staying[to.local.index()] = staying[to.local.index()].checked_add(1)?;
    let arriving = after.threads.iter().zip(&staying).map(|(after, stays)| after.checked_sub(*stays));
    let mut arriving: Vec<u32> = arriving.collect::<Option<_>>()?;
    // Those without a choice go first: the others have to fit in.
    groups.sort_by_key(|group| group.choices.len());
    let mut chosen = Vec::new();
    if !distribute(&groups, &mut arriving, &mut chosen) || arriving.iter().any(|n| *n > 0) {
        return None;
    }
    let is_free =
        |choice: &Choice| transfers.iter().any(|(p, q)| p.index() as u32 == choice.from && q.len() > 1);
    chosen.retain(is_free);
    chosen.sort_unstable();
    Some(chosen)
}

/// Threads in one local state, and where they may go.
#[derive(Clone, Copy)]
struct Group<'a> {
    from: Local,
    choices: &'a [Local],
    threads: u32,
}

/// Sends the threads of all groups to where threads arrive.
fn distribute(groups: &[Group], arriving: &mut [u32], chosen: &mut Vec<Choice>) -> bool {
    let Some((group, rest)) = groups.split_first() else { return true };
    let Some((to, others)) = group.choices.split_first() else {
        return group.threads == 0 && distribute(rest, arriving, chosen);
    };
    let most = group.threads.min(arriving[to.index()]);
    for count in (0..=most).rev() {
        arriving[to.index()] -= count;
        let chosen_before = chosen.len();
        if count > 0 {
            chosen.push(Choice { from: group.from.index() as u32, to: to.index() as u32, count });
        }
        let left = Group { choices: others, threads: group.threads - count, ..*group };
        if distribute(&[&[left], rest].concat(), arriving, chosen) {
            return true;
        }
        chosen.truncate(chosen_before);
        arriving[to.index()] += count;
    }
    false
}
