//! Predicates as terms over variables, read from S-expressions, and their words for given values of the variables.

use crate::word::{Array, Binary, Unary, Word};
use std::collections::BTreeSet;

/// Terms with more nodes, or nested deeper, are not read.
const MAX_NODES: usize = 10_000;
const MAX_DEPTH: usize = 300;

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    width: u32,
    node: Node,
}

#[derive(Clone, Debug)]
enum Node {
    Number(u128),
    Variable(usize),
    Identity,
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<[Term; 2]>),
    Equal(Box<[Term; 2]>),
    Less(bool, Box<[Term; 2]>),
    ProductOverflows(bool, Box<[Term; 2]>),
    Choose(Box<[Term; 3]>),
    Extract(u32, Box<Term>),
    Extend(bool, Box<Term>),
    Concat(Box<[Term; 2]>),
    Read(usize, Box<Term>),
}

/// What terms may mention.
pub struct Widths<'a> {
    /// Widths of variables.
    pub variables: &'a [u32],
    /// Widths of indices and elements of arrays.
    pub arrays: &'a [(u32, u32)],
}

/// Values of everything that terms mention.
pub trait Values {
    /// A variable.
    fn variable(&self, variable: usize) -> Word;
    /// An array.
    fn array(&self, array: usize) -> Array;
    /// The identity of the thread.
    fn identity(&self) -> Word;
}

/// What a term mentions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Support {
    /// Variables.
    pub variables: BTreeSet<usize>,
    /// Arrays.
    pub arrays: BTreeSet<usize>,
    /// The identity of the thread.
    pub identity: bool,
}

impl Term {
    /// Reads a term of one bit.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str, widths: &Widths<'_>) -> Result<Term, String> {
        let mut reader = Reader { tokens: tokens(text), at: 0, nodes: 0, widths };
        let term = reader.term(0)?;
        if reader.at < reader.tokens.len() {
            return Err(format!("'{}' stands behind the term", reader.tokens[reader.at]));
        }
        if term.width != 1 {
            return Err(format!("a predicate has one bit, not {}", term.width));
        }
        Ok(term)
    }

    /// What it mentions.
    pub fn support(&self) -> Support {
        let mut support = Support::default();
        self.visit(&mut support);
        support
    }

    fn visit(&self, support: &mut Support) {
        match &self.node {
            Node::Number(_) => {}
            Node::Variable(variable) => drop(support.variables.insert(*variable)),
            Node::Identity => support.identity = true,
            Node::Unary(_, x) | Node::Extract(_, x) | Node::Extend(_, x) => x.visit(support),
            Node::Binary(_, both)
            | Node::Equal(both)
            | Node::Less(_, both)
            | Node::ProductOverflows(_, both)
            | Node::Concat(both) => both.iter().for_each(|x| x.visit(support)),
            Node::Choose(all) => all.iter().for_each(|x| x.visit(support)),
            Node::Read(array, index) => {
                support.arrays.insert(*array);
                index.visit(support);
            }
        }
    }

    /// The term with values in the place of variables.
    pub fn word(&self, values: &dyn Values) -> Word {
        let of = |both: &[Term; 2]| (both[0].word(values), both[1].word(values));
        match &self.node {
            Node::Number(value) => Word::number(*value, self.width),
            Node::Variable(variable) => values.variable(*variable),
            Node::Identity => values.identity(),
            Node::Unary(op, x) => Word::unary(*op, &x.word(values)),
            Node::Binary(op, both) => {
                let (a, b) = of(both);
                Word::binary(*op, &a, &b)
            }
            Node::Equal(both) => {
                let (a, b) = of(both);
                Word::equal(&a, &b)
            }
            Node::Less(is_signed, both) => {
                let (a, b) = of(both);
                Word::less(*is_signed, &a, &b)
            }
            Node::ProductOverflows(is_signed, both) => {
                let (a, b) = of(both);
                Word::product_overflows(*is_signed, &a, &b)
            }
            Node::Choose(all) => {
                let [bit, yes, no] = [0, 1, 2].map(|i| all[i].word(values));
                Word::choose(&bit, &yes, &no)
            }
            Node::Extract(low, x) => Word::extract(&x.word(values), *low, self.width),
            Node::Extend(is_signed, x) => Word::extend(*is_signed, &x.word(values), self.width),
            Node::Concat(both) => {
                let (high, low) = of(both);
                Word::concat(&high, &low)
            }
            Node::Read(array, index) => Word::read(&values.array(*array), &index.word(values)),
        }
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            _ => rest.find([' ', '(', ')']).unwrap_or(rest.len()),
        };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

/// A number of bits.
pub fn width(text: &str) -> Result<u32, String> {
    let width = text.parse().ok().filter(|width| (1..=128).contains(width));
    width.ok_or_else(|| format!("'{text}' is no number of bits from 1 to 128"))
}

/// A hexadecimal number.
pub fn value(text: &str, width: u32) -> Result<u128, String> {
    let value = text.strip_prefix("0x").and_then(|digits| u128::from_str_radix(digits, 16).ok());
    let value = value.filter(|v| *v <= crate::number::ones(width));
    value.ok_or_else(|| format!("'{text}' is no hexadecimal number of {width} bits"))
}

