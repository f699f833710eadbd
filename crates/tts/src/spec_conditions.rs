//! *What*: conditions on places in `.spec` files.

use crate::messages::unsupported;
use crate::net::{Count, Place};
use crate::spec::File;
use crate::spec_lex::Tok;
use std::collections::BTreeMap;
use tw_verdict::{Diagnostic, Span};

const CONDITION_FORM: &str = "a condition is `x >= 1`, `x = 1` or `x in [1, 2]`";

/// What a condition says about the tokens of a place.
pub(crate) struct Condition {
    /// The place.
    pub place: Place,
    /// How many tokens.
    pub count: Count,
    /// Where it stands.
    pub span: Span,
}

impl File<'_> {
    /// Reads `x = n`, `x >= n` or `x in [n, m]`.
    pub(crate) fn condition(&mut self) -> Option<Condition> {
        let start = self.cursor.token.span;
        let place = self.place(CONDITION_FORM)?;
        let operator = self.cursor.token.tok;
        if !matches!(operator, Tok::Sign(b'=') | Tok::AtLeast | Tok::In) {
            return self.report(self.cursor.expected("`>=`, `=` or `in`").help(CONDITION_FORM));
        }
        self.cursor.advance();
        if operator == Tok::In {
            self.expect(Tok::Sign(b'['), "`[`", CONDITION_FORM)?;
        }
        let mut span = start.to(self.cursor.token.span);
        let least = self.number(CONDITION_FORM)?;
        let count = match operator {
            Tok::AtLeast => Count::at_least(least),
            Tok::In => {
                self.expect(Tok::Sign(b','), "`,`", CONDITION_FORM)?;
                let most = self.number(CONDITION_FORM)?;
                span = start.to(self.cursor.token.span);
                self.expect(Tok::Sign(b']'), "`]`", CONDITION_FORM)?;
                Count { at_least: least, at_most: Some(most) }
            }
            _ => Count::exactly(least),
        };
        if count.at_most.is_some_and(|most| most < count.at_least) {
            let error = Diagnostic::error(span, "this interval is empty", "no number lies in it");
            self.report::<()>(error.help("write the smaller number first"));
        }
        Some(Condition { place, count, span })
    }

    /// Reads conditions with commas between them.
    pub(crate) fn conjunction(&mut self) -> Option<Vec<Condition>> {
        let mut conditions = vec![self.condition()?];
        while self.cursor.take(Tok::Sign(b',')) {
            conditions.push(self.condition()?);
        }
        Some(conditions)
    }

    /// Reads conjunctions until none follows.
    pub(crate) fn alternatives(&mut self) -> Vec<Vec<Condition>> {
        let mut alternatives = Vec::new();
        loop {
            match self.conjunction() {
                Some(conjunction) => alternatives.push(conjunction),
                None => self.skip_to(|_| false),
            }
            if matches!(self.cursor.token.tok, Tok::Section | Tok::End) {
                return alternatives;
            }
        }
    }

    /// The conditions as lower bounds; others are refused.
    pub(crate) fn at_least(&mut self, conditions: Vec<Condition>, whose: &str) -> Vec<(Place, u32)> {
        let mut bounds = BTreeMap::new();
        for Condition { place, count, span } in conditions {
            if count.at_most.is_some() {
                let message = format!("{whose} cannot ask for at most so many tokens");
                let help =
                    "only `x >= n` can be decided: nets with tests for zero are as strong as any program";
                self.messages.push(unsupported(span, message, "bounded from above").help(help));
            }
            let least: &mut u32 = bounds.entry(place).or_default();
            *least = count.at_least.max(*least);
        }
        bounds.into_iter().filter(|(_, least)| *least > 0).collect()
    }
}
