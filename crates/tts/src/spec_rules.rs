//! *What*: the rules of `.spec` files, and whether they are rules of a Petri net with transfers.

use crate::messages::unsupported;
use crate::net::{Place, Rule, Update};
use crate::spec::File;
use crate::spec_lex::Tok;
use rustc_hash::FxHashMap;
use tw_verdict::{Diagnostic, Span};

const RULE_FORM: &str = "a rule is `x >= 1, y >= 2 -> x' = x - 1, y' = y + z, z' = 0;`";

impl File<'_> {
    /// Reads a rule with its semicolon.
    pub(crate) fn rule(&mut self) -> Option<Rule> {
        let start = self.cursor.token.span;
        self.unknown = false;
        let guards = self.guards()?;
        self.expect(Tok::Arrow, "`,` or `->`", RULE_FORM)?;
        let updates = if self.cursor.token.tok == Tok::Sign(b';') { Vec::new() } else { self.updates()? };
        let span = start.to(self.cursor.token.span);
        self.expect(Tok::Sign(b';'), "`,` or `;`", RULE_FORM)?;
        if !self.unknown {
            self.check(&guards, &updates);
        }
        let mut updates: Vec<Update> =
            updates.into_iter().map(|(u, _)| u).filter(|u| !u.is_identity()).collect();
        updates.sort_by_key(|u| u.place);
        Some(Rule { guards, updates, span })
    }

    fn guards(&mut self) -> Option<Vec<(Place, u32)>> {
        let mut conditions = Vec::new();
        loop {
            if !self.cursor.take(Tok::True) {
                conditions.push(self.condition()?);
            }
            if !self.cursor.take(Tok::Sign(b',')) {
                return Some(self.at_least(conditions, "a rule"));
            }
        }
    }

    fn updates(&mut self) -> Option<Vec<(Update, Span)>> {
        let mut updates = vec![self.update()?];
        while self.cursor.take(Tok::Sign(b',')) {
            updates.push(self.update()?);
        }
        Some(updates)
    }

    /// Reads `x' = y + z - 1`.
    fn update(&mut self) -> Option<(Update, Span)> {
        let start = self.cursor.token.span;
        let place = self.place(RULE_FORM)?;
        self.expect(Tok::Sign(b'\''), "`'`", RULE_FORM)?;
        self.expect(Tok::Sign(b'='), "`=`", RULE_FORM)?;
        let mut update = Update { place, sum: Vec::new(), constant: 0 };
        let mut sign = 1;
        loop {
            let last = self.cursor.token.span;
            let named = sign > 0 && self.cursor.token.tok == Tok::Name;
            if named {
                update.sum.push(self.place(RULE_FORM)?);
            } else {
                update.constant = sign * i64::from(self.number(RULE_FORM)?);
            }
            sign = match self.cursor.token.tok {
                Tok::Sign(b'+') if named => 1,
                Tok::Sign(b'-') if named => -1,
                _ => {
                    update.sum.sort_unstable();
                    return Some((update, start.to(last)));
                }
            };
            self.cursor.advance();
        }
    }

    /// Reports what a Petri net with transfers cannot do.
    fn check(&mut self, guards: &[(Place, u32)], updates: &[(Update, Span)]) {
        let mut changed: FxHashMap<Place, Span> = FxHashMap::default();
        for (update, span) in updates {
            if let Some(first) = changed.insert(update.place, *span) {
                let message = format!("the place {} is changed twice", self.places[update.place]);
                let error = Diagnostic::error(*span, message, "again").related(first, "first here");
                self.messages.push(error.help("write one update for each place"));
            }
            self.check_subtraction(guards, update, *span);
        }
        let mut used: FxHashMap<Place, Span> = FxHashMap::default();
        for (update, span) in updates {
            for source in &update.sum {
                let kept = !changed.contains_key(source);
                if kept || used.insert(*source, *span).is_some() {
                    let name = &self.places[*source];
                    let why = if kept { "it keeps them too" } else { "they are used already" };
                    let message = format!("this rule copies the tokens of {name}");
                    let help = format!("tokens go to one place: add `{name}' = 0`, or use {name} once only");
                    self.messages.push(unsupported(*span, message, why).help(help));
                }
            }
        }
    }

    fn check_subtraction(&mut self, guards: &[(Place, u32)], update: &Update, span: Span) {
        let position = |place: &Place| guards.binary_search_by_key(place, |(p, _)| *p);
        let least = |place: &Place| position(place).map_or(0, |i| i64::from(guards[i].1));
        let there: i64 = update.sum.iter().map(least).sum();
        if there + update.constant >= 0 {
            return;
        }
        let message = format!("{} tokens are taken away, and {there} are sure to be there", -update.constant);
        let error = Diagnostic::error(span, message, "may become negative");
        let guard =
            |place: &Place| format!("guard the rule with `{} >= {}`", self.places[*place], -update.constant);
        let help = update.sum.first().map_or(RULE_FORM.to_string(), guard);
        self.messages.push(error.help(help));
    }
}
