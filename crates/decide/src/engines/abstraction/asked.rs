//! What predicate abstraction is asked: the step graph, and predicates of the user.

use super::{Abstraction, AbstractionOptions};
use crate::engines::Engine;
use crate::failure::Failure;
use tw_abstraction::Origin;
use tw_ir::Module;
use tw_steps::{Options, Refused, Template};
use tw_verdict::{Property, Severity};
use tw_words::TermId;

/// The step graph of a program.
///
/// # Errors
/// The program has none.
pub fn template(
    module: &Module,
    properties: &[Property],
    options: &AbstractionOptions,
) -> Result<Template, Refused> {
    let options = Options { properties: properties.to_vec(), assume_defined: options.assume_defined };
    tw_steps::build(module, &options)
}

/// Those of some properties that are followed in a program: what is shown or written down has their violations.
pub fn followed(module: &Module, properties: &[Property]) -> Vec<Property> {
    properties.iter().copied().filter(|p| Abstraction.follows(module, *p)).collect()
}

/// Predicates, and remarks about some that say nothing.
pub type Given = (Vec<(TermId, Origin)>, Vec<String>);

/// The predicates of the user.
///
/// # Errors
/// What is wrong with them, with the place.
pub fn given(
    module: &Module,
    template: &mut Template,
    options: &AbstractionOptions,
) -> Result<Given, Failure> {
    let Some(file) = &options.predicates else { return Ok(Given::default()) };
    let (found, messages) = tw_steps::predicates(module, template, &file.text);
    if messages.iter().any(|message| message.severity == Severity::Error) {
        return Err(Failure::mistaken(file.clone(), messages));
    }
    let remark = |message: &tw_verdict::Diagnostic| {
        let (line, column) = file.position(message.span);
        format!("{}:{line}:{column}: {}", file.name, message.message)
    };
    let terms = found.into_iter().map(|(term, _)| (term, Origin::User)).collect();
    Ok((terms, messages.iter().map(remark).collect()))
}
