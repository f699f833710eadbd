//! Random statements of one function.

use super::expressions::{Vocabulary, expression, passive, plain};
use super::{Generator, name, stmt};
use crate::syntax::{DeclVar, Dialect, Lhs, Literal, NameExpr, Place, Stmt, StmtKind};
use tw_verdict::Span;

/// Stands for a label until all labels of the section are known.
const ANY_LABEL: &str = "?";

/// The function being written.
pub(super) struct Body<'g> {
    generator: &'g mut Generator,
    /// Variables in scope.
    variables: Vec<String>,
    /// Those of which each thread has a copy.
    locals: Vec<String>,
    own_locals: Vec<String>,
    results: u32,
    is_main: bool,
    /// The innermost atomic section; 0 is outside.
    section: u32,
    sections: u32,
    depth_in_sections: u32,
    /// Labels with the section they stand in.
    labels: Vec<(String, u32)>,
    next_label: u32,
}

impl<'g> Body<'g> {
    pub fn new(
        generator: &'g mut Generator,
        params: &[String],
        locals: &[String],
        results: u32,
        is_main: bool,
    ) -> Self {
        let mine: Vec<String> = generator.thread_locals.iter().chain(params).chain(locals).cloned().collect();
        let variables = generator.shared.iter().chain(&mine).cloned().collect();
        Body {
            generator,
            variables,
            locals: mine,
            own_locals: locals.to_vec(),
            results,
            is_main,
            section: 0,
            sections: 0,
            depth_in_sections: 0,
            labels: Vec::new(),
            next_label: 0,
        }
    }

    pub fn declarations(&mut self) -> Vec<Stmt> {
        let value = |body: &mut Self| match body.generator.random.below(4) {
            0 if body.generator.dialect == Dialect::C => None,
            0 => Some(Literal::Star),
            n => Some(Literal::Value(n == 1)),
        };
        let names = self.own_locals.clone();
        names
            .into_iter()
            .map(|n| stmt(StmtKind::Decl(vec![DeclVar { init: value(self), name: name(n) }])))
            .collect()
    }

    pub fn block(&mut self, size: usize, nesting: u32) -> Vec<Stmt> {
        let count = 1 + self.generator.random.below(size);
        (0..count).flat_map(|_| self.statements(nesting)).collect()
    }

    /// The body of `main`: longer, and often run again and again.
    pub fn main_block(&mut self) -> Vec<Stmt> {
        let count = 6 + self.generator.random.below(5);
        let mut stmts: Vec<Stmt> = Vec::new();
        if self.generator.dialect == Dialect::C && self.generator.random.chance(90) {
            stmts.extend(
                (0..1 + self.generator.random.below(2)).map(|_| stmt(StmtKind::StartLabel(name(ANY_LABEL)))),
            );
        }
        stmts.extend((0..count).flat_map(|_| self.statements(0)));
        if self.generator.random.chance(50) {
            stmts.push(stmt(StmtKind::Goto(vec![name(ANY_LABEL)])));
        }
        stmts
    }

    /// Ends the function, and turns every placeholder into a label of the same section.
    pub fn finish(&mut self, stmts: &mut Vec<Stmt>) {
        if self.results > 0 {
            let values = self.values(self.results as usize);
            stmts.push(stmt(StmtKind::Return(values)));
        }
        let mut section = 0;
        let mut seen = 0;
        self.settle_labels(stmts, &mut section, &mut seen);
    }

