//! *What*: the tokens of mist's `.spec` files.

use tw_verdict::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// The name of a place.
    Name,
    /// One of `vars`, `rules`, `init`, `target`, `invariants`.
    Section,
    /// `true`
    True,
    /// `in`
    In,
    /// Digits; `None` if the number does not fit into 32 bits.
    Number(Option<u32>),
    /// `->`
    Arrow,
    /// `>=`
    AtLeast,
    /// One of `=,;'+-[]`.
    Sign(u8),
    /// Anything else.
    Unknown,
    /// The end of the file.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub tok: Tok,
    /// Where it stands.
    pub span: Span,
}

/// Reads tokens, one ahead.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// The token that is read next.
    pub token: Token,
}

impl<'a> Cursor<'a> {
    /// Reads `text` from its beginning.
    pub fn new(text: &'a str) -> Self {
        let mut cursor = Cursor { text, at: 0, token: Token { tok: Tok::End, span: Span::default() } };
        cursor.advance();
        cursor
    }

    /// The text of a token.
    pub fn text(&self, token: Token) -> &'a str {
        self.text.get(token.span.start as usize..token.span.end as usize).unwrap_or("")
    }

    /// Passes over the next token and gives it.
    pub fn advance(&mut self) -> Token {
        self.skip_blanks();
        let start = self.at;
        let (tok, len) = token(&self.text.as_bytes()[start..]);
        self.at += len;
        std::mem::replace(&mut self.token, Token { tok, span: Span::new(start, self.at) })
    }

    /// Passes over the next token if it is `tok`.
    pub fn take(&mut self, tok: Tok) -> bool {
        let there = self.token.tok == tok;
        if there {
            self.advance();
        }
        there
    }

    /// Says that `wanted` should stand here.
    pub fn expected(&self, wanted: &str) -> Diagnostic {
        if self.token.tok == Tok::End {
            let message = format!("the file ends too early: {wanted} is missing");
            return Diagnostic::error(self.token.span, message, "ends here");
        }
        let text = self.text(self.token);
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let mut shown: String = text.chars().take(24).map(visible).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Diagnostic::error(self.token.span, format!("expected {wanted}, found `{shown}`"), "not understood")
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b'#') => self.at += length(&bytes[self.at..], |b| b != b'\n'),
                Some(b) if b.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }
}

fn token(rest: &[u8]) -> (Tok, usize) {
    match rest {
        [] => (Tok::End, 0),
        [b'-', b'>', ..] => (Tok::Arrow, 2),
        [b'>', b'=', ..] => (Tok::AtLeast, 2),
        [sign @ (b'=' | b',' | b';' | b'\'' | b'+' | b'-' | b'[' | b']'), ..] => (Tok::Sign(*sign), 1),
        [b'0'..=b'9', ..] => {
            let len = length(rest, |b| b.is_ascii_digit());
            let digit = |n: u32, b: &u8| n.checked_mul(10)?.checked_add(u32::from(b - b'0'));
            (Tok::Number(rest[..len].iter().try_fold(0, digit)), len)
        }
        [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] => {
            let len = length(rest, |b| b.is_ascii_alphanumeric() || b == b'_');
            (word(&rest[..len]), len)
        }
        // No part of a token, and no part of a character either: whole characters are passed over.
        _ => (Tok::Unknown, length(rest, |b| !b.is_ascii())),
    }
}

fn word(bytes: &[u8]) -> Tok {
    match bytes {
        b"vars" | b"rules" | b"init" | b"target" | b"invariants" => Tok::Section,
        b"true" => Tok::True,
        b"in" => Tok::In,
        _ => Tok::Name,
    }
}

fn length(bytes: &[u8], part: impl Fn(u8) -> bool) -> usize {
    1 + bytes[1..].iter().position(|b| !part(*b)).unwrap_or(bytes.len() - 1)
}
