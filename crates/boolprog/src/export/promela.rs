//! Promela models, for SPIN.
//!
//! *What*: one process per thread that can be alive; a location is a label, an edge is one `d_step` or
//! `atomic`. Locations that other threads move a thread to (entries of created threads, `wait` and what
//! follows it) share one label, the *hub*, and are told apart by the shared array `at`, so that creation
//! and broadcast take one step. Locals are shared arrays where other threads access them.
//! *Claim*: same verdict as the engines; every step of the program is one step of the model and vice
//! versa, up to steps that change nothing.
//! *Departures*: 1. `held` (a thread is inside an atomic section) and the counters of threads at target
//! labels are functions of the state, kept so that guards are cheap; 2. a step with many choices, or with
//! choices of other threads, guesses the values and goes back to where it was if they are not allowed;
//! 3. free slots are filled from below, which picks one of the symmetric states.

use super::{Model, NewValues, Scribe, Syntax, Text, Write, Written, narrow};
use crate::formula::Owner;
use crate::program::{Action, Assign, Edge, Loc, Program};
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use tw_index::Id;
use tw_verdict::Question;

const SYNTAX: Syntax = Syntax { and: " && ", or: " || ", constants: ["false", "true"] };
/// SPIN has at most 255 processes, one of which starts the others.
const MAX_THREADS: u32 = 254;
/// SPIN accepts at most 2048 `d_step`s; in a model with more edges than this, all of them are `atomic`.
const MAX_D_STEPS: usize = 1000;
/// A step with more choices than this is not written out for each of them.
const MAX_WRITTEN_CHOICES: usize = 3;

/// The model of `program` that asks `question`.
///
/// # Errors
/// A sentence that says what cannot be expressed.
pub fn promela(program: &Program, question: &Question) -> Result<String, String> {
    let model = Model::new(program, question)?;
    if model.threads > MAX_THREADS {
        return Err(format!("SPIN runs at most {MAX_THREADS} threads, not {}", model.threads));
    }
    let promela = Promela::new(&model);
    let thread = promela.thread();
    let init = promela.init();
    Ok(format!("{}\n{thread}{init}", promela.declarations()))
}

struct Promela<'a> {
    model: &'a Model<'a>,
    /// Locations of the hub.
    hub: Vec<Loc>,
    /// Locals that are arrays, by index.
    arrays: FxHashSet<u32>,
    /// Whether it must be known who is alive or where in the hub.
    has_at: bool,
    /// The word for what happens in one step without choices.
    one_step: &'static str,
    /// Numbers of auxiliary variables that are used.
    spares: Cell<usize>,
    choices: Cell<usize>,
    /// Locals of other threads that are guessed.
    guessed: RefCell<BTreeSet<String>>,
}

impl<'a> Promela<'a> {
    fn new(model: &'a Model<'a>) -> Self {
        let mut hub: BTreeSet<Loc> = model.releases().into_iter().flat_map(|(from, to)| [from, to]).collect();
        if model.grows {
            let child = |e: &Edge| if let Action::Start(child) = e.action { Some(child) } else { None };
            hub.insert(model.program.entry);
            hub.extend(model.edges.iter().filter_map(|e| child(&model.program.edges[*e])));
        }
        let passive = passive_locals(model);
        let has_at = !hub.is_empty() || (uses_others(model) && model.has_free_slots());
        let all = 0..narrow(model.program.locals.len());
        Promela {
            model,
            hub: hub.into_iter().collect(),
            arrays: all.filter(|i| model.grows || passive.contains(i)).collect(),
            has_at,
            one_step: if model.edges.len() > MAX_D_STEPS { "atomic" } else { "d_step" },
            spares: Cell::new(0),
            choices: Cell::new(0),
            guessed: RefCell::default(),
        }
    }

    /// The expression of a variable, where `p` is the number of the passive thread.
    fn place(&self, owner: Owner, index: u32, p: &str) -> Text {
        self.model.text(owner, index, |name| match owner {
            Owner::Passive => format!("{name}[{p}]"),
            Owner::Active if self.arrays.contains(&index) => format!("{name}[me]"),
            Owner::Active | Owner::Shared => name.to_string(),
        })
    }

