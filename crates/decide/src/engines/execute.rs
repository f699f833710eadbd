//! Adapter: C and C++ programs on a virtual machine.

use super::{Engine, Finding, Found, Material, Observer, ProgramTask, Scope, Task, Witness, counters};
use crate::failure::Failure;
use crate::subject::Language;
use std::sync::Arc;
use tw_execute::{Conclusion, Options, Run, Search, Undecided, Unsupported};
use tw_interpret::ReplayOptions;
use tw_ir::{Assumed, Identities, Loc, Module, Outside};
use tw_verdict::{
    Assumption, Control, Counters, ExecutionTrace, Hint, MachineConstant, Place, Property, Reason, Schedule,
    StopReason,
};

/// Larger graphs are not for reading.
const MOST_DRAWN: u64 = 2000;

/// With more threads alive at once, a search hardly comes to an end without a bound.
const FEW_THREADS: usize = 16;

/// The bound that is advised then.
const SMALL_BOUND: u32 = 3;

/// `--engine execute`.
pub struct Execute;

impl Engine for Execute {
    fn name(&self) -> &'static str {
        "execute"
    }

    fn about(&self) -> &'static str {
        "none in any interleaving under sequential consistency, by exhaustive search; certified by the interpreter where that takes at most 5 times the search and a second (more with `--certificate`)"
    }

    fn good_for(&self) -> &'static str {
        "C and C++"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Program).then_some(Scope::Either)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        let ProgramTask { module, options, search, .. } = task.program()?;
        let mut run = tw_execute::run(module, options, search, control);
        let unreached = std::mem::take(&mut run.unreached);
        let counters = counters::explicit(&run.statistics);
        let (assumptions, log) = (assumptions(module, options, &run), saved(options, &run));
        let many = options.threads.is_none() && run.met.most_threads > FEW_THREADS;
        let finding = match Conclusion::of(options, run) {
            Conclusion::Violation(trace) => Finding::Violation(Witness::Program(trace)),
            Conclusion::Holds { up_to } => {
                Finding::Holds { creation_skipped: up_to.is_some(), material: Material::Nothing }
            }
            Conclusion::Undecided(why) => Finding::Undecided {
                reason: reason(module, &why),
                hints: hints(&why, many),
                holding: Vec::new(),
            },
        };
        Ok(Found { assumptions, log, unreached, ..Found::new(finding, counters, self.name()) })
    }

    fn graph(
        &self,
        task: &Task<'_>,
        observer: &mut dyn Observer,
        control: &Control,
    ) -> Result<Counters, Failure> {
        let ProgramTask { module, options, .. } = task.program()?;
        let drawn = tw_execute::graph(module, options, &control.with_states(MOST_DRAWN));
        let (graph, statistics) = drawn.map_err(|stop| match stop {
            StopReason::StateLimit(most) => {
                Failure::unsupported(format!("more than {most} states are too many to draw"))
            }
            stop => Failure::unsupported(format!("the states are not drawn: {stop}")),
        })?;
        for state in &graph.states {
            let lines: Vec<String> = state.lines.iter().chain(&state.violations).cloned().collect();
            observer.state(&lines, !state.violations.is_empty(), state.ended);
        }
        for (from, to, thread) in &graph.steps {
            observer.step(*from, *to, &thread.to_string(), Some(*thread));
        }
        Ok(counters::explicit(&statistics))
    }

    fn has_graph(&self) -> bool {
        true
    }
}

/// A place in the source, for answers.
pub(super) fn place(module: &Module, loc: Option<Loc>) -> Option<Place> {
    loc.map(|loc| Place {
        file: module.files[loc.file].clone(),
        line: loc.line,
        column: loc.column,
        function: String::new(),
    })
}

fn reason(module: &Module, why: &Undecided) -> Reason {
    match why {
        Undecided::Stopped(stop) => Reason::Stopped(stop.clone()),
        Undecided::InexactStore => Reason::InexactStore,
        Undecided::LosingReduction => Reason::LossyReduction,
        Undecided::Unsupported(Unsupported::Outside { what, name }, loc) => {
            let variable = (*what == Outside::Environment).then(|| name.clone());
            Reason::Outside { variable, place: place(module, *loc) }
        }
        Undecided::Unsupported(what, loc) => {
            Reason::Construct { what: what.to_string(), place: place(module, *loc) }
        }
        Undecided::Sampled(loc) => Reason::SampledInput(place(module, *loc)),
        Undecided::WeakAtomic(loc) => Reason::WeakAtomics(place(module, *loc)),
    }
}

