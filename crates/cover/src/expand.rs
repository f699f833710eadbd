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

#[cfg(test)]
mod tests {
    use super::{Expansion, Refused, expand};
    use crate::systems::{Outcome, backward};
    use tw_tts::{Initial, net_of};
    use tw_verdict::{Bounds, Control, InitialThreads, Question, Target};

    fn expanded(text: &str, init: InitialThreads, label: Option<&str>) -> Result<Expansion, Refused> {
        let program = tw_boolprog::load("test.bp", text.into()).expect("valid").program;
        let targets = label.map(|label| Target::parse(label).expect("a target")).into_iter().collect();
        let bounds = Bounds::any_number(init);
        expand(&program, &Question::new(bounds, targets, label.is_none()), 10_000)
    }

    fn is_covered(text: &str, init: InitialThreads, label: Option<&str>) -> bool {
        let system = expanded(text, init, label).expect("expressible").system;
        let (outcome, _) = backward(&system, &[Initial::unbounded()], &system.targets, &Control::unlimited());
        matches!(outcome, Outcome::Coverable(_))
    }

    #[test]
    fn a_lock_is_small() {
        let text = "decl l := 0; void main() begin atomic_begin; assume(!l); l := 1; atomic_end; L: skip; l := 0; end";
        let expansion = expanded(text, InitialThreads::Unbounded, Some("L:2")).expect("expressible");
        // Two values, each with and without a thread inside; one thread counted; the violation.
        assert_eq!((expansion.system.shared(), expansion.system.locals()), (6, 8), "{}", expansion.system);
        assert!(!is_covered(text, InitialThreads::Unbounded, Some("L:2")));
        assert!(is_covered(text, InitialThreads::Exactly(1), Some("L")));
        assert!(net_of(&expansion.system, &Initial::unbounded(), &expansion.system.targets).is_ok());
    }

    /// All other threads get the same value, though the one that chooses it forgets it at once.
    #[test]
    fn updates_between_the_same_thread_states_stay_apart() {
        let text = "decl begun := 0, done := 0; decl thread_local b := 0; void main() begin decl a := 0; \
             if * then atomic_begin; assume(!begun); begun := 1; atomic_end; \
             a, b$ := *, * constrain 'b$ = 'a; done := 1; end_thread; fi; \
             assume(done); if b then L: skip; else N: skip; fi; end";
        let three = InitialThreads::Exactly(3);
        assert!(is_covered(text, three, Some("L:2")) && is_covered(text, three, Some("N:2")));
        assert!(!is_covered(text, three, Some("L:1+N:1")));
        assert!(is_covered(&text.replace(" constrain 'b$ = 'a", ""), three, Some("L:1+N:1")));
    }

    #[test]
    fn exactly_so_many_threads_begin() {
        let text = "void main() begin decl a; L: if a then M: skip; fi; end";
        for count in 1..4 {
            let init = InitialThreads::Exactly(count);
            assert!(is_covered(text, init, Some(&format!("M:{count}"))));
            assert!(!is_covered(text, init, Some(&format!("L:{}", count + 1))));
        }
    }

    #[test]
    fn a_thread_counts_for_all_of_its_labels() {
        let text = "void main() begin L: M: skip; N: skip; end";
        let one = InitialThreads::Exactly(1);
        assert!(is_covered(text, one, Some("L:1+M:1")));
        assert!(!is_covered(text, one, Some("L:1+N:1")));
        assert!(is_covered(text, InitialThreads::Exactly(2), Some("L:1+M:1+N:1")));
    }

    #[test]
    fn dead_variables_cost_nothing() {
        let names: Vec<String> = (0..40).map(|i| format!("v{i}")).collect();
        let text = format!("void main() begin decl {}; v0 := v1; assert(v0); end", names.join(", "));
        let expansion = expanded(&text, InitialThreads::Exactly(1), None).expect("small");
        assert!(expansion.system.locals() < 12, "{}", expansion.system);
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        let test = "decl x; decl thread_local b; void main() begin x := 1 constrain !b$; end";
        assert!(matches!(expanded(test, InitialThreads::Exactly(2), None), Err(Refused::ZeroTest(_))));
        let names: Vec<String> = (0..20).map(|i| format!("v{i}")).collect();
        let large = format!("decl {}; void main() begin skip; end", names.join(", "));
        assert!(matches!(expanded(&large, InitialThreads::Exactly(2), None), Err(Refused::TooLarge { .. })));
    }
}
