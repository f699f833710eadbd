//! Statements as relations over decision diagrams, derived from the same edges that all engines run.
//!
//! *What*: the relation of an assignment between old values and the new values of its targets; whatever is not
//! assigned keeps its value and has no new variable. A statement is a *splice* statement \[BMWK10, section 6.2\] if
//! one of its parts (the guard, the value of one target, a constraint) mentions shared and local variables; all
//! others act on the shared and the local values each on their own, and the image of a product is a product.

use rustc_hash::{FxHashMap, FxHashSet};
use tw_boolprog::checked::Var;
use tw_boolprog::{Assign, Formula, FormulaId, Leaf, Owner, Passive, Possible, Program};
use tw_index::Id;
use tw_solver::{Bdd, Diagrams, Full, Renaming};

/// The number of the diagram variable of a leaf.
pub type Numbering<'a> = &'a dyn Fn(Leaf) -> u32;

/// A relation, and how to take an image under it.
pub struct Relation {
    /// Between old values and the new values of the targets.
    relation: Bdd,
    /// The old values that the step overwrites.
    overwritten: Bdd,
    /// New values become old ones.
    settle: Renaming,
    /// Old values become new ones.
    unsettle: Renaming,
    /// The new values.
    chosen: Bdd,
    /// The relation with new values in the place of old ones, if it does not read what it overwrites.
    direct: Option<Bdd>,
    /// The old values from which there is a step.
    pub enabled: Bdd,
}

impl Relation {
    /// From the parts of a statement; `targets` are the (old, new) variables that it assigns.
    pub fn new(diagrams: &Diagrams, parts: Bdd, targets: &[(u32, u32)]) -> Result<Relation, Full> {
        let chosen = diagrams.variable_set(targets.iter().map(|(_, new)| *new))?;
        let enabled = parts.exists(&chosen)?;
        let settle = diagrams.renaming(targets.iter().map(|(old, new)| (*new, *old)))?;
        let unsettle = diagrams.renaming(targets.iter().copied())?;
        let read = parts.support();
        let reads_target = targets.iter().any(|(old, _)| read.binary_search(old).is_ok());
        let direct = if reads_target { None } else { Some(parts.rename(&settle)?) };
        let overwritten = diagrams.variable_set(targets.iter().map(|(old, _)| *old))?;
        Ok(Relation { relation: parts, overwritten, settle, unsettle, chosen, direct, enabled })
    }

    /// The states after the step.
    pub fn image(&self, set: &Bdd) -> Result<Bdd, Full> {
        match &self.direct {
            Some(direct) => set.exists(&self.overwritten)?.and(direct),
            None => self.image_where(set),
        }
    }

    /// The states after the step, from pairs of old and new values.
    pub fn image_where(&self, pairs: &Bdd) -> Result<Bdd, Full> {
        pairs.and_exists(&self.relation, &self.overwritten)?.rename(&self.settle)
    }

    /// The states before a step into `set`.
    pub fn preimage(&self, set: &Bdd) -> Result<Bdd, Full> {
        set.rename(&self.unsettle)?.and_exists(&self.relation, &self.chosen)
    }

    /// The pairs of a state of `set` and the new values of the targets.
    pub fn steps(&self, set: &Bdd) -> Result<Bdd, Full> {
        set.and(&self.relation)
    }
}

/// The relation of an assignment to the active thread and the shared variables.
pub enum Active {
    /// Shared and local values move each on their own; absent: they stay.
    Apart {
        /// Of the shared values.
        shared: Option<Relation>,
        /// Of the active thread's values.
        local: Option<Relation>,
    },
    /// A splice statement.
    Joint(Relation),
}

/// Encodes formulas.
pub struct Encoder<'a> {
    /// Where diagrams are made.
    pub diagrams: &'a Diagrams,
    /// The program whose formulas are encoded.
    pub program: &'a Program,
    /// The numbers of its variables.
    pub number: Numbering<'a>,
}

