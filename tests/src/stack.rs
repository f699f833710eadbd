//! Every engine of the table through the whole stack: settings, plan, strategy, evidence. A new engine is tested by being in
//! [`ENGINES`].

use crate::battery::Disagreement;
use std::path::PathBuf;
use tw_decide::engines::{ENGINES, Scope};
use tw_decide::{CommandName, Host, Plan, Subject, Typed};
use tw_verdict::{Control, Limits, Verdict};

/// States after which a run is given up, which is not a disagreement.
const MOST_STATES: u64 = 20_000;

/// A limit on states, and nothing else.
struct Capped;

impl Host for Capped {
    fn control(&self, _: &str) -> Control {
        let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
        Control { limits, ..Control::unlimited() }
    }

    fn log(&self, _: &str) {}

    fn warn(&self, _: &str) {}
}

/// Asks every engine that can answer; `options` are those of `threadwise check`. Without an expected verdict the engines
/// have to agree. Returns how many gave an answer.
///
/// # Errors
/// An engine says the opposite, or its evidence is rejected.
pub fn every_engine(
    file: &PathBuf,
    options: &[String],
    expected: Option<Verdict>,
) -> Result<usize, Disagreement> {
    let fail = |text: String| Disagreement(text);
    let subject = Subject::read(std::slice::from_ref(file)).map_err(|e| fail(e.to_string()))?;
    let unbounded = options.windows(2).any(|w| w[0] == "--threads" && w[1] == "unbounded");
    let bounded = options.iter().any(|o| o == "--threads") && !unbounded;
    let mut expected = expected;
    let mut answered = 0;
    for engine in ENGINES {
        let fits = match engine.scope(subject.language()) {
            None => false,
            Some(Scope::Either) => true,
            Some(Scope::Bounded) => bounded,
            Some(Scope::AnyNumber) => !bounded,
        };
        if !fits {
            continue;
        }
        let name = engine.name();
        let typed = typed(name, options).map_err(|e| fail(format!("{name}: {e}")))?;
        let plan = Plan::new(&typed, &subject).map_err(|e| fail(format!("{name}: {e}")))?;
        let decided = match plan.decide(&Capped) {
            Ok(decided) => decided,
            // Broadcasts and transfers are not for every engine.
            Err(failure) if failure.kind == tw_decide::FailureKind::Unsupported => continue,
            Err(failure) => return Err(fail(format!("{name}: {failure}"))),
        };
        match (decided.answer.verdict(), expected) {
            (Verdict::Unknown, _) => continue,
            (found, Some(expected)) if found != expected => {
                return Err(fail(format!("{name} says {found}, not {expected}")));
            }
            // Whoever answers first is believed by the others.
            (found, _) => {
                expected = Some(found);
                answered += 1;
            }
        }
    }
    Ok(answered)
}

fn typed(engine: &str, options: &[String]) -> Result<Typed, tw_decide::Failure> {
    let mut typed = Typed::new(CommandName::Check, Vec::new());
    typed.set("engine", engine)?;
    for pair in options.chunks(2) {
        if let [key, value] = pair {
            typed.set(key.trim_start_matches('-'), value.trim_matches('\''))?;
        }
    }
    Ok(typed)
}
