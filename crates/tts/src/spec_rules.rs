//! *What*: the rules of `.spec` files, and whether they are rules of a Petri net with transfers.

use crate::messages::unsupported;
use crate::net::{Place, Rule, Update};
use crate::spec::File;
use crate::spec_lex::Tok;
use rustc_hash::{FxHashMap, FxHashSet};
use tw_verdict::{Diagnostic, Span};

const RULE_FORM: &str = "a rule is `x >= 1, y >= 2 -> x' = x - 1, y' = y + z, z' = 0;`";

/// `place' = sum + number`, as it is written.
struct Assignment {
    place: Place,
    /// Ascending.
    sum: Vec<Place>,
    number: Option<i64>,
    span: Span,
}

impl File<'_> {
    /// Reads a rule with its semicolon.
    pub(crate) fn rule(&mut self) -> Option<Rule> {
        let start = self.cursor.token.span;
        self.unknown = false;
        let guards = self.guards()?;
        self.expect(Tok::Arrow, "`,` or `->`", RULE_FORM)?;
        let assignments =
            if self.cursor.token.tok == Tok::Sign(b';') { Vec::new() } else { self.assignments()? };
        let span = start.to(self.cursor.token.span);
        self.expect(Tok::Sign(b';'), "`,` or `;`", RULE_FORM)?;
        let updates = if self.unknown { Vec::new() } else { self.merged(assignments) };
        self.check(&guards, &updates);
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

    fn assignments(&mut self) -> Option<Vec<Assignment>> {
        let mut assignments = vec![self.assignment()?];
        while self.cursor.take(Tok::Sign(b',')) {
            assignments.push(self.assignment()?);
        }
        Some(assignments)
    }

    /// Reads `x' = y + z - 1`.
    fn assignment(&mut self) -> Option<Assignment> {
        let start = self.cursor.token.span;
        let place = self.place(RULE_FORM)?;
        self.expect(Tok::Sign(b'\''), "`'`", RULE_FORM)?;
        self.expect(Tok::Sign(b'='), "`=`", RULE_FORM)?;
        let (mut sum, mut number, mut sign) = (Vec::new(), None, 1);
        loop {
            let last = self.cursor.token.span;
            let named = sign > 0 && self.cursor.token.tok == Tok::Name;
            if named {
                sum.push(self.place(RULE_FORM)?);
            } else {
                number = Some(sign * i64::from(self.number(RULE_FORM)?));
            }
            sign = match self.cursor.token.tok {
                Tok::Sign(b'+') if named => 1,
                Tok::Sign(b'-') if named => -1,
                _ => {
                    sum.sort_unstable();
                    return Some(Assignment { place, sum, number, span: start.to(last) });
                }
            };
            self.cursor.advance();
        }
    }

    /// One update for each place. Of a place that is assigned twice the last number counts, as for mist, with a warning; it
    /// is an error if more than the number differs, because mist then adds where we would replace.
    fn merged(&mut self, assignments: Vec<Assignment>) -> Vec<(Update, Span)> {
        let mut first: Vec<Assignment> = Vec::new();
        for next in assignments {
            match first.iter_mut().find(|known| known.place == next.place) {
                Some(known) => {
                    let message = repeated(&self.places[next.place], known, &next);
                    if next.number.is_some() {
                        (known.number, known.span) = (next.number, next.span);
                    }
                    self.messages.push(message);
                }
                None => first.push(next),
            }
        }
        let update = |Assignment { place, sum, number, span }| {
            (Update { place, sum, constant: number.unwrap_or(0) }, span)
        };
        first.into_iter().map(update).collect()
    }

    /// Reports what a Petri net with transfers cannot do.
    fn check(&mut self, guards: &[(Place, u32)], updates: &[(Update, Span)]) {
        let mut changed: FxHashSet<Place> = FxHashSet::default();
        for (update, span) in updates {
            changed.insert(update.place);
            self.check_subtraction(guards, update, *span);
        }
        let mut used: FxHashMap<Place, Span> = FxHashMap::default();
        for (update, span) in updates {
            for source in &update.sum {
                let kept = !changed.contains(source);
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

/// What to say of a place that is assigned again.
fn repeated(name: &str, first: &Assignment, again: &Assignment) -> Diagnostic {
    let number = |assignment: &Assignment| assignment.number.unwrap_or(0);
    let message = |how: &str| format!("the place {name} is changed twice{how}");
    let same = first.sum == again.sum;
    let said = if same && number(first) == number(again) {
        Diagnostic::warning(again.span, message(", in the same way"), "ignored").help("take it away")
    } else if same && !first.sum.is_empty() {
        let label = if again.number.is_some() { "this number counts" } else { "the number before it counts" };
        let help = "mist takes the last number: write one update for each place";
        Diagnostic::warning(again.span, message(", with two numbers"), label).help(help)
    } else if same {
        let how = format!(": it cannot have {} tokens and {}", number(first), number(again));
        Diagnostic::error(again.span, message(&how), "again").help("write the one that counts")
    } else {
        let how = ", from other places: it is unclear whether tokens are added or replaced";
        Diagnostic::error(again.span, message(how), "again").help("write one update for each place")
    };
    said.related(first.span, "first here")
}
