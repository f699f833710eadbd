//! Random programs over all constructs, for differential tests.
//!
//! The same seed gives the same program on every machine. Programs are valid by construction: atomic
//! sections are balanced, `goto` stays inside its section, calls go to earlier functions only.

mod expressions;
mod statements;

use crate::syntax::{DeclVar, Dialect, Function, GlobalDecl, Literal, Name, Stmt, StmtKind, Unit};
use statements::Body;
pub use tw_index::Random;
use tw_verdict::{Bounds, InitialThreads, Span, Target};

/// A program with a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// The program.
    pub unit: Unit,
    /// Threads.
    pub bounds: Bounds,
    /// Label targets.
    pub targets: Vec<Target>,
    /// Whether assertions are checked.
    pub assertions: bool,
}

/// What a function looks like from outside.
#[derive(Clone)]
struct Signature {
    name: String,
    params: Vec<String>,
    results: u32,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let dialect = match random.below(10) {
        0..=5 => Dialect::C,
        6..=8 => Dialect::U,
        _ => Dialect::A,
    };
    let mut generator =
        Generator { random, dialect, shared: Vec::new(), thread_locals: Vec::new(), functions: Vec::new() };
    let globals = generator.globals();
    let helpers = if dialect == Dialect::A { 0 } else { [0, 1, 1, 2][generator.random.below(4)] };
    let mut functions: Vec<Function> = (0..helpers).map(|i| generator.function(format!("f{i}"))).collect();
    functions.push(generator.function("main".into()));
    let unit = Unit { dialect, globals, functions };
    generator.question(unit)
}

struct Generator {
    random: Random,
    dialect: Dialect,
    shared: Vec<String>,
    thread_locals: Vec<String>,
    functions: Vec<Signature>,
}

impl Generator {
    fn globals(&mut self) -> Vec<GlobalDecl> {
        self.shared = (0..1 + self.random.below(3)).map(|i| format!("s{i}")).collect();
        let locals = if self.dialect == Dialect::A { 1 + self.random.below(2) } else { self.random.below(2) };
        self.thread_locals = (0..locals).map(|i| format!("t{i}")).collect();
        let mut decls = Vec::new();
        for (thread_local, names) in [(false, self.shared.clone()), (true, self.thread_locals.clone())] {
            for text in names {
                let init = if self.random.chance(80) {
                    Some(Literal::Value(self.random.chance(40)))
                } else {
                    Some(Literal::Star)
                };
                decls.push(GlobalDecl {
                    thread_local,
                    vars: vec![DeclVar { name: name(text), init }],
                    comments: Vec::new(),
                });
            }
        }
        decls
    }

    fn function(&mut self, text: String) -> Function {
        let is_main = text == "main";
        let numeric = self.dialect == Dialect::U;
        let params = if is_main || numeric { 0 } else { self.random.below(2) };
        let params: Vec<String> = (0..params).map(|i| format!("p{i}_{text}")).collect();
        let results =
            if is_main || numeric || self.random.chance(60) { 0 } else { 1 + self.random.below(2) as u32 };
        let locals =
            if self.dialect == Dialect::A { 0 } else { self.random.below(if is_main { 3 } else { 2 }) };
        let locals: Vec<String> = (0..locals).map(|i| format!("l{i}_{text}")).collect();
        let mut body = Body::new(self, &params, &locals, results, is_main);
        let mut stmts = body.declarations();
        stmts.extend(if is_main { body.main_block() } else { body.block(4, 0) });
        body.finish(&mut stmts);
        if self.dialect != Dialect::C {
            number_statements(&mut stmts);
        }
        let names = params.iter().cloned().map(name).collect();
        self.functions.push(Signature { name: text.clone(), params, results });
        Function {
            dfs: self.dialect != Dialect::A && self.random.chance(5),
            name: name(text),
            params: names,
            results,
            body: stmts,
        }
    }

    fn question(mut self, unit: Unit) -> Generated {
        let threads = [1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4][self.random.below(16)];
        let creates = self.dialect == Dialect::C || self.random.chance(30);
        let init = match self.random.below(if creates { 10 } else { 4 }) {
            0 | 1 => InitialThreads::Exactly(threads),
            2 | 3 => InitialThreads::Unbounded,
            4 | 5 if threads > 1 => InitialThreads::Exactly(threads - 1),
            _ => InitialThreads::Exactly(1),
        };
        let mut labels = Vec::new();
        unit.functions.iter().for_each(|f| labels_of(&f.body, &mut labels));
        let mut targets = Vec::new();
        let assertions = labels.is_empty() || self.random.chance(80);
        if !assertions {
            for _ in 0..1 + self.random.below(2) {
                let parts = 1 + self.random.below(2);
                let part = |random: &mut Random| {
                    (labels[random.below(labels.len())].clone(), 1 + random.below(2) as u32)
                };
                targets.push(Target { labels: (0..parts).map(|_| part(&mut self.random)).collect() });
            }
        }
        Generated { unit, bounds: Bounds::up_to(init, threads), targets, assertions }
    }
}

fn labels_of(block: &[Stmt], labels: &mut Vec<String>) {
    for stmt in block {
        labels.extend(stmt.labels.iter().map(|l| l.text.clone()));
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, b)| labels_of(b, labels));
                otherwise.iter().for_each(|b| labels_of(b, labels));
            }
            StmtKind::While { body, .. } => labels_of(body, labels),
            _ => {}
        }
    }
}

/// In the dialects with numbers every statement has one: those without a label get one, `L7` becomes 107.
fn number_statements(block: &mut [Stmt]) {
    fn renumber(name: &mut Name) {
        if let Some(number) = name.text.strip_prefix('L') {
            name.text = format!("1{number:0>3}");
        }
    }
    fn walk(block: &mut [Stmt], next: &mut u32, initial: &mut bool) {
        for stmt in block {
            let is_decl = matches!(stmt.kind, StmtKind::Decl(_));
            *initial &= is_decl && stmt.labels.is_empty();
            stmt.labels.iter_mut().for_each(renumber);
            if stmt.labels.is_empty() && !*initial {
                stmt.labels.push(name(next.to_string()));
                *next += 1;
            }
            match &mut stmt.kind {
                StmtKind::Goto(targets) => targets.iter_mut().for_each(renumber),
                StmtKind::StartLabel(target) => renumber(target),
                StmtKind::If { arms, otherwise } => {
                    arms.iter_mut().for_each(|(_, b)| walk(b, next, initial));
                    otherwise.iter_mut().for_each(|b| walk(b, next, initial));
                }
                StmtKind::While { body, .. } => walk(body, next, initial),
                StmtKind::StartStmt(inner) => {
                    if let StmtKind::Goto(targets) = &mut inner.kind {
                        targets.iter_mut().for_each(renumber);
                    }
                }
                _ => {}
            }
        }
    }
    walk(block, &mut 0, &mut true);
}

pub(crate) fn name(text: impl Into<String>) -> Name {
    Name { text: text.into(), span: Span::default() }
}

pub(crate) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { labels: Vec::new(), kind, span: Span::default(), comments: Vec::new() }
}
