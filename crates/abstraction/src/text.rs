//! The Boolean program as text that the front end reads, for people.
//!
//! *What*: the dialect with names for labels. A location with several edges is a `goto` to one label for each; an edge that
//! begins or ends an atomic section has a statement more. Comments say which predicate a variable stands for, and which place
//! a label.
//! *Claim*: the text has the same violations as the flat program, with any number of threads. (A thread that has chosen an
//! edge which is not possible waits, perhaps inside a section: on other paths it has not chosen it.)

use crate::emit::Emitted;
use crate::predicate::{PredicateKind, Predicates};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Assign, Edge, Formula, FormulaId, Leaf, Loc, Owner, Possible, Program};
use tw_index::Id;
use tw_steps::Template;
use tw_words::Show;

/// The text of a Boolean program.
pub fn text(template: &Template, predicates: &Predicates, emitted: &Emitted) -> String {
    let mut writer = Writer { program: &emitted.program, out: String::new(), labels: FxHashSet::default() };
    writer.variables(template, predicates, emitted);
    writer.line("");
    writer.line("void main() begin");
    writer.labels.extend(emitted.program.locations.iter().flat_map(|l| l.labels.iter().cloned()));
    writer.line(&format!("  goto {};", writer.label(emitted.program.entry)));
    for (loc, location) in emitted.program.locations.enumerate() {
        if loc == emitted.program.stuck {
            continue;
        }
        if let Some(place) = emitted.places[loc] {
            let at = &template.places[place];
            let line = at.loc.map(|l| format!(", line {}", l.line)).unwrap_or_default();
            writer.line(&format!("  // place {}{line}", at.name));
        }
        writer.location(loc, location.atomic_depth > 0);
    }
    writer.line("end");
    writer.out
}

