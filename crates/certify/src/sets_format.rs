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
//!
//! Certificates of kind `antichain` have, behind the nodes, `reachable` with the diagram of local values for each location
//! (or a dash), then `views` (or a dash) with nodes of their own and `pairs`, with one line each: two locations in ascending order
//! (the number of locations is nobody), `held` if another thread is inside an atomic section, else `free`, and the diagram;
//! with s shared variables, variable s + 2v + t of these nodes is variable v of thread t. Last come `elements` with one line each: shared values and groups as above, and ` open` if one of the threads that
//! it does not name may be inside an atomic section.

use crate::Refusal;
use crate::format::Reader;
use tw_boolprog::Program;
use tw_verdict::{
    Antichain, CoverElement, DiagramNode, PairView, PairViews, Part, ReachedSets, SetGroup, StateSet, Threads,
};

/// Threads of a set of states.
const MOST_THREADS: u64 = 1 << 30;

/// Writes everything behind the header of an antichain.
pub(crate) fn write_antichain(found: &Antichain, line: &mut dyn FnMut(String)) {
    write_nodes(&found.nodes, line);
    let reachable: Vec<String> = found.reachable.iter().map(u32::to_string).collect();
    line(format!("reachable {}", if reachable.is_empty() { "-".into() } else { reachable.join(" ") }));
    match &found.views {
        None => line("views -".into()),
        Some(views) => write_views(views, line),
    }
    line(format!("elements {}", found.elements.len()));
    for CoverElement { shared, groups, open } in &found.elements {
        let groups = groups_text(groups);
        line(format!("{shared}{groups}{}", if *open { " open" } else { "" }));
    }
}

fn write_views(views: &PairViews, line: &mut dyn FnMut(String)) {
    line("views 2".into());
    write_nodes(&views.nodes, line);
    line(format!("pairs {}", views.sets.len()));
    for PairView { places: [a, b], held, set } in &views.sets {
        line(format!("{a} {b} {} {set}", if *held { "held" } else { "free" }));
    }
}

fn write_nodes(nodes: &[DiagramNode], line: &mut dyn FnMut(String)) {
    line(format!("nodes {}", nodes.len()));
    for DiagramNode { variable, low, high } in nodes {
        line(format!("{variable} {low} {high}"));
    }
}

fn groups_text(groups: &[SetGroup]) -> String {
    groups
        .iter()
        .map(|SetGroup { location, locals, count }| format!(" {location}:{locals}*{count}"))
        .collect()
}

/// Writes everything behind the header of reached sets.
pub(crate) fn write(reached: &ReachedSets, line: &mut dyn FnMut(String)) {
    write_nodes(&reached.nodes, line);
    let ranks: Vec<String> = reached.ranks.iter().map(u64::to_string).collect();
    line(format!("ranks {}", if ranks.is_empty() { "-".into() } else { ranks.join(" ") }));
    line(format!("sets {}", reached.sets.len()));
    reached.sets.iter().for_each(|set| line(set_line(set)));
}

