//! Terms in the syntax of C, for people.
//!
//! *What*: as few parentheses as C needs. Words have no sign: what is not cast is meant with one, and comparisons, divisions and
//! shifts without a sign have a cast or a constant with `u`. Arithmetic wraps at the width of its operands, also where C would
//! compute with `int`. Truth values are `int`s as in C, so they become wider without a cast.
//! *Departures*: what is changed in an array stands in braces: `a{[i] = v}[j]`. Large terms are cut off with `…`, so a text need
//! not say all.

use crate::node::{ArrayId, ArrayNode, BinaryOp, Node, TermId, UnaryOp};
use crate::number;
use crate::term::Words;
use std::fmt;

/// Shows a term: `value > v`, `a[i] == 0`.
pub struct Show<'a>(pub &'a Words, pub TermId);

/// Gives names to numbers, by value and width: to addresses, say.
pub type Naming<'a> = &'a dyn Fn(u128, u32) -> Option<String>;

/// Shows a term in which some numbers have names: `next == &head`.
pub struct ShowNamed<'a>(pub &'a Words, pub TermId, pub Naming<'a>);

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&ShowNamed(self.0, self.1, &|_, _| None), f)
    }
}

impl fmt::Display for ShowNamed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { words: self.0, naming: self.2, left: MAX_NODES, depth: 0 };
        f.write_str(&printer.term(self.1).text)
    }
}

/// So many operations are shown.
const MAX_NODES: u32 = 400;
/// So deep inside each other.
const MAX_DEPTH: u32 = 60;
/// Numbers up to here are decimal.
const MAX_DECIMAL: u128 = 1_000_000;

/// How strongly an expression binds; operands need as much as their operator, or more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Prefix,
    Postfix,
}

use Binds::{Postfix, Prefix};

struct Text {
    text: String,
    binds: Binds,
}

impl Text {
    fn new(binds: Binds, text: impl Into<String>) -> Text {
        Text { text: text.into(), binds }
    }

    /// In parentheses, if it binds less than needed.
    fn within(self, needed: Binds) -> String {
        if self.binds < needed { format!("({})", self.text) } else { self.text }
    }
}

/// An infix operator: its text, how it binds, what its right operand needs.
struct Infix(&'static str, Binds, Binds);

const EQUAL: Infix = Infix("==", Binds::Equality, Binds::Relation);
const DIFFERENT: Infix = Infix("!=", Binds::Equality, Binds::Relation);

struct Printer<'a> {
    words: &'a Words,
    naming: Naming<'a>,
    left: u32,
    depth: u32,
}

