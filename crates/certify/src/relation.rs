//! Assignments as relations between sets of values.
//!
//! *What*: the successors of ⟨S, L⟩ (shared values in S, the active thread's values in L) by one edge, as
//! products ⟨S', L'⟩; with a passive part also the new sets of the other threads.
//! *Claim*: exact. The relation of an edge mentions new values of assigned variables only; every other variable
//! keeps its level, and so its value. Products come from dividing the image by classes: all new shared values
//! with the same new local values form one. With a passive part the combinations of old and new shared and
//! active values are divided first, by what each other thread can become; inside of one cell the threads move
//! independently, so the result is a product again.
//! *Order*: shared variables, then those of the active thread, then those of the passive one, each with its old
//! value directly before its new one; so dropping old values and renaming new ones keeps the order. Where values of two threads
//! are related ([`Relations::interleaved`]), the variables of up to three threads stand side by side instead; images and
//! preimages as products need the first order.
//! *Cost*: one relational product per edge, ⟨S, L⟩ and sets of the others; kept.

use crate::diagram::{ALL, Diagram, Diagrams};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use tw_boolprog::checked::Var;
use tw_boolprog::{
    Action, Assign, Edge, EdgeId, Formula, FormulaId, Leaf, Owner, Passive, Possible, Program,
};
use tw_index::Id;

/// Programs with more variables are too large to check: the recursion over diagrams would be too deep.
pub(crate) const MAX_VARIABLES: usize = 1_000;

/// Images that are kept.
const MAX_IMAGES: usize = 1_000_000;

/// One product of the image of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moved {
    /// The new shared values.
    pub shared: Diagram,
    /// The new values of the active thread.
    pub locals: Diagram,
    /// The new values of the other threads, in the order in which they were given.
    pub others: Vec<Diagram>,
}

/// What is kept of an image: shared values, values of the active thread, edge, values of the others.
type ImageKey = (Diagram, Diagram, EdgeId, Vec<Diagram>);

/// Relations to be met one after the other.
struct Update {
    /// Each with the old values that nothing reads afterwards.
    relations: Vec<(Diagram, BTreeSet<u32>)>,
    /// Old values of assigned variables that are still there afterwards.
    left: BTreeSet<u32>,
}

/// An assignment.
struct Assignment {
    active: Update,
    passive: Option<Update>,
}

/// The relations of a program.
pub(crate) struct Relations<'p> {
    program: &'p Program,
    interleaved: bool,
    pub diagrams: Diagrams,
    assignments: FxHashMap<EdgeId, Rc<Assignment>>,
    images: FxHashMap<ImageKey, Rc<Vec<Moved>>>,
}

impl<'p> Relations<'p> {
    pub fn new(program: &'p Program) -> Self {
        let (assignments, images) = Default::default();
        Relations { program, interleaved: false, diagrams: Diagrams::new(), assignments, images }
    }

    /// With the variables of up to three threads side by side.
    pub fn interleaved(program: &'p Program) -> Self {
        Relations { interleaved: true, ..Relations::new(program) }
    }

    /// Forgets images, and all diagrams but those in `kept`, if there are many.
    pub fn tidy(&mut self, kept: impl Iterator<Item = Diagram>) -> bool {
        if !self.diagrams.want_collection() {
            return false;
        }
        self.images.clear();
        let updates = self.assignments.values().flat_map(|a| [Some(&a.active), a.passive.as_ref()]);
        let relations = updates.flatten().flat_map(|u| &u.relations).map(|(relation, _)| *relation);
        self.diagrams.collect(relations.chain(kept));
        true
    }

    /// The level of a variable.
    pub fn level(&self, leaf: Leaf) -> u32 {
        let (shared, locals) = (self.program.shared.len(), self.program.locals.len());
        if self.interleaved && leaf.owner != Owner::Shared {
            let copy = u32::from(leaf.owner == Owner::Passive);
            let place =
                u32::try_from(shared).expect("programs with more variables are rejected") + 3 * leaf.index;
            return 2 * (place + copy) + u32::from(leaf.primed);
        }
        let block = match leaf.owner {
            Owner::Shared => 0,
            Owner::Active => shared,
            Owner::Passive => shared + locals,
        };
        let before = u32::try_from(block).expect("programs with more variables are rejected");
        2 * (before + leaf.index) + u32::from(leaf.primed)
    }

    fn first_level(&self, owner: Owner) -> u32 {
        self.level(Leaf { owner, index: 0, primed: false })
    }