    fn code(&self, loc: Loc) -> usize {
        self.hub.iter().position(|l| *l == loc).map_or(1, |i| i + 2)
    }

    fn label(&self, loc: Loc) -> String {
        if self.hub.contains(&loc) { "hub".to_string() } else { format!("L{}", loc.index()) }
    }

    /// Whether all processes start alike, without any choice.
    fn starts_alike(&self) -> bool {
        let model = self.model;
        let known = |owner| model.variables(owner).iter().all(|(_, init)| init.is_some());
        let asked = model.targets.iter().flatten().any(|(locs, _)| locs.contains(&model.program.entry));
        !model.grows
            && model.initial.0 == model.initial.1
            && known(Owner::Shared)
            && known(Owner::Active)
            && !asked
    }

    fn declarations(&self) -> String {
        let (model, n) = (self.model, self.model.threads);
        let alike = self.starts_alike();
        let mut out = format!("/* {} */\n", super::safe(&model.program.source.name));
        if self.has_at || !self.arrays.is_empty() {
            out += if alike { "#define me _pid\n" } else { "#define me (_pid - 1)\n" };
        }
        let value = |init: Option<bool>| if init == Some(true) { " = 1" } else { "" };
        for (name, init) in model.variables(Owner::Shared) {
            out += &format!("bit {name}{};\n", value(init));
        }
        for (name, init) in self.locals(true) {
            out += &format!("bit {name}[{n}]{};\n", value(init.filter(|_| alike)));
        }
        if model.excludes {
            out += "bit held; /* a thread is inside an atomic section */\n";
        }
        if self.has_at {
            let kind = if self.hub.len() < 250 { "byte" } else { "int" };
            let start = if alike { self.code(model.program.entry) } else { 0 };
            out += &format!(
                "{kind} at[{n}] = {start}; /* 0: no thread; 1: at a label; else at a place of the hub */\n"
            );
        }
        for (number, parts) in model.targets.iter().enumerate().filter(|(_, parts)| !single(parts)) {
            (0..parts.len()).for_each(|part| out += &format!("byte count_{number}_{part};\n"));
        }
        out += "hidden byte p, n;\n";
        (0..self.spares.get()).for_each(|i| out += &format!("hidden byte {};\n", spare(i)));
        (0..self.choices.get()).for_each(|i| out += &format!("hidden byte c{i};\n"));
        self.guessed.borrow().iter().for_each(|name| out += &format!("hidden byte {name}[{n}];\n"));
        out
    }

    /// Locals that vary: arrays, or those of the process.
    fn locals(&self, arrays: bool) -> Vec<(&'a str, Option<bool>)> {
        let all = self.model.variables(Owner::Active);
        let indices =
            (0..narrow(self.model.program.locals.len())).filter(|i| self.arrays.contains(i) == arrays);
        let names: FxHashSet<&str> = indices.map(|i| self.model.name(Owner::Active, i)).collect();
        all.into_iter().filter(|(name, _)| names.contains(name)).collect()
    }

    fn thread(&self) -> String {
        let model = self.model;
        let entry = model.program.entry;
        let known = |local: &&(&str, Option<bool>)| local.1.is_some();
        let locals = self.locals(false);
        let parameters: Vec<String> =
            locals.iter().filter(|l| !known(l)).map(|(name, _)| format!("bit {name}")).collect();
        let alike = if self.starts_alike() { format!("active [{}] ", model.threads) } else { String::new() };
        let mut out = format!("{alike}proctype thread({}) {{\n", parameters.join("; "));
        for (name, init) in locals.iter().filter(known) {
            out += &format!("  bit {name} = {};\n", u8::from(*init == Some(true)));
        }
        let rest = model.locations.iter().filter(|l| **l != entry).copied();
        let order: Vec<Loc> = std::iter::once(entry).chain(rest).collect();
        let hub = &self.hub;
        let options: Vec<String> = hub.iter().flat_map(|l| self.options(*l)).collect();
        let hub_block = block("hub", "told apart by at", &options);
        let hub_first = hub.contains(&entry);
        if hub_first {
            out += &hub_block;
        }
        for loc in order.into_iter().filter(|l| !hub.contains(l)) {
            out += &block(&self.label(loc), &model.statement(loc), &self.options(loc));
        }
        if !hub.is_empty() && !hub_first {
            out += &hub_block;
        }
        out + "dead: false\n}\n"
    }

