//! The engines: one table behind `--engine`, the README, the advice of UNKNOWN and the tests.
//!
//! An adapter implements [`Engine`] on the plain functions of an engine's crate and words what it counts. Engines know
//! neither settings nor subjects; adapters know no strategy.

pub(crate) mod abstraction;
mod backward;
mod counter;
mod counters;
mod cover;
mod execute;
mod karp_miller;
mod plain;
mod simulate;
mod symbolic;

pub use abstraction::{AbstractionOptions, PredicateProof};
pub use execute::{Confirmed, confirmed, executed};

use crate::failure::Failure;
use crate::subject::Language;
use std::sync::Arc;
use tw_boolprog::Program;
use tw_ir::Module;
use tw_tts::{Claim, Configuration, Initial, Marking, Net, RuleId, System, TransitionId};
use tw_verdict::{
    Assumption, Control, Counters, Coverage, ExecutionTrace, Hint, Markings, Property, Question, Reached,
    Reason, Statistics, StopReason, Threads, Trace, Unreached,
};

/// All engines, in the order in which people read about them.
pub static ENGINES: &[&dyn Engine] = &[
    &cover::Cover,
    &counter::Counter,
    &symbolic::Symbolic,
    &simulate::Simulate,
    &backward::Backward,
    &karp_miller::KarpMiller,
    &execute::Execute,
    &abstraction::Abstraction,
    &plain::Plain,
    &symbolic::PlainSymbolic,
];

/// The engine with this name.
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// What numbers of threads an engine answers for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// It needs a bound.
    Bounded,
    /// It answers for any number of threads only.
    AnyNumber,
    /// It answers with and without a bound.
    Either,
}

/// An engine, as the rest of the house sees it.
pub trait Engine: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What its answer means, for the table of engines.
    fn about(&self) -> &'static str;

    /// What it is good for, where another engine could not answer.
    fn good_for(&self) -> &'static str;

    /// For which numbers of threads it answers about a language; absent: not at all.
    fn scope(&self, language: Language) -> Option<Scope>;

    /// Whether several searches race for the answer, so that schedules and counts may differ between runs.
    fn races(&self) -> bool {
        false
    }

    /// Whether it decides a property of C programs.
    fn decides(&self, _property: Property) -> bool {
        true
    }

    /// Whether it follows what matters for a property in this program.
    fn follows(&self, _module: &Module, property: Property) -> bool {
        self.decides(property)
    }

    /// Whether it has states to count.
    fn counts(&self) -> bool {
        true
    }

    /// Looks at what only the engine understands of a question, before it is asked beside others.
    ///
    /// # Errors
    /// The question is wrong.
    fn examine(&self, _task: &Task<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Searches.
    ///
    /// # Errors
    /// The subject is outside of what the engine can do, or the engine is wrong.
    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure>;

    /// Tells an observer all states and steps.
    ///
    /// # Errors
    /// The engine has no single states, or there are too many.
    fn graph(
        &self,
        _task: &Task<'_>,
        _observer: &mut dyn Observer,
        _control: &Control,
    ) -> Result<Counters, Failure> {
        let able: Vec<&str> = ENGINES.iter().filter(|e| e.has_graph()).map(|e| e.name()).collect();
        Err(Failure::unsupported(format!(
            "--engine {} has no single states; {} have them",
            self.name(),
            able.join(", ")
        )))
    }

    /// Whether [`Engine::graph`] works.
    fn has_graph(&self) -> bool {
        false
    }

    /// Makes the transition system of a task, in any thread; absent if the engine has none whose states mean the same
    /// everywhere.
    fn factory(&self, _task: &Task<'_>) -> Option<Factory> {
        None
    }
}

/// Makes transition systems over packed states, one for each worker.
pub type Factory = Box<dyn Fn() -> Box<dyn tw_explore::System + Send> + Send + Sync>;

/// What is told about the graph of states.
pub trait Observer {
    /// The next state: its lines, whether it is a violation, whether it is an end.
    fn state(&mut self, lines: &[String], violated: bool, ended: bool);

