//! Why there is no verdict, what to try next, and what a verdict rests on.

use crate::{Place, Property, StopReason};
use std::fmt;

/// Why a property is not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The search was stopped.
    Stopped(StopReason),
    /// The search was stopped; smaller bounds were explored before.
    StoppedAfter {
        /// Why it stopped.
        stop: StopReason,
        /// With up to so many threads there is no violation.
        explored: u32,
    },
    /// No violation with up to so many threads.
    NoViolationUpTo(u32),
    /// The only violations found skip a creation at the bound of so many threads.
    CreationSkipped(u32),
    /// A violation exists, but its schedule was not found.
    ScheduleNotFound(StopReason),
    /// Another property is violated, and that ended the search.
    EndedBy(Property),
    /// Another property is not decided, and this one was not looked at after that.
    After(Property),
    /// The store may take two states for one.
    InexactStore,
    /// The reduction loses behaviours.
    LossyReduction,
    /// An execution reached something that is not supported.
    Construct {
        /// What it is.
        what: String,
        /// Where.
        place: Option<Place>,
    },
    /// The program looks at its arguments or at a variable of the environment, which are not given.
    Outside {
        /// The variable of the environment; absent: arguments.
        variable: Option<String>,
        /// Where.
        place: Option<Place>,
    },
    /// Inputs have too many values to try all.
    SampledInput(Option<Place>),
    /// Atomics weaker than `seq_cst`, of which only interleavings were searched.
    WeakAtomics(Option<Place>),
    /// This engine does not decide the property.
    NotDecidedBy(&'static str),
    /// Functions call each other, and this engine does not follow that.
    Recursion {
        /// Who calls whom, from the first to the first again.
        functions: Vec<String>,
        /// Where.
        place: Option<Place>,
    },
    /// The program has too many parts for this engine.
    TooLarge {
        /// What there is too much of.
        what: TooMuch,
        /// The most that it takes.
        most: u64,
        /// Where.
        place: Option<Place>,
    },
    /// Refinement of an abstraction came to no end.
    NotRefined(Box<NotRefined>),
}

/// What a program has too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooMuch {
    /// Places where other threads may run.
    Places,
    /// Ways from one such place to the next.
    Ways,
    /// Attempts to find out what pointers point to.
    Attempts,
}

/// Where the refinement of an abstraction ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotRefined {
    /// Why it ended.
    pub why: Unrefined,
    /// The predicates, as people write them.
    pub predicates: Vec<String>,
    /// The last path that could neither be executed nor excluded.
    pub path: Vec<String>,
}

/// Why refinement ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unrefined {
    /// So many rounds were not enough.
    Rounds(u32),
    /// No predicates of one thread exclude the path.
    NoPredicates,
    /// More predicates than this.
    Predicates(u32),
    /// Questions about a step of the path are too hard.
    TooHard,
    /// The path goes through parts of the program that are known only roughly, and was not executed: why.
    Rough(String),
    /// The search on the abstract program ended without an answer.
    Search(String),
}