    /// The steps from a location.
    fn options(&self, loc: Loc) -> Vec<String> {
        let edges: Vec<_> = self.model.program.edges_from(loc).map(|(id, _)| id).collect();
        let edges = edges.into_iter().filter(|e| self.model.edges.binary_search(e).is_ok());
        edges.collect::<Vec<_>>().into_iter().flat_map(|e| self.edge(&self.model.program.edges[e])).collect()
    }

    fn edge(&self, edge: &Edge) -> Vec<String> {
        let model = self.model;
        let place = |owner, index| self.place(owner, index, "p");
        let scribe = Scribe { formulas: &model.program.formulas, syntax: &SYNTAX, place: &place };
        let n = model.threads;
        let mut entered = vec![edge.to];
        let mut body = Vec::new();
        match &edge.action {
            Action::Wait => return Vec::new(),
            Action::Assign(assign) => return self.assign(edge, assign),
            Action::AtomicBegin | Action::AtomicEnd => {}
            Action::Assert(possible) => {
                let holds = scribe.not(scribe.old(possible.no));
                if model.assertions && holds != Text::Const(true) {
                    body.push(format!("assert({})", scribe.show(&holds)));
                }
            }
            Action::Start(child) if model.grows => {
                entered.push(*child);
                body.push(format!("p = 0; do :: p < {n} && at[p] -> p++ :: else -> break od"));
                let copies =
                    self.locals(true).into_iter().map(|(name, _)| format!("{name}[p] = {name}[me]; "));
                let counts = self.counts(None, Some(*child));
                let copies: String = copies.chain(counts.into_iter().map(|c| c + "; ")).collect();
                body.push(format!("if :: p < {n} -> {copies}at[p] = {} :: else fi", self.code(*child)));
            }
            Action::Start(_) => {}
            Action::End => return self.end(&scribe, edge).into_iter().collect(),
            Action::Broadcast => {
                let releases = model.releases();
                let release = |(from, to): &(Loc, Loc)| {
                    let counts: String =
                        self.counts(Some(*from), Some(*to)).iter().map(|c| format!("; {c}")).collect();
                    format!(":: at[p] == {} -> at[p] = {}{counts} ", self.code(*from), self.code(*to))
                };
                let cases: String = releases.iter().map(release).collect();
                if !cases.is_empty() {
                    body.push(format!("for (p : 0 .. {}) {{ if {cases}:: else fi }}", n - 1));
                }
                entered.extend(releases.iter().map(|(_, to)| *to));
            }
        }
        body.extend(self.arrive(edge.from, edge.to, &entered));
        self.step(&scribe, self.scheduled(edge.from), &body, &self.label(edge.to)).into_iter().collect()
    }

    fn end(&self, scribe: &Scribe, edge: &Edge) -> Option<String> {
        let program = self.model.program;
        if program.in_atomic(edge.from) {
            let body = self.arrive(edge.from, program.stuck, &[]);
            return self.step(scribe, self.scheduled(edge.from), &body, &self.label(program.stuck));
        }
        let array = |(name, _): (&str, _)| format!("{name}[me] = 0");
        let own = |(name, _): (&str, _)| format!("{name} = 0");
        let mut body: Vec<String> = self.locals(true).into_iter().map(array).collect();
        body.extend(self.locals(false).into_iter().map(own));
        if self.has_at {
            body.push("at[me] = 0".to_string());
        }
        body.extend(self.counts(Some(edge.from), None));
        self.step(scribe, self.scheduled(edge.from), &body, if self.model.grows { "hub" } else { "dead" })
    }

