//! The elements met so far, found by what they may be inside of.
//!
//! *How*: a trie over the locations at which an element has threads, in ascending order. An element can only be inside
//! one whose locations are among its own: the search walks down along subsets of its locations. At each node, elements
//! are kept by their shared values.

use crate::element::{Element, SharedId, World, is_inside};
use crate::fault::{Fault, planted};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tw_solver::Full;

#[derive(Default)]
struct Node {
    /// In ascending order of locations.
    children: Vec<(u32, u32)>,
    elements: FxHashMap<SharedId, Vec<u32>>,
}

/// Numbers of elements, by the locations of their threads.
pub(crate) struct Antichain {
    nodes: Vec<Node>,
    /// Comparisons of two elements.
    pub compared: u64,
}

impl Default for Antichain {
    fn default() -> Self {
        Antichain { nodes: vec![Node::default()], compared: 0 }
    }
}

impl Antichain {
    pub fn insert(&mut self, world: &impl World, element: &Element, number: u32) {
        let mut node = 0;
        for loc in locations(world, element) {
            node = match self.nodes[node].children.binary_search_by_key(&loc, |(l, _)| *l) {
                Ok(at) => self.nodes[node].children[at].1 as usize,
                Err(at) => {
                    let new = self.nodes.len();
                    self.nodes[node].children.insert(at, (loc, new as u32));
                    self.nodes.push(Node::default());
                    new
                }
            };
        }
        self.nodes[node].elements.entry(element.shared).or_default().push(number);
    }

    /// An element other than `except` that holds `element`.
    pub fn holding(
        &mut self,
        world: &mut impl World,
        elements: &[Element],
        element: &Element,
        except: Option<u32>,
    ) -> Result<Option<u32>, Full> {
        let locations = locations(world, element);
        let mut work: Vec<(usize, usize)> = vec![(0, 0)];
        while let Some((node, from)) = work.pop() {
            for (shared, numbers) in &self.nodes[node].elements {
                let unseen = planted(Fault::CoveredWithoutShared);
                if !unseen && !world.shared_inside(element.shared, *shared)? {
                    continue;
                }
                for number in numbers.iter().filter(|n| Some(**n) != except) {
                    self.compared += 1;
                    if is_inside(world, element, &elements[*number as usize])? {
                        return Ok(Some(*number));
                    }
                }
            }
            for (loc, child) in &self.nodes[node].children {
                if let Ok(at) = locations[from..].binary_search(loc) {
                    work.push((*child as usize, from + at + 1));
                }
            }
        }
        Ok(None)
    }
}

/// The locations of an element's threads, each once.
fn locations(world: &impl World, element: &Element) -> SmallVec<[u32; 8]> {
    let mut found: SmallVec<[u32; 8]> = element.pairs.iter().map(|(l, _)| world.place(*l)).collect();
    found.sort_unstable();
    found.dedup();
    found
}
