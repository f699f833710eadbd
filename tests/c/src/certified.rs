//! The interpreter's own exploration against what a case expects: it finds every violation, and certifies what holds.

use crate::case::{Case, Expectation, Expected};
use crate::verdict::load_case;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_decide::engines::{Confirmed, confirmed};
use tw_execute::{Options, Search};
use tw_interpret::closure::{
    Budget, Closed, Question, Reduction, Refusal, Unknown, check, explore, explore_by,
};
use tw_interpret::{ReplayOptions, Unsupported};
use tw_ir::{Identities, Module};
use tw_verdict::{Control, Property};

/// Larger programs are left out.
const MOST: u64 = 2_000;

/// Without reduction there are more states.
const MOST_UNREDUCED: u64 = 20_000;

/// Programs that take longer are left out, too: those with many inputs in one step.
const LONGEST: Duration = Duration::from_secs(5);

/// States of the machine's search.
const SEARCHED: u64 = 10_000;

/// What became of one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// A certificate of so many states, of which so many have a chosen thread, was accepted.
    Yes(usize, usize),
    /// The violation that is expected was found.
    Violation,
    /// There are too many states, or inputs with too many values.
    LeftOut(String),
}

/// Explores what a case expects at one level: each property that is violated alone, the others together.
///
/// # Errors
/// What is not as expected.
pub fn certify_case(case: &Case, level: u8) -> Result<Vec<Certified>, String> {
    let module = load_case(case, level)?;
    certify_module(case, &module, level)
}

/// The same for a case that is compiled.
///
/// # Errors
/// What is not as expected.
pub fn certify_module(case: &Case, module: &Module, level: u8) -> Result<Vec<Certified>, String> {
    let Expectation::Properties(expected) = &case.levels[level as usize] else { return Ok(Vec::new()) };
    // Races are judged at level 0.
    let judged = |property: Property| level == 0 || property != Property::DataRace;
    let mut found = Vec::new();
    for (property, _) in expected.iter().filter(|(p, v)| *v == Expected::False && judged(*p)) {
        let question = question(case, vec![*property]);
        found.push(violated(module, &question, *property).map_err(|why| format!("{property}: {why}"))?);
    }
    let listed = |p: &Property| expected.iter().any(|(q, v)| q == p && *v != Expected::True);
    let rest: Vec<Property> = Property::DEFAULT.into_iter().filter(|p| !listed(p) && judged(*p)).collect();
    let undefined = [Property::Memory, Property::Arithmetic].iter().any(listed);
    if !rest.is_empty() {
        found.push(holds(module, &question(case, rest), undefined)?);
    }
    Ok(found)
}

fn question(case: &Case, properties: Vec<Property>) -> Question {
    let replay = case.replay_options(properties);
    Question { replay, nondet_range: case.nondet_range }
}

fn left_out(refusal: &Refusal) -> Option<Certified> {
    match refusal {
        Refusal::TooLarge(_) => Some(Certified::LeftOut("states".into())),
        Refusal::Stopped => Some(Certified::LeftOut("time".into())),
        Refusal::Unknown(Unknown::Unsupported(Unsupported::Input { .. })) => {
            Some(Certified::LeftOut("inputs".into()))
        }
        _ => None,
    }
}

/// Compares the verdict of the machine about one property with the interpreter's exploration.
///
/// # Errors
/// How they differ.
pub fn compare_verdicts(module: &Arc<Module>, property: Property) -> Result<Certified, String> {
    let mut control = Control::unlimited();
    control.limits.states = Some(SEARCHED);
    let options = Options::new(vec![property]);
    let answer = confirmed(module, &options, &Search::default(), &control)?;
    let replay = ReplayOptions { properties: vec![property], ..ReplayOptions::default() };
    let question = Question { replay, nondet_range: None };
    let found = match answer {
        Confirmed::Holds => holds(module, &question, false),
        Confirmed::Violated(_) => violated(module, &question, property),
        Confirmed::Undecided(why) => Ok(Certified::LeftOut(format!("{why:?}"))),
    };
    found.map_err(|why| format!("{property}: {why}"))
}

