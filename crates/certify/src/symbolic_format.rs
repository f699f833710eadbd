//! Symbolic states as text: what follows the header in certificates of kind `symbolic-states`.
//!
//! ```text
//! nodes 3
//! choice
//! choice
//! 3 4
//! states 2
//! 0,0 1 0 2 -
//! 0,3 7 2 4 - !0 5
//! ```
//! Node 0 is the constant false, and the first line is node 1: a value that can be chosen, or the conjunction of two
//! formulas, which are about earlier nodes. A formula is twice the number of a node, plus one if it is negated. A state is
//! the locations of its threads in ascending order (`-`: nobody), the guard, then a formula for each shared variable and
//! for each local variable of each thread; `-` is any value. `!t r`: only thread t (from 0) was explored; the state has
//! rank r.

use crate::Refusal;
use crate::format::Reader;
use tw_boolprog::Program;
use tw_verdict::{FormulaNode, SymbolicState, SymbolicStates};

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
    found.states.iter().for_each(|state| line(state_line(state)));
}

fn state_line(state: &SymbolicState) -> String {
    let locations: Vec<String> = state.locations.iter().map(u32::to_string).collect();
    let mut line = if locations.is_empty() { "-".into() } else { locations.join(",") };
    line.push_str(&format!(" {}", state.guard));
    for value in &state.values {
        line.push_str(&value.map_or(" -".to_string(), |code| format!(" {code}")));
    }
    if let Some(lone) = state.lone {
        line.push_str(&format!(" !{lone} {}", state.rank));
    }
    line
}

/// Reads everything behind the header. All numbers in the result are in range: formulas, locations, threads, how many
/// values there are; no state has more threads than `bound`.
pub(crate) fn read(
    program: &Program,
    bound: u32,
    reader: &mut Reader<'_>,
) -> Result<SymbolicStates, Refusal> {
    let mut found = SymbolicStates::default();
    for _ in 0..reader.count("nodes")? {
        let node = read_node(reader, found.nodes.len() + 1)?;
        found.nodes.push(node);
    }
    for _ in 0..reader.count("states")? {
        found.states.push(read_state(program, bound, reader, found.nodes.len() + 1)?);
    }
    if reader.at_end() { Ok(found) } else { Err("there are more states than announced".into()) }
}

/// The code of a formula over the first `nodes` nodes.
fn formula(text: &str, reader: &Reader<'_>, nodes: usize) -> Result<u32, Refusal> {
    let code: u32 = reader.number(text)?;
    if ((code >> 1) as usize) < nodes { Ok(code) } else { Err(reader.wrong("there is no such formula yet")) }
}

fn read_node(reader: &mut Reader<'_>, number: usize) -> Result<FormulaNode, Refusal> {
    let line = reader.next_line()?;
    if line == "choice" {
        return Ok(FormulaNode::Choice);
    }
    let Some((a, b)) = line.split_once(' ') else {
        return Err(reader.wrong("a node is 'choice' or two formulas"));
    };
    Ok(FormulaNode::And(formula(a, reader, number)?, formula(b, reader, number)?))
}

fn read_state(
    program: &Program,
    bound: u32,
    reader: &mut Reader<'_>,
    nodes: usize,
) -> Result<SymbolicState, Refusal> {
    let line = reader.next_line()?;
    let (state, lone) = line.split_once(" !").map_or((line, None), |(s, l)| (s, Some(l)));
    let mut words = state.split(' ');
    let locations = read_locations(program, bound, reader, words.next().unwrap_or(""))?;
    let guard = formula(words.next().unwrap_or(""), reader, nodes)?;
    let value = |word| if word == "-" { Ok(None) } else { formula(word, reader, nodes).map(Some) };
    let values: Vec<Option<u32>> = words.map(value).collect::<Result<_, _>>()?;
    if values.len() != program.shared.len() + locations.len() * program.locals.len() {
        return Err(reader.wrong("there must be a formula or a dash for each variable"));
    }
    let Some(lone) = lone else { return Ok(SymbolicState { locations, values, guard, lone: None, rank: 0 }) };
    let (lone, rank) = lone.split_once(' ').ok_or_else(|| reader.wrong("no rank"))?;
    let (lone, rank): (u32, u64) = (reader.number(lone)?, reader.number(rank)?);
    if lone as usize >= locations.len() {
        return Err(reader.wrong("there is no such thread"));
    }
    Ok(SymbolicState { locations, values, guard, lone: Some(lone), rank })
}

fn read_locations(
    program: &Program,
    bound: u32,
    reader: &Reader<'_>,
    text: &str,
) -> Result<Vec<u32>, Refusal> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let locations: Vec<u32> = text.split(',').map(|l| reader.number(l)).collect::<Result<_, _>>()?;
    if locations.iter().any(|l| *l as usize >= program.locations.len()) {
        return Err(reader.wrong("there is no such location"));
    }
    if !locations.is_sorted() {
        return Err(reader.wrong("locations must be in ascending order"));
    }
    if locations.len() as u64 > u64::from(bound) {
        return Err(reader.wrong("more threads than the bound"));
    }
    Ok(locations)
}
