//! *What*: one step of a thread transition system.
//!
//! *Claim*: exactly the steps of the definition, those of each free choice included. Written to be read: it is
//! what engines are compared with.
//!
//! *Departures* from how BFC treats the short forms: a transfer needs no pool thread, and a spawn is one step.
//! Neither makes a difference to what can be covered.
//!
//! *Cost*: every transition is tried; a free choice of k states for n threads has as many successors as there
//! are multisets.

use crate::place_threads::place_threads;
use crate::system::{Initial, Kind, Local, Shared, System, Target, ThreadState, Transfers, TransitionId};
use std::ops::ControlFlow;
use tw_index::Id;

/// A state of the whole system.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    /// The shared state.
    pub shared: Shared,
    /// How many threads are in each local state.
    pub threads: Vec<u32>,
}

impl Configuration {
    /// The number of threads.
    pub fn size(&self) -> u64 {
        self.threads.iter().map(|n| u64::from(*n)).sum()
    }

    /// Whether it has the shared state of the target, and enough threads.
    pub fn covers(&self, target: &Target) -> bool {
        self.shared == target.shared && target.locals.iter().all(|(l, n)| self.threads[l.index()] >= *n)
    }

    /// Whether the system may begin here.
    pub fn begins(&self, initial: &Initial) -> bool {
        let wanted = |l| initial.bounded.iter().find(|(local, _)| *local == l).map_or(0, |(_, n)| *n);
        let fits = |(i, n): (usize, &u32)| {
            let local = Local::from_index(i);
            *n == wanted(local) || (*n > wanted(local) && initial.unbounded.contains(&local))
        };
        self.shared == initial.shared && self.threads.iter().enumerate().all(fits)
    }
}

/// Calls `visit` with each configuration that one step of `system` leads to. A configuration that several
/// steps lead to is visited several times.
pub fn successors(system: &System, at: &Configuration, visit: &mut dyn FnMut(TransitionId, Configuration)) {
    for (id, transition) in system.transitions().enumerate() {
        step(&transition.kind, at, &mut |next| visit(id, next));
    }
}

/// Calls `visit` with each configuration that `kind` leads to.
pub fn step(kind: &Kind, at: &Configuration, visit: &mut dyn FnMut(Configuration)) {
    if at.shared != kind.from().shared {
        return;
    }
    match kind {
        Kind::Move { from, to, transfers } => move_thread(at, *from, *to, transfers, visit),
        Kind::Transfer { from, to } => {
            let mut threads = at.threads.clone();
            let moved = std::mem::take(&mut threads[from.local.index()]);
            threads[to.local.index()] += moved;
            visit(Configuration { shared: to.shared, threads });
        }
        Kind::Spawn { from, to } => {
            if at.threads[from.local.index()] > 0 {
                let mut threads = at.threads.clone();
                threads[to.local.index()] += 1;
                visit(Configuration { shared: to.shared, threads });
            }
        }
    }
}

fn move_thread(
    at: &Configuration,
    from: ThreadState,
    to: ThreadState,
    transfers: &Transfers,
    visit: &mut dyn FnMut(Configuration),
) {
    if at.threads[from.local.index()] == 0 {
        return;
    }
    // The thread that moves steps aside, so that it is not transferred.
    let mut threads = at.threads.clone();
    threads[from.local.index()] -= 1;
    let mut leaving = |p: &Local| std::mem::take(&mut threads[p.index()]);
    let groups: Vec<Group> = transfers.iter().map(|(p, choices)| (choices.as_slice(), leaving(p))).collect();
    let groups: Vec<Group> = groups.into_iter().filter(|(_, n)| *n > 0).collect();
    let mut arrived = |threads: &mut Vec<u32>| {
        let mut threads = threads.clone();
        threads[to.local.index()] += 1;
        visit(Configuration { shared: to.shared, threads });
        ControlFlow::Continue(())
    };
    let _ = distribute(&groups, &mut threads, &mut arrived);
}

/// Threads of one local state that choose freely.
type Group<'a> = (&'a [Local], u32);

