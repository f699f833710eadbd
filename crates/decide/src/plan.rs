//! A command line validated for a subject: the question, the engine, and what to do with the answer.

mod boolean;
mod program;
mod system;

pub use boolean::BooleanQuestion;
pub use program::ProgramQuestion;
pub use system::SystemQuestion;

use crate::engines::{ENGINES, Engine, Scope, engine};
use crate::failure::Failure;
use crate::settings::{CommandName, Form, Setting, Typed};
use crate::subject::{Content, Language, Subject};
use serde_json::{Map, Value};
use std::path::PathBuf;
use tw_verdict::Threads;

/// What is asked of a subject.
pub enum Asked {
    /// Of a Boolean program.
    Boolean(Box<BooleanQuestion>),
    /// Of a thread transition system.
    System(Box<SystemQuestion>),
    /// Of a net, whose file says everything.
    Net,
    /// Of a C or C++ program.
    Program(Box<ProgramQuestion>),
}

/// Which certificates are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificates {
    /// Those that are small.
    Small,
    /// Whatever it costs, and written to this file.
    Written(PathBuf),
    /// None.
    None,
}

/// A validated command.
pub struct Plan<'s> {
    /// What is checked.
    pub subject: &'s Subject,
    /// What is asked.
    pub asked: Asked,
    /// Who answers.
    pub engine: &'static dyn Engine,
    /// Who else answers, at the same time: the first evidence for each property counts.
    pub beside: Option<&'static dyn Engine>,
    /// Which certificates are made.
    pub certificates: Certificates,
    /// The settings in effect, for results.
    pub settings: Map<String, Value>,
}

impl<'s> Plan<'s> {
    /// Validates a command for its subject.
    ///
    /// # Errors
    /// A setting does not apply, or its value makes no sense here.
    pub fn new(typed: &Typed, subject: &'s Subject) -> Result<Plan<'s>, Failure> {
        let language = subject.language();
        typed.refuse_for_language(language)?;
        let asked = match &subject.content {
            Content::Boolean(boolean) => Asked::Boolean(Box::new(BooleanQuestion::new(typed, boolean)?)),
            Content::System(system, path) => {
                Asked::System(Box::new(SystemQuestion::new(typed, system, path, subject.sha256())?))
            }
            Content::Net(_) => Asked::Net,
            Content::Program(_) => Asked::Program(Box::new(ProgramQuestion::new(typed)?)),
        };
        let engine = choose(typed, language, &asked)?;
        let beside = beside(typed, &asked);
        let names: Vec<&str> = std::iter::once(engine).chain(beside).map(|e| e.name()).collect();
        typed.refuse_for_engines(&names)?;
        if typed.command == CommandName::Explore && !engine.counts() {
            return Err(Failure::unsupported(format!(
                "--engine {} has no states to count; check asks it",
                engine.name()
            )));
        }
        let certificates = match typed.command {
            CommandName::Check => match typed.get("certificate") {
                None => Certificates::Small,
                Some("none") => Certificates::None,
                Some(path) => Certificates::Written(path.into()),
            },
            _ => Certificates::None,
        };
        if matches!(certificates, Certificates::Written(_)) {
            asked.refuse_certificates(engine)?;
        }
        let settings = effective(typed, &names, &asked);
        Ok(Plan { subject, asked, engine, beside, certificates, settings })
    }
}

impl Asked {
    /// The bound on threads that was asked for; absent if none was.
    fn threads(&self) -> Option<Threads> {
        match self {
            Asked::Boolean(question) => question.threads,
            Asked::System(question) => question.threads,
            Asked::Net => None,
            Asked::Program(question) => question.options.threads.map(Threads::AtMost),
        }
    }

