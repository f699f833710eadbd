//! The parser family: one statement grammar for the three dialects.
//!
//! Parsing returns a tree *and* all errors: after an error the parser goes on behind the next `;`.

use crate::cursor::{Failed, Parsed, Parser};
use crate::lex::{Tok, Token, lex};
use crate::syntax::*;
use tw_verdict::Diagnostic;

/// Words that cannot name a variable, function or label.
pub const KEYWORDS: &[&str] = &[
    "begin",
    "end",
    "decl",
    "void",
    "bool",
    "goto",
    "while",
    "do",
    "skip",
    "od",
    "enforce",
    "abortif",
    "start_thread",
    "end_thread",
    "thread_local",
    "sync",
    "atomic_begin",
    "atomic_end",
    "constrain",
    "dead",
    "return",
    "if",
    "then",
    "else",
    "elsif",
    "fi",
    "dfs",
    "schoose",
    "wait",
    "broadcast",
];
pub(crate) const BLOCK_ENDS: &[&str] = &["end", "fi", "od", "else", "elsif"];

/// Parses `text`; the tree is complete only when no diagnostic is an error.
pub fn parse(text: &str) -> (Unit, Vec<Diagnostic>) {
    let mut messages = Vec::new();
    let tokens = lex(text, &mut messages);
    let dialect = detect_dialect(text, &tokens.tokens);
    let mut parser = Parser {
        text,
        tokens: &tokens.tokens,
        comments: &tokens.comments,
        at: 0,
        dialect,
        messages,
        nesting: 0,
        gave_up: false,
    };
    let unit = parser.unit();
    (unit, parser.messages)
}

fn detect_dialect(text: &str, tokens: &[Token]) -> Dialect {
    let word = |i: usize| tokens.get(i).map_or("", |t| &text[t.span.start as usize..t.span.end as usize]);
    let first = if tokens.first().is_some_and(|t| t.tok == Tok::Number) && word(1) == ":" { 2 } else { 0 };
    if matches!(word(first), "shared" | "local") {
        return Dialect::A;
    }
    let opens = |i: usize| matches!(word(i), "begin" | ";" | "then" | "else" | "do");
    let label = |i: usize| tokens[i].tok == Tok::Number && word(i + 1) == ":" && (i == 0 || opens(i - 1));
    if (0..tokens.len()).any(label) { Dialect::U } else { Dialect::C }
}

