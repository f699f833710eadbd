//! Elements, found by the places of their threads.
//!
//! *How*: a tree; the way to a node is a sequence of (location, number of threads), locations in ascending order. An element can
//! hold states of a product only if the product has at least these threads at these locations: the search goes down
//! along those only.

/// Numbers of threads at locations, in ascending order of the locations.
type Places = [(u32, u32)];

#[derive(Default)]
struct Node {
    children: Vec<((u32, u32), usize)>,
    elements: Vec<usize>,
}

/// Numbers of elements.
pub(super) struct Index {
    nodes: Vec<Node>,
}

impl Index {
    pub fn new() -> Self {
        Index { nodes: vec![Node::default()] }
    }

    pub fn insert(&mut self, places: &Places, element: usize) {
        let mut at = 0;
        for place in places {
            at = match self.nodes[at].children.iter().find(|(p, _)| p == place) {
                Some((_, child)) => *child,
                None => {
                    let new = self.nodes.len();
                    self.nodes[at].children.push((*place, new));
                    self.nodes.push(Node::default());
                    new
                }
            };
        }
        self.nodes[at].elements.push(element);
    }

    /// All elements that want no more threads at any location than there are; `found` is emptied first. Returns the effort.
    pub fn find(&self, places: &Places, found: &mut Vec<usize>) -> u64 {
        found.clear();
        let mut effort = 0;
        let mut open: Vec<(usize, usize)> = vec![(0, 0)];
        while let Some((at, from)) = open.pop() {
            let node = &self.nodes[at];
            found.extend(&node.elements);
            effort += 1 + node.children.len() as u64 / 8;
            for ((location, count), child) in &node.children {
                if let Ok(place) = places[from..].binary_search_by_key(location, |(l, _)| *l)
                    && places[from + place].1 >= *count
                {
                    open.push((*child, from + place + 1));
                }
            }
        }
        effort + found.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn elements_with_no_more_threads_are_found() {
        let mut index = Index::new();
        let all: [&[(u32, u32)]; 5] = [&[], &[(1, 1)], &[(1, 2)], &[(1, 1), (3, 2)], &[(2, 1), (3, 1)]];
        all.iter().enumerate().for_each(|(number, places)| index.insert(places, number));
        let find = |places: &[(u32, u32)]| {
            let mut found = vec![7];
            index.find(places, &mut found);
            found.sort_unstable();
            found
        };
        assert_eq!(find(&[]), [0]);
        assert_eq!(find(&[(1, 1), (2, 4), (3, 1)]), [0, 1, 4]);
        assert_eq!(find(&[(1, 3), (3, 2)]), [0, 1, 2, 3]);
    }
}
