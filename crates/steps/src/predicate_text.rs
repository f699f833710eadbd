//! Predicates that people write: one C expression a line.
//!
//! *What*: expressions over global variables, `function::name` for local ones (`function::name@12` for the one declared in line 12, where
//! several have the name), fields, elements of arrays, addresses of globals and integer constants, with the operators of C
//! and its conversions; `#` begins a comment. *Claim*: at each place, the term has the truth value of the expression in the program.
//! *Departures*: pointers are compared, not followed. A division by zero and a shift by too much have the value that words give
//! them: a predicate has to be true or false everywhere.
//!
//! - `lex`, `parse`: from text to expressions. `names`: what names stand for. `meaning`: from expressions to terms.

mod lex;
mod meaning;
mod names;
mod parse;

use crate::template::Template;
use meaning::Meaning;
use names::Scope;
use tw_ir::Module;
use tw_verdict::{Diagnostic, Severity, Span};
use tw_words::TermId;

/// More calls than these are not told apart.
const MOST_CALLS: usize = 64;

/// The predicates in a text, and messages about it. Where some message is an error, the text is refused.
pub fn predicates(
    module: &Module,
    template: &mut Template,
    text: &str,
) -> (Vec<(TermId, Span)>, Vec<Diagnostic>) {
    let (mut found, mut messages) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("").trim_end();
        if !code.trim().is_empty()
            && let Err(message) = of_line(module, template, code, start, &mut found, &mut messages)
        {
            messages.push(message);
        }
        start += line.len();
    }
    if messages.iter().any(|message| message.severity == Severity::Error) {
        found.clear();
    }
    (found, messages)
}

fn of_line(
    module: &Module,
    template: &mut Template,
    code: &str,
    start: usize,
    found: &mut Vec<(TermId, Span)>,
    messages: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let expr = parse::expression(module, code, start)?;
    let blank = code.len() - code.trim_start().len();
    let span = Span::new(start + blank, start + code.len());
    let scope = Scope::new(module, template, &expr)?;
    for calls in scope.choices(MOST_CALLS, span)? {
        let meaning = Meaning { module, template, scope: &scope, calls: &calls };
        match meaning.truth_of(&expr)? {
            Some(term) => match template.words.as_const(term) {
                None if found.iter().any(|(other, _)| *other == term) => {}
                None => found.push((term, span)),
                Some(value) => {
                    let text = format!("this is always {}", if value == 1 { "true" } else { "false" });
                    messages.push(Diagnostic::warning(span, text, "says nothing"));
                }
            },
            None => {
                let text = "this is about variables that nothing changes or looks at while threads run";
                messages.push(Diagnostic::warning(span, text, "left out"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
