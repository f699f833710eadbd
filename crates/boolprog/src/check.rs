//! From the parsed to the checked tree: names, labels, arities, the places of `'` and `$`.

use crate::checked::{
    Assignment, Expr, FuncId, Function, Stmt, StmtId, StmtKind, Unit, Var, VarExpr, VarUse,
};
use crate::recursion::find_recursion;
use crate::scope::{Scopes, closest, twice};
use crate::syntax::{self, Dialect, Lhs, Literal, Name, NameExpr, NameUse};
use std::collections::HashMap;
use std::sync::Arc;
use tw_index::{Id, IdVec};
use tw_verdict::{Diagnostic, Severity, SourceFile, Span};

/// Checks a parsed file. All messages are appended; the unit is there if none of them is an error.
pub fn check(parsed: &syntax::Unit, source: Arc<SourceFile>, messages: &mut Vec<Diagnostic>) -> Option<Unit> {
    let broken_syntax = messages.iter().any(|m| m.severity == Severity::Error);
    let scopes = Scopes::of(parsed, messages);
    let mut functions_by_name: HashMap<&str, FuncId> = HashMap::new();
    for (index, function) in parsed.functions.iter().enumerate() {
        let name = &function.name;
        if let Some(first) = functions_by_name.get(name.text.as_str()) {
            messages.push(twice("function", name, parsed.functions[first.index()].name.span));
        }
        functions_by_name.entry(&name.text).or_insert(FuncId::from_index(index));
    }
    let mut checker = Checker {
        parsed,
        scopes,
        functions_by_name,
        messages,
        broken_syntax,
        function: FuncId::from_index(0),
        labels: HashMap::new(),
        next_stmt: 0,
        enforced: Vec::new(),
        creates_threads: false,
    };
    let functions: IdVec<FuncId, Function> =
        (0..parsed.functions.len()).map(|i| checker.check_function(FuncId::from_index(i))).collect();
    let main = checker.main();
    let Checker { scopes, next_stmt, creates_threads, .. } = checker;
    find_recursion(&functions, messages);
    if messages.iter().any(|m| m.severity != Severity::Warning) {
        return None;
    }
    let Scopes { shared, locals, .. } = scopes;
    let (dialect, stmt_count) = (parsed.dialect, next_stmt);
    Some(Unit { source, dialect, shared, locals, functions, main: main?, stmt_count, creates_threads })
}

/// Where an expression stands decides what may occur in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Guards, assertions, arguments, active right sides: plain variables only.
    Plain(&'static str),
    /// The right side for another thread: `$` allowed.
    Passive,
    /// `constrain`: `$` and `'` allowed.
    Constrain,
}

struct Checker<'a> {
    parsed: &'a syntax::Unit,
    scopes: Scopes,
    functions_by_name: HashMap<&'a str, FuncId>,
    messages: &'a mut Vec<Diagnostic>,
    /// The tree has holes: do not report what may have stood in them.
    broken_syntax: bool,
    function: FuncId,
    labels: HashMap<String, (StmtId, Span)>,
    next_stmt: usize,
    /// Conjuncts that `enforce` adds to every assignment of the enclosing blocks.
    enforced: Vec<VarExpr>,
    creates_threads: bool,
}