    fn settle_labels(&mut self, block: &mut [Stmt], section: &mut u32, seen: &mut u32) {
        let outer = *section;
        let mut stack = vec![outer];
        for stmt in block {
            match &mut stmt.kind {
                StmtKind::AtomicBegin => {
                    *seen += 1;
                    stack.push(*seen);
                }
                StmtKind::AtomicEnd => drop(stack.pop()),
                _ => {}
            }
            let here = *stack.last().expect("sections are balanced");
            let settle = |body: &mut Self, target: &mut crate::syntax::Name, section: u32| {
                let known: Vec<&(String, u32)> = body.labels.iter().filter(|(_, s)| *s == section).collect();
                if target.text == ANY_LABEL && !known.is_empty() {
                    target.text = body.generator.random.pick(&known).0.clone();
                }
                target.text != ANY_LABEL
            };
            let mut keep = true;
            let mut inner = here;
            match &mut stmt.kind {
                StmtKind::Goto(targets) => targets.iter_mut().for_each(|t| keep &= settle(self, t, here)),
                // Threads start outside of sections.
                StmtKind::StartLabel(target) => keep = settle(self, target, 0),
                StmtKind::If { arms, otherwise } => {
                    arms.iter_mut().for_each(|(_, b)| self.settle_labels(b, &mut inner, seen));
                    otherwise.iter_mut().for_each(|b| self.settle_labels(b, &mut inner, seen));
                }
                StmtKind::While { body, .. } => self.settle_labels(body, &mut inner, seen),
                StmtKind::StartStmt(started) => {
                    if let StmtKind::Goto(targets) = &mut started.kind {
                        targets.iter_mut().for_each(|t| keep &= settle(self, t, 0));
                    }
                }
                _ => {}
            }
            if !keep {
                stmt.kind = StmtKind::Skip;
            }
        }
        *section = outer;
    }

    fn statements(&mut self, nesting: u32) -> Vec<Stmt> {
        let roll = self.generator.random.below(100);
        let mut stmts = match roll {
            0..=5 if nesting < 2 && self.depth_in_sections < 2 => return self.atomic(nesting),
            0..=9 if self.depth_in_sections == 1 && nesting < 3 => return self.atomic(nesting),
            6..=12 if nesting < 2 => vec![self.branch(nesting)],
            13..=17 if nesting < 2 => vec![self.repetition(nesting)],
            18..=42 => vec![self.thread_statement()],
            _ => vec![self.simple_statement()],
        };
        if self.generator.random.chance(30) {
            let label = format!("L{}", self.next_label);
            self.next_label += 1;
            self.labels.push((label.clone(), self.section));
            stmts[0].labels.push(name(label));
        }
        stmts
    }

    fn atomic(&mut self, nesting: u32) -> Vec<Stmt> {
        let outer = self.section;
        self.sections += 1;
        self.section = self.sections;
        self.depth_in_sections += 1;
        let mut stmts = vec![stmt(StmtKind::AtomicBegin)];
        stmts.extend(self.block(3, nesting + 1));
        stmts.push(stmt(StmtKind::AtomicEnd));
        self.section = outer;
        self.depth_in_sections -= 1;
        stmts
    }

    fn branch(&mut self, nesting: u32) -> Stmt {
        let mut arms = vec![(self.expr(), self.block(2, nesting + 1))];
        if self.generator.random.chance(30) {
            arms.push((self.expr(), self.block(2, nesting + 1)));
        }
        let otherwise =
            if self.generator.random.chance(40) { Some(self.block(2, nesting + 1)) } else { None };
        stmt(StmtKind::If { arms, otherwise })
    }

    fn repetition(&mut self, nesting: u32) -> Stmt {
        let guard = self.expr();
        stmt(StmtKind::While { guard, body: self.block(3, nesting + 1) })
    }

    fn thread_statement(&mut self) -> Stmt {
        let creates = self.generator.dialect == Dialect::C || self.generator.random.chance(30);
        let kind = match self.generator.random.below(20) {
            0..=3 if creates => StmtKind::StartLabel(name(ANY_LABEL)),
            4 | 5 if creates => {
                let call = self.call();
                call.map_or(StmtKind::StartLabel(name(ANY_LABEL)), |c| StmtKind::StartStmt(Box::new(stmt(c))))
            }
            6 if creates => {
                let inner = match self.generator.random.below(3) {
                    0 => StmtKind::Goto(vec![name(ANY_LABEL), name(ANY_LABEL)]),
                    1 => StmtKind::Assert(self.likely()),
                    _ => self.assignment(),
                };
                StmtKind::StartStmt(Box::new(stmt(inner)))
            }
            7 => StmtKind::EndThread,
            8..=11 if self.section == 0 => StmtKind::Wait,
            8..=15 => StmtKind::Broadcast,
            _ => self.passive_assignment(),
        };
        stmt(kind)
    }

