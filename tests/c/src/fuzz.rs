//! Random programs under all reductions: the outcomes and the verdict of every property must be the same.

pub(crate) mod batch;
mod compare;
mod generate;
mod heap;
mod journal;
mod locks;
pub(crate) mod program;
mod search;
pub(crate) mod shrink;
mod statement;
mod summary;
mod vocabulary;

pub use compare::{Compared, Difference};
pub use generate::program;
pub use journal::{Done, Journal};
pub use program::Program;
pub use summary::Summary;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tw_ir::Module;

/// Programs that are compiled together.
pub const BATCH: u64 = 25;

/// Searches end after this many states.
pub const CAP: u64 = 10_000;

/// Levels of optimisation, by batch: mostly none.
const LEVELS: [u8; 6] = [0, 0, 0, 1, 0, 2];

/// The level of optimisation for a seed.
pub fn level(seed: u64) -> u8 {
    LEVELS[(seed / BATCH % 6) as usize]
}

/// Programs of each kind of difference that are made smaller.
const SHRUNK: u64 = 3;

/// How often each kind of difference was seen.
#[derive(Default)]
pub struct Kinds(Mutex<BTreeMap<String, u64>>);

impl Kinds {
    fn seen(&self, difference: &Difference) -> u64 {
        self.0.lock().expect("counting does not panic").get(&difference.kind()).copied().unwrap_or(0)
    }

    fn note(&self, difference: &Difference) {
        *self.0.lock().expect("counting does not panic").entry(difference.kind()).or_default() += 1;
    }
}

/// A program that shows differences.
pub struct Failure {
    /// Its seed.
    pub seed: u64,
    /// The file, with a comment that says what differs.
    pub text: String,
}

/// Compares the programs of some seeds that have one level.
///
/// # Errors
/// The programs do not compile.
pub fn run_batch(
    folder: &Path,
    seeds: &[u64],
    kinds: &Kinds,
    summary: &mut Summary,
) -> Result<Vec<Failure>, String> {
    let Some(level) = seeds.first().map(|seed| level(*seed)) else { return Ok(Vec::new()) };
    let programs: Vec<Program> = seeds.iter().map(|seed| program(*seed)).collect();
    let modules = batch::compile(folder, &programs, level)?;
    let mut failures = Vec::new();
    for (program, module) in programs.iter().zip(&modules) {
        let compared = compare::compare(module, allocates(program), CAP, None);
        summary.add(&compared);
        let differences = &compared.differences;
        // The most interesting one is the one that was seen least.
        let Some((seen, difference)) = differences.iter().map(|d| (kinds.seen(d), d)).min_by_key(|(n, _)| *n)
        else {
            continue;
        };
        differences.iter().for_each(|d| kinds.note(d));
        if seen >= SHRUNK {
            failures.push(failure(program, level, differences));
            continue;
        }
        let small = shrink::shrink(program, &mut |p| shows(folder, p, level, difference));
        let left = found(folder, &small, level, None).unwrap_or_default();
        failures.push(failure(&small, level, if left.is_empty() { differences } else { &left }));
    }
    Ok(failures)
}

/// A compiled program.
pub struct Compiled {
    /// Its seed.
    pub seed: u64,
    module: Arc<Module>,
    allocates: bool,
}

impl Compiled {
    /// The program.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// What differs between the reductions, if anything does.
    pub fn difference(&self) -> Option<String> {
        let compared = compare::compare(&self.module, self.allocates, CAP, None);
        compared.differences.first().map(|d| format!("{}: {}", d.reduction, d.text))
    }
}

/// Compiles the programs of some seeds that have one level.
///
/// # Errors
/// The programs do not compile.
pub fn compile_batch(folder: &Path, seeds: &[u64]) -> Result<Vec<Compiled>, String> {
    let Some(level) = seeds.first().map(|seed| level(*seed)) else { return Ok(Vec::new()) };
    let programs: Vec<Program> = seeds.iter().map(|seed| program(*seed)).collect();
    let modules = batch::compile(folder, &programs, level)?;
    let both = programs.iter().zip(modules);
    Ok(both.map(|(p, module)| Compiled { seed: p.seed, module, allocates: allocates(p) }).collect())
}

fn allocates(program: &Program) -> bool {
    let text = program.text("");
    text.contains("malloc(") || text.contains("calloc(")
}

/// Whether a smaller program still shows a difference.
fn shows(folder: &Path, program: &Program, level: u8, difference: &Difference) -> bool {
    let found = found(folder, program, level, Some(&difference.reduction)).unwrap_or_default();
    found.iter().any(|d| d.kind() == difference.kind())
}

fn found(folder: &Path, program: &Program, level: u8, only: Option<&str>) -> Result<Vec<Difference>, String> {
    let modules = batch::compile(folder, std::slice::from_ref(program), level)?;
    Ok(compare::compare(&modules[0], allocates(program), CAP, only).differences)
}

fn failure(program: &Program, level: u8, differences: &[Difference]) -> Failure {
    let mut text = format!("// Seed {}, -O{level}. With these reductions something differs:\n", program.seed);
    for difference in differences {
        text.push_str(&format!("// {}: {}\n", difference.reduction, difference.text));
    }
    text.push_str(&program.file());
    Failure { seed: program.seed, text }
}