impl Checker<'_> {
    fn main(&mut self) -> Option<FuncId> {
        let main = self.functions_by_name.get("main").copied();
        if main.is_none() && !self.broken_syntax {
            let message = "there is no function main";
            let help = "execution starts in main: void main() begin … end";
            self.messages
                .push(Diagnostic::error(Span::default(), message, "no main in this file").help(help));
        }
        main
    }

    fn check_function(&mut self, id: FuncId) -> Function {
        self.function = id;
        let source = &self.parsed.functions[id.index()];
        let body = &source.body[self.initialisers(id)..];
        self.labels.clear();
        let mut next = self.next_stmt;
        self.collect_labels(body, &mut next, true);
        let body = self.block(body);
        let param = |p: &Name| match self.scopes.find(id, &p.text) {
            Some(Var::Local(local)) => local,
            _ => unreachable!("parameters are declared as locals"),
        };
        let params = source.params.iter().map(param).collect();
        Function {
            name: source.name.text.clone(),
            params,
            results: source.results,
            body,
            span: source.name.span,
        }
    }

    /// In the U-dialect the unlabelled declarations and assignments before the first label of `main`
    /// are initial values; returns how many statements they are.
    fn initialisers(&mut self, id: FuncId) -> usize {
        let parsed = self.parsed;
        let function = &parsed.functions[id.index()];
        if parsed.dialect != Dialect::U || function.name.text != "main" {
            return 0;
        }
        for (count, stmt) in function.body.iter().enumerate() {
            match &stmt.kind {
                syntax::StmtKind::Decl(vars) if stmt.labels.is_empty() => {
                    vars.iter().for_each(|v| self.initial_value(&v.name, v.init.unwrap_or(Literal::Star)));
                }
                syntax::StmtKind::Assign { lhs, rhs, constrain: None } if stmt.labels.is_empty() => {
                    if lhs.len() != rhs.len() {
                        self.error(
                            stmt.span,
                            format!("{} variables, but {} values", lhs.len(), rhs.len()),
                            "initial values",
                        );
                    }
                    for (left, right) in lhs.iter().zip(rhs) {
                        self.initial_assignment(left, right, stmt.span);
                    }
                }
                _ => return count,
            }
        }
        function.body.len()
    }

    fn initial_assignment(&mut self, left: &Lhs, right: &NameExpr, span: Span) {
        let literal = match right {
            Expr::Const(value) => Literal::Value(*value),
            Expr::Star => Literal::Star,
            _ => return self.error(span, "an initial value must be 0, 1 or *", "before the first label"),
        };
        if let Lhs::Var(used) = left {
            self.initial_value(&used.name, literal);
        }
    }

    fn initial_value(&mut self, name: &Name, literal: Literal) {
        let value = match literal {
            Literal::Value(value) => Some(value),
            Literal::Star => None,
        };
        match self.scopes.find(self.function, &name.text) {
            Some(Var::Shared(v)) => self.scopes.shared[v].init = value,
            Some(Var::Local(v)) => self.scopes.locals[v].init = value,
            None => self.unknown_variable(name),
        }
    }

    /// Numbers the statements as [`Self::block`] will, and notes the labels that `goto` may name.
    fn collect_labels(&mut self, block: &[syntax::Stmt], next: &mut usize, reachable: bool) {
        for stmt in block {
            let id = StmtId::from_index(*next);
            *next += 1;
            for (at, label) in stmt.labels.iter().enumerate() {
                if let Some(first) = stmt.labels[..at].iter().find(|l| l.text == label.text) {
                    let message = format!("the label {} stands twice before one statement", label.text);
                    let warning = Diagnostic::warning(label.span, message, "ignored");
                    self.messages.push(warning.related(first.span, "stands here already"));
                } else if let Some((_, first)) = self.labels.get(&label.text) {
                    self.messages.push(twice("label", label, *first));
                } else if reachable {
                    self.labels.insert(label.text.clone(), (id, label.span));
                }
            }
            match &stmt.kind {
                syntax::StmtKind::If { arms, otherwise } => {
                    arms.iter().for_each(|(_, b)| self.collect_labels(b, next, reachable));
                    otherwise.iter().for_each(|b| self.collect_labels(b, next, reachable));
                }
                syntax::StmtKind::While { body, .. } => self.collect_labels(body, next, reachable),
                syntax::StmtKind::StartStmt(inner) => {
                    self.collect_labels(std::slice::from_ref(inner), next, false);
                }
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &[syntax::Stmt]) -> Vec<Stmt> {
        let outer = self.enforced.len();
        let stmts = block.iter().map(|s| self.stmt(s)).collect();
        self.enforced.truncate(outer);
        stmts
    }

    fn stmt(&mut self, stmt: &syntax::Stmt) -> Stmt {
        let id = StmtId::from_index(self.next_stmt);
        self.next_stmt += 1;
        let kind = self.kind(stmt);
        let mut labels: Vec<String> = Vec::new();
        for label in &stmt.labels {
            if !labels.contains(&label.text) {
                labels.push(label.text.clone());
            }
        }
        Stmt { id, labels, kind, span: stmt.span, comments: stmt.comments.clone() }
    }

    fn kind(&mut self, stmt: &syntax::Stmt) -> StmtKind {
        use syntax::StmtKind as S;
        match &stmt.kind {
            S::Skip => StmtKind::Skip,
            S::Dead(list) => {
                list.iter().for_each(|e| drop(self.expr(e, Place::Plain("dead"))));
                StmtKind::Skip
            }
            S::Decl(vars) => {
                let declared = |v: &syntax::DeclVar| match self.scopes.find(self.function, &v.name.text) {
                    Some(Var::Local(local)) => (local, v.init),
                    _ => unreachable!("declared variables are locals of the function"),
                };
                StmtKind::Decl(vars.iter().map(declared).collect())
            }
            S::Enforce(e) => {
                let guard = self.expr(e, Place::Plain("enforce"));
                let primed = guard.map(&mut |v| VarUse { primed: true, ..*v });
                self.enforced.extend(primed.conjuncts().into_iter().cloned());
                StmtKind::Assume(guard)
            }
            S::Assume(e) => StmtKind::Assume(self.expr(e, Place::Plain("assume"))),
            S::Assert(e) => StmtKind::Assert(self.expr(e, Place::Plain("assert"))),
            S::AbortIf(e) => StmtKind::Assert(Expr::Not(Box::new(self.expr(e, Place::Plain("abortif"))))),
            S::Goto(labels) => StmtKind::Goto(labels.iter().map(|l| self.label(l)).collect()),
            S::Call { results, callee, args } => self.call(stmt.span, results, callee, args),
            S::Assign { lhs, rhs, constrain } => self.assign(stmt.span, lhs, rhs, constrain.as_ref()),
            S::Return(values) => self.return_stmt(stmt.span, values),
            S::If { arms, otherwise } => {
                let arms =
                    arms.iter().map(|(g, b)| (self.expr(g, Place::Plain("if")), self.block(b))).collect();
                let otherwise = otherwise.as_ref().map(|b| self.block(b)).unwrap_or_default();
                StmtKind::If { arms, otherwise }
            }
            S::While { guard, body } => {
                StmtKind::While { guard: self.expr(guard, Place::Plain("while")), body: self.block(body) }
            }
            S::StartStmt(inner) => {
                self.creates_threads = true;
                // What this thread enforces does not bind the new one.
                let outer = std::mem::take(&mut self.enforced);
                let inner = self.stmt(inner);
                self.enforced = outer;
                StmtKind::StartStmt(Box::new(inner))
            }
            S::StartLabel(label) => {
                self.creates_threads = true;
                StmtKind::StartAt(self.label(label))
            }
            S::Sync(event) => {
                let message =
                    format!("sync {} is not supported: no engine of this version has rendezvous", event.text);
                let help = "use a shared variable with assume, or wait and broadcast";
                let error = Diagnostic::error(stmt.span, message, "unsupported statement").help(help);
                self.messages.push(Diagnostic { severity: Severity::Unsupported, ..error });
                StmtKind::Skip
            }
            S::EndThread => StmtKind::EndThread,
            S::AtomicBegin => StmtKind::AtomicBegin,
            S::AtomicEnd => StmtKind::AtomicEnd,
            S::Wait => StmtKind::Wait,
            S::Broadcast => StmtKind::Broadcast,
        }
    }

    fn label(&mut self, label: &Name) -> StmtId {
        if let Some((id, _)) = self.labels.get(&label.text) {
            return *id;
        }
        if !self.broken_syntax {
            let function = &self.parsed.functions[self.function.index()].name.text;
            let message = format!("the label {} does not exist in the function {function}", label.text);
            let near = closest(&label.text, self.labels.keys().map(String::as_str));
            let mut error = Diagnostic::error(label.span, message, "unknown label");
            error.help = near.map(|n| format!("there is a label {n}"));
            self.messages.push(error);
        }
        StmtId::from_index(0)
    }

    fn call(&mut self, span: Span, results: &[Lhs], callee: &Name, args: &[NameExpr]) -> StmtKind {
        let args: Vec<VarExpr> = args.iter().map(|a| self.expr(a, Place::Plain("an argument"))).collect();
        let results: Vec<Option<Var>> = results.iter().map(|l| self.active_target(l)).collect();
        self.check_distinct(span, &results);
        let Some(id) = self.functions_by_name.get(callee.text.as_str()).copied() else {
            if !self.broken_syntax {
                let near = closest(&callee.text, self.functions_by_name.keys().copied());
                let message = format!("the function {} does not exist", callee.text);
                let mut error = Diagnostic::error(callee.span, message, "unknown function");
                error.help = near.map(|n| format!("there is a function {n}"));
                self.messages.push(error);
            }
            return StmtKind::Skip;
        };
        let function = &self.parsed.functions[id.index()];
        if function.params.len() != args.len() {
            let wants = format!(
                "{} takes {}, but {} given",
                callee.text,
                count(function.params.len(), "argument"),
                given(args.len())
            );
            self.messages.push(
                Diagnostic::error(span, wants, "wrong number of arguments")
                    .related(function.name.span, "declared here"),
            );
        }
        if !results.is_empty() && function.results as usize != results.len() {
            let returns = count(function.results as usize, "value");
            let wants = format!("{} returns {returns}, but {} assigned", callee.text, given(results.len()));
            self.messages.push(
                Diagnostic::error(span, wants, "wrong number of results")
                    .related(function.name.span, "declared here"),
            );
        }
        // A plain call assigns nothing in this block, so `enforce` does not bind it.
        let constraints = if results.is_empty() { Vec::new() } else { self.enforced.clone() };
        StmtKind::Call { callee: id, args, results, constraints }
    }

    fn assign(
        &mut self,
        span: Span,
        lhs: &[Lhs],
        rhs: &[NameExpr],
        constrain: Option<&NameExpr>,
    ) -> StmtKind {
        if lhs.len() != rhs.len() {
            let message = format!(
                "{} on the left, but {} on the right",
                count(lhs.len(), "variable"),
                count(rhs.len(), "value")
            );
            self.error(span, message, "both sides must have the same number");
        }
        let mut assignment = Assignment::default();
        for (left, right) in lhs.iter().zip(rhs) {
            match self.target(left) {
                Some(VarUse { var: Var::Local(local), passive: true, .. }) => {
                    let value = self.expr(right, Place::Passive);
                    assignment.passive.push((local, value));
                }
                target => {
                    let value = self.expr(right, Place::Plain("the value of this thread's variable"));
                    assignment.active.push((target.map(|t| t.var), value));
                }
            }
        }
        let active: Vec<Option<Var>> = assignment.active.iter().map(|(v, _)| *v).collect();
        self.check_distinct(span, &active);
        let passive: Vec<Option<Var>> =
            assignment.passive.iter().map(|(v, _)| Some(Var::Local(*v))).collect();
        self.check_distinct(span, &passive);
        if let Some(constraint) = constrain {
            let constraint = self.expr(constraint, Place::Constrain);
            assignment.constraints.extend(constraint.conjuncts().into_iter().cloned());
        }
        assignment.constraints.extend(self.enforced.iter().cloned());
        StmtKind::Assign(assignment)
    }

    fn check_distinct(&mut self, span: Span, targets: &[Option<Var>]) {
        for (i, target) in targets.iter().enumerate() {
            if let Some(var) = target
                && targets[..i].contains(target)
            {
                let name = match var {
                    Var::Shared(v) => &self.scopes.shared[*v].name,
                    Var::Local(v) => &self.scopes.locals[*v].name,
                };
                let message = format!("{name} is assigned twice in one statement");
                self.error(span, message, "each variable can get one value");
            }
        }
    }

    fn return_stmt(&mut self, span: Span, values: &[NameExpr]) -> StmtKind {
        let function = &self.parsed.functions[self.function.index()];
        if function.results as usize != values.len() {
            let returns = count(function.results as usize, "value");
            let message =
                format!("{} returns {returns}, but {} given", function.name.text, given(values.len()));
            self.messages.push(
                Diagnostic::error(span, message, "wrong number of values")
                    .related(function.name.span, "declared here"),
            );
        }
        StmtKind::Return(values.iter().map(|v| self.expr(v, Place::Plain("return"))).collect())
    }

    fn active_target(&mut self, lhs: &Lhs) -> Option<Var> {
        let target = self.target(lhs)?;
        if target.passive
            && let Lhs::Var(used) = lhs
        {
            self.error(
                used.name.span,
                "a result of a call cannot go to other threads",
                "assign it in a statement of its own",
            );
        }
        Some(target.var)
    }

    fn target(&mut self, lhs: &Lhs) -> Option<VarUse> {
        match lhs {
            Lhs::Discard(_) => None,
            Lhs::Var(used) => self.variable(used, Place::Passive),
        }
    }

    fn expr(&mut self, expr: &NameExpr, place: Place) -> VarExpr {
        // An unknown variable has been reported: any leaf will do.
        let fallback = VarUse { var: Var::Shared(Id::from_index(0)), passive: false, primed: false };
        expr.map(&mut |used| self.variable(used, place).unwrap_or(fallback))
    }

    fn variable(&mut self, used: &NameUse, place: Place) -> Option<VarUse> {
        let (name, marked) = (&used.name, used.bracketed);
        let direct = self.scopes.find(self.function, &name.text);
        let stripped = name.text.strip_suffix('$').filter(|_| direct.is_none() && !marked);
        let found = match stripped {
            Some(base) => self.scopes.find(self.function, base),
            None => direct,
        };
        let Some(var) = found else {
            self.unknown_variable(name);
            return None;
        };
        let passive = stripped.is_some() || marked;
        if passive && matches!(var, Var::Shared(_)) {
            let message = format!("{} names another thread's copy, but the variable is shared", name.text);
            self.error(name.span, message, "only local variables have a copy in each thread");
        }
        if let (true, Place::Plain(where_)) = (passive, place) {
            let message = format!("{}: another thread's variable cannot be read in {where_}", name.text);
            self.error(
                name.span,
                message,
                "allowed only on the right of a passive variable and in constrain",
            );
        }
        if used.primed && place != Place::Constrain {
            let message =
                format!("'{}: the new value of a variable has a meaning only in constrain", name.text);
            self.error(name.span, message, "no new value here");
        }
        Some(VarUse { var, passive, primed: used.primed })
    }

    fn unknown_variable(&mut self, name: &Name) {
        let near = self.scopes.similar(self.function, &name.text).map(|n| format!("there is a variable {n}"));
        let mut error = Diagnostic::error(
            name.span,
            format!("the variable {} is not declared", name.text),
            "unknown name",
        );
        error.help = near.or_else(|| Some(format!("declare it: decl {};", name.text)));
        self.messages.push(error);
    }

    fn error(&mut self, span: Span, message: impl Into<String>, label: &str) {
        self.messages.push(Diagnostic::error(span, message, label));
    }
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn given(n: usize) -> String {
    if n == 1 { "1 is".into() } else { format!("{n} are") }
}

#[cfg(test)]
mod tests {
    use crate::load;

    #[test]
    fn a_label_that_is_repeated_on_a_statement_is_ignored_with_a_warning() {
        let text = "void main() begin\n  M: L: M: skip;\n  goto L, M;\nend\n";
        let loaded = load("labels.bp", text.into()).expect("valid");
        let warnings: Vec<&str> = loaded.warnings.iter().map(|w| w.message.as_str()).collect();
        assert_eq!(warnings, ["the label M stands twice before one statement"]);
        assert_eq!(loaded.source.position(loaded.warnings[0].span), (2, 9));
        let location = loaded.program.locations.iter().find(|l| !l.labels.is_empty()).expect("labelled");
        assert_eq!(location.labels, ["M", "L"]);
    }
}
