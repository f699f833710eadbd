//! Flattening: procedures are inlined, statements become locations and edges.
//!
//! *What*: one copy of a function's statements for each call site (an *instance*), plus one copy for
//! each function in which threads start (its *top* instance, whose end ends the thread). Local
//! variables are not copied: a function's locals exist once per thread.
//! *Claim*: one edge per step of the format document; judged from outside by [`crate::replay`], which
//! interprets the tree with a call stack.

use crate::atomic::atomic_depths;
use crate::checked::{Assignment, FuncId, Stmt, StmtId, StmtKind, Unit, Var, VarExpr, is_passive};
use crate::formula::{FormulaId, Formulas, Possible};
use crate::program::{Action, Assign, Edge, EdgeId, Loc, Location, Passive, Program};
use crate::syntax::Literal;
use std::collections::HashMap;
use tw_index::{BitSet, Id, IdVec};
use tw_verdict::{Diagnostic, Severity, Span};

/// More locations than this are taken for an explosion of the inlining.
const MAX_LOCATIONS: usize = 2_000_000;

/// Flattens a checked file.
///
/// # Errors
/// Atomic sections that do not nest, or an explosion of the inlining.
pub fn inline(unit: &Unit) -> Result<Program, Vec<Diagnostic>> {
    let mut inliner = Inliner {
        unit,
        locations: IdVec::new(),
        edges: Vec::new(),
        formulas: Formulas::new(),
        tops: HashMap::new(),
        pending: Vec::new(),
    };
    let main = inliner.top(unit.main);
    let entry = main.entry;
    while let Some(instance) = inliner.pending.pop() {
        inliner.fill(&instance);
        if inliner.locations.len() > MAX_LOCATIONS {
            let function = &unit.functions[instance.function];
            let message = format!("inlining the procedures gives more than {MAX_LOCATIONS} locations");
            let error = Diagnostic::error(function.span, message, "while inlining this function");
            return Err(vec![Diagnostic { severity: Severity::Unsupported, ..error }]);
        }
    }
    inliner.finish(entry)
}

/// In place of the number of a guard: the end of the body of `start_thread`.
const BODY_END: usize = usize::MAX;

/// What happens at the end of an instance.
#[derive(Clone)]
enum Exit {
    /// The thread ends.
    Thread,
    /// The results go to the caller.
    Return { to: Loc, results: Vec<Option<Var>>, constraints: Vec<VarExpr> },
}

/// One copy of a function's statements.
#[derive(Clone)]
struct Instance {
    function: FuncId,
    exit: Exit,
    /// Location of each statement, of each further guard of an `if`, of the end of each thread body.
    places: HashMap<(StmtId, usize), Loc>,
    entry: Loc,
    end: Loc,
}

struct Inliner<'a> {
    unit: &'a Unit,
    locations: IdVec<Loc, Location>,
    edges: Vec<Edge>,
    formulas: Formulas,
    tops: HashMap<FuncId, Instance>,
    pending: Vec<Instance>,
}

