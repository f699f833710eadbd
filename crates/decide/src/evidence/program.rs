//! Evidence about C and C++ programs: the interpreter executes violations again, and explores what holds.

use super::{Certified, accepted, path, violated};
use crate::compile::Compile;
use crate::engines::executed as executed_trace;
use crate::failure::Failure;
use crate::plan::{Plan, ProgramQuestion};
use crate::strategy::levels::Level;
use crate::subject::Subject;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tw_interpret::ReplayOptions;
use tw_interpret::closure::{self, Budget, Certificate, Closed, Question, Recipe, Refusal, Unknown};
use tw_ir::Identities;
use tw_report::Sources;
use tw_verdict::{CertificateSize, Control, ExecutionTrace, Property, Schedule, Violated, resident_bytes};

/// Certificates of up to this many states are written and checked without being asked for, within this time and within half
/// of the time that is left.
const ALWAYS_CERTIFIED: u64 = 20_000;
const ALWAYS_WITHIN: Duration = Duration::from_secs(10);

/// Memory is looked at once in this many attempts.
const SELDOM: u32 = 64;

/// What `replay` needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramRecording {
    /// The files, in order.
    pub files: Vec<String>,
    /// How they are compiled.
    pub compile: Compile,
    /// Bound on the threads alive at once.
    pub threads: Option<u32>,
    /// Properties asked for.
    pub properties: Vec<Property>,
    /// Functions without a model return anything.
    pub havoc_externals: bool,
    /// Every step, with the answers to its choices.
    #[serde(flatten)]
    pub trace: ExecutionTrace,
}

/// Executes a trace with the interpreter.
pub(super) fn executed(
    subject: &Subject,
    asked: &ProgramQuestion,
    level: &Level,
    trace: ExecutionTrace,
) -> Result<Violated, Failure> {
    let options = asked.options(&level.properties);
    let mut schedule = executed_trace(&level.module, &options, &trace).map_err(Failure::internal)?;
    with_source_lines(&mut schedule, &subject.sources);
    let word = Some(8 * level.module.pointer_bytes);
    let recording = ProgramRecording {
        files: subject.files.iter().map(|file| file.path.clone()).collect(),
        compile: Compile { opt: level.level, word, ..asked.compile.clone() },
        threads: asked.options.threads,
        properties: level.properties.clone(),
        havoc_externals: asked.options.havoc_externals,
        trace,
    };
    violated(schedule, &recording, None)
}

/// The sources that a schedule refers to: what was read, and else (headers) the files.
pub fn sources_of(schedule: &Schedule, read: &Sources) -> Sources {
    let mut sources = read.clone();
    let rows = schedule.rows.iter().filter_map(|row| row.place.as_ref()).map(|place| &place.file);
    for file in rows.chain(schedule.sites.iter().map(|site| &site.file)) {
        if !sources.has(file) {
            sources.add(file, &std::fs::read(file).unwrap_or_default());
        }
    }
    sources
}

/// Puts the source lines into the rows of a schedule.
pub fn with_source_lines(schedule: &mut Schedule, read: &Sources) {
    let sources = sources_of(schedule, read);
    for row in &mut schedule.rows {
        let Some(place) = &row.place else { continue };
        row.text = sources.line(&place.file, place.line).unwrap_or_default().trim().to_string();
    }
}

/// Writes and checks the certificate of what holds, at each level.
pub(super) fn certified(
    plan: &Plan<'_>,
    asked: &ProgramQuestion,
    levels: &[(&Level, Vec<Property>)],
    control: &Control,
) -> Result<Certified, Failure> {
    let written = path(plan).is_some();
    let clock = Clock::new(control, written);
    let go_on = || clock.goes_on();
    let (states, meter) = ((!written).then_some(ALWAYS_CERTIFIED), Some(&*control.meter));
    let budget = Budget { states, go_on: &go_on, meter };
    let (mut text, mut states) = (String::new(), 0);
    for (level, properties) in levels {
        let replay = ReplayOptions {
            threads: asked.options.threads,
            properties: properties.clone(),
            havoc_externals: asked.options.havoc_externals,
            memory_model: asked.options.memory_model,
            identities: Identities::References,
        };
        let question = Question { replay, nondet_range: asked.options.nondet_range };
        let (question, closed) = explored(level, question, &budget);
        let closed = match closed {
            Ok(closed) => closed,
            Err(refusal) => return not_certified(&refusal, written),
        };
        if closed.beyond_bound && !creations_skipped(level) {
            return Err(Failure::internal(
                "the interpreter meets threads beyond the bound, the engine does not",
            ));
        }
        states += closed.states.len() as u64;
        text += &closure::write(&Certificate {
            program: closure::program_hash(&level.module),
            recipe: recipe(asked, level),
            question,
            beyond_bound: closed.beyond_bound,
            states: closed.states,
        });
    }
    Ok(accepted(plan, CertificateSize::Program(states), text.into_bytes()))
}

