//! Work on private predicates, as predicate abstraction leaves it, to stand between the steps that matter.
//!
//! *Claim*: the work touches its own predicates and registers only, and each piece of it can be passed: conditions that
//! are assumed were chosen just before, loops can be left, constraints can be satisfied. So every step between pieces
//! is reached, and the answer of a program depends on these steps alone.

use crate::realistic::block::{Node, Style, Writer, cost, stmt};
use crate::realistic::predicates::{Group, Leave, Segments, groups};
use crate::realistic::protocols::Locking;
use crate::realistic::{Register, Shape, Start, Values};
use tw_index::Random;

/// Makes work for one program.
pub struct Work {
    /// The source of chance.
    pub random: Random,
    shape: Shape,
    /// Locations and splice statements so far.
    written: (usize, usize),
}

/// How deep branches are nested.
const DEPTH: usize = 2;
/// One of so many pieces is an assignment to several predicates with a constraint.
const CONSTRAINED: usize = 6;
/// So many variables are set to anything by one statement.
const AT_ONCE: usize = 3;

impl Work {
    /// For a program that is written in this style, with these registers.
    pub fn new(seed: u64, style: Style, registers: Vec<Register>) -> Work {
        let shape = Shape {
            style,
            values: Values::Kept,
            start: Start::Arbitrary,
            locking: Locking::Constrain,
            locations: 0,
            locals: 0,
            registers,
            splices: 100,
        };
        Work { random: Random::new(seed), shape, written: (0, 0) }
    }

    /// Predicates for one function.
    pub fn predicates(&mut self, count: usize, prefix: &str) -> Vec<Group> {
        groups(&mut self.random, count, prefix)
    }

    /// Work with at least so many locations.
    pub fn some(&mut self, groups: &[Group], locations: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        while cost(&nodes, self.shape.style) < locations {
            if self.random.below(CONSTRAINED) == 0 {
                nodes.push(self.constrained(groups));
            } else {
                nodes.extend(self.segments(groups).segment(DEPTH, Leave::Never));
            }
        }
        nodes
    }

    /// Several predicates get new values that depend on each other; false for all of them satisfies the constraint.
    fn constrained(&mut self, groups: &[Group]) -> Node {
        let names: Vec<&String> = groups.iter().flat_map(Group::names).collect();
        let mut chosen: Vec<&String> =
            (0..2 + self.random.below(3)).map(|_| *self.random.pick(&names)).collect();
        chosen.sort();
        chosen.dedup();
        let clause = |random: &mut Random, name: &String| {
            let (new, old) = (*random.pick(&chosen), *random.pick(&names));
            format!("(!'{name} | '{new} | {old})")
        };
        let clauses: Vec<String> = chosen.iter().map(|name| clause(&mut self.random, name)).collect();
        let left: Vec<&str> = chosen.iter().map(|n| n.as_str()).collect();
        let right = vec!["*"; left.len()].join(", ");
        stmt(format!("{} := {right} constrain {}", left.join(", "), clauses.join(" & ")))
    }

    /// The text of a function with these private variables, which it sets to anything first. They are declared before it
    /// and have a value at the start: explicit checkers would begin with too many states otherwise.
    pub fn function(&self, head: &str, private: &[String], body: &[Node]) -> String {
        let mut writer = Writer::new(self.shape.style);
        for some in private.chunks(AT_ONCE) {
            writer.line(&format!("{} := {}", some.join(", "), vec!["*"; some.len()].join(", ")));
        }
        writer.block(body);
        let declared = match private {
            [] => String::new(),
            names => format!("decl thread_local {} := F;\n", names.join(" := F, ")),
        };
        format!("{declared}{head} begin\n{}end\n", writer.finish())
    }

    fn segments<'a>(&'a mut self, groups: &'a [Group]) -> Segments<'a> {
        Segments {
            random: &mut self.random,
            shape: &self.shape,
            groups,
            leave: None,
            written: &mut self.written,
        }
    }
}

/// The variables of all predicates.
pub fn declared(groups: &[Group]) -> Vec<String> {
    groups.iter().flat_map(Group::names).cloned().collect()
}
