//! Sets of valuations as reduced, ordered decision diagrams.
//!
//! *What*: hash-consed nodes, so that equal sets are equal numbers; the few operations that the checker of
//! reached sets needs. Variables are *levels*: the smaller one is tested first.
//! *Claim*: every operation is exact, unless [`Diagrams::is_full`]: then results are arbitrary, and whoever
//! asked must not accept anything.
//! *Departures* from the textbook: no complement edges, no reordering, and no garbage collection unless it is
//! asked for, with all diagrams that are still needed. The package is kept small because a proof rests on it.
//! *Cost*: recursion as deep as there are levels; see [`crate::relation::MAX_VARIABLES`].

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A set of valuations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Diagram(u32);

/// No valuation.
pub(crate) const EMPTY: Diagram = Diagram(0);
/// Every valuation.
pub(crate) const ALL: Diagram = Diagram(1);

/// A cell of [`Diagrams::classes`]: what the roots are there, and where.
pub(crate) type Class = (Vec<Diagram>, Diagram);

/// The level of the two constants, below all variables.
const BOTTOM: u32 = u32::MAX;
/// More nodes than this are too many to check.
const MAX_NODES: usize = 20_000_000;
/// Below so many nodes nothing is collected; tests collect often.
const MIN_COLLECTED: usize = if cfg!(debug_assertions) { 1 << 8 } else { 1 << 22 };
/// Results that are kept.
const MAX_CACHED: usize = 4_000_000;
/// More cells than this are too many to check.
const MAX_CLASSES: usize = 100_000;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    level: u32,
    low: Diagram,
    high: Diagram,
}

/// All diagrams.
pub(crate) struct Diagrams {
    nodes: Vec<Node>,
    /// Numbers of nodes that are not needed any more.
    free: Vec<Diagram>,
    /// How many nodes make a collection worth while.
    collect_from: usize,
    unique: FxHashMap<Node, Diagram>,
    choices: FxHashMap<(Diagram, Diagram, Diagram), Diagram>,
    subsets: FxHashMap<(Diagram, Diagram), bool>,
    meetings: FxHashMap<(Diagram, Diagram), bool>,
    full: bool,
}

impl Diagrams {
    pub fn new() -> Self {
        let constant = |d| Node { level: BOTTOM, low: d, high: d };
        Diagrams {
            nodes: vec![constant(EMPTY), constant(ALL)],
            free: Vec::new(),
            collect_from: MIN_COLLECTED,
            unique: FxHashMap::default(),
            choices: FxHashMap::default(),
            subsets: FxHashMap::default(),
            meetings: FxHashMap::default(),
            full: false,
        }
    }

    /// Whether some operation gave up.
    pub fn is_full(&self) -> bool {
        self.full
    }

    fn node(&self, diagram: Diagram) -> Node {
        self.nodes[diagram.0 as usize]
    }

    fn level(&self, diagram: Diagram) -> u32 {
        self.node(diagram).level
    }

    /// The two halves of `diagram` with respect to a level that is not below its first one.
    fn halves(&self, diagram: Diagram, level: u32) -> (Diagram, Diagram) {
        let node = self.node(diagram);
        if node.level == level { (node.low, node.high) } else { (diagram, diagram) }
    }

    fn make(&mut self, level: u32, low: Diagram, high: Diagram) -> Diagram {
        if low == high {
            return low;
        }
        let node = Node { level, low, high };
        if let Some(known) = self.unique.get(&node) {
            return *known;
        }
        let new = match self.free.pop() {
            Some(old) => {
                self.nodes[old.0 as usize] = node;
                old
            }
            None if self.nodes.len() >= MAX_NODES => {
                self.full = true;
                return EMPTY;
            }
            None => {
                self.nodes.push(node);
                Diagram(u32::try_from(self.nodes.len() - 1).expect("the limit fits in 32 bits"))
            }
        };
        self.unique.insert(node, new);
        new
    }

    /// The first variable on which a set depends, with the rests for false and true; the two constants have none and are the
    /// same in all diagrams.
    pub fn top(&self, diagram: Diagram) -> Option<(u32, Diagram, Diagram)> {
        let Node { level, low, high } = self.node(diagram);
        (level != BOTTOM).then_some((level, low, high))
    }

    /// Whether there are so many nodes that [`Self::collect`] is worth while.
    pub fn want_collection(&self) -> bool {
        self.nodes.len() - self.free.len() > self.collect_from
    }

