//! Step graphs and predicate abstraction on random programs.
//!
//! `generate` and `expression` make programs; `explorer` looks at all states of a step graph; `compare` asks the engine
//! `execute` the same question; `answers` asks the engine `abstraction`.

mod answers;
mod compare;
pub mod explorer;
mod expression;
mod generate;

pub use answers::{Answers, answers};
pub use compare::{Compared, Outcome, compare};
pub use generate::program;

use crate::fuzz::Program;
use crate::fuzz::{batch, shrink};
use std::path::Path;
use std::sync::Arc;
use tw_ir::Module;

/// Programs that are compiled together.
pub const BATCH: u64 = 25;

/// A program for which something is wrong.
pub struct Failure {
    /// Its seed.
    pub seed: u64,
    /// What is wrong.
    pub what: String,
    /// The smallest program that shows it.
    pub text: String,
}

/// What is known of a program.
pub struct Found {
    /// The step graph against the engine `execute`.
    pub compared: Compared,
    /// The engine `abstraction`, if that was asked.
    pub answers: Option<Answers>,
}

impl Found {
    fn difference(&self) -> Option<&String> {
        let said = self.answers.as_ref().and_then(|answers| answers.difference.as_ref());
        self.compared.difference.as_ref().or(said)
    }
}

/// Compares the programs of some seeds; `proves`: asks the engine `abstraction` as well.
///
/// # Errors
/// The programs do not compile.
pub fn run_batch(
    folder: &Path,
    seeds: &[u64],
    proves: bool,
    all: &mut Vec<Found>,
) -> Result<Vec<Failure>, String> {
    let programs: Vec<Program> = seeds.iter().map(|seed| program(*seed)).collect();
    let modules = batch::compile(folder, &programs, 0)?;
    let mut failures = Vec::new();
    for (program, module) in programs.iter().zip(&modules) {
        let one = look(folder, program, module, proves)?;
        if let Some(what) = one.difference() {
            failures.push(failure(folder, program, what, proves));
        }
        all.push(one);
    }
    Ok(failures)
}

fn look(folder: &Path, program: &Program, module: &Arc<Module>, proves: bool) -> Result<Found, String> {
    let compared = compare(module);
    let known = compared.difference.is_none() && matches!(compared.outcome, Outcome::True | Outcome::False);
    let answers = if proves && known {
        let file = folder.join(format!("{}.c", program.seed));
        std::fs::write(&file, program.file()).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        let said = answers(&file, compared.outcome == Outcome::False);
        let _ = std::fs::remove_file(&file);
        Some(said)
    } else {
        None
    };
    Ok(Found { compared, answers })
}

fn failure(folder: &Path, program: &Program, what: &str, proves: bool) -> Failure {
    let shows = |smaller: &Program| {
        let module = batch::compile(folder, std::slice::from_ref(smaller), 0).ok()?;
        let found = look(folder, smaller, &module[0], proves).ok()?;
        found.difference().map(|other| kind(other) == kind(what))
    };
    let small = shrink::shrink(program, &mut |smaller| shows(smaller) == Some(true));
    Failure { seed: program.seed, what: what.into(), text: small.file() }
}

fn kind(what: &str) -> &str {
    what.split(':').next().unwrap_or(what)
}
