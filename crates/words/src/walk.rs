//! What terms consist of, without recursion: chains of choices and of changed elements are thousands long.

use crate::node::{ArrayId, ArrayNode, Node, TermId};
use crate::term::Words;
use rustc_hash::FxHashSet;

/// A word or an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    Word(TermId),
    Array(ArrayId),
}

/// All that a term or an array consists of, each once, operands first and itself last; what is known already is left out, with
/// all that only it consists of.
pub fn parts(words: &Words, root: Part, is_known: impl Fn(Part) -> bool) -> Vec<Part> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    // Parts, and whether their operands are done.
    let mut stack = vec![(root, false)];
    while let Some((part, is_ready)) = stack.pop() {
        if is_ready {
            order.push(part);
        } else if !is_known(part) && seen.insert(part) {
            stack.push((part, true));
            let mut enter = |part: Part| stack.push((part, false));
            match part {
                Part::Word(term) => {
                    words.node(term).operands().for_each(|term| enter(Part::Word(term)));
                    if let Node::Read(array, _) = words.node(term) {
                        enter(Part::Array(array));
                    }
                }
                Part::Array(array) => match words.array_node(array) {
                    ArrayNode::Symbol(_) => {}
                    ArrayNode::Filled(value) => enter(Part::Word(value)),
                    ArrayNode::Write(before, index, value) => {
                        enter(Part::Array(before));
                        enter(Part::Word(index));
                        enter(Part::Word(value));
                    }
                    ArrayNode::Ite(c, yes, no) => {
                        enter(Part::Word(c));
                        enter(Part::Array(yes));
                        enter(Part::Array(no));
                    }
                },
            }
        }
    }
    order
}