fn set_line(set: &StateSet) -> String {
    let mut line = set.shared.to_string() + &groups_text(&set.groups);
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
pub(crate) fn read(program: &Program, bound: u32, reader: &mut Reader<'_>) -> Result<ReachedSets, Refusal> {
    let variables = program.shared.len().max(program.locals.len());
    let mut reached = ReachedSets { nodes: read_nodes(variables, reader)?, ..ReachedSets::default() };
    let ranks = reader.field("ranks")?;
    if ranks != "-" {
        reached.ranks = ranks.split(' ').map(|r| reader.number(r)).collect::<Result<_, _>>()?;
        if reached.ranks.len() != program.locations.len() {
            return Err(reader.wrong("there must be a rank for each location, or none"));
        }
    }
    for _ in 0..reader.count("sets")? {
        let set = read_set(program, bound, reader, reached.nodes.len(), reached.sets.len())?;
        reached.sets.push(set);
    }
    if reader.at_end() { Ok(reached) } else { Err("there are more sets than announced".into()) }
}

/// Reads everything behind the header of an antichain. All numbers in the result are in range.
pub(crate) fn read_antichain(program: &Program, reader: &mut Reader<'_>) -> Result<Antichain, Refusal> {
    let variables = program.shared.len().max(program.locals.len());
    let mut found = Antichain { nodes: read_nodes(variables, reader)?, ..Antichain::default() };
    let reachable = reader.field("reachable")?;
    if reachable != "-" {
        let diagrams = reachable.split(' ').map(|d| diagram(d, reader, found.nodes.len()));
        found.reachable = diagrams.collect::<Result<_, _>>()?;
        if found.reachable.len() != program.locations.len() {
            return Err(reader.wrong("there must be a diagram for each location, or none"));
        }
    }
    found.views = match reader.field("views")? {
        "-" => None,
        "2" => Some(read_views(program, reader)?),
        _ => return Err(reader.wrong("views are of 2 threads, or a dash")),
    };
    for _ in 0..reader.count("elements")? {
        let line = reader.next_line()?;
        let (state, open) = line.strip_suffix(" open").map_or((line, false), |state| (state, true));
        let (shared, groups) =
            read_groups(program, Threads::AnyNumber.limit(), reader, state, found.nodes.len())?;
        found.elements.push(CoverElement { shared, groups, open });
    }
    if reader.at_end() { Ok(found) } else { Err("there are more elements than announced".into()) }
}

fn read_views(program: &Program, reader: &mut Reader<'_>) -> Result<PairViews, Refusal> {
    let variables = program.shared.len() + 2 * program.locals.len();
    let mut views = PairViews { nodes: read_nodes(variables, reader)?, ..PairViews::default() };
    for _ in 0..reader.count("pairs")? {
        let line = reader.next_line()?;
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let [a, b, held, set] = words[..] else {
            return Err(reader.wrong("a pair is 'a b held|free diagram'"));
        };
        let places = [reader.number(a)?, reader.number(b)?];
        let set = diagram(set, reader, views.nodes.len())?;
        let held = match held {
            "held" => true,
            "free" => false,
            _ => return Err(reader.wrong("a pair is 'held' or 'free'")),
        };
        if places[0] > places[1] || places[1] as usize > program.locations.len() {
            return Err(reader.wrong("two locations in ascending order"));
        }
        views.sets.push(PairView { places, held, set });
    }
    Ok(views)
}

fn read_nodes(variables: usize, reader: &mut Reader<'_>) -> Result<Vec<DiagramNode>, Refusal> {
    let mut nodes = Vec::new();
    for _ in 0..reader.count("nodes")? {
        nodes.push(read_node(variables, reader, nodes.len() + 2)?);
    }
    Ok(nodes)
}

/// The number of a diagram.
fn diagram(text: &str, reader: &Reader<'_>, nodes: usize) -> Result<u32, Refusal> {
    let diagram: u32 = reader.number(text)?;
    if (diagram as usize) < nodes + 2 { Ok(diagram) } else { Err(reader.wrong("there is no such diagram")) }
}

fn read_node(variables: usize, reader: &mut Reader<'_>, number: usize) -> Result<DiagramNode, Refusal> {
    let line = reader.next_line()?;
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    let [variable, low, high] = words[..] else { return Err(reader.wrong("a node is three numbers")) };
    let node = DiagramNode {
        variable: reader.number(variable)?,
        low: reader.number(low)?,
        high: reader.number(high)?,
    };
    if node.variable as usize >= variables {
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
    nodes: usize,
    earlier: usize,
) -> Result<StateSet, Refusal> {
    let line = reader.next_line()?;
    // text: the format of the certificate.
    let (state, part) = match line.find(" !").or_else(|| line.find(" =")) {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => (line, ""),
    };
    let (shared, groups) = read_groups(program, bound, reader, state, nodes)?;
    let part = read_part(part, reader, groups.len(), earlier)?;
    Ok(StateSet { shared, groups, part })
}

/// Shared values and groups.
fn read_groups(
    program: &Program,
    bound: u32,
    reader: &Reader<'_>,
    state: &str,
    nodes: usize,
) -> Result<(u32, Vec<SetGroup>), Refusal> {
    let mut words = state.split(' ');
    let shared = diagram(words.next().unwrap_or(""), reader, nodes)?;
    let mut groups: Vec<SetGroup> = Vec::new();
    let mut threads = 0u64;
    for word in words {
        let (location, rest) = word.split_once(':').ok_or_else(|| reader.wrong("no location"))?;
        let (locals, count) = rest.split_once('*').ok_or_else(|| reader.wrong("no count"))?;
        let group = SetGroup {
            location: reader.number(location)?,
            locals: diagram(locals, reader, nodes)?,
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
    // Steps add threads: numbers must not grow out of range.
    if threads > MOST_THREADS {
        return Err(reader.wrong("more threads than can be checked"));
    }
    Ok((shared, groups))
}

fn read_part(text: &str, reader: &Reader<'_>, groups: usize, earlier: usize) -> Result<Part, Refusal> {
    let set = |text: &str| -> Result<u32, Refusal> {
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
