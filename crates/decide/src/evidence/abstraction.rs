//! Evidence of predicate abstraction: a certificate that `assure` checks, which follows the program by itself.

use super::{Certified, accepted, may_go_on, path};
use crate::engines::PredicateProof;
use crate::failure::Failure;
use crate::plan::{Plan, ProgramQuestion};
use crate::strategy::levels::Level;
use std::fmt::Write;
use tw_assure::{Question, Refusal};
use tw_certify::Header;
use tw_interpret::closure;
use tw_verdict::{CertificateSize, Control, Coverage, Property, Threads};

/// The kind of these certificates.
fn kind() -> &'static str {
    CertificateSize::Predicates { predicates: 0, clauses: 0 }.kind()
}

/// Writes and checks the certificate of a proof by predicates.
pub(super) fn certified(
    plan: &Plan<'_>,
    asked: &ProgramQuestion,
    level: &Level,
    properties: &[Property],
    proof: &PredicateProof,
    control: &Control,
) -> Result<Certified, Failure> {
    let body = match &proof.body {
        Ok(body) => body,
        Err(why) => return Ok(Certified::not(kind(), why.as_str())),
    };
    let Some(mut reached) = proof.boolean.take() else {
        return Ok(Certified::not(kind(), "the search on the Boolean program left nothing to certify"));
    };
    if level.level > 0 {
        return Ok(Certified::not(kind(), "certificates of this kind are about level 0"));
    }
    let question = question(asked, level, properties);
    let mut text = header(&question).into_bytes();
    text.extend(body.as_bytes());
    let boolean = tw_verdict::Question::new(proof.bounds, Vec::new(), true);
    let boolean = Header { sha256: question.program.clone(), question: boolean, coverage: proof.coverage };
    tw_certify::write(&proof.program, &boolean, &mut reached, &mut text);
    match tw_assure::check(&level.module, &text, &question, &|| may_go_on(control)) {
        Ok(_) => {
            let size = CertificateSize::Predicates { predicates: proof.predicates, clauses: proof.clauses };
            Ok(accepted(plan, size, text))
        }
        Err(refusal @ Refusal::TooHard(_)) => {
            let nothing = if path(plan).is_some() { "; nothing is written" } else { "" };
            Ok(Certified::not(kind(), format!("{refusal}{nothing}")))
        }
        Err(refusal) => Err(Failure::internal(format!("the engine's certificate is rejected: {refusal}"))),
    }
}

fn question(asked: &ProgramQuestion, level: &Level, properties: &[Property]) -> Question {
    let bound = match level.found.coverage {
        Some(Coverage::UpTo(most)) => Threads::AtMost(most),
        _ => Threads::AnyNumber,
    };
    Question {
        program: closure::program_hash(&level.module),
        level: level.level,
        world: asked.compile.world.to_string(),
        properties: properties.to_vec(),
        threads: bound,
        assume_defined: asked.abstraction.assume_defined,
        // The program itself reads inputs then.
        uninitialised_is_input: false,
        memory_model: asked.options.memory_model,
    }
}

fn header(question: &Question) -> String {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let names: Vec<&str> = question.properties.iter().map(|p| p.name()).collect();
    let mut out = format!("{}\nkind {}\n", tw_verdict::CERTIFICATE_LINE, kind());
    let _ = writeln!(out, "program {}", question.program);
    let _ = writeln!(out, "level {}", question.level);
    let _ = writeln!(out, "world {}", question.world);
    let _ = writeln!(out, "properties {}", names.join(" "));
    match question.threads.at_most() {
        Some(most) => drop(writeln!(out, "threads {most}")),
        None => out.push_str("threads unbounded\n"),
    }
    let _ = writeln!(out, "assume-defined {}", yes(question.assume_defined));
    let _ = writeln!(
        out,
        "uninitialised {}",
        if question.uninitialised_is_input { "input" } else { "undefined" }
    );
    let _ = writeln!(out, "memory-model {}", question.memory_model);
    out
}