    /// Forgets all diagrams but the roots and what they consist of. Nobody may use another one afterwards.
    pub fn collect(&mut self, roots: impl Iterator<Item = Diagram>) {
        let mut needed = vec![false; self.nodes.len()];
        let mut stack: Vec<Diagram> = roots.chain([EMPTY, ALL]).collect();
        while let Some(next) = stack.pop() {
            if !std::mem::replace(&mut needed[next.0 as usize], true) {
                let node = self.node(next);
                stack.extend([node.low, node.high]);
            }
        }
        self.unique.retain(|_, diagram| needed[diagram.0 as usize]);
        self.choices.clear();
        self.subsets.clear();
        self.meetings.clear();
        self.free = (0..).map(Diagram).zip(&needed).filter(|(_, needed)| !**needed).map(|(d, _)| d).collect();
        self.collect_from = MIN_COLLECTED.max(2 * (self.nodes.len() - self.free.len()));
    }

    /// The valuations with the variable true.
    pub fn variable(&mut self, level: u32) -> Diagram {
        self.make(level, EMPTY, ALL)
    }

    /// `then` inside of `condition`, `otherwise` outside.
    pub fn choose(&mut self, condition: Diagram, then: Diagram, otherwise: Diagram) -> Diagram {
        let then = if condition == then { ALL } else { then };
        let otherwise = if condition == otherwise { EMPTY } else { otherwise };
        match (condition, then, otherwise) {
            (ALL, _, _) => return then,
            (EMPTY, _, _) => return otherwise,
            (_, ALL, EMPTY) => return condition,
            _ if then == otherwise => return then,
            _ if self.full => return EMPTY,
            _ => {}
        }
        let key = (condition, then, otherwise);
        if let Some(known) = self.choices.get(&key) {
            return *known;
        }
        let level = self.level(condition).min(self.level(then)).min(self.level(otherwise));
        let (c0, c1) = self.halves(condition, level);
        let (t0, t1) = self.halves(then, level);
        let (o0, o1) = self.halves(otherwise, level);
        let low = self.choose(c0, t0, o0);
        let high = self.choose(c1, t1, o1);
        let result = self.make(level, low, high);
        if self.choices.len() >= MAX_CACHED {
            self.choices.clear();
        }
        self.choices.insert(key, result);
        result
    }

    /// Intersection.
    pub fn and(&mut self, a: Diagram, b: Diagram) -> Diagram {
        self.choose(a.min(b), a.max(b), EMPTY)
    }

    /// Union.
    pub fn or(&mut self, a: Diagram, b: Diagram) -> Diagram {
        self.choose(a.min(b), ALL, a.max(b))
    }

    /// Complement.
    pub fn not(&mut self, a: Diagram) -> Diagram {
        self.choose(a, EMPTY, ALL)
    }

    /// What is in `a` and not in `b`.
    pub fn without(&mut self, a: Diagram, b: Diagram) -> Diagram {
        self.choose(b, EMPTY, a)
    }

