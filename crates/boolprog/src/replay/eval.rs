//! The values that an expression of the tree can take.

use crate::checked::{BinaryOp, ChainOp, Expr, Var, VarExpr};
use tw_index::Id;

/// Shared, active and passive values after a step.
type NewValues<'a> = (&'a [bool], &'a [bool], Option<&'a [bool]>);

/// The values an expression can see.
pub(super) struct View<'a> {
    pub shared: &'a [bool],
    pub active: &'a [bool],
    /// The other thread, where a passive variable may occur.
    pub passive: Option<&'a [bool]>,
    /// After the step: shared, active, passive.
    pub new: Option<NewValues<'a>>,
}

/// Which of `[false, true]` an expression can be: every `*` is free and independent.
pub(super) fn values(expr: &VarExpr, view: &View<'_>) -> [bool; 2] {
    match expr {
        Expr::Const(value) => only(*value),
        Expr::Star => [true, true],
        Expr::Var(used) => {
            let (shared, active, passive) = match (used.primed, &view.new) {
                (false, _) => (view.shared, view.active, view.passive),
                (true, Some(new)) => *new,
                (true, None) => panic!("new values are read in constraints only"),
            };
            only(match used.var {
                Var::Shared(v) => shared[v.index()],
                Var::Local(v) if used.passive => {
                    passive.expect("passive variables are read for another thread")[v.index()]
                }
                Var::Local(v) => active[v.index()],
            })
        }
        Expr::Not(e) => {
            let [no, yes] = values(e, view);
            [yes, no]
        }
        Expr::Chain(op, parts) => {
            let combine: fn(bool, bool) -> bool = match op {
                ChainOp::And => |a, b| a & b,
                ChainOp::Or => |a, b| a | b,
                ChainOp::Xor => |a, b| a ^ b,
            };
            let sets = parts.iter().map(|e| values(e, view));
            sets.reduce(|a, b| pairs(a, b, combine)).expect("chains have operands")
        }
        Expr::Binary(op, a, b) => {
            let combine: fn(bool, bool) -> bool = match op {
                BinaryOp::Equal => |a, b| a == b,
                BinaryOp::Differ => |a, b| a != b,
                BinaryOp::Implies => |a, b| !a | b,
            };
            pairs(values(a, view), values(b, view), combine)
        }
        Expr::Choose(a, b) => {
            // a | (* & !b), evaluated as it is written.
            let free_unless_b = pairs([true, true], values(b, view), |star, b| star & !b);
            pairs(values(a, view), free_unless_b, |a, rest| a | rest)
        }
        Expr::Ite(c, a, b) => {
            let [no, yes] = values(c, view);
            let (then, otherwise) = (values(a, view), values(b, view));
            [0, 1].map(|i| yes && then[i] || no && otherwise[i])
        }
    }
}

fn only(value: bool) -> [bool; 2] {
    [!value, value]
}

/// All results of `combine` on a value of `a` and a value of `b`.
fn pairs(a: [bool; 2], b: [bool; 2], combine: fn(bool, bool) -> bool) -> [bool; 2] {
    let mut result = [false, false];
    for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
        if a[usize::from(x)] && b[usize::from(y)] {
            result[usize::from(combine(x, y))] = true;
        }
    }
    result
}