/// What to try next; `many`: the program creates many threads, and nobody has set a bound.
fn hints(why: &Undecided, many: bool) -> Vec<Hint> {
    match why {
        Undecided::Stopped(_) if many => {
            vec![Hint::SmallBound(SMALL_BOUND), Hint::LargerLimits, Hint::SmallerLoops, Hint::DepthFirst]
        }
        Undecided::Unsupported(Unsupported::ManyThreads(_), _) if many => vec![Hint::SmallBound(SMALL_BOUND)],
        Undecided::Unsupported(Unsupported::ManyThreads(_), _) => vec![Hint::FewerThreads],
        Undecided::Stopped(_) => {
            vec![Hint::LargerLimits, Hint::FewerThreads, Hint::SmallerLoops, Hint::DepthFirst]
        }
        Undecided::InexactStore => vec![Hint::ExactStore],
        Undecided::LosingReduction => vec![Hint::SoundReductions],
        Undecided::Unsupported(Unsupported::NoModel { .. }, _) => vec![Hint::HavocExternals],
        Undecided::Unsupported(Unsupported::NotAsked { .. }, _) => vec![Hint::AskThatToo],
        Undecided::Unsupported(Unsupported::Outside { what: Outside::Arguments, .. }, _) => {
            vec![Hint::GiveArguments]
        }
        Undecided::Unsupported(Unsupported::Outside { name, .. }, _) => {
            vec![Hint::GiveVariable(name.clone())]
        }
        Undecided::Unsupported(_, _) => vec![Hint::WithoutConstruct],
        Undecided::Sampled(_) => vec![Hint::NarrowInput],
        Undecided::WeakAtomic(_) => vec![Hint::StrongerAtomics],
    }
}

/// What an answer rests on, as far as the search knows.
fn assumptions(module: &Module, options: &Options, run: &Run) -> Vec<Assumption> {
    let notes = &run.met.notes;
    let mut all = vec![Assumption::SequentialConsistency];
    all.extend(notes.havocked.iter().cloned().map(Assumption::Havocked));
    all.extend(notes.weak_atomic.map(|loc| Assumption::WeakAtomicsAreStrong(place(module, loc))));
    all.extend(notes.weak_library.map(|loc| Assumption::LibraryAtomicsAreStrong(place(module, loc))));
    all.extend(notes.assumed.iter().map(|assumed| taken_for_granted(*assumed)));
    all.extend(options.nondet_range.map(|(low, high)| Assumption::InputRange(low, high)));
    all
}

/// What library models took for granted; the plan knows the numbers.
pub(super) fn taken_for_granted(assumed: Assumed) -> Assumption {
    match assumed {
        Assumed::Malloc => Assumption::MallocSucceeds,
        Assumed::Processors => Assumption::Machine(MachineConstant::Processors, 0),
        Assumed::PageSize => Assumption::Machine(MachineConstant::PageSize, 0),
        Assumed::ProcessId => Assumption::Machine(MachineConstant::ProcessId, 0),
        Assumed::ReadersPass => Assumption::ReadersPass,
        Assumed::FreshIds => Assumption::FreshIds,
        Assumed::NumberedIds => Assumption::NumberedIds,
        Assumed::StoredId => Assumption::StoredId,
        Assumed::ExactTry => Assumption::ExactTry,
        Assumed::ClockSteps => Assumption::ClockSteps(0),
        Assumed::TimeOfDay => Assumption::TimeOfDay,
        Assumed::TimeEnds => Assumption::TimeEnds,
        Assumed::SafeCalls => Assumption::SafeCalls,
        Assumed::NanSign => Assumption::NanSign,
    }
}

/// What the reductions saved, in sentences.
fn saved(options: &Options, run: &Run) -> Vec<String> {
    let (saved, reductions) = (&run.met.saved, &options.reductions);
    let mut lines = vec![format!(
        "reductions: {reductions}; {} instructions ran in {} steps: {} interleaving points fewer than with one before each",
        saved.instructions,
        saved.steps,
        saved.instructions.saturating_sub(saved.steps)
    )];
    if reductions.stores {
        lines.push(format!(
            "stores: {} accesses to memory were not interleaving points, because no other thread could notice them",
            saved.hidden
        ));
    }
    if reductions.lone {
        lines.push(format!(
            "lone: in {} states only one thread was moved, because no other thread could notice what it did",
            run.statistics.reduced_states
        ));
    }
    if reductions.sections {
        let protection = &run.protection;
        lines.push(format!(
            "sections: {} locks and {} ranges of bytes that they protect were taken for granted, after {} searches that refuted more",
            protection.locks, protection.ranges, protection.restarts
        ));
    }
    if reductions.heap {
        lines.push(format!(
            "heap: after {} of {} steps the objects of the state were put in canonical order",
            saved.renumbered, saved.steps
        ));
    }
    lines
}