    /// Whether `a` is a subset of `b`.
    pub fn is_subset(&mut self, a: Diagram, b: Diagram) -> bool {
        if a == EMPTY || b == ALL || a == b {
            return true;
        }
        if a == ALL || b == EMPTY {
            return false;
        }
        if let Some(known) = self.subsets.get(&(a, b)) {
            return *known;
        }
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.halves(a, level), self.halves(b, level));
        let result = self.is_subset(a0, b0) && self.is_subset(a1, b1);
        remember(&mut self.subsets, (a, b), result)
    }

    /// Whether `a` and `b` have a common valuation.
    pub fn meet(&mut self, a: Diagram, b: Diagram) -> bool {
        if a == EMPTY || b == EMPTY {
            return false;
        }
        if a == ALL || b == ALL || a == b {
            return true;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.meetings.get(&key) {
            return *known;
        }
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.halves(a, level), self.halves(b, level));
        let result = self.meet(a0, b0) || self.meet(a1, b1);
        remember(&mut self.meetings, key, result)
    }

    /// The valuations that can be completed by some value of the variables in `gone`.
    pub fn exists(&mut self, diagram: Diagram, gone: &BTreeSet<u32>) -> Diagram {
        match gone.last() {
            Some(last) => self.exists_up_to(diagram, gone, *last, &mut FxHashMap::default()),
            None => diagram,
        }
    }

    fn exists_up_to(
        &mut self,
        diagram: Diagram,
        gone: &BTreeSet<u32>,
        last: u32,
        known: &mut FxHashMap<Diagram, Diagram>,
    ) -> Diagram {
        let Node { level, low, high } = self.node(diagram);
        if level > last || self.full {
            return diagram;
        }
        if let Some(result) = known.get(&diagram) {
            return *result;
        }
        let low = self.exists_up_to(low, gone, last, known);
        let high = self.exists_up_to(high, gone, last, known);
        let result = if gone.contains(&level) { self.or(low, high) } else { self.make(level, low, high) };
        known.insert(diagram, result);
        result
    }

    /// The same set over other variables; `to` must keep the order of those that occur.
    pub fn rename(&mut self, diagram: Diagram, to: &dyn Fn(u32) -> u32) -> Diagram {
        self.rename_known(diagram, to, &mut FxHashMap::default())
    }

    fn rename_known(
        &mut self,
        diagram: Diagram,
        to: &dyn Fn(u32) -> u32,
        known: &mut FxHashMap<Diagram, Diagram>,
    ) -> Diagram {
        let Node { level, low, high } = self.node(diagram);
        if level == BOTTOM {
            return diagram;
        }
        if let Some(result) = known.get(&diagram) {
            return *result;
        }
        let low = self.rename_known(low, to, known);
        let high = self.rename_known(high, to, known);
        let level = to(level);
        debug_assert!(level < self.level(low).min(self.level(high)) || self.full, "renaming keeps the order");
        let result = self.make(level, low, high);
        known.insert(diagram, result);
        result
    }

    /// The variables that matter.
    pub fn support(&self, diagram: Diagram) -> BTreeSet<u32> {
        let (mut seen, mut stack, mut levels) = (BTreeSet::from([diagram]), vec![diagram], BTreeSet::new());
        while let Some(next) = stack.pop() {
            let node = self.node(next);
            if node.level != BOTTOM {
                levels.insert(node.level);
                stack.extend([node.low, node.high].into_iter().filter(|d| seen.insert(*d)));
            }
        }
        levels
    }

    /// Some valuation of a set that is not empty: the variables that are true, where a path says so.
    pub fn example(&self, diagram: Diagram) -> BTreeSet<u32> {
        let (mut at, mut chosen) = (diagram, BTreeSet::new());
        while self.level(at) != BOTTOM {
            let node = self.node(at);
            if node.low == EMPTY {
                chosen.insert(node.level);
            }
            at = if node.low == EMPTY { node.high } else { node.low };
        }
        chosen
    }

    /// Divides the valuations of the levels above `frontier` by what the roots are for them below. Where a root
    /// is empty there is no class.
    pub fn classes(&mut self, roots: &[Diagram], frontier: u32) -> Rc<Vec<Class>> {
        self.classes_known(roots, frontier, &mut FxHashMap::default())
    }

    fn classes_known(
        &mut self,
        roots: &[Diagram],
        frontier: u32,
        known: &mut FxHashMap<Vec<Diagram>, Rc<Vec<Class>>>,
    ) -> Rc<Vec<Class>> {
        if roots.contains(&EMPTY) || self.full {
            return Rc::default();
        }
        let level = roots.iter().map(|r| self.level(*r)).min().unwrap_or(BOTTOM);
        if level >= frontier {
            return Rc::new(vec![(roots.to_vec(), ALL)]);
        }
        if let Some(classes) = known.get(roots) {
            return classes.clone();
        }
        let (low, high): (Vec<_>, Vec<_>) = roots.iter().map(|r| self.halves(*r, level)).unzip();
        let low = self.classes_known(&low, frontier, known);
        let high = self.classes_known(&high, frontier, known);
        let mut both: BTreeMap<&[Diagram], (Diagram, Diagram)> = BTreeMap::new();
        low.iter().for_each(|(below, place)| both.entry(below).or_insert((EMPTY, EMPTY)).0 = *place);
        high.iter().for_each(|(below, place)| both.entry(below).or_insert((EMPTY, EMPTY)).1 = *place);
        self.full |= both.len() > MAX_CLASSES;
        let join = |(below, (low, high)): (&[Diagram], _)| (below.to_vec(), self.make(level, low, high));
        let classes: Rc<Vec<Class>> = Rc::new(both.into_iter().map(join).collect());
        known.insert(roots.to_vec(), classes.clone());
        classes
    }
}

fn remember(cache: &mut FxHashMap<(Diagram, Diagram), bool>, key: (Diagram, Diagram), result: bool) -> bool {
    if cache.len() >= MAX_CACHED {
        cache.clear();
    }
    cache.insert(key, result);
    result
}

