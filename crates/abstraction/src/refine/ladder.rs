//! The ladder of candidates: where new predicates come from, cheapest first.
//!
//! *What*: L0: words of one bit; atoms of the guards of the path; what must hold before edges of the path so that predicates
//! hold behind them, up to three edges. L1: `x == y`, `x < y`. L2: the same with constants. L3: sums with constants; atoms
//! pulled back further. L4: bits. All over words of the slice.
//! *Source*: predicate-abstraction design, section 5.2.
//! *Claim*: without arrays, the bits of L4 make an impossible path impossible for the abstract program.
//! *Departures*: there is no candidate over variables of two threads.

use crate::predicate::{Level, Predicates};
use crate::refine::atoms::atoms;
use crate::refine::path::Path;
use crate::refine::pullback::pull_back;
use crate::refine::slice::Slice;
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashSet;
use tw_index::Id;
use tw_steps::{EdgeId, Template};
use tw_words::{ArrayId, ArrayNode, BinaryOp, Node, TermId, UnaryOp, Words};

/// A predicate that refinement may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// One bit.
    pub term: TermId,
    /// How expensive it is.
    pub level: Level,
}

/// The last level.
pub const LAST: Level = Level(4);
/// Candidates of one level, at most.
const MOST: usize = 400;
/// Edges over which predicates are pulled back in L0, and in L3.
const STEPS: [usize; 2] = [3, 8];

/// What candidates are made of.
pub struct Ladder {
    vocabulary: Vocabulary,
    edges: Vec<EdgeId>,
    slice: Slice,
    /// Words of the slice with more than one bit, elements of arrays that steps read, and the identity.
    words: Vec<TermId>,
    bits: Vec<TermId>,
    /// Orders that the program compares by.
    orders: Vec<bool>,
    constants: Vec<TermId>,
    known: FxHashSet<TermId>,
}

impl Ladder {
    /// Candidates for a path that is impossible because of the words of a slice.
    pub fn new(template: &mut Template, predicates: &Predicates, path: &Path, slice: Slice) -> Ladder {
        let vocabulary = Vocabulary::new(template);
        let edges = path.edges();
        let parts = parts_of(template, &edges);
        let mut ladder = Ladder {
            vocabulary,
            edges,
            slice,
            words: Vec::new(),
            bits: Vec::new(),
            orders: Vec::new(),
            constants: Vec::new(),
            known: FxHashSet::default(),
        };
        for predicate in predicates.list.iter() {
            ladder.known.insert(positive(&template.words, predicate.term));
        }
        for var in ladder.slice.vars.clone() {
            let term = template.words.of_symbol(template.vars[var].symbol);
            let list = if template.words.width(term) == 1 { &mut ladder.bits } else { &mut ladder.words };
            list.push(term);
        }
        for part in parts {
            match template.words.node(part) {
                Node::Less { signed, .. } if !ladder.orders.contains(&signed) => ladder.orders.push(signed),
                Node::Const(_) if template.words.width(part) > 1 => ladder.constants.push(part),
                Node::Read(..) if ladder.is_within(template, part) => {
                    if template.words.width(part) == 1 {
                        ladder.bits.push(part);
                    } else {
                        ladder.words.push(part);
                    }
                }
                _ => {}
            }
        }
        ladder.orders.sort_unstable();
        if ladder.orders.is_empty() {
            ladder.orders.push(false);
        }
        if let Some(identity) = template.identity.filter(|_| ladder.slice.identity) {
            ladder.words.push(template.words.of_symbol(identity));
        }
        ladder
    }

    /// The candidates of a level that no level before has.
    pub fn candidates(
        &mut self,
        template: &mut Template,
        predicates: &Predicates,
        level: Level,
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        match level.0 {
            0 => {
                found.extend(self.bits.clone());
                let guards: Vec<TermId> = self.guards(template);
                found.extend(guards);
                let begin = predicates.list.iter().map(|predicate| predicate.term).collect();
                found.extend(self.pulled_back(template, begin, STEPS[0]));
            }
            1 => self.pairs(template, &mut found, None),
            2 => self.with_constants(template, &mut found),
            3 => {
                let guards: Vec<TermId> = self.guards(template);
                found.extend(self.pulled_back(template, guards, STEPS[1]));
                for constant in self.small_constants(template) {
                    self.pairs(template, &mut found, Some(constant));
                }
            }
            _ => self.all_bits(template, &mut found),
        }
        let mut candidates = Vec::new();
        for term in found {
            let term = positive(&template.words, term);
            let limit = if level < LAST { MOST } else { usize::MAX };
            if candidates.len() < limit
                && template.words.as_const(term).is_none()
                && !self.known.contains(&term)
                && self.is_within(template, term)
            {
                self.known.insert(term);
                candidates.push(Candidate { term, level });
            }
        }
        candidates
    }

    /// Whether a term speaks of the words of the slice only.
    fn is_within(&self, template: &Template, term: TermId) -> bool {
        let footprint = self.vocabulary.footprint(&template.words, term);
        footprint.foreign.is_empty()
            && footprint.vars.iter().all(|var| self.slice.vars.contains(var))
            && footprint.arrays.iter().all(|array| self.slice.arrays.contains(array))
    }

    fn guards(&self, template: &mut Template) -> Vec<TermId> {
        let guards: Vec<TermId> = self.edges.iter().map(|edge| template.edges[*edge].guard).collect();
        guards.into_iter().flat_map(|guard| atoms(&mut template.words, guard)).collect()
    }

