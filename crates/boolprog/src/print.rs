//! Printing a parsed program, in its own dialect: parsing the text again gives the same tree.
//!
//! Every compound operand is parenthesised, so that the text means the same under both tables of
//! precedence.

use crate::syntax::*;
use std::fmt::Write;

/// The text of a program.
pub fn print(unit: &Unit) -> String {
    let mut printer = Printer { out: String::new(), indent: 0, dialect: unit.dialect };
    unit.globals.iter().for_each(|decl| printer.global(decl));
    match unit.dialect {
        Dialect::A => unit.functions.iter().for_each(|f| printer.block(&f.body)),
        Dialect::C | Dialect::U => unit.functions.iter().for_each(|f| printer.function(f)),
    }
    printer.out
}

/// The text of an expression.
pub fn print_expr(expr: &NameExpr, dialect: Dialect) -> String {
    let operand = |e: &NameExpr| match e {
        Expr::Const(_) | Expr::Star | Expr::Var(_) | Expr::Not(_) | Expr::Choose(..) => {
            print_expr(e, dialect)
        }
        Expr::Chain(..) | Expr::Binary(..) | Expr::Ite(..) => format!("({})", print_expr(e, dialect)),
    };
    match expr {
        Expr::Const(value) => if *value { "T" } else { "F" }.into(),
        Expr::Star => "*".into(),
        Expr::Var(used) => variable(used),
        Expr::Not(e) => format!("!{}", operand(e)),
        Expr::Chain(op, parts) => {
            let sign = match op {
                ChainOp::And => " & ",
                ChainOp::Or => " | ",
                ChainOp::Xor => " ^ ",
            };
            parts.iter().map(operand).collect::<Vec<_>>().join(sign)
        }
        Expr::Binary(op, a, b) => {
            let sign = match (op, dialect) {
                (BinaryOp::Implies, _) => "=>",
                (BinaryOp::Differ, _) => "!=",
                (BinaryOp::Equal, Dialect::A) => "==",
                (BinaryOp::Equal, _) => "=",
            };
            format!("{} {sign} {}", operand(a), operand(b))
        }
        Expr::Choose(a, b) => format!("schoose[{}, {}]", print_expr(a, dialect), print_expr(b, dialect)),
        Expr::Ite(c, a, b) => format!("{} ? {} : {}", operand(c), operand(a), operand(b)),
    }
}

fn variable(used: &NameUse) -> String {
    let tick = if used.primed { "'" } else { "" };
    if used.bracketed { format!("{tick}[{}]", used.name.text) } else { format!("{tick}{}", used.name.text) }
}

struct Printer {
    out: String,
    indent: usize,
    dialect: Dialect,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn comments(&mut self, comments: &[String]) {
        comments.iter().for_each(|c| self.line(&format!("// {c}")));
    }

    fn global(&mut self, decl: &GlobalDecl) {
        self.comments(&decl.comments);
        let keyword = match (self.dialect, decl.thread_local) {
            (Dialect::A, false) => "shared",
            (Dialect::A, true) => "local",
            (_, false) => "decl",
            (_, true) => "decl thread_local",
        };
        self.line(&format!("{keyword} {};", self.declared(&decl.vars)));
    }

    fn declared(&self, vars: &[DeclVar]) -> String {
        let assign = if self.dialect == Dialect::A { "=" } else { ":=" };
        let value = |v: &DeclVar| match v.init {
            None => v.name.text.clone(),
            Some(Literal::Star) => format!("{} {assign} *", v.name.text),
            Some(Literal::Value(value)) => format!("{} {assign} {}", v.name.text, u8::from(value)),
        };
        vars.iter().map(value).collect::<Vec<_>>().join(", ")
    }

