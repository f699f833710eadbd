//! One large space, for the speed and size of the store.

use crate::tools;
use std::path::Path;
use std::sync::Arc;
use tw_verdict::{Bounds, Control, InitialThreads, Limits, Question, Statistics};

/// The program and its number of threads: about 26 million counter states.
pub const PROGRAM: (&str, u32) = ("lock-work", 45);

/// Explores it.
pub fn run(root: &Path) -> Statistics {
    let loaded = tools::load(&root.join("bench/programs").join(PROGRAM.0).with_extension("bp"));
    let bounds = Bounds::up_to(InitialThreads::Exactly(PROGRAM.1), PROGRAM.1);
    let question = Question::new(bounds, Vec::new(), true);
    let control = Control {
        limits: Limits { memory: Some(8_000_000_000), ..Limits::default() },
        ..Control::unlimited()
    };
    tw_counter::explicit::run(&Arc::new(loaded.program), &question, &control).statistics
}
