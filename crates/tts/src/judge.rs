//! *What*: the naive judge: can a target be covered with few threads?
//!
//! *Claim*: exact for the bound it is given: all configurations with at most that many threads, spawns beyond
//! it not taken. A violation is a violation of the unbounded system; its absence says nothing about more threads.
//!
//! *Cost*: every configuration is kept, twice.

use crate::net::{Count, Marking, Net, Place, RuleId};
use crate::place_threads::place_threads;
pub use crate::search::{Answer, Judgement, Path};
use crate::search::{Space, search};
use crate::step::{Configuration, successors};
use crate::system::{Initial, System, Target, TransitionId};
use std::ops::ControlFlow;
use tw_index::Id;

/// Systems with more local states are not judged: a configuration would not fit into memory many times.
pub const MOST_LOCALS: u32 = 1 << 16;

/// Whether one of `targets` can be covered from one of `initials` with at most `threads` threads at any time,
/// by a shortest run. Of initial states with more threads nothing begins. Gives up after `cap` configurations.
///
/// ```
/// use tw_tts::{Answer, Initial, judge, load};
/// let text = "3 4\n0 0 -> 1 1\n1 0 -> 2 3\n2 3 -> 2 1 1 ~> 2\n2|1,2\n";
/// let system = load("broadcast.tts", text.into()).expect("valid").system;
/// let with = |threads| judge(&system, &[Initial::unbounded()], &system.targets, threads, 1000).answer;
/// assert_eq!(with(1), Answer::Unreached);
/// assert!(matches!(with(2), Answer::Reached(path) if path.steps.len() == 3));
/// ```
pub fn judge(
    system: &System,
    initials: &[Initial],
    targets: &[Target],
    threads: u32,
    cap: usize,
) -> Judgement<Configuration, TransitionId> {
    if system.locals() > MOST_LOCALS {
        return Judgement { answer: Answer::Capped, states: 0 };
    }
    search(&Configurations { system, initials, targets, threads }, cap)
}

struct Configurations<'a> {
    system: &'a System,
    initials: &'a [Initial],
    targets: &'a [Target],
    threads: u32,
}

impl Space for Configurations<'_> {
    type State = Configuration;
    type Step = TransitionId;

    fn starts(&self, visit: &mut dyn FnMut(Configuration) -> ControlFlow<()>) {
        for initial in self.initials {
            let mut threads = vec![0; self.system.locals() as usize];
            initial.bounded.iter().for_each(|(l, n)| threads[l.index()] = *n);
            let mut begin = |threads: &mut Vec<u32>| {
                visit(Configuration { shared: initial.shared, threads: threads.clone() })
            };
            if fill(&initial.unbounded, self.threads, &mut threads, &mut begin).is_break() {
                return;
            }
        }
    }

    fn successors(&self, at: &Configuration, visit: &mut dyn FnMut(TransitionId, Configuration)) {
        successors(self.system, at, &mut |transition, next| {
            if next.size() <= u64::from(self.threads) {
                visit(transition, next);
            }
        });
    }

    fn is_target(&self, state: &Configuration) -> bool {
        self.targets.iter().any(|target| state.covers(target))
    }
}

/// Adds to `counts` in each way that `choices` allow, up to `most` altogether.
fn fill<I: Id>(
    choices: &[I],
    most: u32,
    counts: &mut Vec<u32>,
    visit: &mut dyn FnMut(&mut Vec<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let there: u64 = counts.iter().map(|n| u64::from(*n)).sum();
    let Some(room) = u64::from(most).checked_sub(there) else { return ControlFlow::Continue(()) };
    let room = if choices.is_empty() { 0 } else { u32::try_from(room).unwrap_or(most) };
    for more in 0..=room {
        place_threads(choices, more, counts, visit)?;
    }
    ControlFlow::Continue(())
}

/// Whether a target of `net` can be covered with at most `tokens` tokens at any time, by a shortest run.
/// Gives up after `cap` markings.
pub fn judge_net(net: &Net, tokens: u32, cap: usize) -> Judgement<Marking, RuleId> {
    search(&Markings { net, tokens }, cap)
}

struct Markings<'a> {
    net: &'a Net,
    tokens: u32,
}

