//! *What*: reads mist's `.spec` files: `vars`, `rules`, `init`, `target` and, to be ignored, `invariants`.
//!
//! *Claim*: all errors at once, whatever the bytes are. What is read is a Petri net with transfers and resets;
//! tests for equality, in rules and in targets, and rules that copy tokens are refused as unsupported.
//!
//! *Departures* from the format: none that accepts less, but for those refusals. Conditions that follow
//! each other without a comma are alternatives, wherever the lines end; places that `init` does not name
//! are empty.

use crate::messages::{Messages, Rejected, text_of, unsupported};
use crate::net::{Count, Net, Place, Rule, RuleId};
use crate::spec_lex::{Cursor, Tok};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tw_index::{Id, IdVec};
use tw_verdict::{Diagnostic, SourceFile, Span};

const CONDITION_FORM: &str = "a condition is `x >= 1`, `x = 1` or `x in [1, 2]`";

/// A net that was read.
#[derive(Clone, Debug)]
pub struct LoadedNet {
    /// The file.
    pub source: Arc<SourceFile>,
    /// The net.
    pub net: Net,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a net from the bytes of a `.spec` file named `name`.
///
/// ```
/// let text = "vars x y rules x >= 1 -> x' = 0, y' = x + y; init x >= 1 target y >= 2";
/// let net = tw_tts::load_spec("x.spec", text.into()).expect("valid").net;
/// assert_eq!((net.places.len(), net.rules.len(), net.targets.len()), (2, 1, 1));
/// ```
///
/// # Errors
/// Every error of the file at once.
pub fn load_spec(name: &str, bytes: Vec<u8>) -> Result<LoadedNet, Rejected> {
    let source = text_of(name, bytes, "the sections vars, rules, init and target")?;
    let mut file = File {
        cursor: Cursor::new(&source.text),
        messages: Messages::default(),
        places: IdVec::new(),
        known: FxHashMap::default(),
        unknown: false,
    };
    let net = file.net();
    let (net, warnings) = file.messages.finish(&source, Some(net))?;
    Ok(LoadedNet { source, net, warnings })
}

/// What a condition says about the tokens of a place.
pub(crate) struct Condition {
    /// The place.
    pub place: Place,
    /// How many tokens.
    pub count: Count,
    /// Where it stands.
    pub span: Span,
}

/// A file that is being read. `None` means: reported, and the rest of the item is given up.
pub(crate) struct File<'a> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) messages: Messages,
    pub(crate) places: IdVec<Place, String>,
    known: FxHashMap<&'a str, Place>,
    /// Whether a place of this item is not the one that was named.
    pub(crate) unknown: bool,
}

