//! Expressions of C, without assignments, calls and what follows pointers.

use super::lex::{Token, tokens};
use tw_ir::{DebugTypeId, Encoding, Module, Shape};
use tw_verdict::{Diagnostic, Span};

/// An expression, with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number of a type.
    Number(u128, Int),
    /// A variable.
    Name(Name),
    /// `! ~ - +`.
    Unary(&'static str, Box<Expr>),
    /// `&`.
    Address(Box<Expr>),
    /// Two operands.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `? :`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a.f`.
    Field(Box<Expr>, String),
    /// `(unsigned)a`.
    Cast(Int, Box<Expr>),
}

/// A name as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The function of a local variable.
    pub function: Option<String>,
    /// The name.
    pub name: String,
    /// The line in which it is declared.
    pub line: Option<u32>,
}

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    /// Bits.
    pub bits: u32,
    /// Two's complement.
    pub signed: bool,
}

/// `int`.
pub const INT: Int = Int { bits: 32, signed: true };

/// More brackets inside of each other are not read.
const DEEPEST: u32 = 200;

/// Longer lines are not read.
const LONGEST: usize = 2000;

/// Binary operators, those that bind loosest first.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Reads a line, which begins at `start` of its text.
pub fn expression(module: &Module, code: &str, start: usize) -> Result<Expr, Diagnostic> {
    let end = Span::new(start + code.len(), start + code.len());
    let tokens = tokens(code, start)?;
    if let Some((_, span)) = tokens.get(LONGEST) {
        return Err(Diagnostic::error(*span, format!("more than {LONGEST} words and signs"), "too long"));
    }
    let mut parser = Parser { module, tokens, at: 0, end, depth: 0 };
    let expr = parser.conditional()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some((_, span)) => Err(Diagnostic::error(*span, "the expression ends before this", "unexpected")
            .help("one expression a line")),
    }
}

struct Parser<'m> {
    module: &'m Module,
    tokens: Vec<(Token, Span)>,
    at: usize,
    end: Span,
    depth: u32,
}

type Parsed = Result<Expr, Diagnostic>;