/// Explores the program, and checks that; with numbers of threads if it computes with their identities.
fn explored(level: &Level, question: Question, budget: &Budget) -> (Question, Result<Closed, Refusal>) {
    let explore = |question: &Question| {
        closure::explore(&level.module, question, budget)
            .and_then(|closed| checked(level, question, closed, budget))
    };
    let closed = explore(&question);
    if !matches!(&closed, Err(Refusal::Unknown(Unknown::Unsupported(why))) if why.asks_for_numbers()) {
        return (question, closed);
    }
    let replay = ReplayOptions { identities: Identities::Numbers, ..question.replay };
    let question = Question { replay, ..question };
    let closed = explore(&question);
    (question, closed)
}

/// Whether the engine left threads out; if it could not tell, it is not contradicted.
fn creations_skipped(level: &Level) -> bool {
    match &level.found.finding {
        crate::engines::Finding::Holds { creation_skipped, .. } => *creation_skipped,
        _ => true,
    }
}

/// The list, if the check accepts it.
fn checked(level: &Level, question: &Question, closed: Closed, budget: &Budget) -> Result<Closed, Refusal> {
    let beyond_bound = closure::check(&level.module, question, &closed.states, budget)?;
    if beyond_bound != closed.beyond_bound {
        return Err(Refusal::Wrong("the bound on threads is met once and not met again".into()));
    }
    Ok(closed)
}

fn recipe(asked: &ProgramQuestion, level: &Level) -> Recipe {
    Recipe { level: level.level, word: 8 * level.module.pointer_bytes, world: asked.compile.world.clone() }
}

fn not_certified(refusal: &Refusal, written: bool) -> Result<Certified, Failure> {
    let advice = if written { "nothing is written" } else { "--certificate FILE writes and checks one" };
    let why = match refusal {
        Refusal::Violation(breach) => {
            return Err(Failure::internal(format!(
                "the engine finds no violation, the interpreter finds one of {}: {}",
                breach.property, breach.message
            )));
        }
        Refusal::Wrong(why) => {
            return Err(Failure::internal(format!("the interpreter's certificate is rejected: {why}")));
        }
        Refusal::Unknown(why) => format!("the interpreter does not explore everything: {why}"),
        Refusal::TooLarge(most) => format!("more than {} states; {advice}", tw_report::grouped(*most)),
        Refusal::Stopped => format!("there was not enough time or memory; {advice}"),
    };
    Ok(Certified::not(CertificateSize::Program(0).kind(), why))
}

/// Whether there is time and memory left.
struct Clock<'a> {
    control: &'a Control,
    deadline: Option<Instant>,
    calls: Cell<u32>,
}

impl<'a> Clock<'a> {
    fn new(control: &'a Control, written: bool) -> Clock<'a> {
        let now = Instant::now();
        let end = control.limits.time.map(|(_, end)| end);
        let share =
            end.map_or(ALWAYS_WITHIN, |end| (end.saturating_duration_since(now) / 2).min(ALWAYS_WITHIN));
        Clock { control, deadline: if written { end } else { Some(now + share) }, calls: Cell::new(0) }
    }

    fn goes_on(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let full = || {
            let used = self.calls.get().is_multiple_of(SELDOM).then(resident_bytes).flatten();
            self.control.limits.memory.is_some_and(|most| used.is_some_and(|used| used > most / 10 * 9))
        };
        !late && !self.control.interrupted.load(Ordering::Relaxed) && !full()
    }
}
