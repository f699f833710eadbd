//! Smaller variants of a generated program, for finding the smallest that still fails.

use crate::generate::Generated;
use crate::syntax::{Expr, Function, NameExpr, Stmt, StmtKind};
use tw_verdict::{InitialThreads, Threads};

/// The smallest variant (by single steps) for which `fails` still holds.
pub fn shrink(start: &Generated, fails: &mut dyn FnMut(&Generated) -> bool) -> Generated {
    let mut best = start.clone();
    'again: loop {
        for candidate in candidates(&best) {
            if fails(&candidate) {
                best = candidate;
                continue 'again;
            }
        }
        return best;
    }
}

fn candidates(program: &Generated) -> Vec<Generated> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Generated)| {
        let mut candidate = program.clone();
        change(&mut candidate);
        if candidate != *program {
            all.push(candidate);
        }
    };
    with(&|p| {
        if let Threads::AtMost(most @ 2..) = &mut p.bounds.threads {
            *most -= 1;
            if let InitialThreads::Exactly(n) = &mut p.bounds.init {
                *n = (*n).min(*most);
            }
        }
    });
    with(&|p| p.bounds.init = InitialThreads::Exactly(1));
    with(&|p| {
        p.targets.truncate(1);
    });
    for f in 0..program.unit.functions.len() {
        with(&|p| drop(p.unit.functions.remove(f)));
        for n in 0..count(&program.unit.functions[f]) {
            with(&|p| {
                edit(&mut p.unit.functions[f].body, &mut Some(n), &mut |block, at| drop(block.remove(at)))
            });
            with(&|p| edit(&mut p.unit.functions[f].body, &mut Some(n), &mut |block, at| unwrap(block, at)));
            with(&|p| {
                edit(&mut p.unit.functions[f].body, &mut Some(n), &mut |block, at| block[at].labels.clear())
            });
            for variant in 0..6 {
                with(&|p| {
                    edit(&mut p.unit.functions[f].body, &mut Some(n), &mut |block, at| {
                        simplify(&mut block[at], variant)
                    })
                });
            }
        }
    }
    for g in 0..program.unit.globals.len() {
        with(&|p| drop(p.unit.globals.remove(g)));
    }
    all
}

fn count(function: &Function) -> usize {
    fn of(block: &[Stmt]) -> usize {
        block
            .iter()
            .map(|s| {
                1 + match &s.kind {
                    StmtKind::If { arms, otherwise } => {
                        arms.iter().map(|(_, b)| of(b)).sum::<usize>()
                            + otherwise.as_ref().map_or(0, |b| of(b))
                    }
                    StmtKind::While { body, .. } => of(body),
                    _ => 0,
                }
            })
            .sum()
    }
    of(&function.body)
}

/// Applies `change` to the block and position of the `n`-th statement; `n` is gone afterwards.
fn edit(block: &mut Vec<Stmt>, n: &mut Option<usize>, change: &mut dyn FnMut(&mut Vec<Stmt>, usize)) {
    let mut at = 0;
    while at < block.len() {
        match n {
            None => return,
            Some(0) => {
                *n = None;
                return change(block, at);
            }
            Some(left) => *left -= 1,
        }
        match &mut block[at].kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter_mut().for_each(|(_, b)| edit(b, n, change));
                otherwise.iter_mut().for_each(|b| edit(b, n, change));
            }
            StmtKind::While { body, .. } => edit(body, n, change),
            _ => {}
        }
        at += 1;
    }
}

/// Replaces a compound statement by its first block.
fn unwrap(block: &mut Vec<Stmt>, at: usize) {
    let inner = match &block[at].kind {
        StmtKind::If { arms, .. } => arms[0].1.clone(),
        StmtKind::While { body, .. } => body.clone(),
        StmtKind::StartStmt(inner) => vec![(**inner).clone()],
        _ => return,
    };
    block.splice(at..=at, inner);
}

fn simplify(stmt: &mut Stmt, variant: usize) {
    match &mut stmt.kind {
        StmtKind::Assign { lhs, rhs, constrain } => match variant {
            0 => *constrain = None,
            1 if lhs.len() > 1 => {
                lhs.pop();
                rhs.pop();
            }
            2 if lhs.len() > 1 => {
                lhs.remove(0);
                rhs.remove(0);
            }
            3 => simpler(&mut rhs[0], 0),
            4 => simpler(&mut rhs[0], 1),
            _ => constrain.iter_mut().for_each(|c| simpler(c, 0)),
        },
        StmtKind::Assume(e) | StmtKind::Assert(e) | StmtKind::AbortIf(e) | StmtKind::Enforce(e) => {
            simpler(e, variant)
        }
        StmtKind::While { guard, .. } => simpler(guard, variant),
        StmtKind::If { arms, otherwise } => match variant {
            0 => *otherwise = None,
            1 if arms.len() > 1 => drop(arms.pop()),
            _ => simpler(&mut arms[0].0, variant),
        },
        StmtKind::Goto(targets) if targets.len() > 1 => targets.truncate(1),
        _ => {}
    }
}

/// A part of the expression, or a constant.
fn simpler(expr: &mut NameExpr, variant: usize) {
    let parts: Vec<NameExpr> = match expr {
        Expr::Not(e) => vec![(**e).clone()],
        Expr::Chain(_, parts) => parts.clone(),
        Expr::Binary(_, a, b) | Expr::Choose(a, b) => vec![(**a).clone(), (**b).clone()],
        Expr::Ite(c, a, b) => vec![(**c).clone(), (**a).clone(), (**b).clone()],
        Expr::Const(_) => return,
        Expr::Star | Expr::Var(_) => Vec::new(),
    };
    match parts.into_iter().nth(variant) {
        Some(part) => *expr = part,
        None if variant >= 4 => *expr = Expr::Const(variant == 4),
        None => {}
    }
}