impl Inliner<'_> {
    /// The instance in which threads run that start in `function`.
    fn top(&mut self, function: FuncId) -> Instance {
        if let Some(instance) = self.tops.get(&function) {
            return instance.clone();
        }
        let instance = self.instance(function, Exit::Thread);
        self.tops.insert(function, instance.clone());
        instance
    }

    fn instance(&mut self, function: FuncId, exit: Exit) -> Instance {
        let unit = self.unit;
        let mut places = HashMap::new();
        let body = &unit.functions[function].body;
        self.place_block(function, body, matches!(exit, Exit::Thread), &mut places);
        let span = unit.functions[function].span;
        let end = self.location(function, None, span);
        let entry = body.first().map_or(end, |s| places[&(s.id, 0)]);
        let instance = Instance { function, exit, places, entry, end };
        self.pending.push(instance.clone());
        instance
    }

    fn location(&mut self, function: FuncId, stmt: Option<&Stmt>, span: Span) -> Loc {
        let labels = stmt.map(|s| s.labels.clone()).unwrap_or_default();
        let stmt = stmt.map(|s| s.id);
        self.locations.push(Location { stmt, function, labels, span, atomic_depth: 0, edges: (0, 0) })
    }

    fn place_block(
        &mut self,
        f: FuncId,
        block: &[Stmt],
        top: bool,
        places: &mut HashMap<(StmtId, usize), Loc>,
    ) {
        for stmt in block {
            places.insert((stmt.id, 0), self.location(f, Some(stmt), stmt.span));
            match &stmt.kind {
                StmtKind::If { arms, otherwise } => {
                    for (arm, (_, body)) in arms.iter().enumerate() {
                        if arm > 0 {
                            places.insert((stmt.id, arm), self.location(f, None, stmt.span));
                        }
                        self.place_block(f, body, top, places);
                    }
                    self.place_block(f, otherwise, top, places);
                }
                StmtKind::While { body, .. } => self.place_block(f, body, top, places),
                StmtKind::StartStmt(inner) if top => {
                    self.place_block(f, std::slice::from_ref(inner), top, places);
                    // Where the new thread ends: not the end of the function, which may lie at another depth.
                    places.insert((stmt.id, BODY_END), self.location(f, None, stmt.span));
                }
                _ => {}
            }
        }
    }

    fn fill(&mut self, instance: &Instance) {
        self.fill_block(instance, &self.unit.functions[instance.function].body, instance.end);
        match &instance.exit {
            Exit::Thread => self.edge(instance.end, instance.end, Action::End, None),
            Exit::Return { to, results, constraints } => {
                // Falling off the end returns arbitrary values.
                let values = vec![VarExpr::Star; results.len()];
                let action = self.assignment(None, results, &values, constraints);
                self.edge(instance.end, *to, action, None);
            }
        }
    }

    fn fill_block(&mut self, instance: &Instance, block: &[Stmt], next: Loc) {
        for (i, stmt) in block.iter().enumerate() {
            let after = block.get(i + 1).map_or(next, |s| instance.places[&(s.id, 0)]);
            self.fill_stmt(instance, stmt, after);
        }
    }

    fn fill_stmt(&mut self, instance: &Instance, stmt: &Stmt, next: Loc) {
        let at = instance.places[&(stmt.id, 0)];
        let simple = match &stmt.kind {
            StmtKind::Skip => self.guard_action(&VarExpr::Const(true), true),
            StmtKind::Assume(e) => self.guard_action(e, true),
            StmtKind::Assert(e) => Action::Assert(self.formulas.possible(e)),
            StmtKind::Decl(vars) => {
                let targets: Vec<_> = vars.iter().map(|(v, _)| Some(Var::Local(*v))).collect();
                let value = |(_, init): &(_, Option<Literal>)| match init {
                    Some(Literal::Value(value)) => VarExpr::Const(*value),
                    Some(Literal::Star) | None => VarExpr::Star,
                };
                let values: Vec<_> = vars.iter().map(value).collect();
                self.assignment(None, &targets, &values, &[])
            }
            StmtKind::Assign(assignment) => self.parallel(assignment),
            StmtKind::Wait => Action::Wait,
            StmtKind::Broadcast => Action::Broadcast,
            StmtKind::AtomicBegin => Action::AtomicBegin,
            StmtKind::AtomicEnd => Action::AtomicEnd,
            StmtKind::EndThread => Action::End,
            StmtKind::StartAt(target) => Action::Start(self.top(instance.function).places[&(*target, 0)]),
            StmtKind::StartStmt(inner) => {
                if matches!(instance.exit, Exit::Thread) {
                    let body_end = instance.places[&(stmt.id, BODY_END)];
                    self.fill_stmt(instance, inner, body_end);
                    self.edge(body_end, body_end, Action::End, None);
                }
                Action::Start(self.top(instance.function).places[&(inner.id, 0)])
            }
            _ => return self.fill_branching(instance, stmt, at, next),
        };
        self.edge(at, next, simple, None);
    }

    fn fill_branching(&mut self, instance: &Instance, stmt: &Stmt, at: Loc, next: Loc) {
        match &stmt.kind {
            StmtKind::Goto(targets) => {
                for (branch, target) in targets.iter().enumerate() {
                    let action = self.guard_action(&VarExpr::Const(true), true);
                    self.edge(at, instance.places[&(*target, 0)], action, Some(branch));
                }
            }
            StmtKind::While { guard, body } => {
                let first = body.first().map_or(at, |s| instance.places[&(s.id, 0)]);
                self.guard_edges(at, guard, first, next);
                self.fill_block(instance, body, at);
            }
            StmtKind::If { arms, otherwise } => {
                for (arm, (guard, body)) in arms.iter().enumerate() {
                    let at = instance.places[&(stmt.id, arm)];
                    let then = body.first().map_or(next, |s| instance.places[&(s.id, 0)]);
                    let last = otherwise.first().map_or(next, |s| instance.places[&(s.id, 0)]);
                    let else_ = instance.places.get(&(stmt.id, arm + 1)).copied().unwrap_or(last);
                    self.guard_edges(at, guard, then, else_);
                    self.fill_block(instance, body, next);
                }
                self.fill_block(instance, otherwise, next);
            }
            StmtKind::Call { callee, args, results, constraints } => {
                let exit =
                    Exit::Return { to: next, results: results.clone(), constraints: constraints.clone() };
                let entry = self.instance(*callee, exit).entry;
                let params: Vec<_> =
                    self.unit.functions[*callee].params.iter().map(|p| Some(Var::Local(*p))).collect();
                let action = self.assignment(None, &params, args, &[]);
                self.edge(at, entry, action, None);
            }
            StmtKind::Return(values) => match &instance.exit {
                Exit::Thread => self.edge(at, instance.end, Action::End, None),
                Exit::Return { to, results, constraints } => {
                    // A plain call discards all results.
                    let values = if results.is_empty() { &[] } else { values.as_slice() };
                    let action = self.assignment(None, results, values, constraints);
                    self.edge(at, *to, action, None);
                }
            },
            _ => unreachable!("simple statements have been treated"),
        }
    }

    fn guard_edges(&mut self, at: Loc, guard: &VarExpr, then: Loc, otherwise: Loc) {
        let yes = self.guard_action(guard, true);
        self.edge(at, then, yes, Some(1));
        let no = self.guard_action(guard, false);
        self.edge(at, otherwise, no, Some(0));
    }

    fn guard_action(&mut self, guard: &VarExpr, wanted: bool) -> Action {
        let possible = self.formulas.possible(guard);
        let guard = if wanted { possible.yes } else { possible.no };
        self.assignment(Some(guard), &[], &[], &[])
    }

    fn assignment(
        &mut self,
        guard: Option<FormulaId>,
        vars: &[Option<Var>],
        values: &[VarExpr],
        constraints: &[VarExpr],
    ) -> Action {
        let guard = guard.unwrap_or(self.formulas.constant(true));
        let pairs = vars.iter().zip(values);
        let targets =
            pairs.filter_map(|(var, value)| var.map(|v| (v, self.formulas.possible(value)))).collect();
        let constraint = self.all(constraints.iter());
        Action::Assign(Assign { guard, targets, constraint, passive: None })
    }

    fn parallel(&mut self, assignment: &Assignment) -> Action {
        let guard = self.formulas.constant(true);
        let possible = |formulas: &mut Formulas, e: &VarExpr| -> Possible { formulas.possible(e) };
        let active = assignment.active.iter();
        let targets =
            active.filter_map(|(var, e)| var.map(|v| (v, possible(&mut self.formulas, e)))).collect();
        let constraint = self.all(assignment.constraints.iter().filter(|c| !is_passive(c)));
        let passive_constraints = || assignment.constraints.iter().filter(|c| is_passive(c));
        let concerns_others = !assignment.passive.is_empty() || passive_constraints().next().is_some();
        let passive = concerns_others.then(|| Passive {
            targets: assignment.passive.iter().map(|(v, e)| (*v, possible(&mut self.formulas, e))).collect(),
            constraint: self.all(passive_constraints()),
        });
        Action::Assign(Assign { guard, targets, constraint, passive })
    }

    fn all<'e>(&mut self, conjuncts: impl Iterator<Item = &'e VarExpr>) -> FormulaId {
        let start = self.formulas.constant(true);
        conjuncts.fold(start, |all, c| {
            let can_hold = self.formulas.possible(c).yes;
            self.formulas.and(all, can_hold)
        })
    }

    fn edge(&mut self, from: Loc, to: Loc, action: Action, branch: Option<usize>) {
        let branch = branch.map(|b| u32::try_from(b).expect("fewer than 2^32 branches"));
        self.edges.push(Edge { from, to, action, branch });
    }

    /// Drops unreachable locations, sorts edges by their source, computes atomic depths.
    fn finish(mut self, entry: Loc) -> Result<Program, Vec<Diagnostic>> {
        self.edges.sort_by_key(|e| e.from);
        let mut out: IdVec<Loc, (usize, usize)> = IdVec::filled((0, 0), self.locations.len());
        for (i, edge) in self.edges.iter().enumerate() {
            let range = &mut out[edge.from];
            *range = (if range.1 == 0 { i } else { range.0 }, i + 1);
        }
        let reachable = reachable_locations(entry, &self.edges, &out);
        let mut renamed: HashMap<Loc, Loc> = HashMap::new();
        let mut locations = IdVec::new();
        for (old, location) in self.locations.enumerate().filter(|(l, _)| reachable.contains(l.index())) {
            renamed.insert(old, locations.push(location.clone()));
        }
        let mut edges: IdVec<EdgeId, Edge> = IdVec::new();
        for edge in self.edges.into_iter().filter(|e| reachable.contains(e.from.index())) {
            let from = renamed[&edge.from];
            // The target of an End edge is never entered, and may have been dropped.
            let to = renamed.get(&edge.to).copied().unwrap_or(from);
            let action = if let Action::Start(child) = edge.action {
                Action::Start(renamed[&child])
            } else {
                edge.action
            };
            let id = edges.push(Edge { from, to, action, ..edge });
            let range: &mut (u32, u32) = &mut locations[from].edges;
            let index = u32::try_from(id.index()).expect("ids fit in 32 bits");
            *range = (if range.1 == 0 { index } else { range.0 }, index + 1);
        }
        let unit = self.unit;
        let stuck_span = unit.functions[unit.main].span;
        let stuck = Location {
            stmt: None,
            function: unit.main,
            labels: Vec::new(),
            span: stuck_span,
            atomic_depth: 1,
            edges: (0, 0),
        };
        let mut program = Program {
            source: unit.source.clone(),
            dialect: unit.dialect,
            shared: unit.shared.clone(),
            locals: unit.locals.clone(),
            functions: unit.functions.iter().map(|f| f.name.clone()).collect(),
            creates_threads: edges.iter().any(|e| matches!(e.action, Action::Start(_))),
            locations,
            edges,
            formulas: self.formulas,
            entry: renamed[&entry],
            stuck: entry,
        };
        atomic_depths(&mut program)?;
        program.stuck = program.locations.push(stuck);
        Ok(program)
    }
}

fn reachable_locations(entry: Loc, edges: &[Edge], out: &IdVec<Loc, (usize, usize)>) -> BitSet {
    let mut reachable = BitSet::new();
    let mut stack = vec![entry];
    reachable.insert(entry.index());
    while let Some(loc) = stack.pop() {
        let (first, end) = out[loc];
        for edge in &edges[first..end] {
            let next = if matches!(edge.action, Action::End) { None } else { Some(edge.to) };
            let child = if let Action::Start(child) = edge.action { Some(child) } else { None };
            stack.extend(next.into_iter().chain(child).filter(|l| reachable.insert(l.index())));
        }
    }
    reachable
}
