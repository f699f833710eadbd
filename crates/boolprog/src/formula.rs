//! Formulas without choice, as a hash-consed graph.
//!
//! An expression with `*` denotes the *set* of values it can take. Each `*` is independent of every
//! other, so that set is computed exactly from the sets of the operands, and one expression becomes
//! two formulas over variables alone: "can be false" and "can be true" ([`Possible`]).

use crate::checked::{BinaryOp, ChainOp, Expr, Var, VarExpr, VarUse};
use rustc_hash::FxHashMap;
use tw_index::{Id, IdVec, define_id};

define_id!(/// A formula of a [`Formulas`] graph.
    pub struct FormulaId);

/// Whose copy of a variable a leaf reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// A shared variable.
    Shared,
    /// The thread that moves.
    Active,
    /// Another thread.
    Passive,
}

/// A variable in a formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leaf {
    /// Whose copy.
    pub owner: Owner,
    /// Index of the shared or local variable.
    pub index: u32,
    /// The value after the step.
    pub primed: bool,
}

/// A node of the graph; operands have smaller ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// A constant.
    Const(bool),
    /// A variable.
    Leaf(Leaf),
    /// Negation.
    Not(FormulaId),
    /// Conjunction.
    And(FormulaId, FormulaId),
    /// Disjunction.
    Or(FormulaId, FormulaId),
    /// Exclusive or.
    Xor(FormulaId, FormulaId),
}

/// The values an expression can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Possible {
    /// It can be false.
    pub no: FormulaId,
    /// It can be true.
    pub yes: FormulaId,
}

/// The graph.
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: IdVec<FormulaId, Formula>,
    ids: FxHashMap<Formula, FormulaId>,
    /// Size of each formula written out as a tree, saturating.
    tree_size: IdVec<FormulaId, u32>,
}

/// Trees larger than this are evaluated with a memory of what was computed.
const TREE_LIMIT: u32 = 256;

impl Default for Formulas {
    fn default() -> Self {
        Self::new()
    }
}

impl Formulas {
    /// A graph with the two constants.
    pub fn new() -> Self {
        let mut graph = Formulas { nodes: IdVec::new(), ids: FxHashMap::default(), tree_size: IdVec::new() };
        graph.intern(Formula::Const(false));
        graph.intern(Formula::Const(true));
        graph
    }

    /// The node of a formula.
    pub fn node(&self, id: FormulaId) -> Formula {
        self.nodes[id]
    }

    /// The constant formula.
    pub fn constant(&self, value: bool) -> FormulaId {
        Id::from_index(usize::from(value))
    }

    /// Whether the formula is the constant true.
    pub fn is_true(&self, id: FormulaId) -> bool {
        self.nodes[id] == Formula::Const(true)
    }