    fn function(&mut self, function: &Function) {
        let dfs = if function.dfs { "dfs " } else { "" };
        let results = match function.results {
            0 => "void".to_string(),
            1 => "bool".to_string(),
            n => format!("bool<{n}>"),
        };
        let params: Vec<&str> = function.params.iter().map(|p| p.text.as_str()).collect();
        self.line("");
        self.line(&format!("{dfs}{results} {}({}) begin", function.name.text, params.join(", ")));
        self.block(&function.body);
        self.line("end");
    }

    fn block(&mut self, block: &[Stmt]) {
        self.indent += 1;
        for stmt in block {
            self.comments(&stmt.comments);
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let labels: String = stmt.labels.iter().map(|l| format!("{}: ", l.text)).collect();
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                for (i, (guard, body)) in arms.iter().enumerate() {
                    let head = if i == 0 { format!("{labels}if") } else { "elsif".into() };
                    self.line(&format!("{head} {} then", self.expr(guard)));
                    self.block(body);
                }
                if let Some(body) = otherwise {
                    self.line("else");
                    self.block(body);
                }
                self.line("fi;");
            }
            StmtKind::While { guard, body } => {
                self.line(&format!("{labels}while {} do", self.expr(guard)));
                self.block(body);
                self.line("od;");
            }
            kind => {
                let text = self.simple(kind);
                self.line(&format!("{labels}{text};"));
            }
        }
    }

    fn simple(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Skip => "skip".into(),
            StmtKind::Decl(vars) => format!("decl {}", self.declared(vars)),
            StmtKind::Enforce(e) => format!("enforce {}", self.expr(e)),
            StmtKind::AbortIf(e) => format!("abortif {}", self.expr(e)),
            StmtKind::Assume(e) => format!("assume({})", self.expr(e)),
            StmtKind::Assert(e) => format!("assert({})", self.expr(e)),
            StmtKind::Dead(list) => format!("dead {}", self.list(list)),
            StmtKind::Goto(labels) => {
                format!("goto {}", labels.iter().map(|l| l.text.as_str()).collect::<Vec<_>>().join(", "))
            }
            StmtKind::Call { results, callee, args } => {
                let target = if results.is_empty() { String::new() } else { self.targets(results) };
                format!("{target}{}({})", callee.text, self.list(args))
            }
            StmtKind::Assign { lhs, rhs, constrain } => {
                let constraint =
                    constrain.as_ref().map(|c| format!(" constrain {}", self.expr(c))).unwrap_or_default();
                format!("{}{}{constraint}", self.targets(lhs), self.list(rhs))
            }
            StmtKind::Return(values) if values.is_empty() => "return".into(),
            StmtKind::Return(values) => format!("return {}", self.list(values)),
            StmtKind::StartLabel(label) => format!("start_thread goto {}", label.text),
            StmtKind::StartStmt(inner) => {
                let mut nested = Printer { out: String::new(), indent: 0, dialect: self.dialect };
                nested.stmt(inner);
                format!("start_thread {}", nested.out.trim_end().trim_end_matches(';'))
            }
            StmtKind::EndThread => "end_thread".into(),
            StmtKind::Sync(event) => format!("sync {}", event.text),
            StmtKind::AtomicBegin => "atomic_begin".into(),
            StmtKind::AtomicEnd => "atomic_end".into(),
            StmtKind::Wait => "wait".into(),
            StmtKind::Broadcast => "broadcast".into(),
            StmtKind::If { .. } | StmtKind::While { .. } => unreachable!("printed over several lines"),
        }
    }

    fn targets(&self, targets: &[Lhs]) -> String {
        let assign = if self.dialect == Dialect::A { "=" } else { ":=" };
        let target = |lhs: &Lhs| match lhs {
            Lhs::Discard(_) => "_".to_string(),
            Lhs::Var(used) => variable(used),
        };
        format!("{} {assign} ", targets.iter().map(target).collect::<Vec<_>>().join(", "))
    }

    fn expr(&self, expr: &NameExpr) -> String {
        print_expr(expr, self.dialect)
    }

    fn list(&self, list: &[NameExpr]) -> String {
        list.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }
}
