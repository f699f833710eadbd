//! `convert`: a subject in another form.

use crate::engines::abstraction::{failure, followed, template};
use crate::failure::Failure;
use crate::host::Host;
use crate::plan::{Asked, BooleanQuestion, Plan};
use crate::strategy::levels::compiled;
use crate::subject::{Boolean, Content};
use std::fmt::Write as _;
use tw_boolprog::export::{dot::dot, murphi::murphi, promela::promela};
use tw_boolprog::print::print;
use tw_boolprog::{Program, with_named_labels};
use tw_cover::expand::{Expansion, Refused, expand};
use tw_tts::Initial;
use tw_verdict::{Property, Question, Threads};

/// Larger systems are not written.
const MOST_TRANSITIONS: usize = 1_000_000;

impl Plan<'_> {
    /// The subject in the language `to`.
    ///
    /// # Errors
    /// There is no way from the one to the other.
    pub fn convert(&self, to: &str, host: &dyn Host) -> Result<String, Failure> {
        match (&self.asked, &self.subject.content, to) {
            (Asked::Boolean(asked), Content::Boolean(boolean), "tts" | "spec") => {
                expanded(asked, boolean, to)
            }
            (Asked::Boolean(asked), Content::Boolean(boolean), "bp" | "promela" | "murphi" | "dot") => {
                model(asked, boolean, to)
            }
            (_, Content::System(system, _), "tts") => Ok(system.to_string()),
            (Asked::System(asked), Content::System(system, _), "spec") => {
                let [initial] = asked.claim.initials.as_slice() else {
                    return Err(Failure::usage("a .spec file has one initial state"));
                };
                Ok(tw_tts::net_of(system, initial, &asked.claim.targets)?.to_string())
            }
            (_, Content::Net(net), "spec") => Ok(net.to_string()),
            (Asked::Program(asked), Content::Program(files), "ir") => {
                Ok(tw_ir::print(&*compiled(&asked.compile, files, asked.compile.opt, host)?))
            }
            (Asked::Program(asked), Content::Program(files), "steps") => {
                let module = compiled(&asked.compile, files, asked.compile.opt, host)?;
                let template = template(&module, &followed(&module, &Property::DEFAULT), &asked.abstraction)
                    .map_err(|refused| failure(&module, &refused))?;
                Ok(tw_steps::show(&template))
            }
            _ => Err(Failure::unsupported(format!(
                "--to {to}: {} are converted to {}",
                self.subject.language().words(),
                match &self.subject.content {
                    Content::Boolean(_) => "bp, promela, murphi, dot, tts and spec",
                    Content::System(..) => "tts and spec",
                    Content::Net(_) => "spec",
                    Content::Program(_) => "ir and steps",
                }
            ))),
        }
    }
}

/// A model for another tool, which is bounded.
fn model(asked: &BooleanQuestion, boolean: &Boolean, to: &str) -> Result<String, Failure> {
    if asked.threads == Some(Threads::AnyNumber) {
        return Err(Failure::unsupported("models for other tools are bounded: --threads N with a number"));
    }
    let question = Question { bounds: asked.example_bounds(), ..asked.question.clone() };
    let program = &boolean.program;
    match to {
        "bp" => Ok(print(&with_named_labels(&boolean.loaded.syntax))),
        "promela" => promela(program, &question).map_err(Failure::unsupported),
        "murphi" => murphi(program, &question).map_err(Failure::unsupported),
        _ => Ok(dot(program)),
    }
}

/// The expansion of a program.
fn expanded(asked: &BooleanQuestion, boolean: &Boolean, to: &str) -> Result<String, Failure> {
    if matches!(asked.threads, Some(Threads::AtMost(_))) {
        return Err(Failure::unsupported(
            "thread transition systems and nets have any number of threads: leave --threads out, or say --threads unbounded",
        ));
    }
    let bounds = asked.question.bounds.with_any_number();
    let question = Question { bounds, ..asked.question.clone() };
    let expansion = expand(&boolean.program, &question, MOST_TRANSITIONS)
        .map_err(|refused| not_expanded(&boolean.program, &refused))?;
    if to == "tts" {
        return Ok(format!("{}{}", legend(&expansion, "shared ", "local "), expansion.system));
    }
    let system = &expansion.system;
    let net = tw_tts::net_of(system, &Initial::unbounded(), &system.targets)?;
    Ok(format!("{}{net}", legend(&expansion, "s", "l")))
}

fn not_expanded(program: &Program, refused: &Refused) -> Failure {
    let file = &program.source.name;
    Failure::unsupported(match refused {
        Refused::TooLarge { shared, locals, most } => format!(
            "{file}: the expansion is too large: more than {most} transitions, after {shared} shared and {locals} local states; \
             fewer variables make it smaller; check --threads unbounded works on the program itself"
        ),
        Refused::ZeroTest(span) => format!(
            "{file}:{}: this statement is impossible while some other thread cannot follow it, which no transition can say; \
             an update that every thread can follow has a transition, and check --threads unbounded works on the program itself",
            program.source.position(*span).0
        ),
    })
}

/// What the numbers mean, as comments.
fn legend(expansion: &Expansion, shared: &str, local: &str) -> String {
    let mut out = String::new();
    for (prefix, names) in [(shared, &expansion.shared), (local, &expansion.locals)] {
        for (number, name) in names.iter().enumerate() {
            let _ = writeln!(out, "# {prefix}{number}: {name}");
        }
    }
    out
}