    /// The conditions under which a thread moves from `from`.
    fn scheduled(&self, from: Loc) -> Vec<Text> {
        let mut tests = Vec::new();
        if self.hub.contains(&from) {
            tests.push(Text::Atom(format!("at[me] == {}", self.code(from))));
        }
        if self.model.excludes && !self.model.program.in_atomic(from) {
            tests.push(Text::Not("held".to_string()));
        }
        tests
    }

    /// What the move itself changes; threads have entered the places `entered`.
    fn arrive(&self, from: Loc, to: Loc, entered: &[Loc]) -> Vec<String> {
        let inside = |loc| self.model.program.in_atomic(loc);
        let mut body = Vec::new();
        if self.has_at && self.code(from) != self.code(to) {
            body.push(format!("at[me] = {}", self.code(to)));
        }
        if self.model.excludes && inside(from) != inside(to) {
            body.push(format!("held = {}", u8::from(inside(to))));
        }
        body.extend(self.counts(Some(from), Some(to)));
        for (number, parts) in self.model.targets.iter().enumerate().filter(|(_, parts)| !single(parts)) {
            if parts.iter().any(|(locs, _)| entered.iter().any(|l| locs.contains(l))) {
                body.push(never(number, parts));
            }
        }
        body
    }

    /// Counters of target labels after a thread left `from` and entered `to`.
    fn counts(&self, from: Option<Loc>, to: Option<Loc>) -> Vec<String> {
        let mut updates = Vec::new();
        for (number, parts) in self.model.targets.iter().enumerate() {
            for (part, (locs, _)) in parts.iter().enumerate() {
                let at = |loc: Option<Loc>| loc.is_some_and(|l| locs.contains(&l));
                match (at(from), at(to)) {
                    (false, true) if single(parts) => updates.push("assert(false)".to_string()),
                    (false, true) => updates.push(format!("count_{number}_{part}++")),
                    (true, false) if !single(parts) => updates.push(format!("count_{number}_{part}--")),
                    _ => {}
                }
            }
        }
        updates
    }

    fn assign(&self, edge: &Edge, assign: &Assign) -> Vec<String> {
        let place = |owner, index| self.place(owner, index, "p");
        let scribe = Scribe { formulas: &self.model.program.formulas, syntax: &SYNTAX, place: &place };
        let written = scribe.active(assign, &|i, _| Text::Atom(format!("c{i}")));
        let others = scribe.passive(assign, written.new.clone(), &|_, (owner, index)| {
            Text::Atom(format!("new_{}[p]", self.model.name(owner, index)))
        });
        let passive = assign.passive.is_some() && self.model.threads > 1;
        let choices = written.choices.len();
        if choices > MAX_WRITTEN_CHOICES || (passive && !others.choices.is_empty()) {
            return vec![self.guess(&scribe, edge, written, others, passive)];
        }
        let option = |row: u32| {
            let written = scribe.active(assign, &|i, _| Text::Const(row >> i & 1 == 1));
            let mut conditions = self.scheduled(edge.from);
            conditions.extend(written.conditions);
            let mut body = Vec::new();
            if passive {
                let new = &written.new;
                conditions.extend((0..self.model.threads).map(|p| self.allows(assign, new.clone(), p)));
                let others = scribe.passive(assign, new.clone(), &|_, _| Text::Const(false));
                body.extend(self.move_others(&scribe, others.writes));
            }
            body.extend(self.set(&scribe, written.writes));
            body.extend(self.arrive(edge.from, edge.to, &[edge.to]));
            self.step(&scribe, conditions, &body, &self.label(edge.to))
        };
        (0..1 << choices).filter_map(option).collect()
    }

    /// Thread number `p` does not disable the step.
    fn allows(&self, assign: &Assign, new: NewValues, p: u32) -> Text {
        let place = |owner, index| self.place(owner, index, &p.to_string());
        let scribe = Scribe { formulas: &self.model.program.formulas, syntax: &SYNTAX, place: &place };
        let others = scribe.passive(assign, new, &|_, _| Text::Const(false));
        let dead =
            if self.model.has_free_slots() { Text::Not(format!("at[{p}]")) } else { Text::Const(false) };
        scribe.any([scribe.all(others.conditions), Text::Atom(format!("me == {p}")), dead])
    }

