//! The states of a C program as a picture.

use std::fmt::Write;
use tw_execute::StateGraph;

/// Larger graphs are not for reading.
pub const MAX_STATES: u64 = 2000;

const COLOURS: [&str; 8] =
    ["#1b6ca8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e", "#117a65", "#5d6d7e", "#a04000"];

/// A graph for Graphviz: states are boxes, steps are coloured by thread; violations are red, ends are double.
pub fn dot(graph: &StateGraph) -> String {
    let mut out =
        String::from("digraph states {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    for (number, state) in graph.states.iter().enumerate() {
        let lines: Vec<String> =
            state.lines.iter().chain(&state.violations).map(|line| escaped(line) + "\\l").collect();
        let style = match (state.violations.is_empty(), state.ended) {
            (false, _) => ", color=red, penwidth=2",
            (true, true) => ", peripheries=2",
            (true, false) => "",
        };
        let _ = writeln!(out, "  s{number} [label=\"{}\"{style}];", lines.concat());
    }
    for (from, to, thread) in &graph.steps {
        let colour = COLOURS[*thread as usize % COLOURS.len()];
        let _ = writeln!(
            out,
            "  s{from} -> s{to} [color=\"{colour}\", fontcolor=\"{colour}\", label=\"{thread}\"];"
        );
    }
    out.push_str("}\n");
    out
}