/// Which variables a part mentions.
#[derive(Clone, Copy, Default)]
struct Mentions {
    shared: bool,
    local: bool,
}

impl Encoder<'_> {
    /// The valuations in which a formula holds; a new value that `is_new` denies is the old one.
    pub fn formula(&self, root: FormulaId, is_new: &dyn Fn(Leaf) -> bool) -> Result<Bdd, Full> {
        let formulas = &self.program.formulas;
        let mut needed = vec![root];
        let mut seen: FxHashMap<FormulaId, Option<Bdd>> = FxHashMap::default();
        let mut order = Vec::new();
        while let Some(id) = needed.pop() {
            if seen.insert(id, None).is_none() {
                order.push(id);
                match formulas.node(id) {
                    Formula::Const(_) | Formula::Leaf(_) => {}
                    Formula::Not(a) => needed.push(a),
                    Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => needed.extend([a, b]),
                }
            }
        }
        // Operands have smaller ids.
        order.sort_unstable();
        for id in order {
            let value = |id: FormulaId| seen[&id].as_ref().expect("operands come first");
            let set = match formulas.node(id) {
                Formula::Const(value) => self.diagrams.constant(value),
                Formula::Leaf(leaf) => {
                    let leaf = Leaf { primed: leaf.primed && is_new(leaf), ..leaf };
                    self.diagrams.literal((self.number)(leaf), true)?
                }
                Formula::Not(a) => value(a).not()?,
                Formula::And(a, b) => value(a).and(value(b))?,
                Formula::Or(a, b) => value(a).or(value(b))?,
                Formula::Xor(a, b) => value(a).xor(value(b))?,
            };
            seen.insert(id, Some(set));
        }
        Ok(seen.remove(&root).flatten().expect("the root was computed"))
    }

    /// The relation between old values and the new value of one target.
    fn target(&self, new: u32, possible: Possible) -> Result<Bdd, Full> {
        let no_new = |_: Leaf| false;
        let yes = self.formula(possible.yes, &no_new)?;
        let no = self.formula(possible.no, &no_new)?;
        self.diagrams.literal(new, true)?.choose(&yes, &no)
    }

    fn mentions<const N: usize>(&self, formulas: [FormulaId; N]) -> Mentions {
        let mut found = Mentions::default();
        for leaf in formulas.into_iter().flat_map(|f| self.program.formulas.leaves(f)) {
            found.shared |= leaf.owner == Owner::Shared;
            found.local |= leaf.owner != Owner::Shared;
        }
        found
    }

    fn mentions_of_target(&self, var: Var, possible: Possible) -> Mentions {
        let mut found = self.mentions([possible.yes, possible.no]);
        match var {
            Var::Shared(_) => found.shared = true,
            Var::Local(_) => found.local = true,
        }
        found
    }

    /// The variables (old, new) of the targets.
    pub fn targets(&self, assign: &Assign) -> Vec<(u32, u32)> {
        let pair = |(var, _): &(Var, Possible)| {
            let leaf = leaf_of(*var);
            ((self.number)(leaf), (self.number)(Leaf { primed: true, ..leaf }))
        };
        assign.targets.iter().map(pair).collect()
    }

    /// The parts of an assignment, with what each mentions.
    fn parts(&self, assign: &Assign) -> Result<Vec<(Mentions, Bdd)>, Full> {
        let is_new =
            |leaf: Leaf| assign.targets.iter().any(|(v, _)| leaf_of(*v) == Leaf { primed: false, ..leaf });
        let mut parts = Vec::new();
        for formula in [assign.guard, assign.constraint] {
            for conjunct in conjuncts(self.program, formula) {
                parts.push((self.mentions([conjunct]), self.formula(conjunct, &is_new)?));
            }
        }
        for ((var, possible), (_, new)) in assign.targets.iter().zip(self.targets(assign)) {
            parts.push((self.mentions_of_target(*var, *possible), self.target(new, *possible)?));
        }
        Ok(parts)
    }

    fn conjunction<'b>(&self, parts: impl Iterator<Item = &'b Bdd>) -> Result<Bdd, Full> {
        parts.into_iter().try_fold(self.diagrams.constant(true), |all, part| all.and(part))
    }

    /// The relation of an assignment in one piece.
    pub fn whole(&self, assign: &Assign) -> Result<Relation, Full> {
        let parts = self.parts(assign)?;
        Relation::new(self.diagrams, self.conjunction(parts.iter().map(|(_, p)| p))?, &self.targets(assign))
    }

    /// The relation of an assignment, in two pieces unless it is a splice statement.
    pub fn active(&self, assign: &Assign) -> Result<Active, Full> {
        let parts = self.parts(assign)?;
        if parts.iter().any(|(m, _)| m.shared && m.local) {
            return Ok(Active::Joint(self.whole(assign)?));
        }
        let targets = self.targets(assign);
        let side = |shared: bool| -> Result<Option<Relation>, Full> {
            let kind = |v: &Var| matches!(v, Var::Shared(_)) == shared;
            let own = assign.targets.iter().zip(&targets).filter(|((v, _), _)| kind(v)).map(|(_, t)| *t);
            let own: Vec<(u32, u32)> = own.collect();
            // A part that mentions nothing is a constant and belongs to both sides.
            let about = |m: &Mentions| if shared { m.shared || !m.local } else { m.local || !m.shared };
            let relation = self.conjunction(parts.iter().filter(|(m, _)| about(m)).map(|(_, p)| p))?;
            if own.is_empty() && relation.is_everything() {
                return Ok(None);
            }
            Relation::new(self.diagrams, relation, &own).map(Some)
        };
        Ok(Active::Apart { shared: side(true)?, local: side(false)? })
    }

    /// Whether an assignment to the active thread is a splice statement.
    pub fn is_splice(&self, assign: &Assign) -> bool {
        let formulas = [assign.guard, assign.constraint];
        let mut parts: Vec<Mentions> =
            formulas.iter().flat_map(|f| conjuncts(self.program, *f)).map(|c| self.mentions([c])).collect();
        parts.extend(assign.targets.iter().map(|(var, possible)| self.mentions_of_target(*var, *possible)));
        parts.iter().any(|m| m.shared && m.local)
    }

    /// The relation between the old values of another thread and the new ones, given those of the active thread.
    pub fn passive(&self, assign: &Assign, passive: &Passive) -> Result<Bdd, Full> {
        let is_new = |leaf: Leaf| match leaf.owner {
            Owner::Passive => passive.targets.iter().any(|(v, _)| v.index() == leaf.index as usize),
            _ => assign.targets.iter().any(|(v, _)| leaf_of(*v) == Leaf { primed: false, ..leaf }),
        };
        let mut relation = self.formula(passive.constraint, &is_new)?;
        for (var, possible) in &passive.targets {
            let leaf = Leaf { owner: Owner::Passive, index: var.index() as u32, primed: true };
            relation = relation.and(&self.target((self.number)(leaf), *possible)?)?;
        }
        Ok(relation)
    }
}

/// The old value of a variable of the active thread.
pub fn leaf_of(var: Var) -> Leaf {
    let (owner, index) = match var {
        Var::Shared(v) => (Owner::Shared, v.index()),
        Var::Local(v) => (Owner::Active, v.index()),
    };
    Leaf { owner, index: u32::try_from(index).expect("ids fit in 32 bits"), primed: false }
}

/// The top-level conjuncts of a formula.
fn conjuncts(program: &Program, formula: FormulaId) -> Vec<FormulaId> {
    let (mut work, mut found, mut seen) = (vec![formula], Vec::new(), FxHashSet::default());
    while let Some(id) = work.pop() {
        match program.formulas.node(id) {
            _ if !seen.insert(id) => {}
            Formula::And(a, b) => work.extend([a, b]),
            Formula::Const(true) => {}
            _ => found.push(id),
        }
    }
    found
}