impl Printer<'_> {
    fn term(&mut self, term: TermId) -> Text {
        if self.left == 0 || self.depth == MAX_DEPTH {
            return Text::new(Postfix, "…");
        }
        self.left -= 1;
        self.depth += 1;
        let text = self.node(term);
        self.depth -= 1;
        text
    }

    fn within(&mut self, term: TermId, needed: Binds) -> String {
        self.term(term).within(needed)
    }

    fn node(&mut self, term: TermId) -> Text {
        let width = self.words.width(term);
        match self.words.node(term) {
            Node::Const(value) => self.number(value, width),
            Node::Symbol(symbol) => Text::new(Postfix, self.words.name(symbol)),
            Node::Unary(UnaryOp::Not, x) if width == 1 => self.negation(x),
            Node::Unary(UnaryOp::Not, x) => self.prefixed("~", x),
            Node::Unary(op, x) => {
                let name = match op {
                    UnaryOp::PopCount => "__builtin_popcount".to_string(),
                    UnaryOp::LeadingZeros => "__builtin_clz".to_string(),
                    UnaryOp::TrailingZeros => "__builtin_ctz".to_string(),
                    UnaryOp::SwapBytes => format!("__builtin_bswap{width}"),
                    UnaryOp::ReverseBits | UnaryOp::Not => format!("__builtin_bitreverse{width}"),
                };
                Text::new(Postfix, format!("{name}({})", self.term(x).text))
            }
            Node::Binary(op, a, b) => self.binary(op, a, b, width),
            Node::Equal(a, b) => self.infix(EQUAL, a, b),
            Node::Less { signed, left, right } => self.comparison(signed, left, right, false),
            Node::ProductOverflows { signed, left, right } => {
                let name = if signed { "mul_overflows" } else { "umul_overflows" };
                let (left, right) = (self.term(left).text, self.term(right).text);
                Text::new(Postfix, format!("{name}({left}, {right})"))
            }
            Node::Ite(c, a, b) => {
                let c = self.within(c, Binds::Or);
                let (a, b) = (self.term(a).text, self.within(b, Binds::Choice));
                Text::new(Binds::Choice, format!("{c} ? {a} : {b}"))
            }
            Node::Extract(x, low) => self.part(x, low, width),
            Node::Extend { signed: false, of } if self.words.width(of) == 1 => self.term(of),
            Node::Extend { signed: true, of } if self.words.width(of) == 1 => self.prefixed("-", of),
            Node::Extend { signed, of } => self.cast(signed, of, width),
            Node::Concat(high, low) => {
                let high = self.cast(false, high, width).within(Binds::Shift);
                let by = self.words.width(low);
                let low = self.within(low, Binds::BitXor);
                Text::new(Binds::BitOr, format!("{high} << {by} | {low}"))
            }
            Node::Read(array, index) => {
                let index = self.term(index).text;
                Text::new(Postfix, format!("{}[{index}]", self.array(array)))
            }
        }
    }

    fn array(&mut self, array: ArrayId) -> String {
        if self.left == 0 || self.depth == MAX_DEPTH {
            return "…".to_string();
        }
        self.left -= 1;
        self.depth += 1;
        let text = match self.words.array_node(array) {
            ArrayNode::Symbol(symbol) => self.words.array_name(symbol).to_string(),
            ArrayNode::Filled(value) => format!("{{{}, …}}", self.term(value).text),
            ArrayNode::Write(before, index, value) => {
                let (index, value) = (self.term(index).text, self.term(value).text);
                format!("{}{{[{index}] = {value}}}", self.array(before))
            }
            ArrayNode::Ite(c, yes, no) => {
                let c = self.within(c, Binds::Or);
                format!("({c} ? {} : {})", self.array(yes), self.array(no))
            }
        };
        self.depth -= 1;
        text
    }

    /// A number as one with a sign: small ones decimal, large ones hexadecimal.
    fn number(&self, value: u128, width: u32) -> Text {
        if let Some(name) = (self.naming)(value, width) {
            return Text::new(Prefix, name);
        }
        let magnitude = number::signed(value, width).unsigned_abs();
        if width >= 8 && value >> (width - 1) == 1 && magnitude <= MAX_DECIMAL {
            return Text::new(Prefix, format!("-{magnitude}"));
        }
        Text::new(Postfix, unsigned(value))
    }

    fn prefixed(&mut self, operator: &str, x: TermId) -> Text {
        let x = self.within(x, Prefix);
        // Two signs are no operator of their own.
        let space = if operator == "-" && x.starts_with('-') { " " } else { "" };
        Text::new(Prefix, format!("{operator}{space}{x}"))
    }

    fn negation(&mut self, x: TermId) -> Text {
        match self.words.node(x) {
            Node::Equal(a, b) => self.infix(DIFFERENT, a, b),
            Node::Less { signed, left, right } => self.comparison(signed, left, right, true),
            Node::Binary(BinaryOp::Xor, a, b) => self.infix(EQUAL, a, b),
            _ => self.prefixed("!", x),
        }
    }

    fn cast(&mut self, signed: bool, x: TermId, width: u32) -> Text {
        let x = self.within(x, Prefix);
        Text::new(Prefix, format!("({}){x}", type_name(signed, width)))
    }

    fn infix(&mut self, Infix(operator, binds, right): Infix, a: TermId, b: TermId) -> Text {
        let (a, b) = (self.within(a, binds), self.within(b, right));
        Text::new(binds, format!("{a} {operator} {b}"))
    }

    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId, width: u32) -> Text {
        let is_bit = width == 1;
        let infix = match op {
            BinaryOp::Add if is_bit => DIFFERENT,
            BinaryOp::Sub if is_bit => DIFFERENT,
            BinaryOp::Xor if is_bit => DIFFERENT,
            BinaryOp::And if is_bit => Infix("&&", Binds::And, Binds::And),
            BinaryOp::Or if is_bit => Infix("||", Binds::Or, Binds::Or),
            BinaryOp::Add => return self.sum(a, b, width),
            BinaryOp::Sub if self.words.as_const(a) == Some(0) => return self.prefixed("-", b),
            BinaryOp::Sub => Infix("-", Binds::Sum, Binds::Product),
            BinaryOp::Mul => Infix("*", Binds::Product, Binds::Product),
            BinaryOp::UDiv => return self.without_sign("/", Binds::Product, a, b),
            BinaryOp::URem => return self.without_sign("%", Binds::Product, a, b),
            BinaryOp::SDiv => Infix("/", Binds::Product, Prefix),
            BinaryOp::SRem => Infix("%", Binds::Product, Prefix),
            BinaryOp::Shl => Infix("<<", Binds::Shift, Binds::Sum),
            BinaryOp::AShr => Infix(">>", Binds::Shift, Binds::Sum),
            BinaryOp::LShr if self.is_never_negative(a) => Infix(">>", Binds::Shift, Binds::Sum),
            BinaryOp::LShr => {
                let (a, b) = (self.cast(false, a, width).text, self.within(b, Binds::Sum));
                return Text::new(Binds::Shift, format!("{a} >> {b}"));
            }
            BinaryOp::And => return self.bits("&", Binds::BitAnd, a, b),
            BinaryOp::Or => return self.bits("|", Binds::BitOr, a, b),
            BinaryOp::Xor => return self.bits("^", Binds::BitXor, a, b),
        };
        self.infix(infix, a, b)
    }

    /// A sum; `x - 5` for `x + -5`.
    fn sum(&mut self, a: TermId, b: TermId, width: u32) -> Text {
        let constant = self.words.as_const(b).filter(|b| (self.naming)(*b, width).is_none());
        let minus = constant.map(|b| number::signed(b, width)).filter(|b| width >= 8 && *b < 0);
        match minus.map(i128::unsigned_abs).filter(|b| *b <= MAX_DECIMAL) {
            Some(by) => {
                let a = self.within(a, Binds::Sum);
                Text::new(Binds::Sum, format!("{a} - {by}"))
            }
            None => self.infix(Infix("+", Binds::Sum, Binds::Sum), a, b),
        }
    }

    /// Bits of words; constants are hexadecimal.
    fn bits(&mut self, operator: &str, binds: Binds, a: TermId, b: TermId) -> Text {
        let a = self.within(a, binds);
        let b = match self.words.as_const(b) {
            Some(value) if value < 10 => value.to_string(),
            Some(value) => format!("{value:#x}"),
            None => self.within(b, binds),
        };
        Text::new(binds, format!("{a} {operator} {b}"))
    }

    fn comparison(&mut self, signed: bool, left: TermId, right: TermId, negated: bool) -> Text {
        let is_bit = self.words.width(left) == 1;
        // Constants stand on the right; a bit with a sign is 0 or -1.
        let is_constant = |term| self.words.as_const(term).is_some();
        let swapped = (is_bit && signed) != (is_constant(left) && !is_constant(right));
        let (a, b) = if is_constant(left) && !is_constant(right) { (right, left) } else { (left, right) };
        let operator = match (swapped, negated) {
            (false, false) => "<",
            (false, true) => ">=",
            (true, false) => ">",
            (true, true) => "<=",
        };
        if signed || is_bit {
            self.infix(Infix(operator, Binds::Relation, Binds::Shift), a, b)
        } else {
            self.without_sign(operator, Binds::Relation, a, b)
        }
    }

    /// An operation on words without signs, of which its operands have to tell.
    fn without_sign(&mut self, operator: &str, binds: Binds, a: TermId, b: TermId) -> Text {
        let width = self.words.width(a);
        let right = if binds == Binds::Relation { Binds::Shift } else { Prefix };
        let both = [a, b].into_iter().all(|x| self.is_never_negative(x));
        let suffix = match width {
            32 => Some("u"),
            64 => Some("ul"),
            _ => None,
        };
        let constant = self.words.as_const(b).filter(|b| (self.naming)(*b, width).is_none());
        let (a, b) = match (constant, suffix) {
            _ if both || width == 1 => (self.within(a, binds), self.within(b, right)),
            (Some(value), Some(suffix)) => (self.within(a, binds), format!("{}{suffix}", unsigned(value))),
            // One of two operands is enough to make the other one unsigned.
            (None, Some(_)) => (self.cast(false, a, width).text, self.within(b, right)),
            (Some(value), None) => (self.cast(false, a, width).text, unsigned(value)),
            (None, None) => (self.cast(false, a, width).text, self.cast(false, b, width).text),
        };
        Text::new(binds, format!("{a} {operator} {b}"))
    }

    /// Whether the sign is 0 at first sight.
    fn is_never_negative(&self, term: TermId) -> bool {
        match self.words.node(term) {
            Node::Const(value) => value >> (self.words.width(term) - 1) == 0,
            Node::Extend { signed: false, .. } => true,
            _ => false,
        }
    }

    /// Bits of a word: a cast, or a mask where no type has this width.
    fn part(&mut self, x: TermId, low: u32, width: u32) -> Text {
        let has_type = matches!(width, 8 | 16 | 32 | 64);
        let is_last = low + width == self.words.width(x);
        let text = match low {
            0 => self.term(x),
            // The mask hides copies of the sign.
            _ if has_type || !is_last => {
                Text::new(Binds::Shift, format!("{} >> {low}", self.within(x, Binds::Shift)))
            }
            _ => {
                let whole = self.words.width(x);
                return Text::new(Binds::Shift, format!("{} >> {low}", self.cast(false, x, whole).text));
            }
        };
        if has_type {
            return Text::new(Prefix, format!("({}){}", type_name(true, width), text.within(Prefix)));
        }
        let mask = match number::mask(width) {
            small @ 0..10 => small.to_string(),
            large => format!("{large:#x}"),
        };
        Text::new(Binds::BitAnd, format!("{} & {mask}", text.within(Binds::BitAnd)))
    }
}

fn unsigned(value: u128) -> String {
    if value <= MAX_DECIMAL { value.to_string() } else { format!("{value:#x}") }
}

fn type_name(signed: bool, width: u32) -> String {
    let name = match width {
        8 => "char",
        16 => "short",
        32 if !signed => return "unsigned".to_string(),
        32 => "int",
        64 => "long",
        128 => "__int128",
        _ => return format!("{}_BitInt({width})", if signed { "" } else { "unsigned " }),
    };
    if signed { name.to_string() } else { format!("unsigned {name}") }
}
