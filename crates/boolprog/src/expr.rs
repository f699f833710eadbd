//! Expression trees, over names (as parsed) or over variables (as checked).

/// A Boolean expression with leaves `V`.
///
/// Chains of one associative operator are one node, so that the depth of a tree is bounded by the
/// nesting that the parser allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr<V> {
    /// `T` or `F`.
    Const(bool),
    /// `*`: a fresh choice at each occurrence and evaluation.
    Star,
    /// A variable.
    Var(V),
    /// `!e`.
    Not(Box<Expr<V>>),
    /// A chain of `&`, `|` or `^`.
    Chain(ChainOp, Vec<Expr<V>>),
    /// `=`, `!=` or `=>`.
    Binary(BinaryOp, Box<Expr<V>>, Box<Expr<V>>),
    /// `schoose[a, b]` = `a | (* & !b)`.
    Choose(Box<Expr<V>>, Box<Expr<V>>),
    /// `c ? a : b`.
    Ite(Box<Expr<V>>, Box<Expr<V>>, Box<Expr<V>>),
}

/// Associative operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainOp {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

/// Operators of the comparison level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `=`
    Equal,
    /// `!=`
    Differ,
    /// `=>`
    Implies,
}

impl<V> Expr<V> {
    /// The same tree with every leaf translated.
    pub fn map<W>(&self, leaf: &mut impl FnMut(&V) -> W) -> Expr<W> {
        let mut boxed = |e: &Expr<V>| Box::new(e.map(leaf));
        match self {
            Expr::Const(value) => Expr::Const(*value),
            Expr::Star => Expr::Star,
            Expr::Not(e) => Expr::Not(boxed(e)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, boxed(a), boxed(b)),
            Expr::Choose(a, b) => Expr::Choose(boxed(a), boxed(b)),
            Expr::Ite(c, a, b) => Expr::Ite(boxed(c), boxed(a), boxed(b)),
            Expr::Var(v) => Expr::Var(leaf(v)),
            Expr::Chain(op, parts) => Expr::Chain(*op, parts.iter().map(|e| e.map(leaf)).collect()),
        }
    }

    /// Visits every leaf.
    pub fn for_each_var(&self, visit: &mut impl FnMut(&V)) {
        match self {
            Expr::Const(_) | Expr::Star => {}
            Expr::Var(v) => visit(v),
            Expr::Not(e) => e.for_each_var(visit),
            Expr::Chain(_, parts) => parts.iter().for_each(|e| e.for_each_var(visit)),
            Expr::Binary(_, a, b) | Expr::Choose(a, b) => {
                a.for_each_var(visit);
                b.for_each_var(visit);
            }
            Expr::Ite(c, a, b) => {
                c.for_each_var(visit);
                a.for_each_var(visit);
                b.for_each_var(visit);
            }
        }
    }

    /// Whether `*` (or `schoose`) occurs.
    pub fn has_choice(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Var(_) => false,
            Expr::Star | Expr::Choose(..) => true,
            Expr::Not(e) => e.has_choice(),
            Expr::Chain(_, parts) => parts.iter().any(Expr::has_choice),
            Expr::Binary(_, a, b) => a.has_choice() || b.has_choice(),
            Expr::Ite(c, a, b) => c.has_choice() || a.has_choice() || b.has_choice(),
        }
    }

    /// The top-level conjuncts.
    pub fn conjuncts(&self) -> Vec<&Expr<V>> {
        match self {
            Expr::Chain(ChainOp::And, parts) => parts.iter().flat_map(Expr::conjuncts).collect(),
            other => vec![other],
        }
    }
}
