//! Murphi models, for rumur.
//!
//! *What*: threads are one scalarset that indexes one array of records, so that symmetry reduction by
//! sorting is exact. Statements without choice share one rule that switches over the location (a second
//! one for second branches, and so on), which rumur tries much faster than a rule per statement; an edge
//! with choices is a rule of its own, with a parameter for each `*`. A free slot is all zero.
//! *Claim*: same verdict as the engines; with symmetry reduction the same number of states as the
//! counter engine, except as departures 2 and 3 say.
//! *Departures*: 1. `held` (a thread is inside an atomic section) is a function of the state, kept so that
//! guards are cheap; 2. a passive update in which other threads choose is one step of the active thread
//! and then one of each other thread, with everything else disabled meanwhile; its rule asks beforehand
//! that every thread has a choice; 3. many arbitrary initial values of several threads are chosen in steps
//! before the program starts.
//! *Cost*: a rule with k choices is tried 2^k times in every state.

use super::{Model, NewValues, Scribe, Syntax, Text, Value, Write, Written, owned};
use crate::formula::{Formula, FormulaId, Leaf, Owner};
use crate::program::{Action, Assign, Edge, EdgeId, Loc, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use tw_verdict::Question;

const SYNTAX: Syntax = Syntax { and: " & ", or: " | ", constants: ["false", "true"] };
/// More arbitrary initial values of locals than this are chosen in steps.
const MAX_START_CHOICES: usize = 10;

/// The model of `program` that asks `question`.
///
/// # Errors
/// A sentence that says what cannot be expressed.
pub fn murphi(program: &Program, question: &Question) -> Result<String, String> {
    let model = Model::new(program, question)?;
    let place = |owner, index| {
        model.text(owner, index, |name| match owner {
            Owner::Shared => name.to_string(),
            Owner::Active => format!("th[t].{name}"),
            Owner::Passive => format!("th[p].{name}"),
        })
    };
    let scribe = Scribe { formulas: &program.formulas, syntax: &SYNTAX, place: &place };
    let mut murphi = Murphi::new(&model, &scribe);
    murphi.declarations();
    murphi.start();
    murphi.line(0, "ruleset t: tid do");
    model.edges.iter().for_each(|e| murphi.edge(*e));
    murphi.shared_rules();
    murphi.prelude();
    murphi.line(0, "end;");
    (0..murphi.pending.len()).for_each(|number| murphi.choices_of_others(number));
    murphi.invariants();
    Ok(murphi.out)
}

struct Murphi<'a> {
    scribe: &'a Scribe<'a>,
    model: &'a Model<'a>,
    /// Number of each location; 0 is a free slot, if there are any.
    pc: FxHashMap<Loc, usize>,
    /// First number past those of locations: initial choices of locals.
    choosing: usize,
    /// Arbitrary locals that are chosen in steps.
    stepwise: Vec<&'a str>,
    /// Edges in which other threads choose.
    pending: Vec<EdgeId>,
    /// What they must remember of the values before.
    memories: Vec<Vec<Leaf>>,
    /// Statements that share a rule.
    cases: Vec<Case>,
    out: String,
}

/// A statement without choice, as a case of a shared rule.
struct Case {
    from: Loc,
    /// What it needs besides being scheduled.
    condition: Text,
    /// The guard, where it is all that is needed.
    guard: Option<FormulaId>,
    name: String,
    spares: Vec<String>,
    body: Vec<String>,
}