    /// A step between two states, by number, with its label; `thread` where threads have identities.
    fn step(&mut self, from: usize, to: usize, label: &str, thread: Option<u32>);
}

/// Settings of the engines for Boolean programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BooleanOptions {
    /// Of the symbolic engines.
    pub symbolic: tw_counter::symbolic::Options,
    /// Of the simulating engine.
    pub simulate: tw_simulate::Options,
    /// Of the backward search.
    pub backward: tw_cover::backward::Options,
    /// No second backward search from what bounded searches do not reach.
    pub no_plateau: bool,
}

/// What an engine is asked.
pub enum Task<'a> {
    /// About a Boolean program.
    Boolean(BooleanTask<'a>),
    /// About a thread transition system.
    System(SystemTask<'a>),
    /// About a net.
    Net(&'a Net),
    /// About a C or C++ program.
    Program(ProgramTask<'a>),
}

/// A question about a Boolean program.
#[derive(Clone, Copy)]
pub struct BooleanTask<'a> {
    /// The program.
    pub program: &'a Arc<Program>,
    /// The question.
    pub question: &'a Question,
    /// Settings.
    pub options: &'a BooleanOptions,
}

/// A question about a thread transition system.
#[derive(Clone, Copy)]
pub struct SystemTask<'a> {
    /// The system.
    pub system: &'a System,
    /// What must not be covered, from where.
    pub claim: &'a Claim,
    /// How many threads.
    pub threads: Threads,
}

/// A question about a C or C++ program.
#[derive(Clone, Copy)]
pub struct ProgramTask<'a> {
    /// The program, compiled.
    pub module: &'a Arc<Module>,
    /// The question.
    pub options: &'a tw_execute::Options,
    /// How to search.
    pub search: &'a tw_execute::Search,
    /// For predicate abstraction.
    pub abstraction: &'a AbstractionOptions,
}

impl<'a> Task<'a> {
    pub(crate) fn boolean(&self) -> Result<BooleanTask<'a>, Failure> {
        match self {
            Task::Boolean(task) => Ok(*task),
            _ => Err(Failure::internal("an engine for Boolean programs is asked about something else")),
        }
    }

    pub(crate) fn program(&self) -> Result<ProgramTask<'a>, Failure> {
        match self {
            Task::Program(task) => Ok(*task),
            _ => Err(Failure::internal("an engine for C programs is asked about something else")),
        }
    }
}

/// What an engine found, before anything of it has been checked.
pub struct Found {
    /// The finding.
    pub finding: Finding,
    /// What was counted, in the engine's words.
    pub counters: Counters,
    /// Who decided.
    pub by: &'static str,
    /// The bound of the search, if it had one.
    pub bound: Option<u32>,
    /// What the finding rests on.
    pub assumptions: Vec<Assumption>,
    /// What a TRUE covers, where the engine knows more than the bound.
    pub coverage: Option<Coverage>,
    /// What people should know of the question.
    pub notes: Vec<String>,
    /// What of the user's program no execution reached, if all was explored.
    pub unreached: Vec<Unreached>,
    /// What else the engine tells those who follow its work.
    pub log: Vec<String>,
}

/// A finding.
pub enum Finding {
    /// A violation, to be executed.
    Violation(Witness),
    /// No violation in any state.
    Holds {
        /// Whether some creation of a thread was skipped at the bound.
        creation_skipped: bool,
        /// What a certificate is made of.
        material: Material,
    },
    /// Neither.
    Undecided {
        /// Why.
        reason: Reason,
        /// What to try next.
        hints: Vec<Hint>,
        /// Properties that hold nevertheless.
        holding: Vec<Property>,
    },
}

/// A violation to be executed.
pub enum Witness {
    /// Of a Boolean program, within this bound.
    Boolean(Trace, u32),
    /// Of a thread transition system.
    System(Configuration, Vec<(TransitionId, Configuration)>),
    /// Of a net.
    Net(Marking, Vec<(RuleId, Marking)>),
    /// Of a C or C++ program.
    Program(ExecutionTrace),
}

