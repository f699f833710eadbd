//! Boolean programs as thread transition systems.
//!
//! *What*: shared states are values of the shared variables, together with whether a thread is inside an atomic section;
//! local states are a location and the values of the live local variables, where dead ones are false. [`pairs`] finds
//! those that matter, `write` makes transitions of them.
//! *Claim*: a violation of the program is reachable, with any number of threads, exactly if the target of the system can
//! be covered from `0/0`, where systems begin by default. The argument is in `docs/soundness.md`.
//! *Refused*: passive updates that some thread may be unable to follow. They test that no thread is in a certain state, and
//! no transition does.
//! *Cost*: (shared state, local state) pairs times steps: exponential in the variables, hence the limit.

mod pairs;
mod write;

use pairs::Pairs;
use tw_boolprog::{Action, Assign, Leaf, Loc, Owner, Program, checked::Var, live_locals};
use tw_index::{BitSet, Id, IdVec};
use tw_tts::System;
use tw_verdict::{Question, Span};

/// A program as a system, with its question: it begins in `0/0`, and its only target is in `system.targets`.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The system; places in its source are those of statements.
    pub system: System,
    /// What each shared state is.
    pub shared: Vec<String>,
    /// What each local state is.
    pub locals: Vec<String>,
}

/// Why a program has no expansion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// More than the limit allows; what there was then.
    TooLarge {
        /// Shared states.
        shared: usize,
        /// Local states.
        locals: usize,
        /// The limit on transitions, their items, and pairs of states.
        most: usize,
    },
    /// The passive update of this statement is impossible while some thread cannot follow it.
    ZeroTest(Span),
}

/// The system of a program and a question; `most` transitions with their items, and as many pairs of states.
///
/// # Errors
/// If it is too large, or tests that no thread is in a certain state.
pub fn expand(program: &Program, question: &Question, most: usize) -> Result<Expansion, Refused> {
    let live = live_locals(program);
    let program = without_dead_assignments(program, &live);
    let pairs = Pairs::explore(&program, &live, most)?;
    write::write(&pairs, question, most)
}

/// Assignments to variables that nobody reads any more would only multiply choices.
fn without_dead_assignments(program: &Program, live: &IdVec<Loc, BitSet>) -> Program {
    let mut lean = program.clone();
    for id in program.edges.ids() {
        let to = program.edges[id].to;
        if let Action::Assign(assign) = &mut lean.edges[id].action {
            let constrained = constrained(program, assign);
            assign.targets.retain(|(var, _)| match var {
                Var::Shared(_) => true,
                Var::Local(v) => live[to].contains(v.index()) || constrained.contains(v.index()),
            });
        }
    }
    lean
}

/// The active thread's variables whose new values a constraint reads.
fn constrained(program: &Program, assign: &Assign) -> BitSet {
    let passive = assign.passive.iter();
    let passive =
        passive.flat_map(|p| p.targets.iter().flat_map(|(_, v)| [v.no, v.yes]).chain([p.constraint]));
    let leaves = [assign.constraint].into_iter().chain(passive).flat_map(|f| program.formulas.leaves(f));
    let mut found = BitSet::new();
    leaves.filter(|leaf: &Leaf| leaf.primed && leaf.owner == Owner::Active).for_each(|leaf| {
        found.insert(leaf.index as usize);
    });
    found
}