impl Reason {
    /// The kind of the reason, for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::Stopped(stop) | Reason::StoppedAfter { stop, .. } => stop.kind(),
            Reason::NoViolationUpTo(_) => "bound",
            Reason::CreationSkipped(_) => "creation-skipped",
            Reason::ScheduleNotFound(_) => "schedule-not-found",
            Reason::EndedBy(_) => "ended-by-violation",
            Reason::After(_) => "not-reached",
            Reason::InexactStore => "inexact-store",
            Reason::LossyReduction => "lossy-reduction",
            Reason::Construct { .. } => "unsupported",
            Reason::Outside { .. } => "outside",
            Reason::SampledInput(_) => "sampled-input",
            Reason::WeakAtomics(_) => "weak-atomics",
            Reason::NotDecidedBy(_) => "other-engine",
            Reason::Recursion { .. } => "recursion",
            Reason::TooLarge { .. } => "too-large",
            Reason::NotRefined(_) => "not-refined",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stopped(stop) => stop.fmt(f),
            Reason::StoppedAfter { stop, explored } => {
                write!(f, "{stop} (no violation with up to {explored} threads)")
            }
            Reason::NoViolationUpTo(threads) => write!(f, "no violation with up to {threads} threads"),
            Reason::CreationSkipped(threads) => write!(
                f,
                "a violation with {threads} threads skips a creation at the bound, and more threads may disable it"
            ),
            Reason::ScheduleNotFound(stop) => write!(
                f,
                "there is a violation with some number of threads, but its schedule was not found: {stop}"
            ),
            Reason::EndedBy(property) => write!(f, "the search ended with a violation of {property}"),
            Reason::After(property) => write!(f, "not looked at, because {property} is not decided"),
            Reason::InexactStore => {
                f.write_str("no violation was found, but this store may take two states for one")
            }
            Reason::LossyReduction => f.write_str(
                "no violation was found, but this reduction loses behaviours (reading is never visible)",
            ),
            Reason::Construct { what, place } => write!(f, "{what}{}", at(place.as_ref())),
            Reason::Outside { variable: None, place } => {
                write!(f, "the program looks at its arguments{}, which are not given", at(place.as_ref()))
            }
            Reason::Outside { variable: Some(name), place } => write!(
                f,
                "the program looks at the environment variable {name}{}, which is not given",
                at(place.as_ref())
            ),
            Reason::SampledInput(place) => write!(
                f,
                "no violation for samples of the input{}, which has too many values to try all",
                at(place.as_ref())
            ),
            Reason::WeakAtomics(place) => {
                let place = at(place.as_ref());
                write!(
                    f,
                    "no violation under sequential consistency, but an atomic is weaker than seq_cst{place}"
                )
            }
            Reason::NotDecidedBy(engine) => write!(f, "the engine {engine} does not decide this property"),
            Reason::Recursion { functions, place } => {
                write!(f, "recursion{}: {}", at(place.as_ref()), functions.join(" calls "))
            }
            Reason::TooLarge { what, most, place } => {
                let what = match what {
                    TooMuch::Places => "places where other threads may run",
                    TooMuch::Ways => "ways from one place to the next",
                    TooMuch::Attempts => "attempts to find out what pointers point to",
                };
                write!(f, "more than {most} {what}{}", at(place.as_ref()))
            }
            Reason::NotRefined(end) => end.fmt(f),
        }
    }
}

impl fmt::Display for NotRefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Unrefined::Rounds(1) => f.write_str("no proof and no violation after 1 round of refinement")?,
            Unrefined::Rounds(n) => write!(f, "no proof and no violation after {n} rounds of refinement")?,
            Unrefined::NoPredicates => f.write_str("no predicates about one thread exclude the last path")?,
            Unrefined::Predicates(most) => write!(f, "more than {most} predicates")?,
            Unrefined::TooHard => f.write_str("questions about a step of the last path are too hard")?,
            Unrefined::Rough(why) => write!(
                f,
                "the last path goes through code that is known only roughly, and was not executed ({why})"
            )?,
            Unrefined::Search(why) => write!(f, "the search on the abstract program ended: {why}")?,
        }
        match self.predicates.as_slice() {
            [] => f.write_str("; without predicates")?,
            [one] => write!(f, "; the predicate: {one}")?,
            many => write!(f, "; {} predicates: {}", many.len(), many.join(", "))?,
        }
        if self.path.is_empty() { Ok(()) } else { write!(f, "; the last path: {}", self.path.join("; ")) }
    }
}

fn at(place: Option<&Place>) -> String {
    place.map_or(String::new(), |place| format!(" at {}:{}", place.file, place.line))
}