    /// Thread p is alive and not the active one.
    fn is_other(&self) -> &'static str {
        if self.model.has_free_slots() { "p != me && at[p]" } else { "p != me" }
    }

    fn move_others(&self, scribe: &Scribe, writes: Vec<Write>) -> Option<String> {
        let moves = self.set(scribe, writes).join("; ");
        let last = self.model.threads - 1;
        let guarded =
            || format!("for (p : 0 .. {last}) {{ if :: {} -> {moves} :: else fi }}", self.is_other());
        (!moves.is_empty()).then(guarded)
    }

    fn set(&self, scribe: &Scribe, writes: Vec<Write>) -> Vec<String> {
        let (lines, spares) = scribe.sequence(writes, &spare);
        self.spares.set(self.spares.get().max(spares));
        lines.into_iter().map(|(place, value)| format!("{place} = {value}")).collect()
    }

    /// A step that guesses values, and goes back where they are not allowed.
    fn guess(
        &self,
        scribe: &Scribe,
        edge: &Edge,
        written: Written,
        others: Written,
        passive: bool,
    ) -> String {
        let back = format!(":: else -> goto {} fi", self.label(edge.from));
        let check = |conditions: Vec<Text>, then: &str| match scribe.all(conditions) {
            Text::Const(true) => then.to_string(),
            condition => format!("if :: {} -> {then} {back}", scribe.show(&condition)),
        };
        let guesses = |choices: &[String]| {
            choices.iter().map(|c| format!("if :: {c} = 0 :: {c} = 1 fi; ")).collect::<String>()
        };
        self.choices.set(self.choices.get().max(written.choices.len()));
        let mut parts = vec![scribe.show(&scribe.all(self.scheduled(edge.from)))];
        parts.push(guesses(&written.choices) + &check(written.conditions, "skip"));
        let mut body = Vec::new();
        if passive {
            self.guessed.borrow_mut().extend(others.choices.iter().map(|c| c.replace("[p]", "")));
            let (n, other) = (self.model.threads, self.is_other());
            let choice = guesses(&others.choices) + &check(others.conditions, "p++");
            let skip = format!(":: p < {n} && !({other}) -> p++");
            parts.push(format!("p = 0; do :: p == {n} -> break {skip} :: p < {n} && {other} -> {choice} od"));
            body.extend(self.move_others(scribe, others.writes));
        }
        body.extend(self.set(scribe, written.writes));
        body.extend(self.arrive(edge.from, edge.to, &[edge.to]));
        format!(
            "atomic {{ {}; {} {{ {} }} }} goto {}",
            parts.join(";\n       "),
            self.one_step,
            body.join("; "),
            self.label(edge.to)
        )
    }

    /// One step; absent if it cannot be taken.
    fn step(&self, scribe: &Scribe, conditions: Vec<Text>, body: &[String], label: &str) -> Option<String> {
        let (guard, one_step) = (scribe.all(conditions), self.one_step);
        let starts_with_loop = body.first().is_some_and(|b| b.starts_with("for"));
        match (&guard, body.is_empty()) {
            (Text::Const(false), _) => None,
            (_, true) => Some(format!("{} -> goto {label}", scribe.show(&guard))),
            (Text::Const(true), _) if !starts_with_loop => {
                Some(format!("{one_step} {{ {} }} goto {label}", body.join("; ")))
            }
            _ => Some(format!("{one_step} {{ {}; {} }} goto {label}", scribe.show(&guard), body.join("; "))),
        }
    }

    /// The process that chooses initial values and starts the threads.
    fn init(&self) -> String {
        let model = self.model;
        if self.starts_alike() {
            return String::new();
        }
        let (least, most) = model.initial;
        let guess = |name: &str| format!("if :: {name} = 0 :: {name} = 1 fi;");
        let mut lines: Vec<String> = Vec::new();
        lines.extend(
            model
                .variables(Owner::Shared)
                .iter()
                .filter(|(_, init)| init.is_none())
                .map(|(name, _)| guess(name)),
        );
        let counts: String = (least..=most).map(|n| format!(":: n = {n} ")).collect();
        lines.push(format!("if {counts}fi;"));
        lines.push("p = 0;\n    do\n    :: p < n ->".to_string());
        for (name, init) in self.locals(true) {
            lines.push(
                init.map_or_else(
                    || guess(&format!("{name}[p]")),
                    |v| format!("{name}[p] = {};", u8::from(v)),
                ),
            );
        }
        let own: Vec<_> = self.locals(false).into_iter().filter(|(_, init)| init.is_none()).collect();
        let arguments: Vec<String> = (0..own.len()).map(|i| format!("c{i}")).collect();
        self.choices.set(self.choices.get().max(own.len()));
        lines.extend(arguments.iter().map(|c| guess(c)));
        if self.has_at {
            lines.push(format!("at[p] = {};", self.code(model.program.entry)));
        }
        lines.push(format!("run thread({}); p++\n    :: else -> break\n    od;", arguments.join(", ")));
        if model.grows {
            lines.push(format!("do :: p < {} -> run thread(); p++ :: else -> break od;", model.threads));
        }
        lines.extend(self.initial_counts());
        format!("init {{\n  atomic {{\n    {}\n  }}\n}}\n", lines.join("\n    "))
    }

    fn initial_counts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, parts) in self.model.targets.iter().enumerate() {
            let at_entry =
                |(_, (locs, _)): &(usize, &(Vec<Loc>, u32))| locs.contains(&self.model.program.entry);
            let started: Vec<usize> =
                parts.iter().enumerate().filter(at_entry).map(|(part, _)| part).collect();
            match (started.is_empty(), single(parts)) {
                (true, _) => {}
                (false, true) => lines.push("assert(false);".to_string()),
                (false, false) => {
                    lines.extend(started.iter().map(|part| format!("count_{number}_{part} = n;")));
                    lines.push(never(number, parts) + ";");
                }
            }
        }
        lines
    }
}

