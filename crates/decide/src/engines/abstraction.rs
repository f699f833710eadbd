//! Adapter: predicate abstraction of C programs, refined until there is a proof or a violation.

mod asked;
mod host;
mod reasons;

pub use asked::{followed, given, template};
pub use reasons::{failure, reason};

use super::execute::{place, taken_for_granted};
use super::{Engine, Finding, Found, Material, ProgramTask, Scope, Task, Witness};
use crate::failure::Failure;
use crate::subject::Language;
use host::Hosted;
use std::cell::RefCell;
use std::sync::Arc;
use tw_abstraction::{Evidence, Outcome, Round, Settings, certificate, emit};
use tw_boolprog::Program;
use tw_ir::Module;
use tw_steps::Template;
use tw_verdict::{
    Assumption, Bounds, Control, Counters, Coverage, ExecutionTrace, Hint, MemoryModel, Property, Reached,
    Reason, SourceFile,
};

/// How often an abstraction is refined, if nothing is said.
const ROUNDS: u32 = 200;

/// Settings of predicate abstraction.
#[derive(Clone, Debug)]
pub struct AbstractionOptions {
    /// Predicates of the user.
    pub predicates: Option<SourceFile>,
    /// Behaviour is taken to be defined where that is not asked about.
    pub assume_defined: bool,
    /// The most rounds of refinement.
    pub rounds: u32,
}

impl Default for AbstractionOptions {
    fn default() -> AbstractionOptions {
        AbstractionOptions { predicates: None, assume_defined: false, rounds: ROUNDS }
    }
}

/// A proof by predicates.
pub struct PredicateProof {
    /// Number of predicates.
    pub predicates: u64,
    /// Number of clauses about steps.
    pub clauses: u64,
    /// The certificate behind its header, up to the part about the Boolean program; or why there is none.
    pub body: Result<String, String>,
    /// The Boolean program.
    pub program: Arc<Program>,
    /// What the search on it reached, until it is written down.
    pub boolean: RefCell<Option<Box<Reached>>>,
    /// Within which bounds that was searched.
    pub bounds: Bounds,
    /// What that proves.
    pub coverage: Coverage,
}

/// `--engine abstraction`.
pub struct Abstraction;

impl Engine for Abstraction {
    fn name(&self) -> &'static str {
        "abstraction"
    }

    fn about(&self) -> &'static str {
        "none with **any number of threads** (or up to N) under sequential consistency, for assertions, misuse of pthreads, arithmetic and overflow. Predicates stand for values, so loops may be unbounded and data large; more predicates are found until there is a proof or a schedule"
    }

    fn good_for(&self) -> &'static str {
        "C with any number of threads"
    }

    fn scope(&self, language: Language) -> Option<Scope> {
        (language == Language::Program).then_some(Scope::Either)
    }

    fn decides(&self, property: Property) -> bool {
        matches!(
            property,
            Property::Assertion | Property::Pthread | Property::Arithmetic | Property::Overflow
        )
    }

    /// Misuse of joins and detachments is not followed.
    fn follows(&self, module: &Module, property: Property) -> bool {
        let joins = ["pthread_join", "pthread_detach", "thrd_join", "thrd_detach"];
        let is_called =
            || module.functions.iter().any(|f| f.body.is_some() && joins.contains(&f.name.as_str()));
        self.decides(property) && (property != Property::Pthread || !is_called())
    }

    fn counts(&self) -> bool {
        false
    }

    fn races(&self) -> bool {
        true
    }

    fn examine(&self, task: &Task<'_>) -> Result<(), Failure> {
        let ProgramTask { module, options, abstraction, .. } = task.program()?;
        if abstraction.predicates.is_none() {
            return Ok(());
        }
        // What has no graph is no fault of the predicates.
        let Ok(mut template) = template(module, &options.properties, abstraction) else { return Ok(()) };
        given(module, &mut template, abstraction).map(drop)
    }

    fn run(&self, task: &Task<'_>, control: &Control) -> Result<Found, Failure> {
        let ProgramTask { module, options, abstraction, .. } = task.program()?;
        control.tell(|| "building the step graph".into());
        let mut template = match template(module, &options.properties, abstraction) {
            Ok(template) => template,
            Err(refused) => {
                let (reason, hints) = reason(module, &refused);
                return Ok(Found::new(Finding::undecided(reason, hints), Counters::default(), self.name()));
            }
        };
        let (given, notes) = given(module, &mut template, abstraction)?;
        control.tell(|| {
            let (places, edges) = (template.places.len(), template.edges.len());
            format!("a step graph with {places} places and {edges} edges")
        });
        let weak = template.weak;
        let assumptions = assumptions(module, &template, abstraction);
        let settings = Settings {
            threads: options.threads,
            max_rounds: abstraction.rounds,
            // Violations that nobody asked for must not be passed over: nothing is known behind them.
            properties: Property::ALL.into_iter().chain(Property::OF_MEMORY).collect(),
            control: control.clone(),
        };
        let host = Hosted::new(module, options, control);
        let outcome = tw_abstraction::run(template, &given, &settings, &host)
            .map_err(|why| Failure::internal(format!("predicate abstraction: {why}")))?;
        let round = host.round();
        let (finding, coverage) = match outcome {
            Outcome::Holds(_) if weak.is_some() && options.memory_model == MemoryModel::C11 => {
                let reason = Reason::WeakAtomics(place(module, weak));
                (Finding::undecided(reason, vec![Hint::StrongerAtomics]), None)
            }
            Outcome::Holds(evidence) => {
                let (bounds, coverage) = host.claim();
                let of_program = match coverage {
                    Coverage::UpTo(_) => coverage,
                    _ => Coverage::Any,
                };
                (holds(*evidence, &round, bounds, coverage), Some(of_program))
            }
            Outcome::Violated(trace) => (violated(trace, &options.properties), None),
            Outcome::Undecided(unfinished) => {
                let (reason, hints) = reasons::unfinished(*unfinished);
                (Finding::undecided(reason, hints), None)
            }
        };
        Ok(Found { assumptions, coverage, notes, ..Found::new(finding, counters(&round), self.name()) })
    }
}