/// What a certificate is made of.
pub enum Material {
    /// Nothing: there was no room or time to write it down, or the engine has none.
    Nothing,
    /// What a search on a Boolean program reached.
    Reached(Box<Reached>),
    /// Minimal elements of a system.
    SystemElements(Vec<tw_tts::Target>),
    /// Markings of a system.
    SystemMarkings(Vec<Initial>),
    /// Minimal elements of a net.
    NetElements(Vec<Vec<(tw_tts::Place, u32)>>),
    /// Predicates and clauses about the steps of a C program.
    Predicates(Box<PredicateProof>),
    /// Markings of a net.
    NetMarkings(Vec<Vec<Option<u32>>>),
}

impl Found {
    /// A search on a Boolean program, within the bounds of the question.
    fn of_run(run: tw_verdict::Run, bound: u32, counters: Counters, by: &'static str) -> Found {
        let finding = match run.finding {
            tw_verdict::Finding::Violation(trace) => Finding::Violation(Witness::Boolean(trace, bound)),
            tw_verdict::Finding::Exhausted { creation_skipped } => {
                let material = run.reached.map_or(Material::Nothing, |r| Material::Reached(Box::new(r)));
                Finding::Holds { creation_skipped, material }
            }
            tw_verdict::Finding::Stopped(stop) => Finding::undecided(Reason::Stopped(stop), Vec::new()),
        };
        Found::new(finding, counters, by)
    }

    /// A backward search on a Boolean program; `threads` are those of its violation.
    pub(crate) fn of_backward(run: tw_verdict::Run, threads: Option<u32>) -> Found {
        let counters = counters::backward(&run.statistics);
        Found::of_run(run, threads.unwrap_or(u32::MAX), counters, "backward")
    }

    /// A forward search with markings that found no violation.
    pub(crate) fn of_markings(markings: Option<Markings>, statistics: &Statistics) -> Found {
        let reached = markings.map(|markings| Box::new(Reached::Markings(markings)));
        let material = reached.map_or(Material::Nothing, Material::Reached);
        let finding = Finding::Holds { creation_skipped: false, material };
        Found::new(finding, counters::markings(statistics), "karp-miller")
    }

    /// A search for any number of threads that was stopped.
    pub(crate) fn stopped(stop: StopReason, counters: Counters) -> Found {
        Found::new(backward::stopped(stop), counters, "cover")
    }

    /// The same with another bound of its violation.
    pub(crate) fn with_bound(mut self, threads: u32) -> Found {
        if let Finding::Violation(Witness::Boolean(_, bound)) = &mut self.finding {
            *bound = threads;
        }
        self
    }

    fn new(finding: Finding, counters: Counters, by: &'static str) -> Found {
        Found {
            finding,
            counters,
            by,
            bound: None,
            assumptions: Vec::new(),
            coverage: None,
            notes: Vec::new(),
            unreached: Vec::new(),
            log: Vec::new(),
        }
    }
}

impl Finding {
    /// Nothing is decided.
    pub fn undecided(reason: Reason, hints: Vec<Hint>) -> Finding {
        Finding::Undecided { reason, hints, holding: Vec::new() }
    }
}

/// Other engines that may do better on a Boolean program, within a bound.
pub fn alternatives(name: &str) -> Vec<Hint> {
    let others: &[&str] = match name {
        "symbolic" | "plain-symbolic" => &["simulate", "counter"],
        "simulate" => &["symbolic", "counter"],
        _ => &["simulate", "symbolic"],
    };
    let hint = |name: &&str| engine(name).map(|e| Hint::Engine { name: e.name(), good_for: e.good_for() });
    let engines = others.iter().filter_map(hint);
    engines.chain([Hint::LargerLimits, Hint::FewerThreads, Hint::DepthFirst]).collect()
}