impl<'a> Murphi<'a> {
    fn new(model: &'a Model<'a>, scribe: &'a Scribe<'a>) -> Self {
        let first = usize::from(model.has_free_slots());
        let pc: FxHashMap<Loc, usize> =
            model.locations.iter().enumerate().map(|(i, l)| (*l, i + first)).collect();
        let free: Vec<&str> = free(model, Owner::Active);
        let several = model.initial.1 > 1 && free.len() * model.initial.1 as usize > MAX_START_CHOICES;
        let formulas = &model.program.formulas;
        let chooses = |assign: &Assign| {
            let mut targets = assign.passive.iter().flat_map(|p| &p.targets);
            model.threads > 1 && targets.any(|(_, p)| matches!(Value::new(formulas, *p), Value::Free(_)))
        };
        let edges = model.edges.iter().map(|e| (*e, &model.program.edges[*e]));
        let assigns =
            edges.filter_map(|(id, e)| if let Action::Assign(a) = &e.action { Some((id, a)) } else { None });
        let pending: Vec<_> = assigns.filter(|(_, a)| chooses(a)).collect();
        Murphi {
            scribe,
            model,
            choosing: first + pc.len(),
            pc,
            stepwise: if several { free } else { Vec::new() },
            memories: pending.iter().map(|(_, a)| memory(model, a)).collect(),
            pending: pending.into_iter().map(|(id, _)| id).collect(),
            cases: Vec::new(),
            out: String::new(),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.out.push_str(&"  ".repeat(indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Whether there is a variable that keeps threads from moving.
    fn has_held(&self) -> bool {
        self.model.excludes || !self.stepwise.is_empty() || !self.pending.is_empty()
    }

    fn declarations(&mut self) {
        let (model, last) = (self.model, self.choosing + self.stepwise.len() - 1);
        self.line(0, &format!("-- {}", super::safe(&model.program.source.name)));
        self.line(0, &format!("const THREADS: {};", model.threads));
        self.line(0, "type tid: scalarset(THREADS);");
        self.line(0, "var");
        for (name, _) in model.variables(Owner::Shared) {
            self.line(1, &format!("{name}: boolean;"));
        }
        if self.has_held() {
            self.line(1, "held: boolean; -- only threads inside an atomic section may move");
        }
        if !self.pending.is_empty() {
            self.line(1, &format!("pending: 0..{}; -- the other threads are choosing", self.pending.len()));
        }
        let remembered = self.memories.iter().map(Vec::len).max().unwrap_or(0);
        (0..remembered).for_each(|i| self.line(1, &format!("memory_{i}: boolean;")));
        self.line(1, "th: array [tid] of record");
        self.line(2, &format!("pc: 0..{last};"));
        for (name, _) in model.variables(Owner::Active) {
            self.line(2, &format!("{name}: boolean;"));
        }
        if !self.pending.is_empty() {
            self.line(2, "todo: boolean;");
        }
        self.line(1, "end;\n");
    }

    fn start(&mut self) {
        let model = self.model;
        let (least, most) = model.initial;
        let locals = if self.stepwise.is_empty() { free(model, Owner::Active) } else { Vec::new() };
        let per_thread = |name: &&str| (1..=most).map(|i| format!("init_{name}_{i}")).collect::<Vec<_>>();
        let shared = free(model, Owner::Shared).iter().map(|name| format!("init_{name}")).collect::<Vec<_>>();
        let choices: Vec<String> = shared.into_iter().chain(locals.iter().flat_map(per_thread)).collect();
        let counting = least < model.threads || !locals.is_empty();
        choices.iter().for_each(|c| self.line(0, &format!("ruleset {c}: boolean do")));
        if least < most {
            self.line(0, &format!("ruleset count: {least}..{most} do"));
        }
        self.line(0, "startstate");
        if counting {
            self.line(1, "var left: 0..THREADS;");
        }
        self.line(0, "begin");
        for (name, init) in model.variables(Owner::Shared) {
            let value = init.map_or(format!("init_{name}"), |value| value.to_string());
            self.line(1, &format!("{name} := {value};"));
        }
        self.clear_auxiliaries(!self.stepwise.is_empty());
        if counting {
            self.line(
                1,
                &format!("left := {};", if least < most { "count".to_string() } else { most.to_string() }),
            );
        }
        self.line(1, "for t: tid do");
        self.initial_thread(counting, &locals);
        self.line(1, "end;");
        let ends = choices.len() + usize::from(least < most);
        self.line(0, &format!("end;{}\n", " end;".repeat(ends)));
    }

    fn clear_auxiliaries(&mut self, held: bool) {
        if self.has_held() {
            self.line(1, &format!("held := {held};"));
        }
        if !self.pending.is_empty() {
            self.line(1, "pending := 0;");
        }
        let remembered = self.memories.iter().map(Vec::len).max().unwrap_or(0);
        (0..remembered).for_each(|i| self.line(1, &format!("memory_{i} := false;")));
    }

    fn initial_thread(&mut self, counting: bool, chosen: &[&str]) {
        self.line(2, "clear th[t];");
        if counting {
            self.line(2, "if left > 0 then");
        }
        let entry = if self.stepwise.is_empty() { self.pc[&self.model.program.entry] } else { self.choosing };
        self.line(2, &format!("th[t].pc := {entry};"));
        for (name, init) in self.model.variables(Owner::Active) {
            if init == Some(true) {
                self.line(2, &format!("th[t].{name} := true;"));
            }
        }
        for i in (1..=self.model.initial.1).filter(|_| !chosen.is_empty()) {
            let sets = chosen.iter().map(|name| format!(" th[t].{name} := init_{name}_{i};"));
            let sets: String = sets.collect();
            self.line(2, &format!("if left = {i} then{sets} end;"));
        }
        if counting {
            self.line(2, "left := left - 1;");
            self.line(2, "end;");
        }
    }

    /// Arbitrary locals of several threads, one after the other.
    fn prelude(&mut self) {
        let names = self.stepwise.clone();
        for (i, name) in names.iter().enumerate() {
            let at = self.choosing + i;
            let mut body = vec![format!("th[t].{name} := new_{name};")];
            if i + 1 < names.len() {
                body.push(format!("th[t].pc := {};", at + 1));
            } else {
                body.push(format!("th[t].pc := {};", self.pc[&self.model.program.entry]));
                body.push(format!("held := exists p: tid do th[p].pc >= {} end;", self.choosing));
            }
            let guard = Text::Atom(format!("th[t].pc = {at}"));
            self.rule(&format!("choose {name}"), &[format!("new_{name}")], guard, &[], &body);
        }
    }

    fn rule(&mut self, name: &str, choices: &[String], guard: Text, spares: &[String], body: &[String]) {
        if guard == Text::Const(false) {
            return;
        }
        choices.iter().for_each(|c| self.line(1, &format!("ruleset {c}: boolean do")));
        self.line(1, &format!("rule \"{name}\""));
        self.line(2, &self.scribe.show(&guard));
        self.line(1, "==>");
        spares.iter().for_each(|s| self.line(2, &format!("var {s}: boolean;")));
        self.line(1, "begin");
        body.iter().for_each(|b| self.line(2, b));
        self.line(1, &format!("end;{}\n", " end;".repeat(choices.len())));
    }

    fn edge(&mut self, id: EdgeId) {
        let model = self.model;
        let edge = &model.program.edges[id];
        let name = model.statement(edge.from);
        let (mut spares, mut body) = (Vec::new(), Vec::new());
        match &edge.action {
            Action::Wait => return,
            Action::Assign(assign) => return self.assign(id, edge, assign),
            Action::AtomicBegin | Action::AtomicEnd => {}
            Action::Assert(possible) => {
                let holds = self.scribe.not(self.scribe.old(possible.no));
                if model.assertions && holds != Text::Const(true) {
                    body.push(format!("assert {} \"assertion {name}\";", self.scribe.show(&holds)));
                }
            }
            Action::Start(child) if model.grows => {
                spares.push("free".to_string());
                body.push("free := true;".to_string());
                let copy = format!("th[p] := th[t]; th[p].pc := {}; free := false;", self.pc[child]);
                body.push(format!("for p: tid do if free & th[p].pc = 0 then {copy} end; end;"));
            }
            Action::Start(_) => {}
            Action::End if model.program.in_atomic(edge.from) => {
                body.push(format!("th[t].pc := {};", self.pc[&model.program.stuck]));
            }
            Action::End => body.push("clear th[t];".to_string()),
            Action::Broadcast => {
                let releases = model.releases();
                let case = |(from, to): &(Loc, Loc)| {
                    format!(" case {}: th[p].pc := {};", self.pc[from], self.pc[to])
                };
                let cases: String = releases.iter().map(case).collect();
                if !cases.is_empty() {
                    body.push(format!("for p: tid do switch th[p].pc{cases} end; end;"));
                }
            }
        }
        if !matches!(edge.action, Action::End) {
            body.extend(self.arrive(edge));
        }
        self.cases.push(Case {
            from: edge.from,
            condition: Text::Const(true),
            guard: None,
            name,
            spares,
            body,
        });
    }

    /// The rules of the statements without choice: the first case of each location, the second, …
    fn shared_rules(&mut self) {
        let mut rules: Vec<Vec<Case>> = Vec::new();
        for case in std::mem::take(&mut self.cases).into_iter().filter(|c| c.condition != Text::Const(false))
        {
            let formulas = &self.model.program.formulas;
            let opposite = |a: FormulaId, b: FormulaId| {
                formulas.node(a) == Formula::Not(b) || formulas.node(b) == Formula::Not(a)
            };
            let branches = |c: &&mut Case| {
                c.from == case.from && c.guard.zip(case.guard).is_some_and(|(a, b)| opposite(a, b))
            };
            if let Some(partner) = rules.iter_mut().flatten().find(branches) {
                // The two branches of a guard: one of them can always be taken.
                let test = self.scribe.show(&partner.condition);
                let branches =
                    [&partner.body[..], &["else".to_string()], &case.body, &["end;".to_string()]].concat();
                partner.body = [vec![format!("if {test} then")], branches].concat();
                partner.condition = Text::Const(true);
                partner.guard = None;
                partner.spares.extend(case.spares);
                continue;
            }
            match rules.iter_mut().find(|rule| rule.iter().all(|c| c.from != case.from)) {
                Some(rule) => rule.push(case),
                None => rules.push(vec![case]),
            }
        }
        for (number, rule) in rules.iter().enumerate() {
            self.shared_rule(number + 1, rule);
        }
    }

    fn shared_rule(&mut self, number: usize, cases: &[Case]) {
        let at = |case: &Case| Text::Atom(format!("th[t].pc = {}", self.pc[&case.from]));
        let last = self.choosing + self.stepwise.len() - 1;
        let here: Vec<usize> = cases.iter().map(|c| self.pc[&c.from]).collect();
        let elsewhere: Vec<usize> = (0..=last).filter(|pc| !here.contains(pc)).collect();
        let mut tests = Vec::new();
        if elsewhere.len() < here.len() {
            tests.extend(elsewhere.iter().map(|pc| Text::Atom(format!("th[t].pc != {pc}"))));
        } else {
            tests.push(self.scribe.any(cases.iter().map(at)));
        }
        if self.has_held() {
            let inside = cases.iter().filter(|c| self.model.program.in_atomic(c.from)).map(at);
            let free = [Text::Not("held".to_string())].into_iter().chain(inside);
            tests.push(Text::Atom(format!("({})", self.scribe.show(&self.scribe.any(free)))));
            if !self.pending.is_empty() {
                tests.push(Text::Atom("pending = 0".to_string()));
            }
        }
        for case in cases.iter().filter(|c| c.condition != Text::Const(true)) {
            let elsewhere = Text::Atom(format!("th[t].pc != {}", self.pc[&case.from]));
            let either = self.scribe.any([elsewhere, case.condition.clone()]);
            tests.push(Text::Atom(format!("({})", self.scribe.show(&either))));
        }
        let mut body = vec!["switch th[t].pc".to_string()];
        for case in cases {
            body.push(format!("  case {}: -- {}", self.pc[&case.from], case.name));
            body.extend(case.body.iter().map(|line| format!("    {line}")));
        }
        body.push("end;".to_string());
        // Cases need different variables (`free`, `spare_0`): the rule declares each once.
        let spares: BTreeSet<String> = cases.iter().flat_map(|c| c.spares.iter().cloned()).collect();
        let spares: Vec<String> = spares.into_iter().collect();
        self.rule(&format!("step {number}"), &[], self.scribe.all(tests), &spares, &body);
    }

    /// A thread stands at `from` and may move.
    fn scheduled(&self, from: Loc) -> Text {
        let mut tests = vec![Text::Atom(format!("th[t].pc = {}", self.pc[&from]))];
        if !self.model.program.in_atomic(from) && self.has_held() {
            tests.push(Text::Not("held".to_string()));
        } else if !self.pending.is_empty() {
            tests.push(Text::Atom("pending = 0".to_string()));
        }
        self.scribe.all(tests)
    }

    fn arrive(&self, edge: &Edge) -> Vec<String> {
        let inside = |loc| self.model.program.in_atomic(loc);
        let mut body = Vec::new();
        if edge.from != edge.to {
            body.push(format!("th[t].pc := {};", self.pc[&edge.to]));
        }
        if self.model.excludes && inside(edge.from) != inside(edge.to) {
            body.push(format!("held := {};", inside(edge.to)));
        }
        body
    }

    fn assign(&mut self, id: EdgeId, edge: &Edge, assign: &Assign) {
        let (scribe, name) = (self.scribe, self.model.statement(edge.from));
        let Written { mut conditions, choices, writes, new } = scribe.active(assign, &self.chosen("new"));
        let mut body = Vec::new();
        let mut spares = 0;
        let number = self.pending.iter().position(|e| *e == id);
        if assign.passive.is_some() && self.model.threads > 1 {
            let others = scribe.passive(assign, new.clone(), &self.chosen("other"));
            conditions.push(self.others_can(&others));
            match number {
                Some(number) => body.extend(self.remember(number, &new)),
                None => spares = self.move_others(others.writes, &mut body),
            }
        }
        let (lines, more) = scribe.sequence(writes, &spare);
        body.extend(lines.into_iter().map(|(place, value)| format!("{place} := {value};")));
        body.extend(self.arrive(edge));
        if let Some(number) = number {
            body.push(format!("for p: tid do th[p].todo := {}; end;", self.is_other()));
            let wait = format!("held := true; pending := {};", number + 1);
            body.push(format!("if exists p: tid do th[p].todo end then {wait} else"));
            body.extend(self.forget(number));
            body.push("end;".to_string());
        }
        let spares: Vec<String> = (0..spares.max(more)).map(spare).collect();
        if choices.is_empty() {
            let condition = scribe.all(conditions);
            let only_guard =
                assign.passive.is_none() && self.model.program.formulas.is_true(assign.constraint);
            let guard = Some(assign.guard).filter(|_| only_guard);
            self.cases.push(Case { from: edge.from, condition, guard, name, spares, body });
        } else {
            conditions.insert(0, self.scheduled(edge.from));
            self.rule(&name, &choices, scribe.all(conditions), &spares, &body);
        }
    }

    /// Parameters for choices.
    fn chosen(&self, prefix: &'static str) -> impl Fn(usize, (Owner, u32)) -> Text {
        move |_, (owner, index)| Text::Atom(format!("{prefix}_{}", self.model.name(owner, index)))
    }

    /// Thread p is alive and not the active one.
    fn is_other(&self) -> String {
        format!("p != t{}", if self.model.has_free_slots() { " & th[p].pc != 0" } else { "" })
    }

    /// Every other thread has a choice that meets the constraint.
    fn others_can(&self, others: &Written) -> Text {
        // The last condition is the constraint; without it, each value has a choice.
        if others.conditions.last().is_none_or(|c| *c == Text::Const(true)) {
            return Text::Const(true);
        }
        let can = self.scribe.all(others.conditions.iter().cloned());
        let exists = others.choices.iter().map(|c| format!("exists {c}: boolean do ")).collect::<String>();
        let ends = " end".repeat(others.choices.len());
        let dead = if self.model.has_free_slots() { " | th[p].pc = 0" } else { "" };
        let can = format!("({exists}{}{ends})", self.scribe.show(&can));
        Text::Atom(format!("(forall p: tid do p = t{dead} | {can} end)"))
    }

    fn move_others(&self, writes: Vec<Write>, body: &mut Vec<String>) -> usize {
        let (lines, spares) = self.scribe.sequence(writes, &spare);
        let moves: Vec<String> =
            lines.into_iter().map(|(place, value)| format!("{place} := {value};")).collect();
        if !moves.is_empty() {
            body.push(format!("for p: tid do if {} then {} end; end;", self.is_other(), moves.join(" ")));
        }
        spares
    }

    fn remember(&self, number: usize, new: &NewValues) -> Vec<String> {
        let value = |leaf: &Leaf| match new.get(&(leaf.owner, leaf.index)) {
            Some(value) if leaf.primed => value.clone(),
            _ => self.scribe.leaf(*leaf),
        };
        let shown = self.memories[number].iter().map(|leaf| self.scribe.show(&value(leaf)));
        shown.enumerate().map(|(i, value)| format!("memory_{i} := {value};")).collect()
    }

    fn forget(&self, number: usize) -> Vec<String> {
        (0..self.memories[number].len()).map(|i| format!("memory_{i} := false;")).collect()
    }

    /// One other thread chooses; the last one ends the step.
    fn choices_of_others(&mut self, number: usize) {
        let (scribe, edge) = (self.scribe, &self.model.program.edges[self.pending[number]]);
        let Action::Assign(assign) = &edge.action else { return };
        let old = |leaf: Leaf| {
            let place = self.memories[number].iter().position(|l| *l == normal(assign, leaf));
            place.map_or_else(|| scribe.leaf(leaf), |i| Text::Atom(format!("memory_{i}")))
        };
        let others = scribe.passive_with(assign, NewValues::default(), &self.chosen("other"), &old);
        let (lines, spares) = scribe.sequence(others.writes, &spare);
        let mut body: Vec<String> =
            lines.into_iter().map(|(place, value)| format!("{place} := {value};")).collect();
        body.push("th[p].todo := false;".to_string());
        body.push("if !exists u: tid do th[u].todo end then".to_string());
        body.push(format!("pending := 0; held := {};", self.model.program.in_atomic(edge.to)));
        body.extend(self.forget(number));
        body.push("end;".to_string());
        let first = [Text::Atom(format!("pending = {}", number + 1)), Text::Atom("th[p].todo".to_string())];
        let guard = scribe.all(first.into_iter().chain(others.conditions));
        let name = format!("{} (another thread)", self.model.statement(edge.from));
        let spares: Vec<String> = (0..spares).map(spare).collect();
        self.line(0, "ruleset p: tid do");
        self.rule(&name, &others.choices, guard, &spares, &body);
        self.line(0, "end;\n");
    }

    fn invariants(&mut self) {
        let targets = self.model.targets.clone();
        for (number, parts) in targets.iter().enumerate() {
            let mut reached = Vec::new();
            for (part, (locs, count)) in parts.iter().enumerate() {
                let there = locs.iter().map(|l| Text::Atom(format!("th[t].pc = {}", self.pc[l])));
                let there = self.scribe.show(&self.scribe.any(there));
                if *count == 1 {
                    reached.push(Text::Atom(format!("(exists t: tid do {there} end)")));
                } else {
                    let name = format!("count_{number}_{part}");
                    self.line(0, &format!("function {name}(): 0..THREADS;\nvar n: 0..THREADS;\nbegin"));
                    self.line(1, "n := 0;");
                    self.line(1, &format!("for t: tid do if {there} then n := n + 1; end; end;"));
                    self.line(0, "  return n;\nend;");
                    reached.push(Text::Atom(format!("({name}() >= {count})")));
                }
            }
            let safe = self.scribe.not(self.scribe.all(reached));
            self.line(0, &format!("invariant \"target {}\" {};", number + 1, self.scribe.show(&safe)));
        }
    }
}

fn spare(number: usize) -> String {
    format!("spare_{number}")
}

/// Variables with an arbitrary initial value.
fn free<'a>(model: &'a Model<'a>, owner: Owner) -> Vec<&'a str> {
    model.variables(owner).into_iter().filter(|(_, init)| init.is_none()).map(|(name, _)| name).collect()
}

/// Values of the active thread, and overwritten shared ones, that the passive part refers to.
fn memory(model: &Model, assign: &Assign) -> Vec<Leaf> {
    let passive = assign.passive.iter();
    let values = passive.clone().flat_map(|p| &p.targets).flat_map(|(_, p)| [p.no, p.yes]);
    let ids = values.chain(passive.map(|p| p.constraint));
    let leaves = ids.flat_map(|f| model.program.formulas.leaves(f)).map(|l| normal(assign, l));
    let overwritten = |l: &Leaf| assign.targets.iter().any(|(var, _)| owned(*var) == (l.owner, l.index));
    let needed = |l: &Leaf| match l.owner {
        Owner::Shared => !l.primed && overwritten(l),
        Owner::Active => true,
        Owner::Passive => false,
    };
    let changes = |l: &Leaf| model.constant(l.owner, l.index).is_none();
    let unique: FxHashSet<Leaf> = leaves.filter(needed).filter(changes).collect();
    let mut unique: Vec<Leaf> = unique.into_iter().collect();
    unique.sort();
    unique
}

/// The same value without a prime, where the step does not change it.
fn normal(assign: &Assign, leaf: Leaf) -> Leaf {
    let changed = assign.targets.iter().any(|(var, _)| owned(*var) == (leaf.owner, leaf.index));
    Leaf { primed: leaf.primed && changed, ..leaf }
}
