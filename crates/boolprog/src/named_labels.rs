//! Translation of the dialects with numbers into the C-dialect: same steps, same states.
//!
//! Labels `12` become `PC12`, `[v]` becomes `v$`, and the initial values of `main`'s variables move to
//! `decl thread_local`, since a declaration inside a function of the C-dialect is a step.

use crate::syntax::{
    DeclVar, Dialect, Expr, Function, GlobalDecl, Lhs, Literal, Name, NameExpr, NameUse, Stmt, StmtKind, Unit,
};
use std::collections::HashMap;

/// The same program in the C-dialect. A `?:` stays, as our extension of that dialect.
pub fn with_named_labels(unit: &Unit) -> Unit {
    let mut unit = unit.clone();
    if unit.dialect == Dialect::C {
        return unit;
    }
    if unit.dialect == Dialect::U {
        move_initial_values(&mut unit);
    }
    unit.dialect = Dialect::C;
    for function in &mut unit.functions {
        for_each_stmt(&mut function.body, &mut |stmt| {
            stmt.labels.iter_mut().for_each(name_label);
            match &mut stmt.kind {
                StmtKind::Goto(targets) => targets.iter_mut().for_each(name_label),
                StmtKind::StartLabel(target) => name_label(target),
                _ => {}
            }
            for_each_variable(stmt, &mut |used| {
                if std::mem::take(&mut used.bracketed) {
                    used.name.text.push('$');
                }
            });
        });
    }
    unit
}

fn name_label(label: &mut Name) {
    if label.text.starts_with(|c: char| c.is_ascii_digit()) {
        label.text.insert_str(0, "PC");
    }
}

/// Turns the initialisers at the head of `main` into initial values of globals.
fn move_initial_values(unit: &mut Unit) {
    let Some(main) = unit.functions.iter().position(|f| f.name.text == "main") else { return };
    let mut values: Vec<(String, Literal)> = Vec::new();
    let is_initial = |s: &Stmt| {
        s.labels.is_empty() && matches!(s.kind, StmtKind::Decl(_) | StmtKind::Assign { constrain: None, .. })
    };
    let head = unit.functions[main].body.iter().take_while(|s| is_initial(s)).count();
    let mut declared: Vec<String> = Vec::new();
    for stmt in unit.functions[main].body.drain(..head) {
        match stmt.kind {
            StmtKind::Decl(vars) => {
                declared.extend(vars.iter().map(|v| v.name.text.clone()));
                values.extend(vars.into_iter().map(|v| (v.name.text, v.init.unwrap_or(Literal::Star))));
            }
            StmtKind::Assign { lhs, rhs, .. } => {
                values.extend(lhs.into_iter().zip(rhs).filter_map(initial_value))
            }
            _ => {}
        }
    }
    let taken: Vec<String> = unit.globals.iter().flat_map(|g| &g.vars).map(|v| v.name.text.clone()).collect();
    let others: Vec<Function> = unit.functions.iter().filter(|f| f.name.text != "main").cloned().collect();
    let mut renamed: HashMap<String, String> = HashMap::new();
    for text in declared {
        let clash = taken.contains(&text) || others.iter().any(|f| mentions(f, &text));
        let fresh = if clash { format!("{text}_main") } else { text.clone() };
        let name = Name { text: fresh.clone(), span: tw_verdict::Span::default() };
        let vars = vec![DeclVar { name, init: None }];
        unit.globals.push(GlobalDecl { thread_local: true, vars, comments: Vec::new() });
        renamed.insert(text, fresh);
    }
    for_each_stmt(&mut unit.functions[main].body, &mut |stmt| {
        for_each_variable(stmt, &mut |used| {
            let (base, mark) =
                used.name.text.strip_suffix('$').map_or((used.name.text.as_str(), ""), |b| (b, "$"));
            if let Some(fresh) = renamed.get(base) {
                used.name.text = format!("{fresh}{mark}");
            }
        });
    });
    for (name, value) in values {
        let name = renamed.get(&name).unwrap_or(&name);
        let variable = unit.globals.iter_mut().flat_map(|g| &mut g.vars).find(|v| v.name.text == *name);
        variable.into_iter().for_each(|v| v.init = Some(value));
    }
}

fn initial_value((lhs, rhs): (Lhs, NameExpr)) -> Option<(String, Literal)> {
    let value = match rhs {
        Expr::Const(value) => Literal::Value(value),
        _ => Literal::Star,
    };
    match lhs {
        Lhs::Var(used) => Some((used.name.text, value)),
        Lhs::Discard(_) => None,
    }
}

fn mentions(function: &Function, text: &str) -> bool {
    let mut found = false;
    let mut body = function.body.clone();
    for_each_stmt(&mut body, &mut |stmt| {
        for_each_variable(stmt, &mut |used| found |= used.name.text.trim_end_matches('$') == text);
    });
    found
}

fn for_each_stmt(block: &mut [Stmt], visit: &mut dyn FnMut(&mut Stmt)) {
    for stmt in block {
        visit(stmt);
        match &mut stmt.kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter_mut().for_each(|(_, b)| for_each_stmt(b, visit));
                otherwise.iter_mut().for_each(|b| for_each_stmt(b, visit));
            }
            StmtKind::While { body, .. } => for_each_stmt(body, visit),
            StmtKind::StartStmt(inner) => for_each_stmt(std::slice::from_mut(inner), visit),
            _ => {}
        }
    }
}

/// Visits the variables of the statement itself, not of statements inside it.
fn for_each_variable(stmt: &mut Stmt, visit: &mut dyn FnMut(&mut NameUse)) {
    let targets = |lhs: &mut Vec<Lhs>, visit: &mut dyn FnMut(&mut NameUse)| {
        for target in lhs {
            if let Lhs::Var(used) = target {
                visit(used);
            }
        }
    };
    match &mut stmt.kind {
        StmtKind::Enforce(e) | StmtKind::AbortIf(e) | StmtKind::Assume(e) | StmtKind::Assert(e) => {
            in_expr(e, visit)
        }
        StmtKind::Dead(list) | StmtKind::Return(list) => list.iter_mut().for_each(|e| in_expr(e, visit)),
        StmtKind::Call { results, args, .. } => {
            targets(results, visit);
            args.iter_mut().for_each(|e| in_expr(e, visit));
        }
        StmtKind::Assign { lhs, rhs, constrain } => {
            targets(lhs, visit);
            rhs.iter_mut().chain(constrain).for_each(|e| in_expr(e, visit));
        }
        StmtKind::If { arms, .. } => arms.iter_mut().for_each(|(e, _)| in_expr(e, visit)),
        StmtKind::While { guard, .. } => in_expr(guard, visit),
        _ => {}
    }
}

fn in_expr(expr: &mut NameExpr, visit: &mut dyn FnMut(&mut NameUse)) {
    match expr {
        Expr::Const(_) | Expr::Star => {}
        Expr::Var(used) => visit(used),
        Expr::Not(e) => in_expr(e, visit),
        Expr::Chain(_, parts) => parts.iter_mut().for_each(|e| in_expr(e, visit)),
        Expr::Binary(_, a, b) | Expr::Choose(a, b) => {
            in_expr(a, visit);
            in_expr(b, visit);
        }
        Expr::Ite(c, a, b) => {
            in_expr(c, visit);
            in_expr(a, visit);
            in_expr(b, visit);
        }
    }
}
