//! The engines by name.

use crate::args::{EngineName, SearchArgs};
use crate::exit::Failure;
use std::rc::Rc;
use tw_boolprog::Program;
use tw_verdict::{Control, Question, Run};

/// Engines and reductions for C programs are none for Boolean programs.
pub fn for_boolean_programs(search: &SearchArgs) -> Result<(), Failure> {
    if search.engine == Some(EngineName::Execute) {
        return Err(Failure::unsupported(
            "--engine execute runs C programs; for Boolean programs there are counter and plain",
        ));
    }
    match search.reduction.as_deref() {
        None | Some("none" | "por") => {}
        Some(word) if word.parse::<tw_execute::Reductions>().is_ok() => {
            return Err(Failure::unsupported("for Boolean programs --reduction is none or por"));
        }
        Some(word) => {
            return Err(Failure::usage(format!(
                "--reduction {word}: expected none or por for Boolean programs"
            )));
        }
    }
    if search.jobs.is_some() || search.hash_compact || search.bitstate.is_some() {
        return Err(Failure::unsupported("--jobs, --hash-compact and --bitstate are for C programs"));
    }
    Ok(())
}

/// Runs the engine on one bounded question.
pub fn run(engine: Option<EngineName>, program: &Rc<Program>, question: &Question, control: &Control) -> Run {
    match engine {
        Some(EngineName::Plain) => tw_plain::run(program, question, control),
        _ => tw_counter::explicit::run(program, question, control),
    }
}