impl Parser<'_> {
    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |(_, span)| *span)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some((Token::Sign(s), _)) if *s == sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &'static str) -> Result<Span, Diagnostic> {
        let span = self.span();
        if self.eat(sign) {
            return Ok(span);
        }
        Err(Diagnostic::error(span, format!("expected '{sign}'"), format!("no '{sign}' here")))
    }

    fn one_of(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        signs.iter().copied().find(|sign| self.eat(sign))
    }

    fn conditional(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Diagnostic::error(self.span(), "too many brackets", "too deep"));
        }
        let condition = self.binary(0)?;
        let expr = if self.eat("?") {
            let yes = self.conditional()?;
            self.expect(":")?;
            let no = self.conditional()?;
            let span = condition.span.to(no.span);
            let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
            Expr { kind, span }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn binary(&mut self, level: usize) -> Parsed {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(sign) = self.one_of(signs) {
            let right = self.binary(level + 1)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(sign, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Diagnostic::error(self.span(), "too many operators", "too deep"));
        }
        let from = self.span();
        let expr = if let Some(sign) = self.one_of(&["!", "~", "-", "+"]) {
            let of = self.unary()?;
            let span = from.to(of.span);
            Expr { kind: ExprKind::Unary(sign, Box::new(of)), span }
        } else if self.eat("&") {
            let of = self.unary()?;
            let span = from.to(of.span);
            Expr { kind: ExprKind::Address(Box::new(of)), span }
        } else if self.eat("*") {
            return Err(cannot_follow(from));
        } else if let Some(ty) = self.cast()? {
            let of = self.unary()?;
            let span = from.to(of.span);
            Expr { kind: ExprKind::Cast(ty, Box::new(of)), span }
        } else {
            self.postfix()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// `(type)`, if that is what stands here.
    fn cast(&mut self) -> Result<Option<Int>, Diagnostic> {
        let mut words = Vec::new();
        let mut at = self.at + 1;
        if !matches!(self.tokens.get(self.at), Some((Token::Sign("("), _))) {
            return Ok(None);
        }
        while let Some((Token::Name(name), _)) = self.tokens.get(at) {
            words.push(name.as_str());
            at += 1;
        }
        let closed = matches!(self.tokens.get(at), Some((Token::Sign(")"), _)));
        if words.is_empty() || !closed {
            return Ok(None);
        }
        let Some(ty) = of_words(self.module, &words) else { return Ok(None) };
        let span = self.span().to(self.tokens[at].1);
        self.at = at + 1;
        ty.map(Some).ok_or_else(|| {
            Diagnostic::error(span, "predicates are about whole numbers", "a conversion to another type")
        })
    }

    fn postfix(&mut self) -> Parsed {
        let mut expr = self.primary()?;
        loop {
            if self.eat("[") {
                let index = self.conditional()?;
                let end = self.expect("]")?;
                let span = expr.span.to(end);
                expr = Expr { kind: ExprKind::Index(Box::new(expr), Box::new(index)), span };
            } else if self.eat(".") {
                let (name, at) = self.name()?;
                let span = expr.span.to(at);
                expr = Expr { kind: ExprKind::Field(Box::new(expr), name), span };
            } else if matches!(self.tokens.get(self.at), Some((Token::Sign("->"), _))) {
                return Err(cannot_follow(self.span()));
            } else if matches!(self.tokens.get(self.at), Some((Token::Sign("("), _))) {
                return Err(Diagnostic::error(self.span(), "predicates call no functions", "a call"));
            } else {
                return Ok(expr);
            }
        }
    }

    fn name(&mut self) -> Result<(String, Span), Diagnostic> {
        let span = self.span();
        match self.tokens.get(self.at) {
            Some((Token::Name(name), _)) => {
                self.at += 1;
                Ok((name.clone(), span))
            }
            _ => Err(Diagnostic::error(span, "expected a name", "no name here")),
        }
    }

    fn primary(&mut self) -> Parsed {
        let from = self.span();
        if self.eat("(") {
            let inner = self.conditional()?;
            let end = self.expect(")")?;
            return Ok(Expr { span: from.to(end), ..inner });
        }
        match self.tokens.get(self.at).cloned() {
            Some((Token::Number { value, decimal, unsigned, longs }, span)) => {
                self.at += 1;
                Ok(Expr { kind: ExprKind::Number(value, literal(value, decimal, unsigned, longs)), span })
            }
            Some((Token::Name(first), span)) => {
                self.at += 1;
                self.variable(first, span)
            }
            _ => Err(Diagnostic::error(from, "expected an expression", "nothing to compute here")),
        }
    }

    fn variable(&mut self, first: String, from: Span) -> Parsed {
        let mut name = Name { function: None, name: first, line: None };
        let mut span = from;
        while self.eat("::") {
            let (next, at) = self.name()?;
            // C++ has names of functions with `::` in them.
            let function = match name.function.take() {
                Some(function) => format!("{function}::{}", name.name),
                None => name.name,
            };
            name = Name { function: Some(function), name: next, line: None };
            span = from.to(at);
        }
        if self.eat("@") {
            match self.tokens.get(self.at) {
                Some((Token::Number { value, .. }, at)) => {
                    name.line = Some(u32::try_from(*value).unwrap_or(u32::MAX));
                    span = from.to(*at);
                    self.at += 1;
                }
                _ => return Err(Diagnostic::error(self.span(), "expected a line", "name@line")),
            }
        }
        Ok(Expr { kind: ExprKind::Name(name), span })
    }
}

fn cannot_follow(span: Span) -> Diagnostic {
    Diagnostic::error(span, "predicates do not follow pointers", "a pointer is followed here")
        .help("name the variable that it points to; pointers can be compared: p == &x")
}

/// The type of a literal, by the rules of C.
fn literal(value: u128, decimal: bool, unsigned: bool, longs: usize) -> Int {
    let fits = |bits: u32, signed: bool| value < 1 << (bits - u32::from(signed));
    let mut types = vec![(32, true), (32, false), (64, true), (64, false)];
    types.retain(|(bits, signed)| {
        (*bits == 64 || longs == 0) && !(*signed && unsigned) && (*signed || unsigned || !decimal)
    });
    let found = types.iter().find(|(bits, signed)| fits(*bits, *signed));
    found.map_or(Int { bits: 64, signed: false }, |(bits, signed)| Int { bits: *bits, signed: *signed })
}

/// The type that some words name: absent if they name none, else none if it is no integer.
fn of_words(module: &Module, words: &[&str]) -> Option<Option<Int>> {
    const KEYWORDS: [&str; 9] =
        ["int", "char", "short", "long", "signed", "unsigned", "_Bool", "bool", "const"];
    if words.iter().any(|word| ["float", "double"].contains(word)) {
        return Some(None);
    }
    if words.iter().all(|word| KEYWORDS.contains(word)) {
        let has = |word: &str| words.contains(&word);
        let bits = match () {
            () if has("_Bool") || has("bool") => 1,
            () if has("char") => 8,
            () if has("short") => 16,
            () if has("long") => 64,
            () => 32,
        };
        return Some(Some(Int { bits, signed: bits != 1 && !has("unsigned") }));
    }
    let [word] = words else { return None };
    let mut named = module.types.iter().filter(|ty| ty.name == *word && matches!(ty.shape, Shape::Alias(_)));
    let Shape::Alias(of) = named.next()?.shape else { return None };
    Some(integer(module, of))
}

/// The integer type that a source type is, if it is one.
pub fn integer(module: &Module, ty: DebugTypeId) -> Option<Int> {
    let it = &module.types[ty];
    let bits = u32::try_from(8 * it.size).ok().filter(|bits| (1..=128).contains(bits))?;
    match &it.shape {
        Shape::Alias(of) => integer(module, *of),
        Shape::Scalar(Encoding::Float) => None,
        Shape::Scalar(encoding) => {
            Some(Int { bits, signed: matches!(encoding, Encoding::Signed | Encoding::Char) })
        }
        Shape::Enum(values) => Some(Int { bits, signed: values.iter().any(|(_, value)| *value < 0) }),
        _ => None,
    }
}
