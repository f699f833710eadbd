//! Step graphs and predicate abstraction on random programs.
//!
//! `generate` and `expression` make programs; `explorer` looks at all states of a step graph; `compare` asks the engine
//! `execute` the same question.

mod compare;
pub mod explorer;
mod expression;
mod generate;

pub use compare::{Compared, Outcome, compare};
pub use generate::program;

use crate::fuzz::Program;
use crate::fuzz::{batch, shrink};
use std::path::Path;

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

/// Compares the programs of some seeds.
///
/// # Errors
/// The programs do not compile.
pub fn run_batch(folder: &Path, seeds: &[u64], compared: &mut Vec<Compared>) -> Result<Vec<Failure>, String> {
    let programs: Vec<Program> = seeds.iter().map(|seed| program(*seed)).collect();
    let modules = batch::compile(folder, &programs, 0)?;
    let mut failures = Vec::new();
    for (program, module) in programs.iter().zip(&modules) {
        let one = compare(module);
        if let Some(what) = &one.difference {
            failures.push(failure(folder, program, what));
        }
        compared.push(one);
    }
    Ok(failures)
}

fn failure(folder: &Path, program: &Program, what: &str) -> Failure {
    let small = shrink::shrink(program, &mut |smaller| {
        let module = batch::compile(folder, std::slice::from_ref(smaller), 0);
        module.is_ok_and(|module| {
            compare(&module[0]).difference.is_some_and(|other| kind(&other) == kind(what))
        })
    });
    Failure { seed: program.seed, what: what.into(), text: small.file() }
}

fn kind(what: &str) -> &str {
    what.split(':').next().unwrap_or(what)
}