    fn simple_statement(&mut self) -> Stmt {
        let kind = match self.generator.random.below(60) {
            0..=1 => StmtKind::Skip,
            2..=4 if !self.own_locals.is_empty() => {
                let n = self.generator.random.pick(&self.own_locals).clone();
                // A second declaration of a variable is an error: the first stands at the top.
                StmtKind::Dead(vec![crate::syntax::Expr::Var(plain(&n, false))])
            }
            5..=6 => StmtKind::Enforce(self.likely()),
            7..=9 => StmtKind::AbortIf(self.unlikely()),
            10..=14 => StmtKind::Assert(self.likely()),
            15..=17 => StmtKind::Assert(self.expr()),
            18..=20 => StmtKind::Assume(self.likely()),
            21..=26 => {
                let count = 1 + self.generator.random.below(2);
                StmtKind::Goto((0..count).map(|_| name(ANY_LABEL)).collect())
            }
            27..=35 => self.call().unwrap_or(StmtKind::Skip),
            36 if self.section == 0 && !self.is_main => {
                let values = self.values(self.results as usize);
                StmtKind::Return(values)
            }
            _ => self.assignment(),
        };
        stmt(kind)
    }

    fn call(&mut self) -> Option<StmtKind> {
        if self.generator.functions.is_empty() {
            return None;
        }
        let callee = self.generator.random.pick(&self.generator.functions.clone()).clone();
        let args = self.values(callee.params.len());
        let mut results: Vec<Lhs> = Vec::new();
        if callee.results > 0 && self.generator.random.chance(90) {
            let mut free = self.variables.clone();
            for _ in 0..callee.results {
                if free.is_empty() || self.generator.random.chance(60) {
                    results.push(Lhs::Discard(Place(Span::default())));
                } else {
                    let at = self.generator.random.below(free.len());
                    results.push(Lhs::Var(plain(&free.swap_remove(at), false)));
                }
            }
        }
        Some(StmtKind::Call { results, callee: name(callee.name), args })
    }

    fn assignment(&mut self) -> StmtKind {
        let mut free = self.variables.clone();
        let count = if self.generator.random.chance(25) { 2 } else { 1 };
        let mut targets = Vec::new();
        while targets.len() < count && !free.is_empty() {
            let at = self.generator.random.below(free.len());
            targets.push(free.swap_remove(at));
        }
        let rhs = self.values(targets.len());
        let lhs = targets.iter().map(|t| Lhs::Var(plain(t, false))).collect();
        let words =
            Vocabulary { plain: self.variables.clone(), passive: Vec::new(), primed: self.variables.clone() };
        let constrain = self.generator.random.chance(12).then(|| self.expr_over(&words));
        StmtKind::Assign { lhs, rhs, constrain }
    }

    fn passive_assignment(&mut self) -> StmtKind {
        if self.locals.is_empty() {
            return self.assignment();
        }
        let dialect = self.generator.dialect;
        let target = self.generator.random.pick(&self.locals).clone();
        let mut words =
            Vocabulary { plain: self.variables.clone(), passive: self.locals.clone(), primed: Vec::new() };
        let mut lhs = vec![Lhs::Var(passive(&target, false, dialect))];
        let mut rhs = vec![self.expr_over(&words)];
        if self.generator.random.chance(50) {
            let own = self.generator.random.pick(&self.variables).clone();
            lhs.push(Lhs::Var(plain(&own, false)));
            rhs.push(self.expr());
        }
        words.primed = self.variables.clone();
        let constrain = self.generator.random.chance(50).then(|| self.likely_over(&words));
        StmtKind::Assign { lhs, rhs, constrain }
    }

    fn values(&mut self, count: usize) -> Vec<NameExpr> {
        (0..count).map(|_| self.expr()).collect()
    }

    fn expr(&mut self) -> NameExpr {
        self.expr_over(&Vocabulary { plain: self.variables.clone(), ..Vocabulary::default() })
    }

    fn expr_over(&mut self, words: &Vocabulary) -> NameExpr {
        expression(&mut self.generator.random, words, 2, self.generator.dialect)
    }

    /// True more often than not.
    fn likely(&mut self) -> NameExpr {
        self.likely_over(&Vocabulary { plain: self.variables.clone(), ..Vocabulary::default() })
    }

    fn likely_over(&mut self, words: &Vocabulary) -> NameExpr {
        use crate::syntax::{ChainOp, Expr};
        Expr::Chain(ChainOp::Or, vec![self.expr_over(words), self.expr_over(words)])
    }

    /// False more often than not.
    fn unlikely(&mut self) -> NameExpr {
        use crate::syntax::{ChainOp, Expr};
        Expr::Chain(ChainOp::And, vec![self.expr(), self.expr()])
    }
}