    fn intern(&mut self, node: Formula) -> FormulaId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let size = |id: FormulaId| self.tree_size[id];
        let tree_size = match node {
            Formula::Const(_) | Formula::Leaf(_) => 1,
            Formula::Not(a) => size(a).saturating_add(1),
            Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => {
                size(a).saturating_add(size(b)).saturating_add(1)
            }
        };
        self.tree_size.push(tree_size);
        let id = self.nodes.push(node);
        self.ids.insert(node, id);
        id
    }

    /// A variable.
    pub fn leaf(&mut self, leaf: Leaf) -> FormulaId {
        self.intern(Formula::Leaf(leaf))
    }

    /// Negation.
    pub fn not(&mut self, a: FormulaId) -> FormulaId {
        match self.nodes[a] {
            Formula::Const(value) => self.constant(!value),
            Formula::Not(inner) => inner,
            _ => self.intern(Formula::Not(a)),
        }
    }

    fn opposite(&self, a: FormulaId, b: FormulaId) -> bool {
        self.nodes[a] == Formula::Not(b) || self.nodes[b] == Formula::Not(a)
    }

    /// Conjunction.
    pub fn and(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        match (self.nodes[a], self.nodes[b]) {
            (Formula::Const(false), _) | (_, Formula::Const(false)) => self.constant(false),
            (Formula::Const(true), _) => b,
            (_, Formula::Const(true)) => a,
            _ if a == b => a,
            _ if self.opposite(a, b) => self.constant(false),
            _ => self.intern(Formula::And(a.min(b), a.max(b))),
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        match (self.nodes[a], self.nodes[b]) {
            (Formula::Const(true), _) | (_, Formula::Const(true)) => self.constant(true),
            (Formula::Const(false), _) => b,
            (_, Formula::Const(false)) => a,
            _ if a == b => a,
            _ if self.opposite(a, b) => self.constant(true),
            _ => self.intern(Formula::Or(a.min(b), a.max(b))),
        }
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        match (self.nodes[a], self.nodes[b]) {
            (Formula::Const(false), _) => b,
            (_, Formula::Const(false)) => a,
            (Formula::Const(true), _) => self.not(b),
            (_, Formula::Const(true)) => self.not(a),
            _ if a == b => self.constant(false),
            _ if self.opposite(a, b) => self.constant(true),
            _ => self.intern(Formula::Xor(a.min(b), a.max(b))),
        }
    }

    /// The values that `expr` can take.
    pub fn possible(&mut self, expr: &VarExpr) -> Possible {
        match expr {
            Expr::Const(value) => self.certain(self.constant(*value)),
            Expr::Star => Possible { no: self.constant(true), yes: self.constant(true) },
            Expr::Var(used) => {
                let leaf = self.leaf(leaf_of(*used));
                self.certain(leaf)
            }
            Expr::Not(e) => {
                let Possible { no, yes } = self.possible(e);
                Possible { no: yes, yes: no }
            }
            Expr::Chain(op, parts) => {
                let parts = parts.iter().map(|e| self.possible(e)).collect();
                self.balanced(*op, parts)
            }
            Expr::Binary(BinaryOp::Implies, a, b) => {
                let (a, b) = (self.possible(a), self.possible(b));
                self.join(ChainOp::Or, Possible { no: a.yes, yes: a.no }, b)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.possible(a), self.possible(b));
                let differ = self.join(ChainOp::Xor, a, b);
                if *op == BinaryOp::Differ { differ } else { Possible { no: differ.yes, yes: differ.no } }
            }
            // a | (* & !b): true if a can be true or b can be false; false if a can be false.
            Expr::Choose(a, b) => {
                let (a, b) = (self.possible(a), self.possible(b));
                Possible { no: a.no, yes: self.or(a.yes, b.no) }
            }
            Expr::Ite(c, a, b) => {
                let (c, a, b) = (self.possible(c), self.possible(a), self.possible(b));
                let mut side = |then: FormulaId, otherwise: FormulaId| {
                    let (then, otherwise) = (self.and(c.yes, then), self.and(c.no, otherwise));
                    self.or(then, otherwise)
                };
                Possible { no: side(a.no, b.no), yes: side(a.yes, b.yes) }
            }
        }
    }

    fn certain(&mut self, yes: FormulaId) -> Possible {
        Possible { no: self.not(yes), yes }
    }

    /// A chain as a balanced tree, so that evaluation does not recurse deeply.
    fn balanced(&mut self, op: ChainOp, mut parts: Vec<Possible>) -> Possible {
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| if let [a, b] = pair { self.join(op, *a, *b) } else { pair[0] })
                .collect();
        }
        parts.pop().expect("chains have operands")
    }

    fn join(&mut self, op: ChainOp, a: Possible, b: Possible) -> Possible {
        let certain =
            |g: &Formulas, p: Possible| g.opposite(p.no, p.yes) || p.no.index() + p.yes.index() == 1;
        let plain = certain(self, a) && certain(self, b);
        match op {
            ChainOp::And => {
                let yes = self.and(a.yes, b.yes);
                if plain { self.certain(yes) } else { Possible { no: self.or(a.no, b.no), yes } }
            }
            ChainOp::Or => {
                let yes = self.or(a.yes, b.yes);
                if plain { self.certain(yes) } else { Possible { no: self.and(a.no, b.no), yes } }
            }
            ChainOp::Xor if plain => {
                let yes = self.xor(a.yes, b.yes);
                self.certain(yes)
            }
            ChainOp::Xor => {
                let mut either = |a1, b1, a2, b2| {
                    let (first, second) = (self.and(a1, b1), self.and(a2, b2));
                    self.or(first, second)
                };
                Possible { no: either(a.no, b.no, a.yes, b.yes), yes: either(a.yes, b.no, a.no, b.yes) }
            }
        }
    }

    /// The value of a formula, with `leaf` giving the values of variables.
    pub fn eval(&self, id: FormulaId, leaf: &impl Fn(Leaf) -> bool) -> bool {
        if self.tree_size[id] <= TREE_LIMIT {
            return self.eval_tree(id, leaf);
        }
        self.eval_once(id, leaf, &mut FxHashMap::default())
    }

    fn eval_tree(&self, id: FormulaId, leaf: &impl Fn(Leaf) -> bool) -> bool {
        match self.nodes[id] {
            Formula::Const(value) => value,
            Formula::Leaf(l) => leaf(l),
            Formula::Not(a) => !self.eval_tree(a, leaf),
            Formula::And(a, b) => self.eval_tree(a, leaf) && self.eval_tree(b, leaf),
            Formula::Or(a, b) => self.eval_tree(a, leaf) || self.eval_tree(b, leaf),
            Formula::Xor(a, b) => self.eval_tree(a, leaf) != self.eval_tree(b, leaf),
        }
    }

    fn eval_once(
        &self,
        id: FormulaId,
        leaf: &impl Fn(Leaf) -> bool,
        known: &mut FxHashMap<FormulaId, bool>,
    ) -> bool {
        if let Some(value) = known.get(&id) {
            return *value;
        }
        let value = match self.nodes[id] {
            Formula::Const(value) => value,
            Formula::Leaf(l) => leaf(l),
            Formula::Not(a) => !self.eval_once(a, leaf, known),
            Formula::And(a, b) => self.eval_once(a, leaf, known) && self.eval_once(b, leaf, known),
            Formula::Or(a, b) => self.eval_once(a, leaf, known) || self.eval_once(b, leaf, known),
            Formula::Xor(a, b) => self.eval_once(a, leaf, known) != self.eval_once(b, leaf, known),
        };
        known.insert(id, value);
        value
    }

    /// The variables of a formula, each once.
    pub fn leaves(&self, id: FormulaId) -> Vec<Leaf> {
        let mut seen = rustc_hash::FxHashSet::default();
        let (mut stack, mut leaves) = (vec![id], Vec::new());
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.nodes[id] {
                Formula::Const(_) => {}
                Formula::Leaf(leaf) => leaves.push(leaf),
                Formula::Not(a) => stack.push(a),
                Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => stack.extend([a, b]),
            }
        }
        leaves.sort();
        leaves
    }
}

fn leaf_of(used: VarUse) -> Leaf {
    let (owner, index) = match used.var {
        Var::Shared(v) => (Owner::Shared, v.index()),
        Var::Local(v) => (if used.passive { Owner::Passive } else { Owner::Active }, v.index()),
    };
    Leaf { owner, index: u32::try_from(index).expect("ids fit in 32 bits"), primed: used.primed }
}
