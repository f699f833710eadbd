//! From a C program to a certificate, and the question that it answers: whether assertions hold with any number of threads,
//! if behaviour is defined.

use crate::host::{TestHost, settings};
use std::path::Path;
use tw_abstraction::{Outcome, certificate, emit, run};
use tw_assure::Question;
use tw_certify::Header;
use tw_ir::Module;
use tw_verdict::{Bounds, CERTIFICATE_LINE, Coverage, InitialThreads, MemoryModel, Property, Threads};

/// What stands for the hash of the program.
const HASH: &str = "hash";

/// The code of a C program.
///
/// # Errors
/// It cannot be compiled.
pub fn load(file: &Path) -> Result<Module, String> {
    let request = tw_llvm::Request {
        inputs: vec![file.to_path_buf()],
        clang_args: Vec::new(),
        opt: 0,
        bits: None,
        world: tw_ir::World::default(),
        precompiled: None,
    };
    tw_llvm::load(&request).map(|loaded| loaded.module).map_err(|why| format!("{why:?}"))
}

/// The question.
pub fn question() -> Question {
    Question {
        program: HASH.into(),
        level: 0,
        world: "-".into(),
        properties: vec![Property::Assertion],
        threads: Threads::AnyNumber,
        assume_defined: true,
        uninitialised_is_input: false,
        memory_model: MemoryModel::C11,
    }
}

/// A certificate, as the engine writes it; not checked.
///
/// # Errors
/// The engine does not find that the assertions hold.
pub fn certified(module: &Module) -> Result<String, String> {
    let options = tw_steps::Options { properties: vec![Property::Assertion], assume_defined: true };
    let template = tw_steps::build(module, &options).map_err(|why| format!("no step graph: {why:?}"))?;
    let host = TestHost::new(&template);
    let mut evidence = match run(template, &[], &settings(None), &host) {
        Ok(Outcome::Holds(evidence)) => evidence,
        Ok(Outcome::Violated(_)) => return Err("violated".into()),
        Ok(Outcome::Undecided(why)) => return Err(format!("undecided: {why:?}")),
        Err(why) => return Err(format!("internal error: {why}")),
    };
    let mut text = format!(
        "{CERTIFICATE_LINE}\nkind predicate-abstraction\nprogram {HASH}\nlevel 0\nworld -\nproperties assertion\n\
         threads unbounded\nassume-defined yes\nuninitialised undefined\nmemory-model c11\n"
    );
    text += &certificate(&evidence).map_err(|why| format!("no certificate: {why:?}"))?;
    let emitted = emit(&evidence.template, &evidence.predicates, &evidence.relations);
    let bounds = Bounds::any_number(InitialThreads::Exactly(1));
    let header = Header {
        sha256: HASH.into(),
        question: tw_verdict::Question::new(bounds, Vec::new(), true),
        coverage: Coverage::AnyFrom(1),
    };
    let reached = evidence.boolean.as_mut().ok_or("no certificate of the Boolean program")?;
    let mut bytes = Vec::new();
    tw_certify::write(&emitted.program, &header, reached, &mut bytes);
    text += std::str::from_utf8(&bytes).map_err(|why| why.to_string())?;
    Ok(text)
}