impl Space for Markings<'_> {
    type State = Marking;
    type Step = RuleId;

    fn starts(&self, visit: &mut dyn FnMut(Marking) -> ControlFlow<()>) {
        let mut marking: Marking = self.net.init.iter().map(|c| c.at_least).collect();
        let more = |c: &Count| c.at_most.is_none_or(|most| most > c.at_least);
        let open: Vec<Place> = self.net.init.enumerate().filter(|(_, c)| more(c)).map(|(p, _)| p).collect();
        let mut begin = |marking: &mut Marking| {
            if self.net.begins(marking) { visit(marking.clone()) } else { ControlFlow::Continue(()) }
        };
        let _ = fill(&open, self.tokens, &mut marking, &mut begin);
    }

    fn successors(&self, at: &Marking, visit: &mut dyn FnMut(RuleId, Marking)) {
        self.net.successors(at, &mut |rule, next| {
            if next.iter().map(|n| u64::from(*n)).sum::<u64>() <= u64::from(self.tokens) {
                visit(rule, next);
            }
        });
    }

    fn is_target(&self, state: &Marking) -> bool {
        self.net.targets.iter().any(|target| target.iter().all(|(p, n)| state[p.index()] >= *n))
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, judge, judge_net};
    use crate::{Initial, System, load, load_spec, parse_initial, successors};

    const MUTEX: &str = "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2,2\n";
    const BROADCAST: &str = "3 4\n0 0 -> 1 1\n1 0 -> 2 3\n2 3 -> 2 1 1 ~> 2\n2|1,2\n";

    fn system(text: &str) -> System {
        load("x.tts", text.into()).expect("valid").system
    }

    fn length(system: &System, initial: &str, threads: u32) -> Option<usize> {
        let initial = parse_initial(initial, system).expect("valid");
        match judge(system, &[initial], &system.targets, threads, 100_000).answer {
            Answer::Unreached => None,
            Answer::Reached(path) => Some(path.steps.len()),
            Answer::Capped => panic!("small"),
        }
    }

    #[test]
    fn the_examples_are_judged() {
        let (mutex, broadcast) = (system(MUTEX), system(BROADCAST));
        for threads in 0..=5 {
            assert_eq!(length(&mutex, "unbounded", threads), None);
            let expected = (threads >= 2).then_some(3);
            assert_eq!(length(&broadcast, "unbounded", threads), expected);
        }
        assert_eq!(length(&mutex, "1|2,2", 5), Some(0));
        assert_eq!(length(&mutex, "1|2/1,2", 5), Some(0));
        assert_eq!(length(&broadcast, "0|0,0", 2), Some(3));
        assert_eq!(length(&broadcast, "single", 5), None);
        // More threads than the bound never begin.
        assert_eq!(length(&broadcast, "0|0,0", 1), None);
    }

    #[test]
    fn configurations_are_counted() {
        // Shared 0: up to three threads over 0, 1, 3; shared 1: one of them in 2.
        let judged = judge(&system(MUTEX), &[Initial::unbounded()], &[], 3, 1000);
        assert_eq!((judged.answer, judged.states), (Answer::Unreached, 20 + 10));
        let capped = judge(&system(MUTEX), &[Initial::unbounded()], &[], 3, 29);
        assert_eq!((capped.answer, capped.states), (Answer::Capped, 29));
        assert_eq!(judge(&system("1 100000"), &[Initial::single()], &[], 3, 29).answer, Answer::Capped);
    }

    #[test]
    fn spawns_stop_at_the_bound() {
        let spawning = system("1 2\n0 0 +> 0 1\n0|1,1,1\n");
        assert_eq!(length(&spawning, "single", 3), None);
        assert_eq!(length(&spawning, "single", 4), Some(3));
    }

    #[test]
    fn runs_are_runs() {
        let system = system(BROADCAST);
        let Answer::Reached(path) = judge(&system, &[Initial::unbounded()], &system.targets, 3, 1000).answer
        else {
            panic!("unsafe");
        };
        assert!(path.start.begins(&Initial::unbounded()));
        let mut at = path.start;
        for (transition, next) in path.steps {
            let mut found = false;
            successors(&system, &at, &mut |t, c| found |= t == transition && c == next);
            assert!(found);
            at = next;
        }
        assert!(at.covers(&system.targets[0]));
    }

    #[test]
    fn nets_are_judged() {
        let text = "vars x y rules x >= 1 -> x' = x - 1, y' = y + 2; init x in [1,2] target y >= 3";
        let net = load_spec("x.spec", text.into()).expect("valid").net;
        assert_eq!(judge_net(&net, 3, 100).answer, Answer::Unreached);
        assert!(matches!(judge_net(&net, 4, 100).answer, Answer::Reached(path) if path.steps.len() == 2));
    }
}