    /// All initial values of the variables.
    pub fn initial(&mut self, owner: Owner) -> Diagram {
        let values: Vec<Option<bool>> = match owner {
            Owner::Shared => self.program.shared.iter().map(|v| v.init).collect(),
            _ => self.program.locals.iter().map(|v| v.init).collect(),
        };
        let mut all = ALL;
        for (value, index) in values.into_iter().zip(0..) {
            let Some(value) = value else { continue };
            let variable = self.diagrams.variable(self.level(Leaf { owner, index, primed: false }));
            let literal = if value { variable } else { self.diagrams.not(variable) };
            all = self.diagrams.and(all, literal);
        }
        all
    }

    /// The values for which the assertion of `edge` can fail, as products; the others are none.
    pub fn failing(&mut self, edge: &Edge) -> Vec<Moved> {
        let Action::Assert(Possible { no, .. }) = edge.action else { return Vec::new() };
        let fails = self.before(no);
        let active = self.first_level(Owner::Active);
        let classes = self.diagrams.classes(&[fails], active);
        let product = |(locals, shared): &crate::diagram::Class| Moved {
            shared: *shared,
            locals: locals[0],
            others: Vec::new(),
        };
        classes.iter().map(product).collect()
    }

    /// Whether the assertion of `edge` can fail for some of the values.
    pub fn can_fail(&mut self, shared: Diagram, locals: Diagram, edge: &Edge) -> bool {
        let Action::Assert(Possible { no, .. }) = edge.action else { return false };
        let no = self.before(no);
        let here = self.diagrams.and(shared, locals);
        self.diagrams.meet(here, no)
    }

    /// Of the given values, those for which a thread can take `edge`, which has no passive part.
    pub fn enabled(&mut self, shared: Diagram, locals: Diagram, edge: EdgeId) -> Diagram {
        let here = self.diagrams.and(shared, locals);
        match &self.program.edges[edge].action {
            Action::Assign(assign) => {
                let relations = self.active_relations(assign);
                let both = relations.into_iter().fold(here, |all, r| self.diagrams.and(all, r));
                let new = assign.targets.iter().map(|(var, _)| self.level(primed(leaf_of(*var)))).collect();
                self.diagrams.exists(both, &new)
            }
            _ => here,
        }
    }

    /// The image of an assignment; `others` are the sets of values of the other threads, if it has a passive part.
    pub fn image(
        &mut self,
        shared: Diagram,
        locals: Diagram,
        edge: EdgeId,
        others: &[Diagram],
    ) -> Rc<Vec<Moved>> {
        let key = (shared, locals, edge, others.to_vec());
        if let Some(known) = self.images.get(&key) {
            return known.clone();
        }
        let assignment = self.assignment(edge);
        let here = self.diagrams.and(shared, locals);
        let after = self.apply(here, &assignment.active);
        let mut roots = vec![after];
        if let Some(passive) = &assignment.passive {
            roots.extend(others.iter().map(|locals| self.passive_image(*locals, passive)));
        }
        let (active, passive) = (self.first_level(Owner::Active), self.first_level(Owner::Passive));
        let mut products = Vec::new();
        for (below, place) in self.diagrams.classes(&roots, passive).iter() {
            let others: Vec<Diagram> = below[1..].iter().map(|d| self.moved_to_active(*d)).collect();
            let image = self.diagrams.exists(*place, &assignment.active.left);
            let image = self.diagrams.rename(image, &|level| level & !1);
            for (locals, shared) in self.diagrams.classes(&[image], active).iter() {
                products.push(Moved { shared: *shared, locals: locals[0], others: others.clone() });
            }
        }
        let products = Rc::new(products);
        if self.images.len() >= MAX_IMAGES {
            self.images.clear();
        }
        self.images.insert(key, products.clone());
        products
    }

