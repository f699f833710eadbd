//! Exporters: the flat program as a model for other tools.
//!
//! *What*: [`promela()`] for SPIN, [`murphi()`] for rumur, [`dot()`] for Graphviz. This file holds what
//! they share: names that every target language accepts, formulas as text, and the part of the program
//! that can run at all within the bounds ([`Model`]).
//! *Claim*: a model has the steps of [`crate::semantics`], one for one, so verdicts carry over; each
//! exporter says where it takes several steps for one.
//! *Departures*: 1. edges whose guard or constraint is false for every valuation are left out, with all
//! that only they reach, and so are edges that change nothing; 2. variables that no step assigns and whose initial value is known are written
//! as constants. Neither changes the number of reachable states.

pub mod dot;
pub mod murphi;
pub mod promela;

pub use dot::dot;
pub use murphi::murphi;
pub use promela::promela;

use crate::checked::{Var, Variable};
use crate::formula::{Formula, FormulaId, Formulas, Leaf, Owner, Possible};
use crate::program::{Action, Assign, Edge, EdgeId, Loc, Program};
use crate::semantics::ResolvedTargets;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use tw_index::Id;
use tw_verdict::Question;

/// Formulas larger than this, written out as trees, are refused.
const MAX_TREE: u64 = 4096;
/// Formulas over at most this many variables are decided by their truth table.
const MAX_TABLE_LEAVES: usize = 10;

/// The part of a program that can run within the bounds of a question.
pub(crate) struct Model<'a> {
    pub program: &'a Program,
    /// Number of threads that can be alive at once.
    pub threads: u32,
    /// Least and greatest number of initial threads.
    pub initial: (u32, u32),
    /// Reachable locations, ascending.
    pub locations: Vec<Loc>,
    /// Edges that can be taken, in the order of the program; none is a wait.
    pub edges: Vec<EdgeId>,
    /// Whether some creation can succeed.
    pub grows: bool,
    /// Whether a thread can end outside of atomic sections.
    pub ends: bool,
    /// Whether a thread inside an atomic section can keep another one from running.
    pub excludes: bool,
    /// Targets that can be reached at all: parts with their locations and numbers of threads.
    pub targets: Vec<Vec<(Vec<Loc>, u32)>>,
    /// Whether failing assertions are violations.
    pub assertions: bool,
    names: FxHashMap<(Owner, u32), String>,
    assigned: FxHashSet<(Owner, u32)>,
}

impl<'a> Model<'a> {
    /// The model of a question.
    ///
    /// # Errors
    /// A sentence about a formula that is too large to be written out.
    pub fn new(program: &'a Program, question: &Question) -> Result<Self, String> {
        let threads = question.bounds.threads.limit();
        let counts = question.bounds.initial_counts();
        let initial = (*counts.start(), *counts.end());
        let (mut locations, mut edges) = reachable(program, threads, true);
        let is_end = |e: &EdgeId| {
            let edge = &program.edges[*e];
            matches!(edge.action, Action::End) && !program.in_atomic(edge.from)
        };
        let creates = edges.iter().any(|e| matches!(program.edges[*e].action, Action::Start(_)));
        let grows = creates && threads > 1 && (initial.0 < threads || edges.iter().any(is_end));
        let threads = if grows { threads } else { initial.1 };
        if !grows {
            (locations, edges) = reachable(program, threads, false);
        }
        check_sizes(program, &edges)?;
        Ok(Model {
            threads,
            initial,
            grows,
            ends: edges.iter().any(is_end),
            excludes: threads > 1 && locations.iter().any(|l| program.in_atomic(*l)),
            targets: attainable(program, question, &locations, threads),
            assertions: question.assertions,
            names: names(program),
            assigned: assigned(program, &edges),
            locations: locations.into_iter().collect(),
            edges,
            program,
        })
    }

    /// The name of a variable.
    pub fn name(&self, owner: Owner, index: u32) -> &str {
        let owner = if owner == Owner::Passive { Owner::Active } else { owner };
        &self.names[&(owner, index)]
    }

    /// The value of a variable that never changes.
    pub fn constant(&self, owner: Owner, index: u32) -> Option<bool> {
        let owner = if owner == Owner::Passive { Owner::Active } else { owner };
        let init = variable(self.program, owner, index).init;
        if self.assigned.contains(&(owner, index)) { None } else { init }
    }

    /// A variable in a formula: its value if it never changes, else the expression `place` gives for its name.
    pub fn text(&self, owner: Owner, index: u32, place: impl FnOnce(&str) -> String) -> Text {
        match self.constant(owner, index) {
            Some(value) => Text::Const(value),
            None => Text::Atom(place(self.name(owner, index))),
        }
    }

