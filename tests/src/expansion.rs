//! Programs expanded to thread transition systems, and these decided on their own.

use crate::battery::Disagreement;
use tw_boolprog::Program;
use tw_cover::expand::{Expansion, Refused, expand};
use tw_cover::systems::{Outcome, backward};
use tw_tts::{Claim, Initial, check_certificate, load, write_certificate};
use tw_verdict::{Control, Limits, Question};

/// Transitions and pairs of states of an expansion; larger ones are left out.
const MOST_TRANSITIONS: usize = 2_000;
/// Elements after which backward search is given up.
const MOST_ELEMENTS: u64 = 2_000;
/// Certificates with more elements times transitions are not checked.
const MOST_EFFORT: usize = 100_000;

/// What the expansion says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expanded {
    /// Its target cannot be covered.
    Safe,
    /// It can.
    Unsafe,
    /// Too large.
    Unknown,
    /// An update cannot be written.
    Refused,
}

/// Expands a program, reads back what is written, and decides it.
///
/// # Errors
/// If what is written reads back as something else, or a certificate is rejected.
pub fn expanded(program: &Program, question: &Question) -> Result<Expanded, Disagreement> {
    let Expansion { system, shared, locals } = match expand(program, question, MOST_TRANSITIONS) {
        Ok(expansion) => expansion,
        Err(Refused::TooLarge { .. }) => return Ok(Expanded::Unknown),
        Err(Refused::ZeroTest(_)) => return Ok(Expanded::Refused),
    };
    let fail = |why: String| Err(Disagreement(format!("expansion: {why}\n{system}")));
    if (shared.len(), locals.len()) != (system.shared() as usize, system.locals() as usize) {
        return fail("not every state has a name".into());
    }
    match load("expansion.tts", system.to_string().into_bytes()) {
        Ok(loaded) if loaded.system == system && loaded.warnings.is_empty() => {}
        other => return fail(format!("it reads back differently: {other:?}")),
    }
    let limits = Limits { states: Some(MOST_ELEMENTS), ..Limits::default() };
    let control = Control { limits, ..Control::unlimited() };
    let initials = vec![Initial::unbounded()];
    let (outcome, _) = backward(&system, &initials, &system.targets, &control);
    match outcome {
        Outcome::Stopped(_) => Ok(Expanded::Unknown),
        Outcome::Coverable(_) => Ok(Expanded::Unsafe),
        Outcome::Uncoverable(elements) => {
            let claim = Claim { sha256: "h".into(), initials, targets: system.targets.clone() };
            if elements.len() * system.transitions().len() <= MOST_EFFORT
                && let Err(why) = check_certificate(&system, "h", &write_certificate(&claim, &elements))
            {
                return fail(format!("the certificate is rejected: {why}"));
            }
            Ok(Expanded::Safe)
        }
    }
}
