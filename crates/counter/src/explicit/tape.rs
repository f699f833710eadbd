//! Formulas as straight-line code, evaluated without recursion.

use crate::fault::{Fault, planted};
use rustc_hash::FxHashMap;
use tw_boolprog::{Formula, FormulaId, Formulas, Leaf, Owner, Valuation};

/// The valuations that a formula reads.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub shared: &'a Valuation,
    pub active: &'a Valuation,
    pub passive: &'a Valuation,
    pub new_shared: &'a Valuation,
    pub new_active: &'a Valuation,
    pub new_passive: &'a Valuation,
}

impl<'a> Frame<'a> {
    /// Before the step: nothing new can be read yet.
    pub fn before(shared: &'a Valuation, active: &'a Valuation, passive: &'a Valuation) -> Self {
        Frame { shared, active, passive, new_shared: shared, new_active: active, new_passive: passive }
    }
}

#[derive(Clone, Copy)]
enum Op {
    Const(bool),
    Leaf(Leaf),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    Xor(u32, u32),
}

/// Code for the formulas asked for so far; each operation writes the slot of its position.
#[derive(Default)]
pub(super) struct Tapes {
    tapes: FxHashMap<FormulaId, Vec<Op>>,
    slots: Vec<bool>,
}

impl Tapes {
    /// The value of `formula` in `frame`.
    pub fn eval(&mut self, formulas: &Formulas, formula: FormulaId, frame: &Frame<'_>) -> bool {
        let tape = self.tapes.entry(formula).or_insert_with(|| compile(formulas, formula));
        self.slots.clear();
        for op in tape.iter() {
            let value = match op {
                Op::Const(value) => *value,
                Op::Leaf(leaf) => read(*leaf, frame),
                Op::Not(a) => !self.slots[*a as usize],
                Op::And(a, b) => self.slots[*a as usize] & self.slots[*b as usize],
                Op::Or(a, b) => self.slots[*a as usize] | self.slots[*b as usize],
                Op::Xor(a, b) => self.slots[*a as usize] ^ self.slots[*b as usize],
            };
            self.slots.push(value);
        }
        *self.slots.last().expect("a tape has an operation")
    }
}

fn read(leaf: Leaf, frame: &Frame<'_>) -> bool {
    let primed = leaf.primed && !planted(Fault::ConstrainReadsOld);
    let valuation = match (leaf.owner, primed) {
        (Owner::Shared, false) => frame.shared,
        (Owner::Active, false) => frame.active,
        (Owner::Passive, false) => frame.passive,
        (Owner::Shared, true) => frame.new_shared,
        (Owner::Active, true) => frame.new_active,
        (Owner::Passive, true) => frame.new_passive,
    };
    valuation.get(leaf.index as usize)
}

fn compile(formulas: &Formulas, root: FormulaId) -> Vec<Op> {
    let mut places: FxHashMap<FormulaId, u32> = FxHashMap::default();
    let mut tape = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((id, ready)) = stack.pop() {
        if places.contains_key(&id) {
            continue;
        }
        let node = formulas.node(id);
        if !ready {
            stack.push((id, true));
            match node {
                Formula::Const(_) | Formula::Leaf(_) => {}
                Formula::Not(a) => stack.push((a, false)),
                Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => {
                    stack.extend([(a, false), (b, false)])
                }
            }
            continue;
        }
        let op = match node {
            Formula::Const(value) => Op::Const(value),
            Formula::Leaf(leaf) => Op::Leaf(leaf),
            Formula::Not(a) => Op::Not(places[&a]),
            Formula::And(a, b) => Op::And(places[&a], places[&b]),
            Formula::Or(a, b) => Op::Or(places[&a], places[&b]),
            Formula::Xor(a, b) => Op::Xor(places[&a], places[&b]),
        };
        places.insert(id, u32::try_from(tape.len()).expect("formulas are smaller than 2^32"));
        tape.push(op);
    }
    tape
}