/// What to try next; `report` has the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// More time or memory.
    LargerLimits,
    /// Another engine.
    Engine {
        /// Its name.
        name: &'static str,
        /// What it is good for.
        good_for: &'static str,
    },
    /// Fewer threads.
    FewerThreads,
    /// Depth-first search, to hunt for a violation.
    DepthFirst,
    /// A bound on the number of threads, for a bounded answer.
    SomeBound,
    /// This bound, for an answer about a program that creates many threads.
    SmallBound(u32),
    /// This larger bound.
    LargerBound(u32),
    /// Exactly this bound.
    ExactBound(u32),
    /// Any number of threads.
    AnyNumber,
    /// The question is undecidable in general.
    Undecidable,
    /// The exact store.
    ExactStore,
    /// The sound reductions.
    SoundReductions,
    /// Assume that functions without a model return anything.
    HavocExternals,
    /// Ask for the property that was violated without being asked for.
    AskThatToo,
    /// A program without this construct.
    WithoutConstruct,
    /// Fewer values of inputs.
    NarrowInput,
    /// Stronger atomics, or sequential consistency as an assumption.
    StrongerAtomics,
    /// The arguments of the program.
    GiveArguments,
    /// This variable of the environment.
    GiveVariable(String),
    /// Smaller loops.
    SmallerLoops,
    /// Predicates of the user.
    GivePredicates,
    /// Only properties that the engine decides.
    OnlyProperties(String),
    /// Take it for granted that behaviour is defined.
    AssumeDefined,
}

/// What a verdict rests on, besides the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// Every execution is an interleaving of the threads' steps.
    SequentialConsistency,
    /// Atomics weaker than `seq_cst` behave as if they were.
    WeakAtomicsAreStrong(Option<Place>),
    /// The function returns anything and has no effect.
    Havocked(String),
    /// Atomics of library headers that are weaker than `seq_cst` behave as if they were.
    LibraryAtomicsAreStrong(Option<Place>),
    /// The program is called with these arguments, as typed.
    Arguments(String),
    /// The environment is as given.
    Environment(String),
    /// The machine has this constant.
    Machine(MachineConstant, u32),
    /// Readers pass writers that wait.
    ReadersPass,
    /// Identifiers of threads are not used again.
    FreshIds,
    /// Identifiers of threads are 1, 2, 3 and so on, and may be used again.
    NumberedIds,
    /// The identifier of a thread is stored before the thread runs.
    StoredId,
    /// `try_lock` does not fail without a reason.
    ExactTry,
    /// Where they are read, clocks move on at most that often, by 1 ns, 1 s or 1 h.
    ClockSteps(u32),
    /// Nobody sets the time of day.
    TimeOfDay,
    /// Sleeping and time limits move time on 32 times at most.
    TimeEnds,
    /// Library functions that need not be safe with threads are.
    SafeCalls,
    /// A NaN has the sign that the processor gives it.
    NanSign,
    /// Inputs are within this range.
    InputRange(i64, i64),
    /// `malloc` always finds memory.
    MallocSucceeds,
    /// Condition variables wake up only when signalled.
    NoSpuriousWakeups,
    /// Whether behaviour is defined was judged at another optimisation level than the rest.
    DefinedAtLevelZero,
    /// There is no undefined behaviour but that which was asked for.
    Defined,
    /// Local variables that are not initialised have any value.
    UninitialisedInput,
}

/// A constant of the machine that programs can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MachineConstant {
    /// Number of processors.
    Processors,
    /// Bytes of a page.
    PageSize,
    /// Number of the process.
    ProcessId,
}

impl MachineConstant {
    /// The key of its setting.
    pub fn key(self) -> &'static str {
        match self {
            MachineConstant::Processors => "processors",
            MachineConstant::PageSize => "page-size",
            MachineConstant::ProcessId => "process-id",
        }
    }
}

impl Assumption {
    /// Whether a violation may depend on it: without it, the execution may be impossible.
    pub fn enables_violations(&self) -> bool {
        matches!(self, Assumption::Havocked(_) | Assumption::UninitialisedInput)
    }

