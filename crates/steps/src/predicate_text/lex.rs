//! Words and signs of an expression.

use tw_verdict::{Diagnostic, Span};

/// What stands at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name.
    Name(String),
    /// A number, and whether it is written in decimal, has `u`, and how many `l`.
    Number { value: u128, decimal: bool, unsigned: bool, longs: usize },
    /// An operator or bracket.
    Sign(&'static str),
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "->", "::", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", "[", "]", ".", "@", "?", ":", "!",
    "~", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^",
];

/// The tokens of a line, which begins at `start` of its text.
pub fn tokens(code: &str, start: usize) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = &code[at..];
        let (token, length) = if first.is_ascii_alphabetic() || first == '_' {
            let length = word(rest);
            (Token::Name(rest[..length].to_string()), length)
        } else if first.is_ascii_digit() {
            let length = number_length(rest);
            let span = Span::new(start + at, start + at + length);
            (number(&rest[..length], span)?, length)
        } else if let Some((value, length)) = character(rest) {
            (Token::Number { value, decimal: true, unsigned: false, longs: 0 }, length)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            let span = Span::new(start + at, start + at + first.len_utf8());
            return Err(Diagnostic::error(
                span,
                format!("unexpected '{first}'"),
                "not part of an expression",
            ));
        };
        all.push((token, Span::new(start + at, start + at + length)));
        at += length;
    }
    Ok(all)
}

fn word(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// Digits, letters and a point: all that C takes for a number.
fn number_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(text.len())
}

fn number(text: &str, span: Span) -> Result<Token, Diagnostic> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let (radix, body) = if let Some(hex) = digits.strip_prefix("0x") {
        (16, hex)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        (2, binary)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (8, &digits[1..])
    } else {
        (10, digits)
    };
    let is_float = digits.contains('.') || (radix != 16 && digits.contains(['e', 'f']));
    if is_float {
        return Err(Diagnostic::error(span, "predicates are about whole numbers", "a floating-point number"));
    }
    let value = u128::from_str_radix(body, radix).ok().filter(|value| *value <= u128::from(u64::MAX));
    let (unsigned, longs) = (suffix.matches('u').count(), suffix.matches('l').count());
    match value {
        Some(value) if unsigned <= 1 && longs <= 2 => {
            Ok(Token::Number { value, decimal: radix == 10, unsigned: unsigned == 1, longs })
        }
        _ => Err(Diagnostic::error(
            span,
            format!("{text} is no number of at most 64 bits"),
            "expected a number",
        )),
    }
}

/// `'a'`, `'\n'`: its value and length.
fn character(text: &str) -> Option<(u128, usize)> {
    let inner = text.strip_prefix('\'')?;
    let (value, length) = match inner.strip_prefix('\\') {
        None => (inner.chars().next().filter(|c| c.is_ascii() && *c != '\'')? as u128, 1),
        Some(escaped) => {
            let known = [('n', 10), ('t', 9), ('r', 13), ('0', 0), ('\\', 92), ('\'', 39), ('"', 34)];
            let first = escaped.chars().next()?;
            (known.iter().find(|(c, _)| *c == first)?.1, 2)
        }
    };
    inner[length..].starts_with('\'').then_some((value, length + 2))
}