    /// Variables of `owner` that are not constant, with their initial values.
    pub fn variables(&self, owner: Owner) -> Vec<(&str, Option<bool>)> {
        let count =
            if owner == Owner::Shared { self.program.shared.len() } else { self.program.locals.len() };
        let indices = (0..count).map(narrow).filter(|i| self.constant(owner, *i).is_none());
        indices.map(|i| (self.name(owner, i), variable(self.program, owner, i).init)).collect()
    }

    /// Whether a slot for a thread can be empty.
    pub fn has_free_slots(&self) -> bool {
        self.ends || self.initial.0 < self.threads
    }

    /// Waiting locations that a broadcast can release, with where to.
    pub fn releases(&self) -> Vec<(Loc, Loc)> {
        let broadcasts =
            self.edges.iter().any(|e| matches!(self.program.edges[*e].action, Action::Broadcast));
        let waiting =
            self.locations.iter().filter(|l| broadcasts && self.threads > 1 && !self.program.in_atomic(**l));
        waiting.filter_map(|l| self.program.released(*l).map(|to| (*l, to))).collect()
    }

    /// Source line and text of the statement at `loc`, fit for comments and strings.
    pub fn statement(&self, loc: Loc) -> String {
        statement(self.program, loc)
    }
}

fn variable(program: &Program, owner: Owner, index: u32) -> &Variable {
    match owner {
        Owner::Shared => &program.shared[Id::from_index(index as usize)],
        Owner::Active | Owner::Passive => &program.locals[Id::from_index(index as usize)],
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("ids fit in 32 bits")
}

/// Whose copy of a variable an assignment of the active thread changes.
fn owned(var: Var) -> (Owner, u32) {
    match var {
        Var::Shared(v) => (Owner::Shared, narrow(v.index())),
        Var::Local(v) => (Owner::Active, narrow(v.index())),
    }
}

fn statement(program: &Program, loc: Loc) -> String {
    let place = &program.locations[loc];
    let line = program.source.position(place.span).0;
    let text = match place.stmt {
        Some(_) => program.source.excerpt(place.span),
        None => format!("end or guard in {}", program.functions[place.function]),
    };
    format!("{line}: {}", safe(&text))
}

/// The start of a text, without what ends a comment or a string.
fn safe(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() && !"\"\\%/".contains(c) || c == ' ' { c } else { '?' };
    text.chars().take(60).map(plain).collect()
}

/// Locations that can be reached and edges that can be taken.
fn reachable(program: &Program, threads: u32, children: bool) -> (BTreeSet<Loc>, Vec<EdgeId>) {
    let (mut locations, mut edges) = (BTreeSet::from([program.entry]), Vec::new());
    let mut stack = vec![program.entry];
    while let Some(loc) = stack.pop() {
        for (id, edge) in program.edges_from(loc) {
            let next = match &edge.action {
                Action::Assign(assign) if !possible(&program.formulas, assign) => continue,
                Action::Wait if threads == 1 => continue,
                Action::End if program.in_atomic(loc) => Some(program.stuck),
                Action::End => None,
                _ => Some(edge.to),
            };
            let child =
                if let Action::Start(child) = edge.action { Some(child).filter(|_| children) } else { None };
            stack.extend(next.into_iter().chain(child).filter(|l| locations.insert(*l)));
            if !matches!(edge.action, Action::Wait) && !stutters(edge) {
                edges.push(id);
            }
        }
    }
    edges.sort();
    (locations, edges)
}

/// Whether the step changes nothing.
fn stutters(edge: &Edge) -> bool {
    let assigns =
        |a: &Assign| !a.targets.is_empty() || a.passive.as_ref().is_some_and(|p| !p.targets.is_empty());
    edge.from == edge.to && matches!(&edge.action, Action::Assign(assign) if !assigns(assign))
}

fn possible(formulas: &Formulas, assign: &Assign) -> bool {
    [assign.guard, assign.constraint].iter().all(|f| truth_table(formulas, &[*f], &|v| !v[0]) != Some(true))
}

/// Whether `holds` is true of the formulas' values for all valuations; absent if there are too many.
fn truth_table(formulas: &Formulas, ids: &[FormulaId], holds: &dyn Fn(&[bool]) -> bool) -> Option<bool> {
    let leaves: BTreeSet<Leaf> = ids.iter().flat_map(|f| formulas.leaves(*f)).collect();
    let leaves: Vec<Leaf> = leaves.into_iter().collect();
    if leaves.len() > MAX_TABLE_LEAVES {
        return None;
    }
    let value = |row: u32, leaf: Leaf| leaves.binary_search(&leaf).is_ok_and(|bit| row >> bit & 1 == 1);
    let holds_in = |row: u32| {
        let values: Vec<bool> = ids.iter().map(|f| formulas.eval(*f, &|leaf| value(row, leaf))).collect();
        holds(&values)
    };
    Some((0..1 << leaves.len()).all(holds_in))
}

fn check_sizes(program: &Program, edges: &[EdgeId]) -> Result<(), String> {
    let mut sizes = FxHashMap::default();
    for edge in edges.iter().map(|e| &program.edges[*e]) {
        if formulas_of(edge).iter().any(|f| tree_size(&program.formulas, *f, &mut sizes) > MAX_TREE) {
            let line = program.source.position(program.locations[edge.from].span).0;
            return Err(format!(
                "the expression in line {line} is too large: {MAX_TREE} operators can be exported"
            ));
        }
    }
    Ok(())
}

fn formulas_of(edge: &Edge) -> Vec<FormulaId> {
    match &edge.action {
        Action::Assert(possible) => vec![possible.no],
        Action::Assign(assign) => {
            let passive = assign.passive.iter();
            let others = passive.clone().flat_map(|p| &p.targets).map(|(_, p)| *p);
            let values = assign.targets.iter().map(|(_, p)| *p).chain(others).flat_map(|p| [p.no, p.yes]);
            values.chain([assign.guard, assign.constraint]).chain(passive.map(|p| p.constraint)).collect()
        }
        _ => Vec::new(),
    }
}

fn tree_size(formulas: &Formulas, id: FormulaId, sizes: &mut FxHashMap<FormulaId, u64>) -> u64 {
    if let Some(size) = sizes.get(&id) {
        return *size;
    }
    let size = match formulas.node(id) {
        Formula::Const(_) | Formula::Leaf(_) => 1,
        Formula::Not(a) => tree_size(formulas, a, sizes).saturating_add(1),
        Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => {
            tree_size(formulas, a, sizes).saturating_add(tree_size(formulas, b, sizes)).saturating_add(1)
        }
    };
    sizes.insert(id, size);
    size
}

fn attainable(
    program: &Program,
    question: &Question,
    reached: &BTreeSet<Loc>,
    threads: u32,
) -> Vec<Vec<(Vec<Loc>, u32)>> {
    let mut targets = ResolvedTargets::new(program, &question.targets).alternatives;
    targets.iter_mut().flatten().for_each(|(locs, _)| locs.retain(|l| reached.contains(l)));
    targets.retain(|parts| parts.iter().all(|(locs, n)| !locs.is_empty() && *n <= threads));
    targets
}

fn assigned(program: &Program, edges: &[EdgeId]) -> FxHashSet<(Owner, u32)> {
    let mut assigned = FxHashSet::default();
    for edge in edges.iter().map(|e| &program.edges[*e]) {
        if let Action::Assign(assign) = &edge.action {
            assigned.extend(assign.targets.iter().map(|(var, _)| owned(*var)));
            let passive = assign.passive.iter().flat_map(|p| &p.targets);
            assigned.extend(passive.map(|(var, _)| (Owner::Active, narrow(var.index()))));
        }
    }
    assigned
}

/// Names of letters, digits and underscores, different even without regard to case.
fn names(program: &Program) -> FxHashMap<(Owner, u32), String> {
    let (mut names, mut taken) = (FxHashMap::default(), FxHashSet::default());
    let shared = program.shared.iter().map(|v| (Owner::Shared, "s_", v));
    let locals = program.locals.iter().map(|v| (Owner::Active, "l_", v));
    let mut next = FxHashMap::default();
    for (owner, prefix, variable) in shared.chain(locals) {
        let function = variable.function.map(|f| format!("{}_", program.functions[f])).unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let stem = format!("{prefix}{function}{}", variable.name).chars().map(plain).collect::<String>();
        let mut name = stem.clone();
        let mut number = 1;
        while !taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{stem}_{number}");
        }
        let index: &mut u32 = next.entry(owner).or_insert(0);
        names.insert((owner, *index), name);
        *index += 1;
    }
    names
}

