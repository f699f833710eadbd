//! The engines by name.

use crate::args::EngineName;
use std::rc::Rc;
use tw_boolprog::Program;
use tw_verdict::{Control, Question, Run};

/// Runs the engine on one bounded question.
pub fn run(engine: EngineName, program: &Rc<Program>, question: &Question, control: &Control) -> Run {
    match engine {
        EngineName::Counter => tw_counter::explicit::run(program, question, control),
        EngineName::Plain => tw_plain::run(program, question, control),
    }
}
