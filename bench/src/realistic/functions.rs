//! Functions: private work with the roles of protocols between it.

use super::block::{Node, Writer, cost, stmt};
use super::predicates::{Group, Leave, Segments, groups};
use super::protocols::Role;
use super::{Shape, Start, Values};
use std::fmt::Write;
use tw_boolprog::generate::Random;

/// A function of the program.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameter, if it has one.
    pub parameter: Option<String>,
    /// Private variables that are declared outside of it, to have a value at the start.
    pub globals: Vec<String>,
    /// The text, from `void` to `end`.
    pub text: String,
    /// Locations of the body, with its end.
    pub cost: usize,
}

impl Function {
    /// A call with any argument.
    pub fn call(&self) -> Node {
        let argument = if self.parameter.is_some() { "*" } else { "" };
        Node::Call(format!("{}({argument})", self.name), self.cost)
    }
}

/// Writes functions.
pub struct Functions<'a> {
    /// The source of chance.
    pub random: &'a mut Random,
    /// The program's properties.
    pub shape: &'a Shape,
    /// Locations and splice statements so far.
    pub written: (usize, usize),
}

impl Functions<'_> {
    /// A function with these roles, about `budget` locations and about `locals` private variables.
    pub fn function(&mut self, name: &str, roles: Vec<Role>, budget: usize, locals: usize) -> Function {
        let mut own: Vec<String> = roles.iter().flat_map(|r| r.locals.clone()).collect();
        own.dedup();
        let global = self.shape.start == Start::False;
        let prefix = if global { format!("{name}_") } else { String::new() };
        let groups = groups(self.random, locals.saturating_sub(own.len()).max(1), &prefix);
        let parameter = if global { None } else { self.parameter(&groups) };
        own.extend(groups.iter().flat_map(Group::names).cloned());
        let mut body = self.body(roles, &groups, budget);
        let declared: Vec<String> = own.iter().filter(|n| Some(*n) != parameter.as_ref()).cloned().collect();
        if !global && !declared.is_empty() {
            body.insert(0, stmt(format!("decl {}", declared.join(", "))));
        }
        if self.shape.values != Values::Kept {
            body.push(stmt(format!("{} := {}", own.join(", "), vec!["F"; own.len()].join(", "))));
        }
        let globals = if global { declared } else { Vec::new() };
        Function { globals, ..self.finish(name, parameter, &body) }
    }

    fn finish(&mut self, name: &str, parameter: Option<String>, body: &[Node]) -> Function {
        let mut writer = Writer::new(self.shape.style);
        writer.block(body);
        let shown = parameter.as_deref().unwrap_or("");
        let mut text = String::new();
        let _ = writeln!(text, "void {name}({shown}) begin\n{}end", writer.finish());
        let cost = cost(body, self.shape.style) + 1;
        Function { name: name.to_string(), parameter, globals: Vec::new(), text, cost }
    }

    /// A flag that the caller chooses.
    fn parameter(&mut self, groups: &[Group]) -> Option<String> {
        let mut flags = groups.iter().filter_map(|g| if let Group::Flag([f]) = g { Some(f) } else { None });
        flags.next_back().filter(|_| self.random.chance(60)).cloned()
    }

    /// Segments until the budget is used, the roles at random places between them.
    fn body(&mut self, roles: Vec<Role>, groups: &[Group], budget: usize) -> Vec<Node> {
        let filled: Vec<Vec<Node>> = roles.into_iter().map(|r| self.fill(r.body, groups)).collect();
        let mut used: usize = filled.iter().map(|f| cost(f, self.shape.style)).sum::<usize>() + 3;
        let mut pieces = Vec::new();
        while used < budget {
            let piece = self.segments(groups, Some("return")).segment(2, Leave::Allowed);
            used += cost(&piece, self.shape.style);
            pieces.push(piece);
        }
        for role in filled {
            let at = self.random.below(pieces.len() + 1);
            pieces.insert(at, role);
        }
        pieces.concat()
    }

    /// Puts private work into some of the holes.
    fn fill(&mut self, nodes: Vec<Node>, groups: &[Group]) -> Vec<Node> {
        let mut filled = Vec::new();
        for node in nodes {
            match node {
                Node::Hole if self.random.chance(55) => {
                    filled.extend(self.segments(groups, None).segment(0, Leave::Never));
                }
                Node::Hole => {}
                Node::If(c, then, otherwise) => {
                    let (then, otherwise) = (self.fill(then, groups), self.fill(otherwise, groups));
                    filled.push(Node::If(c, then, otherwise));
                }
                other => filled.push(other),
            }
        }
        self.written.0 += cost(&filled, self.shape.style);
        filled
    }

    fn segments<'b>(&'b mut self, groups: &'b [Group], leave: Option<&'b str>) -> Segments<'b> {
        Segments { random: self.random, shape: self.shape, groups, leave, written: &mut self.written }
    }
}

/// The function that takes a lock.
pub fn locker(lock: &str) -> String {
    format!("void take_{lock}() begin\n  {lock} := T constrain !{lock};\nend\n")
}
