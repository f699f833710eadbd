//! No FALSE that was not executed again, no TRUE without saying who has checked it: for every language, here.

mod abstraction;
mod boolean;
mod program;
mod system;

pub use boolean::BooleanRecording;
pub use program::{ProgramRecording, sources_of, with_source_lines};
pub use system::{NetRecording, SystemRecording, net_schedule, system_schedule};

use crate::engines::{Finding, Material, Witness};
use crate::failure::Failure;
use crate::plan::{Asked, Certificates, Plan};
use crate::strategy::levels::Level;
use crate::subject::Content;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tw_verdict::{CertificateSize, Control, Coverage, Proof, Question, Schedule, Violated};

/// Who has checked a TRUE, and the certificate.
pub struct Certified {
    /// Who has checked it.
    pub proof: Proof,
    /// The certificate, if it is to be written.
    pub text: Option<Vec<u8>>,
}

impl Certified {
    fn not(kind: &'static str, why: impl Into<String>) -> Certified {
        Certified { proof: Proof::NotCertified { kind, why: why.into() }, text: None }
    }
}

/// Executes a violation again.
///
/// # Errors
/// The interpreter does not confirm it: a bug of the engine.
pub fn executed(plan: &Plan<'_>, question: Option<&Question>, witness: Witness) -> Result<Violated, Failure> {
    match (witness, &plan.subject.content, &plan.asked) {
        (Witness::Boolean(trace, bound), Content::Boolean(boolean), Asked::Boolean(asked)) => {
            boolean::executed(boolean, question.unwrap_or(&asked.question), trace, bound)
        }
        (Witness::System(start, steps), Content::System(system, _), Asked::System(asked)) => {
            system::executed(system, &asked.claim, &start, &steps)
        }
        (Witness::Net(start, steps), Content::Net(net), _) => system::net_executed(net, &start, &steps),
        _ => Err(Failure::internal("the engine's violation is not about this subject")),
    }
}

/// Executes a violation of a C or C++ program again.
///
/// # Errors
/// The interpreter does not confirm it: a bug of the engine.
pub fn executed_program(plan: &Plan<'_>, level: &Level, witness: Witness) -> Result<Violated, Failure> {
    match (witness, &plan.asked) {
        (Witness::Program(trace), Asked::Program(asked)) => {
            program::executed(plan.subject, asked, level, trace)
        }
        _ => Err(Failure::internal("the engine's violation is not about this program")),
    }
}

/// Writes and checks the certificate of a TRUE.
///
/// # Errors
/// The checker rejects it: a bug of the engine.
pub fn certified(
    plan: &Plan<'_>,
    question: Option<&Question>,
    coverage: Coverage,
    material: Material,
    control: &Control,
) -> Result<Certified, Failure> {
    if plan.certificates == Certificates::None {
        return Ok(Certified::not("certificate", "--certificate none"));
    }
    match (material, &plan.subject.content, &plan.asked) {
        (Material::Reached(reached), Content::Boolean(boolean), Asked::Boolean(asked)) => {
            let question = question.unwrap_or(&asked.question);
            boolean::certified(plan, boolean, question, coverage, *reached, control)
        }
        (Material::SystemElements(elements), Content::System(system, _), Asked::System(asked)) => {
            let text = tw_tts::write_certificate(&asked.claim, &elements);
            let size = CertificateSize::SystemElements(elements.len() as u64);
            system::certified(plan, system, &asked.claim.sha256, text, size, control)
        }
        (Material::SystemMarkings(markings), Content::System(system, _), Asked::System(asked)) => {
            let text = tw_tts::write_markings(&asked.claim, &markings);
            let size = CertificateSize::SystemMarkings(markings.len() as u64);
            system::certified(plan, system, &asked.claim.sha256, text, size, control)
        }
        (Material::NetElements(elements), Content::Net(net), _) => {
            let text = tw_tts::net_certificate::write_antichain(net, plan.subject.sha256(), &elements);
            let size = CertificateSize::NetElements(elements.len() as u64);
            system::net_certified(plan, net, text, size, control)
        }
        (Material::NetMarkings(markings), Content::Net(net), _) => {
            let text = tw_tts::net_certificate::write_markings(net, plan.subject.sha256(), &markings);
            let size = CertificateSize::NetMarkings(markings.len() as u64);
            system::net_certified(plan, net, text, size, control)
        }
        (Material::Nothing, Content::System(..), _) => {
            Ok(Certified::not("certificate", "there are no certificates about a bound yet"))
        }
        (Material::Nothing, ..) => {
            Ok(Certified::not("certificate", "there was not enough room or time to write it down"))
        }
        _ => Err(Failure::internal("the engine's certificate is not about this subject")),
    }
}

/// Writes and checks the certificate of what holds in a C or C++ program, at each level.
///
/// # Errors
/// The interpreter finds a violation, or rejects its own certificate: a bug.
pub fn certified_program(
    plan: &Plan<'_>,
    levels: &[(&Level, Vec<tw_verdict::Property>)],
    control: &Control,
) -> Result<Certified, Failure> {
    let by_predicates = |level: &Level| {
        matches!(&level.found.finding, Finding::Holds { material: Material::Predicates(_), .. })
    };
    if let (Some((level, properties)), Asked::Program(asked)) =
        (levels.iter().find(|(level, _)| by_predicates(level)), &plan.asked)
        && let Finding::Holds { material: Material::Predicates(proof), .. } = &level.found.finding
    {
        let kind = CertificateSize::Predicates { predicates: 0, clauses: 0 }.kind();
        return match (&plan.certificates, levels) {
            (Certificates::None, _) => Ok(Certified::not(kind, "--certificate none")),
            (_, [_]) => abstraction::certified(plan, asked, level, properties, proof, control),
            _ => Ok(Certified::not(kind, "certificates of this kind are about level 0")),
        };
    }
    let kind = CertificateSize::Program(0).kind();
    match &plan.asked {
        _ if plan.certificates == Certificates::None => Ok(Certified::not(kind, "--certificate none")),
        Asked::Program(asked) => program::certified(plan, asked, levels, control),
        _ => Err(Failure::internal("the certificate is not about a program")),
    }
}

/// Where the certificate is written.
fn path(plan: &Plan<'_>) -> Option<String> {
    match &plan.certificates {
        Certificates::Written(path) => Some(path.display().to_string()),
        _ => None,
    }
}

/// An accepted certificate.
fn accepted(plan: &Plan<'_>, size: CertificateSize, text: Vec<u8>) -> Certified {
    let path = path(plan);
    let text = path.is_some().then_some(text);
    Certified { proof: Proof::Certified { size, path }, text }
}

/// A violation with what is needed to execute it again.
fn violated(
    schedule: Schedule,
    recording: &impl Serialize,
    threads: Option<u32>,
) -> Result<Violated, Failure> {
    let recording = serde_json::to_value(recording).map_err(Failure::internal)?;
    Ok(Violated { schedule, recording, threads })
}

/// Whether neither the time limit nor a signal ends the check of a certificate.
fn may_go_on(control: &Control) -> bool {
    let late = control.limits.time.is_some_and(|(_, deadline)| Instant::now() >= deadline);
    !late && !control.interrupted.load(Ordering::Relaxed)
}
