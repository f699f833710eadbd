//! `certify`: a certificate, checked again by code that shares nothing with the engines.

use crate::compile::Compile;
use crate::failure::Failure;
use crate::host::Host;
use crate::strategy::levels::compiled;
use crate::subject::{Boolean, Content, Subject};
use std::path::PathBuf;
use tw_interpret::closure::{self, Budget, Certificate, Recipe};
use tw_ir::Module;
use tw_tts::{Net, System};
use tw_verdict::{Coverage, Property};

fn rejected(why: impl std::fmt::Display) -> Failure {
    Failure::input(format!("the certificate is rejected: {why}"))
}

/// Checks a certificate about a subject; says what it proves. `clang` are arguments for the compiler.
///
/// # Errors
/// It is rejected.
pub fn certify(
    subject: &Subject,
    certificate: &str,
    clang: Vec<String>,
    host: &dyn Host,
) -> Result<String, Failure> {
    match &subject.content {
        Content::Boolean(boolean) => of_boolean(boolean, subject.sha256(), certificate),
        Content::System(system, _) => of_system(system, subject.sha256(), certificate),
        Content::Net(net) => of_net(net, subject.sha256(), certificate),
        Content::Program(files) => of_program(files, certificate, clang, host),
    }
}

fn of_boolean(boolean: &Boolean, sha256: &str, certificate: &str) -> Result<String, Failure> {
    let accepted = tw_certify::check(&boolean.program, sha256, certificate.as_bytes()).map_err(rejected)?;
    let mut claims: Vec<String> = accepted.targets.iter().map(|t| format!("{t} is not reached")).collect();
    if accepted.assertions {
        claims.insert(0, "no assertion fails".into());
    }
    Ok(format!(
        "The certificate is accepted: {}, {} ({}).\n",
        claims.join(", "),
        accepted.coverage,
        accepted.size
    ))
}

fn of_system(system: &System, sha256: &str, certificate: &str) -> Result<String, Failure> {
    let (claim, elements) = tw_tts::check_certificate(system, sha256, certificate).map_err(rejected)?;
    let list = |items: Vec<String>| items.join(" or ");
    Ok(format!(
        "The certificate is accepted: {} cannot be covered from {}, {} ({elements} elements or markings).\n",
        list(claim.targets.iter().map(ToString::to_string).collect()),
        list(claim.initials.iter().map(ToString::to_string).collect()),
        Coverage::Any
    ))
}

fn of_net(net: &Net, sha256: &str, certificate: &str) -> Result<String, Failure> {
    let parts = tw_tts::net_certificate::check(net, sha256, certificate).map_err(rejected)?;
    Ok(format!(
        "The certificate is accepted: no target can be covered, {} ({parts} elements or markings).\n",
        Coverage::AnyTokens
    ))
}

fn of_program(
    files: &[PathBuf],
    certificate: &str,
    clang: Vec<String>,
    host: &dyn Host,
) -> Result<String, Failure> {
    if certificate.lines().nth(1) == Some("kind predicate-abstraction") {
        return of_predicates(files, certificate, clang, host);
    }
    let all = closure::read(certificate).map_err(rejected)?;
    for certificate in &all {
        let Recipe { level, word, world } = certificate.recipe.clone();
        if level > 2 || ![32, 64].contains(&word) {
            return Err(rejected("there is no such level or word"));
        }
        let compile = Compile { opt: level, word: Some(word), world, clang: clang.clone() };
        let module = compiled(&compile, files, level, host)?;
        verify(&module, certificate).map_err(rejected)?;
    }
    Ok(all.iter().map(sentence).collect())
}

/// A proof by predicate abstraction.
fn of_predicates(
    files: &[PathBuf],
    certificate: &str,
    clang: Vec<String>,
    host: &dyn Host,
) -> Result<String, Failure> {
    let question = tw_assure::question(certificate).map_err(rejected)?;
    let world = question.world.parse().map_err(rejected)?;
    if question.level > 0 {
        return Err(rejected("certificates of this kind are about level 0"));
    }
    let compile = Compile { opt: 0, word: Some(64), world, clang };
    let module = compiled(&compile, files, 0, host)?;
    let question = tw_assure::Question { program: closure::program_hash(&module), ..question };
    let accepted =
        tw_assure::check(&module, certificate.as_bytes(), &question, &|| true).map_err(rejected)?;
    let names: Vec<&str> = question.properties.iter().map(|p| p.name()).collect();
    let coverage = accepted.boolean.coverage;
    let mut conditions = vec![format!("-O{}", question.level), question.memory_model.to_string()];
    if question.assume_defined {
        conditions.push("no other undefined behaviour".into());
    }
    if question.uninitialised_is_input {
        conditions.push("memory that is not initialised holds anything".into());
    }
    Ok(format!(
        "The certificate is accepted: no violation ({}), {coverage} ({}; {} predicates, {} clauses).\n",
        names.join(", "),
        conditions.join(", "),
        accepted.predicates,
        accepted.clauses
    ))
}

fn verify(module: &Module, certificate: &Certificate) -> Result<(), String> {
    if closure::program_hash(module) != certificate.program {
        return Err(
            "it is about another program (or other files or paths, or other arguments for clang)".into()
        );
    }
    if certificate.question.replay.properties.contains(&Property::DataRace) && certificate.recipe.level > 0 {
        return Err("data races are judged at level 0".into());
    }
    let budget = Budget { states: None, go_on: &|| true, meter: None };
    let beyond_bound = closure::check(module, &certificate.question, &certificate.states, &budget)
        .map_err(|refusal| refusal.to_string())?;
    if beyond_bound && !certificate.beyond_bound {
        return Err("threads are left out beyond the bound, the certificate claims all".into());
    }
    Ok(())
}

/// What was proved.
fn sentence(certificate: &Certificate) -> String {
    let question = &certificate.question;
    let names: Vec<&str> = question.replay.properties.iter().map(|p| p.name()).collect();
    let up_to = question.replay.threads.filter(|_| certificate.beyond_bound);
    let mut conditions = vec![format!("-O{}", certificate.recipe.level)];
    conditions.extend(question.nondet_range.map(|(low, high)| format!("inputs from {low} to {high}")));
    if question.replay.havoc_externals {
        conditions.push("unknown functions return anything and have no effect".into());
    }
    if certificate.recipe.world.malloc_may_fail {
        conditions.push("malloc may fail".into());
    }
    if !certificate.recipe.world.spurious_wakeups {
        conditions.push("no spurious wake-ups".into());
    }
    format!(
        "The certificate is accepted: no violation ({}), {} ({}; {} state{}).\n",
        names.join(", "),
        up_to.map_or(Coverage::AllStarted, Coverage::UpTo),
        conditions.join(", "),
        tw_report::grouped(certificate.states.len() as u64),
        if certificate.states.len() == 1 { "" } else { "s" }
    )
}