    /// The kind of the assumption, for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Assumption::SequentialConsistency => "sequential-consistency",
            Assumption::WeakAtomicsAreStrong(_) => "weak-atomics-are-strong",
            Assumption::LibraryAtomicsAreStrong(_) => "library-atomics-are-strong",
            Assumption::Arguments(_) => "arguments",
            Assumption::Environment(_) => "environment",
            Assumption::Machine(constant, _) => constant.key(),
            Assumption::ReadersPass => "readers-pass-writers",
            Assumption::FreshIds => "fresh-thread-ids",
            Assumption::NumberedIds => "numbered-thread-ids",
            Assumption::StoredId => "stored-thread-id",
            Assumption::ExactTry => "exact-try-lock",
            Assumption::ClockSteps(_) => "clock-steps",
            Assumption::TimeOfDay => "time-of-day",
            Assumption::TimeEnds => "time-ends",
            Assumption::SafeCalls => "safe-calls",
            Assumption::NanSign => "nan-sign",
            Assumption::Havocked(_) => "havocked-function",
            Assumption::InputRange(..) => "input-range",
            Assumption::MallocSucceeds => "malloc-succeeds",
            Assumption::NoSpuriousWakeups => "no-spurious-wakeups",
            Assumption::DefinedAtLevelZero => "defined-at-level-zero",
            Assumption::Defined => "defined",
            Assumption::UninitialisedInput => "uninitialised-input",
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::SequentialConsistency => f.write_str("sequential consistency"),
            Assumption::WeakAtomicsAreStrong(place) => write!(
                f,
                "atomics weaker than seq_cst were treated as sequentially consistent{}",
                at(place.as_ref())
            ),
            Assumption::LibraryAtomicsAreStrong(place) => write!(
                f,
                "weaker atomics in library headers behave as sequentially consistent ones{}",
                at(place.as_ref())
            ),
            Assumption::Arguments(text) => write!(f, "the arguments are {text} (--args)"),
            Assumption::Environment(text) => write!(f, "the environment has {text} (--env)"),
            Assumption::Machine(constant, value) => match constant {
                MachineConstant::Processors => write!(f, "there are {value} processors (--set processors=N)"),
                MachineConstant::PageSize => write!(f, "a page has {value} bytes (--set page-size=N)"),
                MachineConstant::ProcessId => {
                    write!(f, "the process has number {value} (--set process-id=N)")
                }
            },
            Assumption::ReadersPass => f.write_str("readers do not wait for writers that wait"),
            Assumption::FreshIds => f.write_str("identifiers of threads are not used again"),
            Assumption::NumberedIds => f.write_str("identifiers of threads are small numbers"),
            Assumption::StoredId => f.write_str("the identifier of a thread is stored before it runs"),
            Assumption::ExactTry => f.write_str("try_lock fails only if the lock is held"),
            Assumption::ClockSteps(count) => write!(
                f,
                "where clocks are read they move on {count} times at most, by 1 ns, 1 s or 1 h (--set clock-advances=N)"
            ),
            Assumption::TimeOfDay => f.write_str("nobody sets the time of day"),
            Assumption::TimeEnds => {
                f.write_str("sleeping and time limits that pass move the time on 32 times at most")
            }
            Assumption::SafeCalls => f.write_str("rand, srand and strerror are safe with threads"),
            Assumption::NanSign => f.write_str("the sign of a NaN is the one that this processor gives it"),
            Assumption::Havocked(name) => {
                write!(f, "{name} returns anything and has no effect (--havoc-externals)")
            }
            Assumption::InputRange(low, high) => {
                write!(f, "inputs were taken from {low} to {high} only (--nondet-range)")
            }
            Assumption::MallocSucceeds => f.write_str("malloc does not fail"),
            Assumption::NoSpuriousWakeups => f.write_str("condition variables have no spurious wake-ups"),
            Assumption::DefinedAtLevelZero => f.write_str("undefined behaviour was looked for at -O0"),
            Assumption::Defined => f.write_str(
                "there is no undefined behaviour besides that which was asked for (--assume-defined)",
            ),
            Assumption::UninitialisedInput => {
                f.write_str("local variables that are not initialised have any value (--uninitialised input)")
            }
        }
    }
}
