//! *What*: reads states, and the lists of states of targets and initial states, and says what is wrong with them.

use crate::lex::{Lexer, Tok, Token};
use crate::messages::Messages;
use crate::system::{Initial, Local, Shared, System, Target};
use tw_index::Id;
use tw_verdict::{Diagnostic, Span};

/// How many states there are, where that is known.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sizes {
    /// Shared states.
    pub shared: Option<u32>,
    /// Local states.
    pub locals: Option<u32>,
}

impl Sizes {
    /// Those of a system.
    pub fn of(system: &System) -> Self {
        Sizes { shared: Some(system.shared()), locals: Some(system.locals()) }
    }
}

/// Reads one line. What cannot be read is reported, and the line given up; a number out of range is reported
/// and kept, since nobody will use it.
pub(crate) struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The token that is read next.
    pub token: Token,
    sizes: Sizes,
    /// How the line should look.
    pub form: &'static str,
    messages: &'a mut Messages,
    /// Whether something was wrong with the line.
    pub wrong: bool,
}

impl<'a> Reader<'a> {
    /// Reads from `lexer`.
    pub fn new(mut lexer: Lexer<'a>, sizes: Sizes, form: &'static str, messages: &'a mut Messages) -> Self {
        let token = lexer.next();
        Reader { lexer, token, sizes, form, messages, wrong: false }
    }

    /// Passes over the next token and gives it.
    pub fn advance(&mut self) -> Token {
        std::mem::replace(&mut self.token, self.lexer.next())
    }

    /// The text of a token.
    pub fn shown(&self, token: Token) -> String {
        self.lexer.shown(token)
    }

    /// Passes over the next token if it is `tok`.
    pub fn take(&mut self, tok: Tok) -> bool {
        let there = self.token.tok == tok;
        if there {
            self.advance();
        }
        there
    }

    /// Reports an error.
    pub fn report(&mut self, error: Diagnostic) {
        self.wrong = true;
        self.messages.push(error);
    }

    /// Reports that `wanted` should stand here.
    pub fn missing<T>(&mut self, wanted: &str) -> Option<T> {
        let error = if self.token.tok == Tok::End {
            Diagnostic::error(
                self.token.span,
                format!("the line ends too early: {wanted} is missing"),
                "ends here",
            )
        } else {
            let message = format!("expected {wanted}, found `{}`", self.shown(self.token));
            Diagnostic::error(self.token.span, message, "not understood")
        };
        self.report(error.help(self.form));
        None
    }

    /// Reads a number.
    pub fn number(&mut self, wanted: &str) -> Option<(u32, Span)> {
        let Tok::Number(number) = self.token.tok else { return self.missing(wanted) };
        let token = self.advance();
        if number.is_none() {
            let message = format!("the number {} is too large", self.shown(token));
            self.report(
                Diagnostic::error(token.span, message, "does not fit into 32 bits")
                    .help(format!("the largest number is {}", u32::MAX)),
            );
        }
        Some((number.unwrap_or(0), token.span))
    }

    /// Reads a shared state.
    pub fn shared(&mut self) -> Option<Shared> {
        let (number, span) = self.number("a shared state")?;
        self.check_range(number, span, self.sizes.shared, "shared");
        Some(Shared::from_index(number as usize))
    }

    /// Reads a local state.
    pub fn local(&mut self) -> Option<Local> {
        let (number, span) = self.number("a local state")?;
        self.check_range(number, span, self.sizes.locals, "local");
        Some(Local::from_index(number as usize))
    }

    fn check_range(&mut self, number: u32, span: Span, size: Option<u32>, noun: &str) {
        let Some(size) = size.filter(|size| number >= *size) else { return };
        let s = if size == 1 { "" } else { "s" };
        let error = Diagnostic::error(
            span,
            format!("there is no {noun} state {number}"),
            format!("the header says {size} {noun} state{s}"),
        );
        let range =
            if size == 1 { "the only one is 0".to_string() } else { format!("they are 0 to {}", size - 1) };
        self.report(error.help(range));
    }

    /// Reads `[l {"," l}]`.
    pub fn locals(&mut self) -> Option<Vec<Local>> {
        let mut locals = Vec::new();
        if !matches!(self.token.tok, Tok::Number(_)) {
            return Some(locals);
        }
        loop {
            locals.push(self.local()?);
            if !self.take(Tok::Comma) {
                return Some(locals);
            }
        }
    }

    /// Reads the end of the line.
    pub fn end(&mut self, wanted: &str) -> Option<()> {
        if self.token.tok == Tok::End { Some(()) } else { self.missing(wanted) }
    }

    /// Reads the rest of a target after its shared state.
    pub fn target_after(&mut self, shared: Shared) -> Option<Target> {
        if !self.take(Tok::Bar) {
            return self.missing("`|`");
        }
        let locals = self.locals()?;
        self.end(if locals.is_empty() {
            "a local state or the end of the line"
        } else {
            "`,` or the end of the line"
        })?;
        Some(Target::new(shared, locals))
    }

    /// Reads an initial state.
    pub fn initial(&mut self) -> Option<Initial> {
        if self.token.tok == Tok::Word {
            return self.initial_word();
        }
        let shared = self.shared()?;
        let bar = self.take(Tok::Bar);
        let bounded = if bar { self.locals()? } else { Vec::new() };
        let slash = self.take(Tok::Slash);
        let unbounded = if slash { self.locals()? } else { Vec::new() };
        if !bar && !slash {
            return self.missing("`|` or `/`");
        }
        let listed = if slash { !unbounded.is_empty() } else { !bounded.is_empty() };
        self.end(match (listed, slash) {
            (false, _) => "a local state or the end",
            (true, false) => "`,`, `/` or the end",
            (true, true) => "`,` or the end",
        })?;
        Some(Initial::new(shared, bounded, unbounded))
    }

    fn initial_word(&mut self) -> Option<Initial> {
        let initial = match self.shown(self.token).as_str() {
            "single" => Initial::single(),
            "unbounded" => Initial::unbounded(),
            _ => return self.missing("a shared state, `single` or `unbounded`"),
        };
        self.advance();
        self.end("the end")?;
        Some(initial)
    }
}
