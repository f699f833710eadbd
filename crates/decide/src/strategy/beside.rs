//! Two engines look at a C program at the same time; the first evidence for each property counts.
//!
//! *Who*: the machine `execute` decides all properties where the program has few states; predicate abstraction decides some of them for
//! any number of threads. *When it ends*: with a violation; when every property holds; or when both have ended.
//! *Races*: which engine is first may differ between runs, and so who decided, the schedule and the counts.

use super::levels::{self, Level};
use crate::engines::{Engine, Finding, ProgramTask, Task};
use crate::failure::Failure;
use crate::host::{Host, Phase};
use crate::plan::ProgramQuestion;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tw_ir::Module;
use tw_verdict::{Control, Property};

/// What one engine found.
pub struct Part {
    /// The engine.
    pub engine: &'static dyn Engine,
    /// What it found at each level.
    pub levels: Vec<Level>,
}

impl Part {
    /// Whether a property holds at each level where it was asked about.
    pub fn holds(&self, property: Property) -> bool {
        let mut asked = self.levels.iter().filter(|level| level.properties.contains(&property)).peekable();
        asked.peek().is_some() && asked.all(|level| level.holding().contains(&property))
    }

    /// Whether it found a violation.
    pub fn is_violation(&self) -> bool {
        self.levels.iter().any(|level| matches!(level.found.finding, Finding::Violation(_)))
    }
}

impl Level {
    /// The properties that hold at this level.
    pub fn holding(&self) -> Vec<Property> {
        match &self.found.finding {
            Finding::Holds { .. } => self.properties.clone(),
            Finding::Undecided { holding, .. } => holding.clone(),
            Finding::Violation(_) => Vec::new(),
        }
    }
}

/// Pause between two looks at the limits.
const TICK: Duration = Duration::from_millis(20);
/// An engine that is told to stop gets so much time to say what it has.
const GRACE: Duration = Duration::from_secs(2);
/// Deep terms and formulas need room.
const STACK: usize = 256 << 20;

type News = (usize, Result<Vec<Level>, Failure>);

/// Asks all engines; the parts come in the order in which the engines ended.
///
/// # Errors
/// The program does not compile, or the question is wrong; or an engine is.
pub fn search(
    files: &[PathBuf],
    question: &ProgramQuestion,
    engines: &[&'static dyn Engine],
    host: &dyn Host,
) -> Result<Vec<Part>, Failure> {
    let mut modules = vec![(0, levels::compiled(&question.compile, files, 0, host)?)];
    if question.compile.opt > 0 {
        let opt = question.compile.opt;
        modules.push((opt, levels::compiled(&question.compile, files, opt, host)?));
    }
    let options = question.options(&question.properties);
    for engine in engines {
        engine.examine(&Task::Program(ProgramTask {
            module: &modules[0].1,
            options: &options,
            search: &question.search,
            abstraction: &question.abstraction,
        }))?;
    }
    let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    host.log(&format!("searching with {}", names.join(" and ")));
    host.enter(Phase::Searching);
    let control = host.control("exploring");
    let question = Arc::new(shared(question, engines.len()));
    let modules: Arc<[(u8, Arc<Module>)]> = modules.into();
    let (sender, news) = channel();
    let enough = Arc::new(AtomicBool::new(false));
    for (number, engine) in engines.iter().enumerate() {
        let control = Control { interrupted: enough.clone(), ..control.clone() };
        start(number, *engine, question.clone(), modules.clone(), control, sender.clone())?;
    }
    drop(sender);
    let parts = lead(&question.properties, engines, &news, &enough, &control);
    enough.store(true, Ordering::Relaxed);
    for level in parts.iter().flatten().flat_map(|part| &part.levels) {
        host.log(&tw_report::counters(&level.found.counters, Some(level.found.by)));
        level.found.log.iter().for_each(|line| host.log(line));
    }
    parts
}

/// A search with several workers leaves a core to each of the others.
fn shared(question: &ProgramQuestion, engines: usize) -> ProgramQuestion {
    let mut question = question.clone();
    if !question.jobs_given {
        question.search.workers = question.search.workers.saturating_sub(engines - 1).max(1);
    }
    question
}

fn start(
    number: usize,
    engine: &'static dyn Engine,
    question: Arc<ProgramQuestion>,
    modules: Arc<[(u8, Arc<Module>)]>,
    control: Control,
    sender: Sender<News>,
) -> Result<(), Failure> {
    let body = move || {
        let mut module = |level: u8| {
            let found = modules.iter().find(|(of, _)| *of == level);
            let (_, module) = found.ok_or_else(|| Failure::internal("a level that was not compiled"))?;
            Ok((module.clone(), control.clone()))
        };
        let _ = sender.send((number, levels::each(&question, engine, &mut module)));
    };
    let named = thread::Builder::new().name(engine.name().into()).stack_size(STACK);
    named.spawn(body).map(drop).map_err(|e| Failure::internal(format!("no thread for a search: {e}")))
}

/// Waits until nothing is open, or all have ended.
fn lead(
    properties: &[Property],
    engines: &[&'static dyn Engine],
    news: &Receiver<News>,
    enough: &AtomicBool,
    control: &Control,
) -> Result<Vec<Part>, Failure> {
    let mut parts: Vec<Part> = Vec::new();
    let mut patience = None;
    while parts.len() < engines.len() {
        match news.recv_timeout(TICK) {
            Ok((number, levels)) => {
                let part = Part { engine: engines[number], levels: levels? };
                let violated = part.is_violation();
                parts.push(part);
                let decided = |p: &Property| parts.iter().any(|part| part.holds(*p));
                if violated || properties.iter().all(decided) {
                    break;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::internal("a search has ended without a word"));
            }
        }
        if control.interrupted.load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
        // Engines look at the time limit themselves.
        if control.is_over() && Instant::now() >= *patience.get_or_insert_with(|| Instant::now() + GRACE) {
            break;
        }
    }
    Ok(parts)
}
