//! Sets of states as text: what follows the header in certificates of kind `reached-sets`.
//!
//! ```text
//! nodes 2
//! 0 1 0
//! 0 0 1
//! ranks 6 5 4 3 2 1 2 1 1
//! sets 12
//! 2 0:1*1
//! 2 1:1*1
//! 2 2:1*1 6:1*1
//! 2 3:2*1 6:1*1
//! 3 2:1*1 7:1*1 !0
//! 3 3:2*1 7:1*1 !0
//! 3 3:3*1 7:1*1 !0
//! 3 3:1*1 7:1*1 =thread 5 6
//! 3 4:1*1 7:1*1 !0
//! 3 5:1*1 7:1*1 !0
//! 3 7:1*1 !0
//! 3
//! ```
//! A node is a variable with the numbers of two diagrams: where it is false, and where it is true. Diagram 0 is the
//! empty set, 1 is everything, and the first node is diagram 2. `ranks -`: there are none. A set is the diagram of
//! the shared values, then each group of threads as location, diagram of the local values and count. Behind it,
//! `!g`: only a thread of group g (from 0) was explored; `=shared a b` and `=thread a b`: it is the union of two
//! earlier sets (from 0), and so was not explored itself.

use crate::format::{Reader, Reason};
use tw_boolprog::Program;
use tw_verdict::{DiagramNode, Part, ReachedSets, SetGroup, StateSet};

/// Writes everything behind the header.
pub(crate) fn write(reached: &ReachedSets, line: &mut dyn FnMut(String)) {
    line(format!("nodes {}", reached.nodes.len()));
    for DiagramNode { variable, low, high } in &reached.nodes {
        line(format!("{variable} {low} {high}"));
    }
    let ranks: Vec<String> = reached.ranks.iter().map(u64::to_string).collect();
    line(format!("ranks {}", if ranks.is_empty() { "-".into() } else { ranks.join(" ") }));
    line(format!("sets {}", reached.sets.len()));
    reached.sets.iter().for_each(|set| line(set_line(set)));
}

fn set_line(set: &StateSet) -> String {
    let mut line = set.shared.to_string();
    for SetGroup { location, locals, count } in &set.groups {
        line.push_str(&format!(" {location}:{locals}*{count}"));
    }
    match set.part {
        Part::Explored(None) => {}
        Part::Explored(Some(group)) => line.push_str(&format!(" !{group}")),
        Part::JoinedShared(a, b) => line.push_str(&format!(" =shared {a} {b}")),
        Part::JoinedThread(a, b) => line.push_str(&format!(" =thread {a} {b}")),
    }
    line
}

/// Reads everything behind the header. All numbers in the result are in range: variables, diagrams, locations,
/// groups, sets; no count is 0, and no set has more threads than `bound`.
pub(crate) fn read(program: &Program, bound: u32, reader: &mut Reader<'_>) -> Result<ReachedSets, Reason> {
    let mut reached = ReachedSets::default();
    for _ in 0..reader.count("nodes")? {
        let node = read_node(program, reader, reached.nodes.len() + 2)?;
        reached.nodes.push(node);
    }
    let ranks = reader.field("ranks")?;
    if ranks != "-" {
        reached.ranks = ranks.split(' ').map(|r| reader.number(r)).collect::<Result<_, _>>()?;
        if reached.ranks.len() != program.locations.len() {
            return Err(reader.wrong("there must be a rank for each location, or none"));
        }
    }
    for _ in 0..reader.count("sets")? {
        let set = read_set(program, bound, reader, &reached)?;
        reached.sets.push(set);
    }
    if reader.at_end() { Ok(reached) } else { Err("there are more sets than announced".into()) }
}

fn read_node(program: &Program, reader: &mut Reader<'_>, number: usize) -> Result<DiagramNode, Reason> {
    let line = reader.next_line()?;
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    let [variable, low, high] = words[..] else { return Err(reader.wrong("a node is three numbers")) };
    let node = DiagramNode {
        variable: reader.number(variable)?,
        low: reader.number(low)?,
        high: reader.number(high)?,
    };
    if node.variable as usize >= program.shared.len().max(program.locals.len()) {
        return Err(reader.wrong("there is no such variable"));
    }
    if node.low.max(node.high) as usize >= number {
        return Err(reader.wrong("a node may refer to earlier diagrams only"));
    }
    Ok(node)
}

fn read_set(
    program: &Program,
    bound: u32,
    reader: &mut Reader<'_>,
    reached: &ReachedSets,
) -> Result<StateSet, Reason> {
    let line = reader.next_line()?;
    let (state, part) = match line.find(" !").or_else(|| line.find(" =")) {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => (line, ""),
    };
    let mut words = state.split(' ');
    let diagram = |text: &str| -> Result<u32, Reason> {
        let diagram: u32 = reader.number(text)?;
        let exists = (diagram as usize) < reached.nodes.len() + 2;
        if exists { Ok(diagram) } else { Err(reader.wrong("there is no such diagram")) }
    };
    let shared = diagram(words.next().unwrap_or(""))?;
    let mut groups: Vec<SetGroup> = Vec::new();
    let mut threads = 0u64;
    for word in words {
        let (location, rest) = word.split_once(':').ok_or_else(|| reader.wrong("no location"))?;
        let (locals, count) = rest.split_once('*').ok_or_else(|| reader.wrong("no count"))?;
        let group = SetGroup {
            location: reader.number(location)?,
            locals: diagram(locals)?,
            count: reader.number(count)?,
        };
        if group.location as usize >= program.locations.len() || group.count == 0 {
            return Err(reader.wrong("a location or count out of range"));
        }
        threads += u64::from(group.count);
        groups.push(group);
    }
    if threads > u64::from(bound) {
        return Err(reader.wrong("more threads than the bound"));
    }
    let part = read_part(part, reader, groups.len(), reached.sets.len())?;
    Ok(StateSet { shared, groups, part })
}

fn read_part(text: &str, reader: &Reader<'_>, groups: usize, earlier: usize) -> Result<Part, Reason> {
    let set = |text: &str| -> Result<u32, Reason> {
        let set: u32 = reader.number(text)?;
        if (set as usize) < earlier { Ok(set) } else { Err(reader.wrong("only earlier sets can be joined")) }
    };
    if let Some(group) = text.strip_prefix('!') {
        let group: usize = reader.number(group)?;
        let exists = group < groups;
        return if exists {
            Ok(Part::Explored(Some(group)))
        } else {
            Err(reader.wrong("there is no such group"))
        };
    }
    let words: Vec<&str> = text.splitn(4, ' ').collect();
    match words[..] {
        [""] => Ok(Part::Explored(None)),
        ["=shared", a, b] => Ok(Part::JoinedShared(set(a)?, set(b)?)),
        ["=thread", a, b] => Ok(Part::JoinedThread(set(a)?, set(b)?)),
        _ => Err(reader.wrong("a set ends with '!g', '=shared a b', '=thread a b' or its groups")),
    }
}
