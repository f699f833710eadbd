//! Expressions: two tables of precedence, and a warning where they differ.

use crate::cursor::{Failed, Parsed, Parser};
use crate::lex::Tok;
use crate::parse::KEYWORDS;
use crate::syntax::*;
use tw_verdict::Diagnostic;

/// What the outermost operator of an unparenthesised operand is, for the warning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Closed,
    Logic,
    Compare,
    Implies,
}

/// One level of a table of precedence, loosest first.
#[derive(Clone, Copy)]
enum Level {
    Chain(&'static str, ChainOp),
    Right(&'static [(&'static str, BinaryOp)]),
}

use BinaryOp::{Differ, Equal, Implies};
const XOR: Level = Level::Chain("^", ChainOp::Xor);
const OR: Level = Level::Chain("|", ChainOp::Or);
const AND: Level = Level::Chain("&", ChainOp::And);
const C_TABLE: &[Level] = &[Level::Right(&[("=>", Implies), ("=", Equal), ("!=", Differ)]), XOR, OR, AND];
const U_TABLE: &[Level] =
    &[Level::Right(&[("=>", Implies)]), XOR, OR, AND, Level::Right(&[("=", Equal), ("!=", Differ)])];
const A_TABLE: &[Level] =
    &[Level::Right(&[("=>", Implies)]), XOR, OR, AND, Level::Right(&[("==", Equal), ("!=", Differ)])];

impl Parser<'_> {
    pub(crate) fn expr_list(&mut self) -> Parsed<Vec<NameExpr>> {
        let mut list = vec![self.expr()?];
        while self.eat_op(",") {
            list.push(self.expr()?);
        }
        Ok(list)
    }

    /// A whole expression; `c ? a : b` binds loosest.
    pub(crate) fn expr(&mut self) -> Parsed<NameExpr> {
        self.enter()?;
        let (condition, _) = self.level(0)?;
        let expr = if self.eat_op("?") {
            let then = self.expr()?;
            self.expect_op(":", "between the two values of ?")?;
            let otherwise = self.expr()?;
            Expr::Ite(Box::new(condition), Box::new(then), Box::new(otherwise))
        } else {
            condition
        };
        self.leave();
        Ok(expr)
    }

    fn level(&mut self, level: usize) -> Parsed<(NameExpr, Shape)> {
        let table = match self.dialect {
            Dialect::C => C_TABLE,
            Dialect::U => U_TABLE,
            Dialect::A => A_TABLE,
        };
        match table.get(level) {
            None => self.unary(),
            Some(Level::Chain(op, chain)) => self.chain(level, op, *chain),
            Some(Level::Right(ops)) => self.right(level, ops),
        }
    }

    fn chain(&mut self, level: usize, op: &str, chain: ChainOp) -> Parsed<(NameExpr, Shape)> {
        let (first, shape) = self.level(level + 1)?;
        if !self.is_op(op) {
            return Ok((first, shape));
        }
        let mut parts = vec![first];
        let mut compared = shape == Shape::Compare;
        while self.eat_op(op) {
            let (part, shape) = self.level(level + 1)?;
            compared |= shape == Shape::Compare;
            parts.push(part);
        }
        if compared {
            self.warn_mix(op);
        }
        Ok((Expr::Chain(chain, parts), Shape::Logic))
    }

    fn right(&mut self, level: usize, ops: &[(&'static str, BinaryOp)]) -> Parsed<(NameExpr, Shape)> {
        let (left, left_shape) = self.level(level + 1)?;
        let Some((text, op)) = ops.iter().find(|(text, _)| self.is_op(text)) else {
            return Ok((left, left_shape));
        };
        self.advance();
        self.enter()?;
        let (right, right_shape) = self.level(level)?;
        self.leave();
        let mixed = match op {
            Implies => left_shape == Shape::Compare,
            Equal | Differ => {
                left_shape == Shape::Logic || right_shape == Shape::Logic || right_shape == Shape::Implies
            }
        };
        if mixed {
            self.warn_mix(text);
        }
        let shape = if *op == Implies { Shape::Implies } else { Shape::Compare };
        Ok((Expr::Binary(*op, Box::new(left), Box::new(right)), shape))
    }

    fn warn_mix(&mut self, op: &str) {
        let binds = match self.dialect {
            Dialect::C => {
                "= and != bind weaker than & | ^ here, but tighter in the dialects with numeric labels"
            }
            Dialect::U | Dialect::A => {
                "= and != bind tighter than & | ^ here, but weaker in the dialect with named labels"
            }
        };
        let message = format!("{op} is mixed with an operator whose precedence differs between the dialects");
        let warning = Diagnostic::warning(self.previous_span(), message, binds);
        self.report(warning.help("put parentheses around the inner part"));
    }

    fn unary(&mut self) -> Parsed<(NameExpr, Shape)> {
        if self.eat_op("!") {
            self.enter()?;
            let (operand, _) = self.unary()?;
            self.leave();
            return Ok((Expr::Not(Box::new(operand)), Shape::Closed));
        }
        Ok((self.primary()?, Shape::Closed))
    }

    fn primary(&mut self) -> Parsed<NameExpr> {
        if self.eat_op("'") {
            return self.variable(true).map(Expr::Var);
        }
        if self.eat_op("(") {
            let inner = self.expr()?;
            self.expect_op(")", "to close this parenthesis")?;
            return Ok(inner);
        }
        if self.eat_word("schoose") {
            self.expect_op("[", "after schoose")?;
            let must = self.expr()?;
            self.expect_op(",", "between the two parts of schoose")?;
            let must_not = self.expr()?;
            self.expect_op("]", "to close schoose")?;
            return Ok(Expr::Choose(Box::new(must), Box::new(must_not)));
        }
        if self.is_op("[") {
            return self.variable(false).map(Expr::Var);
        }
        self.leaf()
    }

    fn leaf(&mut self) -> Parsed<NameExpr> {
        let leaf = match (self.tok(), self.word()) {
            (Tok::Ident, "T") | (Tok::Number, "1") => Expr::Const(true),
            (Tok::Ident, "F") | (Tok::Number, "0") => Expr::Const(false),
            (Tok::Ident, "_") | (Tok::Op("*" | "?"), _) => Expr::Star,
            (Tok::Ident, word) if !KEYWORDS.contains(&word) => return self.variable(false).map(Expr::Var),
            (Tok::Number, number) => {
                let message = format!("{number} is not a Boolean value");
                self.report(Diagnostic::error(self.span(), message, "only 0 and 1 are values"));
                self.advance();
                return Err(Failed);
            }
            (Tok::Op("=="), _) => return self.fail("an expression", "equality is written = in this dialect"),
            _ => return self.fail("an expression", "a variable, a constant, * or ( … )"),
        };
        self.advance();
        Ok(leaf)
    }
}
