//! The lines of certificates of kind `symbolic-states`.

use tw_verdict::{FormulaNode, SymbolicStates};

/// Writes the nodes and the states.
pub(crate) fn write(found: &SymbolicStates, line: &mut dyn FnMut(String)) {
    line(format!("nodes {}", found.nodes.len()));
    for node in &found.nodes {
        line(match node {
            FormulaNode::Choice => "choice".into(),
            FormulaNode::And(a, b) => format!("{a} {b}"),
        });
    }
    line(format!("states {}", found.states.len()));
    for state in &found.states {
        let locations: Vec<String> = state.locations.iter().map(u32::to_string).collect();
        let values = state.values.iter().map(|v| v.map_or("-".to_string(), |code| code.to_string()));
        let values: Vec<String> = values.collect();
        let lone = state.lone.map_or(String::new(), |lone| format!(" !{lone}"));
        line(format!("{} {} {}{lone} {}", locations.join(","), state.rank, state.guard, values.join(" ")));
    }
}