fn spare(number: usize) -> String {
    format!("spare_{number}")
}

/// A target of one thread: reached when a thread enters it.
fn single(parts: &[(Vec<Loc>, u32)]) -> bool {
    matches!(parts, [(_, 1)])
}

/// The assertion that target `number` is not reached.
fn never(number: usize, parts: &[(Vec<Loc>, u32)]) -> String {
    let reached =
        parts.iter().enumerate().map(|(part, (_, count))| format!("count_{number}_{part} >= {count}"));
    format!("assert(!({}))", reached.collect::<Vec<_>>().join(" && "))
}

fn block(label: &str, comment: &str, options: &[String]) -> String {
    if options.is_empty() {
        return format!("{label}: /* {comment} */\n  false;\n");
    }
    let options: String = options.iter().map(|o| format!("  :: {o}\n")).collect();
    format!("{label}: /* {comment} */\n  if\n{options}  fi;\n")
}

/// Whether some step reads or changes other threads.
fn uses_others(model: &Model) -> bool {
    model.threads > 1 && model.edges.iter().any(|e| model.program.edges[*e].passive().is_some())
}

/// Locals of other threads that steps read or change, by index.
fn passive_locals(model: &Model) -> FxHashSet<u32> {
    let mut locals = FxHashSet::default();
    for passive in
        model.edges.iter().filter(|_| model.threads > 1).filter_map(|e| model.program.edges[*e].passive())
    {
        locals.extend(passive.targets.iter().map(|(var, _)| narrow(var.index())));
        let values = passive.targets.iter().flat_map(|(_, p)| [p.no, p.yes]).chain([passive.constraint]);
        let leaves = values.flat_map(|f| model.program.formulas.leaves(f));
        locals.extend(leaves.filter(|l| l.owner == Owner::Passive).map(|l| l.index));
    }
    locals
}
