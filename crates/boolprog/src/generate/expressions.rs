//! Random expressions.

use super::name;
use crate::syntax::{BinaryOp, ChainOp, Dialect, Expr, NameExpr, NameUse};
use tw_index::Random;

/// The variables that an expression may mention.
#[derive(Clone, Default)]
pub(super) struct Vocabulary {
    /// Plain variables.
    pub plain: Vec<String>,
    /// Local variables of another thread.
    pub passive: Vec<String>,
    /// Variables whose new value may be read.
    pub primed: Vec<String>,
}

/// An expression of at most `depth` levels.
pub(super) fn expression(random: &mut Random, words: &Vocabulary, depth: u32, dialect: Dialect) -> NameExpr {
    if depth == 0 || random.chance(35) {
        return leaf(random, words, dialect);
    }
    let part = |random: &mut Random| expression(random, words, depth - 1, dialect);
    match random.below(16) {
        0..=3 => Expr::Not(Box::new(part(random))),
        4..=6 => Expr::Chain(ChainOp::And, vec![part(random), part(random)]),
        7..=9 => Expr::Chain(ChainOp::Or, vec![part(random), part(random)]),
        10 => Expr::Chain(ChainOp::Xor, vec![part(random), part(random)]),
        11 => Expr::Binary(BinaryOp::Equal, Box::new(part(random)), Box::new(part(random))),
        12 => Expr::Binary(BinaryOp::Differ, Box::new(part(random)), Box::new(part(random))),
        13 => Expr::Binary(BinaryOp::Implies, Box::new(part(random)), Box::new(part(random))),
        14 => Expr::Choose(Box::new(part(random)), Box::new(part(random))),
        _ => Expr::Ite(Box::new(part(random)), Box::new(part(random)), Box::new(part(random))),
    }
}

fn leaf(random: &mut Random, words: &Vocabulary, dialect: Dialect) -> NameExpr {
    let roll = random.below(100);
    if roll < 6 {
        return Expr::Star;
    }
    if roll < 14 {
        return Expr::Const(random.chance(50));
    }
    if roll < 40 && !words.passive.is_empty() {
        let text = random.pick(&words.passive).clone();
        let primed = !words.primed.is_empty() && random.chance(60);
        return Expr::Var(passive(&text, primed, dialect));
    }
    if roll < 65 && !words.primed.is_empty() {
        return Expr::Var(plain(&random.pick(&words.primed).clone(), true));
    }
    if words.plain.is_empty() {
        return Expr::Const(random.chance(50));
    }
    Expr::Var(plain(&random.pick(&words.plain).clone(), false))
}

pub(super) fn plain(text: &str, primed: bool) -> NameUse {
    NameUse { name: name(text), primed, bracketed: false }
}

/// Another thread's copy: `[x]` or `x$`.
pub(super) fn passive(text: &str, primed: bool, dialect: Dialect) -> NameUse {
    match dialect {
        Dialect::A => NameUse { name: name(text), primed, bracketed: true },
        Dialect::C | Dialect::U => NameUse { name: name(format!("{text}$")), primed, bracketed: false },
    }
}