impl File<'_> {
    fn net(&mut self) -> Net {
        self.section("vars");
        self.vars();
        self.section("rules");
        let rules = self.rules();
        self.section("init");
        let init = self.init();
        self.section("target");
        let targets = self.targets();
        if self.cursor.text(self.cursor.token) == "invariants" {
            self.cursor.advance();
            self.alternatives();
        }
        if self.cursor.token.tok != Tok::End {
            self.report::<()>(self.cursor.expected("the end of the file"));
        }
        Net { places: std::mem::take(&mut self.places), rules, init, targets }
    }

    /// Reports an error.
    pub(crate) fn report<T>(&mut self, message: Diagnostic) -> Option<T> {
        self.messages.push(message);
        None
    }

    /// Passes over `tok`, or reports that `wanted` is missing.
    pub(crate) fn expect(&mut self, tok: Tok, wanted: &str, form: &str) -> Option<()> {
        if self.cursor.take(tok) { Some(()) } else { self.report(self.cursor.expected(wanted).help(form)) }
    }

    /// Passes over the name of a section; what stands before it is reported.
    fn section(&mut self, name: &str) {
        if self.cursor.text(self.cursor.token) == name {
            self.cursor.advance();
            return;
        }
        let form = "the sections are vars, rules, init, target and invariants, in this order";
        self.report::<()>(self.cursor.expected(&format!("`{name}`")).help(form));
        self.skip_to(|tok| tok == Tok::Section);
        if self.cursor.text(self.cursor.token) == name {
            self.cursor.advance();
        }
    }

    /// Passes over tokens until one is `wanted`, or begins a section.
    pub(crate) fn skip_to(&mut self, wanted: impl Fn(Tok) -> bool) {
        while !wanted(self.cursor.token.tok) && !matches!(self.cursor.token.tok, Tok::Section | Tok::End) {
            self.cursor.advance();
        }
    }

    fn vars(&mut self) {
        while self.cursor.token.tok == Tok::Name {
            let token = self.cursor.advance();
            let name = self.cursor.text(token);
            if self.known.contains_key(name) {
                let error =
                    Diagnostic::error(token.span, format!("the place {name} is declared twice"), "again");
                self.report::<()>(error.help("take it away, or give it another name"));
            } else {
                self.known.insert(name, self.places.push(name.to_string()));
            }
        }
    }

    /// Reads the name of a place. An unknown one is reported, and another place given for it.
    pub(crate) fn place(&mut self, form: &str) -> Option<Place> {
        if self.cursor.token.tok != Tok::Name {
            return self.report(self.cursor.expected("a place").help(form));
        }
        let token = self.cursor.advance();
        let name = self.cursor.text(token);
        if let Some(place) = self.known.get(name) {
            return Some(*place);
        }
        let error = Diagnostic::error(token.span, format!("there is no place {name}"), "not declared");
        self.report::<()>(error.help("declare it in the section vars"));
        self.unknown = true;
        Some(Place::from_index(0))
    }

    /// Reads a number.
    pub(crate) fn number(&mut self, form: &str) -> Option<u32> {
        let Tok::Number(number) = self.cursor.token.tok else {
            return self.report(self.cursor.expected("a number").help(form));
        };
        let token = self.cursor.advance();
        if number.is_none() {
            let error =
                Diagnostic::error(token.span, "this number is too large", "does not fit into 32 bits");
            self.report::<()>(error.help(format!("the largest number is {}", u32::MAX)));
        }
        Some(number.unwrap_or(0))
    }

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
    fn conjunction(&mut self) -> Option<Vec<Condition>> {
        let mut conditions = vec![self.condition()?];
        while self.cursor.take(Tok::Sign(b',')) {
            conditions.push(self.condition()?);
        }
        Some(conditions)
    }

    /// Reads conjunctions until none follows.
    fn alternatives(&mut self) -> Vec<Vec<Condition>> {
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

    fn init(&mut self) -> IdVec<Place, Count> {
        let mut init = IdVec::filled(Count::exactly(0), self.places.len());
        self.unknown = false;
        let Some(conditions) = self.conjunction() else {
            self.skip_to(|_| false);
            return init;
        };
        if self.unknown {
            return init;
        }
        let mut named: FxHashMap<Place, Span> = FxHashMap::default();
        for Condition { place, count, span } in conditions {
            if let Some(first) = named.insert(place, span) {
                let name = &self.places[place];
                let error = Diagnostic::error(
                    span,
                    format!("the place {name} has an initial number already"),
                    "again",
                );
                self.messages.push(
                    error.help("write one condition, such as `x in [1, 2]`").related(first, "first here"),
                );
            }
            init[place] = count;
        }
        init
    }

    fn targets(&mut self) -> Vec<Vec<(Place, u32)>> {
        let alternatives = self.alternatives();
        alternatives.into_iter().map(|conditions| self.at_least(conditions, "a target")).collect()
    }

    /// The conditions as lower bounds; others are refused.
    pub(crate) fn at_least(&mut self, conditions: Vec<Condition>, whose: &str) -> Vec<(Place, u32)> {
        let mut bounds = std::collections::BTreeMap::new();
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

    fn rules(&mut self) -> IdVec<RuleId, Rule> {
        let mut rules = IdVec::new();
        while !matches!(self.cursor.token.tok, Tok::Section | Tok::End) {
            match self.rule() {
                Some(rule) => {
                    rules.push(rule);
                }
                None => {
                    self.skip_to(|tok| tok == Tok::Sign(b';'));
                    self.cursor.take(Tok::Sign(b';'));
                }
            }
        }
        rules
    }
}