    fn pulled_back(&self, template: &mut Template, begin: Vec<TermId>, steps: usize) -> Vec<TermId> {
        let mut found: Vec<TermId> = Vec::new();
        let mut seen: FxHashSet<TermId> = begin.iter().copied().collect();
        let mut layer = begin;
        for _ in 0..steps {
            let mut next = Vec::new();
            for predicate in layer {
                for edge in &self.edges {
                    for atom in pull_back(template, &self.vocabulary, predicate, *edge) {
                        if found.len() < MOST && seen.insert(atom) && self.is_within(template, atom) {
                            found.push(atom);
                            next.push(atom);
                        }
                    }
                }
            }
            layer = next;
        }
        found
    }

    /// Comparisons of two words of one width, the first one with a constant added.
    fn pairs(&self, template: &mut Template, found: &mut Vec<TermId>, added: Option<TermId>) {
        let words = &mut template.words;
        for (i, x) in self.words.iter().enumerate() {
            for (j, y) in self.words.iter().enumerate() {
                if i == j || words.width(*x) != words.width(*y) {
                    continue;
                }
                let left = match added {
                    None => *x,
                    Some(constant) if words.width(constant) == words.width(*x) => {
                        words.binary(BinaryOp::Add, *x, constant)
                    }
                    Some(_) => continue,
                };
                if i < j || added.is_some() {
                    found.push(words.equal(left, *y));
                }
                if self.is_identity(template.identity, words, *x)
                    || self.is_identity(template.identity, words, *y)
                {
                    continue;
                }
                for signed in &self.orders {
                    found.push(words.less(*signed, left, *y));
                    if added.is_some() {
                        found.push(words.less(*signed, *y, left));
                    }
                }
            }
        }
    }

    fn is_identity(&self, identity: Option<tw_words::Symbol>, words: &Words, term: TermId) -> bool {
        identity.is_some_and(|identity| words.node(term) == Node::Symbol(identity))
    }

    fn with_constants(&self, template: &mut Template, found: &mut Vec<TermId>) {
        let words = &mut template.words;
        for x in &self.words {
            if self.is_identity(template.identity, words, *x) {
                continue;
            }
            let width = words.width(*x);
            let mut constants: Vec<u128> = vec![0, 1, u128::MAX];
            let of_path = self.constants.iter().filter(|c| words.width(**c) == width);
            let of_path: Vec<u128> = of_path.filter_map(|c| words.as_const(*c)).collect();
            constants.extend(of_path);
            constants.extend([1 << (width - 1), (1 << (width - 1)) - 1]);
            for value in constants {
                let constant = words.constant(value, width);
                found.push(words.equal(*x, constant));
                for signed in &self.orders {
                    found.push(words.less(*signed, *x, constant));
                    found.push(words.less(*signed, constant, *x));
                }
            }
        }
    }

    /// Constants that are added in L3: those of the path nearest to 0, and 1 and -1.
    fn small_constants(&self, template: &mut Template) -> Vec<TermId> {
        let mut widths: Vec<u32> = self.words.iter().map(|x| template.words.width(*x)).collect();
        widths.sort_unstable();
        widths.dedup();
        let mut found = Vec::new();
        for width in widths {
            let value = |c: &TermId| template.words.as_const(*c).unwrap_or(0);
            let size = |value: u128| value.min(value.wrapping_neg() & (u128::MAX >> (128 - width)));
            let of_path = self.constants.iter().filter(|c| template.words.width(**c) == width);
            let mut values: Vec<u128> = of_path.map(value).filter(|value| *value != 0).collect();
            values.extend([1, u128::MAX >> (128 - width)]);
            values.sort_unstable_by_key(|value| (size(*value), *value));
            values.dedup();
            values.truncate(4);
            found.extend(values.into_iter().map(|value| template.words.constant(value, width)));
        }
        found
    }

    fn all_bits(&self, template: &mut Template, found: &mut Vec<TermId>) {
        found.extend(&self.bits);
        for x in &self.words {
            for bit in 0..template.words.width(*x) {
                found.push(template.words.extract(*x, bit, 1));
            }
        }
    }
}

/// The term without negations around it.
pub fn positive(words: &Words, term: TermId) -> TermId {
    match words.node(term) {
        Node::Unary(UnaryOp::Not, x) => positive(words, x),
        _ => term,
    }
}

/// All terms that guards and assignments of edges consist of, operands behind what has them.
fn parts_of(template: &Template, edges: &[EdgeId]) -> Vec<TermId> {
    let mut open = Vec::new();
    let mut arrays: Vec<ArrayId> = Vec::new();
    for edge in edges {
        let edge = &template.edges[*edge];
        open.push(edge.guard);
        open.extend(edge.updates.iter().map(|(_, term)| *term));
        arrays.extend(edge.array_updates.iter().map(|(_, array)| *array));
    }
    let words = &template.words;
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut seen_arrays: FxHashSet<ArrayId> = FxHashSet::default();
    let mut found = Vec::new();
    loop {
        while let Some(array) = arrays.pop() {
            if seen_arrays.insert(array) {
                match words.array_node(array) {
                    ArrayNode::Symbol(_) => {}
                    ArrayNode::Filled(value) => open.push(value),
                    ArrayNode::Write(before, index, value) => {
                        arrays.push(before);
                        open.extend([index, value]);
                    }
                    ArrayNode::Ite(condition, yes, no) => {
                        arrays.extend([yes, no]);
                        open.push(condition);
                    }
                }
            }
        }
        let Some(term) = open.pop() else { break };
        if seen.insert(term) {
            found.push(term);
            open.extend(words.node(term).operands());
            if let Node::Read(array, _) = words.node(term) {
                arrays.push(array);
            }
        }
    }
    found.sort_unstable_by_key(|term| term.index());
    found
}