#[cfg(test)]
mod tests {
    use super::{ALL, Diagram, Diagrams, EMPTY};
    use std::collections::BTreeSet;

    /// The set of the valuations of four variables whose bits are in `table`.
    fn from_table(diagrams: &mut Diagrams, table: u16) -> Diagram {
        (0..16).filter(|row| table >> row & 1 == 1).fold(EMPTY, |set, row: u32| {
            let one = (0..4).fold(ALL, |cube, level| {
                let variable = diagrams.variable(level);
                let literal = if row >> level & 1 == 1 { variable } else { diagrams.not(variable) };
                diagrams.and(cube, literal)
            });
            diagrams.or(set, one)
        })
    }

    #[test]
    fn operations_agree_with_truth_tables() {
        let mut diagrams = Diagrams::new();
        let tables: Vec<u16> = (0..40u32).map(|i| (i.wrapping_mul(40_503) >> 3) as u16 ^ 0x1b).collect();
        for a in &tables {
            for b in &tables {
                let (da, db) = (from_table(&mut diagrams, *a), from_table(&mut diagrams, *b));
                assert_eq!(diagrams.and(da, db), from_table(&mut diagrams, a & b));
                assert_eq!(diagrams.or(da, db), from_table(&mut diagrams, a | b));
                assert_eq!(diagrams.without(da, db), from_table(&mut diagrams, a & !b));
                assert_eq!(diagrams.is_subset(da, db), a & !b == 0);
                assert_eq!(diagrams.meet(da, db), a & b != 0);
            }
        }
    }

    #[test]
    fn quantification_joins_both_values() {
        let mut diagrams = Diagrams::new();
        for table in [0u16, 1, 0x8421, 0x00f0, 0x1234, 0xffff] {
            let set = from_table(&mut diagrams, table);
            // Variable 1 flips the row by 2.
            let flipped = (0..16).filter(|r| table >> (r ^ 2) & 1 == 1).fold(0, |t, r| t | 1 << r);
            let expected = from_table(&mut diagrams, table | flipped);
            assert_eq!(diagrams.exists(set, &BTreeSet::from([1])), expected);
        }
    }

    #[test]
    fn classes_divide_by_what_lies_below() {
        let mut diagrams = Diagrams::new();
        let (x, y) = (diagrams.variable(0), diagrams.variable(2));
        let set = diagrams.choose(x, y, ALL);
        let not_x = diagrams.not(x);
        let classes = diagrams.classes(&[set], 1);
        assert_eq!(classes.len(), 2);
        assert!(classes.contains(&(vec![y], x)) && classes.contains(&(vec![ALL], not_x)));
    }

    #[test]
    fn roots_survive_a_collection() {
        let mut diagrams = Diagrams::new();
        let tables = [0x1234, 0x00f0, 0x8421, 0xfedc];
        let sets = tables.map(|t| from_table(&mut diagrams, t));
        diagrams.collect(sets[..2].iter().copied());
        for (table, set) in tables.into_iter().zip(sets).take(2) {
            assert_eq!(from_table(&mut diagrams, table), set);
        }
        for a in 0..200u16 {
            let (a, b) = (a.wrapping_mul(331), a.wrapping_mul(77));
            let (da, db) = (from_table(&mut diagrams, a), from_table(&mut diagrams, b));
            assert_eq!(diagrams.and(da, db), from_table(&mut diagrams, a & b));
            diagrams.collect(sets[..2].iter().copied());
        }
    }

    #[test]
    fn four_thousand_levels_are_no_problem() {
        let mut diagrams = Diagrams::new();
        let all_equal = (0..2000).fold(ALL, |set, i| {
            let (a, b) = (diagrams.variable(2 * i), diagrams.variable(2 * i + 1));
            let not_b = diagrams.not(b);
            let equal = diagrams.choose(a, b, not_b);
            diagrams.and(set, equal)
        });
        let gone = (0..2000).map(|i| 2 * i).collect();
        assert_eq!(diagrams.exists(all_equal, &gone), ALL);
        let shifted = diagrams.rename(all_equal, &|level| level + 2);
        assert!(diagrams.meet(shifted, all_equal) && !diagrams.is_subset(shifted, all_equal));
        assert_eq!(*diagrams.classes(&[all_equal], 4000), [(vec![ALL], all_equal)]);
    }
}