/// How a language writes operators.
pub(crate) struct Syntax {
    pub and: &'static str,
    pub or: &'static str,
    pub constants: [&'static str; 2],
}

/// An expression of the target language, by its outermost operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Text {
    Const(bool),
    Atom(String),
    /// The operand of a negation, as an atom.
    Not(String),
    And(String),
    Or(String),
}

/// A variable with the expression that it is assigned.
pub(crate) struct Write {
    var: (Owner, u32),
    pub place: String,
    pub value: Text,
    reads: Vec<(Owner, u32)>,
}

/// The new values of some variables.
pub(crate) type NewValues = FxHashMap<(Owner, u32), Text>;

/// One side (active or passive) of an assignment as text.
pub(crate) struct Written {
    /// Conditions on old values, chosen values and constraint.
    pub conditions: Vec<Text>,
    /// Names of the free choices, in the order of the targets.
    pub choices: Vec<String>,
    pub writes: Vec<Write>,
    pub new: NewValues,
}

/// Names the n-th choice, which is for the given variable.
pub(crate) type Choice<'a> = &'a dyn Fn(usize, (Owner, u32)) -> Text;

/// What a variable can get.
pub(crate) enum Value {
    Certain(FormulaId),
    Free(Possible),
}

impl Value {
    /// Decides whether there is a choice.
    pub fn new(formulas: &Formulas, possible: Possible) -> Value {
        let Possible { no, yes } = possible;
        let opposite = formulas.node(no) == Formula::Not(yes) || formulas.node(yes) == Formula::Not(no);
        let certain = opposite || truth_table(formulas, &[no, yes], &|v| v[0] != v[1]) == Some(true);
        if certain { Value::Certain(yes) } else { Value::Free(possible) }
    }
}