    /// The values before an assignment that can lead to the given ones, as products; `others` are sets of values of other
    /// threads afterwards, each of which has come from somewhere. A thread that could not follow is not looked at.
    pub fn preimage(
        &mut self,
        shared: Diagram,
        locals: Diagram,
        edge: EdgeId,
        others: &[Diagram],
    ) -> Vec<Moved> {
        let Action::Assign(assign) = &self.program.edges[edge].action else {
            unreachable!("only assignments have relations")
        };
        let here = self.diagrams.and(shared, locals);
        let old: BTreeSet<u32> = assign.targets.iter().map(|(var, _)| self.level(leaf_of(*var))).collect();
        let new: BTreeSet<u32> = old.iter().map(|level| level + 1).collect();
        let after = self.diagrams.rename(here, &|level| level + u32::from(old.contains(&level)));
        let relations = self.active_relations(assign);
        let steps = relations.into_iter().fold(after, |all, relation| self.diagrams.and(all, relation));
        let (active, passive) = (self.first_level(Owner::Active), self.first_level(Owner::Passive));
        // Cells of old and new values in which other threads can do the same.
        let mut cells = vec![(ALL, steps)];
        if let Some(part) = &assign.passive {
            let relations = self.passive_relations(assign, part);
            let update = relations.into_iter().fold(ALL, |all, relation| self.diagrams.and(all, relation));
            let found = self.diagrams.classes(&[update], passive);
            let mut nobody = steps;
            cells.clear();
            for (below, place) in found.iter() {
                nobody = self.diagrams.without(nobody, *place);
                cells.push((below[0], self.diagrams.and(steps, *place)));
            }
            cells.push((crate::diagram::EMPTY, nobody));
        }
        let mut products = Vec::new();
        for (update, steps) in cells {
            let before = self.diagrams.exists(steps, &new);
            let others: Vec<Diagram> = match &assign.passive {
                Some(part) => others.iter().map(|after| self.passive_before(*after, part, update)).collect(),
                None => others.to_vec(),
            };
            if others.contains(&crate::diagram::EMPTY) {
                continue;
            }
            for (locals, shared) in self.diagrams.classes(&[before], active).iter() {
                products.push(Moved { shared: *shared, locals: locals[0], others: others.clone() });
            }
        }
        products
    }

    /// From where another thread comes to values in `after`.
    fn passive_before(&mut self, after: Diagram, part: &Passive, update: Diagram) -> Diagram {
        let shift = self.first_level(Owner::Passive) - self.first_level(Owner::Active);
        let local = |index| Leaf { owner: Owner::Passive, index, primed: false };
        let old: BTreeSet<u32> = part.targets.iter().map(|(v, _)| self.level(local(index_of(*v)))).collect();
        let new: BTreeSet<u32> = old.iter().map(|level| level + 1).collect();
        let after = self.diagrams.rename(after, &|level| {
            let level = level + shift;
            level + u32::from(old.contains(&level))
        });
        let steps = self.diagrams.and(after, update);
        let before = self.diagrams.exists(steps, &new);
        self.moved_to_active(before)
    }

    /// What a thread with values in `locals` can become, as it depends on all other values.
    fn passive_image(&mut self, locals: Diagram, update: &Update) -> Diagram {
        let first = self.first_level(Owner::Passive);
        let shift = first - self.first_level(Owner::Active);
        let locals = self.diagrams.rename(locals, &|level| level + shift);
        let after = self.apply(locals, update);
        let after = self.diagrams.exists(after, &update.left);
        self.diagrams.rename(after, &|level| if level >= first { level & !1 } else { level })
    }

    fn moved_to_active(&mut self, passive: Diagram) -> Diagram {
        let shift = self.first_level(Owner::Passive) - self.first_level(Owner::Active);
        self.diagrams.rename(passive, &|level| level - shift)
    }

    fn apply(&mut self, from: Diagram, update: &Update) -> Diagram {
        update.relations.iter().fold(from, |set, (relation, gone)| {
            let both = self.diagrams.and(set, *relation);
            self.diagrams.exists(both, gone)
        })
    }

    fn assignment(&mut self, edge: EdgeId) -> Rc<Assignment> {
        if let Some(known) = self.assignments.get(&edge) {
            return known.clone();
        }
        let Action::Assign(assign) = &self.program.edges[edge].action else {
            unreachable!("only assignments have relations")
        };
        let (mut passive, mut read) = (None, BTreeSet::new());
        if let Some(part) = &assign.passive {
            let relations = self.passive_relations(assign, part);
            read = relations.iter().flat_map(|r| self.diagrams.support(*r)).collect();
            let local = |index| Leaf { owner: Owner::Passive, index, primed: false };
            let written = part.targets.iter().map(|(v, _)| self.level(local(index_of(*v)))).collect();
            passive = Some(self.update(relations, written, &BTreeSet::new()));
        }
        let relations = self.active_relations(assign);
        let written = assign.targets.iter().map(|(var, _)| self.level(leaf_of(*var))).collect();
        let active = self.update(relations, written, &read);
        let assignment = Rc::new(Assignment { active, passive });
        self.assignments.insert(edge, assignment.clone());
        assignment
    }

    /// Forgets the old value of each written variable as soon as nobody reads it any more.
    fn update(&self, relations: Vec<Diagram>, written: BTreeSet<u32>, read: &BTreeSet<u32>) -> Update {
        let (left, mut waiting): (BTreeSet<u32>, BTreeSet<u32>) =
            written.into_iter().partition(|v| read.contains(v));
        let mut steps = Vec::new();
        for (place, relation) in relations.into_iter().enumerate().rev() {
            let support = self.diagrams.support(relation);
            let (gone, rest) = waiting.into_iter().partition(|v| place == 0 || support.contains(v));
            waiting = rest;
            steps.push((relation, gone));
        }
        steps.reverse();
        Update { relations: steps, left }
    }

