//! Proves a C file by predicate abstraction and checks its certificate: `assure FILE`.

use std::path::PathBuf;
use std::time::Instant;
use tw_abstraction::{Outcome, certificate, emit, run};
use tw_assure::{Question, check};
use tw_certify::Header;
use tw_tests_abstraction::host::{TestHost, settings};
use tw_verdict::*;

fn main() {
    let mut args = std::env::args().skip(1);
    let file = PathBuf::from(args.next().unwrap());
    let flags: Vec<String> = args.collect();
    let module = tw_llvm::load(&tw_llvm::Request {
        inputs: vec![file],
        clang_args: flags,
        opt: 0,
        bits: None,
        world: tw_ir::World::default(),
        precompiled: None,
    })
    .unwrap()
    .module;
    let options = tw_steps::Options { properties: vec![Property::Assertion], assume_defined: true };
    let template = tw_steps::build(&module, &options).unwrap();
    if std::env::var("SHOW").is_ok() {
        println!("{}", tw_steps::show(&template));
    }
    let host = TestHost::new(&template);
    let began = Instant::now();
    let outcome = run(template, &[], &settings(None), &host);
    let mut evidence = match outcome {
        Ok(Outcome::Holds(evidence)) => evidence,
        Ok(Outcome::Violated(_)) => {
            println!("VIOLATED");
            return;
        }
        Ok(Outcome::Undecided(why)) => {
            println!("UNDECIDED {why:?}");
            return;
        }
        Err(why) => {
            println!("INTERNAL {why}");
            return;
        }
    };
    println!("proved in {:?} {:?}", began.elapsed(), evidence.round);
    let question = Question {
        program: "hash".into(),
        level: 0,
        world: "-".into(),
        properties: vec![Property::Assertion],
        threads: Threads::AnyNumber,
        assume_defined: true,
        uninitialised_is_input: false,
        memory_model: MemoryModel::C11,
    };
    let mut text = format!(
        "{CERTIFICATE_LINE}\nkind predicate-abstraction\nprogram hash\nlevel 0\nworld -\nproperties assertion\nthreads unbounded\nassume-defined yes\nuninitialised undefined\nmemory-model c11\n"
    );
    text += &certificate(&evidence).unwrap();
    let emitted = emit(&evidence.template, &evidence.predicates, &evidence.relations);
    let bounds = Bounds::any_number(InitialThreads::Exactly(1));
    let header = Header {
        sha256: "hash".into(),
        question: tw_verdict::Question::new(bounds, vec![], true),
        coverage: Coverage::AnyFrom(1),
    };
    let mut bytes = Vec::new();
    tw_certify::write(&emitted.program, &header, evidence.boolean.as_mut().unwrap(), &mut bytes);
    text += std::str::from_utf8(&bytes).unwrap();
    if let Ok(out) = std::env::var("OUT") {
        std::fs::write(out, &text).unwrap();
    }
    let began = Instant::now();
    match check(&module, text.as_bytes(), &question, &|| true) {
        Ok(accepted) => println!(
            "ACCEPTED in {:?}: {} ways, {} questions, {} clauses",
            began.elapsed(),
            accepted.ways,
            accepted.questions,
            accepted.clauses
        ),
        Err(why) => println!("REFUSED in {:?}: {why}", began.elapsed()),
    }
}
