//! Tokens of the three dialects: one lexis, since no dialect gives a token another shape.

use tw_verdict::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tok {
    /// `[$A-Za-z_][A-Za-z0-9_$#-]*`: keywords too, they are told apart by their text.
    Ident,
    /// `[0-9]+`
    Number,
    /// An operator or punctuation, by its normal form (`&&` is `&`).
    Op(&'static str),
    /// The end of the file.
    End,
}

/// A token with its place and the comments before it.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub tok: Tok,
    /// Where it stands.
    pub span: Span,
    /// Range of the comments that stand between the token before and this one.
    pub comments: (u32, u32),
}

/// A comment.
#[derive(Clone, Debug)]
pub struct Comment {
    /// Its text, without the marks.
    pub text: String,
    /// Whether it begins on the line on which the token before it ends.
    pub trailing: bool,
}

/// All tokens of a text; the last is [`Tok::End`].
pub struct Tokens {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
}

/// Two-character operators first; each with its normal form.
const OPERATORS: &[(&str, &str)] = &[
    (":=", ":="),
    ("==", "=="),
    ("=>", "=>"),
    ("!=", "!="),
    ("&&", "&"),
    ("||", "|"),
    ("&", "&"),
    ("|", "|"),
    ("^", "^"),
    ("=", "="),
    ("!", "!"),
    ("~", "!"),
    ("'", "'"),
    ("*", "*"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("<", "<"),
    (">", ">"),
    ("?", "?"),
];

/// Splits `text` into tokens; unknown characters are errors and are passed over.
pub fn lex(text: &str, errors: &mut Vec<Diagnostic>) -> Tokens {
    let mut lexer = Lexer { text, at: 0, line_has_token: false, comments: Vec::new(), errors };
    let mut tokens = Vec::new();
    loop {
        let first_comment = lexer.comments.len();
        lexer.skip_blanks();
        let comments = (narrow(first_comment), narrow(lexer.comments.len()));
        let start = lexer.at;
        let Some(tok) = lexer.token() else { continue };
        lexer.line_has_token = true;
        tokens.push(Token { tok, span: Span::new(start, lexer.at), comments });
        if tok == Tok::End {
            return Tokens { tokens, comments: lexer.comments };
        }
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("source files are smaller than 4 GiB")
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line_has_token: bool,
    comments: Vec<Comment>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                let len = rest.find('\n').unwrap_or(rest.len());
                self.comment(2, len, 0);
            } else if let Some(inner) = rest.strip_prefix("/*") {
                if let Some(len) = inner.find("*/") {
                    self.comment(2, len + 4, 2);
                } else {
                    let span = Span::new(self.at, self.at + 2);
                    self.errors.push(
                        Diagnostic::error(span, "this comment is not closed", "begins here")
                            .help("close it with */"),
                    );
                    self.at = self.text.len();
                }
            } else if let Some(c) = rest.chars().next().filter(|c| c.is_whitespace()) {
                self.line_has_token &= c != '\n';
                self.at += c.len_utf8();
            } else {
                return;
            }
        }
    }

    fn comment(&mut self, open: usize, len: usize, close: usize) {
        let text = self.rest()[open..len - close].split_whitespace().collect::<Vec<_>>().join(" ");
        let many_lines = self.rest()[..len].contains('\n');
        if !text.is_empty() {
            self.comments.push(Comment { text, trailing: self.line_has_token });
        }
        self.line_has_token &= !many_lines;
        self.at += len;
    }

    fn token(&mut self) -> Option<Tok> {
        let Some(first) = self.rest().chars().next() else { return Some(Tok::End) };
        if first.is_ascii_alphabetic() || first == '_' || first == '$' {
            self.at += self.length_of(|c| c.is_ascii_alphanumeric() || "_$#-".contains(c));
            return Some(Tok::Ident);
        }
        if first.is_ascii_digit() {
            self.at += self.length_of(|c| c.is_ascii_digit());
            return Some(Tok::Number);
        }
        if let Some((text, normal)) = OPERATORS.iter().find(|(text, _)| self.rest().starts_with(text)) {
            self.at += text.len();
            return Some(Tok::Op(normal));
        }
        let span = Span::new(self.at, self.at + first.len_utf8());
        let shown = if first.is_control() { format!("U+{:04X}", first as u32) } else { format!("'{first}'") };
        self.errors.push(Diagnostic::error(
            span,
            format!("unknown character {shown}"),
            "not part of the language",
        ));
        self.at += first.len_utf8();
        None
    }

    fn length_of(&self, part: impl Fn(char) -> bool) -> usize {
        self.rest().find(|c| !part(c)).unwrap_or(self.rest().len())
    }
}
