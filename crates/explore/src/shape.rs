//! Trees over parts: which node stands above which.

use std::collections::HashMap;

/// Children of an inner node.
pub(crate) const WIDTH: usize = 4;
/// Children of a root.
pub(crate) const TOP: usize = 2;
/// Where there are fewer.
pub(crate) const NONE: u32 = u32::MAX;

/// The tree over so many parts. Numbers of parts come first, then those of nodes, level by level; the last ones, at most
/// two, are the children of the root.
pub(crate) struct Shape {
    pub parts: usize,
    /// The level of each node.
    pub level: Vec<u8>,
    /// The first child of each node; that of the next one follows on its last child.
    first: Vec<u32>,
    /// The node above each part and node, or [`NONE`] for children of the root.
    parent: Vec<u32>,
    pub levels: usize,
    /// Children of the root.
    pub top: usize,
}

impl Shape {
    pub fn new(parts: usize) -> Shape {
        let (mut level, mut first, mut parent) = (Vec::new(), Vec::new(), Vec::new());
        let (mut start, mut count, mut levels) = (0, parts, 0);
        while count > TOP {
            let width = if count > WIDTH { WIDTH } else { TOP };
            let nodes = count.div_ceil(width);
            for node in 0..nodes {
                let children = width.min(count - node * width);
                parent.resize(parent.len() + children, level.len() as u32);
                first.push((start + node * width) as u32);
                level.push(levels as u8);
            }
            (start, count, levels) = (start + count, nodes, levels + 1);
        }
        parent.resize(parent.len() + count, NONE);
        Shape { parts, level, first, parent, levels, top: count }
    }

    /// How many parts and nodes there are, the root left out.
    pub fn numbers(&self) -> usize {
        self.parts + self.level.len()
    }

    /// First child and number of children of a node.
    pub fn span(&self, node: u32) -> (usize, usize) {
        let first = self.first[node as usize] as usize;
        let next = self.first.get(node as usize + 1).map_or(self.numbers() - self.top, |next| *next as usize);
        (first, next - first)
    }

    pub fn children(&self, node: u32, numbers: &[u32]) -> [u32; WIDTH] {
        let (first, count) = self.span(node);
        gather(&numbers[first..first + count])
    }

    pub fn root(&self, numbers: &[u32]) -> [u32; TOP] {
        gather(&numbers[self.numbers() - self.top..self.numbers()])
    }

    /// The node above a part or node of a state has to be found out.
    pub fn open_parent(
        &self,
        place: u32,
        row: u32,
        start: usize,
        open: &mut [bool],
        levels: &mut Vec<Vec<(u32, u32)>>,
    ) {
        let node = self.parent[place as usize];
        if node == NONE || std::mem::replace(&mut open[start + self.parts + node as usize], true) {
            return;
        }
        let level = usize::from(self.level[node as usize]);
        if levels.len() <= level {
            levels.resize_with(level + 1, Vec::new);
        }
        levels[level].push((row, node));
    }
}

fn gather<const W: usize>(numbers: &[u32]) -> [u32; W] {
    let mut children = [NONE; W];
    children[..numbers.len()].copy_from_slice(numbers);
    children
}

/// A shape among those that are kept.
pub(crate) type ShapeNumber = u32;

/// Shapes by numbers of parts.
#[derive(Default)]
pub(crate) struct Shapes {
    all: Vec<Shape>,
    numbers: HashMap<usize, ShapeNumber>,
    last: Option<(usize, ShapeNumber)>,
    /// Parts of all that are kept.
    parts: usize,
}

/// No more shapes are kept than have so many parts together.
const MOST_SHAPES: usize = 1 << 20;

impl Shapes {
    pub fn of(&mut self, parts: usize) -> ShapeNumber {
        if let Some((_, number)) = self.last.filter(|(last, _)| *last == parts) {
            return number;
        }
        let number = *self.numbers.entry(parts).or_insert_with(|| {
            self.parts += parts + 1;
            self.all.push(Shape::new(parts));
            self.all.len() as ShapeNumber - 1
        });
        self.last = Some((parts, number));
        number
    }

    #[inline]
    pub fn get(&self, number: ShapeNumber) -> &Shape {
        &self.all[number as usize]
    }

    /// Forgets all if they are many: their numbers end here.
    pub fn trim(&mut self) {
        if self.parts > MOST_SHAPES {
            *self = Shapes::default();
        }
    }
}
