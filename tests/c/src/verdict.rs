//! Checking one test program.

use crate::case::{Case, Expectation, Expected};
use crate::load::load_in;
use crate::random::Random;
use crate::states::COUNTED;
use std::sync::Arc;
use tw_decide::engines::{Confirmed, confirmed};
use tw_execute::{Guess, Hunt, Options, Reductions, Search, Undecided, Unsupported};
use tw_interpret::{How, simulate};
use tw_ir::Module;
use tw_verdict::{Control, Property, StopReason};

/// Cases are small: a larger state space is a mistake in the case.
const CAP: u64 = 300_000;
/// With every access an interleaving point, larger state spaces are left out.
const ACCESS_CAP: u64 = 20_000;

/// Cases whose names have a length that this divides are checked with a hunt as well.
const HUNTED: usize = 8;

/// Instructions of one random execution.
const LONGEST_SIMULATION: u64 = 5_000;

/// Cases about critical sections, which are also run with a guess that has to be refuted.
const SECTIONS: &str = "sections/";

/// A verdict in short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// No violation.
    True,
    /// This property is violated; the interpreter has confirmed it.
    False(Property),
    /// Neither, for this reason.
    Unknown(Undecided),
}

impl Checked {
    /// Whether there were too many states.
    fn is_cut_off(&self) -> bool {
        matches!(self, Checked::Unknown(Undecided::Stopped(StopReason::StateLimit(_))))
    }

    /// Whether the verdicts are the same, if not the reasons.
    fn is_of_one_kind(&self, other: &Checked) -> bool {
        match (self, other) {
            (Checked::Unknown(_), Checked::Unknown(_)) => true,
            _ => self == other,
        }
    }

    /// Whether a property is violated that was not asked for.
    fn is_undefined(&self) -> bool {
        matches!(self, Checked::Unknown(Undecided::Unsupported(Unsupported::NotAsked { .. }, _)))
    }
}

/// Checks some properties; `private` is the reduction that the command line uses.
///
/// # Errors
/// The interpreter does not confirm what the machine found.
pub fn check_properties(
    case: &Case,
    module: &Arc<Module>,
    properties: &[Property],
    private: bool,
) -> Result<Checked, String> {
    let options = Options {
        threads: case.threads,
        havoc_externals: case.havoc_externals,
        nondet_range: case.nondet_range,
        memory_model: case.memory_model,
        reductions: if private { Reductions::ALL } else { COUNTED },
        ..Options::new(properties.to_vec())
    };
    let alone = searched(module, &options, private, 0)?;
    // The search must find by itself what a walk could catch. Where it finds nothing, nothing may be caught.
    if private && case.name.len().is_multiple_of(HUNTED) {
        let hunted = searched(module, &options, private, 300)?;
        if matches!(alone, Checked::False(_)) != matches!(hunted, Checked::False(_)) {
            return Err(format!("{hunted:?} with a hunt, {alone:?} without"));
        }
    }
    if private && case.name.starts_with(SECTIONS) {
        let bold = searched(module, &Options { guess: Guess::Bold, ..options }, private, 0)?;
        if !bold.is_of_one_kind(&alone) {
            return Err(format!("{bold:?} if more is taken to be protected, instead of {alone:?}"));
        }
    }
    Ok(alone)
}

/// Searches, with so many attempts to hunt. Cases are too small for the usual hunt: it begins almost at once.
fn searched(
    module: &Arc<Module>,
    options: &Options,
    private: bool,
    attempts: u64,
) -> Result<Checked, String> {
    let search = Search { hunt: Hunt { attempts, after: 8 }, ..Search::default() };
    let mut control = Control::unlimited();
    control.limits.states = Some(if private { CAP } else { ACCESS_CAP });
    Ok(match confirmed(module, options, &search, &control)? {
        Confirmed::Holds => Checked::True,
        Confirmed::Violated(schedule) => Checked::False(schedule.breach.property),
        Confirmed::Undecided(why) => Checked::Unknown(why),
    })
}

/// Random executions of the interpreter, which shares no code with the machine: none of them may violate a property
/// that holds. The numbers are the same in every run of the suite.
///
/// # Errors
/// A violation of a property that is expected to hold.
pub fn simulate_module(case: &Case, module: &Module, executions: u64) -> Result<(), String> {
    let Expectation::Properties(expected) = &case.levels[0] else { return Ok(()) };
    let listed = |p: &Property| expected.iter().any(|(q, _)| q == p);
    let properties: Vec<Property> = Property::DEFAULT.into_iter().filter(|p| !listed(p)).collect();
    let options = case.replay_options(properties);
    let mut random = Random::new(1);
    for execution in 0..executions {
        let run = simulate(module, &options, LONGEST_SIMULATION, &mut |n| random.below(n))?;
        if let How::Violation(breach) = run.how {
            return Err(format!(
                "execution {execution} of the interpreter: {}: {}",
                breach.property, breach.message
            ));
        }
    }
    Ok(())
}

/// Compiles a case at a level.
///
/// # Errors
/// What the front end says.
pub fn load_case(case: &Case, level: u8) -> Result<Arc<Module>, String> {
    load_in(&case.world, &case.path, &case.flags, level, case.narrow)
}

/// Checks what a case expects at one level, for which it has been compiled.
///
/// # Errors
/// What is not as expected.
pub fn check_module(case: &Case, module: &Arc<Module>, level: u8, private: bool) -> Result<(), String> {
    let checked = |properties: &[Property]| check_properties(case, module, properties, private);
    // Races are judged at level 0.
    let judged = |property: Property| level == 0 || property != Property::DataRace;
    let Expectation::Properties(expected) = &case.levels[level as usize] else {
        let all: Vec<Property> = Property::DEFAULT.into_iter().filter(|p| judged(*p)).collect();
        return match checked(&all)? {
            found @ Checked::Unknown(_) if !found.is_cut_off() => Ok(()),
            other => Err(format!("UNKNOWN is expected, not {other:?}")),
        };
    };
    for (property, verdict) in expected.iter().filter(|(p, _)| judged(*p)) {
        let found = checked(&[*property])?;
        let fits = match (verdict, &found) {
            (Expected::True, Checked::True) => true,
            (Expected::False, Checked::False(violated)) => violated == property,
            (Expected::Unknown, Checked::Unknown(_)) => true,
            _ => !private && found.is_cut_off(),
        };
        if !fits {
            return Err(format!("{property}: {verdict:?} is expected, not {found:?}"));
        }
    }
    let listed = |p: &Property| expected.iter().any(|(q, _)| q == p);
    let rest: Vec<Property> = Property::DEFAULT.into_iter().filter(|p| !listed(p) && judged(*p)).collect();
    if rest.is_empty() {
        return Ok(());
    }
    // Behind undefined behaviour nothing is claimed.
    let undefined = expected
        .iter()
        .any(|(p, v)| matches!(p, Property::Memory | Property::Arithmetic) && *v == Expected::False);
    match checked(&rest)? {
        Checked::True => Ok(()),
        found if undefined && found.is_undefined() => Ok(()),
        found if !private && found.is_cut_off() => Ok(()),
        other => Err(format!("the other properties: TRUE is expected, not {other:?}")),
    }
}