struct Writer<'a> {
    program: &'a Program,
    out: String,
    labels: FxHashSet<String>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn variables(&mut self, template: &Template, predicates: &Predicates, emitted: &Emitted) {
        let about = |var: Var| {
            let predicate = emitted.bits.enumerate().find(|(_, bit)| **bit == var).map(|(id, _)| id);
            if let Some(id) = predicate {
                let predicate = &predicates.list[id];
                let kind = match predicate.kind {
                    PredicateKind::Shared => "shared",
                    PredicateKind::Local => "local",
                    PredicateKind::Mixed => "mixed",
                };
                return format!("{kind}: {}", Show(&template.words, predicate.term));
            }
            let scope = emitted.scopes.iter().find(|(_, variable)| Var::Local(*variable) == var);
            match scope {
                Some((places, _)) => {
                    let names = places.iter().map(|p| template.places[Id::from_index(p)].name.as_str());
                    format!("at {}", names.collect::<Vec<_>>().join(", "))
                }
                None => "has not taken a step".to_string(),
            }
        };
        let init = |value: Option<bool>| value.map_or("*", |value| if value { "1" } else { "0" });
        for (id, variable) in self.program.shared.enumerate() {
            let about = about(Var::Shared(id));
            let _ = writeln!(self.out, "decl {} := {}; // {about}", variable.name, init(variable.init));
        }
        for (id, variable) in self.program.locals.enumerate() {
            let (name, about) = (&variable.name, about(Var::Local(id)));
            let _ = writeln!(self.out, "decl thread_local {name} := {}; // {about}", init(variable.init));
        }
    }

    fn label(&self, loc: Loc) -> &str {
        self.program.locations[loc].labels.first().map_or("stuck", String::as_str)
    }

    fn location(&mut self, loc: Loc, atomic: bool) {
        let program = self.program;
        let label = self.label(loc).to_string();
        let edges: Vec<&Edge> = program.edges_from(loc).map(|(_, edge)| edge).collect();
        match edges.as_slice() {
            [] => self.line(&format!("{label}: assume(F);\n    goto {label};")),
            [only] => self.edge(&label, only, atomic),
            several => {
                let mut ways = Vec::new();
                for number in 1..=several.len() {
                    let mut way = format!("{label}_way{number}");
                    while !self.labels.insert(way.clone()) {
                        way.push('_');
                    }
                    ways.push(way);
                }
                self.line(&format!("{label}: goto {};", ways.join(", ")));
                for (way, edge) in ways.iter().zip(several) {
                    self.edge(way, edge, atomic);
                }
            }
        }
    }

    fn edge(&mut self, label: &str, edge: &Edge, atomic: bool) {
        let mut lines: Vec<String> = Vec::new();
        let to_atomic = self.program.in_atomic(edge.to);
        if to_atomic && !atomic {
            lines.push("atomic_begin".to_string());
        }
        match &edge.action {
            Action::Assign(assign) => lines.push(self.assignment(assign)),
            Action::Assert(possible) => lines.push(format!("assert({})", self.negation(possible.no))),
            Action::Start(child) => lines.push(format!("start_thread goto {}", self.label(*child))),
            Action::AtomicBegin | Action::AtomicEnd => {}
            Action::End => lines.push("end_thread".to_string()),
            Action::Wait => lines.push("wait".to_string()),
            Action::Broadcast => lines.push("broadcast".to_string()),
        }
        if atomic && !to_atomic {
            lines.push("atomic_end".to_string());
        }
        if !matches!(edge.action, Action::End) {
            lines.push(format!("goto {}", self.label(edge.to)));
        }
        self.line(&format!("{label}: {};", lines.join(";\n    ")));
    }

    fn assignment(&self, assign: &Assign) -> String {
        let passive = assign.passive.as_ref();
        let own = assign.targets.iter().map(|(var, value)| (self.variable(*var), self.value(*value)));
        let others = passive.iter().flat_map(|p| &p.targets);
        let others =
            others.map(|(var, value)| (format!("{}$", self.variable(Var::Local(*var))), self.value(*value)));
        let (mut targets, mut values): (Vec<String>, Vec<String>) = own.chain(others).unzip();
        let conjuncts: Vec<String> = [assign.guard, assign.constraint]
            .into_iter()
            .chain(passive.map(|p| p.constraint))
            .flat_map(|formula| self.conjuncts(formula))
            .collect();
        if targets.is_empty() {
            if self.program.formulas.is_true(assign.constraint) && passive.is_none() {
                return if conjuncts.is_empty() {
                    "skip".to_string()
                } else {
                    format!("assume({})", conjuncts.join(" & "))
                };
            }
            targets.push("_".to_string());
            values.push("*".to_string());
        }
        let constraint = if conjuncts.is_empty() {
            String::new()
        } else {
            format!("\n      constrain {}", conjuncts.join("\n      & "))
        };
        format!("{} := {}{constraint}", targets.join(", "), values.join(", "))
    }

    fn variable(&self, var: Var) -> String {
        match var {
            Var::Shared(v) => self.program.shared[v].name.clone(),
            Var::Local(v) => self.program.locals[v].name.clone(),
        }
    }

    fn value(&self, value: Possible) -> String {
        let formulas = &self.program.formulas;
        if formulas.is_true(value.no) && formulas.is_true(value.yes) {
            "*".to_string()
        } else {
            self.formula(value.yes)
        }
    }

    /// The parts of a conjunction, without those that are always true.
    fn conjuncts(&self, formula: FormulaId) -> Vec<String> {
        let (mut stack, mut found) = (vec![formula], Vec::new());
        while let Some(formula) = stack.pop() {
            match self.program.formulas.node(formula) {
                Formula::And(a, b) => stack.extend([b, a]),
                Formula::Const(true) => {}
                _ => found.push(format!("({})", self.formula(formula))),
            }
        }
        found
    }

    fn negation(&self, formula: FormulaId) -> String {
        match self.program.formulas.node(formula) {
            Formula::Const(value) => if value { "F" } else { "T" }.to_string(),
            Formula::Not(inner) => self.formula(inner),
            _ => format!("!({})", self.formula(formula)),
        }
    }

    fn formula(&self, formula: FormulaId) -> String {
        let both = |a, sign, b| format!("({}) {sign} ({})", self.formula(a), self.formula(b));
        match self.program.formulas.node(formula) {
            Formula::Const(value) => if value { "T" } else { "F" }.to_string(),
            Formula::Leaf(leaf) => self.leaf(leaf),
            Formula::Not(inner) => match self.program.formulas.node(inner) {
                Formula::Leaf(leaf) => format!("!{}", self.leaf(leaf)),
                _ => format!("!({})", self.formula(inner)),
            },
            Formula::And(..) => self.conjuncts(formula).join(" & "),
            Formula::Or(..) => self.disjuncts(formula).join(" | "),
            Formula::Xor(a, b) => both(a, "^", b),
        }
    }

    fn disjuncts(&self, formula: FormulaId) -> Vec<String> {
        let (mut stack, mut found) = (vec![formula], Vec::new());
        while let Some(formula) = stack.pop() {
            match self.program.formulas.node(formula) {
                Formula::Or(a, b) => stack.extend([b, a]),
                Formula::Leaf(_) | Formula::Not(_) => found.push(self.formula(formula)),
                _ => found.push(format!("({})", self.formula(formula))),
            }
        }
        found
    }

    fn leaf(&self, leaf: Leaf) -> String {
        let index = leaf.index as usize;
        let var = match leaf.owner {
            Owner::Shared => Var::Shared(Id::from_index(index)),
            Owner::Active | Owner::Passive => Var::Local(Id::from_index(index)),
        };
        let tick = if leaf.primed { "'" } else { "" };
        let dollar = if leaf.owner == Owner::Passive { "$" } else { "" };
        format!("{tick}{}{dollar}", self.variable(var))
    }
}
