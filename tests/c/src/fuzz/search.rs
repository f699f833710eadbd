//! One search, and what it found.

use super::compare::Difference;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_decide::engines::{Confirmed, confirmed, executed};
use tw_execute::{Finding, Guess, Hunt, Options, Reductions, Search, StoreKind, run};
use tw_ir::Module;
use tw_verdict::{Control, Property, StopReason};

/// A program whose search takes longer is left out.
const LONGEST: Duration = Duration::from_secs(20);

/// What is asked in one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// All outcomes, and all properties but those below.
    Outcomes,
    /// Data races.
    Races,
    /// Memory that is not freed.
    Cleanup,
    /// All outcomes, whatever is violated.
    Ends,
    /// One property.
    Alone(Property),
}

impl Question {
    /// The properties that are asked for.
    pub fn properties(self) -> Vec<Property> {
        match self {
            Question::Outcomes => vec![
                Property::Assertion,
                Property::Memory,
                Property::Deadlock,
                Property::Pthread,
                Property::Arithmetic,
            ],
            Question::Races => vec![Property::DataRace],
            Question::Cleanup => vec![Property::Cleanup],
            // A deadlock does not end an execution.
            Question::Ends => vec![Property::Deadlock],
            Question::Alone(property) => vec![property],
        }
    }

    /// Whether a search goes on after a violation: with one property the first violation decides.
    fn explores_all(self) -> bool {
        matches!(self, Question::Outcomes | Question::Ends)
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Properties that are violated.
    pub violated: BTreeSet<Property>,
    /// Exit codes.
    pub exit_codes: BTreeSet<i32>,
    /// Some execution could not be followed to its end.
    pub unsupported: bool,
    /// Why the interpreter does not execute the trace of the first violation.
    pub rejected: Option<String>,
    /// States visited.
    pub states: u64,
}

/// Why there is no result.
pub enum Failed {
    /// Too many states.
    Large,
    /// Too much time.
    Slow,
    /// The engine is wrong.
    Broken(Difference),
}

/// Searches with a reduction.
///
/// # Errors
/// Limits, and broken invariants of the engine.
pub fn search(module: &Arc<Module>, question: Question, reduction: &str, cap: u64) -> Result<Found, Failed> {
    search_with(module, question, reduction, cap, true)
}

/// Searches with a reduction; `recall`: steps that were made before are not executed again.
///
/// # Errors
/// Limits, and broken invariants of the engine.
pub fn search_with(
    module: &Arc<Module>,
    question: Question,
    reduction: &str,
    cap: u64,
    recall: bool,
) -> Result<Found, Failed> {
    let broken = |text: String| Failed::Broken(Difference { reduction: reduction.into(), text });
    let reductions: Reductions = reduction.parse().map_err(broken)?;
    // Much is taken for granted, and refuted, except with the usual reductions.
    let guess = if reduction == "all" { Guess::Careful } else { Guess::Bold };
    let options = Options { reductions, guess, recall, ..Options::new(question.properties()) };
    let explore_all = question.explores_all();
    // The simple store is the fast one here; the usual reductions come with the usual store.
    let store = if reduction == "all" { StoreKind::Tree } else { StoreKind::Flat };
    // Walks could catch what the search misses.
    let hunt = Hunt::attempts(0);
    let search = Search { explore_all, few_switches: false, store, hunt, ..Search::default() };
    let run = catch_unwind(AssertUnwindSafe(|| run(module, &options, &search, &limited(cap))));
    let run = run.map_err(|_| broken(format!("{question:?}: an invariant is broken")))?;
    let rejected = match &run.finding {
        Finding::Stopped(StopReason::StateLimit(_)) => return Err(Failed::Large),
        Finding::Stopped(_) | Finding::Incomplete => return Err(Failed::Slow),
        Finding::Exhausted => None,
        // The interpreter is slow: the usual reductions and those that are most unlike them.
        Finding::Violation(trace) if ["all", "none", "tau+,heap,stores"].contains(&reduction) => {
            executed(module, &options, trace).err()
        }
        Finding::Violation(_) => None,
    };
    Ok(Found {
        rejected,
        // A search that ends at a violation has not seen what else there is.
        unsupported: run.met.unsupported.is_some() && (explore_all || run.met.violated.is_empty()),
        exit_codes: if explore_all { run.met.exit_codes } else { BTreeSet::new() },
        violated: run.met.violated,
        states: run.statistics.states,
    })
}

fn limited(cap: u64) -> Control {
    let mut control = Control::unlimited();
    control.limits.states = Some(cap);
    control.limits.time = Some((LONGEST, Instant::now() + LONGEST));
    control
}

impl Found {
    /// How another search differs.
    pub fn unlike(&self, other: &Found) -> Option<String> {
        let mut text = String::new();
        if self.violated != other.violated {
            let _ = write!(text, " violated {:?} instead of {:?};", other.violated, self.violated);
        }
        if self.exit_codes != other.exit_codes {
            let missing: Vec<&i32> = self.exit_codes.difference(&other.exit_codes).collect();
            let new: Vec<&i32> = other.exit_codes.difference(&self.exit_codes).collect();
            let _ = write!(text, " outcomes missing {missing:?}, invented {new:?};");
        }
        if self.unsupported != other.unsupported {
            let _ = write!(text, " unsupported {} instead of {};", other.unsupported, self.unsupported);
        }
        (!text.is_empty()).then_some(text)
    }

    /// Whether another search found nothing that is not here.
    pub fn covers(&self, other: &Found) -> bool {
        other.violated.is_subset(&self.violated) && other.exit_codes.is_subset(&self.exit_codes)
    }
}

/// The usual answer about a violated property has a trace that the interpreter executes.
///
/// # Errors
/// It has not.
pub fn replayed(module: &Arc<Module>, question: Question, cap: u64) -> Result<(), Difference> {
    let options = Options::new(question.properties());
    // Random programs are too small for the usual hunt.
    let search = Search { hunt: Hunt { attempts: 300, after: 8 }, ..Search::default() };
    let answered = catch_unwind(AssertUnwindSafe(|| confirmed(module, &options, &search, &limited(cap))));
    let why = match answered {
        Err(_) => "an invariant is broken".into(),
        Ok(Err(why)) => why,
        Ok(Ok(Confirmed::Violated(_))) => return Ok(()),
        Ok(Ok(_)) => "no violation is found".into(),
    };
    Err(Difference { reduction: "all".into(), text: format!("{question:?}: {why}") })
}
