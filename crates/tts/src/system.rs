//! *What*: a thread transition system, and the questions asked about it.
//!
//! A state of the system is one shared state and a multiset of local states, one for each thread.

use std::sync::Arc;
use tw_index::{Id, IdVec};
use tw_verdict::{SourceFile, Span};

tw_index::define_id!(
    /// A shared state.
    pub struct Shared
);
tw_index::define_id!(
    /// A local state.
    pub struct Local
);
tw_index::define_id!(
    /// A transition of a system.
    pub struct TransitionId
);

/// What one thread sees: the shared state and its own local state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadState {
    /// The shared state.
    pub shared: Shared,
    /// The local state of the thread.
    pub local: Local,
}

impl ThreadState {
    /// The thread state of two numbers.
    pub fn new(shared: usize, local: usize) -> Self {
        ThreadState { shared: Shared::from_index(shared), local: Local::from_index(local) }
    }
}

/// Where passive threads go: for each listed local state those to which each of its threads may go.
///
/// Ascending and without repetition, lists too. A local state that is not listed keeps its threads, and none
/// is listed that has only itself to go to.
pub type Transfers = Vec<(Local, Vec<Local>)>;

/// What a transition does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `s l -> s' l' p ~> q …`: one thread moves, and every other thread in a listed p goes to one of its q,
    /// each as it likes.
    Move {
        /// Before.
        from: ThreadState,
        /// After.
        to: ThreadState,
        /// What happens to the other threads.
        transfers: Transfers,
    },
    /// `s l ~> s' l'`: all threads in l go to l', be there any or not.
    Transfer {
        /// Before.
        from: ThreadState,
        /// After.
        to: ThreadState,
    },
    /// `s l +> s' l'`: while some thread is in l, where it stays, a new thread begins in l'.
    Spawn {
        /// Before.
        from: ThreadState,
        /// The shared state afterwards, and the local state of the new thread.
        to: ThreadState,
    },
}

impl Kind {
    /// A move; `pairs` are the items `p ~> q` in any order.
    pub fn moving(from: ThreadState, to: ThreadState, mut pairs: Vec<(Local, Local)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut transfers = Transfers::new();
        for (p, q) in pairs {
            match transfers.last_mut() {
                Some((last, choices)) if *last == p => choices.push(q),
                _ => transfers.push((p, vec![q])),
            }
        }
        transfers.retain(|(p, choices)| choices != &[*p]);
        Kind::Move { from, to, transfers }
    }

    /// The thread state before.
    pub fn from(&self) -> ThreadState {
        let (Kind::Move { from, .. } | Kind::Transfer { from, .. } | Kind::Spawn { from, .. }) = self;
        *from
    }

    /// The thread state after.
    pub fn to(&self) -> ThreadState {
        let (Kind::Move { to, .. } | Kind::Transfer { to, .. } | Kind::Spawn { to, .. }) = self;
        *to
    }

    /// What a system has one transition of at most.
    pub(crate) fn key(&self) -> Key {
        (std::mem::discriminant(self), self.from(), self.to())
    }

    /// All local states that occur.
    fn locals(&self) -> impl Iterator<Item = Local> + '_ {
        let transfers = match self {
            Kind::Move { transfers, .. } => transfers.as_slice(),
            _ => &[],
        };
        let listed =
            transfers.iter().flat_map(|(p, choices)| std::iter::once(*p).chain(choices.iter().copied()));
        [self.from().local, self.to().local].into_iter().chain(listed)
    }
}

/// The kind of a transition, and the thread states before and after.
pub(crate) type Key = (std::mem::Discriminant<Kind>, ThreadState, ThreadState);

/// A transition and where it stands. Equality asks what it does only.
#[derive(Clone, Debug)]
pub struct Transition {
    /// What it does.
    pub kind: Kind,
    /// Its place in the source.
    pub span: Span,
}

impl PartialEq for Transition {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Transition {}

/// What must not be covered: a shared state with at least so many threads in some local states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The shared state.
    pub shared: Shared,
    /// How many threads where; ascending local states, no count is zero.
    pub locals: Vec<(Local, u32)>,
}

impl Target {
    /// The target with one thread in each local state that is listed, repetitions counted.
    pub fn new(shared: Shared, locals: Vec<Local>) -> Self {
        Target { shared, locals: counted(locals) }
    }
}