fn distribute(
    groups: &[Group],
    threads: &mut Vec<u32>,
    visit: &mut dyn FnMut(&mut Vec<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(((choices, count), rest)) = groups.split_first() else { return visit(threads) };
    place_threads(choices, *count, threads, &mut |threads| distribute(rest, threads, visit))
}

#[cfg(test)]
mod tests {
    use super::{Configuration, successors};
    use crate::{load, parse_initial};
    use tw_index::Id;

    /// The successors of `s: counts` as text.
    fn after(text: &str, shared: usize, threads: &[u32]) -> Vec<String> {
        let system = load("x.tts", text.into()).expect("valid").system;
        let at = Configuration { shared: crate::Shared::from_index(shared), threads: threads.to_vec() };
        let mut found = Vec::new();
        successors(&system, &at, &mut |t, c| {
            found.push(format!("{}: {} {:?}", t.index(), c.shared.index(), c.threads));
        });
        found
    }

    #[test]
    fn a_move_needs_its_thread_and_its_shared_state() {
        let text = "2 3\n0 1 -> 1 2\n";
        assert_eq!(after(text, 0, &[1, 2, 0]), ["0: 1 [1, 1, 1]"]);
        assert_eq!(after(text, 0, &[1, 0, 2]), Vec::<String>::new());
        assert_eq!(after(text, 1, &[1, 2, 0]), Vec::<String>::new());
    }

    #[test]
    fn the_moving_thread_is_not_transferred() {
        // Neither before its move, nor after it; and transfers happen at once, not one after another.
        assert_eq!(after("1 3\n0 0 -> 0 1 0 ~> 2 1 ~> 0\n", 0, &[3, 2, 1]), ["0: 0 [2, 1, 3]"]);
        assert_eq!(after("1 3\n0 0 -> 0 1 0 ~> 1 1 ~> 2 2 ~> 0\n", 0, &[2, 5, 7]), ["0: 0 [7, 2, 5]"]);
    }

    #[test]
    fn threads_choose_freely() {
        let text = "1 4\n0 0 -> 0 3 1 ~> 1 1 ~> 2\n";
        assert_eq!(
            after(text, 0, &[1, 2, 0, 0]),
            ["0: 0 [0, 2, 0, 1]", "0: 0 [0, 1, 1, 1]", "0: 0 [0, 0, 2, 1]"]
        );
        assert_eq!(after(text, 0, &[1, 0, 0, 0]), ["0: 0 [0, 0, 0, 1]"]);
        let two = "1 4\n0 3 -> 0 0 0 ~> 1 0 ~> 2 1 ~> 0 1 ~> 2\n";
        assert_eq!(after(two, 0, &[2, 1, 0, 1]).len(), 6);
        assert_eq!(
            after(two, 0, &[2, 1, 0, 2]),
            after(two, 0, &[2, 1, 0, 1]).iter().map(|c| c.replace("0]", "1]")).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_transfer_needs_nobody_and_a_spawn_somebody() {
        let text = "2 2\n0 0 ~> 1 1\n0 0 +> 1 1\n";
        assert_eq!(after(text, 0, &[0, 1]), ["0: 1 [0, 1]"]);
        assert_eq!(after(text, 0, &[2, 1]), ["0: 1 [0, 3]", "1: 1 [2, 2]"]);
        assert_eq!(after("2 2\n0 1 ~> 1 1\n", 0, &[2, 1]), ["0: 1 [2, 1]"]);
    }

    #[test]
    fn initial_configurations_are_known() {
        let system = load("x.tts", b"2 3".to_vec()).expect("valid").system;
        let initial = parse_initial("1|0,1/1,2", &system).expect("valid");
        let begins = |shared, threads: [u32; 3]| {
            Configuration { shared: crate::Shared::from_index(shared), threads: threads.to_vec() }
                .begins(&initial)
        };
        assert!(begins(1, [1, 1, 0]) && begins(1, [1, 3, 2]));
        assert!(
            !begins(0, [1, 1, 0]) && !begins(1, [1, 0, 0]) && !begins(1, [2, 1, 0]) && !begins(1, [0, 1, 0])
        );
    }
}
