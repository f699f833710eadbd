//! Adapter: predicate abstraction of C programs, refined until there is a proof or a violation.

use super::{Engine, Finding, Found, Scope, Task};
use crate::failure::Failure;
use crate::subject::Language;
use tw_verdict::{Control, Counters, Property, Reason, SourceFile};

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

/// `--engine abstraction`.
pub struct Abstraction;

impl Engine for Abstraction {
    fn name(&self) -> &'static str {
        "abstraction"
    }

    fn about(&self) -> &'static str {
        "none with **any number of threads** (or up to N), for assertions, misuse of pthreads, arithmetic and overflow. Predicates instead of values: unbounded loops and large data, found from paths that are not executable"
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

    fn counts(&self) -> bool {
        false
    }

    fn races(&self) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, _control: &Control) -> Result<Found, Failure> {
        let _ = task.program()?;
        let what = "predicate abstraction is not connected".into();
        let finding = Finding::undecided(Reason::Construct { what, place: None }, Vec::new());
        Ok(Found::new(finding, Counters::default(), self.name()))
    }
}