/// Where the system begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initial {
    /// The shared state.
    pub shared: Shared,
    /// So many threads exactly, or at least, if the local state is unbounded too; ascending, no count is zero.
    pub bounded: Vec<(Local, u32)>,
    /// Local states with any number of threads; ascending, without repetition.
    pub unbounded: Vec<Local>,
}

impl Initial {
    /// One thread in each of `bounded`, repetitions counted, and any number in each of `unbounded`.
    pub fn new(shared: Shared, bounded: Vec<Local>, mut unbounded: Vec<Local>) -> Self {
        unbounded.sort_unstable();
        unbounded.dedup();
        Initial { shared, bounded: counted(bounded), unbounded }
    }

    /// `0|0`: one thread in local state 0.
    pub fn single() -> Self {
        Initial::new(Shared::from_index(0), vec![Local::from_index(0)], Vec::new())
    }

    /// `0/0`: any number of threads in local state 0.
    pub fn unbounded() -> Self {
        Initial::new(Shared::from_index(0), Vec::new(), vec![Local::from_index(0)])
    }
}

fn counted(mut locals: Vec<Local>) -> Vec<(Local, u32)> {
    locals.sort_unstable();
    let count = |group: &[Local]| u32::try_from(group.len()).unwrap_or(u32::MAX);
    locals.chunk_by(|a, b| a == b).map(|group| (group[0], count(group))).collect()
}

/// A thread transition system. Equality asks neither for the source nor for places in it.
#[derive(Clone, Debug)]
pub struct System {
    shared: u32,
    locals: u32,
    transitions: IdVec<TransitionId, Transition>,
    /// What the file asks: alternatives.
    pub targets: Vec<Target>,
    source: Arc<SourceFile>,
}

impl System {
    /// A system of so many shared and local states, without transitions.
    pub fn new(shared: u32, locals: u32, source: Arc<SourceFile>) -> Self {
        System { shared, locals, transitions: IdVec::new(), targets: Vec::new(), source }
    }

    /// Adds a transition.
    ///
    /// # Panics
    /// If it has a state that the system has not.
    pub fn push(&mut self, kind: Kind, span: Span) -> TransitionId {
        self.check(&kind);
        self.transitions.push(Transition { kind, span })
    }

    fn check(&self, kind: &Kind) {
        let shared =
            [kind.from().shared, kind.to().shared].into_iter().all(|s| s.index() < self.shared as usize);
        assert!(shared && kind.locals().all(|l| l.index() < self.locals as usize), "states are in range");
    }

    /// The number of shared states.
    pub fn shared(&self) -> u32 {
        self.shared
    }

    /// The number of local states.
    pub fn locals(&self) -> u32 {
        self.locals
    }

    /// The transitions.
    pub fn transitions(&self) -> &IdVec<TransitionId, Transition> {
        &self.transitions
    }

    /// The file.
    pub fn source(&self) -> &Arc<SourceFile> {
        &self.source
    }
}

impl PartialEq for System {
    fn eq(&self, other: &Self) -> bool {
        (self.shared, self.locals) == (other.shared, other.locals)
            && self.transitions == other.transitions
            && self.targets == other.targets
    }
}

impl Eq for System {}

#[cfg(test)]
mod tests {
    use super::{Initial, Kind, Local, Shared, Target, ThreadState};
    use tw_index::Id;

    fn locals(numbers: &[usize]) -> Vec<Local> {
        numbers.iter().map(|l| Local::from_index(*l)).collect()
    }

    #[test]
    fn transfers_are_ordered_and_hold_no_identity() {
        let pairs = [(3, 1), (2, 2), (1, 2), (3, 3), (1, 2), (1, 0)];
        let pairs = pairs.map(|(p, q)| (Local::from_index(p), Local::from_index(q))).to_vec();
        let Kind::Move { transfers, .. } =
            Kind::moving(ThreadState::new(0, 0), ThreadState::new(1, 0), pairs)
        else {
            panic!("a move");
        };
        let expected = vec![(Local::from_index(1), locals(&[0, 2])), (Local::from_index(3), locals(&[1, 3]))];
        assert_eq!(transfers, expected);
    }

    #[test]
    fn repetitions_count() {
        let target = Target::new(Shared::from_index(1), locals(&[2, 0, 2]));
        assert_eq!(target.locals, [(Local::from_index(0), 1), (Local::from_index(2), 2)]);
        let initial = Initial::new(Shared::from_index(0), locals(&[1, 1]), locals(&[3, 2, 3]));
        assert_eq!(initial.bounded, [(Local::from_index(1), 2)]);
        assert_eq!(initial.unbounded, locals(&[2, 3]));
    }
}
