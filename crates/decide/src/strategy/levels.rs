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
use tw_verdict::{Control, Property};

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
/// The program does not compile; or as [`Engine::run`].
pub fn search(
    files: &[PathBuf],
    question: &ProgramQuestion,
    engine: &'static dyn Engine,
    host: &dyn Host,
) -> Result<Vec<Level>, Failure> {
    let mut module = |level: u8| {
        let module = compiled(&question.compile, files, level, host)?;
        host.log("exploring");
        host.enter(Phase::Searching);
        Ok((module, host.control("exploring")))
    };
    let levels = each(question, engine, &mut module)?;
    for level in &levels {
        host.counted(&level.found.counters);
        host.log(&tw_report::counters(&level.found.counters, None));
        level.found.log.iter().for_each(|line| host.log(line));
    }
    Ok(levels)
}

/// The program at a level, and how to stop the search there.
pub type Modules<'a> = dyn FnMut(u8) -> Result<(Arc<Module>, Control), Failure> + 'a;

/// Asks one engine at each level about the properties that it decides.
///
/// # Errors
/// Of the engine, or of the modules.
pub fn each(
    question: &ProgramQuestion,
    engine: &'static dyn Engine,
    modules: &mut Modules<'_>,
) -> Result<Vec<Level>, Failure> {
    let properties: Vec<Property> =
        question.properties.iter().copied().filter(|p| engine.decides(*p)).collect();
    if properties.is_empty() {
        return Ok(Vec::new());
    }
    let opt = question.compile.opt;
    let others: Vec<Property> = properties.iter().copied().filter(|p| *p != Property::DataRace).collect();
    let mut levels = vec![at_level(question, engine, 0, properties, modules)?];
    let well = matches!(levels[0].found.finding, Finding::Holds { .. });
    if opt > 0 && well && !others.is_empty() {
        levels.push(at_level(question, engine, opt, others, modules)?);
    }
    Ok(levels)
}

fn at_level(
    question: &ProgramQuestion,
    engine: &'static dyn Engine,
    level: u8,
    properties: Vec<Property>,
    modules: &mut Modules<'_>,
) -> Result<Level, Failure> {
    let (module, control) = modules(level)?;
    let able: Vec<Property> = properties.iter().copied().filter(|p| engine.follows(&module, *p)).collect();
    let properties = if able.is_empty() { properties } else { able };
    let options = question.options(&properties);
    let task = ProgramTask {
        module: &module,
        options: &options,
        search: &question.search,
        abstraction: &question.abstraction,
    };
    let began = Instant::now();
    let found = engine.run(&Task::Program(task), &control)?;
    let took = began.elapsed();
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