struct Reader<'t, 'w> {
    tokens: Vec<&'t str>,
    at: usize,
    nodes: usize,
    widths: &'w Widths<'w>,
}

impl<'t> Reader<'t, '_> {
    fn next(&mut self) -> Result<&'t str, String> {
        let token = self.tokens.get(self.at).copied().ok_or("the term ends too early")?;
        self.at += 1;
        Ok(token)
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.next()? {
            found if found == token => Ok(()),
            found => Err(format!("'{token}' is expected, not '{found}'")),
        }
    }

    fn term(&mut self, depth: usize) -> Result<Term, String> {
        self.nodes += 1;
        if self.nodes > MAX_NODES || depth > MAX_DEPTH {
            return Err("the term is too large".into());
        }
        match self.next()? {
            "(" => {
                let term = self.operation(depth + 1)?;
                self.expect(")")?;
                Ok(term)
            }
            "self" => Ok(Term { width: 64, node: Node::Identity }),
            token => {
                let variable = numbered(token, 'v', self.widths.variables.len())?;
                Ok(Term { width: self.widths.variables[variable], node: Node::Variable(variable) })
            }
        }
    }

    fn pair(&mut self, depth: usize) -> Result<(u32, Box<[Term; 2]>), String> {
        let both = Box::new([self.term(depth)?, self.term(depth)?]);
        match both[0].width {
            width if width == both[1].width => Ok((width, both)),
            width => Err(format!("operands have {width} and {} bits", both[1].width)),
        }
    }

    fn operation(&mut self, depth: usize) -> Result<Term, String> {
        let name = self.next()?;
        let (width, node) = match name {
            "const" => {
                let width = width(self.next()?)?;
                (width, Node::Number(value(self.next()?, width)?))
            }
            "eq" => (1, Node::Equal(self.pair(depth)?.1)),
            "ult" | "slt" => (1, Node::Less(name == "slt", self.pair(depth)?.1)),
            "umulo" | "smulo" => (1, Node::ProductOverflows(name == "smulo", self.pair(depth)?.1)),
            "ite" => {
                let all = Box::new([self.term(depth)?, self.term(depth)?, self.term(depth)?]);
                if all[0].width != 1 || all[1].width != all[2].width {
                    return Err("a bit chooses between words of one width".into());
                }
                (all[1].width, Node::Choose(all))
            }
            "extract" => {
                let low: u32 = self.next()?.parse().map_err(|_| "no number of a bit".to_string())?;
                let width = width(self.next()?)?;
                let of = Box::new(self.term(depth)?);
                if low.checked_add(width).is_none_or(|end| end > of.width) {
                    return Err(format!("a word of {} bits has no such bits", of.width));
                }
                (width, Node::Extract(low, of))
            }
            "zext" | "sext" => {
                let width = width(self.next()?)?;
                let of = Box::new(self.term(depth)?);
                if width < of.width {
                    return Err("a word becomes wider".into());
                }
                (width, Node::Extend(name == "sext", of))
            }
            "concat" => {
                let both = Box::new([self.term(depth)?, self.term(depth)?]);
                let width = both[0].width + both[1].width;
                if width > 128 {
                    return Err("words have at most 128 bits".into());
                }
                (width, Node::Concat(both))
            }
            "read" => {
                let array = numbered(self.next()?, 'a', self.widths.arrays.len())?;
                let index = Box::new(self.term(depth)?);
                let (index_width, element) = self.widths.arrays[array];
                if index.width != index_width {
                    return Err(format!("an index of array {array} has {index_width} bits"));
                }
                (element, Node::Read(array, index))
            }
            _ => match (unary(name), binary(name)) {
                (Some(op), _) => {
                    let x = Box::new(self.term(depth)?);
                    if op == Unary::SwapBytes && !x.width.is_multiple_of(8) {
                        return Err("bytes are swapped in whole bytes only".into());
                    }
                    (x.width, Node::Unary(op, x))
                }
                (_, Some(op)) => {
                    let (width, both) = self.pair(depth)?;
                    (width, Node::Binary(op, both))
                }
                _ => return Err(format!("'{name}' is no operation")),
            },
        };
        Ok(Term { width, node })
    }
}

/// The number behind a letter.
pub fn numbered(token: &str, letter: char, count: usize) -> Result<usize, String> {
    let number = token.strip_prefix(letter).and_then(|n| n.parse().ok());
    number.filter(|n| *n < count).ok_or_else(|| format!("'{token}' is nothing that is known here"))
}

fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "not" => Unary::Not,
        "popcount" => Unary::PopCount,
        "leading-zeros" => Unary::LeadingZeros,
        "trailing-zeros" => Unary::TrailingZeros,
        "swap-bytes" => Unary::SwapBytes,
        "reverse-bits" => Unary::ReverseBits,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "add" => Binary::Add,
        "sub" => Binary::Sub,
        "mul" => Binary::Mul,
        "udiv" => Binary::UDiv,
        "sdiv" => Binary::SDiv,
        "urem" => Binary::URem,
        "srem" => Binary::SRem,
        "shl" => Binary::Shl,
        "lshr" => Binary::LShr,
        "ashr" => Binary::AShr,
        "and" => Binary::And,
        "or" => Binary::Or,
        "xor" => Binary::Xor,
        _ => return None,
    })
}
