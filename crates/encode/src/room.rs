//! How many nodes diagrams may have, and how many variables.
//!
//! A search begins with few nodes, because a large table takes time to set up, and begins again with more when they are
//! full, up to what the memory limit allows.

use tw_boolprog::Program;
use tw_solver::Diagrams;
use tw_verdict::{Control, StopReason};

/// Nodes to begin with; with more variables one begins higher.
const FEW_NODES: usize = 1 << 16;
/// By what their number is multiplied each time they are full.
const MORE_NODES: usize = 1 << 6;
/// The most nodes that diagrams can have.
const MOST_NODES: usize = 1 << 28;
/// Programs with more variables begin with more nodes.
const FEW_VARIABLES: usize = 16;
/// The most variables of diagrams: operations on them call themselves once for each.
const MOST_VARIABLES: u32 = 10_000;

/// Room for nodes.
pub struct Room {
    nodes: usize,
    most: usize,
}

impl Room {
    /// To begin with.
    pub fn new(program: &Program, control: &Control) -> Room {
        let most = control.limits.memory.map_or(MOST_NODES, |bytes| Diagrams::nodes_for(bytes / 2));
        let most = most.clamp(1024, MOST_NODES);
        let few = program.shared.len() + program.locals.len() <= FEW_VARIABLES;
        Room { nodes: if few { FEW_NODES } else { FEW_NODES * MORE_NODES }.min(most), most }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Makes more room; false if the limit is reached.
    pub fn grow(&mut self) -> bool {
        let more = self.nodes.saturating_mul(MORE_NODES).min(self.most);
        let grows = more > self.nodes;
        self.nodes = more;
        grows
    }

    /// What to say when there is no more.
    pub fn reason(&self) -> StopReason {
        StopReason::Nodes(self.nodes as u64)
    }
}

/// Why diagrams cannot have this number of variables; `None` is more than there are numbers.
pub fn too_many_variables(count: Option<u32>) -> Option<StopReason> {
    let fits = count.is_some_and(|n| n <= MOST_VARIABLES);
    (!fits).then(|| StopReason::Variables(u64::from(MOST_VARIABLES)))
}

#[cfg(test)]
mod tests {
    use super::{Room, too_many_variables};
    use tw_verdict::{Control, Limits};

    #[test]
    fn room_grows_to_the_limit_and_no_further() {
        let text = "void main() begin skip; end".to_string();
        let program = tw_boolprog::load("room.bp", text.into_bytes()).expect("valid").program;
        let limits = Limits { memory: Some(64_000_000), ..Limits::default() };
        let mut room = Room::new(&program, &Control { limits, ..Control::unlimited() });
        assert_eq!(room.nodes(), 1 << 16);
        assert!(room.grow() && !room.grow());
        assert_eq!(room.nodes(), 800_000, "half of the memory, 40 bytes each");
        assert!(too_many_variables(Some(10_000)).is_none() && too_many_variables(None).is_some());
    }
}
