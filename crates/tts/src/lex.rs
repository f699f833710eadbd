//! *What*: the tokens of a piece of `.tts` text, and of targets and initial states.
//!
//! Nothing is allocated: a token is its kind and its place.

use tw_verdict::Span;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// Digits; `None` if the number does not fit into 32 bits.
    Number(Option<u32>),
    /// `->`
    Move,
    /// `~>`
    Transfer,
    /// `+>`
    Spawn,
    /// `|`, or the old letter `B`.
    Bar,
    /// `/`, or the old letter `U`.
    Slash,
    /// `,`
    Comma,
    /// Letters.
    Word,
    /// Anything else.
    Unknown,
    /// The end of the piece, or a comment.
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

/// Reads the tokens of `text[at..end]`.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    /// Reads from byte `at` to byte `end`.
    pub fn new(text: &'a str, at: usize, end: usize) -> Self {
        Lexer { text, at, end }
    }

    /// The text of a token, shortened.
    pub fn shown(&self, token: Token) -> String {
        let text = self.text.get(token.span.start as usize..token.span.end as usize).unwrap_or("");
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let short: String = text.chars().take(24).map(visible).collect();
        if short.len() < text.len() { format!("{short}…") } else { short }
    }

    /// The next token.
    pub fn next(&mut self) -> Token {
        let bytes = &self.text.as_bytes()[..self.end];
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let start = self.at;
        let rest = &bytes[start..];
        let (tok, len) = match rest {
            [] | [b'#', ..] => (Tok::End, 0),
            [b'-', b'>', ..] => (Tok::Move, 2),
            [b'~', b'>', ..] => (Tok::Transfer, 2),
            [b'+', b'>', ..] => (Tok::Spawn, 2),
            [b'|', ..] => (Tok::Bar, 1),
            [b'/', ..] => (Tok::Slash, 1),
            [b',', ..] => (Tok::Comma, 1),
            [b'0'..=b'9', ..] => number(rest),
            [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] => word(rest),
            _ => (Tok::Unknown, length(rest, unknown)),
        };
        self.at += len;
        Token { tok, span: Span::new(start, self.at) }
    }
}

fn length(bytes: &[u8], part: impl Fn(u8) -> bool) -> usize {
    // At least one byte: what begins a token that is not closed, as in `-5`, is unknown.
    1 + bytes[1..].iter().position(|b| !part(*b)).unwrap_or(bytes.len() - 1)
}

fn number(bytes: &[u8]) -> (Tok, usize) {
    let len = length(bytes, |b| b.is_ascii_digit());
    let digit = |n: u32, b: &u8| n.checked_mul(10)?.checked_add(u32::from(b - b'0'));
    (Tok::Number(bytes[..len].iter().try_fold(0, digit)), len)
}

fn word(bytes: &[u8]) -> (Tok, usize) {
    let len = length(bytes, |b| b.is_ascii_alphabetic() || b == b'_');
    match bytes[0] {
        _ if !bytes[..len].iter().all(|b| matches!(b, b'B' | b'U')) => (Tok::Word, len),
        b'B' => (Tok::Bar, 1),
        _ => (Tok::Slash, 1),
    }
}

/// What may continue a token that is unknown: everything that cannot begin one.
fn unknown(b: u8) -> bool {
    !(b.is_ascii_alphanumeric() || b.is_ascii_whitespace() || b"#-~+|/,_".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Tok};

    fn toks(text: &str) -> Vec<Tok> {
        let mut lexer = Lexer::new(text, 0, text.len());
        let next = || Some(lexer.next().tok).filter(|t| *t != Tok::End);
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn tokens_need_no_blanks() {
        let number = |n| Tok::Number(Some(n));
        assert_eq!(toks("0 1->2 3 # -> "), [number(0), number(1), Tok::Move, number(2), number(3)]);
        assert_eq!(toks("0BU4,"), [number(0), Tok::Bar, Tok::Slash, number(4), Tok::Comma]);
        assert_eq!(toks("~>+>|/"), [Tok::Transfer, Tok::Spawn, Tok::Bar, Tok::Slash]);
        assert_eq!(toks("4294967295 4294967296"), [number(u32::MAX), Tok::Number(None)]);
        assert_eq!(toks("BUT - é€?1"), [Tok::Word, Tok::Unknown, Tok::Unknown, number(1)]);
    }
}
