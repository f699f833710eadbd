//! Threadwise against clang's sanitizers, on random programs with planted faults.
//!
//! What a sanitizer reports is FALSE, for a property that the report is about. What has no fault is reported by none and
//! TRUE, or UNKNOWN, which is counted apart. A FALSE without a report belongs to a class that sanitizers are known
//! to miss ([`Class::unreported`]).
//!
//! Not planted, because no property is about it, although UndefinedBehaviorSanitizer or MemorySanitizer reports it:
//! an index beyond an array that is a part of a larger object, misaligned accesses, values that a `bool` or an `enum`
//! does not have, calls through a pointer of another function type, arguments and results against `nonnull`,
//! addresses computed from null, references and member calls through null that access nothing, wrong downcasts, and
//! uninitialised values that are only passed or returned.

mod oracle;
mod table;

pub use super::planted::{Class, Language, Twin};
pub use oracle::{Report, Sanitizer, Sanitizers};
pub use table::Table;

use super::planted::{Program, program};
use crate::load::load;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tw_decide::engines::{Confirmed, confirmed};
use tw_execute::{Options, Search};
use tw_verdict::{Control, Property};

/// Larger state spaces are not searched to their end.
const STATES: u64 = 300_000;

/// Native runs of a program with a planted race, at most.
const RACE_RUNS: u32 = 10;

/// What Threadwise says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All properties hold.
    True,
    /// This one is violated, in these words.
    False(Property, String),
    /// Neither, for this reason.
    Unknown(String),
}

/// A comparison.
pub struct Compared {
    /// The seed.
    pub seed: u64,
    /// The class.
    pub class: Class,
    /// Whether the fault is there.
    pub twin: Twin,
    /// The language.
    pub language: Language,
    /// What the sanitizers report.
    pub reports: Vec<Report>,
    /// What Threadwise says, if it could be asked.
    pub answer: Option<Answer>,
    /// What is not as it should be.
    pub difference: Option<String>,
}

/// Compares the programs of many seeds, on all cores; the result is in the order of seeds.
///
/// # Panics
/// If a comparison panics.
pub fn compare_all(
    sanitizers: &Sanitizers,
    folder: &Path,
    seeds: &[u64],
    each: impl Fn(&Compared) + Sync,
) -> Vec<Compared> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let compared = compare(sanitizers, folder, *seed);
                    each(&compared);
                    done.lock().expect("no comparison panics").push(compared);
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no comparison panics");
    done.sort_by_key(|compared| compared.seed);
    done
}

/// Compares the program of one seed; it stays in the folder if there is a difference.
fn compare(sanitizers: &Sanitizers, folder: &Path, seed: u64) -> Compared {
    let program = program(seed);
    let source = folder.join(format!("planted-{seed}.{}", program.language.extension()));
    let mut compared = Compared {
        seed,
        class: program.class,
        twin: program.twin,
        language: program.language,
        reports: Vec::new(),
        answer: None,
        difference: None,
    };
    compared.difference = judge(sanitizers, &source, &program, &mut compared).err();
    if compared.difference.is_none() {
        let _ = std::fs::remove_file(&source);
    }
    compared
}

fn judge(
    sanitizers: &Sanitizers,
    source: &Path,
    program: &Program,
    compared: &mut Compared,
) -> Result<(), String> {
    std::fs::write(source, &program.text).map_err(|e| format!("cannot write the program: {e}"))?;
    let mut trouble = None;
    for by in Sanitizer::ALL.into_iter().filter(|by| by.reads(program.language)) {
        match sanitizers.report(by, source, runs(program, by)) {
            Ok(report) => compared.reports.extend(report),
            Err(why) => trouble = Some(why),
        }
    }
    let answer = answer(source)?;
    compared.answer = Some(answer.clone());
    let faulty = program.twin == Twin::Faulty;
    match trouble {
        // Behind a fault that another sanitizer reports, a program may end in any way.
        Some(why) if !faulty || compared.reports.is_empty() => Err(why),
        _ if faulty => judge_faulty(program, &compared.reports, &answer),
        _ => judge_safe(&compared.reports, &answer),
    }
}

/// ThreadSanitizer misses a race now and then, when both accesses reach its shadow memory at once.
fn runs(program: &Program, by: Sanitizer) -> u32 {
    let race = program.class.is_race() && program.twin == Twin::Faulty;
    if race && by == Sanitizer::Thread { RACE_RUNS } else { 1 }
}

fn judge_faulty(program: &Program, reports: &[Report], answer: &Answer) -> Result<(), String> {
    let said = lines(reports);
    match answer {
        Answer::Unknown(_) if reports.is_empty() => explained(program),
        Answer::Unknown(why) => Err(format!("UNKNOWN ({why}), but reported: {said}")),
        Answer::True if reports.is_empty() => Err("TRUE, and no sanitizer reports the planted fault".into()),
        Answer::True => Err(format!("TRUE, but reported: {said}")),
        Answer::False(..) if reports.is_empty() => explained(program),
        Answer::False(property, message) => {
            let fits =
                reports.iter().any(|report| report.is_about(*property)) || ends_memory(program, *property);
            if fits { Ok(()) } else { Err(format!("FALSE for {property} ({message}), but reported: {said}")) }
        }
    }
}

/// Whether an access and the end of memory race: it is an invalid access as well.
fn ends_memory(program: &Program, property: Property) -> bool {
    program.class == Class::RaceWithEnd && matches!(property, Property::Memory | Property::DataRace)
}

fn explained(program: &Program) -> Result<(), String> {
    let why = program.class.unreported(program.language);
    why.map(drop).ok_or_else(|| "no sanitizer reports the planted fault, and its class is not listed".into())
}

fn judge_safe(reports: &[Report], answer: &Answer) -> Result<(), String> {
    match answer {
        _ if !reports.is_empty() => Err(format!("a safe program is reported: {}", lines(reports))),
        Answer::False(property, message) => Err(format!("FALSE for {property} ({message}), but it is safe")),
        Answer::True | Answer::Unknown(_) => Ok(()),
    }
}

fn lines(reports: &[Report]) -> String {
    reports.iter().map(|report| report.line.clone()).collect::<Vec<_>>().join("; ")
}

/// What Threadwise says about every property.
fn answer(source: &Path) -> Result<Answer, String> {
    let module = load(source, &[], 0, false).map_err(|why| format!("the front end fails: {why}"))?;
    let mut control = Control::unlimited();
    control.limits.states = Some(STATES);
    let options = Options::new(Property::ALL.to_vec());
    Ok(match confirmed(&module, &options, &Search::default(), &control)? {
        Confirmed::Holds => Answer::True,
        Confirmed::Violated(schedule) => Answer::False(schedule.breach.property, schedule.breach.message),
        Confirmed::Undecided(why) => Answer::Unknown(format!("{why:?}")),
    })
}
