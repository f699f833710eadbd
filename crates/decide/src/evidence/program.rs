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

/// A certificate that nobody asked for may take as long as so many searches and this much more, and half of the time that is left.
const SEARCHES: u32 = 5;
const MORE: Duration = Duration::from_secs(1);

/// How fast the interpreter is cannot be told earlier.
const EARLY: Duration = Duration::from_millis(250);

/// An exploration with so many times the states of the search does without a reduction that the engine has: it hardly ever ends in time.
/// That is looked at after a while only, since all goes fast where there are few states.
const FAR_MORE: u64 = 64;
const LATER: Duration = Duration::from_millis(500);

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
    let (mut text, mut states) = (String::new(), 0);
    for (level, properties) in levels {
        let clock = Clock::new(control, level, written);
        let go_on = || clock.goes_on();
        let budget = Budget { states: None, go_on: &go_on, meter: Some(&*control.meter) };
        let closed = explored(asked, level, properties, &budget).and_then(|(question, closed)| {
            if written {
                checked(level, &question, &closed, &budget)?
            }
            Ok((question, closed))
        });
        let (question, closed) = match closed {
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

/// Whether the engine left threads out; if it could not tell, it is not contradicted.
fn creations_skipped(level: &Level) -> bool {
    match &level.found.finding {
        crate::engines::Finding::Holds { creation_skipped, .. } => *creation_skipped,
        _ => true,
    }
}

/// All states, by references to threads, or by numbers if the program computes with these.
fn explored(
    asked: &ProgramQuestion,
    level: &Level,
    properties: &[Property],
    budget: &Budget,
) -> Result<(Question, Closed), Refusal> {
    let by = |identities: Identities| {
        let replay = ReplayOptions {
            threads: asked.options.threads,
            properties: properties.to_vec(),
            havoc_externals: asked.options.havoc_externals,
            memory_model: asked.options.memory_model,
            identities,
        };
        let question = Question { replay, nondet_range: asked.options.nondet_range };
        closure::explore(&level.module, &question, budget).map(|closed| (question, closed))
    };
    match by(Identities::References) {
        Err(Refusal::Unknown(Unknown::Unsupported(why))) if why.asks_for_numbers() => by(Identities::Numbers),
        other => other,
    }
}

/// Checks a list that is to be written: whoever reads it gets no more than the list.
fn checked(level: &Level, question: &Question, closed: &Closed, budget: &Budget) -> Result<(), Refusal> {
    let beyond_bound = closure::check(&level.module, question, &closed.states, budget)?;
    if beyond_bound != closed.beyond_bound {
        return Err(Refusal::Wrong("the bound on threads is met once and not met again".into()));
    }
    Ok(())
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
        Refusal::TooLarge(_) | Refusal::Stopped => {
            format!(
                "the interpreter is not done within {SEARCHES} times the time of the search, or memory; {advice}"
            )
        }
    };
    Ok(Certified::not(CertificateSize::Program(0).kind(), why))
}

/// Whether an exploration that has met so many states in this time is too long, where the engine has `all`.
fn is_too_much(all: u64, met: u64, spent: Duration, most: Duration) -> bool {
    let too_slow = spent.as_secs_f64() * all as f64 > most.as_secs_f64() * met as f64;
    too_slow || (spent > LATER && met > all.saturating_mul(FAR_MORE))
}

/// Whether there is time and memory left.
struct Clock<'a> {
    control: &'a Control,
    began: Instant,
    /// How long it may take.
    most: Option<Duration>,
    /// There are hardly fewer states than the engine has, if nobody asked for the certificate.
    expected: Option<u64>,
    calls: Cell<u32>,
}

impl<'a> Clock<'a> {
    fn new(control: &'a Control, level: &Level, written: bool) -> Clock<'a> {
        let began = Instant::now();
        let left = control.limits.time.map(|(_, end)| end.saturating_duration_since(began));
        let share = level.took * SEARCHES + MORE;
        let most = if written { left } else { Some(left.map_or(share, |left| share.min(left / 2))) };
        let expected = (!written).then_some(level.found.counters.count("states").unwrap_or(0));
        Clock { control, began, most, expected, calls: Cell::new(0) }
    }

    /// Whether it is clear that the time is not enough: at the pace so far, not even for as many states as the engine has, or there are
    /// far more.
    fn is_hopeless(&self, spent: Duration, most: Duration) -> bool {
        let met = self.control.meter.get().states;
        spent > EARLY && self.expected.is_some_and(|all| is_too_much(all, met, spent, most))
    }

    fn goes_on(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        let spent = self.began.elapsed();
        let late = self.most.is_some_and(|most| spent >= most || self.is_hopeless(spent, most));
        let full = || {
            let used = self.calls.get().is_multiple_of(SELDOM).then(resident_bytes).flatten();
            self.control.limits.memory.is_some_and(|most| used.is_some_and(|used| used > most / 10 * 9))
        };
        !late && !self.control.interrupted.load(Ordering::Relaxed) && !full()
    }
}

#[cfg(test)]
mod tests {
    use super::is_too_much;
    use std::time::Duration;

    #[test]
    fn an_exploration_is_given_up_by_its_pace_or_by_its_size() {
        let (spent, most) = (Duration::from_millis(600), Duration::from_millis(2400));
        assert!(!is_too_much(188, 400, spent, most), "fast enough, and no more than is usual");
        assert!(
            is_too_much(4000, 900, spent, most),
            "a quarter of the time for less than a quarter of the states"
        );
        assert!(is_too_much(188, 188 * 64 + 1, spent, most), "far more states than the engine has");
    }
}
