//! Reduced ordered binary decision diagrams, over a fixed number of variables in a fixed order.
//!
//! *What*: sets of valuations as values: two [`Bdd`]s are equal if and only if they are the same set.
//! *Limits*: the number of nodes is fixed when the diagrams are made; an operation that needs more says [`Full`].
//! *Cost*: a conjunction is at most the product of the sizes; results of operations are remembered in a cache.

use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, HasLevel, Manager,
    ManagerRef, Subst,
};
use oxidd_core::Node;
use rustc_hash::FxHashSet;

/// There is no room for another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl From<oxidd_core::error::OutOfMemory> for Full {
    fn from(_: oxidd_core::error::OutOfMemory) -> Full {
        Full
    }
}

/// Where diagrams live.
pub struct Diagrams {
    manager: BDDManagerRef,
    variables: u32,
}

/// A set of valuations.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bdd(BDDFunction);

/// Variables that take the place of others.
pub struct Renaming(Subst<BDDFunction>);

/// Bytes of a node with its share of the tables, for turning a limit on memory into one on nodes.
const NODE_BYTES: u64 = 40;

impl Diagrams {
    /// Room for `nodes` nodes over `variables` variables, which are numbered in their order from the root down.
    pub fn new(variables: u32, nodes: usize) -> Diagrams {
        let cache = (nodes / 4).clamp(1 << 10, 1 << 22);
        let manager = oxidd::bdd::new_manager(nodes, cache, 1);
        let _ = manager.with_manager_exclusive(|m| m.add_vars(variables));
        Diagrams { manager, variables }
    }

    /// How many nodes fit into so many bytes.
    pub fn nodes_for(bytes: u64) -> usize {
        usize::try_from(bytes / NODE_BYTES).unwrap_or(usize::MAX)
    }

    /// Number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Number of nodes in use, garbage included.
    pub fn nodes(&self) -> u64 {
        self.manager.with_manager_shared(|m| m.num_inner_nodes() as u64)
    }

    /// Bytes of the nodes in use.
    pub fn bytes(&self) -> u64 {
        self.nodes() * NODE_BYTES
    }

    /// All valuations, or none.
    pub fn constant(&self, value: bool) -> Bdd {
        self.manager.with_manager_shared(|m| Bdd(if value { BDDFunction::t(m) } else { BDDFunction::f(m) }))
    }

    /// The valuations in which a variable has a value.
    pub fn literal(&self, variable: u32, value: bool) -> Result<Bdd, Full> {
        let make = || {
            self.manager.with_manager_shared(|m| {
                if value { BDDFunction::var(m, variable) } else { BDDFunction::not_var(m, variable) }
            })
        };
        self.constant(true).collecting(make)
    }

    /// The valuations with these values; with all values true also the way to name a set of variables.
    pub fn cube(&self, literals: impl IntoIterator<Item = (u32, bool)>) -> Result<Bdd, Full> {
        let mut literals: Vec<(u32, bool)> = literals.into_iter().collect();
        literals.sort_unstable();
        // From the leaves up, so that each step makes one node.
        literals
            .iter()
            .rev()
            .try_fold(self.constant(true), |cube, (v, value)| self.literal(*v, *value)?.and(&cube))
    }

    /// A set of variables.
    pub fn variable_set(&self, variables: impl IntoIterator<Item = u32>) -> Result<Bdd, Full> {
        self.cube(variables.into_iter().map(|v| (v, true)))
    }

    /// Each first variable becomes the second one.
    pub fn renaming(&self, pairs: impl IntoIterator<Item = (u32, u32)>) -> Result<Renaming, Full> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for (old, new) in pairs {
            from.push(old);
            to.push(self.literal(new, true)?.0);
        }
        Ok(Renaming(Subst::new(from, to)))
    }
}

impl Bdd {
    /// The result of an operation; if there is no room for it, garbage is collected first. (The library collects in a
    /// thread of its own, which may come too late.)
    fn collecting(
        &self,
        operation: impl Fn() -> Result<BDDFunction, oxidd_core::error::OutOfMemory>,
    ) -> Result<Bdd, Full> {
        if let Ok(result) = operation() {
            return Ok(Bdd(result));
        }
        self.0.with_manager_shared(|manager, _| {
            // Nothing happens while the other thread collects, which may have begun too early.
            let before = manager.gc_count();
            while manager.gc_count() == before {
                manager.gc();
                std::thread::yield_now();
            }
        });
        Ok(Bdd(operation()?))
    }