/// What a search says, with its violation executed by the interpreter.
#[derive(Debug)]
pub enum Confirmed {
    /// A violation.
    Violated(Box<Schedule>),
    /// No violation.
    Holds,
    /// Neither.
    Undecided(Undecided),
}

impl Confirmed {
    /// The violated property.
    pub fn violated(&self) -> Option<Property> {
        match self {
            Confirmed::Violated(schedule) => Some(schedule.breach.property),
            _ => None,
        }
    }
}

/// Searches, and executes with the interpreter what is found.
///
/// # Errors
/// The interpreter does not confirm the violation: this is a bug, and no verdict may be given.
pub fn confirmed(
    module: &Arc<Module>,
    options: &Options,
    search: &Search,
    control: &Control,
) -> Result<Confirmed, String> {
    match Conclusion::of(options, tw_execute::run(module, options, search, control)) {
        Conclusion::Violation(trace) => {
            let schedule = executed(module, options, &trace)?;
            Ok(Confirmed::Violated(Box::new(schedule)))
        }
        Conclusion::Holds { .. } => Ok(Confirmed::Holds),
        Conclusion::Undecided(why) => Ok(Confirmed::Undecided(why)),
    }
}

/// Executes a trace with the interpreter.
///
/// # Errors
/// Why the trace is not an execution that ends in its violation.
pub fn executed(module: &Module, options: &Options, trace: &ExecutionTrace) -> Result<Schedule, String> {
    let replay = ReplayOptions {
        threads: options.threads,
        properties: options.properties.clone(),
        havoc_externals: options.havoc_externals,
        memory_model: options.memory_model,
        identities: Identities::References,
    };
    tw_interpret::replay(module, &replay, trace)
        .map_err(|e| format!("the engine's trace is not an execution ({}): {e}", trace.breach.message))
}

#[cfg(test)]
mod tests {
    use super::{hints, reason};
    use tw_execute::{Undecided, Unsupported};
    use tw_index::Id;
    use tw_ir::{FileId, Loc, Module};
    use tw_verdict::{Hint, Property, StopReason};

    /// The sentence with the place, and the advice.
    fn told(why: Unsupported) -> (String, Vec<Hint>) {
        let mut module = Module::default();
        module.files.push("a.c".into());
        let why = Undecided::Unsupported(why, Some(Loc { file: FileId::from_index(0), line: 7, column: 1 }));
        (reason(&module, &why).to_string(), hints(&why, false))
    }

    #[test]
    fn the_advice_goes_by_the_reason() {
        let no_model = told(Unsupported::NoModel { function: "f".into() });
        let sentence = "the external function f has no model at a.c:7";
        assert_eq!(no_model, (sentence.into(), vec![Hint::HavocExternals]));
        let not_asked = told(Unsupported::NotAsked {
            property: Property::Memory,
            message: "a write to a constant".into(),
        });
        let sentence = "memory is violated, which was not asked for: a write to a constant at a.c:7";
        assert_eq!(not_asked, (sentence.into(), vec![Hint::AskThatToo]));
        let many = Unsupported::ManyThreads(1000);
        let sentence = "more than 1000 threads at once at a.c:7";
        assert_eq!(told(many.clone()), (sentence.into(), vec![Hint::FewerThreads]));
        let bound = Some(&Hint::SmallBound(3));
        assert_eq!(hints(&Undecided::Unsupported(many, None), true).first(), bound);
        let stopped = Undecided::Stopped(StopReason::Interrupted);
        assert_eq!(hints(&stopped, true).first(), bound);
        assert!(hints(&stopped, false).contains(&Hint::FewerThreads));
        // A text says nothing about its kind.
        let construct = told(Unsupported::Construct("x has no model and was not asked for".into()));
        let sentence = "x has no model and was not asked for at a.c:7";
        assert_eq!(construct, (sentence.into(), vec![Hint::WithoutConstruct]));
    }
}
