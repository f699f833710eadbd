//! The parser's place in the tokens: looking, eating, expecting, and going on after an error.

use crate::lex::{Comment, Tok, Token};
use crate::parse::{BLOCK_ENDS, KEYWORDS};
use crate::syntax::{Dialect, Name};
use tw_verdict::{Diagnostic, Span};

/// Nesting (parentheses and blocks) beyond which a file is rejected.
pub const MAX_NESTING: usize = 1000;
/// Errors after which the parser gives up.
const MAX_ERRORS: usize = 100;

/// The message has been recorded; go on at the next statement.
pub(crate) struct Failed;
pub(crate) type Parsed<T> = Result<T, Failed>;

pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [Token],
    pub(crate) comments: &'a [Comment],
    pub(crate) at: usize,
    pub(crate) dialect: Dialect,
    pub(crate) messages: Vec<Diagnostic>,
    pub(crate) nesting: usize,
    pub(crate) gave_up: bool,
}

impl<'a> Parser<'a> {
    pub(crate) fn name(&mut self, what: &str) -> Parsed<Name> {
        // Labels and functions are never values, so they may be called T.
        let is_value = matches!(what, "a variable" | "a parameter") && matches!(self.word(), "T" | "F" | "_");
        if self.tok() != Tok::Ident || KEYWORDS.contains(&self.word()) || is_value {
            let help = "names begin with a letter, _ or $ and are no keywords; T, F and _ are values";
            return self.fail(what, help);
        }
        self.at += 1;
        Ok(self.previous_name())
    }

    pub(crate) fn label(&mut self) -> Parsed<Name> {
        match self.tok() {
            Tok::Number => {
                self.at += 1;
                Ok(self.previous_name())
            }
            _ => self.name("a label"),
        }
    }

    pub(crate) fn previous_name(&self) -> Name {
        let span = self.previous_span();
        Name { text: self.text[span.start as usize..span.end as usize].to_string(), span }
    }

    /// One more level of nesting; the caller counts down again.
    pub(crate) fn enter(&mut self) -> Parsed<()> {
        self.nesting += 1;
        if self.nesting <= MAX_NESTING {
            return Ok(());
        }
        let help = "split the expression or the block";
        let message = format!("nested more than {MAX_NESTING} levels deep");
        self.report(Diagnostic::error(self.span(), message, "too deep here").help(help));
        self.give_up();
        Err(Failed)
    }

    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    pub(crate) fn give_up(&mut self) {
        self.gave_up = true;
        self.at = self.tokens.len() - 1;
    }

    /// The `;` behind a statement; may be missing before the end of the block.
    pub(crate) fn separator(&mut self, what: &str) -> Parsed<()> {
        if self.eat_op(";") || self.closes_block() || self.at_end() {
            return Ok(());
        }
        let end = self.previous_span().end as usize;
        let label = format!("expected ; here, found {}", self.found());
        self.report(Diagnostic::error(Span::new(end, end), format!("missing ; after {what}"), label));
        let starts = matches!(self.tok(), Tok::Ident | Tok::Number);
        if !starts {
            self.recover();
        }
        Err(Failed)
    }

    /// Goes on behind the next `;`, or at the end of the block.
    pub(crate) fn recover(&mut self) {
        self.skip_until(|p| p.is_op(";") || p.closes_block());
        let _ = self.eat_op(";");
    }

    pub(crate) fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) {
        while !self.at_end() && !stop(self) {
            self.at += 1;
        }
    }

    pub(crate) fn report(&mut self, message: Diagnostic) {
        self.messages.push(message);
        if self.messages.len() >= MAX_ERRORS && !self.gave_up {
            self.give_up();
        }
    }

    /// Reports that something else was expected here.
    pub(crate) fn fail<T>(&mut self, expected: &str, help: &str) -> Parsed<T> {
        if !self.gave_up {
            let message = format!("expected {expected}, found {}", self.found());
            self.report(Diagnostic::error(self.span(), message, format!("expected {expected}")).help(help));
        }
        Err(Failed)
    }

    pub(crate) fn found(&self) -> String {
        if self.at_end() { "the end of the file".into() } else { format!("'{}'", self.word()) }
    }

    pub(crate) fn tok(&self) -> Tok {
        self.tokens[self.at].tok
    }

    pub(crate) fn at_end(&self) -> bool {
        self.tok() == Tok::End
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    pub(crate) fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(crate) fn word(&self) -> &'a str {
        self.word_at(0)
    }

    pub(crate) fn word_at(&self, ahead: usize) -> &'a str {
        let token = self.tokens.get(self.at + ahead);
        token.map_or("", |t| &self.text[t.span.start as usize..t.span.end as usize])
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.tok() == Tok::Ident && self.word() == word
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect_word(&mut self, word: &str, context: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(word, &format!("{word} must stand {context}")) }
    }

    pub(crate) fn is_op(&self, op: &str) -> bool {
        self.tok() == Tok::Op(op_name(op))
    }

    pub(crate) fn eat_op(&mut self, op: &str) -> bool {
        let found = self.is_op(op);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect_op(&mut self, op: &str, context: &str) -> Parsed<()> {
        if self.eat_op(op) { Ok(()) } else { self.fail(op, &format!("{op} must stand {context}")) }
    }

    pub(crate) fn advance(&mut self) {
        self.at += 1;
    }

    pub(crate) fn closes_block(&self) -> bool {
        BLOCK_ENDS.contains(&self.word())
    }
}

/// The normal form of an operator's text, with the lifetime that tokens carry.
fn op_name(op: &str) -> &'static str {
    const NAMES: &[&str] = &[
        ":=", "==", "=>", "!=", "&", "|", "^", "=", "!", "'", "*", ",", ";", ":", "(", ")", "[", "]", "<",
        ">", "?",
    ];
    NAMES.iter().find(|n| **n == op).expect("operators of the grammar are tokens")
}
