//! Views of two threads: which shared values and which local states of two threads can occur together.
//!
//! *What*: for each pair of locations, a set over the shared variables and those of two threads; *nobody* is a location too,
//! for states with one thread. Nothing is said about how many threads there are.
//! *Claim*: in every reachable state, with any number of threads, the shared values and any two threads are in the set
//! of their locations, and so is each thread with nobody. The sets hold the initial states. Let the claim hold for a
//! state, and let thread t step. A pair with t: t moves in the set of the pair. A pair without t, x and y: the three
//! pairs among t, x and y are in their sets, and the step is taken from what they have in common. A created
//! thread: it and its creator have equal values, and with any other thread it is where its creator was. Threads that
//! could not follow a passive update would stop it; only those of the pair are asked, which adds steps.
//! *Atomic sections*: a thread inside stops all others. So a set also says whether a thread outside of the pair is inside a
//! section (*held*); then neither of the pair moves, and it is the thread inside that may.
//! *Source*: the abstraction is that of thread-modular reasoning with two threads at a time (view abstraction by
//! Abdulla, Haziza and Holik, with views of size two).
//! *Cost*: pairs of locations × statements that change what others see; results are remembered by sets, which many
//! locations have in common.

mod closing;
mod copies;
mod narrow;

pub(crate) use closing::{GivenUp, compute};
pub(crate) use narrow::Narrowing;

use copies::{Copies, Way};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tw_boolprog::{Loc, Program};
use tw_encode::Variables;
use tw_index::Id;
use tw_solver::{Bdd, Full};
use tw_verdict::{PairView, PairViews};

/// A location, or nobody.
type Place = u32;

/// A pair of places, in ascending order, and whether a thread outside of the pair is inside a section.
pub(crate) type Key = (Place, Place, bool);

/// What is known about pairs of threads.
pub(crate) struct Views {
    copies: Copies,
    sets: FxHashMap<Key, Bdd>,
    nobody: Place,
}

/// Views that were computed before.
pub(crate) fn import(
    program: &Arc<Program>,
    variables: &Variables,
    known: &PairViews,
    nodes: usize,
) -> Result<Views, Full> {
    let copies = Copies::new(program, variables, nodes)?;
    let nobody = u32::try_from(program.locations.len()).expect("locations fit in 32 bits");
    let shared = program.shared.len() as u32;
    let number = |variable: u32| match variable.checked_sub(shared) {
        None => copies.shared(variable as usize),
        Some(local) => copies.local((local / 2) as usize, local % 2),
    };
    let mut diagrams = vec![copies.diagrams.constant(false), copies.diagrams.constant(true)];
    for node in &known.nodes {
        let variable = copies.diagrams.literal(number(node.variable), true)?;
        let set = variable.choose(&diagrams[node.high as usize], &diagrams[node.low as usize])?;
        diagrams.push(set);
    }
    let set =
        |view: &PairView| ((view.places[0], view.places[1], view.held), diagrams[view.set as usize].clone());
    let sets = known.sets.iter().map(set).collect();
    Ok(Views { copies, sets, nobody })
}

impl Views {
    /// What is known about two places, the first one's thread in place 0.
    fn get(&mut self, a: Place, b: Place, held: bool) -> Result<Option<Bdd>, Full> {
        if a <= b {
            return Ok(self.sets.get(&(a, b, held)).cloned());
        }
        match self.sets.get(&(b, a, held)).cloned() {
            Some(set) => self.copies.renamed(&set, Way::Swap).map(Some),
            None => Ok(None),
        }
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// All sets, in a fixed order.
    pub fn sorted(&self) -> Vec<(Key, &Bdd)> {
        let mut all: Vec<(Key, &Bdd)> = self.sets.iter().map(|(key, set)| (*key, set)).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all
    }

    /// The variable of a number: shared ones first, then for each local variable those of the two threads.
    pub fn named(&self, number: u32) -> usize {
        let (shared, locals) = (self.copies.program.shared.len(), self.copies.program.locals.len());
        let shared_at = (0..shared).find(|v| self.copies.shared(*v) == number);
        let local_at = || {
            let both = (0..locals).flat_map(|v| [(v, 0u32), (v, 1)]);
            both.into_iter().find(|(v, copy)| self.copies.local(*v, *copy) == number)
        };
        match shared_at {
            Some(v) => v,
            None => local_at().map_or(usize::MAX, |(v, copy)| shared + 2 * v + copy as usize),
        }
    }

    pub fn bytes(&self) -> u64 {
        self.copies.diagrams.bytes() + self.sets.len() as u64 * 48
    }
}

fn place(at: Loc) -> Place {
    u32::try_from(at.index()).expect("locations fit in 32 bits")
}

fn loc(at: Place) -> Loc {
    Loc::from_index(at as usize)
}