    /// Guard, targets and constraint.
    pub fn active_relations(&mut self, assign: &Assign) -> Vec<Diagram> {
        let written: BTreeSet<Leaf> = assign.targets.iter().map(|(var, _)| leaf_of(*var)).collect();
        let mut relations = vec![self.before(assign.guard)];
        for (var, possible) in &assign.targets {
            relations.push(self.gets(leaf_of(*var), *possible));
        }
        let own = |leaf: Leaf| match leaf.owner {
            Owner::Passive => Leaf { owner: Owner::Active, ..leaf },
            _ => leaf,
        };
        relations.push(self.formula(assign.constraint, &|leaf| if_written(own(leaf), &written)));
        relations
    }

    /// Targets and constraint of the passive part.
    pub fn passive_relations(&mut self, assign: &Assign, passive: &Passive) -> Vec<Diagram> {
        let local = |index| Leaf { owner: Owner::Passive, index, primed: false };
        let mut written: BTreeSet<Leaf> = assign.targets.iter().map(|(var, _)| leaf_of(*var)).collect();
        written.extend(passive.targets.iter().map(|(var, _)| local(index_of(*var))));
        let mut relations = Vec::new();
        for (var, possible) in &passive.targets {
            relations.push(self.gets(local(index_of(*var)), *possible));
        }
        relations.push(self.formula(passive.constraint, &|leaf| if_written(leaf, &written)));
        relations
    }

    /// The new value of `variable` is one of the possible ones.
    fn gets(&mut self, variable: Leaf, possible: Possible) -> Diagram {
        let new = self.diagrams.variable(self.level(primed(variable)));
        let (yes, no) = (self.before(possible.yes), self.before(possible.no));
        self.diagrams.choose(new, yes, no)
    }

    /// A formula over old values.
    fn before(&mut self, formula: FormulaId) -> Diagram {
        self.formula(formula, &|leaf| Leaf { primed: false, ..leaf })
    }

    /// The valuations that make `root` true, where `leaf` says which variable is meant. Without recursion:
    /// formulas may be deep.
    fn formula(&mut self, root: FormulaId, leaf: &dyn Fn(Leaf) -> Leaf) -> Diagram {
        let mut known: FxHashMap<FormulaId, Diagram> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(id) = stack.last().copied() {
            let node = self.program.formulas.node(id);
            let operands = match node {
                Formula::Const(_) | Formula::Leaf(_) => [None, None],
                Formula::Not(a) => [Some(a), None],
                Formula::And(a, b) | Formula::Or(a, b) | Formula::Xor(a, b) => [Some(a), Some(b)],
            };
            let open = stack.len();
            stack.extend(operands.into_iter().flatten().filter(|f| !known.contains_key(f)));
            if stack.len() > open {
                continue;
            }
            stack.pop();
            let diagrams = &mut self.diagrams;
            let value = match node {
                Formula::Const(true) => ALL,
                Formula::Const(false) => crate::diagram::EMPTY,
                Formula::Leaf(l) => {
                    let level = self.level(leaf(l));
                    self.diagrams.variable(level)
                }
                Formula::Not(a) => diagrams.not(known[&a]),
                Formula::And(a, b) => diagrams.and(known[&a], known[&b]),
                Formula::Or(a, b) => diagrams.or(known[&a], known[&b]),
                Formula::Xor(a, b) => {
                    let not_b = diagrams.not(known[&b]);
                    diagrams.choose(known[&a], not_b, known[&b])
                }
            };
            known.insert(id, value);
        }
        known[&root]
    }
}

fn primed(leaf: Leaf) -> Leaf {
    Leaf { primed: true, ..leaf }
}

/// A variable that is not written has its old value afterwards.
fn if_written(leaf: Leaf, written: &BTreeSet<Leaf>) -> Leaf {
    let old = Leaf { primed: false, ..leaf };
    if written.contains(&old) { leaf } else { old }
}

pub(crate) fn leaf_of(var: Var) -> Leaf {
    let (owner, index) = match var {
        Var::Shared(v) => (Owner::Shared, index_of(v)),
        Var::Local(v) => (Owner::Active, index_of(v)),
    };
    Leaf { owner, index, primed: false }
}

fn index_of(id: impl Id) -> u32 {
    u32::try_from(id.index()).expect("ids fit in 32 bits")
}
