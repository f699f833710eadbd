//! C programs: all properties at level 0, where the compiler has not made use of undefined behaviour, nor merged or removed
//! accesses; at a higher level all but data races once more, if level 0 has nothing against it.

use crate::compile::Compile;
use crate::engines::{Engine, Finding, Found, ProgramTask, Task};
use crate::failure::Failure;
use crate::host::{Host, Phase};
use crate::plan::ProgramQuestion;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tw_ir::Module;
use tw_verdict::Property;

/// What was searched at one level, for these properties.
pub struct Level {
    /// The program.
    pub module: Arc<Module>,
    /// Its optimisation level.
    pub level: u8,
    /// What was asked.
    pub properties: Vec<Property>,
    /// What was found.
    pub found: Found,
    /// How long that took.
    pub took: Duration,
}

/// Searches at level 0, then at the level asked for unless the first search has not ended well.
///
/// # Errors
/// The program does not compile.
pub fn search(
    files: &[PathBuf],
    question: &ProgramQuestion,
    engine: &'static dyn Engine,
    host: &dyn Host,
) -> Result<Vec<Level>, Failure> {
    let opt = question.compile.opt;
    let mut levels = vec![at_level(files, question, 0, question.properties.clone(), engine, host)?];
    let well = matches!(levels[0].found.finding, Finding::Holds { .. });
    let others = question.properties.iter().copied().filter(|p| *p != Property::DataRace);
    let others: Vec<Property> = others.collect();
    if opt > 0 && well && !others.is_empty() {
        levels.push(at_level(files, question, opt, others, engine, host)?);
    }
    Ok(levels)
}

fn at_level(
    files: &[PathBuf],
    question: &ProgramQuestion,
    level: u8,
    properties: Vec<Property>,
    engine: &'static dyn Engine,
    host: &dyn Host,
) -> Result<Level, Failure> {
    let module = compiled(&question.compile, files, level, host)?;
    host.log("exploring");
    host.enter(Phase::Searching);
    let options = question.options(&properties);
    let task = ProgramTask { module: &module, options: &options, search: &question.search };
    let began = Instant::now();
    let found = engine.run(&Task::Program(task), &host.control("exploring"))?;
    let took = began.elapsed();
    host.counted(&found.counters);
    host.log(&tw_report::counters(&found.counters, None));
    found.log.iter().for_each(|line| host.log(line));
    Ok(Level { module, level, properties, found, took })
}

/// Compiles at a level, and passes on what the compiler remarks.
///
/// # Errors
/// The program does not compile.
pub fn compiled(
    compile: &Compile,
    files: &[PathBuf],
    level: u8,
    host: &dyn Host,
) -> Result<Arc<Module>, Failure> {
    host.log(&format!("compiling at -O{level}"));
    host.enter(Phase::Compiling);
    let compiled = compile.at_level(files, level)?;
    compiled.warnings.iter().for_each(|warning| host.warn(warning));
    Ok(compiled.module)
}