    fn refuse_certificates(&self, engine: &dyn Engine) -> Result<(), Failure> {
        if matches!(self, Asked::System(_)) && engine.scope(Language::System) == Some(Scope::Bounded) {
            return Err(Failure::unsupported(
                "--certificate: there are no certificates about a bound on the threads of a system: leave --threads out",
            ));
        }
        Ok(())
    }
}

/// The engine asked for, if it fits the question; or the default one.
fn choose(typed: &Typed, language: Language, asked: &Asked) -> Result<&'static dyn Engine, Failure> {
    let Some(name) = typed.get("engine") else { return default(typed.command, language, asked) };
    let named = |all: &dyn Fn(&dyn Engine) -> bool| {
        ENGINES.iter().filter(|e| all(**e)).map(|e| e.name()).collect::<Vec<_>>()
    };
    let names = |all: &dyn Fn(&dyn Engine) -> bool| named(all).join(", ");
    let Some(found) = engine(name) else {
        return Err(Failure::usage(format!("--engine {name}: there are {}", names(&|_| true))));
    };
    let scope = found.scope(language).ok_or_else(|| {
        let able = match named(&|e| e.scope(language).is_some()).as_slice() {
            [only] => format!("is {only}"),
            several => format!("are {}", several.join(", ")),
        };
        Failure::unsupported(format!(
            "--engine {name} does not read {}; for them there {able}",
            language.words()
        ))
    })?;
    let fits = |scope: Scope| names(&|e| e.scope(language).is_some_and(|s| s == scope || s == Scope::Either));
    match (scope, asked.threads()) {
        (Scope::AnyNumber, Some(Threads::AtMost(_))) => Err(Failure::usage(format!(
            "--engine {} answer for any number of threads: leave --threads out, or say --threads unbounded",
            fits(Scope::AnyNumber)
        ))),
        (Scope::Bounded, Some(Threads::AnyNumber)) => Err(Failure::unsupported(format!(
            "--threads unbounded: --engine {name} needs a bound; {} do not",
            fits(Scope::AnyNumber)
        ))),
        (Scope::Bounded, None) if language == Language::System => Err(Failure::usage(format!(
            "--engine {name} needs a bound on the threads of a system: --threads N"
        ))),
        _ => Ok(found),
    }
}

fn default(command: CommandName, language: Language, asked: &Asked) -> Result<&'static dyn Engine, Failure> {
    let bounded = matches!(asked.threads(), Some(Threads::AtMost(_)));
    let name = match (language, bounded) {
        (Language::Program, _) if command == CommandName::Abstract => "abstraction",
        (Language::Program, _) => "execute",
        (Language::System, true) => "plain",
        (Language::System | Language::Net, _) => "backward",
        (Language::Boolean, true) => "counter",
        // Counting states needs a bound; one is chosen.
        (Language::Boolean, false) if command != CommandName::Check && asked.threads().is_none() => "counter",
        (Language::Boolean, false) => "cover",
    };
    engine(name).ok_or_else(|| Failure::internal(format!("there is no engine {name}")))
}

/// C programs with any number of threads in so many words are looked at in two ways, unless something is said that only one
/// of them understands.
fn beside(typed: &Typed, asked: &Asked) -> Option<&'static dyn Engine> {
    let Asked::Program(question) = asked else { return None };
    let abstraction = engine("abstraction")?;
    let of_execute = |s: &Setting| !s.engines.is_empty() && !s.engines.contains(&abstraction.name());
    let for_one = typed.given().any(|(setting, _)| setting.key != "jobs" && of_execute(setting));
    let useful = question.properties.iter().any(|p| abstraction.decides(*p));
    let asks = typed.command == CommandName::Check && question.any_number && typed.get("engine").is_none();
    (asks && useful && !for_one).then_some(abstraction)
}

/// The settings that matter for the answer, with the values in effect.
fn effective(typed: &Typed, engines: &[&str], asked: &Asked) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("engine".into(), engines.join(",").into());
    asked.describe(&mut all);
    let silent = ["jobs", "format", "output", "certificate", "exit-zero", "verbose", "dot", "to"];
    for (setting, value) in typed.given().filter(|(s, _)| !silent.contains(&s.key)) {
        let entry = all.entry(setting.key).or_insert_with(|| Value::Null);
        if entry.is_null() {
            *entry = if setting.form == Form::Flag { Value::from(true) } else { Value::from(value) };
        }
    }
    all
}

impl Asked {
    fn describe(&self, all: &mut Map<String, Value>) {
        match self {
            Asked::Boolean(question) => question.describe(all),
            Asked::System(question) => question.describe(all),
            Asked::Net => {}
            Asked::Program(question) => question.describe(all),
        }
    }
}
