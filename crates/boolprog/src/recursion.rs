//! Recursion: found in the graph of calls, shown as the cycle.
//!
//! A call inside `start_thread` begins a new stack, so it does not count.

use crate::checked::{FuncId, Function, Stmt, StmtKind};
use tw_index::{Id, IdVec};
use tw_verdict::{Diagnostic, Span};

/// Reports one error for each cycle that a depth-first search closes.
pub(crate) fn find_recursion(functions: &IdVec<FuncId, Function>, messages: &mut Vec<Diagnostic>) {
    let calls: IdVec<FuncId, Vec<(FuncId, Span)>> = functions.iter().map(|f| calls_of(&f.body)).collect();
    let mut colour = IdVec::<FuncId, Colour>::filled(Colour::New, functions.len());
    for root in functions.ids() {
        if colour[root] != Colour::New {
            continue;
        }
        // An explicit stack: call chains may be longer than ours.
        let mut path: Vec<(FuncId, usize)> = vec![(root, 0)];
        colour[root] = Colour::OnPath;
        while let Some((function, next)) = path.last_mut() {
            let Some((callee, span)) = calls[*function].get(*next).copied() else {
                colour[*function] = Colour::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match colour[callee] {
                Colour::Done => {}
                Colour::New => {
                    colour[callee] = Colour::OnPath;
                    path.push((callee, 0));
                }
                Colour::OnPath => {
                    let from =
                        path.iter().position(|(f, _)| *f == callee).expect("functions on the path are in it");
                    let cycle: Vec<FuncId> = path[from..].iter().map(|(f, _)| *f).chain([callee]).collect();
                    messages.push(recursion_error(functions, &cycle, span));
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    New,
    OnPath,
    Done,
}

fn recursion_error(functions: &IdVec<FuncId, Function>, cycle: &[FuncId], call: Span) -> Diagnostic {
    let names: Vec<&str> = cycle.iter().map(|f| functions[*f].name.as_str()).collect();
    let message = format!("recursion is not supported in concurrent programs: {}", names.join(" -> "));
    let mut error = Diagnostic::error(call, message, "this call closes the cycle");
    let distinct = &cycle[..cycle.len() - 1];
    error.related = distinct
        .iter()
        .map(|f| (functions[*f].span, format!("{} is part of the cycle", functions[*f].name)))
        .collect();
    error.help("replace the recursion by a loop")
}

fn calls_of(block: &[Stmt]) -> Vec<(FuncId, Span)> {
    let mut calls = Vec::new();
    for stmt in block {
        match &stmt.kind {
            StmtKind::Call { callee, .. } => calls.push((*callee, stmt.span)),
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, b)| calls.extend(calls_of(b)));
                calls.extend(calls_of(otherwise));
            }
            StmtKind::While { body, .. } => calls.extend(calls_of(body)),
            _ => {}
        }
    }
    calls.sort_by_key(|(f, span)| (f.index(), *span));
    calls.dedup_by_key(|(f, _)| *f);
    calls
}
