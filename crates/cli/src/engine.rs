//! The engines by name.

use crate::args::{EngineName, ReductionName, SearchArgs};
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
    if matches!(search.reduction, Some(ReductionName::Access | ReductionName::Private)) {
        return Err(Failure::unsupported("for Boolean programs --reduction is none or por"));
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