    /// The intersection.
    pub fn and(&self, other: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.and(&other.0))
    }

    /// The union.
    pub fn or(&self, other: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.or(&other.0))
    }

    /// What is in exactly one of the two.
    pub fn xor(&self, other: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.xor(&other.0))
    }

    /// The complement.
    pub fn not(&self) -> Result<Bdd, Full> {
        self.collecting(|| self.0.not())
    }

    /// What is here and not there.
    pub fn minus(&self, other: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| other.0.imp_strict(&self.0))
    }

    /// `then` inside of this set, `otherwise` outside.
    pub fn choose(&self, then: &Bdd, otherwise: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.ite(&then.0, &otherwise.0))
    }

    /// Forgets the values of variables.
    pub fn exists(&self, variables: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.exists(&variables.0))
    }

    /// The intersection without the values of variables, in one go.
    pub fn and_exists(&self, other: &Bdd, variables: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.apply_exists(BooleanOperator::And, &other.0, &variables.0))
    }

    /// With other variables.
    pub fn rename(&self, renaming: &Renaming) -> Result<Bdd, Full> {
        self.collecting(|| self.0.substitute(&renaming.0))
    }

    /// The rest, where the variables of a cube have its values.
    pub fn restrict(&self, cube: &Bdd) -> Result<Bdd, Full> {
        self.collecting(|| self.0.restrict(&cube.0))
    }

    /// Nothing is in the set.
    pub fn is_empty(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Everything is in the set.
    pub fn is_everything(&self) -> bool {
        self.0.valid()
    }

    /// All of this is there.
    pub fn is_subset(&self, other: &Bdd) -> Result<bool, Full> {
        Ok(self == other || self.minus(other)?.is_empty())
    }

    /// The first variable in the order on which the set depends, with the rests for false and true.
    pub fn top(&self) -> Option<(u32, Bdd, Bdd)> {
        let level = self.0.with_manager_shared(|m, edge| match m.get_node(edge) {
            Node::Inner(node) => Some(node.level()),
            Node::Terminal(_) => None,
        })?;
        let (yes, no) = self.0.cofactors()?;
        Some((level, Bdd(no), Bdd(yes)))
    }

    /// The variables on which the set depends, in their order.
    pub fn support(&self) -> Vec<u32> {
        let (mut seen, mut found) = (FxHashSet::default(), FxHashSet::default());
        let mut work = vec![self.clone()];
        while let Some(set) = work.pop() {
            if let Some((variable, no, yes)) = set.top()
                && seen.insert(set)
            {
                found.insert(variable);
                work.extend([no, yes]);
            }
        }
        let mut found: Vec<u32> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// Some valuation of the set; variables that do not matter are absent.
    pub fn pick(&self) -> Option<Vec<(u32, bool)>> {
        if self.is_empty() {
            return None;
        }
        let (mut set, mut literals) = (self.clone(), Vec::new());
        while let Some((variable, no, yes)) = set.top() {
            let value = no.is_empty();
            literals.push((variable, value));
            set = if value { yes } else { no };
        }
        Some(literals)
    }

    /// Whether a valuation is in the set.
    pub fn contains(&self, value: impl Fn(u32) -> bool) -> bool {
        let mut set = self.clone();
        while let Some((variable, no, yes)) = set.top() {
            set = if value(variable) { yes } else { no };
        }
        !set.is_empty()
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        self.0.node_count()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bdd, Diagrams, Full};

    /// All subsets of the valuations of three variables, as truth tables.
    fn table(d: &Diagrams, bits: u32) -> Result<Bdd, Full> {
        (0..8)
            .filter(|row| bits >> row & 1 == 1)
            .try_fold(d.constant(false), |set, row| set.or(&d.cube((0..3).map(|v| (v, row >> v & 1 == 1)))?))
    }

    #[test]
    fn operations_agree_with_truth_tables() -> Result<(), Full> {
        let d = Diagrams::new(3, 1 << 14);
        let (first, last) = (d.variable_set([0])?, d.renaming([(2, 0)])?);
        for a in 0..256 {
            let x = table(&d, a)?;
            for b in (0..256).step_by(7) {
                let y = table(&d, b)?;
                assert!(x.and(&y)? == table(&d, a & b)? && x.or(&y)? == table(&d, a | b)?);
                assert!(x.minus(&y)? == table(&d, a & !b & 255)? && x.xor(&y)? == table(&d, a ^ b)?);
                assert_eq!(x.is_subset(&y)?, a & !b & 255 == 0);
                assert!(x.and_exists(&y, &first)? == x.and(&y)?.exists(&first)?);
            }
            let without =
                (0..8).filter(|r| a >> r & 1 == 1 || a >> (r ^ 1) & 1 == 1).fold(0, |t, r| t | 1 << r);
            assert!(x.exists(&first)? == table(&d, without)?);
            for row in 0..8u32 {
                assert_eq!(x.contains(|v| row >> v & 1 == 1), a >> row & 1 == 1);
            }
            let picked = x.pick();
            assert_eq!(picked.is_none(), a == 0);
            if let Some(literals) = picked {
                assert!(d.cube(literals)?.is_subset(&x)?);
            }
            let only_last = x.exists(&d.variable_set([0, 1])?)?;
            assert!(only_last.rename(&last)?.support().iter().all(|v| *v == 0));
        }
        Ok(())
    }

    #[test]
    fn garbage_makes_no_difference() -> Result<(), Full> {
        // Each round needs few nodes, all rounds together far more than there are.
        let d = Diagrams::new(16, 1 << 10);
        for round in 0..20_000u32 {
            let cube = d.cube((0..16).map(|v| (v, round >> v & 1 == 1)))?;
            assert!(!cube.or(&d.literal(round % 16, true)?)?.is_empty());
        }
        Ok(())
    }

    #[test]
    fn too_many_nodes_are_an_error() {
        let d = Diagrams::new(40, 200);
        let build = || -> Result<Bdd, Full> {
            // Pairs far apart: exponentially many nodes.
            (0..20).try_fold(d.constant(true), |set, i| {
                set.and(&d.literal(i, true)?.xor(&d.literal(i + 20, true)?)?.not()?)
            })
        };
        assert!(build().err() == Some(Full));
    }
}
