//! The reached states as a picture.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::ControlFlow::Continue;
use tw_boolprog::semantics::{State, Thread, orbit, successors};
use tw_boolprog::{Loc, Program, Valuation};
use tw_index::Id;
use tw_verdict::{ReachedSet, StateView, ThreadGroup};

/// Larger graphs are not for reading.
const MAX_STATES: u64 = 2000;

/// A graph for Graphviz: one node per state up to the identity of threads, edges by all steps.
pub fn dot(program: &Program, bound: u32, reached: &mut dyn ReachedSet) -> Result<String, String> {
    if reached.len() > MAX_STATES {
        return Err(format!("{} states are too many to draw; at most {MAX_STATES}", reached.len()));
    }
    let mut ids: HashMap<StateView, usize> = HashMap::new();
    let mut states = Vec::new();
    reached.for_each(&mut |view| {
        let view = StateView { chosen: None, ..view.clone() };
        if !ids.contains_key(&view) {
            ids.insert(view.clone(), states.len());
            states.push(view);
        }
    });
    let mut out =
        String::from("digraph states {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    for (id, view) in states.iter().enumerate() {
        let _ = writeln!(out, "  n{id} [label=\"{}\"];", label(program, view));
    }
    for (id, view) in states.iter().enumerate() {
        let mut seen = Vec::new();
        let _ = successors(program, &concrete(view), bound, &mut |step| {
            let to = ids.get(&orbit(program, &step.state)).copied();
            let line = program.source.position(program.locations[program.edges[step.edge].from].span).0;
            if let Some(to) = to.filter(|to| !seen.contains(&(*to, line))) {
                let _ = writeln!(out, "  n{id} -> n{to} [label=\"{line}\"];");
                seen.push((to, line));
            }
            Continue(())
        });
    }
    out.push_str("}\n");
    Ok(out)
}

fn label(program: &Program, view: &StateView) -> String {
    let shared =
        program.shared.iter().zip(&view.shared).map(|(v, value)| format!("{}={}", v.name, u8::from(*value)));
    let mut lines = vec![shared.collect::<Vec<_>>().join(" ")];
    for group in &view.groups {
        let line =
            program.source.position(program.locations[Loc::from_index(group.location as usize)].span).0;
        let locals = program
            .locals
            .iter()
            .zip(&group.locals)
            .map(|(v, value)| format!("{}={}", v.name, u8::from(*value)));
        lines.push(format!("{} at line {line} {}", group.count, locals.collect::<Vec<_>>().join(" ")));
    }
    lines.join("\\n")
}

fn concrete(view: &StateView) -> State {
    let thread = |g: &ThreadGroup| {
        let thread =
            Thread { loc: Loc::from_index(g.location as usize), vars: Valuation::from_bits(&g.locals) };
        vec![thread; g.count as usize]
    };
    State {
        shared: Valuation::from_bits(&view.shared),
        threads: view.groups.iter().flat_map(thread).collect(),
    }
}
