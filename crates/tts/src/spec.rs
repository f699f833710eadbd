//! *What*: reads mist's `.spec` files: `vars`, `rules`, `init`, `target` and, to be ignored, `invariants`.
//!
//! *Claim*: all errors at once, whatever the bytes are. What is read is a Petri net with transfers and resets;
//! tests for equality, in rules and in targets, and rules that copy tokens are refused as unsupported.
//!
//! *Departures* from the format: none that accepts less, but for those refusals. Conditions that follow
//! each other without a comma are alternatives, wherever the lines end; places that `init` does not name
//! are empty. If a rule assigns a place twice, the last number counts, as mist has it, with a warning; it is refused if other
//! tokens arrive the second time: mist then adds them, where one would read that they are replaced.

use crate::messages::{Messages, Rejected, text_of};
use crate::net::{Count, Net, Place, Rule, RuleId};
use crate::spec_conditions::Condition;
use crate::spec_lex::{Cursor, Tok};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tw_index::{Id, IdVec};
use tw_verdict::{Diagnostic, SourceFile, Span};

const SECTIONS_FORM: &str = "the sections are vars, rules, init, target and invariants, in this order";

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
    let mut messages = Messages::default();
    let source = text_of(name, bytes, "the sections vars, rules, init and target", &mut messages)?;
    let mut file = File {
        cursor: Cursor::new(&source.text),
        messages,
        places: IdVec::new(),
        known: FxHashMap::default(),
        unknown: false,
    };
    let net = file.net();
    let (net, warnings) = file.messages.finish(&source, net)?;
    Ok(LoadedNet { source, net, warnings })
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
    fn net(&mut self) -> Option<Net> {
        self.section("vars")?;
        self.vars();
        self.section("rules")?;
        let rules = self.rules();
        self.section("init")?;
        let init = self.init();
        self.section("target")?;
        let targets = self.targets();
        if self.cursor.text(self.cursor.token) == "invariants" {
            self.cursor.advance();
            self.alternatives();
        }
        if self.cursor.token.tok != Tok::End {
            return self.report(self.cursor.expected("the end of the file").help(SECTIONS_FORM));
        }
        Some(Net { places: std::mem::take(&mut self.places), rules, init, targets })
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

    /// Passes over the name of a section; what stands before it is reported. Without it nothing more is read.
    fn section(&mut self, name: &str) -> Option<()> {
        if self.cursor.text(self.cursor.token) != name {
            self.report::<()>(self.cursor.expected(&format!("`{name}`")).help(SECTIONS_FORM));
            self.skip_to(|_| false);
        }
        let found = self.cursor.text(self.cursor.token) == name;
        found.then(|| {
            self.cursor.advance();
        })
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

#[cfg(test)]
mod tests {
    use super::load_spec;

    /// The net as it is written, after the first line of each section.
    fn written(text: &str) -> String {
        load_spec("x.spec", text.into()).expect("valid").net.to_string()
    }

    #[track_caller]
    fn refused(text: &str, expected: &[&str]) {
        let rejected = load_spec("x.spec", text.into()).expect_err("refused");
        assert_eq!(rejected.messages.iter().map(|m| m.message.as_str()).collect::<Vec<_>>(), expected);
        assert!(rejected.messages.iter().all(|m| m.help.is_some()));
    }

    #[test]
    fn nets_are_read() {
        let text = "# readers\r\nvars idle busy # two\n  off\r\nrules\n idle>=1,true , idle >= 2 ->\n\tbusy'=busy+idle-1,\tidle'=0 ;\n\
            true->off'=3;busy >= 0 -> busy' = busy;busy>=1->;\ninit idle >= 1, off in [0,2], busy = 4\n\
            target busy >= 2, off >= 1 idle >= 0, idle >= 7\n off >= 0\ninvariants idle = 1 busy = 1, off = 2\n";
        let expected = "vars\n    idle busy off\n\nrules\n    idle >= 2 -> idle' = 0, busy' = idle + busy - 1;\n    \
            true -> off' = 3;\n    true -> ;\n    busy >= 1 -> ;\n\ninit\n    idle >= 1, busy = 4, off in [0, 2]\n\n\
            target\n    busy >= 2, off >= 1\n    idle >= 7\n    idle >= 0\n";
        assert_eq!(written(text), expected);
        assert_eq!(written(expected), expected);
    }

    #[test]
    fn places_without_initial_number_are_empty() {
        assert!(written("vars a b rules init a >= 0 target b >= 1").contains("init\n    a >= 0, b = 0\n"));
    }

    #[test]
    fn tests_for_equality_are_unsupported() {
        let text =
            "vars a b rules a = 0, b >= 1 -> b' = b - 1; a in [0,3] -> ; init a = 1 target b = 2 a >= 1";
        refused(
            text,
            &[
                "a rule cannot ask for at most so many tokens",
                "a rule cannot ask for at most so many tokens",
                "a target cannot ask for at most so many tokens",
            ],
        );
        assert!(load_spec("x", text.into()).expect_err("refused").is_unsupported());
    }

    #[test]
    fn copies_are_unsupported() {
        let one = |update: &str| format!("vars a b c rules a >= 2 -> {update}; init a = 1 target b >= 1");
        refused(&one("b' = a + b"), &["this rule copies the tokens of a"]);
        refused(&one("b' = a, c' = a, a' = 0"), &["this rule copies the tokens of a"]);
        refused(&one("a' = a + a"), &["this rule copies the tokens of a"]);
        assert!(load_spec("x", one("b' = a, c' = b, a' = c").into()).is_ok());
    }

    #[test]
    fn wrong_rules_are_refused_all_at_once() {
        refused(
            "vars a b rules a >= 1 -> a' = a - 2; -> ; a -> ; a >= x -> ; a >= 1 a' = 2; a >= 1 -> a = 1; a >= 1 -> a' 1; \
             a >= 1 -> a' = ; a >= 1 -> a' = a - b; true -> a' = 1 + 2; true -> a' = 1, a' = 2; \
             z >= 1 -> y' = z; true -> a' = 0 true -> ; init a = 1 target b >= 1",
            &[
                "2 tokens are taken away, and 1 are sure to be there",
                "expected a place, found `->`",
                "expected `>=`, `=` or `in`, found `->`",
                "expected a number, found `x`",
                "expected `,` or `->`, found `a`",
                "expected `'`, found `=`",
                "expected `=`, found `1`",
                "expected a number, found `;`",
                "expected a number, found `b`",
                "expected `,` or `;`, found `+`",
                "the place a is changed twice: it cannot have 1 tokens and 2",
                "there is no place z",
                "there is no place y",
                "there is no place z",
                "expected `,` or `;`, found `true`",
            ],
        );
    }

    #[test]
    fn of_repeated_updates_the_last_number_counts() {
        let rule = |updates: &str| format!("vars a b rules a >= 2 -> {updates}; init a = 1 target b >= 1");
        let warned = |updates: &str, how: &str, read: &str| {
            let loaded = load_spec("x.spec", rule(updates).into()).expect("valid");
            let warnings: Vec<&str> = loaded.warnings.iter().map(|w| w.message.as_str()).collect();
            assert_eq!(warnings, [format!("the place a is changed twice, {how}")]);
            assert_eq!(crate::rule_text(&loaded.net, loaded.net.rules.iter().next().expect("one")), read);
        };
        warned("a' = a - 1, a' = a - 1", "in the same way", "a >= 2 -> a' = a - 1;");
        warned("a' = 0, b' = a + b, a' = 0", "in the same way", "a >= 2 -> a' = 0, b' = a + b + 0;");
        warned("a' = b + a, b' = 0, a' = a + b + 0", "in the same way", "a >= 2 -> a' = a + b + 0, b' = 0;");
        warned("a' = a - 1, a' = a + 2", "with two numbers", "a >= 2 -> a' = a + 2;");
        warned("a' = a - 1, a' = a", "with two numbers", "a >= 2 -> a' = a - 1;");
        warned("a' = a, a' = a - 2", "with two numbers", "a >= 2 -> a' = a - 2;");
        let unclear = "the place a is changed twice, from other places: it is unclear whether tokens are added or replaced";
        refused(&rule("a' = a + 1, b' = 0, a' = b"), &[unclear]);
        refused(&rule("a' = 0, a' = a"), &[unclear]);
        // The number that counts must be guarded.
        refused(
            &rule("a' = a - 1, a' = a - 3"),
            &[
                "3 tokens are taken away, and 2 are sure to be there",
                "the place a is changed twice, with two numbers",
            ],
        );
    }

    #[test]
    fn wrong_conditions_are_refused() {
        let init = |text: &str| format!("vars a b rules init {text} target b >= 1");
        refused(&init(""), &["expected a place, found `target`"]);
        refused(&init("a in [3,2]"), &["this interval is empty"]);
        refused(&init("a in 3"), &["expected `[`, found `3`"]);
        refused(&init("a in [3 4]"), &["expected `,`, found `4`"]);
        refused(&init("a in [3,4"), &["expected `]`, found `target`"]);
        refused(&init("a = 1, b = 2, a >= 2"), &["the place a has an initial number already"]);
        refused(&init("a = 4294967296"), &["this number is too large"]);
        refused(&init("c = 1, a = 1, a = 2"), &["there is no place c"]);
        refused("vars a rules init a = 1 target", &["the file ends too early: a place is missing"]);
        refused("vars a rules init a = 1 target a >= 1, % a >= 1", &["expected a place, found `%`"]);
    }

    #[test]
    fn wrong_sections_are_refused() {
        refused("a b", &["expected `vars`, found `a`"]);
        refused(
            "vars a a rules init a = 1 target a >= 1 invariants a = 1 vars",
            &["the place a is declared twice", "expected the end of the file, found `vars`"],
        );
        refused("vars a target a >= 1", &["expected `rules`, found `target`"]);
        refused("vars a é rules init a = 1 target a >= 1", &["expected `rules`, found `é`"]);
    }
}
