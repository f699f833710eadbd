//! What engines for Boolean programs say of an abstraction.

use std::rc::Rc;
use std::sync::Arc;
use tw_abstraction::{Emitted, Predicates, Relations, emit};
use tw_boolprog::Program;
use tw_certify::Header;
use tw_cover::backward;
use tw_solver::Stop;
use tw_steps::Template;
use tw_verdict::{Bounds, Control, Coverage, Finding, InitialThreads, Question};

/// A verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// No assertion fails; the proof was accepted by the checker of certificates.
    Safe,
    /// An assertion fails.
    Unsafe,
    /// The engine gave up.
    Unknown,
}

/// Solvers never stop.
pub fn never() -> Stop {
    Rc::new(|| false)
}

/// The relations of all predicates, and the Boolean program.
pub fn abstraction(template: &mut Template, predicates: &Predicates) -> (Relations, Emitted) {
    let mut relations = Relations::new(template, &never());
    relations.update(template, predicates).expect("solvers never stop");
    let emitted = emit(template, predicates, &relations);
    (relations, emitted)
}

/// What backward search says for any number of threads; a proof is checked.
pub fn for_any_number(program: &Arc<Program>) -> Result<Says, String> {
    let init = InitialThreads::Exactly(1);
    let question = Question::new(Bounds::any_number(init), Vec::new(), true);
    let run = backward::run(program, &question, &backward::Options::default(), &Control::default());
    match run.finding {
        Finding::Exhausted { .. } => {
            let header = Header { sha256: String::new(), question, coverage: Coverage::AnyFrom(1) };
            let mut reached = run.reached.ok_or("a proof without elements")?;
            let mut bytes = Vec::new();
            tw_certify::write(program, &header, &mut reached, &mut bytes);
            tw_certify::check(program, "", &bytes).map_err(|refusal| refusal.to_string())?;
            Ok(Says::Safe)
        }
        Finding::Violation(_) => Ok(Says::Unsafe),
        Finding::Stopped(_) => Ok(Says::Unknown),
    }
}

/// What the counter engine says for so many threads.
pub fn for_threads(program: &Arc<Program>, threads: u32) -> Says {
    let bounds = Bounds::up_to(InitialThreads::Exactly(1), threads);
    let question = Question::new(bounds, Vec::new(), true);
    match tw_counter::explicit::run(program, &question, &Control::default()).finding {
        Finding::Exhausted { .. } => Says::Safe,
        Finding::Violation(_) => Says::Unsafe,
        Finding::Stopped(_) => Says::Unknown,
    }
}

/// The program that the front end makes of the text of an abstraction.
pub fn read_again(
    template: &Template,
    predicates: &Predicates,
    emitted: &Emitted,
) -> Result<Arc<Program>, String> {
    let text = tw_abstraction::text(template, predicates, emitted);
    let loaded = tw_boolprog::load("abstraction.bp", text.clone().into_bytes()).map_err(|error| {
        let messages: Vec<String> = error.messages.iter().map(|m| m.message.clone()).collect();
        format!("the text is rejected: {}\n{text}", messages.join("; "))
    })?;
    Ok(Arc::new(loaded.program))
}