/// Writes formulas in one language; `place` gives the expression of a variable.
pub(crate) struct Scribe<'a> {
    pub formulas: &'a Formulas,
    pub syntax: &'a Syntax,
    pub place: &'a dyn Fn(Owner, u32) -> Text,
}

impl Scribe<'_> {
    /// The formula over the values before the step.
    pub fn old(&self, id: FormulaId) -> Text {
        self.after(id, &NewValues::default())
    }

    /// The formula where primed variables have the values `new`, if given.
    pub fn after(&self, id: FormulaId, new: &NewValues) -> Text {
        self.with(id, &|leaf| match new.get(&(leaf.owner, leaf.index)) {
            Some(value) if leaf.primed => value.clone(),
            _ => self.leaf(leaf),
        })
    }

    /// The variable before the step.
    pub fn leaf(&self, leaf: Leaf) -> Text {
        (self.place)(leaf.owner, leaf.index)
    }

    /// The formula with the given leaves.
    pub fn with(&self, id: FormulaId, leaf: &dyn Fn(Leaf) -> Text) -> Text {
        match self.formulas.node(id) {
            Formula::Const(value) => Text::Const(value),
            Formula::Leaf(l) => leaf(l),
            Formula::Not(a) => self.not(self.with(a, leaf)),
            Formula::And(a, b) => self.all([self.with(a, leaf), self.with(b, leaf)]),
            Formula::Or(a, b) => self.any([self.with(a, leaf), self.with(b, leaf)]),
            Formula::Xor(a, b) => self.differ(self.with(a, leaf), self.with(b, leaf)),
        }
    }

    pub fn not(&self, text: Text) -> Text {
        match text {
            Text::Const(value) => Text::Const(!value),
            Text::Not(operand) => Text::Atom(operand),
            text => Text::Not(self.atom(&text)),
        }
    }

    fn differ(&self, a: Text, b: Text) -> Text {
        match (a, b) {
            (Text::Const(value), other) | (other, Text::Const(value)) => {
                if value {
                    self.not(other)
                } else {
                    other
                }
            }
            (a, b) => Text::Atom(format!("({} != {})", self.atom(&a), self.atom(&b))),
        }
    }

    /// The conjunction.
    pub fn all(&self, parts: impl IntoIterator<Item = Text>) -> Text {
        self.join(parts, true)
    }

    /// The disjunction.
    pub fn any(&self, parts: impl IntoIterator<Item = Text>) -> Text {
        self.join(parts, false)
    }

    fn join(&self, parts: impl IntoIterator<Item = Text>, and: bool) -> Text {
        let mut kept: Vec<Text> = Vec::new();
        for part in parts {
            match part {
                Text::Const(value) if value == and => {}
                Text::Const(value) => return Text::Const(value),
                part => kept.push(part),
            }
        }
        if kept.len() < 2 {
            return kept.pop().unwrap_or(Text::Const(and));
        }
        let operand = |text: &Text| match text {
            Text::And(s) if and => s.clone(),
            Text::Or(s) if !and => s.clone(),
            Text::Not(_) => self.show(text),
            _ => self.atom(text),
        };
        let operands: Vec<String> = kept.iter().map(operand).collect();
        if and { Text::And(operands.join(self.syntax.and)) } else { Text::Or(operands.join(self.syntax.or)) }
    }

    /// The expression as it stands alone.
    pub fn show(&self, text: &Text) -> String {
        match text {
            Text::Const(value) => self.syntax.constants[usize::from(*value)].to_string(),
            Text::Not(operand) => format!("!{operand}"),
            Text::Atom(s) | Text::And(s) | Text::Or(s) => s.clone(),
        }
    }

    /// The expression as an operand.
    pub fn atom(&self, text: &Text) -> String {
        match text {
            Text::Const(_) | Text::Atom(_) => self.show(text),
            _ => format!("({})", self.show(text)),
        }
    }

    /// The active side of an assignment; `choice` names the choices.
    pub fn active(&self, assign: &Assign, choice: Choice) -> Written {
        let targets = assign.targets.iter().map(|(var, possible)| (owned(*var), *possible));
        let mut written = self.side(targets, NewValues::default(), choice, &|leaf| self.leaf(leaf));
        written.conditions.insert(0, self.old(assign.guard));
        written.conditions.push(self.after(assign.constraint, &written.new));
        written
    }

    /// The side of every other thread, where the active thread and shared variables get `new`.
    pub fn passive(&self, assign: &Assign, new: NewValues, choice: Choice) -> Written {
        self.passive_with(assign, new, choice, &|leaf| self.leaf(leaf))
    }

    /// As [`Scribe::passive`], with the given values before the step.
    pub fn passive_with(
        &self,
        assign: &Assign,
        new: NewValues,
        choice: Choice,
        old: &dyn Fn(Leaf) -> Text,
    ) -> Written {
        let passive = assign.passive.iter();
        let targets = passive.clone().flat_map(|p| &p.targets);
        let targets = targets.map(|(var, possible)| ((Owner::Passive, narrow(var.index())), *possible));
        let mut written = self.side(targets, new, choice, old);
        for passive in passive {
            let constraint =
                self.with(passive.constraint, &|leaf| match written.new.get(&(leaf.owner, leaf.index)) {
                    Some(value) if leaf.primed => value.clone(),
                    _ => old(leaf),
                });
            written.conditions.push(constraint);
        }
        written
    }

    fn side(
        &self,
        targets: impl Iterator<Item = ((Owner, u32), Possible)>,
        new: NewValues,
        choice: Choice,
        old: &dyn Fn(Leaf) -> Text,
    ) -> Written {
        let mut written = Written { conditions: Vec::new(), choices: Vec::new(), writes: Vec::new(), new };
        for (var, possible) in targets {
            let place = self.show(&(self.place)(var.0, var.1));
            let mut reads = Vec::new();
            let value = match Value::new(self.formulas, possible) {
                Value::Certain(yes) => {
                    reads = self.formulas.leaves(yes).iter().map(|l| (l.owner, l.index)).collect();
                    self.with(yes, old)
                }
                Value::Free(Possible { no, yes }) => {
                    let value = choice(written.choices.len(), var);
                    written.choices.push(self.show(&value));
                    // Whichever value is chosen must be a possible one.
                    let if_true = self.any([self.not(value.clone()), self.with(yes, old)]);
                    let if_false = self.any([value.clone(), self.with(no, old)]);
                    written.conditions.extend([if_true, if_false]);
                    value
                }
            };
            written.new.insert(var, value.clone());
            if value != Text::Atom(place.clone()) {
                written.writes.push(Write { var, place, value, reads });
            }
        }
        written
    }

    /// A parallel assignment as a sequence of single ones; `spare(n)` names the n-th auxiliary variable.
    pub fn sequence(
        &self,
        mut writes: Vec<Write>,
        spare: &dyn Fn(usize) -> String,
    ) -> (Vec<(String, String)>, usize) {
        let (mut lines, mut spares) = (Vec::new(), 0);
        while !writes.is_empty() {
            let unread = |at: usize| {
                let readers =
                    writes.iter().enumerate().filter(|(i, w)| *i != at && w.reads.contains(&writes[at].var));
                readers.count() == 0
            };
            match (0..writes.len()).find(|at| unread(*at)) {
                Some(at) => {
                    let write = writes.remove(at);
                    lines.push((write.place, self.show(&write.value)));
                }
                None => {
                    let name = spare(spares);
                    spares += 1;
                    lines.push((name.clone(), self.show(&writes[0].value)));
                    (writes[0].value, writes[0].reads) = (Text::Atom(name), Vec::new());
                }
            }
        }
        (lines, spares)
    }
}