fn holds(evidence: Evidence, round: &Round, bounds: Bounds, coverage: Coverage) -> Finding {
    let emitted = emit(&evidence.template, &evidence.predicates, &evidence.relations);
    let proof = PredicateProof {
        predicates: evidence.predicates.list.len() as u64,
        clauses: round.clauses,
        body: certificate(&evidence),
        program: emitted.program,
        boolean: RefCell::new(evidence.boolean),
        bounds,
        coverage,
    };
    let creation_skipped = matches!(coverage, Coverage::UpTo(_));
    Finding::Holds { creation_skipped, material: Material::Predicates(Box::new(proof)) }
}

/// A violation that was asked for, or one that ends everything else.
fn violated(trace: ExecutionTrace, asked: &[Property]) -> Finding {
    let breach = &trace.breach;
    if asked.contains(&breach.property) {
        return Finding::Violation(Witness::Program(trace));
    }
    let what = format!("{} is violated, which was not asked for: {}", breach.property, breach.message);
    let reason = Reason::Construct { what, place: None };
    Finding::undecided(reason, vec![Hint::AskThatToo, Hint::AssumeDefined])
}

fn assumptions(module: &Module, template: &Template, options: &AbstractionOptions) -> Vec<Assumption> {
    let mut all = vec![Assumption::SequentialConsistency];
    all.extend(template.weak.map(|loc| Assumption::WeakAtomicsAreStrong(place(module, Some(loc)))));
    all.extend(template.assumed.iter().map(|assumed| taken_for_granted(*assumed)));
    all.extend(options.assume_defined.then_some(Assumption::Defined));
    all
}

fn counters(round: &Round) -> Counters {
    Counters::default()
        .counted("rounds", round.number.into(), "rounds")
        .counted("predicates", (round.shared + round.local + round.mixed).into(), "predicates")
        .recorded("shared_predicates", round.shared.into())
        .recorded("local_predicates", round.local.into())
        .recorded("mixed_predicates", round.mixed.into())
        .counted("clauses", round.clauses, "clauses")
        .recorded("solver_calls", round.calls)
        .timed("abstraction_seconds", round.abstraction.as_secs_f64(), "s of abstraction")
        .timed("model_checking_seconds", round.checking.as_secs_f64(), "s of model checking")
        .timed("refinement_seconds", round.refinement.as_secs_f64(), "s of refinement")
}
