//! Graphviz pictures of the control flow.
//!
//! *What*: one node per location, with source line and statement; one edge per step, labelled by what it
//! does. Locations inside atomic sections are shaded, those with a conventional error label red. A dashed
//! edge leads to where a created thread starts; a dotted one is taken by a broadcast.

use super::{Scribe, Syntax, Text, Value, narrow, owned, statement, variable};
use crate::formula::{Leaf, Owner, Possible};
use crate::program::{Action, Assign, Edge, Loc, Program};
use std::fmt::Write;
use tw_index::Id;

const SYNTAX: Syntax = Syntax { and: " & ", or: " | ", constants: ["F", "T"] };
/// Labels that are errors by convention.
const ERROR_LABELS: [&str; 2] = ["ERROR", "SLIC_ERROR"];

/// The control-flow graph of `program`.
pub fn dot(program: &Program) -> String {
    let mut out = String::from(
        "digraph program {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n",
    );
    let stuck = |edge: &Edge| matches!(edge.action, Action::End) && program.in_atomic(edge.from);
    let sticks = program.edges.iter().any(stuck);
    for (loc, _) in program.locations.enumerate().filter(|(l, _)| sticks || *l != program.stuck) {
        let _ = writeln!(out, "  n{} [{}];", loc.index(), node(program, loc));
    }
    if program.edges.iter().any(|e| matches!(e.action, Action::End) && !stuck(e)) {
        out += "  ended [shape=doublecircle, label=\"\"];\n";
    }
    let _ = writeln!(out, "  start [shape=point];\n  start -> n{};", program.entry.index());
    program.edges.iter().for_each(|e| out += &edge_lines(program, e));
    out + "}\n"
}

fn node(program: &Program, loc: Loc) -> String {
    let place = &program.locations[loc];
    let mut lines = place.labels.iter().map(|l| format!("{l}:")).collect::<Vec<_>>();
    lines.push(if loc == program.stuck {
        "ended inside an atomic section".to_string()
    } else {
        statement(program, loc)
    });
    let error = place.labels.iter().any(|l| ERROR_LABELS.contains(&l.as_str()));
    let colour = match (error, program.in_atomic(loc)) {
        (true, _) => ", style=filled, fillcolor=red",
        (false, true) => ", style=filled, fillcolor=lightgrey",
        (false, false) => "",
    };
    format!("label=\"{}\"{colour}", escaped(&lines.join("\n")))
}

fn edge_lines(program: &Program, edge: &Edge) -> String {
    let from = edge.from.index();
    let to = match edge.action {
        Action::End if program.in_atomic(edge.from) => format!("n{}", program.stuck.index()),
        Action::End => "ended".to_string(),
        _ => format!("n{}", edge.to.index()),
    };
    let style = if matches!(edge.action, Action::Wait) { ", style=dotted" } else { "" };
    let mut out = format!("  n{from} -> {to} [label=\"{}\"{style}];\n", escaped(&label(program, edge)));
    if let Action::Start(child) = edge.action {
        let _ = writeln!(out, "  n{from} -> n{} [label=\"new thread\", style=dashed];", child.index());
    }
    out
}

/// What the step does, in the words of the source language.
fn label(program: &Program, edge: &Edge) -> String {
    let place = |owner, index| Text::Atom(name(program, owner, index));
    let scribe = Scribe { formulas: &program.formulas, syntax: &SYNTAX, place: &place };
    match &edge.action {
        Action::Assign(assign) => assignment(&scribe, assign),
        Action::Assert(possible) => format!("assert {}", scribe.show(&scribe.not(scribe.old(possible.no)))),
        Action::Start(_) => "creator".to_string(),
        Action::End => "end".to_string(),
        Action::Wait => "released".to_string(),
        Action::Broadcast => "broadcast".to_string(),
        Action::AtomicBegin => "atomic_begin".to_string(),
        Action::AtomicEnd => "atomic_end".to_string(),
    }
}

fn assignment(scribe: &Scribe, assign: &Assign) -> String {
    let mut parts = Vec::new();
    if !scribe.formulas.is_true(assign.guard) {
        parts.push(format!("[{}]", scribe.show(&scribe.old(assign.guard))));
    }
    let others = assign.passive.iter().flat_map(|p| &p.targets);
    let others = others.map(|(var, possible)| ((Owner::Passive, narrow(var.index())), possible));
    let targets = assign.targets.iter().map(|(var, possible)| (owned(*var), possible)).chain(others);
    let shown =
        targets.map(|((owner, index), p)| (scribe.show(&(scribe.place)(owner, index)), value(scribe, *p)));
    let (left, right): (Vec<_>, Vec<_>) = shown.unzip();
    if !left.is_empty() {
        parts.push(format!("{} := {}", left.join(", "), right.join(", ")));
    }
    let constraints = assign.passive.iter().map(|p| p.constraint).chain([assign.constraint]);
    let primed = |leaf: Leaf| {
        let tick = if leaf.primed { "'" } else { "" };
        Text::Atom(format!("{tick}{}", scribe.show(&scribe.leaf(leaf))))
    };
    let constraint = scribe.all(constraints.map(|c| scribe.with(c, &primed)));
    if constraint != Text::Const(true) {
        parts.push(format!("constrain {}", scribe.show(&constraint)));
    }
    parts.join("\n")
}

/// The values a variable can get, as an expression.
fn value(scribe: &Scribe, possible: Possible) -> String {
    match Value::new(scribe.formulas, possible) {
        Value::Certain(yes) => scribe.show(&scribe.old(yes)),
        Value::Free(Possible { no, yes }) => {
            let (must, must_not) = (scribe.not(scribe.old(no)), scribe.not(scribe.old(yes)));
            match (&must, &must_not) {
                (Text::Const(false), Text::Const(false)) => "*".to_string(),
                _ => format!("schoose[{}, {}]", scribe.show(&must), scribe.show(&must_not)),
            }
        }
    }
}

fn name(program: &Program, owner: Owner, index: u32) -> String {
    let passive = if owner == Owner::Passive { "$" } else { "" };
    format!("{}{passive}", variable(program, owner, index).name)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
