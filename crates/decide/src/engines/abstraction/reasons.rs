//! Why predicate abstraction does not decide, and what to try next.

use crate::engines::execute::place;
use crate::failure::Failure;
use tw_abstraction::{Unfinished, Why};
use tw_ir::Module;
use tw_steps::Refused;
use tw_verdict::{Hint, NotRefined, Reason, TooMuch, Unrefined};

/// The bound that is advised where nothing is known about any number of threads.
const SMALL_BOUND: u32 = 3;

/// Why there is no step graph.
pub fn reason(module: &Module, refused: &Refused) -> (Reason, Vec<Hint>) {
    let too_large =
        |what, most: usize, loc| Reason::TooLarge { what, most: most as u64, place: place(module, loc) };
    let reason = match refused {
        Refused::Construct(what, loc) => Reason::Construct { what: what.clone(), place: place(module, *loc) },
        Refused::Recursion(functions, loc) => {
            Reason::Recursion { functions: functions.clone(), place: place(module, *loc) }
        }
        Refused::Places(most) => too_large(TooMuch::Places, *most, None),
        Refused::Ways(most, loc) => too_large(TooMuch::Ways, *most, *loc),
        Refused::Rounds => Reason::TooLarge { what: TooMuch::Attempts, most: 0, place: None },
    };
    (reason, vec![Hint::SmallBound(SMALL_BOUND), Hint::WithoutConstruct])
}

/// The same where a graph was to be written.
pub fn failure(module: &Module, refused: &Refused) -> Failure {
    Failure::unsupported(format!("the program has no step graph: {}", reason(module, refused).0))
}

/// Why refinement has ended.
pub fn unfinished(unfinished: Unfinished) -> (Reason, Vec<Hint>) {
    let Unfinished { why, predicates, path, .. } = unfinished;
    let why = match why {
        Why::Stopped(stop) | Why::Boolean(Reason::Stopped(stop)) => {
            let hints = vec![Hint::LargerLimits, Hint::GivePredicates, Hint::SmallBound(SMALL_BOUND)];
            return (Reason::Stopped(stop), hints);
        }
        Why::Boolean(reason) => Unrefined::Search(reason.to_string()),
        Why::Rounds(rounds) => Unrefined::Rounds(rounds),
        Why::Predicates(most) => Unrefined::Predicates(most),
        Why::NoPredicate => Unrefined::NoPredicates,
        Why::TooHard => Unrefined::TooHard,
        Why::NotExecuted(why) => Unrefined::Rough(why),
    };
    let end = NotRefined { why, predicates, path };
    let hints = vec![Hint::GivePredicates, Hint::SmallBound(SMALL_BOUND)];
    (Reason::NotRefined(Box::new(end)), hints)
}