impl Parser<'_> {
    fn unit(&mut self) -> Unit {
        let mut unit = Unit { dialect: self.dialect, globals: Vec::new(), functions: Vec::new() };
        if self.dialect == Dialect::A {
            self.broadcast_program(&mut unit);
            return unit;
        }
        while !self.at_end() {
            if self.is_word("decl") {
                self.global_decl(&mut unit);
            } else if ["void", "bool", "dfs"].iter().any(|w| self.is_word(w)) {
                let before = self.at;
                match self.function() {
                    Ok(function) => unit.functions.push(function),
                    Err(Failed) if self.at == before => self.at += 1,
                    Err(Failed) => {}
                }
            } else {
                let _ = self.fail::<()>(
                    "a declaration or a function",
                    "declarations begin with decl, functions with void or bool",
                );
                self.skip_until(|p| ["decl", "void", "bool", "dfs"].iter().any(|w| p.is_word(w)));
            }
        }
        unit
    }

    fn global_decl(&mut self, unit: &mut Unit) {
        let first = self.at;
        self.at += 1;
        let thread_local = self.eat_word("thread_local");
        match self.decl_vars(":=") {
            Ok(vars) => {
                let _ = self.separator("this declaration");
                let comments = self.comments_of(first);
                unit.globals.push(GlobalDecl { thread_local, vars, comments });
            }
            Err(Failed) => self.recover(),
        }
    }

    /// `prog` of [DKKW11] Appendix A, Fig. 1: declarations, then numbered statements.
    fn broadcast_program(&mut self, unit: &mut Unit) {
        let mut thread_local = false;
        loop {
            let (first, start) = (self.at, self.span());
            if self.tok() == Tok::Number && matches!(self.word_at(2), "shared" | "local") {
                self.at += 2;
            }
            if self.is_word("shared") || self.is_word("local") {
                thread_local = self.is_word("local");
                self.at += 1;
                let _ = self.eat_word("bool");
            } else if !(self.tok() == Tok::Ident && self.word_at(1) == "=") {
                let name = Name { text: "main".into(), span: start };
                let body = self.block();
                unit.functions.push(Function { dfs: false, name, params: Vec::new(), results: 0, body });
                if !self.at_end() && !self.gave_up {
                    let _ = self.fail::<()>(
                        "a numbered statement or the end of the file",
                        "there are no functions in this dialect",
                    );
                }
                return;
            }
            match self.decl_vars("=") {
                Ok(vars) => {
                    let _ = self.separator("this declaration");
                    let comments = self.comments_of(first);
                    unit.globals.push(GlobalDecl { thread_local, vars, comments });
                }
                Err(Failed) => self.recover(),
            }
        }
    }

    fn decl_vars(&mut self, assign: &'static str) -> Parsed<Vec<DeclVar>> {
        let mut vars = Vec::new();
        loop {
            let name = self.name("a variable")?;
            let init = if self.eat_op(assign) { Some(self.literal()?) } else { None };
            vars.push(DeclVar { name, init });
            if !self.eat_op(",") {
                return Ok(vars);
            }
        }
    }

    fn literal(&mut self) -> Parsed<Literal> {
        let value = match self.word() {
            "0" | "F" => Literal::Value(false),
            "1" | "T" => Literal::Value(true),
            "*" | "?" | "_" => Literal::Star,
            _ => return self.fail("an initial value", "write 0, 1, T, F or *"),
        };
        self.at += 1;
        Ok(value)
    }

    fn function(&mut self) -> Parsed<Function> {
        let dfs = self.eat_word("dfs");
        let results = if self.eat_word("void") { 0 } else { self.result_count()? };
        let name = self.name("a function")?;
        self.expect_op("(", "before the parameters")?;
        let mut params = Vec::new();
        while !self.is_op(")") {
            params.push(self.name("a parameter")?);
            if !self.eat_op(",") {
                break;
            }
        }
        self.expect_op(")", "after the parameters")?;
        if !self.eat_word("begin") {
            self.fail::<()>("begin", "a function's body stands between begin and end")?;
        }
        let body = self.block();
        if !self.eat_word("end") && !self.gave_up {
            let message = format!("the function {} is not closed", name.text);
            let at = self.span();
            self.report(
                Diagnostic::error(at, message, format!("expected end, found {}", self.found()))
                    .related(name.span, "it begins here"),
            );
            self.skip_until(|p| p.is_word("end") || ["void", "dfs"].iter().any(|w| p.is_word(w)));
            let _ = self.eat_word("end");
        }
        Ok(Function { dfs, name, params, results, body })
    }

    fn result_count(&mut self) -> Parsed<u32> {
        if !self.eat_word("bool") {
            return self.fail("void or bool", "a function returns void, bool or bool<n>");
        }
        if !self.eat_op("<") {
            return Ok(1);
        }
        let count = self.word().parse::<u32>().ok().filter(|n| (1..=10_000).contains(n));
        let Some(count) = count else {
            return self.fail("a number of results from 1 to 10000", "as in bool<2>");
        };
        self.at += 1;
        self.expect_op(">", "after the number of results")?;
        Ok(count)
    }

    fn block(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        if self.enter().is_err() {
            return stmts;
        }
        while !self.at_end() && !self.closes_block() {
            let before = self.at;
            match self.labelled_stmt() {
                Ok(stmt) => {
                    let first = stmts.len();
                    stmts.push(stmt);
                    let _ = self.separator("this statement");
                    let comments = self.comments_of(before);
                    stmts[first].comments = comments;
                }
                Err(Failed) => {
                    self.recover();
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        self.nesting -= 1;
        stmts
    }

    /// Comments that belong to what was parsed from token `first` up to here: those before it, those
    /// inside, and those behind it on the same line.
    fn comments_of(&self, first: usize) -> Vec<String> {
        let of = |i: usize| {
            let (from, to) = self.tokens[i].comments;
            &self.comments[from as usize..to as usize]
        };
        let own = of(first).iter().filter(|c| !c.trailing || first == 0);
        let inside = (first + 1..self.at).filter(|i| self.tokens[*i].tok != Tok::End).flat_map(of);
        let behind = if self.at > first { of(self.at) } else { &[] }.iter().filter(|c| c.trailing);
        own.chain(inside).chain(behind).map(|c| c.text.clone()).collect()
    }

    fn labelled_stmt(&mut self) -> Parsed<Stmt> {
        let mut labels = Vec::new();
        while matches!(self.tok(), Tok::Ident | Tok::Number) && self.word_at(1) == ":" {
            labels.push(self.label()?);
            self.at += 1;
        }
        let start = self.span();
        let mut kind = self.stmt()?;
        let span = start.to(self.previous_span());
        let is_async = labels.iter().any(|l| l.text.starts_with("ASYNC_"));
        if is_async && !matches!(kind, StmtKind::StartStmt(_) | StmtKind::StartLabel(_)) {
            kind = started(Stmt { labels: Vec::new(), kind, span, comments: Vec::new() });
        }
        Ok(Stmt { labels, kind, span, comments: Vec::new() })
    }

    fn stmt(&mut self) -> Parsed<StmtKind> {
        let word = self.word();
        let simple = match word {
            "skip" => Some(StmtKind::Skip),
            "end_thread" => Some(StmtKind::EndThread),
            "atomic_begin" => Some(StmtKind::AtomicBegin),
            "atomic_end" => Some(StmtKind::AtomicEnd),
            "wait" => Some(StmtKind::Wait),
            "broadcast" => Some(StmtKind::Broadcast),
            _ => None,
        };
        if let Some(kind) = simple {
            self.at += 1;
            return Ok(kind);
        }
        if self.tok() == Tok::Ident && (KEYWORDS.contains(&word) || matches!(word, "assert" | "assume")) {
            self.at += 1;
            return self.keyword_stmt(word);
        }
        if self.tok() == Tok::Ident && self.word_at(1) == "(" {
            let (callee, args) = self.call()?;
            return Ok(StmtKind::Call { results: Vec::new(), callee, args });
        }
        self.assignment()
    }

    fn keyword_stmt(&mut self, word: &str) -> Parsed<StmtKind> {
        Ok(match word {
            "decl" => {
                let _ = self.eat_word("thread_local");
                StmtKind::Decl(self.decl_vars(if self.dialect == Dialect::A { "=" } else { ":=" })?)
            }
            "enforce" => StmtKind::Enforce(self.expr()?),
            "abortif" => StmtKind::AbortIf(self.expr()?),
            "assume" => StmtKind::Assume(self.expr()?),
            "assert" => StmtKind::Assert(self.expr()?),
            "dead" => StmtKind::Dead(self.expr_list()?),
            "goto" => StmtKind::Goto(self.labels()?),
            "return" if self.is_op(";") || self.at_end() || self.closes_block() => {
                StmtKind::Return(Vec::new())
            }
            "return" => StmtKind::Return(self.expr_list()?),
            "if" => self.if_stmt()?,
            "while" => self.while_stmt()?,
            "start_thread" => self.start_stmt()?,
            "sync" => StmtKind::Sync(self.name("an event")?),
            _ => {
                self.at -= 1;
                return self.fail("a statement", "a keyword cannot begin a statement here");
            }
        })
    }

    fn labels(&mut self) -> Parsed<Vec<Name>> {
        let mut labels = vec![self.label()?];
        while self.eat_op(",") {
            labels.push(self.label()?);
        }
        Ok(labels)
    }

    fn if_stmt(&mut self) -> Parsed<StmtKind> {
        let mut arms = Vec::new();
        loop {
            let guard = self.expr()?;
            self.expect_word("then", "after the guard of if")?;
            arms.push((guard, self.block()));
            if !self.eat_word("elsif") {
                break;
            }
        }
        let otherwise = if self.eat_word("else") { Some(self.block()) } else { None };
        self.expect_word("fi", "to close this if")?;
        Ok(StmtKind::If { arms, otherwise })
    }

    fn while_stmt(&mut self) -> Parsed<StmtKind> {
        let guard = self.expr()?;
        self.expect_word("do", "after the guard of while")?;
        let body = self.block();
        self.expect_word("od", "to close this while")?;
        Ok(StmtKind::While { guard, body })
    }

    fn start_stmt(&mut self) -> Parsed<StmtKind> {
        let is_label =
            self.tok() == Tok::Number || (self.tok() == Tok::Ident && !KEYWORDS.contains(&self.word()));
        let ends = matches!(self.word_at(1), ";" | "") || BLOCK_ENDS.contains(&self.word_at(1));
        if is_label && ends {
            return Ok(StmtKind::StartLabel(self.label()?));
        }
        self.enter()?;
        let stmt = self.labelled_stmt()?;
        self.nesting -= 1;
        Ok(started(stmt))
    }

    fn call(&mut self) -> Parsed<(Name, Vec<NameExpr>)> {
        let callee = self.name("a function")?;
        self.expect_op("(", "before the arguments")?;
        let args = if self.is_op(")") { Vec::new() } else { self.expr_list()? };
        self.expect_op(")", "after the arguments")?;
        Ok((callee, args))
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let mut lhs = vec![self.lhs()?];
        while self.eat_op(",") {
            lhs.push(self.lhs()?);
        }
        let assign = if self.dialect == Dialect::A { "=" } else { ":=" };
        self.expect_op(assign, "after the left side of the assignment")?;
        let is_call = self.tok() == Tok::Ident && self.word_at(1) == "(" && !KEYWORDS.contains(&self.word());
        if is_call {
            let (callee, args) = self.call()?;
            return Ok(StmtKind::Call { results: lhs, callee, args });
        }
        let rhs = self.expr_list()?;
        let constrain = if self.eat_word("constrain") { Some(self.expr()?) } else { None };
        Ok(StmtKind::Assign { lhs, rhs, constrain })
    }

    fn lhs(&mut self) -> Parsed<Lhs> {
        if self.is_word("_") {
            self.at += 1;
            return Ok(Lhs::Discard(Place(self.previous_span())));
        }
        if self.is_op("[") || (self.tok() == Tok::Ident && !KEYWORDS.contains(&self.word())) {
            return Ok(Lhs::Var(self.variable(false)?));
        }
        self.fail(
            "a statement",
            "statements begin with a keyword, a variable to assign or a function to call",
        )
    }

    /// `x`, `x$` or `[x]`.
    pub(crate) fn variable(&mut self, primed: bool) -> Parsed<NameUse> {
        let bracketed = self.eat_op("[");
        let name = self.name("a variable")?;
        if bracketed {
            self.expect_op("]", "after the variable of another thread")?;
        }
        Ok(NameUse { name, primed, bracketed })
    }
}

/// `start_thread` of a statement; of a `goto` with one target it is a start at that label.
fn started(stmt: Stmt) -> StmtKind {
    match stmt {
        Stmt { ref labels, kind: StmtKind::Goto(ref targets), .. }
            if labels.is_empty() && targets.len() == 1 =>
        {
            StmtKind::StartLabel(targets[0].clone())
        }
        stmt => StmtKind::StartStmt(Box::new(stmt)),
    }
}