/// What the exploration finds, with numbers of threads if the program computes with their identities.
fn explored_by_either(
    module: &Module,
    question: &Question,
    budget: &Budget,
) -> Result<(Question, Result<Closed, Refusal>), String> {
    match explored(module, question, budget)? {
        Err(Refusal::Unknown(Unknown::Unsupported(why))) if why.asks_for_numbers() => {
            let mut numbered = question.clone();
            numbered.replay.identities = Identities::Numbers;
            let found = explore(module, &numbered, budget);
            Ok((numbered, found))
        }
        found => Ok((question.clone(), found)),
    }
}

/// What the exploration finds; without reduction it finds the same, unless that takes too long.
fn explored(
    module: &Module,
    question: &Question,
    budget: &Budget,
) -> Result<Result<Closed, Refusal>, String> {
    let found = match explore(module, question, budget) {
        Err(Refusal::Unknown(Unknown::Unsupported(why))) if why.asks_for_numbers() => {
            return Ok(Err(Refusal::Unknown(Unknown::Unsupported(why))));
        }
        other => other,
    };
    let began = Instant::now();
    let in_time = || began.elapsed() < LONGEST;
    let larger = Budget { states: Some(MOST_UNREDUCED), go_on: &in_time, meter: None };
    let full = explore_by(Reduction::None, module, question, &larger);
    let property = |found: &Result<Closed, Refusal>| match found {
        Err(Refusal::Violation(breach)) => Some(breach.property),
        _ => None,
    };
    match (&full, &found) {
        (Ok(_), Ok(closed)) if closed.beyond_bound != full.as_ref().is_ok_and(|full| full.beyond_bound) => {
            Err("without reduction, the coverage differs".into())
        }
        (Ok(_), Err(Refusal::Violation(_) | Refusal::Unknown(_))) | (Err(Refusal::Violation(_)), Ok(_)) => {
            Err(format!("without reduction {full:?}, with it {found:?}"))
        }
        _ if property(&full) != property(&found)
            && property(&full).is_some()
            && property(&found).is_some() =>
        {
            let asked = question.replay.properties.len();
            if asked == 1 { Err(format!("without reduction {full:?}, with it {found:?}")) } else { Ok(found) }
        }
        _ => Ok(found),
    }
}

fn violated(module: &Module, question: &Question, property: Property) -> Result<Certified, String> {
    let began = Instant::now();
    let in_time = || began.elapsed() < LONGEST;
    let budget = Budget { states: Some(MOST), go_on: &in_time, meter: None };
    let (_, found) = explored_by_either(module, question, &budget)?;
    match found {
        Err(Refusal::Violation(breach)) if breach.property == property => Ok(Certified::Violation),
        Err(refusal) => left_out(&refusal).ok_or_else(|| format!("a violation is expected, not {refusal:?}")),
        Ok(closed) => Err(format!("a violation is expected, not {} states without one", closed.states.len())),
    }
}

fn holds(module: &Module, question: &Question, undefined: bool) -> Result<Certified, String> {
    let began = Instant::now();
    let in_time = || began.elapsed() < LONGEST;
    let budget = Budget { states: Some(MOST), go_on: &in_time, meter: None };
    let (question, found) = explored_by_either(module, question, &budget)?;
    let question = &question;
    let closed = match found {
        Ok(closed) => closed,
        Err(Refusal::Unknown(Unknown::NotAsked(_))) if undefined => {
            return Ok(Certified::LeftOut("undefined behaviour".into()));
        }
        Err(refusal) => {
            return left_out(&refusal).ok_or_else(|| format!("no violation is expected: {refusal:?}"));
        }
    };
    let beyond =
        check(module, question, &closed.states, &budget).map_err(|why| format!("rejected: {why}"))?;
    if beyond != closed.beyond_bound {
        return Err("the coverage differs".into());
    }
    Ok(Certified::Yes(closed.states.len(), closed.states.iter().filter(|s| s.chosen.is_some()).count()))
}
